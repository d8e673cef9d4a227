"""Frozen records to JSON and back, by their types.

JSON has no infinity and no NaN, and programs that read it refuse Python's way of writing them. So
in a field of type float they are the strings "NaN", "Infinity" and "-Infinity". On the way back
every field is checked against its type: results are read by later versions, and by people's edits.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import re
import reprlib
import types
import typing
from collections.abc import Callable
from typing import Any

from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

NONFINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
"""How the floats that JSON does not have are written."""


LATER = {"later": True}
"""Metadata of a field, with a default, that joined its record after files had been written.

Those files lack the field; it then has its default.
"""


GROWING = (Problem, Tile)
"""Records of other rooms, which gain fields with defaults as the kernels gain abilities.

Files that were written before lack such a field; it then has its default.
"""


MOST_NAMED = 5
"""Of the fields that nobody knows."""

BEYOND = 2**64
"""Whole numbers are smaller, so that all that is computed of them fits a double."""

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a pair, which JSON can write and UTF-8 cannot."""

_SHORT = reprlib.Repr()
_SHORT.maxlevel = 2
_SHORT.maxstring = _SHORT.maxother = 120
_SHORT.maxlong = 60


class CodecError(Exception):
    """A value is not what its type says; the message names the field."""


def shown(value: Any) -> str:
    """Write a value for a message: of a long or deeply nested one only a part."""
    return _SHORT.repr(value)


def encode(value: Any) -> Any:
    """Turn a record into what ``json.dumps(allow_nan=False)`` accepts."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: encode(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def decode(kind: Any, value: Any, where: str) -> Any:
    """Turn parsed JSON, or a row of a data frame, into a value of a type.

    Parameters
    ----------
    kind : type
        A dataclass, str, int, float, bool, a tuple type of these, or an optional of these.
    value : object
        What the JSON parser returned, with numbers that no double holds as objects of their own.
    where : str
        Name of the field, for errors.

    Returns
    -------
    object
        An instance of ``kind``.

    Raises
    ------
    CodecError
        If the value does not fit.
    """
    return decoder_of(kind)(value, where)


Decoder = Callable[[Any, str], Any]
"""Turns a value, with the name of its field, into a value of a certain type."""


@functools.cache
def decoder_of(kind: Any) -> Decoder:
    """Return what decodes values of a type: types are looked at once, not for each value."""
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


def _decoder_of_tuple(kinds: tuple[Any, ...]) -> Decoder:
    is_open = kinds[-1] is Ellipsis
    decoders = tuple(map(decoder_of, kinds[:1] if is_open else kinds))

    def decode_tuple(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise CodecError(f"{where} is {shown(value)} and should be a list")
        # Samples come in thousands, nearly all of them plain floats.
        if decoders == (_decode_float,) and is_open and set(map(type, value)) <= {float}:
            return tuple(value)
        each = decoders * len(value) if is_open else decoders
        if len(each) != len(value):
            raise CodecError(f"{where} has {len(value)} items and should have {len(each)}")
        return tuple(
            decoder(item, f"{where}[{index}]")
            for index, (decoder, item) in enumerate(zip(each, value, strict=True))
        )

    return decode_tuple


def _decoder_of_record(kind: type) -> Decoder:
    hints = typing.get_type_hints(kind)
    decoders = {field.name: decoder_of(hints[field.name]) for field in dataclasses.fields(kind)}
    may_lack = {
        field.name
        for field in dataclasses.fields(kind)
        if field.metadata == LATER or (kind in GROWING and field.default is not dataclasses.MISSING)
    }

    def decode_record(value: Any, where: str) -> Any:
        if not isinstance(value, dict):
            raise CodecError(f"{where} is {shown(value)} and should be an object")
        missing = decoders.keys() - value.keys() - may_lack
        unknown = value.keys() - decoders.keys()
        if missing or unknown:
            parts = [f"lacks {name!r}" for name in sorted(missing)]
            parts += [f"has an unknown {shown(name)}" for name in sorted(unknown)[:MOST_NAMED]]
            raise CodecError(f"{where} {', '.join(parts)}")
        fields = {name: decoders[name](item, f"{where}.{name}") for name, item in value.items()}
        try:
            return kind(**fields)
        except ValueError as error:
            raise CodecError(f"{where} is not valid: {error}") from error

    return decode_record
