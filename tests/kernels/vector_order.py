"""The order in which skinny sums products of one row or column: what its docstring states."""

import numpy as np
from numpy.typing import NDArray
from summation import added

from sequential_loop import fused_multiply_add
from sgemm.kernels.library.split_k_schedule import fan
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem
from sgemm.verify.inputs import Operands

NONE = -1


def steps_across(
    tile: Tile, leading: int, all_outputs: int, outputs: int, origin: int, length: int
) -> NDArray[np.intp]:
    """Steps of each slice for each output of a tile, (slices, most steps, outputs).

    The part's first row begins `origin` elements after a multiple of 16 bytes; the operand with
    it, if that is negative: then by -origin.
    """
    begins, origin = origin < 0, abs(origin)
    count = tile.slices
    threads_of_slice = tile.bm * tile.bn // 4
    aligned = origin % 4 == 0 and leading % 4 == 0
    if not aligned and threads_of_slice < 32 and all_outputs >= 4:
        count = threads_of_slice * tile.slices // (threads_of_slice + 1) // 4 * 4
    rounds = -(-length // count)
    steps = np.full((tile.slices, rounds), NONE)
    steps[:count] = np.arange(count)[:, None] + count * np.arange(rounds)
    steps[steps >= length] = NONE
    found = np.repeat(steps[:, :, None], outputs, axis=2)
    if count < tile.slices and begins and origin % 4:
        # No row lies before the first one: what is in no float4 of it comes last.
        alone = 4 - origin % 4
        found[0, :, :alone] = np.roll(found[0, :, :alone], -1, axis=0)
    return found


def steps_along(
    tile: Tile, leading: int, outputs: int, origin: int, length: int
) -> NDArray[np.intp]:
    """Steps of each slice for each output of a tile, (slices, most steps, outputs).

    The first output's row begins `origin` elements after a multiple of 16 bytes.
    """
    rounds = -(-length // (4 * tile.slices))
    threads_of_slice = tile.bm * tile.bn // 4
    steps = np.full((tile.slices, 4 * rounds + 1, outputs), NONE)
    for output in range(outputs):
        before = min(-(output * leading + origin) % 4, length)
        whole, after = divmod(length - before, 4)
        slice_of = 8 * (output // threads_of_slice) if tile.slices >= 32 else 0
        steps[slice_of : slice_of + before, -1, output] = np.arange(before)
        steps[slice_of + 4 : slice_of + 4 + after, -1, output] = (
            before + 4 * whole + np.arange(after)
        )
        for vector in range(whole):
            place = 4 * (vector // tile.slices)
            steps[vector % tile.slices, place : place + 4, output] = (
                before + 4 * vector + np.arange(4)
            )
    return steps


def vector_order(
    tile: Tile, problem: Problem, given: Operands, splits: int, begin: int = 0
) -> NDArray[np.float32]:
    """Return the sums of A*B of one product, in float32, as a tile of one row or column makes them.

    The large operand begins `begin` elements after a multiple of 16 bytes.
    """
    is_row = tile.bm == 1
    extent = tile.bm * tile.bn
    along = problem.trans_b if is_row else not problem.trans_a
    leading = problem.ldb if is_row else problem.lda
    all_outputs = problem.n if is_row else problem.m
    vectors, matrix = (given.A, given.B) if is_row else (given.B.T, given.A.T)
    result = np.empty((vectors.shape[0], all_outputs), dtype=np.float32)
    blocks = -(-problem.k // tile.bk)
    for first in range(0, all_outputs, extent):
        outputs = min(extent, all_outputs - first)
        parts = []
        for part in range(splits):
            start = blocks * part // splits * tile.bk
            length = max(0, min(blocks * (part + 1) // splits * tile.bk, problem.k) - start)
            if along:
                steps = steps_along(tile, leading, outputs, begin + first * leading + start, length)
            else:
                origin = begin + start * leading + first
                steps = steps_across(
                    tile, leading, all_outputs, outputs,
                    -begin if first == start == 0 else origin, length,
                )  # fmt: skip
            sums = np.zeros((vectors.shape[0], tile.slices, outputs), dtype=np.float32)
            for place in range(steps.shape[1]):
                at = steps[:, place]
                a = vectors[:, np.where(at == NONE, 0, at + start)]
                b = matrix[np.where(at == NONE, 0, at + start), first + np.arange(outputs)]
                sums = np.where(at == NONE, sums, fused_multiply_add(a, b[None], sums))
            parts.append(sum_of_slices(tile, sums))
        result[:, first : first + outputs] = added(parts, fan(tile))
    return result if is_row else result.T


def sum_of_slices(tile: Tile, sums: NDArray[np.float32]) -> NDArray[np.float32]:
    """Add four slices each, with a stride of a fourth of all, then neighbours in pairs."""
    lanes = tile.slices // 4
    four = [sums[:, place * lanes : (place + 1) * lanes] for place in range(4)]
    total = ((four[0] + four[1]) + four[2]) + four[3]
    while total.shape[1] > 1:
        total = total[:, ::2] + total[:, 1::2]
    return total[:, 0]
