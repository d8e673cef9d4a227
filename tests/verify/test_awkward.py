"""The awkward problems cover what they promise."""

from itertools import product

import pytest

from sgemm.kernels.tile import Tile
from sgemm.verify.awkward import SCALARS, SMALL_SHAPES, addend_problems, awkward_problems

TILES = (Tile(32, 32, 32), Tile(64, 64, 8, 8, 1), Tile(128, 256, 8, 16, 8, stages=4))


def padding(problem) -> str:
    leading = problem.lda, problem.ldb, problem.ldc
    if leading == tuple(max(1, row) for row in (problem.k, problem.n, problem.n)):
        return "tight"
    return "odd" if any(x % 4 for x in leading) else "aligned"


@pytest.mark.parametrize("tile", (*TILES, Tile(1, 1, 1), Tile(32, 32, 1, stages=0)), ids=str)
def test_scalars_meet_paddings(tile: Tile) -> None:
    problems = list(awkward_problems(tile))
    met = {((p.alpha, p.beta), padding(p)) for p in problems}
    assert met >= set(product(SCALARS, ("tight", "odd", "aligned")))
    assert any(p.ldb != p.ldc for p in problems)
    assert {(p.m, p.n, p.k) for p in problems} > set(SMALL_SHAPES)
    assert {p.beta == 0.0 for p in problems if not p.is_empty and p.k == 0} == {True, False}


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_sizes_around_the_tile(tile: Tile) -> None:
    problems = list(awkward_problems(tile))
    sizes = {(p.m, p.n) for p in problems}
    for rows, columns in product((-1, 0, 1), repeat=2):
        assert (tile.bm + rows, tile.bn + columns) in sizes
    lengths = {p.k for p in problems}
    held = tile.bk * tile.stages
    assert {tile.bk - 1, tile.bk, tile.bk + 1, held - 1, held, held + 1} <= lengths
    assert any(p.m > 2 * tile.bm and p.n > 2 * tile.bn for p in problems)


def test_addends_have_every_form_alone_and_in_a_batch():
    def form(problem):
        leading = problem.ld_addend
        kind = "row" if leading == 0 else "as C" if leading == problem.ldc else "another"
        return kind, problem.batch, problem.batch > 1 and problem.stride_addend == 0

    problems = [each for each in addend_problems() if not each.is_empty and each.k]
    kinds = "row", "as C", "another"
    wanted = {(kind, 1, False) for kind in kinds}
    wanted |= {(kind, 3, is_same) for kind in kinds for is_same in (False, True)}
    assert {form(each) for each in problems} == wanted
    assert all(each.beta for each in problems)
