"""Bulk copies in clusters: to other blocks, to several at once, and from block to block."""

import numpy as np
import pytest
from async_frame import MAKE, NEXT, PASS, SYNC, run_cluster, run_everywhere

from sgemm.errors import MemoryAccessError

BOX = 512
DONE = "mbarrier::complete_tx::bytes"
EXPECT = "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], {};"
PUT = "st.global.u32 [%rd3], {};"
MODES = ({"checked": True}, {}, {"lanes": 1})
SUM = """mad.lo.u32 %r30, %r0, 4, %r1;
    ld.shared.f32 %f1, [%r30]; ld.shared.f32 %f2, [%r30+256]; add.f32 %f1, %f1, %f2;
    cvt.rzi.u32.f32 %r31, %f1;"""


def box_sum(y: int) -> np.ndarray:
    """What SUM makes of the box of 4 rows of 32 from row y on."""
    numbers = np.arange(1024).reshape(16, 64)[y : y + 4, :32].reshape(-1)
    return numbers[:64] + numbers[64:]


@pytest.mark.parametrize("own", [False, True])
def test_a_box_goes_to_the_same_place_of_each_block_of_a_mask(own: bool) -> None:
    """All blocks get the first one's copy and signal, whichever block's addresses it names."""
    addresses = "[%r1], [%rd1, {0, 2, 0}], [%r2]" if own else "[%r10], [%rd1, {0, 2, 0}], [%r11]"
    body = f"""{NEXT} {MAKE} {EXPECT.format(BOX)} {SYNC}
        mov.u16 %rs0, 11;
        setp.eq.u32 %p1, %r3, 0;
        and.pred %p1, %p1, %p0;
        @%p1 cp.async.bulk.tensor.3d.shared::cluster.global.tile.{DONE}.multicast::cluster
            {addresses}, %rs0;
        setp.eq.u32 %p2, %r3, 2;
        @%p2 bra LEAVE;
        {PASS.format(0, 0)}
        {SUM} {PUT.format("%r31")}
        LEAVE: {SYNC}"""
    found = run_everywhere(body, modes=MODES, grid=(8, 1, 1), cluster=(4, 1, 1))
    for block, words in enumerate(found):
        expected = np.zeros(64) if block % 4 == 2 else box_sum(2)
        np.testing.assert_array_equal(words, expected)


def test_each_block_brings_its_half_to_both() -> None:
    body = f"""{NEXT} {MAKE} {EXPECT.format(2 * BOX)} {SYNC}
        mad.lo.u32 %r12, %r3, 512, %r1; mul.lo.u32 %r13, %r3, 4;
        @%p0 cp.async.bulk.tensor.3d.shared::cluster.global.{DONE}.multicast::cluster.L2::cache_hint
            [%r12], [%rd1, {{0, %r13, 0}}], [%r2], 3, %rd0;
        {PASS.format(0, 0)}
        {SUM} mov.u32 %r32, %r31; add.u32 %r1, %r1, 512; {SUM}
        mad.lo.u32 %r31, %r31, 10000, %r32;
        {PUT.format("%r31")} {SYNC}"""
    found = run_everywhere(body, modes=MODES, grid=(4, 1, 1))
    np.testing.assert_array_equal(found, np.tile(box_sum(4) * 10000 + box_sum(0), (4, 1)))


@pytest.mark.parametrize(
    "copy",
    [
        "cp.async.bulk.shared::cluster.global.{DONE} [%r10], [%rd0], 512, [%r11];",
        "cp.async.bulk.shared::cluster.global.{DONE}.multicast::cluster"
        " [%r1], [%rd0], 512, [%r2], %rs1;",
        "cp.async.bulk.shared::cluster.shared::cta.{DONE} [%r10], [%r14], 512, [%r11];",
        "cp.async.bulk.tensor.3d.shared::cluster.global.{DONE}"
        " [%r10], [%rd1, {{0, 0, 0}}], [%r11];",
    ],
)
def test_a_copy_to_the_next_block_signals_its_mbarrier(copy: str) -> None:
    body = f"""{NEXT} {MAKE} {EXPECT.format(BOX)}
        mov.u32 %r13, 1; shl.b32 %r13, %r13, %r4; cvt.u16.u32 %rs1, %r13;
        add.u32 %r14, %r1, 4096;
        mad.lo.u32 %r15, %r0, 4, %r14; cvt.rn.f32.u32 %f3, %r0;
        st.shared.f32 [%r15], %f3; add.f32 %f3, %f3, 0f42800000; st.shared.f32 [%r15+256], %f3;
        fence.proxy.async; {SYNC}
        @%p0 {copy.format(DONE=DONE)}
        {PASS.format(0, 0)} {SUM} {PUT.format("%r31")} {SYNC}"""
    found = run_everywhere(body, modes=MODES)
    thread = np.arange(64)
    expected = box_sum(0) if "tensor" in copy else thread + thread + 64
    np.testing.assert_array_equal(found, np.tile(expected, (2, 1)))


def test_bytes_may_be_expected_by_the_other_block() -> None:
    body = f"""{NEXT} {MAKE} {SYNC}
        @%p0 mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%r11], 256;
        @%p0 mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%r11], 256;
        @%p0 cp.async.bulk.shared::cluster.global.{DONE} [%r10], [%rd0], 512, [%r11];
        {PASS.format(0, 0)} {SUM} {PUT.format("%r31")} {SYNC}"""
    thread = np.arange(64)
    assert np.all(run_everywhere(body, modes=MODES) == thread + thread + 64)


COPY = f"cp.async.bulk.shared::cluster.global.{DONE}"
WRONG = {
    "a_mask_of_blocks_that_are_not_there": (
        f"{MAKE} {SYNC} @%p0 {COPY}.multicast::cluster [%r1], [%rd0], 16, [%r2], 5; {SYNC}",
        r"the mask 0x0005 names blocks that the cluster does not have: it has 2",
    ),
    "an_mbarrier_of_another_block": (
        f"{NEXT} {MAKE} {SYNC} @%p0 {COPY} [%r10], [%rd0], 16, [%r2]; {SYNC}",
        r"the mbarrier at shared address \d+ of block 0 of the cluster is not in the block that",
    ),
    "out_of_the_memory_of_another_block": (
        f"{NEXT} {MAKE} {SYNC} add.u32 %r10, %r10, 8192; @%p0 {COPY} [%r10], [%rd0], 128, [%r11];",
        r"shared address 9216 of block 1 of the cluster is outside the block's 1024 \.\.\. 9280",
    ),
    "before_the_other_block_has_begun": (
        f"{NEXT} {MAKE} @%p0 {COPY} [%r10], [%rd0], 16, [%r11]; {SYNC}",
        r"comes before any barrier of the cluster: that block may not have begun",
    ),
    "to_an_mbarrier_that_is_new": (
        f"{NEXT} {SYNC} {MAKE} bar.sync 0;"
        f"@%p0 {COPY}.multicast::cluster [%r1], [%rd0], 16, [%r2], 3;"
        f"{SYNC}",
        r"is new, and since it was made there was no (barrier of the cluster|fence)|no mbarrier at",
    ),
    "read_before_it_has_come": (
        f"{NEXT} {MAKE} {EXPECT.format(16)} {SYNC} @%p0 {COPY} [%r10], [%rd0], 16, [%r11]; {SYNC}"
        f"ld.shared.u32 %r12, [%r1]; {PASS.format(0, 0)} {SYNC}",
        r"the bytes at shared address 1024 of block . of the cluster are those of an asynchronous",
    ),
    "nobody_waits": (
        f"{NEXT} {MAKE} {SYNC} @%p0 {COPY} [%r10], [%rd0], 16, [%r11]; {SYNC}",
        r"a block ended while the copy to, or from, its memory at shared address 1024 of block",
    ),
}


@pytest.mark.parametrize(("body", "text"), WRONG.values(), ids=WRONG)
def test_wrong_copies(body: str, text: str) -> None:
    with pytest.raises(MemoryAccessError, match=text):
        run_cluster(body, checked=True)
