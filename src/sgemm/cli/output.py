"""How commands write: tables and lines, one JSON document, whole files, and progress."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sgemm.bench.codec import encode
from sgemm.errors import ArgumentError, MachineError
from sgemm.report.tables import Table

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PIPED_WIDTH = 100
"""Columns of a line where standard output is no terminal."""

DOCUMENT_SCHEMA = 1
"""Of the documents that --json prints; it rises when a field goes or changes its meaning."""

Advance = Callable[[str], None]
"""Count a step, and say what was done in it."""


def print_text(text: str = "", style: str = "") -> None:
    """Print prose, wrapped to the width of the terminal."""
    from rich.text import Text

    _print(_console(), Text(text, style=style))


def print_table(table: Table) -> None:
    """Print a table; a terminal that is too narrow for it does not cut it off."""
    from rich.measure import Measurement

    drawn = table.to_rich()
    console = _console()
    needed = Measurement.get(console, console.options.update(max_width=1000), drawn)
    wraps = any(column.wraps for column in table.columns)
    console.width = max(console.width, needed.minimum if wraps else needed.maximum)
    _print(console, drawn)


def print_fields(fields: Mapping[str, str]) -> None:
    """Print names and values as two columns, without a header."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in fields.items():
        grid.add_row(Text(name, style="dim"), Text(value))
    _print(_console(), grid)


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document: plain JSON, in which infinities and NaN are words in quotes.

    Its first field is the schema of such documents.
    """
    whole = {"schema": DOCUMENT_SCHEMA} | dict(document)
    click.echo(json.dumps(to_json(whole), indent=2, allow_nan=False))


def to_json(value: Any) -> Any:
    """Turn mappings, sequences and records into what JSON has."""
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return encode(value)


def check_writable(folder: Path) -> None:
    """Find out, leaving no trace, whether files can be written to a folder.

    Parameters
    ----------
    folder : Path
        It need not exist; then the one that it would be made in is tried.

    Raises
    ------
    ArgumentError
        If they cannot.
    """
    obstacle = obstacle_to_writing(folder)
    if obstacle is not None:
        raise ArgumentError(
            f"output = {str(folder)!r}: no file can be written there: {obstacle}; "
            "name a folder of yours with --output"
        )


def obstacle_to_writing(folder: Path) -> str | None:
    """Say where and why no file can be written to a folder, as above; None if one can."""
    place = folder
    try:
        place = folder.absolute()  # fails in a working folder that has been removed
        while not place.exists() and place != place.parent:
            place = place.parent
        with tempfile.TemporaryDirectory(prefix=".sgemm-", dir=place):
            return None
    except OSError as error:
        return f"{place}: {error.strerror}"


def write_files(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files to a folder: each appears whole, in place of an older one of its name.

    Parameters
    ----------
    folder : Path
        Made where it is missing.
    contents : mapping of str to bytes

    Raises
    ------
    MachineError
        If a file cannot be written; none has then been replaced.
    """
    temporary: dict[Path, Path] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            waiting = folder / f".{name}.{os.getpid()}"
            temporary[waiting] = folder / name
            waiting.write_bytes(content)
        for waiting, target in temporary.items():
            waiting.replace(target)
    except OSError as error:
        raise MachineError(f"{folder} cannot be written to: {error.strerror}") from error
    finally:
        for waiting in temporary:
            with contextlib.suppress(OSError):
                waiting.unlink(missing_ok=True)


@contextlib.contextmanager
def progress(total: int, first: str) -> Iterator[Advance]:
    """Show progress on standard error, if that is a terminal.

    Parameters
    ----------
    total : int
        Number of steps.
    first : str
        What is under way until the first step is done.

    Yields
    ------
    callable
        To be called after each step with what was done in it.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(
        *columns, console=Console(stderr=True), transient=True, refresh_per_second=4
    ) as bar:
        task = bar.add_task(first, total=total)
        yield lambda done: bar.update(task, advance=1, description=done)


def _console() -> Console:
    """Make a console for standard output as it is now; colours only on a terminal."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return Console(width=width, markup=False, highlight=False, emoji=False)


def _print(console: Console, drawn: RenderableType) -> None:
    """Print, in a file or a pipe without the blanks with which rich fills lines."""
    if console.is_terminal:
        console.print(drawn)
        return
    with console.capture() as captured:
        console.print(drawn)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())
