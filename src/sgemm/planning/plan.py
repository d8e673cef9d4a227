"""Plan: the kernel chosen for a problem on a machine, how it is launched, and why."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.gpus import Target
from sgemm.kernels.kernel import FLOATS, Alignment, Kernel
from sgemm.kernels.launch import Launch
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.problem import Problem


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What will run, and why.

    ``name`` is the rule that chose the kernel, or the kernel itself if it was asked for by name.
    The kernel is to be built for ``architecture``, a compute capability times ten. ``reason`` and
    ``rates`` are for people. ``reason`` is the comparison that was made, and what was refused.
    ``rates`` says where the rates of the comparison come from; it is empty if none was made.
    """

    name: str
    problem: Problem
    kernel: Kernel
    launch: Launch
    architecture: int
    reason: str
    schedule: Schedule = dataclasses.field(default_factory=Schedule)
    workspace: Workspace = dataclasses.field(default_factory=Workspace)
    rates: str = ""

    def __str__(self) -> str:
        text = (
            f"{self.problem}: {self.kernel.name} on sm_{self.architecture}, "
            f"{self.launch}; {self.name}: {self.reason}"
        )
        return f"{text}; rates {self.rates}" if self.rates else text


def planned(
    name: str,
    kernel: Kernel,
    problem: Problem,
    target: Target,
    reason: str,
    schedule: Schedule | None = None,
    alignment: Alignment | None = None,
    rates: str = "",
) -> Plan:
    """Return the plan to compute a problem with a kernel in its layout, by default its schedule."""
    schedule = schedule or kernel.schedule(problem, target.multiprocessors)
    launch = kernel.launch(problem, alignment, schedule)
    workspace = kernel.workspace(problem, schedule)
    architecture = target.architecture
    return Plan(name, problem, kernel, launch, architecture, reason, schedule, workspace, rates)


class Refusal(NamedTuple):
    """A kernel in one layout and tile that cannot compute a problem, and why."""

    kernel: Kernel
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"not {self.kernel.name}: {', '.join(self.reasons)}"


def none_legal(
    name: str, problem: Problem, target: Target, refused: Sequence[Refusal]
) -> RequirementError:
    """Return the error of a rule that has refused every kernel it knows."""
    here = target.architecture
    is_too_old = refused and not any(each.kernel.runs_on(here) for each in refused)
    if is_too_old and problem.types == FLOATS:
        oldest = min(each.kernel.architecture for each in refused)
        return RequirementError(
            f"{name} has no kernel for sm_{here}, which {target.name} is: the kernels are for "
            f"sm_{oldest} and newer. machine='cpu' computes arrays in host memory without the GPU"
        )
    reasons = list(dict.fromkeys(map(str, refused)))  # tiles may say the same
    if problem.types != FLOATS:
        reasons.append(
            "other kernels read float32 alone. sgemm.gemm widens the other operand: leave type_a "
            "and type_b out"
        )
    return RequirementError(
        f"{name} has no kernel for {problem} on {target.name}: {'; '.join(reasons)}"
    )


def refusals(
    kernel: Kernel,
    problem: Problem,
    target: Target,
    alignment: Alignment | None = None,
    schedule: Schedule | None = None,
) -> list[str]:
    """List what forbids a kernel for a problem on a target; empty where it may run.

    Addresses that are not known count as aligned: machines align their memory to 256 bytes. Without
    a schedule it is the kernel's own, which is always legal.
    """
    try:
        schedule = schedule or kernel.schedule(problem, target.multiprocessors)
        found = kernel.violations(problem, alignment, schedule)
    except ArgumentError as error:  # a schedule that this kernel does not know, or not here
        found = [str(error)]
    lacking = kernel.lacking(target.architecture)
    return found if lacking is None else [lacking, *found]
