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

import math
from typing import NamedTuple

from sgemm.kernels.kernel import Kernel, Tile, tiles_of
from sgemm.kernels.schedule import Schedule
from sgemm.planning.rates import DEFAULT, RATES, Rates
from sgemm.problem import Problem

BYTES_A_MICROSECOND = 3.6e6
"""What a kernel that only moves data reaches on the H200, both directions together."""

ROUNDING = 1.0 - 1e-9
"""Keeps the least time below the predicted one where they differ by rounding alone."""


class Prediction(NamedTuple):
    """Predicted microseconds, by what they are spent on; work and memory run side by side."""

    launch: float
    work: float
    memory: float
    parts: float

    @property
    def total(self) -> float:
        """Predicted time of the launch in microseconds."""
        return self.launch + max(self.work, self.memory) + self.parts


class Cover(NamedTuple):
    """What a tile makes of a problem.

    Parameters
    ----------
    tiles : int
        Of all products together.
    depth : int
        Blocks of bk steps of each; 0 where nothing is multiplied.
    memory : float
        Microseconds to move every operand once.
    """

    tiles: int
    depth: int
    memory: float


class Shape(NamedTuple):
    """What the model looks at: how the fullest multiprocessor is loaded.

    Parameters
    ----------
    resident : int
        Blocks that it works on.
    steps : float
        Blocks of bk steps of each.
    tiles : int
        Tiles that each begins and ends.
    parts : float
        Parts that are added up for one tile; 1 where k is whole.
    memory : float
        Microseconds to move every operand once.
    """

    resident: int
    steps: float
    tiles: int
    parts: float
    memory: float


def memory_time(problem: Problem) -> float:
    """Return the microseconds to move A and B once, and C once or twice."""
    a = problem.m * problem.k * (problem.batch if problem.stride_a else 1)
    b = problem.k * problem.n * (problem.batch if problem.stride_b else 1)
    c = problem.m * problem.n * problem.batch * (1 if problem.beta == 0.0 else 2)
    return 4.0 * (c + (a + b if problem.reads_operands else 0)) / BYTES_A_MICROSECOND


def cover(problem: Problem, tile: Tile, memory: float) -> Cover:
    """Return what a tile makes of a problem whose operands take so long to move."""
    tiles = tiles_of(problem, tile)
    depth = -(-problem.k // tile.bk) if tiles and problem.reads_operands else 0
    return Cover(tiles, depth, memory)


def shape_of(covered: Cover, schedule: Schedule, multiprocessors: int) -> Shape:
    """Return how a schedule loads the fullest multiprocessor."""
    tiles, depth, memory = covered
    blocks, streamed = schedule.blocks, schedule.streamed
    if not blocks:
        splits = schedule.splits
        resident = -(-tiles * splits // multiprocessors)
        return Shape(resident, -(-depth // splits), 1, splits, memory)
    whole = -(-(tiles - streamed) // blocks)
    resident = -(-blocks // multiprocessors)
    if not streamed:
        return Shape(resident, whole * depth, whole, 1, memory)
    # Shares that do not end with tiles leave two parts a block, and three or more a tile.
    parts = max(2.0, blocks / streamed + (0.0 if blocks % streamed == 0 else 1.5))
    steps = whole * depth + streamed * depth / blocks
    return Shape(resident, steps, whole + math.ceil(streamed / blocks), parts, memory)


def from_shape(shape: Shape, rates: Rates) -> Prediction:
    """Predict from a shape and the numbers of a kernel and tile."""
    resident, steps, tiles, parts, memory = shape
    work = steps * max(rates.step, resident * rates.crowded)
    work += rates.tile * tiles * max(1.0, resident * rates.overlap)
    adding = rates.join + rates.part * parts if parts > 1 else 0.0
    return Prediction(rates.launch, work, memory * rates.moved, adding)


def predict_covered(
    covered: Cover, schedule: Schedule, rates: Rates, multiprocessors: int
) -> Prediction:
    """Predict the time of a schedule of a kernel whose cover and numbers are known."""
    if not covered.depth:
        return Prediction(DEFAULT.launch, 0.0, covered.memory, 0.0)
    return from_shape(shape_of(covered, schedule, multiprocessors), rates)


def predict(
    problem: Problem, kernel: Kernel, schedule: Schedule, multiprocessors: int
) -> Prediction:
    """Predict a candidate's time.

    Returns
    -------
    Prediction
        Microseconds on an H200; on other GPUs a measure to compare candidates by.
    """
    covered = cover(problem, kernel.tile, memory_time(problem))
    return predict_covered(covered, schedule, rates_of(kernel), multiprocessors)


def least_time(covered: Cover, rates: Rates, multiprocessors: int) -> float:
    """Return what no schedule of a kernel is predicted to undercut, in microseconds.

    However blocks of steps are shared, the fullest multiprocessor has at least its share of all.
    And a tile's own steps are either done one after the other or cut into parts, p of them: then
    ``step * depth / p + join + part * p`` is least where both terms with p are equal.
    """
    tiles, depth, memory = covered
    if not depth:
        return DEFAULT.launch + memory
    whole = rates.step * depth
    cut = rates.join + 2.0 * math.sqrt(whole * rates.part)
    shared = tiles * depth / multiprocessors * rates.crowded
    work = max(shared, min(whole, cut)) + rates.tile
    return (rates.launch + max(work, memory * rates.moved)) * ROUNDING


def is_fitted(kernel: Kernel) -> bool:
    """Tell whether there are numbers of a kernel in its tile and layout."""
    return name_of(kernel) in RATES


def rates_of(kernel: Kernel) -> Rates:
    """Return the numbers of a kernel in its tile and layout."""
    return RATES.get(name_of(kernel), DEFAULT)


def name_of(kernel: Kernel) -> str:
    """Return how a kernel in a tile and layout is called in rates.py."""
    tile = kernel.tile
    return f"{kernel.name} {kernel.layout} {tile.bm}x{tile.bn}x{tile.bk}"
