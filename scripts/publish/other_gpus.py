"""The time of a rung of the ladder on another GPU than the one that it was measured on.

The planner's model (:mod:`sgemm.planning.model`) says what a step takes of all blocks that are on
a multiprocessor: ``hypot(step, resident * busy)``, what one block waits for itself, and what all
of them ask of the busiest unit. Kernels of the library have both numbers from fits to surveys.
Rungs have none. So one is counted here, and the other follows from one measured time:

- ``busy``: the cycles in which a multiprocessor starts the multiply-adds of a step, or those in
  which its loads and stores pass through shared memory and the L1 cache, whichever are more.
- ``step``: the cycles that the measured time leaves, in which no unit is busy.

Another GPU has other lanes and another width of shared memory, which change the first. It holds as
many blocks as its threads, registers and shared memory allow, and has its own clock, number of
multiprocessors and bandwidth. Waiting takes as many cycles, and a launch as many microseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sgemm.kernels.gpus import H200, RESERVED_SHARED, Figures
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.planning import model
from sgemm.planning.rates import DEFAULT, SPEEDS
from sgemm.planning.scaling import scaled_speeds
from sgemm.problem import Problem

LAUNCH = 4.8
"""Microseconds of an empty launch: the median of those in the planner's rates."""

WARP = 32

REGISTERS = 65536  # of a multiprocessor
REGISTERS_AT_ONCE = 256  # a warp gets them in such pieces

WIDTH = 128  # bytes that pass through shared memory and the L1 cache in a cycle
NARROWER = {75: 64}
"""Compute capabilities, times ten, of GPUs on which they are fewer. Source: NVIDIA's white paper on
GA102, "Larger and Faster Unified Shared Memory and L1 Data Cache"."""

HALVINGS = 60  # of an interval, until the number in it is known to all its digits


class Step(NamedTuple):
    """What a block of a kernel takes of a multiprocessor, compiled for one architecture."""

    passes: float  # of 128 bytes in each step of bk
    registers: int  # of a thread
    shared_bytes: int


def waiting(
    problem: Problem, kernel: Kernel, seconds: float, figures: Figures, step: Step
) -> float:
    """Return for how many cycles a block waits in a step, by a measured time.

    0 where the time is shorter than what was counted takes.
    """

    def is_less(cycles: float) -> bool:
        return predicted(problem, kernel, figures, step, cycles) < seconds

    return end_of(is_less, 0.0, 1e6 * seconds * figures.clock_mhz)  # the latter all its cycles


def end_of(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return up to which number of an interval something holds."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if holds(middle) else (low, middle)
    return (low + high) / 2.0


def predicted(
    problem: Problem, kernel: Kernel, figures: Figures, step: Step, cycles: float
) -> float:
    """Predict the seconds of a rung on a GPU from the cycles that a block waits in a step."""
    moved = model.traffic(problem, None, scaled_speeds(SPEEDS, H200, figures))
    tiled = model.tiling_of(kernel, problem, moved)
    # What the ends of a tile take is in the waiting.
    rates = DEFAULT._replace(
        launch=LAUNCH,
        step=cycles / figures.clock_mhz,
        busy=busy(kernel, figures, step) / figures.clock_mhz,
        tile=0.0,
        moved=1.0,
        resident=resident(kernel, figures, step),
    )
    return model.predict_tiling(tiled, Schedule(), rates, figures.multiprocessors).total / 1e6


def by_peak(seconds: float, of: Figures, to: Figures) -> float:
    """Predict the seconds of a library's kernel that nothing is known of, by both GPUs' peaks."""
    launch = LAUNCH / 1e6
    return launch + max(0.0, seconds - launch) * peak(of) / peak(to)


def peak(figures: Figures) -> float:
    """Return how many operations a GPU computes in a second at the most, in 10^9."""
    return 2e-3 * figures.multiprocessors * figures.has.fp32_lanes * figures.clock_mhz


def busy(kernel: Kernel, figures: Figures, step: Step) -> float:
    """Return the cycles that a step of a block keeps the busiest unit of a multiprocessor busy."""
    tile = kernel.tile
    width = NARROWER.get(figures.architecture, WIDTH)
    return max(tile.bm * tile.bn * tile.bk / figures.has.fp32_lanes, step.passes * WIDTH / width)


def resident(kernel: Kernel, figures: Figures, step: Step) -> int:
    """Return how many blocks a multiprocessor holds at once."""
    threads, has = kernel.tile.threads, figures.has
    of_warp = -(-step.registers * WARP // REGISTERS_AT_ONCE) * REGISTERS_AT_ONCE
    by_registers = REGISTERS // (of_warp * -(-threads // WARP))
    by_shared = has.shared_bytes // (step.shared_bytes + RESERVED_SHARED)
    return max(1, min(has.threads // threads, by_registers, by_shared))
