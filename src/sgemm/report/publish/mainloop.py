"""The table of what the patched mainloop gains with each compiler."""

from __future__ import annotations

import csv
from pathlib import Path

from sgemm.report.tables import markdown

FILE = "mainloop-gain.csv"
"""Medians and samples of cuBLAS and of both mainloops, by version of NVRTC and size."""


def mainloop_gain(folder: Path) -> str:
    """Return the table made of a folder's file; empty where there is none."""
    path = folder / FILE
    if not path.exists():
        return ""
    with path.open(newline="", encoding="utf-8") as source:
        lines = list(csv.DictReader(source))
    times = {
        (each["nvrtc"], int(each["size"]), each["contender"]): float(each["median_us"])
        for each in lines
    }
    sizes = sorted({size for _, size, _ in times})
    rows = []
    for version in dict.fromkeys(version for version, _, _ in times):
        cells = []
        for size in sizes:
            patched = times[version, size, "auto"]
            compiled = times[version, size, "auto:machine_code=off"]
            baseline = times[version, size, "cublas fp32"]
            cells.append(
                f"{100 * (compiled / patched - 1):+.1f}% "
                f"({baseline / patched:.3f}, {baseline / compiled:.3f})"
            )
        rows.append((version, *cells))
    (gpu,) = {each["gpu"] for each in lines}
    words = (
        f"{gpu}, cold L2, medians: the gain in speed over the compiler's mainloop at m = n = k, "
        "and in brackets the speed of both as a multiple of cuBLAS FP32's in the same run."
    )
    return f"{words}\n\n{markdown(['NVRTC', *(f'>{size}' for size in sizes)], rows)}"
