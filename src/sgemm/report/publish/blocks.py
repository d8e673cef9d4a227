"""The tables that pages can have, by the names that their markers use."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sgemm.bench.sets import OTHER
from sgemm.bench.statistics import Estimate, Judgement
from sgemm.report.places import Place, displayed
from sgemm.report.publish.ages import NOT_RECORDED, age_of, ages
from sgemm.report.publish.documents import (
    document_000,
    document_001,
    document_003,
    document_004,
)
from sgemm.report.publish.headline import headline
from sgemm.report.publish.set_tables import errors, targets
from sgemm.report.tables import Column, Table, columns_of, significant

NOTHING = "*No results of this kind are committed yet.*\n"
"""What a page says where results are missing."""

STEP = 1024
"""Of the squares measured, tables have the multiples of this, and those of the ladder."""

UNKNOWN = "-"

Block = Callable[[Sequence[Place]], str]


def environments(places: Sequence[Place]) -> str:
    """Return the table of what was measured where, and with which software."""
    columns = columns_of(
        "where | machine | >measurements | from | to | driver | compiler | baseline | commits"
    )
    rows = []
    for place in places:
        every = [each for _, results in place.results.files for each in results.measurements]
        days = sorted(measurement.measured_at[:10] for measurement in every)
        compilers = {each.compiler for each in every if each.compiler is not None}
        rows.append(
            (
                place.hardware,
                place.machine,
                str(len(every)),
                days[0],
                days[-1],
                _words({each.driver for each in place.environments if each.driver}),
                _words(compilers),
                displayed(place.baseline) or UNKNOWN,
                _words({each.commit or NOT_RECORDED for each in place.environments}),
            )
        )
    return Table(columns, tuple(rows)).to_markdown() if rows else ""


def sets(places: Sequence[Place]) -> str:
    """Return the table of the named sets, each by its leading contender."""
    columns = columns_of(
        "set | where | contender | >problems | >geometric mean | 95% | >worst | at | "
        ">faster | >slower | >no difference | measured (UTC) | commit"
    )
    rows = [
        (
            summary.name,
            f"{place.short_name}, {summary.protocol}",
            f"`{summary.contender}`",
            str(len(summary.pairs)),
            significant(summary.mean.value, 4),
            _interval(summary.mean, 4),
            significant(summary.worst.estimate.value, 4),
            str(summary.worst.setting),
            str(summary.count(Judgement.FASTER)),
            str(summary.count(Judgement.SLOWER)),
            str(summary.count(Judgement.NO_DIFFERENCE)),
            age.when,
            age.commit,
        )
        for place in places
        if place.is_gpu
        for summary in place.leaders
        if summary.name != OTHER
        for age in [age_of(place, summary.pairs)]
    ]
    return Table(columns, tuple(rows)).to_markdown() if rows else ""


def ladder(places: Sequence[Place]) -> str:
    """Return the table of the ladder on each GPU: TFLOP/s and per cent of cuBLAS by size."""
    return _ladders([place for place in places if place.is_gpu], "TFLOP/s", 1.0)


def ladder_cpu(places: Sequence[Place]) -> str:
    """Return the table of the ladder on the cpu machine: GFLOP/s and per cent of NumPy."""
    return _ladders([place for place in places if place.machine == "cpu"], "GFLOP/s", 1e3)


def squares(places: Sequence[Place]) -> str:
    """Return the table of square sizes: the baseline, the three leading contenders, the ratios."""
    parts = []
    for place in places:
        if not place.is_gpu or not place.squares:
            continue
        names = place.leading(3)
        sizes = [size for size in place.squares if size % STEP == 0 or size in place.ladder_sizes()]
        columns = [Column("m = n = k", right=True), Column(displayed(place.baseline), right=True)]
        columns += [Column(f"`{name}`", right=True) for name in names]
        rows = []
        for size in sizes:
            row = [str(size), _number(place.baseline_tflops(size))]
            for name in names:
                pair = place.squares[size].get(name)
                speed = _number(place.tflops(name, size))
                row.append(f"{speed} ({_ratio(pair.estimate)})" if pair else UNKNOWN)
            rows.append(tuple(row))
        parts.append(
            f"{_heading(place)}: TFLOP/s, and in brackets the ratio with its 95% interval.\n\n"
            f"{Table(tuple(columns), tuple(rows)).to_markdown()}"
        )
    return "\n".join(parts)


def irregular(places: Sequence[Place]) -> str:
    """Return the table of the irregular shapes by the contender that leads on them."""
    parts = []
    for place in places:
        found = [each for each in place.leaders if each.name == "irregular" and place.is_gpu]
        for summary in found:
            columns = (
                Column("m, n, k"),
                Column(f"{displayed(summary.baseline)}: TFLOP/s", right=True),
                Column(f"`{summary.contender}`", right=True),
                Column("ratio", right=True),
                Column("95%"),
            )
            rows = tuple(
                (
                    ", ".join(map(str, pair.setting.shape)),
                    _number(pair.setting.flops / pair.baseline_seconds / 1e12),
                    _number(pair.setting.flops / pair.contender_seconds / 1e12),
                    significant(pair.estimate.value),
                    _interval(pair.estimate),
                )
                for pair in summary.pairs
            )
            parts.append(f"{_heading(place)}.\n\n{Table(columns, rows).to_markdown()}")
    return "\n".join(parts)


def _on_gpus(block: Block) -> Block:
    def on_gpus(places: Sequence[Place]) -> str:
        # Without a GPU's results the published figures alone would be no comparison.
        gpus = [place for place in places if place.is_gpu and place.squares]
        return block(gpus) if gpus else ""

    return on_gpus


TABLES: dict[str, Block] = {
    "headline": headline,
    "environments": environments,
    "sets": sets,
    "ages": ages,
    "targets": targets,
    "errors": errors,
    "ladder": ladder,
    "ladder-cpu": ladder_cpu,
    "squares": squares,
    "irregular": irregular,
    "document-000": _on_gpus(document_000),
    "document-001": _on_gpus(document_001),
    "document-003": _on_gpus(document_003),
    "document-004": _on_gpus(document_004),
}
"""Tables by name; each is empty where there is nothing to show."""


def _ladders(places: Sequence[Place], unit: str, factor: float) -> str:
    parts = []
    for place in places:
        sizes = place.ladder_sizes()
        if not sizes:
            continue
        columns = [Column("#", right=True), Column("contender")]
        columns += [Column(str(size), right=True) for size in sizes]
        speeds = [_number(_times(place.baseline_tflops(size), factor)) for size in sizes]
        rows = [("0", displayed(place.baseline), *speeds)]
        for name in place.contenders():
            cells = []
            for size in sizes:
                speed, ratio = place.tflops(name, size), place.ratio(name, size)
                known = speed is not None and ratio is not None
                cells.append(
                    f"{_number(_times(speed, factor))} ({_percent(ratio)})" if known else UNKNOWN
                )
            number = place.number(name)
            rows.append((UNKNOWN if number is None else str(number), f"`{name}`", *cells))
        parts.append(
            f"{_heading(place)}: {unit} at m = n = k, and in brackets the speed in per cent of "
            f"{displayed(place.baseline)}.\n\n{Table(tuple(columns), tuple(rows)).to_markdown()}"
        )
    return "\n".join(parts)


def _heading(place: Place) -> str:
    return f"{place.hardware}, {place.protocol}"


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _number(value: float | None) -> str:
    return UNKNOWN if value is None else significant(value)


def _percent(ratio: float | None) -> str:
    if ratio is None:
        return UNKNOWN
    return f"{100.0 * ratio:.1f}%" if ratio >= 0.01 else f"{100.0 * ratio:.2f}%"


def _ratio(estimate: Estimate) -> str:
    value = significant(estimate.value)
    return f"{value}: {_interval(estimate)}" if estimate.is_bounded else value


def _interval(estimate: Estimate, digits: int = 3) -> str:
    if not estimate.is_bounded:
        return UNKNOWN
    return f"{significant(estimate.low, digits)} ... {significant(estimate.high, digits)}"


def _words(found: set[str]) -> str:
    return ", ".join(sorted(found)) or UNKNOWN
