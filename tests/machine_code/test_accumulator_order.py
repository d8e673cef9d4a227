"""The order of multiply-adds: free of bank conflicts. test_patch.py sees that it is right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publish.recorded.register_banks import OperandCache

from sgemm.machine_code import accumulator_order


class Multipliers:
    """Two banks, each read once a cycle, and what operands' positions keep of either."""

    def __init__(self) -> None:
        self.cache = OperandCache()
        self.conflicts: list[int] = []
        self.issued = 0

    def issue(self, operands: tuple[int, ...], reuse: int) -> None:
        if max(self.cache.read(operands, reuse)) > 1:
            self.conflicts.append(self.issued)
        self.issued += 1


def issued(places, pairs, registers, interrupted=frozenset()) -> Multipliers:
    """Issue the multiply-adds of some places; a load stands after those that are interrupted."""
    multipliers = Multipliers()
    for at, (reuse, pair, (row, column)) in enumerate(
        zip(accumulator_order.reuses(pairs, interrupted), pairs, places, strict=True)
    ):
        multipliers.issue((*pair, registers[row][column]), reuse)
        if at in interrupted:
            multipliers.cache.displace()
    return multipliers


def step_of(rows: int, columns: int, interrupted: frozenset[int]) -> Multipliers:
    """Issue a step with the patched loop's registers: elements from 100 and 200."""
    places = accumulator_order.blocks_2x2(range(rows), columns)
    pairs = [(100 + row, 200 + column) for row, column in places]
    return issued(places, pairs, shifted_from_zero(rows, columns), interrupted)


def shifted_from_zero(rows: int, columns: int) -> list[list[int]]:
    accumulators = [[row * columns + column for column in range(columns)] for row in range(rows)]
    return accumulator_order.shifted(accumulators, 300)


@pytest.mark.parametrize(("rows", "columns"), [(16, 8), (8, 8)])
def test_no_bank_is_read_twice(rows, columns):
    """Only a step's first multiply-add, for which nothing is kept, may read one bank twice."""
    multipliers = step_of(rows, columns, frozenset())
    assert multipliers.issued == rows * columns
    assert set(multipliers.conflicts) <= {0}


@pytest.mark.parametrize("step", range(4))
def test_strips_read_few_banks_twice(step):
    """With rows' vectors from 100 and columns from 200: where a strip begins, and nowhere else."""
    rows, columns = 8, 16
    places = [
        place
        for half in (range(4), range(4, 8))
        for place in accumulator_order.column_pairs(half, columns, step % 2)
    ]
    pairs = [(100 + 4 * row + step, 200 + column) for row, column in places]
    multipliers = issued(places, pairs, shifted_from_zero(rows, columns))
    assert all(at % 8 < 2 for at in multipliers.conflicts)
    assert len(multipliers.conflicts) <= 2 * columns // 2


def test_accumulators_where_the_compiler_has_them_would_conflict():
    """In the model, one in the bank of its column's element costs a cycle most times."""
    places = accumulator_order.blocks_2x2(range(16), 8)
    pairs = [(100 + row, 200 + column) for row, column in places]
    registers = [[row * 8 + column for column in range(8)] for row in range(16)]
    multipliers = issued(places, pairs, registers)
    assert len(multipliers.conflicts) > 30


@given(st.frozensets(st.integers(0, 127), max_size=20))
def test_between_loads_little_is_lost(interrupted):
    """What a load displaces has to be read again: a cycle for each of two rows."""
    multipliers = step_of(16, 8, interrupted)
    assert len(multipliers.conflicts) <= 1 + 2 * len(interrupted)


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(6, 11)), min_size=1, max_size=30),
    st.frozensets(st.integers(0, 29)),
)
def test_what_is_kept_is_read_again(pairs, interrupted):
    """A bit is set where the position's next read of that bank is of the same register."""
    for at, reuse in enumerate(accumulator_order.reuses(pairs, interrupted)):
        for position in range(2):
            register = pairs[at][position]
            following = None
            for later in range(at + 1, len(pairs)):
                if position == 0 and later - 1 in interrupted:
                    break
                if pairs[later][position] % 2 == register % 2:
                    following = pairs[later][position]
                    break
            assert reuse >> position & 1 == (following == register)
