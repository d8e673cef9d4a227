"""A task: a problem that is to be measured, and its operands as they are stored.

Point 6 of docs/benchmarking.md: layouts, batches, padded leading dimensions, alpha and beta.

The matrices of a batch follow each other without a gap, so that all of them together are one
matrix with as many times the rows: what fills, widens or judges a matrix serves a batch unchanged.
"""

from __future__ import annotations

import dataclasses

from sgemm.bench.sizes import Shape
from sgemm.errors import ArgumentError
from sgemm.problem import INT32_MAX, LAYOUTS, Problem

STORED_AS_IS = "nn"


@dataclasses.dataclass(frozen=True, slots=True)
class Task:
    """What is to be measured.

    Parameters
    ----------
    problem : Problem
        Whose matrices follow each other: its strides are the tightest.

    Raises
    ------
    ArgumentError
        If the strides are others, or a batch has more than 2**31 - 1 rows in all.
    """

    problem: Problem

    def __post_init__(self) -> None:
        problem = self.problem
        found = problem.stride_a, problem.stride_b, problem.stride_c
        a, b, c = problem.a_rows, problem.b_rows, problem.m
        tightest = a * problem.lda, b * problem.ldb, c * problem.ldc
        if found != tightest:
            raise ArgumentError(f"strides {found}: a benchmark has the tightest, {tightest}")
        if problem.batch * max(a, b, c) > INT32_MAX:
            raise ArgumentError(f"batch = {problem.batch}: more than 2**31-1 rows in all")

    @property
    def layout(self) -> str:
        """``"nn"``, ``"nt"``, ``"tn"`` or ``"tt"``: whether A and B are stored transposed."""
        return self.problem.layout

    @property
    def leading(self) -> tuple[int, int, int]:
        """Leading dimensions of A, B and C as they are stored, all row-major."""
        return self.problem.lda, self.problem.ldb, self.problem.ldc

    @property
    def transposed(self) -> tuple[bool, bool]:
        """Whether A, and whether B, is stored transposed."""
        return self.problem.trans_a, self.problem.trans_b

    @property
    def stored_a(self) -> tuple[int, int]:
        """Rows and columns of A as it is stored, those of a batch one after the other."""
        return self.problem.batch * self.problem.a_rows, self.problem.a_columns

    @property
    def stored_b(self) -> tuple[int, int]:
        """Rows and columns of B as it is stored, those of a batch one after the other."""
        return self.problem.batch * self.problem.b_rows, self.problem.b_columns

    @property
    def stored_c(self) -> tuple[int, int]:
        """Rows and columns of C, those of a batch one after the other."""
        return self.problem.batch * self.problem.m, self.problem.n

    @property
    def elements(self) -> tuple[int, int, int]:
        """Elements from the first to the last of A, B and C, as stored."""
        return self.problem.elements

    def __str__(self) -> str:
        return str(self.problem)


def make_task(
    shape: Shape,
    layout: str = STORED_AS_IS,
    alpha: float = 1.0,
    beta: float = 0.0,
    padding: tuple[int, int, int] = (0, 0, 0),
    batch: int = 1,
) -> Task:
    """Make the task of one shape.

    Parameters
    ----------
    shape : tuple of int
        m, n and k.
    padding : tuple of int
        Elements between the rows of A, B and C as they are stored.
    batch : int
        How many products.

    Raises
    ------
    ArgumentError
        If there is no such layout, or a number is out of range.
    """
    if layout not in LAYOUTS:
        raise ArgumentError(f"layout = {layout!r}: there are {', '.join(LAYOUTS)}")
    left, right = (letter == "t" for letter in layout)
    tight = Problem(*shape, alpha, beta, trans_a=left, trans_b=right, batch=batch)
    leading = (tight.lda, tight.ldb, tight.ldc)
    lda, ldb, ldc = (least + more for least, more in zip(leading, padding, strict=True))
    for name, value in (("lda", lda), ("ldb", ldb), ("ldc", ldc)):
        if value > INT32_MAX:
            raise ArgumentError(f"{name} = {value}: a leading dimension is at most 2**31-1")
    return Task(Problem(*shape, alpha, beta, lda, ldb, ldc, left, right, batch))
