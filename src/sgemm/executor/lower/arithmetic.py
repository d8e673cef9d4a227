"""Integer and floating-point arithmetic: add, sub, mul, mad, fma, min, max, div, rem, neg, abs."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import Value, call_intrinsic, constant, with_element
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import elementwise, last_type
from sgemm.executor.lower.table import lowers
from sgemm.ptx.syntax import Instruction, Type

_INTEGERS = "(s16|u16|s32|u32|s64|u64)"


@lowers(f"(add|sub).{_INTEGERS}")
def add_integers(emitter: Emitter, instruction: Instruction) -> None:
    """Add or subtract, wrapping around."""
    builder = emitter.builder
    compute = builder.add if instruction.opcode == "add" else builder.sub
    elementwise(emitter, instruction, (last_type(instruction),) * 2, compute)


@lowers(f"mul.lo.{_INTEGERS}")
def multiply_low(emitter: Emitter, instruction: Instruction) -> None:
    """Low half of a product."""
    elementwise(emitter, instruction, (last_type(instruction),) * 2, emitter.builder.mul)


@lowers("mul.wide.(s16|u16|s32|u32)")
def multiply_wide(emitter: Emitter, instruction: Instruction) -> None:
    """Full product of two numbers, twice as wide."""
    kind = last_type(instruction)
    elementwise(
        emitter,
        instruction,
        (kind, kind),
        lambda a, b: emitter.builder.mul(_extend(emitter, a, kind), _extend(emitter, b, kind)),
    )


@lowers("mul.hi.(s16|u16|s32|u32|s64|u64)")
def multiply_high(emitter: Emitter, instruction: Instruction) -> None:
    """High half of a product."""
    kind = last_type(instruction)
    builder = emitter.builder

    def compute(a: Value, b: Value) -> Value:
        product = builder.mul(_extend(emitter, a, kind), _extend(emitter, b, kind))
        return builder.trunc(builder.lshr(product, constant(product.type, kind.bits)), a.type)

    elementwise(emitter, instruction, (kind, kind), compute)


@lowers(f"mad.lo.{_INTEGERS}")
def multiply_add_low(emitter: Emitter, instruction: Instruction) -> None:
    """Low half of a product, plus a number."""
    builder = emitter.builder
    elementwise(
        emitter,
        instruction,
        (last_type(instruction),) * 3,
        lambda a, b, c: builder.add(builder.mul(a, b), c),
    )


@lowers("mad.wide.(s16|u16|s32|u32)")
def multiply_add_wide(emitter: Emitter, instruction: Instruction) -> None:
    """Full product plus a number of twice the width."""
    kind = last_type(instruction)
    builder = emitter.builder
    elementwise(
        emitter,
        instruction,
        (kind, kind, Type(kind.kind, kind.bits * 2)),
        lambda a, b, c: builder.add(
            builder.mul(_extend(emitter, a, kind), _extend(emitter, b, kind)), c
        ),
    )


@lowers(f"(min|max).{_INTEGERS}")
def minimum_integers(emitter: Emitter, instruction: Instruction) -> None:
    """Smaller and larger of two numbers."""
    kind = last_type(instruction)
    builder = emitter.builder
    compare = builder.icmp_signed if kind.kind == "s" else builder.icmp_unsigned
    sign = "<" if instruction.opcode == "min" else ">"
    elementwise(
        emitter,
        instruction,
        (kind, kind),
        lambda a, b: builder.select(compare(sign, a, b), a, b),
    )


@lowers(f"(div|rem).{_INTEGERS}")
def divide_integers(emitter: Emitter, instruction: Instruction) -> None:
    """Quotient and remainder.

    PTX leaves division by zero unspecified; here the quotient is all ones and the remainder the
    dividend, as GPUs give it. The processor's own division would trap.
    """
    kind = last_type(instruction)
    builder = emitter.builder
    is_signed = kind.kind == "s"
    is_quotient = instruction.opcode == "div"

    def compute(a: Value, b: Value) -> Value:
        zero, one, ones = (constant(b.type, number) for number in (0, 1, -1))
        by_zero = builder.icmp_unsigned("==", b, zero)
        divisor = builder.select(by_zero, one, b)
        if not is_signed:
            result = (builder.udiv if is_quotient else builder.urem)(a, divisor)
        else:
            # The most negative number divided by -1 overflows, and would trap as well.
            by_minus_one = builder.icmp_unsigned("==", b, ones)
            divisor = builder.select(by_minus_one, one, divisor)
            result = (builder.sdiv if is_quotient else builder.srem)(a, divisor)
            overflow = builder.sub(zero, a) if is_quotient else zero
            result = builder.select(by_minus_one, overflow, result)
        return builder.select(by_zero, ones if is_quotient else a, result)

    elementwise(emitter, instruction, (kind, kind), compute)


@lowers("neg.(s16|s32|s64)")
def negate_integer(emitter: Emitter, instruction: Instruction) -> None:
    """Negate, wrapping around."""
    builder = emitter.builder
    elementwise(emitter, instruction, (last_type(instruction),), builder.neg)


@lowers("abs.(s16|s32|s64)")
def absolute_integer(emitter: Emitter, instruction: Instruction) -> None:
    """Absolute value; that of the most negative number is itself."""
    builder = emitter.builder

    def compute(a: Value) -> Value:
        zero = constant(a.type, 0)
        return builder.select(builder.icmp_signed("<", a, zero), builder.sub(zero, a), a)

    elementwise(emitter, instruction, (last_type(instruction),), compute)


@lowers("(add|sub|mul)(|.rn).(f32|f64)")
def add_floats(emitter: Emitter, instruction: Instruction) -> None:
    """Addition, subtraction and multiplication, each rounded once to nearest even.

    Without ``.rn`` a compiler may fuse a product with a sum behind it; here it never is.
    """
    builder = emitter.builder
    compute = {"add": builder.fadd, "sub": builder.fsub, "mul": builder.fmul}[instruction.opcode]
    elementwise(emitter, instruction, (last_type(instruction),) * 2, compute)


@lowers("(fma|mad).rn.(f32|f64)")
def fused_multiply_add(emitter: Emitter, instruction: Instruction) -> None:
    """Product plus sum, rounded once."""
    builder = emitter.builder
    elementwise(
        emitter,
        instruction,
        (last_type(instruction),) * 3,
        lambda a, b, c: call_intrinsic(builder, "fma", [a.type], a.type, [a, b, c]),
    )


@lowers("div.rn.(f32|f64)")
def divide_floats(emitter: Emitter, instruction: Instruction) -> None:
    """Divide, rounded once to nearest even."""
    elementwise(emitter, instruction, (last_type(instruction),) * 2, emitter.builder.fdiv)


@lowers("(rcp|sqrt).rn.(f32|f64)")
def reciprocal_and_root(emitter: Emitter, instruction: Instruction) -> None:
    """Reciprocal and square root, rounded once to nearest even."""
    builder = emitter.builder

    def compute(value: Value) -> Value:
        if instruction.opcode == "sqrt":
            return call_intrinsic(builder, "sqrt", [value.type], value.type, [value])
        return builder.fdiv(constant(value.type, 1.0), value)

    elementwise(emitter, instruction, (last_type(instruction),), compute)


@lowers("neg.(f32|f64)")
def negate_float(emitter: Emitter, instruction: Instruction) -> None:
    """Change of sign."""
    elementwise(emitter, instruction, (last_type(instruction),), emitter.builder.fneg)


@lowers("abs.(f32|f64)")
def absolute_float(emitter: Emitter, instruction: Instruction) -> None:
    """Absolute value."""
    builder = emitter.builder
    elementwise(
        emitter,
        instruction,
        (last_type(instruction),),
        lambda a: call_intrinsic(builder, "fabs", [a.type], a.type, [a]),
    )


@lowers("(min|max).(f32|f64)")
def minimum_floats(emitter: Emitter, instruction: Instruction) -> None:
    """Smaller and larger of two numbers; a NaN loses, and -0 counts as less than +0."""
    builder = emitter.builder
    name = "minimumnum" if instruction.opcode == "min" else "maximumnum"
    elementwise(
        emitter,
        instruction,
        (last_type(instruction),) * 2,
        lambda a, b: call_intrinsic(builder, name, [a.type], a.type, [a, b]),
    )


def _extend(emitter: Emitter, value: Value, kind: Type) -> Value:
    """Return an integer twice as wide, by the sign or by zeros as its type says."""
    wide = with_element(value.type, ir.IntType(kind.bits * 2))
    extend = emitter.builder.sext if kind.kind == "s" else emitter.builder.zext
    return extend(value, wide)
