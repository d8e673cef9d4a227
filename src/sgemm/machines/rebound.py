"""A prepared launch for any machine: its arguments are bound again for every call."""

from __future__ import annotations

from sgemm.kernels.kernel import Operands
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import bound_arguments
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.problem import Problem


class ReboundLaunch:
    """A kernel loaded on a machine, bound to a problem in its layout and a schedule.

    Textures live for one call, which therefore waits for the kernel.
    """

    def __init__(
        self, machine: Machine, kernel: LoadedKernel, problem: Problem, schedule: Schedule
    ) -> None:
        self._machine = machine
        self._kernel = kernel
        self._problem = problem
        self._schedule = schedule

    def __call__(
        self, a: int, b: int, c: int, stream: int | None, floats: int = 0, counters: int = 0
    ) -> None:
        """Launch it; see :class:`~sgemm.machines.interface.PreparedLaunch`."""
        machine, kernel = self._machine, self._kernel.build.kernel
        where = (a, b, c, self._schedule, floats, counters)
        with bound_arguments(machine, kernel, self._problem, *where) as (launch, arguments):
            machine.launch(self._kernel, launch, arguments, stream)
            if kernel.operands is Operands.TEXTURES:
                if stream is None:
                    machine.synchronize()
                else:
                    machine.wait(stream)
