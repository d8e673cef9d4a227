"""One sample: a run between two events, and what is known of it.

Every sample of a contender goes the same way, those that are judged included, so that a run cannot
tell whether it is being checked.
"""

from __future__ import annotations

import dataclasses
import math
import time
from typing import Protocol

from sgemm.bench.testbed import Testbed
from sgemm.bench.timing import Run

HOT = "hot"
COLD_L2 = "cold L2"


@dataclasses.dataclass(frozen=True, slots=True)
class Sample:
    """One timed run.

    Parameters
    ----------
    started : float
        Seconds since 1970 by the host's clock.
    clock_mhz : float
        Clock of the multiprocessors meanwhile; NaN where it was not measured.
    late : bool
        Whether the host may have been late with the launch, so that its latency is in the time.
    """

    seconds: float
    started: float
    clock_mhz: float = math.nan
    late: bool = False


class Sampler(Protocol):
    """Takes samples in one testbed."""

    @property
    def protocol(self) -> str:
        """``"hot"`` or ``"cold L2"``."""
        ...

    def take(self, run: Run, checked: bool = False) -> Sample:
        """Time one run; where it will be judged, C is prepared before and copied after it."""
        ...


class HostSampler:
    """Samples by a machine's own events and nothing else: for the cpu machine."""

    protocol = HOT

    def __init__(self, testbed: Testbed) -> None:
        self._testbed = testbed

    def take(self, run: Run, checked: bool = False) -> Sample:
        """Time one run."""
        testbed = self._testbed
        machine = testbed.machine
        # Where beta is not zero each run would add to what the last one left.
        if checked or testbed.task.problem.beta != 0.0:
            testbed.restore()
        started = time.time()
        start = machine.record()
        run()
        stop = machine.record()
        if checked:
            testbed.snapshot()
        return Sample(stop.seconds_since(start), started)
