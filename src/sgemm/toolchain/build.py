"""Build: what the toolchain made of a kernel for one architecture."""

import dataclasses
from typing import NamedTuple

from sgemm.kernels.kernel import FLOATS, Kernel

PATCHED = "patched"  # what a build says of a loop that is not the compiler's

DEPENDENT_LAUNCHES = 90
"""The first architecture with instructions that wait for the launch in front."""


@dataclasses.dataclass(frozen=True, slots=True)
class Resources:
    """What one thread and one block of a kernel occupy, as ptxas reports it."""

    registers: int  # a thread
    spill_stores: int  # bytes spilled to local memory, a thread
    spill_loads: int  # bytes read back
    stack: int  # stack frame of a thread in bytes; above zero also for arrays in local memory
    shared_bytes: int  # static, without the 1024 bytes that sm_90 and later reserve for the system


class Build(NamedTuple):
    """A kernel compiled for one architecture."""

    kernel: Kernel
    architecture: int  # compute capability times ten: 90 for sm_90
    entry: str  # name of the entry point in PTX and cubin
    ptx: str | None  # PTX text: from NVRTC where it was asked for, or as written by hand
    cubin: bytes | None  # machine code, where it was asked for and a compiler was there to make it
    resources: Resources | None  # known where the cubin is
    compiler: str  # name and version of what made it
    loop: str | None = None
    """Of a cubin whose mainloop was to be patched: ``PATCHED``, or why it is as compiled."""

    @property
    def begins_early(self) -> bool:
        """Whether its launches wait inside for those in front, and so may begin before these end.

        What was compiled for an older architecture does not wait, on whichever GPU it runs.
        """
        return self.architecture >= DEPENDENT_LAUNCHES

    @property
    def is_patched(self) -> bool:
        """Whether its mainloop is another one than the compiler's."""
        return self.loop == PATCHED


def plain_of(kernel: Kernel) -> Kernel:
    """Return a kernel whose mainloop stays as the compiler makes it."""
    return dataclasses.replace(kernel, as_compiled=True)


def name_of(kernel: Kernel) -> str:
    """Return a kernel's name with its layout, its types and all that its tile says of itself."""
    types = "" if kernel.types == FLOATS else f", {' by '.join(kernel.types)}"
    return f"{kernel.name} ({kernel.layout}, {kernel.tile}{types})"
