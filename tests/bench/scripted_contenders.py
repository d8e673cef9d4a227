"""Contenders that are Python functions on the memory of the cpu machine, so that they can cheat."""

import contextlib
import ctypes

import numpy as np

from sgemm.bench.contenders import Contender, Ready
from sgemm.bench.sizes import stacked
from sgemm.bench.testbed import HostSampler, Sample


class Scripted(Contender):
    """A contender that runs a function of the testbed's matrices, and of a list that it keeps."""

    def __init__(self, name, run, is_baseline=False):
        self.name = name
        self.is_baseline = is_baseline
        self._run = run
        self.runs = 0

    @contextlib.contextmanager
    def bind(self, testbed):
        given = *matrices(testbed), []
        if self._run is before_the_timer:
            honest(*given)

        def counted():
            self.runs += 1
            self._run(*given)

        yield Ready(counted)


class TimedByName(HostSampler):
    """Takes samples whose times, or times and clocks, a table has, by the contender that ran."""

    def __init__(self, testbed, times):
        super().__init__(testbed)
        self._times = times

    def take(self, run, checked=False):
        before = {one: one.runs for one in self._times}
        sample = super().take(run, checked)
        (who,) = (one for one in self._times if one.runs != before[one])
        seconds, *clock = np.atleast_1d(self._times[who]).tolist()
        return Sample(seconds, sample.started, *clock)


def matrices(testbed):
    """A, B as they are to be multiplied, and C: views of the machine's memory."""
    problem = testbed.problem
    parts = zip(testbed.addresses, stacked(problem), strict=True)
    A, B, C = (view(address, shape, row) for address, (*shape, row) in parts)
    return (A.T if problem.trans_a else A), (B.T if problem.trans_b else B), C


def view(address, shape, row, kind=np.float32):
    rows, columns = shape
    if not rows or not columns:
        return np.empty(shape, kind)
    size = np.dtype(kind).itemsize
    count = (rows - 1) * row + columns
    storage = np.frombuffer((ctypes.c_char * (count * size)).from_address(address), kind)
    return np.lib.stride_tricks.as_strided(storage, shape, (size * row, size))


def honest(A, B, C, kept):
    C[...] = A @ B


def nothing(A, B, C, kept):
    pass


def before_the_timer(A, B, C, kept):
    """Do nothing: the work is done while the contender is bound."""


def only_once(A, B, C, kept):
    if not kept:
        kept.append(1)
        C[...] = A @ B


def stale(A, B, C, kept):
    if not kept:
        kept.append(A @ B)
    C[...] = kept[0]


def as_tf32(matrix):
    bits = np.ascontiguousarray(matrix).view(np.uint32)
    return (bits & np.uint32(0xFFFFE000)).view(np.float32)


def tf32(A, B, C, kept):
    C[...] = as_tf32(A) @ as_tf32(B)


def one_nan(A, B, C, kept):
    C[...] = A @ B
    C[5, 7] = np.nan


def skips_a_tile(A, B, C, kept):
    C[:16] = A[:16] @ B
    C[16:, :16] = A[16:] @ B[:, :16]


def changes_its_input(A, B, C, kept):
    C[...] = A @ B
    A[3, 4] = 0.0


def writes_outside(A, B, C, kept):
    C[...] = A @ B
    wide = np.lib.stride_tricks.as_strided(C, (C.shape[0] - 1, C.shape[1] + 1), C.strides)
    wide[2, -1] = 0.0


def right_only_at_first(A, B, C, kept):
    C[...] = A @ B
    if len(kept) > 3:
        C[1, 1] += 1.0
    kept.append(1)


CHEATS = {
    "does nothing": (nothing, "still hold what was there"),
    "writes its output before the timer": (before_the_timer, "still hold what was there"),
    "works only once": (only_once, "wrong after that: .* still hold what was there"),
    "leaves stale output": (stale, "wrong after that: the error of C"),
    "computes in TF32": (tf32, "units of 2.-24"),
    "writes NaN": (one_nan, r"not finite: C\[5, 7\]"),
    "skips a tile": (skips_a_tile, r"first C\[16, 16\]"),
    "changes its input": (changes_its_input, "changed its input A"),
    "writes outside": (writes_outside, "padding of C, at row 2, column 36"),
    "is right at first": (right_only_at_first, "wrong after that"),
}
"""What each does, and what must be said of it."""
