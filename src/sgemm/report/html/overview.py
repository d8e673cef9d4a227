"""The head of the report: what was found in a sentence, on what, and the table of percentages."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable

from sgemm.bench.environment import Environment
from sgemm.report.html.devices import Limits
from sgemm.report.html.figures import is_cube, title_of
from sgemm.report.html.templates import Cell, PageTable
from sgemm.report.places import Place, median_clock
from sgemm.report.speeds import Speed, is_right, is_rung, label, order
from sgemm.report.tables import significant

MOST_SIZES = 10
"""Columns of the table of percentages."""

MOST_SHAPES = 40
"""Rows of the table of other shapes; more are folded away, so that what follows is found."""

FEWEST_SQUARES = 3
"""Sizes from which on a rung is summed up by its mean over them."""

CPU_NOTICE = (
    "This is not a GPU. Results and counts are exact; times are this CPU's, which runs the "
    "kernels' PTX, and say how fast the executor is."
)


def finding(place: Place) -> str:
    """Say in one sentence what the results show."""
    checks = [is_right(m) for m in place.measurements if is_rung(m.kernel)]
    checked = [right for right in checks if right is not None]
    wrong = checked.count(False)
    compared = [s for s in place.usual() if not s.library and s.ratio and math.isfinite(s.ratio)]
    if compared:
        words = _over_squares(compared, place) or _at_largest(compared, place)
    else:
        timed = [s for s in place.usual() if not s.library]
        if timed:
            best = max(timed, key=lambda speed: speed.gflops)
            words = (
                f"{_rung(best).capitalize()} is the fastest at {title_of(best.problem)}: "
                f"{_in_unit(best, place)}"
            )
        else:
            words = "No rung was timed"
    if not checked:
        return f"{words}."
    verdict = "all right" if not wrong else f"{wrong} WRONG"
    return f"{words}; {len(checked)} results of rungs were verified, {verdict}."


def _over_squares(compared: list[Speed], place: Place) -> str:
    """Say how the best of the rungs measured at most squares did over them; nothing if few."""
    ratios: dict[str, dict[int, float]] = {}
    for speed in compared:
        if is_cube(speed.problem) and speed.ratio:
            ratios.setdefault(speed.name, {})[speed.problem.m] = speed.ratio
    by_rung = {name: found for name, found in ratios.items() if len(found) >= FEWEST_SQUARES}
    if not by_rung:
        return ""

    def mean(name: str) -> float:
        return math.exp(statistics.fmean(math.log(ratio) for ratio in by_rung[name].values()))

    # The best single size says little: the whole range is given, with its worst end; and a mean
    # over a few sizes is no rival of one over all.
    most = max(len(found) for found in by_rung.values())
    name = max((name for name, found in by_rung.items() if 2 * len(found) >= most), key=mean)
    found = by_rung[name]
    worst, best = min(found, key=found.__getitem__), max(found, key=found.__getitem__)
    speed = next(speed for speed in compared if speed.name == name)
    runs = f"{_rung(speed)} runs" if place.is_gpu else f"the executor runs {_rung(speed)}"
    return (
        f"Over {len(found)} squares, {min(found)} ... {max(found)}, {runs} at "
        f"{100 * mean(name):.1f} % of the speed of {speed.baseline} (geometric mean; "
        f"{100 * found[worst]:.1f} % at {worst}, {100 * found[best]:.1f} % at {best})"
    )


def _at_largest(compared: list[Speed], place: Place) -> str:
    """Say how the fastest rung did at the largest problem."""
    size = max(compared, key=lambda speed: speed.problem.flops).problem
    best = max((s for s in compared if s.problem == size), key=lambda speed: speed.ratio or 0.0)
    assert best.ratio is not None
    # What the cpu machine computes with is the executor, and no GPU.
    runs = f"{_rung(best)} runs" if place.is_gpu else f"the executor runs {_rung(best)}"
    return (
        f"At {title_of(size)}, {runs} at {100 * best.ratio:.1f} % of the speed of "
        f"{best.baseline} ({_in_unit(best, place)})"
    )


def percent_table(place: Place) -> PageTable | None:
    """Write speed as per cent of the baseline, a row for each rung, a column for each size.

    Squares only, and of these the ones at which most rungs were timed.
    """
    compared = [s for s in place.usual() if s.ratio is not None and not s.library]
    squares = [s for s in compared if is_cube(s.problem)]
    if not squares:
        return None
    counts = Counter(speed.problem for speed in squares)
    # Of sizes with equally many rungs, those that are the rounder in binary.
    chosen = sorted(counts, key=lambda p: (-counts[p], -(p.m & -p.m), p.m))[:MOST_SIZES]
    problems = sorted(chosen, key=lambda problem: problem.flops)
    by_key = {(speed.name, speed.problem): speed for speed in squares}
    best = {
        problem: max(s.ratio or 0.0 for s in squares if s.problem == problem)
        for problem in problems
    }
    rows: list[list[str | Cell]] = []
    for name in sorted({speed.name for speed in squares}, key=order):
        cells = [_percent(by_key.get((name, problem)), best[problem]) for problem in problems]
        rows.append([_linked(name), *cells])
    headers = ["m = n = k", *(str(problem.m) for problem in problems)]
    note = f"Speed in per cent of {_names(squares)}, {place.regime}; bold is the best of a column."
    if len(counts) > len(problems):
        note += f" {len(counts) - len(problems)} more sizes are in the chart of speed over size."
    return PageTable(headers, rows, "Per cent of the baseline", "percent", note)


def shapes_table(place: Place, mapped: Iterable[int] = ()) -> PageTable | None:
    """Write the fastest rung and its share of the baseline for each problem that is no square.

    Of the mapped k there is a map, and no rows.
    """
    unit, factor = place.unit
    known = set(mapped)
    compared = [s for s in place.usual() if s.ratio is not None and not s.library]
    others = [s for s in compared if not is_cube(s.problem) and s.problem.k not in known]
    rows: list[list[str | Cell]] = []
    for problem in sorted({s.problem for s in others}, key=lambda p: (p.flops, p.m, p.n)):
        best = max(
            (s for s in others if s.problem == problem), key=lambda speed: speed.ratio or 0.0
        )
        speed = significant(best.gflops / factor)
        rows.append([str(problem), _linked(best.name), speed, _percent(best, math.inf)])
    if not rows:
        return None
    headers = ["m x n x k", "Best rung", unit, "% of baseline"]
    folded = f"{len(rows)} shapes" if len(rows) > MOST_SHAPES else ""
    return PageTable(headers, rows, "Other shapes", "percent", folded=folded)


def _linked(name: str) -> str | Cell:
    return Cell(label(name), href=f"#kernel-{name}") if is_rung(name) else label(name)


def _names(speeds: Iterable[Speed]) -> str:
    return ", ".join(dict.fromkeys(speed.baseline for speed in speeds))


def _percent(speed: Speed | None, best: float) -> str | Cell:
    if speed is None or speed.ratio is None:
        return ""
    low, high = speed.ratio_low, speed.ratio_high
    spread = "" if low is None or high is None else f"rounds: {100 * low:.1f} to {100 * high:.1f} %"
    # The share of the cell that is coloured is the number it holds.
    share = min(100.0, 100 * speed.ratio)
    style = "best" if speed.ratio == best else ""
    return Cell(f"{100 * speed.ratio:.1f}", title=spread, share=share, style=style)


def machine_facts(place: Place, limits: Limits) -> list[tuple[str, str]]:
    """Write what was measured on, as pairs of name and value."""
    environment = place.environments[0]
    facts = [("GPU", place.hardware)] if place.is_gpu else []
    gpus = [gpu for gpu in environment.gpus if place.is_gpu and gpu.name == place.hardware]
    if gpus:
        memory = f"{gpus[0].memory_bytes / 2**30:.0f} GiB of memory"
        facts.append(("compute capability", f"{gpus[0].architecture / 10:.1f}, {memory}"))
    if limits.peak_gflops is not None:
        facts.append(("FP32 peak", limits.peak_words))
    device = environment.device
    if device is not None and device.power_limit_watts is not None:
        facts.append(("power limit", f"{device.power_limit_watts:.0f} W"))
    clock = median_clock(place)
    measured = f"{clock:.0f} MHz, median" if clock is not None else "not recorded"
    regime = f"; {environment.clock_regime}" if place.is_gpu else ""
    facts.append(("clock", f"{measured}{regime}"))
    if place.is_gpu and environment.driver:
        facts.append(("driver", f"{environment.driver}, CUDA {environment.cuda_driver}"))
    compared = [speed for speed in place.usual() if speed.ratio is not None]
    cores = f"{environment.usable_cores} of {environment.logical_cores} logical cores"
    return [
        *facts,
        ("processor", f"{environment.processor}, {cores}"),
        ("measurements", f"{len(place.measurements)}, {_times(place)}"),
        ("samples", place.regime),
        *([("ratios", f"interleaved rounds with {_names(compared)}")] if compared else []),
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


def _times(place: Place) -> str:
    days = sorted({m.measured_at[:10] for m in place.measurements})
    return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def _rung(speed: Speed) -> str:
    name = label(speed.name)
    return f"rung {name}" if name[0].isdecimal() else name


def _in_unit(speed: Speed, place: Place) -> str:
    unit, factor = place.unit
    return f"{significant(speed.gflops / factor)} {unit}"
