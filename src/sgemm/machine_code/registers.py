"""Which registers the patched loop uses: those that the compiler does not know come first."""

from __future__ import annotations

import dataclasses

from sgemm.machine_code.match import CompiledLoop, MismatchError

UNLOADABLE = 4
"""A load into the last four registers that a warp has asked for is an illegal instruction, said an
H200 with 224 of them: they are left alone."""


@dataclasses.dataclass(frozen=True)
class Registers:
    """The registers of the patched loop: of vectors of four elements, and four single ones."""

    rows: tuple[int, ...]  # the first register of each vector
    columns: tuple[int, ...]
    spare: int  # space for one accumulator, an even number
    rows_ahead: int  # addresses for the loads that reach into the next round
    columns_ahead: int
    rounds: int  # rounds that are left in a stage


def new_vectors(loop: CompiledLoop, first: int, end: int) -> list[int]:
    """Return the vectors from ``first``, which the compiler does not know, to before ``end``.

    Raises MismatchError if the compiled loop uses a register that it was not to know.
    """
    used = [loop.rows.address, loop.columns.address, *(r for row in loop.accumulators for r in row)]
    if max(used) >= first:
        raise MismatchError(f"the loop uses R{max(used)}, of {first} registers")
    return list(range(-(-first // 4) * 4, end - UNLOADABLE - 3, 4))


def too_few(first: int, end: int) -> MismatchError:
    """Make the error for a range of registers that does not suffice."""
    return MismatchError(f"registers {first} to {end} are too few for the loop")
