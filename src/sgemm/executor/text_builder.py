"""A builder that writes the instructions that are frequent as text at once.

llvmlite makes an object of each instruction, and its text later. A kernel has tens of thousands of
them, and most of the time until a kernel is loaded went into that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from sgemm.executor.llvm_types import I1, POINTER, Value, constant

_EQUAL = {"==": "eq", "!=": "ne"}
_ORDERS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
UNSIGNED = _EQUAL | {sign: f"u{order}" for sign, order in _ORDERS.items()}
SIGNED = _EQUAL | {sign: f"s{order}" for sign, order in _ORDERS.items()}


class Result(ir.Value):  # type: ignore[misc]  # llvmlite is not typed
    """What an instruction results in: its type, and the name that other instructions know it by."""

    def __init__(self, kind: ir.Type, name: str) -> None:
        self.type = kind
        self._name = name

    def get_reference(self) -> str:
        """Return the name, as llvmlite asks for it."""
        return self._name


def _binary(operation: str) -> Callable[[TextBuilder, Value, Value], Value]:
    def write(self: TextBuilder, one: Value, other: Value) -> Value:
        operands = f"{one.type} {one.get_reference()}, {other.get_reference()}"
        return self._write(one.type, f"{operation} {operands}")

    return write


def _conversion(operation: str) -> Callable[[TextBuilder, Value, ir.Type], Value]:
    def write(self: TextBuilder, value: Value, kind: ir.Type) -> Value:
        if value.type == kind:
            return value
        return self._write(kind, f"{operation} {value.type} {value.get_reference()} to {kind}")

    return write


def _comparison(conditions: dict[str, str]) -> Callable[[TextBuilder, str, Value, Value], Value]:
    def write(self: TextBuilder, sign: str, one: Value, other: Value) -> Value:
        kind = one.type
        operands = f"{kind} {one.get_reference()}, {other.get_reference()}"
        result = ir.VectorType(I1, kind.count) if isinstance(kind, ir.VectorType) else I1
        return self._write(result, f"icmp {conditions[sign]} {operands}")

    return write


class TextBuilder(ir.IRBuilder):  # type: ignore[misc]  # llvmlite is not typed
    """Builds one function; other builders may add to blocks of it that end at once."""

    def __init__(self, block: ir.Block) -> None:
        super().__init__(block)
        self._count = 0

    def _write(self, kind: ir.Type, text: str) -> Result:
        """Write an instruction that has a result."""
        self._count += 1
        name = f"%.v{self._count}"  # llvmlite gives no such names
        self._insert_text(f"{name} = {text}")
        return Result(kind, name)

    def _insert_text(self, text: str) -> None:
        self._block.instructions.insert(self._anchor, text)
        self._anchor += 1

    add, sub, mul = _binary("add"), _binary("sub"), _binary("mul")
    udiv, urem, sdiv, srem = _binary("udiv"), _binary("urem"), _binary("sdiv"), _binary("srem")
    fadd, fsub, fmul, fdiv = _binary("fadd"), _binary("fsub"), _binary("fmul"), _binary("fdiv")
    and_, or_, xor = _binary("and"), _binary("or"), _binary("xor")
    shl, lshr, ashr = _binary("shl"), _binary("lshr"), _binary("ashr")
    trunc, zext, sext = _conversion("trunc"), _conversion("zext"), _conversion("sext")
    bitcast = _conversion("bitcast")
    inttoptr, ptrtoint = _conversion("inttoptr"), _conversion("ptrtoint")
    icmp_unsigned, icmp_signed = _comparison(UNSIGNED), _comparison(SIGNED)

    def not_(self, value: Value) -> Value:
        """Write the complement of each bit."""
        return self.xor(value, constant(value.type, -1))

    def neg(self, value: Value) -> Value:
        """Write an integer's negative."""
        return self.sub(constant(value.type, 0), value)

    def select(self, condition: Value, one: Value, other: Value) -> Value:
        """Write a choice between two values."""
        operands = ", ".join(f"{v.type} {v.get_reference()}" for v in (condition, one, other))
        return self._write(one.type, f"select {operands}")

    def alloca(self, kind: ir.Type) -> Value:
        """Write an allocation of memory of the function's own."""
        return self._write(POINTER, f"alloca {kind}")

    def alloca_at_entry(self, kind: ir.Type) -> Value:
        """Write an allocation where the function begins, which may be elsewhere."""
        entry = self.function.entry_basic_block
        if entry is self._block or entry.is_terminated:
            with self.goto_entry_block():
                return self.alloca(kind)
        self._count += 1
        name = f"%.v{self._count}"
        entry.instructions.append(f"{name} = alloca {kind}")
        return Result(POINTER, name)

    def load(self, pointer: Value, *, typ: ir.Type, align: int | None = None) -> Value:
        """Write a load; without an alignment, that of the type is right."""
        aligned = "" if align is None else f", align {align}"
        return self._write(typ, f"load {typ}, ptr {pointer.get_reference()}{aligned}")

    def store(self, value: Value, pointer: Value, align: int | None = None) -> None:
        """Write a store; without an alignment, that of the type is right."""
        aligned = "" if align is None else f", align {align}"
        what = f"{value.type} {value.get_reference()}"
        self._insert_text(f"store {what}, ptr {pointer.get_reference()}{aligned}")

    def gep(self, pointer: Value, indices: Sequence[Value], *, source_etype: ir.Type) -> Value:
        """Write the address of an element."""
        (index,) = indices
        steps = f"{source_etype}, ptr {pointer.get_reference()}"
        text = f"getelementptr {steps}, {index.type} {index.get_reference()}"
        return self._write(POINTER, text)

    def call(self, function: Value, arguments: Sequence[Value], **options: Any) -> Value:
        """Write a call."""
        if options:
            return super().call(function, arguments, **options)
        kind = function.function_type
        # LLVM would take arguments of any types.
        assert [each.type for each in arguments] == list(kind.args), function.name
        given = ", ".join(f"{each.type} {each.get_reference()}" for each in arguments)
        text = f"call {kind.return_type} {function.get_reference()}({given})"
        if isinstance(kind.return_type, ir.VoidType):
            self._insert_text(text)
            return None
        return self._write(kind.return_type, text)
