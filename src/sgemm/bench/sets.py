"""Settings, which two measurements must share to be compared, and named sets of problems.

A set is recognised from what was measured alone, so that results need no label of their own. The
rules, in the order in which they are tried:

- ``sustained``: the protocol's name begins with ``sustained``.
- ``accuracy``: the protocol's name begins with ``accuracy``.
- ``batched``: m = n = k and the batch are in :data:`BATCHED`, neither operand transposed.
- ``irregular``: shapes on which libraries are known to be slow, neither operand transposed.
- ``squares_nn``, ``squares_nt``, ``squares_tn``, ``squares_tt``: m = n = k, a multiple of 128 in
  1024 ... 12800; the letters say which operand is transposed.
- ``random``: m, n and k are among :func:`random_shapes`, neither operand transposed.
- ``random_16384``: 256 other random shapes, with sizes up to 16384, in the layouts in turn.
- ``slender``: one size is long and the others are tens or less; single rows; scalar products.
- ``tiny_batches``: thousands of products of 1 to 64 rows and columns, of 1 MB to 1 GB in all.
- ``layers``: 1 ... 4096 rows by the layers of GPT-2, GPT-2 XL, Qwen2.5 7B, Llama 3 8B and 70B and
  Mistral 7B, W as it is stored: outputs x inputs, so B is transposed. The last layer, which gives a
  score to each word, has up to 64 rows: the last token of each sequence.
- ``accumulate``: beta = 1: short k, where C is most of what is moved, and problems of other sets.
- ``other``: everything else.

The problems of ``irregular``, ``slender``, ``tiny_batches``, ``layers`` and ``accumulate`` stand in
set_problems.csv. A set's problems may never change, since results are recognised by them.

But for ``other``, a problem has alpha = 1, tight leading dimensions and, except in ``accumulate``,
beta = 0.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sgemm.bench.measurement import Measurement
from sgemm.bench.sizes import Shape, make_problem, read_problems
from sgemm.errors import ArgumentError
from sgemm.problem import FLOAT32, LAYOUTS, Problem
from sgemm.verify import DEFAULT_INPUT_CLASS

SQUARES = range(1024, 12801, 128)
TRANSPOSED_SQUARES = range(1024, 12801, 512)  # as measured; the others belong to the set too
BATCHED_SIZES = (64, 100, 128, 256, 333, 512)
BATCHES = (8, 64, 256, 1024)
BATCHED = tuple((size, batch) for size in BATCHED_SIZES for batch in BATCHES)  # m = n = k, how many
SUSTAINED_SIZE = 12800

ACCURACY_SHAPES = ((512, 512, 512), (256, 256, 4096), (1000, 777, 333))  # on every class of inputs
RANDOM_COUNT = 256
RANDOM_LARGEST = 8192
RANDOM_SEED = 20250112
# The same with larger sizes, in all layouts in turn.
LARGER_RANDOM = 16384
LARGER_SEED = 20261123

OTHER = "other"

# Names of the sets, in the order in which they are reported.
SETS = (
    "squares_nn", "squares_nt", "squares_tn", "squares_tt", "irregular", "random", "random_16384",
    "batched", "tiny_batches", "slender", "layers", "accumulate", "sustained", "accuracy", OTHER,
)  # fmt: skip
MEASURABLE = SETS[:-1]  # those that there are problems of


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """What was computed, where, on which inputs and by which protocol."""

    problem: Problem
    machine: str  # "cuda" or "cpu"
    protocol: str  # how it was timed
    inputs: str  # class of the inputs

    @classmethod
    def of(cls, measurement: Measurement) -> Setting:
        """Return the setting of a measurement; what it does not say has its usual value."""
        checked = measurement.verification
        return cls(
            problem=measurement.problem,
            machine=measurement.machine,
            protocol=measurement.protocol,
            inputs=checked.input_class if checked is not None else DEFAULT_INPUT_CLASS,
        )

    @property
    def shape(self) -> Shape:
        """The sizes m, n and k."""
        return self.problem.m, self.problem.n, self.problem.k

    @property
    def is_square(self) -> bool:
        """Whether m = n = k."""
        return len(set(self.shape)) == 1

    @property
    def is_tight(self) -> bool:
        """Whether the rows of all matrices, and the matrices of a batch, lie close as stored."""
        return all(
            (leading, stride) == (max(1, columns), rows * leading)
            for rows, columns, leading, stride in self.problem.stored
        )

    @property
    def is_usual(self) -> bool:
        """Whether rows lie close and the inputs are the usual ones."""
        return self.is_tight and self.inputs == DEFAULT_INPUT_CLASS

    @property
    def is_plain(self) -> bool:
        """Whether alpha is 1, beta 0, rows lie close and operands and inputs are the usual ones."""
        problem = self.problem
        if problem.types != (FLOAT32, FLOAT32) or problem.prepared_a or problem.prepared_b:
            return False
        return (problem.alpha, problem.beta) == (1.0, 0.0) and self.is_usual

    @property
    def order(self) -> tuple[Any, ...]:
        """What to sort by: machine, protocol, layout, then size."""
        problem = self.problem
        place = (self.machine, self.protocol, self.inputs, problem.layout, problem.batch)
        return (*place, problem.flops, *self.shape, str(problem))

    def __str__(self) -> str:
        is_usual = self.inputs == DEFAULT_INPUT_CLASS
        return str(self.problem) if is_usual else f"{self.problem}, {self.inputs}"


def problems_of(name: str) -> tuple[Problem, ...]:
    """Return the problems of a set, as they are measured."""
    if name not in MEASURABLE:
        raise ArgumentError(f"set = {name!r}: there are {', '.join(MEASURABLE)}")
    return _problems()[name]


@functools.cache
def _problems() -> dict[str, tuple[Problem, ...]]:
    """Return the problems of each set that there are problems of."""
    larger = zip(random_shapes(LARGER_RANDOM, LARGER_SEED), itertools.cycle(LAYOUTS), strict=False)
    return read_problems(Path(__file__).with_name("set_problems.csv")) | {
        **{f"squares_{layout}": _squares(TRANSPOSED_SQUARES, layout) for layout in LAYOUTS},
        "squares_nn": _squares(SQUARES, "nn"),
        "random": tuple(map(make_problem, random_shapes())),
        "random_16384": tuple(make_problem(*each) for each in larger),
        "batched": tuple(make_problem((size,) * 3, batch=batch) for size, batch in BATCHED),
        "sustained": _squares([SUSTAINED_SIZE], "nn"),
        "accuracy": tuple(map(make_problem, ACCURACY_SHAPES)),
    }


def _squares(sizes: Iterable[int], layout: str) -> tuple[Problem, ...]:
    return tuple(make_problem((size, size, size), layout) for size in sizes)


@functools.cache
def random_shapes(largest: int = RANDOM_LARGEST, seed: int = RANDOM_SEED) -> tuple[Shape, ...]:
    """Return 256 log-uniform shapes, the same in every version of Python, as random() promises."""
    source = random.Random(seed)

    def size() -> int:
        return min(largest, int(math.exp(source.random() * math.log(largest + 1))))

    return tuple((size(), size(), size()) for _ in range(RANDOM_COUNT))


def set_of(setting: Setting) -> str:
    """Return the name of the set that a measurement belongs to."""
    if setting.protocol.startswith("accuracy"):
        return "accuracy"
    if not setting.is_usual:
        return OTHER
    if setting.protocol.startswith("sustained"):
        return "sustained" if setting.is_plain else OTHER
    return _sets_of_problems().get(setting.problem, OTHER)


@functools.cache
def _sets_of_problems() -> dict[Problem, str]:
    """Return the set of each problem that is in one; in several, the last one below counts."""
    made = ("random_16384", "tiny_batches", "slender", "layers", "accumulate")
    found = {problem: name for name in made for problem in problems_of(name)}
    found |= dict.fromkeys(problems_of("random"), "random")
    for layout in LAYOUTS:
        found |= dict.fromkeys(_squares(SQUARES, layout), f"squares_{layout}")
    for name in ("irregular", "batched"):
        found |= dict.fromkeys(problems_of(name), name)
    return found
