"""Frozen records to lines of JSON and back, by their types.

JSON has no infinity and no NaN, and programs that read it refuse Python's way of writing them. So
in a field of type float they are the strings "NaN", "Infinity" and "-Infinity". On the way back
every field is checked against its type: results are read by later versions, and by people's edits.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import re
import reprlib
import types
import typing
from collections.abc import Callable
from typing import Any

from sgemm.bench.environment import Environment
from sgemm.bench.measurement import Measurement, Trace
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile, stored_name
from sgemm.problem import Problem
from sgemm.toolchain.build import Resources

# How the floats that JSON does not have are written.
NONFINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
WORDS = {f"{number}": word for word, number in NONFINITE.items()}

GROWING = (Problem, Tile, Schedule)  # gain fields with defaults as the kernels gain abilities
REPEATED = (*GROWING, Resources)  # many measurements are of few of them
MOST_NAMED = 5  # of the fields that nobody knows
BEYOND = 2**64  # whole numbers are smaller, so that all that is computed of them fits a double
SIMPLE = {str, bool, int, type(None)}  # types of what JSON has as it is
SURROGATE = re.compile("[\ud800-\udfff]")  # half of a pair, which JSON can write and UTF-8 cannot
_LINE = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
_SHORT = reprlib.Repr()
_SHORT.maxlevel = 2
_SHORT.maxstring = _SHORT.maxother = 120
_SHORT.maxlong = 60

SCHEMA = 1  # version of the format; it grows by one when a reader of the old one would go wrong
MOST_DIGITS = 400  # of a whole number. Doubles end at 309, and Python reads no more than 4300.
Record = Environment | Measurement | Trace

TYPES: dict[str, type] = {"environment": Environment, "measurement": Measurement, "trace": Trace}
NAMES = {kind: name for name, kind in TYPES.items()}


class CodecError(Exception):
    """A value is not what its type says; the message names the field."""


class OtherSchemaError(CodecError):
    """A line may be in order, but is of a schema that this version does not read."""


class _NoNumber:
    """Stands for a number that is too large to read; it fits no field."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __repr__(self) -> str:
        return self._words


def shown(value: Any) -> str:
    """Write a value for a message: of a long or deeply nested one only a part."""
    return _SHORT.repr(value)


def encode(value: Any) -> Any:
    """Turn records, and dicts and sequences of them, into dicts and lists of what JSON has."""
    kind: Any = type(value)
    if kind in SIMPLE:
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else WORDS[f"{value}"]
    if (names := names_of(kind)) is not None:
        document = {stored: getattr(value, name) for stored, name in names.items()}
        for stored, part in document.items():
            if type(part) not in SIMPLE:
                document[stored] = encode(part)
        return document
    if isinstance(value, dict):
        return {str(key): encode(item) for key, item in value.items()}
    if not isinstance(value, tuple | list):
        return value
    kinds = set(map(type, value))
    # Samples come in thousands. Their sum is finite only if each of them is.
    if kinds <= SIMPLE or (kinds == {float} and math.isfinite(sum(value))):
        return list(value)
    return [encode(item) for item in value]


@functools.cache
def names_of(kind: Any) -> dict[str, str] | None:
    """Return the names of a record's fields by those that are stored; None of anything else."""
    if not dataclasses.is_dataclass(kind):
        return None
    return {stored_name(field): field.name for field in dataclasses.fields(kind)}


Decoder = Callable[[Any, str], Any]  # (value, name of its field) -> value of a certain type


@functools.cache
def decoder_of(kind: Any) -> Decoder:
    """Return what turns parsed JSON, or a row of a data frame, into values of a type.

    Types are looked at once, not for each value.
    """
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (choice for choice in typing.get_args(kind) if choice is not type(None))
        of_inner = decoder_of(inner)
        return lambda value, where: None if value is None else of_inner(value, where)
    if origin is tuple:
        return _decoder_of_tuple(typing.get_args(kind))
    if dataclasses.is_dataclass(kind):
        return _decoder_of_record(typing.cast(type, kind))
    return _decode_float if kind is float else functools.partial(_decode_plain, kind)


def _decode_plain(kind: type[Any], value: Any, where: str) -> Any:
    if type(value) is not kind:
        raise CodecError(f"{where} is {shown(value)} and should be of type {kind.__name__}")
    if isinstance(value, int) and abs(value) >= BEYOND:
        raise CodecError(f"{where} is {shown(value)} and should be below 2**64")
    if isinstance(value, str) and SURROGATE.search(value):
        raise CodecError(f"{where} is {shown(value)}, which has half of a pair of surrogates")
    return value


def _decode_float(value: Any, where: str) -> float:
    if type(value) is float:
        return value
    if isinstance(value, str) and value in NONFINITE:
        return NONFINITE[value]
    if type(value) is int:
        try:
            return float(value)
        except OverflowError:
            pass
    raise CodecError(f"{where} is {shown(value)} and should be a number within range")


ALL_RIGHT: dict[Any, Callable[[list[Any]], bool]] = {
    float: lambda values: True,
    int: lambda values: max(map(abs, values), default=0) < BEYOND,
    str: lambda values: SURROGATE.search("".join(values)) is None,
}
"""By the type of all values of a list: whether each is within its bounds."""


def _decoder_of_tuple(kinds: tuple[Any, ...]) -> Decoder:
    is_open = kinds[-1] is Ellipsis
    are_right = ALL_RIGHT.get(kinds[0]) if is_open else None
    decoders = tuple(map(decoder_of, kinds[:1] if is_open else kinds))

    def decode_tuple(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise CodecError(f"{where} is {shown(value)} and should be a list")
        # Samples come in thousands, nearly all of them plain values.
        if are_right is not None and set(map(type, value)) <= {kinds[0]} and are_right(value):
            return tuple(value)
        each = decoders * len(value) if is_open else decoders
        if len(each) != len(value):
            raise CodecError(f"{where} has {len(value)} items and should have {len(each)}")
        return tuple(
            decoder(item, f"{where}[{index}]")
            for index, (decoder, item) in enumerate(zip(each, value, strict=True))
        )

    return decode_tuple


def later_fields(kind: type) -> set[str]:
    """Return the fields that older files lack: from the field LATER of a class on."""
    fields = dataclasses.fields(kind)
    if kind in GROWING:
        return {stored_name(each) for each in fields if each.default is not dataclasses.MISSING}
    names = [stored_name(field) for field in fields]
    return set(names[names.index(kind.LATER) :]) if hasattr(kind, "LATER") else set()


def _decoder_of_record(kind: type) -> Decoder:
    hints = typing.get_type_hints(kind)
    names = names_of(kind) or {}
    decoders = {stored: decoder_of(hints[name]) for stored, name in names.items()}
    may_lack = later_fields(kind)

    def decode_record(value: Any, where: str) -> Any:
        if not isinstance(value, dict):
            raise CodecError(f"{where} is {shown(value)} and should be an object")
        if value.keys() != decoders.keys():
            missing = decoders.keys() - value.keys() - may_lack
            unknown = value.keys() - decoders.keys()
            if missing or unknown:
                parts = [f"lacks {name!r}" for name in sorted(missing)]
                parts += [f"has an unknown {shown(name)}" for name in sorted(unknown)[:MOST_NAMED]]
                raise CodecError(f"{where} {', '.join(parts)}")
        try:
            fields = {names[name]: decoders[name](item, name) for name, item in value.items()}
        except CodecError as error:  # which begins with the name of the field
            raise CodecError(f"{where}.{error}") from error.__cause__
        try:
            return kind(**fields)
        except ValueError as error:
            raise CodecError(f"{where} is not valid: {error}") from error

    return _remembering(decode_record) if kind in REPEATED else decode_record


def _remembering(decode: Decoder) -> Decoder:
    """Decode equal objects of plain values once."""
    known: dict[str, Any] = {}

    def decode_once(value: Any, where: str) -> Any:
        try:
            key = repr(value)  # tells 1 from 1.0, and 0.0 from -0.0
        except RecursionError:  # of what is no such object
            return decode(value, where)
        if key not in known:
            known[key] = decode(value, where)
        return known[key]

    return decode_once


def to_line(value: Record) -> bytes:
    """Write a record as a line."""
    name = NAMES[type(value)]
    document = {"schema": SCHEMA, "record": name, name: encode(value)}
    return _LINE.encode(document).encode() + b"\n"


def from_line(line: bytes) -> Record:
    """Read a line, checking its end and every field."""
    if not line.endswith(b"\n"):
        raise CodecError("the line is cut off: it has no end")
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
    if not isinstance(record, str) or record not in TYPES:
        raise CodecError(
            f"the line is a record {shown(record)} and should be one of {sorted(TYPES)}"
        )
    if document.keys() != {"schema", "record", record}:
        raise CodecError(f"the line should have schema, record and {record}, and nothing else")
    decoded: Record = decoder_of(TYPES[record])(document[record], record)
    return decoded


def parsed(line: bytes) -> Any:
    """Parse strict JSON; numbers that no double holds are such as fit no field."""
    return json.loads(
        line, parse_constant=_refuse_constant, parse_int=_whole_number, parse_float=_number
    )


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _whole_number(digits: str) -> Any:
    is_short = len(digits) <= MOST_DIGITS
    return int(digits) if is_short else _NoNumber(f"a number of {len(digits.lstrip('-'))} digits")


def _number(text: str) -> Any:
    number = float(text)
    return number if math.isfinite(number) else _NoNumber(shown(text)[1:-1])
