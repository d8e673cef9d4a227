"""The table of products and steps of training under ``jax.jit``, by JAX and by the library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sgemm.bench.parquet import read_lines
from sgemm.report.tables import markdown

FILES = "*/jax_times.parquet"
"""What ``scripts/jax_times.py`` wrote, in the folder of each GPU: an environment, then lines."""

OTHERS = ("sgemm", "sgemm, split")


def jax_times(folder: Path) -> str:
    """Return a table for each GPU, under its name; empty where nobody measured."""
    return "\n\n".join(_of_gpu(read_lines(path)) for path in sorted(folder.glob(FILES)))


def _of_gpu(lines: list[dict[str, Any]]) -> str:
    times: dict[str, dict[str, dict[str, Any]]] = {}
    for line in lines[1:]:
        times.setdefault(line["program"], {})[line["contender"]] = line
    rows = []
    for program, by_contender in times.items():
        cells = [program, _time(by_contender["jax"])]
        for each in OTHERS:
            line = by_contender[each]
            cells += [_time(line), f"{line['of_jax']:.2f}"]
        rows.append(tuple(cells))
    first, about = lines[0], lines[0]["environment"]
    return markdown(
        "program | >JAX, us | >sgemm, us | >of JAX's | >split, us | >of JAX's",
        rows,
        f"{first['device']}, JAX {first['jax']}, driver {about['driver']}, commit "
        f"{about['commit'][:7]}:",
    )


def _time(line: dict[str, Any]) -> str:
    """Return a median, to four digits at most."""
    return f"{line['median_us']:.4g}" if line["median_us"] < 1e4 else f"{line['median_us']:.0f}"
