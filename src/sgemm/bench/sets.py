"""Named sets of problems: what is in each, and which of them a measurement belongs to.

A set is recognised from what was measured alone, so that results need no label of their own. The
rules, in the order in which they are tried:

- ``sustained``: the protocol's name begins with ``sustained``.
- ``accuracy``: the protocol's name begins with ``accuracy``.
- ``batched``: m = n = k and the batch are in :data:`BATCHED`, neither operand transposed.
- ``irregular``: m, n and k are in :data:`IRREGULAR`, neither operand transposed.
- ``squares_nn``, ``squares_nt``, ``squares_tn``, ``squares_tt``: m = n = k, a multiple of 128 in
  1024 ... 12800; the letters say which operand is transposed.
- ``random``: m, n and k are among :func:`random_shapes`, neither operand transposed.
- ``other``: everything else.

But for ``other``, a problem has alpha = 1, beta = 0 and tight leading dimensions.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Iterable

from sgemm.bench.setting import Setting
from sgemm.bench.task import Task, make_task
from sgemm.errors import ArgumentError

SQUARES = range(1024, 12801, 128)
TRANSPOSED_SQUARES = range(1024, 12801, 512)
"""The sizes that are measured where A or B is transposed; any of the others belongs to the set."""

IRREGULAR = (
    (8192, 8192, 64),
    (8192, 8192, 256),
    (64, 8192, 8192),
    (16, 8192, 8192),
    (1, 8192, 8192),
    (8192, 16, 8192),
    (128, 128, 262144),
    (256, 256, 65536),
    (4096, 4096, 16384),
    (1000, 1000, 1000),
    (1023, 1025, 1027),
    (2047, 2049, 2051),
    (4095, 4097, 4099),
    (100000, 64, 64),
    (100000, 256, 256),
    (256, 100000, 256),
    (333, 777, 5555),
    (64, 64, 64),
    (128, 128, 128),
    (256, 256, 256),
)
"""Shapes (m, n, k) on which libraries are known to be slow."""

BATCHED_SIZES = (64, 100, 128, 256, 333, 512)
BATCHES = (8, 64, 256, 1024)
BATCHED = tuple((size, batch) for size in BATCHED_SIZES for batch in BATCHES)
"""m = n = k and how many of them."""

SUSTAINED_SIZE = 12800

ACCURACY_SHAPES = ((512, 512, 512), (256, 256, 4096), (1000, 777, 333))
"""Shapes (m, n, k) whose errors are compared on inputs of every class."""

RANDOM_COUNT = 256
RANDOM_LARGEST = 8192
RANDOM_SEED = 20250112

OTHER = "other"

SETS = (
    "squares_nn",
    "squares_nt",
    "squares_tn",
    "squares_tt",
    "irregular",
    "random",
    "batched",
    "sustained",
    "accuracy",
    OTHER,
)
"""Names of the sets, in the order in which they are reported."""

MEASURABLE = SETS[:-1]
"""Those that there are problems of."""


@functools.cache
def tasks_of(name: str) -> tuple[Task, ...]:
    """Return the problems of a set, as they are measured.

    Parameters
    ----------
    name : str
        One of :data:`MEASURABLE`.

    Raises
    ------
    ArgumentError
        If there is no such set.
    """
    if name == "squares_nn":
        return _squares(SQUARES, "nn")
    if name.startswith("squares_") and name in MEASURABLE:
        return _squares(TRANSPOSED_SQUARES, name.removeprefix("squares_"))
    if name == "batched":
        return tuple(make_task((size,) * 3, batch=batch) for size, batch in BATCHED)
    shapes = {
        "irregular": IRREGULAR,
        "random": random_shapes(),
        "sustained": ((SUSTAINED_SIZE,) * 3,),
        "accuracy": ACCURACY_SHAPES,
    }
    if name not in shapes:
        raise ArgumentError(f"set = {name!r}: there are {', '.join(MEASURABLE)}")
    return tuple(make_task(shape) for shape in shapes[name])


def _squares(sizes: Iterable[int], layout: str) -> tuple[Task, ...]:
    return tuple(make_task((size, size, size), layout) for size in sizes)


@functools.cache
def random_shapes() -> tuple[tuple[int, int, int], ...]:
    """Return the random shapes: each of m, n and k log-uniform in 1 ... 8192, odd ones included.

    Returns
    -------
    tuple of (int, int, int)
        256 shapes, the same in every version of Python: they come from ``random.Random.random``,
        whose sequence for a seed is promised not to change.
    """
    source = random.Random(RANDOM_SEED)

    def size() -> int:
        return min(RANDOM_LARGEST, int(math.exp(source.random() * math.log(RANDOM_LARGEST + 1))))

    return tuple((size(), size(), size()) for _ in range(RANDOM_COUNT))


def set_of(setting: Setting) -> str:
    """Return the name of the set that a measurement belongs to.

    Returns
    -------
    str
        One of :data:`SETS`.
    """
    problem = setting.problem
    shape = (problem.m, problem.n, problem.k)
    if setting.protocol.startswith("accuracy"):
        return "accuracy"
    if not setting.is_plain:
        return OTHER
    if setting.protocol.startswith("sustained"):
        return "sustained"
    if setting.batch != 1:
        is_cube = problem.m == problem.n == problem.k
        among = is_cube and setting.layout == "nn" and (problem.m, setting.batch) in BATCHED
        return "batched" if among else OTHER
    if setting.layout == "nn" and shape in IRREGULAR:
        return "irregular"
    if problem.m == problem.n == problem.k and problem.m in SQUARES:
        return f"squares_{setting.layout}"
    if setting.layout == "nn" and shape in random_shapes():
        return "random"
    return OTHER
