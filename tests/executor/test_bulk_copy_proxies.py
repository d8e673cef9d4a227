"""Checked mode: shared memory that threads write, and that bulk copies then read or overwrite."""

import pytest
from async_frame import MAKE, NEXT, SYNC, compiled, launch, ptx_of

from sgemm.errors import MemoryAccessError

pytestmark = pytest.mark.parametrize("descending", [False, True])
"""The order in which warps and blocks run."""

NBYTES = 512
DONE = "mbarrier::complete_tx::bytes"
EXPECT = f"@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], {NBYTES};"
RUN = f"cp.async.bulk.shared::cluster.global.{DONE}"
COPIES = {
    "out": f"@%p0 cp.async.bulk.shared::cluster.shared::cta.{DONE} [%r1+4096], [%r1], {NBYTES}, "
    "[%r2];",
    "in": f"@%p0 {RUN} [%r1], [%rd0], {NBYTES}, [%r2];",
    "box": f"@%p0 cp.async.bulk.tensor.3d.shared::cluster.global.tile.{DONE}"
    " [%r1], [%rd1, {0, 0, 0}], [%r2];",
}
each_copy = pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)

START = f"""{MAKE} @%p0 mbarrier.init.shared.b64 [%r2+8], 64;
    @%p0 mbarrier.init.shared.b64 [%r2+16], 1; bar.sync 0; mad.lo.u32 %r12, %r0, 4, %r1;"""
WRITE = "st.shared.u32 [%r12], %r0;"
FENCE = "fence.proxy.async.shared::cta;"
BARRIER = "bar.sync 0;"
LANDED = "cp.async.ca.shared.global [%r12], [%rd0], 4; cp.async.wait_all;"
ARRIVE = "mbarrier.arrive.shared.b64 _, [%r2+8];"
HALVES = "setp.ge.u32 %p2, %r0, 32; @%p2 bra OTHERS;"


def wait(parity: int = 0, barrier: str = "%r2") -> str:
    name = f"L{barrier[-1]}_{parity}"
    return (
        f"{name}: mbarrier.try_wait.parity.shared.b64 %p3, [{barrier}], {parity}; @!%p3 bra {name};"
    )


ALL_ARRIVED = wait(0, "%r2+8")

FENCED = {
    "by_who_wrote": f"{WRITE} {FENCE} {BARRIER} COPY",
    "for_all_of_memory": f"{WRITE} fence.proxy.async; {BARRIER} COPY",
    "by_who_copies": f"{WRITE} {BARRIER} @%p0 {FENCE} COPY",
    "by_who_copies_after_a_wait": f"{WRITE} {ARRIVE} {ALL_ARRIVED} @%p0 {FENCE} COPY",
    "before_others_wait": f"{WRITE} {FENCE} {ARRIVE} {ALL_ARRIVED} COPY",
    "after_copies_have_landed": f"{LANDED} {FENCE} {BARRIER} COPY",
    "by_who_waits_for_copies": "cp.async.ca.shared.global [%r12], [%rd0], 4;"
    f"cp.async.mbarrier.arrive.noinc.shared.b64 [%r2+8]; {ALL_ARRIVED} {FENCE} COPY",
    "by_the_only_thread": f"@%p0 {WRITE} @%p0 {FENCE} COPY",
    "within_a_warp": f"{HALVES} {WRITE} {FENCE} bar.warp.sync -1; COPY OTHERS:",
    "by_a_warp_that_ends": f"{HALVES} {BARRIER} COPY bra LAST; OTHERS: {WRITE} {FENCE} ret; LAST:",
    "through_another_thread": f"{HALVES} bar.sync 2, 64; COPY bra LAST; OTHERS: {WRITE} {FENCE}"
    "bar.arrive 2, 64; LAST:",
    "nothing_was_written_there": f"st.shared.u32 [%r12+{NBYTES}], %r0; {BARRIER} COPY",
}
NOT_FENCED = {
    "stores": f"{WRITE} {BARRIER} COPY",
    "generic_stores": "cvt.u64.u32 %rd11, %r12; cvta.shared.u64 %rd10, %rd11;"
    f"st.u32 [%rd10], %r0; {BARRIER} COPY",
    "wide_stores": f"@%p0 st.shared.v4.u32 [%r1+{NBYTES - 16}], {{%r0, %r0, %r0, %r0}}; COPY",
    "atomics": f"red.shared.add.u32 [%r1+64], 1; {BARRIER} COPY",
    "copies_that_have_landed": f"{LANDED} {BARRIER} COPY",
    "a_fence_before_the_stores": f"{FENCE} {WRITE} {BARRIER} COPY",
    "a_fence_before_copies_have_landed": "cp.async.ca.shared.global [%r12], [%rd0], 4;"
    f"{FENCE} cp.async.wait_all; {BARRIER} COPY",
    "a_fence_of_global_memory": f"{WRITE} fence.proxy.async.global; {BARRIER} COPY",
    "a_fence_after_the_barrier": f"{WRITE} {BARRIER} setp.ne.u32 %p4, %r0, 0; @%p4 {FENCE} COPY",
    "a_fence_of_another_thread": f"{WRITE} setp.eq.u32 %p4, %r0, 7; @%p4 {FENCE} {BARRIER} COPY",
    "a_fence_of_who_copies_before_the_barrier": f"{WRITE} @%p0 {FENCE} {BARRIER} COPY",
    "a_fence_of_who_copies_before_a_wait": f"{WRITE} {ARRIVE} @%p0 {FENCE} {ALL_ARRIVED} COPY",
    "a_fence_of_a_third_thread": f"{WRITE} {BARRIER} setp.eq.u32 %p4, %r0, 7; @%p4 {FENCE}"
    f"{BARRIER} COPY",
    "a_fence_of_memory_is_none": f"{WRITE} fence.acq_rel.cta; {BARRIER} COPY",
    "no_fence_within_a_warp": f"{HALVES} {WRITE} bar.warp.sync -1; COPY OTHERS:",
    "a_store_after_the_fence": f"{WRITE} {FENCE} st.shared.u32 [%r12], 1; {BARRIER} COPY",
}


def run(body: str, descending: bool, **how: object) -> None:
    cluster = how.get("cluster", (1, 1, 1))
    launch(compiled(body, checked=True, **how), cluster, descending=descending)


@each_copy
@pytest.mark.parametrize("body", FENCED.values(), ids=FENCED)
def test_a_fence_orders_what_was_written(body: str, copy: str, descending: bool) -> None:
    run(f"{START} {EXPECT} {body.replace('COPY', copy)} {wait()}", descending)


@each_copy
@pytest.mark.parametrize("body", NOT_FENCED.values(), ids=NOT_FENCED)
def test_a_proxy_fence_that_is_missing(body: str, copy: str, descending: bool) -> None:
    text = (
        r"'@%p0 cp\.async\.bulk\..* thread \(0, 0, 0\): thread \(\d+, 0, 0\) wrote shared address"
        r" \d+ through the generic proxy; .* a fence\.proxy\.async is due, and a synchronisation"
    )
    with pytest.raises(MemoryAccessError, match=text):
        run(f"{START} {EXPECT} {body.replace('COPY', copy)} {wait()}", descending)


@each_copy
def test_the_error_names_line_thread_and_address(copy: str, descending: bool) -> None:
    body = f"{START}\nsetp.eq.u32 %p4, %r0, 37; @%p4 {WRITE} {BARRIER}\n{copy}\n{wait()}"
    line = ptx_of(body).partition(copy)[0].count("\n") + 1
    text = rf"^a\.ptx:{line}: .*: thread \(37, 0, 0\) wrote shared address {1024 + 37 * 4} through"
    with pytest.raises(MemoryAccessError, match=text):
        run(body, descending)


APART = {
    "lane": (1, "", f"{FENCE} {ARRIVE}"),
    "warp": (32, "", f"{FENCE} {ARRIVE}"),
    "who_copies_waits_for_itself": (
        32,
        f"@%p0 mbarrier.arrive.shared.b64 _, [%r2+16]; {wait(0, '%r2+16')} {FENCE}",
        "",
    ),
}


@each_copy
@pytest.mark.parametrize(("other", "before", "after"), APART.values(), ids=APART)
def test_a_copy_without_synchronisation_is_found(
    other: int, before: str, after: str, copy: str, descending: bool
) -> None:
    """If it comes first, a store to what is in flight is found, or a source that has changed."""
    body = f"""{START} {EXPECT} setp.eq.u32 %p2, %r0, {other}; @%p2 bra OTHER;
        {before} {copy} {wait()} bra LAST;
        OTHER: {WRITE} {after}
        LAST:"""
    later = "an asynchronous copy that is under way|was written while the copy was under way"
    with pytest.raises(MemoryAccessError, match=later if descending else "wrote shared address 1"):
        run(body, descending)


FILLED = f"{EXPECT} @%p0 {RUN} [%r1], [%rd0], {NBYTES}, [%r2]; {wait()}"
ORDERED = {
    "what_is_in_memory_may_tell_of_others": f"""setp.eq.u32 %p2, %r0, 63;
        @%p2 bra OTHER; @!%p0 bra LAST;
        ld.acquire.cta.shared.u32 %r13, [%r1+2048]; setp.ne.u32 %p4, %r13, 1; @%p4 bra LAST;
        {EXPECT} COPY {wait()} bra LAST;
        OTHER: {WRITE} {FENCE} st.release.cta.shared.u32 [%r1+2048], 1;
        LAST:""",
    # What was written before is gone. So who copies next knows nothing of the fence for that.
    "what_copies_wrote_needs_no_fence": f"""{WRITE} {BARRIER} @%p0 {FENCE} {FILLED}
        setp.eq.u32 %p0, %r0, 33; {EXPECT} COPY {wait(1)}""",
    # Neither do mbarriers, which bulk copies signal, nor what copies have read.
    "what_was_read_needs_no_fence": f"""{FILLED}
        ld.shared.u32 %r13, [%r12]; st.global.u32 [%rd3], %r13; {BARRIER}
        {EXPECT} COPY {wait(1)}""",
}


@each_copy
@pytest.mark.parametrize("body", ORDERED.values(), ids=ORDERED)
def test_what_needs_no_fence(body: str, copy: str, descending: bool) -> None:
    run(f"{START} {body.replace('COPY', copy)}", descending)


CLUSTER = {
    "to_the_next_block": f"@%p0 {RUN} [%r10], [%rd0], {NBYTES}, [%r11];",
    "to_both_blocks": "mov.u16 %rs0, 3; setp.eq.u32 %p5, %r3, 0; and.pred %p5, %p5, %p0;"
    f"@%p5 {RUN}.multicast::cluster [%r1], [%rd0], {NBYTES}, [%r2], %rs0;",
    "out_of_the_own": f"@%p0 cp.async.bulk.shared::cluster.shared::cta.{DONE} [%r10+4096], [%r1], "
    f"{NBYTES}, [%r11];",
}


def check_cluster(body: str, fence: str, descending: bool) -> None:
    """Run a body with a fence and without one."""
    run(body.replace("FENCE", fence), descending, cluster=(2, 1, 1))
    text = r"\(\d+, 0, 0\) of block \d of the cluster wrote shared address \d+ of block \d of"
    with pytest.raises(MemoryAccessError, match=text):
        run(body.replace("FENCE", ""), descending, cluster=(2, 1, 1))


@pytest.mark.parametrize("copy", CLUSTER.values(), ids=CLUSTER)
def test_blocks_of_a_cluster(copy: str, descending: bool) -> None:
    body = f"{NEXT} {START} {EXPECT} {WRITE} FENCE {SYNC} {copy} {wait()} {SYNC}"
    check_cluster(body, FENCE, descending)


def test_a_store_to_another_block_needs_a_fence_of_its_thread(descending: bool) -> None:
    body = f"""{NEXT} {START} {EXPECT} add.u32 %r10, %r10, 64; {SYNC}
        st.shared::cluster.u32 [%r10], 1; FENCE {SYNC}
        add.u32 %r10, %r10, -64; {CLUSTER["out_of_the_own"]} {wait()} {SYNC}"""
    check_cluster(body, "fence.proxy.async;", descending)
