"""A patched mainloop is compared with the compiler's own on the GPU where it is first used.

Two small products, one of whole tiles and one of odd sizes, have to agree in every bit. The verdict
is kept on disk by GPU, driver, compiler and code, so that a computer compares each kernel once.
Where they differ, or a comparison has not come to its end, the compiler's mainloop is used.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import os
import platform
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from sgemm.errors import MachineError
from sgemm.kernels.kernel import Kernel
from sgemm.machines.call import bound_arguments, workspace_of
from sgemm.machines.interface import Addresses, LoadedKernel, Machine
from sgemm.machines.probe import driver_status, driver_version
from sgemm.problem import FLOAT32_BYTES, Problem
from sgemm.toolchain.build import Build, name_of, plain_of
from sgemm.toolchain.cache import Cache
from sgemm.toolchain.compiler import build
from sgemm.toolchain.mainloop import REPORT, VARIABLE, warn_once

if TYPE_CHECKING:
    from numpy.typing import NDArray

CACHE_NAME = "comparisons"

SAME = b"same"
_UNDER_WAY = "under way on"
_INTERRUPTED = b"interrupted"

LINE = 64  # floats: 256 bytes, to which buffers are aligned


def is_compared(machine: Machine, made: Build) -> bool:
    """Whether a patched build is known to agree with the compiler's on this machine."""
    return Cache(CACHE_NAME).load(_key(machine, made)) == SAME


def compared(machine: Machine, made: Build, again: bool = False) -> LoadedKernel:
    """Load a patched build, or the compiler's where the two were found to differ.

    It allocates, launches on the machine's own stream, and waits. With ``again`` they are compared
    whatever was found before.
    """
    cache, key = Cache(CACHE_NAME), _key(machine, made)
    verdict, both = None if again else cache.load(key), None
    begun = False

    def load() -> tuple[LoadedKernel, LoadedKernel]:
        nonlocal both, begun
        begun = True
        cache.store(key, f"{_UNDER_WAY} {_here()} {os.getpid()}".encode())
        both = machine.load(as_compiled(made)), machine.load(made)
        return both

    if verdict is None or not _is_final(verdict.decode()):
        try:
            verdict = _verdict(machine, made.kernel, load)
        except MachineError as error:
            if not begun:  # such as too little memory for the operands: no word on the loop
                raise
            raise MachineError(
                f"{error}; it happened while the patched mainloop of {made.kernel.name} was "
                f"compared with the compiler's: {REPORT}; the next process uses the compiler's"
            ) from error
        except BaseException:
            cache.store(key, _INTERRUPTED)
            raise
        cache.store(key, verdict)
    is_same = verdict == SAME
    if not is_same:
        warn_once(
            f"comparison {made.kernel.name} {made.kernel.layout} {made.kernel.tile}",
            f"the patched mainloop of {name_of(made.kernel)} is "
            f"not used: {_in_words(verdict.decode())}; {REPORT}: {machine.description}, "
            f"{_driver()}, {made.compiler}; {VARIABLE}=off keeps the compiler's mainloops",
        )
    return both[is_same] if both else machine.load(made if is_same else as_compiled(made))


def as_compiled(made: Build) -> Build:
    """Return a patched build with the compiler's own mainloop."""
    return build(plain_of(made.kernel), made.architecture, ptx=made.ptx is not None)


def problems(kernel: Kernel) -> list[Problem]:
    """Return a product of whole tiles, and one of odd sizes or the oddest that the kernel takes."""
    tile = kernel.tile
    m, n, k = 2 * tile.bm, 2 * tile.bn, (tile.stages + 2) * tile.bk
    odd = [(m - 37 % tile.bm, n - 29 % tile.bn, k - less) for less in (tile.bk // 2 + 1, 4, 0)]
    found: list[Problem] = []
    for sizes in ([(m, n, k)], odd):
        stored = (_stored(kernel, *each) for each in sizes)
        legal = (problem for problem in stored if not kernel.violations(problem))
        found += itertools.islice(legal, 1)
    return found


def _stored(kernel: Kernel, m: int, n: int, k: int) -> Problem:
    """Return a product whose rows begin at multiples of 16 bytes, which some kernels need."""
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    plain = Problem(m, n, k, alpha=1.5, beta=0.5, trans_a=trans_a, trans_b=trans_b)
    lda, ldb, ldc = (-(-each // 4) * 4 for each in (plain.lda, plain.ldb, plain.ldc))
    return dataclasses.replace(plain, lda=lda, ldb=ldb, ldc=ldc)


def _verdict(
    machine: Machine, kernel: Kernel, load: Callable[[], tuple[LoadedKernel, LoadedKernel]]
) -> bytes:
    """Return SAME, or in which product the two differ, which are loaded when there is memory.

    All operands lie in one buffer, which is written once and read once: an allocation or a copy
    takes longer than such a product. Both products read the same A and B, each its own part.
    """
    due = problems(kernel)
    schedules = [kernel.schedule(each, machine.multiprocessors) for each in due]
    needs = [workspace_of(kernel, *each) for each in zip(due, schedules, strict=True)]
    sizes = [[_up_to_line(count) for count in each.elements] for each in due]
    most_a, most_b, most_c = map(max, zip(*sizes, strict=True))
    values = _values(max(most_a + most_b, most_c))
    results = [values[:size] for *_, size in sizes for _ in range(2)]
    counters = np.zeros(_up_to_line(max(each.counters for each in needs)), np.float32)
    given = np.concatenate([values[: most_a + most_b], *results, counters])
    found = np.zeros(sum(each.size for each in results), np.float32)
    nbytes = given.nbytes + FLOAT32_BYTES * max(each.floats for each in needs)
    with machine.allocate(nbytes) as memory:
        machine.copy_in(memory, given)
        both = load()
        a, b = memory.address, memory.address + FLOAT32_BYTES * most_a
        first_c = c = b + FLOAT32_BYTES * most_b
        end = memory.address + given.nbytes
        for problem, schedule, need, (*_, size) in zip(due, schedules, needs, sizes, strict=True):
            workspace = need.floats and end, need.counters and end - counters.nbytes
            for loaded in both:
                where = Addresses(a, b, c, *workspace)
                with bound_arguments(machine, kernel, problem, where, schedule) as bound:
                    machine.launch(loaded, *bound)
                c += FLOAT32_BYTES * size
        machine.copy_out(found, memory, first_c - memory.address)
    bits = found.view(np.uint32)
    for problem, (*_, size) in zip(due, sizes, strict=True):
        expected, of_patched, bits = np.split(bits, (size, 2 * size))
        differing = int(np.count_nonzero(expected != of_patched))
        if differing:
            return (
                f"{differing} of {problem.elements[2]} elements differ from those of the "
                f"compiler's mainloop in {problem}"
            ).encode()
    return SAME


def _up_to_line(count: int) -> int:
    """Return at least so many floats that what follows them is aligned as a buffer is."""
    return -(-count // LINE) * LINE


def _values(count: int) -> NDArray[np.float32]:
    """Return so many floats in -1 ... 1 with all their bits in use: numbers, mixed as in hashing.

    To import NumPy's own generators takes longer than all else here.
    """
    bits = np.arange(count, dtype=np.uint32)
    for factor, shift in ((0x9E3779B1, 15), (0x85EBCA6B, 13), (0xC2B2AE35, 16)):
        bits *= np.uint32(factor)
        bits ^= bits >> np.uint32(shift)
    return (bits >> np.uint32(8)).astype(np.float32) * np.float32(2.0**-23) - np.float32(1.0)


def _is_final(verdict: str) -> bool:
    """Whether a verdict stands: a comparison that another process has begun is none yet."""
    if verdict == _INTERRUPTED.decode():
        return False
    if not verdict.startswith(_UNDER_WAY):
        return True
    *_, host, process = verdict.split()
    return host == _here() and not _is_running(int(process))


def _in_words(verdict: str) -> str:
    """Say why the compiler's mainloop is used."""
    if not verdict.startswith(_UNDER_WAY):
        return verdict
    *_, host, process = verdict.split()
    return (
        f"its comparison by process {process} on {host} did not end; sgemm warm compares it again"
    )


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # another user's
    return True


def _here() -> str:
    return platform.node().replace(" ", "-") or "this-computer"


def _key(machine: Machine, made: Build) -> tuple[str | bytes, ...]:
    assert made.cubin is not None
    code = hashlib.sha256(made.cubin).digest()  # once, for all that is done with the key
    return ("comparison 3", machine.description, _driver(), made.compiler, code)


def _driver() -> str:
    """Return the driver's version: of the kernel module where it tells, and of CUDA."""
    cuda = ".".join(map(str, driver_status().cuda_version or ()))
    return f"driver {driver_version() or 'unknown'}, CUDA {cuda}"
