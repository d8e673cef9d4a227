"""The planner's model of time, fitted to measurements: what ``sgemm fit`` does.

For each kernel and tile the numbers of ``planning/model.py`` are found that make the mean squared
error of the logarithm of time least, by Gauss and Newton's method on the logarithms of the numbers,
held lightly to where it began, once for each number of blocks that a multiprocessor may hold. What
takes long weighs more, and of that what is near its best time; errors beyond a third count little
more than one of that size. Layouts start from what all layouts have together, and are held to it
more; with few measurements they keep it. What ships and was not measured keeps its numbers, and so
do all but the kernels named, if any are.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
import math
import operator
import statistics
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgemm.bench import parquet, results
from sgemm.bench.codec import CodecError, decoder_of
from sgemm.bench.environment import NOT_LOCKED, Device, Environment
from sgemm.bench.measurement import Measurement
from sgemm.bench.result_set import hardware_of
from sgemm.bench.sizes import make_problem
from sgemm.bench.stopping import SURVEY
from sgemm.bench.testbed import COLD_L2
from sgemm.errors import ArgumentError, SgemmError
from sgemm.kernels.catalogue import kernels, measured_kernel
from sgemm.kernels.gpus import H200, Figures
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.planning import model
from sgemm.planning.rates import FILES, SPEEDS, Rates, Speeds, rates_key, shipped_for
from sgemm.problem import Problem
from sgemm.visible import visible

FIELDS = Rates._fields
MULTIPROCESSORS = 132
LEAST = 6  # measurements that a layout needs to have numbers of its own
HELD, HELD_TO_ALL = 0.005, 0.05  # squared errors per factor of e: from the start, from all layouts
# A problem whose best time is longer than that, in microseconds, weighs so many times as much: it
# repeats to half a per cent, and the candidates that are worth choosing are as close.
LARGE, MOST_WEIGHT = 20.0, 32.0
# What takes twice the best time, and is predicted to, counts a 16th: it will not be chosen. What
# is predicted to be as fast as the best may be chosen, so that it counts a fourth. That is from so
# many microseconds on: the times of smaller problems are mostly that of a launch.
NEAR, NEAR_FROM = 4, 12.0
FAR = 0.3  # errors that are larger count little more
# What shows a survey's constant: times up to so many microseconds, and so many times the best of
# their problem, if there are so many.
SMALL, NEAR_BEST, ENOUGH = 15.0, 1.08, 100
WORST_SHOWN = 12
RESIDENT = (1, 2, 3, 4, 5, 6, 8, 16)
LEAST_LAUNCH = 3.5  # microseconds: no launch of the surveys takes less
LEAST_MOVED = 0.7  # of what the model says that memory moves: dirty lines count in full there

Vector = NDArray[np.float64]


class Point(NamedTuple):
    """What the model looks at, made once for many numbers, and the logarithms of times."""

    shape: model.Load
    tiled: model.Tiling
    log_time: float
    log_best: float  # the problem's best time
    weight: float


class Row(NamedTuple):
    """One measurement."""

    problem: Problem
    kernel: Kernel
    schedule: Schedule
    microseconds: float
    is_survey: bool = True
    gpu: str = H200.name
    driver: str | None = None  # where known


class UnfitError(ArgumentError):
    """Times that rates cannot be fitted to, although they are right."""


def measurements(path: Path, machine: str | None = None) -> Iterator[Row]:
    """Read a survey in either form, or results of `sgemm bench`."""
    if parquet.is_other(path):
        yield from rows_of(path)
        return
    for _, file in results.read_all(path):
        for found in file.current:
            if machine not in (None, found.machine):
                continue
            if found.samples is None or found.interrupted:
                continue
            if found.tile is None or found.schedule is None:
                continue
            entry = measured_kernel(found.chosen or found.kernel.partition(":")[0])
            if not entry.parameters.has_batches or found.tile not in entry.all_tiles:
                continue
            kernel, took = entry.specialised(found.problem.layout, found.tile), found.samples.median
            is_survey = found.protocol.startswith(SURVEY)
            _refuse_unfit(found, file.environment, is_survey, took)
            gpu = _gpu_in_words(hardware_of(found, file.environment), file.environment.device)
            driver = file.environment.driver
            yield Row(found.problem, kernel, found.schedule, took * 1e6, is_survey, gpu, driver)


def _refuse_unfit(found: Measurement, where: Environment, is_survey: bool, took: float) -> None:
    """Refuse times of other conditions than those that rates are of."""
    if not is_survey and found.protocol != COLD_L2:
        raise UnfitError(
            f"protocol = {found.protocol!r} of {found.kernel} at {found.problem}: rates are of "
            f"{COLD_L2!r}, or of a survey"
        )
    if where.clock_regime != NOT_LOCKED:
        raise UnfitError(f"clock_regime = {where.clock_regime!r}: rates are of {NOT_LOCKED!r}")
    if took <= 0.0:
        raise UnfitError(f"samples of {found.kernel} at {found.problem} have a median of 0")


def _gpu_in_words(name: str, device: Device | None) -> str:
    """Return the name of a GPU, and how many multiprocessors it has if a model has others."""
    usual = {gpu.name: gpu.multiprocessors for gpu in FILES}
    if device is None or device.multiprocessors == usual.get(name, device.multiprocessors):
        return name
    return f"{name} with {device.multiprocessors} multiprocessors"


def rows_of(path: Path) -> Iterator[Row]:
    """Read a survey with lines of its own, but for tiles that do not ship and outdated lines.

    A line says so if its kernel has changed since, or if it loaded nothing with evict_first then.
    """
    for row in parquet.read_lines(path):
        if "kernel" not in row or row.get("outdated", False):
            continue
        layout, tile = row["layout"], decoder_of(Tile)(row["tile"], "tile")
        entry = measured_kernel(row["kernel"])
        if tile not in entry.all_tiles:
            continue
        shape, beta = (row["m"], row["n"], row["k"]), row.get("beta", 0.0)
        problem = make_problem(shape, layout, beta=beta, batch=row["batch"])
        kernel = entry.specialised(layout, tile)
        if not row.get("evicts_first", True):
            geometry = kernel.geometry._replace(evict_first=lambda _: 0)
            kernel = dataclasses.replace(kernel, geometry=geometry)
        schedule = decoder_of(Schedule)(row["schedule"], "schedule")
        gpu = row.get("gpu", H200.name)
        microseconds = decoder_of(float)(row["microseconds"], "microseconds")
        if not 0.0 < microseconds < math.inf:
            raise ValueError(f"microseconds is {microseconds} and should be a time")
        yield Row(problem, kernel, schedule, microseconds, gpu=gpu)


def rows_in(paths: Iterable[Path], machine: str | None = None) -> list[Row]:
    """Read surveys and results, each less its own constant; of one machine if it is named."""
    rows: list[Row] = []
    files = (parquet.files_in(path) if path.suffix == parquet.SUFFIX else (path,) for path in paths)
    for path in itertools.chain.from_iterable(files):
        try:
            found = list(measurements(path, machine))
        except UnfitError as error:
            raise UnfitError(f"{visible(path)}: {error}") from None
        except OSError as error:
            raise ArgumentError(f"{visible(path)} cannot be read: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, CodecError, SgemmError) as error:
            if (words := str(error)).startswith(f"{visible(path)} "):
                raise ArgumentError(words) from None
            raise ArgumentError(
                f"{visible(path)} is neither a survey nor results of sgemm bench: {words}"
            ) from error
        constant = constant_of(found)
        rows += [row._replace(microseconds=row.microseconds - constant) for row in found]
    if not rows:
        raise ArgumentError("the files hold no time of a kernel that has rates")
    return rows


def gpu_of(rows: Sequence[Row]) -> Figures:
    """Return the GPU that was measured: one that rates ship for."""
    names = sorted({row.gpu for row in rows})
    known = {gpu.name: gpu for gpu in FILES}
    if len(names) > 1:
        raise ArgumentError(f"the files are of several GPUs, fit each alone: {', '.join(names)}")
    drivers = sorted({row.driver for row in rows if row.driver is not None})
    if len(drivers) > 1:
        raise ArgumentError(
            f"the files are of several drivers, fit each alone: {', '.join(drivers)}"
        )
    if names[0] not in known:
        raise ArgumentError(
            f"the files are of an {names[0]}: rates ship for {' and '.join(known)}, and sgemm tune "
            "learns those of others"
        )
    return known[names[0]]


def fitted_to(
    rows: Sequence[Row], names: Sequence[str] = ()
) -> tuple[dict[str, Rates], tuple[str, ...]]:
    """Fit the kernels named, or all; return all numbers, and the names of those that stay."""
    tiles: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if not names or row.kernel.name in names:
            tiles[rates_key(row.kernel.specialised(row.kernel.layouts[0]))].append(row)
    fitted = kept(tiles)
    stay = tuple(fitted)
    best = best_times(rows)
    for _, group in sorted(tiles.items()):
        kernel = group[0].kernel
        points = [point_of(row, best[row.problem]) for row in group]
        resident = (kernel.tile.blocks,) if is_persistent(kernel) else RESIDENT
        common = fit_resident(points, start(points, kernel), resident)
        for layout in kernel.layouts:
            own = [p for p, row in zip(points, group, strict=True) if row.kernel.layout == layout]
            rates = fit(own, common, HELD_TO_ALL) if len(own) >= LEAST else common
            fitted[rates_key(kernel.specialised(layout))] = rates
    return fitted, stay


def best_times(rows: Iterable[Row]) -> dict[Problem, float]:
    """Return the best time that was measured for each problem, in microseconds."""
    best: dict[Problem, float] = {}
    for row in rows:
        best[row.problem] = min(best.get(row.problem, math.inf), row.microseconds)
    return best


def constant_of(rows: Sequence[Row]) -> float:
    """Return by how many microseconds a survey has every launch slower than those before it.

    What ran just before a sample, and what memory has still to do then, differs from survey to
    survey, and small problems differ by less from each other. The constant is found from the
    kernels that have numbers already, where they are near the best of their problem.
    """
    best, known = best_times(rows), shipped_for(H200)
    longer = [
        row.microseconds - predicted(row, known[rates_key(row.kernel)])
        for row in rows
        if row.is_survey
        and row.gpu == H200.name
        and rates_key(row.kernel) in known
        and row.microseconds <= min(NEAR_BEST * best[row.problem], SMALL)
    ]
    return statistics.median(longer) if len(longer) >= ENOUGH else 0.0


def kept(measured: Container[str]) -> dict[str, Rates]:
    """Return the numbers of what ships and was not measured: they stay as they were."""
    found: dict[str, Rates] = {}
    known = shipped_for(H200)
    for entry in kernels():
        for kernel in entry.specialisations():
            name = rates_key(kernel)
            first = rates_key(kernel.specialised(entry.layouts[0]))
            if name in known and first not in measured:
                found[name] = known[name]
    return found


def predicted(
    row: Row, rates: Rates, multiprocessors: int = MULTIPROCESSORS, speeds: Speeds = SPEEDS
) -> float:
    """Return the microseconds that the model predicts for what was measured."""
    tiled = model.tiling_of(row.kernel, row.problem, model.traffic(row.problem, None, speeds))
    return model.predict_tiling(tiled, row.schedule, rates, multiprocessors).total


def point_of(
    row: Row, best: float, multiprocessors: int = MULTIPROCESSORS, speeds: Speeds = SPEEDS
) -> Point:
    """Return what the model looks at; the problem's best time says how much it matters."""
    tiled = model.tiling_of(row.kernel, row.problem, model.traffic(row.problem, None, speeds))
    shape = model.load_of(tiled, row.schedule, multiprocessors)
    weight = min(max(best / LARGE, 1.0), MOST_WEIGHT)
    return Point(shape, tiled, math.log(row.microseconds), math.log(best), math.sqrt(weight))


def is_persistent(kernel: Kernel) -> bool:
    """Tell whether blocks go from tile to tile; those write C straight from registers."""
    return bool(kernel.schedule(Problem(4096, 4096, 4096), MULTIPROCESSORS).blocks)


def start(points: Sequence[Point], kernel: Kernel) -> Rates:
    """Guess numbers to begin with; those that are 0 stay it."""
    step = min(math.exp(p.log_time) / p.shape.steps for p in points if p.shape.steps)
    elementwise, scattered, skew = (2.0, 1.0, 0.02) if is_persistent(kernel) else (0.2, 0.3, 0.0)
    return Rates(
        launch=4.5, step=step, busy=step / 2, tile=1.0, overlap=0.7, join=2.5, part=0.1,
        moved=1.2, exchanged=0.5, copy=0.01, elementwise=elementwise, scattered=scattered,
        skew=skew, reread=0.3 if kernel.tile.is_of_vectors else 0.0, resident=1,
    )  # fmt: skip


def fit_resident(points: Sequence[Point], rates: Rates, numbers: Iterable[int]) -> Rates:
    """Fit for each number of blocks that a multiprocessor may hold, and take the best."""
    trials = [fit(points, rates._replace(resident=resident), HELD) for resident in numbers]
    return min(trials, key=lambda trial: float(np.sum(errors(points, trial) ** 2)))


def errors(points: Sequence[Point], rates: Rates) -> Vector:
    """Return the logarithm of the predicted time over the measured one, for each point.

    It counts as much as the point weighs, less the farther it and its prediction are from the
    problem's best time, and hardly more where it is far off than where it is off by ``FAR``: such a
    time has a cause that the model does not know.
    """
    predicted = np.array([
        math.log(model.predict_load(point.shape, point.tiled, rates).total) for point in points
    ])  # fmt: skip
    measured = np.array([point.log_time for point in points])
    best = np.array([point.log_best for point in points])
    between = (measured + np.minimum(measured, predicted)) / 2.0
    nearness = np.minimum(best - between, 0.0)
    near = np.where(best > math.log(NEAR_FROM), np.exp(nearness * NEAR / 2.0), 1.0)
    weight = near * np.array([point.weight for point in points])
    residuals: Vector = FAR * np.arcsinh((predicted - measured) / FAR) * weight
    return residuals


def fit(points: Sequence[Point], rates: Rates, held: float) -> Rates:
    """Improve numbers within what is possible."""
    names = [name for name in FIELDS if name != "resident" and getattr(rates, name) > 0]
    begin = np.log([getattr(rates, name) for name in names])
    upper = np.array([0.0 if name == "overlap" else math.inf for name in names])
    least = {"moved": LEAST_MOVED, "launch": min(LEAST_LAUNCH, rates.launch)}
    lower = np.array([math.log(least[name]) if name in least else -math.inf for name in names])

    def rates_at(x: Vector) -> Rates:
        values = dict(zip(names, np.exp(np.clip(x, lower, upper)).tolist(), strict=True))
        return rates._replace(**values)

    def residuals(x: Vector) -> Vector:
        return np.concatenate([errors(points, rates_at(x)), math.sqrt(held) * (x - begin)])

    return rates_at(least_squares(residuals, begin, lower, upper))


def least_squares(
    residuals: Callable[[Vector], Vector], begin: Vector, lower: Vector, upper: Vector
) -> Vector:
    """Make the sum of squared residuals least, by damped Gauss-Newton steps within bounds."""
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
    return x


def table(fitted: Mapping[str, Rates]) -> str:
    """Return the numbers as a table in CSV, four digits each."""
    text = io.StringIO(newline="")
    written = csv.writer(text, lineterminator="\n")
    written.writerow(["kernel", "layout", "tile", *FIELDS])
    for name in sorted(fitted, key=lambda name: operator.itemgetter(0, 2, 1)(name.split())):
        numbers = [f"{getattr(fitted[name], field):.4g}" for field in FIELDS]
        written.writerow([*name.split(), *numbers])
    return text.getvalue()


def judged(
    rows: Sequence[Row],
    fitted: Mapping[str, Rates],
    multiprocessors: int = MULTIPROCESSORS,
    speeds: Speeds = SPEEDS,
) -> Iterator[str]:
    """Yield lines on the error of predictions, and the loss of choices among what was measured."""
    shapes: dict[Problem, list[tuple[float, float]]] = defaultdict(list)
    ratios: dict[bool, list[float]] = {True: [], False: []}
    for row in rows:
        rates = fitted.get(rates_key(row.kernel))
        if rates is None:
            continue  # a tile on tensor cores that has no numbers: it is no candidate
        time = predicted(row, rates, multiprocessors, speeds)
        ratios[row.is_survey].append(abs(math.log(time / row.microseconds)))
        if row.is_survey and not row.kernel.geometry.unsuited(row.problem, row.kernel.tile):
            shapes[row.problem].append((time, row.microseconds))
    for name, found in (("surveys", ratios[True]), ("sgemm bench", ratios[False])):
        if found:
            off = math.exp(statistics.fmean(found)) - 1
            yield f"{len(found)} measurements of {name}: predictions off by {off:.1%}"
    loss = {p: min(v)[1] / min(time for _, time in v) for p, v in shapes.items()}
    if not loss:
        return
    mean = statistics.geometric_mean(loss.values())
    yield f"{len(loss)} shapes: the choice takes {mean:.3f} of the best candidate's time"
    for problem, by in sorted(loss.items(), key=lambda item: -item[1])[:WORST_SHOWN]:
        yield f"  {by:.2f} {problem}"
