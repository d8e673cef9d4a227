"""The runtime: what generated code calls and is called by. It is written in C.

``runtime.ll`` is what scripts/compile_runtime.py makes of the sources beside it. It is linked into
the module of every kernel, whose constant ``plan`` then decides what of it remains;
``tensor_cores.ll`` into those with matrix instructions.
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


def define_plan(plan: ExecutionPlan, module: ir.Module) -> None:
    """Give a kernel's module the constant ``plan``: see runtime.h."""
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
    constant = ir.GlobalVariable(module, value.type, "plan")
    constant.initializer = value
    constant.global_constant = True


def define_unreachable(module: ir.Module, name: str) -> None:
    """Define a function that the runtime names, and that this kernel never calls."""
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), []), name)
    ir.IRBuilder(function.append_basic_block()).unreachable()


def link(module: llvm.ModuleRef, multiplies: bool) -> None:
    """Link the runtime into a kernel's module; only ``run`` keeps its name outside."""
    for text in (RUNTIME, TENSOR_CORES) if multiplies else (RUNTIME,):
        runtime = llvm.parse_bitcode(_bitcode(text))
        kinds = {function.name: str(function.global_value_type) for function in runtime.functions}
        for function in module.functions:
            kind = str(function.global_value_type)
            is_called = function.is_declaration
            assert not is_called or kinds.get(function.name, kind) == kind, (
                f"{function.name} is called as {kind}"
            )
        module.link_in(runtime)
    values: list[Any] = [*module.functions, *module.global_variables]
    for value in values:
        if not value.is_declaration and value.name != "run":
            value.linkage = "internal"


@functools.cache
def _bitcode(path: Path) -> bytes:
    """Return a module of the runtime as LLVM reads it faster than its text."""
    return bytes(llvm.parse_assembly(path.read_text()).as_bitcode())
