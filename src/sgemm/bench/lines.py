"""Series of samples to lines of results: points 16 and 17 of docs/benchmarking.md.

Every sample is kept, with its round, its time and its clock; medians and ratios stand beside them.
"""

from __future__ import annotations

import bisect
import math
import statistics
from collections.abc import Sequence

from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import (
    Baseline,
    Conditions,
    Measurement,
    SampleDetails,
    Trace,
    Verification,
)
from sgemm.bench.rounds import Series, Status, TaskResult
from sgemm.bench.settings import Settings
from sgemm.bench.task import Task
from sgemm.bench.timing import Samples, speed_ratio
from sgemm.verify.check import Verdict


def measurements_of(
    fixture: Fixture,
    task: Task,
    result: TaskResult,
    settings: Settings,
    reference: str,
    trace: Trace | None,
) -> tuple[Measurement, ...]:
    """Turn all series of a task into lines of results; the refused ones leave none.

    Parameters
    ----------
    reference : str
        What results were compared with.
    trace : Trace or None
        Power and clocks meanwhile.
    """
    first = result.series[0]
    comparable = first.contender.is_baseline and first.status is Status.MEASURED
    baseline = first if comparable and first.samples else None
    made = []
    for series in result.series:
        unsampled = series.status is Status.MEASURED and not series.samples
        if series.status in (Status.REFUSED, Status.ELIMINATED) or unsampled:
            continue
        compared = baseline if baseline is not series else None
        made.append(
            _measurement(
                fixture, task, series, compared, settings, reference, trace, result.interrupted
            )
        )
    return tuple(made)


def _measurement(
    fixture: Fixture,
    task: Task,
    series: Series,
    baseline: Series | None,
    settings: Settings,
    reference: str,
    trace: Trace | None,
    interrupted: bool,
) -> Measurement:
    machine = fixture.machine
    made = series.ready.build if series.ready is not None else None
    kernel = made.kernel if made is not None else None
    measured = series.status is Status.MEASURED
    is_library = series.contender.is_baseline
    warnings = _warnings(series, interrupted) if measured else ()
    return Measurement(
        problem=task.problem,
        kernel=series.contender.name,
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
        protocol=settings.label(fixture.protocol),
        chosen=kernel.name if kernel is not None and series.contender.is_plan else None,
        details=_details(series, trace) if measured else None,
        rule=settings.words,
        seconds=settings.figure(series.seconds) if measured else None,
        verified_after=_verification(series.after, reference),
        failure=None if measured else series.reason,
        warnings=warnings,
        interrupted=interrupted and not series.satisfied,
        schedule=series.ready.schedule if series.ready is not None else None,
        reason=series.ready.reason if series.ready is not None else None,
    )


def _verification(verdict: Verdict | None, reference: str) -> Verification | None:
    return None if verdict is None else Verification.from_verdict(verdict, reference)


def _samples(series: Series) -> Samples:
    return Samples(tuple(series.seconds), complete=series.satisfied)


def _warnings(series: Series, interrupted: bool) -> tuple[str, ...]:
    found = []
    if interrupted and not series.satisfied:
        found.append("interrupted before the stopping rule was met")
    elif not series.satisfied:
        found.append("the limit of time or samples came before the stopping rule was met")
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
        power_watts=() if trace is None else _nearest(trace, trace.power_watts, started),
    )


def _nearest(trace: Trace, column: Sequence[float], times: Sequence[float]) -> tuple[float, ...]:
    """Return what a column of a trace had nearest to each time."""
    if not trace.at:
        return ()
    found = []
    for moment in times:
        after = bisect.bisect_left(trace.at, moment)
        before = max(0, after - 1)
        after = min(after, len(trace.at) - 1)
        is_before = moment - trace.at[before] <= trace.at[after] - moment
        found.append(column[before if is_before else after])
    return tuple(found)


def _conditions(series: Series, trace: Trace | None) -> Conditions:
    """Sum up how the GPU ran while this contender was sampled."""
    clocks = [sample.clock_mhz for sample in series.samples if sample.clock_mhz > 0.0]
    clock = statistics.median(clocks) if clocks else None
    if trace is None or not trace.at:
        return Conditions(clock_mhz=clock)
    started = [sample.started for sample in series.samples]
    power = _known(_nearest(trace, trace.power_watts, started))
    if clock is None:
        # Sustained runs have no room for probes between them: the GPU's monitor is what there is.
        reported = _known(_nearest(trace, trace.clock_mhz, started))
        clock = statistics.median(reported) if reported else None
    warmth = _known(trace.temperature_celsius)
    reasons = {reason for entry in trace.throttling for reason in entry.split("+") if reason}
    return Conditions(
        clock_mhz=clock,
        power_watts=statistics.median(power) if power else None,
        temperature_celsius=statistics.median(warmth) if warmth else None,
        throttling=tuple(sorted(reasons)),
    )


def _known(values: Sequence[float]) -> list[float]:
    return [value for value in values if not math.isnan(value)]


def _baseline(series: Series, baseline: Series, settings: Settings) -> Baseline:
    """Compare with the baseline, over all and round by round."""
    figures = [settings.figure(one.seconds) for one in (series, baseline)]
    own, other = (
        Samples((figure,)) if figure is not None else _samples(one)
        for figure, one in zip(figures, (series, baseline), strict=True)
    )
    return Baseline(
        name=baseline.contender.name,
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
