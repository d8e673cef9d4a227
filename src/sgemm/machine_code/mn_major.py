"""The patched loop where A and B are MN-major: a 128-bit load brings four elements of one step.

Each step loads the elements of the next one between its multiply-adds, into the registers of the
step before.
"""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.machine_code import accumulator_order
from sgemm.machine_code.accumulator_order import Place, blocks_2x2
from sgemm.machine_code.instruction import ALL_BARRIERS, NO_BARRIER, Instruction, load_128
from sgemm.machine_code.match import CompiledLoop, MismatchError
from sgemm.machine_code.patched_loop import UNROLL, Placed, Writer, place, spread
from sgemm.machine_code.registers import Registers, new_vectors, too_few


def assign(loop: CompiledLoop, first: int, end: int) -> Registers:
    """Assign registers from ``first`` to before ``end``: two sets, for even and for odd steps."""
    columns, rows = 2 * len(loop.columns.offsets), 2 * len(loop.rows.offsets)
    vectors = tuple(new_vectors(loop, first, end))
    if len(vectors) < columns + rows + 1:
        raise too_few(first, end)
    singles = vectors[columns + rows]
    return Registers(
        rows=vectors[columns : columns + rows],
        columns=vectors[:columns],
        spare=singles,
        rows_ahead=singles + 1,
        columns_ahead=singles + 2,
        rounds=singles + 3,
    )


class MnMajorWriter(Writer):
    """Writes one block; the parameters are those of :class:`Writer`."""

    def _loading_barriers(self) -> int:
        return len(self._loop.rows.offsets)

    def _factors(self, place: Place, step: int) -> tuple[int, int]:
        row, column = place
        rows, columns = self._vectors(step)
        return rows[row // 4] + row % 4, columns[column // 4] + column % 4

    def _vectors(self, step: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the first registers of the vectors of rows and of columns in a step."""
        rows, columns = self._registers.rows, self._registers.columns
        half_rows, half_columns = len(rows) // 2, len(columns) // 2
        if step % 2:
            return rows[half_rows:], columns[half_columns:]
        return rows[:half_rows], columns[:half_columns]

    def _loads(self, step: int, rows_at: int, columns_at: int, ahead: int) -> list[Instruction]:
        """Return the loads for a step which lies some steps ahead of two addresses.

        Columns come first: they are needed from the beginning. Their loads have no barriers: loads
        from shared memory end in the order in which they began, so that what waits for the first
        vector of rows has the columns as well.
        """
        rows, columns = self._vectors(step)
        found = []
        for vectors, operand, address in (
            (columns, self._loop.columns, columns_at),
            (rows, self._loop.rows, rows_at),
        ):
            for number, vector in enumerate(vectors):
                offset = operand.offsets[number] + ahead * operand.increment
                barrier = number if operand is self._loop.rows else NO_BARRIER
                found.append(load_128(vector, address, offset).issued(write_barrier=barrier))
        return found

    def _begin(self) -> None:
        loop = self._loop
        first = self._loads(0, loop.rows.address, loop.columns.address, 0)
        first[0] = first[0].issued(wait=ALL_BARRIERS)
        self._out += [*first, *self._addresses_of_a_stage()]
        places = accumulator_order.moving_in(self._rows, self._columns)
        self._step(places, 0, self._between(0), onto=loop.accumulators)
        self._jump("step 1")

    def _round(self) -> None:
        places = blocks_2x2(range(self._rows), self._columns)
        for step in (UNROLL - 1, *range(UNROLL - 1)):
            self._labels[f"step {step}"] = len(self._out)
            self._step(places, step, self._between(step))
        self._jump(f"step {UNROLL - 1}", self._predicate)

    def _between(self, step: int) -> Placed:
        """Return what stands between a step's multiply-adds."""
        loop, registers = self._loop, self._registers
        addresses = (loop.rows.address, loop.columns.address)
        ahead = (registers.rows_ahead, registers.columns_ahead)
        placed: Placed = {}
        is_last = step == UNROLL - 1
        loads = self._loads(step + 1, *(ahead if is_last else addresses), step + 1)
        for number, load in enumerate(loads):
            place(placed, (number + 1) * self._products // (len(loads) + 2), load)
        if step == 0:
            self._place_counting(placed)
        if is_last:
            self._place_increments(placed, *addresses)
        return placed

    def _last_step(self) -> int:
        tail, head = self._tail(), self._head()
        loads = self._loads(0, self._loop.rows.address, self._loop.columns.address, 0)
        addresses = len(self._addresses_of_a_stage())
        for gap in (3, 2, 1):
            before = -(-(len(tail) * gap + 4) // (2 * self._columns)) * 2
            products_after = (self._rows - before) * self._columns
            if len(head) * gap + addresses + 4 + 2 * len(loads) <= products_after:
                break
        else:
            raise MismatchError(
                f"{len(tail) + len(head)} instructions between stages do not fit between "
                f"{self._products} multiply-adds"
            )
        step = self._steps - 1
        self._labels["last step"] = len(self._out)
        self._step(blocks_2x2(range(before), self._columns), step, spread(tail, gap), all_at=0)
        placed, after = self._begin_next_stage(gap)
        for number, load in enumerate(loads):
            place(placed, after + number * (products_after - after) // len(loads), load)
        self._step(blocks_2x2(range(before, self._rows), self._columns), step, placed)
        self._jump("step 0")
        return before

    def _waits(self, places: Sequence[Place], step: int) -> list[int]:
        waits: list[int] = []
        waited = 0
        for row, _ in places:
            waits.append(1 << row // 4 & ~waited)
            waited |= waits[-1]
        return waits
