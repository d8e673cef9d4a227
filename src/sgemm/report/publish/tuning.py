"""The table of what tuned rates, and those of no tile, are worth, as a script measured them."""

from __future__ import annotations

import csv
from pathlib import Path

from sgemm.report.tables import ABSENT, markdown

FILE = "h200/tuning-proof.csv"
"""What ``scripts/tuning_proof.py`` wrote."""

ARCHITECTURE = "sm_"  # what names of older architectures begin with


def tuning_proof(folder: Path) -> str:
    """Return speeds by set; empty where nothing was measured."""
    path = folder / FILE
    if not path.exists():
        return ""
    with path.open(newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    found = {(row["set"], row["seen"]): row for row in rows}
    sets = list(dict.fromkeys(row["set"] for row in rows))
    # Other rates first, then other architectures: each has its own sample of a set.
    names = sorted(
        dict.fromkeys(row["seen"] for row in rows), key=lambda name: name.startswith(ARCHITECTURE)
    )
    table = [(f"`{each}`", *(_cell(found.get((each, name))) for name in names)) for each in sets]
    least = (f"{_least(rows, name):.3f}" for name in names)
    wrong = sum(int(row["failed"]) for row in rows)
    gpu, at, commit = (rows[0][name] for name in ("gpu", "measured_at", "commit"))
    return (
        f"{gpu}, measured {at[:10]} (UTC), commit {commit[:7]}. Geometric means of speeds, as "
        "multiples of what `auto` takes with the rates that ship. In brackets: how many problems "
        "were measured, of how many. The others have the same plan, and count as 1. Wrong results: "
        f"{wrong}.\n\n"
        + markdown(
            ["set", *(f">{name}" for name in names)], [*table, ("least of all sets", *least)]
        )
    )


def _cell(row: dict[str, str] | None) -> str:
    if row is None or not row["of_auto"]:
        return ABSENT
    return f"{float(row['of_auto']):.3f} ({row['measured']} of {row['problems']})"


def _least(rows: list[dict[str, str]], name: str) -> float:
    return min(float(row["of_auto"]) for row in rows if row["seen"] == name and row["of_auto"])
