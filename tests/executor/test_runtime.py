"""The runtime's committed LLVM is that of its sources, and calls what generated code defines."""

import llvmlite.binding as llvm
from compile_runtime import digest
from differential import plan_of
from small_kernels import kernel, store

from sgemm.executor.compiler import write_module
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.runtime import RUNTIME, TENSOR_CORES, link, worker, worker_module

REMEDY = "pip install ziglang==0.15.2; python scripts/compile_runtime.py"
BALLOT = "vote.sync.ballot.b32 %r10, %p0, -1; ret;"


def checked_plan(body: str, threads: tuple[int, int, int] = (64, 1, 1)) -> ExecutionPlan:
    return plan_of(kernel(body, threads).ptx, threads, checked=True)


def target_machine() -> llvm.TargetMachine:
    return llvm.Target.from_default_triple().create_target_machine(jit=True)


def pass_builder() -> llvm.PassBuilder:
    options = llvm.create_pipeline_tuning_options(speed_level=0)
    return llvm.create_pass_builder(target_machine(), options)


def defined(module: llvm.ModuleRef) -> set[str]:
    return {each.name for each in module.functions if not each.is_declaration}


def test_the_committed_text_is_that_of_the_sources() -> None:
    for path in (RUNTIME, TENSOR_CORES):
        assert path.read_text().splitlines()[0] == f"; {digest()}", REMEDY


def test_the_text_is_of_no_processor_and_needs_no_library() -> None:
    generated = {"vector_function", "scalar_function", "multiply_fragments"}
    checks = {"check_shared", "read_matrix", "record_failure"}
    for path, needed in ((RUNTIME, generated), (TENSOR_CORES, checks)):
        text = path.read_text()
        assert "target" not in text and '"' not in text
        missing = {f.name for f in llvm.parse_assembly(text).functions if f.is_declaration}
        assert {name for name in missing if not name.startswith("llvm.")} == needed


def test_a_kernel_has_no_part_of_the_runtime_that_its_plan_never_calls() -> None:
    """In checked mode, too, where the optimiser removes nothing."""
    found = []
    for body in ("ret;", "ld.shared.u32 %r10, [array]; ret;"):
        plan = checked_plan(body)
        module = llvm.parse_assembly(str(write_module(plan)[0]))
        link(module, plan, pass_builder())
        module.verify()
        found.append(defined(module))
    assert found[0] == {"vector_function"}
    assert "check_shared" in found[1]
    assert not {"run", "multiply_fragments"} & found[1]


def test_a_worker_has_no_part_that_its_kernels_never_need() -> None:
    found = []
    for body in ("ret;", BALLOT):
        module = worker_module(checked_plan(body), pass_builder(), is_optimised=False)
        module.verify()
        found.append(defined(module))
    assert {"run", "run_cluster"} <= found[0]
    assert not {"scalar_function", "multiply_fragments", "resolve_collectives"} & found[0]
    assert "resolve_collectives" in found[1]


def test_kernels_that_differ_in_sizes_alone_share_a_worker() -> None:
    """It is of no kernel's frame and block; kernels whose threads exchange need another one."""
    plans = [
        checked_plan("ret;"),
        checked_plan("ret;", (96, 2, 1)),
        checked_plan(f"bar.sync 0; {store(0, '%r4')}"),
        checked_plan(BALLOT),
    ]
    assert len({plan.frame.nbytes for plan in plans}) > 1
    machine, builder = target_machine(), pass_builder()
    one, *others = (worker(plan, machine, builder, is_optimised=False) for plan in plans)
    assert [each is one for each in others] == [True, True, False]
