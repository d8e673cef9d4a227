"""NVIDIA's compute-sanitizer over every rung: stray memory accesses, and races in shared memory.

A clean report means something only from a tool that is seen to catch a fault: so each tool is also
given a small kernel with a planted one, and must report it.

And a report means something only from a tool that is seen to pass what is right. racecheck reports
the rings of stages that some warps fill by asynchronous copies for others, from the second time
round on; it is known not to follow such barriers from one round of a loop to the next. Whether
that is what it reports, a small ring without a fault tells in every round, which it must report
too. In kernels with such rings it then judges everything but copies; that those wait for their
readers, the executor's checked mode and the comparison of all bits have to show. Where it passes
the small ring, the round fails: then it can judge copies.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from gpu_checks.cases import legal, sanitizer_problems
from gpu_checks.subjects import kernel_of
from gpu_checks.workers import (
    ERROR_CHARACTERS,
    Record,
    Task,
    last_words,
    record,
    worker_command,
)
from sgemm.errors import MachineError, MissingToolError
from sgemm.kernels.kernel import Kernel, Tile
from sgemm.kernels.streaming import streamed_grid
from sgemm.machines.call import multiply
from sgemm.machines.cuda import CudaMachine
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands

PROGRAM = "compute-sanitizer"
USUAL_PLACES = ("/usr/local/cuda/bin", "/opt/nvidia/compute-sanitizer")
TASK_SECONDS = 120.0
FOUND_STATUS = 86
"""Exit status that the sanitizer is asked for where it reports anything."""

FAULTS = {"memcheck": "out_of_bounds", "racecheck": "shared_race"}
"""The kernel with a planted fault for each tool."""

RING = "ring_of_copies"
"""The ring without a fault that racecheck reports all the same."""

WITHOUT_COPIES = ("--racecheck-memcpy-async", "no")
"""Options of racecheck with which it passes over asynchronous copies."""

SUMMARY = re.compile(
    r"(?:ERROR|RACECHECK) SUMMARY: (\d+) (?:errors?|hazards? displayed \((\d+) errors?, (\d+) warn)"
)


def control(name: str) -> Kernel:
    """Return one of the kernels that show what a sanitizer finds."""
    return Kernel(
        name=name,
        number=None,
        idea="a control for a sanitizer",
        document="",
        tile=Tile(bm=8, bn=8, bk=1),
        source=Path(__file__).parent / "controls" / f"{name}.cu",
        block=(64, 1, 1),
        architecture=80 if name == RING else 75,
    )


def fills_ring_by_copies(kernel: Kernel) -> bool:
    """Tell whether some warps of a kernel fill stages for others."""
    return kernel.grid is streamed_grid


def tasks(kernels: list[str], folder: Path) -> list[Task]:
    """Make the tasks: both tools over every kernel, and each over its controls.

    Parameters
    ----------
    kernels : list of str
        Names.
    folder : Path
        Where the tools may leave their reports; small and temporary.

    Raises
    ------
    MissingToolError
        If compute-sanitizer is not installed.
    """
    program = _find_program()
    made = []

    def add(name: str, tool: str, *options: str, expect_report: bool = False) -> None:
        report = Path(tempfile.mkstemp(prefix=f"{tool}-{name}-", dir=folder)[1])
        command = (
            program,
            *("--tool", tool, "--print-limit", "5", "--log-file", str(report)),
            *("--error-exitcode", str(FOUND_STATUS)),
            *options,
            *worker_command("sanitizer", name),
        )
        judged = f"{tool} without copies" if options == WITHOUT_COPIES else tool
        made.append(Task(name, command, TASK_SECONDS, _judge(name, judged, report, expect_report)))

    # Drivers are asked things that they may refuse; only kernels are judged here.
    kernels_alone = ("--report-api-errors", "no")
    add(FAULTS["memcheck"], "memcheck", *kernels_alone, expect_report=True)
    for options in ((), WITHOUT_COPIES):
        add(FAULTS["racecheck"], "racecheck", *options, expect_report=True)
        add(RING, "racecheck", *options, expect_report=not options)
    for name in kernels:
        add(name, "memcheck", *kernels_alone)
        add(name, "racecheck", *(WITHOUT_COPIES if fills_ring_by_copies(kernel_of(name)) else ()))
    return made


def check(subject: str, quick: bool) -> Iterator[Record]:
    """Run one kernel on small ragged problems; this is what a sanitizer watches.

    Parameters
    ----------
    subject : str
        Name of a rung, or of a control.
    quick : bool
        Without effect: all problems are small.

    Yields
    ------
    Record
    """
    machine = CudaMachine()
    faulty = subject in FAULTS.values()
    kernel = control(subject) if faulty or subject == RING else kernel_of(subject)
    loaded = machine.load(build(kernel, machine.architecture))
    for problem in sanitizer_problems(kernel):
        problem = legal(kernel, problem)
        operands = make_operands(problem, "uniform_signed", 0)
        # Exact sizes, without a guard behind C: the sanitizer knows where memory ends.
        try:
            multiply(machine, loaded, problem, operands.a, operands.b, np.copy(operands.c))
        except MachineError as error:
            yield record(subject, faulty, f"{error}", problem=str(problem))
            return  # the GPU context of this process is lost
        yield record(subject, True, "ran", problem=str(problem))


def _judge(
    subject: str, tool: str, report: Path, expect_report: bool
) -> Callable[[list[Record], int, str], list[Record]]:
    """Return a judge that reads the tool's own summary: one record for a kernel and a tool."""

    def judge(records: list[Record], status: int, errors: str) -> list[Record]:
        text = report.read_text(errors="replace")
        found = _count_reports(text)
        details = {"tool": tool, "reports": found, "expected": expect_report}
        if found is None:
            reason = f"{tool} gave no summary (status {status}): {last_words(text + errors)}"
            return [record(subject, False, reason, **details)]
        if expect_report:
            what = "a ring that is right" if subject == RING else "the planted fault"
            reason = f"{tool} reported {what} {found} times"
            return [record(subject, found > 0, reason, **details)]
        if found:
            return [record(subject, False, f"{tool}: {_first_report(text)}", **details)]
        failed = [entry["reason"] for entry in records if not entry["passed"]]
        if status != 0 or failed or not records:
            reason = "; ".join(failed) or f"status {status}: {last_words(errors)}"
            return [record(subject, False, f"under {tool}: {reason}", **details)]
        return [record(subject, True, f"{tool} is clean", problems=len(records), **details)]

    return judge


def _count_reports(text: str) -> int | None:
    """Return the number of errors and warnings, or None where there is no summary."""
    summaries = list(SUMMARY.finditer(text))
    if not summaries:
        return None
    return sum(int(count) for summary in summaries for count in summary.groups() if count)


def _first_report(text: str) -> str:
    """Return the first lines of a report, without the tool's frame."""
    lines = [line.lstrip("= ").strip() for line in text.splitlines()]
    wanted = [line for line in lines if line and not line.startswith("COMPUTE-SANITIZER")]
    return " | ".join(wanted)[:ERROR_CHARACTERS]


def _find_program() -> str:
    for folder in (None, *USUAL_PLACES):
        program = shutil.which(PROGRAM, path=folder)
        if program:
            return program
    raise MissingToolError(f"{PROGRAM} is not installed (it comes with the CUDA toolkit)")
