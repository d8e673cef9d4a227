"""Rung 4: a padded shared layout, in which a warp meets no bank twice.

Shared memory has 32 banks, and the word at index i lies in bank i mod 32. In rung 3 a warp stores
32 neighbours of a row of A down a column of an array with rows of 32 words: every store hits bank
y 32 times, and takes 32 passes instead of one. One unused word at the end of each row of that
array is the whole cure: with rows of 33 words the lanes x of a warp store to banks (33*x + y) mod
32 = (x + y) mod 32, all different. The reads stay as they were, free of conflicts. The price is 128
bytes of shared memory.

Document 003 (kernel 4), which finds the same kind of conflict in a column-major kernel and removes
it by storing the other operand transposed.
"""

from sgemm.kernels.kernel import Geometry, Kernel, source_beside
from sgemm.kernels.tile import Tile

KERNEL = Kernel(
    idea="a padded shared layout, in which a warp meets no bank twice",
    document="003 K4",
    tile=Tile(bm=32, bn=32, bk=32, padding=1),
    source=source_beside(__file__),
    geometry=Geometry(block=(32, 32, 1)),
)
