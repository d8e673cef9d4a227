"""Hazards: how old results have to be, loads under way, and what the multipliers keep.

test_validation.py leaves out each wait for a load.
"""

import pytest

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.hazards import ARITHMETIC, BARRIER, COMPARISON, RESULT, Clock, latency
from sgemm.machine_code.instruction import Control, Copy, Instruction
from sgemm.machine_code.match import MismatchError


def issue(*instructions: Instruction) -> Clock:
    clock = Clock()
    for i in instructions:
        clock.wait(i)
        if isinstance(i, Copy):
            clock.copy(i)
        else:
            clock.issue(i)
        clock.now += i.control.stall
    return clock


def stalled(i: Instruction, stall: int, reuse: int = 0) -> Instruction:
    return i.controlled(Control(stall=stall, reuse=reuse))


def copied(i: Instruction, stall: int = 1) -> Copy:
    return Copy(i.low, i.high, 0).issued(stall=stall)


def loaded(d: int, address: int, barrier: int = ins.NO_BARRIER) -> Instruction:
    return ins.load_128(d, address, 0).controlled(Control(stall=RESULT, write_barrier=barrier))


MAKERS = [ins.move(1, 2), ins.move_immediate(1, 2), ins.add_immediate(1, 2, 3)]
USERS = [
    *(ins.multiply_add(9, 1, 3, 4), ins.multiply_add(9, 3, 1, 4), ins.multiply_add(9, 3, 4, 1)),
    *(ins.move(9, 1), ins.add_immediate(9, 1, 2), ins.is_nonzero(0, 1)),
]
AS_ADDRESS = ins.load_128(8, 1, 0)
SPECIAL = Instruction(0x17919, 0x2100).controlled(Control())  # S2R
AGES = [
    *((stalled, maker, user, RESULT) for maker in MAKERS for user in USERS),
    *((stalled, maker, AS_ADDRESS, ARITHMETIC) for maker in MAKERS),
    # By when the block itself uses it first, whatever the compiled code does in between.
    *((copied, maker, AS_ADDRESS, ARITHMETIC) for maker in (MAKERS[0], MAKERS[2])),
    (copied, SPECIAL, AS_ADDRESS, COMPARISON),
]


@pytest.mark.parametrize(("how", "maker", "user", "age"), AGES)
def test_results_are_as_old_as_they_have_to_be(how, maker, user, age):
    issue(how(maker, age), user)
    with pytest.raises(MismatchError, match=f"R1 is used within {min(age, ARITHMETIC)} cycles"):
        issue(how(maker, age - 1), user)


def test_a_copy_finds_the_blocks_own_results():
    """Those of other copies come as in the compiled code, which is checked elsewhere."""
    use = copied(ins.move(2, 1))
    issue(copied(ins.move(1, 3)), use)
    issue(stalled(ins.move(1, 3), ARITHMETIC), use)
    with pytest.raises(MismatchError, match="R1 is used within"):
        issue(stalled(ins.move(1, 3), ARITHMETIC - 1), use)
    issue(stalled(ins.move(1, 3), 1), copied(ins.move(4, 5), ARITHMETIC), use)


def test_a_barrier_is_up_before_it_is_waited_for():
    """Sooner, nothing would be waited for at all."""
    load, use = loaded(4, 1, 2), ins.multiply_add(9, 7, 3, 4).issued(wait=1 << 2)
    issue(load.issued(stall=BARRIER), use)
    issue(load.issued(stall=BARRIER - 1), ins.nop(), use)
    with pytest.raises(MismatchError, match="barrier 2 is waited for before it is up"):
        issue(load.issued(stall=BARRIER - 1), use)


@pytest.mark.parametrize("register", [1, 4, 7])
def test_a_load_keeps_its_address_and_its_target(register):
    change = ins.move_immediate(register, 0)
    issue(loaded(4, 1, 0), change.controlled(Control(wait=1)))
    with pytest.raises(MismatchError, match=f"R{register} changes while a load is under way"):
        issue(loaded(4, 1, 0), change)


def test_a_register_that_was_loaded_is_like_any_other_once_it_is_written():
    change = ins.move_immediate(4, 0).controlled(Control(stall=RESULT - 1, wait=1))
    with pytest.raises(MismatchError, match="R4 is used within"):
        issue(loaded(4, 1, 0), change, ins.move(9, 4))


def test_at_the_end_everything_is_there():
    issue(stalled(ins.move(1, 2), RESULT)).finish()
    with pytest.raises(MismatchError, match="R1 is used within"):
        issue(stalled(ins.move(1, 2), RESULT - 1)).finish()
    with pytest.raises(MismatchError, match="is used before its load"):
        issue(loaded(4, 1, 0)).finish()


@pytest.mark.parametrize("position", range(3))
def test_what_is_kept_of_an_operand_is_what_was_in_it(position):
    """Register 10 is read, changed, and read again in the same place."""
    operands = [21, 31, 41]
    operands[position] = 10
    first = ins.multiply_add(9, *operands)
    change = stalled(ins.move_immediate(10, 0), RESULT)
    issue(first, change, first)
    kept = stalled(first, 1, reuse=1 << position)
    with pytest.raises(MismatchError, match="R10 is used as it was before it changed"):
        issue(kept, change, first)
    # Something else from that bank in that place, and it is read again.
    operands[position] = 12
    issue(kept, change, ins.multiply_add(9, *operands), stalled(first, 1))
    # Kept, unchanged.
    issue(kept, first)


@pytest.mark.parametrize("position", range(3))
def test_nothing_is_kept_of_a_register_that_has_changed_for_what_follows(position):
    """For a copy of the compiler's, and for what comes after the loop."""
    operands = [21, 31, 41]
    operands[position] = 10
    kept = ins.multiply_add(9, *operands).controlled(Control(stall=RESULT, reuse=1 << position))
    change = stalled(ins.move_immediate(10, 0), ARITHMETIC)
    use = copied(ins.move(3, 10), RESULT)
    issue(kept, use).finish()
    with pytest.raises(MismatchError, match="R10 is used as it was before it changed"):
        issue(kept, change).finish()
    with pytest.raises(MismatchError, match="R10 is used as it was before it changed"):
        issue(kept, change, use)
    issue(kept, change, copied(ins.move(3, 11), RESULT))


def test_latencies():
    assert latency(ins.branch(0, 5)) == latency(ins.nop()) == 0
    assert latency(ins.move(1, 2)) == latency(ins.add_immediate(1, 2, 3)) == ARITHMETIC
    opaque = Instruction(0x7919, 0x2100)  # S2R
    assert latency(opaque.controlled(Control())) == COMPARISON
    assert latency(opaque.controlled(Control(write_barrier=1))) == BARRIER
    assert latency(ins.differ(0, 1, 2)) == COMPARISON
