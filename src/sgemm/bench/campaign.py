"""A benchmark from its first task to its last: what it keeps, and how it goes on where it stopped.

Points 1, 16 and 17 of docs/benchmarking.md: the environment is recorded once a file, every sample
is kept, and each task's measurements are on disk before the next task begins.
"""

from __future__ import annotations

import bisect
import contextlib
import dataclasses
import math
import statistics
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from sgemm.bench import results
from sgemm.bench.comparison import speed_ratio
from sgemm.bench.entrants import Entrant
from sgemm.bench.environment import Environment
from sgemm.bench.measurement import (
    Baseline,
    Conditions,
    Measurement,
    SampleDetails,
    Trace,
    Verification,
)
from sgemm.bench.rig import Rig
from sgemm.bench.rounds import Announce, Series, Status, TaskResult, measure_task
from sgemm.bench.stopping import StopRule
from sgemm.bench.sustain import SUSTAINED, steady_seconds
from sgemm.bench.task import Task
from sgemm.bench.timing import Samples
from sgemm.verify.check import Verdict

Identity = tuple[object, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """How every task is measured.

    Parameters
    ----------
    rule : StopRule
    seed : int
        Of the inputs; those of the second check have the next one.
    warm_up_seconds : float
        Of each contender.
    sustain_seconds : float or None
        How long each contender runs without a pause, instead of being sampled in turns.
    """

    rule: StopRule
    seed: int = 0
    warm_up_seconds: float = 0.1
    sustain_seconds: float | None = None

    def label(self, sampling: str) -> str:
        """Name the protocol: how samples are taken, and by which rule they stop."""
        if self.sustain_seconds is not None:
            return SUSTAINED
        return f"{self.rule.label}, {sampling}" if self.rule.label else sampling

    @property
    def words(self) -> str:
        """When sampling stops, in words."""
        if self.sustain_seconds is not None:
            return f"{self.sustain_seconds:g} s without a pause; mean of the second half"
        return str(self.rule)

    def figure(self, seconds: Sequence[float]) -> float | None:
        """Return the time that stands for samples, where that is not their median."""
        if self.sustain_seconds is not None:
            return steady_seconds(seconds)
        return self.rule.figure(seconds)


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """A task that is done.

    Parameters
    ----------
    task : Task
    measurements : tuple of Measurement
        What was written to the file.
    refused : tuple of (str, str)
        Contenders that do not apply here, and why.
    failed : tuple of (str, str)
        Contenders that are wrong or did not run, and why.
    interrupted : bool
    """

    task: Task
    measurements: tuple[Measurement, ...]
    refused: tuple[tuple[str, str], ...]
    failed: tuple[tuple[str, str], ...]
    interrupted: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """The part of a task that is still to be measured.

    Parameters
    ----------
    task : Task
    entrants : tuple of Entrant
        The baseline first, where there is one.
    refused : tuple of (str, str)
    """

    task: Task
    entrants: tuple[Entrant, ...]
    refused: tuple[tuple[str, str], ...]


def measured_already(path: Path, environment: Environment) -> tuple[Measurement, ...]:
    """Read what a file holds, to go on with it.

    Parameters
    ----------
    path : Path
        Need not exist.
    environment : Environment
        Of this run.

    Returns
    -------
    tuple of Measurement
        Those that need not be measured again.

    Raises
    ------
    ArgumentError
        If the file is no file of results, is damaged, or belongs to another environment.
    """
    if not path.exists():
        return ()
    results.write(path, environment, ())  # refuses another environment
    return tuple(one for one in results.read(path).current if not one.interrupted)


def still_to_do(
    tasks: Sequence[Task],
    entrants: Sequence[Entrant],
    done: Collection[Measurement],
    rig: Rig,
    settings: Settings,
) -> list[Plan]:
    """Find out what is left of every task.

    Parameters
    ----------
    tasks : sequence of Task
    entrants : sequence of Entrant
        The baseline first.
    done : collection of Measurement
    rig : Rig
    settings : Settings

    Returns
    -------
    list of Plan
        Tasks of which nothing is left are not in it.
    """
    known = {one.identity for one in done}
    plans = []
    for task in tasks:
        objections = {entrant.name: entrant.objection(task) for entrant in entrants}
        legal = [entrant for entrant in entrants if objections[entrant.name] is None]
        left = [one for one in legal if identity(one, task, rig, settings) not in known]
        refused = tuple((name, why) for name, why in objections.items() if why is not None)
        if left and legal[0] is entrants[0] and left[0] is not legal[0]:
            left.insert(0, legal[0])
        if left:
            plans.append(Plan(task, tuple(left), refused))
        elif refused and not legal:
            plans.append(Plan(task, (), refused))
    return plans


def run(
    rig: Rig,
    plans: Sequence[Plan],
    settings: Settings,
    environment: Environment,
    file: Path,
    *,
    announce: Callable[[Task, str], None] = lambda _task, _step: None,
    until: float = math.inf,
) -> Iterator[Outcome]:
    """Measure task after task, and write each to the file when it is done.

    Parameters
    ----------
    rig : Rig
    plans : sequence of Plan
    settings : Settings
    environment : Environment
    file : Path
        Of results; lines are added.
    announce : callable
        Told what is being done.
    until : float
        Time by ``time.monotonic()`` after which no further task is begun.

    Yields
    ------
    Outcome
        After an interrupt the task under way is the last.
    """
    for plan in plans:
        if time.monotonic() >= until:
            return
        task = plan.task

        def step(text: str, task: Task = task) -> None:
            announce(task, text)

        outcome = _measure(rig, plan, settings, step)
        results.write(file, environment, outcome[0].measurements, outcome[1])
        yield outcome[0]
        if outcome[0].interrupted:
            return


def identity(entrant: Entrant, task: Task, rig: Rig, settings: Settings) -> Identity:
    """Return the identity that a measurement of a contender has in the results."""
    where = str(task.problem), task.layout
    label = settings.label(rig.protocol)
    return (entrant.name, rig.machine.name, *where, task.recorded_leading, label)


def _measure(
    rig: Rig, plan: Plan, settings: Settings, announce: Announce
) -> tuple[Outcome, tuple[Trace, ...]]:
    """Measure one task."""
    task = plan.task
    if not plan.entrants:
        return Outcome(task, (), plan.refused, (), False), ()
    begin = time.time()
    with contextlib.ExitStack() as stack:
        announce("inputs and reference")
        workspace, sampler = stack.enter_context(rig.open(task, settings.seed))
        reference = workspace.reference_name
        result = measure_task(
            workspace,
            sampler,
            plan.entrants,
            settings.rule,
            fresh_seed=settings.seed + 1,
            warm_up_seconds=settings.warm_up_seconds,
            sustain_seconds=settings.sustain_seconds,
            peak_of=rig.peak,
            announce=announce,
        )
    trace = rig.trace(str(task), begin, time.time())
    made = _measurements(rig, task, result, settings, reference, trace)
    series = result.series
    refused = plan.refused + _reasons(series, Status.REFUSED)
    failed = _reasons(series, Status.WRONG) + _reasons(series, Status.FAILED)
    outcome = Outcome(task, made, refused, failed, result.interrupted)
    return outcome, () if trace is None else (trace,)


def _reasons(found: Sequence[Series], status: Status) -> tuple[tuple[str, str], ...]:
    return tuple((one.entrant.name, one.reason) for one in found if one.status is status)


def _measurements(
    rig: Rig,
    task: Task,
    result: TaskResult,
    settings: Settings,
    reference: str,
    trace: Trace | None,
) -> tuple[Measurement, ...]:
    """Turn all series of a task into lines of results; the refused ones leave none."""
    first = result.series[0]
    comparable = first.entrant.is_baseline and first.status is Status.MEASURED
    baseline = first if comparable and first.samples else None
    made = []
    for series in result.series:
        unsampled = series.status is Status.MEASURED and not series.samples
        if series.status is Status.REFUSED or unsampled:
            continue
        compared = baseline if baseline is not series else None
        made.append(
            _measurement(
                rig, task, series, compared, settings, reference, trace, result.interrupted
            )
        )
    return tuple(made)


def _measurement(
    rig: Rig,
    task: Task,
    series: Series,
    baseline: Series | None,
    settings: Settings,
    reference: str,
    trace: Trace | None,
    interrupted: bool,
) -> Measurement:
    machine = rig.machine
    made = series.ready.build if series.ready is not None else None
    kernel = made.kernel if made is not None else None
    measured = series.status is Status.MEASURED
    is_library = series.entrant.is_baseline
    warnings = _warnings(series, interrupted) if measured else ()
    return Measurement(
        problem=task.problem,
        kernel=series.entrant.name,
        machine=machine.name,
        samples=_samples(series) if measured else None,
        verification=_verification(series.before, reference),
        number=0 if is_library else kernel.number if kernel is not None else None,
        tile=kernel.tile if kernel is not None else None,
        architecture=machine.architecture,
        compiler=made.compiler if made is not None else None,
        resources=made.resources if made is not None else None,
        baseline=_baseline(series, baseline, settings) if measured and baseline else None,
        conditions=_conditions(series, trace) if measured else None,
        protocol=settings.label(rig.protocol),
        layout=task.layout,
        leading=task.recorded_leading,
        chosen=kernel.name if kernel is not None and series.entrant.is_plan else None,
        details=_details(series, trace) if measured else None,
        rule=settings.words,
        seconds=settings.figure(series.seconds) if measured else None,
        verified_after=_verification(series.after, reference),
        failure=None if measured else series.reason,
        warnings=warnings,
        interrupted=interrupted and not series.satisfied,
    )


def _verification(verdict: Verdict | None, reference: str) -> Verification | None:
    return None if verdict is None else Verification.from_verdict(verdict, reference)


def _samples(series: Series) -> Samples:
    return Samples(tuple(series.seconds), complete=series.satisfied)


def _warnings(series: Series, interrupted: bool) -> tuple[str, ...]:
    found = []
    if interrupted and not series.satisfied:
        found.append("interrupted before the stop rule was met")
    elif not series.satisfied:
        found.append("the limit of time or samples came before the stop rule was met")
    late = sum(sample.late for sample in series.samples)
    if late:
        found.append(f"{late} samples may contain the latency of their launch")
    return tuple(found)


def _details(series: Series, trace: Trace | None) -> SampleDetails:
    started = tuple(round(sample.started, 4) for sample in series.samples)
    clocks = tuple(round(sample.clock_mhz, 1) for sample in series.samples)
    return SampleDetails(
        rounds=tuple(series.rounds),
        started=started,
        clocks_mhz=clocks if any(clock > 0.0 for clock in clocks) else (),
        power_watts=() if trace is None else _nearest(trace, started),
    )


def _nearest(trace: Trace, times: Sequence[float]) -> tuple[float, ...]:
    """Return the power reported nearest to each time."""
    if not trace.at:
        return ()
    found = []
    for moment in times:
        after = bisect.bisect_left(trace.at, moment)
        before = max(0, after - 1)
        after = min(after, len(trace.at) - 1)
        is_before = moment - trace.at[before] <= trace.at[after] - moment
        found.append(trace.power_watts[before if is_before else after])
    return tuple(found)


def _conditions(series: Series, trace: Trace | None) -> Conditions:
    """Sum up how the GPU ran while this contender was sampled."""
    clocks = [sample.clock_mhz for sample in series.samples if sample.clock_mhz > 0.0]
    clock = statistics.median(clocks) if clocks else None
    if trace is None or not trace.at:
        return Conditions(clock_mhz=clock)
    started = [sample.started for sample in series.samples]
    power = [watts for watts in _nearest(trace, started) if not math.isnan(watts)]
    warmth = [degrees for degrees in trace.temperature_celsius if not math.isnan(degrees)]
    reasons = {reason for entry in trace.throttling for reason in entry.split("+") if reason}
    return Conditions(
        clock_mhz=clock,
        power_watts=statistics.median(power) if power else None,
        temperature_celsius=statistics.median(warmth) if warmth else None,
        throttling=tuple(sorted(reasons)),
    )


def _baseline(series: Series, baseline: Series, settings: Settings) -> Baseline:
    """Compare with the baseline, over all and round by round."""
    figures = [settings.figure(one.seconds) for one in (series, baseline)]
    own, other = (
        Samples((figure,)) if figure is not None else _samples(one)
        for figure, one in zip(figures, (series, baseline), strict=True)
    )
    return Baseline(
        name=baseline.entrant.name,
        samples=_samples(baseline),
        ratio=speed_ratio(own, other),
        round_ratios=tuple(
            speed_ratio(_of_round(series, number), _of_round(baseline, number))
            for number in sorted(set(series.rounds) & set(baseline.rounds))
        ),
    )


def _of_round(series: Series, number: int) -> Samples:
    pairs = zip(series.seconds, series.rounds, strict=True)
    return Samples(tuple(seconds for seconds, of in pairs if of == number))
