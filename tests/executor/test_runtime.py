"""The runtime's committed LLVM is that of its sources, and calls what generated code defines."""

import llvmlite.binding as llvm
from compile_runtime import digest
from small_kernels import kernel

from sgemm.executor.compiler import write_module
from sgemm.executor.plan_choice import make_plan
from sgemm.executor.runtime import RUNTIME, TENSOR_CORES, link
from sgemm.ptx.parser import parse

REMEDY = "pip install ziglang==0.15.2; python scripts/compile_runtime.py"


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
        (entry,) = parse(kernel(body).ptx, "small.ptx").entries.values()
        plan = make_plan(entry, 80, (64, 1, 1), vector_floats=512, checked=True)
        module = llvm.parse_assembly(str(write_module(plan)[0]))
        machine = llvm.Target.from_default_triple().create_target_machine()
        options = llvm.create_pipeline_tuning_options(speed_level=0)
        link(module, plan, llvm.create_pass_builder(machine, options))
        module.verify()
        found.append({each.name for each in module.functions if not each.is_declaration})
    assert {"run", "vector_function"} <= found[0]
    assert "check_shared" in found[1] - found[0]
    assert "multiply_fragments" not in found[1]
