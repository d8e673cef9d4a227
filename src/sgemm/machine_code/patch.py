"""The entry point: a cubin from the compiler in, a cubin with its mainloop patched out."""

from __future__ import annotations

from sgemm.machine_code.cubin import Cubin, UnreadableError
from sgemm.machine_code.instruction import (
    BRANCH_STALL,
    Control,
    EncodingError,
    Instruction,
    branch,
)
from sgemm.machine_code.k_major import KMajorWriter
from sgemm.machine_code.k_major import assign as assign_k_major
from sgemm.machine_code.match import CompiledLoop, MismatchError, match_mainloop
from sgemm.machine_code.mn_major import MnMajorWriter
from sgemm.machine_code.patched_loop import Block
from sgemm.machine_code.registers import assign
from sgemm.machine_code.validation import validate

_MOST_REGISTERS = 256
_REGISTERS_AT_ONCE = 8  # a warp asks for so many registers a thread, or for a multiple

REVISION = 17
"""Changes with what is written: caches of machine code go by it."""


def patch_mainloop(
    cubin: bytes, entry: str, *, accumulators: int, steps: int, known: int, registers: int
) -> bytes:
    """Patch a kernel's mainloop.

    The patched loop computes the same bits. It stands behind the kernel's code; the compiled one's
    first instruction becomes a branch to it.

    Parameters
    ----------
    cubin : bytes
        What the compiler made.
    entry : str
        The name of the kernel.
    accumulators, steps : int
        How many accumulators a thread has, and how many steps of k a stage.
    known : int
        Registers that a computing thread asks for in the source (setmaxnreg).
    registers : int
        Registers that it is to ask for instead. The patched loop's own are those beyond ``known``.

    Returns
    -------
    bytes

    Raises
    ------
    MismatchError
        If the compiler's code is not of the form that this package knows, or the patched loop is
        not validated to do the same. The message says why; the cubin is right as it is.
    """
    if steps < 1 or not known < registers <= _MOST_REGISTERS or registers % _REGISTERS_AT_ONCE:
        raise MismatchError(f"{steps} steps, {registers} registers instead of {known}")
    try:
        kernel = Cubin(cubin, entry)
        old = kernel.instructions()
        loop = match_mainloop(old, accumulators)
        request = _request(old[: loop.outer], known)
        block = _written(old, loop, steps, known, registers)
        validate(old, loop, block, steps, known, registers)
        new = [*old, *block.instructions]
        to_block = branch(loop.inner, block.start)
        new[loop.inner] = to_block.controlled(Control(BRANCH_STALL))
        new[request] = _with_number(old[request], registers)
        return kernel.with_instructions(new)
    except (UnreadableError, EncodingError) as error:
        raise MismatchError(str(error)) from error


def _written(
    code: list[Instruction], loop: CompiledLoop, steps: int, known: int, registers: int
) -> Block:
    """Return the patched loop, to stand behind the code."""
    if loop.rows.is_k_major:
        quads = assign_k_major(loop, known, registers)
        return KMajorWriter(code, loop, quads, steps, len(code)).write()
    blocks_2x2 = assign(loop, known, registers)
    return MnMajorWriter(code, loop, blocks_2x2, steps, len(code)).write()


def _request(code: list[Instruction], registers: int) -> int:
    """Return the place of the instruction that asks for some registers a thread."""
    found = [at for at, instruction in enumerate(code) if instruction.requests == registers]
    if len(found) != 1:
        raise MismatchError(f"{len(found)} instructions ask for {registers} registers, not one")
    return found[0]


def _with_number(instruction: Instruction, number: int) -> Instruction:
    return Instruction(instruction.low & 0xFFFFFFFF | number << 32, instruction.high)
