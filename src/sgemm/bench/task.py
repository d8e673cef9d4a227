"""A task: a problem, and how its operands are stored.

Point 6 of docs/benchmarking.md: layouts, padded leading dimensions, alpha and beta.
"""

from __future__ import annotations

import dataclasses

from sgemm.bench.measurement import LAYOUTS
from sgemm.bench.sizes import Shape
from sgemm.errors import ArgumentError
from sgemm.problem import INT32_MAX, Problem

STORED_AS_IS = "nn"


@dataclasses.dataclass(frozen=True, slots=True)
class Task:
    """What is to be measured.

    Parameters
    ----------
    problem : Problem
        With leading dimensions as stored where the layout is nn; else A and B are tight in it.
    layout : str
        ``"nn"``, ``"nt"``, ``"tn"`` or ``"tt"``: whether A, and whether B, is stored transposed.
    leading : tuple of int
        Leading dimensions of A, B and C as they are stored, all row-major: of a transposed A the
        distance between two of its k rows of m elements.
    """

    problem: Problem
    layout: str
    leading: tuple[int, int, int]

    @property
    def transposed(self) -> tuple[bool, bool]:
        """Whether A, and whether B, is stored transposed."""
        return self.layout[0] == "t", self.layout[1] == "t"

    @property
    def stored_a(self) -> tuple[int, int]:
        """Rows and columns of A as it is stored."""
        rows, columns = self.problem.m, self.problem.k
        return (columns, rows) if self.transposed[0] else (rows, columns)

    @property
    def stored_b(self) -> tuple[int, int]:
        """Rows and columns of B as it is stored."""
        rows, columns = self.problem.k, self.problem.n
        return (columns, rows) if self.transposed[1] else (rows, columns)

    @property
    def elements(self) -> tuple[int, int, int]:
        """Elements from the first to the last of A, B and C, as stored."""
        shapes = (self.stored_a, self.stored_b, (self.problem.m, self.problem.n))
        extents = (
            (rows - 1) * leading + columns if rows and columns else 0
            for (rows, columns), leading in zip(shapes, self.leading, strict=True)
        )
        a, b, c = extents
        return a, b, c

    @property
    def recorded_leading(self) -> tuple[int, int, int] | None:
        """Leading dimensions for the results, where the problem does not have them."""
        return None if self.layout == STORED_AS_IS else self.leading

    def __str__(self) -> str:
        text = f"{self.problem}"
        if self.layout != STORED_AS_IS:
            text += f", {self.layout}"
            if self.leading != self._tight:
                text += " with lda {}, ldb {}, ldc {}".format(*self.leading)
        return text

    @property
    def _tight(self) -> tuple[int, int, int]:
        return _tight(self.stored_a, self.stored_b, self.problem.n)


def make_task(
    shape: Shape,
    layout: str = STORED_AS_IS,
    alpha: float = 1.0,
    beta: float = 0.0,
    padding: tuple[int, int, int] = (0, 0, 0),
) -> Task:
    """Make the task of one shape.

    Parameters
    ----------
    shape : tuple of int
        m, n and k.
    layout : str
    alpha, beta : float
    padding : tuple of int
        Elements between the rows of A, B and C as they are stored.

    Returns
    -------
    Task

    Raises
    ------
    ArgumentError
        If there is no such layout, or a number is out of range.
    """
    if layout not in LAYOUTS:
        raise ArgumentError(f"layout = {layout!r}: there are {', '.join(LAYOUTS)}")
    m, n, k = shape
    stored_a = (k, m) if layout[0] == "t" else (m, k)
    stored_b = (n, k) if layout[1] == "t" else (k, n)
    lda, ldb, ldc = (
        tight + more for tight, more in zip(_tight(stored_a, stored_b, n), padding, strict=True)
    )
    for name, value in (("lda", lda), ("ldb", ldb), ("ldc", ldc)):
        if value > INT32_MAX:
            raise ArgumentError(f"{name} = {value}: a leading dimension is at most 2**31-1")
    as_is = layout == STORED_AS_IS
    problem = Problem(m, n, k, alpha, beta, lda if as_is else 0, ldb if as_is else 0, ldc)
    return Task(problem, layout, (lda, ldb, ldc))


def _tight(stored_a: tuple[int, int], stored_b: tuple[int, int], n: int) -> tuple[int, int, int]:
    return max(1, stored_a[1]), max(1, stored_b[1]), max(1, n)
