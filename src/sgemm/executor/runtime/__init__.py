"""The runtime: what generated code calls and is called by. It is written in C.

``runtime.ll`` is what scripts/compile_runtime.py makes of the sources beside it, and
``tensor_cores.ll`` has what matrix instructions need. What a kernel calls of them is linked into
its module and optimised with it. What calls kernels is an object of its own, the worker. A constant
``plan`` decides what of it remains, and what else it must know of a kernel it reads from ``sizes``,
a constant of the kernel's module: so one worker serves many kernels, and is compiled once.
"""

from __future__ import annotations

import functools
from collections.abc import Set
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from sgemm.executor.llvm_types import Value, integer
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.waits import is_arrival, is_cluster_barrier

SIZES = "sizes"  # what a worker reads: see runtime.h

RUNTIME = Path(__file__).parent / "runtime.ll"
TENSOR_CORES = Path(__file__).parent / "tensor_cores.ll"


def _plan_words(plan: ExecutionPlan) -> tuple[int, ...]:
    """Return what decides the code of a worker: see runtime.h."""
    x, y, _ = plan.cluster
    return (
        *(plan.lanes, plan.checked, bool(plan.divergent), plan.has(is_arrival), bool(plan.polls)),
        *(bool(plan.collectives), plan.delays_copies, plan.delays_bulk_copies),
        *(plan.watches_proxies, plan.reduces),
        *(plan.cluster_blocks, x, y, plan.has(is_cluster_barrier)),
    )


def _constant(module: ir.Module, name: str, *words: Value) -> None:
    value = ir.Constant.literal_struct(words)
    constant = ir.GlobalVariable(module, value.type, name)
    constant.initializer = value
    constant.global_constant = True


def _define_plan(module: ir.Module, plan: ExecutionPlan) -> None:
    _constant(module, "plan", *(integer(32, word) for word in _plan_words(plan)))


def _define_sizes(module: ir.Module, plan: ExecutionPlan) -> None:
    frame = plan.frame
    places = (frame.nbytes, frame.counters, frame.fragments, frame.warpgroup, frame.copies)
    warpgroups = plan.watched_warpgroups
    words = [integer(64, place) for place in places]
    words += [integer(32, number) for number in (plan.thread_count, plan.groups, warpgroups)]
    _constant(module, SIZES, *words)


def _define_unreachable(module: ir.Module, name: str) -> None:
    """Define a function that a worker names, and that its kernels never have called."""
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), []), name)
    ir.IRBuilder(function.append_basic_block()).unreachable()


def link(module: llvm.ModuleRef, plan: ExecutionPlan, builder: llvm.PassBuilder) -> None:
    """Link what a kernel calls of the runtime into its module; only its own names stay outside.

    What the plan decides is folded first, and then what nobody calls is removed. Without the
    optimiser, compiling all of the runtime took longer than compiling a small kernel.
    """
    own = {each.name for each in _defined(module)}
    kinds = {each.name: str(each.global_value_type) for each in module.functions}
    called = {each.name for each in module.functions if each.is_declaration}
    constants = ir.Module("constants")
    _define_plan(constants, plan)
    _define_sizes(constants, plan)
    linked = llvm.parse_assembly(str(constants))
    linked.triple = module.triple
    linked.link_in(llvm.parse_bitcode(_part(frozenset(called), plan.multiplies, builder)))
    _keep({SIZES, *called}, linked, builder)
    _fold(linked, builder)
    for function in linked.functions:
        if function.name in called:
            kind = kinds[function.name]
            assert str(function.global_value_type) == kind, f"{function.name} is called as {kind}"
    module.link_in(linked)
    _keep({SIZES, *own}, module, builder)


_workers: dict[tuple[object, ...], bytes] = {}


def worker(
    plan: ExecutionPlan, machine: llvm.TargetMachine, builder: llvm.PassBuilder, is_optimised: bool
) -> bytes:
    """Return the object of the worker that calls a kernel, compiled where none is known."""
    key = (*_plan_words(plan), plan.multiplies, is_optimised)
    if key not in _workers:
        module = worker_module(plan, builder, is_optimised=is_optimised)
        _workers[key] = bytes(machine.emit_object(module))
    return _workers[key]


def worker_module(
    plan: ExecutionPlan, builder: llvm.PassBuilder, *, is_optimised: bool
) -> llvm.ModuleRef:
    """Return the worker that calls a kernel, of which only ``run`` has a name outside.

    It is optimised already, and where a call runs several lanes it is only simplified, once the
    plan is folded: all of the optimiser took longer for that than for a small kernel. Calls for
    single lanes are short.
    """
    made = ir.Module("worker")
    made.triple = llvm.get_default_triple()
    _define_plan(made, plan)
    for name, is_called in (
        ("scalar_function", plan.divergent),
        ("multiply_fragments", plan.multiplies),
    ):
        if not is_called:
            _define_unreachable(made, name)
    module = llvm.parse_assembly(str(made))
    module.link_in(llvm.parse_bitcode(_part(frozenset({"run"}), plan.multiplies, builder)))
    _keep({"run"}, module, builder)
    _fold(module, builder)
    if is_optimised and plan.lanes == 1:
        builder.getModulePassManager().run(module, builder)
    elif is_optimised:
        simplifying = llvm.create_new_module_pass_manager()
        simplifying.add_simplify_cfg_pass()
        simplifying.add_instruction_combine_pass()
        simplifying.run(module, builder)
    return module


_parts: dict[tuple[frozenset[str], bool], bytes] = {}


def _part(names: frozenset[str], multiplies: bool, builder: llvm.PassBuilder) -> bytes:
    """Return the functions of the runtime with these names and what they call, for any plan."""
    if (names, multiplies) not in _parts:
        module = llvm.parse_bitcode(_bitcode(RUNTIME))
        if multiplies:
            module.link_in(llvm.parse_bitcode(_bitcode(TENSOR_CORES)))
        _keep(names, module, builder)
        _parts[names, multiplies] = bytes(module.as_bitcode())
    return _parts[names, multiplies]


def _fold(module: llvm.ModuleRef, builder: llvm.PassBuilder) -> None:
    """Fold what is constant, and remove what nobody needs then."""
    folding = llvm.create_new_module_pass_manager()
    folding.add_ipsccp_pass()
    folding.add_global_dead_code_eliminate_pass()
    folding.run(module, builder)


def _defined(module: llvm.ModuleRef) -> list[Any]:
    values: list[Any] = [*module.functions, *module.global_variables]
    return [value for value in values if not value.is_declaration]


def _keep(names: Set[str], module: llvm.ModuleRef, builder: llvm.PassBuilder) -> None:
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
