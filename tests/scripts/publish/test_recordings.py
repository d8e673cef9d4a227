"""What was recorded of the rungs is what their docstrings say, and what is committed."""

import csv
import functools
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publish.drawings import loads as drawn_loads
from publish.recorded import banks, blocks, loads, passes, pipeline, registers, sums, tiles
from publish.recorded.recording import (
    EDGE_ROWS,
    record_blocks,
    record_edge,
    record_pipeline,
    record_tile,
)
from publish.recorded.register_banks import busiest_loop

from sgemm.kernels.catalogue import find
from sgemm.machine_code import instruction as isa

FOLDER = Path(__file__).parents[3] / "results" / "recordings"


@pytest.fixture(scope="module")
def recordings():
    names = ("naive", "coalesced", "shared_tile", "conflict_free", "vector_loads", "double_buffer")
    names += ("async_copy",)
    return {name: record_tile(find(name), 90) for name in names}


def committed(*words):
    with gzip.open(FOLDER / f"{'-'.join(words)}.csv.gz", "rt", newline="") as text:
        _, *rows = csv.reader(text)
    return [tuple(int(cell) if cell.isdecimal() else cell for cell in row) for row in rows]


def lengths(recording):
    return {"A": recording.problem.lda, "B": recording.problem.ldb}


@pytest.mark.parametrize(("name", "of_a", "of_b"), [("naive", 32, 1), ("coalesced", 1, 4)])
def test_sectors_are_those_of_the_docstrings(recordings, name, of_a, of_b):
    found = loads.rows(recordings[name])
    assert loads.sectors(found, lengths(recordings[name])) == {"A": of_a, "B": of_b}


def test_padding_ends_the_conflict_of_the_stores(recordings):
    def stores(name):
        rows = banks.rows(recordings[name])
        kinds = {row[0]: row[2] for row in rows if row[1].startswith("st")}
        return {
            variable: banks.busiest([row for row in rows if row[0] == access])
            for access, variable in kinds.items()
        }

    assert stores("shared_tile") == {"block_a": 32, "block_b": 1}
    assert stores("conflict_free") == {"block_a": 1, "block_b": 1}


def test_the_busiest_bank_is_the_one_with_most_words():
    words = {0: 5, 1: 37, 2: 69, 3: 69, 4: 6}  # by lane: three of bank 5, and one of bank 6
    table = tuple((1, "ld.shared.f32", "x", lane, word, word % 32) for lane, word in words.items())
    assert banks.busiest(table) == 3


@pytest.mark.parametrize(
    ("nbytes", "address", "expected"),
    [
        (4, lambda lane: 4 * lane, 1),
        (4, lambda lane: 0, 1),
        (4, lambda lane: 128 * lane, 32),
        (4, lambda lane: 128 * (lane // 16), 2),
        (8, lambda lane: 8 * lane, 2),
        (16, lambda lane: 16 * lane, 4),
        (16, lambda lane: 16 * (lane % 16), 4),
        (16, lambda lane: 16 * (lane // 2), 2),  # neighbours want the same
        (16, lambda lane: 16 * (lane // 4 * 2 + lane % 2), 2),  # lanes two apart do
        (16, lambda lane: 0, 2),
        (16, lambda lane: 32 * lane, 8),
    ],
)
def test_passes_of_a_request(nbytes, address, expected):
    request = {lane: address(lane) for lane in range(32)}
    assert passes.in_shared_memory(request, nbytes) == expected


def test_loads_are_joined_where_they_fill_16_bytes():
    def load(start, nbytes=4, is_load=True):
        addresses = {lane: start + 64 * lane for lane in range(32)}
        return passes.Request("shared", is_load, nbytes, addresses)

    words = [load(16 + 4 * word) for word in range(4)]
    whole = load(16, 16)
    assert passes.joined(words) == [whole]
    assert passes.joined([load(16, 8), *words[2:]]) == [whole]
    assert passes.joined([*words[:3], words[0]]) == [*words[:3], words[0]]
    stores = [each._replace(is_load=False) for each in words]
    assert passes.joined(stores) == stores


@pytest.mark.parametrize("name", ["naive", "shared_tile", "thread_column"])
def test_committed_steps_are_those_of_the_kernels(name):
    kernel = find(name)
    counted = {row[1]: row[2] for row in committed("steps") if row[0] == name}
    found = passes.passes(record_tile(kernel, 90, passes.ROW))
    assert counted == dict.fromkeys(passes.ARCHITECTURES, found)


def test_passes_are_those_of_the_docstrings():
    counted = {row[0]: row[2] for row in committed("steps")}
    warps = 32
    assert counted["naive"] == warps * (32 + 1)  # an address of A for each lane
    assert counted["coalesced"] == warps * (1 + 1)
    # A store of A meets one bank 32 times; 64 loads of shared memory, two of global memory.
    assert counted["shared_tile"] == warps * (32 + 1 + 64 + 2)
    assert counted["conflict_free"] == warps * (1 + 1 + 64 + 2)
    # The assembler joins the loads of A along k by fours; all lanes want the same.
    assert counted["ptx_shared_tile"] == warps * (1 + 1 + 32 + 32 // 4 * 2 + 2)


def test_half_of_the_threads_copy_a_and_half_copy_b(recordings):
    found = loads.rows(recordings["vector_loads"])
    assert {(row[0], row[4]) for row in found} == {("A", 0), ("B", 4)}
    assert {row[0]: sum(each[0] == row[0] for each in found) for row in found} == {
        "A": 64 * 8,
        "B": 8 * 64,
    }


@pytest.mark.parametrize(("name", "length"), [("coalesced", 1), ("vector_loads", 4)])
def test_a_box_is_what_one_lane_loads_of_a_row(recordings, name, length):
    of_b = [row for row in loads.rows(recordings[name]) if row[0] == "B"]
    boxes = [box for box in drawn_loads._runs(of_b) if box[3]]
    assert {end - start + 1 for _, start, end, _, _ in boxes} == {length}
    assert [first for *_, first in boxes] == list(range(32))


def test_a_second_buffer_needs_one_barrier_a_block(recordings):
    waits = {
        name: sum(row[3] for row in pipeline.rows(recordings[name]) if row[4] == "wait")
        for name in ("vector_loads", "double_buffer", "async_copy")
    }
    groups = 4 + 1  # of copies that async_copy waits for, each beside a barrier, and one at the end
    assert waits == {"vector_loads": 2 * 4, "double_buffer": 4 + 1, "async_copy": 2 * groups + 1}


@functools.cache
def pipeline_of(name):
    return pipeline.rows(record_pipeline(find(name), 90))


def under_way(name):
    """Where loads and copies are issued, and where what they bring is needed."""
    return [
        (row[2], row[5]) for row in pipeline_of(name) if row[4] in (pipeline.LOAD, pipeline.COPY)
    ]


def test_a_load_is_needed_at_once_until_it_is_prefetched():
    a_block_of_k = 8 * 64  # multiply-adds of a thread
    assert {end - first for first, end in under_way("shared_tile")} == {1}
    assert all(end - first > a_block_of_k for first, end in under_way("double_buffer")[1:])


@pytest.mark.parametrize(
    ("name", "free"), [("async_copy", 2), ("bulk_copy", 4), ("warp_specialised", 4)]
)
def test_as_many_copies_are_under_way_as_a_ring_has_stages_for(name, free):
    """Of three stages async_copy reads one. Warps that copy wait until a stage is released."""
    copies = under_way(name)
    together = [sum(first <= place < end for first, end in copies) for place, _ in copies]
    assert len(copies) > 2 * free - 1
    assert set(together[free:]) <= {free - 1, free}
    # A group is needed where the wait for it begins, one block of k after the other.
    ends = [end for _, end in copies]
    assert ends == sorted(ends)


def test_warps_that_copy_are_ahead_by_what_is_released():
    found = pipeline_of("warp_specialised")
    copies = [row for row in found if row[1] == "copies"]
    waits = [row[2] for row in found if row[1] == "multiplies" and row[4] == pipeline.WAIT]
    stages = find("warp_specialised").tile.stages
    assert [row[2] for row in copies[:stages]] == [0] * stages
    # It is released beside the wait for the next stage.
    for copy, wait in zip(copies[stages:], waits[1:], strict=False):
        assert wait <= copy[2] <= wait + 2


@pytest.mark.parametrize(
    ("name", "kind", "rows"),
    [
        ("naive", "loads", loads.rows),
        ("coalesced", "tiles", tiles.rows),
        ("vector_loads", "loads", loads.rows),
        ("vector_loads", "tiles", tiles.rows),
    ],
)
def test_committed_recordings_are_those_of_the_kernels(recordings, name, kind, rows):
    """Of what another compiler cannot change: who loads and stores what."""
    assert set(committed(name, kind)) == set(rows(recordings[name]))


def test_persistent_blocks_take_one_tile_after_the_other():
    found = blocks.rows(record_blocks(find("persistent"), 90))
    assert [(row[0], row[3]) for row in found] == [
        (0, "tile 0, 0"),
        (0, "tile 0, 2"),
        (1, "tile 0, 1"),
    ]
    assert [row[0::3] for row in committed("persistent", "blocks")] == [row[0::3] for row in found]


def test_each_block_has_a_tile_where_none_is_persistent():
    found = blocks.rows(record_blocks(find("conflict_free"), 90))
    assert [(row[0], row[3]) for row in found] == [(n, f"tile 0, {n}") for n in range(3)]


def test_stream_k_shares_the_work_evenly():
    work = {}
    for block, _, count, _ in committed("stream_k", "blocks"):
        work[block] = work.get(block, 0) + count
    assert work.keys() == {0, 1}
    assert max(work.values()) < 1.01 * min(work.values())


@pytest.mark.parametrize("name", ["ptx_pipeline", "texture_loads"])
def test_textures_are_read_beyond_the_last_row(name):
    """Lane l reads four elements of row l // 2; pointers read the last row in place of others."""
    found = loads.rows(record_edge(find(name), 90))
    of_a = {row[1]: row[5:] for row in found if row[0] == "A" and row[2] == 0 and row[5]}
    there = {row: (1, 2 * row) for row in range(EDGE_ROWS)}
    if name == "texture_loads":
        assert of_a == there | {row: (1, 2 * row) for row in range(EDGE_ROWS, 16)}
    else:
        assert of_a == there | {EDGE_ROWS - 1: (16 - EDGE_ROWS + 1, 2 * EDGE_ROWS - 2)}
    assert set(committed(name, "edges")) == set(found)


@pytest.mark.parametrize("name", ["conflict_free", "chunked_sums"])
def test_sums_of_chunks_are_added_apart(name):
    """In one chain the products up to a step are together; with chunks, those of its chunk."""
    length = 512 if name == "chunked_sums" else sums.LENGTH
    found = sums.rows(sums.record_sums(find(name), 90))
    assert found == tuple(
        (step, step % length + 1 if step % length else step + length) for step, _ in found
    )
    assert sums.joins(found) == set(range(length, sums.LENGTH, length))


def test_the_patched_loop_reads_either_bank_less_than_once_for_a_multiply_add():
    before = registers.totals(committed("chunked_sums", "registers"))
    assert max(before[1:]) > before[0]
    products, *reads = registers.totals(
        registers.rows(registers.record_loop(find("patched_mainloop"), 90))
    )
    assert max(reads) < products


def test_the_innermost_loop_with_most_multiply_adds_is_found():
    product = isa.multiply_add(1, 2, 3, 1)
    code = [product] * 9
    for at, to in ((2, 1), (5, 3), (8, 0)):
        code[at] = isa.branch(at, to)
    assert busiest_loop(code) == code[3:6]


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_rectangles_hold_each_element_once(elements):
    found = [
        (row, column)
        for first, last, start, end in tiles.rectangles(elements)
        for row in range(first, last + 1)
        for column in range(start, end + 1)
    ]
    assert sorted(found) == sorted(elements)
