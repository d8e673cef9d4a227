"""A machine for tests of what stands above machines: it computes with NumPy, from its buffers.

It honours the interface (memory, loading, launching) and no more; kernels are known to it by
their arguments alone. New memory is full of NaN, so that whatever is read before it was written
shows.
"""

import contextlib
import ctypes
import threading
import time
from types import SimpleNamespace

import numpy as np

from sgemm.errors import ArgumentError
from sgemm.machines.call import ADDEND, BASIC, parameter_names, rebound_launch
from sgemm.machines.interface import TensorMap, Texture


class NumpyMachine:
    """Computes in double precision and rounds once."""

    name = "cpu"
    description = "NumPy, for tests"
    multiprocessors = 4
    figures = None

    def __init__(self, architecture: int = 90, device: tuple[int, int] = (1, 0)) -> None:
        self.architecture = architecture
        self.device = device
        self.orders, self.waits, self.held, self.launched_on = [], [], [], []
        self.workspaces, self.copied_in, self.copy_sizes = [], [], []
        self.launches, self.loads = [], []
        self.graphs, self.foreign_streams, self.live = {}, set(), {}
        self.fail_at_launch = False
        self._users = threading.Semaphore(1)

    @contextlib.contextmanager
    def allocate(self, nbytes):
        storage = np.full(-(-max(nbytes, 1) // 256) * 64, np.nan, dtype=np.float32)
        buffer = SimpleNamespace(storage=storage, nbytes=nbytes, address=storage.ctypes.data)
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
        memory = buffer.storage.view(np.uint8)[offset:]
        memory[: source.nbytes] = source.ravel().view(np.uint8)

    def copy_out(self, target, buffer, offset=0):
        assert target.flags.c_contiguous
        assert target.flags.writeable
        assert offset + target.nbytes <= buffer.nbytes
        self.copy_sizes.append(target.nbytes)
        words = buffer.storage[offset // 4 :][: target.size]
        np.copyto(target, words.view(target.dtype).reshape(target.shape))

    @contextlib.contextmanager
    def texture(self, address, nbytes):
        assert address % 16 == 0
        assert nbytes % 16 == 0
        yield Texture(address, 0)

    def load(self, build):
        self.loads.append(build.kernel.name)
        return SimpleNamespace(build=build)

    def launch(self, kernel, launch, arguments, stream=None):
        assert self._users.acquire(blocking=False), "two threads use the machine at once"
        try:
            self.launches.append((kernel.build.kernel.name, launch))
            self.launched_on.append(stream)
            if self.fail_at_launch:
                raise RuntimeError("launch failed")
            time.sleep(0.001)  # time for another thread to come in, if it can
            if kernel.build.kernel.name != "split_operand":  # nobody reads what that makes
                self._compute(kernel.build.kernel, arguments)
        finally:
            self._users.release()

    def bind(self, kernel, problem, schedule, parts=(0, 0)):
        return rebound_launch(self, kernel, problem, schedule, parts)

    def native_launch(self, *bound):
        return None

    def tensor_map(self, *described):
        return TensorMap(bytes(128))

    def synchronize(self):
        pass

    def wait(self, stream):
        self.waits.append(stream)

    def order(self, earlier, later):
        self.orders.append((earlier, later))

    def hold(self, owners, stream):
        self.held.append((owners, stream))

    def check_stream(self, stream):
        if stream in self.foreign_streams:
            raise ArgumentError(f"stream = {stream}: it belongs to another device")

    def workspace_key(self, stream):
        return (-1 if stream is None else stream, self.graphs.get(stream, 0))

    @contextlib.contextmanager
    def outside_captures(self):
        yield

    def _compute(self, kernel, arguments):
        given, layout = dict(zip(parameter_names(kernel), arguments, strict=True)), kernel.layout
        m, n, k, alpha, a, lda, b, ldb, beta, c, ldc = (given[name] for name in BASIC)
        step_a, step_b, step_c = (given.get(f"stride_{each}", 0) for each in "abc")
        batch = given.get("batch", 1)
        added = [
            given.get(name, other) for name, other in zip(ADDEND, (ldc, c, step_c), strict=True)
        ]
        ld_addend, addend, step_addend = added
        if "workspace" in given:
            self._check_workspace(given["workspace"], given["counters"])
        for i in range(int(batch)):
            result = view(c, m, n, ldc, i * int(step_c))
            total = np.zeros((m, n))
            if alpha != 0 and k > 0:
                rows, columns = (k, m) if layout[0] == "t" else (m, k)
                left = view(a, rows, columns, lda, i * int(step_a), kernel.types[0])
                rows, columns = (n, k) if layout[1] == "t" else (k, n)
                right = view(b, rows, columns, ldb, i * int(step_b), kernel.types[1])
                left = left.T if layout[0] == "t" else left
                right = right.T if layout[1] == "t" else right
                total += float(alpha) * (left.astype(float) @ right)
            if beta != 0:
                total += float(beta) * view(addend, m, n, ld_addend, i * int(step_addend))
            result[...] = total

    def _check_workspace(self, floats, counters):
        """Use a workspace as a kernel would: any floats, and counters that are and stay zero."""
        for address in (floats, counters):
            if address:
                self.workspaces.append(int(address))
        if counters:
            assert not ctypes.c_uint32.from_address(int(counters)).value


def view(address, rows, columns, leading, offset, type_="float32"):
    """Return a matrix at an address of this process's memory; a copy of bfloat16."""
    rows, columns, leading = int(rows), int(columns), int(leading)
    if not rows or not columns:
        return np.zeros((rows, columns), np.float32)
    extent = (rows - 1) * leading + columns
    kind = np.dtype({"bfloat16": "uint16"}.get(type_, type_))
    size = kind.itemsize
    memory = (ctypes.c_char * (size * extent)).from_address(int(address) + size * offset)
    storage = np.frombuffer(memory, kind)
    if type_ == "bfloat16":
        storage, size = (storage.astype(np.uint32) << 16).view(np.float32), 4
    return np.lib.stride_tricks.as_strided(storage, (rows, columns), (size * leading, size))
