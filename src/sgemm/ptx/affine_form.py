"""Forms: what a register can be known to hold, and how forms are built and joined."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

UNBOUNDED_ZEROS = 64  # trailing zeros of the number 0


@dataclasses.dataclass(frozen=True, slots=True)
class Term:
    """A uniform register that enters a form times a constant lane vector."""

    register: str
    """Name; written once, outside every loop, so that its value is the same wherever it is used."""
    signed: bool  # how it is extended to a wider form
    coefficients: tuple[int, ...]  # one for each lane


@dataclasses.dataclass(frozen=True, slots=True)
class AffineForm:
    """A value that is a uniform base plus lane offsets."""

    offsets: tuple[int, ...]  # one for each lane, signed
    terms: tuple[Term, ...]  # uniform registers times lane vectors, ordered by name
    zeros: int  # the base is a multiple of ``2**zeros``
    low: int
    high: int  # bounds of the base, read as an unsigned number

    @property
    def is_uniform(self) -> bool:
        """Whether all lanes hold the same value."""
        return not self.terms and not any(self.offsets)

    @property
    def constant(self) -> int | None:
        """The value where it is known and the same in all lanes, else None."""
        return self.low if self.low == self.high and self.is_uniform else None

    @property
    def is_disjoint(self) -> bool:
        """Whether base and offsets share no bit, so that their sum is their bitwise or."""
        return not self.terms and min(self.offsets) >= 0 and max(self.offsets) < 1 << self.zeros

    @property
    def possible_bits(self) -> int:
        """Mask of the bits that the base can have."""
        return ((1 << self.high.bit_length()) - 1) >> self.zeros << self.zeros


Value = AffineForm | None
"""A form, or None for a register that varies from lane to lane in no known way."""


def trailing_zeros(number: int) -> int:
    """Return how many low bits of a number are zero."""
    return (number & -number).bit_length() - 1 if number else UNBOUNDED_ZEROS


def join(one: Value, other: Value) -> Value:
    """Return a form that covers two, or None where there is none."""
    if one is None or other is None or one == other:
        return one if one == other else None
    if one.offsets != other.offsets or one.terms != other.terms:
        return None
    low, high = min(one.low, other.low), max(one.high, other.high)
    return dataclasses.replace(one, zeros=min(one.zeros, other.zeros), low=low, high=high)


def widen(old: Value, new: Value, bits: int) -> Value:
    """Give up bounds that still move, so that an iteration comes to its end."""
    if old is None or new is None or (old.low, old.high) == (new.low, new.high):
        return new
    return dataclasses.replace(new, low=0, high=2**bits - 1)


def make_form(
    offsets: Iterable[int], terms: tuple[Term, ...], zeros: int, low: int, high: int, bits: int
) -> AffineForm:
    """Return a form, its offsets wrapped and its bounds given up if they leave the width."""
    lanes = tuple(offsets)
    if min(lanes) < -(2 ** (bits - 1)) or max(lanes) >= 2 ** (bits - 1):
        lanes = tuple(as_signed(offset, bits) for offset in lanes)
    if not 0 <= low <= high < 2**bits:
        low, high = 0, 2**bits - 1
    if low == high:
        zeros = trailing_zeros(low)
    return AffineForm(lanes, terms, min(zeros, UNBOUNDED_ZEROS), low, high)


def as_signed(number: int, bits: int) -> int:
    """Read the low bits of a number as a signed one."""
    number %= 2**bits
    return number - 2**bits if number >= 2 ** (bits - 1) else number


def combine_terms(one: tuple[Term, ...], other: tuple[Term, ...], sign: int) -> tuple[Term, ...]:
    """Add or subtract two combinations of terms."""
    combined = {(term.register, term.signed): term.coefficients for term in one}
    for term in other:
        key = (term.register, term.signed)
        old = combined.get(key, (0,) * len(term.coefficients))
        combined[key] = tuple(a + sign * b for a, b in zip(old, term.coefficients, strict=True))
    return tuple(
        Term(register, signed, coefficients)
        for (register, signed), coefficients in sorted(combined.items())
        if any(coefficients)
    )


def uniform(lanes: int, low: int, high: int) -> AffineForm:
    """Return the form of a uniform value between two bounds."""
    zeros = trailing_zeros(low) if low == high else 0
    return AffineForm((0,) * lanes, (), zeros, low, high)
