"""Sums as tensor cores, FP32 registers and FFMA kernels take them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from tensor_cores.model import FRACTION_BITS, LEAST_EXPONENT, Format

from split_products.parts import Part, Values

Floats = NDArray[np.float32]
Pair = tuple[int, int]  # which part of A times which part of B

TERMS_AT_ONCE = 2**16  # so that the terms stay in the processor's cache
LEAST_OF_FP32 = -126
PAIR = 64  # steps of k in two blocks, as the library lays them out
LIBRARY_CHUNKS, LEAST_CHUNK = 5, 384
"""The library's FFMA kernels sum a fifth of k in one chain, but no less than 384 steps."""

LEAST_CHUNK_OF = {16: 128}
"""Where tensor cores sum so many steps before these go to FP32 registers."""

MOST_CHUNK = 768
"""The most steps of a chunk whose intervals tensor cores have summed."""


def chains(
    form: Format,
    a: Sequence[Part],
    b: Sequence[Part],
    pairs: Sequence[Pair],
    interval: int,
    begin: Values | None = None,
) -> Values:
    """Sum products on a tensor core, in every interval of k by itself.

    Within an interval one pair of parts follows the other, each along k. Below 2**128 equal,
    bit for bit, to ``tensor_cores.model.multiply_add``, which a test compares it with.

    Parameters
    ----------
    form
        The format of all parts.
    a, b
        Parts of A and B, of shapes (m, k) and (k, n).
    pairs
        Which part of A times which of B, in their order.
    interval
        Steps of k that are summed from a beginning.
    begin
        The accumulators at the beginning of each interval; zeros where there are none.

    Returns
    -------
    numpy.ndarray
        The accumulators at the end of each interval, of shape (intervals, m, n).
    """
    k = a[0].values.shape[1]
    m, n = a[0].values.shape[0], b[0].values.shape[1]
    count = -(-k // interval)
    left = [_by_step(each.values.T, each.exponents.T, interval, count) for each in a]
    right = [_by_step(each.values, each.exponents, interval, count) for each in b]
    sums = np.empty((count, m, n))
    step = max(1, TERMS_AT_ONCE // (m * n * form.group))
    for first in range(0, count, step):
        some = slice(first, first + step)
        accumulators = np.zeros_like(sums[some]) if begin is None else begin[some]
        for i, j in pairs:
            for start in range(0, interval, form.group):
                group = slice(start, start + form.group), some
                terms = left[i][0][group][..., None] * right[j][0][group][..., None, :]
                exponents = left[i][1][group][..., None] + right[j][1][group][..., None, :]
                largest = exponents.max(axis=0).astype(np.int64)
                accumulators = _added(accumulators, terms, largest)
        sums[some] = accumulators
    return sums


def _by_step(
    values: Values, exponents: NDArray[np.int16], interval: int, count: int
) -> tuple[Values, NDArray[np.int16]]:
    """Lay out by place within an interval, then by interval; what is missing of the last is 0."""
    k, width = values.shape
    shape = count, interval, width
    padded, fields = np.zeros((count * interval, width)), np.full((count * interval, width), -5000)
    padded[:k], fields[:k] = values, exponents
    return (
        np.ascontiguousarray(padded.reshape(shape).transpose(1, 0, 2)),
        np.ascontiguousarray(fields.reshape(shape).transpose(1, 0, 2)).astype(np.int16),
    )


def _added(accumulators: Values, terms: Values, largest: NDArray[np.int64]) -> Values:
    """Add a group of exact products (axis 0) to accumulators, as a tensor core does."""
    own = (accumulators.view(np.int64) >> 52 & 0x7FF) - 1023
    own = np.where(accumulators == 0, LEAST_EXPONENT, np.maximum(own, LEAST_OF_FP32))
    last = np.maximum(np.maximum(largest, own), LEAST_EXPONENT) - FRACTION_BITS
    terms *= ((1023 - last) << 52).view(np.float64)
    np.trunc(terms, out=terms)
    total = terms.sum(axis=0)
    total += np.trunc(np.ldexp(accumulators, -last))
    total = np.ldexp(total, last)
    # Toward zero: the bits that float32 has not are cut off.
    cut = (total.view(np.int64) & ~0x1FFFFFFF).view(np.float64)
    is_small = np.abs(total) < 2.0**LEAST_OF_FP32
    if is_small.any():
        cut[is_small] = np.ldexp(np.trunc(np.ldexp(total[is_small], 149)), -149)
    cut += 0.0  # never -0
    return cut


def promoted(partial: Sequence[tuple[Values, float]], chunk: int = 0) -> Floats:
    """Add accumulators to FP32 registers, interval by interval; each addition rounds to nearest.

    Parameters
    ----------
    partial
        Accumulators of the intervals and the power of two, or other factor, that each is
        multiplied with in the same fused instruction.
    chunk
        So many intervals are summed in one chain; the sums of chunks are then added. 0 is all.
    """
    count, m, n = partial[-1][0].shape
    totals: list[Floats] = []
    for first in range(0, count, chunk or count):
        sums = np.zeros((m, n), np.float32)
        for at in range(first, min(first + (chunk or count), count)):
            for values, factor in partial:
                sums = (sums + values[at] * factor).astype(np.float32)
        totals.append(sums)
    result = totals[0]
    for each in totals[1:]:
        result = result + each
    return result


def promoted_in_parts(
    partial: Sequence[tuple[Values, float]], k: int, interval: int, splits: int, chunked: bool
) -> Floats:
    """Add accumulators as blocks do that each sum a part of k, and then the parts in order.

    Parameters
    ----------
    partial
        As :func:`promoted` takes them.
    k, interval
        Steps of k, and of an interval.
    splits
        How many parts there are: from one number of 64 steps to another.
    chunked
        Whether each part is summed in the library's chunks, or in one chain.
    """
    pairs = -(-k // PAIR)
    ends = [pairs * part // splits * PAIR for part in range(splits + 1)]
    result = None
    for first, end in itertools.pairwise(ends):
        last = min(end, k)
        some = slice(first // interval, -(-last // interval))
        least = LEAST_CHUNK_OF.get(interval, LEAST_CHUNK)
        chunk = library_chunk(last - first, interval, least, MOST_CHUNK) if chunked else 0
        sums = promoted([(values[some], factor) for values, factor in partial], chunk)
        result = sums if result is None else result + sums
    assert result is not None
    return result


def fused(A: Floats, B: Floats, chunk: int = 0) -> Floats:
    """Sum by fused multiply-adds: in one chain, or chunk by chunk and then the chunks.

    Sums are taken in float64 before they are rounded to float32, which differs from a fused
    multiply-add only where the first rounding makes a tie, once in some 2**29 sums.
    """
    k = A.shape[1]
    left, right = A.T.astype(np.float64), B.astype(np.float64)
    result = None
    for first in range(0, k, chunk or k):
        sums = np.zeros((A.shape[0], B.shape[1]), np.float32)
        for at in range(first, min(first + (chunk or k), k)):
            sums = (left[at][:, None] * right[at] + sums).astype(np.float32)
        result = sums if result is None else result + sums
    assert result is not None
    return result


def library_chunk(k: int, step: int = 1, least: int = LEAST_CHUNK, most: int = 0) -> int:
    """Return the length of the library's chunks, in units of so many steps of k.

    ``most`` steps have them at most, where it is not 0.
    """
    length = max(-(-k // LIBRARY_CHUNKS), least)
    return -(-(min(length, most) if most else length) // step)
