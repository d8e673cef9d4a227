"""Lines of results: one record each, as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sgemm.bench.codec import CodecError, decode, encode, shown
from sgemm.bench.environment import Environment
from sgemm.bench.inputs import lines_of
from sgemm.bench.measurement import Measurement, Trace
from sgemm.errors import ArgumentError

SCHEMA = 1
"""Version of the format; it grows by one when a reader of the old one would go wrong."""

MOST_DIGITS = 400
"""Of a whole number. Doubles end at 309, and Python reads no more than 4300."""

Record = Environment | Measurement | Trace

KINDS: dict[str, type] = {"environment": Environment, "measurement": Measurement, "trace": Trace}


class OtherSchemaError(CodecError):
    """A line may be in order, but is of a schema that this version does not read."""


class _LongNumber:
    """Stands for a whole number that is not worth reading; it fits no field."""

    def __init__(self, digits: str) -> None:
        self._count = len(digits.lstrip("-"))

    def __repr__(self) -> str:
        return f"a number of {self._count} digits"


def to_line(record: str, value: Record) -> bytes:
    """Write a record as a line.

    Parameters
    ----------
    record : str
        Its kind, one of ``KINDS``.
    value : Environment, Measurement or Trace

    Returns
    -------
    bytes
    """
    document = {"schema": SCHEMA, "record": record, record: encode(value)}
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def from_line(line: bytes) -> Record:
    """Read a line, checking every field.

    Parameters
    ----------
    line : bytes

    Returns
    -------
    Environment, Measurement or Trace

    Raises
    ------
    CodecError
        If the line is damaged; OtherSchemaError if it is of another schema.
    """
    try:
        document = json.loads(line, parse_constant=_refuse_constant, parse_int=_whole_number)
    except RecursionError as error:
        raise CodecError("the line is nested too deeply to be a record") from error
    except ValueError as error:
        raise CodecError(f"the line is not JSON: {error}") from error
    if not isinstance(document, dict) or type(document.get("schema")) is not int:
        raise CodecError("the line has no schema version")
    if document["schema"] != SCHEMA:
        raise OtherSchemaError(
            f"the line is of schema {shown(document['schema'])}, and this version of sgemm "
            f"reads schema {SCHEMA}"
        )
    record = document.get("record")
    if not isinstance(record, str) or record not in KINDS:
        raise CodecError(
            f"the line is a record {shown(record)} and should be one of {sorted(KINDS)}"
        )
    if document.keys() != {"schema", "record", record}:
        raise CodecError(f"the line should have schema, record and {record}, and nothing else")
    decoded: Record = decode(KINDS[record], document[record], record)
    return decoded


def is_something_else(file: Path) -> bool:
    """Tell whether a file is plainly of another format; a damaged file of results is not."""
    try:
        first = json.loads(next(lines_of(file), b""), parse_int=_whole_number)
    except (ArgumentError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and not {"schema", "record"} & first.keys()


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _whole_number(digits: str) -> Any:
    return int(digits) if len(digits) <= MOST_DIGITS else _LongNumber(digits)
