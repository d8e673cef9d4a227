"""Series of samples to lines of results: points 16 and 17 of docs/benchmarking.md.

Every sample is kept, with its round, its time and its clock; medians and ratios stand beside them.

Errors are also compared on inputs of every class, without times. These inputs and references are
those of :mod:`sgemm.verify`, made on the host in float64. Each contender runs once on the same
operands, so that errors are compared input by input.
"""

from __future__ import annotations

import contextlib
import functools
import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from sgemm.bench.contenders import Contender, Ready
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import (
    Baseline,
    Conditions,
    Measurement,
    SampleDetails,
    Samples,
    Trace,
    Verification,
)
from sgemm.bench.rounds import ProblemResult, Series, Status
from sgemm.bench.statistics import by_round, in_turns, ratio_of_speeds
from sgemm.bench.stopping import Settings
from sgemm.bench.testbed import HostTestbed, host_testbed
from sgemm.errors import RequirementError, SgemmError
from sgemm.problem import Problem
from sgemm.verify.check import Verdict

ACCURACY = "accuracy"


def measurement_of(
    fixture: Fixture, problem: Problem, contender: Contender, ready: Ready | None, **more: Any
) -> Measurement:
    """Make a line of results: what ran, and more fields of it."""
    kernel = ready.build.kernel if ready is not None and ready.build is not None else None
    # A rule has no number, whatever kernel it chooses.
    number = kernel.number if kernel is not None and not contender.is_plan else None
    return Measurement(
        problem=problem,
        kernel=contender.name,
        machine=fixture.machine.name,
        number=0 if contender.is_baseline else number,
        tile=kernel.tile if kernel is not None else None,
        architecture=fixture.machine.architecture,
        chosen=kernel.name if kernel is not None and contender.is_plan else None,
        schedule=ready.schedule if ready is not None else None,
        reason=ready.reason if ready is not None else None,
        **more,
    )


def measurements_of(
    fixture: Fixture,
    problem: Problem,
    result: ProblemResult,
    settings: Settings,
    reference: str,  # what results were compared with
    trace: Trace | None,  # power and clocks meanwhile
) -> tuple[Measurement, ...]:
    """Turn all series of a problem into lines of results; the refused ones leave none."""
    first = result.series[0]
    beside = first.kept if first.contender.is_baseline else None
    made = []
    for series in result.series:
        samples = series.kept
        if samples is None and series.status not in (Status.WRONG, Status.FAILED):
            continue
        interrupted = result.interrupted and not series.satisfied
        more: dict[str, Any] = {"failure": series.reason}
        if samples is not None:
            more = {
                "baseline": _baseline(series, first, beside.complete, settings)
                if beside is not None and series is not first
                else None,
                "conditions": _conditions(series, trace),
                "details": _details(series, trace),
                "seconds": settings.figure(series.seconds),
                "warnings": _warnings(series, interrupted),
            }
        build = series.ready.build if series.ready is not None else None
        made.append(
            measurement_of(
                fixture,
                problem,
                series.contender,
                series.ready,
                samples=samples,
                verification=_verification(series.before, reference),
                compiler=build.compiler if build is not None else None,
                resources=build.resources if build is not None else None,
                protocol=settings.label(fixture.protocol),
                rule=settings.words,
                verified_after=_verification(series.after, reference),
                interrupted=interrupted,
                **more,
            )
        )
    return tuple(made)


def _verification(verdict: Verdict | None, reference: str) -> Verification | None:
    return None if verdict is None else Verification.from_verdict(verdict, reference)


def _warnings(series: Series, interrupted: bool) -> tuple[str, ...]:
    found = []
    if interrupted:
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
    nearest = np.abs(np.subtract.outer(times, trace.at)).argmin(axis=1)
    return tuple(column[index] for index in nearest)


def _conditions(series: Series, trace: Trace | None) -> Conditions:
    """Sum up how the GPU ran while this contender was sampled."""
    clock = series.clock_mhz
    if clock is not None:
        clock = round(clock, 1)  # as those of the samples
    if trace is None or not trace.at:
        return Conditions(clock_mhz=clock)
    started = [sample.started for sample in series.samples]
    power = _known(_nearest(trace, trace.power_watts, started))
    if clock is None:
        # Sustained runs have no place for probes between them: the GPU's monitor is what there is.
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


def _baseline(series: Series, first: Series, complete: bool, settings: Settings) -> Baseline:
    """Compare with the baseline, over the rounds of both and round by round."""
    typical = functools.partial(_typical, settings)
    mine, others = (by_round(each.seconds, each.rounds) for each in (series, first))
    own, beside, ratios = in_turns(mine, others, typical)
    ratio = ratio_of_speeds(typical(own), typical(beside))
    return Baseline(first.contender.name, Samples(tuple(beside), complete), ratio, tuple(ratios))


def _typical(settings: Settings, seconds: Sequence[float]) -> float:
    """Return what the protocol makes of samples: their median, unless it says otherwise."""
    figure = settings.figure(seconds)
    return statistics.median(seconds) if figure is None else figure


def label(input_class: str) -> str:
    """Name the protocol of a class of inputs: results of different classes stand side by side."""
    return f"{ACCURACY}, {input_class}"


def measure_errors(
    fixture: Fixture,
    problem: Problem,
    input_class: str,  # A name in sgemm.verify.inputs.INPUT_CLASSES
    contenders: Sequence[Contender],
    seed: int,
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[Measurement]:
    """Run every contender that applies once, and judge it."""
    progress(f"{input_class}: inputs and reference")
    with host_testbed(fixture.machine, problem, seed, input_class) as testbed:
        for contender in contenders:
            progress(f"{input_class}: {contender.name}")
            with contextlib.suppress(RequirementError):
                yield _judged(fixture, contender, testbed, input_class)


def _judged(
    fixture: Fixture, contender: Contender, testbed: HostTestbed, input_class: str
) -> Measurement:
    """Judge one run of a contender; what goes wrong in it is its own failure."""
    verification: Verification | None = None
    ready: Ready | None = None
    try:
        testbed.restore()
        with contender.bind(testbed) as ready:
            ready.run()
            testbed.machine.synchronize()
        testbed.snapshot()
        verification = Verification.from_verdict(testbed.judged(), testbed.reference_name)
        failure = None if verification.passed else verification.reason
    except RequirementError:
        raise
    except SgemmError as error:
        failure = str(error).partition("\n")[0]
    return measurement_of(
        fixture,
        testbed.problem,
        contender,
        ready,
        samples=None,
        verification=verification,
        protocol=label(input_class),
        failure=failure,
    )
