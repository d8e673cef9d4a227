"""The loop is found in what NVRTC writes, and in nothing that differs in what matters."""

import contextlib
import dataclasses

import pytest
from compiled_loops import SAMPLES, SPECIALISATIONS, compiled, flipped, name_of
from hypothesis import given, settings
from hypothesis import strategies as st

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.instruction import Instruction, InstructionType
from sgemm.machine_code.match import CompiledLoop, MismatchError, match_mainloop

IT = compiled(SAMPLES[1])
LOOP = IT.loop
ACCUMULATORS = IT.tile.tm * IT.tile.tn
BODY = range(LOOP.inner, LOOP.inner_end)


@pytest.mark.parametrize("kernel", SPECIALISATIONS, ids=name_of)
@pytest.mark.sampled(9)
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
    assert loop.rows.is_k_major == bool(tile.k_major_a)
    assert not loop.columns.is_k_major
    across = (
        [(loop.columns, tile.bn)]
        if tile.k_major_a
        else [(loop.rows, tile.bm), (loop.columns, tile.bn)]
    )
    for operand, width in across:
        assert width * 4 <= operand.increment <= width * 4 + 64
        assert operand.offsets[0] == 0
        assert operand.offsets[-1] + 16 <= width * 4
    if tile.k_major_a:
        # Rows of the stage, with their steps in a row, lie as far from each other as lanes do.
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


# ---- what is refused


def found(code: list[Instruction], accumulators: int = ACCUMULATORS) -> CompiledLoop:
    return match_mainloop(code, accumulators)


def first(opcode: int, places: range = BODY, which: int = 0) -> int:
    return [at for at in places if IT.code[at].opcode == opcode][which]


PRODUCT = first(ins.MULTIPLY_ADD, which=5)
LOAD = first(ins.LOAD_SHARED)
OTHER = next(
    i
    for i in IT.code[LOAD + 1 : LOOP.inner_end]
    if i.opcode == ins.LOAD_SHARED and i.a == IT.code[LOAD].a
)
INCREMENT = next(at for at in LOOP.others if IT.code[at].is_increment)
TEST = next(at for at in LOOP.others if IT.code[at].type is InstructionType.INEQUALITY)
TAIL = range(LOOP.inner_end + 1, LOOP.outer_end)
FACTORS, LOADING = IT.code[PRODUCT], IT.code[LOAD]
NOT_HERE = f"the instruction at {TAIL[3]} does not belong"

NOT_IN_PLACE = "a multiply-add is not in place"
NOT_PLAIN = "a load is not from a register and an offset alone"
GUARD = IT.code[LOOP.inner_end].guard

# Where the code is changed, into what, and what is said then.
MUTATIONS = {
    "a branch from elsewhere into a step": (
        0, ins.branch(0, LOOP.inner + 3), "a branch at 0 enters the loop"),
    "a branch from elsewhere to the end": (
        len(IT.code) - 1, ins.branch(len(IT.code) - 1, LOOP.outer_end), "enters the loop"),
    "a branch within a step": (PRODUCT, ins.branch(PRODUCT, PRODUCT + 1, 1), "0 loops with 64"),
    "a guarded multiply-add": (PRODUCT, FACTORS.guarded(0), NOT_IN_PLACE),
    "a multiply-add not in place": (
        PRODUCT, ins.multiply_add(FACTORS.d, FACTORS.a, FACTORS.b, FACTORS.c ^ 1), NOT_IN_PLACE),
    "a negated factor": (PRODUCT, flipped(FACTORS, 72), NOT_IN_PLACE),
    "a multiply-add too few": (PRODUCT, ins.nop(), "0 loops with 64"),
    "an accumulator twice": (
        PRODUCT, IT.code[first(ins.MULTIPLY_ADD, which=6)], "is added to twice"),
    "a factor from before": (
        PRODUCT, ins.multiply_add(FACTORS.d, 250, FACTORS.b, FACTORS.d),
        "was not loaded in this step"),
    "a square": (
        PRODUCT, ins.multiply_add(FACTORS.d, FACTORS.a, FACTORS.a, FACTORS.d),
        "both factors from one operand"),
    "a missing load": (LOAD, ins.move_immediate(250, 0), "opcode 0x802"),
    "a load less": (LOAD, ins.add_immediate(250, 251, 0), "was not loaded in this step"),
    "a load of another width": (LOAD, dataclasses.replace(LOADING, high=0xA00), NOT_PLAIN),
    "a load into the middle": (LOAD, ins.load_128(LOADING.d + 2, LOADING.a, 0), NOT_PLAIN),
    "a load from a third address": (LOAD, ins.load_128(LOADING.d, 250, 0), "factors come from"),
    "a load from where another loads": (
        LOAD, ins.load_128(LOADING.d, LOADING.a, OTHER.offset),
        "the accumulators are not all products"),
    "a load between vectors": (
        LOAD, ins.load_128(LOADING.d, LOADING.a, OTHER.offset + 4),
        "not vectors|not all products|do not alternate"),
    "an address that stays": (
        INCREMENT, ins.add_immediate(250, 251, 4), "factors come from 2 addresses that move on"),
    "an address that moves twice": (TEST, IT.code[INCREMENT], "moves on twice in a step"),
    "something unknown in a step": (TEST, Instruction(0x7919, 0), "opcode 0x919"),
    "a guarded increment": (
        INCREMENT, IT.code[INCREMENT].guarded(0), "is in the loop over steps"),
    "a loop while false": (
        LOOP.inner_end, ins.branch(LOOP.inner_end, LOOP.inner, GUARD | ins.NEGATED),
        "goes on where a predicate is false"),
    "a loop without end": (
        LOOP.inner_end, ins.branch(LOOP.inner_end, LOOP.inner), "0 loops with 64"),
    "no loop over stages": (
        LOOP.outer_end, ins.branch(LOOP.outer_end, LOOP.outer_end + 5, 0), "no loop over stages"),
    "stages without end": (
        LOOP.outer_end, ins.branch(LOOP.outer_end, LOOP.outer), "no loop over stages"),
    "stages from before the kernel": (
        LOOP.outer_end, ins.branch(LOOP.outer_end, -5, 0), "no loop over stages"),
    "two waits": (
        LOOP.retry - 1, ins.branch(LOOP.retry - 1, LOOP.repetition[0], 0),
        "there is not one wait for a stage"),
    "no wait": (LOOP.retry, ins.nop(), "there is not one wait"),
    "a wait for something before": (
        LOOP.retry, ins.branch(LOOP.retry, LOOP.outer - 1, 8),
        "the wait for a stage is not one loop"),
    "a call in the tail": (TAIL[3], Instruction(0x7944, 0x3C00000), NOT_HERE),
    "an exit in the tail": (TAIL[3], Instruction(0x794D, 0x3800000), NOT_HERE),
    "a request for registers in the tail": (
        TAIL[3], Instruction(0xA8000079C8, 0x8000600), NOT_HERE),
    "no waiting for other lanes": (
        first(ins.CONVERGENCE, TAIL), ins.nop(), "do not wait for each other"),
    "lanes that meet elsewhere": (
        first(ins.CONVERGENCE_ENDS, range(LOOP.outer, LOOP.inner)), ins.nop(),
        "lanes diverge in the loop and meet outside"),
}  # fmt: skip


@pytest.mark.parametrize(("at", "instruction", "words"), MUTATIONS.values(), ids=MUTATIONS)
def test_what_differs_is_refused_with_a_reason(at, instruction, words):
    code = list(IT.code)
    assert found(code) == LOOP
    code[at] = instruction
    with pytest.raises(MismatchError, match=words):
        found(code)


def test_lanes_that_wait_for_each_other_only_after_the_release_are_refused():
    code = list(IT.code)
    waits, releases = first(ins.CONVERGENCE, TAIL), first(0x9A7, TAIL)
    assert waits < releases
    code[waits], code[releases] = code[releases], code[waits]
    with pytest.raises(MismatchError, match="do not wait for each other"):
        found(code)


@pytest.mark.parametrize("at", LOOP.branches)
def test_a_branch_with_a_second_predicate_is_refused(at):
    code = list(IT.code)
    code[at] = flipped(code[at], 87)  # of the predicate after the guard, which is true by default
    with pytest.raises(MismatchError, match=f"branch at {at} depends on more than its guard"):
        found(code)


def test_a_second_loop_is_refused():
    code = list(IT.code)
    code.extend(code[LOOP.inner : LOOP.inner_end + 1])
    code[-1] = ins.branch(len(code) - 1, len(code) - 1 - len(BODY), GUARD)
    with pytest.raises(MismatchError, match="2 loops with 64 multiply-adds"):
        found(code)


@pytest.mark.parametrize("count", [0, 1, ACCUMULATORS - 1, ACCUMULATORS + 1, 2 * ACCUMULATORS])
def test_another_number_of_accumulators(count):
    with pytest.raises(MismatchError, match=f"loops with {count} multiply-adds"):
        found(list(IT.code), count)


def test_columns_and_rows_are_distinguished_by_the_accumulators():
    """With every accumulator in its neighbour's register, none of the operands has their parity."""
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
    code = list(IT.code)
    code[at] = flipped(code[at], bit)
    with contextlib.suppress(MismatchError):
        found(code)
