"""Slices of k in a block, for every alignment.

Rung 22 is filled in bulk, and so asks for rows at multiples of 16 bytes. Here the copying warps
bring every operand element by element, as in rung 17, which is to rung 16 what this is to rung 22.
A tile of 64x128 takes twice as many copies for the same products as one of 128x256: the price of a
grid that fills the GPU.

The tiles for few rows or few columns are rung 22's too. Their copies are many for what is
multiplied, and rung 19's larger pieces are often faster.

Everything else is rung 22's, the order of summation too.

Beyond the documents: their ladders end with rung 15.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from sgemm.kernels.library import async_producer
from sgemm.kernels.streaming import NARROW_TILES, SLICED_TILES, ring_bytes, threads_of

TILES = (*SLICED_TILES[:2], dataclasses.replace(SLICED_TILES[2], bk=24))
"""Rung 22's, but the last one has shorter stages: there is no room for more where both operands are
turned."""

KERNEL = dataclasses.replace(
    async_producer.KERNEL,
    name="sliced_producer",
    number=None,
    idea="slices of k, filled in 4-byte copies: every alignment and layout",
    source=Path(__file__).with_suffix(".cu"),
    tile=SLICED_TILES[0],
    tiles=(*TILES, *NARROW_TILES),
    block=threads_of("nn", SLICED_TILES[0]),
    shared_bytes=ring_bytes("nn", SLICED_TILES[0]),
)
