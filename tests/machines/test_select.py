"""Which machine is chosen, and what is said where it cannot be."""

from typing import Any

import numpy as np
import pytest

from sgemm.errors import ArgumentError, MachineError
from sgemm.machines import cuda, select
from sgemm.machines.probe import DriverStatus, Gpu
from sgemm.machines.select import select_machine

GPU = Gpu(ordinal=0, name="NVIDIA H200", architecture=90, memory_bytes=2**37, uuid="GPU-0")
PRESENT = DriverStatus((GPU,), (13, 0), None)
ABSENT = DriverStatus((), None, "no libcuda.so.1: no NVIDIA driver is installed")


class Recorded:
    """In the place of both machines' classes: remembers its options."""

    def __init__(self, device=0, threads=None):
        self.options = {"device": device, "threads": threads}


def see(status, monkeypatch):
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
def test_choice_and_options(status, name, chosen, monkeypatch):
    see(status, monkeypatch)
    other = {"cuda": "cpu", "cpu": "cuda"}[chosen]
    classes = {chosen: (__name__, "Recorded"), other: (__name__, "none of these")}
    monkeypatch.setattr(select, "CLASSES", classes)
    assert select_machine(name, threads=3).options == {"device": 0, "threads": 3}


@pytest.mark.parametrize(
    ("name", "options"),
    [("cuda", {"threads": 2}), ("cpu", {"device": 1}), (None, {"threads": 2})],
)
def test_option_of_the_other_machine(name, options, monkeypatch):
    see(PRESENT, monkeypatch)
    option = next(iter(options))
    with pytest.raises(ArgumentError, match=f"{option} = .*no such option; it has"):
        select_machine(name, **options)


@pytest.mark.parametrize("name", ["gpu", "CUDA", "", 5, [], ["cpu"]])
def test_unknown_name(name):
    with pytest.raises(ArgumentError, match="'cuda' and 'cpu'") as caught:
        select_machine(name)
    assert repr(name) in str(caught.value)


def test_cuda_without_a_gpu_says_why_before_any_nvidia_package_is_asked(monkeypatch):
    see(ABSENT, monkeypatch)
    monkeypatch.setattr(cuda, "_import_or_explain", lambda module: pytest.fail(module))
    with pytest.raises(MachineError, match="needs a GPU: no libcuda"):
        select_machine("cuda")
    with pytest.raises(MachineError, match="no GPU: no libcuda"):
        cuda.CudaMachine()


@pytest.mark.parametrize(
    ("version", "device", "error", "words"),
    [
        *(((13, 0), device, MachineError, "this process sees 1 GPU") for device in (-1, 1)),
        *(((13, 0), device, ArgumentError, "the number of a GPU") for device in ("0", 1.0, True)),
        ((12, 9), 0, MachineError, r"supports CUDA 12\.9; sgemm needs 13\.0"),
    ],
)
def test_devices_and_drivers_that_will_not_do(version, device, error, words, monkeypatch):
    see(DriverStatus((GPU,), version, None), monkeypatch)
    with pytest.raises(error, match=words) as caught:
        cuda.CudaMachine(device)
    assert version < (13, 0) or f"device = {device!r}: " in str(caught.value)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((name, value) for name in ("threads", "multiprocessors", "architecture")
          for value in ("x", 0, -1, 9.0, True)),
        *((name, value) for name in ("checked", "descending") for value in ("x", 1, None)),
    ],
)  # fmt: skip
def test_values_that_an_option_cannot_have(option, value):
    with pytest.raises(ArgumentError, match=f"^{option} = {value!r}: "):
        select_machine("cpu", **{option: value})


def test_whole_numbers_of_every_kind():
    machine: Any = select_machine("cpu", threads=np.int64(2), architecture=np.int16(90))
    assert (machine.threads, machine.architecture) == (2, 90)
    assert type(machine.architecture) is int
