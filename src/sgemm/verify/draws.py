"""Drawing numbers for A, B and C: what the classes of inputs are made with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Matrices = tuple[Matrix, Matrix, Matrix]

FLOAT32_MAX = np.float32(np.finfo(np.float32).max)
BAD_MANTISSA = np.float32(1 + 2.0**-12 + 2.0**-23)


def uniform(generator: np.random.Generator, *shape: int) -> Matrix:
    """Draw from U[0, 1)."""
    return generator.random(shape, dtype=np.float32)


def signed(generator: np.random.Generator, *shape: int) -> Matrix:
    """Draw from U[-1, 1)."""
    return np.float32(2) * uniform(generator, *shape) - np.float32(1)


def signs(generator: np.random.Generator, *shape: int) -> Matrix:
    """Draw from -1 and 1."""
    return np.where(uniform(generator, *shape) < 0.5, np.float32(-1), np.float32(1))


def all_from(
    draw: Callable[..., Matrix],
) -> Callable[[np.random.Generator, int, int, int], Matrices]:
    """Make a generator of A, B and C whose elements are all drawn in the same way."""

    def generate(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
        return draw(generator, m, k), draw(generator, k, n), draw(generator, m, n)

    return generate


def normal(generator: np.random.Generator, *shape: int) -> Matrix:
    """Draw from N(0, 1)."""
    return generator.standard_normal(shape, dtype=np.float32)


def wide(phi: float) -> Callable[..., Matrix]:
    """Make a drawing whose magnitudes spread as exp(phi * randn)."""

    def draw(generator: np.random.Generator, *shape: int) -> Matrix:
        centred = generator.random(shape) - 0.5
        return (centred * np.exp(phi * generator.standard_normal(shape))).astype(np.float32)

    return draw


def bad_mantissa(generator: np.random.Generator, *shape: int) -> Matrix:
    """Return the number whose last bits every shorter format drops, everywhere."""
    return np.full(shape, BAD_MANTISSA)


def cancelling_halves(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Make sums that are exactly zero for even k, and one product for odd k.

    With x and y of 11 significant bits and s of 13, the first half multiplies (x*s) by y and the
    second -x by (s*y). All are exact in float32 and the products cancel exactly; but x*s and s*y
    have 24 bits, so that rounding the inputs to a shorter format spoils the cancellation.
    """
    half = k // 2
    rest = k - half
    x = signs(generator, m, rest) * (1 + generator.integers(0, 2**10, (m, rest)) / 2.0**10)
    y = signs(generator, rest, n) * (1 + generator.integers(0, 2**10, (rest, n)) / 2.0**10)
    s = 1 + generator.integers(1, 2**12, rest) / 2.0**12
    A = np.concatenate([x * s, -x[:, :half]], axis=1)
    B = np.concatenate([y, s[:half, None] * y[:half]], axis=0)
    return A.astype(np.float32), B.astype(np.float32), signed(generator, m, n)


def wide_rows(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Spread rows of A over 2**-60 ... 2**60 and columns of B inversely: all products count."""
    exponents = generator.integers(-60, 61, k)
    A = np.ldexp(normal(generator, m, k), exponents).astype(np.float32)
    B = np.ldexp(normal(generator, k, n), -exponents[:, None]).astype(np.float32)
    return A, B, normal(generator, m, n)


def subnormal(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Make A and C subnormal; products are normal in even columns and subnormal in odd ones."""

    def draw(*shape: int) -> Matrix:
        integers = generator.integers(1, 2**23, shape, dtype=np.uint32)
        return integers.view(np.float32) * signs(generator, *shape)

    B = signed(generator, k, n)
    B[:, ::2] *= np.float32(2.0**60)
    return draw(m, k), B, draw(m, n)


def huge(generator: np.random.Generator, *shape: int) -> Matrix:
    """Draw magnitudes from FLT_MAX/2 to just below it, short of where BF16 rounds to inf."""
    largest = FLOAT32_MAX * np.float32(1 - 2.0**-8)
    return (1 + uniform(generator, *shape)) / np.float32(2) * largest


def near_overflow(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Make A near FLT_MAX, and B so small that |A||B| stays below FLT_MAX/4."""
    A = huge(generator, m, k) * signs(generator, m, k)
    B = signed(generator, k, n) / np.float32(4 * max(1, k))
    return A, B, signed(generator, m, n) * (FLOAT32_MAX / np.float32(8))


def overflow(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
    """Make products beyond FLT_MAX in columns 0, 3, ... and beyond -FLT_MAX in 1, 4, ..."""
    A = huge(generator, m, k)
    B = 4 * (1 + uniform(generator, k, n))
    B[:, 1::3] *= np.float32(-1)
    B[:, 2::3] = signed(generator, k, B[:, 2::3].shape[1]) / np.float32(4 * max(1, k))
    return A, B, signed(generator, m, n)


def with_one(value: float, in_a: bool) -> Callable[[np.random.Generator, int, int, int], Matrices]:
    """Make a generator of U(-1, 1) matrices with one element of A or of B replaced."""

    def generate(generator: np.random.Generator, m: int, n: int, k: int) -> Matrices:
        A, B, C = all_from(signed)(generator, m, n, k)
        chosen = A if in_a else B
        if chosen.size:
            sign = generator.choice((-1.0, 1.0))
            chosen.reshape(-1)[generator.integers(chosen.size)] = sign * value
        return A, B, C

    return generate
