"""Strided matrices -> one batched Problem, launched once or several times.

A matrix can be used where it lies if one of its two strides is a single element: then it is stored
by rows or by columns, with a leading dimension. The axes of a batch are joined wherever one stride
describes both for A, B and C; of what remains, the longest axis becomes the problem's batch and the
others become launches of their own. Where all of a batch shares one B and its A and C lie as one
tall matrix, it is one product.

What is added besides, the addend, goes the same way. It can be used where it lies if it is stored
as C is, by rows or by columns, or if it is one row for all of C's.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from sgemm.arrays.view import View
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.kernels.kernel import Alignment
from sgemm.planning import ALIGNMENT_BYTES
from sgemm.problem import INT32_MAX, Problem

Strides = tuple[int, int, int, int]
"""Of A, B, C and the addend, or of C once more, in bytes."""
ONE_LAUNCH: Strides = (0, 0, 0, 0)
Axes = list[tuple[int, Strides]]
"""Lengths of the axes of a batch, outermost first, each with its strides."""


class PlanKey(NamedTuple):
    """All that a bound product depends on, beside the machine."""

    problem: Problem  # of each launch
    # Whether the result lies by columns: the problem computes its transpose, and takes B as A.
    exchanged: bool
    offsets: tuple[Strides, ...]  # of each launch: bytes from all of them to its own
    alignment: Alignment  # of the problem's A, B and C
    plan: str  # its name
    parts: tuple[int, int] = (0, 0)  # where those of the problem's A and B lie: see sgemm.prepare


def stored(matrices: View) -> tuple[bool, int] | None:
    """Return whether matrices lie by columns, and their leading dimension; None if neither way."""
    (rows, columns), (row, column) = matrices.shape[-2:], matrices.strides[-2:]
    if 0 in matrices.shape:
        return False, max(1, columns)
    for by_columns, length, count, step, between in (
        (False, columns, rows, column, row),
        (True, rows, columns, row, column),
    ):
        if length > 1 and step != matrices.item:
            continue
        if count == 1:
            return by_columns, length
        leading, rest = divmod(between, matrices.item)
        if not rest and length <= leading <= INT32_MAX:
            return by_columns, leading
    return None


def is_usable(matrices: View) -> bool:
    """Tell whether matrices, and the steps between them, can be used where they lie."""
    if stored(matrices) is None or matrices.address % matrices.item:
        return False
    steps = zip(matrices.strides, matrices.shape, strict=True)
    return not any(step % matrices.item for step, size in steps if size > 1)


def addend_leading(addend: View, by_columns: bool) -> int | None:
    """Return the leading dimension of an addend, for a C that is stored by rows or by columns.

    It is 0 for one row that is added to all, and None where kernels cannot read it so.
    """
    matrices = addend.matrices
    if matrices.address % matrices.item or 0 in matrices.shape:
        return None
    if by_columns:
        matrices = matrices.mT
    (rows, columns), (between, step) = matrices.shape[-2:], matrices.strides[-2:]
    if columns > 1 and step != matrices.item:
        return None
    steps = zip(matrices.strides[:-2], matrices.shape[:-2], strict=True)
    if any(each % matrices.item for each, size in steps if size > 1):
        return None
    if rows == 1 and (matrices.ndim == 2 or matrices.strides[-3]):
        return columns
    if rows == 1 or between == 0:
        return 0
    leading, rest = divmod(between, matrices.item)
    return None if rest or not columns <= leading <= INT32_MAX else leading


def result_shape(
    left: tuple[int, ...], right: tuple[int, ...], transposed: tuple[bool, bool]
) -> tuple[int, ...]:
    """Return the shape of products of A and B, by NumPy's rule of broadcasting.

    The shapes are as they are multiplied; the flags say of errors what was transposed for that.
    """
    words = [" transposed" if each else "" for each in transposed]
    both = f"a{words[0]}, {_by(left)}, and b{words[1]}, {_by(right)}, do not fit"
    if left[-1] != right[-2]:
        raise ArgumentTypeError(
            f"{both}: the {left[-1]} columns of the first must be as many as the {right[-2]} rows "
            "of the second"
        )
    batch: list[int] = []
    for one, other in itertools.zip_longest(left[-3::-1], right[-3::-1], fillvalue=1):
        if one != other and 1 not in (one, other):
            raise ArgumentTypeError(
                f"{both}: {one} matrices of the first meet {other} of the second; as many are "
                "needed, or 1"
            )
        batch.insert(0, other if one == 1 else one)
    return (*batch, left[-2], right[-1])


def plan_key(
    a: View, b: View, c: View, addend: View | None, alpha: float, beta: float, plan: str
) -> PlanKey:
    """Describe the products of A and B, written to C, all usable where they lie, as one problem.

    Without an addend what is added is C itself.
    """
    layouts = [layout for each in (a, b, c) if (layout := stored(each))]
    if len(layouts) != 3:
        Problem(c.shape[-2], c.shape[-1], a.shape[-1])  # names a size that is too large
        # A library made a copy that is no better.
        raise ArgumentError("strides: matrices that cannot be used where they lie")
    (trans_a, lda), (trans_b, ldb), (exchanged, ldc) = layouts
    m, n, k = c.shape[-2], c.shape[-1], a.shape[-1]
    if exchanged:
        a, b, m, n = b, a, n, m
        trans_a, lda, trans_b, ldb = not trans_b, ldb, not trans_a, lda
    ld_addend = None if addend is None else addend_leading(addend, exchanged)
    addend_row = ldc if ld_addend is None else ld_addend
    addend = c if addend is None else addend
    axes = _joined(c.shape[:-2], *(_steps(each, c) for each in (a, b, c, addend)))
    if not trans_a:
        rows = lda * a.item, ldc * c.item, addend_row * addend.item
        m, axes = _as_one_tall_product(m, axes, *rows)
    extent = c.item * ((m - 1) * ldc + n) if m and n else 0
    batch, steps, others = _chosen(axes, extent)
    items = (each.item for each in (a, b, c, addend))
    stride_a, stride_b, stride_c, stride_addend = (
        step // item for step, item in zip(steps, items, strict=True)
    )
    problem = Problem(
        *(m, n, k, alpha, beta, lda, ldb, ldc, trans_a, trans_b),
        *(batch, stride_a, stride_b, stride_c, a.type, b.type),
        *(a.prepared_operand is not None, b.prepared_operand is not None),
        *(ld_addend, None if ld_addend is None else stride_addend),
    )
    offsets = [] if problem.is_empty else [ONE_LAUNCH]
    for size, more in others if offsets else ():
        steps_of = [tuple(i * step for step in more) for i in range(size)]
        offsets = [
            (x + to_x, y + to_y, z + to_z, w + to_w)
            for x, y, z, w in offsets
            for to_x, to_y, to_z, to_w in steps_of
        ]
    first, second, result = (
        _rest({view.address + offset[place] for offset in offsets})
        for place, view in enumerate((a, b, c))
    )
    if not problem.reads_operands:
        first = second = 0
    return PlanKey(
        problem,
        exchanged,
        tuple(offsets),
        Alignment(first, second, result),
        plan,
        (_address_of_parts(a), _address_of_parts(b)),
    )


def _address_of_parts(view: View) -> int:
    return 0 if view.prepared_operand is None else view.prepared_operand.address


def _by(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))


def _rest(addresses: set[int]) -> int:
    """Return how addresses are aligned: alike, or else to single elements alone."""
    rests = {address % ALIGNMENT_BYTES for address in addresses}
    return rests.pop() if len(rests) == 1 else 4 if rests else 0


def _steps(matrices: View, result: View) -> tuple[int, ...]:
    """Return the steps of an operand along the batch axes of the result: 0 where it repeats."""
    axes = zip(matrices.shape[:-2], matrices.strides[:-2], strict=True)
    steps = tuple(0 if size == 1 else step for size, step in axes)
    return (0,) * (result.ndim - matrices.ndim) + steps


def _joined(sizes: tuple[int, ...], *operands: tuple[int, ...]) -> Axes:
    """Return the axes of a batch less those of length 1, neighbours joined."""
    if 0 in sizes:
        return [(0, ONE_LAUNCH)]
    axes: Axes = []
    for size, steps in zip(sizes, zip(*operands, strict=True), strict=True):
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
    m: int, axes: Axes, row_a: int, row_c: int, row_addend: int
) -> tuple[int, Axes]:
    """Join the innermost axis of the batch with m, where B is the same and the others go on evenly.

    Rows of A, of C and of the addend are so many bytes apart.
    """
    if not axes or not m:
        return m, axes
    size, (step_a, step_b, step_c, step_addend) = axes[-1]
    even = step_a == m * row_a and step_c == m * row_c and step_addend == m * row_addend
    if size and not step_b and even and size * m <= INT32_MAX:
        return size * m, axes[:-1]
    return m, axes


def _chosen(axes: Axes, extent: int) -> tuple[int, Strides, Axes]:
    """Choose the axis that becomes the batch of one launch; the others become launches."""
    # Kernels step forwards, and from one result to another that begins past its end.
    possible = [
        i
        for i, (_, (step_a, step_b, step_c, step_addend)) in enumerate(axes)
        if step_a >= 0 and step_b >= 0 and step_c >= extent and step_addend >= 0
    ]
    if not possible:
        return 1, ONE_LAUNCH, axes
    best = max(possible, key=lambda i: axes[i][0])
    size, steps = axes[best]
    return size, steps, axes[:best] + axes[best + 1 :]
