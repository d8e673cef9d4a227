"""Conversions between float32 and FP16 or BF16.

They are written in integers and one float32 operation each: LLVM's own conversions call library
functions on processors that have no instruction for them. A half is 16 bits of an integer here.
Every NaN becomes 0x7fff; that of an FP16 number 0x7fffffff, while from BF16 its bits are kept.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import F32, I16, I32, Value, constant, with_element
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import elementwise
from sgemm.ptx.syntax import Instruction

_INFINITY = 0x7F800000
_HALF_INFINITY = 0x7C00
_SMALLEST_NORMAL = 0x38800000  # the float32 2^-14: below, an FP16 number is subnormal


@elementwise("cvt.(rn|rz).(f16|bf16).f32", operands=">converted converted")
def narrow(emitter: Emitter, instruction: Instruction, value: Value) -> Value:
    """Convert a float32 number to nearest, ties to even, or toward zero."""
    half = _narrowed(emitter.builder, instruction, value)
    return emitter.builder.trunc(half, with_element(half.type, I16))


@elementwise("cvt.(rn|rz).(f16x2|bf16x2).f32", operands=">converted converted converted")
def narrow_two(emitter: Emitter, instruction: Instruction, high: Value, low: Value) -> Value:
    """Convert two float32 numbers; the first becomes the upper half."""
    builder = emitter.builder
    upper = _narrowed(builder, instruction, high)
    upper = builder.shl(upper, constant(upper.type, 16))
    return builder.or_(upper, _narrowed(builder, instruction, low))


@elementwise("cvt.f32.bf16", operands=">converted converted")
def widen_bfloat(emitter: Emitter, instruction: Instruction, half: Value) -> Value:
    """Convert BF16 to float32, whose upper bits it is."""
    builder = emitter.builder
    bits = builder.zext(half, with_element(half.type, I32))
    bits = builder.shl(bits, constant(bits.type, 16))
    return builder.bitcast(bits, with_element(half.type, F32))


@elementwise("cvt.f32.f16", operands=">converted converted")
def widen_half(emitter: Emitter, instruction: Instruction, half: Value) -> Value:
    """Convert FP16 to float32, exactly."""
    builder = emitter.builder
    floats = with_element(half.type, F32)
    bits = builder.zext(half, with_element(half.type, I32))
    magnitude = builder.and_(bits, constant(bits.type, 0x7FFF))
    # Shifted into place the exponent is too small by the difference of both biases, 112. The
    # product is right for subnormals too.
    shifted = builder.bitcast(builder.shl(magnitude, constant(bits.type, 13)), floats)
    number = builder.bitcast(builder.fmul(shifted, constant(floats, 2.0**112)), bits.type)
    infinity = constant(bits.type, _HALF_INFINITY)
    is_infinite = builder.icmp_unsigned("==", magnitude, infinity)
    number = builder.select(is_infinite, constant(bits.type, _INFINITY), number)
    sign = builder.shl(builder.sub(bits, magnitude), constant(bits.type, 16))
    is_nan = builder.icmp_unsigned(">", magnitude, infinity)
    nan = constant(bits.type, 0x7FFFFFFF)
    return builder.bitcast(builder.select(is_nan, nan, builder.or_(number, sign)), floats)


def _narrowed(builder: ir.IRBuilder, instruction: Instruction, value: Value) -> Value:
    """Return a float32 number as FP16 or BF16, in an integer of 32 bits."""
    rounding, target, _ = instruction.modifiers
    nearest = rounding == "rn"
    bits = builder.bitcast(value, with_element(value.type, I32))
    kind = bits.type
    magnitude = builder.and_(bits, constant(kind, 0x7FFFFFFF))
    if target.startswith("bf16"):
        half = _without_low_bits(builder, magnitude, 16, nearest)
    else:
        half = _half_of(builder, magnitude, nearest)
    sign = builder.and_(builder.lshr(bits, constant(kind, 16)), constant(kind, 0x8000))
    is_nan = builder.icmp_unsigned(">", magnitude, constant(kind, _INFINITY))
    return builder.select(is_nan, constant(kind, 0x7FFF), builder.or_(half, sign))


def _without_low_bits(builder: ir.IRBuilder, bits: Value, count: int, nearest: bool) -> Value:
    """Cut off low bits; rounded to nearest, ties to even, if so wanted.

    A carry goes into the exponent, and from the largest number to infinity.
    """
    kind = bits.type
    amount = constant(kind, count)
    if nearest:
        odd = builder.and_(builder.lshr(bits, amount), constant(kind, 1))
        bits = builder.add(bits, builder.add(odd, constant(kind, (1 << (count - 1)) - 1)))
    return builder.lshr(bits, amount)


def _half_of(builder: ir.IRBuilder, magnitude: Value, nearest: bool) -> Value:
    """Return the FP16 number of a float32 number without its sign."""
    kind = magnitude.type
    infinity = constant(kind, _HALF_INFINITY)
    normal = _without_low_bits(builder, magnitude, 13, nearest)
    normal = builder.sub(normal, constant(kind, 112 << 10))
    largest = infinity if nearest else constant(kind, _HALF_INFINITY - 1)
    normal = builder.select(builder.icmp_unsigned(">", normal, largest), largest, normal)
    if not nearest:
        is_infinite = builder.icmp_unsigned("==", magnitude, constant(kind, _INFINITY))
        normal = builder.select(is_infinite, infinity, normal)
    floats = with_element(kind, F32)
    number = builder.bitcast(magnitude, floats)
    if nearest:
        # Bits of the sum: those of 0.5, whose last place is 2^-24, and the rounded number.
        total = builder.fadd(number, constant(floats, 0.5))
        subnormal = builder.sub(builder.bitcast(total, kind), constant(kind, 0x3F000000))
    else:
        subnormal = builder.fptosi(builder.fmul(number, constant(floats, 2.0**24)), kind)
    is_small = builder.icmp_unsigned("<", magnitude, constant(kind, _SMALLEST_NORMAL))
    return builder.select(is_small, subnormal, normal)
