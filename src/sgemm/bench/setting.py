"""What two measurements must have in common to be compared: all but the contender."""

from __future__ import annotations

import dataclasses
from typing import Any

from sgemm.bench.measurement import Measurement
from sgemm.problem import Problem
from sgemm.verify.check import DEFAULT_INPUT_CLASS


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """What was computed, where, on which inputs and by which protocol.

    Parameters
    ----------
    problem : Problem
    layout : str
        One of :data:`sgemm.bench.measurement.LAYOUTS`.
    leading : tuple of int
        Leading dimensions of A, B and C as they are stored.
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
    leading: tuple[int, int, int]
    batch: int
    machine: str
    protocol: str
    inputs: str

    @classmethod
    def of(cls, measurement: Measurement) -> Setting:
        """Return the setting of a measurement; what it does not say has its usual value."""
        checked, problem = measurement.verification, measurement.problem
        return cls(
            problem=problem,
            layout=measurement.layout,
            leading=measurement.leading or (problem.lda, problem.ldb, problem.ldc),
            batch=getattr(measurement, "batch", 1),
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
    def is_tight(self) -> bool:
        """Whether the rows of all matrices lie close, as they are stored."""
        problem = self.problem
        row_a = problem.m if self.layout[0] == "t" else problem.k
        row_b = problem.k if self.layout[1] == "t" else problem.n
        return self.leading == (max(1, row_a), max(1, row_b), max(1, problem.n))

    @property
    def is_plain(self) -> bool:
        """Whether alpha is 1, beta 0, rows lie close and the inputs are the usual ones."""
        scalars = self.problem.alpha, self.problem.beta
        return scalars == (1.0, 0.0) and self.is_tight and self.inputs == DEFAULT_INPUT_CLASS

    @property
    def order(self) -> tuple[Any, ...]:
        """What to sort by: machine, protocol, layout, then size."""
        problem = self.problem
        place = (self.machine, self.protocol, self.inputs, self.layout, self.batch)
        return (*place, self.flops, *self.shape, str(problem), self.leading)

    def __str__(self) -> str:
        parts = [str(self.problem)]
        if self.layout != "nn":
            parts.append(self.layout)
            if not self.is_tight:
                parts.append("lda {}, ldb {}, ldc {}".format(*self.leading))
        if self.batch != 1:
            parts.append(f"batch {self.batch}")
        if self.inputs != DEFAULT_INPUT_CLASS:
            parts.append(self.inputs)
        return ", ".join(parts)
