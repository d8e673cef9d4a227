"""Figures that the documents published, on their authors' GPUs, beside ours.

A document's figures are measured on another GPU, by another program and with another cuBLAS: what
can be compared is each kernel's share of cuBLAS or of the peak, and the steps between kernels.
"""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.bench.statistics import Estimate, geometric_mean
from sgemm.report.places import Place, displayed
from sgemm.report.tables import ABSENT, markdown, significant

GPU_000 = "RTX 3090"
FIRST_SIZE_000, LAST_SIZE_000, LIMIT_000 = 1024, 12800, 2500
KERNELS_000 = (
    ("128x128x8", "ptx_pipeline", "ptx_pipeline", "103 to 104% on average"),
    ("128x128x8, texture loads", "texture_loads", "texture_loads", "plot only"),
    ("128x256x8, cp.async", "async_copy", "async_copy", "plot only"),
    ("128x128x8 below 2500, 128x256x8 from there", "ptx_pipeline", "async_copy", "plot only"),
)
"""Name in document 000, our rung below 2500 and from there, what it says of 1024 ... 12800."""

GPU_001 = "A10"
SIZES_001 = (512, 1024, 1536, 2048, 4096)
GFLOPS_001 = (
    ("cuBLAS", None, (10200.2, 13706.9, 19450.1, 18622.7, 13412.3)),
    ("Naive", "coalesced", (1676.1, 1814.8, 1566.2, 1505.8, 1453.8)),
    ("Shared Memory", "shared_tile", (2133.0, 2280.5, 2173.4, 2089.9, 2026.7)),
    ("Register Tiled", "thread_tile_4x4", (5362.9, 6433.0, 8956.1, 7970.2, 6273.7)),
)
"""Name in document 001, our rung (None for the baseline), GFLOP/s at each size."""

GPU_003 = "RTX 2080 Super"
SIZE_003 = 6144
PEAK_003 = 11.15136
TFLOPS_003 = (("cuBLAS", None, 10.717), ("Kernel 11", "double_buffer", 10.384))
"""Name in document 003, our rung, TFLOP/s."""

GPU_004 = "RTX 3050 Mobile"
SIZE_004 = 8192
SECONDS_004 = (
    ("Kernel 1, naive", "ptx_naive", 15.64, 1.0),
    ("Kernel 2, coalesced", "ptx_coalesced", 8.62, 1.81),
    ("Kernel 3, shared memory", "ptx_shared_tile", 2.44, 6.40),
    ("Kernel 4, one-dimensional tiles", "ptx_thread_column", 1.24, 12.62),
)
"""Name in document 004, our rung, seconds and speed-up as they stand there."""


def document_000(gpus: Sequence[Place]) -> str:
    """Return the table beside document 000: per cent of cuBLAS, mean over squares."""
    headers = ["kernel of document 000", "our rung", f"{GPU_000}, document"]
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


def document_001(gpus: Sequence[Place]) -> str:
    """Return the table beside document 001: GFLOP/s and per cent of cuBLAS by size."""
    libraries = GFLOPS_001[0][2]
    rows = []
    for title, rung, speeds in GFLOPS_001:
        shares = [
            _share(speed, None if rung is None else speed / library)
            for speed, library in zip(speeds, libraries, strict=True)
        ]
        rows.append([title, GPU_001, "document 001", *shares])
        for gpu in gpus:
            ours = []
            for size in SIZES_001:
                speed, ratio = gpu.tflops(rung, size), gpu.ratio(rung, size)
                ours.append(ABSENT if speed is None else _share(speed * 1e3, ratio))
            rows.append([_name(gpu, rung), gpu.short_name, "measured", *ours])
    headers = ["kernel", "GPU", "source", *(f">{size}" for size in SIZES_001)]
    return _page(headers, rows, "GFLOP/s at m = n = k, and per cent of cuBLAS on the same GPU.")


def document_003(gpus: Sequence[Place]) -> str:
    """Return the table beside document 003: per cent of the peak at one size."""
    rows = []
    for title, rung, speed in TFLOPS_003:
        rows.append([title, GPU_003, "document 003", *_peak_cells(speed, PEAK_003)])
        for gpu in gpus:
            cells = _peak_cells(gpu.tflops(rung, SIZE_003), gpu.peak_tflops)
            rows.append([_name(gpu, rung), gpu.short_name, "measured", *cells])
    note = (
        f"m = n = k = {SIZE_003}. The peak is boost clock x FP32 units x 2, as the document has "
        "it; the clock under load may be lower."
    )
    return _page("kernel | GPU | source | >TFLOP/s | >peak | >% of peak", rows, note)


def _peak_cells(speed: float | None, peak: float | None) -> tuple[str, str, str]:
    share = ABSENT if speed is None or peak is None else _percent(speed / peak)
    return significant(speed, 4), significant(peak, 4), share


def document_004(gpus: Sequence[Place]) -> str:
    """Return the table beside document 004: time and speed-up of its four PTX kernels."""
    headers = ["kernel of document 004", "our rung", f">{GPU_004}, document: s", ">speed-up"]
    for gpu in gpus:
        headers += [f">{gpu.short_name}: ms", ">speed-up", ">% of cuBLAS"]
    rows = []
    for title, rung, seconds, gained in SECONDS_004:
        row = [title, f"`{rung}`", f"{seconds:.2f}", f"{gained:.2f}"]
        for gpu in gpus:
            pairs = gpu.squares.get(SIZE_004, {})
            pair, first = pairs.get(rung), pairs.get(SECONDS_004[0][1])
            gain = first.contender_seconds / pair.contender_seconds if first and pair else None
            row += [
                significant(pair.contender_seconds * 1e3 if pair else None),
                ABSENT if gain is None else f"{gain:.2f}",
                ABSENT if pair is None else _percent(pair.estimate.value),
            ]
        rows.append(row)
    return _page(headers, rows, f"m = n = k = {SIZE_004}; the kernels are PTX.")


def _page(headers: str | Sequence[str], rows: Sequence[Sequence[str]], note: str) -> str:
    return f"{markdown(headers, rows)}\n{note}\n"


def _name(gpu: Place, rung: str | None) -> str:
    return f"`{rung}`" if rung else displayed(gpu.baseline)


def _share(gflops: float, ratio: float | None) -> str:
    return f"{gflops:.0f}" if ratio is None else f"{gflops:.0f} ({_percent(ratio)})"


def _percent(value: float) -> str:
    return f"{100.0 * value:.1f}%"
