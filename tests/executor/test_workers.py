"""Threads that run what the main thread must not: interrupts are seen, and nothing is lost."""

import contextlib
import gc
import platform
import signal
import threading
import time
import weakref
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from differential import run_script

from sgemm.executor.abi import Word
from sgemm.executor.workers import interruptibly, is_busy, run_workers


def test_a_call_returns_and_raises_as_if_it_were_made_here() -> None:
    assert interruptibly(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        interruptibly(lambda: 1 // 0)
    assert not is_busy()


@pytest.fixture
def interrupt() -> Iterator[Callable[[], None]]:
    """Interrupt the main thread; where tests run in the background, that is ignored at first."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_does_not_wait_for_a_call(interrupt: Callable[[], None]) -> None:
    begun, goes_on, ended = (threading.Event() for _ in range(3))

    def call() -> None:
        begun.set()
        goes_on.wait()
        ended.set()

    threading.Thread(target=lambda: (begun.wait(), interrupt())).start()
    with pytest.raises(KeyboardInterrupt):
        interruptibly(call)
    assert is_busy()
    goes_on.set()
    assert ended.wait(60)


# The bits that flush subnormal numbers are those of x86-64.
@pytest.mark.parametrize("mode", ["upward", "trap", *["flush"] * (platform.machine() == "x86_64")])
def test_arithmetic_is_that_of_ptx_whatever_the_caller_has_set(mode: str) -> None:
    """As torch.set_flush_denormal does, and libraries that were linked with -ffast-math."""
    done = run_script(FLOATS.format(mode=mode))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["0x1ffffe", "0x3f800002", "inf"]


FLOATS = """
import ctypes
import numpy as np
libm = ctypes.CDLL("libm.so.6")
if "{mode}" == "flush":
    environment = (ctypes.c_uint32 * 8)()  # of glibc on x86-64; the last word is MXCSR
    libm.fegetenv(environment)
    environment[7] |= 0x8040
    libm.fesetenv(environment)
elif "{mode}" == "upward":
    libm.fesetround(0x800)
else:
    libm.feenableexcept(4)  # division by zero
import sgemm
from differential import compiled, entry_of, run_on_copies
a = np.full((40, 30), 0x00011111, np.uint32).view(np.float32)
b = np.ones((30, 20), np.float32)
c = sgemm.matmul(a, b, machine="cpu", plan="shared_tile")
print(hex(c.view(np.uint32)[0, 0]))
a = np.full((1, 1), 0x3F800001, np.uint32).view(np.float32)
c = sgemm.matmul(a, a, machine="cpu", plan="shared_tile")  # 1 + 2^-22 + 2^-46
print(hex(c.view(np.uint32)[0, 0]))
body = (
    "ld.param.u64 %rd1, [out]; ld.global.f32 %f1, [%rd1]; "
    "mov.f32 %f2, 0f3F800000; div.rn.f32 %f3, %f2, %f1; st.global.f32 [%rd1], %f3; ret;"
)
native = compiled(entry_of(body, ".param .u64 out"), (1, 1, 1))
print(run_on_copies(native, np.zeros(1, np.float32))[0][0])
"""


class Memory:
    """What a launch uses."""


def test_memory_lives_until_the_last_worker_has_ended(interrupt: Callable[[], None]) -> None:
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

    def interrupt_thrice() -> None:
        begun.wait()
        for _ in range(3):
            interrupt()
            time.sleep(0.05)

    interrupts = threading.Thread(target=interrupt_thrice)
    for_launch = [Memory()]
    memory = weakref.ref(for_launch[0])
    interrupts.start()
    with contextlib.suppress(KeyboardInterrupt):
        run_workers(run, [np.zeros(len(Word), np.uint64)], stop, for_launch.pop(), 60)
    while interrupts.is_alive():
        with contextlib.suppress(KeyboardInterrupt):
            interrupts.join()
    assert ended.wait(60)
    assert stop[0] == 1
    assert alive == [True]
