"""Checked mode: every memory access must lie inside an allocation and be aligned to its size."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.bounds import inside_global, inside_shared
from sgemm.executor.bulk_copies import in_flight
from sgemm.executor.context import Code, Failure
from sgemm.executor.failures import record_failure
from sgemm.executor.llvm_types import Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.ptx.syntax import Instruction


class MemoryChecks:
    """Checks accesses as they are emitted; a failed one ends the kernel.

    Where there are bulk copies, an access to bytes that one may still be writing fails too.
    """

    def on_access(
        self, emitter: Emitter, instruction: Instruction, address: Value, nbytes: int, space: str
    ) -> None:
        """Emit the checks of one access."""
        site = emitter.site(instruction)
        builder = emitter.builder
        context = emitter.arguments.context
        aligned = builder.icmp_unsigned(
            "==", builder.and_(address, integer(64, nbytes - 1)), integer(64, 0)
        )
        inside, outside, address = self._inside(emitter, address, nbytes, space)
        checks = [(inside, outside), (aligned, integer(64, Failure.MISALIGNED))]
        if emitter.plan.has_bulk_copies and space != "global":
            arguments = [context, address, integer(64, nbytes)]
            pending = builder.call(in_flight(builder.module), arguments)
            checks.append((builder.not_(pending), integer(64, Failure.IN_FLIGHT)))
        for holds, failure in checks:
            with builder.if_then(builder.not_(holds), likely=False):
                record_failure(builder, context, failure, site, address, emitter.arguments.thread)
                builder.ret(integer(32, Code.FAILED))

    def _inside(
        self, emitter: Emitter, address: Value, nbytes: int, space: str
    ) -> tuple[Value, Value, Value]:
        """Return whether an access is inside, the failure if it is not, and its address there."""
        builder = emitter.builder
        module = builder.module
        size = integer(64, nbytes)
        context = emitter.arguments.context

        def call(function: ir.Function, place: Value) -> Value:
            return builder.call(function, [context, place, size])

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
