"""The fixture: a machine with all that a benchmark needs of it.

Where testbeds come from, how samples are taken, what libraries there are to compare with, what
the GPU is, and what watches its power and clocks meanwhile.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, cast

from sgemm.bench.contenders import Contender, KernelContender, NumpyContender, PlanContender
from sgemm.bench.environment import NOT_LOCKED, Device, Environment, describe_environment
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.nvml import NvmlDevice, Recorded
from sgemm.bench.peak import Peak, peak_of, rates_of
from sgemm.bench.testbed import COLD_L2, HOT, HostSampler, Sampler, Testbed, host_testbed
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import SPLIT, find, find_range, kernels
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import Machine
from sgemm.planning import RULES, has_switch, plan
from sgemm.planning.automatic import KERNELS_OF
from sgemm.planning.forcing import parse_forced

# (problem, seed, class of inputs: the default) -> testbed and sampler, freed with the context.
Opener = Callable[..., AbstractContextManager[tuple[Testbed, Sampler]]]

ALL_RUNGS = "ladder"  # stands for every rung in a list of contenders


@dataclasses.dataclass(frozen=True)
class Fixture:
    """A machine as a benchmark sees it."""

    machine: Machine
    protocol: str  # how samples are taken: "hot" or "cold L2"
    open: Opener  # makes a testbed and its sampler
    libraries: Mapping[str, Contender]  # by names that users give them; the first is the baseline
    no_libraries: str = ""  # why there are none
    device: Device | None = None  # the GPU
    cublas: str | None = None  # version of cuBLAS
    recorded: Recorded | None = None  # power and clocks meanwhile, where a GPU tells them
    clock_regime: str = NOT_LOCKED
    nvml: NvmlDevice | None = None  # the GPU's own monitor, where it answers
    host_reference: bool = False  # whether inputs and references are made in the host's memory

    @functools.cached_property
    def kernel_pool(self) -> KernelPool:
        """The kernels that are loaded: each once, for all problems."""
        return KernelPool(self.machine)

    def peak(self, contender: Contender) -> Peak | None:
        """Return the most that the GPU can do for a contender; None where it is not known."""
        device, architecture = self.device, self.machine.architecture
        if device is None:
            return None
        return peak_of(contender.rates, architecture, device.multiprocessors, device.clock_mhz)

    def environment(self) -> Environment:
        """Describe what measurements are made with."""
        return describe_environment(
            cublas=self.cublas, device=self.device, clock_regime=self.clock_regime
        )

    def contenders(self, names: Sequence[str]) -> tuple[Contender, ...]:
        """Find the contenders that a user named, each once, the baseline first.

        A name is a library, a plan, a rung by name or number, a range of rungs such as "3-8", or
        "ladder" for all rungs. What is forced of a rung follows it: "split_k:bm=64:splits=4".
        """
        found: dict[str, Contender] = {}
        for name in names:
            found |= self._named(name.strip())
        order = sorted(found, key=lambda name: name != self.baseline)
        return tuple(found[name] for name in order)

    @property
    def baseline(self) -> str | None:
        """The library that others are compared with, by the name that a user gives it."""
        return next(iter(self.libraries), None)

    def _named(self, name: str) -> dict[str, Contender]:
        if name in self.libraries:
            return {name: self.libraries[name]}
        if name in RULES or has_switch(name):
            pool = self.kernel_pool
            chooses = PlanContender(pool, name, lambda p: plan(p, pool.machine, name), True)
            if SPLIT[0] in KERNELS_OF.get(name.partition(":")[0], ()):
                # Of all that the rule may choose it is the fastest.
                chooses.rates = rates_of(find(SPLIT[0]))
            return {name: chooses}
        if name in OTHER_LIBRARIES:
            here = ", ".join(self.libraries) or "none"
            raise ArgumentError(
                f"contender = {name!r}: the {self.machine.name} machine does not have it here; "
                f"libraries: {here}"
            )
        rungs, forced = parse_forced(name)
        try:
            found = kernels() if rungs == ALL_RUNGS else find_range(rungs)
        except ArgumentError as error:
            raise ArgumentError(
                f"contender = {rungs!r} is no library ({', '.join(OTHER_LIBRARIES)}), "
                f"no plan ({', '.join(RULES)}) and no rung: {error}"
            ) from None
        made = [KernelContender(self.kernel_pool, kernel, forced) for kernel in found]
        return {contender.name: contender for contender in made}


# Libraries by the names that users give them, on any machine.
OTHER_LIBRARIES = ("cublas", "cublas-pedantic", "cublas-tf32", "numpy")


@contextlib.contextmanager
def open_fixture(
    machine: Machine,
    l2: str | None = None,  # "cold" or "hot"; by default cold on a GPU, which alone can be emptied
    lock_mhz: int | None = None,  # clock to lock the multiprocessors at while the context lasts
    needs_baseline: bool = True,  # whether a GPU without cuBLAS is an error
) -> Iterator[Fixture]:
    """Set a machine up for a benchmark."""
    if isinstance(machine, CudaMachine):
        from sgemm.bench.gpu.fixture import open_gpu_fixture

        protocol = HOT if l2 == "hot" else COLD_L2
        with open_gpu_fixture(machine, protocol, lock_mhz, needs_baseline) as fixture:
            yield fixture
        return
    if l2 == "cold":
        raise ArgumentError("l2 = 'cold': only a GPU's cache can be emptied, not this machine's")
    if lock_mhz is not None:
        raise ArgumentError("clocks can be locked on a GPU only")
    with blas_threads(cast(int, getattr(machine, "threads", 1))) as threads:
        libraries = {"numpy": NumpyContender(threads)}

        @contextlib.contextmanager
        def opened(*parts: Any) -> Iterator[tuple[Testbed, Sampler]]:
            with host_testbed(machine, *parts) as testbed:
                yield testbed, HostSampler(testbed)

        yield Fixture(machine, HOT, opened, libraries, host_reference=True)


@contextlib.contextmanager
def blas_threads(threads: int) -> Iterator[int]:
    """Let NumPy's BLAS use so many threads for a context; yield how many it uses, at least 1."""
    # Imported here because it searches all libraries that are loaded.
    from threadpoolctl import ThreadpoolController

    controller = ThreadpoolController()
    with controller.limit(limits=threads, user_api="blas"):
        libraries = ThreadpoolController().select(user_api="blas").info()
        yield max((int(library["num_threads"]) for library in libraries), default=1)
