"""Memory as kernels see it: allocations with guard zones, the shared window, textures.

Global addresses are the addresses of this process. Allocations start at multiples of 512 bytes,
as on a GPU, and are surrounded by guard zones, so that a stray access by a few elements hits
nothing that matters; checked mode reports every access outside of them.
"""

from __future__ import annotations

import bisect
import ctypes
import operator
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import MachineError

ALIGNMENT = 512
"""An allocation, and a texture, starts at a multiple of this address.

For textures it is what every GPU so far asks for (``CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT``).
Allocations are promised multiples of 256, and get these, as seen on an H200; so the texture of an
allocation starts with it, and reads nothing in front of it.
"""

GUARD_BYTES = 4096

SHARED_WINDOW = 1 << 60  # generic address of shared address 0: no address of a process lies there

CLUSTER_SHIFT = 24
"""From this bit on a shared address has the rank of its block in the cluster, as on a GPU: so
NVIDIA's assembler makes the addresses of variables for sm_90."""

MAX_SHARED_BYTES = {75: 64, 80: 163, 86: 99, 87: 163, 89: 99, 90: 227, 100: 227, 120: 99}
"""Most shared memory of one block, in KiB, by compute capability times ten."""


def max_shared_bytes(architecture: int) -> int:
    """Return the most shared memory that a block may have, in bytes."""
    known = [limit for limit in MAX_SHARED_BYTES if limit <= architecture]
    return MAX_SHARED_BYTES[max(known, default=75)] * 1024


class Allocation:
    """Aligned memory with a guard zone on either side."""

    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes
        self.is_live = True  # whoever allocated it has not let go of it
        try:
            # Guard zones also pad the end to whole texels and vectors, as a GPU's pages do.
            self._storage = np.empty(nbytes + 2 * GUARD_BYTES + ALIGNMENT, np.uint8)
        except (MemoryError, OverflowError, ValueError) as error:  # the latter beyond any address
            raise MachineError(f"the cpu machine cannot allocate {nbytes} bytes") from error
        start = self._storage.ctypes.data + GUARD_BYTES
        self.address = -(-start // ALIGNMENT) * ALIGNMENT
        offset = self.address - self._storage.ctypes.data
        self.bytes: NDArray[np.uint8] = self._storage[offset : offset + nbytes]

    def view(self, offset: int, nbytes: int) -> NDArray[np.uint8]:
        """Return some of the bytes.

        Raises MachineError if they do not lie inside the allocation, or it is not live any more.
        """
        if not self.is_live:
            raise MachineError(f"a buffer of {self.nbytes} bytes is used after it was freed")
        if offset < 0 or nbytes < 0 or offset + nbytes > self.nbytes:
            raise MachineError(
                f"bytes {offset} ... {offset + nbytes} do not lie in a buffer of {self.nbytes}"
            )
        return self.bytes[offset : offset + nbytes]


class AllocationMap:
    """The live allocations: what checks compare with, and launches keep. Safe with many threads."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a signal handler may multiply, too
        self._live: list[tuple[int, int, object]] = []  # start, end and owner, ascending
        self.nbytes = 0  # size of all together

    def add(self, start: int, nbytes: int, owner: object = None) -> None:
        """Record an allocation, and the object that its memory lives as long as."""
        with self._lock:
            bisect.insort(self._live, (start, start + nbytes, owner), key=operator.itemgetter(0))
            self.nbytes += nbytes

    def remove(self, start: int) -> None:
        """Forget the allocation that starts at an address."""
        with self._lock:
            _, end, _ = self._live.pop(self._place(start) - 1)
            self.nbytes -= end - start

    def _place(self, address: int) -> int:
        """Return how many allocations start at an address or before it."""
        return bisect.bisect(self._live, address, key=operator.itemgetter(0))

    def owners(self) -> list[object]:
        """Return what keeps the memory of all allocations alive."""
        with self._lock:
            return [owner for _, _, owner in self._live]

    def table(self) -> NDArray[np.uint64]:
        """Return [start, end) of every allocation, ascending, as an (n, 2) array."""
        with self._lock:
            ranges = [(start, end) for start, end, _ in self._live]
            return np.array(ranges, np.uint64).reshape(-1, 2)

    def describe(self, address: int) -> str:
        """Say where an address lies in relation to the nearest allocation."""
        with self._lock:
            if not self._live:
                return "nothing is allocated"
            place = max(0, self._place(address) - 1)
            start, end, _ = self._live[place]
            if place + 1 < len(self._live):
                following, its_end, _ = self._live[place + 1]
                if following - address < address - end:
                    start, end = following, its_end
        size = end - start
        if address < start:
            return f"{start - address} bytes before an allocation of {size} bytes"
        return f"at byte {address - start} of an allocation of {size} bytes"


class LinearTexture:
    """A texture object over linear memory: from the last aligned address before it.

    Its handle points to two words: that address, and how many texels of 4 floats there are.
    """

    TEXEL_BYTES = 16
    HANDLE_BYTES = 16  # size of what a handle points to

    def __init__(self, address: int, nbytes: int) -> None:
        if address % self.TEXEL_BYTES:
            raise MachineError(f"a texture's address must be a multiple of 16, not {address:#x}")
        if nbytes % self.TEXEL_BYTES:
            raise MachineError(f"a texture's size must be a multiple of 16 bytes, not {nbytes}")
        before = address % ALIGNMENT
        self.first_texel = before // self.TEXEL_BYTES
        texels = (before + nbytes) // self.TEXEL_BYTES if nbytes else 0
        self._descriptor = (ctypes.c_uint64 * 2)(address - before, texels)

    @property
    def handle(self) -> int:
        """The handle, as a kernel argument; valid while this object lives."""
        return ctypes.addressof(self._descriptor)


def aligned_bytes(nbytes: int, alignment: int = 64) -> tuple[Any, int]:
    """Return zeroed storage and the aligned address in it of ``nbytes`` bytes."""
    storage = np.zeros(nbytes + alignment, np.uint8)
    address = -(-storage.ctypes.data // alignment) * alignment
    return storage, address
