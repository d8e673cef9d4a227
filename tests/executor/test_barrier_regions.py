"""Cutting a kernel at its barriers, against its definition on random graphs."""

import random

from differential import plan_of
from hypothesis import given, settings
from hypothesis import strategies as st
from program_generator import ProgramMaker
from program_graph import GraphMaker
from small_kernels import kernel, store

from sgemm.executor.barrier_regions import BarrierRegions, find_barrier_regions
from sgemm.executor.plan import ExecutionPlan


def reached(plan: ExecutionPlan, start: int) -> set[int]:
    """Blocks that run after the start of a block and before a wait; it is one of them."""
    waits = set(plan.barriers)
    found: set[int] = set()
    waiting = [start]
    while waiting:
        block = waiting.pop()
        if block in found or block >= len(plan.flow.blocks):
            continue
        found.add(block)
        if block not in waits:
            waiting.extend(plan.flow.blocks[block].successors)
    return found


def check(plan: ExecutionPlan, regions: BarrierRegions) -> None:
    count = len(plan.flow.blocks)
    waits = set(plan.barriers)
    resumes = {s for index in waits for s in plan.flow.blocks[index].successors if s < count}
    after: set[int] = set().union(*(reached(plan, start) for start in resumes))
    before = {index for index in range(count) if reached(plan, index) & waits}
    assert {index for index in range(count) if regions.region(index) is not None} == after & before
    for block in plan.flow.blocks:
        if block.index in waits or regions.region(block.index) is None:
            continue
        for successor in block.successors:
            # A path from one region into another leads through a wait.
            assert regions.region(successor) in (None, regions.region(block.index))
    for number, (touched, written) in enumerate(zip(regions.touched, regions.written, strict=True)):
        instructions = [
            instruction
            for index in range(count)
            if regions.region(index) == number
            for instruction in plan.flow.blocks[index].instructions
        ]
        writes = {name for i in instructions for name in i.registers_written}
        reads = {name for i in instructions for name in i.registers_read}
        assert written == writes
        assert writes | reads <= touched
    # What a phase does not hold lies in the state: it was live at every wait that leads there.
    for index in range(count):
        for name in plan.needed(index):
            if regions.region(index) is not None and not regions.holds(index, name):
                assert name in plan.frame.compact


@settings(max_examples=120, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 2**32), st.sampled_from([GraphMaker, ProgramMaker]))
def test_barrier_regions_of_random_kernels(
    seed: int, maker: type[GraphMaker] | type[ProgramMaker]
) -> None:
    rng = random.Random(seed)
    made = maker(rng, rng.randint(2, 10))
    made.barriers_allowed = True
    program = made.make()
    plan = plan_of(program.ptx, program.threads, 1)
    check(plan, plan.regions)


def test_a_kernel_without_barriers_has_no_regions() -> None:
    plan = plan_of(kernel(store(0, "%r4")).ptx, lanes=8)
    assert plan.regions.of_block == (None,) * len(plan.flow.blocks)
    assert plan.regions.holds(0, "%r4")


def test_prologue_regions_and_epilogue() -> None:
    body = f"""
        mov.u32 %r10, 1;
        mov.u32 %r20, 7;
        mov.u32 %r13, 0;
    LOOP:
        add.u32 %r11, %r10, 2;
        bar.sync 0;
        add.u32 %r12, %r11, 3;
        bar.sync 0;
        add.u32 %r13, %r13, 1;
        setp.lt.u32 %p10, %r13, %r0;
        @%p10 bra LOOP;
        add.u32 %r14, %r12, %r20;
        {store(0, "%r14")}"""
    plan = plan_of(kernel(body).ptx, lanes=8)
    # prologue | loop to first wait | to second wait | test of the loop | epilogue
    assert plan.regions.of_block == (None, 0, 1, 0, None)
    first, second = plan.regions.touched
    assert {"%r10", "%r11", "%r13"} <= first and not {"%r12", "%r20"} & first
    assert {"%r11", "%r12"} <= second and not {"%r10", "%r13", "%r20"} & second
    assert plan.regions.written == (frozenset({"%r11", "%r13", "%p10"}), frozenset({"%r12"}))


def test_registers_that_a_value_needs_are_held_with_it() -> None:
    body = f"bar.sync 0; {store(0, '%r4')} bar.sync 0; {store(1, '%r4')}"
    plan = plan_of(kernel(body).ptx, lanes=8)
    companions = {"%rd2": ("%r99",)}
    regions = find_barrier_regions(plan.flow, plan.barriers, lambda name: companions.get(name, ()))
    assert all("%r99" in touched for touched in regions.touched if "%rd2" in touched)
