"""Checked mode: shared memory that wgmma reads, which others write before it and after it."""

import pytest
from warpgroup_frame import COMMIT, FENCE, multiply, run, wait

from sgemm.errors import MemoryAccessError

ADDRESS = "mad.lo.u32 %r10, %r0, 4, %r1;"
WRITE = f"{ADDRESS} st.shared.u32 [%r10], %r0;"
PROXIES = "fence.proxy.async.shared::cta;"
BARRIER = "bar.sync 0;"
ONE = f"{FENCE} {multiply()} {COMMIT}"
COPY = f"{ADDRESS} cp.async.ca.shared.global [%r10], [%rd0], 4;"
ARRIVE = "mbarrier.arrive.shared.b64 _, [%r2];"
PASS = "L{0}: mbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0; @!%p3 bra L{0};"
BULK = (
    "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 512;"
    "@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    " [%r1], [%rd0], 512, [%r2];"
)


def mbarrier(count: int) -> str:
    """PTX that makes the first mbarrier, for so many arrivals."""
    return f"@%p0 mbarrier.init.shared.b64 [%r2], {count}; {BARRIER}"


def apart(first: str, second: str) -> str:
    """Lines for one warpgroup, and for another one."""
    return f"setp.ge.u32 %p2, %r0, 128; @%p2 bra SECOND; {first} ret; SECOND: {second}"


# What counts as written and as fenced is tested with copies, in test_bulk_copy_proxies.py. Here:
# that a whole warp reads.
FENCED = {
    "by_who_wrote": f"{WRITE} {PROXIES} {BARRIER} {ONE}",
    "by_who_reads": f"{WRITE} {BARRIER} {PROXIES} {ONE}",
    "by_the_warp_that_reads": "and.b32 %r10, %r0, 31; shr.u32 %r11, %r0, 5; shl.b32 %r10, %r10, 2;"
    f"mad.lo.u32 %r10, %r11, 512, %r10; add.u32 %r10, %r10, %r1; st.shared.u32 [%r10], %r0;"
    f"{PROXIES} {ONE}",
    "overwritten_by_a_bulk_copy": f"{mbarrier(1)} {WRITE} {BARRIER} @%p0 {PROXIES} {BULK}"
    f"{PASS.format(0)} {ONE}",
    "by_a_warp_that_ends": apart(
        f"{BARRIER} {ONE} {wait()}",
        f"add.u32 %r1, %r1, -512; {WRITE} {PROXIES} setp.lt.u32 %p3, %r0, 160; @%p3 ret; {BARRIER}",
    ),
}

NOT_FENCED = {
    "stores": f"{WRITE} {BARRIER} {ONE}",
    "a_fence_of_one_thread": f"{WRITE} @%p0 {PROXIES} {BARRIER} {ONE}",
    "a_fence_after_the_barrier_of_one_thread": f"{WRITE} {BARRIER} @%p0 {PROXIES} {ONE}",
    "a_fence_of_who_reads_before_the_barrier": apart(
        f"{WRITE} {BARRIER}", f"{PROXIES} {BARRIER} {ONE} {wait()}"
    ),
    "no_synchronisation": apart(f"{WRITE} {PROXIES} {PROXIES}", f"{ONE} {wait()}"),
    "no_synchronisation_before_the_fence_of_who_reads": apart(WRITE, f"{PROXIES} {ONE} {wait()}"),
}

NOT_AWAITED = {
    "stores": f"{ONE} {WRITE}",
    "generic_stores": f"{ONE} cvt.u64.u32 %rd11, %r1; cvta.shared.u64 %rd10, %rd11;"
    "st.u32 [%rd10], %r0;",
    "atomics": f"{ONE} atom.shared.exch.b32 %r11, [%r1], 1;",
    "copies": f"{ONE} {COPY}",
    "bulk_copies": f"{mbarrier(1)} {ONE} {BULK}",
    "b": f"{ONE} add.u32 %r1, %r1, 2048; {WRITE}",
    "the_latest_group": f"{ONE} {wait(1)} {WRITE}",
    "no_commit": f"{FENCE} {multiply()} {wait()} {WRITE}",
    "a_barrier_before_the_wait": apart(f"{ONE} {BARRIER} {wait()}", f"{BARRIER} {WRITE}"),
    "no_barrier": apart(f"{ONE} {wait()}", "st.shared.u32 [%r1], %r0;"),
    "an_arrival_before_the_wait": apart(
        f"{ONE} bar.arrive 1, 256; {wait()}", f"bar.sync 1, 256; {WRITE}"
    ),
    "an_arrival_at_another_mbarrier": "@%p0 mbarrier.init.shared.b64 [%r2+8], 1;"
    f"{mbarrier(1)}"
    + apart(
        f"{ONE} @%p0 {ARRIVE} {wait()} @%p0 mbarrier.arrive.shared.b64 _, [%r2+8];",
        f"{PASS.format(0)} {WRITE}",
    ),
    "an_arrival_and_a_fence": mbarrier(1)
    + apart(
        f"{ONE} {wait()} @%p0 mbarrier.arrive.release.cta.shared.b64 _, [%r2];",
        f"fence.acq_rel.cta; {WRITE}",
    ),
    "another_lane_does_not_know": f"{mbarrier(128)}"
    + apart(
        f"{ONE} {wait()} {ARRIVE}",
        f"setp.eq.u32 %p4, %r0, 128; @!%p4 bra READY; {PASS.format(0)} READY:"
        "setp.eq.u32 %p4, %r0, 133; @%p4 st.shared.u32 [%r1], %r0;",
    ),
}

AWAITED = {
    "the_own_wait": f"{ONE} {wait()} {WRITE}",
    "bulk_copies": f"{mbarrier(1)} {ONE} {wait()} {BARRIER} {BULK} {PASS.format(0)}",
    "the_group_before": f"{ONE} {multiply(8, '%rd2')} {COMMIT} {wait(1)} {WRITE}",
    "a_barrier": apart(f"{ONE} {wait()} {BARRIER}", f"{BARRIER} {WRITE}"),
    "an_arrival": apart(f"{ONE} {wait()} bar.arrive 1, 256;", f"bar.sync 1, 256; {WRITE}"),
    "an_mbarrier": f"{mbarrier(1)}"
    + apart(f"{ONE} {wait()} @%p0 {ARRIVE}", f"{PASS.format(0)} {WRITE}"),
    "an_mbarrier_and_another_barrier": f"{mbarrier(1)}"
    + apart(
        f"{ONE} {wait()} @%p0 {ARRIVE}",
        f"setp.eq.u32 %p4, %r0, 128; @!%p4 bra READY; {PASS.format(0)} READY: bar.sync 2, 128;"
        f"{WRITE}",
    ),
    "an_mbarrier_and_a_collective": f"{mbarrier(128)}"
    + apart(
        f"{ONE} {wait()} {ARRIVE}",
        f"setp.eq.u32 %p4, %r0, 128; @!%p4 bra READY; {PASS.format(0)} READY: bar.warp.sync -1;"
        "setp.eq.u32 %p4, %r0, 133; @%p4 st.shared.u32 [%r1], %r0;",
    ),
    "an_atomic_operation": apart(
        f"{ONE} {wait()} red.shared.add.u32 [%r1+4096], 1;",
        f"atom.shared.add.u32 %r11, [%r1+4096], 1; {WRITE}",
    ),
    "an_acquire": apart(
        f"{ONE} {wait()} fence.acq_rel.cta; st.relaxed.cta.shared.u32 [%r1+4096], 1;",
        f"ld.acquire.cta.shared.u32 %r11, [%r1+4096]; {WRITE}",
    ),
    "a_warpgroup_that_ended": apart(f"{ONE} {wait()}", f"{BARRIER} {WRITE}"),
    "a_read": f"{WRITE} {PROXIES} {BARRIER} ld.shared.u32 %r11, [%r10]; {ONE}"
    "ld.shared.u32 %r11, [%r10];",
    "elsewhere": f"{ONE} add.u32 %r1, %r1, 4096; {WRITE}",
}


@pytest.mark.parametrize("body", [*FENCED.values(), *AWAITED.values()], ids=[*FENCED, *AWAITED])
def test_what_is_ordered_is_no_error(body: str) -> None:
    run(body, 256 if "SECOND" in body else 128, blocks=2)


@pytest.mark.parametrize("body", NOT_FENCED.values(), ids=NOT_FENCED)
def test_a_proxy_fence_that_is_missing(body: str) -> None:
    text = r"'wgmma\.mma_async.*thread \(\d+, 0, 0\) wrote shared address \d+ through the generic"
    with pytest.raises(MemoryAccessError, match=text):
        run(body, 256 if "SECOND" in body else 128)


@pytest.mark.parametrize("body", NOT_AWAITED.values(), ids=NOT_AWAITED)
def test_what_is_read_in_flight_may_not_be_written(body: str) -> None:
    text = r"'.*(st|atom|cp)\..*a wgmma\.mma_async of warpgroup 0 may still be reading at shared ad"
    with pytest.raises(MemoryAccessError, match=text):
        run(body, 256 if "SECOND" in body else 128)
