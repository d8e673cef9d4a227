"""The table of ``sgemm bench``: a row for each contender on each problem."""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.bench.measurement import Measurement
from sgemm.bench.setting import Setting
from sgemm.report.tables import Column, Table, significant

COLUMNS = (
    Column("problem"),
    Column("contender"),
    Column("verified"),
    Column("rms", right=True),
    Column("max", right=True),
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
    checked = one.verification
    problem = str(Setting.of(one))
    errors = (
        ("-", "-")
        if checked is None
        else (significant(checked.rms, 3), significant(checked.maximum, 3))
    )
    chosen = f" ({one.chosen})" if one.chosen else ""
    start = (problem, one.kernel + chosen, "NO" if one.failure else "yes", *errors)
    if one.samples is None:
        return (*start, *("-" for _ in COLUMNS[len(start) :]))
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
