"""The patched loop where rows lie along k: its registers, and what the proof refuses of it."""

from __future__ import annotations

import dataclasses
import itertools
import re

import pytest
from compiled_loops import K_MAJOR, compiled, name_of, written
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.instruction import Copy, Instruction
from sgemm.machine_code.k_major import KMajorWriter, assign
from sgemm.machine_code.match import MismatchError, match_mainloop
from sgemm.machine_code.patched_loop import Block
from sgemm.machine_code.registers import UNLOADABLE

IT = compiled(next(each for each in K_MAJOR if each.layout == "nt"))
BLOCK = written(IT.kernel)
CODE = BLOCK.instructions
EXIT = next(
    at
    for at, i in enumerate(CODE)
    if i.opcode == ins.BRANCH and ins.branch_target(BLOCK.start + at, i) == IT.loop.outer_end + 1
)
LOADS = [at for at, i in enumerate(CODE) if i.opcode == ins.LOAD_SHARED]
PRODUCTS = [at for at, i in enumerate(CODE) if i.opcode == ins.MULTIPLY_ADD]
COPIES = [at for at, i in enumerate(CODE) if isinstance(i, Copy)]
ROWS, COLUMNS = IT.loop.rows.elements, IT.loop.columns.elements

some = settings(max_examples=20)


def with_code(code: tuple[Instruction, ...]) -> Block:
    return dataclasses.replace(BLOCK, instructions=code)


def changed(at: int, instruction: Instruction) -> Block:
    return with_code((*CODE[:at], instruction, *CODE[at + 1 :]))


def controlled(at: int, **changes: int) -> Instruction:
    return CODE[at].controlled(dataclasses.replace(CODE[at].control, **changes))


def refusal(block: Block) -> str:
    with pytest.raises(MismatchError) as caught:
        IT.validate(block)
    return str(caught.value)


# ---- what is written


def test_the_block_has_what_is_damaged_below():
    """Four steps, an item's first and a stage's last one, half of which an item's end has too."""
    assert len(PRODUCTS) == (4 + 1 + 1) * ROWS * COLUMNS + ROWS * COLUMNS // 2
    # All at first, then a quad of each row a round and one of each four columns a step; the round
    # and the last step of a stage both lead to the first half of the rows.
    quads = COLUMNS // 4
    assert len(LOADS) == ROWS + 2 * quads - 1 + ROWS + 4 * quads + 1 + ROWS // 2 + quads - 1
    assert len(COPIES) > 10


@pytest.mark.parametrize("kernel", K_MAJOR, ids=name_of)
def test_registers_are_the_loops_own(kernel):
    it = compiled(kernel)
    registers, tile = it.quads, it.tile
    quads = [*registers.rows, *registers.columns]
    loaded = [quad + lane for quad in quads for lane in range(4)]
    others = [registers.spare, registers.rows_ahead, registers.columns_ahead, registers.rounds]
    used = loaded + others
    assert len(set(used)) == len(used) == 4 * (tile.tm + tile.tn // 4 + 1)
    assert max(loaded) < tile.loop_registers - UNLOADABLE
    # What no quad is left for is where the compiler has elements that its loop alone uses.
    beyond = range(tile.consumer_registers, tile.loop_registers - UNLOADABLE)
    assert set(used) <= set(it.loop.idle) | set(beyond)
    left = len(beyond) // 4 - len(quads)
    assert sum(quad in beyond for quad in quads) == len(quads) + min(0, left)
    assert all(quad % 4 == 0 for quad in quads)
    assert registers.spare % 2 == 0
    for step, number in itertools.product(range(8), range(tile.tm)):
        # All elements of rows of a step are in one bank.
        assert registers.row(step, number) % 2 == step % 2
        assert registers.row(step, number) == registers.rows[number] + step % 4
    within = [quad for quad in quads if quad in beyond]
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
    assert it.quads.spare in it.loop.idle
    it.validate(block)


def test_twenty_columns_of_which_the_first_two_quads_share_a_barrier():
    it = compiled(next(each for each in K_MAJOR if each.tile.tn == 20))
    block = written(it.kernel)
    loads = [i for i in block.instructions if i.opcode == ins.LOAD_SHARED]
    barriers = {
        quad: {i.control.write_barrier for i in loads if i.d == quad} for quad in it.quads.columns
    }
    assert [barriers[quad] for quad in it.quads.columns] == [{0}, {0}, {1}, {2}, {3}]
    products = sum(i.opcode == ins.MULTIPLY_ADD for i in block.instructions)
    assert products == (4 + 1 + 1) * 7 * 20 + 4 * 20
    it.validate(block)


def test_a_quad_in_which_one_register_is_used_is_not_taken():
    it = compiled(next(each for each in K_MAJOR if each.tile.tn == 20))
    quads = [*it.quads.rows, *it.quads.columns]
    taken = [quad for quad in quads if quad < it.tile.consumer_registers]
    assert taken
    for used in range(taken[0], taken[0] + 4):
        loop = dataclasses.replace(it.loop, idle=tuple(r for r in it.loop.idle if r != used))
        registers = assign(loop, it.tile.consumer_registers, it.tile.loop_registers)
        assert taken[0] not in (*registers.rows, *registers.columns)


def test_fewer_rows_are_refused():
    rows = dataclasses.replace(IT.loop.rows, offsets=IT.loop.rows.offsets[:6])
    loop = dataclasses.replace(IT.loop, rows=rows)
    with pytest.raises(MismatchError, match="6 rows along k and 16 columns"):
        KMajorWriter(IT.code, loop, IT.quads, IT.tile.steps, len(IT.code))


def test_another_number_of_columns_is_refused():
    columns = dataclasses.replace(IT.loop.columns, offsets=IT.loop.columns.offsets[:3])
    loop = dataclasses.replace(IT.loop, columns=columns)
    with pytest.raises(MismatchError, match="8 rows along k and 12 columns"):
        KMajorWriter(IT.code, loop, IT.quads, IT.tile.steps, len(IT.code))


def test_a_stage_of_no_whole_rounds_is_refused():
    with pytest.raises(MismatchError, match="14 steps a stage are no multiple of 4"):
        KMajorWriter(IT.code, IT.loop, IT.quads, 14, len(IT.code))


# ---- what is damaged


@given(st.sampled_from(LOADS), st.integers(-64, 64), st.sampled_from((4, 16)))
@some
def test_a_load_from_elsewhere(at, distance, unit):
    offset = CODE[at].offset + distance * unit
    assume(distance and 0 <= offset < 1 << 23)
    load = ins.load_128(CODE[at].d, CODE[at].a, offset).controlled(CODE[at].control)
    refusal(changed(at, load))


@pytest.mark.parametrize("barrier", range(5))
def test_loads_that_tell_nobody(barrier):
    """One alone may be spare, where a load that began later is waited for."""
    code = tuple(
        controlled(at, write_barrier=ins.NO_BARRIER)
        if at in LOADS and i.control.write_barrier == barrier
        else i
        for at, i in enumerate(CODE)
    )
    assert re.search("waited for|overtakes|under way", refusal(with_code(code)))


@pytest.mark.parametrize("at", LOADS)
def test_a_load_into_the_next_quad(at):
    """Every quad is in use, most of them until just before they are loaded anew."""
    i = CODE[at]
    refusal(changed(at, dataclasses.replace(i, low=i.low + (4 << 16))))


@pytest.mark.parametrize("barrier", range(ins.BARRIERS))
def test_a_barrier_that_nobody_waits_for(barrier):
    code = tuple(
        controlled(at, wait=i.control.wait & ~(1 << barrier)) if at else i
        for at, i in enumerate(CODE)
    )
    words = refusal(with_code(code))
    assert re.search("waited for|while a load|overtakes|too little", words)


@pytest.mark.parametrize(
    "at", [at for at in PRODUCTS if CODE[at].control.wait.bit_count() == 1 and at < min(COPIES)]
)
def test_a_wait_left_out(at):
    """Spare is only what waits for loads that began before others that were waited for."""
    block = changed(at, controlled(at, wait=0))
    wait = CODE[at].control.wait
    # An item's first step waits for the last load of all; columns of rows loaded behind them.
    behind_a_later_load = any(
        CODE[before].control.wait > wait for before in PRODUCTS if at - 130 < before < at
    )
    try:
        IT.validate(block)
    except MismatchError as error:
        assert re.search("waited for|while a load|overtakes|too little", str(error))
    else:
        assert behind_a_later_load


@pytest.mark.parametrize("at", COPIES)
def test_a_copy_that_is_nothing(at):
    refusal(changed(at, ins.nop()))


@pytest.mark.parametrize(("one", "other"), list(itertools.pairwise(COPIES)))
def test_copies_exchanged(one, other):
    code = list(CODE)
    code[one], code[other] = CODE[other], CODE[one]
    refusal(with_code(tuple(code)))


@pytest.mark.parametrize("at", PRODUCTS[:: len(PRODUCTS) // 12])
def test_a_multiply_add_of_the_next_step(at):
    """An element of a row, four times in a quad, is taken from the wrong place in it."""
    i = CODE[at]
    rows = {register for first in IT.quads.rows for register in range(first, first + 4)}
    (row,) = rows & {i.a, i.b}
    name = 24 if i.a == row else 32
    other = row ^ 1
    refusal(changed(at, dataclasses.replace(i, low=i.low & ~(0xFF << name) | other << name)))


def test_a_load_of_a_single_element():
    """The compiled loop has them; of the block every load is a quad."""
    single = next(i for i in IT.code[IT.loop.inner : IT.loop.inner_end] if i.is_plain_load_32)
    assert "is not the block's" in refusal(changed(LOADS[3], single))


@given(st.integers(0, EXIT), st.integers(0, 104))
@settings(max_examples=60)
def test_any_bit(at, bit):
    both = (CODE[at].high << 64 | CODE[at].low) ^ 1 << bit
    refusal(changed(at, dataclasses.replace(CODE[at], low=both & (1 << 64) - 1, high=both >> 64)))


# ---- what is matched


def single_loads() -> list[int]:
    loop = range(IT.loop.inner, IT.loop.inner_end)
    return [at for at in loop if IT.code[at].is_plain_load_32]


def test_a_row_that_begins_within_a_quad():
    """Four of its steps are in two quads, so that it is not along k as this package knows it."""
    code = list(IT.code)
    at = next(at for at in single_loads() if code[at].offset)
    code[at] = dataclasses.replace(code[at], low=code[at].low + (4 << 40))
    with pytest.raises(MismatchError, match="are not quads"):
        match_mainloop(code, ROWS * COLUMNS)


def test_rows_that_move_on_by_two_elements():
    code = list(IT.code)
    for at in IT.loop.others:
        i = code[at]
        if i.is_increment and i.d == IT.loop.rows.address:
            code[at] = ins.add_immediate(i.d, i.a, 8).controlled(i.control)
    with pytest.raises(MismatchError, match="are not quads"):
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
        code[at] = code[at].controlled(
            dataclasses.replace(code[at].control, wait=code[at].control.wait & ~(1 << barrier))
        )
    control = code[begin].control
    code[begin] = code[begin].controlled(
        dataclasses.replace(control, wait=control.wait | 1 << barrier)
    )
    moved = dataclasses.replace(IT, code=tuple(code))
    block = KMajorWriter(moved.code, loop, moved.quads, IT.tile.steps, len(moved.code)).write()
    moved.validate(block)
