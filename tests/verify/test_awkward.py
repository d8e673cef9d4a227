"""The awkward problems cover what they promise."""

from __future__ import annotations

from itertools import product

import pytest

from sgemm.kernels.tile import Tile
from sgemm.verify.awkward import AWKWARD_PROBLEMS, SCALARS, SMALL_SHAPES, awkward_problems

TILES = (Tile(32, 32, 32), Tile(64, 64, 8, 8, 1), Tile(128, 256, 8, 16, 8, stages=4), Tile(1, 1, 1))


def padding(problem) -> str:
    if (problem.lda, problem.ldb, problem.ldc) == tuple(
        max(1, row) for row in (problem.k, problem.n, problem.n)
    ):
        return "tight"
    aligned = all(x % 4 == 0 for x in (problem.lda, problem.ldb, problem.ldc))
    return "aligned" if aligned else "odd"


def test_small_ones() -> None:
    assert {(p.m, p.n, p.k) for p in AWKWARD_PROBLEMS} == set(SMALL_SHAPES)
    assert {p.is_empty for p in AWKWARD_PROBLEMS} == {True, False}
    assert any(p.k == 0 and not p.is_empty and p.beta == 0.0 for p in AWKWARD_PROBLEMS)
    assert any(p.k == 0 and not p.is_empty and p.beta != 0.0 for p in AWKWARD_PROBLEMS)
    assert len(set(AWKWARD_PROBLEMS)) > 2.5 * len(SMALL_SHAPES)


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_scalars_meet_paddings(tile: Tile) -> None:
    problems = list(awkward_problems(tile))
    met = {((p.alpha, p.beta), padding(p)) for p in problems}
    assert met >= set(product(SCALARS, ("tight", "odd", "aligned")))
    assert any(p.ldb != p.ldc for p in problems)


@pytest.mark.parametrize("tile", TILES[:3], ids=str)
def test_sizes_around_the_tile(tile: Tile) -> None:
    problems = list(awkward_problems(tile))
    sizes = {(p.m, p.n) for p in problems}
    for rows, columns in product((-1, 0, 1), repeat=2):
        assert (tile.bm + rows, tile.bn + columns) in sizes
    lengths = {p.k for p in problems}
    held = tile.bk * tile.stages
    assert {tile.bk - 1, tile.bk, tile.bk + 1, held - 1, held, held + 1} <= lengths
    assert any(p.m > 2 * tile.bm and p.n > 2 * tile.bn for p in problems)


def test_tile_without_shared_memory() -> None:
    assert all(p.k >= 0 for p in awkward_problems(Tile(32, 32, 1, stages=0)))
