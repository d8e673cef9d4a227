"""The probe, with a driver library made of Python."""

import ctypes

import pytest

from fake_libcuda import Library
from programs import run_python
from sgemm.machines import probe
from sgemm.machines.probe import LIBRARY, DriverStatus, driver_status, probe_driver


def probe_fake(driver):
    opened = []
    status = probe_driver(lambda name: opened.append(name) or driver)
    assert opened == [LIBRARY]
    assert status.available == (status.reason is None)
    return status


def test_gpus_are_described():
    status = probe_fake(Library(names=("NVIDIA A10", "NVIDIA RTX A6000"), version=12040))
    assert (status.reason, status.cuda_version) == (None, (12, 4))
    names = [(gpu.ordinal, gpu.name) for gpu in status.gpus]
    assert names == [(0, "NVIDIA A10"), (1, "NVIDIA RTX A6000")]
    second = status.gpus[1]
    assert (second.architecture, second.memory_bytes) == (86, 150_000_000_000)
    assert second.uuid == "GPU-01112131-4151-6171-8191-a1b1c1d1e1f1"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            "libcuda.so.1: cannot open shared object file: No such file or directory",
            "no libcuda.so.1: no NVIDIA driver is installed",
        ),
        (
            "wrong ELF class: ELFCLASS32",
            "libcuda.so.1 cannot be loaded: wrong ELF class: ELFCLASS32",
        ),
    ],
)
def test_a_library_that_does_not_load(error, reason):
    def load(name):
        raise OSError(error)

    assert probe_driver(load) == DriverStatus((), None, reason)


def test_library_without_the_functions():
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
def test_init_errors_are_named(code, name, words):
    driver = Library(failing={"cuInit"}, error=code)
    status = probe_fake(driver)
    assert not status.gpus and status.cuda_version == (13, 0)
    assert status.reason is not None
    assert name in status.reason and f"({code})" in status.reason and words in status.reason
    assert "cuDeviceGetCount" not in driver.calls


@pytest.mark.parametrize("driver", [Library(failing={"cuInit"}, error=100), Library(names=())])
@pytest.mark.parametrize("visible", [None, "", "-1", "9"])
def test_no_device_and_gpus_hidden_by_the_environment(driver, visible, monkeypatch):
    if visible is None:
        monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
        reason = "the NVIDIA driver is installed and finds no GPU"
    else:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
        reason = f"CUDA_VISIBLE_DEVICES = {visible!r} leaves no GPU visible"
    assert probe_fake(driver).reason == reason


def test_every_call_is_checked():
    driver = Library()
    probe_fake(driver)
    calls = set(driver.calls) - {"cuInit"}
    assert len(calls) == 7
    for call in calls:
        status = probe_fake(Library(failing={call}, error=802))
        assert not status.available and status.reason is not None
        assert call.removesuffix("_v2") in status.reason
        assert "CUDA_ERROR_SYSTEM_NOT_READY" in status.reason


def test_the_driver_is_asked_once(monkeypatch):
    driver = Library()
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


def test_probe_loads_no_nvidia_package():
    script = (
        "import sys; from sgemm.machines.probe import driver_status; driver_status(); "
        "print([name for name in sys.modules if name.split('.')[0] == 'cuda'])"
    )
    answer = run_python(script)
    assert (answer.stdout.strip(), answer.stderr) == ("[]", "")


def test_real_probe_agrees_with_the_library():
    """Whatever this machine has: the answer is the driver's, or the reason that it gives."""
    status = probe_driver()
    try:
        ctypes.CDLL(LIBRARY)
    except OSError:
        assert status.gpus == () and status.cuda_version is None
        assert status.reason is not None and LIBRARY in status.reason
    else:
        assert status.available == (status.reason is None)
