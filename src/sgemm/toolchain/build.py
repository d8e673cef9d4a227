"""Build: what the toolchain made of a kernel for one architecture."""

from __future__ import annotations

import dataclasses

from sgemm.kernels.kernel import Kernel

PATCHED = "patched"
"""What a build says of a loop that is not the compiler's."""


@dataclasses.dataclass(frozen=True, slots=True)
class Resources:
    """What one thread and one block of a kernel occupy, as ptxas reports it.

    Parameters
    ----------
    registers : int
        Registers a thread.
    spill_stores, spill_loads : int
        Bytes spilled to local memory and read back, a thread.
    stack : int
        Stack frame of a thread in bytes; above zero also for arrays in local memory.
    shared_bytes : int
        Static shared memory of a block in bytes. The 1024 bytes that sm_90 and later reserve for
        the system are not in it.
    """

    registers: int
    spill_stores: int
    spill_loads: int
    stack: int
    shared_bytes: int


@dataclasses.dataclass(frozen=True, slots=True)
class Build:
    """A kernel compiled for one architecture.

    Parameters
    ----------
    kernel : Kernel
    architecture : int
        Compute capability times ten: 90 for sm_90.
    entry : str
        Name of the entry point in PTX and cubin.
    ptx : str
        PTX text: from NVRTC, or as written by hand.
    cubin : bytes or None
        Machine code, where it was asked for and a compiler was there to make it.
    resources : Resources or None
        Registers, spills, stack and shared memory; known where the cubin is.
    compiler : str
        Name and version of what made it.
    loop : str or None
        Of a cubin whose loop was to be patched in machine code: ``PATCHED``, or why it
        is as compiled. None for any other kernel.
    """

    kernel: Kernel
    architecture: int
    entry: str
    ptx: str
    cubin: bytes | None
    resources: Resources | None
    compiler: str
    loop: str | None = None

    @property
    def is_patched(self) -> bool:
        """Whether its mainloop is another one than the compiler's."""
        return self.loop == PATCHED
