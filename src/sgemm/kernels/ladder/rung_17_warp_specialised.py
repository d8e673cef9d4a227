"""Rung 17: warps that only copy, warps that only multiply.

In bulk_copy all warps meet at a barrier after each stage, because the thread that copies has to
know that the stage has been read. So all wait for the slowest, once for 16 steps, and the copy into
that stage starts only then.

Here a block has a third group of four warps, which only copies: the producer. The eight warps that
multiply are the consumers. They meet in the ring of stages alone. Each stage has two barriers:
"full", as before, and "empty", at which each consumer warp arrives when it has read the stage. The
producer waits for "empty", starts the copies, and goes on to the next stage. A consumer warp waits
for "full", multiplies and releases the stage. No barrier spans the block, so warps may be out of
step by the length of the ring, and one multiplies while another waits. The consumers' loop has no
copy in it and no test for one.

The price is 128 threads of which one works: registers can only be divided by groups of four warps.
A thread of 384 may have 168 of the 65,536 registers. The producers give theirs back until 24 each
are left, and the consumers take 240 each (``setmaxnreg``): together as many as before. The
accumulators and elements of a consumer need that many.

The order of summation is that of bulk_copy.

Warp specialisation is from CudaDMA (Bauer, Cook, Khailany, SC 2011); ``setmaxnreg`` and its use
with bulk copies from the PTX ISA and from CUTLASS's warp-specialised kernels for Hopper.
"""

import dataclasses

from sgemm.kernels.kernel import Geometry, source_beside
from sgemm.kernels.ladder import rung_16_bulk_copy as before
from sgemm.kernels.tile import warp_specialised

TILE = dataclasses.replace(before.TILE, **warp_specialised(240, 24))

RING_BYTES = TILE.stages * (before.STAGE_BYTES + 16)
"""Shared memory of the stages and of their two barriers each."""

KERNEL = before.KERNEL.improved(
    "warps that only copy, warps that only multiply, registers divided between them",
    source_beside(__file__),
    tile=TILE,
    geometry=Geometry(shared_bytes=lambda *_: RING_BYTES),
)
