"""What ``precision="split"`` brings: over sets, for seconds, and where rows or columns are few.

These are separate parts (:data:`sgemm.bench.result_set.SEPARATE`), measured beside cuBLAS FP32.
"""

from __future__ import annotations

import re
from pathlib import Path

from publish.ages import heading
from publish.places import Place, places_of_part
from publish.tables import markdown
from sgemm.bench.measurement import Conditions
from sgemm.bench.pairing import Pair
from sgemm.bench.sets import set_of
from sgemm.bench.statistics import geometric_mean
from sgemm.bench.summary import OWN_CHOICE
from sgemm.kernels.catalogue import FUSED, TENSOR_CORES
from sgemm.planning.automatic import SPLIT_RULE
from sgemm.problem import Problem
from sgemm.report.places import displayed
from sgemm.report.tables import ABSENT, groups, significant, whole

REACHED = 0.9
"""What copies reach of the bandwidth that is published of a memory: an H200's 4.3 TB/s of 4.8.

Of other GPUs it is assumed.
"""

TILE = re.compile(rf"(?:{'|'.join(FUSED)}):b[mn]=(\d+)")


def part_tables(folder: Path) -> dict[str, str]:
    """Return the tables by the names that markers use; empty where nothing was measured."""
    rows, columns = FUSED
    parts = (
        ("split-sets", "split_sets", sets),
        ("split-sustained", "sustained_split", sustained),
        ("split-few-rows", "few_rows", lambda place: few(place, rows, "rows")),
        ("split-few-columns", "few_columns", lambda place: few(place, columns, "columns")),
    )
    return {
        name: "\n".join(filter(None, map(table, places_of_part(folder, part))))
        for name, part, table in parts
    }


def seconds_of_memory(problem: Problem, place: Place) -> float | None:
    """Return the seconds in which the memory of a place moves A, B and C once, where known."""
    nbytes = 4.0 * sum(rows * columns for rows, columns, *_ in problem.stored) * problem.batch
    gbytes = place.limits.memory_gbytes
    return None if gbytes is None else nbytes / (REACHED * 1e9 * gbytes)


def seconds_of_flops(problem: Problem, place: Place) -> float | None:
    """Return the seconds that the FP32 units of a place take at their peak, where known."""
    peak = place.limits.peak_gflops
    return None if peak is None else problem.flops / (1e9 * peak)


def is_bound_by_flops(problem: Problem, place: Place) -> bool:
    """Tell whether FP32 units would take longer for a product than memory does, as is known."""
    flops, memory = seconds_of_flops(problem, place), seconds_of_memory(problem, place)
    return flops is not None and memory is not None and flops > memory


def is_mostly_flops(pair: Pair, place: Place) -> bool:
    """Tell whether flops alone, at the peak, take more than half of the baseline's time."""
    flops = seconds_of_flops(pair.setting.problem, place)
    return flops is not None and flops > pair.baseline_seconds / 2.0


def sets(place: Place) -> str:
    """Return the table of the sets: all of their problems, and some kinds of them."""
    chosen = {one.problem: one.chosen for one in place.measurements if one.kernel == SPLIT_RULE}
    ruled = (pair for pair in place.pairs if pair.contender == SPLIT_RULE)
    rows = []
    for name, found in groups(ruled, lambda pair: set_of(pair.setting)).items():
        kinds = {
            "all": found,
            "bound by flops": [
                pair for pair in found if is_bound_by_flops(pair.setting.problem, place)
            ],
            "mostly flops": [pair for pair in found if is_mostly_flops(pair, place)],
            "on tensor cores": [
                pair for pair in found if chosen[pair.setting.problem] in TENSOR_CORES
            ],
        }
        rows += [(f"`{name}`, {kind}", *_means(some)) for kind, some in kinds.items()]
    headers = "problems | >number | >mean | >lowest"
    return markdown(headers, rows, heading(place)) if rows else ""


def _means(found: list[Pair]) -> tuple[str, str, str]:
    if not found:
        return "0", ABSENT, ABSENT
    mean = geometric_mean([pair.estimate for pair in found]).value
    lowest = min(pair.estimate.value for pair in found)
    return str(len(found)), significant(mean), significant(lowest)


def sustained(place: Place) -> str:
    """Return the table of what ran for seconds, with clocks and power."""
    rows = []
    for pair in place.pairs:
        problem = pair.setting.problem
        reference = place.results.latest[pair.setting, place.baseline or ""]
        both = (
            (reference, pair.baseline_seconds),
            (place.measurement_of(pair), pair.contender_seconds),
        )
        for each, seconds in both:
            how = each.conditions or Conditions()
            name = displayed(each.kernel) if each is reference else f"`{each.chosen}`"
            times = "1" if each is reference else significant(pair.estimate.value)
            tflops = significant(problem.flops / seconds / 1e12, 4)
            size = f"{problem.m} x {problem.n} x {problem.k}"
            rows.append((size, name, tflops, times, whole(how.clock_mhz), whole(how.power_watts)))
    headers = f">m x n x k | what | >TFLOP/s | >times {displayed(place.baseline)} | >MHz | >watts"
    return markdown(headers, rows, heading(place)) if rows else ""


def few(place: Place, kernel: str, what: str) -> str:
    """Return the table of products of few rows or columns: the fastest tile, and the default."""
    found = groups(place.pairs, lambda pair: pair.setting.problem)
    rows = []
    for problem in sorted(found, key=lambda x: (not x.trans_b, max(x.m, x.n), x.k, min(x.m, x.n))):
        by_name = {pair.contender: pair for pair in found[problem]}
        tiles = [pair for name, pair in by_name.items() if TILE.fullmatch(name)]
        if not tiles:
            continue
        best = min(tiles, key=lambda pair: pair.contender_seconds)
        bound = seconds_of_memory(problem, place)
        rows.append(
            (
                f"{problem.m} x {problem.n} x {problem.k}",
                "n x k" if problem.trans_b else "k x n",
                _microseconds(best.baseline_seconds),
                *(_time(pair) for pair in (by_name.get(OWN_CHOICE), best)),
                f"{best.contender.partition('=')[2]} {what}",
                ABSENT if bound is None else significant(best.contender_seconds / bound),
            )
        )
    headers = (
        f">m x n x k | B | >{displayed(place.baseline)} | >`{OWN_CHOICE}` | >`{kernel}` | "
        ">tile | >times the memory bound"
    )
    return markdown(headers, rows, heading(place)) if rows else ""


def _time(pair: Pair | None) -> str:
    if pair is None:
        return ABSENT
    return f"{_microseconds(pair.contender_seconds)} ({significant(pair.estimate.value)})"


def _microseconds(seconds: float) -> str:
    return significant(seconds * 1e6)
