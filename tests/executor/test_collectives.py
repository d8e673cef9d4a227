"""Waits, collectives and atomics at every number of lanes that a lane group may have."""

import numpy as np
import pytest
from async_frame import compiled as compiled_frame
from async_frame import ptx_of
from async_frame import run as run_frame
from differential import compiled, plan_of, run_on_copies

import hopper_cases
from sgemm.errors import ArgumentError
from sgemm.executor.compiler import NativeKernel, write_module
from sgemm.executor.grid import pack_parameters


def together(lanes: int | None) -> NativeKernel:
    """Compile the test kernel in which lanes exchange, at some number of lanes."""
    ptx = hopper_cases.compiled("together", 128).ptx
    return compiled(ptx, (128, 1, 1), "together", lanes=lanes)


@pytest.mark.parametrize("lanes", [None, 1, 32, 64, 128])
def test_lanes_exchange(lanes: int | None) -> None:
    source = hopper_cases.random_words(6, 128)
    right = np.array(hopper_cases.all_exchanges(source), np.uint32)
    found, _ = run_on_copies(together(lanes), np.zeros_like(right), source)
    np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("lanes", [8, 16])
def test_parts_of_warps_cannot_exchange(lanes: int) -> None:
    with pytest.raises(ArgumentError, match="together has waits that only groups of one lane"):
        together(lanes)


def test_lanes_that_diverge_at_waits_are_groups_of_one() -> None:
    """Lanes take different branches to their waits, so that a lane group is one thread."""
    for name, threads in (("half_together", 64), ("together", 128)):
        ptx = hopper_cases.compiled(name, threads).ptx
        lanes = compiled(ptx, (threads, 1, 1), name).layout.lanes
        assert (lanes == 1) == (name == "half_together") and lanes in (1, 32, 64, 128)


HINTS = """
    setmaxnreg.inc.sync.aligned.u32 232;
    setmaxnreg.dec.sync.aligned.u32 24;
    griddepcontrol.wait;
    griddepcontrol.launch_dependents;
    nanosleep.u32 20;
    nanosleep.u32 %r0;
    prefetch.tensormap [%rd1];
    cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%rd1, {0, 0, 0}];
    cp.async.bulk.prefetch.L2.global [%rd0], 64;
    createpolicy.fractional.L2::evict_last.b64 %rd10, 1.0;
    fence.proxy.async.shared::cta;
    fence.proxy.async;
    fence.acq_rel.gpu;
    fence.sc.sys;
    fence.acq_rel.cta;
    fence.acq_rel.cluster;
    fence.mbarrier_init.release.cluster;
    membar.gl; membar.cta; membar.sys;
"""


@pytest.mark.parametrize("checked", [False, True])
def test_hints_and_fences_change_nothing(checked: bool) -> None:
    body = f"""{HINTS}
        ld.relaxed.gpu.global.f32 %f10, [%rd0+4];
        ld.acquire.gpu.global.f32 %f11, [%rd0+8];
        ld.volatile.global.v2.f32 {{%f12, %f13}}, [%rd0+16];
        ld.global.cg.f32 %f14, [%rd0+12];
        ld.global.lu.f32 %f15, [%rd0+12];
        ld.global.cs.L2::128B.f32 %f16, [%rd0+12];
        add.f32 %f20, %f10, %f11;
        add.f32 %f21, %f12, %f13;
        bar.sync 0;
        st.release.gpu.global.f32 [%rd0], %f20;
        st.relaxed.gpu.global.f32 [%rd0+4], %f21;
        st.volatile.global.f32 [%rd0+8], %f14;
        st.global.cs.f32 [%rd0+12], %f15;
        st.global.wt.f32 [%rd0+16], %f16;"""
    found = run_frame(body, checked=checked)
    np.testing.assert_array_equal(found[:6], [3, 9, 3, 3, 3, 5])


@pytest.mark.parametrize("fence", ["membar.gl", "membar.sys", "fence.acq_rel.gpu", "fence.sc.sys"])
def test_fences_order_memory_among_blocks(fence: str) -> None:
    """No run shows that one is missing for certain, so that the code is looked at."""
    stores = "st.volatile.global.f32 [%rd0], 0f3F800000; {} ld.volatile.global.f32 %f10, [%rd0+4];"
    texts = []
    for between in (f"{fence};", "membar.cta;"):
        ptx = ptx_of(stores.format(between))
        texts.append(str(write_module(plan_of(ptx, (64, 1, 1)))[0]))
    assert ["fence seq_cst" in text for text in texts] == [True, False]


def test_structures_are_passed_as_bytes() -> None:
    native = compiled_frame("ret;")
    for wrong in (bytes(127), 5, 1.5):
        with pytest.raises(ArgumentError, match="argument 2 of k: a structure of 128 bytes is due"):
            pack_parameters(native.layout, [0, 0, wrong])
    with pytest.raises(ArgumentError, match="argument 0 of k: a u64 is due, not 3 bytes"):
        pack_parameters(native.layout, [b"abc", 0, bytes(128)])
    assert pack_parameters(native.layout, [7, 0, bytes(range(128))])[64:] == bytes(range(128))
