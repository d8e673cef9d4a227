"""How near memory-bound problems come to what memory allows: a table for the pages."""

from __future__ import annotations

import statistics

from sgemm.bench.summary import Summary
from sgemm.report.places import Place, displayed
from sgemm.report.tables import markdown, significant

SETS = ("tiny_batches", "slender", "layers")
"""The sets that have problems of which memory sets the time."""


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
    rows = []
    for summary in chosen:
        shares = sorted(_shares(summary, place, launch))
        if not shares:
            continue
        ours, theirs, where = zip(*shares, strict=True)
        means = (significant(statistics.geometric_mean(each)) for each in (ours, theirs))
        rows.append((summary.name, str(len(shares)), *means, significant(ours[0]), where[0]))
    title = (
        f"{place.hardware}, {place.protocol}: the bound over the time, at {bandwidth:g} GB/s; a "
        f"launch takes {1e6 * launch:.2f} us."
    )
    names = f">`{chosen[0].contender}` | >{displayed(chosen[0].baseline)} | >lowest | at"
    return f"{title}\n\n{markdown(f'set | >memory-bound problems | {names}', rows)}"


def _shares(summary: Summary, place: Place, launch: float) -> list[tuple[float, float, str]]:
    """Return the share of the bound of each memory-bound problem, by both, and its name."""
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
        found.append((*shares, str(pair.setting)))
    return found
