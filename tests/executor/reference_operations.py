"""What each operation of the reference interpreter computes from the bits of its sources.

Functions of integers alone: nothing here knows registers, threads or memory.
"""

import operator
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from reference_floats import (
    extreme_of_floats,
    float_to_integer,
    from_float,
    fused,
    ieee,
    is_nan,
    round_fraction,
    to_float,
)

Operation = tuple[Callable[..., int], tuple[int, ...], int]
"""What is computed from the bits of the sources; widths of the sources and of the result."""

BITWISE: dict[str, Callable[[int, int], int]] = {
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
}


def type_of(modifier: str) -> tuple[str, int]:
    """Kind and bits of a type, such as "s" and 32 of s32."""
    if modifier == "pred":
        return "pred", 1
    kind = modifier.rstrip("0123456789")
    return kind, int(modifier.removeprefix(kind))


def as_signed(number: int, bits: int) -> int:
    """The number whose two's complement has these low bits."""
    number %= 1 << bits
    return number - (1 << bits) if number >> (bits - 1) else number


def operation_of(opcode: str, modifiers: tuple[str, ...]) -> Operation:
    """What an operation computes."""
    kind, bits = type_of(modifiers[-1])
    if kind == "f" and opcode in _FLOATING:
        count, make = _FLOATING[opcode]
        return make(bits), (bits,) * count, bits
    signed = kind == "s"

    def number(value: int) -> int:
        return as_signed(value, bits) if signed else value

    result = 2 * bits if "wide" in modifiers else bits
    shift = bits if "hi" in modifiers else 0

    def multiply(a: int, b: int, c: int = 0) -> int:
        return (number(a) * number(b) >> shift) + c

    def divide(a: int, b: int) -> int:
        if b == 0:  # not defined by PTX; what GPUs give
            return -1 if opcode == "div" else a
        quotient = _quotient(number(a), number(b))
        return quotient if opcode == "div" else number(a) - quotient * number(b)

    def funnel(low: int, high: int, amount: int) -> int:
        count = amount % 32 if "wrap" in modifiers else min(amount, 32)
        whole = high << 32 | low
        return whole << count >> 32 if "l" in modifiers else whole >> count

    def find(a: int) -> int:
        size = (~number(a) if number(a) < 0 else a).bit_length()
        return bits - size if "shiftamt" in modifiers and size else size - 1

    operations: dict[str, Operation] = {
        "mul": (multiply, (bits, bits), result),
        "mad": (multiply, (bits, bits, result), result),
        "div": (divide, (bits, bits), bits),
        "rem": (divide, (bits, bits), bits),
        "shl": (lambda a, b: a << min(b, bits), (bits, 32), bits),
        "shr": (lambda a, b: number(a) >> min(b, bits), (bits, 32), bits),
        "bfi": (lambda *v: _insert(*v, bits), (bits, bits, 32, 32), bits),
        "bfe": (lambda *v: _bit_field(*v, signed, bits), (bits, 32, 32), bits),
        "selp": (lambda a, b, p: a if p else b, (bits, bits, 1), bits),
        "clz": (lambda a: bits - a.bit_length(), (bits,), 32),
        "popc": (int.bit_count, (bits,), 32),
        "bfind": (find, (bits,), 32),
        "brev": (lambda a: int(f"{a:0{bits}b}"[::-1], 2), (bits,), bits),
        "prmt": (_permute, (32, 32, 32), 32),
        "lop3": (_combine, (32, 32, 32, 32), 32),
        "shf": (funnel, (32, 32, 32), 32),
        "add": (operator.add, (bits, bits), bits),
        "sub": (operator.sub, (bits, bits), bits),
        "min": (lambda a, b: min(number(a), number(b)), (bits, bits), bits),
        "max": (lambda a, b: max(number(a), number(b)), (bits, bits), bits),
        "neg": (operator.neg, (bits,), bits),
        "abs": (lambda a: abs(as_signed(a, bits)), (bits,), bits),
        "not": (operator.invert, (bits,), bits),
        "mov": (lambda a: a, (bits,), bits),
        **{name: (compute, (bits, bits), bits) for name, compute in BITWISE.items()},
    }
    return operations[opcode]


_FLOATING: dict[str, tuple[int, Callable[[int], Callable[..., int]]]] = {
    "add": (2, lambda bits: ieee(operator.add, bits)),
    "sub": (2, lambda bits: ieee(operator.sub, bits)),
    "mul": (2, lambda bits: ieee(operator.mul, bits)),
    "div": (2, lambda bits: ieee(operator.truediv, bits)),
    "rcp": (1, lambda bits: ieee(np.reciprocal, bits)),
    "sqrt": (1, lambda bits: ieee(np.sqrt, bits)),
    "fma": (3, lambda bits: lambda *v: fused(*v, bits)),
    "neg": (1, lambda bits: lambda a: a ^ (1 << (bits - 1))),
    "abs": (1, lambda bits: lambda a: a & ~(1 << (bits - 1))),
    "min": (2, lambda bits: lambda *v: extreme_of_floats(*v, bits, larger=False)),
    "max": (2, lambda bits: lambda *v: extreme_of_floats(*v, bits, larger=True)),
}
"""Operations on floating-point numbers: how many sources they have, and what they compute."""


def comparison_of(name: str, kind: str, bits: int) -> Callable[[int, int], bool]:
    if kind != "f":
        order = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(name, name)
        compare: Callable[[float, float], bool] = getattr(operator, order)
        if kind == "s":
            return lambda a, b: compare(as_signed(a, bits), as_signed(b, bits))
        return compare

    def compare_floats(a: int, b: int) -> bool:
        unordered = is_nan(a, bits) or is_nan(b, bits)
        if name in ("num", "nan"):
            return unordered == (name == "nan")
        if unordered:
            return len(name) == 3
        return getattr(operator, name[:2])(to_float(a, bits), to_float(b, bits))

    return compare_floats


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


def _combine(a: int, b: int, c: int, table: int) -> int:
    rows = [(a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1 for i in range(32)]
    return sum((table >> row & 1) << i for i, row in enumerate(rows))


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


def conversion_of(modifiers: tuple[str, ...]) -> Callable[[int], int]:
    """What a conversion from one type to another computes."""
    *rounding, to_type, from_type = modifiers
    (to_kind, to_bits), (from_kind, from_bits) = type_of(to_type), type_of(from_type)

    def convert(number: int) -> int:
        if to_kind == "f" and from_kind == "f":
            return from_float(to_float(number, from_bits), to_bits)
        if from_kind == "f":
            return float_to_integer(number, from_bits, rounding[0], to_kind == "s", to_bits)
        whole = as_signed(number, from_bits) if from_kind == "s" else number
        return round_fraction(Fraction(whole), to_bits) if to_kind == "f" else whole

    return convert
