"""The automatic choice: of all candidates the one with the least predicted time."""

from __future__ import annotations

from sgemm.errors import RequirementError
from sgemm.planning.candidates import candidates
from sgemm.planning.model import predict
from sgemm.planning.plan import Plan, Target, planned
from sgemm.problem import Problem

NAME = "auto"


def automatic(problem: Problem, target: Target) -> Plan:
    """Choose the kernel, the tile and the schedule with the least predicted time.

    Candidates come in the order of the catalogue, and the first of equals is chosen: the same
    problem has the same plan, on every machine of the same architecture and size.

    Parameters
    ----------
    problem : Problem
    target : Target

    Returns
    -------
    Plan

    Raises
    ------
    RequirementError
        If no kernel may run; the message says why.
    """
    found, refused = candidates(problem, target)
    if not found:
        reasons = "; ".join(f"not {r.kernel.name}: {', '.join(r.reasons)}" for r in refused)
        raise RequirementError(f"{NAME} has no kernel for {problem} on {target.name}: {reasons}")
    times = [
        predict(problem, candidate.kernel, candidate.schedule, target.multiprocessors).total
        for candidate in found
    ]
    order = sorted(range(len(found)), key=times.__getitem__)
    best = order[0]
    reason = f"{times[best]:.1f} us predicted for {found[best]}"
    other = next((i for i in order if found[i].kernel != found[best].kernel), None)
    if other is not None:
        reason += f", {times[other]:.1f} for {found[other]}"
    chosen = found[best]
    return planned(NAME, chosen.kernel, problem, target, reason, chosen.schedule)
