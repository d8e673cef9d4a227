"""Tables of the documentation, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sgemm.report.tables import ABSENT, table_of


def markdown(headers: str | Iterable[str], rows: Sequence[Sequence[str]], title: str = "") -> str:
    """Return a table as Markdown, under a title if it has one; nothing where it has no rows."""
    above = f"{title}\n\n" if title else ""
    return above + table_of(headers, rows).to_markdown() if rows else ""


def by_column(
    headers: Sequence[str],
    columns: Sequence[object],
    rows: Iterable[tuple[Sequence[str], Mapping[Any, str]]],
    title: str = "",
) -> str:
    """Return a table as Markdown that has a column for each of several values, such as sizes.

    A row has its first cells, which the headers are of, and then its cells by column; where it has
    none there is a dash.
    """
    cells = [(*first, *(found.get(each, ABSENT) for each in columns)) for first, found in rows]
    return markdown([*headers, *(f">{each}" for each in columns)], cells, title)
