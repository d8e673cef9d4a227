"""What the executor decides about a kernel before it writes code.

How many threads (lanes) a lane group holds, where groups wait and resume, where lanes that diverged
reconverge, which registers are live over a wait, and where in the frame they are stored.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable

from sgemm.executor.abi import (
    FRAGMENT_C,
    FRAGMENT_STATE_BYTES,
    HEADER_BYTES,
    QUEUE_BYTES,
    WARPGROUP,
    WARPGROUP_STATE_BYTES,
)
from sgemm.executor.barrier_regions import BarrierRegions, find_barrier_regions
from sgemm.executor.lane_count import (
    MAX_DIVERGENT_BRANCHES,
    MAX_SPLIT_INSTRUCTIONS,
    MAX_SPLIT_OF_WARPS,
    WARP,
    single_precision,
    split_instructions,
)
from sgemm.executor.register_order import register_order
from sgemm.executor.shared_layout import SharedLayout
from sgemm.executor.waits import (
    barrier_operands,
    is_barrier,
    is_collective,
    is_matrix,
    is_matrix_load,
    is_poll,
    is_reduction,
    is_warpgroup_matrix,
)
from sgemm.ptx.affine_analysis import AffineAnalysis
from sgemm.ptx.divergence import divergent_branches
from sgemm.ptx.flow import ControlFlow
from sgemm.ptx.syntax import Entry, Instruction, Vector, elements_of, registers_of

MOST_FLOATS = 512
"""Numbers in single precision that the vector registers of any processor hold together."""


@dataclasses.dataclass(frozen=True, slots=True)
class FrameLayout:
    """Where a lane group stores its registers while it waits."""

    compact: dict[str, int]
    """Byte offsets of registers kept over a barrier: bases of uniform and affine registers as
    scalars, varying ones as vectors."""
    lanes: dict[str, int]
    """Byte offsets of registers kept lane by lane, as vectors: of all that are needed while lanes
    run one at a time, and of those that live in memory."""
    counters: int  # byte offset of the lanes' own resume points
    fragments: int  # byte offset of a thread's part of the operands of matrix instructions
    warpgroup: int  # byte offset of what is kept of a thread's wgmma (checked mode)
    copies: int  # byte offset of the queue of asynchronous copies (checked mode)
    nbytes: int  # size of a lane group's state


@dataclasses.dataclass(frozen=True)
class ExecutionPlan:
    """How one entry is executed for one shape of thread block."""

    entry: Entry
    threads: tuple[int, int, int]  # threads of a block in x, y, z
    lanes: int  # threads in a lane group
    flow: ControlFlow  # blocks end after barriers
    analysis: AffineAnalysis
    shared: SharedLayout
    checked: bool  # whether every memory access is checked; a lane group is then one thread
    cluster: tuple[int, int, int] = (1, 1, 1)  # blocks of a cluster in x, y, z
    is_explicit: bool = False  # whether the launch says the size of clusters, or the kernel does

    @property
    def thread_count(self) -> int:
        """Threads in a block."""
        return self.threads[0] * self.threads[1] * self.threads[2]

    @property
    def groups(self) -> int:
        """Lane groups in a block."""
        return self.thread_count // self.lanes

    @property
    def cluster_blocks(self) -> int:
        """Blocks in a cluster."""
        return self.cluster[0] * self.cluster[1] * self.cluster[2]

    @property
    def watches_clusters(self) -> bool:
        """Whether it is checked who accesses other blocks of the cluster."""
        return self.checked and self.cluster_blocks > 1

    @functools.cached_property
    def barriers(self) -> tuple[int, ...]:
        """Blocks that end in a barrier, in order: the resume points are their successors."""
        return self._ending_in(is_barrier)

    @functools.cached_property
    def polls(self) -> tuple[int, ...]:
        """Blocks of one instruction each at which lane groups wait for mbarriers, in order."""
        return self._ending_in(is_poll)

    @functools.cached_property
    def collectives(self) -> tuple[int, ...]:
        """Blocks that end where threads of a warp wait for each other, in order.

        None where a lane group holds whole warps, whose lanes are together.
        """
        return self._ending_in(is_collective) if self.lanes % WARP else ()

    def _ending_in(self, is_one: Callable[[Instruction], bool]) -> tuple[int, ...]:
        """Return the blocks whose last instruction is one of some."""
        return tuple(
            index
            for index, block in enumerate(self.flow.blocks)
            if block.instructions and is_one(block.instructions[-1])
        )

    def has(self, is_one: Callable[[Instruction], bool]) -> bool:
        """Whether there are instructions of a kind."""
        return any(map(is_one, self.flow.instructions))

    @functools.cached_property
    def multiplies(self) -> bool:
        """Whether there are matrix instructions."""
        return self.has(is_matrix)

    @property
    def waits_diverge(self) -> bool:
        """Whether threads of one lane group may wait at different places, or for different things.

        A lane group waits as a whole, so that each thread must then be a lane group.
        """
        return self.needs_single_lanes or (self.lanes > 1 and self._diverges_at_waits)

    @property
    def needs_single_lanes(self) -> bool:
        """Whether there are waits that a lane group of several threads cannot make."""
        return self.lanes > 1 and (
            bool(self.collectives) or self._has_partial_masks or self._waits_vary
        )

    @property
    def _has_partial_masks(self) -> bool:
        """Whether a collective is, or may be, for some of the lanes of a warp only."""
        masks = (
            self.analysis.of(instruction.operands[-1])
            for instruction in self.flow.instructions
            if is_collective(instruction)
            and not (is_matrix(instruction) or is_matrix_load(instruction))
        )
        return any(
            mask is None or mask.constant is None or mask.constant % 2**WARP != 2**WARP - 1
            for mask in masks
        )

    @property
    def _waits_vary(self) -> bool:
        """Whether lanes may wait for different barriers, mbarriers or phases."""
        waits = [self.flow.blocks[index].instructions[-1] for index in self.barriers]
        named = [self.analysis.of(operand) for wait in waits for operand in barrier_operands(wait)]
        return any(form is None or not form.is_uniform for form in named) or any(
            not self.analysis.is_uniform(register)
            for index in self.polls
            for register in self.flow.blocks[index].instructions[-1].registers_read
        )

    @property
    def _diverges_at_waits(self) -> bool:
        """Whether lanes that diverged may wait before they reconverge.

        Lanes that diverge because some of them end are together where they wait at barriers: nobody
        waits for threads that have ended.
        """
        polls_and_collectives = {*self.polls, *self._ending_in(is_collective)}
        for index in self.divergent:
            reconvergence = self.flow.immediate_postdominators[index]
            paths = self._paths(index)
            if any(not polls_and_collectives.isdisjoint(path) for path in paths):
                return True
            waiting = [not path.isdisjoint(self.barriers) for path in paths]
            if all(waiting) or (any(waiting) and reconvergence < len(self.flow.blocks)):
                return True
        return False

    @functools.cached_property
    def reduces(self) -> bool:
        """Whether barriers combine predicates."""
        return self.has(is_reduction)

    @property
    def needs_single_warps(self) -> bool:
        """Whether there is a reduction of which each warp of a lane group may get another."""
        return self.lanes > WARP and any(
            is_reduction(instruction) and len(barrier_operands(instruction)) > 1
            for instruction in self.flow.instructions
        )

    @property
    def has_test_wait(self) -> bool:
        """Whether the kernel asks whether a phase is complete without waiting for it."""
        return any(
            self.flow.blocks[index].instructions[-1].modifiers[0] == "test_wait"
            for index in self.polls
        )

    @functools.cached_property
    def regions(self) -> BarrierRegions:
        """What runs between barriers, and the registers that it touches."""
        ends = (*self.barriers, *self.collectives)
        return find_barrier_regions(self.flow, ends, self._companions, self.polls)

    @functools.cached_property
    def divergent(self) -> tuple[int, ...]:
        """Blocks that end in a branch at which lanes may diverge."""
        return divergent_branches(self.flow, self.analysis) if self.lanes > 1 else ()

    @property
    def is_costly(self) -> bool:
        """Whether lanes are treated one by one so often that LLVM takes long for wide groups."""
        return (
            len(self.divergent) > MAX_DIVERGENT_BRANCHES
            or split_instructions(self.flow, self.analysis) > MAX_SPLIT_INSTRUCTIONS
        )

    @property
    def is_too_costly_for_warps(self) -> bool:
        """Whether that is so often that groups of one lane are better than those of a warp.

        Matrix instructions need warps: they are computed for a warp at once.
        """
        count = split_instructions(self.flow, self.analysis)
        return count > MAX_SPLIT_OF_WARPS and not self.multiplies

    @functools.cached_property
    def reconvergence_points(self) -> tuple[int, ...]:
        """Blocks where divergent lanes reconverge."""
        found = {self.flow.immediate_postdominators[index] for index in self.divergent}
        return tuple(sorted(index for index in found if index < len(self.flow.blocks)))

    @property
    def exits_diverge(self) -> bool:
        """Whether some lanes of a group may reach a barrier after others have ended."""
        return any(
            not path.isdisjoint(self.barriers)
            for index in self.divergent
            for path in self._paths(index)
        )

    def _paths(self, index: int) -> list[frozenset[int]]:
        """Return the blocks of each path from a branch to its reconvergence point."""
        reconvergence = self.flow.immediate_postdominators[index]
        successors = self.flow.blocks[index].successors
        return [self.flow.reachable_between(block, reconvergence) for block in successors]

    @functools.cached_property
    def float_registers(self) -> frozenset[str]:
        """Registers that hold single-precision numbers, by their type or by what uses them."""
        found = single_precision(self.entry, self.flow)
        if self.lanes == 1:
            return frozenset(found)
        # Lane offsets are added to integers only.
        for name in self.entry.registers:
            form = self.analysis.of_register(name)
            if form is not None and not form.is_uniform:
                found.discard(name)
                found.difference_update(self._companions(name))
        return frozenset(found)

    def needed(self, block: int) -> tuple[str, ...]:
        """Return the registers that must be kept to continue at a block, in a stable order.

        The live ones, but for those that live in memory, and the registers that enter the form of
        a live one.
        """
        if block >= len(self.flow.blocks):
            return ()
        known = self._needed.get(block)
        if known is None:
            found = set(self.flow.live_in[block]).difference(self.in_memory)
            for name in tuple(found):
                found.update(self._companions(name))
            known = self._needed[block] = tuple(sorted(found, key=self._order.__getitem__))
        return known

    @functools.cached_property
    def _needed(self) -> dict[int, tuple[str, ...]]:
        """What `needed` has found: a block is asked about from each of its edges."""
        return {}

    @functools.cached_property
    def in_memory(self) -> dict[str, int]:
        """Registers that live in the frame all the time, and in which order they lie there.

        In kernels with matrix instructions these are their accumulators, to which the runtime adds
        in memory, and other numbers in single precision, where they are more than the processor has
        vector registers for. LLVM would find out by itself that they do not fit, and would move
        hundreds of them at every branch: that took it most of the time.
        """
        if self.lanes % WARP or not self.multiplies:
            return {}
        names: dict[str, None] = {}
        for instruction in self.flow.instructions:
            if is_matrix(instruction):
                names.update(dict.fromkeys(registers_of(instruction.operands[:1])))
        live = self.float_registers & self.flow.live_in.anywhere()
        others = [name for name in live.difference(names) if self.is_varying(name)]
        if len(others) * self.lanes > MOST_FLOATS:
            names.update(dict.fromkeys(sorted(others, key=self._order.__getitem__)))
        return {name: place for place, name in enumerate(names)}

    def needed_at_any(self, blocks: Iterable[int]) -> tuple[str, ...]:
        """Return the registers that must be kept to continue at one of some blocks or another."""
        found = {name for block in blocks for name in self.needed(block)}
        return tuple(sorted(found, key=self._order.__getitem__))

    def _companions(self, register: str) -> tuple[str, ...]:
        """Return the registers that enter the form of one."""
        if self.lanes == 1:
            return ()
        form = self.analysis.of_register(register)
        return () if form is None else tuple(term.register for term in form.terms)

    def is_varying(self, register: str) -> bool:
        """Whether a register is kept as a vector."""
        return self.lanes > 1 and self.analysis.of_register(register) is None

    @functools.cached_property
    def _order(self) -> dict[str, int]:
        return register_order(self.entry, self.flow)

    @functools.cached_property
    def frame(self) -> FrameLayout:
        """Where a lane group stores its registers."""
        waits = (*self.barriers, *self.collectives)
        resumes = [place for index in waits for place in self.flow.blocks[index].successors]
        waiting = set(self.needed_at_any([*resumes, *self.polls]))
        compact, end = self._place(waiting, HEADER_BYTES, whole_vectors=False)
        lanes: dict[str, int] = {}
        if self.in_memory:
            start, size = _aligned(end, 64), 4 * self.lanes
            lanes = {name: start + place * size for name, place in self.in_memory.items()}
            end = start + len(lanes) * size
        counters = end
        if self.divergent:
            entries = {s for index in self.divergent for s in self.flow.blocks[index].successors}
            entries |= set(self.reconvergence_points)
            diverged = waiting | {name for index in entries for name in self.needed(index)}
            counters = _aligned(end, 64)
            moved, end = self._place(diverged, counters + self.lanes * 4, whole_vectors=True)
            lanes |= moved
        fragments = end = _aligned(end, 4)
        if self.collectives and (self.multiplies or self.has(is_matrix_load)):
            end += 4 * (FRAGMENT_C + max(map(_accumulators, self.flow.instructions)))
        warpgroup = end
        if self.watches_warpgroups:
            end += WARPGROUP_STATE_BYTES + FRAGMENT_STATE_BYTES * self.fragment_count
        copies = _aligned(end, 64)
        if self.delays_copies:
            end = copies + QUEUE_BYTES
        nbytes = _aligned(end, 64)
        return FrameLayout(compact, lanes, counters, fragments, warpgroup, copies, nbytes)

    def kept_bytes(self, register: str) -> int:
        """Bytes of one lane of a register in a lane group's state; a predicate takes one."""
        return max(1, self.entry.registers[register].type.nbytes)

    @property
    def watches_warpgroups(self) -> bool:
        """Whether it is checked who touches what ``wgmma`` use: in checked mode, if there are."""
        return self.checked and self.lanes == 1 and bool(self.fragments)

    @property
    def watches_proxies(self) -> bool:
        """Whether it is checked what ``wgmma`` and bulk copies do with shared memory."""
        return self.watches_warpgroups or (self.lanes == 1 and self.delays_bulk_copies)

    @property
    def watched_warpgroups(self) -> int:
        """Warpgroups of a cluster whose ``wgmma`` are checked."""
        each = -(-self.thread_count // WARPGROUP)
        return self.cluster_blocks * each if self.watches_warpgroups else 0

    @functools.cached_property
    def fragments(self) -> dict[str, int]:
        """The registers that ``wgmma`` use; those that the same ones use alike have one number."""
        uses: dict[str, list[tuple[int, int]]] = {}
        for number, instruction in enumerate(self.flow.instructions):
            if is_warpgroup_matrix(instruction):
                for place, operand in enumerate(instruction.operands[:2]):
                    if isinstance(operand, Vector):
                        for name in registers_of((operand,)):
                            uses.setdefault(name, []).append((number, place))
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        return {name: numbers.setdefault(tuple(each), len(numbers)) for name, each in uses.items()}

    @property
    def fragment_count(self) -> int:
        """How many numbers `fragments` has."""
        return max(self.fragments.values(), default=-1) + 1

    @functools.cached_property
    def delays_copies(self) -> bool:
        """Whether threads' asynchronous copies wait in queues: in checked mode, if there are."""
        return self._delays(in_bulk=False)

    @functools.cached_property
    def delays_bulk_copies(self) -> bool:
        """Whether bulk copies wait in a queue: in checked mode, if there are."""
        return self._delays(in_bulk=True)

    @functools.cached_property
    def watches_order(self) -> bool:
        """Whether it is checked in which order threads do what others rely on."""
        return self.delays_copies or self.watches_proxies or self.watches_clusters

    def _delays(self, *, in_bulk: bool) -> bool:
        copies = (each for each in self.flow.instructions if each.opcode == "cp")
        return self.checked and any(("bulk" in each.modifiers) == in_bulk for each in copies)

    def _place(
        self, names: set[str], start: int, *, whole_vectors: bool
    ) -> tuple[dict[str, int], int]:
        """Lay registers out one after the other, the widest first; return offsets and end."""

        def nbytes(name: str) -> int:
            lanes = self.lanes if whole_vectors or self.is_varying(name) else 1
            return lanes * self.kept_bytes(name)

        offsets = {}
        offset = start
        for name in sorted(names, key=lambda name: (-nbytes(name), self._order[name])):
            size = nbytes(name)
            offsets[name] = offset = _aligned(offset, min(64, size & -size))
            offset += size
        return offsets, offset


def _aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def _accumulators(instruction: Instruction) -> int:
    """Return how many registers of a thread hold C of a matrix instruction."""
    if not is_matrix(instruction):
        return 0
    return len(elements_of(instruction.operands[0]))
