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
from typing import cast

from sgemm.bench.contenders import (
    Contender,
    KernelContender,
    Library,
    NumpyContender,
    RuleContender,
)
from sgemm.bench.environment import NOT_LOCKED, Device, Environment, describe_environment
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.measurement import Trace
from sgemm.bench.peak import Peak
from sgemm.bench.sampler import COLD_L2, HOT, HostSampler, Sampler
from sgemm.bench.summary import OWN_CHOICE
from sgemm.bench.task import Task
from sgemm.bench.testbed import Testbed, host_testbed
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find_range, kernels
from sgemm.kernels.kernel import Kernel
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import Machine
from sgemm.planning import RULES, has_switch
from sgemm.planning.forcing import parse_forced
from sgemm.verify.check import DEFAULT_INPUT_CLASS

Opener = Callable[[Task, int, str], AbstractContextManager[tuple[Testbed, Sampler]]]
"""(task, seed, class of inputs) -> testbed and sampler, freed with the context."""

ALL_RUNGS = "ladder"
"""Stands for every rung in a list of contenders."""


@dataclasses.dataclass(frozen=True)
class Fixture:
    """A machine as a benchmark sees it.

    Parameters
    ----------
    protocol : str
        How samples are taken: ``"hot"`` or ``"cold L2"``.
    opener : callable
        Makes a testbed and its sampler.
    libraries : mapping of str to Library
        By the names that users give them; the first is the baseline.
    no_libraries : str
        Why there are none.
    device : Device or None
        The GPU.
    cublas : str or None
        Version of cuBLAS.
    recorded : callable or None
        (name, begin, end) -> what was recorded of power and clocks between two times.
    host_reference : bool
        Whether inputs and references are made in the host's memory.
    """

    machine: Machine
    protocol: str
    opener: Opener
    libraries: Mapping[str, Library]
    no_libraries: str = ""
    device: Device | None = None
    cublas: str | None = None
    recorded: Callable[[str, float, float], Trace] | None = None
    clock_regime: str = NOT_LOCKED
    host_reference: bool = False

    @functools.cached_property
    def kernel_pool(self) -> KernelPool:
        """The kernels that are loaded: each once, for all tasks."""
        return KernelPool(self.machine)

    def open(
        self, task: Task, seed: int, input_class: str = DEFAULT_INPUT_CLASS
    ) -> AbstractContextManager[tuple[Testbed, Sampler]]:
        """Make a testbed and its sampler."""
        return self.opener(task, seed, input_class)

    def peak(self, contender: Contender) -> Peak | None:
        """Return the most that the GPU can do for a contender; None where it is not known."""
        device = self.device
        if device is None:
            return None
        return contender.peak(self.machine.architecture, device.multiprocessors, device.clock_mhz)

    def trace(self, name: str, begin: float, end: float) -> Trace | None:
        """Return what was recorded between two times; None where nothing is."""
        return None if self.recorded is None else self.recorded(name, begin, end)

    def environment(self) -> Environment:
        """Describe what measurements are made with."""
        return dataclasses.replace(
            describe_environment(),
            cublas=self.cublas,
            device=self.device,
            clock_regime=self.clock_regime,
        )

    def contenders(self, names: Sequence[str]) -> tuple[Contender, ...]:
        """Find the contenders that a user named, each once, the baseline first.

        Parameters
        ----------
        names : sequence of str
            Libraries, plans, rungs by name or number, ranges of rungs such as ``"3-8"``, and
            ``"ladder"`` for all rungs. Behind a rung may stand what is forced of it, as in
            ``"split_k:bm=64:splits=4"``.

        Raises
        ------
        ArgumentError
            If there is no such contender on this machine.
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
            return {name: RuleContender(self.kernel_pool, name)}
        if name in OTHER_LIBRARIES:
            here = ", ".join(self.libraries) or "none"
            raise ArgumentError(
                f"contender = {name!r}: the {self.machine.name} machine does not have it here; "
                f"libraries: {here}"
            )
        rungs, forced = parse_forced(name)
        made = [KernelContender(self.kernel_pool, kernel, forced) for kernel in _rungs(rungs)]
        return {contender.name: contender for contender in made}


def default_rule() -> str:
    """Return the plan that the library uses where its user asks for none."""
    return OWN_CHOICE if OWN_CHOICE in RULES else next(iter(RULES))


OTHER_LIBRARIES = ("cublas", "cublas-pedantic", "cublas-tf32", "numpy")
"""Libraries by the names that users give them, on any machine."""


@contextlib.contextmanager
def open_fixture(
    machine: Machine,
    l2: str | None = None,
    lock_mhz: int | None = None,
    needs_baseline: bool = True,
) -> Iterator[Fixture]:
    """Set a machine up for a benchmark.

    Parameters
    ----------
    l2 : str, optional
        ``"cold"`` or ``"hot"``: whether the L2 cache is emptied before each sample. By default
        cold on a GPU. The cpu machine has nothing to empty.
    lock_mhz : int, optional
        Clock to lock the multiprocessors at, for as long as the context lasts.
    needs_baseline : bool
        Whether a GPU without cuBLAS is an error.

    Raises
    ------
    ArgumentError
        If the machine cannot do what is asked for.
    MachineError
        If locking the clocks is refused.
    MissingToolError
        If cuBLAS is needed and not installed.
    """
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
        yield Fixture(machine, HOT, host_opener(machine), libraries, host_reference=True)


def host_opener(machine: Machine) -> Opener:
    """Return what makes testbeds whose inputs and references come from the host."""

    @contextlib.contextmanager
    def opened(task: Task, seed: int, input_class: str) -> Iterator[tuple[Testbed, Sampler]]:
        with host_testbed(machine, task, seed, input_class) as testbed:
            yield testbed, HostSampler(testbed)

    return opened


@contextlib.contextmanager
def blas_threads(threads: int) -> Iterator[int]:
    """Let NumPy's BLAS use so many threads while the context lasts.

    Yields
    ------
    int
        How many it uses: 1 where NumPy's BLAS has no threads to be set.

    Raises
    ------
    ArgumentError
        If ``threads`` is not positive.
    """
    if threads < 1:
        raise ArgumentError(f"threads = {threads}: at least 1 is needed")
    # Imported here because it searches all libraries that are loaded.
    from threadpoolctl import ThreadpoolController

    controller = ThreadpoolController()
    with controller.limit(limits=threads, user_api="blas"):
        libraries = ThreadpoolController().select(user_api="blas").info()
        yield max((int(library["num_threads"]) for library in libraries), default=1)


def _rungs(name: str) -> tuple[Kernel, ...]:
    """Find rungs: all, a range, or one."""
    if name == ALL_RUNGS:
        return kernels()
    try:
        return find_range(name)
    except ArgumentError as error:
        raise ArgumentError(
            f"contender = {name!r} is no library ({', '.join(OTHER_LIBRARIES)}), "
            f"no plan ({', '.join(RULES)}) and no rung: {error}"
        ) from None
