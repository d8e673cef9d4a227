"""Rung 19: tiles that would fill the last waves in part, shared by k among all blocks (stream-K).

The blocks of `persistent` compute whole tiles. If the last wave has fewer tiles than there are
multiprocessors, the others are idle: with the 32 tiles of m = n = 1024, three quarters of an H200.

Here the tiles of the last wave and of one full wave are not given out whole. Their mainloop
iterations, of 16 steps of k each, are laid end to end, and each block computes an equal share of
them. A share may begin in the middle of one tile and end in the middle of another. So all blocks
finish together, whatever the sizes. These are the first tiles by number, and a block computes its
share first; then it computes whole tiles of the others, as in `persistent`.
Where only a few tiles exist all of them are shared, but no block gets less than 8 iterations.

A tile that several blocks compute needs a fix-up. Each of them stores its partial sums in a
workspace, and counts itself in with an atomic addition. The last one to arrive reads the partial
sums of all, adds them, scales the result and writes C. In the paper and in CUTLASS
one block of a tile waits for the others and adds. Here no block waits for another, so the kernel is
right however many blocks run at a time. A block has at most two such tiles, so the workspace has
two slots a block: 2 * 128 KiB * 132 on an H200. There is one counter for each shared tile; it is
zero before a launch and after it.

The share of a block (``Work``) and the fix-up are in ``rungs_19_21_stream_k.cuh`` beside it;
``sgemm show stream_k --cuda`` prints source and headers as one file.
``balanced_schedule`` in ``library/stream_k_schedule.py`` says how many tiles are shared: none where
whole tiles leave less than 1% of the time idle. ``sgemm run stream_k 256 512 512`` has four.

The price is the traffic of the fix-up, 128 KiB out and in for each part, and that one block adds
all parts of a tile. For few tiles and long k that takes long: the library's stream-K kernels give
it to a launch of its own.

The order of summation: ascending k within a part, by fused multiply-adds; then the parts of a tile
in ascending order of k, by additions, whoever adds them. The parts depend on the sizes and on the
number of blocks. So the same call gives the same bits each time, but a GPU with
another number of multiprocessors may give others.

From Osama, Merrill, Cecka, Garland and Owens (Stream-K: Work-centric Parallel Decomposition for
Dense Matrix-Matrix Multiplication on the GPU, PPoPP 2023, arXiv:2301.03598). The form that computes
most tiles whole is their "two-tile stream-K + data-parallel" schedule.
"""

from sgemm.kernels.kernel import Parameters, source_beside
from sgemm.kernels.ladder import rung_18_persistent as before
from sgemm.kernels.library.stream_k_schedule import balanced_schedule, stream_k_grid
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem


def workspace(problem: Problem, tile: Tile, schedule: Schedule) -> Workspace:
    """Return the memory for two partial tiles a block, and a counter for each shared tile."""
    if not schedule.stream_k_tiles:
        return Workspace()
    floats = 2 * schedule.blocks * tile.bm * tile.bn
    return Workspace(floats=floats, counters=schedule.stream_k_tiles)


KERNEL = before.KERNEL.improved(
    "the tiles of the last wave and of a full one, cut along k and shared by all blocks; "
    "the last arriver adds the parts",
    source_beside(__file__),
    geometry=before.KERNEL.geometry._replace(
        grid=stream_k_grid, schedule=balanced_schedule, workspace=workspace
    ),
    parameters=Parameters.EXTENDED,
)
