"""What the report says first, in a sentence, facts and tables: what was found, and on what."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence

from sgemm.bench.environment import Environment
from sgemm.bench.statistics import Judgement
from sgemm.kernels.catalogue import measured_kernel
from sgemm.report.html.figures import baselines, is_cube
from sgemm.report.html.templates import Cell, PageTable
from sgemm.report.places import SET_WORDS, Place
from sgemm.report.speeds import Speed, is_kernel, is_right, label, order, title_of
from sgemm.report.tables import groups, interval, significant

MOST_SIZES = 10  # columns of the table of percentages

MOST_SHAPES = 40
"""Rows of the table of other shapes; more are folded away, so that what follows is found."""

FEWEST_SQUARES = 3  # sizes from which on a rung is summed up by its mean over them

CPU_NOTICE = (
    "This is not a GPU. Results and counts are exact; times are this CPU's, which runs the "
    "kernels' PTX, and say how fast the executor is."
)


def finding(place: Place) -> str:
    """Say in one sentence what the results show."""
    checks = [is_right(m) for m in place.measurements if is_kernel(m.kernel)]
    checked = [right for right in checks if right is not None]
    compared = [s for s in place.compared if s.ratio and math.isfinite(s.ratio)]
    timed = [s for s in place.usual if not s.library]
    words = "No rung was timed"
    if compared:
        words = _over_squares(compared, place) or _at_largest(compared, place)
    elif timed:
        best = max(timed, key=lambda speed: speed.gflops)
        name = _rung(best).capitalize()
        words = f"{name} is the fastest at {title_of(best.problem)}: {_in_unit(best, place)}"
    if not checked:
        return f"{words}."
    wrong = checked.count(False)
    verdict = "all right" if not wrong else f"{wrong} WRONG"
    return f"{words}; {len(checked)} results of kernels were verified, {verdict}."


def _over_squares(compared: list[Speed], place: Place) -> str:
    """Say how the best of the rungs measured at most squares did over them; nothing if few."""
    ratios: dict[str, dict[int, float]] = {}
    for speed in compared:
        if is_cube(speed.problem) and speed.ratio:
            ratios.setdefault(speed.name, {})[speed.problem.m] = speed.ratio
    by_rung = {name: found for name, found in ratios.items() if len(found) >= FEWEST_SQUARES}
    if not by_rung:
        return ""
    means = {name: statistics.geometric_mean(found.values()) for name, found in by_rung.items()}
    # The best single size says little: the whole range is given, with its worst end; and a mean
    # over a few sizes is no rival of one over all.
    most = max(len(found) for found in by_rung.values())
    often = [name for name, found in by_rung.items() if 2 * len(found) >= most]
    name = max(often, key=means.__getitem__)
    found = by_rung[name]
    worst, best = min(found, key=found.__getitem__), max(found, key=found.__getitem__)
    speed = next(speed for speed in compared if speed.name == name)
    return (
        f"Over {len(found)} squares, {min(found)} ... {max(found)}, {_runs(speed, place)} at "
        f"{100 * means[name]:.1f} % of the speed of {speed.baseline} (geometric mean; "
        f"{100 * found[worst]:.1f} % at {worst}, {100 * found[best]:.1f} % at {best})"
    )


def _at_largest(compared: list[Speed], place: Place) -> str:
    """Say how the fastest rung did at the largest problem."""
    size = max(compared, key=lambda speed: speed.problem.flops).problem
    best = max((s for s in compared if s.problem == size), key=_ratio)
    return (
        f"At {title_of(size)}, {_runs(best, place)} at {100 * _ratio(best):.1f} % of the speed of "
        f"{best.baseline} ({_in_unit(best, place)})"
    )


def _runs(speed: Speed, place: Place) -> str:
    # What the cpu machine computes with is the executor, and no GPU.
    return f"{_rung(speed)} runs" if place.is_gpu else f"the executor runs {_rung(speed)}"


def _rung(speed: Speed) -> str:
    name = label(speed.name)
    return f"rung {name}" if name[0].isdecimal() else name


def _in_unit(speed: Speed, place: Place) -> str:
    unit, factor = place.unit
    return f"{significant(speed.gflops / factor)} {unit}"


def _ratio(speed: Speed) -> float:
    return speed.ratio or 0.0


def sets_table(place: Place) -> PageTable | None:
    """Write the ratio to the baseline on each set that was measured, by its leading contender."""
    rows: list[list[str | Cell]] = []
    for summary in place.leaders:
        mean, worst, name = summary.mean, summary.worst, summary.contender
        if summary.name not in SET_WORDS:
            continue
        times = [place.measurement_of(pair).measured_at for pair in summary.pairs]
        rows.append(
            [
                SET_WORDS[summary.name],
                str(len(summary.pairs)),
                _linked(name),
                Cell(significant(mean.value), style="best", more=interval(mean, absent="")),
                Cell(significant(worst.estimate.value), more=interval(worst.estimate, absent="")),
                str(worst.setting),
                str(summary.count(Judgement.FASTER)),
                str(summary.count(Judgement.SLOWER)),
                # To the minute, as in 2026-11-21 04:00.
                max(times)[:16].replace("T", " "),
            ]
        )
    if not rows:
        return None
    headers = (
        *("Problems", "Number", "By", "Mean ratio", "Worst", "at", "Faster", "Slower"),
        "Measured (UTC)",
    )
    note = (
        f"Ratios of speed to that of {place.baseline}, with their 95% intervals; means are "
        "geometric. Above 1, the contender is the faster one. Problems that are neither faster nor "
        "slower have 1 in their interval."
    )
    return PageTable(headers, rows, "Sets of problems", "sets", note)


def percent_table(place: Place) -> PageTable | None:
    """Write speed as per cent of the baseline, a row for each rung, a column for each size.

    Squares only, and of these the ones at which most rungs were timed.
    """
    squares = [speed for speed in place.compared if is_cube(speed.problem)]
    if not squares:
        return None
    counts = Counter(speed.problem for speed in squares)
    # Of sizes with equally many rungs, those that are the rounder in binary.
    chosen = sorted(counts, key=lambda p: (-counts[p], -(p.m & -p.m), p.m))[:MOST_SIZES]
    problems = sorted(chosen, key=lambda problem: problem.flops)
    by_key = {(speed.name, speed.problem): speed for speed in squares}
    best = {each: max(_ratio(s) for s in squares if s.problem == each) for each in problems}
    rows: list[list[str | Cell]] = []
    for name in dict.fromkeys(speed.name for speed in squares):
        cells = [_percent(by_key.get((name, problem)), best[problem]) for problem in problems]
        rows.append([_linked(name), *cells])
    headers = ["m = n = k", *(str(problem.m) for problem in problems)]
    of = baselines(squares)
    note = f"Speed in per cent of {of}, {place.regime}; bold is the best of a column."
    if len(counts) > len(problems):
        note += f" {len(counts) - len(problems)} more sizes are in the chart of speed over size."
    return PageTable(headers, rows, "Per cent of the baseline", "percent", note)


def shapes_table(place: Place, mapped: Iterable[int] = ()) -> PageTable | None:
    """Write the fastest rung and its share of the baseline for each problem that is no square.

    Of the mapped k there is a map, and no rows.
    """
    unit, factor = place.unit
    known = set(mapped)
    others = [s for s in place.compared if not is_cube(s.problem) and s.problem.k not in known]
    rows: list[list[str | Cell]] = []
    by_problem = groups(others, lambda speed: speed.problem)
    for problem in sorted(by_problem, key=lambda p: (p.flops, p.m, p.n)):
        best = max(by_problem[problem], key=_ratio)
        speed = significant(best.gflops / factor)
        rows.append([str(problem), _linked(best.name), speed, _percent(best, math.inf)])
    if not rows:
        return None
    headers = ["m x n x k", "Best", unit, "% of baseline"]
    folded = f"{len(rows)} shapes" if len(rows) > MOST_SHAPES else ""
    return PageTable(headers, rows, "Other shapes", "percent", folded=folded)


def _linked(name: str) -> str | Cell:
    return Cell(label(name), href=f"#kernel-{name}") if is_kernel(name) else label(name)


def _percent(speed: Speed | None, best: float) -> str | Cell:
    if speed is None or speed.beside is None:
        return ""
    ratio = speed.beside.ratio
    rounds = speed.beside.round_ratios or (ratio,)
    spread = f"rounds: {100 * min(rounds):.1f} to {100 * max(rounds):.1f} %"
    # The share of the cell that is coloured is the number it holds.
    style = "best" if ratio == best else ""
    return Cell(f"{100 * ratio:.1f}", title=spread, share=min(100.0, 100 * ratio), style=style)


def resources_table(places: Sequence[Place]) -> PageTable:
    """Write tile, intensity, registers and shared memory of each rung that was measured.

    Resources are those that the first of the places knows.
    """
    measured = [m for place in places for m in place.measurements if is_kernel(m.kernel)]
    rows: list[list[str | Cell]] = []
    for name in sorted({measurement.kernel for measurement in measured}, key=order):
        mine = [measurement for measurement in measured if measurement.kernel == name]
        kernel = measured_kernel(name)
        tile = next((each.tile for each in mine if each.tile), kernel.tile)
        made = next((each.resources for each in mine if each.resources), None)
        occupied = ["not known"] * 3
        if made is not None:
            spilled = made.spill_stores + made.spill_loads
            shared = made.shared_bytes + kernel.shared_bytes
            occupied = [str(made.registers), str(shared), str(spilled)]
        counts = (str(tile.threads), str(tile.stages), f"{tile.intensity:.2f}")
        sizes = (tile.block_tile, f"{tile.tm}x{tile.tn}")
        rows.append([_linked(name), *sizes, *counts, *occupied])
    headers = (
        "Rung,Block tile,Thread tile,Threads,Stages,Operations a byte,Registers,Shared bytes,"
        "Spilled bytes"
    )
    return PageTable(headers.split(","), rows, "Tiles and resources", "numbers")


def machine_facts(place: Place) -> list[tuple[str, str]]:
    """Write what was measured on, as pairs of name and value."""
    environment = place.results.environments[0]
    facts = [("GPU", place.hardware)] if place.is_gpu else []
    gpus = [gpu for gpu in environment.gpus if place.is_gpu and gpu.name == place.hardware]
    if gpus:
        memory = f"{gpus[0].memory_bytes / 2**30:.0f} GiB of memory"
        facts.append(("compute capability", f"{gpus[0].architecture / 10:.1f}, {memory}"))
    if place.limits.peak_gflops is not None:
        facts.append(("FP32 peak", place.limits.peak_words))
    device = environment.device
    if device is not None and device.power_limit_watts is not None:
        facts.append(("power limit", f"{device.power_limit_watts:.0f} W"))
    clocks = [speed.clock_mhz for speed in place.speeds if speed.clock_mhz is not None]
    measured = f"{statistics.median(clocks):.0f} MHz, median" if clocks else "not recorded"
    regime = f"; {environment.clock_regime}" if place.is_gpu else ""
    facts.append(("clock", f"{measured}{regime}"))
    if place.is_gpu and environment.driver:
        facts.append(("driver", f"{environment.driver}, CUDA {environment.cuda_driver}"))
    compared = [speed for speed in place.usual if speed.ratio is not None]
    cores = f"{environment.usable_cores} of {environment.logical_cores} logical cores"
    days = sorted({measurement.measured_at[:10] for measurement in place.measurements})
    times = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return [
        *facts,
        ("processor", f"{environment.processor}, {cores}"),
        ("measurements", f"{len(place.measurements)}, {times}"),
        ("samples", place.regime),
        *([("ratios", f"interleaved rounds with {baselines(compared)}")] if compared else []),
    ]


def software(environment: Environment) -> list[tuple[str, str]]:
    """Write versions and settings, as pairs of name and value."""
    return [
        ("system", environment.system),
        ("Python", environment.python),
        ("cuBLAS", environment.cublas or "not used"),
        ("BLAS of NumPy", f"{environment.blas.name} {environment.blas.version}"),
        ("variables", ", ".join("=".join(each) for each in environment.variables) or "none set"),
        *environment.packages,
    ]
