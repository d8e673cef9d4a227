"""Which pairs of alpha and beta a sum is prepared for, where they change.

A launch is prepared for its scalars, and to plan and prepare one takes as long as many calls of a
small product. So a sum whose scalars change with each call, as by a schedule, is left to PyTorch.
"""

from __future__ import annotations

PAIRS = 4
"""So many pairs are prepared of each kind of call."""

REPEATED = 256
"""Another pair is prepared once it has come so many times with no other such pair in between.

So it does at a new step of a schedule. What preparing takes is small beside what so many calls do.
"""


class Scalars:
    """Of calls that differ in alpha and beta alone: the pairs that were prepared."""

    def __init__(self) -> None:
        self.pairs: set[tuple[object, object]] = set()
        self._last: tuple[object, object] | None = None
        self._repeats = 0

    def admit(self, alpha: object, beta: object) -> bool:
        """Tell whether a call with a pair is worth preparing, which may have been, and is gone."""
        if len(self.pairs) < PAIRS or (alpha, beta) in self.pairs:
            return True
        # Threads that come between only count wrong by a few.
        self._repeats = self._repeats + 1 if self._last == (alpha, beta) else 1
        self._last = alpha, beta
        return self._repeats >= REPEATED
