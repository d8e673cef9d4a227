"""Cutting a kernel at its barriers; random kernels show that nothing is missing in a region."""

from differential import plan_of
from small_kernels import kernel, store

from sgemm.executor.barrier_regions import find_barrier_regions


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
