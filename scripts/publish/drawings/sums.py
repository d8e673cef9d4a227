"""How many products are added up together, step by step."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from publish.drawings.canvas import LEFT, WIDTH, Canvas
from publish.recorded.recording import Row
from publish.recorded.sums import SPACING, joins
from sgemm.problem import Problem

TITLE = "The order of additions"

WORDS = (
    "For steps of k, from left to right: how many products of an element of C are in the sum that "
    "has those of this step and of the step before. Where that grows by one a step, each product "
    "is added to the sum so far. Each addition rounds, and the error grows with the sum: "
    "the higher the bar, the larger. Found by runs on one block, in which the product of the step "
    "before is made huge and that of the step its negative, and all others 1: ones are lost until "
    "the two cancel, so what comes out tells how many they were "
    "([FPRev](https://arxiv.org/abs/2411.00442))."
)

HIGH = 190.0  # pixels of the whole sum

_LABEL = 40.0
_BETWEEN = 512  # steps from one label to the next


def draw(name: str, table: Sequence[Row], problem: Problem) -> bytes:
    """Draw a bar for each step that was asked for."""
    canvas = Canvas(
        f"{name}: how many products are added up together",
        f"k = {problem.k}; every {SPACING}th step",
    )
    left, top = LEFT + _LABEL, canvas.y + 4
    across, up = (WIDTH - left - LEFT) / problem.k, HIGH / problem.k
    bottom = top + HIGH
    for at in range(0, problem.k + 1, _BETWEEN):
        canvas.box(left, bottom - at * up, problem.k * across, 0.5, "rule")
        canvas.words(left - 6, bottom - at * up + 4, str(at), 10, "faint", "end")
        canvas.words(left + at * across, bottom + 14, str(at), 10, "faint", "middle")
    joined = joins(table)
    for step, count in table:
        fill = "series-2" if step in joined else "series-1"
        high = count * up
        wide = SPACING * across - 1
        canvas.box(left + (step - SPACING / 2) * across, bottom - high, wide, high, fill)
    canvas.y = bottom + 20
    return canvas.file(
        ("series-1", 1.0, "the product is added to a chain of this length"),
        ("series-2", 1.0, "a chain has ended, and its sum is added to a total"),
    )


def summary(table: Sequence[Row], problem: Problem) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return headers and rows of the table that says the same: a row for each chain."""
    found: dict[int, int] = dict(table)
    begins = [0, *sorted(joins(table)), problem.k]
    rows: list[tuple[str, ...]] = []
    for begin, end in itertools.pairwise(begins):
        longest = max(count for step, count in found.items() if begin < step < end)
        total = str(found[begin]) if begin else "-"
        rows.append((f"{begin} ... {end - 1}", str(longest), total))
    headers = ["steps of k", f">longest sum seen, every {SPACING}th step"]
    return [*headers, ">products of the total with it"], rows
