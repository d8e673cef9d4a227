"""A machine for tests of what stands above machines: it computes with NumPy, from its buffers.

It honours the interface (memory, loading, launching) and no more; kernels are known to it by
their arguments alone. New memory is full of NaN, so that whatever is read before it was written
shows.
"""

import contextlib
import dataclasses
import threading
import time

import numpy as np


@dataclasses.dataclass(frozen=True)
class NumpyBuffer:
    storage: np.ndarray
    nbytes: int

    @property
    def address(self) -> int:
        return self.storage.ctypes.data


@dataclasses.dataclass(frozen=True)
class NumpyTexture:
    handle: int
    first_texel: int = 0


@dataclasses.dataclass(frozen=True)
class NumpyKernel:
    build: object


class NumpyMachine:
    """Computes in double precision and rounds once."""

    name = "cpu"
    description = "NumPy, for tests"
    multiprocessors = 4

    def __init__(self, architecture: int = 90) -> None:
        self.architecture = architecture
        self.live = {}
        self.copied_in = []
        self.launches = []
        self.loads = []
        self.copy_sizes = []
        self.fail_at_launch = False
        self._users = threading.Semaphore(1)

    @contextlib.contextmanager
    def allocate(self, nbytes):
        storage = np.full(-(-max(nbytes, 1) // 256) * 64, np.nan, dtype=np.float32)
        buffer = NumpyBuffer(storage, nbytes)
        self.live[buffer.address] = buffer
        try:
            yield buffer
        finally:
            del self.live[buffer.address]

    def copy_in(self, buffer, source, offset=0):
        assert source.flags.c_contiguous
        assert offset + source.nbytes <= buffer.nbytes
        self.copy_sizes.append(source.nbytes)
        self.copied_in.append(buffer.address)
        buffer.storage[offset // 4 :][: source.size] = source.ravel()

    def copy_out(self, target, buffer, offset=0):
        assert target.flags.c_contiguous
        assert target.flags.writeable
        assert offset + target.nbytes <= buffer.nbytes
        self.copy_sizes.append(target.nbytes)
        np.copyto(target, buffer.storage[offset // 4 :][: target.size].reshape(target.shape))

    @contextlib.contextmanager
    def texture(self, address, nbytes):
        assert address % 16 == 0
        assert nbytes % 16 == 0
        yield NumpyTexture(address)

    def load(self, build):
        self.loads.append(build.kernel.name)
        return NumpyKernel(build)

    def launch(self, kernel, launch, arguments):
        assert self._users.acquire(blocking=False), "two threads use the machine at once"
        try:
            self.launches.append((kernel.build.kernel.name, launch))
            if self.fail_at_launch:
                raise RuntimeError("launch failed")
            time.sleep(0.001)  # time for another thread to come in, if it can
            self._compute(arguments)
        finally:
            self._users.release()

    def synchronize(self):
        pass

    def _compute(self, arguments):
        m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, *_ = arguments
        result = self._view(c, m, n, ldc)
        total = np.zeros((m, n))
        if alpha != 0 and k > 0:
            product = self._view(a, m, k, lda).astype(float) @ self._view(b, k, n, ldb)
            total += float(alpha) * product
        if beta != 0:
            total += float(beta) * result
        result[...] = total

    def _view(self, address, rows, columns, stride):
        storage = self.live[int(address)].storage
        strides = (4 * int(stride), 4)
        return np.lib.stride_tricks.as_strided(storage, (int(rows), int(columns)), strides)
