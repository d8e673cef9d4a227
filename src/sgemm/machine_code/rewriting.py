"""The door: a cubin whose loop the compiler wrote to a cubin with the loop written anew."""

from __future__ import annotations

from sgemm.machine_code.block import Block
from sgemm.machine_code.cubin import Cubin, UnreadableError
from sgemm.machine_code.instruction import (
    BRANCH_STALL,
    Control,
    EncodingError,
    Instruction,
    branch,
)
from sgemm.machine_code.proof import prove
from sgemm.machine_code.quads import QuadWriter
from sgemm.machine_code.quads import assign as assign_quads
from sgemm.machine_code.recognition import CompiledLoop, UnrecognisedError, find_loop
from sgemm.machine_code.registers import assign
from sgemm.machine_code.squares import SquareWriter

_MOST_REGISTERS = 256
_REGISTERS_AT_ONCE = 8  # a warp asks for so many registers a thread, or for a multiple

REVISION = 16
"""Changes with what is written: caches of machine code go by it."""


def with_new_loop(
    cubin: bytes, entry: str, *, sums: int, steps: int, known: int, registers: int
) -> bytes:
    """Write a kernel's loop anew.

    The new loop computes the same bits. It stands behind the kernel's code; the old one's first
    instruction becomes a branch to it.

    Parameters
    ----------
    cubin : bytes
        What the compiler made.
    entry : str
        The name of the kernel.
    sums, steps : int
        How many sums a thread has, and how many steps of k a stage.
    known : int
        Registers that a computing thread asks for in the source (setmaxnreg).
    registers : int
        Registers that it is to ask for instead. The new loop's own are those beyond ``known``.

    Returns
    -------
    bytes

    Raises
    ------
    UnrecognisedError
        If the compiler's code is not of the form that this room knows, or the new loop is not
        proven to do the same. The message says why; the cubin is right as it is.
    """
    if steps < 1 or not known < registers <= _MOST_REGISTERS or registers % _REGISTERS_AT_ONCE:
        raise UnrecognisedError(f"{steps} steps, {registers} registers instead of {known}")
    try:
        kernel = Cubin(cubin, entry)
        old = kernel.instructions()
        loop = find_loop(old, sums)
        request = _request(old[: loop.outer], known)
        block = _written(old, loop, steps, known, registers)
        prove(old, loop, block, steps, known, registers)
        new = [*old, *block.instructions]
        to_block = branch(loop.inner, block.start)
        new[loop.inner] = to_block.controlled(Control(BRANCH_STALL))
        new[request] = _with_number(old[request], registers)
        return kernel.with_instructions(new)
    except (UnreadableError, EncodingError) as error:
        raise UnrecognisedError(str(error)) from error


def _written(
    code: list[Instruction], loop: CompiledLoop, steps: int, known: int, registers: int
) -> Block:
    """Return the new loop, to stand behind the code."""
    if loop.rows.along_k:
        quads = assign_quads(loop, known, registers)
        return QuadWriter(code, loop, quads, steps, len(code)).write()
    squares = assign(loop, known, registers)
    return SquareWriter(code, loop, squares, steps, len(code)).write()


def _request(code: list[Instruction], registers: int) -> int:
    """Return the place of the instruction that asks for some registers a thread."""
    found = [at for at, instruction in enumerate(code) if instruction.requests == registers]
    if len(found) != 1:
        raise UnrecognisedError(f"{len(found)} instructions ask for {registers} registers, not one")
    return found[0]


def _with_number(instruction: Instruction, number: int) -> Instruction:
    return Instruction(instruction.low & 0xFFFFFFFF | number << 32, instruction.high)
