"""The registers of the patched loop: its own, of the right banks, and refused where too few."""

import dataclasses

import pytest
from compiled_loops import K_MAJOR, SPECIALISATIONS, assign, compiled, name_of

from sgemm.machine_code.match import MismatchError
from sgemm.machine_code.registers import UNLOADABLE


@pytest.mark.parametrize("kernel", SPECIALISATIONS, ids=name_of)
@pytest.mark.sampled(9)
def test_registers_are_the_loops_own(kernel):
    it = compiled(kernel)
    registers, loop, tile = it.registers, it.loop, it.tile
    vectors = [*registers.rows, *registers.columns]
    assert len(vectors) == (tile.tm + tile.tn // 4 if tile.k_major_a else (tile.tm + tile.tn) // 2)
    loaded = [vector + lane for vector in vectors for lane in range(4)]
    others = [registers.spare, registers.rows_ahead, registers.columns_ahead, registers.rounds]
    used = loaded + others
    assert len(set(used)) == len(used)
    assert all(vector % 4 == 0 for vector in vectors)
    assert registers.spare % 2 == 0
    # What no vector is left for is where the compiler has elements that its loop alone uses, if
    # rows lie along k.
    beyond = range(tile.consumer_registers, tile.loop_registers - UNLOADABLE)
    assert set(used) <= {*beyond, *(loop.idle if tile.k_major_a else ())}
    assert max(loaded) < beyond.stop
    within = [vector for vector in vectors if vector in beyond]
    assert len(within) == min(len(vectors), len(beyond) // 4)
    for idle, end in (
        ((), max(within) + UNLOADABLE),
        ((), max(within) + UNLOADABLE + 4),
        (loop.idle[:3], max(within) + UNLOADABLE + 4),
        (tuple(r for r in loop.idle if r % 2), max(within) + UNLOADABLE + 4),
    ):
        with pytest.raises(MismatchError, match="too few for the loop"):
            assign(dataclasses.replace(loop, idle=idle), tile.consumer_registers, end)
    accumulators = (register for row in loop.accumulators for register in row)
    highest = max(*accumulators, loop.rows.address, loop.columns.address)
    with pytest.raises(MismatchError, match=f"the loop uses R{highest}"):
        assign(loop, highest, tile.loop_registers)


def test_a_vector_in_which_one_register_is_used_is_not_taken():
    it = compiled(next(each for each in K_MAJOR if each.tile.tn == 20))
    vectors = [*it.registers.rows, *it.registers.columns]
    taken = [vector for vector in vectors if vector < it.tile.consumer_registers]
    assert taken
    for used in range(taken[0], taken[0] + 4):
        loop = dataclasses.replace(it.loop, idle=tuple(r for r in it.loop.idle if r != used))
        registers = assign(loop, it.tile.consumer_registers, it.tile.loop_registers)
        assert taken[0] not in (*registers.rows, *registers.columns)
