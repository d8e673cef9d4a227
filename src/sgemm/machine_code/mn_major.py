"""The patched loop where A and B are MN-major: a 128-bit load brings four elements of one step.

Each step loads the elements of the next one between its multiply-adds, into the registers of the
step before.
"""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.machine_code import register_blocking
from sgemm.machine_code.instruction import ALL_BARRIERS, NEGATED, Instruction
from sgemm.machine_code.match import CompiledLoop, MismatchError
from sgemm.machine_code.patched_loop import UNROLL, Placed, Writer, place, spread, waiting
from sgemm.machine_code.registers import Loads, Registers


class MnMajorWriter(Writer):
    """Writes one block; the parameters are those of its registers and of :class:`Writer`."""

    def __init__(
        self,
        code: Sequence[Instruction],
        loop: CompiledLoop,
        registers: Registers,
        steps: int,
        start: int,
    ) -> None:
        super().__init__(code, loop, registers, len(loop.rows.offsets), steps, start)
        self._loads = Loads(loop, registers)

    def _begin(self) -> None:
        """Load and compute the first step; the addresses are what the compiled head made."""
        loop = self._loop
        first = self._loads.of(0, loop.rows.address, loop.columns.address, 0)
        first[0] = waiting(first[0], ALL_BARRIERS)
        self._out += [*first, *self._addresses_of_a_stage()]
        places = register_blocking.moving_in(self._rows, self._columns)
        self._step(places, 0, self._between(0), self._accumulators, loop.accumulators)
        self._jump("step 1")

    def _round(self) -> None:
        """Write a round: its last step comes first, so that the loop may be left before it."""
        places = register_blocking.blocks_2x2(range(self._rows), self._columns)
        for step in (UNROLL - 1, *range(UNROLL - 1)):
            self._labels[f"step {step}"] = len(self._out)
            self._step(places, step, self._between(step), self._accumulators, self._accumulators)
        self._jump(f"step {UNROLL - 1}", self._predicate)

    def _between(self, step: int) -> Placed:
        """Return what stands between a step's multiply-adds.

        The last step of a round loads through addresses of its own, so that no address changes
        while a load from it may not have been issued to the end.
        """
        loop, registers = self._loop, self._registers
        addresses = (loop.rows.address, loop.columns.address)
        ahead = (registers.rows_ahead, registers.columns_ahead)
        placed: Placed = {}
        is_last = step == UNROLL - 1
        loads = self._loads.of(step + 1, *(ahead if is_last else addresses), step + 1)
        for number, load in enumerate(loads):
            place(placed, (number + 1) * self._products // (len(loads) + 2), load)
        if step == 0:
            self._place_counting(placed)
        if is_last:
            self._place_increments(placed, *addresses)
        return placed

    def _last_step(self) -> int:
        tail, head = self._tail(), self._head()
        following = [*self._addresses_of_a_stage()]
        loads = self._loads.of(0, self._loop.rows.address, self._loop.columns.address, 0)
        for gap in (3, 2, 1):
            before = -(-(len(tail) * gap + 4) // (2 * self._columns)) * 2
            room = (self._rows - before) * self._columns
            if len(head) * gap + len(following) + 4 + 2 * len(loads) <= room:
                break
        else:
            raise MismatchError(
                f"{len(tail) + len(head)} instructions between stages do not fit between "
                f"{self._products} multiply-adds"
            )
        step = self._steps - 1
        self._labels["last step"] = len(self._out)
        rows = range(before)
        self._step(
            register_blocking.blocks_2x2(rows, self._columns), step, spread(tail, gap),
            self._accumulators, self._accumulators,
            all_at=0,
        )  # fmt: skip
        closing = self._code[self._loop.outer_end]
        wait = self._awaited(closing.control)
        self._jump("end", closing.guard ^ NEGATED, wait)
        placed = spread(head, gap)
        behind = len(head) * gap + 4
        for number, instruction in enumerate(following):
            place(placed, behind + number, instruction)
        behind += len(following)
        for number, load in enumerate(loads):
            place(placed, behind + number * (room - behind) // len(loads), load)
        rest = range(before, self._rows)
        self._step(
            register_blocking.blocks_2x2(rest, self._columns),
            step,
            placed,
            self._accumulators,
            self._accumulators,
        )
        self._jump("step 0")
        return before

    def _waits(self, places: Sequence[register_blocking.Place], step: int) -> list[int]:
        waits: list[int] = []
        waited = 0
        for row, _ in places:
            waits.append(1 << row // 4 & ~waited)
            waited |= waits[-1]
        return waits
