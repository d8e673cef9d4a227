"""Checks in processes of their own.

A kernel that goes wrong takes its process's GPU context with it, and one that never ends takes the
process. So every check of a kernel runs in a worker, which prints one JSON object a line for each
thing that it checked; whatever befalls a worker becomes one more such record, a failed one.
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sgemm.bench.codec import encode

SCRIPTS = Path(__file__).resolve().parent.parent
REPOSITORY = SCRIPTS.parent
SHORTEST_RUN_SECONDS = 5.0
ERROR_CHARACTERS = 400

Record = dict[str, Any]
"""What was checked, with at least ``passed``, ``subject`` (a kernel, say) and ``reason``."""


@dataclasses.dataclass(frozen=True, slots=True)
class Task:
    """One worker to run."""

    subject: str  # what it checks, for the records
    command: tuple[str, ...]
    seconds: float  # how long it may take
    # (records, exit status, standard error) -> records; makes one of the exit status too
    judge: Callable[[list[Record], int, str], list[Record]]


def worker_command(check: str, subject: str, *options: str) -> tuple[str, ...]:
    """Return the command that runs one check in a process of its own."""
    return (sys.executable, "-m", "gpu_checks.worker", check, subject, *options)


def record(subject: str, passed: bool, reason: str, **details: Any) -> Record:
    """Make a record of something that was checked, fit for JSON."""
    values = {"passed": passed, "reason": reason, **details}
    return {"subject": subject, **{name: encode(value) for name, value in values.items()}}


def judge_exit(subject: str) -> Callable[[list[Record], int, str], list[Record]]:
    """Return a judge for which a worker must end well and have checked something."""

    def judge(records: list[Record], status: int, errors: str) -> list[Record]:
        if status != 0:
            reason = f"the worker ended with status {status}: {last_words(errors)}"
            return [*records, record(subject, False, reason)]
        if not records:
            return [record(subject, False, "the worker checked nothing")]
        return records

    return judge


def run_tasks(tasks: Sequence[Task], jobs: int, deadline: float) -> Iterator[list[Record]]:
    """Run workers, several at a time, until a deadline; yield the records of each as it ends."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        threads = max(1, (os.cpu_count() or 1) // jobs)
        running = [pool.submit(_run, task, deadline, threads) for task in tasks]
        for finished in concurrent.futures.as_completed(running):
            yield finished.result()


def run_limited(
    command: Sequence[str], seconds: float, threads: int | None = None
) -> tuple[int, str, str]:
    """Run a program with a time limit; at the limit it and its children are killed.

    NumPy's BLAS may use as many threads as given, or as it likes. The result is the exit status,
    negative for a signal, and what was printed on standard output and standard error.
    """
    process = subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env=_environment(threads),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        process_group=0,
    )
    try:
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        errors += f"\nstopped after {seconds:.0f} s"
    return process.returncode, output, errors


def last_words(errors: str) -> str:
    """Return the last line of what a program said, shortened: an exception's message, mostly."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    return lines[-1][-ERROR_CHARACTERS:] if lines else "it said nothing"


def _run(task: Task, deadline: float, threads: int) -> list[Record]:
    left = deadline - time.monotonic()
    if left < SHORTEST_RUN_SECONDS:
        return [record(task.subject, False, "not run: no time was left")]
    start = time.monotonic()
    try:
        status, output, errors = run_limited(task.command, min(task.seconds, left), threads)
        records = task.judge(list(_parse(output)), status, errors)
    except Exception as error:
        records = [record(task.subject, False, f"the worker could not be run: {error!r}")]
    return [{**entry, "worker_seconds": round(time.monotonic() - start, 2)} for entry in records]


def _parse(output: str) -> Iterator[Record]:
    """Pick the records out of a worker's output, to which libraries may have added."""
    for line in output.splitlines():
        if line.startswith("{"):
            try:
                yield json.loads(line)
            except ValueError:
                yield record("worker", False, f"it printed a damaged line: {line[:80]!r}")


def _environment(threads: int | None) -> dict[str, str]:
    paths = [str(REPOSITORY / "src"), str(SCRIPTS), os.environ.get("PYTHONPATH", "")]
    limit = {} if threads is None else {"OPENBLAS_NUM_THREADS": str(threads)}
    return {**os.environ, **limit, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
