"""``ldmatrix``: whose rows a warp loads, and what each lane gets."""

import pytest
from differential import RunMode, compare, input_bytes, run_on_executor
from small_kernels import kernel, store

from sgemm.errors import DeadlockError, MemoryAccessError

THREADS = (128, 1, 1)
CHECKED = RunMode(None, checked=True)
MODES = [RunMode(None), *(RunMode(lanes) for lanes in (1, 32, 64, 128)), CHECKED]
FORMS = [f"x{count}{how}" for count in (1, 2, 4) for how in ("", ".trans")]

FILLED = """
    mad.wide.u32 %rd10, %r4, 16, %rd0;
    ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd10];
    mov.u32 %r20, array;
    mad.lo.u32 %r21, %r4, 16, %r20;
    st.shared.v4.u32 [%r21], {%r10, %r11, %r12, %r13};
    bar.sync 0;"""
"""Each thread writes 16 bytes of its own to shared memory, at %r21."""


def load(form: str, address: str = "%r21") -> str:
    registers = ", ".join(f"%r{30 + number}" for number in range(int(form[1])))
    return f"ldmatrix.sync.aligned.m8n8.{form}.shared.b16 {{{registers}}}, [{address}];"


@pytest.mark.parametrize("form", FORMS)
def test_lanes_get_parts_of_the_rows_that_lanes_name(form: str) -> None:
    results = " ".join(store(number, f"%r{30 + number}") for number in range(int(form[1])))
    # Rows in another order, one of them named by two lanes; those of no matrix lie anywhere.
    body = f"""{FILLED}
        mul.lo.u32 %r22, %r4, 37;
        and.b32 %r23, %r22, 127;
        and.b32 %r24, %r4, 31;
        setp.ge.u32 %p10, %r24, {8 * int(form[1])};
        selp.u32 %r25, 99999, %r23, %p10;
        setp.eq.u32 %p11, %r4, 3;
        selp.u32 %r26, 5, %r25, %p11;
        mad.lo.u32 %r27, %r26, 16, %r20;
        {load(form, "%r27")} {results}"""
    compare(kernel(body, THREADS), input_bytes(1), MODES)


def test_an_address_may_be_that_of_a_variable() -> None:
    body = FILLED + load("x2.trans", "array+48") + store(0, "%r30") + store(1, "%r31")
    compare(kernel(body, THREADS), input_bytes(3), MODES)


def test_lanes_that_diverged_load_together_where_they_meet() -> None:
    body = f"""{FILLED}
        setp.lt.u32 %p10, %r10, 5;
        @%p10 bra A;
        add.u32 %r21, %r20, 32;
    A:  {load("x4")}
        {store(0, "%r30")} {store(3, "%r33")}"""
    compare(kernel(body, THREADS), input_bytes(4), [RunMode(None), RunMode(1), CHECKED])


WRONG = {
    "between": ("add.u32 %r21, %r21, 8;", "is not a multiple of the access's size"),
    "after": ("add.u32 %r21, %r21, 2064;", r"shared address 51\d\d is outside the block's 1024 "),
    "before": ("add.u32 %r21, %r20, -16;", "shared address 1008 is outside the block's 1024 "),
    "copied": (
        "cp.async.ca.shared.global [%r21], [%rd10], 16; cp.async.wait_all; xor.b32 %r21, %r21, 16;",
        "another thread",
    ),
    "under_way": (
        "cp.async.ca.shared.global [%r21], [%rd10], 16;",
        "are those of an asynchronous copy",
    ),
    "one_lane": (
        "setp.eq.u32 %p10, %r4, 101; selp.u32 %r21, 0, %r21, %p10;",
        r"thread \(101, 0, 0\): shared address 0 is",
    ),
}


@pytest.mark.parametrize(("before", "text"), WRONG.values(), ids=WRONG)
def test_checked_mode_looks_at_every_row(before: str, text: str) -> None:
    body = FILLED + before + load("x4.trans")
    with pytest.raises(MemoryAccessError, match=text) as caught:
        run_on_executor(kernel(body, THREADS), input_bytes(0), CHECKED)
    assert "ldmatrix" in str(caught.value) and "in k, block (" in str(caught.value)


@pytest.mark.parametrize("mode", [RunMode(1), CHECKED], ids=str)
@pytest.mark.parametrize(
    "before", ["setp.eq.u32 %p10, %r4, 7; @%p10 ret;", "setp.gt.u32 %p10, %r4, 15; @%p10 bra END;"]
)
def test_a_warp_without_all_its_lanes_cannot_load(before: str, mode: RunMode) -> None:
    body = f"{FILLED} {before} {load('x4')} END: bar.warp.sync -1;"
    with pytest.raises(DeadlockError, match=r"ldmatrix.*no warp can go on"):
        run_on_executor(kernel(body, (32, 1, 1)), input_bytes(0), mode)
