"""Plan: the kernel chosen for a problem on a machine, how it is launched, and why."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Protocol

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.kernel import Alignment, Kernel
from sgemm.kernels.launch import Launch
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.problem import Problem


class Target(Protocol):
    """All that a plan has to know of a machine; every machine is one."""

    @property
    def name(self) -> str:
        """``"cuda"`` or ``"cpu"``."""
        ...

    @property
    def architecture(self) -> int:
        """Compute capability times ten."""
        ...

    @property
    def multiprocessors(self) -> int:
        """How many multiprocessors share the blocks of a launch."""
        ...


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What will run, and why.

    Parameters
    ----------
    name : str
        The rule that chose: a plan's name, or the kernel's own where it was asked for by name.
    problem : Problem
        What is to be computed.
    kernel : Kernel
        What computes it.
    launch : Launch
        Grid, block and dynamic shared memory, and what is launched before and behind.
    architecture : int
        Compute capability times ten that the kernel is to be built for.
    reason : str
        Why this kernel, for people: the comparison that was made, and what was refused.
    schedule : Schedule
        How its blocks share the work.
    workspace : Workspace
        What it needs besides the operands.
    """

    name: str
    problem: Problem
    kernel: Kernel
    launch: Launch
    architecture: int
    reason: str
    schedule: Schedule = dataclasses.field(default_factory=Schedule)
    workspace: Workspace = dataclasses.field(default_factory=Workspace)

    def __str__(self) -> str:
        return (
            f"{self.problem}: {self.kernel.name} on sm_{self.architecture}, "
            f"{self.launch}; {self.name}: {self.reason}"
        )


def planned(
    name: str,
    kernel: Kernel,
    problem: Problem,
    target: Target,
    reason: str,
    schedule: Schedule | None = None,
    alignment: Alignment | None = None,
) -> Plan:
    """Return the plan to compute a problem with a kernel in its layout, by default its schedule.

    Raises
    ------
    RequirementError
        If the kernel is not legal for the problem.
    """
    if schedule is None:
        schedule = kernel.schedule(problem, kernel.tile, target.multiprocessors)
    launch = kernel.launch(problem, alignment, schedule)
    workspace = kernel.workspace(problem, kernel.tile, schedule)
    architecture = target.architecture
    return Plan(name, problem, kernel, launch, architecture, reason, schedule, workspace)


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """A kernel in one layout and tile that cannot compute a problem, and why."""

    kernel: Kernel
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"not {self.kernel.name}: {', '.join(self.reasons)}"


def none_legal(
    name: str, problem: Problem, target: Target, refused: Sequence[Refusal]
) -> RequirementError:
    """Return the error of a rule that has refused every kernel it knows."""
    reasons = "; ".join(map(str, refused))
    return RequirementError(f"{name} has no kernel for {problem} on {target.name}: {reasons}")


def plan_or_refusal(
    name: str,
    kernel: Kernel,
    problem: Problem,
    target: Target,
    reason: str,
    schedule: Schedule | None = None,
    alignment: Alignment | None = None,
) -> Plan | Refusal:
    """Return the plan to compute a problem with a kernel, or why that cannot be."""
    error = None
    if kernel.runs_on(target.architecture):
        try:
            return planned(name, kernel, problem, target, reason, schedule, alignment)
        except (ArgumentError, RequirementError) as caught:
            error = caught
    found = refusals(kernel, problem, target, alignment, schedule)
    if error is not None and not found:
        raise error
    return Refusal(kernel, tuple(found))


def plan_of(
    kernel: Kernel,
    problem: Problem,
    target: Target,
    alignment: Alignment | None = None,
    *,
    name: str | None = None,
    reason: str = "asked for by name",
    schedule: Schedule | None = None,
) -> Plan:
    """Return the plan of a kernel that was asked for, in the problem's layout.

    Raises
    ------
    RequirementError
        If it is not legal here; the message says why.
    """
    name = kernel.name if name is None else name
    found = plan_or_refusal(name, kernel, problem, target, reason, schedule, alignment)
    if isinstance(found, Plan):
        return found
    reasons = "; ".join(found.reasons)
    raise RequirementError(f"{name} cannot compute {problem} on {target.name}: {reasons}")


def refusals(
    kernel: Kernel,
    problem: Problem,
    target: Target,
    alignment: Alignment | None = None,
    schedule: Schedule | None = None,
) -> list[str]:
    """List what forbids a kernel for a problem on a target; empty where it may run.

    Addresses that are not known count as aligned: machines align their memory to 256 bytes. A
    kernel's own schedule is always legal.
    """
    try:
        found = kernel.violations(problem, alignment, schedule)
    except ArgumentError as error:  # a schedule that this kernel does not know, or not here
        found = [str(error)]
    if not kernel.runs_on(target.architecture):
        which = "exactly " if kernel.architecture_specific else ""
        found.insert(
            0, f"it needs {which}sm_{kernel.architecture}, this is sm_{target.architecture}"
        )
    return found


def first_legal(
    name: str,
    problem: Problem,
    target: Target,
    preferred: tuple[Kernel, ...],
    reason: str,
    alignment: Alignment | None = None,
) -> Plan:
    """Plan the first of some kernels that may run; better ones come first.

    Its reason is the given one, and why each better candidate was passed over.

    Raises
    ------
    RequirementError
        If none may run.
    """
    passed_over: list[Refusal] = []
    for kernel in preferred:
        why = "; ".join([reason, *map(str, passed_over)])
        found = plan_or_refusal(name, kernel, problem, target, why, alignment=alignment)
        if isinstance(found, Plan):
            return found
        passed_over.append(found)
    raise none_legal(name, problem, target, passed_over)
