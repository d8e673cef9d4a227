"""Problem and machine -> Plan: by a named rule, or with a kernel asked for by name."""

from __future__ import annotations

from collections.abc import Callable

from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.planning import automatic, two_kernel_rule
from sgemm.planning.plan import Plan, Target, plan_of
from sgemm.problem import Problem

RULES: dict[str, Callable[[Problem, Target], Plan]] = {
    automatic.NAME: automatic.automatic,
    two_kernel_rule.NAME: two_kernel_rule.two_kernel_rule,
}
"""Rules that choose a kernel, by name."""


def plan(problem: Problem, machine: Target, name: str = automatic.NAME) -> Plan:
    """Choose the kernel and the launch for a problem on a machine.

    Parameters
    ----------
    problem : Problem
    machine : Machine
        Of which only name and architecture count.
    name : str
        Name of a rule, or a kernel's name or number to use that kernel.

    Returns
    -------
    Plan

    Raises
    ------
    ArgumentError
        If there is neither a rule nor a kernel of that name, or an argument is of another type.
    RequirementError
        If the kernel asked for, or every kernel of the rule, is not legal here; the message says
        why.
    """
    if not isinstance(problem, Problem):
        raise ArgumentError(f"problem = {problem!r}: an sgemm.Problem is needed")
    if not hasattr(machine, "architecture"):
        raise ArgumentError(f"machine = {machine!r}: one that sgemm.select_machine made is needed")
    if not isinstance(name, str):
        raise ArgumentError(f"plan = {name!r}: the name of a rule or a kernel is needed")
    rule = RULES.get(name)
    if rule is not None:
        return rule(problem, machine)
    try:
        kernel = find(name)
        if problem.layout in kernel.layouts:
            kernel = kernel.specialised(problem.layout)
    except ArgumentError as error:
        raise ArgumentError(
            f"plan = {name!r}: there is no such rule ({', '.join(RULES)}), nor a kernel: {error}"
        ) from None
    return plan_of(kernel, problem, machine)
