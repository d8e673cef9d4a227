"""Clusters: deadlocks, and in checked mode what goes wrong between blocks on a GPU."""

import pytest
from async_frame import ARRIVE, MAKE, NEXT, PASS, SYNC, WAIT, run_cluster

from sgemm.errors import DeadlockError, MemoryAccessError

FIRST = "setp.ne.u32 %p1, %r3, 0;"  # whether this is not the first block of the cluster
READ = "ld.shared::cluster.u32 %r12, [%r10];"
TELL = "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];"

DEADLOCKS = {
    "a_block_that_does_not_arrive": (
        f"{FIRST} @%p1 bra DONE; {ARRIVE} {WAIT} ret; DONE: bar.sync 1, 128;",
        r"'barrier\.cluster\.wait\..* \(0 of its cluster\).*others of the cluster that never a",
    ),
    "a_barrier_of_a_block": (
        "setp.lt.u32 %p1, %r0, 32; @%p1 bar.sync 0, 96; ret;".replace("@%p1 bar", "@!%p1 ret; bar"),
        r"'bar\.sync 0, 96'.*no warp can go on",
    ),
    "an_mbarrier": (
        f"{MAKE} {SYNC} {PASS.format(0, 0)}",
        r"phase 0 of the mbarrier at shared address \d+ of block 0 of the cluster still expects 1",
    ),
    "an_mbarrier_of_the_second_block": (
        f"{FIRST} {NEXT} {MAKE} {SYNC} @!%p1 bra DONE; {PASS.format(0, 0)} DONE: {SYNC}",
        r"phase 0 of the mbarrier at shared address \d+ of block 1 of the cluster still expects 1",
    ),
}
ANYWHERE = {
    "arrived_twice": (f"{ARRIVE} {ARRIVE} {WAIT}", "a barrier.cluster.wait is due first"),
    "not_arrived": (f"{SYNC} {WAIT}", "a barrier.cluster.arrive is due first"),
    "no_such_rank": (
        "mov.u32 %r12, %r0; mapa.shared::cluster.u32 %r10, %r1, %r12;",
        r"thread \(2, 0, 0\): a cluster has 2 blocks here, and no other ranks",
    ),
}
CHECKED = {
    "before_the_other_has_begun": (
        f"{NEXT} {READ} {SYNC}",
        r"'ld\.shared::cluster.*comes before any barrier of the cluster: that block may not",
    ),
    "no_barrier_before_the_end": (
        f"{NEXT} {SYNC} {READ}",
        r"'ld\.shared::cluster.*(when that block has ended|ended, and did not know that this)",
    ),
    "one_block_reads_and_the_other_leaves": (
        f"{FIRST} {NEXT} {SYNC} @%p1 ret; {READ}",
        r"'ld\.shared::cluster.* block \(0, 0, 0\).*(has ended|ended, and did not know)",
    ),
    "the_other_block_reads": (
        f"{FIRST} {NEXT} {SYNC} @!%p1 ret; {READ}",
        r"'ld\.shared::cluster.* block \(1, 0, 0\).*(has ended|ended, and did not know)",
    ),
    "read_after_the_last_arrival": (
        f"{NEXT} {SYNC} {ARRIVE} {READ} {WAIT}",
        r"'ld\.shared::cluster.*ended, and did not know that this access to it was over",
    ),
    "an_arrival_at_a_block_that_leaves": (
        f"{NEXT} {MAKE} {SYNC} @%p0 {TELL}",
        r"mbarrier\.arrive.*(has ended|ended, and did not know)",
    ),
    "generic": (
        "cvt.u64.u32 %rd10, %r1; cvta.shared.u64 %rd10, %rd10; mapa.u64 %rd10, %rd10, %r4;"
        f"{SYNC} st.u32 [%rd10], %r0;",
        r"'st\.u32.*(has ended|ended, and did not know)",
    ),
    "an_address_of_another_block_where_an_own_one_is_due": (
        f"{NEXT} {SYNC} ld.shared.u32 %r12, [%r10]; {SYNC}",
        r"shared address 1024 of block . of the cluster is outside the block's 1024 \.\.\. 9280",
    ),
    "an_mbarrier_of_another_block_without_shared_cluster": (
        f"{NEXT} {MAKE} {SYNC} @%p0 mbarrier.arrive.shared.b64 _, [%r11]; {SYNC}",
        r"of block . of the cluster is outside the block's",
    ),
    "outside_of_the_other_block": (
        f"{NEXT} {SYNC} ld.shared::cluster.u32 %r12, [%r10+8256]; {SYNC}",
        r"shared address 9280 of block . of the cluster is outside the block's 1024 \.\.\. 9280",
    ),
    "an_mbarrier_without_a_barrier": (
        f"{FIRST} {NEXT} {SYNC} {MAKE} bar.sync 0; and.pred %p2, %p0, %p1; @%p2 {TELL} {SYNC}",
        r"is new, and since it was made there was no barrier of the cluster|there is no mbarrier",
    ),
    "an_mbarrier_without_a_fence": (
        f"{NEXT} @%p0 mbarrier.init.shared.b64 [%r2], 1;"
        "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"
        f"@%p0 {TELL} {PASS.format(0, 0)} {SYNC}",
        r"is new, and since it was made there was no fence\.mbarrier_init by its block",
    ),
}
RIGHT = {
    "an_mbarrier_says_that_all_is_over": f"{NEXT} {MAKE} {SYNC} {READ} bar.sync 0; @%p0 {TELL}"
    f"{PASS.format(0, 0)}",
    "a_relaxed_arrival_after_a_fence": f"{NEXT} {MAKE} barrier.cluster.arrive.relaxed;"
    f"barrier.cluster.wait; {READ} @%p0 {TELL} {PASS.format(0, 0)} {SYNC}",
    "a_release_makes_an_mbarrier_known": f"{NEXT} @%p0 mbarrier.init.shared.b64 [%r2], 1; {SYNC}"
    f"@%p0 {TELL} {PASS.format(0, 0)} {SYNC}",
    "who_waits_for_others_may_have_let_another_block_go_on": f"{FIRST} {NEXT} {MAKE} {SYNC}"
    f"@%p1 bra SECOND; {PASS.format(0, 0)} @%p0 {TELL} {SYNC} ret; SECOND: @%p0 {TELL}"
    f"setp.lt.u32 %p2, %r0, 32; @%p2 bra MEET; {PASS.format(1, 0)} MEET: bar.sync 0; {SYNC}",
    "the_own_memory": f"mapa.shared::cluster.u32 %r10, %r1, %r3; {READ}",
    "the_block_that_reads_leaves": f"{FIRST} {NEXT} {SYNC} @%p1 bra LAST;"
    f"{READ} {SYNC} ret; LAST: {SYNC}",
}


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize(("body", "text"), DEADLOCKS.values(), ids=DEADLOCKS)
def test_deadlocks_are_found(body: str, text: str, checked: bool) -> None:
    with pytest.raises(DeadlockError, match=text):
        run_cluster(body, checked=checked, block_seconds=20)


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize(("body", "text"), ANYWHERE.values(), ids=ANYWHERE)
def test_what_is_an_error_in_both_modes(body: str, text: str, checked: bool) -> None:
    with pytest.raises((DeadlockError, MemoryAccessError), match=text):
        run_cluster(body, checked=checked)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize(("body", "text"), CHECKED.values(), ids=CHECKED)
def test_what_checked_mode_finds(body: str, text: str, descending: bool) -> None:
    with pytest.raises(MemoryAccessError, match=text):
        run_cluster(body, checked=True, descending=descending)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_no_error(name: str, descending: bool) -> None:
    run_cluster(RIGHT[name], checked=True, grid=(4, 1, 1), descending=descending)


@pytest.mark.parametrize(
    "body",
    [
        f"{NEXT} {SYNC} AGAIN: {READ} setp.eq.u32 %p1, %r12, 1; @!%p1 bra AGAIN; {SYNC}",
        f"{MAKE} {SYNC} {PASS.format(0, 0).replace('try_wait', 'test_wait')}",
    ],
    ids=["a loop", "test_wait"],
)
def test_a_loop_without_end_in_a_cluster_is_ended(body: str) -> None:
    with pytest.raises(DeadlockError, match="a loop does not end, or takes longer than the"):
        run_cluster(body, block_seconds=0.2)


@pytest.mark.parametrize("reader", [0, 1])
def test_a_copy_of_another_block_is_not_known_before_it_synchronises(reader: int) -> None:
    body = f"""{NEXT} {MAKE} setp.eq.u32 %p1, %r3, {reader}; {SYNC}
        @%p1 bra READ;
        cp.async.ca.shared.global [%r1], [%rd0], 4; cp.async.wait_all;
        {PASS.format(0, 0)} bra DONE;
        READ: {READ} {TELL}
        DONE: {SYNC}"""
    text = "of the cluster are those of an asynchronous copy that another thread has waited for"
    # The block that copies is first where it is the last one in descending order.
    with pytest.raises(MemoryAccessError, match=text):
        run_cluster(body, 1, checked=True, descending=reader == 0)
