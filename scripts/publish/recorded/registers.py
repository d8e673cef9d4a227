"""The loop over k in machine code: its instructions in order, and which registers they read.

Nothing is run for it: the code is read from the cubin, the patched one where there is one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from publish.recorded.recording import Row
from publish.recorded.register_banks import busiest_loop, reads_of
from sgemm.kernels.kernel import Kernel
from sgemm.machine_code import instruction as isa
from sgemm.machine_code.cubin import Cubin
from sgemm.machine_code.instruction import Instruction
from sgemm.toolchain.compiler import build

COLUMNS = ("kind", "a", "b", "c", "reuse", "even", "odd")
"""One row for each instruction of the loop: its kind; for a multiply-add also the registers of its
operands, which of them are kept for the next ones (a bit each), and how many are read from the even
and from the odd bank."""

KINDS = {isa.MULTIPLY_ADD: "multiply-add", isa.LOAD_SHARED: "load from shared memory"}

OTHER = "other"


@dataclasses.dataclass(frozen=True)
class Loop:
    """A loop of a kernel in machine code."""

    instructions: tuple[Instruction, ...]
    problem: None = None  # it is the same for all


def record_loop(kernel: Kernel, architecture: int) -> Loop:
    """Compile a kernel, and return the innermost loop with most multiply-adds."""
    made = build(kernel, architecture)
    assert made.cubin is not None
    return Loop(tuple(busiest_loop(Cubin(made.cubin, made.entry).instructions())))


def rows(loop: Loop) -> tuple[Row, ...]:
    """Return the instructions of a round of the loop, with what a round before it has kept."""
    reads = iter(reads_of(loop.instructions))
    found: list[Row] = []
    for each in loop.instructions:
        kind = KINDS.get(each.opcode, OTHER)
        if each.opcode == isa.MULTIPLY_ADD:
            found.append((kind, each.a, each.b, each.c, each.control.reuse, *next(reads)))
        else:
            found.append((kind, *[""] * (len(COLUMNS) - 1)))
    return tuple(found)


def totals(table: Sequence[Row]) -> tuple[int, int, int]:
    """Return how many multiply-adds there are, and their reads from the even and the odd bank."""
    products = [row for row in table if row[0] == KINDS[isa.MULTIPLY_ADD]]
    return len(products), sum(row[5] for row in products), sum(row[6] for row in products)
