"""The contenders of one problem: checked, warmed up, timed in turns, checked again.

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
from typing import NamedTuple

from sgemm.bench.contenders import Contender, Ready
from sgemm.bench.measurement import Samples
from sgemm.bench.peak import Peak
from sgemm.bench.stopping import Precision, Settings
from sgemm.bench.testbed import Run, Sample, Sampler, Testbed, sustained_samples
from sgemm.errors import RequirementError, SgemmError
from sgemm.verify.check import Verdict

SETTLING_SECONDS = 5e-3  # A run that takes longer needs no other run to warm it up
ROUNDS_BEFORE_ELIMINATION = 2

Progress = Callable[[str], None]  # called before each step with what it is
PeakOf = Callable[[Contender], Peak | None]  # the most that the machine can do, where that is known


class Status(enum.Enum):
    """What became of a contender."""

    MEASURED = "measured"
    WRONG = "wrong"  # A check failed: of its result, before or after timing, or by peak check
    REFUSED = "refused"  # it does not apply to this problem
    FAILED = "failed"  # it did not compile, load or run
    ELIMINATED = "eliminated"  # it is so much slower than the fastest that the rule drops it


@dataclasses.dataclass(slots=True)
class Series:
    """What was found out about one contender; grows while it is measured."""

    contender: Contender
    ready: Ready | None = None  # None where it could not be bound
    status: Status = Status.MEASURED
    reason: str = ""  # why it was not measured
    error: SgemmError | None = None  # what forbade it to run
    before: Verdict | None = None  # the checks before timing, and by fresh inputs after it
    after: Verdict | None = None
    samples: list[Sample] = dataclasses.field(default_factory=list)
    rounds: list[int] = dataclasses.field(default_factory=list)  # round of each sample
    elapsed: float = 0.0  # seconds of sampling
    satisfied: bool = False  # whether the stopping rule was met

    @property
    def seconds(self) -> list[float]:
        """Times of the samples."""
        return [sample.seconds for sample in self.samples]

    @property
    def kept(self) -> Samples | None:
        """The times as results have them; what was not measured or computes nothing has none."""
        if self.status is not Status.MEASURED or not self.samples:
            return None
        return Samples(tuple(self.seconds), complete=self.satisfied)

    @property
    def clock_mhz(self) -> float | None:
        """Median of the clocks that were measured with the samples."""
        known = [sample.clock_mhz for sample in self.samples if sample.clock_mhz > 0.0]
        return statistics.median(known) if known else None

    @property
    def verdict(self) -> Verdict | None:
        """The check that says most: the failed one, or the first."""
        return self.before if self.after is None or self.after.passed else self.after

    @property
    def run(self) -> Run:
        """What runs it, once it is bound."""
        assert self.ready is not None
        return self.ready.run

    def fail(self, status: Status, reason: str, error: SgemmError | None = None) -> None:
        """Note why it takes no further part."""
        self.status, self.reason, self.error = status, reason, error


class ProblemResult(NamedTuple):
    """What became of all contenders of a problem, in their order."""

    series: tuple[Series, ...]
    interrupted: bool  # by the user, while it was timed: samples are those taken until then


def measure_problem(
    testbed: Testbed,
    sampler: Sampler,
    contenders: Sequence[Contender],  # the first is the one that others are compared with
    settings: Settings,
    peak_of: PeakOf = lambda _: None,
    progress: Progress = lambda _: None,
) -> ProblemResult:
    """Measure all contenders on one problem; an empty problem is checked and not timed."""
    found = tuple(Series(contender) for contender in contenders)
    interrupted = False
    with contextlib.ExitStack() as stack:
        this = _Measuring(found, testbed, sampler, settings, progress)
        for series in found:
            this.step(series, "checking", this.check, stack)
        try:
            if testbed.problem.is_empty:
                pass  # there is nothing to time
            elif settings.sustain_seconds is not None:
                for series in this.still_in():
                    what = f"{settings.sustain_seconds:g} s without a pause"
                    this.step(series, what, this.sustain)
            else:
                for series in this.still_in():
                    this.step(series, "warming up", this.warm_up)
                this.take_turns()
        except KeyboardInterrupt:
            interrupted = True
        # Of an interrupted problem what has times is kept, and that is checked like all others.
        timed = [series for series in this.still_in() if series.samples or not interrupted]
        what = "interrupted, checking again" if interrupted else "checking again"
        try:
            this.check_all_again(timed, what, peak_of)
        except KeyboardInterrupt:
            if interrupted:
                raise  # the second time: whoever asks does not want to wait for the checks
            interrupted = True
            this.check_all_again(timed, "interrupted, checking again", peak_of)
    return ProblemResult(found, interrupted)


@dataclasses.dataclass(frozen=True, slots=True)
class _Measuring:
    """All that the steps of measuring a problem share."""

    found: tuple[Series, ...]
    testbed: Testbed
    sampler: Sampler
    settings: Settings
    progress: Progress

    def still_in(self) -> list[Series]:
        """Return what takes part still."""
        return [series for series in self.found if series.status is Status.MEASURED]

    def step(self, series: Series, what: str, step: Callable[..., None], *more: object) -> None:
        """Run a step of a contender, and wait until nothing of it runs any more.

        What goes wrong in it is its own failure, and what failed before takes no further step.
        """
        if series.status is not Status.MEASURED:
            return
        self.progress(f"{series.contender.name}: {what}")
        try:
            step(series, *more)
        except RequirementError as error:
            series.fail(Status.REFUSED, str(error), error)
        except SgemmError as error:
            series.fail(Status.FAILED, str(error).partition("\n")[0], error)
        time.sleep(series.contender.rest_seconds)

    def judged(self, series: Series) -> Verdict:
        """Take a sample like any other, before which C was NaN, and judge what it left."""
        self.sampler.take(series.run, checked=True)
        return self.testbed.judged(series.contender.tolerance(self.testbed.problem))

    def check(self, series: Series, stack: contextlib.ExitStack) -> None:
        """Make it ready, and check it before it is timed."""
        series.ready = stack.enter_context(series.contender.bind(self.testbed))
        series.before = self.judged(series)
        if not series.before.passed:
            series.fail(Status.WRONG, series.before.reason)

    def check_all_again(self, timed: Sequence[Series], what: str, peak_of: PeakOf) -> None:
        """Check what has been timed by fresh inputs."""
        if timed:
            self.testbed.renew(self.settings.seed + 1)
        for series in timed:
            self.step(series, what, self.check_again, peak_of(series.contender))

    def check_again(self, series: Series, peak: Peak | None) -> None:
        """Check it by fresh inputs, and its times by what the machine can do."""
        series.after = self.judged(series)
        if not series.after.passed:
            reason = f"right before it was timed, and wrong after that: {series.after.reason}"
            series.fail(Status.WRONG, reason)
        elif peak is not None and series.samples:
            seconds = statistics.median(series.seconds)
            impossible = peak.violation(self.testbed.problem.flops, seconds, series.clock_mhz)
            if impossible is not None:
                series.fail(Status.WRONG, impossible)

    def warm_up(self, series: Series) -> None:
        """Run it for some time: clocks and caches settle by time, not by count."""
        until = time.perf_counter() + self.settings.warm_up_seconds
        self.sampler.take(series.run)
        while time.perf_counter() < until:
            self.sampler.take(series.run)

    def sustain(self, series: Series) -> None:
        """Run it without a pause."""
        seconds = self.settings.sustain_seconds or 0.0
        series.samples = sustained_samples(self.testbed.machine, series.run, seconds)
        series.rounds = [0] * len(series.samples)
        series.satisfied = True

    def take_turns(self) -> None:
        """Sample in rounds; each begins with another contender, so that none always follows one.

        The first contender, which others are compared with, has a turn as long as anyone has: a
        ratio compares samples of the same round.
        """
        number = 0
        while not all(self.is_done(series) for series in self.still_in()):
            racing = self.still_in()
            turn = [one for one in racing if one is self.found[0] or not self.is_done(one)]
            for position in range(len(turn)):
                series = turn[(position + number) % len(turn)]
                self.step(series, f"round {number + 1}", self.burst, number)
            number += 1
            if number == ROUNDS_BEFORE_ELIMINATION:
                self.eliminate()

    def eliminate(self) -> None:
        """Drop what is slower than so many times the fastest; never the one compared with."""
        most = self.rule.elimination
        racing = [each for each in self.still_in() if each is not self.found[0] and each.samples]
        best = min((min(series.seconds) for series in racing), default=0.0)
        for series in racing:
            if min(series.seconds) > most * best:
                series.fail(Status.ELIMINATED, f"slower than {most:g} times the fastest")

    @property
    def rule(self) -> Precision:
        """When there are enough samples of this problem."""
        return self.settings.rule.of(self.testbed.problem)

    def is_done(self, series: Series) -> bool:
        """Tell whether it has been sampled enough, or long enough."""
        rule = self.rule
        if not series.samples or series.satisfied:
            return series.satisfied
        series.satisfied = rule.satisfied(series.seconds, series.elapsed, len(set(series.rounds)))
        limited = series.elapsed >= rule.time_limit or len(series.samples) >= rule.most_samples
        return series.satisfied or limited

    def burst(self, series: Series, number: int) -> None:
        """Take a contender's samples of one round, after a run that warms it up again."""
        rule = self.rule
        burst = rule.burst()
        begin = time.perf_counter()
        before = series.elapsed
        # Who is done and goes on for the sake of the others keeps to the least.
        is_done = self.is_done(series)
        left = max(1, rule.most_samples - len(series.samples))
        seconds, most = (0.0, burst.samples) if is_done else (burst.seconds, min(burst.most, left))
        if not series.samples or series.samples[-1].seconds < SETTLING_SECONDS:
            self.sampler.take(series.run)
        for taken in range(1, most + 1):
            series.samples.append(self.sampler.take(series.run))
            series.rounds.append(number)
            spent = time.perf_counter() - begin
            series.elapsed = before + spent
            enough = taken >= burst.samples and spent >= seconds
            if enough or series.elapsed >= rule.time_limit:
                return
