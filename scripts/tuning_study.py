#!/usr/bin/env python3
"""How many problems sgemm tune has to measure: found from the committed surveys, without a GPU.

python3 scripts/tuning_study.py results/h200/tiles.parquet --output results/h200/tuning-study.csv

Rates begin as those that ship, which is what scaling gives on the same GPU, or as the law of
blind_rates.py, which knows no tile. Three parts judge what they choose, before and after tuning, by
the speed of what the rates that ship choose:

- ``surveys``: by measured times. Surveys have many tiles of 2700 problems. Some problems are
  "measured", of each the tiles that sgemm tune would take; the others judge. This flatters a
  little, since surveys kept no tile that took 1.6 times the best. Those that ship were fitted to
  all of these problems.
- ``sets``: the problems that sgemm tune measures, in its rounds, with times that the rates that
  ship predict, disturbed by 3 per cent; judged on the named sets. Where plans differ, times were
  measured for few. The rates that ship predict the rest, by which nothing is better than what they
  choose.
- ``groups``: the same from the law, with all groups of problems and without those added last,
  judged by the surveys' measured times of other problems.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from blind_rates import Target, blind

from sgemm.bench import fitting, refitting, tuning
from sgemm.bench.sets import MEASURABLE, problems_of
from sgemm.kernels.catalogue import SPLIT_BEFORE
from sgemm.kernels.gpus import H200
from sgemm.planning import model, plan
from sgemm.planning.plan import Plan
from sgemm.planning.rates import SHIPPED, RateTable, rates_key
from sgemm.problem import Problem

COUNTS = (50, 100, 200, 400, 800)
SEEDS = (1, 2, 3)
ROUNDS = 4
NOISE = 0.03  # of times that are made up: standard deviation of their logarithm
LEFT_OUT = ("sustained", "accuracy")  # sets of one problem, and of errors
STARTS = {"shipped": SHIPPED, "law": blind(H200)}
LATER = ("batches", "small", "other_layouts")  # groups of problems that were added last
GROUPS = {"without the last groups": LATER, "all groups": ()}  # what is left out
FIELDS = ("part", "name", "start", "problems", "times", "seed", "judged_by", "same", "of_shipped")


class Candidate(NamedTuple):
    """A tile and schedule that was measured."""

    row: fitting.Row
    tiled: model.Tiling
    load: model.Load

    def predicted(self, table: RateTable) -> float:
        """Return the predicted microseconds."""
        rates = model.rates_of(self.row.kernel, table)
        return model.predict_load(self.load, self.tiled, rates).total


Measured = Mapping[Problem, Sequence[Candidate]]


def candidates_in(paths: Sequence[Path]) -> Measured:
    """Read surveys: what was measured of each problem."""
    found: dict[Problem, list[Candidate]] = defaultdict(list)
    for row in fitting.rows_in(paths):
        if row.kernel.name not in SPLIT_BEFORE:
            tiled = model.tiling_of(row.kernel, row.problem, model.traffic(row.problem))
            load = model.load_of(tiled, row.schedule, H200.multiprocessors)
            found[row.problem].append(Candidate(row, tiled, load))
    return found


def chosen(measured: Sequence[Candidate], table: RateTable) -> Candidate:
    """Return the candidate that rates prefer."""
    return min(measured, key=lambda each: each.predicted(table))


def worth_measuring(measured: Sequence[Candidate], table: RateTable) -> list[fitting.Row]:
    """Return what sgemm tune would measure of a problem, of what is there."""
    times = ((each.predicted(table), each.row) for each in measured)
    return [row for _, row in tuning.fastest_tiles(times, lambda row: row.kernel)]


def tuned(
    measured: Measured, problems: Sequence[Problem], start: RateTable
) -> tuple[RateTable, int]:
    """Return the rates after some problems, in rounds, and how many times they were fitted to."""
    kernels, table = refitting.library(H200.architecture), start
    rows: list[fitting.Row] = []
    for number in range(ROUNDS):
        for problem in problems[number::ROUNDS]:
            rows += worth_measuring(measured[problem], table)
        fitted = refitting.refitted(rows, kernels, start, H200.multiprocessors)
        table = refitting.by_name(fitted, start)
    return table, len(rows)


def of_shipped(measured: Measured, problems: Iterable[Problem], table: RateTable) -> float:
    """Return the speed of what rates choose, in multiples of what those which ship choose."""
    return statistics.geometric_mean(
        chosen(measured[each], SHIPPED).row.microseconds
        / chosen(measured[each], table).row.microseconds
        for each in problems
    )


def drawn(measured: Measured, count: int, seed: int) -> list[Problem]:
    """Draw problems to measure, none of a named set."""
    named = {each for name in MEASURABLE for each in problems_of(name)}
    every = sorted((each for each in measured if each not in named), key=str)
    return random.Random(seed).sample(every, count)


def survey_rows(
    measured: Measured, counts: Sequence[int], seeds: Sequence[int]
) -> Iterator[list[object]]:
    """Yield rows of the part "surveys"."""
    for name, start in STARTS.items():
        yield _row(
            "surveys", "all", name, 0, 0, 0, "times", "", of_shipped(measured, measured, start)
        )
        for count in counts:
            for seed in seeds:
                problems = drawn(measured, count, seed)
                table, times = tuned(measured, problems, start)
                others = set(measured) - set(problems)
                found = of_shipped(measured, others, table)
                yield _row("surveys", "others", name, count, times, seed, "times", "", found)


def tuned_by_predictions(start: RateTable, seed: int) -> tuple[RateTable, list[fitting.Row]]:
    """Return the rates after sgemm tune, of a GPU as the rates that ship predict it.

    And the times that they were fitted to.
    """
    noise, target, kernels = random.Random(seed), Target(), refitting.library(H200.architecture)
    rows: list[fitting.Row] = []
    table = start
    for run in tuning.rounds_of(target, start):
        for problem in run.problems:
            for _, each in tuning.worth_measuring(problem, target, table):
                time = model.predict(problem, *each, H200.multiprocessors).total
                time *= math.exp(noise.gauss(0.0, NOISE))
                rows.append(fitting.Row(problem, *each, time))
        fitted = refitting.refitted(rows, kernels, start, H200.multiprocessors)
        table = refitting.by_name(fitted, start)
    return table, rows


def set_rows(measured: Measured, seed: int) -> Iterator[list[object]]:
    """Yield rows of the part "sets"."""
    for name, start in STARTS.items():
        table, rows = tuned_by_predictions(start, seed)
        problems = len({row.problem for row in rows})
        for rates, known in ((start, (0, 0, 0)), (table, (problems, len(rows), seed))):
            if rates is SHIPPED:
                continue
            for of_set in MEASURABLE:
                if of_set not in LEFT_OUT:
                    yield _set_row(measured, of_set, name, rates, known)


def group_rows(measured: Measured, seeds: Sequence[int]) -> Iterator[list[object]]:
    """Yield rows of the part "groups"."""
    for name, left_out in GROUPS.items():
        problems = {each: n for each, n in tuning.PROBLEMS.items() if each not in left_out}
        for seed in seeds:
            with mock.patch.object(tuning, "PROBLEMS", problems):
                table, rows = tuned_by_predictions(STARTS["law"], seed)
            asked = {row.problem for row in rows}
            found = of_shipped(measured, set(measured) - asked, table)
            yield _row("groups", name, "law", len(asked), len(rows), seed, "times", "", found)


def _set_row(
    measured: Measured, of_set: str, start: str, table: RateTable, known: tuple[int, int, int]
) -> list[object]:
    ratios, same, by_times = [], 0, 0
    for problem in problems_of(of_set):
        ours, theirs = (plan(problem, Target(), table=each) for each in (table, SHIPPED))
        if (ours.kernel, ours.schedule) == (theirs.kernel, theirs.schedule):
            ratios.append(1.0)
            same += 1
            continue
        times = [_time(measured.get(problem, ()), each) for each in (theirs, ours)]
        if None in times:
            times = [_predicted(problem, each) for each in (theirs, ours)]
        else:
            by_times += 1
        ratios.append(times[0] / times[1])
    judged = f"{by_times} by times, {len(ratios) - same - by_times} by prediction"
    mean = statistics.geometric_mean(ratios)
    return _row("sets", of_set, start, *known, judged, f"{same} of {len(ratios)}", mean)


def _time(measured: Sequence[Candidate], made: Plan) -> float | None:
    """Return the measured time of a plan."""
    for each in measured:
        row = each.row
        if (rates_key(row.kernel), row.schedule) == (rates_key(made.kernel), made.schedule):
            return row.microseconds
    return None


def _predicted(problem: Problem, made: Plan) -> float:
    """Return the time of a plan as the rates that ship predict it."""
    return model.predict(problem, made.kernel, made.schedule, H200.multiprocessors).total


def _row(*cells: object) -> list[object]:
    return [*cells[:-1], f"{cells[-1]:.4f}"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("surveys", nargs="+", type=Path)
    parser.add_argument("--counts", type=int, nargs="+", default=COUNTS)
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--no-sets", dest="sets", action="store_false", help="surveys alone")
    parser.add_argument("--output", type=Path, required=True)
    asked = parser.parse_args(arguments)
    measured = candidates_in(asked.surveys)
    with asked.output.open("w", newline="") as file:
        written = csv.writer(file, lineterminator="\n")
        written.writerow(FIELDS)
        for row in survey_rows(measured, asked.counts, asked.seeds):
            written.writerow(row)
            print(*row)
        more = (set_rows(measured, asked.seeds[0]), group_rows(measured, asked.seeds))
        for row in itertools.chain(*more) if asked.sets else ():
            written.writerow(row)
            print(*row)


if __name__ == "__main__":
    main()
