"""What each plot of the documentation shows, as data; drawing it is another matter.

The data is what is compared when a plot may be out of date: fonts differ between machines, and
with them the pixels.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Sequence

from sgemm.bench.codec import encode
from sgemm.bench.pairing import Pair
from sgemm.bench.summary import OWN_CHOICE, summaries
from sgemm.kernels.catalogue import kernels
from sgemm.kernels.kernel import Language
from sgemm.report.publish.ages import age_of
from sgemm.report.publish.places import Place, displayed
from sgemm.report.tables import significant

LINES = 3
"""So many contenders beside the baseline are told apart at a glance."""

LADDER_SIZE = 4096
"""The ladder is shown at this size, or the nearest one at which it was measured."""

LAYOUTS = {"nn": "A*B", "nt": "A*B^T", "tn": "A^T*B", "tt": "A^T*B^T"}
"""What is multiplied, by layout."""

CLOUDS = {"random": "random shapes", "batched": "batches", "irregular": "irregular shapes"}
"""Sets of many shapes, and what they are called in plots."""

DIGITS = 5
"""Significant digits of what is plotted: more cannot be seen."""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A contender over size.

    Parameters
    ----------
    name : str
    points : tuple of (int, float)
        Size and value.
    is_baseline : bool
    """

    name: str
    points: tuple[tuple[int, float], ...]
    is_baseline: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Cloud:
    """The problems of a set, one dot each.

    Parameters
    ----------
    name : str
    points : tuple of (float, float)
        Operations of a call, and speed as a multiple of the baseline's.
    """

    name: str
    points: tuple[tuple[float, float], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Length:
    """A bar.

    Parameters
    ----------
    name : str
    value : float
    words : str
        Written at its end.
    group : str
        What kind of contender it is; those of a group share a colour.
    """

    name: str
    value: float
    words: str
    group: str


@dataclasses.dataclass(frozen=True, slots=True)
class Picture:
    """A plot: lines over size, dots over work, or bars.

    Parameters
    ----------
    name : str
        Of its files.
    alternative : str
        What it shows, for those who cannot see it.
    title, subtitle : str
    unit : str
        Label of the axis of values.
    lines : tuple of Line
    clouds : tuple of Cloud
    bars : tuple of Length
    reference : float or None
        Value of the baseline where that is one line.
    reference_label : str
    bottom : float
        Where the axis of values of lines begins.
    top : float or None
        End of the axis: the peak.
    top_label : str
    logarithmic : bool
        Whether the axis of values is.
    """

    name: str
    alternative: str
    title: str
    subtitle: str
    unit: str
    lines: tuple[Line, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    bars: tuple[Length, ...] = ()
    reference: float | None = None
    reference_label: str = ""
    bottom: float = 0.0
    top: float | None = None
    top_label: str = ""
    logarithmic: bool = False

    @property
    def digest(self) -> str:
        """A fingerprint of all that is shown."""
        text = json.dumps(encode(self), sort_keys=True, allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()


def pictures(places: Sequence[Place]) -> dict[str, tuple[Picture, ...]]:
    """Return the plots that the results allow, by the names that markers use.

    Parameters
    ----------
    places : sequence of Place

    Returns
    -------
    dict of str to tuple of Picture
        Of each kind one for each place that has it, perhaps none.
    """
    gpus = [place for place in places if place.machine == "cuda" and place.squares]
    cpus = [place for place in places if place.machine == "cpu" and place.squares]
    return {
        "plot-squares": tuple(_speeds(gpu) for gpu in gpus if len(gpu.squares) > 1),
        "plot-layouts": tuple(filter(None, map(_layouts, gpus))),
        "plot-shapes": tuple(filter(None, map(_shapes, gpus))),
        "plot-percent": tuple(_shares(gpu) for gpu in gpus if len(gpu.squares) > 1),
        "plot-ladder": tuple(_ladder(gpu) for gpu in gpus),
        "plot-ladder-cpu": tuple(_ladder_cpu(cpu) for cpu in cpus),
    }


def _speeds(place: Place) -> Picture:
    """Draw what the library chooses; where that was not measured, the leading contenders."""
    names, baseline = place.leading(LINES), displayed(place.baseline)
    if OWN_CHOICE in names[:1]:
        names = names[:1]
    pairs = [
        place.squares[size][name]
        for size in place.squares
        for name in names
        if name in place.squares[size]
    ]
    lines = [Line(baseline, _points(place, None), is_baseline=True)]
    lines += [Line(_spoken(name), _points(place, name)) for name in names]
    peak = place.peak_tflops
    clocks = place.clock_words.removeprefix("measured ")
    conditions = f"FP32, A*B, {place.protocol}", _measured(place, pairs), clocks
    return Picture(
        name=f"{place.slug}-squares",
        alternative=f"TFLOP/s over size on {place.name}: {', '.join((baseline, *names))}",
        title=f"Speed by size, {place.short_name}",
        subtitle="; ".join(filter(None, conditions)),
        unit="TFLOP/s",
        lines=tuple(lines),
        top=_rounded(peak) if peak is not None else None,
        top_label=f"FP32 peak at boost clock: {peak:.1f} TFLOP/s" if peak is not None else "",
    )


def _layouts(place: Place) -> Picture | None:
    """Draw the library's speed on squares in every layout, as multiples of the baseline's."""
    found = {name: _own(place, f"squares_{name}") for name in LAYOUTS}
    lines = tuple(
        Line(
            LAYOUTS[name],
            tuple((pair.setting.problem.m, _rounded(pair.estimate.value)) for pair in pairs),
        )
        for name, pairs in found.items()
        if len(pairs) > 1
    )
    if not lines:
        return None
    pairs, baseline = sum(found.values(), ()), displayed(place.baseline)
    lowest = min(pair.estimate.value for pair in pairs)
    return Picture(
        name=f"{place.slug}-layouts",
        alternative=f"Speed of {OWN_CHOICE} over {baseline}'s by size and layout on {place.name}",
        title=f"Squares in every layout against {baseline}, {place.short_name}",
        subtitle=f"{_spoken(OWN_CHOICE)}: FP32, {place.protocol}; {_measured(place, pairs)}",
        unit=f"speed / {baseline}",
        lines=lines,
        reference=1.0,
        reference_label=f"{baseline} = 1.0",
        bottom=min(0.9, math.floor(10.0 * lowest) / 10.0),
    )


def _shapes(place: Place) -> Picture | None:
    """Draw the library's speed on sets of many shapes, as multiples of the baseline's."""
    found = {name: _own(place, name) for name in CLOUDS}
    clouds = tuple(
        Cloud(
            f"{words} ({sum(x.estimate.value >= 1.0 for x in found[name])} of {len(found[name])})",
            tuple((float(x.setting.flops), _rounded(x.estimate.value)) for x in found[name]),
        )
        for name, words in CLOUDS.items()
        if found[name]
    )
    if not clouds:
        return None
    pairs, baseline = sum(found.values(), ()), displayed(place.baseline)
    return Picture(
        name=f"{place.slug}-shapes",
        alternative=f"Speed of {OWN_CHOICE} over {baseline}'s by work on {place.name}; at 1.0 or "
        f"above: {', '.join(cloud.name for cloud in clouds)}",
        title=f"One dot a problem: speed against {baseline}, {place.short_name}",
        subtitle=f"{_spoken(OWN_CHOICE)}: FP32, {place.protocol}; {_measured(place, pairs)}; "
        "in brackets: at 1.0 or above",
        unit=f"speed / {baseline}",
        clouds=clouds,
        reference=1.0,
        reference_label=f"{baseline} = 1.0",
    )


def _own(place: Place, name: str) -> tuple[Pair, ...]:
    """Return the comparisons of the library's own choice on a set, in the order of size."""
    for summary in summaries(place.pairs):
        if (summary.name, summary.contender, summary.protocol) == (
            name,
            OWN_CHOICE,
            place.protocol,
        ):
            return summary.pairs
    return ()


def _measured(place: Place, pairs: Sequence[Pair]) -> str:
    """Say when, and with which commit; nothing of nothing."""
    if not pairs:
        return ""
    age = age_of(place, pairs)
    return f"measured {age.day}, commit {age.commit}"


def _spoken(name: str) -> str:
    """Say what the library's own choice is; all others are known by their names."""
    return "sgemm (auto)" if name == OWN_CHOICE else name


def _shares(place: Place) -> Picture:
    names, baseline = place.leading(LINES), displayed(place.baseline)
    lines = []
    for name in names:
        ratios = [(size, place.ratio(name, size)) for size in place.squares]
        points = tuple((size, _rounded(100.0 * ratio)) for size, ratio in ratios if ratio)
        lines.append(Line(_spoken(name), points))
    return Picture(
        name=f"{place.slug}-percent",
        alternative=f"Per cent of {baseline} over size on {place.name}: {', '.join(names)}",
        title=f"Per cent of {baseline} by size, {place.short_name}",
        subtitle=f"FP32, m = n = k, {place.protocol}, ratios of medians of interleaved rounds",
        unit=f"per cent of {baseline}",
        lines=tuple(lines),
        reference=100.0,
        reference_label=f"{baseline} = 100%",
    )


def _ladder(place: Place) -> Picture:
    size, baseline = _ladder_size(place), displayed(place.baseline)
    bars = []
    for name in place.contenders():
        speed, ratio = place.tflops(name, size), place.ratio(name, size)
        if speed is not None and ratio is not None:
            words = f"{significant(speed)}  ({100.0 * ratio:.1f}%)"
            bars.append(Length(_label(place, name), _rounded(speed), words, _group(name)))
    peak, reference = place.peak_tflops, place.baseline_tflops(size)
    return Picture(
        name=f"{place.slug}-ladder",
        alternative=f"TFLOP/s of each rung at m = n = k = {size} on {place.name}",
        title=f"The ladder at m = n = k = {size}, {place.short_name}",
        subtitle=f"FP32, {place.protocol}, medians; in brackets per cent of {baseline}",
        unit="TFLOP/s",
        bars=tuple(bars),
        reference=_rounded(reference) if reference is not None else None,
        reference_label=f"{baseline}: {significant(reference)}" if reference is not None else "",
        top=_rounded(peak) if peak is not None else None,
        top_label=f"FP32 peak at boost clock: {peak:.1f}" if peak is not None else "",
    )


def _ladder_cpu(place: Place) -> Picture:
    size, baseline = _ladder_size(place), displayed(place.baseline)
    bars = []
    for name in place.contenders():
        ratio = place.ratio(name, size)
        if ratio:
            share, words = _rounded(100.0 * ratio), f"{significant(100.0 * ratio, 2)}%"
            bars.append(Length(_label(place, name), share, words, _group(name)))
    return Picture(
        name=f"{place.slug}-ladder",
        alternative=f"Per cent of {baseline} of each rung on the cpu machine at m = n = k = {size}",
        title=f"The ladder on the cpu machine at m = n = k = {size}",
        subtitle=f"the kernels' PTX run by the executor on {place.name}: not a GPU's speed",
        unit=f"per cent of {baseline}",
        bars=tuple(bars),
        reference=100.0,
        reference_label=baseline,
        logarithmic=True,
    )


def _points(place: Place, name: str | None) -> tuple[tuple[int, float], ...]:
    """Return size and TFLOP/s of a contender, or of the baseline."""
    found = []
    for size in place.squares:
        speed = place.baseline_tflops(size) if name is None else place.tflops(name, size)
        if speed is not None:
            found.append((size, _rounded(speed)))
    return tuple(found)


def _ladder_size(place: Place) -> int:
    return min(place.ladder_sizes(), key=lambda size: (abs(size - LADDER_SIZE), size))


def _label(place: Place, name: str) -> str:
    number = place.number(name)
    return displayed(name) if number is None else f"{number}  {name}"


def _group(name: str) -> str:
    languages = {kernel.name: kernel.language for kernel in kernels()}
    if name not in languages:
        return "not a rung"
    return "CUDA C++" if languages[name] is Language.CUDA else "hand-written PTX"


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
