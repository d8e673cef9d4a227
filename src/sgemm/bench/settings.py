"""How every task of a benchmark is measured, and what its protocol is called."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from sgemm.bench.stopping import StoppingRule
from sgemm.bench.sustain import SUSTAINED, steady_seconds


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """How every task is measured.

    Parameters
    ----------
    seed : int
        Of the inputs; those of the second check have the next one.
    warm_up_seconds : float
        Of each contender.
    sustain_seconds : float or None
        How long each contender runs without a pause, instead of being sampled in turns.
    """

    rule: StoppingRule
    seed: int = 0
    warm_up_seconds: float = 0.1
    sustain_seconds: float | None = None

    def label(self, sampling: str) -> str:
        """Name the protocol: how samples are taken, and by which rule they stop."""
        if self.sustain_seconds is not None:
            return SUSTAINED
        return f"{self.rule.label}, {sampling}" if self.rule.label else sampling

    @property
    def words(self) -> str:
        """When sampling stops, in words."""
        if self.sustain_seconds is not None:
            return f"{self.sustain_seconds:g} s without a pause; mean of the second half"
        return str(self.rule)

    def figure(self, seconds: Sequence[float]) -> float | None:
        """Return the time that stands for samples, where that is not their median."""
        if self.sustain_seconds is not None:
            return steady_seconds(seconds)
        return self.rule.figure(seconds)
