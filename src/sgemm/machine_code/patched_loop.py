"""Writes the patched loop: the instructions, in their order, with their issue.

A round of the patched loop is four steps. Elements of a step are loaded between the multiply-adds
of the one before. The last step of a stage stands by itself: between its multiply-adds it has the
compiler's own head and tail, instruction by instruction in their order (release of the stage, the
next one's address, the wait for it), then the loads of the next stage's first step. So nothing ever
waits for an address, a barrier or a load. An item's first step moves the accumulators to their
places in the loop (see :mod:`register_blocking`), its last one moves them back.

Here is what does not depend on how the elements of a step lie; that is in :mod:`mn_major`, where
rows and columns lie across k, and in :mod:`k_major`, where rows lie along it.
"""

from __future__ import annotations

import abc
import dataclasses
import itertools
from collections.abc import Iterable, Sequence
from typing import Protocol

from sgemm.machine_code import register_blocking
from sgemm.machine_code.hazards import ARITHMETIC, COMPARISON
from sgemm.machine_code.instruction import (
    ALL_BARRIERS,
    ALWAYS,
    BARRIERS,
    BRANCH,
    BRANCH_STALL,
    COMPARE,
    CONTROL_FLOW,
    NO_BARRIER,
    Control,
    Copy,
    Instruction,
    add_immediate,
    branch,
    is_nonzero,
    move,
    move_immediate,
    multiply_add,
    nop,
)
from sgemm.machine_code.match import SUPERFLUOUS, CompiledLoop, MismatchError
from sgemm.machine_code.registers import signed

UNROLL = 4
"""Two have more increments and branches, eight more code than the first cache holds well; and a
quad along k is four."""

Placed = dict[int, list[Instruction]]
"""Instructions by the number of the multiply-add that they follow."""

Accumulators = Sequence[Sequence[int]]
"""Registers of sums, row by row."""


class LoopRegisters(Protocol):
    """The registers of the patched loop: elements, room for a sum, addresses ahead, rounds left."""

    @property
    def spare(self) -> int:
        """Room for one sum."""

    @property
    def rows_ahead(self) -> int:
        """The address for loads of rows that reach into the next round."""

    @property
    def columns_ahead(self) -> int:
        """The same for columns."""

    @property
    def rounds(self) -> int:
        """Rounds that are left in a stage."""

    def row(self, step: int, number: int) -> int:
        """Return the register of an element of the rows in a step."""

    def column(self, step: int, number: int) -> int:
        """Return the register of an element of the columns in a step."""


@dataclasses.dataclass(frozen=True)
class Block:
    """The patched loop.

    Parameters
    ----------
    instructions : tuple of Instruction
        To stand at ``start``, and to be entered there.
    start : int
        Where, counted in instructions of the whole kernel.
    """

    instructions: tuple[Instruction, ...]
    start: int


class Writer(abc.ABC):
    """Writes one block.

    Parameters
    ----------
    code : sequence of Instruction
        The kernel's.
    loop : CompiledLoop
    registers : LoopRegisters
    loading : int
        How many barriers loads have, from the first on; the compiler's instructions get the others.
    steps : int
        Steps of a stage.
    start : int
        Where the block will stand, counted in instructions.

    Raises
    ------
    MismatchError
        If a stage is no whole number of rounds, or head and tail do not fit into a step.
    """

    def __init__(
        self,
        code: Sequence[Instruction],
        loop: CompiledLoop,
        registers: LoopRegisters,
        loading: int,
        steps: int,
        start: int,
    ) -> None:
        if steps % UNROLL:
            raise MismatchError(f"{steps} steps a stage are no multiple of {UNROLL}")
        self._code, self._loop = code, loop
        self._registers = registers
        self._steps, self._start = steps, start
        self._accumulators = register_blocking.shifted(loop.accumulators, registers.spare)
        self._rows, self._columns = loop.rows.elements, loop.columns.elements
        self._products = self._rows * self._columns
        self._predicate = code[loop.inner_end].guard
        self._barriers: dict[int, int] = {}
        self._free_barriers = tuple(range(loading, BARRIERS))
        self._out: list[Instruction] = []
        self._labels: dict[str, int] = {}
        self._jumps: list[tuple[int, str]] = []

    def write(self) -> Block:
        """Return the block."""
        self._begin()
        self._round()
        before = self._last_step()
        self._wait_again()
        self._end(before)
        exit_at = len(self._out)
        leave = branch(self._start + exit_at, self._loop.outer_end + 1)
        self._out.append(leave.controlled(Control(BRANCH_STALL, wait=ALL_BARRIERS)))
        for at, label in self._jumps:
            jump = self._out[at]
            there = branch(at, self._labels[label], jump.guard).controlled(jump.control)
            self._out[at] = dataclasses.replace(jump, low=there.low, high=there.high)
        while (self._start + len(self._out)) % 8:
            self._out.append(nop())
        return Block(tuple(self._out), self._start)

    @abc.abstractmethod
    def _begin(self) -> None:
        """Load and compute the first step; the addresses are what the compiled head made."""

    @abc.abstractmethod
    def _round(self) -> None:
        """Write a round: its last step comes first, so that the loop may be left before it."""

    @abc.abstractmethod
    def _last_step(self) -> int:
        """Write the last step of a stage, up to the branch by which an item ends, and behind it.

        Returns how many rows stand before that branch.
        """

    @abc.abstractmethod
    def _waits(self, places: Sequence[register_blocking.Place], step: int) -> list[int]:
        """Return the barriers that each multiply-add of a step waits for."""

    def _addresses_of_a_stage(self) -> list[Instruction]:
        """Return what sets the addresses ahead and the rounds at the beginning of a stage."""
        loop, registers = self._loop, self._registers
        return [
            add_immediate(ahead, operand.address, -UNROLL * signed(operand))
            for ahead, operand in (
                (registers.rows_ahead, loop.rows),
                (registers.columns_ahead, loop.columns),
            )
        ] + [move_immediate(registers.rounds, self._steps // UNROLL - 1)]

    def _place_counting(self, placed: Placed) -> None:
        """Place a first step's test for a further round, and the increments of what lies ahead."""
        registers = self._registers
        place(placed, 4, is_nonzero(self._predicate, registers.rounds))
        place(placed, 6, add_immediate(registers.rounds, registers.rounds, -1))
        self._place_increments(placed, registers.rows_ahead, registers.columns_ahead)

    def _place_increments(self, placed: Placed, rows: int, columns: int) -> None:
        """Place the increments of two addresses by a round."""
        at = self._products - 10
        for address, operand in ((rows, self._loop.rows), (columns, self._loop.columns)):
            increment = UNROLL * signed(operand)
            place(placed, at, add_immediate(address, address, increment))
            at += 1

    def _tail(self) -> list[Instruction]:
        """Return what the compiler has from the end of the inner loop to that of the outer one.

        Before it, the registers that the inner loop leaves behind are set as its last step would:
        its addresses to where they are in that step, then all that it does besides loads and
        multiply-adds.
        """
        loop = self._loop
        found = [
            add_immediate(operand.address, operand.address, (UNROLL - 1) * signed(operand))
            for operand in (loop.rows, loop.columns)
        ]
        # In the loop they stood far apart, and said nothing of how long their results take.
        found += self._copies(loop.others)
        found = [stalled(i, COMPARISON if i.opcode == COMPARE else ARITHMETIC) for i in found]
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
                copies.append(waiting_also(self._copy(at), awaited))
                awaited = 0
                continue
            awaited |= self._awaited(instruction.control)
            if copies and copies[-1].opcode != BRANCH:
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
            stall += self._before_repetition()
        return copy.controlled(Control(stall, write, read, self._awaited(control)))

    def _before_repetition(self) -> int:
        """Return how long what is superfluous at the beginning of the wait's repetition takes."""
        behind = itertools.takewhile(
            lambda i: i.opcode in SUPERFLUOUS, (self._code[at] for at in self._loop.repetition)
        )
        return sum(i.control.stall for i in behind)

    def _awaited(self, control: Control) -> int:
        """Return the barriers that stand for those that an instruction of the compiler's waits for.

        What others stand for was under way before the loop, and the block's start waits for it.
        """
        return sum(1 << new for old, new in self._barriers.items() if control.wait >> old & 1)

    def _wait_again(self) -> None:
        """Write the repetition of the wait for a stage."""
        loop = self._loop
        self._labels["wait again"] = len(self._out)
        self._out += self._copies(loop.repetition[:-1])
        self._jump_to_wait(self._copy(loop.repetition[-1]))
        self._jump("after the wait")

    def _end(self, before: int) -> None:
        """Write an item's end: the rest of its last step, and all sums back in their registers."""
        self._labels["end"] = len(self._out)
        rest = register_blocking.moving_out(range(before, self._rows), self._columns)
        self._step(rest, self._steps - 1, {}, self._loop.accumulators, self._accumulators)
        for row, column in register_blocking.moving_out(range(before), self._columns):
            self._out.append(
                move(self._loop.accumulators[row][column], self._accumulators[row][column])
            )

    def _step(
        self,
        places: Sequence[register_blocking.Place],
        step: int,
        placed: Placed,
        into: Accumulators,
        onto: Accumulators,
        all_at: int | None = None,
    ) -> None:
        """Write multiply-adds, ``into = row * column + onto``, and what stands between them.

        One of them may wait for all loads at once.
        """
        registers = self._registers
        pairs = [
            (registers.row(step, row), registers.column(step, column)) for row, column in places
        ]
        kept = register_blocking.reuses(pairs, frozenset(placed))
        waits = self._waits(places, step)
        if all_at is not None:
            rest = (1 << self._free_barriers[0]) - 1
            for wait in waits[:all_at]:
                rest &= ~wait
            waits[all_at:] = [rest] + [0] * (len(waits) - all_at - 1)
        for number, ((row, column), pair, reuse, wait) in enumerate(
            zip(places, pairs, kept, waits, strict=True)
        ):
            product = multiply_add(into[row][column], *pair, onto[row][column])
            self._out.append(product.controlled(Control(wait=wait, reuse=reuse)))
            self._write_placed(placed.get(number, ()))

    def _write_placed(self, instructions: Iterable[Instruction]) -> None:
        """Write what stands behind a multiply-add."""
        for instruction in instructions:
            if instruction.opcode == BRANCH:
                self._jump_to_wait(instruction)
                self._labels["after the wait"] = len(self._out)
            else:
                self._out.append(instruction)

    def _jump_to_wait(self, retry: Instruction) -> None:
        """Write the copy of the branch by which the wait for a stage is repeated."""
        self._jumps.append((len(self._out), "wait again"))
        self._out.append(retry)

    def _jump(self, label: str, guard: int = ALWAYS, wait: int = 0) -> None:
        """Write a branch to a label that may not be known yet."""
        self._jumps.append((len(self._out), label))
        jump = branch(0, 0, guard)
        self._out.append(jump.controlled(Control(BRANCH_STALL, wait=wait)))


def waiting(instruction: Instruction, barriers: int) -> Instruction:
    """Return an instruction that waits for some barriers."""
    return instruction.controlled(dataclasses.replace(instruction.control, wait=barriers))


def stalled(instruction: Instruction, cycles: int) -> Instruction:
    """Return an instruction behind which there are some cycles at least."""
    control = instruction.control
    longer = dataclasses.replace(control, stall=max(cycles, control.stall))
    return instruction.controlled(longer)


def waiting_also(instruction: Instruction, barriers: int) -> Instruction:
    """Return an instruction that waits for some barriers besides its own."""
    return waiting(instruction, instruction.control.wait | barriers)


def place(placed: Placed, at: int, instruction: Instruction) -> None:
    """Place an instruction behind a multiply-add, and behind what stands there already."""
    placed.setdefault(at, []).append(instruction)


def spread(instructions: Iterable[Instruction], gap: int) -> Placed:
    """Place instructions with some multiply-adds between them, each of which takes a cycle.

    Control flow keeps its stall: what is issued sooner behind a branch may be executed although the
    branch is taken.
    """
    placed: Placed = {}
    for number, instruction in enumerate(instructions):
        control = instruction.control
        stall = control.stall
        if instruction.opcode not in CONTROL_FLOW:
            stall = max(1, stall - gap)
        shorter = dataclasses.replace(control, stall=stall)
        place(placed, (number + 1) * gap, instruction.controlled(shorter))
    return placed
