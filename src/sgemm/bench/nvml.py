"""NVML, the GPU's own monitor: power, clocks and throttling in the background; locking of clocks.

Points 2 and 11 of docs/benchmarking.md. Nothing is changed on a GPU unless it is asked for, and
what is changed is restored.
"""

from __future__ import annotations

import contextlib
import importlib
import math
import threading
import time
from collections.abc import Iterator
from typing import Any, cast

from sgemm.bench.measurement import Trace
from sgemm.errors import MachineError, MissingToolError

PERIOD_SECONDS = 0.02

# Bits of NVML's clock event reasons; idleness, bit 1, is none.
THROTTLE_REASONS = {
    0x0000000000000002: "clocks set by the user",
    0x0000000000000004: "power limit",
    0x0000000000000008: "hardware slowdown",
    0x0000000000000010: "sync boost",
    0x0000000000000020: "temperature (software)",
    0x0000000000000040: "temperature (hardware)",
    0x0000000000000080: "power brake",
    0x0000000000000100: "display clocks",
}

INSTANT_POWER = 186  # NVML's field of the power at this moment; the plain question has a mean


CLOCK_MULTIPROCESSORS, CLOCK_MEMORY, TEMPERATURE_GPU = 1, 2, 0  # NVML's enumerations


class NvmlDevice:
    """One GPU as NVML sees it; what the GPU does not report is NaN, or None where that is kept."""

    def __init__(self, nvml: Any, handle: Any) -> None:
        self._nvml = nvml  # pynvml, initialised
        self._handle = handle

    @property
    def power_watts(self) -> float:
        """Power at this moment, or its mean over a second."""
        try:
            (value,) = self._nvml.nvmlDeviceGetFieldValues(self._handle, [INSTANT_POWER])
            if value.nvmlReturn == 0:
                return float(value.value.uiVal / 1e3)
        except (self._nvml.NVMLError, AttributeError, TypeError, ValueError):
            pass
        return self._asked("nvmlDeviceGetPowerUsage") / 1e3

    @property
    def power_limit_watts(self) -> float | None:
        """The limit in force."""
        return _known(self._asked("nvmlDeviceGetEnforcedPowerLimit") / 1e3)

    @property
    def clock_mhz(self) -> float:
        """Clock of the multiprocessors."""
        return self._asked("nvmlDeviceGetClockInfo", CLOCK_MULTIPROCESSORS)

    @property
    def memory_clock_mhz(self) -> float:
        """Clock of the memory."""
        return self._asked("nvmlDeviceGetClockInfo", CLOCK_MEMORY)

    @property
    def highest_memory_clock_mhz(self) -> float | None:
        """Highest clock of the memory."""
        return _known(self._asked("nvmlDeviceGetMaxClockInfo", CLOCK_MEMORY))

    @property
    def temperature_celsius(self) -> float:
        """Temperature of the GPU."""
        return self._asked("nvmlDeviceGetTemperature", TEMPERATURE_GPU)

    @property
    def throttling(self) -> str:
        """Reasons for a reduced clock, joined by ``+``; empty where there is none."""
        bits = self._asked("nvmlDeviceGetCurrentClocksEventReasons")
        mask = 0 if math.isnan(bits) else int(bits)
        return "+".join(words for bit, words in THROTTLE_REASONS.items() if mask & bit)

    @contextlib.contextmanager
    def locked_clocks(self, mhz: int) -> Iterator[None]:
        """Lock the clock of the multiprocessors for as long as the context lasts."""
        try:
            self._nvml.nvmlDeviceSetGpuLockedClocks(self._handle, mhz, mhz)
        except self._nvml.NVMLError as error:
            raise MachineError(
                f"the clocks cannot be locked at {mhz} MHz: {error}. That takes an administrator's "
                "rights; without --lock-clocks the clock is measured during each sample instead"
            ) from error
        try:
            yield
        finally:
            try:
                self._nvml.nvmlDeviceResetGpuLockedClocks(self._handle)
            except self._nvml.NVMLError as error:
                raise MachineError(
                    f"the clocks were locked and cannot be unlocked: {error}; "
                    "run nvidia-smi --reset-gpu-clocks"
                ) from error

    def _asked(self, question: str, *arguments: int) -> float:
        """Return an answer as a number; NaN where this GPU or driver has none."""
        try:
            return float(getattr(self._nvml, question)(self._handle, *arguments))
        except (self._nvml.NVMLError, AttributeError, TypeError, ValueError):
            return math.nan


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number


@contextlib.contextmanager
def open_nvml(uuid: str, nvml: Any = None) -> Iterator[NvmlDevice]:
    """Ask NVML for a GPU by its UUID: numbers differ between NVML and CUDA."""
    if nvml is None:
        try:
            nvml = importlib.import_module("pynvml")
        except ImportError as error:
            raise MissingToolError(
                f"power and clocks need nvidia-ml-py ({error}): install sgemm[gpu]"
            ) from error
    try:
        nvml.nvmlInit()
    except nvml.NVMLError as error:
        raise MissingToolError(f"NVML does not answer: {error}") from error
    try:
        try:
            handle = nvml.nvmlDeviceGetHandleByUUID(uuid)
        except nvml.NVMLError as error:
            raise MissingToolError(f"NVML does not know the GPU {uuid}: {error}") from error
        yield NvmlDevice(nvml, handle)
    finally:
        with contextlib.suppress(nvml.NVMLError):
            nvml.nvmlShutdown()


class Monitor:
    """Records power, clocks, temperature and throttling in a thread while a context lasts."""

    def __init__(self, device: NvmlDevice, period: float = PERIOD_SECONDS) -> None:
        self._device = device
        self._period = period
        self._rows: list[tuple[float | str, ...]] = []  # as the columns of a trace
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="sgemm-nvml", daemon=True)

    def __enter__(self) -> Monitor:
        self._note()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def between(self, name: str, begin: float, end: float) -> Trace:
        """Return what was recorded between two times."""
        rows = [row for row in self._rows if begin <= cast(float, row[0]) <= end]
        columns: Any = zip(*rows, strict=True) if rows else ((),) * 6
        return Trace(name, *columns)

    def _watch(self) -> None:
        while not self._stop.wait(self._period):
            self._note()

    def _note(self) -> None:
        device = self._device
        clocks = device.clock_mhz, device.memory_clock_mhz
        heat = device.temperature_celsius, device.throttling
        self._rows.append((round(time.time(), 3), device.power_watts, *clocks, *heat))
