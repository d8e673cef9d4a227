"""What each plot of the documentation shows, as data; drawing it is another matter.

The data is what is compared when a plot may be out of date: fonts differ between machines, and
with them the pixels.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Sequence

from sgemm.bench.codec import encode
from sgemm.kernels.catalogue import kernels
from sgemm.kernels.kernel import Language
from sgemm.report.publish.places import Place, displayed
from sgemm.report.tables import significant

LINES = 3
"""So many contenders beside the baseline are told apart at a glance."""

LADDER_SIZE = 4096
"""The ladder is shown at this size, or the nearest one at which it was measured."""

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
    """A plot: lines over size, or bars.

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
    bars : tuple of Length
    reference : float or None
        Value of the baseline where that is one line.
    reference_label : str
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
    bars: tuple[Length, ...] = ()
    reference: float | None = None
    reference_label: str = ""
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
        "plot-percent": tuple(_shares(gpu) for gpu in gpus if len(gpu.squares) > 1),
        "plot-ladder": tuple(_ladder(gpu) for gpu in gpus),
        "plot-ladder-cpu": tuple(_ladder_cpu(cpu) for cpu in cpus),
    }


def _speeds(place: Place) -> Picture:
    names, baseline = place.leading(LINES), displayed(place.baseline)
    lines = [Line(baseline, _points(place, None), is_baseline=True)]
    lines += [Line(name, _points(place, name)) for name in names]
    peak = place.peak_tflops
    return Picture(
        name=f"{place.slug}-squares",
        alternative=f"TFLOP/s over size on {place.name}: {', '.join((baseline, *names))}",
        title=f"Speed by size, {place.short_name}",
        subtitle="; ".join(filter(None, (f"FP32, {place.protocol}, medians", place.clock_words))),
        unit="TFLOP/s",
        lines=tuple(lines),
        top=_rounded(peak) if peak is not None else None,
        top_label=f"FP32 peak at boost clock: {peak:.1f} TFLOP/s" if peak is not None else "",
    )


def _shares(place: Place) -> Picture:
    names, baseline = place.leading(LINES), displayed(place.baseline)
    lines = []
    for name in names:
        ratios = [(size, place.ratio(name, size)) for size in place.squares]
        points = tuple((size, _rounded(100.0 * ratio)) for size, ratio in ratios if ratio)
        lines.append(Line(name, points))
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
