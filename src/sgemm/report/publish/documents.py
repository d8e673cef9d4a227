"""Figures that the documents published, on their authors' GPUs, beside ours.

A document's figures are measured on another GPU, by another program and with another cuBLAS: what
can be compared is each kernel's share of cuBLAS or of the peak, and the steps between kernels.
"""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.bench.statistics import Estimate, geometric_mean
from sgemm.report.places import Place, displayed
from sgemm.report.publish.published import PublishedSpeed
from sgemm.report.tables import ABSENT, markdown, significant

FIRST_SIZE_000, LAST_SIZE_000, LIMIT_000 = 1024, 12800, 2500
KERNELS_000 = (
    ("128x128x8", "ptx_pipeline", "ptx_pipeline", "103 to 104% on average"),
    ("128x128x8, texture loads", "texture_loads", "texture_loads", "plot only"),
    ("128x256x8, cp.async", "async_copy", "async_copy", "plot only"),
    ("128x128x8 below 2500, 128x256x8 from there", "ptx_pipeline", "async_copy", "plot only"),
)
"""Name in document 000, our rung below 2500 and from there, what it says of 1024 ... 12800."""

SIZE_003 = 6144
PEAK_003 = 11.15136

GAINS_004 = (1.0, 1.81, 6.40, 12.62)
"""The speed-up of each kernel of document 004, as it stands there."""


def document_tables(places: Sequence[Place], published: Sequence[PublishedSpeed]) -> dict[str, str]:
    """Return the tables by the names that markers use; without results of a GPU they are empty."""
    gpus = [place for place in places if place.is_gpu and place.squares]
    if not (gpus and published):
        return {f"document-{tag}": "" for tag in TABLES}
    return {
        f"document-{tag}": table([p for p in published if p.document == tag], gpus)
        for tag, table in TABLES.items()
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
    return _page(headers, rows, note)


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


def _document_001(published: Sequence[PublishedSpeed], gpus: Sequence[Place]) -> str:
    """Return the table beside document 001: GFLOP/s and per cent of cuBLAS by size."""
    sizes = list(dict.fromkeys(each.size for each in published))
    libraries = {each.size: each.gflops for each in published if each.rung is None}
    rows = []
    for each in (each for each in published if each.size == sizes[0]):
        speeds = [p.gflops for p in published if p.kernel == each.kernel]
        shares = [
            _share(speed, None if each.rung is None else speed / libraries[size])
            for speed, size in zip(speeds, sizes, strict=True)
        ]
        rows.append([each.kernel, each.gpu, f"document {each.document}", *shares])
        for gpu in gpus:
            ours = []
            for size in sizes:
                tflops, ratio = gpu.tflops(each.rung, size), gpu.ratio(each.rung, size)
                ours.append(ABSENT if tflops is None else _share(tflops * 1e3, ratio))
            rows.append([_name(gpu, each.rung), gpu.short_name, "measured", *ours])
    headers = ["kernel", "GPU", "source", *(f">{size}" for size in sizes)]
    return _page(headers, rows, "GFLOP/s at m = n = k, and per cent of cuBLAS on the same GPU.")


def _document_003(published: Sequence[PublishedSpeed], gpus: Sequence[Place]) -> str:
    """Return the table beside document 003: per cent of the peak at one size."""
    rows = []
    for each in (each for each in published if each.size == SIZE_003):
        cells = _peak_cells(each.gflops / 1e3, PEAK_003)
        rows.append([each.kernel, each.gpu, f"document {each.document}", *cells])
        for gpu in gpus:
            cells = _peak_cells(gpu.tflops(each.rung, SIZE_003), gpu.peak_tflops)
            rows.append([_name(gpu, each.rung), gpu.short_name, "measured", *cells])
    note = (
        f"m = n = k = {SIZE_003}. The peak is boost clock x FP32 units x 2, as the document has "
        "it; the clock under load may be lower."
    )
    return _page("kernel | GPU | source | >TFLOP/s | >peak | >% of peak", rows, note)


def _peak_cells(speed: float | None, peak: float | None) -> tuple[str, str, str]:
    share = ABSENT if speed is None or peak is None else _percent(speed / peak)
    return significant(speed, 4), significant(peak, 4), share


def _document_004(published: Sequence[PublishedSpeed], gpus: Sequence[Place]) -> str:
    """Return the table beside document 004: time and speed-up of its four PTX kernels."""
    first, size = published[0], published[0].size
    headers = ["kernel of document 004", "our rung", f">{first.gpu}, document: s", ">speed-up"]
    for gpu in gpus:
        headers += [f">{gpu.short_name}: ms", ">speed-up", ">% of cuBLAS"]
    rows = []
    for each, gained in zip(published, GAINS_004, strict=True):
        row = [each.kernel, f"`{each.rung}`", each.value, f"{gained:.2f}"]
        for gpu in gpus:
            pairs = gpu.squares.get(size, {})
            pair, slowest = pairs.get(each.rung or ""), pairs.get(first.rung or "")
            gain = slowest.contender_seconds / pair.contender_seconds if slowest and pair else None
            row += [
                significant(pair.contender_seconds * 1e3 if pair else None),
                ABSENT if gain is None else f"{gain:.2f}",
                ABSENT if pair is None else _percent(pair.estimate.value),
            ]
        rows.append(row)
    return _page(headers, rows, f"m = n = k = {size}; the kernels are PTX.")


TABLES = {
    "000": _document_000,
    "001": _document_001,
    "003": _document_003,
    "004": _document_004,
}
"""By the document's tag."""


def _page(headers: str | Sequence[str], rows: Sequence[Sequence[str]], note: str) -> str:
    return f"{markdown(headers, rows)}\n{note}\n"


def _name(gpu: Place, rung: str | None) -> str:
    return f"`{rung}`" if rung else displayed(gpu.baseline)


def _share(gflops: float, ratio: float | None) -> str:
    return f"{gflops:.0f}" if ratio is None else f"{gflops:.0f} ({_percent(ratio)})"


def _percent(value: float) -> str:
    return f"{100.0 * value:.1f}%"
