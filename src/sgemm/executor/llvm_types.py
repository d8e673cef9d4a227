"""LLVM types of PTX types, and the few intrinsics that llvmlite does not name for vectors."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from sgemm.ptx.syntax import Type

I1 = ir.IntType(1)
I8 = ir.IntType(8)
I16 = ir.IntType(16)
I32 = ir.IntType(32)
I64 = ir.IntType(64)
F32 = ir.FloatType()
F64 = ir.DoubleType()
POINTER = ir.PointerType()

Value = Any  # an llvmlite value; llvmlite is not typed


def scalar_type(kind: Type) -> ir.Type:
    """Return the LLVM type of one value of a PTX type; halves are integers, as in halves.py."""
    if kind.kind == "pred":
        return I1
    if kind.kind == "f":
        return {16: I16, 32: F32, 64: F64}[kind.bits]
    return ir.IntType(kind.bits)


def vector_type(element: ir.Type, count: int) -> ir.Type:
    """Return a vector of ``count`` elements; of one element, the element itself."""
    return ir.VectorType(element, count) if count > 1 else element


def element_of(kind: ir.Type) -> ir.Type:
    """Return the type of a vector's elements; of a scalar, its own."""
    return kind.element if isinstance(kind, ir.VectorType) else kind


def count_of(kind: ir.Type) -> int:
    """Return how many elements a vector has; of a scalar, 1."""
    return int(kind.count) if isinstance(kind, ir.VectorType) else 1


def width_of(kind: ir.Type) -> int:
    """Return the bits of a scalar type."""
    if isinstance(kind, ir.IntType):
        return int(kind.width)
    return {F32: 32, F64: 64}[kind]


def with_element(kind: ir.Type, element: ir.Type) -> ir.Type:
    """Return a scalar or a vector as long as another type, of other elements."""
    return vector_type(element, count_of(kind))


@functools.lru_cache(4096)
def integer(bits: int, value: int) -> ir.Constant:
    """Return an integer constant, wrapped to its width; most are asked for again."""
    return ir.Constant(ir.IntType(bits), value % 2**bits)


def constant(kind: ir.Type, value: float) -> ir.Constant:
    """Return a constant of a scalar type, or of a vector type the same in each element.

    Integers are wrapped to their width.
    """
    element = element_of(kind)
    if isinstance(element, ir.IntType):
        value = int(value) % 2**element.width
    return ir.Constant(kind, [value] * kind.count if isinstance(kind, ir.VectorType) else value)


def shuffle(
    builder: ir.IRBuilder, one: Value, order: Sequence[int], other: Value | None = None
) -> Value:
    """Return the elements of a vector, or of two, in some order."""
    other = undefined(one.type) if other is None else other
    mask = ir.Constant(ir.VectorType(I32, len(order)), list(order))
    return builder.shuffle_vector(one, other, mask)


@functools.cache
def undefined(kind: ir.Type) -> ir.Constant:
    """Return an undefined value; made once, as llvmlite makes a constant for each element."""
    return ir.Constant(kind, ir.Undefined)


def intrinsic_suffix(kind: ir.Type) -> str:
    """Return how LLVM names a type inside the name of an intrinsic: ``v16f32``."""
    if isinstance(kind, ir.VectorType):
        return f"v{kind.count}{intrinsic_suffix(kind.element)}"
    if isinstance(kind, ir.PointerType):
        return "p0"
    if isinstance(kind, ir.IntType):
        return f"i{kind.width}"
    return "f32" if kind == F32 else "f64"


def alignment_of(kind: ir.Type) -> int:
    """Return the alignment of a value in a lane group's frame."""
    return min(64, count_of(kind) * width_of(element_of(kind)) // 8)


def choose(builder: ir.IRBuilder, condition: Value, one: Value, other: Value) -> Value:
    """Return one value where a condition holds and another elsewhere; vectors, or scalars.

    For AVX-512, LLVM makes a choice between combined bits and one of their parts a
    single masked instruction, and up to version 22 it is now and then the wrong one
    (https://github.com/llvm/llvm-project/issues/157929). A fence keeps the two separate.
    """
    if isinstance(one.type, ir.VectorType) and isinstance(one.type.element, ir.IntType):
        floats, rest = divmod(one.type.count * one.type.element.width, 32)
        if not rest and one.type.element != I1:
            numbers = vector_type(F32, floats)
            fenced = builder.bitcast(one, numbers)
            fenced = call_intrinsic(builder, "arithmetic.fence", [numbers], numbers, [fenced])
            one = builder.bitcast(fenced, one.type)
    return builder.select(condition, one, other)


def call(builder: ir.IRBuilder, name: str, result: ir.Type, *arguments: Value) -> Value:
    """Call a function by its name, of the runtime for example, declaring it at its first use."""
    function = builder.module.globals.get(name)
    if function is None:
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        function = ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


def call_intrinsic(
    builder: ir.IRBuilder,
    name: str,
    overloaded: Sequence[ir.Type],
    result: ir.Type,
    arguments: Sequence[Value],
) -> Value:
    """Call ``llvm.NAME`` overloaded for some types."""
    full = ".".join([f"llvm.{name}", *(intrinsic_suffix(kind) for kind in overloaded)])
    return call(builder, full, result, *arguments)
