"""A benchmark from its first problem to its last, and how it goes on where it stopped.

Points 1 and 17 of docs/benchmarking.md: the environment is recorded once a file, every sample
is kept, and each problem's measurements are on disk before the next problem begins.

A named set has up to hundreds of problems, so its rule is exact enough and fits into little GPU
time: at least six samples in as many interleaved rounds, until the mean is known to 1%. Of what
takes microseconds there are more of them, since the GPU's event timer ticks only every half
microsecond.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager

from sgemm.bench.contenders import Contender, PlanContender
from sgemm.bench.environment import Device
from sgemm.bench.fixture import Fixture
from sgemm.bench.lines import ACCURACY, label, measure_errors, measurements_of
from sgemm.bench.measurement import Measurement, Trace
from sgemm.bench.results import ResultsFile
from sgemm.bench.rounds import Progress, Series, Status, measure_problem
from sgemm.bench.sets import problems_of
from sgemm.bench.stopping import SUSTAINED, Precision, Settings
from sgemm.problem import Problem
from sgemm.verify import DEFAULT_INPUT_CLASS
from sgemm.verify.inputs import INPUT_CLASSES

SUSTAINED_SECONDS = 10.0
WARM_UP_SECONDS = 0.01

RULE = Precision(
    samples=6, seconds=0.02, relative_error=0.01, time_limit=2.0, rounds=6, most_samples=40
)

SAMPLE_SECONDS = 1.0e-3  # of a sample beside its run: holding the GPU, emptying its cache, clocks
PROBLEM_SECONDS = 0.03  # what a problem takes besides: memory, judging, a line of results
CHECKED_RUNS = 4  # runs of a contender beside its samples: two checks, to warm up, to settle
USUAL_EFFICIENCY = 0.7  # of the peak that runs, and the references in double precision, come to
BYTES_A_SECOND = 2.0e12  # at which operands are made, widened and judged on a busy GPU, about
BYTES_AN_ELEMENT = 60  # read and written for an element of A, B or C outside of the runs

Compiling = Callable[[int], AbstractContextManager[Callable[[str], None]]]
"""Shows how far compiling is: it gets the number of kernels, and yields what to call for each."""

Reasons = tuple[tuple[str, str], ...]  # names of contenders, and why


@dataclasses.dataclass(frozen=True, slots=True)
class SetRun:
    """A set that is to be measured."""

    name: str
    problems: tuple[Problem, ...]
    settings: Settings

    def protocols(self, sampling: str) -> dict[str, str | None]:
        """Return the protocols that it is measured by; each has a class of inputs, or has times."""
        if self.name == ACCURACY:
            return {label(input_class): input_class for input_class in INPUT_CLASSES}
        return {self.settings.label(sampling): None}

    def asked(self, done: Collection[Measurement]) -> tuple[Measurement, ...]:
        """Return what was measured by the rule and from the seed of this run."""
        return tuple(one for one in done if is_asked(one, self.settings))


def is_asked(one: Measurement, settings: Settings) -> bool:
    """Whether a measurement has the rule, where it has one, and the seed of settings."""
    is_same = one.verification is None or one.verification.seed == settings.seed
    return is_same and one.rule in (None, settings.words)


def set_run(name: str, seed: int = 0, rule: Precision = RULE) -> SetRun:
    """Return how a set is measured."""
    sustain = SUSTAINED_SECONDS if name == SUSTAINED else None
    return SetRun(name, problems_of(name), Settings(rule, seed, WARM_UP_SECONDS, sustain))


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """A problem that is done."""

    problem: Problem
    measurements: tuple[Measurement, ...] = ()  # what was written to the file
    refused: Reasons = ()  # contenders that do not apply here
    interrupted: bool = False
    traces: tuple[Trace, ...] = ()
    series: tuple[Series, ...] = ()  # of its contenders, where these were timed


@dataclasses.dataclass(frozen=True, slots=True)
class Job:
    """The part of a problem that is still to be measured."""

    problem: Problem
    contenders: tuple[Contender, ...]  # the baseline first, where there is one
    refused: Reasons
    input_class: str | None = None  # to compare errors on, without times; None to take times


def jobs_of(
    run: SetRun,
    contenders: Sequence[Contender],  # the baseline first
    done: Collection[Measurement],
    fixture: Fixture,
) -> list[Job]:
    """List what is left of a set, and build the kernels that it needs side by side."""
    known = {one.identity for one in run.asked(done)}
    jobs = []
    for problem in run.problems:
        reasons = {one.name: one.unsupported(problem) for one in contenders}
        refused = tuple((name, why) for name, why in reasons.items() if why is not None)
        legal = [one for one in contenders if reasons[one.name] is None]
        for protocol, input_class in run.protocols(fixture.protocol).items():
            place = fixture.machine.name, str(problem), protocol
            left = [one for one in legal if (one.name, *place) not in known]
            # Times are ratios to the baseline's in the same rounds.
            if input_class is None and left and legal[0] is contenders[0] is not left[0]:
                left.insert(0, legal[0])
            if left or (refused and not legal):
                jobs.append(Job(problem, tuple(left), refused, input_class))
            if input_class is not None:
                refused = ()  # once for all classes is enough
    prepare_kernels(fixture, jobs)
    return jobs


def silent(_: int) -> AbstractContextManager[Callable[[str], None]]:
    """Show no progress."""
    return contextlib.nullcontext(lambda _: None)


def prepare_kernels(
    fixture: Fixture, jobs: Sequence[Job], until: float = math.inf, compiling: Compiling = silent
) -> None:
    """Build and load the kernels of jobs, so that no problem waits for a compiler.

    What is not ready at ``until``, by :func:`time.monotonic`, is left.
    """
    missing = fixture.kernel_pool.missing(
        contender.planned(job.problem).kernel
        for job in jobs
        for contender in job.contenders
        if isinstance(contender, PlanContender) and contender.unsupported(job.problem) is None
    )
    if missing:
        with compiling(len(missing)) as advance:
            fixture.kernel_pool.prepare(missing, advance, until)


def measured_of(
    run: SetRun, names: Collection[str] | None, done: Collection[Measurement], fixture: Fixture
) -> tuple[Measurement, ...]:
    """Return what a file holds of a set already: of contenders of these names, or of all."""
    protocols = run.protocols(fixture.protocol)
    problems = {str(problem) for problem in run.problems}
    return tuple(
        one
        for one in run.asked(done)
        if (names is None or one.kernel in names)
        and one.machine == fixture.machine.name
        and str(one.problem) in problems
        and one.protocol in protocols
    )


def run(
    fixture: Fixture,
    jobs: Sequence[Job],
    settings: Settings,
    file: ResultsFile,  # to which lines are added
    *,
    progress: Callable[[Problem, str], None] = lambda _problem, _step: None,
    until: float = math.inf,  # time by time.monotonic() after which no further problem is begun
) -> Iterator[Outcome]:
    """Measure problem after problem, and write each to the file; an interrupted one is the last."""
    for job in jobs:
        if time.monotonic() >= until:
            return
        outcome = _done(fixture, job, settings, functools.partial(progress, job.problem))
        if outcome.measurements:
            file.add(outcome.measurements, outcome.traces)
        yield outcome
        if outcome.interrupted:
            return


def measure(
    fixture: Fixture,
    problem: Problem,
    contenders: Sequence[Contender],  # the baseline first, where there is one
    settings: Settings,
    input_class: str = DEFAULT_INPUT_CLASS,
    progress: Progress = lambda _: None,
) -> Outcome:
    """Measure one problem."""
    begin = time.time()
    progress("inputs and reference")
    with fixture.open(problem, settings.seed, input_class) as (testbed, sampler):
        reference = testbed.reference_name
        result = measure_problem(testbed, sampler, contenders, settings, fixture.peak, progress)
    watched = fixture.recorded
    trace = None if watched is None else watched(str(problem), begin, time.time())
    made = measurements_of(fixture, problem, result, settings, reference, trace)
    return Outcome(
        problem,
        made,
        tuple((x.contender.name, x.reason) for x in result.series if x.status is Status.REFUSED),
        result.interrupted,
        () if trace is None else (trace,),
        result.series,
    )


def _done(fixture: Fixture, job: Job, settings: Settings, progress: Progress) -> Outcome:
    """Measure what is left of one problem."""
    problem = job.problem
    if not job.contenders:
        return Outcome(problem, refused=job.refused)
    if job.input_class is not None:
        parts = (fixture, problem, job.input_class, job.contenders, settings.seed, progress)
        return Outcome(problem, tuple(measure_errors(*parts)), job.refused)
    found = measure(fixture, problem, job.contenders, settings, progress=progress)
    # Series keep what they ran on alive: only the lines go on.
    return dataclasses.replace(found, refused=job.refused + found.refused, series=())


def estimated_seconds(
    jobs: Sequence[Job], settings: Settings, device: Device | None
) -> float | None:
    """Estimate how long problems will take on a GPU, to within a factor of two or so."""
    if device is None or not device.peak_tflops:
        return None
    total = 0.0
    for job in jobs:
        problem = job.problem
        run = problem.flops / (USUAL_EFFICIENCY * device.peak_tflops * 1e12)
        moved = BYTES_AN_ELEMENT * sum(problem.elements) / BYTES_A_SECOND
        if settings.sustain_seconds is not None:
            sampling = settings.sustain_seconds
        else:
            # Of what is quicker than its surroundings there are as many samples as time allows.
            rule = settings.rule.of(problem)
            least = max(rule.samples, rule.rounds) * (run + SAMPLE_SECONDS)
            sampling = max(least, rule.seconds) + settings.warm_up_seconds
        # Two references, each of a product and of one of magnitudes, and two checks of operands.
        checks = 4 * run + 2 * moved
        each = CHECKED_RUNS * run + sampling + moved
        total += PROBLEM_SECONDS + checks + len(job.contenders) * each
    return total
