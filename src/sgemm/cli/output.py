"""How commands write: tables and lines, one JSON document, whole files, and progress."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sgemm.bench.codec import encode
from sgemm.bench.files import Output, check_folder, check_free, find_output
from sgemm.errors import ArgumentError
from sgemm.report.tables import Table
from sgemm.visible import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PIPED_WIDTH = 100  # columns of a line where standard output is no terminal

DOCUMENT_SCHEMA = 1
"""Of the documents that --json prints; it rises when a field goes or changes its meaning."""

Advance = Callable[..., None]
"""Shows a text that says what is being done, and so many more steps as done: one, if not given."""


def print_text(text: str = "", style: str = "", error: bool = False) -> None:
    """Print prose, wrapped to the width of the terminal, on standard output or standard error."""
    from rich.text import Text

    _print(_console(error), Text(visible(text, kept="\n"), style=style))


def print_table(table: Table, heading: str = "") -> None:
    """Print a table, perhaps under a heading; a terminal that is too narrow does not cut it off."""
    from rich.measure import Measurement

    if heading:
        print_text(heading, style="bold")
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
        grid.add_row(Text(name, style="dim"), Text(visible(value, kept="\n")))
    _print(_console(), grid)


def print_skipped(skipped: Iterable[str], target: Output | None = None) -> None:
    """Print which damaged lines were left out; beside what is written to standard output."""
    for words in skipped:
        error = target is not None and target.is_standard_output
        print_text(f"skipped: {words}", style="yellow", error=error)


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document: plain JSON, in which infinities and NaN are words in quotes.

    Its first field is the schema of such documents.
    """
    whole = {"schema": DOCUMENT_SCHEMA} | dict(document)
    click.echo(json.dumps(encode(whole), indent=2, allow_nan=False))


def output_for(
    path: str | os.PathLike[str],
    *,
    inputs: Iterable[Path] = (),
    force: bool = False,
    as_json: bool = False,
    folder: bool = False,
) -> Output:
    """Find out, leaving no trace, whether a command may write to what a user names.

    It never replaces one of its inputs, and measurements only by force. Where it prints a document,
    standard output is taken; where a folder will do, files are written into it.
    """
    if folder and Path(path).is_dir():
        return Output(os.fspath(path), Path(path), True)
    output = find_output(path)
    if output.is_standard_output and as_json:
        raise ArgumentError(
            f"output = {output.name!r}: --json has standard output for itself; name a file"
        )
    if any(map(output.is_same_as, inputs)):
        raise ArgumentError(f"output = {output.name!r} is what is read: name another file")
    check_free(output)
    if output.holds_measurements and not force:
        raise ArgumentError(
            f"output = {output.name!r} holds measurements: name another file, or replace them "
            "with --force"
        )
    check_folder(output)
    return output


@contextlib.contextmanager
def progress(total: int, first: str) -> Iterator[Advance]:
    """Show progress on standard error, if that is a terminal: steps, and what is under way."""
    if not sys.stderr.isatty():
        yield lambda text, steps=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    what = TextColumn("{task.description}", markup=False)
    columns = (BarColumn(bar_width=16), MofNCompleteColumn(), TimeElapsedColumn(), what)
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, refresh_per_second=4) as bar:
        task = bar.add_task(first, total=total)
        yield lambda text, steps=1: bar.update(task, advance=steps, description=text)


def _console(error: bool = False) -> Console:
    """Make a console for a standard stream as it is now; colours only on a terminal."""
    from rich.console import Console

    width = None if (sys.stderr if error else sys.stdout).isatty() else PIPED_WIDTH
    return Console(width=width, stderr=error, markup=False, highlight=False, emoji=False)


def _print(console: Console, drawn: RenderableType) -> None:
    """Print, in a file or a pipe without the blanks with which rich fills lines."""
    if console.is_terminal:
        console.print(drawn)
        return
    with console.capture() as captured:
        console.print(drawn)
    for line in captured.get().splitlines():
        click.echo(line.rstrip(), err=console.stderr)
