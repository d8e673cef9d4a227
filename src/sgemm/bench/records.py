"""Lines of results: one record each, as JSON."""

from __future__ import annotations

import json
import math
from typing import Any

from sgemm.bench.codec import CodecError, decode, encode, shown
from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement, Trace

SCHEMA = 1
"""Version of the format; it grows by one when a reader of the old one would go wrong."""

MOST_DIGITS = 400
"""Of a whole number. Doubles end at 309, and Python reads no more than 4300."""

Record = Environment | Measurement | Trace

KINDS: dict[str, type] = {"environment": Environment, "measurement": Measurement, "trace": Trace}


class OtherSchemaError(CodecError):
    """A line may be in order, but is of a schema that this version does not read."""


class _NoNumber:
    """Stands for a number that is too large to read; it fits no field."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __repr__(self) -> str:
        return self._words


def to_line(record: str, value: Record) -> bytes:
    """Write a record as a line.

    Parameters
    ----------
    record : str
        Its kind, one of ``KINDS``.
    """
    document = {"schema": SCHEMA, "record": record, record: encode(value)}
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def from_line(line: bytes) -> Record:
    """Read a line, checking every field.

    Raises
    ------
    CodecError
        If the line is damaged; OtherSchemaError if it is of another schema.
    """
    try:
        document = parsed(line)
    except RecursionError as error:
        raise CodecError("the line is nested too deeply to be a record") from error
    except ValueError as error:
        raise CodecError(f"the line is not JSON: {error}") from error
    return from_document(document)


def from_document(document: Any) -> Record:
    """Check the parts of a line, as :func:`from_line` does, and all of its fields."""
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


def parsed(line: bytes) -> Any:
    """Parse strict JSON; numbers that no double holds are such as fit no field.

    Raises
    ------
    ValueError, RecursionError
        If it is none.
    """
    return json.loads(
        line, parse_constant=_refuse_constant, parse_int=_whole_number, parse_float=_number
    )


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _whole_number(digits: str) -> Any:
    if len(digits) <= MOST_DIGITS:
        return int(digits)
    return _NoNumber(f"a number of {len(digits.lstrip('-'))} digits")


def _number(text: str) -> Any:
    number = float(text)
    return number if math.isfinite(number) else _NoNumber(shown(text)[1:-1])
