"""NVML, by a stand-in: what a GPU reports and does not, and clocks that are given back."""

import math
import time
import types

import pytest

from sgemm.bench.nvml import monitoring, open_nvml
from sgemm.errors import MissingToolError


class FakeError(Exception):
    pass


ANSWERS = {
    "nvmlDeviceGetPowerUsage": lambda handle: 590_000,
    "nvmlDeviceGetEnforcedPowerLimit": lambda handle: 700_000,
    "nvmlDeviceGetClockInfo": lambda handle, which: {1: 1755, 2: 3201}[which],
    "nvmlDeviceGetTemperature": lambda handle, sensor: 61,
    "nvmlDeviceGetCurrentClocksEventReasons": lambda handle: 0x1 | 0x4 | 0x20,
}


class FakeNvml:
    """As much of pynvml as is used, for one GPU."""

    NVMLError = FakeError

    def __init__(self, instant=True, permitted=True):
        vars(self).update(ANSWERS)
        self.calls = []
        self.locked = None
        self._instant, self.permitted = instant, permitted
        self.nvmlInit = lambda: self.calls.append("init")
        self.nvmlShutdown = lambda: self.calls.append("shutdown")
        self.nvmlDeviceSetGpuLockedClocks = lambda handle, *clocks: self._lock(clocks)
        self.nvmlDeviceResetGpuLockedClocks = lambda handle: self._lock(None)

    def nvmlDeviceGetHandleByUUID(self, uuid):  # noqa: N802
        if uuid != "GPU-1":
            raise FakeError("Not Found")
        return uuid

    def nvmlDeviceGetFieldValues(self, handle, fields):  # noqa: N802
        assert fields == [186]
        value = types.SimpleNamespace(uiVal=612_500)
        return [types.SimpleNamespace(nvmlReturn=0 if self._instant else 3, value=value)]

    def nvmlDeviceGetMaxClockInfo(self, handle, which):  # noqa: N802
        raise FakeError("Not Supported")

    def _lock(self, clocks):
        if not self.permitted:
            raise FakeError("Insufficient Permissions")
        self.locked = clocks


def test_what_a_gpu_reports():
    nvml = FakeNvml()
    with open_nvml("GPU-1", nvml) as device:
        assert device.power_limit_watts == 700.0
        throttling = "power limit+temperature (software)"
        assert device.reading() == (612.5, 1755.0, 3201.0, 61.0, throttling)
        assert device.highest_memory_clock_mhz is None
    assert nvml.calls == ["init", "shutdown"]


def test_without_instant_power_the_mean_serves():
    with open_nvml("GPU-1", FakeNvml(instant=False)) as device:
        assert device.reading()[0] == 590.0


def test_missing_answers_do_no_harm():
    class Bare:
        NVMLError = FakeError
        nvmlInit = nvmlShutdown = staticmethod(lambda: None)  # noqa: N815
        nvmlDeviceGetHandleByUUID = staticmethod(str)  # noqa: N815

    with open_nvml("GPU-1", Bare()) as device:
        *numbers, throttling = device.reading()
        assert all(map(math.isnan, numbers)) and throttling == ""
        assert device.power_limit_watts is None


def test_an_unknown_gpu_and_a_missing_library():
    nvml = FakeNvml()
    with pytest.raises(MissingToolError, match="GPU-2: Not Found"), open_nvml("GPU-2", nvml):
        pass
    assert nvml.calls == ["init", "shutdown"]

    def refused():
        raise FakeError("Driver Not Loaded")

    nvml.nvmlInit = refused
    with pytest.raises(MissingToolError, match="Driver Not Loaded"), open_nvml("GPU-1", nvml):
        pass


def test_the_monitor_records_in_the_background():
    with open_nvml("GPU-1", FakeNvml()) as device:
        begin = time.time()
        with monitoring(device, period=0.001) as between:
            while len(between("x", begin - 1, time.time()).at) < 5:
                time.sleep(0.001)
        end = time.time()
    trace = between("some work", begin - 1, end + 1)
    assert trace.name == "some work"
    assert list(trace.at) == sorted(trace.at)
    assert set(trace.power_watts) == {612.5}
    assert set(trace.throttling) == {"power limit+temperature (software)"}
    middle = trace.at[2]
    assert between("x", middle, middle).at
    assert between("x", end + 5, end + 6).at == ()
