"""Who loads what where a problem ends within a tile: the same drawing, of a smaller problem."""

from __future__ import annotations

from sgemm.report.drawings.loads import draw, summary

TITLE = "At the edge of a matrix"

WORDS = (
    "Who loads what where a problem ends within a tile. What lies beyond its last row, or its last "
    "step of k, must not count. A kernel may test before it reads, or read a row that is there "
    "once more, and not store what comes of it. Or it may read on, where it gets zeros for what is "
    "outside. The frame, where there is one, is the matrix; a few rows of what is outside are "
    "drawn."
)

__all__ = ["TITLE", "WORDS", "draw", "summary"]
