"""Threads that run what the main thread must not: interrupts are seen, and nothing is lost."""

from __future__ import annotations

import signal
import threading
import weakref

import numpy as np
import pytest

from sgemm.executor.context import Word
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

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        interruptibly(call)
    assert is_busy()
    goes_on.set()
    assert ended.wait(60)


class Memory:
    """What a launch uses."""


def test_memory_lives_until_the_last_worker_has_ended() -> None:
    """Interrupts come as often as Python can be interrupted; the worker does not care."""
    begun, goes_on, ended = (threading.Event() for _ in range(3))
    contexts = [np.zeros(Word.WORDS, np.uint64)]
    stop = np.zeros(1, np.uint64)
    memory = Memory()
    alive = weakref.ref(memory)
    interrupts = 5

    def run(address: int) -> None:
        begun.set()
        goes_on.wait()
        ended.set()

    def on_interrupt(number: int, frame: object) -> None:
        nonlocal interrupts
        interrupts -= 1
        if interrupts:
            signal.raise_signal(number)
        else:
            goes_on.set()
        raise KeyboardInterrupt

    def interrupt() -> None:
        begun.wait()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        threading.Thread(target=interrupt).start()
        try:
            keep, memory = memory, None  # type: ignore[assignment]
            run_workers(run, contexts, stop, (keep,), 60)
        except KeyboardInterrupt:
            del keep
            while not ended.is_set():
                try:
                    assert alive() is not None
                    ended.wait(60)
                except KeyboardInterrupt:
                    pass
    finally:
        signal.signal(signal.SIGINT, before)
    assert stop[0] == 1
    assert ended.is_set()
