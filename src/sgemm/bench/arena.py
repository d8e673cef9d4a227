"""The arena: the operands of one case in a machine's memory, where contenders run and are timed.

All contenders read the same A and B; each writes to a C of its own. Where beta is not zero each
run would add to what the last one left, so C is put back before every sample. On a GPU the L2
cache is emptied before every sample; that also keeps the GPU busy while the host prepares the
launch, so that the launch's latency stays out of the sample.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import numpy as np

from sgemm.bench.sampler import COLD_L2, HOT
from sgemm.bench.timing import Run
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import bound_call
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import Buffer, LoadedKernel, Machine
from sgemm.verify.check import Case, Verdict, judge


class Arena:
    """Operands on a machine; made by :func:`open_arena`.

    Parameters
    ----------
    machine : Machine
    case : Case
    a, b : Buffer
        Memory of A and B, which are copied there.
    empty_cache : callable or None
        Empties the L2 cache of a GPU.

    Attributes
    ----------
    protocol : str
        How samples are taken, as results label it: ``"hot"`` or ``"cold L2"``.
    """

    def __init__(
        self,
        machine: Machine,
        case: Case,
        a: Buffer,
        b: Buffer,
        empty_cache: Callable[[], None] | None = None,
    ) -> None:
        self.machine = machine
        self.case = case
        self.protocol = HOT if empty_cache is None else COLD_L2
        self.a, self.b = a, b
        self.empty_cache = empty_cache
        machine.copy_in(a, case.operands.a)
        machine.copy_in(b, case.operands.b)

    @contextlib.contextmanager
    def destination(self) -> Iterator[Destination]:
        """Make a C for one contender, freed when the context ends."""
        with self.machine.allocate(self.case.result_storage().nbytes) as memory:
            yield Destination(self, memory)


class Destination:
    """The C of one contender: NaN before the first run where beta is zero.

    Parameters
    ----------
    arena : Arena
    memory : Buffer
        Of C, and of the guard behind it.
    """

    def __init__(self, arena: Arena, memory: Buffer) -> None:
        self._arena = arena
        self._memory = memory
        self._initial = arena.case.result_storage()
        self._reset()

    @property
    def addresses(self) -> tuple[int, int, int]:
        """Addresses of A, B and this C in the machine's memory."""
        return self._arena.a.address, self._arena.b.address, self._memory.address

    @contextlib.contextmanager
    def run_of(self, kernel: LoadedKernel, schedule: Schedule | None = None) -> Iterator[Run]:
        """Bind a kernel to the operands.

        Parameters
        ----------
        kernel : LoadedKernel
        schedule : Schedule, optional
            By default the kernel's own.

        Yields
        ------
        callable
            Launches it once.

        Raises
        ------
        RequirementError
            If the kernel is not legal for the problem.
        """
        machine, problem = self._arena.machine, self._arena.case.problem
        bound = bound_call(machine, kernel.build.kernel, problem, *self.addresses, schedule)
        with bound as (launch, arguments):
            yield lambda: machine.launch(kernel, launch, arguments)

    def timer(self, run: Run) -> float:
        """Time one run in seconds of the machine's time."""
        arena = self._arena
        if arena.case.problem.beta != 0.0:
            self._reset()
        if arena.empty_cache is not None:
            arena.empty_cache()
        start = arena.machine.record()
        run()
        return arena.machine.record().seconds_since(start)

    def judged(self) -> Verdict:
        """Judge what the last run left."""
        storage = np.empty_like(self._initial)
        self._arena.machine.copy_out(storage, self._memory)
        return judge(self._arena.case, storage)

    def _reset(self) -> None:
        self._arena.machine.copy_in(self._memory, self._initial)


@contextlib.contextmanager
def open_arena(machine: Machine, case: Case) -> Iterator[Arena]:
    """Put the operands of a case into a machine's memory, freed when the context ends.

    Parameters
    ----------
    machine : Machine
    case : Case

    Yields
    ------
    Arena

    Raises
    ------
    MachineError
        If the machine has no room for them.
    """
    operands = case.operands
    with (
        machine.allocate(operands.a.nbytes) as a,
        machine.allocate(operands.b.nbytes) as b,
        _cache_emptier(machine) as empty_cache,
    ):
        yield Arena(machine, case, a, b, empty_cache)


@contextlib.contextmanager
def _cache_emptier(machine: Machine) -> Iterator[Callable[[], None] | None]:
    """Yield what empties the L2 cache; None where there is no GPU, whose cache is apart."""
    if not isinstance(machine, CudaMachine):
        yield None
        return
    with machine.allocate(2 * machine.l2_bytes) as flushed:
        yield lambda: machine.fill(flushed, 0)
