#!/usr/bin/env python3
"""What tuning and scaling are worth on the GPU that is here, in one run of ten minutes at most.

python3 scripts/tuning_proof.py --output output/tuning-proof

It measures, each beside what auto takes with the rates that ship for this GPU (or are scaled to it)
and beside cuBLAS, in turns and checked against float64, over every so manyth problem of the named
sets, or all:

- ``law``: auto by the law of blind_rates.py, which knows no tile;
- ``law, tuned``: auto by what sgemm tune makes of that law on this GPU;
- ``tuned``: auto by what it makes of the rates that ship or are scaled, from the same times;
- ``scaled``, ``scaled, tuned``: on a GPU that rates ship for, auto by those of the other such GPU,
  scaled to this one, and by what tuning makes of them;
- ``sm_80``, ``sm_86``, ``sm_89``: auto for a GPU of that architecture. Its kernels are compiled to
  PTX for that architecture, which the driver compiles for the GPU that is here.

--parts names which of it: rates, architectures. Where the folder has a tuned.jsonl, nothing is
measured for tuning: rates are fitted to its times. results.jsonl has every sample, tuned.jsonl the
times that rates were fitted to, and proof.csv the geometric mean of speeds for each set, as a
multiple of the first. A problem of which two have the same plan counts as 1 and is not measured
twice. problems.jsonl has what was measured, with the plans; sgemm export makes Parquet of it.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import functools
import json
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from blind_rates import Target, blind

from sgemm.bench import campaign, results
from sgemm.bench.campaign import Job, SetRun
from sgemm.bench.contenders import PlanContender
from sgemm.bench.fixture import Fixture, open_fixture
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.measurement import Measurement
from sgemm.bench.refitting import by_name
from sgemm.bench.sets import MEASURABLE, problems_of
from sgemm.bench.stopping import Settings
from sgemm.bench.tuning import FITTING_SECONDS, Tuning, failures_of
from sgemm.bench.tuning import SECONDS as TUNE_SECONDS
from sgemm.errors import MachineError
from sgemm.kernels.gpus import H200, Figures
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import Machine
from sgemm.machines.select import select_machine
from sgemm.planning import known, plan
from sgemm.planning.plan import Plan
from sgemm.planning.rates import FILES, SHIPPED, RateTable
from sgemm.planning.scaling import scaled
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.toolchain.compiler import build

FIRST, TUNED = "auto", "tuned"
SEEN_AS = (80, 86, 89)
LEFT_OUT = ("sustained", "accuracy")
TUNING_SECONDS, SECONDS = TUNE_SECONDS - FITTING_SECONDS, 580.0  # as sgemm tune does
PARTS = ("rates", "architectures")
EVERY, EVERY_SEEN = 3, 16  # problems of a set: with other rates, and as other architectures
SHARED = ("gpu", "measured_at", "commit", "rates", "set", "seen")
FIELDS = (*SHARED, "problems", "same", "measured", "failed", "of_auto")
PAIR_FIELDS = (*SHARED, "problem", "auto", "auto_us", "plan", "plan_us", "of_auto")
LEAST = 8  # problems of a set, if it has so many
WHOLE = ("batched", "tiny_batches", "slender")  # quick: a few problems would be too few

Measured = Mapping[tuple[str, str], Measurement]
"""By problem and contender."""


class OlderPool(KernelPool):
    """Kernels as PTX of an older architecture, which the driver compiles."""

    def __init__(self, machine: Machine, architecture: int) -> None:
        super().__init__(machine)
        self._architecture = architecture

    def built(self, kernel: Kernel) -> Build:
        """Build a kernel for the older architecture."""
        return build(kernel, self._architecture, cubin=False)


class Seen(PlanContender):
    """Auto by certain rates, for a certain GPU; each plan is made once."""

    def __init__(self, name: str, pool: KernelPool, target: Target, table: RateTable) -> None:
        planned = functools.cache(lambda problem: plan(problem, target, table=table))
        super().__init__(pool, name, planned, is_plan=True)


def sample(of_set: str, every: int, whole: Sequence[str]) -> tuple[Problem, ...]:
    """Return every so manyth problem of a set, and some at least; of some sets all."""
    problems = problems_of(of_set)
    if of_set in whole:
        return problems
    return tuple(problems[:: max(1, min(every, len(problems) // LEAST))])


def beginnings(figures: Figures) -> dict[str, RateTable]:
    """Return the rates that tuning begins with, by their names."""
    found = {"law": blind(figures), TUNED: known.base_for(figures)}
    names = {gpu.name for gpu in FILES}
    if figures.name in names:
        other = next(gpu for gpu in FILES if gpu.name != figures.name)
        found["scaled"] = scaled(known.base_for(other), other, figures)
    return found


def measured_tuning(
    fixture: Fixture, target: Target, path: Path, until: float
) -> Iterator[tuple[str, RateTable]]:
    """Measure as sgemm tune does, beginning with the law; yield what that makes of each."""
    starts = beginnings(target.figures)
    tunings = {name: Tuning(target, start, path, until) for name, start in starts.items()}
    first = tunings["law"]
    for run in () if first.is_begun else first.runs:
        jobs = first.jobs_of(fixture, run)
        with results.open_to_add(path, fixture.environment(), "add") as file:
            for outcome in campaign.run(fixture, jobs, run.settings, file, until=until):
                for words in failures_of(outcome.measurements):
                    print(words, flush=True)
        print(f"{run.name}: {len(jobs)} problems", flush=True)
    for name, each in tunings.items():
        yield name, by_name(each.fitted(each.rows()), each.known)


def of_rates(
    fixture: Fixture, target: Target, tuned: Mapping[str, RateTable] | None = None
) -> list[Seen]:
    """Return auto by the rates of this GPU, by others, and by what tuning made of each."""
    tables = {FIRST: known.base_for(target.figures)}
    for name, start in beginnings(target.figures).items():
        if name != TUNED:
            tables[name] = start
        if tuned:
            tables[name if name == TUNED else f"{name}, {TUNED}"] = tuned[name]
    return [Seen(name, fixture.kernel_pool, target, each) for name, each in tables.items()]


def as_others(fixture: Fixture, target: Target) -> Iterator[Seen]:
    """Yield auto as older architectures have it."""
    for architecture in SEEN_AS:
        figures = target.figures._replace(architecture=architecture)
        pool = OlderPool(fixture.machine, architecture)
        table = scaled(SHIPPED, H200, figures)
        yield Seen(f"sm_{architecture}", pool, Target(figures), table)


def jobs_of(fixture: Fixture, problems: Sequence[Problem], seen: Sequence[Seen]) -> list[Job]:
    """Return what has to be measured: problems of which two have other plans."""
    baseline = [fixture.libraries[fixture.baseline]] if fixture.baseline is not None else []
    jobs = []
    for problem in problems:
        first = seen[0].planned(problem)
        others = [each for each in seen[1:] if _differs(each, first)]
        if others:
            jobs.append(Job(problem, (*baseline, seen[0], *others), ()))
    fixture.kernel_pool.prepare(
        each.planned(job.problem).kernel
        for job in jobs
        for each in seen
        if each.pool is fixture.kernel_pool
    )
    return jobs


def _differs(each: Seen, first: Plan) -> bool:
    """Whether another kernel, tile or schedule runs, or the same as other code."""
    own = each.planned(first.problem)
    same = (own.kernel, own.schedule) == (first.kernel, first.schedule)
    return not same or isinstance(each.pool, OlderPool)


def rows_of(
    of_set: str, problems: Sequence[Problem], seen: Sequence[Seen], measured: Measured
) -> Iterator[list[object]]:
    """Yield the mean of each but the first over a set."""
    for each in seen[1:]:
        ratios, same, wrong = [], 0, 0
        for problem in problems:
            if not _differs(each, seen[0].planned(problem)):
                same += 1
                ratios.append(1.0)
                continue
            pair = [measured.get((str(problem), one.name)) for one in (seen[0], each)]
            times = [one.typical_seconds for one in pair if one is not None]
            wrong += any(one is not None and one.failure is not None for one in pair)
            if len(times) == 2 and None not in times:
                ratios.append(times[0] / times[1])
        is_whole = len(ratios) == len(problems) > 0  # time ran out otherwise, or it failed
        mean = f"{statistics.geometric_mean(ratios):.4f}" if is_whole else ""
        yield [of_set, each.name, len(problems), same, len(ratios) - same, wrong, mean]


def pairs_of(
    of_set: str, problems: Sequence[Problem], seen: Sequence[Seen], measured: Measured
) -> Iterator[list[object]]:
    """Yield each problem of a set that was measured by two plans, the slowest first."""
    for each in seen[1:]:
        both, rows = (seen[0], each), []
        for problem in problems:
            found = (measured.get((str(problem), one.name)) for one in both)
            times = [one.typical_seconds for one in found if one and one.typical_seconds]
            if len(times) == 2:
                plans = [_in_short(one.planned(problem)) for one in both]
                first, own = (round(1e6 * seconds, 2) for seconds in times)
                rows.append((times[0] / times[1], str(problem), plans[0], first, plans[1], own))
        for ratio, *cells in sorted(rows):
            yield [of_set, each.name, *cells, round(ratio, 4)]


def _in_short(made: Plan) -> str:
    """Return the kernel, tile and schedule of a plan."""
    return f"{made.kernel.name} {made.kernel.tile_in_short}, {made.schedule}"


def measured_set(
    fixture: Fixture, run: SetRun, seen: Sequence[Seen], path: Path, until: float
) -> Measured:
    """Measure a set, and return the times by problem and contender."""
    jobs, found = jobs_of(fixture, run.problems, seen), {}
    with results.open_to_add(path, fixture.environment(), "add") as file:
        for outcome in campaign.run(fixture, jobs, run.settings, file, until=until):
            for one in outcome.measurements:
                found[str(one.problem), one.kernel] = one
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write what came out."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, required=True, help="a folder")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--tuning-seconds", type=float, default=TUNING_SECONDS)
    parser.add_argument("--untuned", action="store_true", help="rates before tuning alone")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--every", type=int, default=EVERY)
    parser.add_argument("--every-seen", type=int, default=EVERY_SEEN)
    asked = parser.parse_args(arguments)
    begin, now = time.monotonic(), datetime.datetime.now(datetime.UTC)
    asked.output.mkdir(parents=True, exist_ok=True)
    machine = select_machine("cuda")
    if machine.figures is None:
        raise MachineError("it measures a GPU")
    target, settings = Target(machine.figures), Settings(campaign.RULE, 0, campaign.WARM_UP_SECONDS)
    failed, rows, lines = 0, [], []
    with open_fixture(machine) as fixture:
        commit = fixture.environment().short_commit or "unknown"
        base = known.base_for(target.figures).source.split(maxsplit=1)[0].rstrip(",")
        place = target.figures.name, now.isoformat(timespec="seconds"), commit, base
        until = begin + asked.tuning_seconds
        compared: list[tuple[list[Seen], int, Sequence[str]]] = []
        if "rates" in asked.parts:
            path, tuned = asked.output / "tuned.jsonl", None
            if not asked.untuned:
                tuned = dict(measured_tuning(fixture, target, path, until))
            compared.append((of_rates(fixture, target, tuned), asked.every, WHOLE))
        if "architectures" in asked.parts and not asked.untuned:
            seen = [of_rates(fixture, target)[0], *as_others(fixture, target)]
            compared.append((seen, asked.every_seen, ()))
        for seen, every, whole in compared:
            for of_set in (each for each in MEASURABLE if each not in LEFT_OUT):
                run = SetRun(of_set, sample(of_set, every, whole), settings)
                path = asked.output / "results.jsonl"
                found = measured_set(fixture, run, seen, path, begin + asked.seconds)
                wrong = failures_of(found.values())
                failed += len(wrong)
                print(*wrong, sep="\n", end="\n" * bool(wrong))
                for row in rows_of(of_set, run.problems, seen, found):
                    rows.append([*place, *row])
                    print(*row, f"{time.monotonic() - begin:.0f} s", flush=True)
                with (asked.output / "proof.csv").open("w", newline="") as file:
                    csv.writer(file, lineterminator="\n").writerows([FIELDS, *rows])
                for pair in pairs_of(of_set, run.problems, seen, found):
                    line = dict(zip(PAIR_FIELDS, (*place, *pair), strict=True))
                    lines.append(json.dumps(line) + "\n")
                (asked.output / "problems.jsonl").write_text("".join(lines))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
