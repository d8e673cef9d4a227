"""A testbed on the GPU: inputs made there, reference and judging in float64 there.

The float64 product of 12800 cubed takes a CPU minutes and this GPU a tenth of a second. It comes
from cuBLAS, whose double precision is checked against NumPy when the benchmark starts. Every
element of C is judged, as are the gaps between its rows and a guard after it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Iterator

import numpy as np

from sgemm.bench.gpu.buffer_pool import BufferPool
from sgemm.bench.gpu.inputs import key_of
from sgemm.bench.gpu.report import Report, empty_words
from sgemm.bench.gpu.tools import MOST_BLOCKS, Tools
from sgemm.bench.task import Task
from sgemm.bench.testbed import CHUNK_BYTES
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Buffer, Machine
from sgemm.verify.check import DEFAULT_INPUT_CLASS, GUARD_ELEMENTS, Verdict
from sgemm.verify.error import PERCENTILE, Error, WrongElement
from sgemm.verify.inputs import PADDING_BITS, UNREAD_BITS, UNWRITTEN_BITS, input_class
from sgemm.verify.tolerance import Tolerance, tolerance

DOUBLE_REFERENCE = "float64 by cuBLAS on the GPU, every element"

MOST_KEPT = 2**18
"""Errors kept for the percentile: all of a C of 512 x 512, some of a larger one."""

MOST_ELEMENTS = 2**32 - 1
"""Of C: the report keeps the place of the largest error in 32 bits."""

DoubleProduct = Callable[[int, int, int, int, int, int], None]
"""(m, n, k, a, b, c): starts the product of dense row-major matrices of doubles at addresses."""


@dataclasses.dataclass(frozen=True, slots=True)
class Memory:
    """Buffers of a testbed: operands, C as it must be, a copy of C, and doubles."""

    a: Buffer
    b: Buffer
    c: Buffer
    initial: Buffer
    copy: Buffer
    wide_a: Buffer
    wide_b: Buffer
    product: Buffer
    size: Buffer
    report: Buffer
    kept: Buffer


class GpuTestbed:
    """Made by :func:`gpu_testbed`."""

    reference_name = DOUBLE_REFERENCE

    def __init__(
        self, tools: Tools, task: Task, seed: int, memory: Memory, double_product: DoubleProduct
    ) -> None:
        self.machine: Machine = tools.machine
        self.task = task
        self._tools = tools
        self._memory = memory
        self._double_product = double_product
        self._seed = seed
        self.renew(seed)

    @property
    def addresses(self) -> tuple[int, int, int]:
        """Addresses of A, B and C."""
        return self._memory.a.address, self._memory.b.address, self._memory.c.address

    def renew(self, seed: int) -> None:
        """Put new inputs and their reference in place of the old ones."""
        self._seed = seed
        task, problem, memory = self.task, self.task.problem, self._memory
        unread = None if problem.reads_operands else UNREAD_BITS
        self._fill(memory.a, task.elements[0], task.stored_a, task.leading[0], 0, unread)
        self._fill(memory.b, task.elements[1], task.stored_b, task.leading[1], 1, unread)
        unwritten = UNWRITTEN_BITS if problem.beta == 0.0 else None
        self._fill(memory.initial, self._c_elements, task.stored_c, task.leading[2], 2, unwritten)
        self._multiply_wide(memory.product, magnitude=False)
        self._multiply_wide(memory.size, magnitude=True)
        self.restore()
        self.machine.synchronize()

    def restore(self) -> None:
        """Make C what it must be before a run, in the order of the GPU's work."""
        self._tools.copy(self._memory.c, self._memory.initial, 4 * self._c_elements)

    def snapshot(self) -> None:
        """Keep a copy of C as it is then, in the order of the GPU's work."""
        self._tools.copy(self._memory.copy, self._memory.c, 4 * self._c_elements)

    def judged(self, tolerance: Tolerance | None = None) -> Verdict:
        """Judge the copy of C."""
        problem = self.task.problem
        kind = input_class(DEFAULT_INPUT_CLASS)
        bounds = tolerance if tolerance is not None else _bounds(self.task, None)
        report = self._judge(
            self._memory.copy, self._memory.initial, self._c_elements, self.task.stored_c
        )
        error = self._error(report)
        if tolerance is None:
            bounds = _bounds(self.task, error.elements)
        reason = (
            self._unwritten(report)
            or self._outside(report)
            or self._changed_inputs()
            or bounds.objection(error)
        )
        passed = reason is None
        if reason is None:
            reason = f"{error} (allowed: rms {bounds.rms:.3g}, max {bounds.maximum:.3g})"
        return Verdict(passed, reason, error, bounds, problem, kind.name, self._seed)

    @property
    def _c_elements(self) -> int:
        return self.task.elements[2] + GUARD_ELEMENTS

    def _fill(
        self,
        buffer: Buffer,
        elements: int,
        shape: tuple[int, int],
        leading: int,
        matrix: int,
        bits: np.uint32 | None,
    ) -> None:
        """Fill with random numbers, or with the bits where they are given."""
        self._tools.over(
            "bench_fill",
            elements,
            np.uint64(buffer.address),
            np.uint64(elements),
            np.int32(shape[0]),
            np.int32(shape[1]),
            np.int32(leading),
            np.uint64(key_of(self._seed, matrix)),
            np.int32(bits is None),
            np.int32(0 if bits is None else bits),
            np.int32(PADDING_BITS),
        )

    def _multiply_wide(self, target: Buffer, magnitude: bool) -> None:
        """Multiply A and B, or their magnitudes, in double precision."""
        task, problem, memory = self.task, self.task.problem, self._memory
        m, n, k = problem.m, problem.n, problem.k
        if not problem.reads_operands:
            words = 2 * problem.batch * m * n
            self._tools.over(
                "bench_fill",
                words,
                np.uint64(target.address),
                np.uint64(words),
                np.int32(0),
                np.int32(0),
                np.int32(1),
                np.uint64(0),
                np.int32(0),
                np.int32(0),
                np.int32(0),
            )
            return
        strides = problem.stride_a, problem.stride_b
        for which, (wide, narrow, shape) in enumerate(
            ((memory.wide_a, memory.a, (m, k)), (memory.wide_b, memory.b, (k, n)))
        ):
            leading = task.leading[which]
            if not task.transposed[which]:
                rows = problem.batch * shape[0]
                self._widen(wide, narrow, (rows, shape[1]), (leading, 1), magnitude)
                continue
            for index in range(problem.batch):
                places = 8 * index * shape[0] * shape[1], 4 * index * strides[which]
                self._widen(wide, narrow, shape, (1, leading), magnitude, places)
        if m and n:
            for index in range(problem.batch):
                self._double_product(
                    m,
                    n,
                    k,
                    memory.wide_a.address + 8 * index * m * k,
                    memory.wide_b.address + 8 * index * k * n,
                    target.address + 8 * index * m * n,
                )

    def _widen(
        self,
        wide: Buffer,
        narrow: Buffer,
        shape: tuple[int, int],
        strides: tuple[int, int],
        magnitude: bool,
        places: tuple[int, int] = (0, 0),
    ) -> None:
        """Copy a matrix, or its magnitudes, to a dense one of doubles; places are in bytes."""
        rows, columns = shape
        self._tools.over(
            "bench_widen",
            rows * columns,
            np.uint64(wide.address + places[0]),
            np.uint64(narrow.address + places[1]),
            np.int32(rows),
            np.int32(columns),
            np.int32(strides[0]),
            np.int32(strides[1]),
            np.int32(magnitude),
        )

    def _judge(
        self, found: Buffer, before: Buffer, elements: int, shape: tuple[int, int]
    ) -> Report:
        """Compare memory with the reference of C, and around C with what was before.

        C has so many rows and columns, those of a batch one after the other.
        """
        memory, problem = self._memory, self.task.problem
        count = shape[0] * shape[1]
        step = max(1, -(-count // MOST_KEPT))
        kept = np.full(-(-count // step), np.nan, dtype=np.float32)
        words = empty_words(MOST_BLOCKS)
        self.machine.copy_in(memory.report, words)
        self.machine.copy_in(memory.kept, kept)
        self._tools.over(
            "bench_judge",
            elements,
            np.uint64(found.address),
            np.uint64(before.address),
            np.uint64(memory.product.address),
            np.uint64(memory.size.address),
            np.uint64(elements),
            np.int32(shape[0]),
            np.int32(shape[1]),
            np.int32(problem.ldc if count else 1),
            np.float32(problem.alpha if count else 1.0),
            np.float32(problem.beta if count else 0.0),
            np.int32(UNWRITTEN_BITS),
            np.uint64(memory.report.address),
            np.uint64(memory.kept.address),
            np.int32(step),
        )
        self.machine.copy_out(words, memory.report)
        self.machine.copy_out(kept, memory.kept)
        return Report(words, kept)

    def _error(self, report: Report) -> Error:
        count = report.count("judged")
        maximum, place = report.largest
        return Error(
            elements=count,
            rms=math.sqrt(report.total("squares") / count) if count else 0.0,
            maximum=maximum,
            mean=report.total("sum") / count if count else 0.0,
            percentile=report.percentile(PERCENTILE),
            worst=divmod(place, self.task.problem.n) if count else None,
            unexpected=report.count("not_finite"),
            inexact_zeros=report.count("inexact"),
            first_wrong=self._first_wrong(report),
        )

    def _first_wrong(self, report: Report) -> WrongElement | None:
        for name, expected in (("not_finite", "a finite number"), ("inexact", "exactly 0")):
            if report.count(name):
                row, column = divmod(report.first(name), self.task.problem.n)
                value = np.empty(1, dtype=np.float32)
                offset = 4 * (row * self.task.leading[2] + column)
                self.machine.copy_out(value, self._memory.copy, offset)
                return WrongElement(row, column, float(value[0]), expected)
        return None

    def _unwritten(self, report: Report) -> str | None:
        count = report.count("unwritten")
        if not count:
            return None
        problem = self.task.problem
        row, column = divmod(report.first("unwritten"), problem.n)
        return (
            f"{count} of {problem.batch * problem.m * problem.n} elements of C still hold what was "
            "there, first "
            f"C[{row}, {column}]: never written, or computed from C although beta is zero"
        )

    def _outside(self, report: Report) -> str | None:
        count = report.count("outside")
        if not count:
            return None
        first, end = report.first("outside"), self.task.elements[2]
        if first >= end:
            return f"the contender wrote past the end of C, first {first - end} after it"
        row, column = divmod(first, self.task.leading[2])
        return f"the contender wrote into the padding of C, at row {row}, column {column}"

    def _changed_inputs(self) -> str | None:
        """Make A and B again in other memory, and compare."""
        task, memory = self.task, self._memory
        unread = None if task.problem.reads_operands else UNREAD_BITS
        parts = (
            ("A", memory.a, memory.wide_a, task.stored_a, 0),
            ("B", memory.b, memory.wide_b, task.stored_b, 1),
        )
        for name, buffer, spare, shape, which in parts:
            elements, leading = task.elements[which], task.leading[which]
            self._fill(spare, elements, shape, leading, which, unread)
            # Of an empty C everything lies outside, where nothing may change.
            report = self._judge(buffer, spare, elements, (0, 0))
            if report.count("outside"):
                return f"the contender changed its input {name}"
        return None


@contextlib.contextmanager
def gpu_testbed(
    tools: Tools,
    task: Task,
    seed: int,
    double_product: DoubleProduct,
    pool: BufferPool | None = None,
) -> Iterator[GpuTestbed]:
    """Make a testbed in a GPU's memory, freed when the context ends.

    Parameters
    ----------
    seed : int
        0 or more.
    pool : BufferPool, optional
        Where its memory comes from; by default an allocation of its own.

    Raises
    ------
    ArgumentError
        If C is too large to be judged here.
    MachineError
        If the GPU lacks the memory.
    """
    problem = task.problem
    m, n, k = problem.m, problem.n, problem.k
    batch = problem.batch
    if batch * m * n > MOST_ELEMENTS:
        raise ArgumentError(f"{problem}: C has more than {MOST_ELEMENTS} elements")
    c_bytes = -(-4 * (task.elements[2] + GUARD_ELEMENTS) // CHUNK_BYTES) * CHUNK_BYTES
    with contextlib.ExitStack() as stack:
        sizes: tuple[int, ...] = (
            4 * task.elements[0],
            4 * task.elements[1],
            *(c_bytes,) * 3,
            # Also the place where inputs are made again, padding included, to compare them.
            max(8 * batch * m * k, 4 * task.elements[0]),
            max(8 * batch * k * n, 4 * task.elements[1]),
            8 * batch * m * n,
            8 * batch * m * n,
            empty_words(MOST_BLOCKS).nbytes,
            4 * min(MOST_KEPT, batch * m * n),
        )
        lent = pool if pool is not None else stack.enter_context(BufferPool(tools.machine))
        memory = Memory(*stack.enter_context(lent.buffers(sizes)))
        yield GpuTestbed(tools, task, seed, memory, double_product)


def _bounds(task: Task, elements: int | None) -> Tolerance:
    return tolerance(task.problem, input_class(DEFAULT_INPUT_CLASS), elements)
