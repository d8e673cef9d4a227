"""A builder that writes the instructions that are frequent as text at once.

llvmlite makes an object of each instruction, and its text later. A kernel has tens of thousands of
them, and most of the time until a kernel is loaded went into that. It also has the intrinsics that
llvmlite does not name for vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from sgemm.executor.llvm_types import F32, I1, I32, POINTER, Value, constant, undefined, vector_type

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


def _suffix(kind: ir.Type) -> str:
    """Return how LLVM names a type inside the name of an intrinsic: ``v16f32``."""
    if isinstance(kind, ir.VectorType):
        return f"v{kind.count}{kind.element.intrinsic_name}"
    return str(kind.intrinsic_name)


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

    def call_named(self, name: str, result: ir.Type, *arguments: Value) -> Value:
        """Call a function by its name, of the runtime for example, declared at its first use."""
        function = self.module.globals.get(name)
        if function is None:
            kind = ir.FunctionType(result, [argument.type for argument in arguments])
            function = ir.Function(self.module, kind, name)
        return self.call(function, arguments)

    def intrinsic(self, name: str, *arguments: Value) -> Value:
        """Call ``llvm.NAME`` for the type of its first argument, in which it also results."""
        kind = arguments[0].type
        return self.intrinsic_for([kind], name, kind, *arguments)

    def intrinsic_for(
        self, overloaded: Sequence[ir.Type], name: str, result: ir.Type, *arguments: Value
    ) -> Value:
        """Call ``llvm.NAME`` overloaded for some types."""
        full = ".".join([f"llvm.{name}", *map(_suffix, overloaded)])
        return self.call_named(full, result, *arguments)

    def shuffle(self, one: Value, order: Sequence[int], other: Value | None = None) -> Value:
        """Return the elements of a vector, or of two, in some order."""
        other = undefined(one.type) if other is None else other
        mask = ir.Constant(ir.VectorType(I32, len(order)), list(order))
        return self.shuffle_vector(one, other, mask)

    def choose(self, condition: Value, one: Value, other: Value) -> Value:
        """Return one value where a condition holds and another elsewhere; vectors, or scalars.

        For AVX-512, LLVM makes a choice between combined bits and one of their parts a
        single masked instruction, and up to version 22 it is now and then the wrong one
        (https://github.com/llvm/llvm-project/issues/157929). A fence keeps the two separate.
        """
        if isinstance(one.type, ir.VectorType) and isinstance(one.type.element, ir.IntType):
            floats, rest = divmod(one.type.count * one.type.element.width, 32)
            if not rest and one.type.element != I1:
                fenced = self.bitcast(one, vector_type(F32, floats))
                one = self.bitcast(self.intrinsic("arithmetic.fence", fenced), one.type)
        return self.select(condition, one, other)
