"""What two measurements must have in common to be compared: all but the contender."""

from __future__ import annotations

import dataclasses
from typing import Any

from sgemm.bench.results import Measurement
from sgemm.problem import Problem
from sgemm.verify.check import DEFAULT_INPUT_CLASS

LAYOUTS = ("nn", "nt", "tn", "tt")
"""Which operand is stored transposed: A the first letter, B the second."""


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """What was computed, where, on which inputs and by which protocol.

    Parameters
    ----------
    problem : Problem
    layout : str
        One of :data:`LAYOUTS`.
    batch : int
        Products in one call.
    machine : str
        ``"cuda"`` or ``"cpu"``.
    protocol : str
        How it was timed.
    inputs : str
        Class of the inputs.
    """

    problem: Problem
    layout: str
    batch: int
    machine: str
    protocol: str
    inputs: str

    @classmethod
    def of(cls, measurement: Measurement) -> Setting:
        """Return the setting of a measurement; what it does not say has its usual value."""
        checked = measurement.verification
        return cls(
            problem=measurement.problem,
            layout=_said(measurement, "layout", "nn"),
            batch=_said(measurement, "batch", 1),
            machine=measurement.machine,
            protocol=measurement.protocol,
            inputs=checked.input_class if checked is not None else DEFAULT_INPUT_CLASS,
        )

    @property
    def flops(self) -> int:
        """Floating-point operations of one call."""
        return self.problem.flops * self.batch

    @property
    def shape(self) -> tuple[int, int, int]:
        """The sizes m, n and k."""
        return self.problem.m, self.problem.n, self.problem.k

    @property
    def is_square(self) -> bool:
        """Whether m = n = k."""
        return self.problem.m == self.problem.n == self.problem.k

    @property
    def is_plain(self) -> bool:
        """Whether alpha is 1, beta 0, rows lie close and the inputs are the usual ones."""
        problem = self.problem
        row_a = problem.m if self.layout[0] == "t" else problem.k
        row_b = problem.k if self.layout[1] == "t" else problem.n
        rows = (max(1, row_a), max(1, row_b), max(1, problem.n))
        return (
            (problem.alpha, problem.beta) == (1.0, 0.0)
            and (problem.lda, problem.ldb, problem.ldc) == rows
            and self.inputs == DEFAULT_INPUT_CLASS
        )

    @property
    def order(self) -> tuple[Any, ...]:
        """What to sort by: machine, protocol, layout, then size."""
        problem = self.problem
        place = (self.machine, self.protocol, self.inputs, self.layout, self.batch)
        return (*place, self.flops, *self.shape, str(problem))

    def __str__(self) -> str:
        parts = [str(self.problem)]
        if self.layout != "nn":
            parts.append(self.layout)
        if self.batch != 1:
            parts.append(f"batch {self.batch}")
        if self.inputs != DEFAULT_INPUT_CLASS:
            parts.append(self.inputs)
        return ", ".join(parts)


def _said(measurement: Measurement, name: str, usual: Any) -> Any:
    """Return a field of the measurement or of its problem; the usual value where neither has it."""
    for place in (measurement, measurement.problem):
        if hasattr(place, name):
            return getattr(place, name)
    return usual
