"""In which order a step's products are added, and in which registers the accumulators are.

A multiprocessor's multipliers read registers from two banks, the even and the odd ones, one a cycle
from each. A multiply-add has three operands, and one is issued each cycle: more than the banks
give. But each operand position keeps the last value of either bank that it has read, if the
instruction that read it says so (``reuse``), and gives it again without a read.

So accumulators are updated in blocks of two rows and two columns, in a ring. The two elements of
rows stay in their position along the two rows, those of columns within the block: of four
instructions, each reads its accumulator, and two read an element more. An accumulator has to lie in
the other bank than the column's element that is read with it. The compiler has it in the same one,
for it stores accumulators in vectors of four, as elements are loaded. So each accumulator moves to
its right neighbour's register.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Place = tuple[int, int]  # row and column of an accumulator among a thread's


def blocks_2x2(rows: Sequence[int], columns: int) -> list[Place]:
    """Return the places of some rows, an even number of them, 2 x 2 block by block.

    Every other pair of rows is gone through from the right.
    """
    places: list[Place] = []
    for number, row in enumerate(rows[::2]):
        lefts = range(0, columns, 2)
        for left in lefts if number % 2 == 0 else reversed(lefts):
            places += [(row, left), (row, left + 1), (row + 1, left + 1), (row + 1, left)]
    return places


def column_pairs(rows: Sequence[int], columns: int, parity: int) -> list[Place]:
    """Return the places of some rows, two columns at a time, down and up the rows.

    Elements of rows are all in the bank of ``parity``. Each is first needed with the accumulator in
    the other bank, which is that of the column of this parity; a strip begins with the row at which
    the one before ended, whose element is still there.
    """
    places: list[Place] = []
    for number, left in enumerate(range(0, columns, 2)):
        for row in rows if number % 2 == 0 else reversed(rows):
            places += [(row, left + parity), (row, left + 1 - parity)]
    return places


def moving_in(rows: int, columns: int) -> list[Place]:
    """Return all places in an order in which each accumulator's new register is free by then."""
    return [(row, column) for row in range(rows) for column in reversed(range(columns))]


def moving_out(rows: Sequence[int], columns: int) -> list[Place]:
    """Return places of rows in an order in which each accumulator can move back to its register."""
    return [(row, column) for row in reversed(rows) for column in range(columns)]


def shifted(accumulators: Sequence[Sequence[int]], spare: int) -> list[list[int]]:
    """Return the register of each accumulator while the loop runs.

    It is that of the right neighbour, at the end of a row that of the row's beginning a row
    higher, and in the first row a spare one, an even number. All are in the other bank than before.
    """
    ends = [spare, *(row[0] for row in accumulators[:-1])]
    return [[*row[1:], end] for row, end in zip(accumulators, ends, strict=True)]


def reuses(pairs: Sequence[Place], interrupted: frozenset[int]) -> Iterator[int]:
    """Yield for each multiply-add, given by its two factors, the operands to keep, one bit each.

    After those that are interrupted stands another instruction, which may read into the first
    operand's place.
    """
    for at in range(len(pairs)):
        kept = 0
        for position in range(2):
            register = pairs[at][position]
            for later in range(at + 1, len(pairs)):
                if position == 0 and later - 1 in interrupted:
                    break
                other = pairs[later][position]
                if other == register:
                    kept |= 1 << position
                    break
                if other % 2 == register % 2:
                    break
        yield kept
