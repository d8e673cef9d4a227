"""Checked mode: every memory access must lie inside an allocation and be aligned to its size."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

from sgemm.executor.context import Code, Failure, Word
from sgemm.executor.function import record_failure
from sgemm.executor.llvm_types import I1, I8, I32, I64, POINTER, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.executor.structured import Variable, Words, loop_while
from sgemm.ptx.syntax import Instruction


class MemoryChecks:
    """Checks accesses as they are emitted; a failed one ends the kernel.

    The number of an instruction in ``sites`` is what the context reports after a failure.
    """

    def __init__(self) -> None:
        self.sites: list[Instruction] = []

    def on_access(
        self, emitter: Emitter, instruction: Instruction, address: Value, nbytes: int, space: str
    ) -> None:
        """Emit the checks of one access."""
        if not self.sites or self.sites[-1] is not instruction:
            self.sites.append(instruction)
        site = integer(64, len(self.sites) - 1)
        builder = emitter.builder
        context = emitter.arguments.context
        aligned = builder.icmp_unsigned(
            "==", builder.and_(address, integer(64, nbytes - 1)), integer(64, 0)
        )
        inside, outside, address = self._inside(emitter, address, nbytes, space)
        misaligned = integer(64, Failure.MISALIGNED)
        for holds, failure in ((inside, outside), (aligned, misaligned)):
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

        def call(name: str, write: Callable[[ir.Module], ir.Function], place: Value) -> Value:
            function = module.globals.get(name) or write(module)
            return builder.call(function, [context, place, size])

        shared = integer(64, Failure.OUTSIDE_SHARED)
        elsewhere = integer(64, Failure.OUTSIDE)
        if space.startswith("shared"):
            return call("inside_shared", _write_inside_shared, address), shared, address
        if space == "global":
            return call("inside_global", _write_inside_global, address), elsewhere, address
        window = integer(64, SHARED_WINDOW)
        # Half a window below it there is nothing either: so far may an offset lead astray.
        is_shared = builder.icmp_unsigned(">=", address, integer(64, SHARED_WINDOW // 2))
        moved = builder.sub(address, window)
        in_shared = call("inside_shared", _write_inside_shared, moved)
        in_global = call("inside_global", _write_inside_global, address)
        return (
            builder.select(is_shared, in_shared, in_global),
            builder.select(is_shared, shared, elsewhere),
            builder.select(is_shared, moved, address),
        )


def _function(module: ir.Module, name: str) -> tuple[ir.Function, ir.IRBuilder]:
    function = ir.Function(module, ir.FunctionType(I1, [POINTER, I64, I64]), name)
    function.linkage = "internal"
    return function, ir.IRBuilder(function.append_basic_block("entry"))


def _write_inside_shared(module: ir.Module) -> ir.Function:
    """Write ``inside_shared(context, address, size)``: is it within the block's memory."""
    function, builder = _function(module, "inside_shared")
    context, address, size = function.args
    words = Words(builder, context, 64)
    end_of_access = builder.add(address, size)
    after = builder.icmp_unsigned(">=", address, words.get(Word.SHARED_BEGIN))
    before = builder.icmp_unsigned("<=", end_of_access, words.get(Word.SHARED_END))
    wraps = builder.icmp_unsigned("<", end_of_access, address)
    builder.ret(builder.and_(builder.and_(after, before), builder.not_(wraps)))
    return function


def _write_inside_global(module: ir.Module) -> ir.Function:
    """Write ``inside_global(context, address, size)``: is it within any one allocation."""
    function, builder = _function(module, "inside_global")
    context, address, size = function.args
    words = Words(builder, context, 64)
    table = builder.inttoptr(words.get(Word.ALLOCATIONS), POINTER)
    count = builder.trunc(words.get(Word.ALLOCATION_COUNT), I32)
    index = Variable(builder, I32, integer(32, 0))
    end_of_access = builder.add(address, size)
    with builder.if_then(builder.icmp_unsigned("<", end_of_access, address)):
        builder.ret(ir.Constant(I1, 0))
    with loop_while(builder, lambda: builder.icmp_unsigned("<", index.get(), count)):
        row = builder.mul(builder.zext(index.get(), I64), integer(64, 16))
        bounds = Words(builder, builder.gep(table, [row], source_etype=I8), 64)
        after = builder.icmp_unsigned(">=", address, bounds.get(0))
        before = builder.icmp_unsigned("<=", end_of_access, bounds.get(1))
        with builder.if_then(builder.and_(after, before)):
            builder.ret(ir.Constant(I1, 1))
        index.set(builder.add(index.get(), integer(32, 1)))
    builder.ret(ir.Constant(I1, 0))
    return function
