"""The contenders of one task: checked, warmed up, timed in turns, checked again.

Points 5, 8, 12, 13, 14 and 15 of docs/benchmarking.md, in the order in which they happen here. A
contender that is wrong at any of them has no samples in the results, and its failure says why.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from sgemm.bench.contenders import Contender, Ready
from sgemm.bench.peak import Peak
from sgemm.bench.sampler import Sample, Sampler
from sgemm.bench.stopping import StoppingRule
from sgemm.bench.sustain import sustained_samples
from sgemm.bench.testbed import Testbed
from sgemm.errors import RequirementError, SgemmError
from sgemm.verify.check import Verdict

SETTLING_SECONDS = 5e-3
"""A run that takes longer needs no other run to warm it up."""

ROUNDS_BEFORE_ELIMINATION = 2

Progress = Callable[[str], None]
"""Called before each step with what it is."""

PeakOf = Callable[[Contender], Peak | None]
"""The most that the machine can do for a contender, where that is known."""


class Status(enum.Enum):
    """What became of a contender."""

    MEASURED = "measured"
    WRONG = "wrong"
    """A check failed: of its result, before or after timing, or by peak check."""
    REFUSED = "refused"
    """It does not apply to this problem."""
    FAILED = "failed"
    """It did not compile, load or run."""
    ELIMINATED = "eliminated"
    """It is so much slower than the fastest that the rule drops it."""


@dataclasses.dataclass(slots=True)
class Series:
    """What was found out about one contender; grows while it is measured.

    Attributes
    ----------
    ready : Ready or None
        None where it could not be bound.
    reason : str
        Why it was not measured.
    error : SgemmError or None
        What forbade it to run.
    before, after : Verdict or None
        The checks before timing, and by fresh inputs after it.
    rounds : list of int
        Round of each sample.
    elapsed : float
        Seconds of sampling.
    satisfied : bool
        Whether the stopping rule was met.
    """

    contender: Contender
    ready: Ready | None = None
    status: Status = Status.MEASURED
    reason: str = ""
    error: SgemmError | None = None
    before: Verdict | None = None
    after: Verdict | None = None
    samples: list[Sample] = dataclasses.field(default_factory=list)
    rounds: list[int] = dataclasses.field(default_factory=list)
    elapsed: float = 0.0
    satisfied: bool = False

    @property
    def seconds(self) -> list[float]:
        """Times of the samples."""
        return [sample.seconds for sample in self.samples]

    def fail(self, status: Status, reason: str, error: SgemmError | None = None) -> None:
        """Note why it takes no further part."""
        self.status, self.reason, self.error = status, reason, error


@dataclasses.dataclass(frozen=True, slots=True)
class TaskResult:
    """What became of all contenders of a task.

    Parameters
    ----------
    series : tuple of Series
        In the order of the contenders.
    interrupted : bool
        Whether the user interrupted the timing: samples are those taken until then.
    """

    series: tuple[Series, ...]
    interrupted: bool = False


def measure_task(
    testbed: Testbed,
    sampler: Sampler,
    contenders: Sequence[Contender],
    rule: StoppingRule,
    *,
    fresh_seed: int,
    warm_up_seconds: float = 0.1,
    sustain_seconds: float | None = None,
    peak_of: PeakOf = lambda _: None,
    progress: Progress = lambda _: None,
) -> TaskResult:
    """Measure all contenders on one task; an empty problem is checked and not timed.

    Parameters
    ----------
    testbed : Testbed
        With inputs in place.
    sampler : Sampler
        Of that testbed.
    contenders : sequence of Contender
        The first is the one that others are compared with.
    fresh_seed : int
        Of the inputs of the second check.
    warm_up_seconds : float
        Each contender runs for so long, and at least once, before it is timed.
    sustain_seconds : float or None
        Run each contender without a pause for so long, instead of taking turns.
    peak_of : callable
        The most that the machine can do for a contender.
    progress : callable
        Called before each step with what it is.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts outside of the timing, where there is nothing to keep.
    """
    found = tuple(Series(contender) for contender in contenders)
    interrupted = False
    with contextlib.ExitStack() as stack:
        for series in found:
            progress(f"{series.contender.name}: checking")
            _guarded(_bind, series, testbed, stack)
            _guarded(_check, series, testbed, sampler)
        try:
            if testbed.task.problem.is_empty:
                pass  # there is nothing to time
            elif sustain_seconds is not None:
                _sustain(found, testbed, sustain_seconds, progress)
            else:
                _warm_up(found, sampler, warm_up_seconds, progress)
                _take_turns(found, testbed, sampler, rule, progress)
        except KeyboardInterrupt:
            interrupted = True
        testbed.renew(fresh_seed)
        for series in _still_in(found):
            progress(f"{series.contender.name}: checking again")
            _guarded(_check_again, series, testbed, sampler)
            _guarded(_check_peak, series, testbed, peak_of)
    return TaskResult(found, interrupted)


def _still_in(found: Sequence[Series]) -> list[Series]:
    return [series for series in found if series.status is Status.MEASURED]


def _guarded(step: Callable[..., None], series: Series, *arguments: Any) -> None:
    """Run a step of a contender that is still in; what goes wrong in it is its own failure."""
    if series.status is not Status.MEASURED:
        return
    try:
        step(series, *arguments)
    except RequirementError as error:
        series.fail(Status.REFUSED, str(error), error)
    except SgemmError as error:
        series.fail(Status.FAILED, str(error).partition("\n")[0], error)


def _bind(series: Series, testbed: Testbed, stack: contextlib.ExitStack) -> None:
    series.ready = stack.enter_context(series.contender.bind(testbed))


def _judged(series: Series, testbed: Testbed, sampler: Sampler) -> Verdict:
    """Take a sample like any other, before which C was NaN, and judge what it left."""
    assert series.ready is not None
    sampler.take(series.ready.run, checked=True)
    return testbed.judged(series.contender.tolerance(testbed.task.problem))


def _check(series: Series, testbed: Testbed, sampler: Sampler) -> None:
    series.before = _judged(series, testbed, sampler)
    if not series.before.passed:
        series.fail(Status.WRONG, series.before.reason)


def _check_again(series: Series, testbed: Testbed, sampler: Sampler) -> None:
    series.after = _judged(series, testbed, sampler)
    if not series.after.passed:
        reason = f"right before it was timed, and wrong after that: {series.after.reason}"
        series.fail(Status.WRONG, reason)


def _check_peak(series: Series, testbed: Testbed, peak_of: PeakOf) -> None:
    """Compare with the peak: the median of the times, at the median of their clocks."""
    peak = peak_of(series.contender)
    if peak is None or not series.samples:
        return
    known = [sample.clock_mhz for sample in series.samples if sample.clock_mhz > 0.0]
    clock = statistics.median(known) if known else None
    median = statistics.median(series.seconds)
    reason = peak.violation(testbed.task.problem.flops, median, clock)
    if reason is not None:
        series.fail(Status.WRONG, reason)


def _warm_up(found: Sequence[Series], sampler: Sampler, seconds: float, progress: Progress) -> None:
    """Run every contender for some time: clocks and caches settle by time, not by count."""
    for series in _still_in(found):
        progress(f"{series.contender.name}: warming up")
        _guarded(_warm, series, sampler, time.perf_counter() + seconds)
        time.sleep(series.contender.rest_seconds)


def _warm(series: Series, sampler: Sampler, until: float) -> None:
    assert series.ready is not None
    sampler.take(series.ready.run)
    while time.perf_counter() < until:
        sampler.take(series.ready.run)


def _take_turns(
    found: Sequence[Series],
    testbed: Testbed,
    sampler: Sampler,
    rule: StoppingRule,
    progress: Progress,
) -> None:
    """Sample in rounds; each begins with another contender, so that none always follows one.

    The first contender, which others are compared with, has a turn as long as anyone has: a ratio
    compares samples of the same round.
    """
    number = 0
    while any(not _is_done(series, testbed, rule) for series in _still_in(found)):
        turn = [
            series
            for series in _still_in(found)
            if series is found[0] or not _is_done(series, testbed, rule)
        ]
        for position in range(len(turn)):
            series = turn[(position + number) % len(turn)]
            progress(f"{series.contender.name}: round {number + 1}")
            _guarded(_burst, series, number, testbed, sampler, rule)
            time.sleep(series.contender.rest_seconds)
        number += 1
        if number == ROUNDS_BEFORE_ELIMINATION:
            _eliminate(found, rule.elimination)


def _eliminate(found: Sequence[Series], most: float) -> None:
    """Drop what is slower than so many times the fastest; never the one compared with."""
    racing = [series for series in _still_in(found[1:]) if series.samples]
    best = min((min(series.seconds) for series in racing), default=0.0)
    for series in racing:
        if min(series.seconds) > most * best:
            series.fail(Status.ELIMINATED, f"slower than {most:g} times the fastest")


def _sustain(found: Sequence[Series], testbed: Testbed, seconds: float, progress: Progress) -> None:
    """Run one contender after the other without a pause."""
    for series in _still_in(found):
        progress(f"{series.contender.name}: {seconds:g} s without a pause")
        _guarded(_sustain_one, series, testbed, seconds)
        time.sleep(series.contender.rest_seconds)


def _sustain_one(series: Series, testbed: Testbed, seconds: float) -> None:
    assert series.ready is not None
    series.samples = sustained_samples(testbed.machine, series.ready.run, seconds)
    series.rounds = [0] * len(series.samples)
    series.satisfied = True


def _is_done(series: Series, testbed: Testbed, rule: StoppingRule) -> bool:
    if not series.samples or series.satisfied:
        return series.satisfied
    problem = testbed.task.problem
    series.satisfied = rule.satisfied(problem, series.seconds, series.elapsed)
    limited = series.elapsed >= rule.time_limit or len(series.samples) >= rule.most_samples
    return series.satisfied or limited


def _burst(
    series: Series, number: int, testbed: Testbed, sampler: Sampler, rule: StoppingRule
) -> None:
    """Take a contender's samples of one round, after a run that warms it up again."""
    assert series.ready is not None
    burst = rule.burst(testbed.task.problem)
    begin = time.perf_counter()
    before = series.elapsed
    # Who is done and goes on for the sake of the others keeps to the least.
    seconds, most = (
        (0.0, burst.samples) if _is_done(series, testbed, rule) else (burst.seconds, burst.most)
    )
    if not series.samples or series.samples[-1].seconds < SETTLING_SECONDS:
        sampler.take(series.ready.run)
    for taken in range(1, most + 1):
        series.samples.append(sampler.take(series.ready.run))
        series.rounds.append(number)
        spent = time.perf_counter() - begin
        series.elapsed = before + spent
        enough = taken >= burst.samples and spent >= seconds
        if enough or series.elapsed >= rule.time_limit:
            return
