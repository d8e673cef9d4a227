"""The automatic choice: of all candidates the one with the least predicted time."""

from __future__ import annotations

import heapq
from typing import NamedTuple

from sgemm.kernels.kernel import Alignment
from sgemm.planning import model
from sgemm.planning.candidates import (
    Candidate,
    Shipped,
    candidates,
    is_possible,
    runnable,
    schedules,
)
from sgemm.planning.plan import Plan, Target, none_legal, planned
from sgemm.problem import Problem

NAME = "auto"


def plan_of_gradients(plan: str) -> str:
    """Return the plan for products of other shapes: a rule holds for them, a kernel may not."""
    return plan if plan.partition(":")[0] == NAME else NAME


class Timed(NamedTuple):
    """A candidate by its predicted microseconds and, among equals, its place in the catalogue."""

    time: float
    place: int
    candidate: Candidate


def automatic(problem: Problem, target: Target, alignment: Alignment | None = None) -> Plan:
    """Choose the kernel, the tile and the schedule with the least predicted time.

    Candidates come in the order of the catalogue, and the first of equals is chosen: the same
    problem has the same plan, on every machine of the same architecture and size.
    """
    best = fastest(problem, target, alignment)
    if not best:
        _, refused = candidates(problem, target, alignment)
        raise none_legal(NAME, problem, target, refused)
    chosen = best[0].candidate
    reason = f"{best[0].time:.1f} us predicted for {chosen}"
    reason += "".join(f", {other.time:.1f} for {other.candidate}" for other in best[1:])
    return planned(NAME, chosen.kernel, problem, target, reason, chosen.schedule, alignment)


def fastest(problem: Problem, target: Target, alignment: Alignment | None) -> list[Timed]:
    """Return the two kernels with the least predicted times, each in its best schedule.

    Branch and bound: kernels come in the order of a lower bound of their times, up to the first
    whose bound is not among the two least. The better stands first; fewer where fewer may run.
    """
    multiprocessors, where = target.multiprocessors, alignment or Alignment()
    moved = model.traffic(problem, alignment)
    # A cheap bound rules most kernels out. Places in the catalogue differ, so that comparisons of
    # tuples end there; the same holds below.
    order: list[tuple[float, int, Shipped, model.Tiling | None]] = [
        (model.compute_bound(problem, each.kernel, each.rates, multiprocessors), place, each, None)
        for place, each in runnable(problem.layout, target.architecture)
    ]
    heapq.heapify(order)
    best: list[Timed] = []
    while order:
        least, place, each, tiled = heapq.heappop(order)
        if len(best) == 2 and (least, place) > best[1][:2]:
            break
        if tiled is None:
            if not any(need.violation(problem, where) for need in each.kernel.requirements):
                tiled = model.tiling_of(each.kernel, problem, moved, alignment)
                least = max(least, model.lower_bound(tiled, each.rates, multiprocessors))
                heapq.heappush(order, (least, place, each, tiled))
            continue
        kernel = each.kernel
        worth = schedules(kernel, problem, tiled, multiprocessors)
        times = [
            (model.predict_tiling(tiled, one, each.rates, multiprocessors).total, number, one)
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
