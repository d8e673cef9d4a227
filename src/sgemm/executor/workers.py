"""Who runs a launch: threads that call the generated code, while the caller waits and watches.

Generated code runs without the interpreter's lock and takes blocks from a shared counter. Python
handles an interrupt in its main thread, and only between two steps of Python. So that thread never
runs generated code itself: a block may take long. Threads are kept from launch to launch, as
starting one takes as long as a small launch.

LLVM compiles for seconds without a break, so that compiling is left to such a thread, too.

A launch's memory lives as long as one of its threads: what ends the wait, be it a second interrupt,
does not end the thread.
"""

from __future__ import annotations

import _thread
import atexit
import concurrent.futures
import contextvars
import ctypes
import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sgemm.executor.abi import Word

Result = TypeVar("Result")

FE_DFL_ENV = ctypes.c_void_p(-1)  # what C's fenv.h calls so, in glibc and musl
_POLL_SECONDS = 0.05  # how often the caller checks how long blocks have taken


class WorkerThread:
    """A thread that does one task after the other; it does not hold up the end of the process."""

    def __init__(self) -> None:
        self._begin = _thread.allocate_lock()
        self._begin.acquire()
        self._task: Callable[[WorkerThread], None] | None = None
        threading.Thread(target=self._work, name="sgemm-cpu", daemon=True).start()

    @staticmethod
    def free() -> WorkerThread:
        """Return a thread that has nothing to do, perhaps a new one."""
        try:
            return _free.pop()
        except IndexError:
            return WorkerThread()

    def start(self, task: Callable[[WorkerThread], None]) -> None:
        """Let the thread do something that raises no errors, and be free again."""
        self._task = task
        self._begin.release()

    def _work(self) -> None:
        _round_as_ptx_does()
        self.clock = time.pthread_getcpuclockid(threading.get_ident())
        while True:
            self._begin.acquire()
            task, self._task = self._task, None
            assert task is not None
            task(self)
            # The memory of a launch is not to wait for the next one.
            del task

    def be_free(self) -> None:
        """Be free for other tasks: the last step of a task but for its signal."""
        _free.append(self)


def _round_as_ptx_does() -> None:
    """Have this thread round to nearest, keep subnormal numbers, and trap nothing.

    A thread inherits what the one that starts it has, and some libraries have that changed:
    ``torch.set_flush_denormal``, or any that was linked with ``-ffast-math``.
    """
    libm = ctypes.CDLL(None)
    libm.fesetenv.argtypes = [ctypes.c_void_p]
    libm.fesetenv(FE_DFL_ENV)


_free: list[WorkerThread] = []

_calls: set[concurrent.futures.Future[Any]] = set()


def _forget() -> None:
    """Forget threads that a forked child does not have."""
    _free.clear()
    _calls.clear()


os.register_at_fork(after_in_child=_forget)


def interruptibly(call: Callable[[], Result]) -> Result:
    """Return what a call returns, or raise what it raises.

    In the main thread an interrupt ends the wait at once. The call then goes on in the background,
    and its end is awaited before the process ends: see :func:`is_busy`.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    future: concurrent.futures.Future[Result] = concurrent.futures.Future()
    _calls.add(future)

    # What the caller has said in context variables holds for the call.
    context = contextvars.copy_context()

    def task(thread: WorkerThread) -> None:
        try:
            result = context.run(call)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        _calls.discard(future)
        thread.be_free()

    WorkerThread.free().start(task)
    # A signal that comes just before the thread begins to wait is seen once it wakes.
    while not future.done():
        concurrent.futures.wait([future], _POLL_SECONDS)
    return future.result()


def is_busy() -> bool:
    """Whether a call goes on for which nobody waits any more."""
    return bool(_calls)


@atexit.register
def _end_calls() -> None:
    """Wait for calls: their libraries must not be taken down while they run."""
    concurrent.futures.wait(_calls.copy())


class _Task:
    """One worker's part of a launch."""

    def __init__(
        self, run: Callable[[int], None], context: NDArray[np.uint64], keep: object
    ) -> None:
        self._run = run
        self._context = context
        self._keep = keep
        self._cluster = -1
        self._since = 0.0
        self.has_begun = False
        self.is_done = False
        self._ended = _thread.allocate_lock()
        self._ended.acquire()

    def __call__(self, thread: WorkerThread) -> None:
        """Run blocks until none is left, or until all are to stop."""
        self._clock = thread.clock
        self.has_begun = True
        self._run(self._context.ctypes.data)
        self.is_done = True
        thread.be_free()
        self._ended.release()

    def wait(self) -> None:
        """Wait for the end, at most for _POLL_SECONDS."""
        self._ended.acquire(True, _POLL_SECONDS)

    def is_late(self, block_seconds: float) -> bool:
        """Whether the cluster that runs has taken too long, of which some looks have been seen."""
        if self.is_done or not self.has_begun:
            return False
        now = time.clock_gettime(self._clock)
        cluster = int(self._context[Word.NUMBER])
        if cluster != self._cluster:
            self._cluster, self._since = cluster, now
        return now - self._since > block_seconds


def run_workers(
    run: Callable[[int], None],
    contexts: Sequence[NDArray[np.uint64]],
    stop: NDArray[np.uint64],
    keep: object,
    block_seconds: float,
) -> int | None:
    """Run all blocks of a launch; an interrupt ends it as soon as its workers have stopped.

    Each worker has a context (see :class:`~sgemm.executor.abi.Word`); all stop when ``stop`` is not
    0, and what they use is kept until the last one has ended. Returns the number of the worker
    whose block took longer than it may, in which case all were stopped.
    """
    tasks = [_Task(run, context, keep) for context in contexts]
    try:
        for task in tasks:
            WorkerThread.free().start(task)
        for task in tasks:
            while not task.is_done:
                task.wait()
                if not task.is_done:
                    for number, each in enumerate(tasks):
                        if each.is_late(block_seconds):
                            return number
    finally:
        stop[0] = 1
        _wait_for(tasks)
    return None


def _wait_for(tasks: list[_Task]) -> None:
    """Wait until no worker runs, and then raise what came meanwhile: a further interrupt.

    One that has not begun finds that it is to stop.
    """
    interrupt: BaseException | None = None
    for task in tasks:
        while task.has_begun and not task.is_done:
            try:
                task.wait()
            except BaseException as error:
                interrupt = error
    if interrupt is not None:
        raise interrupt
