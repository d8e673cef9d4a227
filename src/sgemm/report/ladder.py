"""The ladder of ``sgemm ladder``: a table with its notes, a document for programs, a page."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from sgemm.bench.environment import Environment
from sgemm.bench.ladder import LadderAtSize, Rung, size_of
from sgemm.machines.interface import Machine
from sgemm.problem import Problem
from sgemm.report.speeds import title_of
from sgemm.report.tables import ABSENT, Table, significant, table_of, text_of, time_unit

LEGEND = (
    "verified: within the error bound of the double-precision result; wrong rungs are not timed",
    "rms, max: error in units of 2^-24 * (|A||B|)",
    "ratio: speed as a multiple of the baseline's, from medians of interleaved rounds",
    "xN: how many times faster N threads of this CPU are than one",
    "+-%: half the distance between the quartiles of the times, in per cent of their median",
    "regs, shared: registers of a thread; bytes of shared memory of a block",
    "flop/B: operations for each byte that a block reads from global memory, by its tile's sizes",
)
"""What the columns mean."""

DISTURBED_PERCENT = 15.0
"""A baseline whose times spread more than this was disturbed: by itself it repeats within a few."""

OUTCOMES = {"measured": "yes", "wrong": "NO", "failed": "FAILED"}

NOTES = {
    "wrong": "{name} is wrong, and was not timed: {reason}",
    "refused": "{reason}",
    "failed": "{name} could not be run: {reason}",
}
"""What is said of rungs that were not measured, by outcome."""


def ladder_table(ladder: LadderAtSize) -> Table:
    """Return the table: the baseline as row 0, then a row for each rung."""
    rungs = [each for each in (ladder.baseline, *ladder.rungs) if each is not None]
    unit, factor = time_unit(max((rung.seconds or 0.0 for rung in rungs), default=0.0))
    scaling = ladder.scaling_threads
    return table_of(
        f"# | rung | verified | >rms | >max | >{unit} | >GFLOP/s | >ratio | "
        f"{f'>x{scaling} | ' if scaling else ''}>+-% | >regs | >shared | >flop/B",
        (_row(rung, factor, scaling is not None) for rung in rungs),
    )


def _row(rung: Rung, factor: float, is_scaled: bool) -> tuple[str, ...]:
    seconds, ratio, spread = rung.seconds, rung.baseline_ratio, _spread(rung)
    return (
        text_of(rung.number),
        rung.name,
        OUTCOMES.get(rung.outcome, ABSENT),
        significant(rung.error_rms),
        significant(rung.error_max),
        significant(None if seconds is None else seconds * factor),
        significant(rung.gflops),
        ABSENT if ratio is None else f"{ratio:.3f}",
        *([significant(rung.scaling)] if is_scaled else []),
        ABSENT if spread is None else f"{spread:.1f}",
        f"{text_of(rung.registers)}{'!' if rung.spill_stores or rung.spill_loads else ''}",
        text_of(rung.shared_bytes),
        significant(rung.intensity),
    )


def _spread(rung: Rung) -> float | None:
    """Return half the distance between the quartiles of the times in per cent of the median."""
    lower, upper = rung.seconds_lower_quartile, rung.seconds_upper_quartile
    if lower is None or upper is None or not rung.seconds:
        return rung.seconds
    return 50.0 * (upper - lower) / rung.seconds


def notes(ladder: LadderAtSize) -> tuple[str, ...]:
    """Return what no cell of the table says: why a rung was not measured, what is not known."""
    baseline = ladder.baseline
    found = [
        NOTES[rung.outcome].format(name=rung.name, reason=rung.reason)
        for rung in (baseline, *ladder.rungs)
        if rung is not None and rung.outcome in NOTES
    ]
    if any(rung.compiler is not None and rung.registers is None for rung in ladder.rungs):
        found.append(
            "registers and shared memory of the PTX rungs need ptxas, which is not installed"
        )
    if baseline is not None and (_spread(baseline) or 0.0) > DISTURBED_PERCENT:
        found.append(
            "the baseline's times spread widely: other work on this machine disturbs all times here"
        )
    if not all(rung.complete for rung in ladder.rungs):
        found.append("some rungs are so slow here that the time limit ended their sampling early")
    return tuple(found)


@dataclasses.dataclass(frozen=True, slots=True)
class LadderReport:
    """What a whole run of the ladder found, at each size."""

    machine: Machine
    notice: str  # what a reader must know to read the times right; empty on a GPU
    environment: Environment
    ladders: tuple[LadderAtSize, ...]

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked was right."""
        return all(ladder.holds for ladder in self.ladders)

    def document(self) -> dict[str, Any]:
        """Return the report for programs."""
        return {
            "command": "ladder",
            "holds": self.holds,
            "machine": {
                "name": self.machine.name,
                "description": self.machine.description,
                "architecture": self.machine.architecture,
                "threads": getattr(self.machine, "threads", None),
            },
            "notice": self.notice or None,
            "sizes": [size_of(ladder.problem) for ladder in self.ladders],
            "protocol": self.ladders[0].protocol,
            "baselines": [ladder.baseline for ladder in self.ladders],
            "rungs": [rung for ladder in self.ladders for rung in ladder.rungs],
            "notes": [note for ladder in self.ladders for note in notes(ladder)],
            "environment": self.environment,
        }

    @property
    def times(self) -> str:
        """What times are of, in a few words."""
        where = self.machine.description
        return f"{where}; times are this CPU's" if self.notice else where

    def page(self, pictures: Mapping[Problem, str]) -> bytes:
        """Return the report in Markdown, with the file of each plot that was drawn."""
        parts = ["# The ladder\n", f"{self.machine.description}.\n"]
        if self.notice:
            parts.append(f"**{self.notice}**\n")
        for ladder in self.ladders:
            parts.append(f"## {title_of(ladder.problem)}\n")
            parts.append(f"{ladder.heading}\n")
            parts.append(ladder_table(ladder).to_markdown())
            parts += [f"- {note}\n" for note in notes(ladder)]
            if ladder.problem in pictures:
                parts.append(f"![Speed of each rung]({pictures[ladder.problem]})\n")
        parts.append("".join(f"- {line}\n" for line in LEGEND))
        return "\n".join(parts).encode()
