"""Figures that the documents published, on their authors' GPUs, beside ours.

A document's figures are measured on another GPU, by another program and with another cuBLAS: what
can be compared is each kernel's share of cuBLAS, and the steps between kernels.
"""

from __future__ import annotations

from collections.abc import Sequence

from publish.places import Place
from publish.published import PublishedSpeed
from publish.tables import by_column, markdown
from sgemm.bench.statistics import Estimate, geometric_mean
from sgemm.report.places import displayed
from sgemm.report.tables import ABSENT, groups

FIRST_SIZE_000, LAST_SIZE_000, LIMIT_000 = 1024, 12800, 2500
KERNELS_000 = (
    ("128x128x8", "ptx_pipeline", "ptx_pipeline", "103 to 104% on average"),
    ("128x128x8, texture loads", "texture_loads", "texture_loads", "plot only"),
    ("128x256x8, cp.async", "async_copy", "async_copy", "plot only"),
    ("128x128x8 below 2500, 128x256x8 from there", "ptx_pipeline", "async_copy", "plot only"),
)
"""Name in document 000, our rung below 2500 and from there, what it says of 1024 ... 12800."""

BY_SIZE = ("001", "003", "004")
"""Documents that give the speed of each kernel by size."""


def document_tables(places: Sequence[Place], published: Sequence[PublishedSpeed]) -> dict[str, str]:
    """Return the tables by the names that markers use; without results of a GPU they are empty."""
    gpus = [place for place in places if place.is_gpu and place.squares]
    tables = {"000": _document_000} | dict.fromkeys(BY_SIZE, _by_size)
    if not (gpus and published):
        return {f"document-{tag}": "" for tag in tables}
    return {
        f"document-{tag}": table([each for each in published if each.document == tag], gpus)
        for tag, table in tables.items()
    }


def _document_000(published: Sequence[PublishedSpeed], gpus: Sequence[Place]) -> str:
    """Return the table beside document 000: per cent of cuBLAS, mean over squares."""
    headers = ["kernel of document 000", "our rung", f"{published[-1].gpu}, document"]
    note = (
        "Per cent of cuBLAS FP32: geometric mean over the sizes m = n = k in 1024 ... 12800 that "
        "were measured. The document's mean is of a GPU whose clocks were locked; when they were "
        "not, its kernel drew 12% more power than cuBLAS."
    )
    for gpu in gpus:
        headers += [f">{gpu.short_name}, sizes", ">mean", "95%", ">worst", ">best"]
        note += f" {gpu.short_name}: {gpu.clock_words}." if gpu.clock_words else ""
    rows = []
    for title, small, large, words in KERNELS_000:
        row = [title, f"`{small}`" if small == large else f"`{small}`, `{large}`", words]
        for gpu in gpus:
            row += _mean_cells(gpu, small, large)
        rows.append(row)
    return f"{markdown(headers, rows)}\n{note}\n"


def _mean_cells(gpu: Place, small: str, large: str) -> list[str]:
    """Return cells on one rung below a size and another from there."""
    estimates: list[Estimate] = []
    for size, contenders in gpu.squares.items():
        pair = contenders.get(small if size < LIMIT_000 else large)
        if pair is not None and FIRST_SIZE_000 <= size <= LAST_SIZE_000:
            estimates.append(pair.estimate)
    if not estimates:
        return [ABSENT] * 5
    mean, values = geometric_mean(estimates), [estimate.value for estimate in estimates]
    ends = f"{_percent(mean.low)} ... {_percent(mean.high)}" if mean.is_bounded else ABSENT
    shares = map(_percent, (min(values), max(values)))
    return [str(len(estimates)), _percent(mean.value), ends, *shares]


def _by_size(published: Sequence[PublishedSpeed], gpus: Sequence[Place]) -> str:
    """Return a document's kernels and ours: GFLOP/s, and per cent of cuBLAS, by size."""
    libraries = {each.size: each.gflops for each in published if each.rung is None}
    sizes = sorted({each.size for each in published})
    rows = []
    for kernel, found in groups(published, lambda each: each.kernel).items():
        rung, of = found[-1].rung, libraries if found[-1].rung else {}
        shares = {each.size: each.gflops / of[each.size] for each in found if each.size in of}
        theirs = {each.size: _share(each.gflops, shares.get(each.size)) for each in found}
        rows.append(([kernel, found[-1].gpu, f"document {found[-1].document}"], theirs))
        for gpu in gpus:
            speeds = {size: gpu.tflops(rung, size) for size in sizes}
            ours = {
                size: _share(1e3 * speed, gpu.ratio(rung, size))
                for size, speed in speeds.items()
                if speed is not None
            }
            name = f"`{rung}`" if rung else displayed(gpu.baseline)
            rows.append(([name, gpu.short_name, "measured"], ours))
    note = "GFLOP/s at m = n = k, and per cent of cuBLAS on the same GPU."
    if not libraries:
        note += " The document has no times of cuBLAS."
    return f"{by_column(['kernel', 'GPU', 'source'], sizes, rows)}\n{note}\n"


def _share(gflops: float, ratio: float | None) -> str:
    return f"{gflops:.0f}" if ratio is None else f"{gflops:.0f} ({_percent(ratio)})"


def _percent(value: float) -> str:
    return f"{100.0 * value:.1f}%"
