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
    """Place shared variables in the window as a GPU of some architecture does.

    What counts is the GPU, not the target of the PTX.

    - ``architecture``: compute capability of the GPU times ten.
    """
    start = RESERVED_SHARED if architecture >= 80 else 0
    symbols: dict[str, int] = {}
    offset = 0
    dynamic_alignment = 16
    for variable in entry.shared:
        if not variable.nbytes:
            dynamic_alignment = max(dynamic_alignment, variable.alignment)
            continue
        alignment = min(variable.alignment, HONOURED_ALIGNMENT)
        offset = -(-offset // alignment) * alignment
        symbols[variable.name] = start + offset
        offset += variable.nbytes
    dynamic = [variable for variable in entry.shared if not variable.nbytes]
    if dynamic:
        alignment = min(dynamic_alignment, HONOURED_ALIGNMENT)
        offset = -(-offset // alignment) * alignment
        symbols.update({variable.name: start + offset for variable in dynamic})
    return SharedLayout(start, symbols, offset)
