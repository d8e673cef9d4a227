"""Which machine is chosen, and what is said where it cannot be."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from sgemm.errors import ArgumentError, MachineError, MissingToolError
from sgemm.machines import cuda, select
from sgemm.machines.probe import DriverStatus, Gpu
from sgemm.machines.select import select_machine

GPU = Gpu(ordinal=0, name="NVIDIA H200", architecture=90, memory_bytes=2**37, uuid="GPU-0")
PRESENT = DriverStatus((GPU,), (13, 0), None)
ABSENT = DriverStatus((), None, "no libcuda.so.1: no NVIDIA driver is installed")


class RecordedCuda:
    def __init__(self, device: int = 0) -> None:
        self.name, self.options = "cuda", {"device": device}


class RecordedCpu:
    def __init__(
        self, threads: int | None = None, checked: bool = False, architecture: int = 90
    ) -> None:
        self.name = "cpu"
        self.options = {"threads": threads, "checked": checked, "architecture": architecture}


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put recorders in the place of the machines' classes."""
    module: Any = ModuleType("recorded_machines")
    module.CudaMachine, module.CpuMachine = RecordedCuda, RecordedCpu
    monkeypatch.setitem(sys.modules, "recorded_machines", module)
    monkeypatch.setattr(
        select,
        "CLASSES",
        {name: ("recorded_machines", select.CLASSES[name][1]) for name in select.CLASSES},
    )


def see(status: DriverStatus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(select, "driver_status", lambda: status)
    monkeypatch.setattr(cuda, "driver_status", lambda: status)


@pytest.mark.parametrize(
    ("status", "name", "chosen"),
    [
        (PRESENT, None, "cuda"),
        (PRESENT, "cuda", "cuda"),
        (PRESENT, "cpu", "cpu"),
        (ABSENT, None, "cpu"),
        (ABSENT, "cpu", "cpu"),
    ],
)
def test_choice(
    status: DriverStatus,
    name: str | None,
    chosen: str,
    machines: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    see(status, monkeypatch)
    assert select_machine(name).name == chosen


def test_options_reach_the_machine(machines: None, monkeypatch: pytest.MonkeyPatch) -> None:
    see(PRESENT, monkeypatch)
    cpu: Any = select_machine("cpu", threads=3, checked=True)
    assert cpu.options == {"threads": 3, "checked": True, "architecture": 90}
    gpu: Any = select_machine("cuda", device=2)
    assert gpu.options == {"device": 2}


@pytest.mark.parametrize(
    ("name", "options"),
    [("cuda", {"threads": 2}), ("cpu", {"device": 1}), (None, {"threads": 2})],
)
def test_option_of_the_other_machine(
    name: str | None,
    options: dict[str, int],
    machines: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    see(PRESENT, monkeypatch)
    option = next(iter(options))
    with pytest.raises(ArgumentError, match=f"{option} = .*no such option; it has"):
        select_machine(name, **options)


@pytest.mark.parametrize("name", ["gpu", "CUDA", "", 5, [], ["cpu"]])
def test_unknown_name(name: str) -> None:
    with pytest.raises(ArgumentError, match="'cuda' and 'cpu'") as caught:
        select_machine(name)
    assert repr(name) in str(caught.value)


def test_cuda_without_a_gpu_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    see(ABSENT, monkeypatch)
    with pytest.raises(MachineError, match="needs a GPU: no libcuda"):
        select_machine("cuda")
    with pytest.raises(MachineError, match="no GPU: no libcuda"):
        cuda.CudaMachine()


def test_cuda_machine_asks_the_probe_before_any_nvidia_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    see(ABSENT, monkeypatch)
    monkeypatch.setattr(cuda, "_import_or_explain", lambda module: pytest.fail(module))
    with pytest.raises(MachineError):
        cuda.CudaMachine()


def test_missing_cuda_core_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    see(PRESENT, monkeypatch)
    monkeypatch.setitem(sys.modules, "cuda.core", None)
    with pytest.raises(MissingToolError, match=r"cuda\.core.*install sgemm\[gpu\]"):
        cuda.CudaMachine()


@pytest.mark.parametrize("device", [-1, 1])
def test_device_that_is_not_there(device: int, monkeypatch: pytest.MonkeyPatch) -> None:
    see(PRESENT, monkeypatch)
    with pytest.raises(MachineError, match=f"device = {device}: this process sees 1 GPU"):
        cuda.CudaMachine(device)


@pytest.mark.parametrize("device", ["0", 1.0, True, None])
def test_device_that_is_no_number(device: int, monkeypatch: pytest.MonkeyPatch) -> None:
    see(PRESENT, monkeypatch)
    with pytest.raises(ArgumentError, match=r"device = .*: the number of a GPU"):
        cuda.CudaMachine(device)


def test_old_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    see(DriverStatus((GPU,), (12, 2), None), monkeypatch)
    with pytest.raises(MachineError, match=r"supports CUDA 12\.2; sgemm needs 12\.4"):
        cuda.CudaMachine()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((name, value) for name in ("threads", "multiprocessors", "architecture")
          for value in ("x", 0, -1, 9.0, True)),
        *((name, value) for name in ("checked", "descending") for value in ("x", 1, None)),
    ],
)  # fmt: skip
def test_values_that_an_option_cannot_have(option: str, value: object) -> None:
    with pytest.raises(ArgumentError, match=f"^{option} = {value!r}: "):
        select_machine("cpu", **{option: value})


def test_whole_numbers_of_every_kind() -> None:
    machine: Any = select_machine("cpu", threads=np.int64(2), architecture=np.int16(90))
    assert (machine.threads, machine.architecture) == (2, 90)
    assert type(machine.architecture) is int
