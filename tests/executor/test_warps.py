"""Warps whose lanes diverge, wait and end: kernels right on every GPU, and some that are not.

What is right was run on an H200, with the same results.
"""

import pytest
from differential import RunMode, compare, input_bytes, run_on_executor
from small_kernels import kernel, store
from warp_kernels import RIGHT

from sgemm.errors import DeadlockError, MemoryAccessError

MODES = [RunMode(None), RunMode(1), RunMode(None, checked=True)]


@pytest.mark.parametrize("name", RIGHT)
def test_threads_wait_for_those_that_come(name: str) -> None:
    compare(kernel(RIGHT[name], (64, 1, 1), target=80), input_bytes(0), MODES)


@pytest.mark.parametrize("threads", [40, 33, 8, 1])
def test_nobody_waits_for_lanes_that_a_block_does_not_have(threads: int) -> None:
    body = f"""
        shfl.sync.down.b32 %r10, %r4, 4, 31, 0xffffffff;
        setp.lt.u32 %p10, %r4, 36;
        vote.sync.uni.pred %p11, %p10, 0xffffffff;
        selp.u32 %r11, 1, 0, %p11;
        bar.sync 0;
        bar.sync 1, {-(-threads // 32) * 32};
        {store(0, "%r10")} {store(1, "%r11")}"""
    compare(kernel(body, (threads, 1, 1)), input_bytes(0), MODES)


def test_lanes_combine_their_numbers() -> None:
    operations = [f"{name}.{kind}" for name in ("add", "min", "max") for kind in ("u32", "s32")]
    operations += ["and.b32", "or.b32", "xor.b32"]
    body = """
        mad.lo.u32 %r12, %r7, 128, %r4;  // each block has other numbers
        mad.wide.u32 %rd10, %r12, 4, %rd0;
        ld.global.u32 %r10, [%rd10];
        setp.lt.u32 %p10, %r4, 64;
        selp.u32 %r11, %r10, 5, %p10;"""
    body += "".join(
        f"redux.sync.{operation} %r{20 + slot}, {source}, -1; {store(slot, f'%r{20 + slot}')}"
        for slot, (operation, source) in enumerate(
            (operation, source) for operation in operations for source in ("%r11", "%r0")
        )
    )
    modes = [*MODES[1:], *(RunMode(lanes) for lanes in (32, 64, 128))]  # None is one of these
    compare(kernel(body, (128, 1, 1), grid=(12, 1, 1)), input_bytes(0), modes)


def test_one_of_the_lanes_that_are_there_is_elected() -> None:
    body = f"""
        setp.lt.u32 %p10, %r4, 3;
        @%p10 ret;
        elect.sync %r10|%p11, 0xffffffff;
        elect.sync _|%p12, 0xffffffff;
        selp.u32 %r11, 1, 0, %p11;
        selp.u32 %r12, 10, 0, %p12;
        add.u32 %r11, %r11, %r12;
        {store(0, "%r10")} {store(1, "%r11")}"""
    compare(kernel(body, (64, 1, 1), target=90), input_bytes(0), MODES)
    whole = "\n".join(body.splitlines()[3:])
    compare(kernel(whole, (64, 1, 1), target=90), input_bytes(0), [*MODES, RunMode(32)])


DIVERGED = r"other threads of warp 0 wait at another"
NUMBERS = r"there is no barrier 16: barriers are 0 \.\.\. 15"
THREADS = "a barrier is for a multiple of 32 threads, not for"
BRANCH = "setp.lt.u32 %p10, %r4, 5; @%p10 bra"
REGISTER = "add.u32 %r10, %r0, 13;"
STUCK = {
    # A warp executes an aligned barrier together. An H200 lets it pass; PTX leaves it undefined.
    "in_both_branches": (f"{BRANCH} A; bar.sync 0; bra B; A: bar.sync 0; B:", DIVERGED),
    "in_both_branches_by_name": (f"{BRANCH} A; bar.sync 3; bra B; A: bar.sync 3; B:", DIVERGED),
    "one_of_them_is_aligned": (f"{BRANCH} A; barrier.sync 0; bra B; A: bar.sync 0; B:", DIVERGED),
    "where_a_branch_is_empty": (f"{BRANCH} B; bar.sync 0; B: bar.sync 0;", DIVERGED),
    "different_masks": (
        """
        mov.u32 %r10, 1;
        shl.b32 %r11, %r10, %r4;
        or.b32 %r11, %r11, 1;
        setp.ge.u32 %p11, %r4, 32;
        @%p11 ret;
        bar.warp.sync %r11;
        bar.sync 0;""",
        r"no warp can go on",
    ),
    "different_barriers": ("bar.sync %tid.x, 32;", r"no warp can go on"),
    # A barrier in a register has the limits of any other.
    "no_such_barrier": (f"{REGISTER} bar.sync %r10;", NUMBERS),
    "no_such_barrier_to_arrive_at": (f"{REGISTER} bar.arrive %r10, 64;", NUMBERS),
    "half_a_warp": (f"{REGISTER} bar.sync 1, %r10;", f"{THREADS} 16"),
    "for_nobody": ("bar.arrive 1, %r2;", f"{THREADS} 0"),
}


@pytest.mark.parametrize("mode", MODES, ids=str)
@pytest.mark.parametrize(("body", "text"), STUCK.values(), ids=STUCK)
def test_waits_that_are_undefined_or_never_end(body: str, text: str, mode: RunMode) -> None:
    line = rf"ptx:\d+: '.*bar.*' in k, block .*, thread .*: .*{text}"
    with pytest.raises(DeadlockError, match=line):
        run_on_executor(kernel(body, (8, 8, 1)), input_bytes(0), mode)


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_a_lane_that_its_mask_does_not_name_is_an_error(mode: RunMode) -> None:
    body = "shfl.sync.bfly.b32 %r10, %r4, 1, 31, 0xff;"
    with pytest.raises(MemoryAccessError, match=r"shfl.*lane 8, which the mask 0x000000ff does no"):
        run_on_executor(kernel(body, (64, 1, 1)), input_bytes(0), mode)
