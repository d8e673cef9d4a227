"""Problem and machine -> Plan: by a rule, or with a kernel that is asked for.

What a plan may be called:

- a rule, which chooses kernel, tile and schedule: ``auto`` or ``two_kernel_rule``;
- a kernel by name or number, in its own first tile and its own schedule: ``split_k``, ``18``;
- a kernel with numbers of its tile and schedule forced: ``split_k:bm=64:bn=128:splits=4``, as
  :mod:`sgemm.planning.forcing` tells.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple, Protocol

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.kernel import Alignment
from sgemm.planning import automatic, candidates, two_kernel_rule
from sgemm.planning.forcing import forced_plan
from sgemm.planning.plan import Plan, Target
from sgemm.problem import Problem


class Rule(Protocol):
    """What chooses a kernel."""

    def __call__(
        self, problem: Problem, target: Target, alignment: Alignment | None = None
    ) -> Plan:
        """Return the plan for a problem on a target."""
        ...


RULES: dict[str, Rule] = {
    automatic.NAME: automatic.automatic,
    two_kernel_rule.NAME: two_kernel_rule.two_kernel_rule,
}
"""Rules that choose a kernel, by name."""

KEPT = 4096
"""How many plans are remembered: those that were asked for last."""

ALIGNMENT_BYTES = 16
"""No kernel asks for more: addresses count by what is left of them when divided by this."""


class _Target(NamedTuple):
    """A target without the machine: what plans are remembered by."""

    name: str
    architecture: int
    multiprocessors: int


def plan(
    problem: Problem,
    machine: Target,
    name: str = automatic.NAME,
    alignment: Alignment | None = None,
) -> Plan:
    """Choose the kernel and the launch for a problem on a machine.

    Plans are remembered, by the problem, what counts of the machine, the name and the alignment:
    asking again takes a few microseconds. Threads may ask at once.

    Parameters
    ----------
    problem : Problem
    machine : Machine
        Of which only name, architecture and multiprocessors count.
    name : str
        Name of a rule; or a kernel's name or number to use that kernel, behind which may stand
        what is forced of its tile and its schedule: ``"split_k:bm=64:splits=4"``.
    alignment : Alignment, optional
        Addresses of the operands. By default they count as aligned to all that a kernel may ask
        for, as memory of a machine is.

    Returns
    -------
    Plan

    Raises
    ------
    ArgumentError
        If there is neither a rule nor a kernel of that name, it ships in no tile as forced, or an
        argument is of another type.
    RequirementError
        If the kernel asked for, or every kernel of the rule, is not legal here; the message says
        why.
    """
    if not isinstance(problem, Problem):
        raise ArgumentError(f"problem = {problem!r}: an sgemm.Problem is needed")
    try:
        target = _Target(machine.name, machine.architecture, machine.multiprocessors)
    except AttributeError:
        raise ArgumentError(
            f"machine = {machine!r}: one that sgemm.select_machine made is needed"
        ) from None
    check_name(name)
    if alignment is None:
        return _remembered(problem, *_signs(problem), target, name, None)
    if not isinstance(alignment, Alignment):
        raise ArgumentError(f"alignment = {alignment!r}: an Alignment or None is needed")
    rest = tuple(address % ALIGNMENT_BYTES for address in (alignment.a, alignment.b, alignment.c))
    try:
        return _remembered(problem, *_signs(problem), target, name, rest if any(rest) else None)
    except RequirementError:
        # The message is to have the addresses, not what is left of them.
        pass
    return _planned(problem, target, name, alignment)


def check_name(name: object) -> None:
    """Raise ArgumentError unless this can be what a plan is called."""
    if not isinstance(name, str):
        raise ArgumentError(f"plan = {name!r}: the name of a rule or a kernel is needed")


def forget() -> None:
    """Forget all plans, and what is known of the catalogue: for tests that change kernels."""
    _remembered.cache_clear()
    candidates.runnable.cache_clear()
    candidates.shipped.cache_clear()


@functools.lru_cache(maxsize=KEPT)
def _remembered(
    problem: Problem,
    alpha_sign: float,
    beta_sign: float,
    target: _Target,
    name: str,
    addresses: tuple[int, int, int] | None,
) -> Plan:
    return _planned(problem, target, name, None if addresses is None else Alignment(*addresses))


def _signs(problem: Problem) -> tuple[float, float]:
    """Tell problems apart that are equal and yet not the same: 0.0 == -0.0."""
    return math.copysign(1.0, problem.alpha), math.copysign(1.0, problem.beta)


def _planned(problem: Problem, target: Target, name: str, alignment: Alignment | None) -> Plan:
    rule = RULES.get(name)
    if rule is not None:
        return rule(problem, target, alignment)
    ruling = name.partition(":")[0].strip()
    if ruling in RULES:
        raise ArgumentError(
            f"plan = {name!r}: {ruling} is a rule and chooses tile and schedule itself; those of "
            "a kernel can be forced, as in split_k:splits=4"
        )
    return forced_plan(name, problem, target, alignment, others=tuple(RULES))
