"""The loop over k in machine code: what comes after what, and which registers are read."""

from __future__ import annotations

from collections.abc import Sequence

from publish.drawings.canvas import LEFT, Canvas
from publish.recorded.recording import Row
from publish.recorded.registers import OTHER, totals
from sgemm.problem import Problem

TITLE = "The loop in machine code"

WORDS = (
    "One round of the innermost loop, instruction after instruction, from left to right and from "
    "above: what the assembler made of the PTX, with the patch where the rung has one. Nothing was "
    "run for it. The upper half of a multiply-add's box tells how many of its three operands it "
    "reads from the even registers, the lower half from the odd ones; an operand that its position "
    "has kept is not read. In a cycle one multiply-add can begin, and each of the two banks gives "
    "one register. So the loop cannot be faster than its busier bank. How much slower it is, the "
    "code does not say. The rule, and where it is from: "
    "[the loop in machine code](../machine_code.md#what-is-known-of-the-machine-and-how)."
)

PER_LINE = 64

_WIDE, _HALF, _LINE = 10.6, 7.0, 18.0  # pixels of an instruction, of half its height, of a line

READS = ("even", "series-1", "series-7", "series-7")
"""Colours of no register, one, two and three."""


def draw(name: str, table: Sequence[Row], problem: Problem | None) -> bytes:
    """Draw a box for each instruction, that of a multiply-add in two halves."""
    products, even, odd = totals(table)
    canvas = Canvas(
        f"{name}: the loop in machine code",
        f"{products} multiply-adds read {even} even and {odd} odd registers: at least "
        f"{max(products, even, odd) / products:.2f} cycles for each",
    )
    left = LEFT + 34.0
    for place, (kind, *_, from_even, from_odd) in enumerate(table):
        line, slot = divmod(place, PER_LINE)
        x, y = left + slot * _WIDE, canvas.y + line * _LINE
        if slot == 0:
            canvas.words(left - 6, y + _HALF + 4, str(place), 9, "faint", "end")
        if kind == "multiply-add":
            canvas.box(x, y, _WIDE - 1, _HALF, READS[from_even])
            canvas.box(x, y + _HALF, _WIDE - 1, _HALF, READS[from_odd])
        else:
            fill = "faint" if kind == OTHER else "series-3"
            canvas.box(x, y, _WIDE - 1, 2 * _HALF, fill)
    canvas.y += (len(table) - 1) // PER_LINE * _LINE + _LINE + 4
    return canvas.file(
        ("even", 1.0, "no register of the bank"),
        ("series-1", 1.0, "one"),
        ("series-7", 1.0, "two or three, one after the other"),
        ("series-3", 1.0, "load from shared memory"),
        ("faint", 1.0, "addresses, the count, the branch"),
    )


def summary(
    table: Sequence[Row], problem: Problem | None
) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return headers and rows of the table that says the same."""
    products, even, odd = totals(table)
    of_bank = [max(row[5], row[6]) for row in table if row[0] == "multiply-add"]
    counts = {
        "multiply-adds": products,
        "loads from shared memory": sum(row[0].startswith("load") for row in table),
        "other instructions": sum(row[0] == OTHER for row in table),
        "reads of even registers": even,
        "reads of odd registers": odd,
        "operands that were kept": 3 * products - even - odd,
        "multiply-adds that read two or three of one bank": sum(each > 1 for each in of_bank),
    }
    rows: list[tuple[str, ...]] = [
        (name, str(count), f"{count / products:.2f}") for name, count in counts.items()
    ]
    return ["in a round of the loop", ">number", ">for each multiply-add"], rows
