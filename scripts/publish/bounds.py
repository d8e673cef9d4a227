"""How near memory-bound problems come to what memory allows: a table for the pages."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from publish.places import Place
from publish.tables import markdown
from sgemm.bench.sets import Setting
from sgemm.bench.summary import Summary
from sgemm.report.places import displayed
from sgemm.report.tables import ABSENT, significant

SLENDER = "slender"
SETS = ("tiny_batches", SLENDER, "layers")
"""The sets that have problems of which memory sets the time."""

VECTORS = "single rows and columns"
"""Those of all sets whose bound is at least ``LEAST_MICROSECONDS``."""

LEAST_MICROSECONDS = 2.0

STREAM = "stream"
"""What moves as many bytes as a product, in files of measurements."""

GOALS = {"tiny_batches": 0.7, SLENDER: 0.7, VECTORS: 0.85}
"""The share of the bound that each problem was meant to reach."""

WIDTHS = ((1, 16), (17, 32), (33, 64))
"""The parts of ``slender`` that are not made of a long k, by the smaller one of m and n."""


class Share(NamedTuple):
    """What the library and the baseline reach of a problem's bound."""

    ours: float
    baseline: float
    setting: Setting
    bound_seconds: float


def memory_bound(place: Place) -> str:
    """Return the table of the sets: the bound over the time, of the library and of the baseline.

    The problems count whose operands and C take memory longer than their operations take the
    multipliers, both at the published peaks. The bound is that time, or the time of the fastest
    launch that was measured if that is longer.
    """
    bandwidth, chosen = place.limits.memory_gbytes, [s for s in place.leaders if s.name in SETS]
    if bandwidth is None or not chosen:
        return ""
    launch = min(pair.contender_seconds for each in place.leaders for pair in each.pairs)
    groups = {summary.name: _shares(summary, place, launch) for summary in chosen}
    groups[VECTORS] = [
        share
        for shares in groups.values()
        for share in shares
        if (share.setting.problem.m == 1) != (share.setting.problem.n == 1)
        and share.bound_seconds >= 1e-6 * LEAST_MICROSECONDS
    ]
    rows = [_row(name, shares) for name, shares in groups.items() if shares]
    title = (
        f"{place.hardware}, {place.protocol}: the bound over the time, at {bandwidth:g} GB/s; a "
        f"launch takes {1e6 * launch:.2f} us."
    )
    names = f">`{chosen[0].contender}` | >{displayed(chosen[0].baseline)} | >lowest | at"
    head = f"set | >memory-bound problems | >goal | >reach it | {names}"
    return markdown(head, rows, title)


def _row(name: str, shares: Sequence[Share]) -> tuple[str, ...]:
    goal, lowest = GOALS.get(name), min(shares, key=lambda share: share.ours)
    reached = ABSENT if goal is None else str(sum(share.ours >= goal for share in shares))
    means = (
        significant(statistics.geometric_mean(each))
        for each in ([share.ours for share in shares], [share.baseline for share in shares])
    )
    return (
        *(name, str(len(shares)), ABSENT if goal is None else str(goal), reached),
        *(*means, significant(lowest.ours), str(lowest.setting)),
    )


def _shares(summary: Summary, place: Place, launch: float) -> list[Share]:
    """Return the share of the bound of each memory-bound problem."""
    found = []
    for pair in summary.pairs:
        problem = pair.setting.problem
        a, b, c = problem.elements
        read_and_written = a + b + (c if problem.beta == 0.0 else 2 * c)
        moved = 4e-9 * read_and_written / (place.limits.memory_gbytes or 1.0)
        if moved < 1e-9 * problem.flops / (place.limits.peak_gflops or 1.0):
            continue
        bound = max(moved, launch)
        shares = bound / pair.contender_seconds, bound / pair.baseline_seconds
        found.append(Share(*shares, pair.setting, bound))
    return found


def kind_of_slender(m: int, n: int, k: int) -> str:
    """Return which part of the set a problem belongs to, by its sizes."""
    if k > max(m, n):
        return f"{SLENDER}, k the longest"
    least, most = next(each for each in WIDTHS if min(m, n) <= each[1])
    return f"{SLENDER}, {least} to {most} rows or columns"


def beside_stream(rows: Sequence[Mapping[str, str]]) -> str:
    """Return how near sets come to a kernel that moves as many bytes, and does nothing else."""
    problems: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
    for row in rows:
        sizes = tuple(row[name] for name in ("set", "m", "n", "k", "layout", "batch"))
        problems[sizes][row["contender"]] = float(row["median_us"])
    shares: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    for (name, m, n, k, layout, batch), times in problems.items():
        stream = times[STREAM]
        where = f"{m}x{n}x{k}{'' if layout == 'nn' else ' ' + layout}"
        where += "" if batch == "1" else f", batch {batch}"
        share = stream / times["auto"], stream / times["cublas fp32"], where
        shares[name].append(share)
        if name == SLENDER:
            shares[kind_of_slender(int(m), int(n), int(k))].append(share)
        if (m == "1") != (n == "1"):
            shares[VECTORS].append(share)
    kinds = sorted(name for name in shares if name.startswith(f"{SLENDER}, "))
    table = []
    for name in (*dict.fromkeys(each[0] for each in problems), *kinds, VECTORS):
        ours, theirs, _ = zip(*shares[name], strict=True)
        goal, (lowest, _, where) = GOALS.get(name.partition(", ")[0]), min(shares[name])
        reached = ABSENT if goal is None else str(sum(share >= goal for share in ours))
        means = (significant(statistics.geometric_mean(each)) for each in (ours, theirs))
        table.append(
            (
                *(name, str(len(ours)), ABSENT if goal is None else str(goal), reached),
                *(*means, significant(lowest), where),
            )
        )
    days = ", ".join(dict.fromkeys(row["measured_at"][:10] for row in rows))
    commits = ", ".join(dict.fromkeys(f"{row['commit']} ({row['set']})" for row in rows))
    measured = f"measured {days} (UTC), commits {commits}"
    return markdown(
        "set | >memory-bound problems | >goal | >reach it | >`auto` | >cuBLAS FP32 | >lowest | at",
        table,
        f"{rows[0]['gpu']}, cold L2, {measured}: the time of the stream over that of the "
        "product, in one run for each set.",
    )
