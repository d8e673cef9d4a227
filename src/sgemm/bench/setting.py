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
    machine : str
        ``"cuda"`` or ``"cpu"``.
    protocol : str
        How it was timed.
    inputs : str
        Class of the inputs.
    """

    problem: Problem
    machine: str
    protocol: str
    inputs: str

    @classmethod
    def of(cls, measurement: Measurement) -> Setting:
        """Return the setting of a measurement; what it does not say has its usual value."""
        checked = measurement.verification
        return cls(
            problem=measurement.problem,
            machine=measurement.machine,
            protocol=measurement.protocol,
            inputs=checked.input_class if checked is not None else DEFAULT_INPUT_CLASS,
        )

    @property
    def layout(self) -> str:
        """How A and B are stored: ``"nn"``, ``"nt"``, ``"tn"`` or ``"tt"``."""
        return self.problem.layout

    @property
    def leading(self) -> tuple[int, int, int]:
        """Leading dimensions of A, B and C as they are stored."""
        return self.problem.lda, self.problem.ldb, self.problem.ldc

    @property
    def batch(self) -> int:
        """Products in one call."""
        return self.problem.batch

    @property
    def flops(self) -> int:
        """Floating-point operations of one call."""
        return self.problem.flops

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
        """Whether the rows of all matrices, and the matrices of a batch, lie close as stored."""
        problem = self.problem
        tight = Problem(
            problem.m,
            problem.n,
            problem.k,
            problem.alpha,
            problem.beta,
            trans_a=problem.trans_a,
            trans_b=problem.trans_b,
            batch=problem.batch,
        )
        return problem == tight

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
        if self.inputs != DEFAULT_INPUT_CLASS:
            parts.append(self.inputs)
        return ", ".join(parts)
