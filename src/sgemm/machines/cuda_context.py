"""A GPU's context: binding a thread to it for a while, its errors in words, and callers' streams.

A thread's current device is left as it was found.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Iterator

from sgemm.errors import ArgumentError, MachineError
from sgemm.machines.cuda_driver import CAPTURING, NO_TIMING, RELAXED_CAPTURE, raw_driver
from sgemm.machines.cuda_objects import CudaKernel
from sgemm.machines.interface import DEFAULT_STREAM, DEFAULT_STREAMS, LEGACY_STREAM
from sgemm.machines.probe import SUCCESS, Gpu

LEGACY_STREAMS = (DEFAULT_STREAM, LEGACY_STREAM)  # both stand for the one that waits for all others
OF_LEGACY_STREAM = (-1, 0)  # its workspace's key; the driver's own numbers are not negative


class CudaContext:
    """What a cuda machine does to its context and to streams."""

    def __init__(self, gpu: Gpu) -> None:
        self.gpu = gpu
        self._raw = raw_driver()
        self._context_handle = 0  # the CUcontext: the primary one, which every library shares
        self.stream_handle = 0  # the CUstream that all work goes to
        self._held: list[tuple[int, object]] = []
        self._held_lock = threading.Lock()
        self._launched: dict[str, None] = {}

    @contextlib.contextmanager
    def calling(self, what: str) -> Iterator[None]:
        """Bind this thread to the GPU, and turn any error of the driver into a MachineError."""
        try:
            with self.current():
                yield
        except Exception as error:
            raise self.explained(what, error) from error

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        """Bind this thread to the GPU for a while: it may be bound to another, or to none."""
        before = self._current_context()
        if before == self._context_handle:
            yield
            return
        self.succeed(self._raw.set_context(self._context_handle))
        try:
            yield
        finally:
            self._restore(before)

    def is_current(self) -> bool:
        """Tell whether this thread is bound to the GPU."""
        return self._current_context() == self._context_handle

    def _current_context(self) -> int:
        """Return the context that this thread is bound to, 0 for none."""
        found = ctypes.c_void_p()
        self._raw.current_context(ctypes.addressof(found))
        return found.value or 0

    def _restore(self, before: int) -> None:
        """Bind this thread to what it was bound to.

        A thread bound to nothing uses GPU 0 as soon as it uses any; so that one may stay.
        """
        if before or self.gpu.ordinal:
            self._raw.set_context(before)

    def explained(self, what: str, error: Exception) -> MachineError:
        """Say what was being done on which GPU, what went wrong, and after which kernels."""
        words = " ".join(str(error).split())
        suspects = ", ".join(self._launched)
        after = f" (since the last synchronisation it was given: {suspects})" if suspects else ""
        return MachineError(f"{what} failed on {self.gpu.name}{after}: {words}")

    def succeed(self, code: int, what: str = "") -> None:
        """Raise MachineError where a call of the driver has failed; ``what`` was being done."""
        if code:
            error = MachineError(self._raw.explain(code))
            raise self.explained(what, error) if what else error

    def order(self, earlier: int, later: int) -> None:
        """Let a stream wait for all that another was given so far, without waiting here."""
        with self.calling("ordering two streams"):
            event = self._raw.made(self._raw.create_event, NO_TIMING)
            try:
                self.succeed(self._raw.record_event(event, earlier))
                self.succeed(self._raw.wait_for_event(later, event, 0))
            finally:
                self._raw.destroy_event(event)

    def wait(self, stream: int | None) -> None:
        """Wait for all that a stream was given so far; None for everything on the GPU."""
        with self.calling("waiting for the GPU"):
            if stream is None:
                self.succeed(self._raw.wait_for_context())
            else:
                self.succeed(self._raw.wait_for_stream(stream))
            if self._held:
                with self._held_lock, self.outside_captures():
                    used = self._used()
                del used  # without the lock: its memory may be freed by anything

    def check_stream(self, stream: int) -> None:
        """Raise ArgumentError unless a stream belongs to this GPU."""
        if stream in DEFAULT_STREAMS:
            return
        context = ctypes.c_void_p()
        with self.calling("looking at a stream"):
            self.succeed(self._raw.stream_context(stream, ctypes.addressof(context)))
        if context.value != self._context_handle:
            raise ArgumentError(
                f"stream = {stream:#x} belongs to another device than the operands, which are on "
                f"GPU {self.gpu.ordinal}"
            )

    def workspace_key(self, stream: int | None) -> tuple[int, int]:
        """Return the numbers of a stream and of the graph that it is being captured into."""
        handle = self.stream_handle if stream is None else stream
        if handle in LEGACY_STREAMS:  # never captured, never another one: nobody need be asked
            return OF_LEGACY_STREAM
        if self.is_current():
            return self._numbers(handle)
        with self.current():
            return self._numbers(handle)

    def _numbers(self, stream: int) -> tuple[int, int]:
        status, graph = ctypes.c_int(0), ctypes.c_uint64(0)
        code = self._raw.capture(stream, ctypes.addressof(status), ctypes.addressof(graph))
        if code == 0 and status.value == CAPTURING:
            return (stream, graph.value)  # a stream that is being captured tells no number
        number = ctypes.c_uint64(0)
        code = self._raw.stream_number(stream, ctypes.addressof(number))
        self.succeed(code, "looking at a stream")
        return (number.value, 0)

    def function_of(self, kernel: CudaKernel, entry: str | None = None) -> int:
        """Return the CUfunction of a kernel, or of another of its entries, loaded into this GPU."""
        handle = kernel.handle if entry is None else kernel.further[entry].handle
        with self.calling(f"loading {entry or kernel.build.entry}"):
            return self._raw.made(self._raw.kernel_function, handle)

    def hold(self, owners: object, stream: int) -> None:
        """Keep objects, and so their memory, until a stream has done what it was given so far.

        While the stream is being captured nothing is kept: a graph's memory is its owner's matter.
        """
        if self.workspace_key(stream)[1]:
            return
        with self.calling("keeping operands until they have been used"):
            event = self._raw.made(self._raw.create_event, NO_TIMING)
            code = self._raw.record_event(event, stream)
            if code:
                self._raw.destroy_event(event)
            self.succeed(code)
            # Asking for an event would spoil what another thread captures, were it not said that
            # this is no part of it; and an answer that is an error does not mean that it is done.
            with self._held_lock, self.outside_captures():
                self._held.append((event, owners))
                used = self._used()
            del used  # as above

    def _used(self) -> list[object]:
        """Hold no longer what has been used, and return it; with the lock, outside captures."""
        used = [each for each in self._held if self._raw.query_event(each[0]) == SUCCESS]
        for each in used:
            self._held.remove(each)
            self._raw.destroy_event(each[0])
        return [owners for _, owners in used]

    @contextlib.contextmanager
    def outside_captures(self) -> Iterator[None]:
        """Let this thread allocate and wait while a graph is being captured."""
        mode = ctypes.c_int(RELAXED_CAPTURE)
        self.succeed(self._raw.exchange_capture_mode(ctypes.addressof(mode)))
        try:
            yield
        finally:
            self._raw.exchange_capture_mode(ctypes.addressof(mode))
