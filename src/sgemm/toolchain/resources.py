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

from sgemm.errors import ArgumentError, CompileError
from sgemm.toolchain.build import Build, Resources

_ENTRY = re.compile(r"Compiling entry function '([^']+)' for ")
_FRAME = re.compile(
    r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads",
)
_PROPERTIES = re.compile(r"Function properties for '?([^'\s]+)'?")
_REGISTERS = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+)(?:\+(\d+))? bytes smem")


def parse(log: str, entry: str) -> Resources:
    """Read the resources of one entry point.

    Parameters
    ----------
    log : str
        What ``ptxas -v`` wrote; it may speak of several entries.
    entry : str
        Name of the entry point, as in PTX.

    Returns
    -------
    Resources

    Raises
    ------
    CompileError
        If the log does not speak of that entry, or not in words known here.
    """
    section = _section(log, entry)
    frame = _own_frame(section, entry)
    registers = _REGISTERS.search(section)
    if frame is None or registers is None:
        raise CompileError(f"no resources of {entry!r} in the log of ptxas -v:\n{log.strip()}")
    shared = _SHARED.search(section)
    return Resources(
        registers=int(registers[1]),
        spill_stores=int(frame[2]),
        spill_loads=int(frame[3]),
        stack=int(frame[1]),
        shared_bytes=sum(int(part) for part in shared.groups() if part) if shared else 0,
    )


def check_no_spills(build: Build) -> None:
    """Raise CompileError if a thread of a build uses local memory.

    Spilled registers and arrays that the compiler could not keep in registers live there: far
    away, and paid for in the innermost loop.

    Parameters
    ----------
    build : Build
        With resources.

    Raises
    ------
    ArgumentError
        If the resources of the build are not known.
    CompileError
        If it spills or has a stack frame.
    """
    found = build.resources
    name = f"{build.kernel.name} for sm_{build.architecture}"
    if found is None:
        raise ArgumentError(f"build = {name}: its resources are not known; make it with cubin=True")
    if found.spill_stores or found.spill_loads or found.stack:
        raise CompileError(
            f"{name} uses local memory: {found.spill_stores} bytes of spill stores, "
            f"{found.spill_loads} bytes of spill loads, {found.stack} bytes of stack, "
            f"with {found.registers} registers a thread"
        )


def _section(log: str, entry: str) -> str:
    """Cut out what the log says from the entry's first line to the next entry's."""
    starts = list(_ENTRY.finditer(log))
    for number, start in enumerate(starts):
        if start[1] == entry:
            end = starts[number + 1].start() if number + 1 < len(starts) else len(log)
            return log[start.start() : end]
    return ""


def _own_frame(section: str, entry: str) -> re.Match[str] | None:
    """Find the stack frame of the entry itself: functions it calls have lines of their own."""
    for properties in _PROPERTIES.finditer(section):
        if properties[1] == entry:
            return _FRAME.search(section, properties.end())
    return None
