"""Kernels made ready before anything is timed: compiled side by side, each loaded once."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterable, Sequence

from sgemm.errors import MachineError, SgemmError
from sgemm.kernels.kernel import Kernel, Language
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.toolchain.build import Build
from sgemm.toolchain.cache import Cache
from sgemm.toolchain.compiler import CACHE_NAME, build, is_kept
from sgemm.toolchain.side_by_side import build_all


class KernelPool:
    """Kernels of a machine, each specialisation built and loaded once.

    Without ``resources``, nobody asks for the registers and memory of kernels: the cpu machine,
    which runs PTX, then has no machine code made.
    """

    def __init__(self, machine: Machine, *, resources: bool = True) -> None:
        self.machine = machine
        self._is_gpu = machine.name == "cuda"
        self._has_cubins = self._is_gpu or resources
        self._loaded: dict[Kernel, LoadedKernel | SgemmError] = {}

    def loaded(self, kernel: Kernel) -> LoadedKernel:
        """Return a kernel ready to launch; what could not be built or loaded fails again."""
        if kernel not in self._loaded:
            try:
                self._loaded[kernel] = self.machine.load(self.built(kernel))
            except MachineError:
                raise  # a GPU without memory may have some later
            except SgemmError as error:
                self._loaded[kernel] = error
        found = self._loaded[kernel]
        if isinstance(found, SgemmError):
            raise found
        return found

    def built(self, kernel: Kernel) -> Build:
        """Build a kernel; a GPU runs machine code, prebuilt where it can be."""
        return build(
            kernel, self.machine.architecture, ptx=not self._is_gpu, cubin=self._has_cubins
        )

    def missing(self, kernels: Iterable[Kernel]) -> list[Kernel]:
        """Return which of some kernels are not loaded yet."""
        return [kernel for kernel in dict.fromkeys(kernels) if kernel not in self._loaded]

    def prepare(
        self,
        kernels: Iterable[Kernel],
        advance: Callable[[str], None] = lambda _: None,
        until: float = math.inf,
    ) -> None:
        """Build kernels and load them; what does not compile fails when it is used.

        At ``until``, by :func:`time.monotonic`, that ends: the others are not loaded, and what was
        compiled stays in the cache.
        """
        missing = self.missing(kernels)
        compiled: set[Kernel] = set()

        def count(kernel: Kernel) -> None:
            if kernel not in compiled:
                compiled.add(kernel)
                advance(f"compiled {kernel.name}")

        if self._has_cubins:
            with contextlib.suppress(SgemmError):  # what is left is compiled when it is loaded
                self._compile(missing, count, until)
        for kernel in missing:
            if time.monotonic() >= until:
                return
            with contextlib.suppress(SgemmError):
                self.loaded(kernel)
            count(kernel)

    def _compile(
        self, kernels: Sequence[Kernel], done: Callable[[Kernel], None], until: float
    ) -> None:
        """Compile into the cache what is not there, side by side where there are several."""
        architecture, cache = self.machine.architecture, Cache(CACHE_NAME).info()
        due = [
            kernel
            for kernel in kernels
            if kernel.language is Language.CUDA
            and kernel.runs_on(architecture)
            and not is_kept(kernel, architecture)
        ]
        if len(due) > 1 and cache.enabled and cache.objection is None:
            build_all(due, architecture, done, until)
