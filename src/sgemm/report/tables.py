"""Tables: one structure of cells, written for a terminal or as Markdown."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

from sgemm.errors import ArgumentError
from sgemm.visible import visible

if TYPE_CHECKING:
    import rich.table

STYLES = {"yes": "green", "ok": "green", "NO": "bold red", "FAILED": "bold red"}
"""Cells that a terminal shows in colour, by what is in them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Parameters
    ----------
    right : bool
        Whether its cells are set to the right, as numbers are.
    wraps : bool
        Whether its cells are prose that may run over several lines; else they are never broken.
    """

    header: str
    right: bool = False
    wraps: bool = False


def columns_of(headers: str) -> tuple[Column, ...]:
    """Return columns by their headers, with ``|`` between them; ``>`` sets one to the right."""
    return tuple(Column(each.lstrip(">"), each.startswith(">")) for each in headers.split(" | "))


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under columns.

    Parameters
    ----------
    rows : tuple of tuple of str
        Each with as many cells as there are columns.

    Raises
    ------
    ArgumentError
        If a row has more or fewer cells.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ArgumentError(
                    f"row {number} has {len(row)} cells, and there are {len(self.columns)} columns"
                )

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

        def line(cells: tuple[str, ...]) -> str:
            return "| " + " | ".join(visible(cell).replace("|", "\\|") for cell in cells) + " |\n"

        rule = "|" + "|".join("--:" if column.right else "---" for column in self.columns) + "|\n"
        header = line(tuple(column.header for column in self.columns))
        return header + rule + "".join(map(line, self.rows))


def significant(value: float, digits: int = 3) -> str:
    """Write a number with so many significant digits and no exponent, as far as that is readable.

    Returns
    -------
    str
        ``"0.0123"``, ``"1.23"``, ``"123"``, ``"1234"``; very small or large ones as ``"1.2e-07"``.
    """
    if not math.isfinite(value):
        return str(value)
    if value == 0.0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if not -4 <= exponent < 9:
        return f"{value:.{digits - 1}e}"
    return f"{value:.{max(0, digits - 1 - exponent)}f}"


def time_unit(seconds: float) -> tuple[str, float]:
    """Choose the unit in which a time reads best.

    Returns
    -------
    name : str
        ``"us"``, ``"ms"`` or ``"s"``.
    factor : float
        By which seconds are to be multiplied.
    """
    if seconds < 1e-3:
        return "us", 1e6
    return ("ms", 1e3) if seconds < 1.0 else ("s", 1.0)


def format_bytes(count: int) -> str:
    """Write a number of bytes: ``"37248 B"``, ``"12.3 MiB"``."""
    for unit, size in (("GiB", 2**30), ("MiB", 2**20)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} B"
