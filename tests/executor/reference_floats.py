"""Floating-point arithmetic of the reference interpreter: exact in fractions, rounded once.

A number is its bits, a Python integer; a width is 32 or 64.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction

QUIET_NAN = {32: 0x7FFFFFFF, 64: 0x7FF8000000000000}
PRECISION = {32: 24, 64: 53}
LEAST_EXPONENT = {32: -149, 64: -1074}
OVERFLOW = {32: Fraction(2) ** 128, 64: Fraction(2) ** 1024}


def to_float(bits: int, width: int) -> float:
    return struct.unpack("<f" if width == 32 else "<d", bits.to_bytes(width // 8, "little"))[0]


def from_float(value: float, width: int) -> int:
    """Bits of a number that is exact in this width."""
    return int.from_bytes(struct.pack("<f" if width == 32 else "<d", value), "little")


def is_nan(bits: int, width: int) -> bool:
    return math.isnan(to_float(bits, width))


def sign_of(bits: int, width: int) -> int:
    return bits >> (width - 1)


def infinity(sign: int, width: int) -> int:
    return from_float(-math.inf if sign else math.inf, width)


def zero(sign: int, width: int) -> int:
    return sign << (width - 1)


def round_fraction(value: Fraction, width: int, sign_of_zero: int = 0) -> int:
    """Bits of the nearest number, ties to even."""
    if value == 0:
        return zero(sign_of_zero, width)
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    step = max(exponent - PRECISION[width] + 1, LEAST_EXPONENT[width])
    count = round(size / Fraction(2) ** step)  # a Fraction rounds half to even
    sign = int(value < 0)
    if count * Fraction(2) ** step >= OVERFLOW[width]:
        return infinity(sign, width)
    return from_float(math.ldexp(count, step), width) | zero(sign, width)


def fused(a: int, b: int, c: int, width: int) -> int:
    """Bits of a*b + c, rounded once."""
    x, y, z = (to_float(bits, width) for bits in (a, b, c))
    if math.isnan(x) or math.isnan(y) or math.isnan(z):
        return QUIET_NAN[width]
    sign = sign_of(a, width) ^ sign_of(b, width)
    if math.isinf(x) or math.isinf(y):
        if x == 0 or y == 0 or (math.isinf(z) and sign_of(c, width) != sign):
            return QUIET_NAN[width]
        return infinity(sign, width)
    if math.isinf(z):
        return c
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    both_negative = sign and sign_of(c, width) and (x == 0 or y == 0) and z == 0
    return round_fraction(exact, width, 1 if both_negative else 0)


def add_floats(a: int, b: int, width: int) -> int:
    return fused(a, from_float(1.0, width), b, width)


def multiply_floats(a: int, b: int, width: int) -> int:
    # Adding a zero of the product's own sign leaves even a zero product as it is.
    return fused(a, b, zero(sign_of(a, width) ^ sign_of(b, width), width), width)


def negate_float(a: int, width: int) -> int:
    return a ^ (1 << (width - 1))


def divide_floats(a: int, b: int, width: int) -> int:
    x, y = to_float(a, width), to_float(b, width)
    sign = sign_of(a, width) ^ sign_of(b, width)
    if math.isnan(x) or math.isnan(y) or (math.isinf(x) and math.isinf(y)) or x == 0 == y:
        return QUIET_NAN[width]
    if math.isinf(x) or y == 0:
        return infinity(sign, width)
    if math.isinf(y):
        return zero(sign, width)
    return round_fraction(Fraction(x) / Fraction(y), width, sign)


def root_of_float(a: int, width: int) -> int:
    x = to_float(a, width)
    if math.isnan(x) or x < 0:
        return QUIET_NAN[width]
    if x == 0 or math.isinf(x):
        return a
    # The root's integer part at a scale with bits to spare, and one more bit if it is not exact.
    exact = Fraction(x)
    scale = 4 ** (PRECISION[64] + 1100)
    scaled = exact * scale
    assert scaled.denominator == 1
    root = math.isqrt(scaled.numerator)
    sticky = Fraction(1, 2) if root * root != scaled.numerator else Fraction(0)
    return round_fraction((root + sticky) / math.isqrt(scale), width)


def extreme_of_floats(a: int, b: int, width: int, *, larger: bool) -> int:
    if is_nan(a, width):
        return QUIET_NAN[width] if is_nan(b, width) else b
    if is_nan(b, width):
        return a
    x, y = to_float(a, width), to_float(b, width)
    # Equal numbers are the same number, or zeros of two signs.
    a_first = sign_of(a, width) > sign_of(b, width) if x == y else x < y
    return (b if a_first else a) if larger else (a if a_first else b)


def float_to_integer(bits: int, width: int, rounding: str, signed: bool, to_bits: int) -> int:
    low, high = (-(1 << (to_bits - 1)), (1 << (to_bits - 1)) - 1) if signed else (0, 2**to_bits - 1)
    value = to_float(bits, width)
    if math.isnan(value):
        # The manual's two rules: the source is double precision, or the target has 64 bits.
        return 1 << (to_bits - 1) if width == 64 or to_bits == 64 else 0
    if math.isinf(value):
        return high if value > 0 else low
    exact = Fraction(value)
    whole = {"rni": round, "rzi": math.trunc, "rmi": math.floor, "rpi": math.ceil}[rounding](exact)
    return min(max(whole, low), high)
