"""The tables and the plot of what kernels on tensor cores reach on a GPU.

They are of a separate part (:data:`sgemm.bench.result_set.SEPARATE`), which compares one arithmetic
with another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from publish.ages import heading
from publish.pictures import line, peak_levels, speed_line, spoken, when_measured
from publish.places import Place, places_of_part
from publish.split import figures
from publish.tables import by_column, markdown
from sgemm.bench.measurement import Conditions, Measurement, Verification
from sgemm.bench.pairing import Pair
from sgemm.bench.summary import OWN_CHOICE
from sgemm.kernels.catalogue import SPLIT_BEFORE
from sgemm.kernels.tile import Tile
from sgemm.planning.automatic import SPLIT_RULE
from sgemm.report.chart import Axis, Chart
from sgemm.report.places import displayed
from sgemm.report.tables import ABSENT, interval, significant, whole

TF32 = "cublas tf32"
FIRST = SPLIT_BEFORE[0]  # whose tile and clock are shown
BESIDE = (TF32, OWN_CHOICE, SPLIT_RULE)  # what is shown besides, where it was measured
CUT = "\\*"
IN_SHORT = 4096
"""Size of squares that stands for the rest, in a line."""


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
    shown = _measured(place, (*BESIDE, *SPLIT_BEFORE))
    rows = []
    for size in place.squares:
        found = {name: _best(place, name, size) for name in shown}
        first = found[FIRST]
        cells = (_cell(place, each) for each in found.values())
        tile = None if first is None else place.measurement_of(first).tile
        more = _block_tile(tile), _clocks(place, first, size)
        rows.append((*_start(place, size), *cells, *more))
    names = " | ".join(f">{_named(name)}" for name in shown)
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
        name: place.measurement_of(pair).tile
        for pairs in place.squares.values()
        for name, pair in pairs.items()
        if _family(name) in SPLIT_BEFORE
    }

    def order(name: str) -> tuple[int, int, int, str]:
        tile = of[name]
        sizes = (0, 0) if tile is None else (-tile.bm * tile.bn, -tile.bk)
        return SPLIT_BEFORE.index(_family(name)), *sizes, name

    rows = []
    for name in sorted(of, key=order):
        cells = {size: _cell(place, each.get(name), False) for size, each in place.squares.items()}
        rows.append(([f"`{_family(name)}`", _block_tile(of[name])], cells))
    return by_column(["kernel", "tile"], list(place.squares), rows, _title(place))


def short(place: Place) -> str:
    """Return the table for those who want to know whether it is worth their while."""
    names = _measured(place, (OWN_CHOICE, SPLIT_RULE, *SPLIT_BEFORE[:2]))
    rows = [
        (*_start(place, size), *(_cell(place, _best(place, name, size), False) for name in names))
        for size in place.squares
    ]
    headers = [">m = n = k", f">{displayed(place.baseline)}", *(f">{_named(n)}" for n in names)]
    return markdown(headers, rows, _title(place, "; each kernel in its fastest tile"))


def in_short(place: Place) -> str:
    """Return how fast the first of the kernels is at one size, in a sentence."""
    best = _best(place, SPLIT_RULE, IN_SHORT) if IN_SHORT in place.squares else None
    if best is None:
        return ""
    speed = significant(best.estimate.value)
    return f'On tensor cores, by `precision="split"`: **{speed}** at {IN_SHORT} cubed.\n'


def checked(place: Place) -> str:
    """Return the errors of the same results; of tiles that promote as often, the largest."""
    columns: dict[tuple[str, int], dict[int, Verification]] = {}
    order = (*BESIDE, *SPLIT_BEFORE)
    for size, pairs in place.squares.items():
        for name, pair in pairs.items():
            if (family := _family(name)) not in order:
                continue
            measurement = place.measurement_of(pair)
            tile, error = measurement.tile, measurement.verification
            promoted = tile.bk if tile is not None and family in SPLIT_BEFORE else 0
            column = columns.setdefault((family, promoted), {})
            if error is not None and (size not in column or column[size].rms < error.rms):
                column[size] = error
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
    for name in _measured(place, (OWN_CHOICE, SPLIT_RULE, *SPLIT_BEFORE)):
        best = [(size, _best(place, name, size)) for size in place.squares]
        points = [(size, _tflops(pair)) for size, pair in best if pair is not None]
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


def _measured(place: Place, names: Sequence[str]) -> list[str]:
    """Return those that were measured at any size."""
    families = {_family(name) for pairs in place.squares.values() for name in pairs}
    return [name for name in names if name in families]


def _named(name: str) -> str:
    if name == SPLIT_RULE:
        return '`precision="split"`'
    return displayed(name) if name == TF32 else f"`{name}`"


def _tflops(pair: Pair) -> float:
    return pair.setting.problem.flops / pair.contender_seconds / 1e12


def _block_tile(tile: Tile | None) -> str:
    return ABSENT if tile is None else tile.block_tile


def _best(place: Place, name: str, size: int) -> Pair | None:
    """Return the fastest of all that was measured of a kernel at a size."""
    found = (pair for each, pair in place.squares[size].items() if _family(each) == name)
    timed = (pair for pair in found if pair.contender_seconds)
    return min(timed, key=lambda pair: pair.contender_seconds, default=None)


def _cell(place: Place, pair: Pair | None, with_interval: bool = True) -> str:
    """Return speed and ratio; with a mark where the time ran out."""
    if pair is None or not pair.contender_seconds:
        return ABSENT
    ratio = significant(pair.estimate.value)
    if with_interval and pair.estimate.is_bounded:
        ratio += f": {interval(pair.estimate, 3)}"
    return f"{significant(_tflops(pair), 4)}{CUT if _is_cut(place, pair) else ''} ({ratio})"


def _is_cut(place: Place, pair: Pair) -> bool:
    samples = place.measurement_of(pair).samples
    return samples is not None and not samples.complete


def _start(place: Place, size: int) -> tuple[str, str]:
    """Return the first cells of a row: the size, and the speed of the baseline there."""
    return str(size), significant(place.tflops(None, size), 4)


def _clocks(place: Place, first: Pair | None, size: int) -> str:
    """Return the clocks of the baseline and of a contender at a size."""
    both = (_reference(place, size), first)
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
        f"{displayed(place.baseline)}'s{more}. Such a multiple is of times taken in turns, and "
        "not always the quotient of two cells."
    )
    if any(_is_cut(place, pair) for pair in place.pairs):
        title += f" {CUT}: the time ran out before the benchmark's rule was met: fewer samples."
    return title


SPEED_TABLES: dict[str, Callable[[Place], str]] = {
    "split-speeds": speeds,
    "split-tiles": tiles,
    "split-checked": checked,
    "split-short": short,
}
"""Tables by the names that pages use."""
