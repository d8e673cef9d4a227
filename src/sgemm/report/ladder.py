"""The ladder at one size, as a table with its notes, as records for programs, and as bars."""

from __future__ import annotations

import math
from typing import Any

from sgemm.bench.codec import encode
from sgemm.bench.ladder import LadderAtSize, Row0, Rung, speed
from sgemm.bench.rounds import Status
from sgemm.bench.timing import Samples
from sgemm.kernels.kernel import Language
from sgemm.problem import Problem
from sgemm.report.chart import Axis, Chart, ChartKind, ChartSeries, Level, Point
from sgemm.report.tables import Column, Table, significant, time_unit

NONE = "-"
"""A cell where there is nothing to say."""

LEGEND = (
    "verified: within the error bound of the double-precision result; wrong rungs are not timed",
    "rms, max: error in units of 2^-24 * (|A||B|)",
    "ratio: speed as a multiple of the baseline's, from medians of interleaved rounds",
    "xN: how many times faster N threads of this CPU are than one",
    "+-%: half the distance between the quartiles of the times, in per cent of their median",
    "regs, shared: registers of a thread; bytes of shared memory of a block",
    "flop/B: operations for each byte that a block reads from global memory, by its tile's sizes",
)
"""What the columns mean."""

DISTURBED_PERCENT = 15.0
"""A baseline whose times spread more than this was disturbed: by itself it repeats within a few."""

OUTCOMES = {Status.MEASURED: "yes", Status.WRONG: "NO", Status.FAILED: "FAILED"}


def ladder_table(ladder: LadderAtSize) -> Table:
    """Return the table: the baseline as row 0, then a row for each rung."""
    timed = [rung.samples.median for rung in ladder.rungs if rung.samples is not None]
    if ladder.baseline_samples is not None:
        timed.append(ladder.baseline_samples.median)
    unit, factor = time_unit(max(timed, default=0.0))
    scaling = ladder.scaling_threads
    columns = (
        Column("#", right=True),
        Column("rung"),
        Column("verified"),
        Column("rms", right=True),
        Column("max", right=True),
        Column(unit, right=True),
        Column("GFLOP/s", right=True),
        Column("ratio", right=True),
        *([Column(f"x{scaling}", right=True)] if scaling else []),
        Column("+-%", right=True),
        Column("regs", right=True),
        Column("shared", right=True),
        Column("flop/B", right=True),
    )
    rows = [] if ladder.row0 is None else [_row0(ladder.row0, ladder, factor)]
    rows += [_row(rung, ladder, factor) for rung in ladder.rungs]
    return Table(columns, tuple(rows))


def notes(ladder: LadderAtSize) -> tuple[str, ...]:
    """Return what the table has no room for: why a rung was not measured, what is not known."""
    found = []
    if ladder.row0 is not None and not ladder.row0.verdict.passed:
        found.append(
            f"{ladder.row0.name} is wrong, and was not timed: {ladder.row0.verdict.reason}"
        )
    words = {
        Status.WRONG: "{name} is wrong, and was not timed: {reason}",
        Status.REFUSED: "{reason}",
        Status.FAILED: "{name} could not be run: {reason}",
    }
    found += [
        words[rung.status].format(name=rung.kernel.name, reason=rung.reason)
        for rung in ladder.rungs
        if rung.status in words
    ]
    unknown = any(rung.build is not None and rung.build.resources is None for rung in ladder.rungs)
    if unknown:
        found.append(
            "registers and shared memory of the PTX rungs need ptxas, which is not installed"
        )
    if samples_spread(ladder.baseline_samples) > DISTURBED_PERCENT:
        found.append(
            "the baseline's times spread widely: other work on this machine disturbs all times here"
        )
    if any(rung.samples is not None and not rung.samples.complete for rung in ladder.rungs):
        found.append("some rungs are so slow here that the time limit ended their sampling early")
    return tuple(found)


def rung_record(rung: Rung) -> dict[str, Any]:
    """Return a rung as a record for programs; what is not known is null."""
    made, kernel, samples = rung.build, rung.kernel, rung.samples
    resources = made.resources if made is not None else None
    error = rung.verdict.error if rung.verdict is not None else None
    tile = kernel.tile
    return {
        "number": kernel.number,
        "name": kernel.name,
        "size": size_record(rung.problem),
        "outcome": rung.status.value,
        "verified": rung.verified,
        "reason": rung.reason or None,
        "error_rms": error.rms if error else None,
        "error_max": error.maximum if error else None,
        "error_mean": error.mean if error else None,
        **samples_record(samples),
        "gflops": rung.gflops,
        "baseline_ratio": rung.ratio,
        "baseline_round_ratios": [
            ratio if math.isfinite(ratio) else None for ratio in rung.baseline.round_ratios
        ]
        if rung.baseline
        else None,
        "scaling": rung.scaling,
        "registers": resources.registers if resources else None,
        "spill_stores": resources.spill_stores if resources else None,
        "spill_loads": resources.spill_loads if resources else None,
        "shared_bytes": rung.shared_bytes,
        "intensity": tile.intensity,
        "tile": encode(tile),
        "threads": tile.threads,
        "lanes": rung.lanes,
        "compiler": made.compiler if made else None,
    }


def baseline_record(ladder: LadderAtSize) -> dict[str, Any] | None:
    """Return the baseline as a record for programs; None where there is none."""
    row, samples = ladder.row0, ladder.baseline_samples
    if row is None:
        return None
    return {
        "name": row.name,
        "description": row.description,
        "size": size_record(ladder.problem),
        "threads": row.threads,
        "verified": row.verdict.passed,
        "reason": None if row.verdict.passed else row.verdict.reason,
        "error_rms": row.verdict.error.rms,
        "error_max": row.verdict.error.maximum,
        **samples_record(samples),
        "gflops": speed(ladder.problem, samples),
    }


def size_record(problem: Problem) -> dict[str, int]:
    """Return the sizes of a problem as a record."""
    return {"m": problem.m, "n": problem.n, "k": problem.k}


def samples_record(samples: Samples | None) -> dict[str, Any]:
    """Return what a record says of timed samples: median, quartiles, number."""
    lower, upper = samples.quartiles if samples else (None, None)
    return {
        "seconds": samples.median if samples else None,
        "seconds_lower_quartile": lower,
        "seconds_upper_quartile": upper,
        "samples": samples.count if samples else 0,
    }


def samples_spread(samples: Samples | None) -> float:
    """Return half the distance between the quartiles in per cent of the median; 0 without any."""
    if samples is None or samples.median == 0.0:
        return 0.0
    lower, upper = samples.quartiles
    return 50.0 * (upper - lower) / samples.median


def ladder_bars(ladder: LadderAtSize, title: str, caption: str) -> Chart:
    """Return the plot: GFLOP/s of each rung and its share of the baseline, which is a line."""
    groups: dict[str, list[Point]] = {}
    words = {Status.WRONG: "wrong: not timed", Status.REFUSED: "does not apply"}
    for rung in ladder.rungs:
        samples = rung.samples
        low, high = (None, None)
        if samples is not None and samples.quartiles[0] > 0.0:
            high, low = (rung.problem.flops / time / 1e9 for time in samples.quartiles)
        note = _percent(rung.ratio) or words.get(rung.status, "could not be run")
        if rung.gflops is not None:
            note = f"{significant(rung.gflops)} ({note})"
        name = f"{rung.kernel.number or ''}  {rung.kernel.name}".strip()
        bar = Point(name, rung.gflops, low, high, label=note)
        group = "PTX" if rung.kernel.language is Language.PTX else "CUDA C++"
        groups.setdefault(group, []).append(bar)
    value = speed(ladder.problem, ladder.baseline_samples)
    name = ladder.row0.description if ladder.row0 is not None else ""
    return Chart(
        "ladder",
        ChartKind.BARS,
        title,
        f"{caption}; beside each bar GFLOP/s and the share of the baseline",
        Axis("GFLOP/s"),
        Axis(""),
        tuple(ChartSeries(group, tuple(bars)) for group, bars in groups.items()),
        () if value is None else (Level(f"{name}: {significant(value)}", value),),
    )


def _row0(row: Row0, ladder: LadderAtSize, factor: float) -> tuple[str, ...]:
    samples, error = ladder.baseline_samples, row.verdict.error
    return (
        "0",
        row.name,
        "yes" if row.verdict.passed else "NO",
        significant(error.rms),
        significant(error.maximum),
        NONE if samples is None else significant(samples.median * factor),
        _number(speed(ladder.problem, samples)),
        NONE if samples is None else "1.000",
        *([NONE] if ladder.scaling_threads else []),
        _spread(samples),
        NONE,
        NONE,
        NONE,
    )


def _row(rung: Rung, ladder: LadderAtSize, factor: float) -> tuple[str, ...]:
    kernel, samples, made = rung.kernel, rung.samples, rung.build
    error = rung.verdict.error if rung.verdict is not None else None
    resources = made.resources if made is not None else None
    registers = NONE if resources is None else str(resources.registers)
    if resources is not None and (resources.spill_stores or resources.spill_loads):
        registers += "!"
    return (
        NONE if kernel.number is None else str(kernel.number),
        kernel.name,
        OUTCOMES.get(rung.status, NONE),
        NONE if error is None else significant(error.rms),
        NONE if error is None else significant(error.maximum),
        NONE if samples is None else significant(samples.median * factor),
        _number(rung.gflops),
        NONE if rung.ratio is None else f"{rung.ratio:.3f}",
        *([_number(rung.scaling)] if ladder.scaling_threads else []),
        _spread(samples),
        registers,
        NONE if rung.shared_bytes is None else str(rung.shared_bytes),
        significant(kernel.tile.intensity),
    )


def _number(value: float | None) -> str:
    return NONE if value is None else significant(value)


def _spread(samples: Samples | None) -> str:
    return NONE if samples is None else f"{samples_spread(samples):.1f}"


def _percent(ratio: float | None) -> str:
    return "" if ratio is None else f"{100 * ratio:.{0 if ratio >= 0.0995 else 1}f}%"
