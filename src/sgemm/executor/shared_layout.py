"""Where shared variables lie in the window of shared addresses, as on a GPU.

Kernels may look at a shared address itself: at its alignment, or at single bits of it. So variables
get the addresses that a GPU would give them.
"""

from __future__ import annotations

import dataclasses

from sgemm.ptx.syntax import Entry

RESERVED_SHARED = 1024
"""Bytes at the start of the shared window that GPUs from sm_80 on keep for the system, whatever the
target of the PTX: seen on an H200 with PTX for sm_75."""

HONOURED_ALIGNMENT = 1024
"""Arrays that ask for more are placed as if they had asked for this much, as an H200 does."""


@dataclasses.dataclass(frozen=True, slots=True)
class SharedLayout:
    """Where shared memory lies in the block's shared window."""

    start: int  # address of the first byte that belongs to the block
    symbols: dict[str, int]  # address of every shared variable
    static_bytes: int
    """Bytes from ``start`` to the end of the static arrays; dynamic shared memory follows."""


def shared_layout(entry: Entry, architecture: int) -> SharedLayout:
    """Place shared variables as a GPU of some architecture does, whatever the PTX's target."""
    start = RESERVED_SHARED if architecture >= 80 else 0
    symbols: dict[str, int] = {}
    dynamic = [variable for variable in entry.shared if not variable.nbytes]
    last = max([16, *(variable.alignment for variable in dynamic)])
    offset = 0
    for variable in sorted(entry.shared, key=lambda variable: not variable.nbytes):
        alignment = min(variable.alignment if variable.nbytes else last, HONOURED_ALIGNMENT)
        offset = -(-offset // alignment) * alignment
        symbols[variable.name] = start + offset
        offset += variable.nbytes
    return SharedLayout(start, symbols, offset)
