"""Shapes and strides -> one Problem, launched once or several times.

A matrix can be used where it lies if one of its two strides is a single element: then it is stored
by rows or by columns, with a leading dimension. The axes of a batch are joined wherever one stride
describes both for A, B and C; of what remains, the longest axis becomes the problem's batch and the
others become launches of their own. Where all of a batch shares one B and its A and C lie as one
tall matrix, it is one product.
"""

from __future__ import annotations

import dataclasses
import itertools
import math

from sgemm.arrays.view import ITEM_BYTES, packed_strides
from sgemm.errors import ArgumentError
from sgemm.problem import INT32_MAX, Problem

Strides = tuple[int, int, int]


@dataclasses.dataclass(frozen=True, slots=True)
class Stack:
    """Matrices as they are multiplied: shape and strides in bytes, the last two axes a matrix."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of elements, those that lie in one place counted apart."""
        return math.prod(self.shape)

    @property
    def rows(self) -> int:
        """Rows of a matrix."""
        return self.shape[-2]

    @property
    def columns(self) -> int:
        """Columns of a matrix."""
        return self.shape[-1]

    @property
    def batch(self) -> tuple[int, ...]:
        """Shape less the two axes of a matrix."""
        return self.shape[:-2]

    @property
    def is_packed(self) -> bool:
        """Whether the matrices lie by rows, one behind the other, without gaps."""
        tight = packed_strides(self.shape)
        axes = zip(self.shape, self.strides, tight, strict=True)
        return not self.size or all(size == 1 or step == least for size, step, least in axes)

    def transposed(self) -> Stack:
        """Exchange the axes of each matrix."""
        shape, strides = self.shape, self.strides
        return Stack((*shape[:-2], shape[-1], shape[-2]), (*strides[:-2], strides[-1], strides[-2]))


@dataclasses.dataclass(frozen=True, slots=True)
class Storage:
    """How a matrix is stored: by rows, or transposed; and its leading dimension in elements."""

    transposed: bool
    leading: int


@dataclasses.dataclass(frozen=True, slots=True)
class Geometry:
    """What is to be launched.

    Parameters
    ----------
    problem : Problem
        Of each launch.
    exchanged : bool
        Whether the result is stored by columns, so that the problem computes its transpose and
        takes B as its A and A as its B.
    offsets : tuple of tuple of int
        For each launch, bytes from the address of A, of B and of C (the caller's) to its own.
    """

    problem: Problem
    exchanged: bool
    offsets: tuple[Strides, ...]


def storage(stack: Stack) -> Storage | None:
    """Tell how matrices are stored, or None where they cannot be used where they lie."""
    (rows, columns), (row, column) = stack.shape[-2:], stack.strides[-2:]
    if 0 in stack.shape:
        return Storage(False, max(1, columns))
    for transposed, length, count, step, between in (
        (False, columns, rows, column, row),
        (True, rows, columns, row, column),
    ):
        if length > 1 and step != ITEM_BYTES:
            continue
        if count == 1:
            return Storage(transposed, length)
        leading, rest = divmod(between, ITEM_BYTES)
        if not rest and length <= leading <= INT32_MAX:
            return Storage(transposed, leading)
    return None


def is_usable(stack: Stack, address: int = 0) -> bool:
    """Tell whether matrices, and the steps between them, can be used where they lie."""
    if storage(stack) is None or address % ITEM_BYTES:
        return False
    steps = zip(stack.strides, stack.shape, strict=True)
    return not any(step % ITEM_BYTES for step, size in steps if size > 1)


def packed_stack(shape: tuple[int, ...]) -> Stack:
    """Return matrices stored by rows, one behind the other, without gaps."""
    return Stack(shape, packed_strides(shape))


def result_shape(a: Stack, b: Stack, names: tuple[str, str] = ("a", "b")) -> tuple[int, ...]:
    """Return the shape of the products of two stacks, by NumPy's rule of broadcasting.

    Parameters
    ----------
    a, b : Stack
    names : tuple of str
        What to call them in an error.

    Raises
    ------
    ArgumentError
        If the matrices, or the axes before them, do not fit; the message tells both shapes.
    """
    both = f"{names[0]}, {_by(a.shape)}, and {names[1]}, {_by(b.shape)}, do not fit"
    if a.columns != b.rows:
        raise ArgumentError(
            f"{both}: the {a.columns} columns of the first must be as many as the {b.rows} rows "
            "of the second"
        )
    batch: list[int] = []
    for left, right in itertools.zip_longest(reversed(a.batch), reversed(b.batch), fillvalue=1):
        if left != right and 1 not in (left, right):
            raise ArgumentError(
                f"{both}: {left} matrices of the first meet {right} of the second; as many are "
                "needed, or 1"
            )
        batch.insert(0, right if left == 1 else left)
    return (*batch, a.rows, b.columns)


def geometry(a: Stack, b: Stack, c: Stack, alpha: float, beta: float) -> Geometry:
    """Describe the products of two stacks, written to a third.

    Parameters
    ----------
    a, b : Stack
        Usable where they lie; they fit, and broadcast to the shape of ``c``.
    c : Stack
        Of the result, usable where it lies.
    alpha, beta : float

    Returns
    -------
    Geometry

    Raises
    ------
    ArgumentError
        If a size is one that no kernel takes: more than 2**31 - 1.
    """
    stored = storage(a), storage(b), storage(c)
    if stored[0] is None or stored[1] is None or stored[2] is None:
        raise ArgumentError("strides: matrices that cannot be used where they lie")
    axes = _joined(c.batch, _steps(a, c), _steps(b, c), c.strides[:-2])
    exchanged = stored[2].transposed
    if exchanged:
        first = Storage(not stored[1].transposed, stored[1].leading)
        second = Storage(not stored[0].transposed, stored[0].leading)
        m, n = c.columns, c.rows
        axes = [(size, (step_b, step_a, step_c)) for size, (step_a, step_b, step_c) in axes]
    else:
        first, second = stored[0], stored[1]
        m, n = c.rows, c.columns
    leading = stored[2].leading
    m, axes = _as_one_tall_product(m, axes, first, leading)
    extent = ITEM_BYTES * ((m - 1) * leading + n) if m and n else 0
    batch, steps, others = _chosen(axes, extent)
    problem = Problem(
        m=m,
        n=n,
        k=a.columns,
        alpha=alpha,
        beta=beta,
        lda=first.leading,
        ldb=second.leading,
        ldc=leading,
        trans_a=first.transposed,
        trans_b=second.transposed,
        batch=batch,
        stride_a=steps[0] // ITEM_BYTES,
        stride_b=steps[1] // ITEM_BYTES,
        stride_c=steps[2] // ITEM_BYTES,
    )
    if problem.is_empty:  # whose batch may have any number of entries
        return Geometry(problem, exchanged, ())
    offsets = [(0, 0, 0)]
    for size, (step_a, step_b, step_c) in others:
        offsets = [
            (x + i * step_a, y + i * step_b, z + i * step_c)
            for x, y, z in offsets
            for i in range(size)
        ]
    if exchanged:
        offsets = [(y, x, z) for x, y, z in offsets]
    return Geometry(problem, exchanged, tuple(offsets))


def _by(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))


def _steps(stack: Stack, result: Stack) -> tuple[int, ...]:
    """Return the steps of an operand along the batch axes of the result: 0 where it repeats."""
    missing = len(result.batch) - len(stack.batch)
    steps = (
        0 if size == 1 else step for size, step in zip(stack.batch, stack.strides[:-2], strict=True)
    )
    return (*(0,) * missing, *steps)


def _joined(
    sizes: tuple[int, ...], a: tuple[int, ...], b: tuple[int, ...], c: tuple[int, ...]
) -> list[tuple[int, Strides]]:
    """Return the axes of a batch, outermost first, less those of length 1, neighbours joined."""
    if 0 in sizes:
        return [(0, (0, 0, 0))]
    axes: list[tuple[int, Strides]] = []
    for size, steps in zip(sizes, zip(a, b, c, strict=True), strict=True):
        if size == 1:
            continue
        if axes:
            outer_size, outer = axes[-1]
            fits = all(wide == size * step for wide, step in zip(outer, steps, strict=True))
            if fits and outer_size * size <= INT32_MAX:
                axes[-1] = (outer_size * size, steps)
                continue
        axes.append((size, steps))
    return axes


def _as_one_tall_product(
    m: int, axes: list[tuple[int, Strides]], a: Storage, c_leading: int
) -> tuple[int, list[tuple[int, Strides]]]:
    """Join the innermost axis of the batch with m, where B is the same and A and C go on evenly."""
    if not axes or a.transposed or not m:
        return m, axes
    size, (step_a, step_b, step_c) = axes[-1]
    even = step_a == m * ITEM_BYTES * a.leading and step_c == m * ITEM_BYTES * c_leading
    if size and not step_b and even and size * m <= INT32_MAX:
        return size * m, axes[:-1]
    return m, axes


def _chosen(
    axes: list[tuple[int, Strides]], extent: int
) -> tuple[int, Strides, list[tuple[int, Strides]]]:
    """Choose the axis that becomes the batch of one launch; the others become launches.

    Kernels step forwards, and from one result to another that begins behind its end.
    """
    possible = [
        i
        for i, (_, (step_a, step_b, step_c)) in enumerate(axes)
        if step_a >= 0 and step_b >= 0 and step_c >= extent
    ]
    if not possible:
        return 1, (0, 0, 0), axes
    best = max(possible, key=lambda i: axes[i][0])
    size, steps = axes[best]
    return size, steps, axes[:best] + axes[best + 1 :]
