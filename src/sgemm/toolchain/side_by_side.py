"""Kernels compiled into the cache by several processes: NVRTC takes turns with itself in one."""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import pickle
import signal
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait

from sgemm.errors import CompileError
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.toolchain.build import name_of
from sgemm.toolchain.compiler import build


def build_all(
    kernels: Sequence[Kernel],
    architecture: int,
    advance: Callable[[Kernel], None],
    until: float = math.inf,
) -> None:
    """Build kernels of the catalogue for an architecture, a process for each processor.

    ``advance`` gets each when it is built. At the first error, on an interrupt, and at ``until`` by
    :func:`time.monotonic`, the processes are killed: entries of the cache are written whole or not
    at all. Where the caller dies, they end.
    """
    rest = list(reversed(kernels))
    context = multiprocessing.get_context("spawn")  # a GPU's driver does not survive a fork
    processes = []
    busy: dict[Connection, Kernel] = {}

    def give(connection: Connection) -> None:
        """Give a process something to do; that one is gone shows when its answer is read."""
        if rest:
            busy[connection] = rest.pop()
            with contextlib.suppress(OSError):
                kernel = busy[connection]
                connection.send((kernel.name, (kernel.layout, kernel.tile, kernel.types)))

    try:
        for _ in range(min(len(kernels), len(os.sched_getaffinity(0)))):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, architecture), daemon=True)
            processes.append(process)
            with _interrupts_held():
                process.start()
            theirs.close()
            give(ours)
        said: set[str] = set()
        while busy:
            seconds = None if until == math.inf else max(0.0, until - time.monotonic())
            answered = wait(list(busy), seconds)
            if not answered:
                return
            for connection in answered:
                assert isinstance(connection, Connection)
                kernel = busy.pop(connection)
                for text in _answer(connection, kernel) - said:
                    warnings.warn(text, RuntimeWarning, stacklevel=2)
                    said.add(text)
                advance(kernel)
                give(connection)
    finally:
        for process in processes:
            if process.pid is not None:
                process.kill()
                process.join()


def _answer(connection: Connection, kernel: Kernel) -> set[str]:
    """Return the warnings of a process that has built a kernel, or raise its error."""
    try:
        answer = connection.recv()
    except (EOFError, OSError) as error:
        raise CompileError(
            f"the process that compiled {name_of(kernel)} was ended "
            "by something else; where memory is short, let it have fewer processors (taskset)"
        ) from error
    if isinstance(answer, Exception):
        raise answer
    return set(answer)


def _serve(connection: Connection, architecture: int) -> None:
    """Build what is asked for until nobody asks any more."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            name, of_kernel = connection.recv()
            answer: Exception | list[str]
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    build(find(name).specialised(*of_kernel), architecture)
                    answer = [str(each.message) for each in caught]
                except Exception as error:
                    answer = _that_can_be_sent(error)
            connection.send(answer)


def _that_can_be_sent(error: Exception) -> Exception:
    """Return an error, or its words where it cannot be made again in another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return CompileError(f"{type(error).__name__}: {error}")
    return error


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back; a process that is started meanwhile never gets one.

    A terminal interrupts all processes of a command, and it is for the first to end the others.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
