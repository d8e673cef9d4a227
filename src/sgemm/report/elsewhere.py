"""The time of a rung of the ladder on a GPU that nobody here has, from its time on another one.

The planner's model (:mod:`sgemm.planning.model`) says what a step of a block takes: ``hypot(alone,
together * crowded)``, what one block waits for itself and what all blocks on a multiprocessor ask
of its busiest unit. Kernels of the library have both numbers from fits to surveys. Rungs have none,
so here one of them is counted and the other follows from one measured time:

- ``crowded`` is counted: the cycles in which a multiprocessor starts the multiply-adds of a step,
  or moves what the step loads from and stores to shared memory and the L1 cache, whichever is more.
- ``alone`` is what the measured time leaves: cycles that are no unit's.

Another GPU has other lanes, and another width of shared memory, which change ``crowded``; it holds
as many blocks as its threads, registers and shared memory allow; it has its own clock, number of
multiprocessors and bandwidth. ``alone`` stays as many cycles, and a launch as many microseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sgemm.kernels.gpus import H200, RESERVED_SHARED, Figures
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.planning import model
from sgemm.planning.rates import DEFAULT, SPEEDS, Rates
from sgemm.planning.scaling import scaled_speeds
from sgemm.problem import Problem

LAUNCH = 4.755
"""Microseconds of an empty launch: the median of the planner's fitted ones."""

WARP = 32

REGISTERS = 65536  # of a multiprocessor, on all architectures here
REGISTERS_AT_ONCE = 256  # a warp gets them in such pieces

WIDTH = 128  # bytes of shared memory and L1 cache that move in a cycle
NARROWER = {75: 64}
"""Architectures on which they are fewer. Source: NVIDIA's white paper on GA102, "Larger and Faster
Unified Shared Memory and L1 Data Cache"."""


class Step(NamedTuple):
    """What a block of a kernel needs: for each step of bk, and to be on a multiprocessor."""

    passes: float  # of 128 bytes each, through shared memory and the L1 cache
    registers: int  # of a thread
    shared_bytes: int


def crowded(kernel: Kernel, step: Step, architecture: int, lanes: int) -> float:
    """Return the cycles that the busiest unit of a multiprocessor needs for a step of a block."""
    tile = kernel.tile
    width = NARROWER.get(architecture, WIDTH)
    return max(tile.bm * tile.bn * tile.bk / lanes, step.passes * WIDTH / width)


def together(kernel: Kernel, step: Step, figures: Figures) -> int:
    """Return how many blocks a multiprocessor holds at once."""
    threads = kernel.tile.threads
    pieces = -(-step.registers * WARP // REGISTERS_AT_ONCE)
    by_registers = REGISTERS // (pieces * REGISTERS_AT_ONCE * -(-threads // WARP))
    by_shared = figures.has.shared_bytes // (step.shared_bytes + RESERVED_SHARED)
    return max(1, min(figures.has.threads // threads, by_registers, by_shared))


def rates(kernel: Kernel, step: Step, figures: Figures, alone: float, share: float) -> Rates:
    """Return the planner's numbers of a rung on a GPU, which waits ``alone`` cycles in a step."""
    busy = share * crowded(kernel, step, figures.architecture, figures.has.fp32_lanes)
    return DEFAULT._replace(
        launch=LAUNCH,
        step=alone / figures.clock_mhz,
        crowded=busy / figures.clock_mhz,
        tile=0.0,
        moved=1.0,
        together=together(kernel, step, figures),
    )


def seconds(problem: Problem, kernel: Kernel, figures: Figures, found: Rates) -> float:
    """Predict the time of a rung from its numbers on a GPU."""
    speeds = scaled_speeds(SPEEDS, H200, figures)
    tiled = model.tiling_of(kernel, problem, model.traffic(problem, None, speeds))
    told = model.predict_tiling(tiled, Schedule(), found, figures.multiprocessors)
    return told.total / 1e6


def transferred(
    problem: Problem,
    kernel: Kernel,
    measured: float,
    of: Figures,
    to: Figures,
    steps: tuple[Step, Step],
) -> float:
    """Predict the seconds of a rung on a GPU from those measured on another.

    ``steps`` are of the kernel compiled for the one and for the other.
    """
    before, after = steps
    alone, share = explained(problem, kernel, measured, of, before)
    return seconds(problem, kernel, to, rates(kernel, after, to, alone, share))


def explained(
    problem: Problem, kernel: Kernel, measured: float, figures: Figures, step: Step
) -> tuple[float, float]:
    """Return the cycles that a block waits in a step, by a measured time.

    The second number is 1; or less, where the time is shorter than what was counted would take:
    by so much the compiler or the hardware did with less, and nothing is left to wait for.
    """

    def told(alone: float, share: float) -> float:
        return seconds(problem, kernel, figures, rates(kernel, step, figures, alone, share))

    if told(0.0, 1.0) >= measured:
        return 0.0, _solved(lambda share: told(0.0, share), measured, 1.0)
    return _solved(lambda alone: told(alone, 1.0), measured, 1e9), 1.0


def _solved(told: Callable[[float], float], measured: float, most: float) -> float:
    """Return where a growing function has a value, between 0 and ``most``."""
    low, high = 0.0, most
    for _ in range(100):
        middle = (low + high) / 2.0
        low, high = (middle, high) if told(middle) < measured else (low, middle)
    return (low + high) / 2.0
