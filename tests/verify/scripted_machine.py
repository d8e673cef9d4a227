"""A machine whose kernels are Python functions on raw memory, so that they can cheat."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable

import numpy as np

from sgemm.kernels.ladder.rung_03_shared_tile import KERNEL
from sgemm.problem import Problem
from sgemm.toolchain.build import Build

BUILD = Build(KERNEL, 90, "shared_tile", "", None, None, "none")

Work = Callable[[Problem, np.ndarray, np.ndarray, np.ndarray], None]
"""A kernel: the problem, and the memory of A, B and C as flat float32, which it may write."""


@dataclasses.dataclass
class ScriptedBuffer:
    address: int
    storage: np.ndarray
    nbytes: int


@dataclasses.dataclass(frozen=True)
class ScriptedKernel:
    work: Work
    build: Build = BUILD


class ScriptedMachine:
    name = "cpu"
    description = "Python functions, for tests"
    architecture = 90
    multiprocessors = 4

    def __init__(self) -> None:
        self._buffers: dict[int, ScriptedBuffer] = {}
        self.launches = 0

    @contextlib.contextmanager
    def allocate(self, nbytes):
        address = 256 * (1 + len(self._buffers)) * 2**20
        buffer = ScriptedBuffer(address, np.full(-(-nbytes // 4), np.nan, np.float32), nbytes)
        self._buffers[address] = buffer
        try:
            yield buffer
        finally:
            del self._buffers[address]

    def copy_in(self, buffer, source, offset=0):
        assert source.flags.c_contiguous and offset + source.nbytes <= buffer.nbytes
        buffer.storage[offset // 4 :][: source.size].view(np.uint32)[...] = source.view(np.uint32)

    def copy_out(self, target, buffer, offset=0):
        assert target.flags.c_contiguous and offset + target.nbytes <= buffer.nbytes
        target.view(np.uint32)[...] = buffer.storage[offset // 4 :][: target.size].view(np.uint32)

    def launch(self, kernel, launch, arguments):
        m, n, k, alpha, a, lda, b, ldb, beta, c, ldc = (value.item() for value in arguments)
        self.launches += 1
        problem = Problem(m, n, k, alpha, beta, lda, ldb, ldc)
        kernel.work(problem, *(self._buffers[address].storage for address in (a, b, c)))

    def synchronize(self):
        pass
