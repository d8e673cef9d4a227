"""Results made up for tests: times that are known exactly."""

import os
from collections.abc import Iterable
from pathlib import Path

from publish.places import Place, places_of

from sgemm.bench.environment import Blas, Environment, GpuIdentity
from sgemm.bench.measurement import Baseline, Measurement, Samples, Trace, Verification
from sgemm.bench.result_set import ResultSet
from sgemm.bench.results import Results, open_to_add
from sgemm.problem import Problem

ENVIRONMENT = Environment(
    processor="a processor",
    logical_cores=8,
    usable_cores=4,
    system="Linux x86_64, some distribution",
    python="CPython 3.11.7",
    packages=(("numpy", "2.0.0"),),
    blas=Blas("openblas", "0.3", None),
    gpus=(GpuIdentity("NVIDIA H200", 90, 2**37),),
    cuda_driver="13.0",
    driver="580.1",
    commit="0123456789ab",
    variables=(),
)


def write(
    path: str | os.PathLike[str],
    environment: Environment,
    measurements: Iterable[Measurement],
    traces: Iterable[Trace] = (),
) -> None:
    """Add lines to a file of results, all or none, and make it where there is none."""
    with open_to_add(path, environment, "add") as file:
        file.add(measurements, traces)


SPREAD = (0.99, 1.0, 1.01)


def samples(seconds: float, repeats: int = 4) -> Samples:
    """Samples whose median is exact, within one per cent of it."""
    return Samples(tuple(seconds * factor for factor in SPREAD) * repeats)


def judged(passed: bool, inputs: str = "uniform_signed") -> Verification:
    return Verification(passed, "right" if passed else "off", inputs, 0, 0.4, 3.0, 0.0, 2.0, 1, 12)


def measured(
    kernel: str,
    problem: Problem | int,
    ratio: float | None,
    *,
    seconds: float = 1e-3,
    baseline: str | None = "cublas fp32",
    machine: str = "cuda",
    protocol: str = "cold L2",
    rounds: tuple[float, ...] = (0.999, 1.0, 1.001),
    **more: object,
) -> Measurement:
    """A measurement that took so long, so many times as fast as its baseline; None if wrong."""
    if isinstance(problem, int):
        problem = Problem(problem, problem, problem)
    beside = None
    if ratio is not None and baseline is not None:
        each = tuple(ratio * factor for factor in rounds)
        beside = Baseline(baseline, samples(seconds * ratio), ratio, each)
    fields = {
        "measured_at": "2026-01-02T03:04:05+00:00",
        "verification": judged(ratio is not None),
        "samples": samples(seconds) if ratio is not None else None,
        **more,
    }
    return Measurement(
        problem=problem,
        kernel=kernel,
        machine=machine,
        baseline=beside,
        protocol=protocol,
        **fields,
    )


def place_of(
    measurements: Iterable[Measurement],
    environment: Environment = ENVIRONMENT,
    traces: Iterable[Trace] = (),
) -> Place:
    """Return the one place where these were measured, as reports see it."""
    results = Results(environment, tuple(measurements), tuple(traces))
    (place,) = places_of(ResultSet("made up", ((Path("one.jsonl"), results),)))
    return place
