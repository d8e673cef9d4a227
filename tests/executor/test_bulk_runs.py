"""Runs of bytes that ten lanes of a warp copy by one instruction, each between its own places."""

import numpy as np
import pytest
from differential import compiled, entry_of, run_on_copies
from numpy.typing import NDArray

from sgemm.errors import DeadlockError, MemoryAccessError

RUNS, RUN_BYTES, ROUNDS, THREADS = 10, 4096, 3, 128
STAGE = RUNS * RUN_BYTES

KERNEL = """
    ld.param.u64 %rd0, [input];
    ld.param.u64 %rd1, [output];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, stage;
    mov.u32 %r2, barrier;
    setp.eq.u32 %p0, %r0, 0;
    setp.lt.u32 %p1, %r0, {runs};
    @%p0 mbarrier.init.shared::cta.b64 [%r2], {arrivals};
    bar.sync 0;
    mov.u32 %r3, 0;
ROUND:
    mad.lo.u32 %r4, %r0, 7, %r3;
    rem.u32 %r5, %r4, {runs};
    mul.wide.u32 %rd2, %r5, {run_bytes};
    add.u64 %rd3, %rd0, %rd2;
    mad.lo.u32 %r6, %r0, {run_bytes}, %r1;
    {change}
    {issue}
    and.b32 %r7, %r3, 1;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], %r7;
    @!%p2 bra WAIT;
    mul.lo.u32 %r8, %r0, 16;
    mad.lo.u32 %r9, %r3, {stage}, %r8;
    cvt.u64.u32 %rd4, %r9;
    add.u64 %rd5, %rd1, %rd4;
    add.u32 %r10, %r1, %r8;
    mov.u32 %r11, 0;
READ:
    ld.shared.v4.u32 {{%r20, %r21, %r22, %r23}}, [%r10];
    st.global.v4.u32 [%rd5], {{%r20, %r21, %r22, %r23}};
    add.u32 %r10, %r10, {read_bytes};
    add.u64 %rd5, %rd5, {read_bytes};
    add.u32 %r11, %r11, {read_bytes};
    setp.lt.u32 %p3, %r11, {stage};
    @%p3 bra READ;
    bar.sync 0;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p4, %r3, {rounds};
    @%p4 bra ROUND;
    ret;
"""
"""In every round each lane copies another run than before, and all threads read all runs."""

COPY = (
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
    f"[%r6], [%rd3], {RUN_BYTES}, [%r2];"
)
EXPECT = "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], {};"
ISSUES = {
    "one_lane_expects_all": (1, f"@%p0 {EXPECT.format(STAGE)} @%p1 {COPY}"),
    "each_lane_expects_its_own": (RUNS, f"@%p1 {EXPECT.format(RUN_BYTES)} @%p1 {COPY}"),
    "after_a_branch": (1, f"@%p0 {EXPECT.format(STAGE)} @!%p1 bra AFTER; {COPY} AFTER:"),
    "bytes_before_they_are_expected": (1, f"@%p1 {COPY} @%p0 {EXPECT.format(STAGE)}"),
}


def run(
    name: str, *, change: str = "", lanes: int | None = None, checked: bool = False
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return what is copied and what the threads read, as runs of words."""
    arrivals, issue = ISSUES[name]
    text = KERNEL.format(
        stage=STAGE,
        runs=RUNS,
        run_bytes=RUN_BYTES,
        read_bytes=16 * THREADS,
        rounds=ROUNDS,
        arrivals=arrivals,
        change=change,
        issue=issue,
    )
    parameters = ".param .u64 input, .param .u64 output"
    shared = f".shared .align 16 .b8 stage[{STAGE}]; .shared .align 8 .b8 barrier[8];"
    ptx = entry_of(text, parameters, shared, "sm_90")
    native = compiled(ptx, (THREADS, 1, 1), lanes=lanes, checked=checked)
    words = STAGE // RUN_BYTES, RUN_BYTES // 4
    given = np.random.default_rng(1).integers(0, 2**32, words, np.uint32)
    result = np.empty((ROUNDS * words[0], words[1]), np.uint32)
    given, result = run_on_copies(native, given, result)
    return given, result


@pytest.mark.parametrize("name", ISSUES)
@pytest.mark.parametrize(
    "how", [{}, *({"lanes": lanes} for lanes in (1, 8, 32, 64)), {"checked": True}], ids=str
)
def test_each_lane_copies_its_own_run(name: str, how: dict[str, int]) -> None:
    given, found = run(name, **how)
    order = [(7 * lane + number) % RUNS for number in range(ROUNDS) for lane in range(RUNS)]
    np.testing.assert_array_equal(found, given[order])


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            "add.u32 %r12, %r6, -64; setp.eq.u32 %p5, %r0, 6; selp.u32 %r6, %r12, %r6, %p5;",
            r"thread \([56], 0, 0\): .* shared address \d+ are those of an asynchronous copy",
        ),
        (
            "add.u64 %rd6, %rd3, 16; setp.eq.u32 %p5, %r5, 9; selp.b64 %rd3, %rd6, %rd3, %p5;",
            rf"thread \(7, 0, 0\): .*at byte {STAGE - RUN_BYTES + 16} of an allocation",
        ),
    ],
    ids=["two_to_one_place", "past_the_end"],
)
def test_checked_mode_names_the_lane(change: str, text: str) -> None:
    with pytest.raises(MemoryAccessError, match=text):
        run("one_lane_expects_all", change=change, checked=True)


@pytest.mark.parametrize("checked", [False, True])
def test_a_lane_that_does_not_copy_is_missed(checked: bool) -> None:
    with pytest.raises(DeadlockError, match=f"still expects {RUN_BYTES} bytes"):
        run("one_lane_expects_all", change="setp.lt.u32 %p1, %r0, 9;", checked=checked)
