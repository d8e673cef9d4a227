"""Writes the loop of :mod:`recognition` anew: the instructions, in their order, with their issue.

A round of the new loop is a few steps. Each step loads the elements of the next one between its
multiply-adds, into the registers of the step before. The last step of a stage stands by itself:
between its multiply-adds it has the compiler's own head and tail, instruction by instruction in
their order (release of the stage, the next one's address, the wait for it), then the loads of the
next stage's first step. So nothing ever waits for an address, a barrier or a load. An item's first
step moves the sums to their places in the loop (see :mod:`order`), its last one moves them back.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Sequence

from sgemm.machine_code import order
from sgemm.machine_code.hazards import ARITHMETIC, COMPARISON
from sgemm.machine_code.instruction import (
    ALL_BARRIERS,
    ALWAYS,
    BARRIERS,
    BRANCH,
    BRANCH_STALL,
    COMPARE,
    CONTROL_FLOW,
    NEGATED,
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
    nothing,
)
from sgemm.machine_code.recognition import SUPERFLUOUS, CompiledLoop, UnrecognisedError
from sgemm.machine_code.registers import Loads, Registers, signed

STEPS_A_ROUND = 4
"""Two have more increments and branches, eight more code than the first cache holds well."""

Placed = dict[int, list[Instruction]]
"""Instructions by the number of the multiply-add that they follow."""


@dataclasses.dataclass(frozen=True)
class Block:
    """The new loop.

    Parameters
    ----------
    instructions : tuple of Instruction
        To stand at ``start``, and to be entered there.
    start : int
        Where, counted in instructions of the whole kernel.
    """

    instructions: tuple[Instruction, ...]
    start: int


class Writer:
    """Writes one block.

    Parameters
    ----------
    code : sequence of Instruction
        The kernel's.
    loop : CompiledLoop
    registers : Registers
    steps : int
        Steps of a stage.
    start : int
        Where the block will stand, counted in instructions.

    Raises
    ------
    UnrecognisedError
        If a stage is no whole number of rounds, or head and tail do not fit into a step.
    """

    def __init__(
        self,
        code: Sequence[Instruction],
        loop: CompiledLoop,
        registers: Registers,
        steps: int,
        start: int,
    ) -> None:
        if steps % STEPS_A_ROUND:
            raise UnrecognisedError(f"{steps} steps a stage are no multiple of {STEPS_A_ROUND}")
        self._code, self._loop, self._registers = code, loop, registers
        self._steps, self._start = steps, start
        self._loads = Loads(loop, registers)
        self._sums = order.shifted(loop.sums, registers.spare)
        self._rows, self._columns = loop.rows.elements, loop.columns.elements
        self._predicate = code[loop.inner_end].guard
        self._barriers: dict[int, int] = {}
        self._out: list[Instruction] = []
        self._labels: dict[str, int] = {}
        self._jumps: list[tuple[int, str]] = []

    def write(self) -> Block:
        """Return the block."""
        self._begin()
        self._round()
        self._last_step()
        self._wait_again()
        self._end()
        exit_at = len(self._out)
        leave = branch(self._start + exit_at, self._loop.outer_end + 1)
        self._out.append(leave.controlled(Control(BRANCH_STALL, wait=ALL_BARRIERS)))
        for at, label in self._jumps:
            jump = self._out[at]
            there = branch(at, self._labels[label], jump.guard).controlled(jump.control)
            self._out[at] = dataclasses.replace(jump, low=there.low, high=there.high)
        while (self._start + len(self._out)) % 8:
            self._out.append(nothing())
        return Block(tuple(self._out), self._start)

    def _begin(self) -> None:
        """Load and compute the first step; the addresses are what the compiled head made."""
        loop = self._loop
        first = self._loads.of(0, loop.rows.address, loop.columns.address, 0)
        first[0] = _waiting(first[0], ALL_BARRIERS)
        self._out += [*first, *self._addresses_of_a_stage()]
        places = order.moving_in(self._rows, self._columns)
        self._step(places, 0, self._between(0), self._sums, loop.sums)
        self._jump("step 1")

    def _round(self) -> None:
        """Write a round: its last step comes first, so that the loop may be left before it."""
        places = order.squares(range(self._rows), self._columns)
        for step in (STEPS_A_ROUND - 1, *range(STEPS_A_ROUND - 1)):
            self._labels[f"step {step}"] = len(self._out)
            self._step(places, step, self._between(step), self._sums, self._sums)
        self._jump(f"step {STEPS_A_ROUND - 1}", self._predicate)

    def _between(self, step: int) -> Placed:
        """Return what stands between a step's multiply-adds.

        The last step of a round loads through addresses of its own, so that no address changes
        while a load from it may not have been issued to the end.
        """
        loop, registers = self._loop, self._registers
        addresses = (loop.rows.address, loop.columns.address)
        ahead = (registers.rows_ahead, registers.columns_ahead)
        products = self._rows * self._columns
        placed: Placed = {}
        is_last = step == STEPS_A_ROUND - 1
        loads = self._loads.of(step + 1, *(ahead if is_last else addresses), step + 1)
        for number, load in enumerate(loads):
            _place(placed, (number + 1) * products // (len(loads) + 2), load)
        if step == 0:
            _place(placed, 4, is_nonzero(self._predicate, registers.rounds))
            _place(placed, 6, add_immediate(registers.rounds, registers.rounds, -1))
        if is_last or step == 0:
            for at, address, operand in zip(
                (products - 10, products - 9),
                addresses if is_last else ahead,
                (loop.rows, loop.columns),
                strict=True,
            ):
                increment = STEPS_A_ROUND * signed(operand)
                _place(placed, at, add_immediate(address, address, increment))
        return placed

    def _addresses_of_a_stage(self) -> list[Instruction]:
        """Return what sets the addresses ahead and the rounds at the beginning of a stage."""
        loop, registers = self._loop, self._registers
        return [
            add_immediate(ahead, operand.address, -STEPS_A_ROUND * signed(operand))
            for ahead, operand in (
                (registers.rows_ahead, loop.rows),
                (registers.columns_ahead, loop.columns),
            )
        ] + [move_immediate(registers.rounds, self._steps // STEPS_A_ROUND - 1)]

    def _last_step(self) -> None:
        """Write the last step of a stage, up to the branch by which an item ends, and behind it."""
        tail, head = self._tail(), self._head()
        following = [*self._addresses_of_a_stage()]
        loads = self._loads.of(0, self._loop.rows.address, self._loop.columns.address, 0)
        products = self._rows * self._columns
        for gap in (3, 2, 1):
            before = -(-(len(tail) * gap + 4) // (2 * self._columns)) * 2
            room = (self._rows - before) * self._columns
            if len(head) * gap + len(following) + 4 + 2 * len(loads) <= room:
                break
        else:
            raise UnrecognisedError(
                f"{len(tail) + len(head)} instructions between stages do not fit between "
                f"{products} multiply-adds"
            )
        step = self._steps - 1
        self._labels["last step"] = len(self._out)
        rows = range(before)
        self._step(
            order.squares(rows, self._columns), step, _apart(tail, gap), self._sums, self._sums,
            all_at_once=True,
        )  # fmt: skip
        closing = self._code[self._loop.outer_end]
        wait = self._awaited(closing.control)
        self._jump("end", closing.guard ^ NEGATED, wait)
        placed = _apart(head, gap)
        behind = len(head) * gap + 4
        for number, instruction in enumerate(following):
            _place(placed, behind + number, instruction)
        behind += len(following)
        for number, load in enumerate(loads):
            _place(placed, behind + number * (room - behind) // len(loads), load)
        rest = range(before, self._rows)
        self._step(order.squares(rest, self._columns), step, placed, self._sums, self._sums)
        self._jump("step 0")
        self._rows_before_end = before

    def _tail(self) -> list[Instruction]:
        """Return what the compiler has from the end of the inner loop to that of the outer one.

        Before it, the registers that the inner loop leaves behind are set as its last step would:
        its addresses to where they are in that step, then all that it does besides loads and
        multiply-adds.
        """
        loop = self._loop
        found = [
            add_immediate(operand.address, operand.address, (STEPS_A_ROUND - 1) * signed(operand))
            for operand in (loop.rows, loop.columns)
        ]
        # In the loop they stood far apart, and said nothing of how long their results take.
        found += self._copies(loop.others)
        found = [_stalled(i, COMPARISON if i.opcode == COMPARE else ARITHMETIC) for i in found]
        return found + self._copies(range(loop.inner_end + 1, loop.outer_end))

    def _head(self) -> list[Instruction]:
        """Return what the compiler has from the beginning of the outer loop to the inner one's."""
        return self._copies(range(self._loop.outer, self._loop.inner))

    def _copies(self, places: Iterable[int]) -> list[Instruction]:
        """Return the compiler's instructions at some places, but for those that are superfluous.

        Results that were made while one of these was issued still take their time.
        """
        copies: list[Instruction] = []
        for at in places:
            instruction = self._code[at]
            if instruction.opcode not in SUPERFLUOUS:
                copies.append(self._copy(at))
            elif copies and copies[-1].opcode != BRANCH:
                stall = copies[-1].control.stall + instruction.control.stall
                copies[-1] = _stalled(copies[-1], min(COMPARISON, stall))
        return copies

    def _copy(self, place: int) -> Instruction:
        """Return an instruction of the compiler's with the barriers that the loads leave free."""
        control = self._code[place].control
        free = range(len(self._loop.rows.offsets), BARRIERS)

        def renamed(barrier: int) -> int:
            if barrier == NO_BARRIER:
                return barrier
            if barrier not in self._barriers:
                if len(self._barriers) == len(free):
                    raise UnrecognisedError("the code between stages uses too many barriers")
                self._barriers[barrier] = free[len(self._barriers)]
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

    def _end(self) -> None:
        """Write an item's end: the rest of its last step, and all sums back in their registers."""
        self._labels["end"] = len(self._out)
        before = self._rows_before_end
        rest = order.moving_out(range(before, self._rows), self._columns)
        self._step(rest, self._steps - 1, {}, self._loop.sums, self._sums)
        for row, column in order.moving_out(range(before), self._columns):
            self._out.append(move(self._loop.sums[row][column], self._sums[row][column]))

    def _step(
        self,
        places: Sequence[order.Place],
        step: int,
        placed: Placed,
        into: Sequence[Sequence[int]],
        onto: Sequence[Sequence[int]],
        all_at_once: bool = False,
    ) -> None:
        """Write multiply-adds, ``into = row * column + onto``, and what stands between them."""
        registers = self._registers
        pairs = [
            (registers.row(step, row), registers.column(step, column)) for row, column in places
        ]
        kept = order.reuses(pairs, frozenset(placed))
        waited = 0
        everything = (1 << len(self._loop.rows.offsets)) - 1
        for number, ((row, column), pair, reuse) in enumerate(
            zip(places, pairs, kept, strict=True)
        ):
            wait = (everything if all_at_once else 1 << row // 4) & ~waited
            waited |= wait
            product = multiply_add(into[row][column], *pair, onto[row][column])
            self._out.append(product.controlled(Control(wait=wait, reuse=reuse)))
            for instruction in placed.get(number, ()):
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


def _waiting(instruction: Instruction, barriers: int) -> Instruction:
    return instruction.controlled(dataclasses.replace(instruction.control, wait=barriers))


def _stalled(instruction: Instruction, cycles: int) -> Instruction:
    control = instruction.control
    longer = dataclasses.replace(control, stall=max(cycles, control.stall))
    return instruction.controlled(longer)


def _place(placed: Placed, at: int, instruction: Instruction) -> None:
    placed.setdefault(at, []).append(instruction)


def _apart(instructions: Iterable[Instruction], gap: int) -> Placed:
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
        _place(placed, (number + 1) * gap, instruction.controlled(shorter))
    return placed
