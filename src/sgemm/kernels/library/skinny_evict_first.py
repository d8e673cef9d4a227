"""skinny, with the lines of its large operand the first to leave the cache again.

A product with few rows or columns reads its large operand once. Each line of it takes the place of
another in the L2 cache, and where that one is dirty it is written back: after a kernel that wrote
much, up to 50 MB on an H200, so that a product of 67 MB moves 117. And what the next kernel might
have found in the cache is gone. Here the large operand is loaded with a policy of the cache,
evict_first: a line that is brought so replaces one of its own kind before any other, and dirty
lines stay where they are. The small operand, which all blocks read, and C are loaded as ever.

Tiles, schedule and order of summation are those of skinny, and so is every bit.

Beyond the documents.
"""

import dataclasses
from collections.abc import Mapping

from sgemm.kernels.kernel import source_beside
from sgemm.kernels.library import skinny
from sgemm.kernels.tile import Tile


def constants(layout: str, tile: Tile) -> Mapping[str, int]:
    """Return what the source is compiled with: those of skinny, and the policy."""
    return {**skinny.KERNEL.geometry.constants(layout, tile), "evict_first": 1}


KERNEL = dataclasses.replace(
    skinny.KERNEL,
    name="skinny_evict_first",
    idea="skinny, whose large operand is the first to leave the L2 cache again",
    document="beyond the documents",
    source=source_beside(__file__),
    geometry=skinny.KERNEL.geometry._replace(constants=constants),
)
