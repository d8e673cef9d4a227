"""The loop is found in what NVRTC writes, and in nothing that differs in what matters."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from compiled_loops import MN_MAJOR, SAMPLES, SPECIALISATIONS, compiled, name_of
from hypothesis import given, settings
from hypothesis import strategies as st

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.instruction import Instruction
from sgemm.machine_code.match import CompiledLoop, MismatchError, match_mainloop
from sgemm.machine_code.registers import UNLOADABLE, assign, signed

IT = compiled(SAMPLES[1])
LOOP = IT.loop
SUMS = IT.tile.tm * IT.tile.tn
BODY = range(LOOP.inner, LOOP.inner_end)


@pytest.mark.parametrize("kernel", SPECIALISATIONS, ids=name_of)
def test_every_specialisation_is_recognised(kernel):
    it = compiled(kernel)
    loop, tile = it.loop, it.tile
    assert loop.outer < loop.retry < loop.inner < loop.inner_end
    first, last = loop.repetition[0], loop.repetition[-1]
    assert loop.repetition == tuple(range(first, last + 1))
    assert ins.branch_target(last, it.code[last]) == ins.branch_target(
        loop.retry, it.code[loop.retry]
    ) == first  # fmt: skip
    assert loop.inner_end < loop.outer_end
    assert (loop.rows.elements, loop.columns.elements) == (tile.tm, tile.tn)
    registers = [register for row in loop.accumulators for register in row]
    assert len(set(registers)) == len(registers) == tile.tm * tile.tn
    assert max(registers) < tile.consumer_registers
    for row in loop.accumulators:
        assert [register % 2 for register in row] == [0, 1] * (tile.tn // 2)
    # A step's rows or columns lie within a stage's row of A or B, padded or not.
    assert loop.rows.is_k_major == bool(tile.along_k)
    assert not loop.columns.is_k_major
    across = (
        [(loop.columns, tile.bn)]
        if tile.along_k
        else [(loop.rows, tile.bm), (loop.columns, tile.bn)]
    )
    for operand, width in across:
        assert width * 4 <= signed(operand) <= width * 4 + 64
        assert operand.offsets[0] == 0
        assert operand.offsets[-1] + 16 <= width * 4
    if tile.along_k:
        # As far apart as lanes lie below each other, rows of the stage with their steps in a row.
        spread = 32 // (tile.wn // tile.tn) * tile.steps * 4
        assert loop.rows.increment == 4
        assert loop.rows.offsets == tuple(range(0, tile.tm * spread, spread))
    for at in loop.others:
        assert it.code[at].opcode not in (ins.MULTIPLY_ADD, ins.LOAD_SHARED)
    body = range(loop.inner, loop.inner_end)
    loads = {at for at in body if it.code[at].opcode == ins.LOAD_SHARED}
    loaded = {register for at in loads for register in it.code[at].written}
    assert set(loop.idle) <= loaded
    products = {at for at in body if it.code[at].opcode == ins.MULTIPLY_ADD}
    rest = {*range(loop.outer, loop.outer_end), *loop.repetition} - loads - products
    assert not any(set(loop.idle) & (it.code[at].read | it.code[at].written) for at in rest)


@pytest.mark.parametrize("kernel", MN_MAJOR, ids=name_of)
def test_registers_are_the_loops_own(kernel):
    it = compiled(kernel)
    registers, tile = it.registers, it.tile
    quads = [*registers.rows[0], *registers.rows[1], *registers.columns[0], *registers.columns[1]]
    used = [quad + lane for quad in quads for lane in range(4)]
    used += [registers.spare, registers.rows_ahead, registers.columns_ahead, registers.rounds]
    assert len(set(used)) == len(used)
    assert min(used) >= tile.consumer_registers
    assert max(used) < tile.loop_registers - UNLOADABLE
    assert all(quad % 4 == 0 for quad in quads)
    assert registers.spare % 2 == 0
    with pytest.raises(MismatchError, match="too few for the loop"):
        assign(it.loop, tile.consumer_registers, max(used) + UNLOADABLE)
    highest = max(
        *(max(row) for row in it.loop.accumulators), it.loop.rows.address, it.loop.columns.address
    )
    with pytest.raises(MismatchError, match=f"the loop uses R{highest}"):
        assign(it.loop, highest, tile.loop_registers)


# ---- what is refused


def found(code: list[Instruction], sums: int = SUMS) -> CompiledLoop:
    return match_mainloop(code, sums)


def first(opcode: int, places: range = BODY, which: int = 0) -> int:
    return [at for at in places if IT.code[at].opcode == opcode][which]


def with_branch(at: int, to: int, guard: int = ins.ALWAYS) -> Callable[[list[Instruction]], None]:
    def change(code: list[Instruction]) -> None:
        code[at] = ins.branch(at, to, guard)

    return change


def with_instruction(at: int, i: Instruction) -> Callable[[list[Instruction]], None]:
    def change(code: list[Instruction]) -> None:
        code[at] = i

    return change


def twice(code: list[Instruction]) -> None:
    """Put a second copy of the inner loop behind the code, its branch to its own beginning."""
    code.extend(code[LOOP.inner : LOOP.inner_end + 1])
    code[-1] = ins.branch(len(code) - 1, len(code) - 1 - len(BODY), code[LOOP.inner_end].guard)


PRODUCT = first(ins.MULTIPLY_ADD, which=5)
LOAD = first(ins.LOAD_SHARED)
OTHER = next(
    i
    for i in IT.code[LOAD + 1 : LOOP.inner_end]
    if i.opcode == ins.LOAD_SHARED and i.a == IT.code[LOAD].a
)
INCREMENT = next(at for at in LOOP.others if IT.code[at].is_increment)
TEST = next(at for at in LOOP.others if IT.code[at].is_plain_inequality)
TAIL = range(LOOP.inner_end + 1, LOOP.outer_end)
FACTORS = IT.code[PRODUCT]

MUTATIONS = {
    "a branch from elsewhere into a step": (
        with_branch(0, LOOP.inner + 3),
        "a branch at 0 enters the loop",
    ),
    "a branch from elsewhere to the end": (
        with_branch(len(IT.code) - 1, LOOP.outer_end),
        "enters the loop",
    ),
    "a branch within a step": (with_branch(PRODUCT, PRODUCT + 1, 1), "0 loops with 64"),
    "a guarded multiply-add": (
        with_instruction(PRODUCT, FACTORS.guarded(0)),
        "a multiply-add is not in place",
    ),
    "a multiply-add not in place": (
        with_instruction(PRODUCT, ins.multiply_add(FACTORS.d, FACTORS.a, FACTORS.b, FACTORS.c ^ 1)),
        "a multiply-add is not in place",
    ),
    "a negated factor": (
        with_instruction(PRODUCT, dataclasses.replace(FACTORS, high=FACTORS.high ^ 1 << 8)),
        "a multiply-add is not in place",
    ),
    "a multiply-add too few": (with_instruction(PRODUCT, ins.nop()), "0 loops with 64"),
    "a sum twice": (
        with_instruction(PRODUCT, IT.code[first(ins.MULTIPLY_ADD, which=6)]),
        "is added to twice",
    ),
    "a factor from before": (
        with_instruction(PRODUCT, ins.multiply_add(FACTORS.d, 250, FACTORS.b, FACTORS.d)),
        "was not loaded in this step",
    ),
    "a square": (
        with_instruction(PRODUCT, ins.multiply_add(FACTORS.d, FACTORS.a, FACTORS.a, FACTORS.d)),
        "both factors from one operand",
    ),
    "a missing load": (with_instruction(LOAD, ins.move_immediate(250, 0)), "opcode 0x802"),
    "a load less": (
        with_instruction(LOAD, ins.add_immediate(250, 251, 0)),
        "was not loaded in this step",
    ),
    "a load of another width": (
        with_instruction(LOAD, dataclasses.replace(IT.code[LOAD], high=0xA00)),
        "a load is not from a register and an offset alone",
    ),
    "a load into the middle": (
        with_instruction(LOAD, ins.load_128(IT.code[LOAD].d + 2, IT.code[LOAD].a, 0)),
        "a load is not from a register and an offset alone",
    ),
    "a load from a third address": (
        with_instruction(LOAD, ins.load_128(IT.code[LOAD].d, 250, 0)),
        "factors come from",
    ),
    "a load from where another loads": (
        with_instruction(LOAD, ins.load_128(IT.code[LOAD].d, IT.code[LOAD].a, OTHER.offset)),
        "the accumulators are not all products",
    ),
    "a load between quads": (
        with_instruction(LOAD, ins.load_128(IT.code[LOAD].d, IT.code[LOAD].a, OTHER.offset + 4)),
        "not quads|not all products|do not alternate",
    ),
    "an address that stays": (
        with_instruction(INCREMENT, ins.add_immediate(250, 251, 4)),
        "factors come from 2 addresses that move on",
    ),
    "an address that moves twice": (
        with_instruction(TEST, IT.code[INCREMENT]),
        "moves on twice in a step",
    ),
    "something unknown in a step": (with_instruction(TEST, Instruction(0x7919, 0)), "opcode 0x919"),
    "a guarded increment": (
        with_instruction(INCREMENT, IT.code[INCREMENT].guarded(0)),
        "is in the loop over steps",
    ),
    "a second loop": (twice, "2 loops with 64 multiply-adds"),
    "a loop while false": (
        with_branch(LOOP.inner_end, LOOP.inner, IT.code[LOOP.inner_end].guard | ins.NEGATED),
        "goes on where a predicate is false",
    ),
    "a loop without end": (with_branch(LOOP.inner_end, LOOP.inner), "0 loops with 64"),
    "no loop over stages": (
        with_branch(LOOP.outer_end, LOOP.outer_end + 5, 0),
        "no loop over stages",
    ),
    "stages without end": (with_branch(LOOP.outer_end, LOOP.outer), "no loop over stages"),
    "stages from before the kernel": (
        with_branch(LOOP.outer_end, -5, 0),
        "no loop over stages",
    ),
    "two waits": (
        with_branch(LOOP.retry - 1, LOOP.repetition[0], 0),
        "there is not one wait for a stage",
    ),
    "no wait": (with_instruction(LOOP.retry, ins.nop()), "there is not one wait"),
    "a wait for something before": (
        with_branch(LOOP.retry, LOOP.outer - 1, 8),
        "the wait for a stage is not one loop",
    ),
    "a call in the tail": (
        with_instruction(TAIL[3], Instruction(0x7944, 0x3C00000)),
        f"the instruction at {TAIL[3]} does not belong",
    ),
    "an exit in the tail": (
        with_instruction(TAIL[3], Instruction(0x794D, 0x3800000)),
        f"the instruction at {TAIL[3]} does not belong",
    ),
    "a request for registers in the tail": (
        with_instruction(TAIL[3], Instruction(0xA8000079C8, 0x8000600)),
        f"the instruction at {TAIL[3]} does not belong",
    ),
    "no waiting for other lanes": (
        with_instruction(first(ins.CONVERGENCE, TAIL), ins.nop()),
        "do not wait for each other",
    ),
    "lanes that meet elsewhere": (
        with_instruction(first(ins.CONVERGENCE_ENDS, range(LOOP.outer, LOOP.inner)), ins.nop()),
        "lanes part in the loop and meet outside",
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_what_differs_is_refused_with_a_reason(name):
    change, words = MUTATIONS[name]
    code = list(IT.code)
    assert found(code) == LOOP
    change(code)
    with pytest.raises(MismatchError, match=words):
        found(code)


@pytest.mark.parametrize("count", [0, 1, SUMS - 1, SUMS + 1, 2 * SUMS])
def test_another_number_of_accumulators(count):
    with pytest.raises(MismatchError, match=f"loops with {count} multiply-adds"):
        found(list(IT.code), count)


def test_columns_and_rows_are_told_apart_by_the_sums():
    """With every sum in its neighbour's register, none of the operands has their parity."""
    code = list(IT.code)
    for at in BODY:
        i = code[at]
        if i.opcode == ins.MULTIPLY_ADD:
            row = next(row for row in LOOP.accumulators if i.d in row)
            column = row.index(i.d)
            register = row[(0, 1, 3, 2)[column % 4] + column // 4 * 4]
            code[at] = ins.multiply_add(register, i.a, i.b, register)
    with pytest.raises(MismatchError, match="do not alternate with the columns"):
        found(code)


@given(st.integers(LOOP.outer, LOOP.outer_end), st.integers(0, 104))
@settings(max_examples=300)
def test_any_bit_is_found_or_refused(at, bit):
    """And nothing else is raised, whatever the bit makes of the instruction."""
    i = IT.code[at]
    both = (i.high << 64 | i.low) ^ 1 << bit
    code = list(IT.code)
    code[at] = Instruction(both & (1 << 64) - 1, both >> 64)
    try:
        found(code)
    except MismatchError as error:
        assert str(error)
