"""The tables and the plot of what kernels on tensor cores reach on a GPU.

They are of a separate part (:data:`sgemm.bench.result_set.SEPARATE`), which compares one arithmetic
with another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from sgemm.bench.measurement import Conditions, Measurement, Verification
from sgemm.bench.pairing import Pair
from sgemm.bench.summary import OWN_CHOICE
from sgemm.kernels.catalogue import SPLIT_BEFORE
from sgemm.report.ages import heading
from sgemm.report.chart import Axis, Chart
from sgemm.report.places import Place, displayed, places_of_part
from sgemm.report.publish.pictures import line, peak_levels, speed_line, spoken, when_measured
from sgemm.report.publish.split import figures
from sgemm.report.tables import ABSENT, interval, markdown, significant, whole

TF32 = "cublas tf32"
FIRST = SPLIT_BEFORE[0]  # whose tile and clock are shown
BESIDE = (TF32, OWN_CHOICE)  # what is shown besides, as it was measured
CUT = "\\*"
IN_SHORT = 4096
"""Size of squares that stands for the rest, in a line."""


class Timed(NamedTuple):
    """What was measured of a contender at a size."""

    pair: Pair
    measurement: Measurement

    @property
    def tflops(self) -> float:
        """Its speed, by the median."""
        return self.pair.setting.problem.flops / self.pair.contender_seconds / 1e12

    @property
    def tile(self) -> str:
        """Its tile, in short."""
        tile = self.measurement.tile
        return ABSENT if tile is None else f"{tile.bm}x{tile.bn}x{tile.bk}"


def split_places(folder: Path) -> tuple[Place, ...]:
    """Read the results of kernels on tensor cores, of every GPU."""
    places = places_of_part(folder, "tensor_cores")
    return tuple(place for place in places if place.is_gpu and place.squares)


def split_speed_tables(places: Sequence[Place]) -> dict[str, str]:
    """Return all tables by the names that pages use; empty without results."""
    return {
        name: "\n".join(filter(None, map(table, places))) for name, table in SPEED_TABLES.items()
    }


def speeds(place: Place) -> str:
    """Return speeds by size, of each kernel in its fastest tile."""
    rows = []
    for size in place.squares:
        found = {name: _best(place, name, size) for name in (*BESIDE, *SPLIT_BEFORE)}
        first = found[FIRST]
        tile = ABSENT if first is None else first.tile
        cells = (*map(_cell, found.values()), tile, _clocks(place, first, size))
        rows.append((*_start(place, size), *cells))
    names = " | ".join(f">{_named(name)}" for name in (*BESIDE, *SPLIT_BEFORE))
    baseline = displayed(place.baseline)
    return markdown(
        f">m = n = k | >{baseline} | {names} | tile | >MHz",
        rows,
        _title(
            place,
            " with its 95% interval. Of a kernel on tensor cores each size has the fastest tile "
            f"that was measured; the last columns are that of `{FIRST}`, and the clocks of "
            f"{baseline} and of it",
        ),
    )


def tiles(place: Place) -> str:
    """Return the speed of every tile by size."""
    of = {
        name: next(t for size in place.squares if (t := _timed(place, name, size)) is not None)
        for name in place.contenders()
        if _family(name) in SPLIT_BEFORE
    }

    def order(name: str) -> tuple[int, int, int]:
        tile = of[name].measurement.tile
        sizes = (0, 0) if tile is None else (-tile.bm * tile.bn, -tile.bk)
        return SPLIT_BEFORE.index(_family(name)), *sizes

    rows = []
    for name in sorted(of, key=order):
        cells = (_cell(_timed(place, name, size), False) for size in place.squares)
        rows.append((f"`{_family(name)}`", of[name].tile, *cells))
    headers = ["kernel", "tile", *(f">{size}" for size in place.squares)]
    return markdown(headers, rows, _title(place))


def short(place: Place) -> str:
    """Return the table for those who want to know whether it is worth their while."""
    names = (OWN_CHOICE, *SPLIT_BEFORE[:2])
    rows = [
        (*_start(place, size), *(_cell(_best(place, name, size), False) for name in names))
        for size in place.squares
    ]
    headers = [">m = n = k", f">{displayed(place.baseline)}", *(f">{_named(n)}" for n in names)]
    return markdown(headers, rows, _title(place, "; each kernel in its fastest tile"))


def in_short(place: Place) -> str:
    """Return how fast the first of the kernels is at one size, in a sentence."""
    best = _best(place, FIRST, IN_SHORT) if IN_SHORT in place.squares else None
    if best is None:
        return ""
    return (
        f'With `precision="split"`, on tensor cores, `{FIRST}` in its fastest tile is '
        f"**{significant(best.pair.estimate.value)}** times as fast as "
        f"{displayed(place.baseline)} at m = n = k = {IN_SHORT}.\n"
    )


def checked(place: Place) -> str:
    """Return the errors of the same results; of tiles that promote as often, the largest."""
    columns: dict[tuple[str, int], dict[int, Verification]] = {}
    for size in place.squares:
        for name in place.contenders():
            timed = _timed(place, name, size)
            if timed is None or _family(name) not in (*BESIDE, *SPLIT_BEFORE):
                continue
            measurement = timed.measurement
            tile = measurement.tile if _family(name) in SPLIT_BEFORE else None
            column = columns.setdefault((_family(name), 0 if tile is None else tile.bk), {})
            error = measurement.verification
            if error is not None and (size not in column or column[size].rms < error.rms):
                column[size] = error
    order = (*BESIDE, *SPLIT_BEFORE)
    keys = sorted(columns, key=lambda key: (order.index(key[0]), -key[1]))
    rows = []
    for size in place.squares:
        reference = _reference(place, size)
        errors = [None if reference is None else reference.verification]
        errors += [columns[key].get(size) for key in keys]
        cells = (ABSENT if e is None else figures(e.rms, e.maximum, e.mean) for e in errors)
        rows.append((str(size), *cells))
    names = (f">{_named(name)}{f' every {bk}' if bk else ''}" for name, bk in keys)
    return markdown(
        [">m = n = k", f">{displayed(place.baseline)}", *names],
        rows,
        f"{heading(place)} Errors of what was timed, over all elements of C, against float64; "
        "inputs uniform in [-1, 1).",
    )


def split_speed_plots(places: Sequence[Place]) -> tuple[Chart, ...]:
    """Return the plot of speeds over size, for each GPU that has several sizes."""
    return tuple(_plot(place) for place in places if len(place.squares) > 1)


def _plot(place: Place) -> Chart:
    lines = [speed_line(place, None)]
    for name in (OWN_CHOICE, *SPLIT_BEFORE):
        best = [(size, _best(place, name, size)) for size in place.squares]
        points = [(size, timed.tflops) for size, timed in best if timed is not None]
        if points:
            lines.append(line(spoken(name), points))
    return Chart(
        f"{place.slug}-split-speeds",
        "lines",
        f"FP32 products on tensor cores, {place.short_name}",
        f"A*B, {place.protocol}; each kernel in its fastest tile; "
        f"{when_measured(place, place.pairs)}",
        Axis("m = n = k", logarithmic=True, base=2),
        Axis("TFLOP/s"),
        tuple(lines),
        peak_levels(place, " TFLOP/s"),
        alternative=f"TFLOP/s over size on {place.hardware}: "
        + ", ".join(each.name for each in lines),
    )


def _family(name: str) -> str:
    return name.partition(":")[0]


def _named(name: str) -> str:
    return displayed(name) if name == TF32 else f"`{name}`"


def _timed(place: Place, name: str, size: int) -> Timed | None:
    pair = place.squares[size].get(name)
    if pair is None or not pair.contender_seconds:
        return None
    return Timed(pair, place.results.latest[pair.setting, name])


def _best(place: Place, name: str, size: int) -> Timed | None:
    """Return the fastest of all that was measured of a kernel at a size."""
    found = [_timed(place, each, size) for each in place.squares[size] if _family(each) == name]
    return max((t for t in found if t is not None), key=lambda t: t.tflops, default=None)


def _cell(timed: Timed | None, with_interval: bool = True) -> str:
    """Return speed and ratio; with a mark where the time ran out."""
    if timed is None:
        return ABSENT
    samples, estimate = timed.measurement.samples, timed.pair.estimate
    cut = CUT if samples is not None and not samples.complete else ""
    ratio = significant(estimate.value)
    if with_interval and estimate.is_bounded:
        ratio += f": {interval(estimate, 3)}"
    return f"{significant(timed.tflops, 4)}{cut} ({ratio})"


def _start(place: Place, size: int) -> tuple[str, str]:
    """Return the first cells of a row: the size, and the speed of the baseline there."""
    return str(size), significant(place.tflops(None, size), 4)


def _clocks(place: Place, first: Timed | None, size: int) -> str:
    """Return the clocks of the baseline and of a contender at a size."""
    both = (_reference(place, size), None if first is None else first.measurement)
    found = [each.conditions or Conditions() for each in both if each is not None]
    return ", ".join(whole(each.clock_mhz) for each in found) or ABSENT


def _reference(place: Place, size: int) -> Measurement | None:
    """Return what was measured of the baseline by itself at a size."""
    setting = next(iter(place.squares[size].values())).setting
    return place.results.latest.get((setting, place.baseline or ""))


def _title(place: Place, more: str = "") -> str:
    """Say what cells with a speed are, and what their mark means where one has it."""
    title = (
        f"{heading(place)} TFLOP/s, in brackets the speed as a multiple of "
        f"{displayed(place.baseline)}'s{more}."
    )
    found = (place.results.latest[pair.setting, pair.contender] for pair in place.pairs)
    if any(each.samples is not None and not each.samples.complete for each in found):
        title += f" {CUT}: the time ran out before the benchmark's rule was met: fewer samples."
    return title


SPEED_TABLES: dict[str, Callable[[Place], str]] = {
    "split-speeds": speeds,
    "split-tiles": tiles,
    "split-checked": checked,
    "split-short": short,
}
"""Tables by the names that pages use."""
