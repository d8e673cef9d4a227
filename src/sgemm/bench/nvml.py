"""NVML, the GPU's own monitor: power, clocks and throttling in the background; locking of clocks.

Points 2 and 11 of docs/benchmarking.md. Nothing is changed on a GPU unless it is asked for, and
what is changed is restored.
"""

from __future__ import annotations

import bisect
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
"""Bits of NVML's clock event reasons; idleness, bit 1, is none."""

INSTANT_POWER = 186
"""NVML's field of the power at this moment; the plain question is answered by a mean of 1 s."""


class NvmlDevice:
    """One GPU as NVML sees it.

    Parameters
    ----------
    nvml : module
        ``pynvml``, initialised.
    handle : object
        NVML's handle of the GPU.
    """

    def __init__(self, nvml: Any, handle: Any) -> None:
        self._nvml = nvml
        self._handle = handle

    @property
    def power_watts(self) -> float:
        """Power at this moment; NaN where the GPU does not tell."""
        instant = self._asked(self._instant_power)
        if not math.isnan(instant):
            return instant
        return self._asked(lambda: self._nvml.nvmlDeviceGetPowerUsage(self._handle) / 1e3)

    @property
    def power_limit_watts(self) -> float | None:
        """The limit in force; None where the GPU does not tell."""
        limit = self._asked(lambda: self._nvml.nvmlDeviceGetEnforcedPowerLimit(self._handle) / 1e3)
        return None if math.isnan(limit) else limit

    @property
    def clock_mhz(self) -> float:
        """Clock of the multiprocessors; NaN where the GPU does not tell."""
        nvml = self._nvml
        return self._asked(lambda: nvml.nvmlDeviceGetClockInfo(self._handle, nvml.NVML_CLOCK_SM))

    @property
    def memory_clock_mhz(self) -> float:
        """Clock of the memory; NaN where the GPU does not tell."""
        nvml = self._nvml
        return self._asked(lambda: nvml.nvmlDeviceGetClockInfo(self._handle, nvml.NVML_CLOCK_MEM))

    @property
    def highest_memory_clock_mhz(self) -> float | None:
        """Highest clock of the memory; None where the GPU does not tell."""
        nvml = self._nvml
        clock = self._asked(
            lambda: nvml.nvmlDeviceGetMaxClockInfo(self._handle, nvml.NVML_CLOCK_MEM)
        )
        return None if math.isnan(clock) else clock

    @property
    def temperature_celsius(self) -> float:
        """Temperature; NaN where the GPU does not tell."""
        nvml = self._nvml
        return self._asked(
            lambda: nvml.nvmlDeviceGetTemperature(self._handle, nvml.NVML_TEMPERATURE_GPU)
        )

    @property
    def throttling(self) -> str:
        """Reasons for a reduced clock, joined by ``+``; empty where there is none."""
        nvml = self._nvml
        names = (
            "nvmlDeviceGetCurrentClocksEventReasons",
            "nvmlDeviceGetCurrentClocksThrottleReasons",
        )
        function = next((getattr(nvml, name) for name in names if hasattr(nvml, name)), None)
        if function is None:
            return ""
        bits = self._asked(lambda: function(self._handle))
        mask = 0 if math.isnan(bits) else int(bits)
        return "+".join(words for bit, words in THROTTLE_REASONS.items() if mask & bit)

    def lock_clocks(self, mhz: int) -> None:
        """Lock the clock of the multiprocessors.

        Raises
        ------
        MachineError
            If that is refused; the message says what to do.
        """
        try:
            self._nvml.nvmlDeviceSetGpuLockedClocks(self._handle, mhz, mhz)
        except self._nvml.NVMLError as error:
            raise MachineError(
                f"the clocks cannot be locked at {mhz} MHz: {error}. That takes an administrator's "
                "rights; without --lock-clocks the clock is measured during each sample instead"
            ) from error

    def unlock_clocks(self) -> None:
        """Let the GPU choose its clocks again.

        Raises
        ------
        MachineError
            If that is refused.
        """
        try:
            self._nvml.nvmlDeviceResetGpuLockedClocks(self._handle)
        except self._nvml.NVMLError as error:
            raise MachineError(
                f"the clocks were locked and cannot be unlocked: {error}; "
                "run nvidia-smi --reset-gpu-clocks"
            ) from error

    def _instant_power(self) -> float:
        (value,) = self._nvml.nvmlDeviceGetFieldValues(self._handle, [INSTANT_POWER])
        return value.value.uiVal / 1e3 if value.nvmlReturn == 0 else math.nan

    def _asked(self, question: Callable[[], Any]) -> float:
        """Return an answer as a number; NaN where this GPU or driver has none."""
        try:
            return float(question())
        except (self._nvml.NVMLError, AttributeError, TypeError, ValueError):
            return math.nan


@contextlib.contextmanager
def open_nvml(uuid: str, nvml: Any = None) -> Iterator[NvmlDevice]:
    """Ask NVML for a GPU.

    Parameters
    ----------
    uuid : str
        ``"GPU-..."``: numbers differ between NVML and CUDA.
    nvml : module, optional
        In place of ``pynvml``.

    Raises
    ------
    MissingToolError
        If nvidia-ml-py is not installed, or NVML does not answer.
    """
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
def locked_clocks(device: NvmlDevice, mhz: int) -> Iterator[None]:
    """Lock the clocks for as long as the context lasts, whatever ends it."""
    device.lock_clocks(mhz)
    try:
        yield
    finally:
        device.unlock_clocks()


class Monitor:
    """Records power, clocks, temperature and throttling in a thread of its own.

    Use it as a context manager.

    Parameters
    ----------
    period : float
        Seconds between two records.
    """

    def __init__(self, device: NvmlDevice, period: float = PERIOD_SECONDS) -> None:
        self._device = device
        self._period = period
        self._times: list[float] = []
        self._rows: list[tuple[float, float, float, float, str]] = []
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
        """Return what was recorded between two times.

        Parameters
        ----------
        name : str
            Of the trace.
        begin, end : float
            Seconds since 1970.
        """
        count = len(self._rows)
        first = bisect.bisect_left(self._times, begin, 0, count)
        last = bisect.bisect_right(self._times, end, 0, count)
        power, clock, memory, warmth, reasons = (
            tuple(row[column] for row in self._rows[first:last]) for column in range(5)
        )
        times = tuple(self._times[first:last])
        return Trace(name, times, power, clock, memory, warmth, reasons)  # type: ignore[arg-type]

    def _watch(self) -> None:
        while not self._stop.wait(self._period):
            self._note()

    def _note(self) -> None:
        device = self._device
        row = (
            device.power_watts,
            device.clock_mhz,
            device.memory_clock_mhz,
            device.temperature_celsius,
            device.throttling,
        )
        # The row first: whoever reads counts the rows.
        at = round(time.time(), 3)
        self._times.append(at)
        self._rows.append(row)
