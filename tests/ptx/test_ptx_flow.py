"""Blocks, postdominators and liveness, against brute force on random control flow."""

from graphlib import TopologicalSorter

import differential
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgemm.ptx.flow import ControlFlow, control_flow
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Entry, Instruction


def entry_of(body: str) -> Entry:
    text = differential.entry_of(body, ".param .u64 a", ".shared .b8 array[64];")
    return parse(text, "t.ptx").entries["k"]


def flow_of(body: str) -> ControlFlow:
    return control_flow(entry_of(body))


# ---- what an instruction touches


@pytest.mark.parametrize(
    ("statement", "written", "read"),
    [
        ("add.s32 %r1, %r2, %r3;", "%r1", "%r2 %r3"),
        ("mov.u32 %r1, %tid.x;", "%r1", ""),
        ("@%p1 mov.u32 %r1, 5;", "%r1", "%p1 %r1"),
        ("@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+4];", "%f1 %f2", "%p1 %f1 %f2 %rd1"),
        ("ld.global.v4.f32 {%f1,_,%f3,%f4}, [%rd1];", "%f1 %f3 %f4", "%rd1"),
        ("st.global.v2.f32 [%rd1], {%f1, %f2};", "", "%rd1 %f1 %f2"),
        ("@%p1 st.shared.f32 [array], %f1;", "", "%p1 %f1"),
        ("mov.b64 %rd1, {%r1, %r2};", "%rd1", "%r1 %r2"),
        ("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;", "%p1 %p2", "%r1 %r2 %p3"),
        ("shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;", "%r1 %p1", "%r2"),
        ("atom.global.add.f32 %f1, [%rd1], %f2;", "%f1", "%rd1 %f2"),
        ("red.global.add.f32 [%rd1], %f2;", "", "%rd1 %f2"),
        ("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];", "%f1 %f2 %f3 %f4", "%rd1 %r1"),
        ("bar.sync 0;", "", ""),
        ("bar.sync %r1, %r2;", "", "%r1 %r2"),
        ("barrier.cta.red.popc.sync.aligned.u32 %r1, %r2, %p1;", "%r1", "%r2 %p1"),
        ("cp.async.cg.shared.global [%r1], [%rd1], 16, %r2;", "", "%r1 %rd1 %r2"),
        (
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
            " [%r1], [%rd1, {%r2, %r3}], [%r4];",
            "",
            "%r1 %rd1 %r2 %r3 %r4",
        ),
        ("mbarrier.arrive.shared::cta.b64 _, [%r1];", "", "%r1"),
        ("mbarrier.arrive.shared::cta.b64 %rd1, [%r1];", "%rd1", "%r1"),
        ("mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;", "%p1", "%r1 %r2"),
        ("prefetch.tensormap [%rd1];", "", "%rd1"),
        ("nanosleep.u32 %r1;", "", "%r1"),
        (
            "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f1,%f2,%f3,%f4},"
            " %rd1, %rd2, %p1, 1, 1;",
            "%f1 %f2 %f3 %f4",
            "%f1 %f2 %f3 %f4 %rd1 %rd2 %p1",
        ),
        ("elect.sync _|%p1, %r1;", "%p1", "%r1"),
        ("@%p1 exit;", "", "%p1"),
        ("L: @%p1 bra L;", "", "%p1"),
    ],
)
def test_registers_of_an_instruction(statement: str, written: str, read: str) -> None:
    instruction = entry_of(statement).body[-1]
    assert isinstance(instruction, Instruction)
    assert instruction.registers_written == tuple(written.split())
    assert instruction.registers_read == tuple(read.split())


# ---- blocks


def edges(flow: ControlFlow) -> list[tuple[int, ...]]:
    return [block.successors for block in flow.blocks]


@pytest.mark.parametrize(
    ("body", "successors"),
    [
        # A body that falls off its end returns.
        ("", [(1,)]),
        ("mov.b32 %r1, 1;", [(1,)]),
        ("@%p1 bra L; mov.b32 %r1, 1; L:", [(2, 1), (2,), (3,)]),
        # A guarded return falls through.
        ("@%p1 ret; mov.b32 %r1, 1; @%p2 exit; trap; ret;", [(4, 1), (4, 2), (4,), (4,)]),
        ("mov.b32 %r1, 1; @%p1 ret;", [(1, 1)]),
        ("mov.b32 %r1, 1; L: M: add.s32 %r1, %r1, 1; @%p1 bra L; ret;", [(1,), (1, 2), (3,)]),
        # A branch to the next instruction has two edges to it.
        ("@%p1 bra L; L: ret;", [(1, 1), (2,)]),
        # Blocks that nothing reaches, and a loop that nothing leaves.
        ("ret; L: @%p1 bra L; bra M; M: ret;", [(4,), (1, 2), (3,), (4,)]),
        ("@%p1 bra L; ret; L: mov.b32 %r1, 1; M: bra L;", [(2, 1), (4,), (3,), (2,)]),
    ],
)
def test_where_blocks_lead(body: str, successors: list[tuple[int, ...]]) -> None:
    assert edges(flow_of(body)) == successors


def test_blocks_end_and_begin_where_the_caller_wants() -> None:
    def is_barrier(instruction: Instruction) -> bool:
        return instruction.opcode == "bar"

    body = "mov.b32 %r1, 1; bar.sync 0; bar.sync 1; mov.b32 %r1, 2; L: bar.sync 0; ret;"
    for begins, sizes in ((False, [2, 1, 1, 1, 1]), (True, [1] * 6)):
        flow = control_flow(entry_of(body), is_barrier, is_barrier if begins else lambda _: False)
        assert [len(block.instructions) for block in flow.blocks] == sizes
        assert edges(flow) == [(block + 1,) for block in range(len(sizes))]


def test_a_loop_that_nothing_leaves_leaves_at_its_last_block() -> None:
    flow = flow_of("@%p1 bra L; ret; L: mov.b32 %r1, 1; M: bra L;")
    assert flow.immediate_postdominators == (4, 4, 3, 4)
    assert flow.back_edges == {(3, 2)}


def test_kernels_with_very_many_blocks() -> None:
    count = 3000
    flow = flow_of("".join(f"L{i}: @%p1 bra L{i};" for i in range(count)))
    assert len(flow.blocks) == count
    assert flow.immediate_postdominators == tuple(range(1, count + 1))


# ---- random control flow against brute force

REGISTERS = [f"%r{i}" for i in range(4)]


@st.composite
def random_bodies(draw: st.DrawFn) -> str:
    count = draw(st.integers(1, 9))
    register = st.sampled_from(REGISTERS)
    lines: list[str] = []
    for index in range(count):
        lines.append(f"L{index}:")
        for _ in range(draw(st.integers(0, 2))):
            guard = draw(st.sampled_from(["", "", "@%p1 "]))
            lines.append(f"{guard}add.s32 {draw(register)}, {draw(register)}, {draw(register)};")
        target = f"L{draw(st.integers(0, count - 1))}"
        end = draw(st.sampled_from(["", "bra", "@%p0 bra", "@%p0 bra", "ret", "@%p0 ret"]))
        if end:
            lines.append(f"{end} {target};" if end.endswith("bra") else f"{end};")
    return "\n".join(lines)


def reachable(flow: ControlFlow, start: int, removed: int | None = None) -> set[int]:
    """Nodes, the exit among them, that can be reached when one node is removed."""
    successors = [*edges(flow), ()]
    reached: set[int] = set()
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node != removed and node not in reached:
            reached.add(node)
            waiting.extend(successors[node])
    return reached


@settings(deadline=None, max_examples=400)
@given(random_bodies())
def test_postdominators_agree_with_removing_blocks(body: str) -> None:
    flow = flow_of(body)
    nodes = range(len(flow.blocks))
    leaves = {b for b in nodes if flow.exit in reachable(flow, b)}
    for block in nodes:
        immediate = flow.immediate_postdominators[block]
        assert immediate == flow.exit or immediate in reachable(flow, block)
        if not reachable(flow, block) - {flow.exit} <= leaves:
            continue  # an endless loop, which by convention leaves somewhere
        after = {d for d in nodes if d != block and flow.exit not in reachable(flow, block, d)}
        if immediate == flow.exit:
            assert after == set()
        else:
            beyond = {
                d
                for d in nodes
                if d != immediate and flow.exit not in reachable(flow, immediate, d)
            }
            assert after == beyond | {immediate}


@settings(deadline=None, max_examples=400)
@given(random_bodies())
def test_liveness_agrees_with_walking_every_way(body: str) -> None:
    flow = flow_of(body)

    def needed(start: int, register: str) -> bool:
        waiting, seen = [start], set()
        while waiting:
            block = waiting.pop()
            if block in seen or block == flow.exit:
                continue
            seen.add(block)
            for instruction in flow.blocks[block].instructions:
                if register in instruction.registers_read:
                    return True
                if register in instruction.registers_written:
                    break
            else:
                waiting.extend(flow.blocks[block].successors)
        return False

    names = [*REGISTERS, "%p0", "%p1"]
    for block in flow.blocks:
        assert flow.live_in[block.index] == {n for n in names if needed(block.index, n)}


@settings(deadline=None, max_examples=400)
@given(random_bodies())
def test_without_back_edges_there_are_no_loops(body: str) -> None:
    flow = flow_of(body)
    reached = reachable(flow, 0) - {flow.exit}
    edges = {(block, target) for block in reached for target in flow.blocks[block].successors}
    assert flow.back_edges <= edges
    for block, target in flow.back_edges:  # it closes a loop, or jumps into a loop's middle
        assert block in reachable(flow, target)
    others = TopologicalSorter[int]()
    for edge in edges - flow.back_edges:
        others.add(*edge)
    others.prepare()  # an error where there is a loop


@settings(deadline=None, max_examples=200)
@given(random_bodies(), st.integers(0, 8), st.integers(0, 9))
def test_reachable_between(body: str, start: int, stop: int) -> None:
    flow = flow_of(body)
    start, stop = start % len(flow.blocks), stop % (len(flow.blocks) + 1)
    assert flow.reachable_between(start, stop) == reachable(flow, start, stop) - {flow.exit}
