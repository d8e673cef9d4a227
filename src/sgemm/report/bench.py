"""The table of ``sgemm bench``: a row for each contender on each problem."""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.bench.measurement import Measurement
from sgemm.bench.task import STORED_AS_IS
from sgemm.report.tables import Column, Table, significant

COLUMNS = (
    Column("problem"),
    Column("contender"),
    Column("verified"),
    Column("GFLOP/s", right=True),
    Column("of baseline", right=True),
    Column("rounds", right=True),
    Column("median ms", right=True),
    Column("quartiles ms", right=True),
    Column("n", right=True),
    Column("MHz", right=True),
    Column("W", right=True),
)


def bench_table(measurements: Sequence[Measurement]) -> Table:
    """Make the table.

    Parameters
    ----------
    measurements : sequence of Measurement

    Returns
    -------
    Table
    """
    return Table(COLUMNS, tuple(_row(one) for one in measurements))


def _row(one: Measurement) -> tuple[str, ...]:
    problem = str(one.problem)
    if one.layout != STORED_AS_IS:
        problem += f", {one.layout}"
    chosen = f" ({one.chosen})" if one.chosen else ""
    start = (problem, one.kernel + chosen, "NO" if one.failure else "yes")
    if one.samples is None:
        return (*start, *("-" for _ in COLUMNS[3:]))
    lower, upper = one.samples.quartiles
    ratios = one.baseline.round_ratios if one.baseline is not None else ()
    return (
        *start,
        significant(one.gflops) if one.gflops is not None else "-",
        f"{100 * one.baseline.ratio:.1f}%" if one.baseline is not None else "-",
        f"{100 * min(ratios):.1f} ... {100 * max(ratios):.1f}%" if ratios else "-",
        f"{1e3 * one.samples.median:.4g}",
        f"{1e3 * lower:.4g} ... {1e3 * upper:.4g}",
        f"{one.samples.count}{'' if one.samples.complete else '*'}",
        _number(one.conditions.clock_mhz if one.conditions is not None else None),
        _number(one.conditions.power_watts if one.conditions is not None else None),
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"
