"""Clusters: launches, special registers, addresses, the barrier, and access to other blocks."""

import differential
import numpy as np
import pytest
from async_frame import ARRIVE, MAKE, NEXT, PASS, SYNC, WAIT, run_cluster, run_everywhere

from sgemm.errors import ArgumentError, MachineError, PtxSyntaxError

PUT = "st.global.u32 [%rd3], {};"


def test_special_registers_tell_where_a_block_is() -> None:
    names = [
        f"%{name}.{axis}"
        for name in ("cluster_ctaid", "cluster_nctaid", "clusterid")
        for axis in "xy"
    ]
    names += ["%nclusterid.x", "%nclusterid.y", "%cluster_ctarank", "%cluster_nctarank"]
    body = "mov.u32 %r10, 0;"
    for number, name in enumerate(names):
        body += f"mov.u32 %r11, {name}; setp.eq.u32 %p1, %r0, {number}; @%p1 mov.u32 %r10, %r11;"
    body += "mov.u32 %r12, %ctaid.y; setp.eq.u32 %p2, %r12, 1; @%p2 " + PUT.format("%r10")
    found = run_everywhere(body, 16, ({"checked": True}, {}), grid=(6, 4, 1), cluster=(3, 2, 1))
    for block, words in enumerate(found):
        expected = [block % 3, 1, 3, 2, block // 3, 0, 2, 2, block % 3 + 3, 6]
        assert words.tolist()[: len(expected)] == expected


@pytest.mark.parametrize(
    ("cluster", "directives", "explicit"),
    [
        (None, "", 0),
        ((1, 1, 1), "", 1),
        ((2, 1, 1), ".explicitcluster .maxclusterrank 2", 1),
        (None, ".reqnctapercluster 2", 1),
        (None, ".explicitcluster .reqnctapercluster 2, 1, 1", 1),  # by __cluster_dims__
        ((2, 1, 1), ".explicitcluster .reqnctapercluster 2, 1, 1", 1),
    ],
)
def test_a_launch_or_a_kernel_says_how_large_clusters_are(
    cluster: tuple[int, int, int] | None, directives: str, explicit: int
) -> None:
    body = f"mov.pred %p1, %is_explicit_cluster; selp.u32 %r10, 1, 0, %p1; {PUT.format('%r10')}"
    assert np.all(run_cluster(body, cluster=cluster, directives=directives) == explicit)


@pytest.mark.parametrize(
    ("cluster", "directives", "text"),
    [
        (
            (2, 1, 1),
            ".reqnctapercluster 4",
            r"k requires clusters of \(4, 1, 1\) blocks, not \(2, 1",
        ),
        ((4, 1, 1), ".maxclusterrank 2", r"at most 2 blocks in a cluster, not \(4, 1, 1\)"),
        (None, ".explicitcluster", r"k is for clusters, and the launch does not say of which"),
        ((4, 4, 1), "", r"cluster = \(4, 4, 1\): a cluster has 1 to 8 blocks"),
        ((0, 1, 1), "", r"cluster = \(0, 1, 1\): a cluster has 1 to 8 blocks"),
        (
            (4, 1, 1),
            "",
            r"grid = \(2, 1, 1\): with clusters of \(4, 1, 1\) blocks its sizes are mult",
        ),
        (
            None,
            ".reqnctapercluster 1, 2",
            r"grid = \(2, 1, 1\): with clusters of \(1, 2, 1\) blocks",
        ),
    ],
)
def test_clusters_that_do_not_fit_are_refused(
    cluster: tuple[int, int, int] | None, directives: str, text: str
) -> None:
    with pytest.raises(ArgumentError, match=text):
        run_cluster("ret;", cluster=cluster, directives=directives)


def test_older_architectures_have_no_clusters() -> None:
    with pytest.raises(MachineError, match="clusters are for sm_90 and later, not for sm_80"):
        differential.compiled(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }",
            cluster=(2, 1, 1),
        )


def test_grids_that_count_clusters_are_refused() -> None:
    with pytest.raises(PtxSyntaxError, match="grids that count clusters are not supported"):
        run_cluster("ret;", directives=".reqntid 64 .reqnctapercluster 2 .blocksareclusters")


REMOTE = {
    "shared": (
        NEXT,
        "st.shared::cluster.u32 [%r12], %r13;",
        "ld.shared::cluster.u32 %r15, [%r12];",
    ),
    "vectors": (
        NEXT,
        "st.shared::cluster.v2.u32 [%r12], {%r13, %r0};",
        "ld.shared::cluster.v2.u32 {%r15, %r16}, [%r12];",
    ),
    "atomics": (
        NEXT,
        "atom.shared::cluster.exch.b32 %r14, [%r12], %r13;",
        "atom.shared::cluster.add.u32 %r15, [%r12], 0;",
    ),
    "generic": (
        "cvt.u64.u32 %rd10, %r1; cvta.shared.u64 %rd10, %rd10; mapa.u64 %rd10, %rd10, %r4;"
        "cvta.to.shared::cluster.u64 %rd11, %rd10; cvt.u32.u64 %r10, %rd11;"
        "mul.wide.u32 %rd12, %r0, 8; add.u64 %rd12, %rd12, %rd10;",
        "st.u32 [%rd12], %r13;",
        "ld.relaxed.cluster.u32 %r15, [%rd12];",
    ),
}


@pytest.mark.parametrize(
    ("name", "blocks"), [("shared", 2), ("vectors", 8), ("atomics", 4), ("generic", 2)]
)
def test_a_block_writes_and_reads_the_memory_of_the_next(name: str, blocks: int) -> None:
    begin, write, read = REMOTE[name]
    body = f"""{begin}
        mad.lo.u32 %r12, %r0, 8, %r10;
        mad.lo.u32 %r13, %r3, 1000, %r0;
        {SYNC} {write} {SYNC}
        mad.lo.u32 %r17, %r0, 8, %r1;
        ld.shared.u32 %r14, [%r17];
        {read} {SYNC}
        mad.lo.u32 %r14, %r15, 10000, %r14;
        {PUT.format("%r14")}"""
    found = run_everywhere(body, grid=(8, 1, 1), cluster=(blocks, 1, 1))
    thread, rank = np.arange(64), np.arange(8)[:, None] % blocks
    before = (rank + blocks - 1) % blocks
    expected = (rank * 1000 + thread) * 10000 + before * 1000 + thread
    np.testing.assert_array_equal(found, expected.astype(np.uint32))


def test_an_address_means_the_same_in_all_blocks() -> None:
    body = f"""{NEXT}
        cvt.u64.u32 %rd10, %r1;
        cvta.shared.u64 %rd10, %rd10;
        {SYNC}
        @%p0 st.shared::cluster.u64 [%r10], %rd10;
        @%p0 st.shared.u32 [%r1+16], %r3;
        {SYNC}
        ld.shared.u64 %rd11, [%r1];
        ld.u32 %r12, [%rd11+16];
        cvt.u32.u64 %r13, %rd11;
        getctarank.shared::cluster.u32 %r14, %r13;
        getctarank.u64 %r15, %rd11;
        isspacep.shared::cluster %p1, %rd11;
        isspacep.shared::cta %p2, %rd11;
        isspacep.shared %p3, %rd10;
        isspacep.global %p4, %rd0;
        selp.u32 %r16, 1, 0, %p1; selp.u32 %r17, 2, 0, %p2;
        selp.u32 %r18, 4, 0, %p3; selp.u32 %r19, 8, 0, %p4;
        add.u32 %r16, %r16, %r17; add.u32 %r16, %r16, %r18; add.u32 %r16, %r16, %r19;
        mad.lo.u32 %r16, %r16, 10, %r12;
        mad.lo.u32 %r16, %r16, 10, %r14;
        mad.lo.u32 %r16, %r16, 10, %r15;
        {SYNC}
        {PUT.format("%r16")}"""
    found = run_everywhere(body)
    assert np.all(found[0] == 13111) and np.all(found[1] == 13000)


def test_each_thread_maps_to_a_rank_of_its_own() -> None:
    body = f"""and.b32 %r12, %r0, 3;
        mapa.shared::cluster.u32 %r10, %r1, %r12;
        st.shared.u32 [%r1], %r3;
        {SYNC} ld.shared::cluster.u32 %r13, [%r10]; {SYNC}
        {PUT.format("%r13")}"""
    found = run_everywhere(body, grid=(4, 1, 1), cluster=(4, 1, 1))
    np.testing.assert_array_equal(found, np.tile(np.arange(64) % 4, (4, 1)))


def test_the_barrier_waits_for_threads_that_have_not_ended() -> None:
    body = f"""setp.eq.u32 %p1, %r3, 1;
        @%p1 bra SECOND;
        setp.ge.u32 %p2, %r0, 32;
        @%p2 ret;
        barrier.cluster.arrive; barrier.cluster.wait;
        barrier.cluster.arrive.relaxed; barrier.cluster.wait.acquire;
        {PUT.format("1")} ret;
        SECOND: barrier.cluster.arrive; st.shared.u32 [%r1], %r0; barrier.cluster.wait;
        {PUT.format("2")}"""
    found = run_everywhere(body, modes=({"checked": True}, {}))
    assert found.tolist() == [[1] * 32 + [0] * 32, [2] * 64]


def test_a_block_alone_is_a_cluster_of_one() -> None:
    body = f"mapa.shared::cluster.u32 %r10, %r1, 0; {SYNC} st.shared::cluster.u32 [%r10], 7; {SYNC}"
    body += f"ld.shared.u32 %r11, [%r1]; {PUT.format('%r11')}"
    assert np.all(run_everywhere(body, cluster=None) == 7)


PING_PONG = f"""{NEXT} {MAKE} mov.u32 %r20, 0; mov.u32 %r21, 0; {SYNC}
    setp.eq.u32 %p1, %r3, 1;
    LOOP: and.b32 %r22, %r20, 1;
    @!%p1 bra SEND;
    LA: mbarrier.{{wait}}.parity.acquire.cluster.shared::cta.b64 %p3, [%r2], %r22;
    @!%p3 bra LA;
    ld.shared.u32 %r21, [%r1]; bar.sync 0;
    SEND: add.u32 %r21, %r21, 1;
    @%p0 st.shared::cluster.u32 [%r10], %r21;
    @%p0 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];
    @%p1 bra DONE;
    LB: mbarrier.{{wait}}.parity.acquire.cluster.shared::cta.b64 %p3, [%r2], %r22;
    @!%p3 bra LB;
    ld.shared.u32 %r21, [%r1]; bar.sync 0;
    DONE: add.u32 %r20, %r20, 1; setp.lt.u32 %p4, %r20, 9; @%p4 bra LOOP;
    {SYNC} {PUT.format("%r21")}"""


@pytest.mark.parametrize("wait", ["try_wait", "test_wait"])
def test_blocks_arrive_at_each_others_mbarriers_in_turn(wait: str) -> None:
    body, grid = PING_PONG.replace("{wait}", wait), (16, 1, 1)
    assert np.all(run_everywhere(body, grid=grid) == 18)
    assert np.all(run_cluster(body, grid=grid, workers=5) == 18)


def test_a_remote_arrival_counts_as_often_as_it_says() -> None:
    body = f"""{NEXT} @%p0 mbarrier.init.shared.b64 [%r2], 66; {SYNC}
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];
        @%p0 mbarrier.arrive.shared::cluster.b64 _, [%r11], 2;
        {PASS.format(0, 0)} {SYNC} {PUT.format("5")}"""
    assert np.all(run_everywhere(body) == 5)


def test_arrival_and_wait_may_lie_apart() -> None:
    body = f"""{NEXT} st.shared.u32 [%r1], %r3; {ARRIVE}
        mov.u32 %r20, %r0; {WAIT}
        ld.shared::cluster.u32 %r12, [%r10]; {ARRIVE} add.u32 %r12, %r12, 5; {WAIT}
        {PUT.format("%r12")}"""
    found = run_everywhere(body)
    assert np.all(found[0] == 6) and np.all(found[1] == 5)
