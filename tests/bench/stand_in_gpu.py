"""Stand-ins for a GPU: the cpu machine with its interface, clocks that are counted, its libraries.

The benchmark's own kernels run as they are, but for the two that read the clocks of a GPU.
"""

import types

import numpy as np
from scripted_contenders import as_tf32, matrices, view

from sgemm.bench.cublas import MathMode
from sgemm.bench.gpu.tools import Tools
from sgemm.bench.kernel_pool import KernelPool
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.probe import Gpu

MULTIPROCESSORS = 3


class StandIn(CpuMachine):
    clock_hz = 1.98e9
    l2_bytes = 4096

    def __init__(self):
        super().__init__(threads=1, multiprocessors=MULTIPROCESSORS)
        self.gpu = Gpu(0, "a stand-in", 90, 2**30, "GPU-1")
        self.filled = []

    def fill(self, buffer, byte):
        self.filled.append(buffer.nbytes)
        view(buffer.address, (1, buffer.nbytes), buffer.nbytes, np.uint8)[...] = byte


class CountedTools(Tools):
    """Tools on a GPU whose clock runs at 1500 MHz, and whose time is counted."""

    def __init__(self, kernel_pool):
        super().__init__(kernel_pool)
        self.log = []  # what was queued
        self.holds = []  # in nanoseconds
        self.now = 10**9

    def prepare(self):
        for name in ("bench_fill", "bench_widen", "bench_copy", "bench_judge"):
            self._loaded(name)

    def launch(self, name, blocks, threads, *arguments):
        self.log.append(name)
        if name not in ("bench_hold", "bench_probe"):
            super().launch(name, blocks, threads, *arguments)
            return
        assert (blocks, threads) == (MULTIPROCESSORS, 1)
        address, multiprocessors, number = (int(value) for value in arguments[:3])
        notes = view(address, (multiprocessors, 3), 3, np.uint64)
        for index in range(multiprocessors):
            # Counters of different multiprocessors need not agree.
            notes[index] = (index * 12345 + self.now * 1.5, self.now, number)
        self.now += 1000
        if name == "bench_hold":
            self.holds.append(int(arguments[3]))
            self.now += int(arguments[3])


def counted_tools():
    return CountedTools(KernelPool(StandIn()))


def double_product(problem, *addresses, factor=1.0):
    a, b, c = (
        view(address, (problem.batch * rows, columns), columns, np.float64).reshape(
            problem.batch, rows, columns
        )
        for address, (rows, columns, *_) in zip(addresses, problem.stored, strict=True)
    )
    A = a.transpose(0, 2, 1) if problem.trans_a else a
    B = b.transpose(0, 2, 1) if problem.trans_b else b
    c[...] = A @ B * factor


class FakeCublas:
    version = "13.1.0"
    error = 0.0

    def __init__(self, machine, mode):
        self.math_mode = mode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def multiply_double(self, *arguments):
        double_product(*arguments, factor=1 + self.error)

    def multiply(self, problem, *addresses):
        A, B, C = matrices(types.SimpleNamespace(problem=problem, addresses=addresses))
        if self.math_mode is MathMode.TF32:
            A, B = as_tf32(A), as_tf32(B)
        product = np.float32(problem.alpha) * (A @ B)
        C[...] = product + (np.float32(problem.beta) * C if problem.beta else 0)
