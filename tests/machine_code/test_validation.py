"""Validation: it accepts what is written, and nothing that is damaged.

A damaged block differs from the written one in one thing that matters. Where a damage is drawn at
random, what may pass is what is never executed.
"""

import dataclasses
import itertools
import re
from collections.abc import Iterator

import pytest
from compiled_loops import K_MAJOR, SAMPLES, Sample, flipped
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.hazards import ARITHMETIC
from sgemm.machine_code.instruction import Control, Copy, Instruction
from sgemm.machine_code.match import MismatchError
from sgemm.machine_code.patch import patched_loop
from sgemm.machine_code.patched_loop import Block
from sgemm.machine_code.validation import validate

SAMPLE = Sample(SAMPLES[1])
BOTH = (SAMPLE, Sample(next(each for each in K_MAJOR if each.layout == "nt")))
IT, CODE, EXIT = SAMPLE.it, SAMPLE.code, SAMPLE.exit
changed, issued, refusal = SAMPLE.changed, SAMPLE.issued, SAMPLE.refusal
LOADS, PRODUCTS, COPIES = SAMPLE.loads, SAMPLE.products, SAMPLE.copies


def own(opcode: int) -> list[int]:
    return SAMPLE.places(lambda i: not isinstance(i, Copy) and i.opcode == opcode)


SUMS = (ins.MOVE, ins.ADD_IMMEDIATE, ins.COMPARE)
MOVES, ADDITIONS = own(ins.MOVE), own(ins.ADD_IMMEDIATE)
BRANCHES, TESTS = own(ins.BRANCH), own(ins.COMPARE)


def branch_as(i: Instruction, at: int, to: int) -> Instruction:
    """Return a branch of the block with another target; its control stays."""
    made = ins.branch(at, to, i.guard).controlled(i.control)
    return dataclasses.replace(i, low=made.low, high=made.high)


def redirected(at: int, to: int) -> Block:
    return changed(at, branch_as(CODE[at], at, to))


def with_branches(code: list[tuple[int, Instruction]]) -> Block:
    """Return a block of instructions, each with its old place; branches lead to the old targets."""
    new_place = {}
    for now, (before, _) in enumerate(code):
        new_place.setdefault(before, now)
    out = []
    for now, (before, i) in enumerate(code):
        if i.opcode == ins.BRANCH:
            target = ins.branch_target(before, i)
            i = branch_as(i, now, new_place.get(target, target))
        out.append(i)
    return SAMPLE.with_code(out)


def inserted(at: int, *more: Instruction) -> Block:
    """Return the block with instructions before one of its own; branches to that skip them."""
    code = list(enumerate(CODE))
    code[at:at] = [(-1 - number, i) for number, i in enumerate(more)]
    return with_branches(code)


some = settings(max_examples=25)


# ---- what is written: test_patch.py sees that it is valid


def test_the_block_has_what_is_damaged_below():
    rows, columns = len(IT.loop.rows.offsets), len(IT.loop.columns.offsets)
    assert len(LOADS) == 7 * (rows + columns)
    assert len(PRODUCTS) >= 6 * IT.loop.rows.elements * IT.loop.columns.elements
    assert min(map(len, (MOVES, ADDITIONS, BRANCHES, COPIES, TESTS))) >= 1


def test_a_compiled_loop_that_is_not_understood_is_refused():
    """Matching refuses it as well; validation does not count on that."""
    code = list(IT.code)
    code[IT.loop.others[0]] = Instruction(0x7919, 0x2100)
    with pytest.raises(MismatchError, match="the loop over steps has opcode 0x919"):
        validate(code, IT.loop, SAMPLE.block, *IT.numbers)


@pytest.mark.parametrize("at", IT.loop.branches)
def test_a_compiled_branch_with_a_second_predicate_is_refused(at):
    """The block's own has its guard alone."""
    code = list(IT.code)
    code[at] = flipped(code[at], 87)
    with pytest.raises(MismatchError, match=f"branch at {at} depends on more than its guard"):
        validate(code, IT.loop, SAMPLE.block, *IT.numbers)


# ---- damages of one kind


@pytest.mark.parametrize("sample", BOTH)
@given(data=st.data(), bit=st.integers(0, 104))
@settings(max_examples=110)
def test_any_bit(sample, data, bit):
    """Of anything that is executed: no operation is another one and still right."""
    sums = sample.places(lambda i: not isinstance(i, Copy) and i.opcode in SUMS)
    every = (sample.loads, sample.products, sample.copies, sums, range(sample.exit + 1))
    sample.refusal(
        sample.flipped(data.draw(st.sampled_from(data.draw(st.sampled_from(every)))), bit)
    )


def test_factors_may_change_places():
    """The one thing that may differ in a multiply-add."""
    at = PRODUCTS[-1]
    i = CODE[at]
    other = ins.multiply_add(i.d, i.b, i.a, i.c)
    IT.validate(changed(at, other.controlled(Control(wait=i.control.wait))))


def needed_waits() -> Iterator[tuple[int, int]]:
    """Yield places and barriers: all that is waited for but at the very start."""
    for at in range(1, EXIT + 1):
        for barrier in range(ins.BARRIERS):
            if CODE[at].control.wait >> barrier & 1:
                yield at, barrier


def test_waits_that_are_left_out():
    """Each in turn. One is spared only where another waits for the same."""
    highest = len(IT.loop.rows.offsets) - 1
    last_step = max(at for at in PRODUCTS if CODE[at].control.wait == (2 << highest) - 1)
    release = min(COPIES)
    reading = {CODE[at].control.read_barrier for at in COPIES}
    waits = list(needed_waits())
    late = {barrier for at, barrier in waits if release < at < EXIT and at not in COPIES}
    for at, barrier in waits:
        block = issued(at, wait=CODE[at].control.wait & ~(1 << barrier))
        is_late = at > release or (at == last_step and barrier < highest)
        try:
            IT.validate(block)
            words = ""
        except MismatchError as error:
            words = str(error)
        if at == EXIT and barrier in reading - late:
            assert "under way after" in words
        elif is_late and at not in COPIES:
            # The compiler's own code after the loop may rely on it.
            assert not words or "waits for too little" in words, at
        else:
            assert re.search("waited for|while a load|overtakes|too little", words), at


def test_the_start_waits_for_everything():
    for barrier in range(ins.BARRIERS):
        words = refusal(issued(0, wait=ins.ALL_BARRIERS & ~(1 << barrier)))
        assert "under way before" in words


@pytest.mark.parametrize("at", [at for at in LOADS if CODE[at].control.write_barrier != 7])
def test_a_load_without_its_barrier(at):
    assert re.search("waited for|overtakes|under way", refusal(issued(at, write_barrier=7)))


@pytest.mark.parametrize("at", COPIES)
def test_a_copy_left_out_doubled_or_with_other_barriers(at):
    code = list(enumerate(CODE))
    # A branch to what is left out goes to what follows it.
    refusal(with_branches([*code[:at], *code[at + 1 :], (at, ins.nop())]))
    again = (at if CODE[at].opcode == ins.BRANCH else -1, CODE[at])
    refusal(with_branches([*code[: at + 1], again, *code[at + 1 :]]))
    for name in ("write_barrier", "read_barrier"):
        if getattr(CODE[at].control, name) != ins.NO_BARRIER:
            assert "is not the compiler's" in refusal(issued(at, **{name: ins.NO_BARRIER}))
            refusal(issued(at, **{name: 0}))  # of a load


@pytest.mark.parametrize("sample", BOTH)
def test_copies_exchanged(sample):
    for one, other in itertools.pairwise(sample.copies):
        sample.refusal(sample.exchanged(one, other))


def test_a_copys_barrier_is_up_before_it_is_waited_for():
    at = next(at for at in COPIES if CODE[at].control.write_barrier != ins.NO_BARRIER)
    waiting = ins.nop().issued(wait=1 << CODE[at].control.write_barrier)
    IT.validate(inserted(at + 1, ins.nop(), waiting))
    code = list(inserted(at + 1, waiting).instructions)
    code[at] = CODE[at].issued(stall=1)
    assert "waited for before it is up" in refusal(SAMPLE.with_code(code))


TOO_EARLY = "too early|too soon|within|before the next stage|not known yet|before it is up"


@pytest.mark.parametrize("at", [at for at in COPIES if CODE[at].control.stall > 1])
@pytest.mark.sampled(4)
def test_results_are_not_used_sooner_than_in_the_compiled_code(at):
    """An address of the wait, the guard of the release, the addresses of the next stage."""
    refused = []
    for stall in range(1, CODE[at].control.stall):
        try:
            IT.validate(issued(at, stall=stall))
        except MismatchError as error:
            assert re.search(TOO_EARLY, str(error))
            refused.append(stall)
    following = COPIES.index(at) + 1
    is_used_next = following < len(COPIES) and CODE[at].written & CODE[COPIES[following]].read
    is_guard = CODE[at].opcode == 0x812 and CODE[at].control.stall >= 12
    if (is_used_next and CODE[at].control.write_barrier == ins.NO_BARRIER) or is_guard:
        assert 1 in refused


@pytest.mark.parametrize("at", BRANCHES)
@pytest.mark.sampled(3)
def test_a_branch_under_another_guard(at):
    for guard in range(16):
        block = changed(at, CODE[at].guarded(guard))
        if guard == CODE[at].guard:
            continue
        if (at, guard) == (BRANCHES[0], CODE[TESTS[0]].predicate):
            # In an item's first step the predicate is always true: there are rounds left.
            IT.validate(block)
        else:
            refusal(block)


@given(st.sampled_from(BRANCHES), st.integers(-8, len(CODE) + 8))
@some
@example(BRANCHES[0], -1000)
def test_a_branch_to_elsewhere(at, to):
    target = ins.branch_target(at, CODE[at])
    assume(to != target)
    # Two branches to one place are one branch more.
    assume(not (0 <= to < len(CODE) and leads(to) == target))
    refusal(redirected(at, to))


def test_a_loop_without_end():
    """All accumulators are right by then."""
    assert "does not end" in refusal(redirected(EXIT, EXIT))


def leads(at: int) -> int:
    """Return where an unguarded branch at a place goes to, or the place itself."""
    i = CODE[at]
    is_jump = at in BRANCHES and i.guard == ins.ALWAYS
    return ins.branch_target(at, i) if is_jump else at


@pytest.mark.parametrize("at", [at for at in COPIES if CODE[at].opcode == ins.BRANCH])
def test_the_wait_goes_on_elsewhere(at):
    for to in (0, at, at + 1, at + 2, min(COPIES)):
        refusal(redirected(at, to))


@pytest.mark.parametrize(
    ("at", "changes"),
    [
        (PRODUCTS[3], {"stall": 0}),
        (PRODUCTS[3], {"write_barrier": 1}),
        (PRODUCTS[3], {"read_barrier": 1}),
        (PRODUCTS[3], {"reuse": 8}),
        (LOADS[1], {"read_barrier": 1}),
        (LOADS[1], {"reuse": 1}),
        (ADDITIONS[0], {"write_barrier": 5}),
        (COPIES[0], {"reuse": 1}),
    ],
)
def test_an_issue_that_is_not_legal(at, changes):
    """A barrier that nothing ends is waited for in vain; only multiply-adds keep operands."""
    assert "is not legal" in refusal(issued(at, **changes))


def test_a_long_stall_that_keeps_other_warps_away():
    """An H200 takes it for an illegal instruction."""
    at = PRODUCTS[3]
    i = CODE[at].issued(stall=12)
    IT.validate(changed(at, i))
    other = dataclasses.replace(i, high=i.high ^ 1 << 45)
    assert "is not legal" in refusal(changed(at, other))


@pytest.mark.parametrize("at", [at for at in range(EXIT) if CODE[at].opcode == ins.BRANCH])
def test_what_follows_a_branch_comes_late_enough(at):
    assert "followed too soon" in refusal(issued(at, stall=ins.BRANCH_STALL - 2))


def test_something_harmless_may_be_inserted():
    """So a refusal of what is inserted below is due to what it does."""
    used = IT.registers.rounds
    IT.validate(inserted(PRODUCTS[30], ins.add_immediate(used, used, 0)))


@given(st.sampled_from(PRODUCTS), st.integers(0, IT.tile.consumer_registers - 1))
@some
def test_a_register_of_the_compilers(at, register):
    mine = {r for row in IT.loop.accumulators for r in row}
    mine |= {IT.loop.rows.address, IT.loop.columns.address, *IT.loop.idle}
    assume(register not in mine)
    words = refusal(inserted(at + 1, ins.move_immediate(register, 1)))
    assert f"R{register} is not the block's" in words


def test_registers_that_are_not_there_and_those_that_loads_must_not_write():
    for distance in (0, 1, 4):
        register = min(IT.tile.loop_registers + distance, 254)
        words = refusal(inserted(PRODUCTS[0], ins.move_immediate(register, 1)))
        assert f"R{register} is not the block's" in words
    last = IT.tile.loop_registers - 4
    words = refusal(inserted(PRODUCTS[0], ins.load_128(last, IT.loop.rows.address, 0)))
    assert f"R{last} is not for loads" in words


def test_another_predicate():
    for predicate in set(range(8)) - {CODE[TESTS[0]].predicate}:
        block = inserted(PRODUCTS[5], ins.is_nonzero(predicate, IT.registers.rounds))
        assert "is not the block's" in refusal(block)


def test_the_predicate_between_stages():
    """There it is the compiler's."""
    used = IT.registers.rounds
    test = ins.is_nonzero(CODE[TESTS[0]].predicate, used)
    # After the comparison that the inner loop leaves it with, and before the retry of the wait.
    comparisons = [at for at in COPIES if CODE[at].opcode == ins.COMPARE]
    assert "finds another predicate" in refusal(inserted(comparisons[0] + 1, test))
    branch = next(at for at in COPIES if CODE[at].opcode == ins.BRANCH)
    assert "finds another predicate" in refusal(inserted(branch, test))


@pytest.mark.parametrize("count", [1, 5])
def test_a_load_after_the_release_of_its_stage(count):
    """Symbols alone would not show it: the load is as before, from a stage that is gone."""
    release = next(at for at in COPIES if CODE[at].opcode == 0x9A7)
    words = refusal(inserted(release + count, ins.load_128(
        IT.registers.rows[0], IT.loop.rows.address, 0)))  # fmt: skip
    assert re.search("used before the next stage is known|overtakes a load", words)


def test_a_load_that_is_still_under_way_when_its_stage_is_released():
    """Its elements are not needed until later, but the next ones may be written over them."""
    waiting = min(at for at in PRODUCTS if at > max(p for p in range(EXIT) if p < min(COPIES)
                                                    and CODE[p].opcode == ins.BRANCH))  # fmt: skip
    assert CODE[waiting].control.wait == (1 << len(IT.loop.rows.offsets)) - 1
    assert re.search("overtakes|while a load", refusal(issued(waiting, wait=1)))


def test_nothing_is_kept_of_an_accumulator_that_moves_back_at_the_end():
    """What comes after the loop would find it as it was."""
    into, idle, last = CODE[MOVES[-1]].d, IT.loop.idle[0], CODE[PRODUCTS[-1]]
    product = ins.multiply_add(idle, last.a, last.b, into)
    IT.validate(inserted(MOVES[0], product))
    words = refusal(inserted(MOVES[0], product.issued(reuse=1 << 2)))
    assert f"R{into} is used as it was before it changed" in words


def test_an_address_is_as_old_as_it_has_to_be_where_the_block_itself_reads_it_first():
    """Though the compiled code reads it later, and its stall says less."""
    head = range(IT.loop.outer, IT.loop.inner)
    columns = IT.loop.columns.address
    at = next(at for at in head if IT.code[at].written == {columns})
    code = list(IT.code)
    code[at] = code[at].issued(stall=4)
    block = patched_loop(code, IT.loop, *IT.numbers)
    here = next(
        here for here, i in enumerate(block.instructions) if isinstance(i, Copy) and i.place == at
    )
    free = next(r for r in IT.loop.idle if r % 4 == 0 and {*range(r, r + 4)} <= {*IT.loop.idle})
    load = ins.load_128(free, columns, 0).issued(write_barrier=0, stall=2)
    new = list(enumerate(block.instructions))
    new.insert(here + 1, (-1, load))
    for stall in (ARITHMETIC, ARITHMETIC - 1, 4):
        new[here] = here, new[here][1].issued(stall=stall)
        made = with_branches(new)
        if stall == ARITHMETIC:
            validate(code, IT.loop, made, *IT.numbers)
        else:
            with pytest.raises(MismatchError, match=f"R{columns} is used within 7 cycles"):
                validate(code, IT.loop, made, *IT.numbers)


def test_the_block_loads_nothing_that_the_compiled_loop_does_not():
    """Nobody uses it, but the memory may not be there."""
    rows = IT.loop.rows.address
    free = next(r for r in IT.loop.idle if r % 4 == 0 and {*range(r, r + 4)} <= {*IT.loop.idle})
    at = PRODUCTS[10]
    for offset, refused in ((0, False), (16, True), (0x7FFFF0, True)):
        load = ins.load_128(free, rows, offset).issued(write_barrier=0, stall=2)
        if refused:
            words = refusal(inserted(at, load))
            assert f"R{free} is loaded with what the compiled loop does not load" in words
        else:
            IT.validate(inserted(at, load))


RETRY = next(at for at in COPIES if CODE[at].opcode == ins.BRANCH)
AGAIN = ins.branch_target(RETRY, CODE[RETRY])  # the repetition of the wait
NEXT = next(at for at in BRANCHES if at > RETRY)  # to the next stage
NUMBER = IT.numbers[2] - 1  # a register that the block does not use


def zeroed_at(at: int, *before: Instruction) -> list[tuple[int, Instruction]]:
    """Return what sets an accumulator to 0 where a number is 0, to stand at a place."""
    more = [
        *before,
        ins.is_nonzero(CODE[TESTS[0]].predicate, NUMBER).issued(stall=13),
        ins.branch(0, 0, CODE[TESTS[0]].predicate).issued(stall=6),
        ins.move_immediate(IT.loop.accumulators[0][0], 0).issued(stall=5),
    ]
    places = range(-1, -1 - len(more), -1)
    return [
        (place, branch_as(i, place, at) if i.opcode == ins.BRANCH else i)
        for place, i in zip(places, more, strict=True)
    ]


def test_what_is_the_same_in_each_stage_may_decide():
    """So the refusals below are due to what differs."""
    code = list(enumerate(CODE))
    code[NEXT:NEXT] = zeroed_at(NEXT, ins.move_immediate(NUMBER, 1).issued(stall=5))
    code[1:1] = [(-100, ins.move_immediate(NUMBER, 1))]
    IT.validate(with_branches(code))


def test_a_block_that_counts_stages_is_refused():
    """It does the same in three stages, and something else in the fourth."""
    code = list(enumerate(CODE))
    code[NEXT:NEXT] = zeroed_at(NEXT, ins.add_immediate(NUMBER, NUMBER, -1).issued(stall=5))
    code[1:1] = [(-100, ins.move_immediate(NUMBER, 3))]
    assert "are others than the time before" in refusal(with_branches(code))


def test_a_block_that_counts_repetitions_of_the_wait_is_refused():
    code = list(enumerate(CODE))
    count = ins.add_immediate(NUMBER, NUMBER, -1).issued(stall=7)
    code[AGAIN : AGAIN + 1] = [(AGAIN, count), (-101, CODE[AGAIN])]
    code[NEXT:NEXT] = zeroed_at(NEXT)
    code[1:1] = [(-100, ins.move_immediate(NUMBER, 7))]
    assert "are others than the time before" in refusal(with_branches(code))


def test_what_the_branch_back_from_a_repetition_waits_for_is_waited_for():
    """What follows it may count on that."""
    *_, first, last = IT.loop.repetition
    code = list(IT.code)
    code[first] = code[first].issued(read_barrier=4)
    for at in (last + 1, IT.loop.inner - 1):
        code[at] = code[at].issued(wait=1 << 4)
    block = list(patched_loop(code, IT.loop, *IT.numbers).instructions)
    copies = {i.place: at for at, i in enumerate(block) if isinstance(i, Copy)}
    at = copies[IT.loop.inner - 1]
    waits = 1 << block[copies[first]].control.read_barrier
    block[at] = block[at].issued(wait=waits)
    with pytest.raises(MismatchError, match=f"of {IT.loop.retry + 2} waits for too little"):
        validate(code, IT.loop, SAMPLE.with_code(block), *IT.numbers)


@pytest.mark.parametrize("further", [0, 16, 4, 8])
def test_rows_along_k_that_are_seen_not_to_begin_with_a_vector(further):
    """The compiled loop loads their elements one by one, at any address; the block four at once."""
    it = BOTH[1].it
    code, loop = list(it.code), it.loop
    rows = loop.rows.address
    at = max(at for at in range(loop.outer, loop.inner) if code[at].written == {rows})
    (base,) = code[at].operands
    end = next(at for at in loop.others if code[at].a == base)  # computed in each step
    code[at] = ins.add_immediate(rows, base, further).controlled(code[at].control)
    sum_ = ins.add_three(code[end].d, base, code[end].immediate + further)
    code[end] = sum_.controlled(code[end].control)
    block = patched_loop(code, loop, *it.numbers)
    if further % 16:
        with pytest.raises(MismatchError, match="is loaded from between two vectors"):
            validate(code, loop, block, *it.numbers)
    else:
        validate(code, loop, block, *it.numbers)
