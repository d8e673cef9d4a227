"""Threads that run what the main thread must not: interrupts are seen, and nothing is lost."""

import contextlib
import gc
import signal
import threading
import time
import weakref

import numpy as np
import pytest

from sgemm.executor.abi import Word
from sgemm.executor.workers import interruptibly, is_busy, run_workers


def test_a_call_returns_and_raises_as_if_it_were_made_here() -> None:
    assert interruptibly(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        interruptibly(lambda: 1 // 0)
    assert not is_busy()


def test_an_interrupt_does_not_wait_for_a_call() -> None:
    begun, goes_on, ended = (threading.Event() for _ in range(3))

    def call() -> None:
        begun.set()
        goes_on.wait()
        ended.set()

    def interrupt() -> None:
        begun.wait()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    # Where tests run in the background, interrupts are ignored at first.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            interruptibly(call)
    finally:
        signal.signal(signal.SIGINT, before)
    assert is_busy()
    goes_on.set()
    assert ended.wait(60)


class Memory:
    """What a launch uses."""


def test_memory_lives_until_the_last_worker_has_ended() -> None:
    begun, ended = threading.Event(), threading.Event()
    stop = np.zeros(1, np.uint64)
    alive: list[bool] = []

    def run(address: int) -> None:
        """Be a worker that takes its time to stop."""
        begun.set()
        time.sleep(0.3)
        gc.collect()
        alive.append(memory() is not None)
        ended.set()

    def interrupt() -> None:
        begun.wait()
        for _ in range(3):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            time.sleep(0.05)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupts = threading.Thread(target=interrupt)
    try:
        for_launch = [Memory()]
        memory = weakref.ref(for_launch[0])
        interrupts.start()
        with contextlib.suppress(KeyboardInterrupt):
            run_workers(run, [np.zeros(len(Word), np.uint64)], stop, for_launch.pop(), 60)
        while interrupts.is_alive():
            with contextlib.suppress(KeyboardInterrupt):
                interrupts.join()
        assert ended.wait(60)
    finally:
        signal.signal(signal.SIGINT, before)
    assert stop[0] == 1
    assert alive == [True]
