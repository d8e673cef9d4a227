"""Kernels made ready before anything is timed: compiled side by side, each loaded once."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from sgemm.errors import MachineError, SgemmError
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.toolchain.compiler import build

MOST_COMPILERS = 8  # kernels that are compiled at the same time


class KernelPool:
    """Kernels of a machine, each specialisation built and loaded once."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._loaded: dict[Kernel, LoadedKernel | SgemmError] = {}

    def loaded(self, kernel: Kernel) -> LoadedKernel:
        """Return a kernel ready to launch; what could not be built or loaded fails again."""
        if kernel not in self._loaded:
            try:
                self._loaded[kernel] = self.machine.load(build(kernel, self.machine.architecture))
            except MachineError:
                raise  # a GPU without memory may have some later
            except SgemmError as error:
                self._loaded[kernel] = error
        found = self._loaded[kernel]
        if isinstance(found, SgemmError):
            raise found
        return found

    def prepare(
        self, kernels: Iterable[Kernel], advance: Callable[[str], None] = lambda _: None
    ) -> None:
        """Build kernels side by side and load them; what does not compile fails when it is used."""
        missing = [kernel for kernel in dict.fromkeys(kernels) if kernel not in self._loaded]

        def compile_into_cache(kernel: Kernel) -> None:
            with contextlib.suppress(SgemmError):
                build(kernel, self.machine.architecture)

        with ThreadPoolExecutor(min(MOST_COMPILERS, os.cpu_count() or 1)) as workers:
            list(workers.map(compile_into_cache, missing))
        for kernel in missing:
            with contextlib.suppress(SgemmError):
                self.loaded(kernel)
            advance(f"compiled {kernel.name}")
