"""Tables: one structure of cells, written for a terminal or as Markdown; numbers as text."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from sgemm.visible import visible

if TYPE_CHECKING:
    import rich.table

    from sgemm.bench.statistics import Estimate

STYLES = {"yes": "green", "ok": "green", "NO": "bold red", "FAILED": "bold red"}
"""Cells that a terminal shows in colour, by what is in them."""

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)

ABSENT = "-"  # a cell where there is nothing to say


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    """A column, whose cells are never broken unless it wraps."""

    header: str
    right: bool = False
    wraps: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under columns, each with as many cells as there are columns."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def to_rich(self) -> rich.table.Table:
        """Return the table for a terminal."""
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(
            box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0)
        )
        for column in self.columns:
            table.add_column(
                Text(column.header),
                justify="right" if column.right else "left",
                no_wrap=not column.wraps,
                overflow="fold",
            )
        for row in self.rows:
            table.add_row(*(Text(visible(cell), style=STYLES.get(cell, "")) for cell in row))
        return table

    def to_markdown(self) -> str:
        """Return the table as Markdown, one line a row."""

        def line(cells: Iterable[str]) -> str:
            return "| " + " | ".join(visible(cell).replace("|", "\\|") for cell in cells) + " |\n"

        rule = "|" + "|".join("--:" if column.right else "---" for column in self.columns) + "|\n"
        header = line(column.header for column in self.columns)
        return header + rule + "".join(map(line, self.rows))


def table_of(headers: str | Iterable[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return rows under headers, which are one text with ``|`` between them, or several.

    ``>`` before a header sets its column to the right, as numbers are; a column of ``~`` wraps.
    """
    names = headers.split(" | ") if isinstance(headers, str) else headers
    columns = (Column(n.lstrip(">~"), n.startswith(">"), n.startswith("~")) for n in names)
    return Table(tuple(columns), tuple(map(tuple, rows)))


def significant(value: float | None, digits: int = 3) -> str:
    """Write a number with so many significant digits and no exponent, as far as that is readable.

    ``"0.0123"``, ``"1.23"``, ``"1234"``; very small or large ones as ``"1.2e-07"``.
    """
    if value is None:
        return ABSENT
    if not math.isfinite(value):
        return str(value)
    if value == 0.0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if not -4 <= exponent < 9:
        return f"{value:.{digits - 1}e}"
    return f"{value:.{max(0, digits - 1 - exponent)}f}"


def whole(value: float | None) -> str:
    """Write a number without digits after the point; a dash for None."""
    return ABSENT if value is None else f"{value:.0f}"


def groups(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Return items by their keys; keys, and the items of each, in the order in which they come."""
    found: dict[Key, list[Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def text_of(value: object) -> str:
    """Return what stands in a cell; a dash for None."""
    return ABSENT if value is None else str(value)


def interval(estimate: Estimate, digits: int = 4, absent: str = ABSENT) -> str:
    """Write the ends of an estimate's interval."""
    if not estimate.is_bounded:
        return absent
    return f"{significant(estimate.low, digits)} ... {significant(estimate.high, digits)}"


def time_unit(seconds: float) -> tuple[str, float]:
    """Return the unit in which a time reads best, and by what seconds are to be multiplied."""
    if seconds < 1e-3:
        return "us", 1e6
    return ("ms", 1e3) if seconds < 1.0 else ("s", 1.0)


def format_bytes(count: int) -> str:
    """Write a number of bytes: ``"37248 B"``, ``"12.3 MiB"``."""
    for unit, size in (("GiB", 2**30), ("MiB", 2**20)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} B"
