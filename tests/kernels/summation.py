"""Orders of summation, as the docstrings of kernels state them, from single fused multiply-adds."""

import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sequential_loop import fused_multiply_add
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.verify.inputs import Operands

Floats = NDArray[np.float32]


def chain(a: Floats, b: Floats, steps: Iterable[int]) -> Floats:
    """Return a*b over some steps of k, in one chain of fused multiply-adds."""
    sums = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for step in steps:
        sums = fused_multiply_add(a[:, step, None], b[step], sums)
    return sums


def unfused(a: Floats, b: Floats, steps: Iterable[int]) -> Floats:
    """Return the same with each product rounded before it is added."""
    sums = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for step in steps:
        sums = sums + a[:, step, None] * b[step]
    return sums


def added(parts: Sequence[Floats], fan: int | None = None, adders: int = 1) -> Floats:
    """Add in ascending order: in a tree of up to ``fan`` parts a node, or one after the other.

    With several adders each adds every so many parts of a node; their sums are added in halves.
    """
    while len(parts) > 1:
        width = fan or len(parts)
        parts = [
            by_adders(parts[first : first + width], adders) for first in range(0, len(parts), width)
        ]
    return parts[0]


def by_adders(parts: Sequence[Floats], adders: int) -> Floats:
    """Add the parts of one node."""
    used = min(adders, len(parts))
    sums = [functools.reduce(operator.add, parts[one::adders]) for one in range(used)]
    half = adders // 2
    while half:
        lower, upper = sums[:half], sums[half:]
        sums = [one + other for one, other in zip(lower, upper, strict=False)] + lower[len(upper) :]
        half //= 2
    return sums[0]


def in_chunks(a: Floats, b: Floats, steps: Sequence[int], length: int | None = None) -> Floats:
    """Return a*b over some steps of k in chains of a length, which are added; by default in one."""
    length = length or max(1, len(steps))
    firsts = range(0, max(1, len(steps)), length)
    return added([chain(a, b, steps[first : first + length]) for first in firsts])


def of_slices(tile: Tile, steps: Iterable[int]) -> list[list[int]]:
    """Return the steps of k of each slice: its part of each block of bk."""
    found: list[list[int]] = [[] for _ in range(tile.slices)]
    for step in steps:
        found[step % tile.bk // tile.steps].append(step)
    return found


def even_parts(tile: Tile, k: int, splits: int) -> list[range]:
    """Return the steps of k of each part, where k is cut into parts of whole blocks of bk."""
    stages = -(-k // tile.bk)
    ends = (min(stages * part // splits * tile.bk, k) for part in range(splits + 1))
    return [range(*pair) for pair in itertools.pairwise(ends)]


def of_shared_tiles(
    tile: Tile,
    a: Floats,
    b: Floats,
    schedule: Schedule,
    sum_of: Callable[[Floats, Floats, range], Floats],
    fan: int | None = None,
) -> Floats:
    """Return a*b where blocks share the first tiles by k; ``sum_of`` some steps is that of a part.

    Tiles are laid end to end along k, and each block has an equal part of the line.
    """
    m, n, k = a.shape[0], b.shape[1], a.shape[1]
    stages, blocks = -(-k // tile.bk), schedule.blocks
    line = schedule.stream_k_tiles * stages
    cuts = {line * block // blocks for block in range(1, blocks)} if line else set()
    result = np.empty((m, n), np.float32)
    corners = itertools.product(range(0, m, tile.bm), range(0, n, tile.bn))
    for number, (row, column) in enumerate(corners):
        begin, end = number * stages, (number + 1) * stages
        ends = sorted({begin, end} | {cut for cut in cuts if begin < cut < end})
        place = slice(row, row + tile.bm), slice(column, column + tile.bn)
        parts = [
            sum_of(
                a[place[0]],
                b[:, place[1]],
                range((first - begin) * tile.bk, min((last - begin) * tile.bk, k)),
            )
            for first, last in itertools.pairwise(ends)
        ]
        result[place] = added(parts, fan)
    return result


def finished(given: Operands, total: Floats) -> Floats:
    """Return alpha*total + beta*added of the first product, as rungs with shared k round it."""
    scaled = np.float32(given.problem.alpha) * total
    if given.problem.beta == 0.0:
        return scaled
    return fused_multiply_add(np.full_like(scaled, given.problem.beta), given.added, scaled)


def finished_apart(given: Operands, total: Floats) -> Floats:
    """Return the same with beta*C rounded before it is added."""
    scaled = np.float32(given.problem.alpha) * total
    if given.problem.beta == 0.0:
        return scaled
    return scaled + np.float32(given.problem.beta) * given.C
