"""Loops and variables for code that is written by hand with an LLVM builder."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from llvmlite import ir

from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer


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
def loop_while(builder: ir.IRBuilder, condition: Callable[[], Value]) -> Iterator[None]:
    """Emit the body of a loop that runs while a condition holds."""
    head = builder.append_basic_block("while")
    body = builder.append_basic_block("do")
    end = builder.append_basic_block("end_while")
    builder.branch(head)
    builder.position_at_end(head)
    builder.cbranch(condition(), body, end)
    builder.position_at_end(body)
    yield
    if not builder.block.is_terminated:
        builder.branch(head)
    builder.position_at_end(end)


@contextlib.contextmanager
def count_to(builder: ir.IRBuilder, limit: Value) -> Iterator[Value]:
    """Emit the body of a loop over 0 ... limit-1 (i32), yielding the index."""
    index = Variable(builder, I32, integer(32, 0))
    with loop_while(builder, lambda: builder.icmp_signed("<", index.get(), limit)):
        current = index.get()
        yield current
        index.set(builder.add(current, integer(32, 1)))


class Words:
    """Fields of a structure of equal words, by their index.

    - ``bits``: width of a word: 32 or 64.
    """

    def __init__(self, builder: ir.IRBuilder, start: Value, bits: int) -> None:
        self._builder = builder
        self._start = start
        self._kind = I64 if bits == 64 else I32
        self._bytes = bits // 8

    def get(self, index: int) -> Value:
        """Read a word."""
        return self._builder.load(self._place(index), typ=self._kind, align=self._bytes)

    def set(self, index: int, value: Value) -> None:
        """Write a word."""
        self._builder.store(value, self._place(index), align=self._bytes)

    def _place(self, index: int) -> Value:
        offset = integer(64, index * self._bytes)
        return self._builder.gep(self._start, [offset], source_etype=I8)


def internal_function(
    module: ir.Module, name: str, result: ir.Type, kinds: list[ir.Type], *, inline: bool = True
) -> tuple[ir.Function, ir.IRBuilder, bool]:
    """Return a function of the module, a builder at its start, and whether it is still empty."""
    found = module.globals.get(name)
    if found is not None:
        return found, ir.IRBuilder(found.entry_basic_block), False
    function = ir.Function(module, ir.FunctionType(result, kinds), name)
    function.linkage = "internal"
    if not inline:
        function.attributes.add("noinline")
    return function, ir.IRBuilder(function.append_basic_block("entry")), True


def hide_memory(builder: ir.IRBuilder, pointer: Value) -> None:
    """Emit nothing that LLVM can look through: what is read behind comes from memory."""
    kind = ir.FunctionType(ir.VoidType(), [POINTER])
    builder.call(ir.InlineAsm(kind, "", "r,~{memory}", side_effect=True), [pointer])
