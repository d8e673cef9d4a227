"""The cpu machine: what it refuses to be, and bound launches."""

import multiprocessing
import os
import threading
import time
from typing import Any

import numpy as np
import pytest

from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.catalogue import find
from sgemm.kernels.launch import Launch
from sgemm.machines.compiling_forks import hold_forks_while_compiling, locks_of_the_compiler
from sgemm.machines.cpu import CpuMachine
from sgemm.toolchain.compiler import build


def test_there_are_no_streams() -> None:
    machine = CpuMachine(threads=1)
    loaded = machine.load(build(find("naive"), machine.architecture))
    with pytest.raises(ArgumentError, match=r"^stream = 5: the cpu machine has no streams"):
        machine.launch(loaded, Launch((1, 1, 1), (32, 1, 1)), (), stream=5)
    assert machine.device == (1, 0)
    assert machine.workspace_key(None) == machine.workspace_key(5) == (0, 0)
    machine.order(1, 2)
    machine.wait(None)
    machine.hold(object(), 1)
    with machine.outside_captures():
        pass


@pytest.mark.parametrize("seconds", [0, -1.0, True, float("nan"), "1"])
def test_seconds_that_are_none_are_refused(seconds: Any) -> None:
    with pytest.raises(ArgumentError, match=r"block_seconds = .* number of seconds above 0"):
        CpuMachine(block_seconds=seconds)
    CpuMachine(block_seconds=np.float32(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("nbytes", [-1, 1.5, True, "1"])
def test_sizes_that_are_none_are_refused(nbytes: Any) -> None:
    with (
        pytest.raises(ArgumentError, match=f"nbytes = {nbytes!r}: a whole number of at least 0"),
        CpuMachine().allocate(nbytes),
    ):
        pass


@pytest.mark.parametrize("nbytes", [1 << 62, 1 << 63, 1 << 70])
def test_memory_that_no_computer_has(nbytes: int) -> None:
    with (
        pytest.raises(MachineError, match=f"cannot allocate {nbytes} bytes"),
        CpuMachine().allocate(nbytes),
    ):
        pass


def test_a_buffer_is_not_used_after_its_end() -> None:
    machine, values = CpuMachine(), np.zeros(4, np.float32)
    with machine.allocate(64) as buffer:
        machine.copy_in(buffer, values)
    for copy in (
        lambda: machine.copy_in(buffer, values),
        lambda: machine.copy_out(values, buffer),
    ):
        with pytest.raises(MachineError, match="buffer of 64 bytes is used after it was freed"):
            copy()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("number", [0, 1])
def test_a_fork_waits_for_a_kernel_that_another_thread_compiles(number: int) -> None:
    hold_forks_while_compiling()
    locks = locks_of_the_compiler()
    assert len(locks) == 2, "llvmlite calls its lock something else"
    lock = locks[number]
    compiles = threading.Event()
    ended: list[bool] = []

    def compile_something() -> None:
        with lock:
            compiles.set()
            time.sleep(0.2)
            ended.append(True)

    def work() -> None:
        os._exit(0 if ended and lock.acquire(timeout=20) else 1)

    thread = threading.Thread(target=compile_something)
    thread.start()
    compiles.wait(20)
    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()
    thread.join()
    child.join(60)
    assert child.exitcode == 0
    assert lock.acquire(timeout=20)
    lock.release()
