"""The sizes of a benchmark, as people write them: numbers, ranges, shapes, files of these.

``512`` stands for m = n = k = 512, ``1024:12800:128`` for every 128th size from 1024 to 12800,
``8192x16x64`` for m x n x k. Commas and white space separate them.
"""

from __future__ import annotations

import re
from pathlib import Path

from sgemm.bench.codec import shown
from sgemm.bench.inputs import lines_of
from sgemm.errors import ArgumentError
from sgemm.problem import INT32_MAX
from sgemm.visible import visible

Shape = tuple[int, int, int]
"""m, n and k."""

MAX_SHAPES = 100_000
"""A longer list is a slip of the keyboard."""

MOST_DIGITS = 10
"""Of a size."""

GRAMMAR = "N, FIRST:LAST, FIRST:LAST:STEP or MxNxK"


def parse_sizes(text: str, name: str = "sizes") -> tuple[Shape, ...]:
    """Turn a text into shapes, in its order, each once.

    Parameters
    ----------
    name : str
        What the text is, for errors.

    Raises
    ------
    ArgumentError
        If a part of it is no size, or there is none.
    """
    found: dict[Shape, None] = {}
    for part in re.split(r"\s*,\s*|\s+", text.strip()):
        if not part:
            raise ArgumentError(f"{name} = {shown(text)}: {GRAMMAR} is needed, with commas between")
        for shape in _parse_part(part, name):
            found[shape] = None
        if len(found) > MAX_SHAPES:
            raise ArgumentError(f"{name}: more than {MAX_SHAPES} shapes")
    return tuple(found)


def written(shape: Shape) -> str:
    """Return a shape as people write it: N where m = n = k, else MxNxK."""
    m, n, k = shape
    return str(m) if m == n == k else f"{m}x{n}x{k}"


def read_shapes(path: Path) -> tuple[Shape, ...]:
    """Read shapes from a file: one or more a line; what follows a ``#`` is a comment.

    Raises
    ------
    ArgumentError
        If the file cannot be read, a line holds no size (the message has its number), or there
        is no shape in it.
    """
    found: dict[Shape, None] = {}
    for number, line in enumerate(lines_of(path), start=1):
        try:
            text = line.partition(b"#")[0].decode().strip()
        except UnicodeDecodeError as error:
            raise ArgumentError(f"{visible(path)}:{number}: the line is no UTF-8 text") from error
        if text:
            found |= dict.fromkeys(parse_sizes(text, f"{visible(path)}:{number}"))
    if not found:
        raise ArgumentError(
            f"{visible(path)} holds no shape: {GRAMMAR} is needed, one or more a line"
        )
    return tuple(found)


def _parse_part(part: str, name: str) -> list[Shape]:
    asked = f"{name} = {shown(part)}"
    numbers = [_number(each, asked) for each in re.findall(r"\d+", part)]
    if re.fullmatch(r"\d+", part):
        return [_cube(numbers[0])]
    if re.fullmatch(r"\d+[xX]\d+[xX]\d+", part):
        m, n, k = numbers
        return [(m, n, k)]
    if re.fullmatch(r"\d+:\d+(:\d+)?", part):
        first, last, *rest = numbers
        step = rest[0] if rest else 1
        if step == 0:
            raise ArgumentError(f"{asked}: the step of a range is at least 1")
        if last < first:
            raise ArgumentError(f"{asked}: a range goes from low to high")
        if (last - first) // step >= MAX_SHAPES:
            raise ArgumentError(f"{asked}: more than {MAX_SHAPES} shapes")
        return [_cube(size) for size in range(first, last + 1, step)]
    raise ArgumentError(f"{asked} is no size: {GRAMMAR} is needed, whole numbers")


def _cube(size: int) -> Shape:
    return (size, size, size)


def _number(digits: str, asked: str) -> int:
    counting = digits.lstrip("0") or "0"
    # Python refuses to read thousands of digits.
    if len(counting) > MOST_DIGITS or int(counting) > INT32_MAX:
        raise ArgumentError(f"{asked}: a size is at most 2**31-1")
    return int(counting)
