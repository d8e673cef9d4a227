"""Arithmetic of integers and floating-point numbers, and bitwise operations."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

from sgemm.executor.llvm_types import Value, constant, with_element
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import elementwise, last_type
from sgemm.executor.text_builder import TextBuilder
from sgemm.ptx.syntax import Instruction

_INTEGERS = "(s16|u16|s32|u32|s64|u64)"
_FLOATS = "(f32|f64)"
_BITS = "(pred|b16|b32|b64)"

_ONE, _TWO, _THREE = ">type type", ">type type type", ">type type type type"

_PLAIN: dict[str, tuple[str, Callable[..., Value]]] = {
    f"add.{_INTEGERS}": (_TWO, TextBuilder.add),
    f"sub.{_INTEGERS}": (_TWO, TextBuilder.sub),
    f"mul.lo.{_INTEGERS}": (_TWO, TextBuilder.mul),
    f"mad.lo.{_INTEGERS}": (_THREE, lambda builder, a, b, c: builder.add(builder.mul(a, b), c)),
    "neg.(s16|s32|s64)": (_ONE, TextBuilder.neg),
    f"and.{_BITS}": (_TWO, TextBuilder.and_),
    f"or.{_BITS}": (_TWO, TextBuilder.or_),
    f"xor.{_BITS}": (_TWO, TextBuilder.xor),
    f"not.{_BITS}": (_ONE, TextBuilder.not_),
    f"add(|.rn).{_FLOATS}": (_TWO, TextBuilder.fadd),
    f"sub(|.rn).{_FLOATS}": (_TWO, TextBuilder.fsub),
    f"mul(|.rn).{_FLOATS}": (_TWO, TextBuilder.fmul),
    f"div.rn.{_FLOATS}": (_TWO, TextBuilder.fdiv),
    f"rcp.rn.{_FLOATS}": (_ONE, lambda builder, a: builder.fdiv(constant(a.type, 1.0), a)),
    f"neg.{_FLOATS}": (_ONE, TextBuilder.fneg),
    "brev.(b32|b64)": (_ONE, lambda builder, a: builder.intrinsic("bitreverse", a)),
    # Global addresses are generic addresses, here as on the GPU.
    "cvta(|.to).(global|param).u64": (_ONE, lambda builder, a: a),
}
"""Operations that LLVM has as they are. Integers wrap around; floating-point numbers are rounded
once to nearest even. Without ``.rn`` a compiler may fuse a product with the sum after it; here it
never is."""

for _pattern, (_operands, _compute) in _PLAIN.items():
    elementwise(_pattern, operands=_operands)(
        lambda emitter, instruction, *values, compute=_compute: compute(emitter.builder, *values)
    )


@elementwise("mul.wide.(s16|u16|s32|u32)", operands=">wide type type")
def multiply_wide(emitter: Emitter, instruction: Instruction, a: Value, b: Value) -> Value:
    """Full product of two numbers, twice as wide."""
    kind = last_type(instruction)
    wide = with_element(a.type, ir.IntType(kind.bits * 2))
    extend = emitter.builder.sext if kind.kind == "s" else emitter.builder.zext
    return emitter.builder.mul(extend(a, wide), extend(b, wide))


@elementwise(f"mul.hi.{_INTEGERS}", operands=_TWO)
def multiply_high(emitter: Emitter, instruction: Instruction, a: Value, b: Value) -> Value:
    """High half of a product."""
    builder = emitter.builder
    product = multiply_wide(emitter, instruction, a, b)
    bits = constant(product.type, last_type(instruction).bits)
    return builder.trunc(builder.lshr(product, bits), a.type)


@elementwise("mad.wide.(s16|u16|s32|u32)", operands=">wide type type wide")
def multiply_add_wide(
    emitter: Emitter, instruction: Instruction, a: Value, b: Value, c: Value
) -> Value:
    """Full product plus a number of twice the width."""
    return emitter.builder.add(multiply_wide(emitter, instruction, a, b), c)


@elementwise(f"(min|max).{_INTEGERS}", operands=_TWO)
def minimum_integers(emitter: Emitter, instruction: Instruction, a: Value, b: Value) -> Value:
    """Smaller and larger of two numbers."""
    builder = emitter.builder
    is_signed = last_type(instruction).kind == "s"
    compare = builder.icmp_signed if is_signed else builder.icmp_unsigned
    return builder.select(compare("<" if instruction.opcode == "min" else ">", a, b), a, b)


@elementwise(f"(div|rem).{_INTEGERS}", operands=_TWO)
def divide_integers(emitter: Emitter, instruction: Instruction, a: Value, b: Value) -> Value:
    """Quotient and remainder.

    PTX leaves division by zero unspecified; here the quotient is all ones and the remainder the
    dividend, as GPUs give it. The processor's own division would trap.
    """
    builder = emitter.builder
    is_quotient = instruction.opcode == "div"
    zero, one, ones = (constant(b.type, number) for number in (0, 1, -1))
    by_zero = builder.icmp_unsigned("==", b, zero)
    divisor = builder.select(by_zero, one, b)
    if last_type(instruction).kind != "s":
        result = (builder.udiv if is_quotient else builder.urem)(a, divisor)
    else:
        # The most negative number divided by -1 overflows, and would trap as well.
        by_minus_one = builder.icmp_unsigned("==", b, ones)
        divisor = builder.select(by_minus_one, one, divisor)
        result = (builder.sdiv if is_quotient else builder.srem)(a, divisor)
        overflow = builder.sub(zero, a) if is_quotient else zero
        result = builder.select(by_minus_one, overflow, result)
    return builder.select(by_zero, ones if is_quotient else a, result)


@elementwise("abs.(s16|s32|s64)", operands=_ONE)
def absolute_integer(emitter: Emitter, instruction: Instruction, a: Value) -> Value:
    """Absolute value; that of the most negative number is itself."""
    builder, zero = emitter.builder, constant(a.type, 0)
    return builder.select(builder.icmp_signed("<", a, zero), builder.sub(zero, a), a)


@elementwise("(fma|mad).rn.(f32|f64)", operands=_THREE)
@elementwise("(min|max).(f32|f64)", operands=_TWO)
@elementwise("sqrt.rn.(f32|f64)", "abs.(f32|f64)", operands=_ONE)
def call_for_floats(emitter: Emitter, instruction: Instruction, *values: Value) -> Value:
    """Call the intrinsic that LLVM has, which rounds once to nearest even.

    Of a minimum and a maximum, a NaN loses, and -0 counts as less than +0.
    """
    names = {"mad": "fma", "abs": "fabs", "min": "minimumnum", "max": "maximumnum"}
    name = names.get(instruction.opcode, instruction.opcode)
    result = emitter.builder.intrinsic(name, *values)
    if name != "sqrt":
        return result
    # LLVM knows that the root of a negative number is some NaN. Without a fence it gives that one
    # where the program chooses another NaN for negative numbers.
    return emitter.builder.intrinsic("arithmetic.fence", result)
