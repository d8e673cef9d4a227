"""Calls that are cut short, and calls within a call: what they share stays right."""

import ctypes
import os
import signal
import threading

import numpy as np
import pytest

import sgemm
from in_place_samples import exact, whole
from sgemm.machines.cpu import CpuMachine

SPLIT = "split_k:splits=4"  # its parts count themselves in the workspace
A, OTHER, B = whole(8, 1200), whole(8, 1200, seed=2), whole(1200, 8, seed=1)


class Meanwhile(CpuMachine):
    """A machine that calls something with a launch's counters, just before the launch."""

    def __init__(self, call):
        super().__init__()
        self.call = call

    def bind(self, *arguments):
        launch = super().bind(*arguments)

        def launched(*addresses):
            self.call(addresses[5])
            launch(*addresses)

        return launched


def product(machine, a=A):
    return sgemm.matmul(a, B, plan=SPLIT, machine=machine)


@pytest.mark.parametrize("fraction", [0.2, 0.4, 0.6, 0.8])
def test_what_follows_an_interrupt_is_right(fraction):
    machine, a = CpuMachine(), np.ones((32, 32768), np.float32)
    b = np.ones((32768, 300), np.float32)

    def call(a):
        return sgemm.matmul(a, b, plan="split_k:bm=32:bn=64:splits=26", machine=machine)

    call(a)
    interrupt = threading.Timer(0.06 * fraction, os.kill, (os.getpid(), signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        interrupt.start()
        for _ in range(50):
            call(a)
        interrupt.join()
    except KeyboardInterrupt:
        pass
    finally:
        interrupt.cancel()
        signal.signal(signal.SIGINT, before)
    for _ in range(2):
        np.testing.assert_array_equal(call(2 * a), 2 * 32768)


def test_a_workspace_of_a_launch_that_was_cut_short_is_not_used_again():
    def cut_short(counters):
        if not found:
            found.append(counters)
            ctypes.c_uint32.from_address(counters).value = 1  # a part has counted itself
            raise KeyboardInterrupt

    found, machine = [], Meanwhile(cut_short)
    with pytest.raises(KeyboardInterrupt):
        product(machine)
    for a in (OTHER, A):
        np.testing.assert_array_equal(product(machine, a), exact(a, B))


def test_a_call_within_a_call_has_a_workspace_of_its_own():
    """As where a signal handler multiplies."""

    def within(counters):
        used.append(counters)
        if len(used) == 1:
            np.testing.assert_array_equal(product(machine, OTHER), exact(OTHER, B))

    used, machine = [], Meanwhile(within)
    np.testing.assert_array_equal(product(machine), exact(A, B))
    outer, inner = used
    assert outer != inner
    product(machine)
    assert used[2:] == [outer]


def test_a_signal_handler_may_multiply():
    machine, found = CpuMachine(), []
    expected = exact(A, B)

    def start_timer():
        signal.setitimer(signal.ITIMER_REAL, 0.003)

    def handle(*_):
        found.append(np.array_equal(product(machine), expected))
        start_timer()  # only now: a handler may take longer than the timer

    product(machine)
    before = signal.signal(signal.SIGALRM, handle)
    start_timer()
    try:
        right = [np.array_equal(product(machine), expected) for _ in range(40)]
        while not found:
            right.append(np.array_equal(product(machine), expected))
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert all(right) and all(found)
