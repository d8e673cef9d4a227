"""LLVM types of PTX types, and constants of them."""

from __future__ import annotations

import functools
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


@functools.cache
def undefined(kind: ir.Type) -> ir.Constant:
    """Return an undefined value; made once, as llvmlite makes a constant for each element."""
    return ir.Constant(kind, ir.Undefined)


def alignment_of(kind: ir.Type) -> int:
    """Return the alignment of a value in a lane group's frame."""
    return min(64, count_of(kind) * width_of(element_of(kind)) // 8)
