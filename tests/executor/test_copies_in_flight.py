"""Checked mode: between its instruction and the wait for it, a copy is as early and as late."""

import numpy as np
import pytest
from async_frame import run as run_bulk
from differential import RunMode, compare, input_bytes, run_on_executor
from small_kernels import kernel, store

from sgemm.errors import MemoryAccessError

CHECKED = RunMode(None, checked=True)

COPY = """
    mov.u32 %r10, array;
    mad.lo.u32 %r11, %r4, 4, %r10;
    mul.wide.u32 %rd10, %r4, 4;
    add.s64 %rd11, %rd0, %rd10;
    cp.async.ca.shared.global [%r11], [%rd11], 4;
    cp.async.commit_group;"""
NEXT = """
    add.u32 %r13, %r4, 1;
    and.b32 %r13, %r13, 63;
    mad.lo.u32 %r14, %r13, 4, %r10;"""
AGAIN = "cp.async.ca.shared.global [%r11], [%rd11+256], 4; cp.async.wait_all;"

WRONG = {
    "a_stage_is_filled_that_is_still_read": (
        f"{COPY} cp.async.wait_all; bar.sync 0; {NEXT} {AGAIN.replace('cp.async.wait_all;', '')}"
        f"ld.shared.u32 %r15, [%r14]; cp.async.wait_all; {store(0, '%r15')}",
        r"ld\.shared\.u32 %r15, \[%r14\]' in k.*that another thread has waited for, and has not",
    ),
    "a_stage_is_filled_that_is_still_read_by_others_that_wait_later": (
        f"{COPY} cp.async.wait_all; bar.sync 0; {NEXT} {AGAIN.replace('cp.async.wait_all;', '')}"
        f"ld.shared.u32 %r15, [%r14]; bar.sync 0; cp.async.wait_all; {store(0, '%r15')}",
        r"ld\.shared\.u32 %r15, \[%r14\]' in k.*are those of an asynchronous copy",
    ),
    "others_read_without_a_barrier": (
        f"{COPY} cp.async.wait_all; {NEXT} add.u32 %r14, %r14, -8; max.u32 %r14, %r14, %r10;"
        f"ld.shared.u32 %r15, [%r14]; {store(0, '%r15')}",
        r"ld\.shared\.u32 %r15, \[%r14\]' in k.*that another thread has waited for, and has not",
    ),
    "a_stage_is_read_before_the_wait": (
        f"{COPY} bar.sync 0; ld.shared.u32 %r15, [%r11]; cp.async.wait_all; {store(0, '%r15')}",
        r"ld\.shared\.u32 %r15, \[%r11\]' in k.*are those of an asynchronous copy",
    ),
    "a_stage_is_written": (
        f"{COPY} st.shared.u32 [%r11], %r4; cp.async.wait_all;",
        r"st\.shared\.u32 .*are those of an asynchronous copy",
    ),
    "two_copies_to_one_place": (f"{COPY} {AGAIN}", r"cp\.async.*are those of an asynchronous copy"),
    "others_read_after_an_atomic_that_a_guard_left_out": (
        f"{COPY} cp.async.wait_all; setp.gt.u32 %p10, %r4, 99; {NEXT}"
        f"@%p10 red.global.add.u32 [%rd1], 1; add.u32 %r14, %r14, -8; max.u32 %r14, %r14, %r10;"
        f"ld.shared.u32 %r15, [%r14]; {store(0, '%r15')}",
        r"ld\.shared\.u32 %r15, \[%r14\]' in k.*that another thread has waited for, and has not",
    ),
    "a_stage_is_filled_again_that_others_read": (
        f"""setp.lt.u32 %p10, %r4, 32; mov.u32 %r10, array;
        @%p10 bra READ; {COPY.replace("mov.u32 %r10, array;", "")} cp.async.wait_all;
        {AGAIN.replace("cp.async.wait_all;", "")} bar.sync 0; cp.async.wait_all; ret;
        READ: bar.sync 0; mad.lo.u32 %r16, %r4, 4, %r10; ld.shared.u32 %r15, [%r16+128];""",
        r"ld\.shared\.u32 %r15, .*are those of an asynchronous copy",
    ),
    "a_half_of_a_word": (
        f"{COPY} ld.shared.u16 %rs1, [%r11+2]; cp.async.wait_all;",
        r"ld\.shared\.u16 .*are those of an asynchronous copy",
    ),
    "the_source_is_longer_than_the_copy": (
        f"mov.u32 %r12, 5; {COPY.replace('], 4;', '], 4, %r12;')}cp.async.wait_all;",
        r"cp\.async.*the source has 5 bytes, which is more than are copied",
    ),
    "nobody_waits": (
        f"{COPY} cp.async.wait_group 1; bar.sync 0; {NEXT} ld.shared.u32 %r15, [%r14];",
        r"ld\.shared\.u32 .*are those of an asynchronous copy",
    ),
    "the_source_changes": (
        """
        mul.wide.u32 %rd10, %r4, 4;
        add.s64 %rd11, %rd1, %rd10;
        st.global.u32 [%rd11], %r4;
        mov.u32 %r10, array;
        mad.lo.u32 %r11, %r4, 4, %r10;
        cp.async.ca.shared.global [%r11], [%rd11], 4;
        st.global.u32 [%rd11], %r10;
        cp.async.wait_all;""",
        r"cp\.async\.ca.*thread \(0, 0, 0\): the source of the word .* was written while",
    ),
}
RIGHT = {
    "two_stages": f"""{COPY}
        cp.async.ca.shared.global [%r11+1024], [%rd11+256], 4;
        cp.async.commit_group;
        cp.async.wait_group 1;
        bar.sync 0;
        {NEXT}
        ld.shared.u32 %r15, [%r14];
        bar.sync 0;
        cp.async.ca.shared.global [%r11], [%rd11+512], 4;
        cp.async.wait_all;
        bar.sync 0;
        ld.shared.u32 %r16, [%r14];
        ld.shared.u32 %r17, [%r14+1024];
        {store(0, "%r15")} {store(1, "%r16")} {store(2, "%r17")}""",
    "by_a_thread_that_ended_before_a_barrier": f"""{COPY}
        cp.async.wait_all;
        setp.lt.u32 %p10, %r4, 32;
        @%p10 ret;
        bar.sync 0;
        xor.b32 %r13, %r4, 32;
        mad.lo.u32 %r14, %r13, 4, %r10;
        ld.shared.u32 %r15, [%r14];
        {store(0, "%r15")}""",
    "global_memory_is_read_meanwhile": f"""{COPY}
        ld.u32 %r15, [%rd11];
        cp.async.wait_all;
        ld.shared.u32 %r16, [%r11];
        {store(0, "%r15")} {store(1, "%r16")}""",
    "another_block_left_it_under_way": f"{COPY} ret;",
}


@pytest.mark.parametrize(("body", "text"), WRONG.values(), ids=WRONG)
def test_the_bytes_of_a_copy_are_nobodys_until_the_wait(body: str, text: str) -> None:
    with pytest.raises(MemoryAccessError, match=text):
        run_on_executor(kernel(body, (64, 1, 1)), input_bytes(0), CHECKED)


@pytest.mark.parametrize("body", RIGHT.values(), ids=RIGHT)
def test_a_copy_that_is_waited_for_is_anybodys(body: str) -> None:
    program = kernel(body, (64, 1, 1), (5, 1, 1))
    compare(program, input_bytes(0), [CHECKED, RunMode(32), RunMode(1)])


def test_the_source_of_a_bulk_copy_may_not_change_before_the_wait() -> None:
    body = """
        @%p0 mbarrier.init.shared::cta.b64 [%r2], 1;
        bar.sync 0;
        @%p0 mov.u32 %r20, 64;
        @%p0 st.global.u32 [%rd0], %r20;
        @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 16;
        @%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
            [%r1], [%rd0], 16, [%r2];
        {change}
    L0: mbarrier.try_wait.parity.shared::cta.b64 %p10, [%r2], 0;
        @%p10 bra D0;
        bra L0;
    D0: ld.shared.u32 %r21, [%r1];
        @%p0 st.global.u32 [%rd0+4], %r21;"""
    found = run_bulk(body.format(change=""), checked=True)
    assert found.view(np.uint32)[1] == 64
    with pytest.raises(MemoryAccessError, match=r"cp\.async\.bulk.*the source of the word .* was"):
        run_bulk(body.format(change="@%p0 st.global.u32 [%rd0], %r0;"), checked=True)
