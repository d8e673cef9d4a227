"""The documents' tables, predicted for their GPUs from times of the H200, beside what they say."""

from __future__ import annotations

import dataclasses
import math
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from publish.other_gpus import (
    Step,
    busy,
    by_peak,
    end_of,
    peak,
    predicted,
    resident,
    waiting,
)
from publish.places import Place
from publish.published import (
    PublishedGpu,
    PublishedKernel,
    PublishedSpeed,
    read_gpus,
    read_kernels,
    read_speeds,
)
from publish.script_tables import read_rows
from publish.tables import by_column, markdown
from sgemm.kernels.catalogue import NAMES, find
from sgemm.kernels.gpus import H100, H200, Figures
from sgemm.problem import Problem
from sgemm.report.chart import Axis, Chart, ChartSeries, Point, grouped
from sgemm.report.tables import ABSENT, groups, significant

COUNTED = "recordings/steps.csv.gz"

KINDS = ("alike", "counted by hand", "cuBLAS")
"""How near the kernel of a document is to what was measured on the H200.

Alike: a rung has its tile, its loads and its stores. Counted by hand: no rung has, and what the
document's kernel loads and stores was counted from its text.
"""

DOCUMENTS = ("000", "001", "003", "004")

LINK = re.compile(r"(https://(?:www\.)?([^/\s]+)[^\s;]*)")

MEGAHERTZ = (50.0, 5000.0)  # between which the clock is looked for that a speed would need

SIZE = 4096  # at which the ladder is explained, and predicted for every GPU

Steps = Mapping[tuple[str, int], Step]


class Prediction(NamedTuple):
    """A published speed, and predictions of it in 10^9 operations a second."""

    published: PublishedSpeed
    low: float  # for the GPU's lowest clock
    high: float  # for its highest
    by_peaks: float  # as the H200's speed, if both computed the same share of their peaks

    @property
    def kind(self) -> str:
        """One of :data:`KINDS`."""
        if self.published.rung is None:
            return "cuBLAS"
        return "counted by hand" if self.published.alike is None else "alike"

    @property
    def ratio(self) -> float:
        """The speed predicted at the highest clock over the one that was published."""
        return self.high / self.published.gflops

    @property
    def factor(self) -> float:
        """How far off that is, in either direction: 1 or more."""
        return _factor(self.ratio)

    @property
    def is_between(self) -> bool:
        """Whether the published speed lies between both predictions."""
        return self.low <= self.published.gflops <= self.high


def _factor(ratio: float) -> float:
    return max(ratio, 1.0 / ratio)


def read_steps(folder: Path) -> dict[tuple[str, int], Step]:
    """Read what the rungs take of a multiprocessor, by name and architecture."""
    return {
        (row["rung"], int(row["architecture"])): Step(
            float(row["passes"]), int(row["registers"]), int(row["shared_bytes"])
        )
        for row in read_rows(folder / COUNTED)
    }


def gflops(
    place: Place,
    rung: str | None,
    size: int,
    to: Figures,
    steps: Steps,
    own: PublishedKernel | None = None,
) -> float | None:
    """Predict a rung's speed on a GPU, or cuBLAS's, from what a place measured of it.

    Or that of a kernel of its own tile and accesses, which waits in a step as long as the rung
    does. None where the rung was not measured, or where that GPU lacks an instruction of it.
    """
    tflops = place.tflops(rung, size)
    if tflops is None:
        return None
    flops = 2.0 * size**3
    seconds = flops / tflops / 1e12
    if rung is None:
        return flops / by_peak(seconds, H200, to) / 1e9
    problem, kernel = Problem(size, size, size), find(rung)
    known = [number for name, number in steps if name == rung and number <= to.architecture]
    if not known or not kernel.has_instructions(to.architecture):
        return None
    cycles = waiting(problem, kernel, seconds, H200, steps[rung, H200.architecture])
    step = steps[rung, max(known)]
    if own is not None:
        kernel, step = dataclasses.replace(kernel, tile=own.tile), own.step
    return flops / predicted(problem, kernel, to, step, cycles) / 1e9


def predictor(place: Place, folder: Path) -> Callable[[PublishedSpeed, Figures], float | None]:
    """Return what predicts published speeds for numbers of a GPU, in 10^9 operations a second."""
    steps, kernels = read_steps(folder), read_kernels(folder)

    def predict(each: PublishedSpeed, to: Figures) -> float | None:
        own = kernels.get((each.document, each.kernel))
        return gflops(place, each.model, each.size, to, steps, own)

    return predict


def predictions(place: Place, folder: Path) -> tuple[Prediction, ...]:
    """Predict what the documents published."""
    gpus, predict = read_gpus(folder), predictor(place, folder)
    found = []
    for each in read_speeds(folder):
        gpu, measured = gpus[each.gpu], place.tflops(each.model, each.size)
        low, high = predict(each, gpu.low), predict(each, gpu.high)
        if low is not None and high is not None and measured is not None:
            by_peaks = 1e3 * measured * peak(gpu.high) / peak(H200)
            found.append(Prediction(each, low, high, by_peaks))
    return tuple(found)


def prediction_blocks(places: Sequence[Place], folder: Path) -> dict[str, str | tuple[Chart, ...]]:
    """Return tables and plots by the names that markers use; empty ones without an H200."""
    gpus, steps = read_gpus(folder), read_steps(folder)
    place = next((each for each in places if each.hardware == H200.name), None)
    found = () if place is None else predictions(place, folder)
    other = next((each for each in places if each.hardware == H100.name), None)
    return {
        **{f"predicted-{tag}": _document(found, gpus, tag) for tag in DOCUMENTS},
        "predicted-errors": _errors(found),
        "predicted-rungs": _by_rung(found),
        "predicted-clocks": "" if place is None else _clocks(place, folder),
        "predicted-gpus": _gpus(gpus),
        "predicted-steps": "" if place is None else _steps(place, steps),
        "predicted-ladder": "" if place is None else _ladder(place, gpus, steps),
        "predicted-h100": _checked(place, other, steps) if place and other and steps else "",
        "plot-predicted": _plot(found),
    }


HEADERS = (
    ">speeds | >within (median) | >within (worst) | worst at | >predicted / published | "
    ">published between both clocks | >by peaks alone, within (median)"
)


def _errors(found: Sequence[Prediction]) -> str:
    """Return how far predictions are off, by how near the kernels are, and by GPU."""
    rows = []
    for kind, of_kind in groups(found, lambda each: each.kind).items():
        by_gpu = groups(of_kind, lambda each: each.published.gpu) | {"**all**": of_kind}
        rows += [(kind, name, *_error_cells(group)) for name, group in by_gpu.items()]
    rows.sort(key=lambda row: KINDS.index(row[0]))
    return markdown(f"kernels | GPU | {HEADERS}", rows)


def _by_rung(found: Sequence[Prediction]) -> str:
    """Return the same by rung, where the documents' kernels are alike."""
    rows = []
    for name in NAMES:
        if of_rung := [each for each in found if each.published.alike == name]:
            gpus = ", ".join(dict.fromkeys(each.published.gpu for each in of_rung))
            rows.append((f"`{name}`", gpus, *_error_cells(of_rung)))
    return markdown(f"rung | on | {HEADERS}", rows)


def _error_cells(found: Sequence[Prediction]) -> tuple[str, ...]:
    worst = max(found, key=lambda each: each.factor)
    at, ratios = worst.published, [each.ratio for each in found]
    ranged = [each for each in found if each.low < each.high]
    by_peaks = [_factor(each.by_peaks / each.published.gflops) for each in found]
    return (
        str(len(found)),
        f"x {statistics.median(each.factor for each in found):.2f}",
        f"x {worst.factor:.2f}",
        f"{at.kernel.partition(',')[0]}, {at.size}",
        f"{math.exp(statistics.fmean(map(math.log, ratios))):.2f}",
        f"{sum(each.is_between for each in ranged)} of {len(ranged)}" if ranged else ABSENT,
        f"x {statistics.median(by_peaks):.2f}",
    )


def _clocks(place: Place, folder: Path) -> str:
    """Return the clocks at which published speeds would be what is predicted.

    Of GPUs whose clock is not known. Where kernels need different ones, it is not the clock.
    """
    gpus, predict = read_gpus(folder), predictor(place, folder)
    found: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for each in read_speeds(folder):
        gpu = gpus[each.gpu]
        if each.rung is None or gpu.low == gpu.high or predict(each, gpu.high) is None:
            continue

        def is_slower(clock: float, each: PublishedSpeed = each, of: Figures = gpu.high) -> bool:
            return (predict(each, of._replace(clock_mhz=clock)) or 0.0) < each.gflops

        name = f"{each.gpu} ({gpu.low.clock_mhz:.0f} ... {gpu.high.clock_mhz:.0f})"
        found[name, each.kernel][each.size] = f"{end_of(is_slower, *MEGAHERTZ):.0f}"
    sizes = sorted({size for clocks in found.values() for size in clocks})
    words = "MHz at which a kernel is predicted to be as fast as was published, at m = n = k."
    return by_column(["GPU (MHz)", "kernel"], sizes, found.items(), words)


def _document(found: Sequence[Prediction], gpus: Mapping[str, PublishedGpu], tag: str) -> str:
    """Return the tables of a document, one for each GPU: published, predicted, and their ratio."""
    parts = []
    for gpu in gpus.values():
        rows = [p for p in found if (p.published.document, p.published.gpu) == (tag, gpu.name)]
        if not rows:
            continue
        sizes = sorted({each.published.size for each in rows})
        by_kernel = groups(rows, lambda each: each.published.kernel).values()
        cells = [row for of_kernel in by_kernel for row in _kernel_rows(of_kernel)]
        clocks = f"{gpu.high.clock_mhz:.0f} MHz"
        if gpu.low != gpu.high:
            clocks = f"{gpu.low.clock_mhz:.0f} ... {clocks}; the ratio is that of the highest clock"
        words = f"{gpu.name}: TFLOP/s at m = n = k, predicted at {clocks}."
        parts.append(by_column(["kernel", "from", ""], sizes, cells, words))
    return "\n".join(parts)


def _kernel_rows(found: Sequence[Prediction]) -> list[tuple[list[str], dict[int, str]]]:
    """Return three rows: what was published at each size, what was predicted, and the ratio."""
    first, by_size = found[0].published, {each.published.size: each for each in found}
    source = "peaks" if first.model is None else f"`{first.model}`"
    if first.model is not None and not first.alike:
        source += ", counted by hand"
    published = {size: significant(p.published.gflops / 1e3) for size, p in by_size.items()}
    ranges = {
        size: " ... ".join(significant(end / 1e3) for end in dict.fromkeys((p.low, p.high)))
        for size, p in by_size.items()
    }
    ratios = {size: f"**{p.ratio:.2f}**" for size, p in by_size.items()}
    return [
        ([first.kernel, source, "published"], published),
        (["", "", "predicted"], ranges),
        (["", "", "ratio"], ratios),
    ]


def _gpus(gpus: Mapping[str, PublishedGpu]) -> str:
    rows = []
    for each in gpus.values():
        high = each.high
        clocks = dict.fromkeys(f"{end.clock_mhz:.0f}" for end in (each.low, high))
        rows.append(
            (
                *(each.name, each.document, f"sm_{high.architecture}"),
                *(str(high.multiprocessors), str(high.has.fp32_lanes), " ... ".join(clocks)),
                *(f"{high.memory_gbytes:.0f}", f"{high.l2_bytes >> 20}"),
                LINK.sub(r"[\2](\1)", each.source),
            )
        )
    return markdown(
        "GPU | document | architecture | >multiprocessors | >lanes each | >MHz | >GB/s | "
        ">L2, MiB | source",
        rows,
    )


def _steps(place: Place, steps: Steps) -> str:
    """Return what was counted of a step of each rung, beside the cycles that were measured."""
    rows = []
    for rung in dict.fromkeys(name for name, _ in steps):
        tflops, step, kernel = place.tflops(rung, SIZE), steps[rung, H200.architecture], find(rung)
        if tflops is None:
            continue
        tile, flops = kernel.tile, 2.0 * SIZE**3
        cycles = flops / tflops / 1e6 * H200.clock_mhz * H200.multiprocessors
        measured = cycles * 2.0 * tile.bm * tile.bn * tile.bk / flops
        counted = busy(kernel, H200, step)
        multiply_adds = tile.bm * tile.bn * tile.bk / H200.has.fp32_lanes
        rows.append(
            (
                *(f"`{rung}`", tile.block_tile, f"{multiply_adds:.0f}"),
                *(f"{step.passes:.0f}", f"{measured:.0f}", f"{100 * counted / measured:.0f}%"),
                str(resident(kernel, H200, step)),
            )
        )
    return markdown(
        "rung | tile | >multiply-adds | >loads and stores | >measured | >the busier of both | "
        ">blocks at once",
        rows,
        "Cycles of a multiprocessor for a step of one block: counted, and measured on the "
        f"{place.short_name} at m = n = k = {SIZE}.",
    )


def _ladder(place: Place, gpus: Mapping[str, PublishedGpu], steps: Steps) -> str:
    """Return every rung's speed on every GPU at one size."""
    rows = []
    for rung in dict.fromkeys(name for name, _ in steps):
        cells = []
        for each in gpus.values():
            speed = gflops(place, rung, SIZE, each.high, steps)
            share = "" if speed is None else f" ({100 * speed / peak(each.high):.0f}%)"
            cells.append(f"{significant(None if speed is None else speed / 1e3)}{share}")
        tflops = place.tflops(rung, SIZE)
        share = "" if tflops is None else f" ({1e5 * tflops / peak(H200):.0f}%)"
        rows.append((f"`{rung}`", f"{significant(tflops)}{share}", *cells))
    heads = [f">{each.name}, {each.high.clock_mhz:.0f} MHz" for each in gpus.values()]
    return markdown(
        ["rung", f">{place.short_name}", *heads],
        rows,
        f"TFLOP/s at m = n = k = {SIZE}, and in brackets the share of the peak. The "
        f"{place.short_name} was measured; all others are predicted.",
    )


def _checked(place: Place, other: Place, steps: Steps) -> str:
    """Return predictions for an H100, by size, beside what was measured there."""
    rows, ratios = [], []
    for rung in dict.fromkeys(name for name, _ in steps):
        cells = {}
        for size in other.ladder_sizes():
            speed, found = gflops(place, rung, size, H100, steps), other.tflops(rung, size)
            if speed is not None and found is not None:
                ratios.append(speed / 1e3 / found)
                cells[size] = f"{significant(speed / 1e3)} ({ratios[-1]:.2f})"
        rows.append(([f"`{rung}`"], cells))
    off = list(map(_factor, ratios))
    return by_column(
        ["rung"],
        other.ladder_sizes(),
        rows,
        f"{other.hardware}: TFLOP/s as predicted at m = n = k, and in brackets the ratio to what "
        f"was measured. Within x {statistics.median(off):.2f} in the median, x {max(off):.2f} at "
        "worst.",
    )


def _plot(found: Sequence[Prediction]) -> tuple[Chart, ...]:
    """Draw what was predicted over what was published."""
    if not found:
        return ()
    shown = [each for each in found if each.kind == "alike"]
    points = []
    for each in sorted(shown, key=lambda each: each.published.gpu):
        note = f"{each.published.kernel}, {each.published.size}"
        x, y = (float(f"{n / 1e3:.4g}") for n in (each.published.gflops, each.high))
        points.append((each.published.gpu, Point(x, y, note=note)))
    ends = sorted(each.published.gflops / 1e3 for each in shown)
    even = tuple(Point(end, end) for end in (ends[0], ends[-1]))
    return (
        Chart(
            "predicted",
            "points",
            "Predicted for other GPUs, from times of an H200",
            "one mark for each kernel and size that a document published, where a rung has the "
            "same tile, loads and stores; on the line both are equal",
            Axis("published, TFLOP/s", logarithmic=True),
            Axis("predicted, TFLOP/s", logarithmic=True),
            (*grouped(points), ChartSeries("equal", even, marks=False)),
            alternative="Predicted speed over published speed, on four GPUs: most marks lie near "
            "the line on which both are equal",
        ),
    )
