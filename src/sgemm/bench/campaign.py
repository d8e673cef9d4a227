"""A benchmark from its first task to its last: what it keeps, and how it goes on where it stopped.

Points 1 and 17 of docs/benchmarking.md: the environment is recorded once a file, every sample
is kept, and each task's measurements are on disk before the next task begins.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence

from sgemm.bench.accuracy import label, measure_errors
from sgemm.bench.contenders import Contender, kernels_of
from sgemm.bench.fixture import Fixture
from sgemm.bench.lines import measurements_of
from sgemm.bench.measurement import Measurement, Trace
from sgemm.bench.results import ResultsFile
from sgemm.bench.rounds import Progress, Series, Status, measure_task
from sgemm.bench.set_runs import ACCURACY, SetRun
from sgemm.bench.settings import Settings
from sgemm.bench.task import Task
from sgemm.verify.check import DEFAULT_INPUT_CLASS
from sgemm.verify.inputs import INPUT_CLASSES

Identity = tuple[object, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """A task that is done.

    Parameters
    ----------
    measurements : tuple of Measurement
        What was written to the file.
    refused : tuple of (str, str)
        Contenders that do not apply here, and why.
    failed : tuple of (str, str)
        Contenders that are wrong or did not run, and why.
    """

    task: Task
    measurements: tuple[Measurement, ...]
    refused: tuple[tuple[str, str], ...]
    failed: tuple[tuple[str, str], ...]
    interrupted: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Job:
    """The part of a task that is still to be measured.

    Parameters
    ----------
    contenders : tuple of Contender
        The baseline first, where there is one.
    input_class : str or None
        Of inputs on which errors are compared, without times; None to take times.
    """

    task: Task
    contenders: tuple[Contender, ...]
    refused: tuple[tuple[str, str], ...]
    input_class: str | None = None


def still_to_do(
    tasks: Sequence[Task],
    contenders: Sequence[Contender],
    done: Collection[Measurement],
    fixture: Fixture,
    settings: Settings,
) -> list[Job]:
    """Find out what is left of every task.

    Parameters
    ----------
    contenders : sequence of Contender
        The baseline first.

    Returns
    -------
    list of Job
        Tasks of which nothing is left are not in it.
    """
    known = {one.identity for one in done}
    jobs = []
    for task in tasks:
        reasons = {contender.name: contender.unsupported(task) for contender in contenders}
        legal = [contender for contender in contenders if reasons[contender.name] is None]
        left = [one for one in legal if identity(one, task, fixture, settings) not in known]
        refused = tuple((name, why) for name, why in reasons.items() if why is not None)
        if left and legal[0] is contenders[0] and left[0] is not legal[0]:
            left.insert(0, legal[0])
        if left:
            jobs.append(Job(task, tuple(left), refused))
        elif refused and not legal:
            jobs.append(Job(task, (), refused))
    return jobs


def jobs_of(
    run: SetRun, contenders: Sequence[Contender], done: Collection[Measurement], fixture: Fixture
) -> list[Job]:
    """Find out what is left of a set, and build the kernels that it needs side by side.

    Parameters
    ----------
    contenders : sequence of Contender
        The baseline first.
    """
    if run.name == ACCURACY:
        known = {one.identity for one in done}
        jobs = []
        for task in run.tasks:
            refused = [(one.name, one.unsupported(task)) for one in contenders]
            refusals = tuple((name, why) for name, why in refused if why is not None)
            legal = [one for one in contenders if one.name not in dict(refusals)]
            for kind in INPUT_CLASSES:
                left = tuple(
                    one
                    for one in legal
                    if (one.name, fixture.machine.name, str(task.problem), label(kind)) not in known
                )
                if left:
                    jobs.append(Job(task, left, refusals, kind))
                # Once for all classes is enough.
                refusals = ()
    else:
        jobs = still_to_do(run.tasks, contenders, done, fixture, run.settings)
    fixture.kernel_pool.prepare(
        kernel for job in jobs for kernel in kernels_of(job.contenders, job.task)
    )
    return jobs


def measured_of(
    run: SetRun, contenders: Sequence[Contender], done: Collection[Measurement], fixture: Fixture
) -> tuple[Measurement, ...]:
    """Return what a file holds of a set and some contenders already."""
    if run.name == ACCURACY:
        protocols = {label(kind) for kind in INPUT_CLASSES}
    else:
        protocols = {run.settings.label(fixture.protocol)}
    names = {one.name for one in contenders}
    problems = {str(task.problem) for task in run.tasks}
    return tuple(
        one
        for one in done
        if one.kernel in names
        and one.machine == fixture.machine.name
        and str(one.problem) in problems
        and one.protocol in protocols
    )


def run(
    fixture: Fixture,
    jobs: Sequence[Job],
    settings: Settings,
    file: ResultsFile,
    *,
    progress: Callable[[Task, str], None] = lambda _task, _step: None,
    until: float = math.inf,
) -> Iterator[Outcome]:
    """Measure task after task, and write each to the file when it is done.

    Parameters
    ----------
    file : ResultsFile
        To which lines are added.
    progress : callable
        Called before each step with the task and what it is.
    until : float
        Time by ``time.monotonic()`` after which no further task is begun.

    Yields
    ------
    Outcome
        After an interrupt the task under way is the last.
    """
    for job in jobs:
        if time.monotonic() >= until:
            return
        task = job.task

        def step(text: str, task: Task = task) -> None:
            progress(task, text)

        outcome = _measure(fixture, job, settings, step)
        file.add(outcome[0].measurements, outcome[1])
        yield outcome[0]
        if outcome[0].interrupted:
            return


def identity(contender: Contender, task: Task, fixture: Fixture, settings: Settings) -> Identity:
    """Return the identity that a measurement of a contender has in the results."""
    return contender.name, fixture.machine.name, str(task.problem), settings.label(fixture.protocol)


@dataclasses.dataclass(frozen=True, slots=True)
class Measured:
    """A task as it was measured: the series of its contenders, and their lines of results."""

    series: tuple[Series, ...]
    measurements: tuple[Measurement, ...]
    traces: tuple[Trace, ...]
    interrupted: bool


def measure(
    fixture: Fixture,
    task: Task,
    contenders: Sequence[Contender],
    settings: Settings,
    *,
    input_class: str = DEFAULT_INPUT_CLASS,
    progress: Progress = lambda _: None,
) -> Measured:
    """Measure one task.

    Parameters
    ----------
    contenders : sequence of Contender
        The baseline first, where there is one.
    progress : callable
        Called before each step with what it is.
    """
    begin = time.time()
    progress("inputs and reference")
    with fixture.open(task, settings.seed, input_class) as (testbed, sampler):
        reference = testbed.reference_name
        result = measure_task(
            testbed,
            sampler,
            contenders,
            settings.rule,
            fresh_seed=settings.seed + 1,
            warm_up_seconds=settings.warm_up_seconds,
            sustain_seconds=settings.sustain_seconds,
            peak_of=fixture.peak,
            progress=progress,
        )
    trace = fixture.trace(str(task), begin, time.time())
    made = measurements_of(fixture, task, result, settings, reference, trace)
    return Measured(result.series, made, () if trace is None else (trace,), result.interrupted)


def _measure(
    fixture: Fixture, job: Job, settings: Settings, progress: Progress
) -> tuple[Outcome, tuple[Trace, ...]]:
    """Measure what is left of one task."""
    task = job.task
    if not job.contenders:
        return Outcome(task, (), job.refused, (), False), ()
    if job.input_class is not None:
        parts = (fixture, task, job.input_class, job.contenders, settings.seed, progress)
        judged = tuple(measure_errors(*parts))
        wrong = tuple((one.kernel, one.failure) for one in judged if one.failure is not None)
        return Outcome(task, judged, job.refused, wrong, False), ()
    found = measure(fixture, task, job.contenders, settings, progress=progress)
    refused = job.refused + _reasons(found.series, Status.REFUSED)
    failed = _reasons(found.series, Status.WRONG) + _reasons(found.series, Status.FAILED)
    return Outcome(task, found.measurements, refused, failed, found.interrupted), found.traces


def _reasons(found: Sequence[Series], status: Status) -> tuple[tuple[str, str], ...]:
    return tuple((one.contender.name, one.reason) for one in found if one.status is status)
