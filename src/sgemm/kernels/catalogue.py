"""The catalogue: every kernel of the ladder, in its order.

A kernel is a module of this package with the kernel's name, holding one :class:`Kernel` called
``KERNEL``. The modules are imported when the catalogue is first asked for, not before.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import re

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Kernel

RUNGS = {
    1: "naive",
    2: "coalesced",
    3: "shared_tile",
    4: "conflict_free",
    5: "thread_column",
    6: "vector_loads",
    7: "thread_tile_4x4",
    8: "thread_tile_8x8",
    9: "permuted_tile",
    10: "warp_tile",
    11: "register_prefetch",
    12: "double_buffer",
    13: "ptx_pipeline",
    14: "texture_loads",
    15: "async_copy",
    16: "tma_pipeline",
    17: "async_producer",
    18: "split_k",
    19: "skinny",
    20: "any_layout",
    21: "quads_along_k",
    22: "sliced_k",
    23: "sliced_producer",
    24: "warp_slices",
    25: "packed_operands",
    26: "quads_by_elements",
}
"""Names of the rungs in CUDA C++ by their numbers."""

MOST_DIGITS = 100
"""Of a number that a user names."""

LADDER = tuple(RUNGS.values())
"""The same names, in the order of the ladder."""

PTX_LADDER = (
    "ptx_naive",
    "ptx_coalesced",
    "ptx_shared_tile",
    "ptx_thread_column",
    "ptx_thread_tile",
)
"""Names of the rungs written in PTX, which have no numbers."""


@functools.cache
def kernels() -> tuple[Kernel, ...]:
    """Return every kernel: the numbered rungs in order, then those in PTX.

    Returns
    -------
    tuple of Kernel
    """
    return tuple(_load(name) for name in LADDER + PTX_LADDER)


def find(name_or_number: str) -> Kernel:
    """Return the kernel that a user asked for.

    Parameters
    ----------
    name_or_number : str
        A rung's number ("3") or a kernel's name ("shared_tile").

    Returns
    -------
    Kernel

    Raises
    ------
    ArgumentError
        If there is no such kernel; the message says which there are.
    """
    wanted = name_or_number.strip()
    if wanted.isdecimal():
        # Python refuses to read thousands of digits.
        number = int(wanted) if len(wanted) <= MOST_DIGITS else -1
        if number in RUNGS:
            return _load(RUNGS[number])
        raise ArgumentError(
            f"kernel = {wanted[:MOST_DIGITS]}: rungs are numbered 1 to {max(RUNGS)} "
            "(0 stands for the baseline, which is a library and not a kernel)"
        )
    names = LADDER + PTX_LADDER
    if wanted in names:
        return _load(wanted)
    nearest = difflib.get_close_matches(wanted.lower(), names)
    hint = f"did you mean {' or '.join(nearest)}? There are" if nearest else "there are"
    raise ArgumentError(
        f"kernel = {name_or_number!r}: no rung has this name; {hint} {', '.join(names)}"
    )


def find_range(text: str) -> tuple[Kernel, ...]:
    """Return the kernels that a user asked for by a name, a number, or a range such as "3-8".

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of Kernel
        In the order of the ladder.

    Raises
    ------
    ArgumentError
        If there is no such kernel, or the range goes down.
    """
    bounds = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", text)
    if bounds is None:
        return (find(text),)
    first, last = (find(bound) for bound in bounds.groups())
    found = kernels()[kernels().index(first) : kernels().index(last) + 1]
    if not found:
        raise ArgumentError(f"kernel = {text.strip()!r}: a range goes from low to high")
    return found


def _load(name: str) -> Kernel:
    kernel: Kernel = importlib.import_module(f"sgemm.kernels.{name}").KERNEL
    return kernel
