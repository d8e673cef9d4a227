"""The ladder of ``sgemm ladder``: a table with its notes, records for programs, bars, a page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

from sgemm.bench.codec import encode
from sgemm.bench.environment import Environment
from sgemm.bench.ladder import LadderAtSize, Rung, speed
from sgemm.bench.measurement import Measurement, Samples
from sgemm.bench.rounds import Status
from sgemm.machines.interface import Machine
from sgemm.problem import Problem
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


def ladder_table(ladder: LadderAtSize) -> Table:
    """Return the table: the baseline as row 0, then a row for each rung."""
    records = [rung_record(rung) for rung in ladder.rungs]
    if (baseline := baseline_record(ladder)) is not None:
        one = None if baseline["seconds"] is None else 1.0
        outcome = "measured" if baseline["verified"] else "wrong"
        records.insert(0, baseline | {"number": 0, "outcome": outcome, "baseline_ratio": one})
    slowest = max((record["seconds"] or 0.0 for record in records), default=0.0)
    unit, factor = time_unit(slowest)
    scaling = ladder.scaling_threads
    return table_of(
        f"># | rung | verified | >rms | >max | >{unit} | >GFLOP/s | >ratio | "
        f"{f'>x{scaling} | ' if scaling else ''}>+-% | >regs | >shared | >flop/B",
        (_row(record, factor, scaling is not None) for record in records),
    )


def _row(record: dict[str, Any], factor: float, is_scaled: bool) -> tuple[str, ...]:
    """Write a record of a rung or of the baseline, which has fewer fields."""
    known = record.get
    seconds, ratio, spread = record["seconds"], record["baseline_ratio"], _spread(record)
    spilling = known("spill_stores") or known("spill_loads")
    return (
        text_of(record["number"]),
        record["name"],
        OUTCOMES.get(record["outcome"], ABSENT),
        significant(record["error_rms"]),
        significant(record["error_max"]),
        significant(None if seconds is None else seconds * factor),
        significant(record["gflops"]),
        ABSENT if ratio is None else f"{ratio:.3f}",
        *([significant(known("scaling"))] if is_scaled else []),
        ABSENT if spread is None else f"{spread:.1f}",
        f"{text_of(known('registers'))}{'!' if spilling else ''}",
        text_of(known("shared_bytes")),
        significant(known("intensity")),
    )


def _spread(record: dict[str, Any]) -> float | None:
    """Return half the distance between the quartiles of the times in per cent of the median."""
    seconds: float | None = record["seconds"]
    if not seconds:
        return seconds
    distance: float = record["seconds_upper_quartile"] - record["seconds_lower_quartile"]
    return 50.0 * distance / seconds


def notes(ladder: LadderAtSize) -> tuple[str, ...]:
    """Return what no cell of the table says: why a rung was not measured, what is not known."""
    found = []
    baseline = baseline_record(ladder)
    if baseline is not None and not baseline["verified"]:
        found.append(f"{baseline['name']} is wrong, and was not timed: {baseline['reason']}")
    words = {
        Status.WRONG: "{name} is wrong, and was not timed: {reason}",
        Status.REFUSED: "{reason}",
        Status.FAILED: "{name} could not be run: {reason}",
    }
    found += [
        words[rung.series.status].format(name=rung.kernel.name, reason=rung.series.reason)
        for rung in ladder.rungs
        if rung.series.status in words
    ]
    if any(rung.build is not None and rung.build.resources is None for rung in ladder.rungs):
        found.append(
            "registers and shared memory of the PTX rungs need ptxas, which is not installed"
        )
    if baseline is not None and (_spread(baseline) or 0.0) > DISTURBED_PERCENT:
        found.append(
            "the baseline's times spread widely: other work on this machine disturbs all times here"
        )
    if any(rung.samples is not None and not rung.samples.complete for rung in ladder.rungs):
        found.append("some rungs are so slow here that the time limit ended their sampling early")
    return tuple(found)


def rung_record(rung: Rung) -> dict[str, Any]:
    """Return a rung as a record for programs; what is not known is null."""
    made, kernel, beside = rung.build, rung.kernel, rung.baseline
    resources = made.resources if made is not None else None
    verdict = rung.series.verdict
    error = verdict.error if verdict is not None else None
    ratios = beside and [each if math.isfinite(each) else None for each in beside.round_ratios]
    return {
        "number": kernel.number,
        "name": kernel.name,
        "size": _size_record(rung.problem),
        "outcome": rung.series.status.value,
        "verified": rung.verified,
        "reason": rung.series.reason or None,
        "error_rms": error and error.rms,
        "error_max": error and error.maximum,
        "error_mean": error and error.mean,
        **_samples_record(rung.samples),
        "gflops": rung.gflops,
        "baseline_ratio": rung.ratio,
        "baseline_round_ratios": ratios,
        "scaling": rung.scaling,
        "registers": resources and resources.registers,
        "spill_stores": resources and resources.spill_stores,
        "spill_loads": resources and resources.spill_loads,
        "shared_bytes": rung.shared_bytes,
        "intensity": kernel.tile.intensity,
        "tile": encode(kernel.tile),
        "threads": kernel.tile.threads,
        "lanes": rung.lanes,
        "compiler": made and made.compiler,
    }


def baseline_record(ladder: LadderAtSize) -> dict[str, Any] | None:
    """Return the baseline as a record for programs; None where there is none."""
    row, samples = ladder.row0, ladder.baseline_samples
    if row is None or row.verdict is None:
        return None
    return {
        "name": row.contender.name,
        "description": row.contender.description,
        "size": _size_record(ladder.problem),
        "threads": row.contender.threads,
        "verified": row.verdict.passed,
        "reason": None if row.verdict.passed else row.verdict.reason,
        "error_rms": row.verdict.error.rms,
        "error_max": row.verdict.error.maximum,
        **_samples_record(samples),
        "gflops": speed(ladder.problem, samples),
    }


def _size_record(problem: Problem) -> dict[str, int]:
    return {"m": problem.m, "n": problem.n, "k": problem.k}


def _samples_record(samples: Samples | None) -> dict[str, Any]:
    lower, upper = samples.quartiles if samples else (None, None)
    return {
        "seconds": samples and samples.median,
        "seconds_lower_quartile": lower,
        "seconds_upper_quartile": upper,
        "samples": samples.count if samples else 0,
    }


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

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """What goes into a file of results: baseline and rungs of each size."""
        return tuple(line for ladder in self.ladders for line in ladder.measurements)

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
            "sizes": [_size_record(ladder.problem) for ladder in self.ladders],
            "protocol": self.ladders[0].protocol,
            "baselines": [baseline_record(ladder) for ladder in self.ladders],
            "rungs": [rung_record(rung) for ladder in self.ladders for rung in ladder.rungs],
            "notes": [note for ladder in self.ladders for note in notes(ladder)],
            "environment": encode(self.environment),
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
            parts.append(f"## {ladder.title}\n")
            parts.append(f"{ladder.heading}\n")
            parts.append(ladder_table(ladder).to_markdown())
            parts += [f"- {note}\n" for note in notes(ladder)]
            if ladder.problem in pictures:
                parts.append(f"![Speed of each rung]({pictures[ladder.problem]})\n")
        parts.append("".join(f"- {line}\n" for line in LEGEND))
        return "\n".join(parts).encode()
