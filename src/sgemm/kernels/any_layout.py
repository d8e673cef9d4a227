"""Rung 20: every layout, and batches, on GPUs without asynchronous copies.

The rungs from 16 to 19 need the copies of sm_80 or sm_90. This one does their work with what
sm_75 has, and nothing more: a thread loads four elements of A and four of B, guarded one by one,
holds them in registers while the block before is multiplied, and stores them into shared memory
step by step, transposed on the way where the operand's rows run along k. So all four layouts meet
the same multiplication, 4x4 sums a thread, and no alignment matters. Neighbouring lanes read along
the rows of the operand as it is stored, whichever way these run, so that loads are coalesced in
every layout. A batch is more tiles of the same grid, and long k is cut into parts that are added in
the tree of rung 18, in the same order on every run.

Document 001 (K3) has the tile; batches and layouts are not in the documents.
"""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Parameters, Tile
from sgemm.kernels.splitting import (
    ALL_LAYOUTS,
    split_grid,
    split_schedule,
    split_workspace,
    threads_of,
)

TILE = Tile(bm=64, bn=64, bk=16, tm=4, tn=4)

KERNEL = Kernel(
    name="any_layout",
    number=20,
    idea="plain guarded loads, all layouts, batches: for GPUs without asynchronous copies",
    document="001 K3",
    tile=TILE,
    source=Path(__file__).with_suffix(".cu"),
    block=threads_of("nn", TILE),
    layouts=ALL_LAYOUTS,
    parameters=Parameters.EXTENDED,
    grid=split_grid,
    workspace=split_workspace,
    schedule=split_schedule,
)
