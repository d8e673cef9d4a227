"""Problem and machine -> Plan: by a rule, or with a kernel that is asked for.

A plan is named by

- a rule, which chooses kernel, tile and schedule: ``auto``, ``split``, ``split_or_ieee`` or
  ``two_kernel_rule``;
- a kernel, by name or number, in its own first tile and schedule: ``split_k``, ``8``;
- a kernel with numbers of its tile and schedule forced: ``split_k:bm=64:bn=128:splits=4``, the
  notation of :mod:`sgemm.planning.forcing`.

After any of them ``:machine_code=off`` keeps the mainloop as the compiler made it.
"""

from __future__ import annotations

import dataclasses
import re

from sgemm.errors import ArgumentError
from sgemm.importing import WHILE_IMPORTING
from sgemm.kernels.gpus import Target
from sgemm.kernels.kernel import Alignment
from sgemm.planning import automatic, two_kernel_rule
from sgemm.planning.plan import Plan
from sgemm.planning.rates import RateTable
from sgemm.problem import Problem

RULES = (*automatic.KERNELS_OF, two_kernel_rule.NAME)
"""Names of the rules that choose a kernel."""

ALIGNMENT_BYTES = 16
"""No kernel asks for more: of an address, the remainder of a division by this counts."""


def plan(
    problem: Problem,
    machine: Target,
    name: str = automatic.NAME,
    alignment: Alignment | None = None,
    table: RateTable | None = None,
) -> Plan:
    """Choose the kernel and the launch for a problem on a machine, as :func:`sgemm.explain` tells.

    Rates are those of a table, by default what is known of the machine. The plan is a function of
    problem, machine, addresses and rates alone. Raises ArgumentError for a name that means nothing,
    and RequirementError where no kernel, or not the one that was asked for, computes the problem.
    """
    check_name(name)
    if name in automatic.KERNELS_OF:
        return automatic.chosen(name, problem, machine, alignment, table)
    if name == two_kernel_rule.NAME:
        return two_kernel_rule.two_kernel_rule(problem, machine, alignment)
    rest, as_compiled = without_switch(name)
    if as_compiled is not None:
        if has_switch(rest):
            raise ArgumentError(f"plan = {name!r}: machine_code is forced twice")
        found = plan(problem, machine, rest, alignment, table)
        kernel = dataclasses.replace(found.kernel, as_compiled=as_compiled)
        return dataclasses.replace(found, name=name, kernel=kernel)
    refuse_forced_rule(name)
    with WHILE_IMPORTING:
        from sgemm.planning.forcing import forced_kernel, plan_forced  # which rules do without

    return plan_forced(*forced_kernel(name, RULES), problem, machine, alignment)


def refuse_forced_rule(name: str) -> None:
    """Raise ArgumentError where numbers of a rule are forced, not of a kernel."""
    ruling = name.partition(":")[0].strip()
    if ruling in RULES:
        raise ArgumentError(
            f"plan = {name!r}: {ruling} is a rule and chooses tile and schedule itself; those of "
            "a kernel can be forced, as in split_k:splits=4"
        )


def has_switch(name: str) -> bool:
    """Whether a plan's name says whether mainloops are patched."""
    return without_switch(name)[1] is not None


def without_switch(name: str) -> tuple[str, bool | None]:
    """Return a plan's name without its switch, and whether that keeps mainloops as compiled."""
    switch = re.fullmatch(r"(.*\S)\s*:\s*machine_code\s*=\s*(on|off)\s*", name)
    return (name, None) if switch is None else (switch[1], switch[2] == "off")


def check_name(name: object) -> None:
    """Raise ArgumentError unless this can be what a plan is called."""
    if not isinstance(name, str):
        raise ArgumentError(f"plan = {name!r}: the name of a rule or a kernel is needed")
