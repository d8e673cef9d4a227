"""Loops and variables for code that is written by hand with an LLVM builder."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from llvmlite import ir

from sgemm.executor.llvm_types import I32, POINTER, Value, integer


class Variable:
    """A local variable; LLVM makes a register of it."""

    def __init__(self, builder: ir.IRBuilder, kind: ir.Type, initial: Value) -> None:
        self._builder = builder
        with builder.goto_entry_block():
            self._slot = builder.alloca(kind)
        self.set(initial)

    def get(self) -> Value:
        """Read it."""
        return self._builder.load(self._slot)

    def set(self, value: Value) -> None:
        """Write it."""
        self._builder.store(value, self._slot)


@contextlib.contextmanager
def count_to(builder: ir.IRBuilder, limit: Value) -> Iterator[Value]:
    """Emit the body of a loop over 0 ... limit-1 (i32), yielding the index."""
    index = Variable(builder, I32, integer(32, 0))
    head, body, end = (builder.append_basic_block(name) for name in ("while", "do", "end_while"))
    builder.branch(head)
    builder.position_at_end(head)
    builder.cbranch(builder.icmp_signed("<", index.get(), limit), body, end)
    builder.position_at_end(body)
    current = index.get()
    yield current
    index.set(builder.add(current, integer(32, 1)))
    builder.branch(head)
    builder.position_at_end(end)


def hide_memory(builder: ir.IRBuilder, pointer: Value) -> None:
    """Emit a compiler barrier: what is read after it comes from memory."""
    kind = ir.FunctionType(ir.VoidType(), [POINTER])
    builder.call(ir.InlineAsm(kind, "", "r,~{memory}", side_effect=True), [pointer])
