"""The arithmetic of tensor cores: D = A*B + C with half-precision inputs and float32 accumulators.

A tensor core does not round each product and each sum. It takes a group of products and the
accumulator together. Products are exact. All terms are aligned to the largest exponent among them,
and lose there what lies below some number of fractional bits. Their sum is exact, and is rounded
once to float32. The next group along k starts from that.

Terms are held in float64, as whole multiples of the last bit kept. These are below 2**53, so that
nothing is rounded but where the hardware does it.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError

Bits = NDArray[np.unsignedinteger[Any]]
Words = NDArray[np.uint32]
Doubles = NDArray[np.float64]
Exponents = NDArray[np.int16]
Rounding = Literal["toward zero", "to nearest", "down"]

MOST_FRACTION_BITS = 40  # 64 terms below 4, with so many bits, and their sum are exact in float64
PRODUCTS_AT_ONCE = 2**17  # so that the terms stay in the processor's cache
LEAST_EXPONENT = -126  # of float32
OF_ZERO = -5000  # an exponent below all others; twice that is in the range of int16
OVERFLOW = 2.0**128
SMALLEST_NORMAL = 2.0**-126


@dataclasses.dataclass(frozen=True, slots=True)
class Format:
    """A binary floating-point format of the inputs, in the high bits of words."""

    name: str
    exponent_bits: int
    fraction_bits: int
    word_bits: int
    ignored_bits: int = 0  # at the low end of a word

    @property
    def least_exponent(self) -> int:
        """The exponent of the smallest normal number."""
        return 2 - (1 << self.exponent_bits - 1)

    @property
    def largest_exponent(self) -> int:
        """The exponent of the largest finite number."""
        return (1 << self.exponent_bits - 1) - 1

    @property
    def word(self) -> type[np.unsignedinteger[Any]]:
        """The type of a word."""
        return np.uint16 if self.word_bits == 16 else np.uint32

    def values(self, bits: Bits) -> Doubles:
        """Return the numbers that words stand for."""
        if self.exponent_bits == 5:
            return bits.view(np.float16).astype(np.float64)
        words = bits.astype(np.uint32) << np.uint32(32 - self.word_bits)
        words &= np.uint32(2**32 - 2**self.ignored_bits)
        with np.errstate(invalid="ignore"):  # a signalling NaN
            return words.view(np.float32).astype(np.float64)

    def fields(self, bits: Bits) -> Exponents:
        """Return the exponents' fields."""
        shift = bits.dtype.type(self.fraction_bits + self.ignored_bits)
        return ((bits >> shift) & bits.dtype.type(2**self.exponent_bits - 1)).astype(np.int16)


FP16 = Format("f16", 5, 10, 16)
BF16 = Format("bf16", 8, 7, 16)
TF32 = Format("tf32", 8, 10, 32, ignored_bits=13)
FP32 = Format("f32", 8, 23, 32)


@dataclasses.dataclass(frozen=True, slots=True)
class Arithmetic:
    """What distinguishes the tensor cores of one generation from others.

    The defaults are what is published for sm_90.
    """

    group: int
    """So many products along k are added at once, with the accumulator."""
    fraction_bits: int = 25
    """Bits kept below the largest exponent."""
    alignment: Rounding = "toward zero"
    """How a term loses the bits below."""
    rounding: Rounding = "toward zero"
    """How a sum becomes float32."""
    overflow: Literal["infinity", "largest"] = "infinity"
    """What a sum of 2**128 or more becomes."""
    keeps_subnormal_inputs: bool = True
    """Whether subnormal elements of A and B are not taken for zero."""
    keeps_subnormal_accumulators: bool = True
    """Whether subnormal elements of C are not taken for zero."""
    keeps_subnormal_results: bool = True
    """Whether subnormal sums are not made zero."""
    normalises_inputs: bool = False
    """Whether a subnormal has the exponent of its leading bit, not that of the format's least."""
    normalises_products: bool = False
    """Whether a product of significands of 2 or more raises the exponent."""
    counts_zeros: bool = False
    """Whether products that are zero count for the largest exponent."""
    least_exponent: int = LEAST_EXPONENT
    """The largest exponent is taken to be no less than this."""
    keeps_negative_zero: bool = True
    """Whether a sum is -0 where all terms are, or where it is negative and rounded to zero."""
    nan: int = 0x7FFFFFFF
    """Every NaN that comes out, as bits."""

    def __post_init__(self) -> None:
        if self.group < 1:
            raise ArgumentError(f"group = {self.group}: a group has one product or more")
        if not 0 <= self.fraction_bits <= MOST_FRACTION_BITS:
            raise ArgumentError(
                f"fraction_bits = {self.fraction_bits}: 0 ... {MOST_FRACTION_BITS} are kept"
            )


SM_90 = {FP16: Arithmetic(group=16), BF16: Arithmetic(group=16), TF32: Arithmetic(group=8)}
"""The arithmetic of sm_90 for each format of inputs, by wgmma and mma.sync."""


def multiply_add(arithmetic: Arithmetic, form: Format, a: Bits, b: Bits, c: Words) -> Words:
    """Compute D = A*B + C on tiles as a tensor core does.

    Parameters
    ----------
    arithmetic
        That of the tensor core.
    form
        The format of A and B.
    a, b
        Bits of the inputs, of shapes (tiles, m, k) and (tiles, k, n).
    c
        Bits of the float32 accumulators, of shape (tiles, m, n).

    Returns
    -------
    numpy.ndarray
        The bits of D, of the shape of C.
    """
    tiles, m, k = a.shape
    n = b.shape[2]
    if b.shape != (tiles, k, n) or c.shape != (tiles, m, n):
        raise ArgumentError(f"shapes {a.shape}, {b.shape}, {c.shape}: they are no A, B and C")
    if a.dtype != form.word or b.dtype != form.word or c.dtype != np.uint32:
        raise ArgumentError(
            f"types {a.dtype}, {b.dtype}, {c.dtype}: {form.name} is in {form.word.__name__}, "
            "and C in uint32"
        )
    d = np.empty_like(c)
    step = max(1, PRODUCTS_AT_ONCE // (m * n * min(k, arithmetic.group)))
    # Tiles lie innermost, so that each operation runs through long rows.
    for first in range(0, tiles, step):
        part = slice(first, first + step)
        some_a = np.ascontiguousarray(a[part].transpose(2, 1, 0))[:, :, np.newaxis]
        some_b = np.ascontiguousarray(b[part].transpose(1, 2, 0))[:, np.newaxis]
        accumulators = np.ascontiguousarray(c[part].transpose(1, 2, 0))
        for start in range(0, k, arithmetic.group):
            along = slice(start, start + arithmetic.group)
            accumulators = _add_group(arithmetic, form, some_a[along], some_b[along], accumulators)
        d[part] = accumulators.transpose(2, 0, 1)
    return d


def _add_group(arithmetic: Arithmetic, form: Format, a: Bits, b: Bits, c: Words) -> Words:
    """Add the products of one group to accumulators; k is the first dimension of A and B."""
    values_a, exponents_a = _split(arithmetic, form, a, arithmetic.keeps_subnormal_inputs)
    values_b, exponents_b = _split(arithmetic, form, b, arithmetic.keeps_subnormal_inputs)
    values_c, exponents_c = _split(arithmetic, FP32, c, arithmetic.keeps_subnormal_accumulators)
    with np.errstate(invalid="ignore", over="ignore"):
        terms = values_a * values_b
        exponents = exponents_a + exponents_b
        if arithmetic.normalises_products:
            exponents += np.abs(terms) >= np.ldexp(2.0, exponents.astype(np.int32))
        largest = np.maximum(exponents.max(axis=0), exponents_c)
        np.maximum(largest, arithmetic.least_exponent, out=largest)
        last_bit = largest.astype(np.int32) - arithmetic.fraction_bits
        terms *= np.ldexp(1.0, -last_bit)
        _make_whole(terms, arithmetic.alignment)
        accumulator = np.ldexp(values_c, -last_bit)
        _make_whole(accumulator, arithmetic.alignment)
        # From -0, which leaves the sign of a sum of zeros to them.
        total = np.add.reduce(terms, axis=0, initial=-0.0) + accumulator
        return _rounded(arithmetic, np.ldexp(total, last_bit))


def _split(
    arithmetic: Arithmetic, form: Format, bits: Bits, keeps_subnormals: bool
) -> tuple[Doubles, Exponents]:
    """Return values, and the exponents that their significands are taken with."""
    values, fields = form.values(bits), form.fields(bits)
    if not keeps_subnormals:
        values = np.where(fields == 0, np.copysign(0.0, values), values)
    exponents = np.maximum(fields, 1) + np.int16(form.least_exponent - 1)
    if arithmetic.normalises_inputs:
        exponents = np.where(fields == 0, np.frexp(values)[1] - 1, exponents).astype(np.int16)
    if not (arithmetic.counts_zeros and form is not FP32):
        exponents[values == 0] = OF_ZERO
    return values, exponents


def _make_whole(terms: Doubles, rounding: Rounding) -> None:
    {"toward zero": np.trunc, "to nearest": np.rint, "down": np.floor}[rounding](terms, out=terms)


def _rounded(arithmetic: Arithmetic, sums: Doubles) -> Words:
    """Round exact sums to float32."""
    results = sums.astype(np.float32)
    if arithmetic.rounding == "toward zero":
        is_off, target = np.abs(results) > np.abs(sums), 0.0
    else:
        is_off, target = (results > sums) & (arithmetic.rounding == "down"), -np.inf
    if is_off.any():
        results[is_off] = np.nextafter(results[is_off], np.float32(target))
    is_over = (np.abs(sums) >= OVERFLOW) & np.isfinite(sums)
    if is_over.any():
        most = np.inf if arithmetic.overflow == "infinity" else np.finfo(np.float32).max
        results[is_over] = np.copysign(np.float32(most), results[is_over])
    if not arithmetic.keeps_subnormal_results:
        is_small = np.abs(results) < SMALLEST_NORMAL
        results[is_small] = np.copysign(np.float32(0), results[is_small])
    if not arithmetic.keeps_negative_zero:
        results[results == 0] = 0
    bits = results.view(np.uint32)
    bits[np.isnan(results)] = arithmetic.nan
    return bits
