"""A patched mainloop is compared with the compiler's own on the GPU where it is first used.

Two small products, one of whole tiles and one of odd sizes, have to agree in every bit. The verdict
is kept on disk by GPU, driver, compiler and code, so that a computer compares each kernel once.
Where they differ, or a comparison has not come to its end, the compiler's mainloop is used.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sgemm.errors import MachineError
from sgemm.kernels.kernel import Kernel
from sgemm.machines.call import multiply
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.machines.probe import driver_status
from sgemm.problem import Problem
from sgemm.toolchain import compiler
from sgemm.toolchain.build import Build, name_of
from sgemm.toolchain.cache import Cache
from sgemm.toolchain.mainloop import REPORT, VARIABLE, warn_once

if TYPE_CHECKING:
    from numpy.typing import NDArray

CACHE_NAME = "comparisons"

SAME = b"same"
_UNDER_WAY = "under way on"
_INTERRUPTED = b"interrupted"

_DRIVER = Path("/proc/driver/nvidia/version")


def is_compared(machine: Machine, made: Build) -> bool:
    """Whether a patched build is known to agree with the compiler's on this machine."""
    return Cache(CACHE_NAME).load(_key(machine, made)) == SAME


def compared(machine: Machine, made: Build) -> Build:
    """Return a patched build, or the compiler's where the two were found to differ.

    It allocates, launches on the machine's own stream, and waits.
    """
    cache, key = Cache(CACHE_NAME), _key(machine, made)
    as_compiled = dataclasses.replace(made.kernel, as_compiled=True)
    plain = compiler.build(as_compiled, made.architecture, ptx=made.ptx is not None)
    verdict = cache.load(key)
    if verdict is None or not _is_final(verdict.decode()):
        cache.store(key, f"{_UNDER_WAY} {_here()} {os.getpid()}".encode())
        try:
            verdict = _verdict(machine, made, plain)
        except MachineError as error:
            raise MachineError(
                f"{error}; it happened while the patched mainloop of {made.kernel.name} was "
                f"compared with the compiler's: {REPORT}; the next process uses the compiler's"
            ) from error
        except BaseException:
            cache.store(key, _INTERRUPTED)
            raise
        cache.store(key, verdict)
    if verdict == SAME:
        return made
    warn_once(
        f"comparison {made.kernel.name} {made.kernel.layout} {made.kernel.tile}",
        f"the patched mainloop of {name_of(made.kernel)} is "
        f"not used: {verdict.decode()}; {REPORT}: {machine.description}, {_driver()}, "
        f"{made.compiler}; {VARIABLE}=off keeps the compiler's mainloops",
    )
    return plain


def problems(kernel: Kernel) -> list[Problem]:
    """Return a product of whole tiles, and one of odd sizes or the oddest that the kernel takes."""
    tile = kernel.tile
    m, n, k = 2 * tile.bm, 2 * tile.bn, (tile.stages + 2) * tile.bk
    odd = [(m - 37 % tile.bm, n - 29 % tile.bn, k - less) for less in (tile.bk // 2 + 1, 4, 0)]
    found = []
    for sizes in ([(m, n, k)], odd):
        stored = [_stored(kernel, *each) for each in sizes]
        found += [problem for problem in stored if not kernel.violations(problem)][:1]
    return found


def _stored(kernel: Kernel, m: int, n: int, k: int) -> Problem:
    """Return a product whose rows begin at multiples of 16 bytes, which some kernels need."""
    trans_a, trans_b = (letter == "t" for letter in kernel.layout)
    plain = Problem(m, n, k, alpha=1.5, beta=0.5, trans_a=trans_a, trans_b=trans_b)
    lda, ldb, ldc = (-(-each // 4) * 4 for each in (plain.lda, plain.ldb, plain.ldc))
    return dataclasses.replace(plain, lda=lda, ldb=ldb, ldc=ldc)


def _verdict(machine: Machine, made: Build, plain: Build) -> bytes:
    """Return SAME, or in which product the two differ."""
    patched, compilers = machine.load(made), machine.load(plain)
    for problem in problems(made.kernel):
        expected, found = (_product(machine, each, problem) for each in (compilers, patched))
        differing = int(np.count_nonzero(expected != found))
        if differing:
            return (
                f"{differing} of {found.size} elements differ from those of the compiler's "
                f"mainloop in {problem}"
            ).encode()
    return SAME


def _product(machine: Machine, kernel: LoadedKernel, problem: Problem) -> NDArray[np.uint32]:
    random = np.random.default_rng(0)
    a, b, c = (
        random.uniform(-1.0, 1.0, elements).astype(np.float32) for elements in problem.elements
    )
    multiply(machine, kernel, problem, a, b, c)
    return c.view(np.uint32)


def _is_final(verdict: str) -> bool:
    """Whether a verdict stands: a comparison that another process has begun is none yet."""
    if verdict == _INTERRUPTED.decode():
        return False
    if not verdict.startswith(_UNDER_WAY):
        return True
    *_, host, process = verdict.split()
    return host == _here() and not _is_running(int(process))


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
    return ("comparison 1", machine.description, _driver(), made.compiler, made.cubin)


def _driver() -> str:
    """Return the driver's version: of the kernel module where it tells, and of CUDA."""
    words = [f"CUDA {'.'.join(map(str, driver_status().cuda_version or ()))}"]
    with contextlib.suppress(OSError):
        words.insert(0, _DRIVER.read_text().partition("\n")[0])
    return ", ".join(words)
