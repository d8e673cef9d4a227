"""What ``precision="split"`` brings over whole sets of problems, beside cuBLAS FP32."""

from __future__ import annotations

from pathlib import Path

from sgemm.bench.pairing import Pair
from sgemm.bench.sets import set_of
from sgemm.bench.statistics import Estimate, geometric_mean
from sgemm.kernels.catalogue import TENSOR_CORES
from sgemm.planning.automatic import SPLIT_RULE
from sgemm.problem import Problem
from sgemm.report.ages import age_of
from sgemm.report.places import Place, places_of_part
from sgemm.report.tables import markdown, significant

REACHED = 0.9
"""What copies reach of the bandwidth that is published of a memory: an H200's 4.3 TB/s of 4.8.

Of other GPUs it is assumed.
"""


def split_sets(folder: Path) -> str:
    """Return a table of sets for each GPU; empty where nothing was measured."""
    return "\n".join(filter(None, map(_table, places_of_part(folder, "split_sets"))))


def seconds_of_memory(problem: Problem, place: Place) -> float | None:
    """Return the seconds in which the memory of a place moves A, B and C once, where known."""
    nbytes = 4.0 * sum(rows * columns for rows, columns, *_ in problem.stored) * problem.batch
    gbytes = place.limits.memory_gbytes
    return None if gbytes is None else nbytes / (REACHED * 1e9 * gbytes)


def _table(place: Place) -> str:
    chosen = {one.problem: one.chosen for one in place.measurements if one.kernel == SPLIT_RULE}
    by_set: dict[str, list[Pair]] = {}
    for pair in place.pairs:
        if pair.contender == SPLIT_RULE:
            by_set.setdefault(set_of(pair.setting), []).append(pair)
    rows = []
    for name, found in by_set.items():
        heavy = [pair for pair in found if is_bound_by_flops(pair.setting.problem, place)]
        taken = [pair for pair in found if chosen[pair.setting.problem] in TENSOR_CORES]
        rows.append(
            (
                f"`{name}`",
                *(cell for part in (found, heavy, taken) for cell in _cells(part)),
            )
        )
    head = " | ".join(
        f">{part} | >mean | >lowest" for part in ("problems", "bound by flops", "on tensor cores")
    )
    return markdown(f"set | {head}", rows, heading(place)) if rows else ""


def heading(place: Place) -> str:
    """Say where and when a part was measured."""
    age = age_of(place, place.pairs)
    return f"{place.hardware}, cold L2, measured {age.when} (UTC), commit {age.commit}."


def is_bound_by_flops(problem: Problem, place: Place) -> bool:
    """Tell whether FP32 units would take longer for a product than memory does, as is known."""
    peak, memory = place.limits.peak_gflops, seconds_of_memory(problem, place)
    return peak is not None and memory is not None and problem.flops / (1e9 * peak) > memory


def _cells(found: list[Pair]) -> tuple[str, str, str]:
    if not found:
        return "0", "-", "-"
    estimates: list[Estimate] = [pair.estimate for pair in found]
    mean = geometric_mean(estimates).value
    lowest = min(each.value for each in estimates)
    return str(len(found)), significant(mean), significant(lowest)
