"""Which registers differ between lanes for reasons of control flow."""

import pytest
from differential import entry_of

from sgemm.ptx.affine_analysis import AffineAnalysis, BlockShape
from sgemm.ptx.divergence import analyse, divergent_branches
from sgemm.ptx.flow import control_flow
from sgemm.ptx.parser import parse

START = """
    ld.param.u64 %rd1, [p];
    ld.param.u32 %r1, [q];
    mov.u32 %r2, %tid.x;
    setp.lt.u32 %p1, %r2, 5;
    setp.lt.u32 %p2, %r1, 5;
"""
USE = "st.global.u32 [%rd1], {};"


USE_10 = USE.format("%r10")
BRANCH = f"mov.u32 %r10, 1; bra B; A: mov.u32 %r10, 2; B: {USE_10}"
LOOP = """mov.u32 %r10, 0;
    L: add.u32 %r10, %r10, 1;
    add.u32 %r11, %r10, {limit};
    setp.lt.u32 %p3, %r10, {limit};
    @%p3 bra L;"""

DIFFERS = {
    "divergent_lanes_write_it": f"@%p1 bra A; {BRANCH}",
    "one_path_writes_it": f"mov.u32 %r10, 1; @%p1 bra B; mov.u32 %r10, 2; B: {USE_10}",
    "after_a_loop_with_a_divergent_exit": f"{LOOP.format(limit='%r2')} {USE_10}",
    # %r12 differs after the first branch, so the second one diverges, so %r10 differs.
    "a_further_branch_parts": f"""
        mov.u32 %r12, 1; @%p1 bra A; mov.u32 %r12, 2;
    A:  setp.eq.u32 %p3, %r12, 1;
        mov.u32 %r10, 1; @%p3 bra B; mov.u32 %r10, 2;
    B:  {USE_10}""",
    "a_guard_differs": f"mov.u32 %r10, 1; @%p1 mov.u32 %r10, 2; {USE_10}",
    "a_loop_with_two_ways_out": f"""
        mov.u32 %r12, 0; mov.u32 %r10, 7;
    L:  add.u32 %r12, %r12, 1;
        @%p1 bra OUT;
        add.u32 %r10, %r10, %r12;
        setp.lt.u32 %p3, %r12, %r1;
        @%p3 bra L;
    OUT: {USE_10}""",
    **{
        statement.split()[0]: f"{statement} {USE_10}"
        for statement in (
            "atom.global.add.u32 %r10, [%rd1], 1;",
            "shfl.sync.idx.b32 %r10, %r1, 0, 31, -1;",
            "vote.sync.ballot.b32 %r10, %p2, -1;",
            "elect.sync %r10|%p3, -1;",
            "mbarrier.arrive.shared::cta.b64 %rd3, [%r1]; cvt.u32.u64 %r10, %rd3;",
            "add.u32 %r10, %r10, %r2;",
        )
    },
}
SAME = {
    "nobody_needs_it_where_lanes_meet": (
        f"@%p1 bra B; mov.u32 %r10, 1; add.u32 %r11, %r10, %r2; {USE.format('%r11')} B: ret;"
    ),
    "it_was_written_before": f"mov.u32 %r10, 1; @%p1 bra B; mov.u32 %r11, 2; B: {USE_10}",
    "the_branch_is_uniform": f"@%p2 bra A; {BRANCH}",
    "after_a_uniform_loop": f"{LOOP.format(limit='%r1')} {USE_10}",
    "nobody_needs_it_after_the_loop": f"{LOOP.format(limit='%r2')} ret;",
    # Those that go on are on their own from here: nothing has to be joined.
    "lanes_that_end_do_not_reconverge": (f"mov.u32 %r10, 1; @%p1 ret; mov.u32 %r10, 2; {USE_10}"),
    "the_guard_is_uniform": f"mov.u32 %r10, 1; @%p2 mov.u32 %r10, 2; {USE_10}",
    "all_get_the_answer_of_one_mbarrier": f"""
        mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r1], 0;
        selp.u32 %r10, 1, 0, %p3; {USE_10}""",
}


def analysed(body: str, lanes: int = 8) -> tuple[AffineAnalysis, tuple[int, ...]]:
    entry = parse(entry_of(START + body, ".param .u64 p, .param .u32 q")).entries["k"]
    flow = control_flow(entry)
    analysis = analyse(entry, flow, BlockShape((32, 1, 1), lanes), {})
    return analysis, divergent_branches(flow, analysis)


@pytest.mark.parametrize("name", [*DIFFERS, *SAME])
def test_whether_a_register_differs_between_lanes(name: str) -> None:
    analysis, _ = analysed((DIFFERS | SAME)[name])
    assert (analysis.of_register("%r10") is None) == (name in DIFFERS)


@pytest.mark.parametrize(
    ("body", "lanes", "count"),
    [
        (DIFFERS["divergent_lanes_write_it"], 8, 1),
        (DIFFERS["divergent_lanes_write_it"], 1, 0),  # one lane alone
        (DIFFERS["a_further_branch_parts"], 8, 2),
        (SAME["the_branch_is_uniform"], 8, 0),
        (SAME["lanes_that_end_do_not_reconverge"], 8, 1),
        ("@%p1 bra A; A: ret;", 8, 0),  # it leads to one place
    ],
)
def test_how_many_branches_diverge(body: str, lanes: int, count: int) -> None:
    assert len(analysed(body, lanes)[1]) == count
