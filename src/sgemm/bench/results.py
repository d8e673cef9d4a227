"""Results on disk: JSON Lines, one environment and then any number of measurements.

The first line says what machine and software the file is of; each further line is one
measurement with all its samples, or a trace of power and clocks. Every line carries the schema
version. Lines are only ever added, in one write under a lock, so that several processes can fill a
file and a reader never sees half a line. docs/results_format.md has every field.
"""

from __future__ import annotations

import dataclasses
import fcntl
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sgemm.bench.codec import CodecError, decode, encode
from sgemm.bench.environment import Environment
from sgemm.bench.measurement import (
    Baseline,
    Conditions,
    Measurement,
    SampleDetails,
    Trace,
    Verification,
    now,
)
from sgemm.errors import ArgumentError, MachineError

__all__ = [
    "SCHEMA",
    "Baseline",
    "Conditions",
    "Measurement",
    "OtherSchemaError",
    "Results",
    "SampleDetails",
    "Trace",
    "Verification",
    "now",
    "read",
    "write",
]

SCHEMA = 1
"""Version of the format; it grows by one when a reader of the old one would go wrong."""


@dataclasses.dataclass(frozen=True, slots=True)
class Results:
    """A file of results.

    Parameters
    ----------
    environment : Environment
    measurements : tuple of Measurement
        In the order of the file.
    traces : tuple of Trace
    """

    environment: Environment
    measurements: tuple[Measurement, ...]
    traces: tuple[Trace, ...] = ()

    @property
    def current(self) -> tuple[Measurement, ...]:
        """The measurements without those that a later one of the same identity replaces."""
        return tuple({one.identity: one for one in self.measurements}.values())


def write(
    path: str | os.PathLike[str],
    environment: Environment,
    measurements: Iterable[Measurement],
    traces: Iterable[Trace] = (),
) -> None:
    """Add measurements and traces to a file, which begins with its environment.

    All lines appear together or not at all. Missing folders are made.

    Parameters
    ----------
    path : path
        Is created where it does not exist.
    environment : Environment
        Must equal the one in the file, where there is one.
    measurements : iterable of Measurement
    traces : iterable of Trace

    Raises
    ------
    ArgumentError
        If the file belongs to another environment, or is not a file of results.
    MachineError
        If the file cannot be written; what it held before is still there.
    """
    target = Path(path)
    header = _line("environment", environment)
    lines = b"".join(_line("measurement", measurement) for measurement in measurements)
    lines += b"".join(_line("trace", trace) for trace in traces)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(target, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            _append(descriptor, target, header, lines)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise MachineError(f"{target} cannot be written: {error.strerror}") from error


class OtherSchemaError(CodecError):
    """A line may be in order, but is of a schema that this version does not read."""


def read(path: str | os.PathLike[str], skipped: list[str] | None = None) -> Results:
    """Read a file of results, checking every line.

    Parameters
    ----------
    path : path
    skipped : list of str, optional
        If given, damaged measurements are left out, and what is wrong with each (file, number of
        the line, reason) is added to this list. The environment must be in order in any case.

    Returns
    -------
    Results

    Raises
    ------
    ArgumentError
        If the file is missing, or a line is damaged or of another schema: the message has the
        file, the number of the line and what is wrong with it.
    """
    source = Path(path)
    try:
        content = source.read_bytes()
    except OSError as error:
        raise ArgumentError(f"{source} cannot be read: {error.strerror}") from error
    return _parse(source, content, skipped)


def _append(descriptor: int, target: Path, header: bytes, lines: bytes) -> None:
    """Write to a locked file, restoring its size if that fails half-way."""
    size = os.fstat(descriptor).st_size
    if size:
        with open(descriptor, "rb", closefd=False) as file:
            first = file.readline()
            file.seek(-1, os.SEEK_END)
            last = file.read(1)
        if last != b"\n":
            raise ArgumentError(f"{target} ends in the middle of a line: repair or move it")
        if first != header:
            found = _parse(target, first).environment
            differing = [
                field.name
                for field in dataclasses.fields(Environment)
                if encode(getattr(found, field.name))
                != json.loads(header)["environment"][field.name]
            ]
            if not differing:
                raise ArgumentError(
                    f"{target} was written by an earlier version of sgemm: write to a new file"
                )
            raise ArgumentError(
                f"{target} is of another environment ({', '.join(differing)} differ): "
                "write to a new file"
            )
    data = lines if size else header + lines
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    except OSError:
        os.ftruncate(descriptor, size)
        raise


def _line(record: str, value: Any) -> bytes:
    document = {"schema": SCHEMA, "record": record, record: encode(value)}
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def _parse(source: Path, content: bytes, skipped: list[str] | None = None) -> Results:
    environment: Environment | None = None
    measurements: list[Measurement] = []
    traces: list[Trace] = []
    lines = content.split(b"\n")
    if lines[-1]:
        words = f"{source}:{len(lines)}: the line is cut off: it has no end"
        if skipped is None:
            raise ArgumentError(words)
        skipped.append(words)
    for number, line in enumerate(lines[:-1], start=1):
        try:
            record = _parse_line(line)
        except CodecError as error:
            words = f"{source}:{number}: {error}"
            if skipped is None or environment is None or isinstance(error, OtherSchemaError):
                raise ArgumentError(words) from error
            skipped.append(words)
            continue
        if isinstance(record, Environment) != (environment is None):
            what = "the first line is the environment, and there is one in a file"
            raise ArgumentError(f"{source}:{number}: {what}")
        if isinstance(record, Environment):
            environment = record
        elif isinstance(record, Measurement):
            measurements.append(record)
        else:
            traces.append(record)
    if environment is None:
        raise ArgumentError(f"{source} is empty: its first line should be the environment")
    return Results(environment, tuple(measurements), tuple(traces))


def _parse_line(line: bytes) -> Environment | Measurement | Trace:
    try:
        document = json.loads(line, parse_constant=_refuse_constant)
    except ValueError as error:
        raise CodecError(f"the line is not JSON: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("schema"), int):
        raise CodecError("the line has no schema version")
    if document["schema"] != SCHEMA:
        raise OtherSchemaError(
            f"the line is of schema {document['schema']}, and this version of sgemm "
            f"reads schema {SCHEMA}"
        )
    kinds: dict[str, type] = {
        "environment": Environment,
        "measurement": Measurement,
        "trace": Trace,
    }
    record = document.get("record")
    if not isinstance(record, str) or record not in kinds:
        raise CodecError(f"the line is a record {record!r} and should be one of {sorted(kinds)}")
    if document.keys() != {"schema", "record", record}:
        raise CodecError(f"the line should have schema, record and {record}, and nothing else")
    decoded: Environment | Measurement | Trace = decode(kinds[record], document[record], record)
    return decoded


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
