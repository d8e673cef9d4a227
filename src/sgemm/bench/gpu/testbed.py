"""A testbed on the GPU: inputs made there, reference and judging in float64 there.

The float64 product of 12800 cubed takes a CPU minutes and this GPU a tenth of a second. It comes
from cuBLAS, whose double precision is checked against NumPy when the benchmark starts. Every
element of C is judged, as are the gaps between its rows and guards before and after it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sgemm.bench.gpu.buffer_pool import BufferPool
from sgemm.bench.gpu.tools import MOST_BLOCKS, Tools
from sgemm.bench.sizes import make_problem, stacked
from sgemm.bench.testbed import Testbed, buffer_bytes
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Buffer
from sgemm.problem import Problem
from sgemm.verify import DEFAULT_INPUT_CLASS
from sgemm.verify.check import FRONT_ELEMENTS, Findings, Verdict, verdict_of
from sgemm.verify.error import PERCENTILE, Error, WrongElement
from sgemm.verify.inputs import PADDING_BITS, UNREAD_BITS, UNWRITTEN_BITS, input_class
from sgemm.verify.tolerance import Tolerance
from sgemm.verify.tolerance import tolerance as usual_tolerance

DOUBLE_REFERENCE = "float64 by cuBLAS on the GPU, every element"
MOST_KEPT = 2**18  # errors kept for the percentile: all of a C of 512 x 512, some of a larger one
MOST_ELEMENTS = 2**32 - 1  # of C: the place of the largest error has 32 bits

# What a block of bench_judge.cu reports, in the order of its words: counts, first places, the
# largest error above the complement of its place, sums.
COUNTS = ("unwritten", "not_finite", "outside", "inexact", "judged")
PLACES = ("first_unwritten", "first_not_finite", "first_outside", "first_inexact")
REPORT = np.dtype(
    [(name, np.uint64) for name in (*COUNTS, *PLACES, "largest")]
    + [("sum", np.float64), ("squares", np.float64)]
)

# (problem, a, b, c): starts a problem of dense matrices of doubles at addresses.
DoubleProduct = Callable[[Problem, int, int, int], None]

FRONT_BYTES = 4 * FRONT_ELEMENTS  # of the guard before a matrix
GOLDEN = 0x9E3779B97F4A7C15  # between the counters of bench_fill.cu, from which all inputs come


def key_of(seed: int, matrix: int) -> int:
    """Return where the counter of a matrix, 0, 1, 2 for A, B, C, starts."""
    bits = (seed * 4 + matrix + 1) * GOLDEN % 2**64
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % 2**64
    return bits ^ bits >> 31


class GpuTestbed(Testbed):
    """Made by :func:`gpu_testbed`."""

    reference_name = DOUBLE_REFERENCE

    def __init__(
        self,
        tools: Tools,
        problem: Problem,
        seed: int,
        # Those of a testbed; A and B in double precision; A*B and |A|*|B|; report; kept errors.
        buffers: Sequence[Buffer],
        double_product: DoubleProduct,
    ) -> None:
        super().__init__(tools.machine, problem, buffers[:5], tools.copy)
        self._wide_a, self._wide_b, self._product, self._size = buffers[5:9]
        self._report, self._kept = buffers[9:]
        self._tools = tools
        self._double_product = double_product
        self._stacked = stacked(problem)
        self.renew(seed)

    def renew(self, seed: int) -> None:
        """Put new inputs and their reference in place of the old ones."""
        self._seed = seed
        for which, buffer in enumerate((self._a, self._b, self._initial)):
            self._fill(buffer, which)
        self._multiply_wide(self._product, magnitude=False)
        self._multiply_wide(self._size, magnitude=True)
        self.restore()
        self.machine.synchronize()

    def judged(self, tolerance: Tolerance | None = None) -> Verdict:
        """Judge the copy of C."""
        kind = input_class(DEFAULT_INPUT_CLASS)
        report, kept = self._judge_result()
        error = self._error(report, kept)
        bounds = tolerance or usual_tolerance(self.problem, kind, error.elements)
        found = dataclasses.replace(
            self._changed_input(),
            unwritten=int(report["unwritten"].sum()),
            first_unwritten=int(report["first_unwritten"].min()),
            outside=self._outside(report),
        )
        return verdict_of(self.problem, kind.name, self._seed, error, bounds, found)

    def _fill(self, buffer: Buffer, which: int) -> None:
        """Fill a buffer as A, B or C: with random numbers, or bits where these are not read."""
        problem, elements = self.problem, self._elements[which]
        if which == 2:
            bits = UNWRITTEN_BITS if problem.beta == 0.0 else None
        else:
            bits = None if problem.reads_operands else UNREAD_BITS
        inside = *self._stacked[which], key_of(self._seed, which), bits is None, bits or 0
        # Before the matrix, and from its first element on.
        for address, count, form in (
            (buffer.address, FRONT_ELEMENTS, (0, 0, 1, 0, 0, 0)),
            (buffer.address + FRONT_BYTES, elements - FRONT_ELEMENTS, inside),
        ):
            self._tools.over("bench_fill", count, address, count, *form, PADDING_BITS)

    def _multiply_wide(self, target: Buffer, magnitude: bool) -> None:
        """Multiply A and B, or their magnitudes, in double precision."""
        problem = self.problem
        shape = problem.m, problem.n, problem.k
        if not problem.reads_operands:
            words = 2 * problem.batch * problem.m * problem.n
            self._tools.over("bench_fill", words, target.address, words, 0, 0, 1, 0, 0, 0, 0)
            return
        wide = self._wide_a.address, self._wide_b.address
        sides = zip(wide, (self._a, self._b), self._stacked, strict=False)
        for address, narrow, (rows, columns, row) in sides:
            sizes = rows, columns, row
            where = address, narrow.address + FRONT_BYTES
            self._tools.over("bench_widen", rows * columns, *where, *sizes, magnitude)
        dense = make_problem(shape, problem.layout, batch=problem.batch)
        self._double_product(dense, *wide, target.address)

    def _judge_result(self) -> tuple[NDArray[np.void], NDArray[np.float32]]:
        """Compare the copy of C and the guard after it with the reference."""
        elements = self._elements[2] - FRONT_ELEMENTS
        return self._judge(self._copy, self._initial, FRONT_BYTES, elements, self._stacked[2][:2])

    def _changed(self, found: Buffer, before: Buffer, elements: int) -> int | None:
        """Return the first element from a matrix's first that is not what it was."""
        # Of an empty result everything lies around it.
        report, _ = self._judge(found, before, 0, elements, (0, 0))
        if not report["outside"].any():
            return None
        return int(report["first_outside"].min()) - FRONT_ELEMENTS

    def _judge(
        self, found: Buffer, before: Buffer, start: int, elements: int, shape: tuple[int, ...]
    ) -> tuple[NDArray[np.void], NDArray[np.float32]]:
        """Compare memory from some byte on with its reference, and what is around with before."""
        problem = self.problem
        scalars = (problem.ldc, problem.alpha, problem.beta) if math.prod(shape) else (1, 1.0, 0.0)
        step = max(1, -(-math.prod(shape) // MOST_KEPT))
        kept = np.full(-(-math.prod(shape) // step), np.nan, dtype=np.float32)
        report = np.zeros(MOST_BLOCKS, dtype=REPORT)
        for name in PLACES:
            report[name] = 2**64 - 1
        self.machine.copy_in(self._report, report)
        self.machine.copy_in(self._kept, kept)
        self._tools.over(
            *("bench_judge", elements, found.address + start, before.address + start),
            *(self._product.address, self._size.address, elements, *shape, *scalars),
            *(UNWRITTEN_BITS, self._report.address, self._kept.address, step),
        )
        self.machine.copy_out(report, self._report)
        self.machine.copy_out(kept, self._kept)
        return report, kept[~np.isnan(kept)]

    def _error(self, report: NDArray[np.void], kept: NDArray[np.float32]) -> Error:
        count = int(report["judged"].sum())
        largest = int(report["largest"].max())
        maximum = float(np.uint32(largest >> 32).view(np.float32))
        place = ~largest & 0xFFFFFFFF
        return Error(
            elements=count,
            rms=math.sqrt(report["squares"].sum() / count) if count else 0.0,
            maximum=maximum,
            mean=float(report["sum"].sum() / count) if count else 0.0,
            percentile=float(np.percentile(kept, PERCENTILE)) if kept.size else 0.0,
            worst=divmod(place, self.problem.n) if count else None,
            unexpected=int(report["not_finite"].sum()),
            inexact_zeros=int(report["inexact"].sum()),
            first_wrong=self._first_wrong(report),
        )

    def _first_wrong(self, report: NDArray[np.void]) -> WrongElement | None:
        for name, expected in (("not_finite", "a finite number"), ("inexact", "exactly 0")):
            if report[name].any():
                row, column = divmod(int(report[f"first_{name}"].min()), self.problem.n)
                place = row * self.problem.ldc + column
                value = np.empty(1, dtype=np.float32)
                self.machine.copy_out(value, self._copy, FRONT_BYTES + 4 * place)
                return WrongElement(row, column, float(value[0]), expected)
        return None

    def _outside(self, report: NDArray[np.void]) -> int | None:
        """Return where something around C is not what it was."""
        before = self._changed(self._copy, self._initial, FRONT_ELEMENTS)
        if before is not None or not report["outside"].any():
            return before
        return int(report["first_outside"].min())

    def _changed_input(self) -> Findings:
        """Make A and B again in other memory, compare, and restore what is not what it was."""
        found = Findings()
        spares = ((self._a, self._wide_a), (self._b, self._wide_b))
        for which, (buffer, spare) in enumerate(spares):
            self._fill(spare, which)
            place = self._changed(buffer, spare, self._elements[which])
            if place is not None:
                found = Findings(input="AB"[which], place=place)
                self._fill(buffer, which)
        return found


@contextlib.contextmanager
def gpu_testbed(
    tools: Tools,
    problem: Problem,
    seed: int,
    double_product: DoubleProduct,
    pool: BufferPool | None = None,  # where its memory comes from; by default allocated for it
) -> Iterator[GpuTestbed]:
    """Make a testbed in a GPU's memory, freed when the context ends."""
    m, n, k, batch = problem.m, problem.n, problem.k, problem.batch
    if batch * m * n > MOST_ELEMENTS:
        raise ArgumentError(f"{problem}: C has more than {MOST_ELEMENTS} elements")
    sizes = buffer_bytes(problem)
    with contextlib.ExitStack() as stack:
        lent = pool or stack.enter_context(contextlib.closing(BufferPool(tools.machine)))
        more = (
            # Also the place where inputs are made again, padding included, to compare them.
            max(8 * batch * m * k, sizes[0]),
            max(8 * batch * k * n, sizes[1]),
            *(8 * batch * m * n,) * 2,
            MOST_BLOCKS * REPORT.itemsize,
            4 * min(MOST_KEPT, batch * m * n),
        )
        yield GpuTestbed(tools, problem, seed, lent.buffers((*sizes, *more)), double_product)
