"""Scales of charts: where a value lies on an axis, and which values the axis names."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from sgemm.report.chart import Axis

DECADES = ((1.0, 2.0, 5.0), (1.0, 3.0), (1.0,))
OCTAVES = ((1.0, 1.5), (1.0,))
"""Ticks within each power of ten or two, the most of them first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels."""

    position: Callable[[float], float]
    ticks: tuple[float, ...]


def scale(
    axis: Axis,
    values: Iterable[float],
    start: float,
    end: float,
    spacing: float,
    rounded: bool = False,
) -> Scale:
    """Make the scale of an axis for values that it has to hold.

    Parameters
    ----------
    axis : Axis
    values : iterable of float
        At least one; above zero for a logarithmic axis.
    start, end : float
        Pixels of the axis' two ends.
    spacing : float
        Pixels from one tick to the next at least.
    rounded : bool
        Whether a linear axis ends at a tick.
    """
    found = list(values)
    most = max(2, int(abs(end - start) / spacing))
    if axis.logarithmic:
        return _logarithmic(axis, min(found), max(found), (start, end), spacing)
    low, high = min(found), max(found)
    if axis.bottom is not None:
        low = min(axis.bottom, low)
    if high <= low:
        low, high = low - (axis.bottom is None), low + 1.0
    step = _step(high - low, most, axis.base)
    if rounded:
        low, high = (
            step * math.floor(low / step + 1e-9) if axis.bottom is None else low,
            step * math.ceil(high / step - 1e-9),
        )
    factor = (end - start) / (high - low)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    ticks = tuple(step * number for number in range(first, last + 1))
    return Scale(lambda value: start + factor * (value - low), ticks)


def _step(span: float, most: int, base: int) -> float:
    """Return the smallest round number of which no more than so many fit."""
    if base == 2:
        return 2.0 ** math.ceil(math.log2(span / most))
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(n * power for n in (1.0, 2.0, 5.0, 10.0) if n * power * most >= span * (1 - 1e-9))


def _logarithmic(
    axis: Axis, low: float, high: float, ends: tuple[float, float], spacing: float
) -> Scale:
    margin = max((high / low) ** 0.02, 1.02)
    low, high = low / margin, high * margin
    start, end = ends
    factor = (end - start) / math.log(high / low)

    def position(value: float) -> float:
        return start + factor * math.log(value / low)

    base = float(axis.base)
    powers = range(
        math.floor(math.log(low) / math.log(base)), math.ceil(math.log(high) / math.log(base)) + 1
    )
    for parts in OCTAVES if axis.base == 2 else DECADES:
        ticks = [part * base**power for power in powers for part in parts]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if _gap(ticks, position) >= spacing:
            return Scale(position, tuple(ticks))
    stride = math.ceil(spacing / max(1e-9, _gap(ticks, position)))
    return Scale(position, tuple(ticks[::stride]))


def _gap(ticks: Sequence[float], position: Callable[[float], float]) -> float:
    places = [position(tick) for tick in ticks]
    return min((abs(b - a) for a, b in pairwise(places)), default=math.inf)


def tick_words(value: float) -> str:
    """Write the value of a tick: ``"0.5"``, ``"12288"``, ``"10 M"``."""
    for size, prefix in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= max(size, 1e5):
            short = f"{value / size:g}{prefix}"
            return short if len(short) < 6 else f"{value:.6g}"
    return f"{value:.6g}"
