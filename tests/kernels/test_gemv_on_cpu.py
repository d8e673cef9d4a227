"""gemv on the cpu machine: rows of every alignment, and operands of half precision, bit by bit.

Other tests of it are those of all kernels that share k, in test_split_k_on_cpu.py.
"""

import dataclasses
import itertools

import numpy as np
import pytest
from half_operands import found_by, operands
from products_on_cpu import assert_same_but_zeros, loaded_on, problem_of
from summation import finished
from test_split_k_on_cpu import assert_stated_order
from vector_order import vector_order

from machine_memory import in_memory, read_back
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Types
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.machines.call import bound_arguments
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import Addresses
from sgemm.problem import LAYOUTS, Problem

GEMV = find("gemv")
# Each tile in two types, each of these in a layout that changes.
MIXED = [
    (tile, GEMV.other_types[(number + tile_number) % 4], LAYOUTS[(number + tile_number // 4) % 4])
    for tile_number, tile in enumerate(GEMV.tiles)
    for number in (0, 2)
]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("tile", GEMV.tiles, ids=str)
@pytest.mark.parametrize("padding", [0, 1, 2, 3])
@pytest.mark.sampled(13)
def test_few_rows_or_columns_are_read_as_wide_as_they_may_be(
    checked: CpuMachine, layout: str, tile: Tile, padding: int
) -> None:
    """Rows of every alignment, shorter and longer than a tile; nothing outside is read."""
    kernel = GEMV.specialised(layout, tile)
    for m, n, k, splits in (
        (1, 75, 37, 1), (75, 1, 37, 1), (1, 6, 3, 1), (5, 1, 1, 1), (1, 3, 50, 1), (4, 1, 1030, 2),
        (7, 70, 90, 1), (70, 7, 90, 1), (3, 5, 600, 2),
    ):  # fmt: skip
        tight = problem_of(kernel, m=m, n=n, k=k, alpha=0.7)
        wider = {"lda": tight.lda + padding, "ldb": tight.ldb + padding}
        assert_stated_order(checked, kernel, dataclasses.replace(tight, **wider), splits)


@pytest.mark.parametrize(("tile", "types", "layout"), MIXED)
@pytest.mark.sampled(12)
def test_half_precision_is_summed_as_if_it_were_widened(
    checked: CpuMachine, tile: Tile, types: Types, layout: str
) -> None:
    """Whole tiles and parts of one; rows at multiples of four elements, and others."""
    kernel, few = GEMV.specialised(layout, tile, types), min(tile.bm, tile.bn)
    of_rows = tile.bm == tile.tm
    for (extent, other, k, splits), padding in itertools.product(
        ((few, 75, 1037, 1), (2 * few - 1, 70, 300, 2), (1, 3, 50, 1)), (0, 3)
    ):
        m, n = (extent, other) if of_rows else (other, extent)
        tight = problem_of(kernel, m=m, n=n, k=k)
        rows = {"lda": tight.lda + padding, "ldb": tight.ldb + padding}
        given = operands(kernel, m=m, n=n, k=k, alpha=0.7, beta=0.5, **rows)
        expected = finished(given, vector_order(tile, given, splits))
        found = found_by(checked, kernel, given, Schedule(splits=splits))
        assert_same_but_zeros(found.C, expected, given.problem)


@pytest.mark.parametrize("types", GEMV.other_types)
def test_numbers_of_half_precision_keep_their_values(checked: CpuMachine, types: Types) -> None:
    """Subnormals, infinities, signed zeros and the largest numbers, in either operand."""
    kernel = GEMV.specialised("nt", GEMV.tiles[7], types)
    given = operands(kernel, m=4, n=9, k=64)
    half = given.A if types[0] != "float32" else given.B.T
    is_float16 = "float16" in types
    half[:4, 5] = (
        (2.0**-24, 65504.0, -0.0, np.inf) if is_float16 else (2.0**-133, 2.0**127, -0.0, np.inf)
    )
    with np.errstate(invalid="ignore", over="ignore"):
        expected = finished(given, vector_order(kernel.tile, given, 1))
    found = found_by(checked, kernel, given, Schedule())
    np.testing.assert_array_equal(found.C, expected)
    assert np.isinf(found.C).any()


@pytest.mark.parametrize(("layout", "place"), [("nn", 1), ("tn", 12)])
def test_as_many_outputs_as_there_can_be(checked: CpuMachine, layout: str, place: int) -> None:
    """The first block of 2^31 - 1 outputs, whose rows begin within four elements."""
    kernel = GEMV.specialised(layout, GEMV.tiles[place])
    of_rows, count = kernel.tile.bm == kernel.tile.tm, 2**31 - 1
    sizes = (1, count, 1) if of_rows else (count, 1, 1)
    problem = Problem(*sizes, trans_a=not of_rows)
    large, found = np.arange(1, 400, dtype=np.float32), np.full(400, np.nan, np.float32)
    vector = np.full(4, 2.0, np.float32)
    with in_memory(checked, vector, large, found) as (small, matrix, result):
        where = (
            (small.address, matrix.address + 4) if of_rows else (matrix.address + 4, small.address)
        )
        with bound_arguments(
            checked, kernel, problem, Addresses(*where, result.address), Schedule()
        ) as (launch, arguments):
            first = launch._replace(grid=(1, 1, 1))
            checked.launch(loaded_on(checked, kernel), first, arguments)
        read = read_back(checked, result, found)
    outputs = max(kernel.tile.bm, kernel.tile.bn)
    np.testing.assert_array_equal(read[:outputs], 2.0 * large[1 : outputs + 1])
