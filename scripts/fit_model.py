#!/usr/bin/env python3
"""Fit the planner's model of time to measurements, and write src/sgemm/planning/rates.csv.

PYTHONPATH=src python3 scripts/fit_model.py [--dry-run] [--kernel NAME]... [FILE]...

Measurements are those of scripts/tile_survey.py, by default results/h200/tiles.parquet; results of
sgemm bench may be given too, as far as they are of the kernels as they are now. For each kernel and
tile the numbers of model.py are found that make the mean squared error of the logarithm of time
least,
by Gauss and Newton's method on the logarithms of the numbers, held lightly to where it began, once
for each number of blocks that a multiprocessor may hold. What takes long weighs more, and of that
what is near their best time; errors beyond a third count little more than one of that size. Layouts
start from what all layouts have together, and are held to it more; with few measurements they keep
it. What ships and was not measured keeps its numbers, and so do all but the kernels named, if any
are; measurements of tiles that do not ship are passed over.

Prints how far predictions are off, and what the automatic choice loses against the best candidate
measured. With --dry-run, only that, for the numbers in rates.csv.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import io
import math
import statistics
import sys
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from surveys import Row, is_outdated, rows_of

from sgemm.bench import parquet, results
from sgemm.bench.outputs import find_output, write_outputs
from sgemm.errors import SgemmError
from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.kernel import Kernel, Parameters
from sgemm.planning import model
from sgemm.planning.rates import FITTED, RATES, Rates
from sgemm.problem import Problem

ROOT = Path(__file__).resolve().parent.parent
FIELDS = tuple(field.name for field in dataclasses.fields(Rates))
MULTIPROCESSORS = 132
LEAST = 6
"""Measurements that a layout needs to have numbers of its own."""
HELD, HELD_TO_ALL = 0.005, 0.05
"""What a number off by a factor of e costs, in squared errors: from the start, from all layouts."""
LARGE, MOST_WEIGHT = 20.0, 32.0
"""A problem whose best time is longer than that, in microseconds, weighs so many times as much: it
repeats to half a per cent, and the candidates that are worth choosing are as close."""
NEAR, NEAR_FROM = 4, 12.0
"""What takes twice the best time counts a 16th: it will not be chosen, whatever is told of it. So
from so many microseconds on: of smaller problems most candidates tell of the launch alone."""
FAR = 0.3
"""Errors that are larger count little more."""
SMALL, NEAR_BEST, ENOUGH = 15.0, 1.08, 100
"""What tells of a survey's constant: times up to so many microseconds, and so many times the best
of their problem, if there are so many."""
TOGETHER = (1, 2, 3, 4, 5, 6, 8, 16)


class Point(NamedTuple):
    """What the model looks at, made once for many numbers, and the logarithm of the time."""

    shape: model.Load
    tiled: model.Tiling
    log_time: float
    weight: float


def main() -> int:
    """Fit, write, and print how good it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="default: results/h200/tiles.parquet")
    parser.add_argument("--dry-run", action="store_true", help="judge the rates as they are")
    names = [entry.name for entry in kernels() if entry.parameters is Parameters.EXTENDED]
    parser.add_argument(
        "--kernel", action="append", default=[], choices=names, help="fit this one; repeatable"
    )
    options = parser.parse_args()
    given = options.files or [ROOT / "results/h200/tiles.parquet"]
    rows: list[Row] = []
    for path in (file for each in given for file in files_of(parser, each)):
        try:
            found = [row for row in measurements(path) if not is_outdated(row, path)]
            constant = constant_of(found)
            rows += [row._replace(microseconds=row.microseconds - constant) for row in found]
        except OSError as error:
            parser.error(f"{path} cannot be read: {error.strerror}")
        except (ValueError, KeyError, TypeError, SgemmError) as error:
            parser.error(f"{path} is neither a survey nor results of sgemm bench: {error}")
    if not rows:
        parser.error("the files hold no time of a kernel that has rates")
    if options.dry_run:
        report(rows, RATES)
        return 0
    tiles: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if options.kernel and row.kernel.name not in options.kernel:
            continue
        tiles[model.name_of(row.kernel.specialised(row.kernel.layouts[0]))].append(row)
    fitted = kept(tiles)
    best: dict[Problem, float] = defaultdict(lambda: math.inf)
    for row in rows:
        best[row.problem] = min(best[row.problem], row.microseconds)
    for _, group in sorted(tiles.items()):
        kernel = group[0].kernel
        points = [point_of(row, best[row.problem]) for row in group]
        together = (kernel.tile.blocks,) if is_persistent(kernel) else TOGETHER
        common = fit_together(points, start(points, kernel), together)
        for layout in kernel.layouts:
            own = [p for p, row in zip(points, group, strict=True) if row.kernel.layout == layout]
            rates = fit(own, common, HELD_TO_ALL) if len(own) >= LEAST else common
            fitted[model.name_of(kernel.specialised(layout))] = rates
    write(fitted)
    report(rows, fitted)
    return 0


def files_of(parser: argparse.ArgumentParser, path: Path) -> tuple[Path, ...]:
    """Return the files that a path stands for; each survey has a constant of its own."""
    try:
        return parquet.files_in(path)
    except SgemmError as error:
        parser.error(str(error))


def constant_of(rows: Sequence[Row]) -> float:
    """Return by how many microseconds a survey has every launch slower than those before it.

    What ran just before a sample, and what memory has still to do then, differs from survey to
    survey, and small problems differ by less from each other. It is told by the kernels that have
    numbers already, from what is near the best of its problem.
    """
    best: dict[Problem, float] = defaultdict(lambda: math.inf)
    for row in rows:
        best[row.problem] = min(best[row.problem], row.microseconds)
    longer = [
        row.microseconds - predicted(row, RATES[model.name_of(row.kernel)])
        for row in rows
        if row.is_survey
        and model.name_of(row.kernel) in RATES
        and row.microseconds <= min(NEAR_BEST * best[row.problem], SMALL)
    ]
    return statistics.median(longer) if len(longer) >= ENOUGH else 0.0


def kept(measured: Container[str]) -> dict[str, Rates]:
    """Return the numbers of what ships and was not measured, and say so: they stay as they were."""
    found: dict[str, Rates] = {}
    for entry in kernels():
        for kernel in entry.specialisations():
            name = model.name_of(kernel)
            first = model.name_of(kernel.specialised(entry.layouts[0]))
            if name in RATES and first not in measured:
                found[name] = RATES[name]
                print(f"no measurements of {name}: its numbers stay")
    return found


def measurements(path: Path) -> Iterator[Row]:
    """Read a survey, or results of sgemm bench."""
    if parquet.is_other(path):
        yield from rows_of(path)
        return
    every = (each for _, found in results.read_all(path) for each in found.measurements)
    for found in every:
        if found.samples is None or found.tile is None or found.schedule is None:
            continue
        entry = find(found.chosen or found.kernel.partition(":")[0])
        if entry.parameters is Parameters.EXTENDED and found.tile in entry.all_tiles:
            kernel = entry.specialised(found.problem.layout, found.tile)
            yield Row(found.problem, kernel, found.schedule, found.samples.median * 1e6, False)


def predicted(row: Row, rates: Rates) -> float:
    """Return the microseconds that the model tells of what was measured."""
    tiled = model.tiling_of(row.kernel, row.problem, model.traffic(row.problem))
    return model.predict_tiling(tiled, row.schedule, rates, MULTIPROCESSORS).total


def point_of(row: Row, best: float) -> Point:
    """Return what the model looks at, on the GPU of the measurements.

    The best time measured for the problem tells how much it matters.
    """
    tiled = model.tiling_of(row.kernel, row.problem, model.traffic(row.problem))
    shape = model.load_of(tiled, row.schedule, MULTIPROCESSORS)
    weight = min(max(best / LARGE, 1.0), MOST_WEIGHT)
    if best > NEAR_FROM:
        weight *= (best / row.microseconds) ** NEAR
    return Point(shape, tiled, math.log(row.microseconds), math.sqrt(weight))


def is_persistent(kernel: Kernel) -> bool:
    """Tell whether blocks go from tile to tile; those write C straight from registers."""
    return bool(kernel.schedule(Problem(4096, 4096, 4096), kernel.tile, MULTIPROCESSORS).blocks)


def start(points: Sequence[Point], kernel: Kernel) -> Rates:
    """Guess numbers to begin with; those that are 0 stay it."""
    step = min(math.exp(p.log_time) / p.shape.steps for p in points if p.shape.steps)
    single, scattered, skew = (2.0, 1.0, 0.02) if is_persistent(kernel) else (0.2, 0.3, 0.0)
    return Rates(
        launch=4.5, step=step, crowded=step / 2, tile=1.0, overlap=0.7, join=2.5, part=0.1,
        moved=1.2, saved=0.5, copy=0.01, single=single, scattered=scattered, skew=skew,
        again=0.3 if 1 in (kernel.tile.bm, kernel.tile.bn) else 0.0, together=1,
    )  # fmt: skip


def fit_together(points: Sequence[Point], rates: Rates, numbers: Iterable[int]) -> Rates:
    """Fit for each number of blocks that a multiprocessor may hold, and take the best."""
    trials = [
        fit(points, dataclasses.replace(rates, together=together), HELD) for together in numbers
    ]
    return min(trials, key=lambda trial: float(np.sum(errors(points, trial) ** 2)))


def errors(points: Sequence[Point], rates: Rates) -> np.ndarray:
    """Return the logarithm of the predicted time over the measured one, for each point.

    It counts as much as the point weighs, and hardly more where it is far off than where it is
    off by ``FAR``: such a time tells of something that the model does not know.
    """
    found = np.array([
        math.log(model.predict_load(point.shape, point.tiled, rates).total) - point.log_time
        for point in points
    ])  # fmt: skip
    return FAR * np.arcsinh(found / FAR) * np.array([point.weight for point in points])


def fit(points: Sequence[Point], rates: Rates, held: float) -> Rates:
    """Improve numbers until they improve no more, by damped Gauss-Newton steps.

    An ``overlap`` beyond 1 and a ``moved`` below 0.7 are no choice.
    """
    names = [name for name in FIELDS if name != "together" and getattr(rates, name) > 0]
    begin = np.log([getattr(rates, name) for name in names])
    upper = np.array([0.0 if name == "overlap" else math.inf for name in names])
    lower = np.array([math.log(0.7) if name == "moved" else -math.inf for name in names])

    def rates_at(x: np.ndarray) -> Rates:
        values = dict(zip(names, np.exp(np.clip(x, lower, upper)).tolist(), strict=True))
        return dataclasses.replace(rates, **values)

    def residuals(x: np.ndarray) -> np.ndarray:
        return np.concatenate([errors(points, rates_at(x)), math.sqrt(held) * (x - begin)])

    x, now, damping = begin, residuals(begin), 1e-2
    for _ in range(100):
        slopes = np.stack([(residuals(x + shift) - now) / 1e-4 for shift in np.eye(len(x)) * 1e-4])
        square, down = slopes @ slopes.T, slopes @ now
        while damping < 1e6:
            by = np.linalg.solve(square + damping * np.diag(square.diagonal() + 1e-9), -down)
            trial = np.clip(x + np.clip(by, -0.7, 0.7), lower, upper)
            then = residuals(trial)
            if then @ then < now @ now:
                break
            damping *= 4
        else:
            break
        gained = now @ now - then @ then
        x, now, damping = trial, then, max(damping / 4, 1e-7)
        if gained < 1e-5 * (now @ now):
            break
    return rates_at(x)


def write(fitted: dict[str, Rates], target: Path = FITTED) -> None:
    """Write the numbers as a table, four digits each."""
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["kernel", "layout", "tile", *FIELDS])
    for name in sorted(fitted, key=by_kernel_and_tile):
        numbers = [f"{getattr(fitted[name], field):.4g}" for field in FIELDS]
        table.writerow([*name.split(), *numbers])
    write_outputs({find_output(target): text.getvalue().encode()})


def by_kernel_and_tile(name: str) -> tuple[str, str, str]:
    """Return what "KERNEL LAYOUT TILE" is sorted by."""
    kernel, layout, tile = name.split()
    return kernel, tile, layout


def report(rows: Sequence[Row], fitted: dict[str, Rates]) -> None:
    """Print the error of predictions, and the loss of choices among what was measured."""
    shapes: dict[Problem, list[tuple[float, float]]] = defaultdict(list)
    ratios: dict[bool, list[float]] = {True: [], False: []}
    for row in rows:
        told = predicted(row, fitted[model.name_of(row.kernel)])
        ratios[row.is_survey].append(abs(math.log(told / row.microseconds)))
        if row.is_survey:
            shapes[row.problem].append((told, row.microseconds))
    for name, found in (("surveys", ratios[True]), ("sgemm bench", ratios[False])):
        if found:
            off = math.exp(statistics.fmean(found)) - 1
            print(f"{len(found)} measurements of {name}: predictions off by {off:.1%}")
    loss = {p: min(v)[1] / min(time for _, time in v) for p, v in shapes.items()}
    if not loss:
        return
    print(f"{len(loss)} shapes: the choice takes {statistics.geometric_mean(loss.values()):.3f} "
          "of the best candidate's time")  # fmt: skip
    for problem, by in sorted(loss.items(), key=lambda item: -item[1])[:12]:
        print(f"  {by:.2f} {problem}")


if __name__ == "__main__":
    sys.exit(main())
