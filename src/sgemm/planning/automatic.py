"""The automatic choice: of all candidates the one with the least predicted time.

Candidates of ``auto`` compute in IEEE single precision. The rules ``split`` and ``split_or_ieee``
choose from these and from the kernels on tensor cores. They are what the argument ``precision`` of
the public functions stands for: :func:`plan_of`. What these two choose decides on bits that are
promised, so that they take no rates that were tuned here.
"""

from __future__ import annotations

import dataclasses
import heapq
from typing import NamedTuple

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import BY_NAME, LIBRARY, SPLIT, find
from sgemm.kernels.gpus import Target
from sgemm.kernels.kernel import FLOATS, Alignment
from sgemm.planning import model
from sgemm.planning.candidates import (
    NOT_FITTED,
    Candidate,
    Runnable,
    candidates,
    is_possible,
    runnable,
    schedules,
)
from sgemm.planning.known import rates_for, untuned_rates_for
from sgemm.planning.plan import Plan, none_legal, planned
from sgemm.planning.rates import RateTable
from sgemm.problem import FLOAT32, Problem
from sgemm.visible import short

NAME = "auto"

IEEE = "ieee"
SPLIT_RULE = "split"
SPLIT_OR_IEEE = "split_or_ieee"

RULE_OF = {IEEE: NAME, SPLIT_RULE: SPLIT_RULE, SPLIT_OR_IEEE: SPLIT_OR_IEEE}
"""Values of the argument ``precision`` -> rules that choose where nothing is asked for by name."""

KERNELS_OF = {NAME: LIBRARY} | dict.fromkeys((SPLIT_RULE, SPLIT_OR_IEEE), LIBRARY + SPLIT)
"""Names of these rules -> those of the kernels that they choose from."""

MARGIN = 1.16
"""How much faster a kernel on tensor cores has to be predicted than one without.

Predictions are off by some per cent, for some shapes by a tenth and more: docs/log/tensor_cores.md.
"""


def plan_of(precision: object, plan: str) -> str:
    """Return the plan of a call: the rule of the precision in the place of ``auto``.

    Any other plan is asked for by name, and stays what it is.
    """
    if not isinstance(precision, str) or precision not in RULE_OF:
        raise ArgumentError(
            f"precision = {short(precision)}: one of {', '.join(RULE_OF)} is needed"
        )
    if not isinstance(plan, str):
        return plan  # which is refused where plans are read
    rule, colon, rest = plan.partition(":")
    # What cannot be forced of a rule stays as it is: the error names what the caller gave.
    is_rule = rule.strip() == NAME and (
        not colon
        or any(each.partition("=")[0].strip() == "machine_code" for each in rest.split(":"))
    )
    return RULE_OF[precision] + colon + rest if is_rule else plan


def plan_of_gradients(plan: str) -> str:
    """Return the plan for products of other shapes: a rule holds for them, a kernel may not."""
    return plan if plan.partition(":")[0] in KERNELS_OF else NAME


WIDENING, WIDENED_BYTES = 5.0, 11.6
"""Microseconds of a launch that widens half precision, and what it moves, in effect, an element.

That was 5 us for few, and some 645 for 8192x28672 (by 32 rows:
results/h200/split-operands-widened.csv).
"""


class Timed(NamedTuple):
    """A candidate by its predicted microseconds and, among equals, its place in the catalogue."""

    time: float
    place: int
    candidate: Candidate


def chosen(
    rule: str,
    problem: Problem,
    target: Target,
    alignment: Alignment | None = None,
    table: RateTable | None = None,
) -> Plan:
    """Choose the kernel, the tile and the schedule with the least predicted time, by one rule.

    Candidates come in the order of the catalogue, and the first of equals is chosen: the same
    problem has the same plan, on every GPU of the same model with the same rates. ``split`` is an
    error where the target has no kernels on tensor cores, and ``split_or_ieee`` does without.
    """
    if rule == SPLIT_RULE and not any(find(name).runs_on(target.architecture) for name in SPLIT):
        needed = sorted({find(name).architecture for name in SPLIT})
        by_name = find(BY_NAME)
        named = f", or ask for one by name that runs here: plan={by_name.name!r}"
        raise RequirementError(
            f"precision = {SPLIT_RULE!r}: the kernels on tensor cores that the planner may take "
            f"need sm_{', sm_'.join(map(str, needed))}, and this is sm_{target.architecture}: "
            f"leave it out, or say {SPLIT_OR_IEEE!r}, which computes in IEEE single precision here"
            f"{named if by_name.runs_on(target.architecture) else ''}"
        )
    table = table or (rates_for if rule == NAME else untuned_rates_for)(target)
    names = KERNELS_OF[rule]
    best = _best(names, problem, target, alignment, table)
    if not best:
        _, refused = candidates(problem, target, alignment, names, table)
        raise none_legal(rule, problem, target, refused)
    if problem.types != FLOATS:
        floats = dataclasses.replace(problem, type_a=FLOAT32, type_b=FLOAT32)
        wide = _best(names, floats, target, None, table)
        if wide and (time := _counted(wide[0]) + _widening(problem, table)) < _counted(best[0]):
            raise RequirementError(
                f"{rule} has no kernel for {problem} on {target.name} that is worth it: "
                f"{best[0].time:.1f} us are predicted for {best[0].candidate}, and {time:.1f} if "
                f"it is widened for {wide[0].candidate}. sgemm.gemm widens it: leave type_a and "
                "type_b out"
            )
    first = best[0].candidate
    reason = f"{best[0].time:.1f} us predicted for {first}"
    reason += "".join(f", {other.time:.1f} for {other.candidate}" for other in best[1:])
    reason += _left_out(names, problem, target, table)
    where = problem, target, reason, first.schedule, alignment
    return planned(rule, first.kernel, *where, rates=table.source)


def _best(
    names: tuple[str, ...],
    problem: Problem,
    target: Target,
    alignment: Alignment | None,
    table: RateTable,
) -> list[Timed]:
    """Return the two candidates that count as the fastest."""
    best = fastest(problem, target, alignment, LIBRARY, table)
    if names != LIBRARY:
        best += fastest(problem, target, alignment, SPLIT, table)
    return sorted(best, key=_counted)[:2]


def _widening(problem: Problem, table: RateTable) -> float:
    """Return the microseconds that it takes to widen the operand of half precision."""
    if problem.type_a == FLOAT32:
        elements, stride = problem.n * problem.k, problem.stride_b
    else:
        elements, stride = problem.m * problem.k, problem.stride_a
    elements *= problem.batch if stride else 1
    return WIDENING + WIDENED_BYTES * elements / table.speeds.bytes_a_microsecond


def _counted(timed: Timed) -> float:
    """Return the predicted time as it is compared with others."""
    margin = 1.0 if timed.candidate.kernel.name in LIBRARY else MARGIN
    return margin * timed.time


def _left_out(names: tuple[str, ...], problem: Problem, target: Target, table: RateTable) -> str:
    """Say which kernels on tensor cores are no candidates, whatever the sizes."""
    found = ""
    for kernel in (find(name) for name in SPLIT if name in names):
        if problem.layout not in kernel.layouts:
            continue
        shipped_in = (kernel.specialised(problem.layout, tile) for tile in kernel.all_tiles)
        if not kernel.runs_on(target.architecture):
            found += f"; not {kernel.name}: this is sm_{target.architecture}"
        elif not any(model.is_fitted(each, table) for each in shipped_in):
            found += f"; not {kernel.name}: {NOT_FITTED}"
    return found


def fastest(
    problem: Problem,
    target: Target,
    alignment: Alignment | None,
    names: tuple[str, ...] = LIBRARY,
    table: RateTable | None = None,
) -> list[Timed]:
    """Return the two kernels with the least predicted times, each in its best schedule.

    Branch and bound: kernels come in the order of a lower bound of their times, up to the first
    whose bound is not among the two least. The better stands first; fewer where fewer may run.
    """
    table = table or rates_for(target)
    multiprocessors, where = target.multiprocessors, alignment or Alignment()
    moved = model.traffic(problem, alignment, table.speeds)
    found = runnable(problem.layout, target.architecture, names, problem.types, table)
    # A cheap bound rules most kernels out. Places in the catalogue differ, so that comparisons of
    # tuples end there; the same holds below.
    order: list[tuple[float, Runnable, model.Tiling | None]] = [
        (model.compute_bound(problem, each.kernel, each.rates, multiprocessors), each, None)
        for each in found
    ]
    heapq.heapify(order)
    best: list[Timed] = []
    while order:
        least, each, tiled = heapq.heappop(order)
        place, kernel, rates = each
        if len(best) == 2 and (least, place) > best[1][:2]:
            break
        if tiled is None:
            if not any(need.violation(problem, where) for need in kernel.requirements):
                tiled = model.tiling_of(kernel, problem, moved, alignment)
                least = max(least, model.lower_bound(tiled, rates, multiprocessors))
                heapq.heappush(order, (least, each, tiled))
            continue
        worth = schedules(kernel, problem, tiled, multiprocessors)
        times = [
            (model.predict_tiling(tiled, one, rates, multiprocessors).total, number, one)
            for number, one in enumerate(worth)
        ]
        times.sort()
        for time, _, schedule in times:
            if len(best) == 2 and (time, place) > best[1][:2]:
                break
            if is_possible(kernel, problem, schedule):
                best.append(Timed(time, place, Candidate(kernel, schedule)))
                best = sorted(best)[:2]
                break
    return best
