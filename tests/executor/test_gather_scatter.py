"""Lanes whose addresses are known only when they run: what they read, write and update."""

import numpy as np
import pytest
from differential import (
    UNTOUCHED,
    RunMode,
    input_bytes,
    lane_counts_for,
    plan_of,
    run_on_executor,
)
from program_base import SLOT_BYTES
from small_kernels import kernel, store

from sgemm.executor.compiler import write_module

THREADS = (128, 1, 1)
EVERY = [*(RunMode(lanes) for lanes in lane_counts_for(THREADS)), RunMode(None, checked=True)]

PLACE = """
    mad.wide.u32 %rd10, %r4, 4, %rd0;
    ld.global.u32 %r10, [%rd10];
    and.b32 %r10, %r10, {mask};
    mul.wide.u32 %rd11, %r10, 4;"""
"""A place that the input decides: %rd11, in bytes."""


@pytest.mark.parametrize("guard", ["", "@%p10 ", "@!%p11 "])
@pytest.mark.parametrize("mode", EVERY, ids=str)
def test_lanes_update_where_the_input_says(guard: str, mode: RunMode) -> None:
    body = f"""{PLACE.format(mask=31)}
    add.u64 %rd12, %rd1, %rd11;
    setp.lt.u32 %p10, %r10, 20;
    setp.eq.u32 %p11, %r7, 1;
    mov.u32 %r34, 77;
    {guard}atom.global.min.u32 %r34, [%rd12+{2 * SLOT_BYTES}], %r4;
    {guard}red.global.add.u32 [%rd12+{3 * SLOT_BYTES}], %r10;
    setp.eq.u32 %p12, %r34, 77;
    selp.u32 %r35, 1, 0, %p12;
    {store(0, "%r35")}"""
    data = input_bytes(3)
    places = data.view(np.uint32)[: THREADS[0]] & 31
    found = run_on_executor(kernel(body, THREADS), data, mode).view(np.uint32)
    for block, words in enumerate(np.split(found, 2)):
        slots = words.reshape(-1, SLOT_BYTES // 4)
        runs = {"": places >= 0, "@%p10 ": places < 20}.get(guard, np.full(128, block != 1))
        smallest, total = (np.full(32, UNTOUCHED * 0x01010101, np.uint32) for _ in range(2))
        np.minimum.at(smallest, places[runs], np.flatnonzero(runs).astype(np.uint32))
        np.add.at(total, places[runs], places[runs])
        np.testing.assert_array_equal(slots[2][:32], smallest)
        np.testing.assert_array_equal(slots[3][:32], total)
        np.testing.assert_array_equal(slots[0][: 2 * THREADS[0] : 2], ~runs)


BY_LANE = {
    "shuffle": "shfl.sync.idx.b32 %r11, %r10, %r4, 31, -1;",
    "vote": "setp.lt.u32 %p10, %r10, 9; vote.sync.ballot.b32 %r11, %p10, -1;",
    "division": "div.u32 %r11, %r1, %r10;",
    "permutation": "prmt.b32 %r11, %r10, %r4, %r1;",
    "conversion": "cvt.rn.f32.u32 %f10, %r10; cvt.rzi.u64.f32 %rd11, %f10;",
    "texture": "tex.1d.v4.f32.s32 {%f10, %f11, %f12, %f13}, [%rd3, {%r10}];",
    "arrival": "mbarrier.arrive.shared.b64 %rd11, [array];",
    "load": "mad.wide.u32 %rd11, %r10, 4, %rd0; ld.global.v2.u32 {%r11, %r12}, [%rd11];",
    "store": "mad.wide.u32 %rd11, %r10, 4, %rd1; st.global.v2.u32 [%rd11], {%r4, %r10};",
}


@pytest.mark.parametrize("name", BY_LANE)
def test_what_lanes_do_one_by_one_is_a_loop(name: str) -> None:
    """LLVM took minutes for a hundred of these that were written out for each lane."""
    body = f"mul.lo.u32 %r10, %r4, %r4; {BY_LANE[name]}"
    lines = []
    for lanes in (32, 128):
        module, *_ = write_module(plan_of(kernel(body, THREADS).ptx, THREADS, lanes))
        lines.append(str(module).count("\n"))
    assert lines[1] == lines[0]
