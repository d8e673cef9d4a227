#!/usr/bin/env python3
"""Fit the planner's model of time to measurements, and write src/sgemm/planning/rates.py.

PYTHONPATH=src python3 scripts/fit_model.py [results/h200/tiles/*.jsonl]

The measurements are those of scripts/tile_survey.py. For each kernel and tile the numbers of
model.py are found that make the mean squared error of the logarithm of time least, by a search
along one number after the other; layouts with few measurements have those of all layouts together.
Prints how far predictions are off, and what the automatic choice loses against the best candidate
measured.
"""

from __future__ import annotations

import dataclasses
import json
import math
import statistics
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel, Tile
from sgemm.kernels.schedule import Schedule
from sgemm.planning import model
from sgemm.planning.rates import Rates
from sgemm.problem import Problem

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "sgemm" / "planning" / "rates.py"
FIELDS = tuple(field.name for field in dataclasses.fields(Rates))
MULTIPROCESSORS = 132
LEAST = 25
"""Measurements that a layout needs to have numbers of its own."""


def main() -> int:
    """Fit, write, and print how good it is."""
    paths = [Path(name) for name in sys.argv[1:]]
    rows = [row for path in paths or sorted(ROOT.glob("results/h200/tiles/*.jsonl"))
            for row in measurements(path)]  # fmt: skip
    groups: dict[tuple[str, str, str], list[tuple[model.Shape, float]]] = defaultdict(list)
    for problem, kernel, schedule, seconds in rows:
        shape = shape_of(problem, kernel, schedule)
        tile = f"{kernel.tile.bm}x{kernel.tile.bn}x{kernel.tile.bk}"
        groups[kernel.name, tile, kernel.layout].append((shape, seconds))
    pooled: dict[tuple[str, str], list[tuple[model.Shape, float]]] = defaultdict(list)
    for (name, tile, _), points in groups.items():
        pooled[name, tile] += points
    fitted: dict[str, Rates] = {}
    for (name, tile), points in sorted(pooled.items()):
        common = fit(points, start(points))
        for layout in ("nn", "nt", "tn", "tt"):
            own = groups.get((name, tile, layout), [])
            rates = fit(own, common) if len(own) >= LEAST else common
            fitted[f"{name} {layout} {tile}"] = rates
    write(fitted)
    report(rows, fitted)
    return 0


def measurements(path: Path) -> list[tuple[Problem, Kernel, Schedule, float]]:
    """Read a survey."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "kernel" not in row:
            continue
        layout = row["layout"]
        tile = Tile(**row["tile"])
        entry = find(row["kernel"])
        if tile not in (entry.tiles or (entry.tile,)):
            continue
        problem = Problem(row["m"], row["n"], row["k"], trans_a=layout[0] == "t",
                          trans_b=layout[1] == "t", batch=row["batch"])  # fmt: skip
        kernel = entry.specialised(layout, tile)
        found.append((problem, kernel, Schedule(**row["schedule"]), row["microseconds"]))
    return found


def shape_of(problem: Problem, kernel: Kernel, schedule: Schedule) -> model.Shape:
    """Return what the model looks at, on the GPU of the measurements."""
    covered = model.cover(problem, kernel.tile, model.memory_time(problem))
    return model.shape_of(covered, schedule, MULTIPROCESSORS)


def start(points: list[tuple[model.Shape, float]]) -> Rates:
    """Guess numbers to begin with."""
    step = min(time / shape.steps for shape, time in points if shape.steps)
    return Rates(launch=4.0, step=step, crowded=step / 2, tile=1.0, overlap=0.5, join=2.0,
                 part=0.3, moved=1.0)  # fmt: skip


def error(points: list[tuple[model.Shape, float]], rates: Rates) -> float:
    """Mean squared error of the logarithm of time; short launches count less than long ones."""
    return statistics.fmean(
        math.log(model.from_shape(shape, rates).total / time) ** 2 for shape, time in points
    )


def fit(points: list[tuple[model.Shape, float]], rates: Rates) -> Rates:
    """Search along one number after the other, in ever smaller steps."""
    best = error(points, rates)
    factor = 2.0
    while factor > 1.004:
        improved = False
        for name in FIELDS:
            for by in (factor, 1 / factor):
                trial = dataclasses.replace(rates, **{name: getattr(rates, name) * by})
                if trial.overlap > 1 or trial.moved < 0.7:
                    continue
                now = error(points, trial)
                if now < best * 0.99999:
                    rates, best, improved = trial, now, True
        if not improved:
            factor = math.sqrt(factor)
    return rates


def write(fitted: dict[str, Rates]) -> None:
    """Put the numbers into rates.py, between its markers."""
    lines = [
        f'    "{name}": Rates({", ".join(f"{getattr(rates, f):.4g}" for f in FIELDS)}),'
        for name, rates in fitted.items()
    ]
    text = TARGET.read_text(encoding="utf-8")
    before, rest = text.split("# fitted: begin\n")
    _, after = rest.split("# fitted: end\n")
    TARGET.write_text(
        before + "# fitted: begin\n" + "\n".join(lines) + "\n# fitted: end\n" + after,
        encoding="utf-8",
    )


def report(rows: list[tuple[Problem, Kernel, Schedule, float]], fitted: dict[str, Rates]) -> None:
    """Print the error of predictions, and the loss of choices among what was measured."""
    shapes: dict[Problem, list[tuple[float, float]]] = defaultdict(list)
    ratios = []
    for problem, kernel, schedule, time in rows:
        rates = fitted[model.name_of(kernel)]
        told = model.from_shape(shape_of(problem, kernel, schedule), rates).total
        shapes[problem].append((told, time))
        ratios.append(abs(math.log(told / time)))
    loss = {p: min(v)[1] / min(time for _, time in v) for p, v in shapes.items()}
    print(f"{len(ratios)} measurements: predictions off by {math.exp(np.mean(ratios)) - 1:.1%}")
    print(f"{len(loss)} shapes: the choice takes {statistics.geometric_mean(loss.values()):.3f} "
          "of the best candidate's time")  # fmt: skip
    for problem, by in sorted(loss.items(), key=lambda item: -item[1])[:12]:
        print(f"  {by:.2f} {problem}")


if __name__ == "__main__":
    sys.exit(main())
