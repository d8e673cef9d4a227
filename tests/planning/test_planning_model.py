"""The model of time: what the equations of its page, in test_planner_page.py, leave open."""

import dataclasses
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from test_planner_page import RATES

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Alignment
from sgemm.kernels.schedule import Schedule
from sgemm.planning import model
from sgemm.planning.candidates import BLOCKS_A_MULTIPROCESSOR, LEAST_STEPS, schedules
from sgemm.planning.rates import DEFAULT, SPEEDS
from sgemm.problem import Problem

SPLIT, STREAM_K = find("split_k"), find("stream_k_cp_async")
PAIRED = next(STREAM_K.specialised(tile=t) for t in STREAM_K.tiles if (t.bm, t.bn) == (128, 64))


def predict(problem, schedule=None, rates=RATES, kernel=SPLIT):
    tiled = model.tiling_of(kernel, problem, model.traffic(problem))
    return model.predict_tiling(tiled, schedule or Schedule(), rates, 132)


@pytest.mark.parametrize(
    ("change", "a", "b", "is_single"),
    [
        ({}, 0.25, 0.25, False),
        ({"lda": 130}, 0.5, 0.25, False),
        ({"ldb": 257}, 0.25, 1.0, False),
        ({"ldb": 260}, 0.25, 0.25, False),
        ({"ldb": 260, "type_b": "bfloat16"}, 0.25, 0.5, False),
        ({"ldb": 258, "type_b": "float16"}, 0.25, 1.0, False),
        ({"ldb": 264, "type_b": "float16", "alignment": Alignment(b=2)}, 0.25, 1.0, False),
        ({"ldc": 257}, 0.25, 0.25, True),
        ({"batch": 2, "stride_a": 64 * 128 + 1}, 1.0, 0.25, False),
        ({"batch": 2, "stride_c": 64 * 256 + 2}, 0.25, 0.25, True),
        ({"alignment": Alignment(a=8, b=4)}, 0.5, 1.0, False),
        ({"alignment": Alignment(a=16, b=256, c=4)}, 0.25, 0.25, True),
    ],
)
def test_alignment_of_rows_matrices_and_addresses(change, a, b, is_single):
    alignment = change.pop("alignment", None)
    found = model.traffic(Problem(64, 256, 128, **change), alignment)
    assert (found.a_pieces, found.b_pieces) == (a, b)
    assert (found.elementwise > 0) == is_single


def test_many_parts_are_added_by_a_launch_of_its_own():
    """39 tiles over 264 blocks: of 174 stages a share is 25.7, so that 8 blocks meet at most."""
    problem = Problem(333, 777, 5555)
    kernel = PAIRED
    predicted = predict(problem, Schedule(blocks=264, stream_k_tiles=39), kernel=kernel)
    assert predicted.parts == pytest.approx(RATES.join + RATES.part * (264 / 39 + 1.5))
    more = predict(problem, Schedule(blocks=313, stream_k_tiles=39), kernel=kernel)
    written = 39 * 128 * 64 * 4 / SPEEDS.bytes_a_microsecond
    assert more.parts == pytest.approx(model.ADDING_LAUNCH + model.ADDED_AGAIN * written)


def test_the_last_tiles_have_multiprocessors_to_themselves():
    """272 tiles for 264 blocks, two a multiprocessor: the last eight run by themselves.

    Many do so only if the launch does not fill the GPU to the last place.
    """
    kernel = PAIRED
    free = RATES._replace(copy=0.0, tile=0.0)

    def work(tiles, blocks=264):
        problem = Problem(128 * tiles, 64, 3200)
        return predict(problem, Schedule(blocks=blocks), free, kernel).work

    assert work(264) == pytest.approx(100 * math.hypot(0.4, 0.6))
    assert work(272) == pytest.approx(work(264) + 100 * math.hypot(0.4, 0.3))
    assert work(264 + 92) == work(263 + 132, blocks=263) == work(272)
    assert work(264 + 93) == work(528) == pytest.approx(2 * work(264))
    assert work(263 + 133, blocks=263) == work(528)


@pytest.mark.parametrize(
    ("problem", "waits"),
    [
        (Problem(260, 128, 512, trans_a=True), 3.0),  # four rows are left, and B lies by columns
        (Problem(260, 128, 512, trans_b=True), 2.0),
        (Problem(128, 131, 512), 2.0),
        (Problem(129, 131, 512, trans_b=True), 2.0),
        (Problem(129, 131, 512, trans_a=True, trans_b=True), 3.0),
        (Problem(261, 128, 512, trans_a=True), 0.0),
        (Problem(256, 128, 512, trans_a=True), 0.0),
    ],
    ids=str,
)
def test_a_pre_kernel_takes_as_long_as_its_waits_for_what_fills_no_tile(problem, waits):
    packed = find("stream_k_packed")
    tile = next(each for each in packed.tiles if (each.bm, each.bn) == (128, 128))
    kernel = packed.specialised(problem.layout, tile)
    traffic = model.traffic(problem)
    before = model.tiling_of(kernel, problem, traffic).before
    moved = kernel.geometry.packing.moved(problem, kernel.tile) / SPEEDS.packed
    assert moved < model.LOAD_WAIT
    assert before == pytest.approx(model.LOAD_WAIT * waits if waits else moved)


def test_one_block_fewer_than_fill_the_gpu_is_a_candidate():
    kernel = PAIRED
    for tiles, has_fewer in ((262, False), (264, False), (265, True), (526, True), (527, False)):
        problem = Problem(128 * tiles, 64, 3200)
        tiled = model.tiling_of(kernel, problem, model.traffic(problem))
        found = schedules(kernel, problem, tiled, 132)
        assert (Schedule(blocks=263) in found) == has_fewer, tiles


@pytest.mark.parametrize(
    ("name", "problem", "elements"),
    [
        ("fp16x3_skinny", Problem(64, 4096, 1000, ldb=4096), 64 * 1000),
        ("fp16x3_tall", Problem(4096, 64, 1000, batch=3), 3 * 64 * 1000),
        ("fp16x3_tall", Problem(4096, 64, 1000, batch=3, stride_b=0), 64 * 1000),
    ],
)
def test_the_large_operand_is_copied_and_the_small_one_split_beforehand(name, problem, elements):
    kernel = find(name)
    many = 128 * problem.k / (1000.0 * math.ceil(problem.k / kernel.tile.bk))
    large, small = ("ldb", "lda") if problem.m < problem.n else ("lda", "ldb")
    for lead, pieces in ((4096, 0.25), (4098, 1.0), (4097, 1.0)):
        found = dataclasses.replace(problem, **{large: lead, small: 5001})
        tiled = model.tiling_of(kernel, found, model.traffic(found))
        assert tiled.thousand_copies == pytest.approx(pieces * many)
        assert tiled.before == pytest.approx(8.0 * elements / SPEEDS.split)


def test_each_multiprocessor_has_a_block_before_any_has_two():
    def fullest(blocks):
        problem = Problem(PAIRED.tile.bm * 1000, PAIRED.tile.bn, 64)
        tiled = model.tiling_of(PAIRED, problem, model.traffic(problem))
        return model.load_of(tiled, Schedule(blocks=blocks), 132).blocks

    found = {blocks: fullest(blocks) for blocks in (1, 131, 132, 133, 264, 265)}
    assert found == {1: 1, 131: 1, 132: 1, 133: 2, 264: 2, 265: 3}


@given(st.floats(1e-6, 1e9), st.floats(1e-6, 1e9))
def test_side_by_side_takes_the_longer_or_a_little_more(one, other):
    both = model.overlapped(one, other)
    assert max(one, other) * (1 - 1e-12) <= both <= max(one, other) * 1.26
    assert both == model.overlapped(other, one)


def test_nothing_to_multiply_takes_a_launch_and_memory():
    predicted = predict(Problem(100, 100, 0, beta=1.0))
    assert predicted.total == pytest.approx(DEFAULT.launch + predicted.memory)
    assert predicted.work == predicted.parts == 0.0


@given(st.integers(1, 3000), st.integers(1, 300), st.integers(1, 300_000), st.integers(1, 200))
@example(1278, 63, 3296, 132)  # 20 tiles in 13 parts are two for each; in 12 they leave 24 places
def test_parts_fill_every_wave_and_differ_in_their_length(m, n, k, multiprocessors):
    problem = Problem(m, n, k)
    tiled = model.tiling_of(SPLIT, problem, model.traffic(problem))
    own, *worth = schedules(SPLIT, problem, tiled, multiprocessors)
    lengths = [-(-tiled.depth // schedule.splits) for schedule in worth]
    assert len(set(lengths)) == len(lengths)
    for schedule, length in zip(worth, lengths, strict=True):
        assert schedule.splits == 1 or -(-tiled.depth // (schedule.splits - 1)) > length
    lengths.append(-(-tiled.depth // own.splits))
    for waves in range(1, BLOCKS_A_MULTIPROCESSOR):
        parts = waves * multiprocessors // tiled.tiles
        if 2 <= parts <= k // LEAST_STEPS:
            assert -(-tiled.depth // parts) in lengths
