"""Checked mode: every memory access must lie inside an allocation and be aligned to its size."""

from __future__ import annotations

from sgemm.executor.llvm_types import I1, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.runtime import call
from sgemm.ptx.syntax import Instruction


def check_access(
    emitter: Emitter, instruction: Instruction, address: Value, nbytes: int, space: str
) -> None:
    """Emit the check of one access; a failed one ends the kernel."""
    arguments = emitter.arguments
    name = f"check_{space.partition('::')[0]}"
    size, location = integer(64, nbytes), emitter.location(instruction)
    failed = call(
        emitter.builder, name, I1, arguments.context, address, size, location, arguments.thread
    )
    emitter.stop_if(failed)
