"""The arithmetic of tensor cores: D = A*B + C with half-precision inputs and float32 accumulators.

A tensor core does not round each product and each sum. It takes a group of products and the
accumulator together. Products are exact. All terms are aligned to the largest exponent among them,
and lose there what lies below some number of fractional bits. Their sum is exact, and is rounded
once to float32, toward zero. The next group along k starts from that. ``wgmma`` and ``mma.sync`` of
sm_90 do so alike.

All that is decided here was measured on an H200: docs/executor.md says how, and
results/h200/tensor-cores.json how many results every other choice gets wrong.

Terms are held in float64, as whole multiples of the last bit kept. These are below 2**53, so that
nothing is rounded but where the hardware does it.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError

Bits = NDArray[np.unsignedinteger[Any]]
Words = NDArray[np.uint32]
Doubles = NDArray[np.float64]
Exponents = NDArray[np.int16]

GROUP_BITS = 256  # of a row of A, whose products are added at once
FRACTION_BITS = 25  # kept below the largest exponent
# The largest exponent counts as no less than this. Only sums below 2**-129 of products of BF16 or
# TF32, without an accumulator, show it: what lies below 2**-158 is lost there, and no more.
LEAST_EXPONENT = -133
NAN = 0x7FFFFFFF  # every NaN that comes out, as bits
OF_ZERO = -5000  # zeros don't count: below all others; twice that is in the range of int16
OVERFLOW = 2.0**128
PRODUCTS_AT_ONCE = 2**17  # so that the terms stay in the processor's cache


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
    def group(self) -> int:
        """So many products along k are added at once, with the accumulator."""
        return GROUP_BITS // self.word_bits

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


def multiply_add(form: Format, a: Bits, b: Bits, c: Words) -> Words:
    """Compute D = A*B + C on tiles as the tensor cores of sm_90 do.

    Where k is more than one instruction has, this is what several of them give, one after the
    other along k.

    Parameters
    ----------
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
    step = max(1, PRODUCTS_AT_ONCE // (m * n * min(k, form.group)))
    # Tiles lie innermost, so that each operation runs through long rows.
    for first in range(0, tiles, step):
        part = slice(first, first + step)
        some_a = np.ascontiguousarray(a[part].transpose(2, 1, 0))[:, :, np.newaxis]
        some_b = np.ascontiguousarray(b[part].transpose(1, 2, 0))[:, np.newaxis]
        accumulators = np.ascontiguousarray(c[part].transpose(1, 2, 0))
        for start in range(0, k, form.group):
            along = slice(start, start + form.group)
            accumulators = _add_group(form, some_a[along], some_b[along], accumulators)
        d[part] = accumulators.transpose(2, 0, 1)
    return d


def _add_group(form: Format, a: Bits, b: Bits, c: Words) -> Words:
    """Add the products of one group to accumulators; k is the first dimension of A and B."""
    (values_a, exponents_a), (values_b, exponents_b) = _split(form, a), _split(form, b)
    values_c, exponents_c = _split(FP32, c)
    with np.errstate(invalid="ignore", over="ignore"):
        terms = values_a * values_b
        # That of its factors together, even where their significands make 2 or more.
        exponents = exponents_a + exponents_b
        largest = np.maximum(exponents.max(axis=0), exponents_c)
        np.maximum(largest, LEAST_EXPONENT, out=largest)
        last_bit = largest.astype(np.int32) - FRACTION_BITS
        terms *= np.ldexp(1.0, -last_bit)
        np.trunc(terms, out=terms)
        accumulators = np.trunc(np.ldexp(values_c, -last_bit))
        return _rounded(np.ldexp(terms.sum(axis=0) + accumulators, last_bit))


def _split(form: Format, bits: Bits) -> tuple[Doubles, Exponents]:
    """Return values, and the exponents that their significands are taken with.

    A subnormal has that of the smallest normal number.
    """
    values = form.values(bits)
    exponents = np.maximum(form.fields(bits), 1) + np.int16(form.least_exponent - 1)
    exponents[values == 0] = OF_ZERO
    return values, exponents


def _rounded(sums: Doubles) -> Words:
    """Round exact sums to float32, toward zero, except that 2**128 and more are infinite."""
    results = sums.astype(np.float32)
    is_off = np.abs(results) > np.abs(sums)
    if is_off.any():
        results[is_off] = np.nextafter(results[is_off], np.float32(0))
    is_over = np.abs(sums) >= OVERFLOW
    if is_over.any():
        results[is_over] = np.copysign(np.float32(np.inf), results[is_over])
    results[results == 0] = 0  # never -0
    bits = results.view(np.uint32)
    bits[np.isnan(results)] = NAN
    return bits
