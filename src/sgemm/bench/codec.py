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
    """Turn a record into what ``json.dumps(allow_nan=False)`` accepts.

    Parameters
    ----------
    value : dataclass instance, tuple, str, int, float, bool or None

    Returns
    -------
    dict, list, str, int, float, bool or None
    """
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
    """Turn parsed JSON into a value of a type.

    Parameters
    ----------
    kind : type
        A dataclass, str, int, float, bool, a tuple type of these, or an optional of these.
    value : object
        What the JSON parser returned.
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
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        return _decode_optional(kind, value, where)
    if origin is tuple:
        return _decode_tuple(kind, value, where)
    if dataclasses.is_dataclass(kind):
        return _decode_record(typing.cast(type, kind), value, where)
    if kind is float:
        return _decode_float(value, where)
    if type(value) is not kind:
        raise CodecError(f"{where} is {shown(value)} and should be of type {kind.__name__}")
    if kind is int and abs(value) >= BEYOND:
        raise CodecError(f"{where} is {shown(value)} and should be below 2**64")
    if kind is str and SURROGATE.search(value):
        raise CodecError(f"{where} is {shown(value)}, which has half of a pair of surrogates")
    return value


def _decode_optional(kind: Any, value: Any, where: str) -> Any:
    if value is None:
        return None
    (inner,) = (choice for choice in typing.get_args(kind) if choice is not type(None))
    return decode(inner, value, where)


def _decode_tuple(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, list):
        raise CodecError(f"{where} is {shown(value)} and should be a list")
    kinds = typing.get_args(kind)
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise CodecError(f"{where} has {len(value)} items and should have {len(kinds)}")
    return tuple(
        decode(inner, item, f"{where}[{index}]")
        for index, (inner, item) in enumerate(zip(kinds, value, strict=True))
    )


def _decode_record(kind: type, value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise CodecError(f"{where} is {shown(value)} and should be an object")
    names = _types_of(kind)
    absent, unknown = names.keys() - value.keys(), value.keys() - names.keys()
    missing = absent - _may_lack(kind)
    if missing or unknown:
        parts = [f"lacks {name!r}" for name in sorted(missing)]
        parts += [f"has an unknown {shown(name)}" for name in sorted(unknown)[:MOST_NAMED]]
        raise CodecError(f"{where} {', '.join(parts)}")
    fields = {
        name: decode(inner, value[name], f"{where}.{name}")
        for name, inner in names.items()
        if name not in absent
    }
    try:
        return kind(**fields)
    except ValueError as error:
        raise CodecError(f"{where} is not valid: {error}") from error


def _decode_float(value: Any, where: str) -> float:
    if isinstance(value, str) and value in NONFINITE:
        return NONFINITE[value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise CodecError(f"{where} is {shown(value)} and should be a number within range")


@functools.cache
def _may_lack(kind: type) -> frozenset[str]:
    """Return the fields that a file may be without."""
    return frozenset(
        field.name
        for field in dataclasses.fields(kind)
        if field.metadata == LATER or (kind in GROWING and field.default is not dataclasses.MISSING)
    )


@functools.cache
def _types_of(kind: type) -> dict[str, Any]:
    """Return the types of a dataclass's fields."""
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}
