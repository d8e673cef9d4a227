"""Workspaces of persistent kernels: every part has a slot of its own, and every tile a counter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.errors import ArgumentError
from sgemm.kernels.library.stream_k_schedule import (
    FAN,
    MOST_BLOCKS,
    depth,
    has_reduction,
    most_parts,
    stream_k_grid,
    stream_k_workspace,
)
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

TILE = Tile(bm=64, bn=128, bk=32, tm=8, tn=8)


class Line:
    """Tiles laid end to end along k and shared among blocks, as stream_k_work.cuh counts."""

    def __init__(self, stages: int, tiles: int, blocks: int) -> None:
        self.stages, self.length, self.blocks = stages, stages * tiles, blocks

    def start_of_share(self, block: int) -> int:
        return self.length * block // self.blocks

    def block_at(self, place: int) -> int:
        return ((place + 1) * self.blocks - 1) // self.length

    def slots(self, tile: int) -> list[int]:
        """Return the slots of the parts of a tile, as stream_k_fixup.cuh counts."""
        first = self.block_at(tile * self.stages)
        last = self.block_at(tile * self.stages + self.stages - 1)
        begins_before = self.start_of_share(first) < tile * self.stages
        return [2 * first + begins_before, *(2 * block for block in range(first + 1, last + 1))]


@st.composite
def lines(draw: st.DrawFn) -> tuple[int, int, int]:
    stages, tiles = draw(st.integers(1, 2000)), draw(st.integers(1, 40))
    return stages, tiles, draw(st.integers(1, min(300, stages * tiles)))


@given(lines())
def test_slots_and_counters_are_within_the_workspace(sizes: tuple[int, int, int]) -> None:
    stages, tiles, blocks = sizes
    problem = Problem(TILE.bm * tiles, TILE.bn, TILE.bk * stages)
    schedule = Schedule(blocks=blocks, stream_k_tiles=tiles)
    workspace = stream_k_workspace(problem, TILE, schedule)
    line = Line(stages, tiles, blocks)
    used: set[int] = set()
    for tile in range(tiles):
        slots = line.slots(tile)
        assert len(slots) <= most_parts(depth(problem, TILE), schedule)
        if len(slots) == 1:
            continue
        assert not used & set(slots), "a part is written over another"
        used |= set(slots)
        assert (max(slots) + 1) * TILE.bm * TILE.bn <= workspace.floats
        if has_reduction(problem, TILE, schedule):
            assert workspace.counters == 0
        else:
            assert len(slots) <= FAN
            assert slots[0] < workspace.counters


@given(st.integers(1, 2**31 - 1), st.data())
def test_shares_are_found_in_32_bits(length: int, data: st.DataObject) -> None:
    """As stream_k_work.cuh finds them, whose numbers have 32 bits: no product may have more."""
    blocks = data.draw(st.integers(1, min(length, MOST_BLOCKS)))
    block = data.draw(st.integers(0, blocks) | st.just(blocks))
    share = length // blocks
    products = share * block, (length - share * blocks) * block
    assert max(products) < 2**32
    assert products[0] + products[1] // blocks == length * block // blocks


@pytest.mark.parametrize(("stages", "most"), [(2 * MOST_BLOCKS, MOST_BLOCKS), (3, 3)])
def test_more_blocks_than_there_are_shares_are_refused(stages: int, most: int) -> None:
    """A share has at least one block of k, and is found in 32 bits."""
    problem = Problem(TILE.bm, TILE.bn, TILE.bk * stages)
    schedule = Schedule(blocks=most, stream_k_tiles=1)
    assert stream_k_grid(problem, TILE, schedule) == (most, 1, 1)
    words = rf"blocks = {most + 1}: 1 tiles can be spread over 1 to {most} blocks"
    with pytest.raises(ArgumentError, match=words):
        stream_k_grid(problem, TILE, Schedule(blocks=most + 1, stream_k_tiles=1))


def test_counters() -> None:
    """As many as there are slots, if a block adds the parts of a tile; none if a launch does."""
    for stages, blocks, counters in ((132, 4, 8), (132, 132, 0), (1320, 30, 0)):
        problem = Problem(TILE.bm, TILE.bn, TILE.bk * stages)
        schedule = Schedule(blocks=blocks, stream_k_tiles=1)
        assert stream_k_workspace(problem, TILE, schedule).counters == counters


def test_whole_tiles_need_no_workspace() -> None:
    assert stream_k_workspace(Problem(9, 9, 9), TILE, Schedule(blocks=1)).nbytes == 0
