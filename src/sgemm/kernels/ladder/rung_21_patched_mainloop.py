"""Rung 21: the mainloop patched in machine code.

What is left to gain is in the choice of registers and in the order of instructions, which CUDA C++
does not say. The register file of a multiprocessor has two banks, of even and of odd registers. A
multiply-add reads three registers, and waits where their banks collide, unless an operand is still
in the reuse cache of its position. The assembler decides on all three. In the loop of the rungs
before, four steps of a row of A lie in four neighbouring registers, and it finds no assignment of
the accumulators that suits them all.

So the loop is patched after compilation. The kernel is compiled as ever. Then a pass of the
toolchain matches the mainloop in the machine code, writes another one, and appends it to the
kernel; the first instruction of the compiled loop becomes a branch to it. The new loop loads four
steps of a row of A at once. It keeps each element in a reuse cache for two multiply-adds, with the
accumulators in the other bank. It spreads loads evenly over the multiply-adds, and puts the wait
for the next stage between those of the last step. A symbolic execution of both loops then shows
that they compute the same, and the build fails over to the compiled loop where it does not. The
pass and what it relies on are explained in docs/machine_code.md.

The source helps in two ways. Its loop has the form that the pass matches: an inner loop over single
steps and an outer one over stages. As compiled this form is slower than that of chunked_sums. And
the source asks for 184 registers a consumer thread, so that the compiler stays within those: the
pass makes that 240 and has 56 for its own.

The price is a loop that only a disassembly shows (``sgemm show patched_mainloop --sass``), for one
architecture, and a pass that has to learn the habits of each new compiler.

The order of summation is that of chunked_sums, and so is each bit.

Machine code of SGEMM by hand, for the sake of register banks, is from Scott Gray's maxas (2014).
The reuse cache and the banks of newer GPUs are in arXiv:2503.20481.
"""

from sgemm.kernels.kernel import Geometry, Kernel, Operands, Parameters, source_beside
from sgemm.kernels.ladder.rung_16_bulk_copy import ALIGNED, boxes
from sgemm.kernels.ladder.rung_19_stream_k import workspace
from sgemm.kernels.ladder.rung_20_chunked_sums import SHARED_BYTES
from sgemm.kernels.library.stream_k_schedule import balanced_schedule, stream_k_grid
from sgemm.kernels.tile import Tile

TILE = Tile(
    bm=128, bn=256, bk=16, tm=8, tn=16, wm=32, wn=128, stages=4, k_major_a=1,
    producers=128, blocks=1, consumer_registers=184, producer_registers=24, loop_registers=240,
)  # fmt: skip

KERNEL = Kernel(
    name="patched_mainloop",
    idea="the mainloop patched in machine code: register banks, reuse caches, spread loads",
    document="beyond the documents",
    tile=TILE,
    source=source_beside(__file__),
    geometry=Geometry(
        grid=stream_k_grid,
        schedule=balanced_schedule,
        workspace=workspace,
        shared_bytes=lambda *_: SHARED_BYTES,
    ),
    architecture=90,
    architecture_specific=True,
    operands=Operands.TENSOR_MAPS,
    parameters=Parameters.EXTENDED,
    requirements=(ALIGNED,),
    boxes=boxes,
)
