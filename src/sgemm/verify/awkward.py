"""Problems that kernels get wrong: empty ones, single rows, primes, sizes beside the tile's.

Each shape is combined with scalars and leading dimensions in turn, the turns being of lengths
without a common divisor, so that over some twenty shapes each meets each. Rows are tight, or
padded by an odd number of elements, or padded to a multiple of four (which kernels with 16-byte
accesses may require).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from itertools import product

from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

Shape = tuple[int, int, int]

SCALARS = (
    *((1.0, 0.0), (1.0, 1.0), (-1.5, 0.0), (0.0, 1.0)),
    *((1.0, -1.5), (0.0, 0.0), (0.5, 2.0)),
)
"""alpha and beta: those that BLAS treats in another way, and some that it does not."""

SMALL_SHAPES: tuple[Shape, ...] = (
    *((0, 0, 0), (0, 5, 3), (5, 0, 3), (5, 3, 0), (33, 65, 0)),
    *((1, 1, 1), (1, 1, 100), (1, 100, 1), (100, 1, 1), (1, 67, 129), (67, 1, 129)),
    *((2, 3, 5), (7, 11, 13), (17, 19, 23), (31, 37, 41), (61, 67, 71), (127, 131, 137)),
    *((4, 4, 4), (16, 16, 16), (64, 64, 64), (128, 128, 128), (200, 36, 100)),
)

FAR_SHAPES: tuple[Shape, ...] = ((3, 5, 4099), (5, 3, 16385), (2051, 3, 40), (3, 2051, 40))
"""Far in one direction and narrow in the others: cheap, and beyond limits that small ones meet."""


def with_scalars_and_padding(shapes: Iterable[Shape]) -> Iterator[Problem]:
    """Give each shape scalars and leading dimensions, in turn."""
    for number, (m, n, k) in enumerate(shapes):
        alpha, beta = SCALARS[number % len(SCALARS)]
        # B and C have rows of one length: only unequal padding tells ldb from ldc.
        lda, ldb, ldc = (
            _leading(row, wider, number % 3) for row, wider in ((k, 5), (n, 3), (n, 9))
        )
        yield Problem(m, n, k, alpha, beta, lda, ldb, ldc)


def _leading(row: int, wider: int, choice: int) -> int:
    """Return a leading dimension: tight, padded by an odd number, or to a multiple of four."""
    return (max(1, row), row + wider, (row + wider + 3) // 4 * 4)[choice]


def as_stored(problem: Problem, layout: str) -> Problem:
    """Return a problem of one product, A and B stored in another layout and padded as they were."""
    trans_a, trans_b = layout[0] == "t", layout[1] == "t"
    tight = dataclasses.replace(problem, lda=0, ldb=0, trans_a=trans_a, trans_b=trans_b)
    return dataclasses.replace(
        tight,
        lda=tight.lda + problem.lda - max(1, problem.a_columns),
        ldb=tight.ldb + problem.ldb - max(1, problem.b_columns),
    )


BATCHES = (3, 0, 3, 1, 3, 3, 3)
"""How many products: none, one, several."""

BATCHED_SHAPES: tuple[Shape, ...] = (
    *((33, 29, 17), (64, 64, 32), (1, 67, 40), (67, 1, 40), (130, 36, 8), (5, 3, 0)),
    *((16, 140, 100), (0, 5, 3), (20, 24, 64), (1, 1, 300), (65, 70, 35)),
)


def batched_problems(layout: str = "nn") -> Iterator[Problem]:
    """Make batches: tight and padded, with strides beyond the matrices, and with one A or B."""
    forms = ("tight", "beyond", "one a", "one b", "both")
    for number, alone in enumerate(with_scalars_and_padding(BATCHED_SHAPES * len(forms))):
        problem = as_stored(alone, layout)
        problem = dataclasses.replace(problem, batch=BATCHES[number % len(BATCHES)])
        form, beyond = forms[number % len(forms)], 4 if number % 2 else 7
        if form != "tight":
            problem = dataclasses.replace(
                problem,
                stride_a=0 if form in ("one a", "both") else problem.stride_a + beyond,
                stride_b=0 if form in ("one b", "both") else problem.stride_b + beyond + 4,
                stride_c=problem.stride_c + beyond + 2,
            )
        yield problem


def many_products(layout: str = "nn") -> Problem:
    """Make a batch of more products than a block, or a byte, counts."""
    return dataclasses.replace(as_stored(Problem(5, 3, 7), layout), batch=300)


def addend_problems(layout: str = "nn") -> Iterator[Problem]:
    """Add another matrix than C, as wide or wider, or one row; the same to a batch, or to each."""
    forms = tuple(product((0, None, 3, 4), (1, 3), (None, 0)))
    for number, alone in enumerate(with_scalars_and_padding(BATCHED_SHAPES * 3)):
        more, batch, stride = forms[number % len(forms)]
        problem = dataclasses.replace(as_stored(alone, layout), batch=batch)
        yield dataclasses.replace(
            problem,
            beta=problem.beta or 1.0,
            ld_addend=problem.ldc if more is None else more and problem.n + more,
            stride_addend=stride,
        )


def awkward_problems(tile: Tile) -> Iterator[Problem]:
    """Make the problems that are awkward for any kernel, and then those around its tile."""
    # Each small shape three times, with other scalars and padding.
    yield from with_scalars_and_padding(SMALL_SHAPES * 3)
    in_flight = tile.bk * max(1, tile.stages)
    # Around one step of the loop, around all that the kernel holds in flight, and beyond.
    lengths = sorted(
        {max(1, k + change) for k in (tile.bk, in_flight, 2 * in_flight) for change in (-1, 0, 1)}
        | {3 * in_flight + tile.bk + 3}
    )
    # One less than a tile, a tile, one more, and two tiles and a bit.
    rows, columns = (
        (size - 1, size, size + 1, 2 * size + 3) for size in (max(2, tile.bm), max(2, tile.bn))
    )
    sizes = tuple(product(rows, columns))
    # Twice through the sizes: the second time with other lengths, scalars or padding.
    shapes = ((m, n, lengths[turn % len(lengths)]) for turn, (m, n) in enumerate(sizes * 2))
    yield from with_scalars_and_padding(shapes)
