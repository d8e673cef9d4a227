"""The order of multiply-adds: free of bank conflicts. test_patch.py sees that it is right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publish.recorded.register_banks import OperandCache

from sgemm.machine_code import accumulator_order


def conflicts(places, pairs, registers, interrupted=frozenset()) -> list[int]:
    """Return which multiply-adds read a bank twice; loads stand after those interrupted."""
    cache, found = OperandCache(), []
    for at, (reuse, pair, (row, column)) in enumerate(
        zip(accumulator_order.reuses(pairs, interrupted), pairs, places, strict=True)
    ):
        if max(cache.read((*pair, registers[row][column]), reuse)) > 1:
            found.append(at)
        if at in interrupted:
            cache.displace()
    return found


def conflicts_of_a_step(rows: int, columns: int, interrupted: frozenset[int]) -> list[int]:
    """Return those of a step with the patched loop's registers: elements from 100 and 200."""
    places = accumulator_order.blocks_2x2(range(rows), columns)
    assert len(places) == rows * columns
    pairs = [(100 + row, 200 + column) for row, column in places]
    return conflicts(places, pairs, shifted_from_zero(rows, columns), interrupted)


def shifted_from_zero(rows: int, columns: int) -> list[list[int]]:
    accumulators = [[row * columns + column for column in range(columns)] for row in range(rows)]
    return accumulator_order.shifted(accumulators, 300)


@pytest.mark.parametrize(("rows", "columns"), [(16, 8), (8, 8)])
def test_no_bank_is_read_twice(rows, columns):
    """Only a step's first multiply-add, for which nothing is kept, may read one bank twice."""
    assert set(conflicts_of_a_step(rows, columns, frozenset())) <= {0}


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
    found = conflicts(places, pairs, shifted_from_zero(rows, columns))
    assert all(at % 8 < 2 for at in found)
    assert len(found) <= 2 * columns // 2


def test_accumulators_where_the_compiler_has_them_would_conflict():
    """In the model, one in the bank of its column's element costs a cycle most times."""
    places = accumulator_order.blocks_2x2(range(16), 8)
    pairs = [(100 + row, 200 + column) for row, column in places]
    registers = [[row * 8 + column for column in range(8)] for row in range(16)]
    assert len(conflicts(places, pairs, registers)) > 30


@given(st.frozensets(st.integers(0, 127), max_size=20))
def test_between_loads_little_is_lost(interrupted):
    """What a load displaces has to be read again: a cycle for each of two rows."""
    assert len(conflicts_of_a_step(16, 8, interrupted)) <= 1 + 2 * len(interrupted)


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
