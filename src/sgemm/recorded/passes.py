"""How many passes the loads and stores of a step take through shared memory and the L1 cache.

A pass moves up to 128 bytes. How many a warp's request needs:

- Shared memory gives a word of each bank in a pass. Requests of 8 and 16 bytes a thread are served
  for a half and a quarter of the warp at a time, or for twice as many threads where all pairs of
  neighbours, or all pairs two apart, want the same address. Source: NVIDIA's developer forum,
  "Unexpected shared memory bank conflict", answer 2.
- Global memory and textures: a pass for each line of 128 bytes in the L1 cache.

The loads and stores are those of the PTX. The assembler may still join some.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from sgemm.kernels.kernel import Kernel
from sgemm.recorded.banks import BANKS
from sgemm.recorded.recording import FLOAT_BYTES, WARP, Recording, record_tile
from sgemm.toolchain.compiler import build

LINE = 128  # bytes

COLUMNS = ("rung", "architecture", "passes", "registers", "shared_bytes", "compiler")
"""One row for each rung and architecture."""

ARCHITECTURES = (75, 86, 89, 90)

ROW = 1024  # elements from one row of A and B to the next: many lines apart, as in large matrices

Row = tuple[str | int, ...]


def passes(recording: Recording) -> float:
    """Return the passes of a block for a step of bk, the store of C left out.

    The recording is of a whole number of steps, and of a matrix whose rows lie lines apart.
    """
    events, total = recording.events, 0
    for instruction in recording.launch.instructions:
        is_result = instruction.opcode == "st" and instruction.space == "global"
        if is_result or not instruction.nbytes:
            continue
        found = events[events["instruction"] == instruction.index]
        for request in _requests(found["thread"].tolist(), found["address"].tolist()):
            if instruction.space == "shared":
                total += in_shared_memory(request, instruction.nbytes)
            else:
                total += _in_lines(request.values(), instruction.nbytes)
    return total * recording.kernel.tile.bk / recording.problem.k


def _requests(threads: Iterable[int], addresses: Iterable[int]) -> Iterable[dict[int, int]]:
    """Return the addresses by lane of each request: of a warp, by how often a thread was there."""
    found: dict[tuple[int, int], dict[int, int]] = {}
    times: Counter[int] = Counter()
    for thread, address in zip(threads, addresses, strict=True):
        found.setdefault((thread // WARP, times[thread]), {})[thread % WARP] = address
        times[thread] += 1
    return found.values()


def in_shared_memory(request: Mapping[int, int], nbytes: int) -> int:
    """Return the passes of a request of one warp: an address for each lane, bytes for each."""
    words = nbytes // FLOAT_BYTES
    at_once = WARP // words
    if words > 1 and any(
        all(request.get(lane ^ apart) == address for lane, address in request.items())
        for apart in (1, 2)
    ):
        at_once *= 2
    total = 0
    for first in range(0, WARP, at_once):
        wanted = {
            request[lane] // FLOAT_BYTES + word
            for lane in range(first, first + at_once)
            if lane in request
            for word in range(words)
        }
        total += max(Counter(word % BANKS for word in wanted).values(), default=0)
    return total


def _in_lines(addresses: Iterable[int], nbytes: int) -> int:
    starts = np.fromiter(addresses, np.int64)
    ends = starts + nbytes - 1
    return len({*(starts // LINE).tolist(), *(ends // LINE).tolist()})


def rows(kernel: Kernel) -> Iterator[Row]:
    """Run a kernel; yield its passes, and what a block occupies on each architecture."""
    counted = passes(record_tile(kernel, ARCHITECTURES[-1], ROW))
    for architecture in ARCHITECTURES:
        if not kernel.has_instructions(architecture):
            continue
        made = build(kernel, architecture, ptx=False)
        if made.resources is not None:
            occupied = made.resources.registers, made.resources.shared_bytes
            yield kernel.name, architecture, round(counted), *occupied, made.compiler
