"""Results on disk: JSON Lines, one environment and then any number of measurements.

The first line says what machine and software the file is of; each further line is one
measurement with all its samples, or a trace of power and clocks. Every line carries the schema
version. Lines are only ever added, in one write under a lock, so that several processes can fill a
file and a reader never sees half a line. docs/results_format.md has every field.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Literal, TypeVar

from sgemm.bench import parquet
from sgemm.bench.codec import CodecError, encode
from sgemm.bench.environment import Environment
from sgemm.bench.inputs import lines_of
from sgemm.bench.measurement import (
    Baseline,
    Conditions,
    Measurement,
    SampleDetails,
    Trace,
    Verification,
    now,
)
from sgemm.bench.outputs import Output, file_beside, find_output, lock, stream_to, told, write_all
from sgemm.bench.records import (
    KINDS,
    SCHEMA,
    OtherSchemaError,
    Record,
    from_document,
    from_line,
    to_line,
)
from sgemm.errors import ArgumentError
from sgemm.visible import visible

__all__ = [
    "SCHEMA",
    "Baseline",
    "Conditions",
    "Measurement",
    "OtherSchemaError",
    "Results",
    "ResultsFile",
    "SampleDetails",
    "Trace",
    "Verification",
    "now",
    "open_to_add",
    "read",
    "write",
]

Existing = Literal["refuse", "add", "replace"]
"""What is done with a file that holds something: it is an error, is added to, or is replaced."""


@dataclasses.dataclass(frozen=True, slots=True)
class Results:
    """A file of results.

    Parameters
    ----------
    measurements : tuple of Measurement
        In the order of the file.
    """

    environment: Environment
    measurements: tuple[Measurement, ...]
    traces: tuple[Trace, ...] = ()

    @property
    def current(self) -> tuple[Measurement, ...]:
        """The measurements without those that a later one of the same identity replaces."""
        return tuple({one.identity: one for one in self.measurements}.values())


def read(path: str | os.PathLike[str], skipped: list[str] | None = None) -> Results:
    """Read a file of results, checking every line.

    Parameters
    ----------
    skipped : list of str, optional
        If given, damaged measurements are left out, and what is wrong with each (file, number of
        the line, reason) is added to this list. The environment must be in order in any case.

    Raises
    ------
    ArgumentError
        If the file is missing, or a line is damaged or of another schema: the message has the
        file, the number of the line and what is wrong with it.
    """
    return _parsed(Path(path), lines_of(Path(path)), _from_whole_line, skipped)


def read_all(
    path: str | os.PathLike[str], skipped: list[str] | None = None
) -> tuple[tuple[Path, Results], ...]:
    """Read a file of results in either form; Parquet may hold several.

    Parameters
    ----------
    skipped : list of str, optional
        As for :func:`read`.

    Returns
    -------
    tuple of (Path, Results)
        Of a file in Parquet the path is that of the Parquet, and then the file's name.

    Raises
    ------
    ArgumentError
        As :func:`read`.
    """
    source = Path(path)
    if not parquet.is_parquet(source):
        return ((source, read(source, skipped)),)
    frame = parquet.read_frame(source)
    source = source if source.suffix == parquet.SUFFIX else source.parent
    if not parquet.is_results(frame):
        raise ArgumentError(f"{visible(source)} has no results in it")
    return tuple(
        (source / name, _parsed(source / name, documents, from_document, skipped))
        for name, documents in parquet.records_of(frame)
    )


def to_parquet(files: Iterable[tuple[str, Results]]) -> bytes:
    """Write files of results, each with its name, as one Parquet.

    Raises
    ------
    ArgumentError
        If a number is larger than 64 bits with a sign hold.
    """
    rows = []
    for name, found in files:
        records: list[tuple[str, Record]] = [("environment", found.environment)]
        records += [("measurement", each) for each in found.measurements]
        records += [("trace", each) for each in found.traces]
        rows += parquet.record_rows(name, SCHEMA, records)
    return parquet.write_records(rows, KINDS)


def to_json_lines(found: Results) -> bytes:
    """Write a file of results as JSON Lines."""
    lines = [to_line("environment", found.environment)]
    lines += [to_line("measurement", each) for each in found.measurements]
    lines += [to_line("trace", each) for each in found.traces]
    return b"".join(lines)


class ResultsFile:
    """Results that nobody else adds to meanwhile; made by :func:`open_to_add`."""

    def __init__(
        self, output: Output, environment: Environment, file: BinaryIO, made: Sequence[Path]
    ) -> None:
        self._output = output
        self._environment = environment
        self._header = to_line("environment", environment)
        self._file = file
        self._made = made
        """The file and its folders, as far as they were not there before."""
        self._replaces = False
        self._is_begun = False
        """Whether it was empty, and nothing has been added yet."""

    def measured(self) -> tuple[Measurement, ...]:
        """Return what it holds and need not be measured again; nothing where it is replaced.

        Of measurements of the same identity the last one counts, unless it was interrupted.

        Raises
        ------
        ArgumentError
            If it is damaged.
        """
        if self._replaces or not self._output.is_file:
            return ()
        return tuple(one for one in read(self._output.name).current if not one.interrupted)

    def add(self, measurements: Iterable[Measurement], traces: Iterable[Trace] = ()) -> None:
        """Add lines: all of them, or none.

        Raises
        ------
        MachineError
            If they cannot be written; what the file held before is still there.
        """
        lines = b"".join(to_line("measurement", measurement) for measurement in measurements)
        lines += b"".join(to_line("trace", trace) for trace in traces)
        with told(self._output):
            if self._replaces:
                self._begin_anew(lines)
            else:
                self._append(lines)
        self._is_begun = False

    def _begin(self, existing: Existing) -> None:
        """Write the first line, or look what is there already."""
        if not self._output.is_file or not _size(self._file):
            self._is_begun = True
            with told(self._output):
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
        size = _size(self._file)
        try:
            write_all(self._file, lines)
            os.fsync(self._file.fileno())
        except OSError:
            os.ftruncate(self._file.fileno(), size)
            raise

    def _begin_anew(self, lines: bytes) -> None:
        """Put a new file in the place of the old one, and take its lock before anybody else."""
        temporary = file_beside(self._output.place, self._header + lines)
        try:
            file = _opened(temporary)
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
        found = _parsed(Path(self._output.name), [first], _from_whole_line).environment
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
    path: str | os.PathLike[str],
    environment: Environment,
    existing: Existing = "refuse",
    *,
    waits: bool = False,
) -> Iterator[ResultsFile]:
    """Open a file of results for this process alone, and make it where there is none.

    The first line is written at once, so that a disk that is full is found before anything is
    measured. A new file to which nothing is added is gone at the end.

    Parameters
    ----------
    path : path
        An output, as :mod:`sgemm.bench.outputs` takes them. Missing folders are made.
    environment : Environment
        Must equal the one in the file, where that is added to.
    existing : {"refuse", "add", "replace"}
        What to do with a file that is not empty. One that is replaced stays until there are
        measurements to take its place.
    waits : bool
        Whether to wait while another process adds to the file.

    Raises
    ------
    ArgumentError
        If the file belongs to another environment, is not a file of results, is damaged at its
        end, or is to be refused.
    MachineError
        If the file cannot be written, or another process adds to it.
    """
    output = find_output(path)
    with contextlib.ExitStack() as stack:
        made: list[Path] = []
        with told(output):
            if output.is_file:
                made = [each for each in (output.place, *output.place.parents) if not each.exists()]
                output.place.parent.mkdir(parents=True, exist_ok=True)
                stream = _open_locked(output, waits)
            else:
                stream = stack.enter_context(stream_to(output))
        file = ResultsFile(output, environment, stream, made)
        stack.callback(file._end)
        file._begin(existing)
        yield file


def write(
    path: str | os.PathLike[str],
    environment: Environment,
    measurements: Iterable[Measurement],
    traces: Iterable[Trace] = (),
) -> None:
    """Add measurements and traces to a file, which begins with its environment.

    All lines appear together or not at all. Missing folders are made. Where another process adds
    to the file, this waits.

    Parameters
    ----------
    path : path
        Is created where it does not exist.
    environment : Environment
        Must equal the one in the file, where there is one.

    Raises
    ------
    ArgumentError
        If the file belongs to another environment, or is not a file of results.
    MachineError
        If the file cannot be written; what it held before is still there.
    """
    with open_to_add(path, environment, "add", waits=True) as file:
        file.add(measurements, traces)


def _open_locked(output: Output, waits: bool) -> BinaryIO:
    """Open a file, which is made where there is none, and lock it."""
    while True:
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(_opened(output.place))
            lock(file, output, fcntl.LOCK_EX, waits)
            # Whoever had the lock may have removed the file, or put another in its place.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), output.place.stat()):
                    stack.pop_all()
                    return file


def _opened(place: Path) -> BinaryIO:
    return place.open("ab+", buffering=0)


def _size(file: BinaryIO) -> int:
    return os.fstat(file.fileno()).st_size


def _from_whole_line(line: bytes) -> Record:
    if not line.endswith(b"\n"):
        raise CodecError("the line is cut off: it has no end")
    return from_line(line)


Line = TypeVar("Line")


def _parsed(
    source: Path,
    lines: Iterable[Line],
    to_record: Callable[[Line], Record],
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
