"""The patched loop where rows lie along k: four steps of a row are one quad.

A quad of a row lasts for a round of four steps, a quad of columns for one step. Neither has a
second place to be loaded into, so each is loaded as soon as it is no longer needed. A step goes
through one half of the rows, then through the other, each time through all columns. Columns are
loaded in the second half as they are done with, the last ones when the next step begins, and have
half a step to arrive. The first half of the rows is loaded in the second half of a round's last
step, the second half in the first half of the next round.

All elements of rows of a step are in one bank, that of the step's parity. So two columns are gone
down at a time: their elements, one in each bank, stay in the multipliers' operand cache, and an
element of a row is read once for two multiply-adds, with the sum that lies in the other bank.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from sgemm.machine_code import register_blocking
from sgemm.machine_code.instruction import (
    ALL_BARRIERS,
    NEGATED,
    Control,
    Instruction,
    load_128,
)
from sgemm.machine_code.match import CompiledLoop, MismatchError
from sgemm.machine_code.patched_loop import UNROLL, Placed, Writer, place, spread, waiting
from sgemm.machine_code.registers import UNLOADABLE, check_known, signed

ROWS_BARRIER = 4
"""The barrier of loads of rows. Those of columns have one each before it, or, where there are more,
the first two share one: they are loaded soonest before the step that needs them."""

FEWEST_ROWS = 7
"""Rows of which each half takes long enough for the loads of the other."""


@dataclasses.dataclass(frozen=True)
class KMajorRegisters:
    """The registers of the patched loop.

    Parameters
    ----------
    rows, columns : tuple of int
        The first register of each row's quad and of each quad of columns.
    spare : int
        Room for one sum.
    rows_ahead, columns_ahead : int
        Addresses for the loads that reach into the next round.
    rounds : int
        Rounds that are left in a stage.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    spare: int
    rows_ahead: int
    columns_ahead: int
    rounds: int

    def row(self, step: int, number: int) -> int:
        """Return the register of an element of the rows in a step."""
        return self.rows[number] + step % UNROLL

    def column(self, step: int, number: int) -> int:
        """Return the register of an element of the columns, in any step."""
        return self.columns[number // 4] + number % 4


def assign(loop: CompiledLoop, first: int, end: int) -> KMajorRegisters:
    """Assign registers from ``first``, which the compiler does not know, to before ``end``.

    Raises
    ------
    MismatchError
        If there are too few, or the compiler knows more than it was to.
    """
    check_known(loop, first)
    rows, columns = len(loop.rows.offsets), len(loop.columns.offsets)
    new = list(range(-(-first // 4) * 4, end - UNLOADABLE - 3, 4))
    # What they are too few for goes where the compiler had its elements.
    quads = new + _idle_vectors(loop)[: max(0, rows + columns - len(new))]
    own = [quad + lane for quad in quads[len(new) :] for lane in range(4)]
    singles = [quad + lane for quad in new[rows + columns :] for lane in range(4)]
    singles += [register for register in loop.idle if register not in own]
    evens = [register for register in singles if register % 2 == 0]
    if len(quads) < rows + columns or not evens or len(singles) < 4:
        raise MismatchError(f"registers {first} to {end} are too few for the loop")
    others = [register for register in singles if register != evens[0]]
    return KMajorRegisters(
        rows=tuple(quads[:rows]),
        columns=tuple(quads[rows : rows + columns]),
        spare=evens[0],
        rows_ahead=others[0],
        columns_ahead=others[1],
        rounds=others[2],
    )


def _idle_vectors(loop: CompiledLoop) -> list[int]:
    """Return the first registers of the quads that are idle as a whole."""
    idle = set(loop.idle)
    return [quad for quad in loop.idle if quad % 4 == 0 and idle >= set(range(quad, quad + 4))]


class KMajorWriter(Writer):
    """Writes one block; the parameters are those of its registers and of :class:`Writer`."""

    def __init__(
        self,
        code: Sequence[Instruction],
        loop: CompiledLoop,
        registers: KMajorRegisters,
        steps: int,
        start: int,
    ) -> None:
        super().__init__(code, loop, registers, ROWS_BARRIER + 1, steps, start)
        shared = len(loop.columns.offsets) - ROWS_BARRIER
        if shared not in (0, 1) or len(loop.rows.offsets) < FEWEST_ROWS:
            raise MismatchError(
                f"{loop.rows.elements} rows along k and {loop.columns.elements} columns: there "
                f"have to be {FEWEST_ROWS} or more, and 16 or 20"
            )
        self._shared = shared
        self._quads = registers
        self._upper = self._rows // 2
        self._upper_products = self._upper * self._columns
        self._lower_products = self._products - self._upper_products

    def _begin(self) -> None:
        loop, quads = self._loop, self._quads
        first = [
            self._load_row(number, loop.rows.address, 0, number == self._rows - 1)
            for number in range(self._rows)
        ]
        first += [
            self._load_columns(number, loop.columns.address, 0)
            for number in range(len(quads.columns))
        ]
        first[0] = waiting(first[0], ALL_BARRIERS)
        self._out += [*first, *self._addresses_of_a_stage()]
        placed: Placed = {}
        self._place_counting(placed)
        for number in range(len(quads.columns) - 1):
            place(placed, self._products - 1, self._load_columns(number, loop.columns.address, 1))
        self._step(
            register_blocking.moving_in(self._rows, self._columns),
            0,
            placed,
            self._accumulators,
            loop.accumulators,
        )
        self._jump("step 1")

    def _round(self) -> None:
        for step in (UNROLL - 1, *range(UNROLL - 1)):
            self._labels[f"step {step}"] = len(self._out)
            self._out.append(self._last_columns(step))
            self._step(
                self._order(step), step, self._between(step), self._accumulators, self._accumulators
            )
        self._jump(f"step {UNROLL - 1}", self._predicate)

    def _order(self, step: int, half: int | None = None) -> list[register_blocking.Place]:
        """Return the places of a step, or of one half of its rows."""
        halves = (range(self._upper), range(self._upper, self._rows))
        chosen = halves if half is None else (halves[half],)
        return [
            p
            for rows in chosen
            for p in register_blocking.column_pairs(rows, self._columns, step % 2)
        ]

    def _between(self, step: int) -> Placed:
        """Return what stands between a step's multiply-adds.

        The last step of a round loads through addresses of its own, so that no address changes
        while a load from it may not have been issued to the end.
        """
        loop, quads = self._loop, self._quads
        placed: Placed = {}
        is_last = step == UNROLL - 1
        columns_at = quads.columns_ahead if is_last else loop.columns.address
        for number in range(len(quads.columns) - 1):
            place(
                placed,
                self._free_at(number),
                self._load_columns(number, columns_at, step + 1),
            )
        if is_last:
            for number in range(self._upper):
                at = self._upper_products + 5 + number * self._lower_products // (self._upper + 1)
                load = self._load_row(number, quads.rows_ahead, UNROLL, number == self._upper - 1)
                place(placed, at, load)
            self._place_increments(placed, loop.rows.address, loop.columns.address)
        if step == 0:
            for number in range(self._upper, self._rows):
                at = 6 + (number - self._upper) * 8
                load = self._load_row(number, loop.rows.address, 0, number == self._rows - 1)
                place(placed, at, load)
            self._place_counting(placed)
        return placed

    def _free_at(self, number: int) -> int:
        """Return the last multiply-add of a step that needs a quad of columns, from its half on."""
        return self._upper_products + (number + 1) * 4 * (self._rows - self._upper)

    def _last_columns(self, step: int) -> Instruction:
        """Return the load of a step's last columns, which is its first instruction."""
        last = len(self._quads.columns) - 1
        if step == 0:
            return self._load_columns(last, self._quads.columns_ahead, UNROLL)
        return self._load_columns(last, self._loop.columns.address, step)

    def _load_row(self, number: int, address: int, ahead: int, is_last: bool) -> Instruction:
        """Return the load of a row's quad; the last of several has the barrier for all."""
        offset = self._loop.rows.offsets[number] + ahead * signed(self._loop.rows)
        load = load_128(self._quads.rows[number], address, offset)
        return load.controlled(Control(write_barrier=ROWS_BARRIER)) if is_last else load

    def _load_columns(self, number: int, address: int, ahead: int) -> Instruction:
        """Return the load of a quad of columns of a step that lies some steps ahead."""
        offset = self._loop.columns.offsets[number] + ahead * signed(self._loop.columns)
        load = load_128(self._quads.columns[number], address, offset)
        return load.controlled(Control(write_barrier=self._barrier_of(number)))

    def _barrier_of(self, number: int) -> int:
        """Return the barrier of the loads of a quad of columns."""
        return max(0, number - self._shared)

    def _last_step(self) -> int:
        loop, quads = self._loop, self._quads
        tail, head = self._tail(), self._head()
        upper, lower = self._upper_products, self._lower_products
        begin = 16  # the step's last columns should have come by then
        for gap in (3, 2, 1):
            if begin + len(tail) * gap + 4 <= upper and len(head) * gap + 8 <= lower // 2:
                break
        else:
            raise MismatchError("the instructions between stages do not fit into a step")
        step = self._steps - 1
        self._labels["last step"] = len(self._out)
        self._out.append(self._last_columns(UNROLL - 1))
        placed = {begin + at: found for at, found in spread(tail, gap).items()}
        self._step(
            self._order(step, 0), step, placed, self._accumulators, self._accumulators, all_at=begin
        )
        closing = self._code[loop.outer_end]
        self._jump("end", closing.guard ^ NEGATED, self._awaited(closing.control))
        placed = spread(head, gap)
        behind = len(head) * gap + 4
        for number, instruction in enumerate(self._addresses_of_a_stage()):
            place(placed, behind + number, instruction)
        behind += 4
        for number in range(self._upper):
            at = behind + number * (lower - behind) // self._upper
            load = self._load_row(number, loop.rows.address, 0, number == self._upper - 1)
            place(placed, at, load)
        for number in range(len(quads.columns) - 1):
            at = max(behind + 2, self._free_at(number) - upper)
            place(placed, at, self._load_columns(number, loop.columns.address, 0))
        self._step(self._order(step, 1), step, placed, self._accumulators, self._accumulators)
        self._jump("step 0")
        return self._upper

    def _waits(self, places: Sequence[register_blocking.Place], step: int) -> list[int]:
        waits: list[int] = []
        waited = 0
        halves: set[bool] = set()
        for row, column in places:
            barrier = 1 << self._barrier_of(column // 4)
            wanted = barrier & ~waited
            # In a round's first step each half of the rows is new.
            is_upper = row < self._upper
            if step % UNROLL == 0 and is_upper not in halves:
                wanted |= 1 << ROWS_BARRIER
            halves.add(is_upper)
            waits.append(wanted)
            waited |= barrier
        return waits
