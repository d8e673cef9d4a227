"""Floating-point arithmetic of the reference interpreter: what IEEE 754 says, rounded once.

A number is its bits, a Python integer; a width is 32 or 64. NumPy computes what it has an operation
for. Fused multiply-adds and conversions of integers are exact in fractions.
"""

import math
import struct
from collections.abc import Callable
from fractions import Fraction

import numpy as np

QUIET_NAN = {32: 0x7FFFFFFF, 64: 0x7FF8000000000000}
PRECISION = {32: 24, 64: 53}
LEAST_EXPONENT = {32: -149, 64: -1074}
OVERFLOW = {32: Fraction(2) ** 128, 64: Fraction(2) ** 1024}

KINDS: dict[int, Callable[[float], np.floating]] = {32: np.float32, 64: np.float64}


def to_float(bits: int, width: int) -> float:
    return struct.unpack("<f" if width == 32 else "<d", bits.to_bytes(width // 8, "little"))[0]


def from_float(value: float | np.floating, width: int) -> int:
    """Bits of the nearest number of this width; all NaNs are one."""
    if math.isnan(value):
        return QUIET_NAN[width]
    with np.errstate(all="ignore"):
        return int.from_bytes(KINDS[width](value).tobytes(), "little")


def ieee(operation: Callable[..., np.floating], width: int) -> Callable[..., int]:
    """An operation of NumPy, as one on bits."""

    def compute(*numbers: int) -> int:
        with np.errstate(all="ignore"):
            return from_float(
                operation(*(KINDS[width](to_float(n, width)) for n in numbers)), width
            )

    return compute


def is_nan(bits: int, width: int) -> bool:
    return math.isnan(to_float(bits, width))


def round_fraction(value: Fraction, width: int) -> int:
    """Bits of the nearest number, ties to even."""
    if value == 0:
        return 0
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    step = max(exponent - PRECISION[width] + 1, LEAST_EXPONENT[width])
    count = round(size / Fraction(2) ** step)  # a Fraction rounds half to even
    overflows = count * Fraction(2) ** step >= OVERFLOW[width]
    rounded = math.inf if overflows else math.ldexp(count, step)
    return from_float(-rounded if value < 0 else rounded, width)


def fused(a: int, b: int, c: int, width: int) -> int:
    """Bits of a*b + c, rounded once."""
    x, y, z = (to_float(bits, width) for bits in (a, b, c))
    if math.isfinite(x) and math.isfinite(y):
        if not math.isfinite(z):
            return from_float(z, width)
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        if exact != 0:
            return round_fraction(exact, width)
    # Floating-point numbers have the right zeros, infinities and NaNs.
    return from_float(x * y + z, width)


def extreme_of_floats(a: int, b: int, width: int, *, larger: bool) -> int:
    numbers = [bits for bits in (a, b) if not is_nan(bits, width)] or [QUIET_NAN[width]]
    # Equal numbers are the same number, or zeros of two signs.
    ordered = sorted(numbers, key=lambda bits: (to_float(bits, width), -(bits >> (width - 1))))
    return ordered[-1 if larger else 0]


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
