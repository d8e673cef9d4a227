"""What the judge found: the words of every block of ``bench_judge.cu``, combined."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NAMES = (
    "unwritten",
    "not_finite",
    "outside",
    "inexact",
    "judged",
    "first_unwritten",
    "first_not_finite",
    "first_outside",
    "first_inexact",
    "largest",
    "sum",
    "squares",
)
"""The words of a block, in their order."""

NOWHERE = np.uint64(2**64 - 1)
"""A first place where there is none."""


def empty_words(blocks: int) -> NDArray[np.uint64]:
    """Return the words of so many blocks before anything was judged."""
    words = np.zeros((blocks, len(NAMES)), dtype=np.uint64)
    for index, name in enumerate(NAMES):
        if name.startswith("first_"):
            words[:, index] = NOWHERE
    return words


class Report:
    """The words of all blocks together.

    Parameters
    ----------
    words : ndarray of uint64
        A row for each block.
    kept : ndarray of float32
        Magnitudes of some errors, NaN where none was.
    """

    def __init__(self, words: NDArray[np.uint64], kept: NDArray[np.float32]) -> None:
        self._words = words
        self._kept = kept[~np.isnan(kept)]

    def count(self, name: str) -> int:
        """Return how often something was found."""
        return int(self._column(name).sum())

    def first(self, name: str) -> int:
        """Return the place where something was found first."""
        return int(self._column(f"first_{name}").min())

    def total(self, name: str) -> float:
        """Return a sum."""
        return float(np.ascontiguousarray(self._column(name)).view(np.float64).sum())

    @property
    def largest(self) -> tuple[float, int]:
        """The largest error, and its place."""
        word = int(self._column("largest").max())
        bits = np.array([word >> 32], dtype=np.uint32)
        return float(bits.view(np.float32)[0]), ~word & 0xFFFFFFFF

    def percentile(self, part: float) -> float:
        """Return a percentile of the magnitudes that were kept; 0 where none was."""
        return float(np.percentile(self._kept, part)) if self._kept.size else 0.0

    def _column(self, name: str) -> NDArray[np.uint64]:
        return self._words[:, NAMES.index(name)]
