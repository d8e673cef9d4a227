"""Products of given shapes, strides and alignment on one machine, ready to be launched.

What has been prepared for a machine is remembered: the next call of the same kind costs a launch.
"""

from __future__ import annotations

import dataclasses

from sgemm.arrays.library import Launch
from sgemm.blas.geometry import Geometry, Stack, geometry
from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Alignment
from sgemm.machines.interface import Machine
from sgemm.machines.resident import residency
from sgemm.machines.workspaces import Workspaces
from sgemm.planning import ALIGNMENT_BYTES
from sgemm.planning import plan as make_plan
from sgemm.planning.plan import Plan

Addresses = tuple[int, int, int]


@dataclasses.dataclass(frozen=True, slots=True)
class Kind:
    """What a preparation depends on, beside the machine.

    Parameters
    ----------
    geometry : Geometry
    alignment : Alignment
        What is left of the addresses of the problem's A, B and C when divided by 16.
    plan : str
        Name of a plan.
    """

    geometry: Geometry
    alignment: Alignment
    plan: str


class Prepared:
    """Everything of a product but the addresses and the stream.

    Parameters
    ----------
    machine : Machine
    kind : Kind

    Raises
    ------
    ArgumentError, RequirementError
        If there is no such plan for the problem.
    """

    def __init__(self, machine: Machine, kind: Kind) -> None:
        problem = kind.geometry.problem
        self.machine = machine
        self.kind = kind
        self.plan: Plan = make_plan(problem, machine, kind.plan, kind.alignment)
        self._size = self.plan.workspace
        self._exchanged = kind.geometry.exchanged
        self._offsets = kind.geometry.offsets
        if self._offsets:
            stay = residency(machine)
            with stay.lock, machine.outside_captures():
                kernel = stay.loaded(machine, self.plan.kernel)
                self._launch = machine.prepare(kernel, problem, self.plan.schedule)
        self._reads = problem.reads_operands

    def check(self, kind: Kind) -> None:
        """Raise ArgumentError unless this is right for arrays of another kind."""
        if kind == self.kind:
            return
        if _without_scalars(kind.geometry) != _without_scalars(self.kind.geometry):
            raise ArgumentError(
                f"the arrays are stored as {kind.geometry.problem} needs it, and the plan is for "
                f"{self.kind.geometry.problem}: their strides are others"
            )
        plan = self.plan
        found = plan.kernel.violations(plan.problem, kind.alignment, plan.schedule)
        if found:
            raise ArgumentError(
                f"the arrays are not aligned as the plan with {plan.kernel.name} needs them: "
                f"{'; '.join(found)}"
            )

    def run(self, a: int, b: int, c: int, stream: int | None, workspaces: Workspaces) -> None:
        """Launch it.

        Parameters
        ----------
        a, b, c : int
            Addresses of the caller's A, B and C, aligned as prepared for.
        stream : int or None
            Handle of the stream; None for the machine's own.
        workspaces : Workspaces
            Of this machine: where partial sums go.
        """
        if not self._size.nbytes:
            self._each(a, b, c, stream, (0, 0))
            return
        # No other thread may replace the workspace between here and the launch.
        with workspaces.lock:
            where = workspaces.addresses(self.machine, self._size, stream)
            self._each(a, b, c, stream, where)

    def launcher(self, workspaces: Workspaces) -> Launch:
        """Return what does the same as :meth:`run` at the least cost."""
        is_one = self._offsets == ((0, 0, 0),) and not self._size.nbytes and self._reads
        if is_one and not self._exchanged:
            return self._launch
        if is_one:
            launch = self._launch
            return lambda a, b, c, stream: launch(b, a, c, stream)
        return lambda a, b, c, stream: self.run(a, b, c, stream, workspaces)

    def _each(self, a: int, b: int, c: int, stream: int | None, where: tuple[int, int]) -> None:
        for step_a, step_b, step_c in self._offsets:
            first, second = a + step_a, b + step_b
            if self._exchanged:
                first, second = second, first
            if not self._reads:  # wherever they are, and however aligned
                first = second = 0
            self._launch(first, second, c + step_c, stream, *where)


def prepared(
    machine: Machine,
    plan: str,
    stacks: tuple[Stack, Stack, Stack],
    addresses: Addresses,
    alpha: float,
    beta: float,
) -> Prepared:
    """Prepare the products of two stacks of matrices, or find them prepared.

    Parameters
    ----------
    machine : Machine
    plan : str
        Name of a plan.
    stacks : tuple of Stack
        A, B and the result, usable where they lie.
    addresses : tuple of int
        Theirs, of which the alignment counts.
    alpha, beta : float

    Raises
    ------
    ArgumentError, RequirementError, MachineError
        As planning, compiling and loading do.
    """
    kind = kind_of(stacks, addresses, alpha, beta, plan)
    stay = residency(machine)
    with stay.lock:
        found = stay.prepared.get(kind)
        if found is None:
            found = stay.remember(kind, Prepared(machine, kind))
        return found


def kind_of(
    stacks: tuple[Stack, Stack, Stack],
    addresses: Addresses,
    alpha: float,
    beta: float,
    plan: str,
) -> Kind:
    """Return what a preparation depends on."""
    found = geometry(*stacks, alpha, beta)
    rests = [
        _rest({address + offsets[place] for offsets in found.offsets})
        for place, address in enumerate(addresses)
    ]
    if found.exchanged:
        rests[0], rests[1] = rests[1], rests[0]
    if not found.problem.reads_operands:
        rests[0] = rests[1] = 0
    return Kind(found, Alignment(*rests), plan)


def _without_scalars(found: Geometry) -> Geometry:
    """Return a geometry that can be compared: NaN is not equal to itself."""
    problem = dataclasses.replace(found.problem, alpha=1.0, beta=0.0)
    return dataclasses.replace(found, problem=problem)


def _rest(addresses: set[int]) -> int:
    """Return how addresses are aligned: alike, or else to single elements alone."""
    rests = {address % ALIGNMENT_BYTES for address in addresses}
    return rests.pop() if len(rests) == 1 else 4 if rests else 0
