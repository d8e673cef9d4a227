"""Contenders that are Python functions on the memory of the cpu machine, so that they can cheat."""

from __future__ import annotations

import contextlib
import ctypes

import numpy as np

from sgemm.bench.contenders import Contender, Ready


class Scripted(Contender):
    """A contender whose run is made by a function of the testbed's matrices."""

    def __init__(self, name, make_run, is_baseline=False):
        self.name = name
        self.is_baseline = is_baseline
        self._make_run = make_run
        self.runs = 0

    @contextlib.contextmanager
    def bind(self, testbed):
        run = self._make_run(*matrices(testbed))

        def counted():
            self.runs += 1
            run()

        yield Ready(counted)


def matrices(testbed):
    """A, B as they are to be multiplied, and C: views of the machine's memory."""
    task = testbed.task
    stored = (task.stored_a, task.stored_b, task.stored_c)
    A, B, C = (
        view(address, shape, leading)
        for address, shape, leading in zip(testbed.addresses, stored, task.leading, strict=True)
    )
    left, right = task.transposed
    return (A.T if left else A), (B.T if right else B), C


def view(address, shape, leading, kind=np.float32):
    rows, columns = shape
    if not rows or not columns:
        return np.empty(shape, kind)
    size = np.dtype(kind).itemsize
    count = (rows - 1) * leading + columns
    storage = np.frombuffer((ctypes.c_char * (count * size)).from_address(address), kind)
    return np.lib.stride_tricks.as_strided(storage, shape, (size * leading, size))


def honest(A, B, C):
    def run():
        C[...] = A @ B

    return run


def nothing(A, B, C):
    return lambda: None


def before_the_timer(A, B, C):
    C[...] = A @ B
    return lambda: None


def only_once(A, B, C):
    left = [1]

    def run():
        if left:
            left.clear()
            C[...] = A @ B

    return run


def stale(A, B, C):
    kept = []

    def run():
        if not kept:
            kept.append(A @ B)
        C[...] = kept[0]

    return run


def tf32(A, B, C):
    def shorter(x):
        return (np.ascontiguousarray(x).view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)

    def run():
        C[...] = shorter(A) @ shorter(B)

    return run


def one_nan(A, B, C):
    def run():
        C[...] = A @ B
        C[5, 7] = np.nan

    return run


def skips_a_tile(A, B, C):
    def run():
        C[:16] = A[:16] @ B
        C[16:, :16] = A[16:] @ B[:, :16]

    return run


def changes_its_input(A, B, C):
    def run():
        C[...] = A @ B
        A[3, 4] = 0.0

    return run


def right_only_at_first(A, B, C):
    done = []

    def run():
        C[...] = A @ B
        if len(done) > 3:
            C[1, 1] += 1.0
        done.append(1)

    return run


CHEATS = {
    "does nothing": (nothing, "still hold what was there"),
    "writes its output before the timer": (before_the_timer, "still hold what was there"),
    "works only once": (only_once, "wrong after that: .* still hold what was there"),
    "leaves stale output": (stale, "wrong after that: the error of C"),
    "computes in TF32": (tf32, "units of 2.-24"),
    "writes NaN": (one_nan, r"not finite: C\[5, 7\]"),
    "skips a tile": (skips_a_tile, r"first C\[16, 16\]"),
    "changes its input": (changes_its_input, "changed its input A"),
    "is right at first": (right_only_at_first, "wrong after that"),
}
"""What each does, and what must be said of it."""
