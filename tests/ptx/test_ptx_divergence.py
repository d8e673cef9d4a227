"""Which registers differ between lanes for reasons of control flow."""

from __future__ import annotations

import pytest

from sgemm.ptx.affine_analysis import AffineAnalysis, BlockShape
from sgemm.ptx.divergence import analyse, divergent_branches
from sgemm.ptx.flow import control_flow
from sgemm.ptx.parser import parse

FRAME = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 q) {{
    .reg .b32 %r<30>;
    .reg .b64 %rd<9>;
    .reg .pred %p<9>;
    ld.param.u64 %rd1, [p];
    ld.param.u32 %r1, [q];
    mov.u32 %r2, %tid.x;
    setp.lt.u32 %p1, %r2, 5;
    setp.lt.u32 %p2, %r1, 5;
{body}
}}
"""
USE = "st.global.u32 [%rd1], {};"


def analysed(body: str, lanes: int = 8) -> tuple[AffineAnalysis, tuple[int, ...]]:
    entry = parse(FRAME.format(body=body)).entries["k"]
    flow = control_flow(entry)
    analysis = analyse(entry, flow, BlockShape((32, 1, 1), lanes), {})
    return analysis, divergent_branches(flow, analysis)


def varying(body: str) -> set[str]:
    analysis, _ = analysed(body)
    return {name for name in analysis.entry.registers if analysis.of_register(name) is None}


def test_what_divergent_lanes_write_differs_where_they_reconverge() -> None:
    body = f"@%p1 bra A; mov.u32 %r10, 1; bra B; A: mov.u32 %r10, 2; B: {USE.format('%r10')}"
    assert "%r10" in varying(body)


def test_what_one_path_writes_differs_too() -> None:
    body = f"mov.u32 %r10, 1; @%p1 bra B; mov.u32 %r10, 2; B: {USE.format('%r10')}"
    assert "%r10" in varying(body)


def test_what_is_not_needed_where_lanes_meet_keeps_its_form() -> None:
    body = f"@%p1 bra B; mov.u32 %r10, 1; add.u32 %r11, %r10, %r2; {USE.format('%r11')} B: ret;"
    assert not {"%r10", "%r11"} & varying(body)


def test_what_was_written_before_lanes_diverged_keeps_its_form() -> None:
    body = f"mov.u32 %r10, 1; @%p1 bra B; mov.u32 %r11, 2; B: {USE.format('%r10')}"
    assert "%r10" not in varying(body)


def test_a_uniform_branch_parts_nobody() -> None:
    body = f"@%p2 bra A; mov.u32 %r10, 1; bra B; A: mov.u32 %r10, 2; B: {USE.format('%r10')}"
    assert "%r10" not in varying(body)
    assert analysed(body)[1] == ()


def test_a_branch_that_leads_to_one_place_parts_nobody() -> None:
    assert analysed("@%p1 bra A; A: ret;")[1] == ()


def test_one_lane_alone_never_diverges() -> None:
    body = f"@%p1 bra A; mov.u32 %r10, 1; bra B; A: mov.u32 %r10, 2; B: {USE.format('%r10')}"
    assert analysed(body, lanes=1)[1] == ()


LOOP = """mov.u32 %r10, 0;
    L: add.u32 %r10, %r10, 1;
    add.u32 %r11, %r10, {limit};
    setp.lt.u32 %p3, %r10, {limit};
    @%p3 bra L;
    {use}"""


@pytest.mark.parametrize(("limit", "differs"), [("%r1", False), ("%r2", True)])
def test_a_counter_differs_after_a_loop_with_a_divergent_exit(limit: str, differs: bool) -> None:
    assert ("%r10" in varying(LOOP.format(limit=limit, use=USE.format("%r10")))) == differs


def test_a_counter_that_nobody_needs_after_the_loop_stays_uniform() -> None:
    assert "%r10" not in varying(LOOP.format(limit="%r2", use="ret;"))


def test_what_differs_makes_further_branches_part() -> None:
    # %r10 differs after the first branch, so the second one diverges, so %r11 differs.
    body = f"""
        mov.u32 %r10, 1; @%p1 bra A; mov.u32 %r10, 2;
    A:  setp.eq.u32 %p3, %r10, 1;
        mov.u32 %r11, 1; @%p3 bra B; mov.u32 %r11, 2;
    B:  {USE.format("%r11")}"""
    assert {"%r10", "%r11"} <= varying(body)
    assert len(analysed(body)[1]) == 2


def test_lanes_that_end_do_not_reconverge() -> None:
    body = f"mov.u32 %r10, 1; @%p1 ret; mov.u32 %r10, 2; {USE.format('%r10')}"
    analysis, branches = analysed(body)
    assert len(branches) == 1
    # Those that go on are on their own from here: nothing has to be joined.
    assert analysis.of_register("%r10") is not None


def test_a_guarded_write_differs_by_its_guard() -> None:
    body = f"mov.u32 %r10, 1; @%p1 mov.u32 %r10, 2; {USE.format('%r10')}"
    assert "%r10" in varying(body)
    body = f"mov.u32 %r10, 1; @%p2 mov.u32 %r10, 2; {USE.format('%r10')}"
    assert "%r10" not in varying(body)


def test_a_loop_with_two_ways_out() -> None:
    body = f"""
        mov.u32 %r10, 0; mov.u32 %r12, 7;
    L:  add.u32 %r10, %r10, 1;
        @%p1 bra OUT;
        add.u32 %r12, %r12, %r10;
        setp.lt.u32 %p3, %r10, %r1;
        @%p3 bra L;
    OUT: {USE.format("%r12")}"""
    assert "%r12" in varying(body)


@pytest.mark.parametrize(
    "statement",
    [
        "atom.global.add.u32 %r10, [%rd1], 1;",
        "shfl.sync.idx.b32 %r10, %r1, 0, 31, -1;",
        "vote.sync.ballot.b32 %r10, %p2, -1;",
        "elect.sync %r10|%p3, -1;",
        "mbarrier.arrive.shared::cta.b64 %rd3, [%r1];",
        "add.u32 %r10, %r10, %r2;",
    ],
)
def test_results_that_lanes_do_not_share_vary(statement: str) -> None:
    found = varying(f"{statement} {USE.format('%r10')}")
    assert found & {"%r10", "%rd3"}


def test_the_answer_of_one_mbarrier_is_the_same_for_all_lanes() -> None:
    body = "mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r1], 0; @%p3 bra B; B: ret;"
    assert "%p3" not in varying(body)
