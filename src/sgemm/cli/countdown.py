"""Progress of a benchmark on standard error, with the time that is left."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence

from sgemm.bench.campaign import Job
from sgemm.bench.task import Task
from sgemm.cli.output import Advance, progress

OPERATIONS_OF_A_STEP = 1e11
"""So many operations weigh as much as all that a contender takes beside them."""


class Countdown:
    """Shows what is being done, and how long all of it will take."""

    def __init__(
        self,
        jobs: Sequence[Job],
        advance: Advance,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._weights = [_weight(job) for job in jobs]
        self._advance = advance
        self._clock = clock
        self._begin = clock()
        self._finished = 0

    def step(self, task: Task, step: str) -> None:
        """Say what is being done."""
        self._advance(f"{task}: {step}{self.time_left()}", 0)

    def done(self) -> None:
        """Note that a task is done."""
        self._finished += 1
        self._advance(f"next task{self.time_left()}", 1)

    def time_left(self) -> str:
        """Return how long the rest will take, as a part of a line; empty before the first task."""
        known = sum(self._weights[: self._finished])
        if not known:
            return ""
        rest = sum(self._weights[self._finished :])
        seconds = (self._clock() - self._begin) * rest / known
        if seconds >= 90.0:
            return f", about {seconds / 60.0:.0f} min left"
        return f", about {seconds:.0f} s left"


@contextlib.contextmanager
def countdown(jobs: Sequence[Job]) -> Iterator[Countdown]:
    """Show progress while the context lasts, if standard error is a terminal."""
    with progress(len(jobs), "setting up") as advance:
        yield Countdown(jobs, advance)


def _weight(job: Job) -> float:
    """Return how long a task takes, in a unit of its own."""
    return len(job.contenders) * (1.0 + job.task.problem.flops / OPERATIONS_OF_A_STEP)
