"""The patched loop where rows lie along k: four steps of a row are one vector.

A vector of a row lasts for a round of four steps, a vector of columns for one step. Neither has a
second place to be loaded into, so each is loaded as soon as it is no longer needed. A step goes
through one half of the rows, then through the other, each time through all columns. Columns are
loaded in the second half as they are done with, the last ones when the next step begins, and have
half a step to arrive. The first half of the rows is loaded in the second half of a round's last
step, the second half in the first half of the next round.

All elements of rows of a step are in one bank, that of the step's parity. So two columns are gone
down at a time: their elements, one in each bank, stay in the multipliers' operand cache, and an
element of a row is read once for two multiply-adds, with the accumulator that lies in the other
bank.
"""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.machine_code import accumulator_order
from sgemm.machine_code.accumulator_order import Place
from sgemm.machine_code.instruction import ALL_BARRIERS, NO_BARRIER, Instruction, load_128
from sgemm.machine_code.match import CompiledLoop, MismatchError
from sgemm.machine_code.patched_loop import UNROLL, Placed, Writer, place, spread
from sgemm.machine_code.registers import Registers, new_vectors, too_few

ROWS_BARRIER = 4
"""The barrier of loads of rows. Those of columns have one each before it, or, where there are more,
the first two share one: they are loaded soonest before the step that needs them."""

FEWEST_ROWS = 7  # rows of which each half takes long enough for the loads of the other


def assign(loop: CompiledLoop, first: int, end: int) -> Registers:
    """Assign registers from ``first`` to before ``end``, then where the compiler had elements."""
    rows, columns = len(loop.rows.offsets), len(loop.columns.offsets)
    new = new_vectors(loop, first, end)
    idle = set(loop.idle)
    idle_vectors = [v for v in loop.idle if v % 4 == 0 and idle >= set(range(v, v + 4))]
    vectors = new + idle_vectors[: max(0, rows + columns - len(new))]
    own = {vector + lane for vector in vectors[len(new) :] for lane in range(4)}
    singles = [vector + lane for vector in new[rows + columns :] for lane in range(4)]
    singles += [register for register in loop.idle if register not in own]
    evens = [register for register in singles if register % 2 == 0]
    if len(vectors) < rows + columns or not evens or len(singles) < 4:
        raise too_few(first, end)
    others = [register for register in singles if register != evens[0]]
    return Registers(
        rows=tuple(vectors[:rows]),
        columns=tuple(vectors[rows : rows + columns]),
        spare=evens[0],
        rows_ahead=others[0],
        columns_ahead=others[1],
        rounds=others[2],
    )


class KMajorWriter(Writer):
    """Writes one block; the parameters are those of :class:`Writer`."""

    def __init__(
        self, code: Sequence[Instruction], loop: CompiledLoop, registers: Registers, steps: int
    ) -> None:
        super().__init__(code, loop, registers, steps)
        # Columns have one barrier each before that of rows, or the first two share one.
        self._shared = len(loop.columns.offsets) - ROWS_BARRIER
        if self._shared not in (0, 1) or len(loop.rows.offsets) < FEWEST_ROWS:
            raise MismatchError(
                f"{loop.rows.elements} rows along k and {loop.columns.elements} columns: there "
                f"have to be {FEWEST_ROWS} or more, and 16 or 20"
            )
        self._last_columns = len(loop.columns.offsets) - 1
        self._upper = self._rows // 2
        self._upper_products = self._upper * self._columns
        self._lower_products = self._products - self._upper_products

    def _loading_barriers(self) -> int:
        return ROWS_BARRIER + 1

    def _factors(self, place: Place, step: int) -> tuple[int, int]:
        row, column = place
        registers = self._registers
        return registers.rows[row] + step % UNROLL, registers.columns[column // 4] + column % 4

    def _begin(self) -> None:
        loop = self._loop
        first = self._load_rows(range(self._rows), loop.rows.address, 0)
        first += [
            self._load_columns(number, loop.columns.address, 0)
            for number in range(self._last_columns + 1)
        ]
        first[0] = first[0].issued(wait=ALL_BARRIERS)
        self._out += [*first, *self._addresses_of_a_stage()]
        placed: Placed = {}
        self._place_counting(placed)
        for number in range(self._last_columns):
            place(placed, self._products - 1, self._load_columns(number, loop.columns.address, 1))
        places = accumulator_order.moving_in(self._rows, self._columns)
        self._step(places, 0, placed, onto=loop.accumulators)
        self._jump("step 1")

    def _round(self) -> None:
        for step in (UNROLL - 1, *range(UNROLL - 1)):
            self._labels[f"step {step}"] = len(self._out)
            self._out.append(self._load_last_columns(step))
            places = self._half(step, 0) + self._half(step, 1)
            self._step(places, step, self._between(step))
        self._jump(f"step {UNROLL - 1}", self._predicate)

    def _half(self, step: int, half: int) -> list[Place]:
        """Return the places of a step in one half of its rows."""
        rows = (range(self._upper), range(self._upper, self._rows))[half]
        return accumulator_order.column_pairs(rows, self._columns, step % 2)

    def _between(self, step: int) -> Placed:
        """Return what stands between a step's multiply-adds."""
        loop, registers = self._loop, self._registers
        placed: Placed = {}
        is_last = step == UNROLL - 1
        columns_at = registers.columns_ahead if is_last else loop.columns.address
        for number in range(self._last_columns):
            load = self._load_columns(number, columns_at, step + 1)
            place(placed, self._free_at(number), load)
        if is_last:
            loads = self._load_rows(range(self._upper), registers.rows_ahead, UNROLL)
            for number, load in enumerate(loads):
                at = self._upper_products + 5 + number * self._lower_products // (self._upper + 1)
                place(placed, at, load)
            self._place_increments(placed, loop.rows.address, loop.columns.address)
        if step == 0:
            loads = self._load_rows(range(self._upper, self._rows), loop.rows.address, 0)
            for number, load in enumerate(loads):
                place(placed, 6 + number * 8, load)
            self._place_counting(placed)
        return placed

    def _free_at(self, number: int) -> int:
        """Return the last multiply-add of a step that needs a vector of columns."""
        return self._upper_products + (number + 1) * 4 * (self._rows - self._upper)

    def _load_last_columns(self, step: int) -> Instruction:
        """Return the load of a step's last columns, which is its first instruction."""
        if step == 0:
            return self._load_columns(self._last_columns, self._registers.columns_ahead, UNROLL)
        return self._load_columns(self._last_columns, self._loop.columns.address, step)

    def _load_rows(self, numbers: range, address: int, ahead: int) -> list[Instruction]:
        """Return the loads of some rows' vectors; the last one has the barrier for all."""
        rows = self._loop.rows
        return [
            load_128(
                self._registers.rows[number], address, rows.offsets[number] + ahead * rows.increment
            ).issued(write_barrier=ROWS_BARRIER if number == numbers[-1] else NO_BARRIER)
            for number in numbers
        ]

    def _load_columns(self, number: int, address: int, ahead: int) -> Instruction:
        """Return the load of a vector of columns of a step that lies some steps ahead."""
        offset = self._loop.columns.offsets[number] + ahead * self._loop.columns.increment
        load = load_128(self._registers.columns[number], address, offset)
        return load.issued(write_barrier=self._barrier_of(number))

    def _barrier_of(self, number: int) -> int:
        """Return the barrier of the loads of a vector of columns."""
        return max(0, number - self._shared)

    def _last_step(self) -> int:
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
        self._out.append(self._load_last_columns(UNROLL - 1))
        placed = {begin + at: found for at, found in spread(tail, gap).items()}
        self._step(self._half(step, 0), step, placed, all_at=begin)
        placed, after = self._begin_next_stage(gap)
        after += 1
        loads = self._load_rows(range(self._upper), self._loop.rows.address, 0)
        for number, load in enumerate(loads):
            place(placed, after + number * (lower - after) // self._upper, load)
        for number in range(self._last_columns):
            at = max(after + 2, self._free_at(number) - upper)
            place(placed, at, self._load_columns(number, self._loop.columns.address, 0))
        self._step(self._half(step, 1), step, placed)
        self._jump("step 0")
        return self._upper

    def _waits(self, places: Sequence[Place], step: int) -> list[int]:
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
