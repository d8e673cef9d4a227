"""How each named set is measured: by a rule that is exact enough and fits into little GPU time.

A set has up to hundreds of problems, so the time for each is short: at least six samples in as many
interleaved rounds, until the mean is known to 1%. Of what takes microseconds there are more of
them, since the GPU's event timer ticks only every half microsecond.
"""

from __future__ import annotations

import dataclasses

from sgemm.bench.contenders import Contender
from sgemm.bench.environment import Device
from sgemm.bench.sets import tasks_of
from sgemm.bench.settings import Settings
from sgemm.bench.stopping import Precision
from sgemm.bench.task import Task

ACCURACY = "accuracy"
SUSTAINED = "sustained"
SUSTAINED_SECONDS = 10.0
WARM_UP_SECONDS = 0.01

RULE = Precision(
    samples=6, seconds=0.02, relative_error=0.01, time_limit=2.0, rounds=6, most_samples=40
)

SAMPLE_SECONDS = 1.0e-3
"""What a sample takes beside the run: holding the GPU, emptying its cache, reading clocks."""

TASK_SECONDS = 0.03
"""What a task takes beside its samples: memory, judging, a line of results."""

CHECKED_RUNS = 4
"""Runs of a contender beside its samples: two checks, to warm up, to settle."""

USUAL_EFFICIENCY = 0.7
"""Of the peak that runs, and the references in double precision, come to."""

BYTES_A_SECOND = 2.0e12
"""At which operands are made, widened and judged, about, on a GPU that has this much to do."""

BYTES_AN_ELEMENT = 60
"""Read and written for an element of A, B or C outside of the runs."""


@dataclasses.dataclass(frozen=True, slots=True)
class SetRun:
    """A set that is to be measured."""

    name: str
    tasks: tuple[Task, ...]
    settings: Settings


def set_run(name: str, seed: int = 0, rule: Precision = RULE) -> SetRun:
    """Return how a set is measured.

    Parameters
    ----------
    name : str
        One of :data:`sgemm.bench.sets.MEASURABLE`.
    seed : int
        Of the inputs.
    rule : Precision
        When there are enough samples.

    Raises
    ------
    ArgumentError
        If there is no such set.
    """
    sustain = SUSTAINED_SECONDS if name == SUSTAINED else None
    return SetRun(name, tasks_of(name), Settings(rule, seed, WARM_UP_SECONDS, sustain))


def estimated_seconds(
    jobs: list[tuple[Task, tuple[Contender, ...]]], settings: Settings, device: Device | None
) -> float | None:
    """Estimate how long tasks will take on a GPU, to within a factor of two or so.

    Returns
    -------
    float or None
        None where the machine's peak is not known.
    """
    if device is None or not device.peak_tflops:
        return None
    return sum(
        _seconds(task, len(contenders), settings, device.peak_tflops) for task, contenders in jobs
    )


def _seconds(task: Task, contenders: int, settings: Settings, peak_tflops: float) -> float:
    run = task.problem.flops / (USUAL_EFFICIENCY * peak_tflops * 1e12)
    moved = BYTES_AN_ELEMENT * sum(task.elements) / BYTES_A_SECOND
    rule = settings.rule
    if settings.sustain_seconds is not None:
        sampling = settings.sustain_seconds
    else:
        # Of what is quicker than its surroundings there are as many samples as the time allows.
        seconds = rule.seconds if isinstance(rule, Precision) else 0.0
        least = rule.samples if isinstance(rule, Precision) else rule.burst(task.problem).samples
        sampling = max(least * (run + SAMPLE_SECONDS), seconds) + settings.warm_up_seconds
    # Two references, each of a product and of one of magnitudes, and two checks of all operands.
    checks = 4 * run + 2 * moved
    return TASK_SECONDS + checks + contenders * (CHECKED_RUNS * run + sampling + moved)
