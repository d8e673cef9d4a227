"""The report of ``sgemm ladder``: all sizes together, as a page, a document and results."""

from __future__ import annotations

import dataclasses
from typing import Any

from sgemm.bench import results
from sgemm.bench.codec import encode
from sgemm.bench.environment import Environment
from sgemm.bench.ladder import LadderAtSize
from sgemm.machines.interface import Machine
from sgemm.report.ladder import (
    LEGEND,
    baseline_record,
    ladder_bars,
    ladder_table,
    notes,
    rung_record,
    size_record,
)
from sgemm.report.svg import drawing_file

SCHEMA = 1
"""Version of the document that ``sgemm ladder --json`` prints."""


@dataclasses.dataclass(frozen=True, slots=True)
class LadderReport:
    """What a whole run of the ladder found.

    Parameters
    ----------
    notice : str
        What a reader must know to read the times right; empty on a GPU.
    ladders : tuple of LadderAtSize
        One for each size.
    """

    machine: Machine
    notice: str
    environment: Environment
    ladders: tuple[LadderAtSize, ...]

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked was right."""
        return all(ladder.holds for ladder in self.ladders)

    def measurements(self) -> tuple[results.Measurement, ...]:
        """Return what goes into a file of results: baseline and rungs of each size."""
        return tuple(line for ladder in self.ladders for line in ladder.measurements)

    def document(self) -> dict[str, Any]:
        """Return the report for programs."""
        return {
            "schema": SCHEMA,
            "command": "ladder",
            "holds": self.holds,
            "machine": {
                "name": self.machine.name,
                "description": self.machine.description,
                "architecture": self.machine.architecture,
                "threads": getattr(self.machine, "threads", None),
            },
            "notice": self.notice or None,
            "sizes": [size_record(ladder.problem) for ladder in self.ladders],
            "protocol": self.ladders[0].protocol,
            "baselines": [baseline_record(ladder) for ladder in self.ladders],
            "rungs": [rung_record(rung) for ladder in self.ladders for rung in ladder.rungs],
            "notes": [note for ladder in self.ladders for note in notes(ladder)],
            "environment": encode(self.environment),
        }

    def markdown(self, pictures: dict[str, str]) -> str:
        """Return the report as a page.

        Parameters
        ----------
        pictures : dict of str to str
            File of the plot of each size, by the size's title; sizes without one are left out.
        """
        parts = ["# The ladder\n", f"{self.machine.description}.\n"]
        if self.notice:
            parts.append(f"**{self.notice}**\n")
        for ladder in self.ladders:
            parts.append(f"## {ladder.title}\n")
            parts.append(f"{ladder.heading}\n")
            parts.append(ladder_table(ladder).to_markdown())
            parts += [f"- {note}\n" for note in notes(ladder)]
            if ladder.title in pictures:
                parts.append(f"![GFLOP/s of each rung]({pictures[ladder.title]})\n")
        parts.append("".join(f"- {line}\n" for line in LEGEND))
        return "\n".join(parts)

    def plots(self) -> dict[str, bytes]:
        """Draw the plot of each size, as SVG, by the size's title."""
        where = self.machine.description
        subtitle = f"{where}; times are this CPU's" if self.notice else where
        return {
            ladder.title: drawing_file(
                ladder_bars(ladder, f"The ladder at {ladder.title}", subtitle)
            )
            for ladder in self.ladders
        }
