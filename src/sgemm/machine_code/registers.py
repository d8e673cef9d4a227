"""Which registers the patched loop uses, all of them beyond those that the compiler knows."""

from __future__ import annotations

import dataclasses

from sgemm.machine_code.instruction import Instruction, load_128
from sgemm.machine_code.match import CompiledLoop, MismatchError, Operand

UNLOADABLE = 4
"""A load into the last four registers that a warp has asked for is an illegal instruction, said an
H200 with 224 of them: they are left alone."""


@dataclasses.dataclass(frozen=True)
class Registers:
    """The registers of the patched loop.

    Parameters
    ----------
    rows, columns : tuple of tuple of int
        The first register of each quad of elements, for steps of even and of odd number.
    spare : int
        Room for one sum.
    rows_ahead, columns_ahead : int
        Addresses for the loads that reach into the next round.
    rounds : int
        Rounds that are left in a stage.
    """

    rows: tuple[tuple[int, ...], tuple[int, ...]]
    columns: tuple[tuple[int, ...], tuple[int, ...]]
    spare: int
    rows_ahead: int
    columns_ahead: int
    rounds: int

    def row(self, step: int, number: int) -> int:
        """Return the register of an element of the rows in a step."""
        return self.rows[step % 2][number // 4] + number % 4

    def column(self, step: int, number: int) -> int:
        """Return the register of an element of the columns in a step."""
        return self.columns[step % 2][number // 4] + number % 4


def assign(loop: CompiledLoop, first: int, end: int) -> Registers:
    """Assign registers from ``first``, which the compiler does not know, to before ``end``.

    Raises
    ------
    MismatchError
        If there are too few, or the compiler knows more than it was to.
    """
    check_known(loop, first)
    column_quads, row_quads = len(loop.columns.offsets), len(loop.rows.offsets)
    quads = range(-(-first // 4) * 4, end - UNLOADABLE - 3, 4)
    if len(quads) < 2 * (column_quads + row_quads) + 1:
        raise MismatchError(f"registers {first} to {end} are too few for the loop")
    columns = quads[: 2 * column_quads]
    rows = quads[2 * column_quads :][: 2 * row_quads]
    spare = quads[2 * (column_quads + row_quads)]
    return Registers(
        rows=(tuple(rows[:row_quads]), tuple(rows[row_quads:])),
        columns=(tuple(columns[:column_quads]), tuple(columns[column_quads:])),
        spare=spare,
        rows_ahead=spare + 1,
        columns_ahead=spare + 2,
        rounds=spare + 3,
    )


def check_known(loop: CompiledLoop, known: int) -> None:
    """Check that the compiled loop uses no register but those below a number.

    Raises
    ------
    MismatchError
        If it does.
    """
    used = [loop.rows.address, loop.columns.address, *(r for row in loop.accumulators for r in row)]
    if max(used) >= known:
        raise MismatchError(f"the loop uses R{max(used)}, of {known} registers")


@dataclasses.dataclass(frozen=True)
class Loads:
    """The loads of one step's elements, in the order in which the step needs them.

    Columns come first: they are needed from the beginning. A load of columns has no barrier of
    its own: loads from shared memory end in the order in which they began, so that what waits for
    the first quad of rows has the columns as well.
    """

    loop: CompiledLoop
    registers: Registers

    def of(self, step: int, row_address: int, column_address: int, ahead: int) -> list[Instruction]:
        """Return the loads for a step which lies some steps ahead of two addresses."""
        found = []
        loop, registers = self.loop, self.registers
        for quads, operand, address, barriers in (
            (registers.columns[step % 2], loop.columns, column_address, False),
            (registers.rows[step % 2], loop.rows, row_address, True),
        ):
            for number, quad in enumerate(quads):
                offset = operand.offsets[number] + ahead * signed(operand)
                load = load_128(quad, address, offset)
                if barriers:
                    control = dataclasses.replace(load.control, write_barrier=number)
                    load = load.controlled(control)
                found.append(load)
        return found


def signed(operand: Operand) -> int:
    """Return an operand's increment as a signed number."""
    return operand.increment - (operand.increment >> 31 << 32)
