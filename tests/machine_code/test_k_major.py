"""The patched loop where rows lie along k: its registers, and what validation refuses of it."""

from __future__ import annotations

import dataclasses
import re

import pytest
from compiled_loops import K_MAJOR, Sample, compiled, name_of, written

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.instruction import InstructionType
from sgemm.machine_code.k_major import KMajorWriter, assign
from sgemm.machine_code.match import MismatchError, match_mainloop
from sgemm.machine_code.patch import patched_loop
from sgemm.machine_code.registers import UNLOADABLE

SAMPLE = Sample(next(each for each in K_MAJOR if each.layout == "nt"))
IT, CODE = SAMPLE.it, SAMPLE.code
changed, refusal = SAMPLE.changed, SAMPLE.refusal
LOADS, PRODUCTS, COPIES = SAMPLE.loads, SAMPLE.products, SAMPLE.copies
ROWS, COLUMNS = IT.loop.rows.elements, IT.loop.columns.elements


# ---- what is written


def test_the_block_has_what_is_damaged_below():
    """Four steps, an item's first and a stage's last one, half of which an item's end has too."""
    assert len(PRODUCTS) == (4 + 1 + 1) * ROWS * COLUMNS + ROWS * COLUMNS // 2
    # All at first, then a vector of each row a round and one of each four columns a step; the round
    # and the last step of a stage both lead to the first half of the rows.
    vectors = COLUMNS // 4
    assert len(LOADS) == ROWS + 2 * vectors - 1 + ROWS + 4 * vectors + 1 + ROWS // 2 + vectors - 1
    assert len(COPIES) > 10


@pytest.mark.parametrize("kernel", K_MAJOR, ids=name_of)
@pytest.mark.sampled(5)
def test_registers_are_the_loops_own(kernel):
    it = compiled(kernel)
    registers, tile = it.registers, it.tile
    vectors = [*registers.rows, *registers.columns]
    loaded = [vector + lane for vector in vectors for lane in range(4)]
    others = [registers.spare, registers.rows_ahead, registers.columns_ahead, registers.rounds]
    used = loaded + others
    assert len(set(used)) == len(used) == 4 * (tile.tm + tile.tn // 4 + 1)
    assert max(loaded) < tile.loop_registers - UNLOADABLE
    # What no vector is left for is where the compiler has elements that its loop alone uses.
    beyond = range(tile.consumer_registers, tile.loop_registers - UNLOADABLE)
    assert set(used) <= set(it.loop.idle) | set(beyond)
    left = len(beyond) // 4 - len(vectors)
    assert sum(vector in beyond for vector in vectors) == len(vectors) + min(0, left)
    assert all(vector % 4 == 0 for vector in vectors)
    assert registers.spare % 2 == 0
    within = [vector for vector in vectors if vector in beyond]
    for too_few, end in (
        ((), max(within) + UNLOADABLE),
        ((), max(within) + UNLOADABLE + 4),
        (it.loop.idle[:3], max(within) + UNLOADABLE + 4),
        (tuple(r for r in it.loop.idle if r % 2), max(within) + UNLOADABLE + 4),
    ):
        loop = dataclasses.replace(it.loop, idle=too_few)
        with pytest.raises(MismatchError, match="too few for the loop"):
            assign(loop, tile.consumer_registers, end)
    highest = max(
        *(max(row) for row in it.loop.accumulators), it.loop.rows.address, it.loop.columns.address
    )
    with pytest.raises(MismatchError, match=f"the loop uses R{highest}"):
        assign(it.loop, highest, tile.loop_registers)


def test_rows_of_an_odd_number_have_halves_that_differ():
    """Nine rows: four in the first half of a step, five in the second."""
    it = compiled(next(each for each in K_MAJOR if each.tile.tm == 9))
    block = written(it.kernel)
    products = sum(i.opcode == ins.MULTIPLY_ADD for i in block.instructions)
    assert products == (4 + 1 + 1) * 9 * 16 + 5 * 16
    assert it.registers.spare in it.loop.idle
    it.validate(block)


def test_twenty_columns_of_which_the_first_two_vectors_share_a_barrier():
    it = compiled(next(each for each in K_MAJOR if each.tile.tn == 20))
    block = written(it.kernel)
    loads = [i for i in block.instructions if i.opcode == ins.LOAD_SHARED]
    barriers = {
        vector: {i.control.write_barrier for i in loads if i.d == vector}
        for vector in it.registers.columns
    }
    assert [barriers[vector] for vector in it.registers.columns] == [{0}, {0}, {1}, {2}, {3}]
    products = sum(i.opcode == ins.MULTIPLY_ADD for i in block.instructions)
    assert products == (4 + 1 + 1) * 7 * 20 + 4 * 20
    it.validate(block)


def test_a_vector_in_which_one_register_is_used_is_not_taken():
    it = compiled(next(each for each in K_MAJOR if each.tile.tn == 20))
    vectors = [*it.registers.rows, *it.registers.columns]
    taken = [vector for vector in vectors if vector < it.tile.consumer_registers]
    assert taken
    for used in range(taken[0], taken[0] + 4):
        loop = dataclasses.replace(it.loop, idle=tuple(r for r in it.loop.idle if r != used))
        registers = assign(loop, it.tile.consumer_registers, it.tile.loop_registers)
        assert taken[0] not in (*registers.rows, *registers.columns)


@pytest.mark.parametrize(
    ("rows", "vectors", "steps", "words"),
    [
        (6, 4, 16, "6 rows along k and 16 columns"),
        (8, 3, 16, "8 rows along k and 12 columns"),
        (8, 4, 14, "14 steps a stage are no multiple of 4"),
    ],
)
def test_other_shapes_are_refused(rows, vectors, steps, words):
    loop = dataclasses.replace(
        IT.loop,
        rows=dataclasses.replace(IT.loop.rows, offsets=IT.loop.rows.offsets[:rows]),
        columns=dataclasses.replace(IT.loop.columns, offsets=IT.loop.columns.offsets[:vectors]),
    )
    with pytest.raises(MismatchError, match=words):
        KMajorWriter(IT.code, loop, IT.registers, steps)


# ---- what is damaged


@pytest.mark.parametrize("barrier", range(5))
def test_loads_without_their_barriers(barrier):
    """One alone may be spare, where a load that began later is waited for."""
    code = tuple(
        i.issued(write_barrier=ins.NO_BARRIER)
        if at in LOADS and i.control.write_barrier == barrier
        else i
        for at, i in enumerate(CODE)
    )
    assert re.search("waited for|overtakes|under way", refusal(SAMPLE.with_code(code)))


@pytest.mark.parametrize("at", LOADS)
@pytest.mark.sampled(5)
def test_a_load_into_the_next_vector(at):
    """Every vector is in use, most of them until just before they are loaded again."""
    i = CODE[at]
    refusal(changed(at, dataclasses.replace(i, low=i.low + (4 << 16))))


@pytest.mark.parametrize("barrier", range(ins.BARRIERS))
def test_a_barrier_that_nobody_waits_for(barrier):
    code = tuple(
        i.issued(wait=i.control.wait & ~(1 << barrier)) if at else i for at, i in enumerate(CODE)
    )
    words = refusal(SAMPLE.with_code(code))
    assert re.search("waited for|while a load|overtakes|too little", words)


@pytest.mark.parametrize(
    "at", [at for at in PRODUCTS if CODE[at].control.wait.bit_count() == 1 and at < min(COPIES)]
)
@pytest.mark.sampled(5)
def test_a_wait_left_out(at):
    """Spare is only what waits for loads that began before others that were waited for."""
    block = SAMPLE.issued(at, wait=0)
    wait = CODE[at].control.wait
    # An item's first step waits for the last load of all; columns of rows loaded after them.
    after_a_later_load = any(
        CODE[before].control.wait > wait for before in PRODUCTS if at - 130 < before < at
    )
    try:
        IT.validate(block)
    except MismatchError as error:
        assert re.search("waited for|while a load|overtakes|too little", str(error))
    else:
        assert after_a_later_load


@pytest.mark.parametrize("at", PRODUCTS[:: len(PRODUCTS) // 12])
def test_a_multiply_add_of_the_next_step(at):
    """An element of a row, four times in a vector, is taken from the wrong place in it."""
    i = CODE[at]
    rows = {register for first in IT.registers.rows for register in range(first, first + 4)}
    (row,) = rows & {i.a, i.b}
    name = 24 if i.a == row else 32
    other = row ^ 1
    refusal(changed(at, dataclasses.replace(i, low=i.low & ~(0xFF << name) | other << name)))


def test_a_load_of_a_single_element():
    """The compiled loop has them; of the block every load is of 128 bits."""
    single = IT.code[single_loads()[0]]
    assert "is not the block's" in refusal(changed(LOADS[3], single))


# ---- what is matched


def single_loads() -> list[int]:
    loop = range(IT.loop.inner, IT.loop.inner_end)
    return [at for at in loop if IT.code[at].type is InstructionType.LOAD_32]


def test_a_row_that_begins_within_a_vector():
    """Four of its steps are in two vectors, so that it is not along k as this package knows it."""
    code = list(IT.code)
    at = next(at for at in single_loads() if code[at].offset)
    code[at] = dataclasses.replace(code[at], low=code[at].low + (4 << 40))
    with pytest.raises(MismatchError, match="are not vectors of four"):
        match_mainloop(code, ROWS * COLUMNS)


def test_rows_that_move_on_by_two_elements():
    code = list(IT.code)
    for at in IT.loop.others:
        i = code[at]
        if i.is_increment and i.d == IT.loop.rows.address:
            code[at] = ins.add_immediate(i.d, i.a, 8).controlled(i.control)
    with pytest.raises(MismatchError, match="are not vectors of four"):
        match_mainloop(code, ROWS * COLUMNS)


def test_what_is_left_out_still_waits():
    """A block that says where lanes meet is not copied, but what it waits for has to have ended."""
    code, loop = list(IT.code), IT.loop
    begin = next(
        at for at in range(loop.outer, loop.inner) if code[at].opcode == ins.CONVERGENCE_BEGINS
    )
    release = next(
        at
        for at in range(loop.inner_end, loop.outer_end)
        if code[at].control.read_barrier != ins.NO_BARRIER
    )
    barrier = code[release].control.read_barrier
    waits = [
        at for at in range(release + 1, loop.outer_end) if code[at].control.wait >> barrier & 1
    ]
    for at in waits:
        code[at] = code[at].issued(wait=code[at].control.wait & ~(1 << barrier))
    code[begin] = code[begin].issued(wait=code[begin].control.wait | 1 << barrier)
    moved = dataclasses.replace(IT, code=tuple(code))
    moved.validate(patched_loop(moved.code, loop, *IT.numbers))
