"""Result sets: files of results that belong together, and one frame of all their measurements.

A result set is a file, or all files of a folder and its subfolders that are results, as JSON Lines
(``.jsonl``) or Parquet (``.parquet``). Where a set holds the same contender in the same setting
twice, the later measurement counts, but none that was interrupted in the place of one that was not.

Queries are asked of the frame: it has a row for each measurement, and what is chosen, counted and
joined by. The row's number leads to the measurement, with its samples.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sgemm.bench import parquet
from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement, time_of
from sgemm.bench.results import Results, read_all
from sgemm.bench.sets import Setting
from sgemm.errors import ArgumentError
from sgemm.visible import visible

if TYPE_CHECKING:
    from polars import DataFrame

SUFFIXES = (".jsonl", parquet.SUFFIX)

LIBRARIES = ("cublas", "numpy")  # first words of names of contenders that are not this project's
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
UNNAMED_GPU = "an unnamed GPU"

SEPARATE = ("tensor_cores", "split_sets", "few_rows", "few_columns", "sustained_split")
"""Parts of ``scripts/gpu_bench.sh`` that are compared by themselves, and not as named sets.

What runs in turns with kernels on tensor cores may run on a GPU at its power limit.
"""


@dataclasses.dataclass(frozen=True)
class ResultSet:
    """Files of results that belong together."""

    name: str  # as the user wrote it
    files: tuple[tuple[Path, Results], ...]  # in the order of their names
    skipped: tuple[str, ...] = ()  # damaged lines that were left out on request

    @functools.cached_property
    def measurements(self) -> tuple[Measurement, ...]:
        """All measurements, in the order of the files."""
        return tuple(each for _, results in self.files for each in results.measurements)

    @functools.cached_property
    def settings(self) -> tuple[Setting, ...]:
        """The setting of each measurement."""
        return tuple(map(Setting.of, self.measurements))

    @functools.cached_property
    def environments(self) -> tuple[Environment, ...]:
        """The environments of all files, each once."""
        return tuple(dict.fromkeys(results.environment for _, results in self.files))

    @functools.cached_property
    def frame(self) -> DataFrame:
        """A row for each measurement, in the order of the files.

        ``row`` and ``file`` are indices into :attr:`measurements` and :attr:`files`; ``setting`` is
        a text that equal settings share; ``beside`` is the baseline that was measured in turns;
        ``whole`` is whether it was not interrupted, ``at`` the seconds since 1970 when it was.
        """
        pl = parquet.polars()
        rows = [
            (
                *(index, repr(Setting.of(each)), each.kernel, not each.interrupted),
                (time_of(each.measured_at) - EPOCH).total_seconds(),
                *(each.samples is not None, each.baseline.name if each.baseline else None),
            )
            for index, (_, results) in enumerate(self.files)
            for each in results.measurements
        ]
        names = "setting", "kernel", "whole", "at", "timed", "beside"
        schema = {"file": pl.Int64} | dict.fromkeys(names, pl.String)
        schema |= {"whole": pl.Boolean, "at": pl.Float64, "timed": pl.Boolean}
        frame: DataFrame = pl.DataFrame(rows, schema, orient="row").with_row_index("row")
        return frame

    @functools.cached_property
    def latest_rows(self) -> DataFrame:
        """The rows of :attr:`frame` that count, in the order of time; interrupted ones first.

        What was interrupted counts only where nothing else was measured.
        """
        ordered = self.frame.sort("whole", "at", maintain_order=True)
        return ordered.unique(("setting", "kernel"), keep="last", maintain_order=True)

    @functools.cached_property
    def latest(self) -> dict[tuple[Setting, str], Measurement]:
        """The measurement that counts for each setting and contender, in the order of time."""
        rows = self.latest_rows["row"]
        return {
            (self.settings[row], self.measurements[row].kernel): self.measurements[row]
            for row in rows
        }

    def on(self, machine: str | None) -> ResultSet:
        """Keep the measurements of one machine, ``"cuda"`` or ``"cpu"``; of all for None."""
        return self if machine is None else self.only(lambda one: one.machine == machine)

    def only(self, takes: Callable[[Measurement], bool]) -> ResultSet:
        """Keep some of the measurements."""

        def kept(found: Results) -> Results:
            return dataclasses.replace(found, measurements=tuple(filter(takes, found.measurements)))

        files = tuple((path, kept(found)) for path, found in self.files)
        return dataclasses.replace(self, files=files)

    def by_hardware(self) -> dict[tuple[str, str], ResultSet]:
        """Divide by machine and by the GPU or processor that was measured; files without it go."""
        found: dict[tuple[str, str], list[tuple[Path, Results]]] = {}
        for path, results in self.files:
            here: dict[tuple[str, str], list[Measurement]] = {}
            for one in results.measurements:
                place = one.machine, hardware_of(one, results.environment)
                here.setdefault(place, []).append(one)
            for place, kept in here.items():
                part = dataclasses.replace(results, measurements=tuple(kept))
                found.setdefault(place, []).append((path, part))
        return {
            place: dataclasses.replace(self, files=tuple(files)) for place, files in found.items()
        }


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Let no garbage be looked for meanwhile: records come by the million, and have no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@without_collection()
def load(
    path: str | os.PathLike[str],
    skip_damaged: bool = False,
    is_wanted: Callable[[Path], bool] = lambda _: True,
    latest_only: bool = False,
) -> ResultSet:
    """Read a file of results, or all below a folder; damaged lines may be named in the set.

    Files that are not wanted are left out. Where only the latest is asked for, much of what later
    measurements in the same Parquet replace is left out, too; not where lines may be damaged.
    """
    skipped: list[str] = []
    latest_only = latest_only and not skip_damaged
    found = tuple(
        each
        for file in files_of(Path(path))
        for each in read_all(file, skipped if skip_damaged else None, is_wanted, latest_only)
    )
    return ResultSet(str(path), found, tuple(skipped))


def load_sets(
    path: str | os.PathLike[str], skip_damaged: bool = False, latest_only: bool = False
) -> ResultSet:
    """Read results as :func:`load` does, but leave out :data:`SEPARATE` parts that are not named.

    So whatever speaks for a named set has the same numbers. A part is named by its file, or by a
    Parquet that has nothing else.
    """
    if Path(path).is_dir() or Path(path).suffix == parquet.SUFFIX:
        group = load(path, skip_damaged, lambda file: not _is_separate(file), latest_only)
        if group.files or Path(path).is_dir():
            return group
    return load(path, skip_damaged, latest_only=latest_only)


def load_part(folder: Path, part: str) -> ResultSet:
    """Read the files below a folder that hold one part of ``scripts/gpu_bench.sh``; maybe none."""
    sources = (each for each in candidates(folder) if not parquet.is_other(each))
    found = (read_all(each, None, lambda file: part_of(file) == part) for each in sources)
    return ResultSet(part, tuple(each for files in found for each in files))


def part_of(file: Path) -> str:
    """Return the part that a file holds: ``layers`` of layers.jsonl and layers-a2bc057.jsonl."""
    return file.stem.partition("-")[0]


def _is_separate(path: Path) -> bool:
    """Whether a file of results, or the Parquet that it lies in, is of a separate part."""
    parquets = {each.stem for each in path.parents if each.suffix == parquet.SUFFIX}
    return bool(({part_of(path)} | parquets) & set(SEPARATE))


def files_of(source: Path) -> tuple[Path, ...]:
    """Return the files that a path stands for, in the order of their names."""
    if not source.is_dir():
        return (source,)
    files = tuple(file for file in candidates(source) if not parquet.is_other(file))
    if not files:
        endings = " or ".join(SUFFIXES)
        raise ArgumentError(f"{visible(source)} has no results: no {endings} file in it has any")
    return files


def candidates(source: Path) -> tuple[Path, ...]:
    """Return the files below a folder that may be results, in the order of their names."""
    found = [file for file in source.rglob("*") if file.suffix in SUFFIXES and not file.is_dir()]
    # As if each Parquet were a folder: irregular before irregular-auto.
    return tuple(sorted(found, key=lambda file: (file.with_suffix(""), file)))


def is_library(name: str) -> bool:
    """Tell whether a contender is a library that others are compared with."""
    return name.partition(" ")[0] in LIBRARIES


def hardware_of(measurement: Measurement, environment: Environment) -> str:
    """Return the name of the GPU that was measured, or that of the processor."""
    if measurement.machine != "cuda":
        return environment.processor
    if environment.device is not None:
        return environment.device.name
    names = [gpu.name for gpu in environment.gpus if gpu.architecture == measurement.architecture]
    names += [gpu.name for gpu in environment.gpus]
    return next(iter(names), UNNAMED_GPU)


def baseline_names(sets: Iterable[ResultSet]) -> tuple[str, ...]:
    """Return the baselines beside which anything was measured, the most frequent first."""
    found = _latest_of(sets).drop_nulls("beside").group_by("beside").len()
    return tuple(found.sort("len", "beside", descending=[True, False])["beside"])


def contender_names(sets: Iterable[ResultSet]) -> tuple[str, ...]:
    """Return the names of all contenders, each once, in the order of the files."""
    return tuple(_latest_of(sets)["kernel"].unique(maintain_order=True))


def _latest_of(sets: Iterable[ResultSet]) -> DataFrame:
    return parquet.polars().concat([each.latest_rows for each in sets])  # type: ignore[no-any-return]
