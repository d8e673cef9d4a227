"""The order in which gemv sums products of few rows or columns: what its docstring states."""

import numpy as np
from summation import Floats, added, chain, even_parts

from sgemm.kernels.library.split_k_schedule import adders, fan
from sgemm.kernels.tile import Tile
from sgemm.verify.inputs import Operands


def steps_across(
    tile: Tile, leading: int, all_outputs: int, output: int, origin: int, length: int
) -> list[list[int]]:
    """Steps of each slice for an output of a tile, where rows run across k.

    The part's first row begins `origin` elements after a multiple of 16 bytes; the operand with
    it, if that is negative: then by -origin.
    """
    begins, origin = origin < 0, abs(origin)
    count = tile.slices
    threads_of_slice = max(tile.bm, tile.bn) // 4
    aligned = origin % 4 == 0 and leading % 4 == 0
    if not aligned and threads_of_slice < 32 and all_outputs >= 4:
        count = threads_of_slice * tile.slices // (threads_of_slice + 1) // 4 * 4
    steps = [list(range(number, length, count)) for number in range(count)]
    steps += [[] for _ in range(tile.slices - count)]
    if count < tile.slices and begins and origin % 4 and output < 4 - origin % 4:
        # No row lies before the first one: what is in no float4 of it comes last.
        steps[0] = steps[0][1:] + steps[0][:1]
    return steps


def steps_along(tile: Tile, leading: int, output: int, origin: int, length: int) -> list[list[int]]:
    """Steps of each slice for an output of a tile, where rows run along k.

    The first output's row begins `origin` elements after a multiple of 16 bytes.
    """
    before = min(-(output * leading + origin) % 4, length)
    after = before + (length - before) // 4 * 4
    steps: list[list[int]] = [[] for _ in range(tile.slices)]
    for number, vector in enumerate(range(before, after, 4)):
        steps[number % tile.slices] += range(vector, vector + 4)
    first = 8 * (output // (max(tile.bm, tile.bn) // 4) % (tile.slices // 8))
    for step in range(before):
        steps[first + step].append(step)
    for step in range(after, length):
        steps[first + 4 + step - after].append(step)
    return steps


def vector_order(tile: Tile, given: Operands, splits: int, begin: int = 0) -> Floats:
    """Return the sums of A*B of one product as a tile of few rows or columns makes them.

    The large operand begins `begin` elements after a multiple of 16 bytes.
    """
    problem, is_row = given.problem, tile.bm == tile.tm
    vectors, matrix = (given.A, given.B) if is_row else (given.B.T, given.A.T)
    leading = problem.ldb if is_row else problem.lda
    is_along = problem.trans_b if is_row else not problem.trans_a
    result = np.empty((vectors.shape[0], matrix.shape[1]), np.float32)
    for output in range(matrix.shape[1]):
        place = output % (max(tile.bm, tile.bn))
        first, parts = output - place, []
        for part in even_parts(tile, problem.k, splits):
            start, length = part.start, len(part)
            if is_along:
                steps = steps_along(tile, leading, place, begin + first * leading + start, length)
            else:
                origin = begin + start * leading + first if start or first else -begin
                steps = steps_across(tile, leading, matrix.shape[1], place, origin, length)
            column = matrix[start:, [output]]
            sums = [chain(vectors[:, start:], column, own) for own in steps]
            parts.append(sum_of_slices(sums, len(sums) // (4 * min(tile.bm, tile.bn))))
        result[:, [output]] = added(parts, fan(tile), adders(tile))
    return result if is_row else result.T


def sum_of_slices(sums: list[Floats], lanes: int) -> Floats:
    """Add slices with a stride of so many lanes, then neighbours in pairs."""
    total = [added(sums[lane::lanes]) for lane in range(lanes)]
    while len(total) > 1:
        total = [one + other for one, other in zip(total[::2], total[1::2], strict=True)]
    return total[0]
