"""Measurements that the planner's model is fitted to, as far as the kernels are still the same.

Surveys have two forms: the results of `sgemm survey`, and lines of their own, as older ones have.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sgemm.bench import parquet, results
from sgemm.bench.tile_survey import SURVEY
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel, Parameters, tiles_of
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

BEGUN_APART = ("apart-",)
"""How surveys are called since blocks that share a multiprocessor begin apart."""

ADDED_BY_A_LAUNCH = ("long-k-", "packed-", *BEGUN_APART)
"""The same since many parts of a tile are added by a launch of their own."""


class Row(NamedTuple):
    """One measurement."""

    problem: Problem
    kernel: Kernel
    schedule: Schedule
    microseconds: float
    is_survey: bool = True


def measurements(path: Path, machine: str | None = None) -> Iterator[Row]:
    """Read a survey in either form, or results of `sgemm bench`, but for what is outdated."""
    if parquet.is_other(path):
        yield from (row for row in rows_of(path) if not is_outdated(row, path))
        return
    for found in (each for _, file in results.read_all(path) for each in file.measurements):
        if machine not in (None, found.machine):
            continue
        if found.samples is None or found.tile is None or found.schedule is None:
            continue
        entry = find(found.chosen or found.kernel.partition(":")[0])
        if entry.parameters is not Parameters.EXTENDED or found.tile not in entry.all_tiles:
            continue
        kernel = entry.specialised(found.problem.layout, found.tile)
        is_survey = found.protocol.startswith(SURVEY)
        row = Row(found.problem, kernel, found.schedule, found.samples.median * 1e6, is_survey)
        if is_survey or not is_outdated(row, path):
            yield row


def rows_of(path: Path) -> Iterator[Row]:
    """Read a survey with lines of its own, but for tiles that do not ship."""
    for row in parquet.read_lines(path):
        if "kernel" not in row:
            continue
        layout, tile = row["layout"], Tile(**row["tile"])
        entry = find(row["kernel"])
        if tile not in entry.all_tiles:
            continue
        problem = Problem(row["m"], row["n"], row["k"], trans_a=layout[0] == "t",
                          trans_b=layout[1] == "t", batch=row["batch"])  # fmt: skip
        kernel = entry.specialised(layout, tile)
        yield Row(problem, kernel, Schedule(**row["schedule"]), row["microseconds"])


def is_outdated(row: Row, path: Path) -> bool:
    """Tell whether the kernel did something another way when a row was measured."""
    if not path.name.startswith(ADDED_BY_A_LAUNCH) and _is_added_by_a_launch(row):
        return True
    return not path.name.startswith(BEGUN_APART) and _begins_apart(row)


def _is_added_by_a_launch(row: Row) -> bool:
    """Tell whether tiles have so many parts that a launch of its own adds them."""
    completion = row.kernel.completion
    return completion is not None and 0 not in completion.grid(
        row.problem, row.kernel.tile, row.schedule
    )


def _begins_apart(row: Row) -> bool:
    """Tell whether half of the blocks begin later: `begin_apart` in stream_k_gemm.cuh."""
    tile, boxes, schedule = row.kernel.tile, row.kernel.boxes, row.schedule
    if tile.blocks != 2 or boxes is None or None in boxes(row.problem, tile):
        return False
    third = schedule.streamed + schedule.blocks // 2 + 2 * schedule.blocks
    return third < tiles_of(row.problem, tile)
