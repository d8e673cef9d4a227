"""The entry point: a cubin from the compiler in, a cubin with its mainloop patched out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from sgemm.machine_code import instruction as isa
from sgemm.machine_code import k_major, mn_major
from sgemm.machine_code.cubin import Cubin, UnreadableError
from sgemm.machine_code.instruction import Control, EncodingError, Instruction
from sgemm.machine_code.match import CompiledLoop, MismatchError, match_mainloop
from sgemm.machine_code.patched_loop import Block
from sgemm.machine_code.validation import validate

_MOST_REGISTERS = 256
_REGISTERS_AT_ONCE = 8  # a warp asks for so many registers a thread, or for a multiple


def patch_mainloop(
    cubin: bytes,
    entry: str,
    *,
    accumulators: int,
    steps: int,
    known: int,
    registers: int,
    is_validated: bool = False,
) -> bytes:
    """Patch the mainloop of a kernel in a cubin as the compiler made it.

    The patched loop computes the same bits. It stands after the kernel's code; the compiled one's
    first instruction becomes a branch to it. A thread has some accumulators, and a stage some steps
    of k. A computing thread asks for ``known`` registers in the source (setmaxnreg), and for
    ``registers`` from now on: the patched loop's own are those beyond ``known``.

    ``is_validated`` says that this revision of the package has validated the same patch before,
    made from the same arguments. It is not validated again then.

    Raises MismatchError if the compiler's code is not of the form that this package knows, or the
    patched loop is not validated to do the same. The message says why; the cubin is right as it is.
    """
    if steps < 1 or not known < registers <= _MOST_REGISTERS or registers % _REGISTERS_AT_ONCE:
        raise MismatchError(f"{steps} steps, {registers} registers instead of {known}")
    try:
        kernel = Cubin(cubin, entry)
        old = kernel.instructions()
        loop = match_mainloop(old, accumulators)
        requests = [at for at in range(loop.outer) if old[at].requests == known]
        if len(requests) != 1:
            raise MismatchError(f"{len(requests)} instructions ask for {known} registers, not one")
        block = patched_loop(old, loop, steps, known, registers)
        if not is_validated:
            validate(old, loop, block, steps, known, registers)
        new = [*old, *block.instructions]
        to_block = isa.branch(loop.inner, block.start)
        new[loop.inner] = to_block.controlled(Control(isa.BRANCH_STALL))
        request = old[requests[0]]
        new[requests[0]] = dataclasses.replace(
            request, low=request.low & 0xFFFFFFFF | registers << 32
        )
        return kernel.with_instructions(new)
    except (UnreadableError, EncodingError) as error:
        raise MismatchError(str(error)) from error


def patched_loop(
    code: Sequence[Instruction], loop: CompiledLoop, steps: int, known: int, registers: int
) -> Block:
    """Return the patched loop, not yet validated, to stand after the code."""
    if loop.rows.is_k_major:
        assigned = k_major.assign(loop, known, registers)
        return k_major.KMajorWriter(code, loop, assigned, steps).write()
    assigned = mn_major.assign(loop, known, registers)
    return mn_major.MnMajorWriter(code, loop, assigned, steps).write()
