"""Checked mode: every memory access must lie inside an allocation and be aligned to its size."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.bounds import inside_global, inside_shared
from sgemm.executor.context import Failure
from sgemm.executor.failures import record_failure
from sgemm.executor.in_flight import in_flight
from sgemm.executor.llvm_types import I1, I32, I64, POINTER, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.executor.structured import internal_function
from sgemm.ptx.syntax import Instruction


class MemoryChecks:
    """Checks accesses as they are emitted; a failed one ends the kernel.

    An access to bytes that an asynchronous copy may still be writing fails too.
    """

    def on_access(
        self, emitter: Emitter, instruction: Instruction, address: Value, nbytes: int, space: str
    ) -> None:
        """Emit the checks of one access."""
        module, arguments = emitter.builder.module, emitter.arguments
        check = _check(module, space, emitter.plan.delays and space != "global")
        failed = emitter.builder.call(
            check,
            [
                arguments.context,
                address,
                integer(64, nbytes),
                emitter.location(instruction),
                arguments.thread,
            ],
        )
        emitter.stop_if(failed)


def _check(module: ir.Module, space: str, may_be_in_flight: bool) -> ir.Function:
    """Return ``check(context, address, nbytes, location, thread)``; true if it failed.

    A function, since every access has a check: written out in each place, they would be the most
    of what LLVM is given.
    """
    name = f"check_{space.partition('::')[0]}"
    function, builder, is_new = internal_function(
        module, name, I1, [POINTER, I64, I64, I64, I32], inline=False
    )
    if not is_new:
        return function
    context, address, nbytes, location, thread = function.args
    mask = builder.sub(nbytes, integer(64, 1))
    aligned = builder.icmp_unsigned("==", builder.and_(address, mask), integer(64, 0))
    inside, outside, address = _inside(builder, context, address, nbytes, space)
    checks = [(inside, outside), (aligned, integer(64, Failure.MISALIGNED))]
    if may_be_in_flight:
        failure = builder.call(in_flight(module), [context, address, nbytes, thread])
        checks.append((builder.icmp_unsigned("==", failure, integer(64, 0)), failure))
    for holds, failure in checks:
        with builder.if_then(builder.not_(holds), likely=False):
            record_failure(builder, context, failure, location, address, thread)
            builder.ret(ir.Constant(I1, 1))
    builder.ret(ir.Constant(I1, 0))
    return function


def _inside(
    builder: ir.IRBuilder, context: Value, address: Value, nbytes: Value, space: str
) -> tuple[Value, Value, Value]:
    """Return whether an access is inside, the failure if it is not, and its address there."""
    module = builder.module

    def call(function: ir.Function, place: Value) -> Value:
        return builder.call(function, [context, place, nbytes])

    shared = integer(64, Failure.OUTSIDE_SHARED)
    elsewhere = integer(64, Failure.OUTSIDE)
    if space.startswith("shared"):
        return call(inside_shared(module), address), shared, address
    if space == "global":
        return call(inside_global(module), address), elsewhere, address
    window = integer(64, SHARED_WINDOW)
    # Half a window below it there is nothing either: so far may an offset lead astray.
    is_shared = builder.icmp_unsigned(">=", address, integer(64, SHARED_WINDOW // 2))
    moved = builder.sub(address, window)
    in_shared = call(inside_shared(module), moved)
    in_global = call(inside_global(module), address)
    return (
        builder.select(is_shared, in_shared, in_global),
        builder.select(is_shared, shared, elsewhere),
        builder.select(is_shared, moved, address),
    )
