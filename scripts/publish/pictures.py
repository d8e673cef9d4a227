"""The plots of the documentation, as charts."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from publish.ages import age_of
from publish.places import Place
from sgemm.bench.pairing import Pair
from sgemm.bench.summary import OWN_CHOICE
from sgemm.planning.automatic import SPLIT_RULE
from sgemm.problem import Problem
from sgemm.report.chart import Axis, Chart, ChartSeries, Level, Point
from sgemm.report.html.figures import ladder_bars
from sgemm.report.places import displayed
from sgemm.report.tables import significant

LINES = 3  # so many contenders beside the baseline can be distinguished at a glance

LADDER_SIZE = 4096  # the ladder is shown at this size, or the nearest one at which it was measured

LAYOUTS = {"nn": "A*B", "nt": "A*B^T", "tn": "A^T*B", "tt": "A^T*B^T"}
"""What is multiplied, by layout."""

CLOUDS = {"random": "random shapes", "batched": "batches", "irregular": "irregular shapes"}
"""Sets of many shapes, and what they are called in plots."""

SIZE = Axis("m = n = k", base=2)

DIGITS = 5  # significant digits of what is plotted: more cannot be seen


def pictures(places: Sequence[Place]) -> dict[str, tuple[Chart, ...]]:
    """Return the plots that the results allow, by the names that markers use.

    Of each there is one for each place that has it, perhaps none.
    """
    gpus = [place for place in places if place.is_gpu and place.squares]
    cpus = [place for place in places if place.machine == "cpu" and place.squares]
    return {
        "plot-squares": tuple(_speeds(gpu) for gpu in gpus if len(gpu.squares) > 1),
        "plot-layouts": tuple(filter(None, map(_layouts, gpus))),
        "plot-shapes": tuple(filter(None, map(_shapes, gpus))),
        "plot-percent": tuple(_shares(gpu) for gpu in gpus if len(gpu.squares) > 1),
        "plot-ladder": tuple(chart for gpu in gpus for chart in _ladder(gpu)),
        "plot-ladder-cpu": tuple(chart for cpu in cpus for chart in _ladder(cpu)),
    }


def _speeds(place: Place) -> Chart:
    """Draw what the library chooses; where that was not measured, the leading contenders."""
    names, baseline = place.leading(LINES), displayed(place.baseline)
    if OWN_CHOICE in names[:1]:
        names = names[:1]
    found = place.squares.values()
    pairs = [pairs[name] for pairs in found for name in names if name in pairs]
    clocks = place.clock_words.removeprefix("measured ")
    conditions = f"FP32, A*B, {place.protocol}", when_measured(place, pairs), clocks
    return Chart(
        f"{place.slug}-squares",
        "lines",
        f"Speed by size, {place.short_name}",
        "; ".join(filter(None, conditions)),
        SIZE,
        Axis("TFLOP/s"),
        tuple(speed_line(place, name) for name in (None, *names)),
        peak_levels(place, " TFLOP/s"),
        alternative=f"TFLOP/s over size on {place.hardware}: {', '.join((baseline, *names))}",
    )


def _layouts(place: Place) -> Chart | None:
    """Draw the library's speed on squares in every layout, as multiples of the baseline's."""
    found = {name: _own(place, f"squares_{name}") for name in LAYOUTS}
    lines = tuple(
        line(LAYOUTS[name], [(pair.setting.problem.m, pair.estimate.value) for pair in pairs])
        for name, pairs in found.items()
        if len(pairs) > 1
    )
    if not lines:
        return None
    pairs, baseline = sum(found.values(), ()), displayed(place.baseline)
    lowest = min(pair.estimate.value for pair in pairs)
    return Chart(
        f"{place.slug}-layouts",
        "lines",
        f"Squares in every layout against {baseline}, {place.short_name}",
        f"{spoken(OWN_CHOICE)}: FP32, {place.protocol}; {when_measured(place, pairs)}",
        SIZE,
        Axis(f"speed / {baseline}", bottom=min(0.9, math.floor(10.0 * lowest) / 10.0)),
        lines,
        (Level(f"{baseline} = 1.0", 1.0),),
        alternative=f"Speed of {OWN_CHOICE} over {baseline}'s by size and layout on "
        f"{place.hardware}",
    )


def _shapes(place: Place) -> Chart | None:
    """Draw the library's speed on sets of many shapes, as multiples of the baseline's."""
    found = {name: _own(place, name) for name in CLOUDS}
    clouds = tuple(
        line(
            f"{words} ({sum(x.estimate.value >= 1.0 for x in found[name])} of {len(found[name])})",
            [(float(x.setting.problem.flops), x.estimate.value) for x in found[name]],
        )
        for name, words in CLOUDS.items()
        if found[name]
    )
    if not clouds:
        return None
    pairs, baseline = sum(found.values(), ()), displayed(place.baseline)
    return Chart(
        f"{place.slug}-shapes",
        "points",
        f"One mark a problem: speed against {baseline}, {place.short_name}",
        f"{spoken(OWN_CHOICE)}: FP32, {place.protocol}; {when_measured(place, pairs)}; "
        "in brackets: at 1.0 or above",
        Axis("floating-point operations of a call", logarithmic=True),
        Axis(f"speed / {baseline}", logarithmic=True, base=2),
        clouds,
        (Level(f"{baseline} = 1.0", 1.0),),
        alternative=f"Speed of {OWN_CHOICE} over {baseline}'s by work on {place.hardware}; at 1.0 "
        f"or above: {', '.join(cloud.name for cloud in clouds)}",
    )


def _own(place: Place, name: str) -> tuple[Pair, ...]:
    """Return the comparisons of the library's own choice on a set, in the order of size."""
    for each in place.summaries:
        if (each.name, each.contender, each.protocol) == (name, OWN_CHOICE, place.protocol):
            return each.pairs
    return ()


def when_measured(place: Place, pairs: Sequence[Pair]) -> str:
    """Say when, and with which commit; nothing of nothing."""
    if not pairs:
        return ""
    age = age_of(place, pairs)
    return f"measured {age.day}, commit {age.commit}"


def spoken(name: str) -> str:
    """Say what the library's own choices are; all others are known by their names."""
    return f"sgemm ({name})" if name in (OWN_CHOICE, SPLIT_RULE) else name


def _shares(place: Place) -> Chart:
    names, baseline = place.leading(LINES), displayed(place.baseline)
    lines = []
    for name in names:
        ratios = [(size, place.ratio(name, size)) for size in place.squares]
        lines.append(line(spoken(name), [(size, 100 * ratio) for size, ratio in ratios if ratio]))
    return Chart(
        f"{place.slug}-percent",
        "lines",
        f"Per cent of {baseline} by size, {place.short_name}",
        f"FP32, m = n = k, {place.protocol}, ratios of medians of interleaved rounds",
        SIZE,
        Axis(f"per cent of {baseline}"),
        tuple(lines),
        (Level(f"{baseline} = 100%", 100.0),),
        alternative=f"Per cent of {baseline} over size on {place.hardware}: {', '.join(names)}",
    )


def _ladder(place: Place) -> tuple[Chart, ...]:
    """Draw the ladder at one size."""
    size = min(place.ladder_sizes(), key=lambda size: (abs(size - LADDER_SIZE), size))
    chart = ladder_bars(place, Problem(size, size, size))
    if chart is None:
        return ()
    where, baseline = f"at m = n = k = {size}", displayed(place.baseline)
    title = f"The ladder {where}, {place.short_name}"
    caption = f"FP32, {place.protocol}, medians; in brackets per cent of {baseline}"
    if not place.is_gpu:
        title = f"The ladder on the cpu machine {where}"
        caption = f"the kernels' PTX run by the executor on {place.hardware}: not a GPU's speed"
    unit, factor = place.unit
    levels = peak_levels(place, "")
    if (reference := place.tflops(None, size)) is not None:
        speed = reference * 1e3 / factor
        levels = (*levels, Level(f"{baseline}: {significant(speed)}", _rounded(speed)))
    return (
        dataclasses.replace(
            chart,
            identifier=f"{place.slug}-ladder",
            title=title,
            caption=caption,
            levels=levels,
            alternative=f"{unit} of each rung {where} on {place.hardware}",
        ),
    )


def line(
    name: str, points: Sequence[tuple[float, float | None]], dashed: bool = False
) -> ChartSeries:
    """Return a line through the points that are known."""
    known = tuple(Point(x, _rounded(y)) for x, y in points if y is not None)
    return ChartSeries(name, known, dashed=dashed)


def speed_line(place: Place, contender: str | None) -> ChartSeries:
    """Return the line of a contender's speed over square sizes; of None the baseline's."""
    name = f"{displayed(place.baseline)} (baseline)" if contender is None else spoken(contender)
    speeds = [(size, place.tflops(contender, size)) for size in place.squares]
    return line(name, speeds, dashed=contender is None)


def peak_levels(place: Place, unit: str) -> tuple[Level, ...]:
    """Return the line at the FP32 peak of a GPU, where that is known."""
    peak = place.peak_tflops
    if peak is None:
        return ()
    return (Level(f"FP32 peak at boost clock: {peak:.1f}{unit}", _rounded(peak), solid=True),)


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
