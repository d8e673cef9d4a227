"""What ``precision="split"`` brings over whole sets of problems, beside cuBLAS FP32."""

from __future__ import annotations

from pathlib import Path

from sgemm.bench.pairing import Pair, pairs
from sgemm.bench.sets import set_of
from sgemm.bench.statistics import Estimate, geometric_mean
from sgemm.kernels.catalogue import TENSOR_CORES
from sgemm.planning.automatic import SPLIT_RULE
from sgemm.report.places import SETS_APART, apart
from sgemm.report.tables import markdown, significant

BASELINE = "cublas fp32"
FLOPS_A_SECOND, BYTES_A_SECOND = 66.9e12, 4.3e12
"""The FP32 units' and the memory's of an H200: which of both takes longer says what dominates."""


def split_sets(folder: Path) -> str:
    """Return a table of sets; empty where nothing was measured."""
    group = apart(folder, SETS_APART)
    chosen = {
        one.problem: one.chosen
        for _, results in group.files
        for one in results.measurements
        if one.kernel == SPLIT_RULE
    }
    by_set: dict[str, list[Pair]] = {}
    for pair in pairs(group, BASELINE):
        if pair.contender == SPLIT_RULE:
            by_set.setdefault(set_of(pair.setting), []).append(pair)
    rows = []
    for name, found in by_set.items():
        heavy = [pair for pair in found if is_bound_by_flops(pair)]
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
    return markdown(f"set | {head}", rows)


def is_bound_by_flops(pair: Pair) -> bool:
    """Tell whether FP32 units would take longer for a product than memory does."""
    problem = pair.setting.problem
    a, b, c = (rows * columns for rows, columns, *_ in problem.stored)
    nbytes = 4 * (a + b + c) * problem.batch
    return problem.flops / FLOPS_A_SECOND > nbytes / BYTES_A_SECOND


def _cells(found: list[Pair]) -> tuple[str, str, str]:
    if not found:
        return "0", "-", "-"
    estimates: list[Estimate] = [pair.estimate for pair in found]
    mean = geometric_mean(estimates).value
    lowest = min(each.value for each in estimates)
    return str(len(found)), significant(mean), significant(lowest)
