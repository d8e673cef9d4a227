"""The problem: what is to be computed, apart from how and where."""

from __future__ import annotations

import dataclasses
import math
import numbers
import struct
from typing import cast

from sgemm.errors import ArgumentError

INT32_MAX = 2**31 - 1


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """C := alpha*A*B + beta*C for row-major single-precision matrices.

    A is m x k, B is k x n and C is m x n. A leading dimension is the distance, in elements,
    from one row to the next; 0 (the default) stands for the tightest one and is replaced by it.
    The constructor rejects what no kernel could honour, so that every later stage may rely on it.

    Parameters
    ----------
    m, n, k : int
        Sizes, each from 0 to 2**31 - 1.
    alpha, beta : float
        Scalars, rounded to single precision. ``beta == 0`` means that C is never read;
        ``alpha == 0`` or ``k == 0`` that A and B are never read.
    lda, ldb, ldc : int
        Leading dimensions of A, B and C in elements: at least k, n and n, and at least 1.

    Raises
    ------
    ArgumentError
        If a size is negative or too large, a leading dimension is smaller than its row, or
        anything is of another type.
    """

    m: int
    n: int
    k: int
    alpha: float = 1.0
    beta: float = 0.0
    lda: int = 0
    ldb: int = 0
    ldc: int = 0

    def __post_init__(self) -> None:
        for name in ("m", "n", "k"):
            size = getattr(self, name)
            if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size <= INT32_MAX:
                raise ArgumentError(f"{name} = {size!r}: a size is a whole number in 0 ... 2**31-1")
        for name, row, what in (("lda", self.k, "k"), ("ldb", self.n, "n"), ("ldc", self.n, "n")):
            given = getattr(self, name)
            if not isinstance(given, int) or isinstance(given, bool):
                raise ArgumentError(f"{name} = {given!r}: a leading dimension is a whole number")
            tightest = max(1, row)
            if given == 0:
                object.__setattr__(self, name, tightest)
            elif not tightest <= given <= INT32_MAX:
                raise ArgumentError(
                    f"{name} = {given}: a row has {what} = {row} elements, "
                    f"so {name} must lie in {tightest} ... 2**31-1"
                )
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, numbers.Real):
                raise ArgumentError(f"{name} = {value!r}: a scalar is a real number")
            object.__setattr__(self, name, _to_single(cast(float, value)))

    @property
    def flops(self) -> int:
        """Floating-point operations: 2*m*n*k, a fused multiply-add counting as two."""
        return 2 * self.m * self.n * self.k

    @property
    def is_empty(self) -> bool:
        """Whether C has no elements, so that there is nothing to compute."""
        return self.m == 0 or self.n == 0

    @property
    def reads_operands(self) -> bool:
        """Whether A and B are read at all (BLAS: not if alpha or k is zero)."""
        return self.k > 0 and self.alpha != 0.0

    @property
    def elements(self) -> tuple[int, int, int]:
        """Elements from the first to the last of A, B and C, padding between rows included."""
        return (
            _extent(self.m, self.k, self.lda),
            _extent(self.k, self.n, self.ldb),
            _extent(self.m, self.n, self.ldc),
        )

    @classmethod
    def column_major(
        cls,
        m: int,
        n: int,
        k: int,
        alpha: float = 1.0,
        beta: float = 0.0,
        lda: int = 0,
        ldb: int = 0,
        ldc: int = 0,
    ) -> Problem:
        """Describe a column-major problem as the row-major one that computes it.

        A column-major m x n matrix is a row-major n x m one, and (A*B)^T = B^T * A^T: the
        row-major problem has m and n, and the operands, exchanged. Run it with the caller's B
        where a kernel expects A, and A where it expects B. This is the only place that knows of
        column-major storage.

        Parameters
        ----------
        m, n, k, alpha, beta
            As in the class, of the column-major problem.
        lda, ldb, ldc : int
            Distances between the columns of A, B and C: at least m, k and m.

        Returns
        -------
        Problem
            The row-major problem for the operands (B, A, C).
        """
        return cls(n, m, k, alpha, beta, lda=ldb, ldb=lda, ldc=ldc)

    def __str__(self) -> str:
        text = f"{self.m}x{self.n}x{self.k}"
        if self.alpha != 1.0 or self.beta != 0.0:
            text += f", alpha {self.alpha:g}, beta {self.beta:g}"
        if (self.lda, self.ldb, self.ldc) != (max(1, self.k), max(1, self.n), max(1, self.n)):
            text += f", lda {self.lda}, ldb {self.ldb}, ldc {self.ldc}"
        return text


def _extent(rows: int, row: int, stride: int) -> int:
    return (rows - 1) * stride + row if rows and row else 0


def _to_single(value: float) -> float:
    """Round to the nearest single-precision number; too large becomes infinite, as IEEE says."""
    try:
        return float(struct.unpack("f", struct.pack("f", float(value)))[0])
    except OverflowError:
        return math.inf if value > 0 else -math.inf
