"""The table of models that were trained with ``sgemm.torch.enable()`` and without."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from publish.tables import markdown
from sgemm.bench.parquet import read_lines
from sgemm.report.tables import ABSENT

FILES = "*/models.parquet"
"""What ``scripts/train_models.py`` wrote, in the folder of each GPU.

It is an environment, then its runs; or several of these.
"""

Lines = Sequence[dict[str, Any]]


def models(folder: Path) -> str:
    """Return what was trained with what, and its table, for each GPU; empty where there is none."""
    found = map(read_lines, sorted(folder.glob(FILES), reverse=True))
    return "\n\n".join(f"{_words(lines)}\n\n{table(lines)}" for lines in found)


def _words(lines: Lines) -> str:
    """Return GPUs, versions and steps, each as often as it differs."""
    found = [line for line in lines if "run" not in line]
    names = [gpu["name"] for each in found for gpu in each["environment"]["gpus"]]
    parts = [_list(names)]
    for name, title in (("torch", "PyTorch"), ("transformers",) * 2, ("torch_geometric",) * 2):
        parts.append(f"{title} {_list([each[name] for each in found])}")
    return f"{', '.join(parts)}; {_list([each['steps'] for each in found])} steps."


def _list(values: Sequence[object]) -> str:
    return ", ".join(dict.fromkeys(map(str, values)))


def table(lines: Lines) -> str:
    """Return a row for each run; of the first tenth of steps, which compiles, no time counts."""
    rows = []
    for line in lines:
        if "run" not in line:
            continue
        times = [1e3 * each for each in line["step_s"]]
        low, middle, high = statistics.quantiles(times[len(times) // 10 :], n=4)
        losses = line["losses"]
        products = "{} of {}".format(*taken(line)) if line["products"] else ABSENT
        rows.append(
            (
                *(line["model"], line["run"], f"{middle:.1f}", f"{low:.1f} ... {high:.1f}"),
                f"{losses[0]:.5f}, {losses[-1]:.5f}",
                *(f"{line['losses_distance']:.1e}", f"{line['weights_distance']:.1e}", products),
            )
        )
    return markdown(
        "model | run | >a step, ms | quartiles, ms | loss: first, last | >losses from float64 | "
        ">weights from float64 | >products by sgemm",
        rows,
    )


def taken(line: dict[str, Any]) -> tuple[int, int]:
    """Return how many products the library computed, of how many."""
    counts = list(line["products"].values())
    return sum(each.get("sgemm", 0) for each in counts), sum(sum(each.values()) for each in counts)
