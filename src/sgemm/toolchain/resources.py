"""Registers, spills, stack and shared memory, read from the log of ``ptxas -v``.

NVRTC (with ``--ptxas-options=-v``) and the ptxas program write the same block for each entry::

    ptxas info    : Compiling entry function 'shared_tile' for 'sm_80'
    ptxas info    : Function properties for shared_tile
    ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
    ptxas info    : Used 29 registers, used 1 barriers, 8192 bytes smem, 412 bytes cmem[0]

The third line starts with spaces alone where ptxas is older, and parts that are zero are left out
of the fourth.
"""

from __future__ import annotations

import re

from sgemm.errors import CompileError
from sgemm.toolchain.build import Resources

_ENTRY = re.compile(r"Compiling entry function '([^']+)' for ")
_FRAME = re.compile(
    r"Function properties for '?([^'\s]+)'?\s.*?"
    r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads",
    re.DOTALL,
)
_REGISTERS = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+)(?:\+(\d+))? bytes smem")


def parse(log: str, entry: str) -> Resources:
    """Read the resources of one entry point from what ``ptxas -v`` wrote of several."""
    _, *parts = _ENTRY.split(log)
    section = dict(zip(parts[::2], parts[1::2], strict=True)).get(entry, "")
    # Functions that the entry calls have lines of their own.
    frame = next((found for found in _FRAME.finditer(section) if found[1] == entry), None)
    registers = _REGISTERS.search(section)
    if frame is None or registers is None:
        raise CompileError(f"no resources of {entry!r} in the log of ptxas -v:\n{log.strip()}")
    shared = _SHARED.search(section)
    return Resources(
        registers=int(registers[1]),
        spill_stores=int(frame[3]),
        spill_loads=int(frame[4]),
        stack=int(frame[2]),
        shared_bytes=sum(int(part) for part in shared.groups() if part) if shared else 0,
    )
