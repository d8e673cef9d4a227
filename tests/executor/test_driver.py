"""Blocks, barriers and workers: what opens, what is stuck, what never ends, what is interrupted."""

import numpy as np
import pytest
from differential import RunMode, compare, input_bytes, lane_counts_for, run_on_executor, run_script
from small_kernels import kernel, store

from sgemm.errors import DeadlockError, ExecutionError

THREADS = (128, 1, 1)
NARROW = [RunMode(lanes) for lanes in (1, 8, 16, 32)]
EVERY = [RunMode(lanes) for lanes in lane_counts_for(THREADS)]

SHIFTED = f"""
    mov.u32 %r10, array;
    mad.lo.u32 %r11, %r4, 4, %r10;
    mul.lo.u32 %r12, %r4, 7;
    st.shared.u32 [%r11], %r12;
    {{wait}}
    xor.b32 %r13, %r4, {{mask}};
    mad.lo.u32 %r14, %r13, 4, %r10;
    ld.shared.u32 %r15, [%r14];
    {store(0, "%r15")}"""


MEETINGS = {
    "each_warp_for_itself": SHIFTED.format(
        wait="bar.sync 1, 32; barrier.cta.sync.aligned 1, 32;", mask=21
    ),
    "from_different_instructions": SHIFTED.format(
        wait="""setp.lt.u32 %p10, %r4, 64;
        @%p10 bra A;
        bar.sync 2, 128;
        bra B;
    A:  mov.u32 %r20, 2;
        bar.sync %r20, 128;
    B:""",
        mask=101,
    ),
    "others_ended": f"""
        setp.ge.u32 %p10, %r4, 64;
        @%p10 ret;
        {SHIFTED.format(wait="bar.cta.sync 15, 64;", mask=33)}""",
}


@pytest.mark.parametrize("name", MEETINGS)
def test_warps_meet_at_barriers(name: str) -> None:
    modes = EVERY if name == "each_warp_for_itself" else NARROW
    compare(kernel(MEETINGS[name], THREADS), input_bytes(0), modes)


STUCK = {
    "some_warps_never_come": """
        setp.lt.u32 %p10, %r4, 64;
        @%p10 bra END;
        bar.sync 0;
    END:
        bar.sync 1;""",
    "some_warps_ended": """
        setp.lt.u32 %p10, %r4, 64;
        @%p10 ret;
        bar.sync 0, 128;""",
    "different_barriers": """
        setp.lt.u32 %p10, %r4, 64;
        @%p10 bra A;
        bar.sync 1;
        bra END;
    A:  bar.sync 2;
    END:""",
    "more_threads_than_there_are": "bar.sync 1, 256;",
    "fewer_come_than_are_waited_for": """
        setp.lt.u32 %p10, %r4, 32;
        @!%p10 bra END;
        bar.sync 1, 64;
    END:""",
    "a_negative_number_of_threads": "sub.u32 %r10, %r2, 32; bar.sync 1, %r10;",
    "not_as_often": """
        shr.u32 %r10, %r4, 5;
        mov.u32 %r11, 0;
    LOOP:
        bar.sync 0, 128;
        add.u32 %r11, %r11, 1;
        setp.le.u32 %p10, %r11, %r10;
        @%p10 bra LOOP;""",
}


@pytest.mark.parametrize("mode", [*NARROW, RunMode(None), RunMode(None, checked=True)], ids=str)
@pytest.mark.parametrize("name", STUCK)
def test_a_block_that_cannot_go_on_is_an_error(name: str, mode: RunMode) -> None:
    where = r"ptx:\d+: '.*bar\.sync .*' in k, block .* of \(2, 1, 1\), thread .*: "
    with pytest.raises(DeadlockError, match=f"{where}no warp can go on"):
        run_on_executor(kernel(STUCK[name], THREADS), input_bytes(0), mode)


ENDLESS = {
    "jump": "LOOP: bra LOOP;",
    "uniform": "LOOP: setp.eq.u32 %p10, %r0, 3; @%p10 bra LOOP;",
    "one_lane": """
        mov.u32 %r10, 1;
    LOOP:
        setp.eq.u32 %p10, %r4, 37;
        mul.lo.u32 %r10, %r10, 3;
        @%p10 bra LOOP;""",
    "inside_a_branch": """
        setp.eq.u32 %p10, %r4, 5;
        @%p10 bra END;
    LOOP:
        bra LOOP;
    END:""",
    "two_loops": """
    OUTER:
        mov.u32 %r10, 0;
    INNER:
        add.u32 %r10, %r10, 1;
        setp.lt.u32 %p10, %r10, 5;
        @%p10 bra INNER;
        bra OUTER;""",
    "barriers": "LOOP: bar.sync 0; bra LOOP;",
    "barriers_and_work": """
        mov.u32 %r11, 0;
    LOOP:
        bar.sync 0;
        mov.u32 %r10, 0;
    INNER:
        add.u32 %r10, %r10, 1;
        st.shared.u32 [array], %r10;
        setp.lt.u32 %p10, %r10, 500;
        @%p10 bra INNER;
        add.u32 %r11, %r11, 1;
        bra LOOP;""",
    "lanes_that_part_and_meet": """
        mov.u32 %r10, 0;
    LOOP:
        add.u32 %r10, %r10, 1;
        shl.b32 %r11, %r4, 30;
        setp.eq.u32 %p10, %r11, 0;
        @%p10 bra MEET;
        st.shared.u32 [array], %r10;
    MEET:
        bra LOOP;""",
    "shuffles": """
        mov.u32 %r10, %r4;
    LOOP:
        shfl.sync.bfly.b32 %r10, %r10, 1, 31, -1;
        bra LOOP;""",
}


@pytest.mark.parametrize(
    "mode", [RunMode(1), RunMode(None, checked=True), RunMode(32, workers=2)], ids=str
)
@pytest.mark.parametrize("name", ENDLESS)
def test_a_loop_without_end_is_an_error(name: str, mode: RunMode) -> None:
    with pytest.raises(DeadlockError, match=r"k, block .*: a loop does not end, or .* 0\.02 s"):
        run_on_executor(kernel(ENDLESS[name], THREADS), input_bytes(0), mode, block_seconds=0.02)


def test_long_loops_are_not_endless() -> None:
    # Many blocks that take longer together than one may, and none by itself.
    body = f"""
        mov.u32 %r10, 0;
    LOOP:
        add.u32 %r10, %r10, 1;
        setp.lt.u32 %p10, %r10, 5000;
        @%p10 bra LOOP;
        bar.sync 0;
        setp.lt.u32 %p10, %r10, 5010;
        @%p10 bra LOOP;
        {store(0, "%r10")}"""
    program = kernel(body, THREADS, (60, 1, 1))
    found = run_on_executor(program, input_bytes(0), RunMode(1), block_seconds=0.2)
    assert np.all(found.reshape(60, -1).view(np.uint32)[:, 0] == 5010)


def test_one_failed_block_stops_the_others() -> None:
    # Block 1 fails at once; every other one would take hours.
    body = """
        setp.eq.u32 %p10, %r7, 1;
        @%p10 bra STUCK;
        mov.u32 %r10, 0;
    LOOP:
        bar.sync 0;
        add.u32 %r10, %r10, 1;
        setp.lt.u32 %p10, %r10, 1000000000;
        @%p10 bra LOOP;
        ret;
    STUCK:
        bar.sync 1, 256;"""
    with pytest.raises(ExecutionError, match=r"block \(1, 0, 0\)"):
        run_on_executor(kernel(body, THREADS), input_bytes(0), RunMode(32, workers=2))


@pytest.mark.parametrize("interrupts", [1, 3])
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("blocks", "turns"), [(2**28, 1000), (2, 2**32 - 1)])
def test_an_interrupt_ends_a_long_run(
    blocks: int, turns: int, workers: int, interrupts: int
) -> None:
    # Many blocks of some microseconds, or few that take many seconds. Where there are more
    # interrupts, each comes as soon as Python has seen the one before.
    script = f"""
        import os, signal, threading, time
        from differential import compiled
        from small_kernels import kernel
        from sgemm.executor.grid import pack_parameters, run_grid
        from sgemm.executor.memory import Allocation, AllocationMap
        body = '''
            mov.u32 %r10, 0;
        LOOP:
            add.u32 %r10, %r10, 1;
            st.global.u32 [%rd4], %r10;
            setp.lt.u32 %p10, %r10, %r0;
            @%p10 bra LOOP;'''
        native = compiled(kernel(body).ptx)
        memory = Allocation(64)
        left = {interrupts}

        def run(blocks, turns):
            given = [0, memory.address, turns, 0, 0, 0, 0.0]
            packed = pack_parameters(native.layout, given)
            run_grid(native, (blocks, 1, 1), 0, packed, {workers}, AllocationMap(), False, 1e9)

        def on_interrupt(number, frame):
            global left
            left -= 1
            if left:
                signal.raise_signal(number)
            raise KeyboardInterrupt

        signal.signal(signal.SIGINT, on_interrupt)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            try:
                run({blocks}, {turns})
            finally:
                time.sleep(0.2)
        except KeyboardInterrupt:
            time.sleep(0.2)
            seen = []
            for _ in range(50):
                seen.append(memory.bytes.tobytes())
                time.sleep(0.002)
            # Nobody goes on writing, and the next launch finds its workers.
            run(4, 10)
            print("interrupted", len(set(seen)), memory.bytes[0])
    """
    done = run_script(script, timeout=300)
    assert done.stdout == "interrupted 1 10\n", done.stderr


@pytest.mark.parametrize("workers", [1, 2, 3, 64])
def test_every_block_runs_once_whoever_runs_it(workers: int) -> None:
    body = """
        mov.u32 %r10, %ctaid.y;
        mov.u32 %r11, %ctaid.z;
        mad.lo.u32 %r12, %r11, 3, %r10;
        mad.lo.u32 %r13, %r12, 5, %r7;
        mad.wide.u32 %rd10, %r13, 4, %rd4;
        ld.global.u32 %r14, [%rd10];
        add.u32 %r14, %r14, %r13;
        setp.eq.u32 %p10, %r4, 0;
        @%p10 st.global.u32 [%rd10], %r14;"""
    program = kernel(body, (8, 1, 1), (5, 3, 2))
    found = run_on_executor(program, input_bytes(0), RunMode(8, workers=workers)).view(np.uint32)
    expected = 0xA5A5A5A5 + np.arange(30, dtype=np.uint32)
    np.testing.assert_array_equal(found[:30], expected)
    assert np.all(found[30:] == 0xA5A5A5A5)
