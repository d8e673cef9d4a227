"""``sgemm export``: results as CSV, in Kernel Tuner's T4 JSON, as Parquet or JSON Lines."""

from __future__ import annotations

from pathlib import Path

import click

from sgemm.bench.files import Output, write_outputs
from sgemm.bench.parquet import LEVEL, SMALLEST, is_other, lines_in
from sgemm.bench.result_set import candidates, files_of, load
from sgemm.cli.options import force_option, results_argument, results_options, skip_option
from sgemm.cli.output import output_for, print_json, print_skipped, print_text
from sgemm.errors import ArgumentError
from sgemm.report.export import COLUMNS, FORMATS, WHOLE, Files, to_whole
from sgemm.visible import visible

SUFFIXES = {".parquet": "parquet", ".jsonl": "jsonl", ".json": "t4"}
"""Formats by the suffix of the output, where none is asked for; all others are CSV."""


@click.command("export", epilog=f"Columns of the CSV: {', '.join(COLUMNS)}.")
@results_argument
@click.option(
    "--format",
    "file_format",
    type=click.Choice(sorted((*FORMATS, *WHOLE))),
    help="csv: a row for each measurement; t4: JSON as Kernel Tuner writes it; parquet and jsonl: "
    "the results with all samples. By default the suffix of the output decides (.parquet, "
    ".jsonl, .json for t4), else csv.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(),
    metavar="FILE",
    help="File to write; - for standard output. For several files of jsonl, a folder.",
)
@click.option(
    "--smallest",
    is_flag=True,
    help="Compress Parquet as far as it goes: a sixth smaller, but then compressing takes longer "
    "than reading.",
)
@force_option
@skip_option
@results_options
def command(
    results: tuple[str, ...],
    file_format: str | None,
    output: str,
    smallest: bool,
    force: bool,
    skip_damaged: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Write results in the format of other programs.

    Each RESULTS is a file of results in JSON Lines or Parquet, or a folder of such files. A row of
    CSV, or an entry of T4, is one measurement; times of the single samples are in T4, not in CSV.

    Parquet and JSON Lines hold the same data, and each can be made from the other. Parquet keeps
    the names of the files that it is made from, so that jsonl gives all of them back. A folder that
    has no results but other lines, such as those of surveys, is converted as well.
    """
    file_format = file_format or SUFFIXES.get(Path(output).suffix.lower(), "csv")
    is_whole = file_format in WHOLE
    if smallest and file_format != "parquet":
        raise ArgumentError(f"--smallest compresses Parquet, and the format is {file_format}")
    inputs, are_results = _inputs([Path(path) for path in results], is_whole)
    target = output_for(output, inputs=inputs, force=force, as_json=as_json, folder=is_whole)
    groups = tuple(load(path, skip_damaged).on(machine) for path in results) if are_results else ()
    skipped = [words for group in groups for words in group.skipped]
    files: Files = [each for group in groups for each in group.files]
    count, what = sum(len(group.measurements) for group in groups), "measurements"
    if not are_results:
        files = [each for path in inputs for each in lines_in(path)]
        count, what = sum(len(lines) for _, lines in files), "lines"
    if not count:
        of_machine = f" of the {machine} machine" if machine else ""
        names = visible(", ".join(results))
        raise ArgumentError(f"results = {names}: no measurement{of_machine} is there to be written")
    if is_whole:
        contents = to_whole(files, file_format, SMALLEST if smallest else LEVEL)
    else:
        contents = {"": FORMATS[file_format](groups)}
    _write(target, contents, inputs, force)
    if as_json:
        size = sum(map(len, contents.values()))
        written = {"command": "export", "format": file_format, "output": output, what: count}
        print_json(written | {"bytes": size, "skipped": skipped})
        return
    print_skipped(skipped, target)
    if not target.is_standard_output:
        print_text(f"{count} {what} as {file_format} in {output}")


def _inputs(paths: list[Path], takes_other_lines: bool) -> tuple[list[Path], bool]:
    """Return the files to be read, and whether they are results."""
    every = [file for path in paths for file in (candidates(path) if path.is_dir() else (path,))]
    if takes_other_lines and every and all(map(is_other, every)):
        return every, False
    return [file for path in paths for file in files_of(path)], True


def _write(target: Output, contents: dict[str, bytes], inputs: list[Path], force: bool) -> None:
    """Write one file, or several into a folder."""
    place = target.place
    if len(contents) == 1:
        if place.is_dir():
            raise ArgumentError(f"output = {target.name!r} is a folder: name a file")
        outputs = {target: next(iter(contents.values()))}
    elif not target.is_file or (place.exists() and not place.is_dir()):
        raise ArgumentError(
            f"output = {target.name!r} is one file, and there are {len(contents)} to be written: "
            "name a folder"
        )
    else:
        outputs = {
            output_for(place / name, inputs=inputs, force=force): content
            for name, content in contents.items()
        }
    write_outputs(outputs)
