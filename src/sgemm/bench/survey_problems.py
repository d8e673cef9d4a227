"""Problems that the planner's model is fitted to, in groups, as ``sgemm survey --problems`` names.

They stand in survey_problems.csv:

- ``general``: small cubes, thin, long and flat problems, batches, and shapes drawn at random. Only
  this group has problems of named sets: the others show what the model is worth elsewhere.
- ``tiny_batches``: hundreds of tiny products and more.
- ``slender``: one long size, as rows and as columns, its rows along k and across it.
- ``long_k``: tens of rows and columns, or fewer, and long k.
- ``few_rows``: one to sixteen rows, or columns.
- ``tens_of_rows``: some tens or hundreds of rows, B mostly stored transposed.
- ``transposed``: drawn at random up to 16384, each in three layouts.
- ``sums``: beta = 1, most of short k.
- ``split``: for kernels on tensor cores: squares, long and short k, few tiles of long rows, odd
  sizes.
- ``batches``: products of some tens or hundreds of rows, each in two layouts.
- ``small``: drawn at random up to 1024, in all layouts.
- ``other_layouts``: those of ``few_rows`` and ``tens_of_rows``, in layouts that these do not have.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from sgemm.bench.sizes import read_problems
from sgemm.problem import Problem

GROUPS = read_problems(Path(__file__).with_suffix(".csv"))
"""Names of groups -> their problems."""


def surveyed(names: Iterable[str]) -> list[Problem]:
    """Return the problems of some groups, mixed in an order that is always the same.

    A survey that ends early has a sample.
    """
    found = list(dict.fromkeys(problem for name in names for problem in GROUPS[name]))
    random.Random(1).shuffle(found)
    return found
