"""Results on disk: JSON Lines, one environment and then any number of measurements.

The first line says what machine and software the file is of; each further line is one
measurement with all its samples, or a trace of power and clocks. Every line carries the schema
version. Lines are only ever added, in one write under a lock, so that nobody else adds
meanwhile and a reader never sees half a line. docs/results_format.md has every field.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Literal

from sgemm.bench import parquet
from sgemm.bench.codec import (
    CodecError,
    OtherSchemaError,
    Record,
    encode,
    from_document,
    from_line,
    to_line,
)
from sgemm.bench.environment import Environment
from sgemm.bench.files import (
    Output,
    file_beside,
    find_output,
    lines_of,
    lock,
    naming,
    stream_to,
    write_all,
)
from sgemm.bench.measurement import Measurement, Trace
from sgemm.errors import ArgumentError
from sgemm.visible import visible

Existing = Literal["refuse", "add", "replace"]  # what is done with a file that holds something


@dataclasses.dataclass(frozen=True, slots=True)
class Results:
    """A file of results."""

    environment: Environment
    measurements: tuple[Measurement, ...]  # in the order of the file
    traces: tuple[Trace, ...] = ()

    @property
    def current(self) -> tuple[Measurement, ...]:
        """The measurements without those that a later one of the same identity replaces.

        What was interrupted replaces nothing that was not.
        """
        ordered = sorted(self.measurements, key=lambda one: not one.interrupted)
        return tuple({one.identity: one for one in ordered}.values())

    @property
    def records(self) -> tuple[Record, ...]:
        """All of it, as the lines of a file have it."""
        return self.environment, *self.measurements, *self.traces


def read(path: str | os.PathLike[str], skipped: list[str] | None = None) -> Results:
    """Read a file of results, checking every line.

    If ``skipped`` is given, damaged measurements are left out, and what is wrong with each (file,
    number of the line, reason) is added to it. The environment must be in order in any case.
    """
    return _parsed(Path(path), lines_of(Path(path)), from_line, skipped)


def read_all(
    path: str | os.PathLike[str],
    skipped: list[str] | None = None,
    is_wanted: Callable[[Path], bool] = lambda _: True,
    latest_only: bool = False,
) -> tuple[tuple[Path, Results], ...]:
    """Read a file of results in either form; Parquet may hold several, each with its own name.

    Only those are read whose path is wanted, and of Parquet, where asked, only what counts.
    """
    source = Path(path)
    if not parquet.is_parquet(source):
        return ((source, read(source, skipped)),) if is_wanted(source) else ()
    frame = parquet.read_frame(source)
    source = source if source.suffix == parquet.SUFFIX else source.parent
    if not parquet.is_results(frame):
        raise ArgumentError(f"{visible(source)} has no results in it")
    wanted = [name for name in frame["file"].unique() if is_wanted(source / name)]
    frame = frame.filter(frame["file"].is_in(wanted))
    if latest_only:
        frame = parquet.without_replaced(frame)
    return tuple(
        (source / name, _parsed(source / name, documents, from_document, skipped))
        for name, documents in parquet.records_of(frame)
    )


def to_parquet(files: Iterable[tuple[str, Results]], level: int = parquet.LEVEL) -> bytes:
    """Write files of results, each with its name, as one Parquet, compressed at a level of zstd."""
    records = ((name, each) for name, found in files for each in found.records)
    return parquet.write_records(records, level)


def to_json_lines(found: Results) -> bytes:
    """Write a file of results as JSON Lines."""
    return b"".join(map(to_line, found.records))


class ResultsFile:
    """Results that nobody else adds to meanwhile; made by :func:`open_to_add`."""

    def __init__(
        self, output: Output, environment: Environment, file: BinaryIO, made: Sequence[Path]
    ) -> None:
        self._output = output
        self._environment = environment
        self._header = to_line(environment)
        self._file = file
        self._made = made  # the file and its folders, as far as they were not there before
        self._replaces = False
        self._is_begun = False  # whether it was empty, and nothing has been added yet

    def measured(self) -> tuple[Measurement, ...]:
        """Return the latest of what it holds, but for what was interrupted or will be replaced."""
        if self._replaces or not self._output.is_file:
            return ()
        return tuple(one for one in read(self._output.name).current if not one.interrupted)

    def add(self, measurements: Iterable[Measurement], traces: Iterable[Trace] = ()) -> None:
        """Add lines: all of them, or none."""
        records: list[Record] = [*measurements, *traces]
        lines = b"".join(map(to_line, records))
        with naming(self._output):
            if self._replaces:
                self._replace(lines)
            else:
                self._append(lines)
        self._is_begun = False

    def _begin(self, existing: Existing) -> None:
        """Write the first line, or look what is there already."""
        if not self._output.is_file or not os.fstat(self._file.fileno()).st_size:
            self._is_begun = True
            with naming(self._output):
                self._append(self._header)
        elif existing == "refuse":
            raise ArgumentError(f"output = {self._output.name!r} exists: name another file")
        elif existing == "replace":
            self._replaces = True
        else:
            self._check_end_and_environment()

    def _end(self) -> None:
        """Close; what was begun and got no more than its first line would be in the way later."""
        if not self._output.is_file:
            return
        with contextlib.suppress(OSError):
            if self._is_begun:
                os.ftruncate(self._file.fileno(), 0)
                for place in self._made:
                    (place.unlink if place == self._output.place else place.rmdir)()
        self._file.close()

    def _append(self, lines: bytes) -> None:
        """Write at the end, restoring the size of a file if that fails half-way."""
        if not self._output.is_file:
            write_all(self._file, lines)
            return
        size = os.fstat(self._file.fileno()).st_size
        try:
            write_all(self._file, lines)
            os.fsync(self._file.fileno())
        except OSError:
            os.ftruncate(self._file.fileno(), size)
            raise

    def _replace(self, lines: bytes) -> None:
        """Put a new file in the place of the old one, and take its lock before anybody else."""
        temporary = file_beside(self._output.place, self._header + lines)
        try:
            file = temporary.open("ab+", buffering=0)
            fcntl.flock(file, fcntl.LOCK_EX)
            temporary.replace(self._output.place)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        self._file.close()
        self._file, self._replaces = file, False

    def _check_end_and_environment(self) -> None:
        place = visible(self._output.name)
        self._file.seek(-1, os.SEEK_END)
        if self._file.read(1) != b"\n":
            raise ArgumentError(f"{place} ends in the middle of a line: repair or move it")
        first = next(lines_of(self._output.place))
        if first == self._header:
            return
        found = _parsed(Path(self._output.name), [first], from_line).environment
        differing = [
            field.name
            for field in dataclasses.fields(Environment)
            if encode(getattr(found, field.name)) != encode(getattr(self._environment, field.name))
        ]
        if not differing:
            raise ArgumentError(
                f"{place} was written by an earlier version of sgemm: write to a new file"
            )
        raise ArgumentError(
            f"{place} is of another environment ({', '.join(differing)} differ): "
            "write to a new file"
        )


@contextlib.contextmanager
def open_to_add(
    path: str | os.PathLike[str],  # an output, as files.py takes them; missing folders are made
    environment: Environment,  # must equal the one in the file, where that is added to
    existing: Existing = "refuse",  # if it is not empty; what is replaced stays until then
) -> Iterator[ResultsFile]:
    """Open a file of results for this process alone, and make it where there is none.

    The first line is written at once, so that a disk that is full is found before anything is
    measured. A new file to which nothing is added is gone at the end.
    """
    output = find_output(path)
    with contextlib.ExitStack() as stack:
        made: list[Path] = []
        with naming(output):
            if output.is_file:
                made = [each for each in (output.place, *output.place.parents) if not each.exists()]
                output.place.parent.mkdir(parents=True, exist_ok=True)
                stream = _open_locked(output)
            else:
                stream = stack.enter_context(stream_to(output))
        file = ResultsFile(output, environment, stream, made)
        stack.callback(file._end)
        file._begin(existing)
        yield file


def _open_locked(output: Output) -> BinaryIO:
    """Open a file, which is made where there is none, and lock it."""
    while True:
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(output.place.open("ab+", buffering=0))
            lock(file, output, fcntl.LOCK_EX)
            # Whoever had the lock may have removed the file, or put another in its place.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), output.place.stat()):
                    stack.pop_all()
                    return file


def _parsed(
    source: Path,
    lines: Iterable[Any],
    to_record: Callable[[Any], Record],
    skipped: list[str] | None = None,
) -> Results:
    environment: Environment | None = None
    measurements: list[Measurement] = []
    traces: list[Trace] = []
    for number, line in enumerate(lines, start=1):
        try:
            record = to_record(line)
        except CodecError as error:
            words = f"{visible(source)}:{number}: {error}"
            if skipped is None or environment is None or isinstance(error, OtherSchemaError):
                raise ArgumentError(words) from error
            skipped.append(words)
            continue
        if isinstance(record, Environment) != (environment is None):
            what = "the first line is the environment, and there is one in a file"
            raise ArgumentError(f"{visible(source)}:{number}: {what}")
        if isinstance(record, Environment):
            environment = record
        elif isinstance(record, Measurement):
            measurements.append(record)
        else:
            traces.append(record)
    if environment is None:
        raise ArgumentError(f"{visible(source)} is empty: its first line should be the environment")
    return Results(environment, tuple(measurements), tuple(traces))
