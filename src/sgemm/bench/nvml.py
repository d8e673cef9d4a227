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
from collections.abc import Callable, Iterator
from typing import Any

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

# (name, begin, end) -> what was recorded of power and clocks between two times
Recorded = Callable[[str, float, float], Trace]


class NvmlDevice:
    """One GPU as NVML sees it; what the GPU does not report is NaN, or None where that is kept."""

    def __init__(self, nvml: Any, handle: Any) -> None:
        self._nvml = nvml  # pynvml, initialised
        self._handle = handle

    @property
    def power_limit_watts(self) -> float | None:
        """The limit in force."""
        return _known(self._asked("nvmlDeviceGetEnforcedPowerLimit") / 1e3)

    @property
    def highest_memory_clock_mhz(self) -> float | None:
        """Highest clock of the memory."""
        return _known(self._asked("nvmlDeviceGetMaxClockInfo", CLOCK_MEMORY))

    def other_processes(self) -> int | None:
        """Return how many processes compute on it beside this one, which is taken to be one.

        Its number need not tell: a container has numbers of its own.
        """
        count = self._asked("nvmlDeviceGetComputeRunningProcesses", read=len)
        return None if math.isnan(count) else max(0, int(count) - 1)

    def busy(self) -> float | None:
        """Return the share of the last moments, up to a second, in which it worked."""
        per_cent = self._asked("nvmlDeviceGetUtilizationRates", read=lambda rates: rates.gpu)
        return _known(per_cent / 100.0)

    def reading(self) -> tuple[float, float, float, float, str]:
        """Return power, both clocks, temperature and throttling, as the columns of a trace."""
        bits = self._asked("nvmlDeviceGetCurrentClocksEventReasons")
        mask = 0 if math.isnan(bits) else int(bits)
        return (
            self._power_watts(),
            self._asked("nvmlDeviceGetClockInfo", CLOCK_MULTIPROCESSORS),
            self._asked("nvmlDeviceGetClockInfo", CLOCK_MEMORY),
            self._asked("nvmlDeviceGetTemperature", TEMPERATURE_GPU),
            "+".join(words for bit, words in THROTTLE_REASONS.items() if mask & bit),
        )

    def _power_watts(self) -> float:
        """Return the power at this moment, or its mean over a second."""
        now = self._asked("nvmlDeviceGetFieldValues", [INSTANT_POWER], read=_field_value)
        if not math.isnan(now):
            return now / 1e3
        return self._asked("nvmlDeviceGetPowerUsage") / 1e3

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

    def _asked(self, question: str, *arguments: Any, read: Callable[[Any], float] = float) -> float:
        """Return the number that is read of an answer; NaN where this GPU or driver has none."""
        try:
            return float(read(getattr(self._nvml, question)(self._handle, *arguments)))
        except (self._nvml.NVMLError, AttributeError, TypeError, ValueError):
            return math.nan


def _field_value(values: Any) -> float:
    (value,) = values
    return float(value.value.uiVal) if value.nvmlReturn == 0 else math.nan


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


@contextlib.contextmanager
def monitoring(device: NvmlDevice, period: float = PERIOD_SECONDS) -> Iterator[Recorded]:
    """Read a GPU in a thread while the context lasts; yield what returns a part of it."""
    rows: list[tuple[float, *tuple[float | str, ...]]] = []
    stop = threading.Event()

    def between(name: str, begin: float, end: float) -> Trace:
        columns: Any = zip(*(row for row in rows if begin <= row[0] <= end), strict=True)
        return Trace(name, *(tuple(columns) or ((),) * 6))

    def note() -> None:
        rows.append((round(time.time(), 3), *device.reading()))

    def watch() -> None:
        while not stop.wait(period):
            note()

    note()
    thread = threading.Thread(target=watch, name="sgemm-nvml", daemon=True)
    thread.start()
    try:
        yield between
    finally:
        stop.set()
        thread.join()
