"""Problems that the planner's model is fitted to, in groups, as ``sgemm survey --problems`` names.

Only ``general`` has problems of named sets: these show what the model is worth elsewhere. Groups
come in an order drawn at random, the same every time: a survey that ends early has a sample.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from sgemm.bench.sizes import Shape, make_problem
from sgemm.problem import LAYOUTS, Problem

# Sizes of tiny cubes, and how many.
TINY_BATCHES = (
    (4, 200_000), (6, 50_000), (7, 500_000), (10, 5_000), (10, 100_000), (14, 2_000), (16, 5_000),
    (16, 100_000), (20, 10_000), (21, 50_000), (28, 3_000), (32, 4_000), (32, 30_000), (37, 10_000),
    (40, 2_000), (50, 5_000), (56, 2_000), (64, 5_000),
)  # fmt: skip

# One long size, then the other two: n and k, or m and k.
SLENDER = (
    (300_000, 32, 32), (700_000, 20, 20), (500_000, 16, 8), (1_500_000, 4, 4), (600_000, 64, 32),
    (300_000, 48, 20), (400_000, 56, 24), (250_000, 12, 100), (50_000, 32, 16), (500_000, 32, 2),
    (800_000, 24, 48), (200_000, 64, 64), (600_000, 3, 24), (70_000, 16, 40), (100_001, 33, 17),
    (20_000, 30, 20), (5_000, 16, 30), (400_000, 1, 32),
)  # fmt: skip
# m and n beside a long k.
LONG_K = (
    (32, 32, 500_000), (24, 30, 200_000), (64, 64, 500_000), (48, 64, 200_000), (32, 64, 300_000),
    (64, 32, 60_000), (40, 60, 50_000), (32, 32, 40_000), (3, 3, 300_000), (1, 32, 400_000),
    (1, 1, 300_000),
)  # fmt: skip
# n and k of few rows, or m and k of few columns.
FEW, BESIDE_FEW = (
    (1, 2, 3, 4, 8, 12, 16),
    (
        (1100, 900), (3000, 3000), (4000, 1000), (1000, 4000), (5000, 2000), (4000, 12_000),
        (13_000, 4000), (8000, 9000), (3001, 3003), (700, 20_001), (30_000, 9000), (40_000, 300),
    ),
)  # fmt: skip
# n and k of some tens or hundreds of rows.
TENS, BESIDE_TENS = (
    (24, 32, 48, 64, 96, 128, 256, 500),
    ((2500, 900), (5000, 1500), (800, 800), (3500, 3400), (19_000, 3500), (8000, 27_000)),
)
SUMS = (
    (1000, 1000, 20), (1200, 1000, 60), (1500, 1500, 100), (3000, 3000, 30), (5000, 5000, 60),
    (2500, 2500, 150), (900, 1100, 200), (300_000, 32, 32), (32, 300_000, 32), (500_000, 16, 16),
    (16, 500_000, 16), (500_000, 32, 4), (400_000, 24, 48), (24, 400_000, 48), (500, 600, 3),
    (80, 3000, 800), (2000, 2000, 2000), (300, 300, 300),
)  # fmt: skip

# Products of some tens or hundreds of rows, and how many.
BATCHES = (
    ((52, 52, 52), 1000), ((80, 80, 80), 300), ((96, 96, 96), 200), ((112, 112, 112), 128),
    ((120, 100, 90), 256), ((150, 150, 150), 100), ((200, 200, 200), 40), ((224, 224, 64), 100),
    ((300, 300, 300), 30), ((400, 400, 400), 12), ((128, 64, 256), 120), ((90, 110, 500), 64),
)  # fmt: skip

# For kernels that split operands for tensor cores: squares; long and short k; few tiles of long
# rows; odd sizes.
SPLIT_SQUARES = (1040, 1500, 2080, 2900, 4160, 5800, 8256)
SPLIT = (
    (1040, 1040, 200), (1100, 1040, 4160), (1040, 1100, 16_400), (2080, 2080, 264),
    (2080, 1600, 9000), (4160, 4160, 72), (4160, 4160, 520), (8256, 8256, 136), (8256, 4160, 1040),
    (128, 16_400, 4160), (256, 8256, 8256), (512, 4160, 4160), (192, 30_000, 1040),
    (16_400, 160, 4160), (8256, 320, 2080), (4160, 640, 8256), (1031, 1033, 1037),
    (2051, 1999, 2053), (3001, 2999, 3005), (4099, 4097, 517), (300, 9001, 3333),
)  # fmt: skip
SPLIT_BATCHES = (
    ((520, 520, 520), 16), ((260, 260, 1040), 64), ((2080, 1040, 2080), 3), ((1001, 999, 505), 8),
)  # fmt: skip
SPLIT_SUMS = ((1040, 2080, 1040), (4160, 4160, 1040), (2001, 1999, 333))


def general() -> list[Problem]:
    """Return small cubes, thin, long and flat problems, batches, and shapes drawn at random."""
    shapes = [(size, size, size) for size in (16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024)]
    shapes += [(100, 100, 100), (333, 777, 5555), (1000, 1000, 1000), (1023, 1025, 1027)]
    shapes += [(8192, 8192, 64), (8192, 8192, 256), (100000, 64, 64), (128, 128, 262144)]
    shapes += [(256, 256, 65536), (100000, 256, 256), (256, 100000, 256)]
    for few in (1, 4, 16, 64):
        shapes += [(few, 8192, 8192), (8192, few, 8192), (few, 1000, 777), (1001, few, 333)]
    generator = np.random.default_rng(7)
    for _ in range(60):
        m, n, k = (int(size) for size in np.exp2(13 * generator.random(3)))
        shapes.append((m, n, k))
    problems = [Problem(*shape) for shape in shapes]
    for size, batch in ((64, 8), (64, 128), (64, 1024), (100, 512), (128, 32), (128, 256)):
        problems.append(Problem(size, size, size, batch=batch))
    problems += [Problem(256, 256, 256, batch=64), Problem(512, 512, 512, batch=16)]
    for trans_a, trans_b in ((False, True), (True, False), (True, True)):
        for shape in (
            *((128, 128, 128), (512, 512, 512), (333, 777, 555), (1000, 1000, 1000)),
            *((16, 8192, 8192), (1, 5000, 5000), (8192, 16, 8192), (5000, 1, 5001)),
        ):
            problems.append(Problem(*shape, trans_a=trans_a, trans_b=trans_b))
    return problems


def tiny_batches() -> list[Problem]:
    """Return batches of hundreds of tiny products and more."""
    problems = [make_problem((size,) * 3, batch=batch) for size, batch in TINY_BATCHES]
    problems += [make_problem((7, 10, 13), batch=50_000), make_problem((64, 4, 20), batch=20_000)]
    problems += [make_problem((size,) * 3, batch=500) for size in (8, 20, 30, 45)]
    problems += [
        make_problem((size,) * 3, layout, batch=batch)
        for layout in LAYOUTS[1:]
        for size, batch in TINY_BATCHES[::3]
    ]
    return problems


def slender() -> list[Problem]:
    """Return problems of one long size, as rows and as columns, its rows along k and across it."""
    problems = []
    for long, other, k in SLENDER:
        problems += [make_problem((long, other, k), layout) for layout in ("nn", "tn")]
        problems += [make_problem((other, long, k), layout) for layout in ("nn", "nt")]
    return problems


def long_k() -> list[Problem]:
    """Return problems of tens of rows and columns, or fewer, and long k."""
    return [make_problem(shape, layout) for shape in LONG_K for layout in LAYOUTS]


def few_rows() -> list[Problem]:
    """Return problems of one to sixteen rows, or columns."""
    problems = []
    for few in FEW:
        for other, k in BESIDE_FEW:
            problems += [make_problem((few, other, k), layout) for layout in ("nn", "nt")]
            problems += [make_problem((other, few, k), layout) for layout in ("nn", "tn")]
    return problems


def tens_of_rows() -> list[Problem]:
    """Return problems of some tens or hundreds of rows, B mostly stored transposed."""
    shapes = [(rows, n, k) for rows in TENS for n, k in BESIDE_TENS]
    chosen = [make_problem(shape, "nt") for shape in shapes]
    for index, (rows, n, k) in enumerate(shapes[::3]):
        chosen.append(make_problem((n, rows, k), LAYOUTS[index % len(LAYOUTS)]))
    return chosen


def transposed() -> list[Problem]:
    """Return shapes drawn at random up to 16384, as no other group has them in these layouts."""
    generator = np.random.default_rng(11)
    return [
        make_problem(_drawn(generator, 14), layout)
        for _ in range(30)
        for layout in ("nt", "tn", "tt")
    ]


def _drawn(generator: np.random.Generator, doublings: int) -> Shape:
    m, n, k = (max(1, int(size)) for size in np.exp2(doublings * generator.random(3)))
    return m, n, k


def batches() -> list[Problem]:
    """Return batches of products of some tens or hundreds of rows, each in two layouts."""
    return [
        make_problem(shape, LAYOUTS[(index + more) % len(LAYOUTS)], batch=batch)
        for more in range(2)
        for index, (shape, batch) in enumerate(BATCHES)
    ]


def small() -> list[Problem]:
    """Return shapes drawn at random up to 1024, in all layouts."""
    generator = np.random.default_rng(13)
    return [make_problem(_drawn(generator, 10), LAYOUTS[at % len(LAYOUTS)]) for at in range(100)]


def other_layouts() -> list[Problem]:
    """Return few and some tens of rows and columns, in layouts that their groups do not have."""
    chosen: list[Problem] = []
    for at, (few, (other, k)) in enumerate(itertools.product(FEW, BESIDE_FEW)):
        chosen.append(make_problem((few, other, k), ("tt", "tn")[at % 2]))
        chosen.append(make_problem((other, few, k), ("tt", "nt")[at % 2]))
    for at, (tens, (other, k)) in enumerate(itertools.product(TENS, BESIDE_TENS)):
        chosen.append(make_problem((tens, other, k), ("tt", "tn", "nn")[at % 3]))
        chosen.append(make_problem((other, tens, k), ("tt", "nt", "tn", "nn")[at % 4]))
    those = set(tens_of_rows())
    return [problem for problem in chosen if problem not in those]


def sums() -> list[Problem]:
    """Return problems with beta = 1, most of short k."""
    chosen = [make_problem(shape) for shape in SUMS]
    chosen += [make_problem((64, 3000, 800), "nt"), make_problem((1, 4000, 4000), "nt")]
    return [dataclasses.replace(problem, beta=1.0) for problem in chosen]


def split() -> list[Problem]:
    """Return problems for kernels on tensor cores, squares in nn and in another layout."""
    found = []
    for index, size in enumerate(SPLIT_SQUARES):
        layouts = (LAYOUTS[0], LAYOUTS[1 + index % 3])
        found += [make_problem((size, size, size), layout) for layout in layouts]
    for index, shape in enumerate(SPLIT):
        found.append(make_problem(shape, LAYOUTS[index % len(LAYOUTS)]))
    for index, (shape, batch) in enumerate(SPLIT_BATCHES):
        found.append(make_problem(shape, LAYOUTS[index % len(LAYOUTS)], batch=batch))
    found += [make_problem(shape, beta=1.0) for shape in SPLIT_SUMS]
    return [*found, make_problem((16_384,) * 3)]


GROUPS: Mapping[str, Callable[[], Iterable[Problem]]] = {
    "general": general,
    "tiny_batches": tiny_batches,
    "slender": slender,
    "long_k": long_k,
    "few_rows": few_rows,
    "tens_of_rows": tens_of_rows,
    "transposed": transposed,
    "sums": sums,
    "split": split,
    "batches": batches,
    "small": small,
    "other_layouts": other_layouts,
}
"""Names of groups -> their problems."""


def surveyed(names: Iterable[str]) -> list[Problem]:
    """Return the problems of some groups, mixed in an order that is always the same."""
    found = list(dict.fromkeys(problem for name in names for problem in GROUPS[name]()))
    random.Random(1).shuffle(found)
    return found
