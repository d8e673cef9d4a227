"""Writes the patched loop: the instructions, in their order, with their issue.

A round of the patched loop is four steps. Elements of a step are loaded between the multiply-adds
of the one before. The last step of a stage stands by itself: between its multiply-adds it has the
compiler's own head and tail, instruction by instruction in their order (release of the stage, the
next one's address, the wait for it), then the loads of the next stage's first step. So nothing ever
waits for an address, a barrier or a load. An item's first step moves the accumulators to their
places in the loop (see :mod:`accumulator_order`), its last one moves them back.

Here is what does not depend on how the elements of a step lie; that is in :mod:`mn_major`, where
rows and columns lie across k, and in :mod:`k_major`, where rows lie along it.
"""

from __future__ import annotations

import abc
import dataclasses
import itertools
from collections.abc import Iterable, Sequence

from sgemm.machine_code import accumulator_order
from sgemm.machine_code import instruction as isa
from sgemm.machine_code.accumulator_order import Place
from sgemm.machine_code.hazards import ARITHMETIC, COMPARISON
from sgemm.machine_code.instruction import NO_BARRIER, Control, Copy, Instruction
from sgemm.machine_code.match import SUPERFLUOUS, CompiledLoop, MismatchError
from sgemm.machine_code.registers import Registers

UNROLL = 4
"""Two have more increments and branches, eight more code than the first cache holds well; and a
vector along k is four."""

Placed = dict[int, list[Instruction]]
"""Instructions by the number of the multiply-add that they follow."""

Accumulators = Sequence[Sequence[int]]  # registers of accumulators, row by row


@dataclasses.dataclass(frozen=True)
class Block:
    """The patched loop, which is entered at its first instruction."""

    instructions: tuple[Instruction, ...]
    start: int  # where it stands, counted in instructions of the whole kernel


class Writer(abc.ABC):
    """Writes one block, to stand after the code, for stages of some steps.

    The last step of a round loads through addresses of its own, so that no address changes while a
    load from it may not have been issued to the end.
    """

    def __init__(
        self, code: Sequence[Instruction], loop: CompiledLoop, registers: Registers, steps: int
    ) -> None:
        if steps % UNROLL:
            raise MismatchError(f"{steps} steps a stage are no multiple of {UNROLL}")
        self._code, self._loop = code, loop
        self._registers = registers
        self._steps, self._start = steps, len(code)
        self._accumulators = accumulator_order.shifted(loop.accumulators, registers.spare)
        self._rows, self._columns = loop.rows.elements, loop.columns.elements
        self._products = self._rows * self._columns
        self._predicate = code[loop.inner_end].guard
        self._barriers: dict[int, int] = {}
        self._free_barriers = tuple(range(self._loading_barriers(), isa.BARRIERS))
        self._out: list[Instruction] = []
        self._labels: dict[str, int] = {}
        self._jumps: list[tuple[int, str]] = []

    def write(self) -> Block:
        """Return the block."""
        self._begin()
        self._round()
        rows_before_end = self._last_step()
        self._wait_again()
        self._end(rows_before_end)
        leave = isa.branch(self._start + len(self._out), self._loop.outer_end + 1)
        self._out.append(leave.controlled(Control(isa.BRANCH_STALL, wait=isa.ALL_BARRIERS)))
        for at, label in self._jumps:
            jump = self._out[at]
            there = isa.branch(at, self._labels[label], jump.guard).controlled(jump.control)
            self._out[at] = dataclasses.replace(jump, low=there.low, high=there.high)
        while (self._start + len(self._out)) % 8:
            self._out.append(isa.nop())
        return Block(tuple(self._out), self._start)

    @abc.abstractmethod
    def _loading_barriers(self) -> int:
        """Return how many barriers loads have; the compiler's instructions get those after them."""

    @abc.abstractmethod
    def _begin(self) -> None:
        """Load and compute the first step; the addresses are what the compiled head made."""

    @abc.abstractmethod
    def _round(self) -> None:
        """Write a round: its last step comes first, so that the loop may be left before it."""

    @abc.abstractmethod
    def _last_step(self) -> int:
        """Write the last step of a stage; return how many rows stand before an item's end."""

    @abc.abstractmethod
    def _factors(self, place: Place, step: int) -> tuple[int, int]:
        """Return the registers of the elements of a row and of a column in a step."""

    @abc.abstractmethod
    def _waits(self, places: Sequence[Place], step: int) -> list[int]:
        """Return the barriers that each multiply-add of a step waits for."""

    def _addresses_of_a_stage(self) -> list[Instruction]:
        """Return what sets the addresses ahead and the rounds at the beginning of a stage."""
        loop, registers = self._loop, self._registers
        return [
            isa.add_immediate(ahead, operand.address, -UNROLL * operand.increment)
            for ahead, operand in (
                (registers.rows_ahead, loop.rows),
                (registers.columns_ahead, loop.columns),
            )
        ] + [isa.move_immediate(registers.rounds, self._steps // UNROLL - 1)]

    def _place_counting(self, placed: Placed) -> None:
        """Place a first step's test for a further round, and the increments of what lies ahead."""
        registers = self._registers
        place(placed, 4, isa.is_nonzero(self._predicate, registers.rounds))
        place(placed, 6, isa.add_immediate(registers.rounds, registers.rounds, -1))
        self._place_increments(placed, registers.rows_ahead, registers.columns_ahead)

    def _place_increments(self, placed: Placed, rows: int, columns: int) -> None:
        """Place the increments of two addresses by a round."""
        for number, (address, operand) in enumerate(
            ((rows, self._loop.rows), (columns, self._loop.columns))
        ):
            addition = isa.add_immediate(address, address, UNROLL * operand.increment)
            place(placed, self._products - 10 + number, addition)

    def _tail(self) -> list[Instruction]:
        """Return what the compiler has from the end of the inner loop to that of the outer one.

        Before it, the registers that the inner loop leaves are set as its last step would: its
        addresses to where they are in that step, then all that it does besides loads and
        multiply-adds.
        """
        loop = self._loop
        found = [
            isa.add_immediate(operand.address, operand.address, (UNROLL - 1) * operand.increment)
            for operand in (loop.rows, loop.columns)
        ]
        # In the loop they stood far from their uses, and their stalls do not say when results come.
        found += self._copies(loop.others)
        found = [stalled(i, COMPARISON if i.opcode == isa.COMPARE else ARITHMETIC) for i in found]
        return found + self._copies(range(loop.inner_end + 1, loop.outer_end))

    def _head(self) -> list[Instruction]:
        """Return what the compiler has from the beginning of the outer loop to the inner one's."""
        return self._copies(range(self._loop.outer, self._loop.inner))

    def _copies(self, places: Iterable[int]) -> list[Instruction]:
        """Return the compiler's instructions at some places, but for those that are superfluous.

        Results that were made while one of these was issued still take their time, and what one
        of them waits for, the next instruction does.
        """
        copies: list[Instruction] = []
        awaited = 0
        for at in places:
            instruction = self._code[at]
            if instruction.opcode not in SUPERFLUOUS:
                copy = self._copy(at)
                copies.append(copy.issued(wait=copy.control.wait | awaited))
                awaited = 0
                continue
            awaited |= self._awaited(instruction.control)
            if copies and copies[-1].opcode != isa.BRANCH:
                stall = copies[-1].control.stall + instruction.control.stall
                copies[-1] = stalled(copies[-1], min(COMPARISON, stall))
        return copies

    def _copy(self, place: int) -> Instruction:
        """Return an instruction of the compiler's with the barriers that the loads leave free."""
        control = self._code[place].control
        free = self._free_barriers

        def renamed(barrier: int) -> int:
            if barrier == NO_BARRIER:
                return barrier
            if barrier not in self._barriers:
                # Several may share one: then whoever waits for one of them waits for all.
                self._barriers[barrier] = free[min(len(self._barriers), len(free) - 1)]
            return self._barriers[barrier]

        write, read = renamed(control.write_barrier), renamed(control.read_barrier)
        copy = Copy(self._code[place].low, self._code[place].high, place)
        stall = control.stall
        if place in (self._loop.retry, self._loop.repetition[-1]):
            # What is superfluous at the beginning of the wait's repetition takes its time too.
            repeated = (self._code[at] for at in self._loop.repetition)
            first = itertools.takewhile(lambda i: i.opcode in SUPERFLUOUS, repeated)
            stall += sum(i.control.stall for i in first)
        return copy.controlled(Control(stall, write, read, self._awaited(control)))

    def _awaited(self, control: Control) -> int:
        """Return the barriers that stand for those that an instruction of the compiler's waits for.

        What others stand for was under way before the loop, and the block's start waits for it.
        """
        return sum(1 << new for old, new in self._barriers.items() if control.wait >> old & 1)

    def _begin_next_stage(self, gap: int) -> tuple[Placed, int]:
        """Write the branch by which an item ends; return the head and the addresses of a stage.

        They are placed with so many multiply-adds between them. The number is that of the
        multiply-add that follows the last of them.
        """
        closing = self._code[self._loop.outer_end]
        self._jump("end", closing.guard ^ isa.NEGATED, self._awaited(closing.control))
        head = self._head()
        placed = spread(head, gap)
        after = len(head) * gap + 4
        for instruction in self._addresses_of_a_stage():
            place(placed, after, instruction)
            after += 1
        return placed, after

    def _wait_again(self) -> None:
        """Write the repetition of the wait for a stage."""
        loop = self._loop
        self._labels["wait again"] = len(self._out)
        self._out += self._copies(loop.repetition[:-1])
        self._jump_to_wait(self._copy(loop.repetition[-1]))
        self._jump("after the wait")

    def _end(self, before: int) -> None:
        """Write an item's end: its last step after some rows, and accumulators moved back."""
        self._labels["end"] = len(self._out)
        into = self._loop.accumulators
        rest = accumulator_order.moving_out(range(before, self._rows), self._columns)
        self._step(rest, self._steps - 1, {}, into=into)
        for row, column in accumulator_order.moving_out(range(before), self._columns):
            self._out.append(isa.move(into[row][column], self._accumulators[row][column]))

    def _step(
        self,
        places: Sequence[Place],
        step: int,
        placed: Placed,
        into: Accumulators | None = None,
        onto: Accumulators | None = None,
        all_at: int | None = None,
    ) -> None:
        """Write multiply-adds, ``into = row * column + onto``, and what stands between them.

        Accumulators are in their registers in the loop where no others are given. One of the
        multiply-adds may wait for all loads at once.
        """
        into = into or self._accumulators
        onto = onto or self._accumulators
        pairs = [self._factors(each, step) for each in places]
        kept = accumulator_order.reuses(pairs, frozenset(placed))
        waits = self._waits(places, step)
        if all_at is not None:
            rest = (1 << self._free_barriers[0]) - 1
            for wait in waits[:all_at]:
                rest &= ~wait
            waits[all_at:] = [rest] + [0] * (len(waits) - all_at - 1)
        for number, ((row, column), pair, reuse, wait) in enumerate(
            zip(places, pairs, kept, waits, strict=True)
        ):
            product = isa.multiply_add(into[row][column], *pair, onto[row][column])
            self._out.append(product.controlled(Control(wait=wait, reuse=reuse)))
            for instruction in placed.get(number, ()):
                if instruction.opcode == isa.BRANCH:
                    self._jump_to_wait(instruction)
                    self._labels["after the wait"] = len(self._out)
                else:
                    self._out.append(instruction)

    def _jump_to_wait(self, retry: Instruction) -> None:
        """Write the copy of the branch by which the wait for a stage is repeated."""
        self._jumps.append((len(self._out), "wait again"))
        self._out.append(retry)

    def _jump(self, label: str, guard: int = isa.ALWAYS, wait: int = 0) -> None:
        """Write a branch to a label that may not be known yet."""
        self._jumps.append((len(self._out), label))
        jump = isa.branch(0, 0, guard)
        self._out.append(jump.controlled(Control(isa.BRANCH_STALL, wait=wait)))


def stalled(instruction: Instruction, cycles: int) -> Instruction:
    """Return an instruction after which there are some cycles at least."""
    return instruction.issued(stall=max(cycles, instruction.control.stall))


def place(placed: Placed, at: int, instruction: Instruction) -> None:
    """Place an instruction after a multiply-add, and after what stands there already."""
    placed.setdefault(at, []).append(instruction)


def spread(instructions: Iterable[Instruction], gap: int) -> Placed:
    """Place instructions with some multiply-adds between them, each of which takes a cycle.

    Control flow keeps its stall: what is issued sooner after a branch may be executed although the
    branch is taken.
    """
    placed: Placed = {}
    for number, instruction in enumerate(instructions):
        stall = instruction.control.stall
        if instruction.opcode not in isa.CONTROL_FLOW:
            stall = max(1, stall - gap)
        place(placed, (number + 1) * gap, instruction.issued(stall=stall))
    return placed
