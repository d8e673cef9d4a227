"""Plan: the kernel chosen for a problem on a machine, how it is launched, and why."""

from __future__ import annotations

import dataclasses
from typing import Protocol

from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Kernel, Launch
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
        Grid, block and dynamic shared memory of the one launch.
    architecture : int
        Compute capability times ten that the kernel is to be built for.
    reason : str
        Why this kernel, for people: the comparison that was made, and what was refused.
    """

    name: str
    problem: Problem
    kernel: Kernel
    launch: Launch
    architecture: int
    reason: str

    def __str__(self) -> str:
        grid, block = (
            "x".join(str(size) for size in sizes) for sizes in (self.launch.grid, self.launch.block)
        )
        return (
            f"{self.problem}: {self.kernel.name} on sm_{self.architecture}, "
            f"grid {grid}, block {block}; {self.name}: {self.reason}"
        )


def refusals(kernel: Kernel, problem: Problem, target: Target) -> list[str]:
    """List what forbids a kernel for a problem on a target; empty where it may run.

    Operands count as aligned: machines align their memory to 256 bytes.

    Returns
    -------
    list of str
        One reason for each condition that does not hold.
    """
    found = kernel.violations(problem)
    if target.architecture < kernel.architecture:
        found.insert(0, f"it needs sm_{kernel.architecture}, this is sm_{target.architecture}")
    return found


def first_legal(
    name: str, problem: Problem, target: Target, preferred: tuple[Kernel, ...], reason: str
) -> Plan:
    """Plan the first of some kernels that may run.

    Parameters
    ----------
    name : str
        The rule that chooses.
    problem : Problem
    target : Target
    preferred : tuple of Kernel
        Candidates, best first.
    reason : str
        Why they are the candidates, in this order.

    Returns
    -------
    Plan
        Its reason is the given one, and why each better candidate was passed over.

    Raises
    ------
    RequirementError
        If none may run.
    """
    passed_over: list[str] = []
    for kernel in preferred:
        found = refusals(kernel, problem, target)
        if not found:
            launch = kernel.launch(problem)
            text = "; ".join([reason, *passed_over])
            return Plan(name, problem, kernel, launch, target.architecture, text)
        passed_over.append(f"not {kernel.name}: {', '.join(found)}")
    raise RequirementError(
        f"{name} has no kernel for {problem} on {target.name}: {'; '.join(passed_over)}"
    )
