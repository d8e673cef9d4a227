#!/usr/bin/env python3
"""Everything that is measured on a GPU, in one command and a given time.

PYTHONPATH=src python3 scripts/gpu_bench.py --out DIR [--seconds 570] [--step 128] [--part PART]

The parts, most important first; each has a process and a file of results of its own:

    squares_nn, squares_nt, squares_tn, squares_tt, irregular, random, batched, sustained, accuracy
                  the named sets: what the library runs against cuBLAS, as sgemm bench --set does
    ladder        every rung, cuBLAS (default, pedantic, TF32) at 512 ... 8192
    document-000  the replays of the first document: its rule of two kernels against cuBLAS
    sweep         the best rungs of the documents over 1024 ... 12800, coarse to fine

Results are written task by task. The sweep gets what time the others leave, and ends in time for
them; since it goes from coarse to fine, it covers the whole range wherever it ends. Files that lie
in DIR already are gone on with: what they hold is not measured again. The exit status is 0 only if
every part ran and every contender was right.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sgemm.bench import campaign, results
from sgemm.bench.fixture import Fixture, default_rule, open_fixture
from sgemm.bench.measurement import Measurement
from sgemm.bench.set_runs import SetRun, set_run
from sgemm.bench.sets import MEASURABLE
from sgemm.bench.settings import Settings
from sgemm.bench.stopping import Document000, Precision
from sgemm.bench.task import Task, make_task
from sgemm.errors import SgemmError
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.probe import driver_status

REPOSITORY = Path(__file__).resolve().parent.parent
GRACE_SECONDS = 20.0
"""For the task that is under way when a part's time is over."""

LADDER_SIZES = (4096, 8192, 2048, 1024, 512, 1536)
SWEEP_FIRST, SWEEP_LAST = 1024, 12800
BEST = ("ptx_pipeline", "texture_loads", "async_copy", "two_kernel_rule")
DOCUMENT_SIZES = (2048, 4096, 1024, 8192, 12800)


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """Tasks that the same contenders take part in.

    Parameters
    ----------
    tasks : tuple of Task
    contenders : tuple of str
    settings : Settings
    set_name : str
        Of the named set that the tasks are; empty where they are none.
    """

    tasks: tuple[Task, ...]
    contenders: tuple[str, ...]
    settings: Settings
    set_name: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """A part of the round.

    Parameters
    ----------
    seconds : float
        That are set aside for it; 0 for the one that gets the rest.
    batches : callable
        (step of the sweep) -> what is measured.
    """

    seconds: float
    batches: Callable[[int], list[Batch]]


def ladder(step: int) -> list[Batch]:
    """Take every rung, and cuBLAS in each of its modes."""
    rule = Precision(10, 0.15, 0.005, time_limit=5.0, rounds=3, most_samples=500)
    contenders = ("cublas", "cublas-pedantic", "cublas-tf32", "two_kernel_rule", "ladder")
    settings = Settings(rule, warm_up_seconds=0.05)
    return [Batch((make_task((n, n, n)),), contenders, settings) for n in LADDER_SIZES]


def sweep(step: int) -> list[Batch]:
    """Take cuBLAS and the best rungs, from a coarse grid of sizes to the finest."""
    rule = Precision(6, 0.04, 0.01, time_limit=0.6, rounds=3, most_samples=200)
    settings = Settings(rule, warm_up_seconds=0.02)
    sizes = coarse_to_fine(range(SWEEP_FIRST, SWEEP_LAST + 1, step))
    tasks = tuple(make_task((n, n, n)) for n in sizes)
    return [Batch(tasks, ("cublas", *BEST), settings)]


def set_of_problems(name: str) -> Callable[[int], list[Batch]]:
    """Return what takes a named set: the library's choice of a kernel against cuBLAS."""

    def batches(step: int) -> list[Batch]:
        run = set_run(name)
        return [Batch(run.tasks, ("cublas", default_rule()), run.settings, name)]

    return batches


def document(step: int) -> list[Batch]:
    """Replay as the first document does, for its own kernels."""
    tasks = tuple(make_task((n, n, n)) for n in DOCUMENT_SIZES)
    settings = Settings(Document000(time_limit=5.0), warm_up_seconds=0.0)
    return [Batch(tasks, ("cublas", "two_kernel_rule"), settings)]


SET_SECONDS = {"squares_nn": 90.0, "random": 50.0, "batched": 20.0, "accuracy": 30.0}
"""Set aside for the sets that do not take the usual time."""

USUAL_SET_SECONDS = 40.0

PARTS = {
    **{
        name: Part(SET_SECONDS.get(name, USUAL_SET_SECONDS), set_of_problems(name))
        for name in MEASURABLE
    },
    "ladder": Part(130.0, ladder),
    "document-000": Part(35.0, document),
    "sweep": Part(0.0, sweep),
}


def coarse_to_fine(sizes: Sequence[int]) -> list[int]:
    """Order a grid so that every beginning of it covers the whole evenly.

    The first and the last come first, then what lies in the middle of two that were taken.
    """
    last = len(sizes) - 1
    order: dict[int, None] = {0: None, last: None}
    gap = max(1, last)
    while gap > 1 or len(order) < len(sizes):
        gap = max(1, gap // 2)
        order |= dict.fromkeys([*range(0, last + 1, gap)])
    return [sizes[index] for index in order]


def work(name: str, path: Path, seconds: float, step: int, commit: str) -> int:
    """Measure one part in this process; return an exit status."""
    until = time.monotonic() + seconds
    with open_fixture(CudaMachine()) as fixture:
        environment = fixture.environment()
        if commit:
            environment = dataclasses.replace(environment, commit=commit)
        with results.open_to_add(path, environment, "add") as file:
            done = file.measured()
            failures = sum(one.failure is not None for one in done)
            print(f"{name}: ready {seconds - (until - time.monotonic()):.1f} s after its start")
            for batch in PARTS[name].batches(step):
                failures += measure(fixture, batch, file, done, until)
    late = time.monotonic() >= until
    print(f"{name}: {failures} failures{', and its time was over' if late else ''}", flush=True)
    return 1 if failures else 0


def measure(
    fixture: Fixture,
    batch: Batch,
    file: results.ResultsFile,
    done: tuple[Measurement, ...],
    until: float,
) -> int:
    """Measure what a batch still lacks, and return how many contenders failed."""
    contenders = fixture.contenders(batch.contenders)
    run = SetRun(batch.set_name, batch.tasks, batch.settings)
    jobs = campaign.jobs_of(run, contenders, done, fixture)
    failures = 0
    running = campaign.run(fixture, jobs, batch.settings, file, until=until)
    begin = time.monotonic()
    for outcome in running:
        failures += len(outcome.failed)
        report(outcome, time.monotonic() - begin)
        begin = time.monotonic()
        if outcome.interrupted:
            raise KeyboardInterrupt
    return failures


def report(outcome: campaign.Outcome, seconds: float) -> None:
    """Print a line on a task: speeds in TFLOP/s, and what was wrong."""
    speeds = ", ".join(
        f"{one.kernel} {one.gflops / 1e3:.2f}"
        + (f" ({100 * one.baseline.ratio:.0f}%)" if one.baseline is not None else "")
        for one in outcome.measurements
        if one.gflops is not None
    )
    print(f"{outcome.task} [{seconds:.1f} s]: {speeds}", flush=True)
    for name, reason in outcome.failed:
        print(f"  FAILED {name}: {reason}"[:300], flush=True)
    for name, reason in outcome.refused:
        print(f"  not measured: {name}: {reason}"[:200], flush=True)


def run_part(name: str, arguments: argparse.Namespace, deadline: float) -> bool:
    """Run a part in a process of its own, and stop it if it does not end."""
    later = list(PARTS)[list(PARTS).index(name) + 1 :]
    reserved = sum(PARTS[part].seconds for part in later if part in arguments.part)
    left = deadline - time.monotonic() - GRACE_SECONDS
    seconds = PARTS[name].seconds or left - reserved
    seconds = min(seconds, left)
    if seconds <= 0.0:
        print(f"{name}: no time was left", flush=True)
        return False
    file = arguments.out / f"{name}.jsonl"
    command = [sys.executable, __file__, "--out", str(arguments.out), "--worker", name]
    command += ["--seconds", f"{seconds:.1f}", "--step", str(arguments.step)]
    command += ["--commit", arguments.commit] if arguments.commit else []
    begin = time.monotonic()
    try:
        status = subprocess.run(
            command, env=_environment(), timeout=seconds + GRACE_SECONDS, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        status = -1
    size = file.stat().st_size if file.exists() else 0
    spent = time.monotonic() - begin
    print(f"== {name}: status {status}, {spent:.0f} s, {size / 2**20:.2f} MiB", flush=True)
    return status == 0


def _environment() -> dict[str, str]:
    paths = [str(REPOSITORY / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--seconds", type=float, default=570.0, help="limit of the whole round")
    parser.add_argument("--step", type=int, default=128, help="of the sweep")
    parser.add_argument("--part", action="append", choices=PARTS, help="may be repeated")
    parser.add_argument("--commit", default="", help="where .git is not at hand")
    parser.add_argument("--worker", choices=PARTS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.step < 1:
        parser.error(f"--step {arguments.step}: at least 1 is needed")
    arguments.part = [part for part in PARTS if not arguments.part or part in arguments.part]
    return arguments


def main() -> int:
    """Run the parts that were asked for."""
    arguments = parse_arguments()
    if arguments.worker:
        file = arguments.out / f"{arguments.worker}.jsonl"
        try:
            return work(arguments.worker, file, arguments.seconds, arguments.step, arguments.commit)
        except SgemmError as error:
            print(f"gpu_bench: {arguments.worker}: {error}", file=sys.stderr)
            return 2
    status = driver_status()
    if not status.available:
        print(f"gpu_bench: no GPU: {status.reason}", file=sys.stderr)
        return 2
    deadline = time.monotonic() + arguments.seconds
    arguments.out.mkdir(parents=True, exist_ok=True)
    held = [run_part(name, arguments, deadline) for name in arguments.part]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
