"""Barriers at which threads combine a predicate of each, at every number of lanes."""

import pytest
from differential import RunMode, compare, input_bytes, lane_counts_for, plan_of, run_on_executor
from small_kernels import kernel, store

from sgemm.errors import ArgumentError, DeadlockError

THREADS = (128, 1, 1)
OTHERS = [RunMode(None), RunMode(None, checked=True)]
NARROW = [*(RunMode(lanes) for lanes in (1, 8, 16, 32)), *OTHERS]


def every(threads: tuple[int, int, int]) -> list[RunMode]:
    return [*(RunMode(lanes) for lanes in lane_counts_for(threads)), *OTHERS]


def three(vote: str, barrier: str = "0", slot: int = 0) -> str:
    """Combine a predicate in each way, and store what that gives."""
    return f"""
        bar.red.popc.u32 %r20, {barrier}, {vote};
        barrier.cta.red.and.aligned.pred %p20, {barrier}, {vote};
        barrier.red.or.pred %p21, {barrier}, {vote};
        selp.u32 %r21, 5, 3, %p20;
        selp.u32 %r22, 7, 9, %p21;
        mad.lo.u32 %r21, %r21, %r22, 1000;
        {store(slot, "%r20")} {store(slot + 1, "%r21")}"""


VOTES = {
    "of_some": "setp.lt.u32 %p10, %r4, 37;",
    "of_lanes": "and.b32 %r10, %r4, 5; setp.eq.u32 %p10, %r10, 1;",
    "of_one": "setp.eq.u32 %p10, %r4, 3;",
    "of_all": "setp.lt.u32 %p10, %r4, 1024;",
    "of_nobody": "setp.gt.u32 %p10, %r4, 1024;",
    "of_data": "mad.wide.u32 %rd10, %r4, 4, %rd0; ld.global.u32 %r10, [%rd10];"
    "setp.lt.u32 %p10, %r10, 9;",
    "of_those_with_data": "mad.wide.u32 %rd10, %r4, 4, %rd0; ld.global.u32 %r10, [%rd10];"
    "setp.lt.u32 %p10, %r10, 9; @!%p10 bra A; add.u32 %r10, %r10, 1; A: setp.lt.u32 %p10, %r10, 7;",
    "the_same_in_all": "setp.eq.u32 %p10, %r7, 1;",
    "after_some_ended": "and.b32 %r10, %r4, 6; setp.eq.u32 %p9, %r10, 2; @%p9 ret;"
    "setp.lt.u32 %p10, %r4, 29;",
    "after_warps_ended": "setp.ge.u32 %p9, %r4, 32; @%p9 exit; setp.lt.u32 %p10, %r4, 29;",
}


@pytest.mark.parametrize("threads", [THREADS, (16, 3, 1), (40, 1, 1), (5, 1, 1)], ids=str)
@pytest.mark.parametrize("name", VOTES)
@pytest.mark.sampled(3)
def test_all_threads_get_what_their_predicates_make(
    name: str, threads: tuple[int, int, int]
) -> None:
    body = VOTES[name] + three("%p10") + three("!%p10", "3", slot=2)
    compare(kernel(body, threads), input_bytes(0), every(threads))


def test_results_are_kept_over_other_barriers_and_used_in_branches() -> None:
    """The loop ends where nobody has steps left; as many for every thread."""
    body = f"""
        and.b32 %r10, %r4, 13;
        mov.u32 %r11, 0;
        bar.red.popc.u32 %r12, 1, %p0;
    LOOP:
        setp.gt.u32 %p10, %r10, %r11;
        add.u32 %r11, %r11, 1;
        bar.sync 0;
        bar.red.or.pred %p11, 0, %p10;
        mov.u32 %r13, array;
        st.shared.u32 [%r13], %r11;
        bar.sync 0;
        @%p11 bra LOOP;
        {store(0, "%r11")} {store(1, "%r12")}"""
    body = f"setp.lt.u32 %p0, %r4, 77; {body}"
    compare(kernel(body, THREADS), input_bytes(0), every(THREADS))
    assert plan_of(kernel(body, THREADS).ptx, THREADS).divergent == ()


def test_barriers_for_a_number_of_threads() -> None:
    """Half of the block here, half there; all of it by a register; each warp by itself."""
    body = f"""
        and.b32 %r10, %r4, 33;
        setp.eq.u32 %p10, %r10, 33;
        setp.lt.u32 %p11, %r4, 64;
        @%p11 bra A;
        {three("%p10", "4, 64")}
        bra B;
    A:  {three("!%p10", "5, 64")}
    B:  mov.u32 %r23, 128;
        {three("%p10", "6, %r23", slot=2)}
        {three("%p11", "1, 32", slot=4)}"""
    compare(kernel(body, THREADS), input_bytes(0), NARROW)
    assert plan_of(kernel(body, THREADS).ptx, THREADS).lanes == 32


def test_groups_of_several_warps_do_not_wait_at_barriers_for_some() -> None:
    program = kernel(f"setp.lt.u32 %p10, %r4, 9; {three('%p10', '1, 32')}", THREADS)
    assert plan_of(program.ptx, THREADS).lanes == 32
    with pytest.raises(ArgumentError, match="at which only groups of up to 32"):
        plan_of(program.ptx, THREADS, 64)


def test_at_different_instructions_that_are_not_aligned() -> None:
    body = f"""
        setp.lt.u32 %p10, %r4, 20;
        setp.lt.u32 %p11, %r4, 16;
        @%p11 bra A;
        barrier.red.popc.u32 %r20, 0, !%p10;
        bra B;
    A:  barrier.cta.red.popc.u32 %r20, 0, %p10;
    B:  {store(0, "%r20")}"""
    compare(kernel(body, THREADS), input_bytes(0), [RunMode(1), *OTHERS])


PARTS = "setp.lt.u32 %p10, %r4, {}; @%p10 bra A; {} bra B; A: {} B:"
COUNT, SOME = "bar.red.popc.u32 %r10, 0, %p10;", "barrier.red.or.pred %p11, 0, %p10;"
STUCK = {
    "a_warp_at_two_instructions": (5, COUNT, COUNT, "other threads of warp 0 wait at another"),
    "one_of_them_does_not_reduce": (5, COUNT, "bar.sync 0;", "other threads of warp 0 wait at"),
    "warps_that_never_come": (32, COUNT, "", "no warp can go on"),
    "sync_and_reduction": (32, COUNT, "bar.sync 0;", "barrier 0 is used for something else"),
    "two_reductions": (32, COUNT, SOME, "barrier 0 is used for something else"),
    "two_in_a_warp": (5, SOME.replace("or", "and"), SOME, "barrier 0 is used for something else"),
    "arrival_and_reduction": (
        *(32, COUNT.replace(" 0,", " 0, 128,"), "bar.arrive 0, 128;"),
        "barrier 0 is used for something else",
    ),
    "more_than_it_is_for": (0, COUNT.replace(" 0,", " 0, 64,"), "", "by more threads than it is"),
}


@pytest.mark.parametrize("mode", [RunMode(1), *OTHERS], ids=str)
@pytest.mark.parametrize("name", STUCK)
def test_what_is_undefined_or_never_ends_is_an_error(name: str, mode: RunMode) -> None:
    *parts, message = STUCK[name]
    body = PARTS.format(*parts)
    if name == "warps_that_never_come":
        body += "bar.sync 1;"
    where = rf"ptx:\d+: '.*bar.*' in k, block .*, thread .*: .*{message}"
    with pytest.raises(DeadlockError, match=where):
        run_on_executor(kernel(body, THREADS), input_bytes(0), mode)
