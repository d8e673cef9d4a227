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

import dataclasses

from sgemm.kernels.kernel import source_beside
from sgemm.kernels.ladder import rung_20_chunked_sums as before

KERNEL = before.KERNEL.improved(
    "the mainloop patched in machine code: register banks, reuse caches, spread loads",
    source_beside(__file__),
    tile=dataclasses.replace(before.KERNEL.tile, consumer_registers=184, loop_registers=240),
)
