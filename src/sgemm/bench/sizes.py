"""The problems of a benchmark: sizes as people write them, layouts, and padding between rows.

``512`` stands for m = n = k = 512, ``1024:12800:128`` for every 128th size from 1024 to 12800,
``8192x16x64`` for m x n x k. Commas and white space separate them.
"""

from __future__ import annotations

import csv
import operator
import re
from pathlib import Path

from sgemm.bench.codec import shown
from sgemm.bench.files import lines_of
from sgemm.errors import ArgumentError
from sgemm.problem import INT32_MAX, LAYOUTS, Problem
from sgemm.visible import visible

Shape = tuple[int, int, int]  # m, n and k
MAX_SHAPES = 100_000  # A longer list is a slip of the keyboard
MOST_DIGITS = 10  # of a size
STORED_AS_IS = "nn"
GRAMMAR = "N, FIRST:LAST, FIRST:LAST:STEP or MxNxK"


def parse_sizes(text: str, name: str = "sizes") -> tuple[Shape, ...]:
    """Turn a text into shapes, in its order, each once."""
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
    """Read shapes from a file: one or more a line; what follows a ``#`` is a comment."""
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


def read_problems(path: Path) -> dict[str, tuple[Problem, ...]]:
    """Read lists of problems, which lie in the package: the name of each -> its problems."""
    found: dict[str, list[Problem]] = {}
    with path.open(newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            shape = int(row["m"]), int(row["n"]), int(row["k"])
            beta, batch = float(row["beta"]), int(row["batch"])
            problem = make_problem(shape, row["layout"], beta=beta, batch=batch)
            found.setdefault(row["name"], []).append(problem)
    return {name: tuple(problems) for name, problems in found.items()}


def _parse_part(part: str, name: str) -> list[Shape]:
    asked = f"{name} = {shown(part)}"
    numbers = [_number(each, asked) for each in re.findall(r"\d+", part)]
    if re.fullmatch(r"\d+", part):
        return [(numbers[0],) * 3]
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
        return [(size, size, size) for size in range(first, last + 1, step)]
    raise ArgumentError(f"{asked} is no size: {GRAMMAR} is needed, whole numbers")


def _number(digits: str, asked: str) -> int:
    counting = digits.lstrip("0") or "0"
    # Python refuses to read thousands of digits.
    if len(counting) > MOST_DIGITS or int(counting) > INT32_MAX:
        raise ArgumentError(f"{asked}: a size is at most 2**31-1")
    return int(counting)


def make_problem(
    shape: Shape,
    layout: str = STORED_AS_IS,
    alpha: float = 1.0,
    beta: float = 0.0,
    padding: Shape = (0, 0, 0),  # elements between the rows of A, B and C as they are stored
    batch: int = 1,
) -> Problem:
    """Make the problem of a shape and a layout; the matrices of a batch follow each other."""
    if layout not in LAYOUTS:
        raise ArgumentError(f"layout = {layout!r}: there are {', '.join(LAYOUTS)}")
    left, right = (letter == "t" for letter in layout)
    made = Problem(*shape, alpha, beta, trans_a=left, trans_b=right, batch=batch)
    if any(padding):
        rows = (row for *_, row, _ in made.stored)
        lda, ldb, ldc = map(operator.add, rows, padding)
        made = Problem(*shape, alpha, beta, lda, ldb, ldc, left, right, batch)
    stacked(made)
    return made


def stacked(problem: Problem) -> tuple[tuple[int, int, int], ...]:
    """Return rows, columns and leading dimension of A, B and C as stored, those of a batch as one.

    Without gaps, all matrices of a batch are one with as many times the rows: what fills, widens or
    judges a matrix serves a batch unchanged.
    """
    if problem.batch * max(rows for rows, *_ in problem.stored) > INT32_MAX:
        raise ArgumentError(f"batch = {problem.batch}: more than 2**31-1 rows in all")
    stored = problem.stored
    return tuple((problem.batch * rows, columns, row) for rows, columns, row, _ in stored)
