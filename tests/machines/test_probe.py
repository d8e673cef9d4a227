"""The probe, with a driver library made of Python."""

# ruff: noqa: N802 (the fake has the names of the driver's functions)

from __future__ import annotations

import ctypes
import subprocess
import sys
from typing import Any

import pytest

from sgemm.machines import probe
from sgemm.machines.probe import LIBRARY, DriverStatus, driver_status, probe_driver

ERRORS = {
    3: ("CUDA_ERROR_NOT_INITIALIZED", "initialization error"),
    34: ("CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library"),
    100: ("CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"),
    802: ("CUDA_ERROR_SYSTEM_NOT_READY", "system not yet initialized"),
    803: ("CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver"),
}


class FakeDriver:
    """The functions of libcuda that the probe calls; every call is counted."""

    def __init__(
        self,
        init: int = 0,
        names: tuple[str, ...] = ("NVIDIA H200",),
        version: int = 13000,
        failing: str = "",
        failure: int = 802,
    ) -> None:
        self.init, self.names, self.version = init, names, version
        self.failing, self.failure = failing, failure
        self.calls: list[str] = []

    def _result(self, name: str, pointer: Any = None, value: Any = None) -> int:
        self.calls.append(name)
        if name == self.failing:
            return self.failure
        if pointer is not None:
            pointer._obj.value = value
        return 0

    def cuInit(self, flags: Any) -> int:
        self.calls.append("cuInit")
        return self.init

    def cuDriverGetVersion(self, version: Any) -> int:
        return self._result("cuDriverGetVersion", version, self.version)

    def cuDeviceGetCount(self, count: Any) -> int:
        return self._result("cuDeviceGetCount", count, len(self.names))

    def cuDeviceGet(self, device: Any, ordinal: Any) -> int:
        return self._result("cuDeviceGet", device, ordinal.value + 100)

    def cuDeviceGetName(self, buffer: Any, size: Any, device: Any) -> int:
        buffer.value = self.names[device.value - 100].encode()[: size.value - 1]
        return self._result("cuDeviceGetName")

    def cuDeviceTotalMem_v2(self, memory: Any, device: Any) -> int:
        return self._result("cuDeviceTotalMem_v2", memory, 150_000_000_000)

    def cuDeviceGetUuid_v2(self, uuid: Any, device: Any) -> int:
        for index in range(16):
            uuid._obj[index] = 16 * index + device.value - 100
        return self._result("cuDeviceGetUuid_v2")

    def cuDeviceGetAttribute(self, value: Any, attribute: Any, device: Any) -> int:
        capability = {75: 8, 76: 6}[attribute.value]
        return self._result("cuDeviceGetAttribute", value, capability)

    def cuGetErrorName(self, code: Any, text: Any) -> int:
        return self._error(code, text, 0)

    def cuGetErrorString(self, code: Any, text: Any) -> int:
        return self._error(code, text, 1)

    def _error(self, code: Any, text: Any, part: int) -> int:
        if code.value not in ERRORS:
            return 1
        text._obj.value = ERRORS[code.value][part].encode()
        return 0


def probe_fake(driver: FakeDriver) -> DriverStatus:
    opened = []

    def load(name: str) -> FakeDriver:
        opened.append(name)
        return driver

    status = probe_driver(load)
    assert opened == [LIBRARY]
    assert status.available == (status.reason is None)
    return status


def test_gpus_are_described() -> None:
    status = probe_fake(FakeDriver(names=("NVIDIA A10", "NVIDIA RTX A6000"), version=12040))
    assert status.reason is None and status.cuda_version == (12, 4)
    assert [(gpu.ordinal, gpu.name) for gpu in status.gpus] == [
        (0, "NVIDIA A10"),
        (1, "NVIDIA RTX A6000"),
    ]
    second = status.gpus[1]
    assert second.architecture == 86
    assert second.memory_bytes == 150_000_000_000
    assert second.uuid == "GPU-01112131-4151-6171-8191-a1b1c1d1e1f1"


def test_missing_library() -> None:
    def load(name: str) -> FakeDriver:
        raise OSError(f"{name}: cannot open shared object file: No such file or directory")

    status = probe_driver(load)
    assert status == DriverStatus((), None, "no libcuda.so.1: no NVIDIA driver is installed")


def test_library_that_does_not_load() -> None:
    def load(name: str) -> FakeDriver:
        raise OSError(f"{name}: wrong ELF class: ELFCLASS32")

    reason = probe_driver(load).reason
    assert reason is not None and "cannot be loaded" in reason and "ELFCLASS32" in reason


def test_library_without_the_functions() -> None:
    reason = probe_driver(lambda name: object()).reason
    assert reason is not None and "no usable NVIDIA driver library" in reason


@pytest.mark.parametrize(
    ("code", "name", "words"),
    [
        (3, "CUDA_ERROR_NOT_INITIALIZED", "forked"),
        (34, "CUDA_ERROR_STUB_LIBRARY", "stub"),
        (802, "CUDA_ERROR_SYSTEM_NOT_READY", "system not yet initialized"),
        (803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "reboot"),
        (12345, "error 12345", "no description"),
    ],
)
def test_init_errors_are_named(code: int, name: str, words: str) -> None:
    driver = FakeDriver(init=code)
    status = probe_fake(driver)
    assert not status.gpus and status.cuda_version == (13, 0)
    assert status.reason is not None
    assert name in status.reason and f"({code})" in status.reason and words in status.reason
    assert "cuDeviceGetCount" not in driver.calls


@pytest.mark.parametrize("driver", [FakeDriver(init=100), FakeDriver(names=())])
def test_no_device(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert probe_fake(driver).reason == "the NVIDIA driver is installed and finds no GPU"


@pytest.mark.parametrize("driver", [FakeDriver(init=100), FakeDriver(names=())])
@pytest.mark.parametrize("visible", ["", "-1", "9"])
def test_gpus_hidden_by_the_environment(
    driver: FakeDriver, visible: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    assert probe_fake(driver).reason == f"CUDA_VISIBLE_DEVICES = {visible!r} leaves no GPU visible"


@pytest.mark.parametrize(
    "call",
    [
        "cuDriverGetVersion",
        "cuDeviceGetCount",
        "cuDeviceGet",
        "cuDeviceGetName",
        "cuDeviceTotalMem_v2",
        "cuDeviceGetUuid_v2",
        "cuDeviceGetAttribute",
    ],
)
def test_every_call_is_checked(call: str) -> None:
    status = probe_fake(FakeDriver(failing=call))
    assert not status.available and status.reason is not None
    assert call.removesuffix("_v2") in status.reason
    assert "CUDA_ERROR_SYSTEM_NOT_READY" in status.reason


def test_the_driver_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = FakeDriver()
    monkeypatch.setattr(probe, "probe_driver", lambda: probe_fake(driver))
    probe._status_of_process.cache_clear()
    try:
        assert driver_status() is driver_status()
        assert driver.calls.count("cuInit") == 1
        # Another process (a fork inherits the cache) asks again.
        monkeypatch.setattr("os.getpid", lambda: -1)
        driver_status()
        assert driver.calls.count("cuInit") == 2
    finally:
        probe._status_of_process.cache_clear()


def test_probe_loads_no_nvidia_package() -> None:
    script = (
        "import sys; from sgemm.machines.probe import driver_status; driver_status(); "
        "print([name for name in sys.modules if name.split('.')[0] == 'cuda'])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert answer.stdout.strip() == "[]"


def test_real_probe_agrees_with_the_library() -> None:
    """Whatever this machine has: the answer is the driver's, or the reason that it gives."""
    status = probe_driver()
    try:
        ctypes.CDLL(LIBRARY)
    except OSError:
        assert status.gpus == () and status.cuda_version is None
        assert status.reason is not None and LIBRARY in status.reason
    else:
        assert status.available or status.reason
