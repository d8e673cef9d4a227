"""Rung 16: bulk tensor copies fill the stages.

In async_copy every thread copies: 12 instructions for 16 steps of k, each with an address of its
own and a guard at the edges. Together they take issue slots and registers from the multiply-adds.
Hopper has a copy engine in each multiprocessor, the tensor memory accelerator (TMA). One thread
gives it a target in shared memory and the position of a box in a matrix. A tensor map, which the
host has made, holds the matrix's address, sizes and leading dimension and the size of the box. The
engine works out all addresses, and writes zeros for what lies outside the matrix. So two
instructions of one thread bring a whole stage: 128x16 elements of A and 16x256 of B, 24 KiB.

Nobody waits for a copy by its group any more. Each stage has a barrier in shared memory (mbarrier).
It counts bytes: one thread arrives and says how many it expects, and the phase of the barrier ends
when the engine has written that many. Threads wait for the phase by its parity. A stage is free for
the next copy when all threads have read it, which one ``__syncthreads`` a stage tells. There are
four stages of 16 steps where async_copy had three of 8.

The engine copies boxes as they lie and cannot transpose, so A stays K-major in shared memory: rows
of 16 steps. A float4 of A is then four steps of one row, where it was four rows of one step. A
thread loads it once and multiplies four steps, which takes four registers for each row: so a thread
has 8x16 accumulators and not 16x8. It loads 24 float4 for four steps, as many as async_copy. Lanes
are placed so that these loads have no bank conflicts in shared memory. The price is in registers:
the four steps of a row lie in neighbouring ones, which leaves the assembler less choice against
conflicts of register banks.

The engine wants addresses and strides that are multiples of 16 bytes. Other A and B are refused.

The order of summation is that of all rungs before: one accumulator for each element, ascending k.

From NVIDIA's CUDA C++ Programming Guide (tensor memory access) and the PTX ISA
(cp.async.bulk.tensor, mbarrier). The mainloops of CUTLASS for Hopper fill their stages so. The
documents of the ladder end with async_copy.
"""

from sgemm.kernels.kernel import Geometry, Kernel, Operands, source_beside
from sgemm.kernels.schedule import TensorBox
from sgemm.kernels.tensor_maps import ALIGNED
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

TILE = Tile(bm=128, bn=256, bk=16, tm=8, tn=16, wm=32, wn=128, stages=4, k_major_a=1)

STAGE_BYTES = 4 * TILE.bk * (TILE.bm + TILE.bn)
"""Shared memory of one stage."""


def boxes(problem: Problem, tile: Tile) -> tuple[TensorBox, TensorBox]:
    """Return what one bulk copy brings: of A bm rows of bk steps, of B bk rows of bn columns."""
    return TensorBox(tile.bk, tile.bm), TensorBox(tile.bn, tile.bk)


KERNEL = Kernel(
    idea="bulk tensor copies (TMA): one thread starts them, barriers count their bytes",
    tile=TILE,
    source=source_beside(__file__),
    geometry=Geometry(shared_bytes=lambda *_: TILE.stages * STAGE_BYTES),
    architecture=90,
    architecture_specific=True,
    operands=Operands.TENSOR_MAPS,
    requirements=(ALIGNED,),
    boxes=boxes,
)
