"""Checked mode: every access outside of what a kernel may touch is an error that says where."""

import pytest
from differential import INPUT_BYTES, RunMode, compare, input_bytes, run_on_executor, run_script
from program_base import BLOCK_BYTES
from small_kernels import kernel, store

from sgemm.errors import ArgumentError, MemoryAccessError
from sgemm.kernels.catalogue import find
from sgemm.kernels.launch import Launch
from sgemm.machines.cpu import CpuMachine
from sgemm.toolchain.compiler import build

CHECKED = RunMode(None, checked=True)
THREADS = (64, 1, 1)
SHARED = 4096

# Statement -> place of the access relative to its memory, and the end of the message.
OUTSIDE_GLOBAL = {
    "ld.global.u32 %r10, [%rd0+-4];": "4 bytes before an allocation of 8192 bytes",
    f"ld.global.u32 %r10, [%rd0+{INPUT_BYTES}];": "at byte 8192 of an allocation of 8192 bytes",
    "ld.global.u8 %r10, [%rd0+-1];": "1 bytes before an allocation of 8192 bytes",
    f"ld.global.u8 %r10, [%rd0+{INPUT_BYTES}];": "at byte 8192 of an allocation of 8192 bytes",
    "ld.global.v4.f32 {%f10,%f11,%f12,%f13}, [%rd0+-16];": "16 bytes before an allocation",
    f"ld.global.v4.f32 {{%f10,%f11,%f12,%f13}}, [%rd0+{INPUT_BYTES}];": "at byte 8192 of",
    "st.global.u32 [%rd0+-4], %r1;": "4 bytes before an allocation of 8192 bytes",
    f"st.global.u64 [%rd0+{INPUT_BYTES}], %rd1;": "at byte 8192 of an allocation of 8192 bytes",
    "ld.u32 %r10, [%rd0+-4];": "4 bytes before an allocation of 8192 bytes",
    f"st.u32 [%rd0+{INPUT_BYTES}], %r1;": "at byte 8192 of an allocation of 8192 bytes",
    f"cp.async.ca.shared.global [array], [%rd0+{INPUT_BYTES}], 16;": "at byte 8192 of",
    f"cp.async.ca.shared.global [array], [%rd0+{INPUT_BYTES}], 16, 9;": "at byte 8192 of",
    "cp.async.ca.shared.global [array], [%rd0+-4], 4;": "4 bytes before an allocation of 8192",
}
OUTSIDE_SHARED = {
    "ld.shared.u32 %r10, [array+-4];": -4,
    f"ld.shared.u32 %r10, [array+{SHARED}];": SHARED,
    "ld.shared.u8 %r10, [array+-1];": -1,
    f"ld.shared.u8 %r10, [array+{SHARED}];": SHARED,
    f"st.shared.u32 [array+{SHARED}], %r1;": SHARED,
    f"st.shared.v4.u32 [array+{SHARED}], {{%r1, %r1, %r1, %r1}};": SHARED,
    "mov.u32 %r10, array; sub.u32 %r11, %r10, 8; st.shared.u64 [%r11], %rd1;": -8,
    "mov.u32 %r10, array; sub.u32 %r11, %r10, 65536; st.shared.u64 [%r11+65528], %rd1;": -8,
    "mov.u64 %rd10, array; cvta.shared.u64 %rd11, %rd10; st.u32 [%rd11+-4], %r1;": -4,
    f"mov.u64 %rd10, array; cvta.shared.u64 %rd11, %rd10; ld.u32 %r10, [%rd11+{SHARED}];": SHARED,
    f"cp.async.ca.shared.global [array+{SHARED}], [%rd0], 4;": SHARED,
    "cp.async.ca.shared.global [array+-16], [%rd0], 16;": -16,
}
MISALIGNED = (
    "ld.global.u32 %r10, [%rd0+2];",
    "ld.global.v2.u32 {%r10, %r11}, [%rd0+4];",
    "ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd0+8];",
    "st.global.v2.f64 [%rd0+8], {%fd0, %fd1};",
    "ld.shared.u64 %rd10, [array+4];",
    "st.shared.v4.f32 [array+4], {%f0, %f0, %f0, %f0};",
    "cp.async.ca.shared.global [array], [%rd0+4], 8;",
    "cp.async.ca.shared.global [array], [%rd0+8], 16, 8;",
    "cp.async.ca.shared.global [array+8], [%rd0], 16;",
)


def last_statement(body: str) -> str:
    return body.split(";")[-2].strip()


@pytest.mark.parametrize("body", OUTSIDE_GLOBAL)
def test_global_memory_has_ends(body: str) -> None:
    with pytest.raises(MemoryAccessError) as caught:
        run_on_executor(kernel(body, THREADS), input_bytes(0), CHECKED)
    message = str(caught.value)
    text = last_statement(body)
    assert message.startswith("random.ptx:") and repr(text) in message
    assert "in k, block (" in message and "thread (0, 0, 0)" in message
    assert "is outside every allocation" in message
    assert OUTSIDE_GLOBAL[body] in message


@pytest.mark.parametrize("target", [75, 80])
@pytest.mark.parametrize("body", OUTSIDE_SHARED)
def test_shared_memory_has_ends(body: str, target: int) -> None:
    start = 0 if target == 75 else 1024
    if target == 75 and "cp.async" in body:
        target = 80
        start = 1024
    with pytest.raises(MemoryAccessError) as caught:
        run_on_executor(kernel(body, THREADS, target=target), input_bytes(0), CHECKED)
    message = str(caught.value)
    assert message.startswith("random.ptx:") and repr(last_statement(body)) in message
    place = start + OUTSIDE_SHARED[body]
    end = start + SHARED
    assert message.endswith(f"shared address {place} is outside the block's {start} ... {end}")


@pytest.mark.parametrize("body", MISALIGNED)
def test_misaligned_accesses_are_errors(body: str) -> None:
    with pytest.raises(MemoryAccessError, match="is not a multiple of the access's size") as caught:
        run_on_executor(kernel(body, THREADS), input_bytes(0), CHECKED)
    assert repr(last_statement(body)) in str(caught.value)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_thread_and_the_block_are_named(workers: int) -> None:
    body = f"""
        mad.lo.u32 %r10, %r7, 64, %r4;
        setp.eq.u32 %p10, %r10, 101;
        selp.u32 %r11, {INPUT_BYTES}, 0, %p10;
        cvt.u64.u32 %rd10, %r11;
        add.s64 %rd11, %rd0, %rd10;
        ld.global.u32 %r12, [%rd11];"""
    with pytest.raises(MemoryAccessError, match=r"block \(1, 0, 0\) of \(2, 1, 1\), thread \(5, 4"):
        run_on_executor(
            kernel(body, (8, 8, 1)), input_bytes(0), RunMode(None, checked=True, workers=workers)
        )


def test_accesses_at_both_ends_are_right() -> None:
    body = f"""
        ld.global.u32 %r10, [%rd0];
        ld.global.u8 %r11, [%rd0+{INPUT_BYTES - 1}];
        ld.global.v4.u32 {{%r12, %r13, %r14, %r15}}, [%rd0+{INPUT_BYTES - 16}];
        st.shared.u32 [array], %r10;
        st.shared.v2.u64 [array+{SHARED - 16}], {{%rd3, %rd3}};
        st.global.u64 [%rd1+{BLOCK_BYTES - 8}], %rd3;
        cp.async.ca.shared.global [array+16], [%rd0+{INPUT_BYTES - 16}], 16, 8;
        cp.async.ca.shared.global [array+32], [%rd0+{INPUT_BYTES}], 16, 0;
        cp.async.wait_all;
        ld.shared.u64 %rd10, [array+24];
        {store(0, "%r10")} {store(1, "%r11")} {store(2, "%r15")} {store(3, "%rd10")}"""
    compare(kernel(body, (1, 1, 1)), input_bytes(0), [CHECKED, RunMode(1)])


def test_guarded_accesses_that_are_not_made_are_not_checked() -> None:
    body = f"""
        setp.ge.u32 %p10, %r4, 64;
        @%p10 ld.global.u32 %r10, [%rd0+-4];
        @%p10 st.shared.u32 [array+{SHARED}], %r1;
        @%p10 cp.async.ca.shared.global [array+4], [%rd0], 16;
        setp.eq.u32 %p11, %r0, 4;
        @%p11 ld.global.u32 %r10, [%rd0+-4];
        {store(0, "%r4")}"""
    compare(kernel(body, THREADS), input_bytes(0), [CHECKED, RunMode(32), RunMode(1)])


WILD = [
    "mov.u64 %rd10, 0; ld.global.u32 %r10, [%rd10];",
    "mov.u64 %rd10, -4; st.global.u32 [%rd10], %r1;",
    "mov.u64 %rd10, -16; ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd10];",
    "mov.u64 %rd10, -8; st.u64 [%rd10], %rd10;",
    "mov.u32 %r10, -4; st.shared.u32 [%r10], %r1;",
    "mov.u32 %r10, 0x70000000; ld.shared.u32 %r10, [%r10];",
    "mov.u64 %rd10, 0x0FFFFFFFFFFFFFF0; ld.u32 %r10, [%rd10];",
    "mov.u64 %rd10, 64; cp.async.ca.shared.global [array], [%rd10], 16;",
    "mov.u64 %rd10, 64; tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd10, {%r1}];",
]


@pytest.mark.parametrize("target", [75, 80])
def test_wild_addresses_do_not_end_the_process(target: int) -> None:
    script = f"""
        from differential import RunMode, input_bytes, run_on_executor
        from small_kernels import kernel
        from sgemm.errors import MemoryAccessError
        for body in {WILD!r}:
            try:
                run_on_executor(kernel(body, target={target}), input_bytes(0), RunMode(None, True))
            except MemoryAccessError as error:
                print("refused", error, flush=True)
    """
    done = run_script(script)
    lines = done.stdout.splitlines()
    assert len(lines) == len(WILD), (done.returncode, done.stdout, done.stderr)
    assert all(line.startswith("refused random.ptx:") for line in lines), lines


def test_registers_that_were_never_written_do_not_end_the_process() -> None:
    body = f"""
        @%p20 bra A;
        div.u32 %r10, %r1, %r20;
        @!%p21 add.u32 %r10, %r10, %r21;
        bra B;
    A:
        mov.u32 %r10, 2;
    B:
        add.f32 %f10, %f20, %f21;
        {store(0, "%r10")}"""
    script = f"""
        from differential import RunMode, input_bytes, run_on_executor
        from small_kernels import kernel
        for mode in (RunMode(1), RunMode(8), RunMode(32), RunMode(None, True)):
            found = run_on_executor(kernel({body!r}), input_bytes(0), mode)
            print(found[:4].view("u4")[0])
    """
    done = run_script(script)
    assert done.stdout.split() == [str(2**32 - 1)] * 4, (done.returncode, done.stderr)


def test_dynamic_shared_memory_ends_where_the_launch_says() -> None:
    machine = CpuMachine(checked=True)
    text = """.version 8.0
        .target sm_80
        .address_size 64
        .extern .shared .align 16 .b8 dynamic[];
        .visible .entry naive(.param .u32 place) {
            .reg .b32 %r<4>;
            .shared .align 4 .b8 first[20];
            ld.param.u32 %r0, [place];
            mov.u32 %r1, dynamic;
            add.u32 %r2, %r1, %r0;
            st.shared.u32 [first], %r0;
            st.shared.u32 [%r2], %r0;
        }"""
    made = build(find("naive"), 80, cubin=False)._replace(ptx=text)
    loaded = machine.load(made)
    for place, nbytes in ((0, 4), (60, 64), (-32, 4)):
        machine.launch(loaded, Launch((1, 1, 1), (32, 1, 1), nbytes), [place])
    for place, nbytes in ((0, 0), (64, 64), (-36, 4)):
        with pytest.raises(MemoryAccessError, match=r"naive\.ptx:12: .*shared address"):
            machine.launch(loaded, Launch((1, 1, 1), (32, 1, 1), nbytes), [place])
    with pytest.raises(ArgumentError):
        machine.launch(loaded, Launch((1, 1, 1), (32, 1, 1), -16), [0])
