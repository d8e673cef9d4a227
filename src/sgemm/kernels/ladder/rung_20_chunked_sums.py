"""Rung 20: sums of chunks of k on a second level.

All rungs before sum up the k products of an element in one chain. Each addition rounds, and the
error of a rounding is a part of the total so far, which grows. So errors grow with the length of
the chain. As a part of |A||B|, the sum of the products' magnitudes, they stay the same where signs
vary, and grow with the root of the length where all products have one sign.

Here the chain ends after 512 steps of k. The accumulators then hold the sum of a chunk. It is added
to the total of the chunks before, and the next chunk begins at zero. There are two levels: chains
of 512, and a chain of k/512 sums. The registers are full, so the total waits in shared memory
after the ring while a chunk is multiplied, 128 floats a thread.

Root mean square and maximum of the errors in units of 2^-24 * |A||B|, for 128x256xk on one block
(the numbers of ``sgemm verify stream_k:blocks=1 chunked_sums:blocks=1 --size 128x256xK
--input-class CLASS``; the same on every machine):

| inputs  | k     | stream_k     | chunked_sums   |
|---------|-------|--------------|----------------|
| normal  | 1024  | 0.474 / 3.30 | 0.335 / 2.11   |
| normal  | 4096  | 0.472 / 4.98 | 0.169 / 0.866  |
| normal  | 16384 | 0.463 / 3.88 | 0.0862 / 0.442 |
| uniform | 1024  | 7.15 / 30.9  | 3.66 / 14.5    |
| uniform | 4096  | 14.1 / 61.1  | 2.03 / 8.79    |
| uniform | 16384 | 28.2 / 119   | 1.65 / 7.10    |

At k = 4096 errors are 2.8 times smaller for inputs of both signs and 7 times for positive ones. Up
to 512 steps nothing changes.

The price is 128 KiB of shared memory, so that nothing but this block fits a multiprocessor, and 128
additions, 32 loads and 32 stores a thread after each chunk: 0.3 % of the chunk's multiply-adds.

The order of summation: ascending k within a chunk, by fused multiply-adds; then the chunks of a
part in ascending order, by additions; then the parts of a tile as in stream_k.

Blocked summation is in Higham, Accuracy and Stability of Numerical Algorithms, chapter 4. For dot
products see Castaldo, Whaley and Chronopoulos (Reducing floating point error in dot product using
the superblock family of algorithms, SIAM J. Sci. Comput. 31, 2008).
"""

from sgemm.kernels.kernel import source_beside
from sgemm.kernels.ladder import rung_19_stream_k as before
from sgemm.kernels.ladder.rung_17_warp_specialised import RING_BYTES, TILE

SHARED_BYTES = RING_BYTES + 4 * TILE.bm * TILE.bn
"""Shared memory of the ring, and of a total for each element of the tile."""

KERNEL = before.KERNEL.improved(
    "sums of chunks of k, added on a second level: smaller errors",
    source_beside(__file__),
    geometry=before.KERNEL.geometry._replace(shared_bytes=lambda *_: SHARED_BYTES),
)
