"""Checked mode: who touches the registers of a wgmma, before it and while it is in flight."""

import pytest
from warpgroup_frame import A_REGISTERS, COMMIT, FENCE, FIRST_LINE, multiply, run, wait

from sgemm.errors import MemoryAccessError

ONE = f"{FENCE}\n{multiply()}\n{COMMIT}\n"
FROM_REGISTERS = f"{FENCE}\n{multiply(a=A_REGISTERS)}\n{COMMIT}\n"

RIGHT = {
    "several_of_one_shape": f"{FENCE} {multiply()} {multiply()} {COMMIT} {multiply()} {COMMIT}"
    f"{wait()} add.f32 %f40, %f0, %f1;",
    "the_group_before": f"{FENCE} {multiply()} {COMMIT} {multiply(8)} {COMMIT} {wait(1)}"
    f"add.f32 %f40, %f0, %f7; {wait()} add.f32 %f40, %f8, %f15;",
    "a_register_of_a_for_two": f"{FENCE} {multiply(a=A_REGISTERS)} {multiply(8, A_REGISTERS)}"
    f"{COMMIT} {wait()} mov.b32 %a0, 1;",
    "a_register_of_a_is_read": f"{FROM_REGISTERS} add.u32 %r10, %a0, 1;",
    "a_register_of_a_is_read_after_the_fence": f"{FENCE} add.u32 %r10, %a0, 1;"
    f"{multiply(a=A_REGISTERS)} {COMMIT} {wait()}",
    "a_fence_lasts_while_nobody_touches": f"{ONE} {wait()} {multiply()} {COMMIT} {wait()}",
    "another_shape_after_a_fence": f"{ONE} {wait()} {FENCE} {multiply(n=8)} {COMMIT} {wait()}",
    "a_guard_that_does_not_hold": f"{ONE} @!%p1 mov.f32 %f0, 0f00000000; {wait()}",
    "other_registers": f"{ONE} mov.f32 %f8, %f9; {wait()}",
    "a_thread_of_another_warpgroup": f"setp.ge.u32 %p2, %r0, 128; @%p2 bra OTHER; {ONE} {wait()}"
    "ret; OTHER: add.f32 %f0, %f1, %f2;",
    "what_other_blocks_left": f"mov.f32 %f0, %f1; {ONE} ret;",
}

IN_FLIGHT = {
    "read": ("add.f32 %f40, %f7, %f9;", "wait_group has waited"),
    "stored": ("st.global.f32 [%rd0], %f0;", "wait_group has waited"),
    "written": ("mov.f32 %f3, 0f00000000;", "wait_group has waited"),
    "shuffled": ("shfl.sync.bfly.b32 %f40, %f0, 1, 31, -1;", "wait_group has waited"),
    "compared": ("setp.lt.f32 %p2, %f0, %f40; @%p2 bra NEXT; NEXT:", "wait_group has waited"),
    "with_a_guard": ("@%p1 add.f32 %f40, %f0, %f0;", "wait_group has waited"),
    "after_too_weak_a_wait": (f"{wait(1)} add.f32 %f40, %f0, %f0;", "wait_group has waited"),
    "of_the_latest_group": (
        f"{multiply(8)} {COMMIT} {wait(1)} add.f32 %f40, %f8, %f8;",
        "wait_group has waited",
    ),
    "without_a_commit": (
        f"{multiply(8)} {wait()} add.f32 %f40, %f8, %f0;",
        "commit_group has closed",
    ),
    "in_a_loop": (
        f"mov.u32 %r10, 2; AGAIN: {wait(1)} add.f32 %f40, %f8, %f8;"
        f"{FENCE} {multiply(8)} {COMMIT} sub.u32 %r10, %r10, 1; setp.ne.u32 %p2, %r10, 0;"
        f"@%p2 bra AGAIN; {wait(1)} add.f32 %f40, %f8, %f8;",
        "wait_group has waited",
    ),
    "by_another_shape": (f"{FENCE} {multiply(n=8)}", "wait_group has waited"),
    "as_a": (f"{FENCE} {multiply(8, '{%f0, %f1, %f2, %f3}')}", "wait_group has waited"),
    "written_a": (
        f"{FENCE} {multiply(8, A_REGISTERS)} {COMMIT} mov.b32 %a3, 1; {wait()}",
        "wait_group has waited",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_the_rules_allow_is_no_error(name: str) -> None:
    run(RIGHT[name], 256 if "another_warpgroup" in name else 128, blocks=2)


@pytest.mark.parametrize(("body", "text"), IN_FLIGHT.values(), ids=IN_FLIGHT)
def test_accumulators_in_flight_are_nobodys(body: str, text: str) -> None:
    with pytest.raises(MemoryAccessError, match=r"w\.ptx:\d+: .*its registers belong.*" + text):
        run(ONE + body)


def test_the_error_names_instruction_block_thread_and_the_matrix() -> None:
    body = f"{ONE}setp.eq.u32 %p2, %r0, 37;\n@%p2 add.f32 %f40, %f0, %f0;\n{wait()}"
    text = (
        rf"w\.ptx:{FIRST_LINE + 4}: '@%p2 add\.f32 %f40, %f0, %f0' in k, block \(0, 0, 0\) of "
        r"\(1, 1, 1\), thread \(37, 0, 0\): its registers belong to the wgmma\.mma_async in line "
        f"{FIRST_LINE + 1}, which is in flight"
    )
    with pytest.raises(MemoryAccessError, match=text):
        run(body)


MISSING = {
    "none": (f"{multiply()} {COMMIT} {wait()}", "no wgmma.fence has come before it"),
    "written": (f"{FENCE}\nmov.f32 %f3, %f9;\n{multiply()}", f"line {FIRST_LINE + 1} accessed"),
    "read": (f"{ONE}{wait()}\nadd.f32 %f40, %f3, %f9;\n{multiply()}", f"line {FIRST_LINE + 4}"),
    "written_a": (
        f"{FENCE}\nmov.b32 %a3, 1;\n{multiply(a=A_REGISTERS)}",
        f"line {FIRST_LINE + 1} accessed its registers, and there was no wgmma.fence since",
    ),
    "another_shape": (f"{ONE}{wait()}\n{multiply(n=8)}", f"line {FIRST_LINE + 1} accessed"),
    "with_a_guard": (
        f"{ONE}{wait()}\n@%p1 mov.f32 %f3, %f9;\n{multiply()}",
        f"line {FIRST_LINE + 4} accessed",
    ),
}


@pytest.mark.parametrize(("body", "text"), MISSING.values(), ids=MISSING)
def test_a_fence_that_is_missing(body: str, text: str) -> None:
    with pytest.raises(MemoryAccessError, match=rf"'wgmma\.mma_async.*\(0, 0, 0\): .*{text}"):
        run(body)
