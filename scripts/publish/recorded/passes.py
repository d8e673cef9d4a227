"""How many passes the loads and stores of a step take through shared memory and the L1 cache.

A pass moves up to 128 bytes. How many a warp's request needs:

- Shared memory gives a word of each bank in a pass. Requests of 8 and 16 bytes a thread are served
  for a half and a quarter of the warp at a time, or for twice as many threads where all pairs of
  neighbours, or all pairs two apart, want the same address. Source: NVIDIA's developer forum,
  "Unexpected shared memory bank conflict", answer 2.
- Global memory and textures: a pass for each line of 128 bytes in the L1 cache.

What is recorded are the loads of the PTX. The assembler makes one of 16 bytes of those that fill 16
bytes between two barriers, and so does this; machine code of sm_75, sm_86 and sm_90 has as many.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from publish.recorded.banks import BANKS
from publish.recorded.recording import FLOAT_BYTES, WARP, Recording, Row, record_tile
from sgemm.kernels.kernel import Kernel
from sgemm.toolchain.compiler import build

LINE = 128  # bytes
WIDEST = 16  # bytes of a load

COLUMNS = ("rung", "architecture", "passes", "registers", "shared_bytes", "compiler")
"""One row for each rung and architecture."""

ARCHITECTURES = (75, 86, 89, 90)

ROW = 1024  # elements from one row of A and B to the next: many lines apart, as in large matrices


class Request(NamedTuple):
    """An instruction, executed once by a warp."""

    space: str
    is_load: bool
    nbytes: int  # of a thread
    addresses: dict[int, int]  # by lane


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


def passes(recording: Recording) -> float:
    """Return the passes of a block for a step of bk, the store of C left out.

    The recording is of a whole number of steps, and of matrices whose rows lie lines apart.
    """
    total = sum(
        in_shared_memory(each.addresses, each.nbytes)
        if each.space == "shared"
        else len({address // LINE for address in each.addresses.values()})
        for between_barriers in _requests(recording)
        for each in joined(between_barriers)
    )
    return total * recording.kernel.tile.bk / recording.problem.k


def _requests(recording: Recording) -> Iterable[list[Request]]:
    """Return the requests of each warp between each two barriers, in their order."""
    instructions = {each.index: each for each in recording.launch.instructions}
    found: dict[tuple[int, int], dict[tuple[int, int], Request]] = defaultdict(dict)
    times: Counter[tuple[int, int]] = Counter()  # by thread and instruction
    waits: Counter[int] = Counter()  # by thread
    names = ("thread", "instruction", "address")
    for thread, index, address in zip(
        *(recording.events[name].tolist() for name in names), strict=True
    ):
        instruction = instructions[index]
        if instruction.opcode == "bar":
            waits[thread] += 1
        is_result = instruction.opcode == "st" and instruction.space == "global"
        if is_result or not instruction.nbytes:
            continue
        warp = found[thread // WARP, waits[thread]]
        key = index, times[thread, index]
        times[thread, index] += 1
        if key not in warp:
            is_load = instruction.opcode == "ld"
            warp[key] = Request(instruction.space, is_load, instruction.nbytes, {})
        warp[key].addresses[thread % WARP] = address
    return [list(each.values()) for each in found.values()]


def joined(requests: Sequence[Request]) -> list[Request]:
    """Return requests with one load of 16 bytes in the place of narrower ones that fill it."""
    found, by_place = [], defaultdict(list)
    for each in requests:
        if each.is_load and each.space == "shared" and each.nbytes < WIDEST:
            lanes = each.addresses.items()
            by_place[frozenset((lane, start // WIDEST) for lane, start in lanes)].append(each)
        else:
            found.append(each)
    for group in by_place.values():
        starts = {(tuple(each.addresses.values()), each.nbytes) for each in group}
        if sum(nbytes for _, nbytes in starts) == WIDEST:
            first = group[0].addresses
            whole = {lane: start // WIDEST * WIDEST for lane, start in first.items()}
            found.append(Request("shared", True, WIDEST, whole))
        else:
            found += group
    return found


def in_shared_memory(request: Mapping[int, int], nbytes: int) -> int:
    """Return the passes of a request of one warp: an address for each lane, bytes for each."""
    words = nbytes // FLOAT_BYTES
    at_once = WARP // words
    if words > 1 and any(
        all(request.get(lane ^ distance) == address for lane, address in request.items())
        for distance in (1, 2)
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
