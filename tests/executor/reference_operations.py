"""What each operation of the reference interpreter computes from the bits of its sources.

Functions of integers alone: nothing here knows registers, threads or memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from reference_floats import (
    QUIET_NAN,
    add_floats,
    divide_floats,
    extreme_of_floats,
    float_to_integer,
    from_float,
    fused,
    infinity,
    is_nan,
    multiply_floats,
    negate_float,
    root_of_float,
    round_fraction,
    sign_of,
    to_float,
)

BITWISE: dict[str, Callable[[int, int], int]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def type_of(modifier: str) -> tuple[str, int]:
    """Kind and bits of a type, such as "s" and 32 of s32."""
    return ("pred", 1) if modifier == "pred" else (modifier[0], int(modifier[1:]))


def as_signed(number: int, bits: int) -> int:
    """The number whose two's complement has these low bits."""
    number %= 1 << bits
    return number - (1 << bits) if number >> (bits - 1) else number


def operation_of(
    opcode: str, modifiers: tuple[str, ...], kind: str, bits: int
) -> tuple[Callable[..., int], tuple[int, ...], int]:
    """What an operation computes from its sources' bits; widths of the sources and the result."""
    if kind == "f":
        floats = _float_operation(opcode, bits)
        if floats is not None:
            count, compute = floats
            return compute, (bits,) * count, bits
    signed = kind == "s"

    def number(value: int) -> int:
        return as_signed(value, bits) if signed else value

    wide = "wide" in modifiers
    if opcode in ("mul", "mad"):
        shift = bits if "hi" in modifiers else 0
        result = 2 * bits if wide else bits

        def multiply(a: int, b: int, c: int = 0) -> int:
            return (number(a) * number(b) >> shift) + c

        return multiply, (bits, bits, result)[: 3 if opcode == "mad" else 2], result
    if opcode == "shl":
        return (lambda a, b: a << min(b, bits)), (bits, 32), bits
    if opcode == "shr":
        return (lambda a, b: number(a) >> min(b, bits)), (bits, 32), bits
    if opcode == "bfi":
        return (lambda *v: _insert(*v, bits)), (bits, bits, 32, 32), bits
    if opcode == "bfe":
        return (lambda *v: _bit_field(*v, signed, bits)), (bits, 32, 32), bits
    if opcode == "selp":
        return (lambda a, b, p: a if p else b), (bits, bits, 1), bits
    if opcode == "clz":
        return (lambda a: bits - a.bit_length()), (bits,), 32
    if opcode == "popc":
        return (lambda a: a.bit_count()), (bits,), 32
    if opcode == "brev":
        return (lambda a: int(f"{a:0{bits}b}"[::-1], 2)), (bits,), bits
    if opcode == "prmt":
        return _permute, (32, 32, 32), 32
    if opcode == "lop3":

        def combine(a: int, b: int, c: int, table: int) -> int:
            rows = [(a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1 for i in range(32)]
            return sum((table >> row & 1) << i for i, row in enumerate(rows))

        return combine, (32, 32, 32, 32), 32
    if opcode == "shf":
        left, wraps = "l" in modifiers, "wrap" in modifiers

        def funnel(low: int, high: int, amount: int) -> int:
            count = amount % 32 if wraps else min(amount, 32)
            whole = high << 32 | low
            return whole << count >> 32 if left else whole >> count

        return funnel, (32, 32, 32), 32
    if opcode in ("div", "rem"):

        def divide(a: int, b: int) -> int:
            if b == 0:  # not defined by PTX; what GPUs give
                return -1 if opcode == "div" else a
            quotient = _quotient(number(a), number(b))
            return quotient if opcode == "div" else number(a) - quotient * number(b)

        return divide, (bits, bits), bits
    simple: dict[str, Callable[..., int]] = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "min": lambda a, b: min(number(a), number(b)),
        "max": lambda a, b: max(number(a), number(b)),
        "neg": lambda a: -a,
        "abs": lambda a: abs(as_signed(a, bits)),
        "not": lambda a: ~a,
        "mov": lambda a: a,
        **BITWISE,
    }
    count = 1 if opcode in ("neg", "abs", "not", "mov") else 2
    return simple[opcode], (bits,) * count, bits


def _float_operation(opcode: str, bits: int) -> tuple[int, Callable[..., int]] | None:
    one = from_float(1.0, bits)
    table: dict[str, tuple[int, Callable[..., int]]] = {
        "add": (2, lambda a, b: add_floats(a, b, bits)),
        "sub": (2, lambda a, b: add_floats(a, negate_float(b, bits), bits)),
        "mul": (2, lambda a, b: multiply_floats(a, b, bits)),
        "fma": (3, lambda a, b, c: fused(a, b, c, bits)),
        "mad": (3, lambda a, b, c: fused(a, b, c, bits)),
        "div": (2, lambda a, b: divide_floats(a, b, bits)),
        "rcp": (1, lambda a: divide_floats(one, a, bits)),
        "sqrt": (1, lambda a: root_of_float(a, bits)),
        "neg": (1, lambda a: negate_float(a, bits)),
        "abs": (1, lambda a: a & ~(1 << (bits - 1))),
        "min": (2, lambda a, b: extreme_of_floats(a, b, bits, larger=False)),
        "max": (2, lambda a, b: extreme_of_floats(a, b, bits, larger=True)),
    }
    return table.get(opcode)


def comparison_of(name: str, kind: str, bits: int) -> Callable[[int, int], bool]:
    if kind != "f":
        order = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(name, name)
        compare = _ORDER[order]
        if kind == "s":
            return lambda a, b: compare(as_signed(a, bits), as_signed(b, bits))
        return compare

    def compare_floats(a: int, b: int) -> bool:
        unordered = is_nan(a, bits) or is_nan(b, bits)
        if name in ("num", "nan"):
            return unordered == (name == "nan")
        accepts_nan = len(name) == 3
        if unordered:
            return accepts_nan
        return _ORDER[name[:2]](to_float(a, bits), to_float(b, bits))

    return compare_floats


_ORDER: dict[str, Callable[[float, float], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def _quotient(a: int, b: int) -> int:
    """Divide towards zero."""
    size = abs(a) // abs(b)
    return -size if (a < 0) != (b < 0) else size


def _permute(low: int, high: int, selector: int) -> int:
    pool = (low | high << 32).to_bytes(8, "little")
    result = []
    for place in range(4):
        nibble = selector >> (4 * place) & 15
        byte = pool[nibble & 7]
        result.append((0xFF if byte & 0x80 else 0) if nibble & 8 else byte)
    return int.from_bytes(bytes(result), "little")


def _bit_field(number: int, start: int, length: int, signed: bool, bits: int) -> int:
    start, length = start & 255, length & 255
    padded = as_signed(number, bits) if signed else number
    field = (padded >> min(start, bits)) & ((1 << length) - 1)
    if not signed or length == 0:
        return field
    last = min(start + length - 1, bits - 1)
    if number >> last & 1:
        field |= -1 << length
    return field


def _insert(field: int, target: int, start: int, length: int, bits: int) -> int:
    start, length = start & 255, length & 255
    mask = ((1 << length) - 1) << start
    return (target & ~mask | (field << start) & mask) & ((1 << bits) - 1)


def conversion_of(
    rounding: tuple[str, ...], to_type: tuple[str, int], from_type: tuple[str, int]
) -> Callable[[int], int]:
    """What a conversion from one type to another computes."""
    (to_kind, to_bits), (from_kind, from_bits) = to_type, from_type

    def convert(number: int) -> int:
        if to_kind == "f" and from_kind == "f":
            value = to_float(number, from_bits)
            if math.isnan(value):
                return QUIET_NAN[to_bits]
            if math.isinf(value):
                return infinity(int(value < 0), to_bits)
            return round_fraction(Fraction(value), to_bits, sign_of(number, from_bits))
        if from_kind == "f":
            return float_to_integer(number, from_bits, rounding[0], to_kind == "s", to_bits)
        whole = as_signed(number, from_bits) if from_kind == "s" else number
        return round_fraction(Fraction(whole), to_bits) if to_kind == "f" else whole

    return convert
