"""NVIDIA's compute-sanitizer over every rung: stray memory accesses, and races in shared memory.

A clean report means something only from a tool that is seen to catch a fault, and a report only
from one that is seen to pass what is right: so each tool is also given small kernels of either
kind. A process checks a rung in one layout, tile by tile.

Of rings of stages, which some warps fill for others, racecheck does not follow two things. It takes
an arrival at a barrier for the arriving thread alone (:mod:`gpu_checks.lanes`); and it sees only
barriers that a cubin lists (:mod:`gpu_checks.barrier_notes`). Both are shown in every round, by
rings without a fault that it has to report. So it is given kernels with a ring in the form that it
follows, loop in machine code and all. It has to find nothing in them, and in a small ring of the
same form it has to find the fault. Bulk copies it does not follow at all.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from gpu_checks.barrier_notes import with_notes_of_copies
from gpu_checks.cases import legal, sanitizer_problems
from gpu_checks.lanes import has_ring, released_by_each_lane
from gpu_checks.subjects import kernels_of
from gpu_checks.workers import (
    ERROR_CHARACTERS,
    Record,
    Task,
    last_words,
    record,
    worker_command,
)
from sgemm.errors import MachineError, MissingToolError
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.tile import Tile
from sgemm.machines.call import multiply
from sgemm.machines.cuda import CudaMachine
from sgemm.toolchain.build import Build
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands

PROGRAM = "compute-sanitizer"
USUAL_PLACES = ("/usr/local/cuda/bin", "/opt/nvidia/compute-sanitizer")
TASK_SECONDS = 120.0
FOUND_STATUS = 86
"""Exit status that the sanitizer is asked for where it reports anything."""

FAULTS = {"memcheck": ("out_of_bounds",), "racecheck": ("shared_race", "ring_released_early")}
"""The kernels with a planted fault for each tool."""

RING = "ring_of_copies"
"""A ring without a fault in which racecheck has to find none."""

RELEASED_BY_ONE = "ring_released_by_one"
"""A ring without a fault that racecheck reports all the same, as it does the rungs with a ring."""

CONTROLS = (*FAULTS["memcheck"], *FAULTS["racecheck"], RING, RELEASED_BY_ONE)

UNLISTED = "stream_k_cp_async"
"""The rung that racecheck reports where the barriers of its loop in machine code are not listed."""

SHIPPED, FOLLOWED, NOT_LISTED = "as shipped", "each lane releases", "each lane releases, not listed"
"""The forms in which a kernel is checked."""

SUMMARY = re.compile(
    r"(?:ERROR|RACECHECK) SUMMARY: (\d+) (?:errors?|hazards? displayed \((\d+) errors?, (\d+) warn)"
)


def control(name: str) -> Kernel:
    """Return one of the kernels that show what a sanitizer finds."""
    return Kernel(
        name=name,
        idea="a control for a sanitizer",
        document="",
        tile=Tile(bm=8, bn=8, bk=1),
        source=Path(__file__).parent / "controls" / f"{name}.cu",
        architecture=90 if "ring" in name else 75,
    )


def tasks(subjects: list[str], folder: Path) -> list[Task]:
    """Make the tasks: both tools over every kernel, and each over its controls."""
    program = _find_program()
    made = []

    def add(name: str, tool: str, form: str = SHIPPED, expected: str = "") -> None:
        report = Path(tempfile.mkstemp(prefix=f"{tool}-", dir=folder)[1])
        # Drivers are asked things that they may refuse; only kernels are judged here.
        options = ("--report-api-errors", "no") if tool == "memcheck" else ()
        command = (
            program,
            *("--tool", tool, "--print-limit", "5", "--log-file", str(report)),
            *("--error-exitcode", str(FOUND_STATUS)),
            *options,
            *worker_command("sanitizer", name, f"--option=form={form}"),
        )
        made.append(Task(name, command, TASK_SECONDS, _judge(name, tool, report, expected, form)))

    for tool, names in FAULTS.items():
        for name in names:
            add(name, tool, expected="the planted fault")
    add(RING, "racecheck")
    add(RELEASED_BY_ONE, "racecheck", expected="a ring that one lane of a warp releases")
    add(UNLISTED, "racecheck", NOT_LISTED, expected="a loop whose barriers are not listed")
    # What memcheck's workers have built, racecheck's find built.
    for tool in FAULTS:
        for name in subjects:
            is_changed = tool == "racecheck" and has_ring(kernels_of(name)[0])
            add(name, tool, FOLLOWED if is_changed else SHIPPED)
    return made


def check(subject: str, quick: bool, form: str = SHIPPED) -> Iterator[Record]:
    """Run kernels, or a control, on small ragged problems; this is what a sanitizer watches."""
    machine = CudaMachine()
    faulty = any(subject in names for names in FAULTS.values())
    for kernel in (control(subject),) if subject in CONTROLS else kernels_of(subject):
        loaded = machine.load(built(kernel, machine.architecture, form))
        for problem in sanitizer_problems(kernel):
            problem = legal(kernel, problem)
            operands = make_operands(problem, "uniform_signed", 0)
            details = {"problem": str(problem), "tile": str(kernel.tile)}
            # Exact sizes, without a guard after C: the sanitizer knows where memory ends.
            try:
                multiply(machine, loaded, problem, operands.a, operands.b, np.copy(operands.c))
            except MachineError as error:
                yield record(subject, faulty, f"{kernel.tile}: {error}", **details)
                return  # the GPU context of this process is lost
            yield record(subject, True, "ran", **details)


def built(kernel: Kernel, architecture: int, form: str) -> Build:
    """Build a kernel in the form in which it is checked."""
    if form == SHIPPED:
        return build(kernel, architecture)
    with tempfile.TemporaryDirectory() as folder:
        made = build(released_by_each_lane(kernel, Path(folder)), architecture)
    if form == NOT_LISTED or made.cubin is None:
        return made
    return made._replace(cubin=with_notes_of_copies(made.cubin, made.entry))


def _judge(
    subject: str, tool: str, report: Path, expected: str, form: str = SHIPPED
) -> Callable[[list[Record], int, str], list[Record]]:
    """Return a judge that reads the tool's own summary: one record for a task.

    What is expected to be reported is given in words; it is empty where nothing is.
    """

    def judge(records: list[Record], status: int, errors: str) -> list[Record]:
        text = report.read_text(errors="replace")
        found = _count_reports(text)
        details = {"tool": tool, "form": form, "reports": found, "expected": bool(expected)}
        if found is None:
            reason = f"{tool} gave no summary (status {status}): {last_words(text + errors)}"
            return [record(subject, False, reason, **details)]
        if expected:
            reason = f"{tool} reported {expected} {found} times"
            return [record(subject, found > 0, reason, **details)]
        if found:
            return [record(subject, False, f"{tool}: {_first_report(text)}", **details)]
        failed = [entry["reason"] for entry in records if not entry["passed"]]
        if status != 0 or failed or not records:
            reason = "; ".join(failed) or f"status {status}: {last_words(errors)}"
            return [record(subject, False, f"under {tool}: {reason}", **details)]
        tiles = len({entry["tile"] for entry in records if "tile" in entry})
        details |= {"problems": len(records), "tiles": tiles}
        return [record(subject, True, f"{tool} is clean", **details)]

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
