"""Where threads wait for each other, to the reference interpreter.

At barriers of the block they wait as PTX 9.0 says: a thread for the threads of its warp that have
not ended, then its warp for others. At collectives of a warp (shuffles, votes) they wait for the
lanes of a mask that have not ended. What a shuffle takes from a lane that has ended is undefined in
PTX; here it is 0, which is what an H200 gives.
"""

import dataclasses
import functools
import operator
from collections.abc import Callable

from reference_memory import InterpreterError, Memory
from reference_operations import BITWISE, as_signed

from sgemm.ptx.syntax import Instruction, Operand, Vector

WARP = 32
Answer = tuple[int, ...] | None
"""What a thread gets from those for which it waited."""


class DeadlockError(InterpreterError):
    """No thread of a block can go on."""


@dataclasses.dataclass(frozen=True)
class Barrier:
    """A wait at a barrier of the block, for a number of threads (0: the whole block)."""

    number: int
    threads: int
    place: int | None
    """The instruction, where all threads of a warp must execute the same."""
    reduction: str = ""
    vote: int = 0


@dataclasses.dataclass(frozen=True)
class Collective:
    """A wait for the lanes of a mask; they must do the same thing."""

    what: tuple[str, ...]
    mask: int
    values: tuple[int, ...]


Wait = Barrier | Collective


def waits_for_others(instruction: Instruction) -> bool:
    """Whether threads wait here."""
    return instruction.opcode in ("bar", "barrier", "shfl", "vote", "elect", "redux", "ldmatrix")


def sources_of(instruction: Instruction) -> list[tuple[Operand, int]]:
    """Operands that are read, and their widths."""
    if instruction.opcode in ("bar", "barrier"):
        if "red" not in instruction.modifiers:
            return [(operand, 32) for operand in instruction.operands]
        *named, vote = instruction.operands[1:]
        return [*((operand, 32) for operand in named), (vote, 1)]
    first = 1 if instruction.opcode == "vote" else 32
    sources = instruction.operands[1:]
    return [(operand, 32 if number else first) for number, operand in enumerate(sources)]


def results_of(instruction: Instruction) -> list[tuple[Operand, int]]:
    """Operands that are written, and their widths; some may be discarded."""
    if instruction.opcode in ("bar", "barrier"):
        bits = 1 if instruction.modifiers[-1] == "pred" else 32
        reduces = "red" in instruction.modifiers
        return [(instruction.operands[0], bits)] if reduces else []
    target = instruction.operands[0]
    found = list(target.elements) if isinstance(target, Vector) else [target]
    if instruction.opcode == "ldmatrix":
        return [(each, 32) for each in found]
    bits = [1] if instruction.modifiers[-1] == "pred" else [32, 1]
    return list(zip(found, bits, strict=False))


def wait_of(instruction: Instruction, place: int, values: list[int]) -> Wait:
    """What a thread waits for at an instruction, its operands having some values."""
    if instruction.opcode in ("bar", "barrier") and "warp" not in instruction.modifiers:
        free = instruction.opcode == "barrier" and "aligned" not in instruction.modifiers
        place_of_all = None if free else place
        if "red" in instruction.modifiers:
            (kind,) = {"popc", "and", "or"}.intersection(instruction.modifiers)
            number, threads = (*values[:-1], 0)[:2]
            return Barrier(number, threads, place_of_all, kind, values[-1])
        number, threads = (*values, 0)[:2]
        return Barrier(number, threads, place_of_all)
    what = (instruction.opcode, *instruction.modifiers)
    if instruction.opcode == "ldmatrix":
        return Collective(what, 2**WARP - 1, tuple(values))
    return Collective(what, values[-1], tuple(values[:-1]))


class Waits:
    """The threads of a block that wait, and those that have ended."""

    def __init__(self, count: int, shared: Memory) -> None:
        self.count = count
        self.shared = shared
        self.waiting: dict[int, Wait] = {}
        self.ended: set[int] = set()
        self.answers: dict[int, Answer] = {}

    def let_go(self) -> bool:
        """Let threads go on whose wait is over; whether there are any."""
        before = len(self.waiting)
        for thread, wait in list(self.waiting.items()):
            if isinstance(wait, Collective) and thread in self.waiting:
                self._try_collective(thread, wait)
        if len(self.waiting) == before:
            self._try_barriers()
        return len(self.waiting) < before

    def _try_collective(self, thread: int, wait: Collective) -> None:
        first = thread - thread % WARP
        named = [first + lane for lane in range(WARP) if wait.mask >> lane & 1]
        if thread not in named:
            raise InterpreterError(f"thread {thread} is not in the mask {wait.mask:#x}")
        there = [t for t in named if t < self.count and t not in self.ended]
        present: dict[int, Collective] = {}
        for other in there:
            theirs = self.waiting.get(other)
            if not isinstance(theirs, Collective):
                return
            if (theirs.what, theirs.mask) != (wait.what, wait.mask):
                return
            present[other % WARP] = theirs
        for other in there:
            own = present[other % WARP]
            if own.what[0] == "ldmatrix":
                rows = [present[lane].values[0] for lane in range(WARP)]
                self.answers[other] = _matrices(own.what, other % WARP, rows, self.shared)
            else:
                self.answers[other] = _results(own, other % WARP, present)
            del self.waiting[other]

    def _try_barriers(self) -> None:
        warps = [range(w, min(w + WARP, self.count)) for w in range(0, self.count, WARP)]
        arrived: dict[int, list[tuple[int, Barrier]]] = {}
        for number, warp in enumerate(warps):
            alive = [thread for thread in warp if thread not in self.ended]
            here = [self.waiting.get(thread) for thread in alive]
            barriers = [wait for wait in here if isinstance(wait, Barrier)]
            if not barriers or len(barriers) < len(alive):
                continue
            if len({barrier.number for barrier in barriers}) > 1:
                continue
            if len({barrier.place for barrier in barriers}) > 1:
                raise DeadlockError(f"warp {number} is at different instructions")
            arrived.setdefault(barriers[0].number, []).append((number, barriers[0]))
        over = sum(all(thread in self.ended for thread in warp) for warp in warps)
        for group in arrived.values():
            threads = WARP * len(group)
            needed = max(barrier.threads or WARP * len(warps) for _, barrier in group)
            if any(not barrier.threads for _, barrier in group):
                threads += WARP * over
            if threads % needed == 0:
                self._pass([warps[number] for number, _ in group], needed)

    def _pass(self, warps: list[range], needed: int) -> None:
        """Let warps go on that have come to a barrier for some threads."""
        if needed == WARP and len(warps) > 1:
            for warp in warps:  # each has passed it alone
                self._pass([warp], needed)
            return
        waits = {t: self.waiting.pop(t) for warp in warps for t in warp if t in self.waiting}
        barriers = [wait for wait in waits.values() if isinstance(wait, Barrier)]
        kinds = {barrier.reduction for barrier in barriers}
        if kinds != {""} and (len(kinds) > 1 or WARP * len(warps) > needed):
            raise DeadlockError("what a reduction gives is undefined")
        votes = [barrier.vote for barrier in barriers]
        combine: dict[str, Callable[[list[int]], int]] = {"popc": sum, "and": all, "or": any}
        results = tuple(int(combine[kind](votes)) for kind in kinds if kind)
        self.answers.update(dict.fromkeys(waits, results))


def _results(own: Collective, lane: int, present: dict[int, Collective]) -> tuple[int, ...]:
    """What a lane gets."""
    kind = own.what[0]
    if kind == "vote":
        yes = [other for other, wait in present.items() if wait.values[0]]
        results = {
            "ballot": sum(1 << other for other in yes),
            "all": len(yes) == len(present),
            "any": len(yes) > 0,
            "uni": len(yes) in (0, len(present)),
        }
        return (int(results[own.what[2]]),)
    if kind == "elect":
        leader = min(present)
        return (leader, int(lane == leader))
    if kind == "redux":
        numbers = [wait.values[0] for wait in present.values()]
        if own.what[3] == "s32":
            numbers = [as_signed(number, 32) for number in numbers]
        combine = {"add": operator.add, "min": min, "max": max, **BITWISE}[own.what[2]]
        return (functools.reduce(combine, numbers),)
    if kind != "shfl":
        return ()
    _, b, c = own.values
    source, inside = shuffle_source(own.what[2], lane, b, c)
    return (present[source].values[0] if source in present else 0, int(inside))


def _matrices(what: tuple[str, ...], lane: int, rows: list[int], shared: Memory) -> tuple[int, ...]:
    """A lane's two elements of each matrix, whose rows lie at some addresses."""
    words = []
    for first in range(0, 8 * int(what[4][1:]), 8):
        read = [shared.read(rows[first + row], 16) for row in range(8)]
        matrix = [[row[place : place + 2] for place in range(0, 16, 2)] for row in read]
        if "trans" in what:
            matrix = [list(column) for column in zip(*matrix, strict=True)]
        place = 2 * (lane % 4)
        word = b"".join(matrix[lane // 4][place : place + 2])
        words.append(int.from_bytes(word, "little"))
    return tuple(words)


def shuffle_source(kind: str, lane: int, b: int, c: int) -> tuple[int, bool]:
    """The lane from which a shuffle takes, and whether it is the one that was asked for."""
    clamp, segment, amount = c & 31, c >> 8 & 31, b & 31
    first, last = lane & segment, (lane & segment) | (clamp & ~segment & 31)
    source = {
        "up": lane - amount,
        "down": lane + amount,
        "bfly": lane ^ amount,
        "idx": first | (amount & ~segment),
    }[kind]
    inside = source >= last if kind == "up" else source <= last
    return (source if inside else lane), inside
