"""A model of a candidate's time on a GPU, in microseconds.

    time = launch + max(work, memory) + parts

- work: the fullest multiprocessor has ``resident`` blocks at once or one after the other, each with
  ``steps`` blocks of bk steps. One block alone takes ``step`` for each; several together take
  ``crowded`` for each of theirs. A block spends ``tile`` on beginning and ending a tile.
- memory: every operand once, at the rate that a copy reaches.
- parts: where a tile's k is shared, ``join`` once, and ``part`` for each part that its last block
  adds up.

The numbers of a kernel and tile are in rates.py, fitted to measurements by scripts/fit_model.py.
"""

from __future__ import annotations

import dataclasses
import math

from sgemm.kernels.kernel import Kernel, tiles_of
from sgemm.kernels.schedule import Schedule
from sgemm.planning.rates import DEFAULT, RATES, Rates
from sgemm.problem import Problem

BYTES_A_MICROSECOND = 3.6e6
"""What a kernel that only moves data reaches on the H200, both directions together."""


@dataclasses.dataclass(frozen=True, slots=True)
class Prediction:
    """Predicted microseconds, by what they are spent on; work and memory run side by side."""

    launch: float
    work: float
    memory: float
    parts: float

    @property
    def total(self) -> float:
        """Predicted time of the launch in microseconds."""
        return self.launch + max(self.work, self.memory) + self.parts


@dataclasses.dataclass(frozen=True, slots=True)
class Shape:
    """What the model looks at: how the fullest multiprocessor is loaded.

    Parameters
    ----------
    resident : float
        Blocks that it works on.
    steps : float
        Blocks of bk steps of each.
    tiles : float
        Tiles that each begins and ends.
    parts : float
        Parts that are added up for one tile; 1 where k is whole.
    memory : float
        Microseconds to move every operand once.
    """

    resident: float
    steps: float
    tiles: float
    parts: float
    memory: float


def shape_of(problem: Problem, kernel: Kernel, schedule: Schedule, multiprocessors: int) -> Shape:
    """Return how a schedule loads the fullest multiprocessor."""
    tile = kernel.tile
    tiles, depth = tiles_of(problem, tile), -(-problem.k // tile.bk)
    memory = moved_bytes(problem) / BYTES_A_MICROSECOND
    if schedule.blocks:
        blocks = schedule.blocks
        whole = -(-(tiles - schedule.streamed) // blocks)
        share = schedule.streamed * depth / blocks
        parts = 1.0
        if schedule.streamed:
            # Shares that do not end with tiles leave two parts a block, and three or more a tile.
            uneven = 0.0 if blocks % schedule.streamed == 0 else 1.5
            parts = max(2.0, blocks / schedule.streamed + uneven)
        tiles_each = whole + (math.ceil(schedule.streamed / blocks) if share else 0)
        resident = -(-blocks // multiprocessors)
        return Shape(resident, whole * depth + share, tiles_each, parts, memory)
    items = tiles * schedule.splits
    steps = -(-depth // schedule.splits)
    return Shape(-(-items // multiprocessors), steps, 1.0, float(schedule.splits), memory)


def predict(
    problem: Problem, kernel: Kernel, schedule: Schedule, multiprocessors: int
) -> Prediction:
    """Predict a candidate's time.

    Returns
    -------
    Prediction
        Microseconds on an H200; on other GPUs a measure to compare candidates by.
    """
    if problem.is_empty or not problem.reads_operands:
        return Prediction(DEFAULT.launch, 0.0, moved_bytes(problem) / BYTES_A_MICROSECOND, 0.0)
    shape = shape_of(problem, kernel, schedule, multiprocessors)
    return from_shape(shape, rates_of(kernel))


def from_shape(shape: Shape, rates: Rates) -> Prediction:
    """Predict from a shape and the numbers of a kernel and tile."""
    work = shape.steps * max(rates.step, shape.resident * rates.crowded)
    work += rates.tile * shape.tiles * max(1.0, shape.resident * rates.overlap)
    parts = 0.0
    if shape.parts > 1:
        parts = rates.join + rates.part * shape.parts
    return Prediction(rates.launch, work, shape.memory * rates.moved, parts)


def rates_of(kernel: Kernel) -> Rates:
    """Return the numbers of a kernel in its tile and layout."""
    return RATES.get(name_of(kernel), DEFAULT)


def name_of(kernel: Kernel) -> str:
    """Return how a kernel in a tile and layout is called in rates.py."""
    tile = kernel.tile
    return f"{kernel.name} {kernel.layout} {tile.bm}x{tile.bn}x{tile.bk}"


def moved_bytes(problem: Problem) -> float:
    """Return the bytes that have to be moved at least: A and B once, C once or twice."""
    a = problem.m * problem.k * (problem.batch if problem.stride_a else 1)
    b = problem.k * problem.n * (problem.batch if problem.stride_b else 1)
    c = problem.m * problem.n * problem.batch * (1 if problem.beta == 0.0 else 2)
    return 4.0 * (c + (a + b if problem.reads_operands else 0))
