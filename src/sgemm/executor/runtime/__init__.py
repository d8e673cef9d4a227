"""The runtime: what generated code calls and is called by. It is written in C.

``runtime.ll`` is what scripts/compile_runtime.py makes of the sources beside it. It is linked into
the module of every kernel, ``tensor_cores.ll`` into those with matrix instructions. A constant
``plan`` decides what of them remains.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from sgemm.executor.llvm_types import Value, integer
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.waits import is_arrival, is_cluster_barrier

WARPGROUP = 128  # threads

RUNTIME = Path(__file__).parent / "runtime.ll"
TENSOR_CORES = Path(__file__).parent / "tensor_cores.ll"


def call(builder: ir.IRBuilder, name: str, result: ir.Type, *arguments: Value) -> Value:
    """Emit a call of a function of the runtime."""
    module = builder.module
    function = module.globals.get(name)
    if function is None:
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        function = ir.Function(module, kind, name)
    return builder.call(function, arguments)


def _plan_module(plan: ExecutionPlan) -> ir.Module:
    """Return a module with a kernel's constant ``plan`` alone: see runtime.h."""
    frame = plan.frame
    places = (frame.nbytes, frame.counters, frame.fragments, frame.warpgroup, frame.copies)
    words = [integer(64, number) for number in places]
    flags = (plan.checked, bool(plan.divergent), plan.has(is_arrival), bool(plan.polls))
    words += [integer(32, number) for number in (plan.thread_count, plan.lanes, plan.groups)]
    words += [integer(32, flag) for flag in (*flags, bool(plan.collectives), plan.delays_copies)]
    checks = (plan.delays_bulk_copies, plan.watches_warpgroups)
    words += [integer(32, flag) for flag in (*checks, plan.reduces)]
    x, y, _ = plan.cluster
    gathers = plan.has(is_cluster_barrier)
    words += [integer(32, number) for number in (plan.cluster_blocks, x, y, gathers)]
    words.append(integer(32, plan.cluster_blocks * -(-plan.thread_count // WARPGROUP)))
    value = ir.Constant.literal_struct(words)
    module = ir.Module("plan")
    constant = ir.GlobalVariable(module, value.type, "plan")
    constant.initializer = value
    constant.global_constant = True
    return module


def define_unreachable(module: ir.Module, name: str) -> None:
    """Define a function that the runtime names, and that this kernel never calls."""
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), []), name)
    ir.IRBuilder(function.append_basic_block()).unreachable()


def link(module: llvm.ModuleRef, plan: ExecutionPlan, builder: llvm.PassBuilder) -> None:
    """Link the runtime into a kernel's module; only ``run`` keeps its name outside.

    What the plan decides is folded first, and then what nobody calls is removed. Without the
    optimiser, compiling all of the runtime took longer than compiling a small kernel.
    """
    module.link_in(_folded_runtime(module, plan, builder))
    _keep({"run"}, module, builder)


def link_and_optimise(
    module: llvm.ModuleRef, plan: ExecutionPlan, builder: llvm.PassBuilder
) -> None:
    """Link the runtime into a kernel's module, and optimise.

    A kernel is optimised together with what it calls. What calls the kernel is optimised already,
    and where a call runs several lanes it is only simplified, once the plan is folded: all of the
    optimiser took longer for that than for a small kernel. Calls for single lanes are short.
    """
    if plan.lanes == 1:
        link(module, plan, builder)
        builder.getModulePassManager().run(module, builder)
        return
    called = _folded_runtime(module, plan, builder)
    calling = called.clone()
    own = {each.name for each in _defined(module)}
    module.link_in(called)
    _keep(own, module, builder)
    builder.getModulePassManager().run(module, builder)
    _keep({"run"}, calling, builder)
    simplifying = llvm.create_new_module_pass_manager()
    simplifying.add_simplify_cfg_pass()
    simplifying.add_instruction_combine_pass()
    simplifying.run(calling, builder)
    module.link_in(calling)
    _keep({"run"}, module, builder)


def _folded_runtime(
    module: llvm.ModuleRef, plan: ExecutionPlan, builder: llvm.PassBuilder
) -> llvm.ModuleRef:
    """Return what a kernel calls of the runtime, and ``run``, for its plan."""
    kinds = {each.name: str(each.global_value_type) for each in module.functions}
    called = {each.name for each in module.functions if each.is_declaration}
    linked = llvm.parse_assembly(str(_plan_module(plan)))
    linked.triple = module.triple
    for text in (RUNTIME, TENSOR_CORES) if plan.multiplies else (RUNTIME,):
        linked.link_in(llvm.parse_bitcode(_bitcode(text)))
    _keep({"run", *called}, linked, builder)
    folding = llvm.create_new_module_pass_manager()
    folding.add_ipsccp_pass()
    folding.add_global_dead_code_eliminate_pass()
    folding.run(linked, builder)
    for function in linked.functions:
        if function.name in called:
            kind = kinds[function.name]
            assert str(function.global_value_type) == kind, f"{function.name} is called as {kind}"
    return linked


def _defined(module: llvm.ModuleRef) -> list[Any]:
    values: list[Any] = [*module.functions, *module.global_variables]
    return [value for value in values if not value.is_declaration]


def _keep(names: set[str], module: llvm.ModuleRef, builder: llvm.PassBuilder) -> None:
    """Keep some names outside, and remove what they do not need."""
    for value in _defined(module):
        if value.name not in names:
            value.linkage = "internal"
    removing = llvm.create_new_module_pass_manager()
    removing.add_global_dead_code_eliminate_pass()
    removing.run(module, builder)


@functools.cache
def _bitcode(path: Path) -> bytes:
    """Return a module of the runtime as LLVM reads it faster than its text."""
    return bytes(llvm.parse_assembly(path.read_text()).as_bitcode())
