"""What the threads of a warp do together: votes, shuffles, and the choice of one of them.

Where a slice is one thread, it leaves what it brings in its header and waits; the driver hands the
results out (see settle.py). Where a slice holds whole warps, its lanes are together anyway.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.context import Failure
from sgemm.executor.failures import record_failure
from sgemm.executor.llvm_types import (
    I1,
    I32,
    Value,
    call_intrinsic,
    constant,
    integer,
    vector_type,
    with_element,
)
from sgemm.executor.lower.each_lane import lanes_of, operand_lanes
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.table import lowers
from sgemm.executor.slice_header import (
    CLAMP,
    FLAG,
    KIND,
    LANE,
    MASK,
    RESULT,
    VALUE,
    Collective,
    header_word,
)
from sgemm.ptx.syntax import PREDICATE, Discard, Instruction, Operand, Type, Vector

_WORD = Type("b", 32)
_WARP = 32
_KINDS = {
    "up": Collective.UP,
    "down": Collective.DOWN,
    "bfly": Collective.BFLY,
    "idx": Collective.IDX,
}


@lowers("elect.sync")
def elect(emitter: Emitter, instruction: Instruction) -> None:
    """Choose one lane of a mask, the first: its number, and a predicate that is true there.

    Nothing is exchanged, so that nobody has to wait.
    """
    target, mask = instruction.operands
    assert isinstance(target, Vector)
    number, chosen = target.elements
    builder = emitter.builder
    lanes = emitter.lanes
    masks = emitter.read(mask, _WORD, varying=lanes > 1)
    no_zero = ir.Constant(I1, 0)
    leader = call_intrinsic(builder, "cttz", [masks.type], masks.type, [masks, no_zero])
    first = builder.and_(emitter.arguments.thread, integer(32, _WARP - 1))
    own = first
    if lanes > 1:
        numbers = emitter.lane_constant(32, tuple(range(lanes)))
        own = builder.and_(
            builder.add(emitter.splat(first), numbers), constant(numbers.type, _WARP - 1)
        )
    is_leader = builder.icmp_unsigned("==", own, leader)
    for element, value in ((number, leader), (chosen, is_leader)):
        if not isinstance(element, Discard):
            emitter.write(element, value)


@lowers(
    "bar.warp.sync",
    "vote.sync.(all|any|uni).pred",
    "vote.sync.ballot.b32",
    "shfl.sync.(up|down|bfly|idx).b32",
)
def exchange_in_slice(emitter: Emitter, instruction: Instruction) -> None:
    """Do it at once: the lanes of a slice that holds whole warps are all here."""
    if emitter.guard is not None:
        raise emitter.refuse("a guarded wait; branch around it instead")
    if emitter.lanes == 1:
        # Only the plan for whole warps comes here, with lanes that go one by one: they parted.
        arguments = emitter.arguments
        record_failure(
            emitter.builder,
            arguments.context,
            Failure.PARTED_BARRIER,
            integer(64, 0),
            integer(64, 0),
            arguments.thread,
        )
        emitter.stop_if(ir.Constant(I1, 1))
        return
    if instruction.opcode == "shfl":
        _shuffle(emitter, instruction)
    elif instruction.opcode == "vote":
        _vote(emitter, instruction)


def deposit(emitter: Emitter, instruction: Instruction) -> None:
    """Leave in the header of a slice of one thread what it brings to a collective."""
    builder = emitter.builder
    if emitter.lanes > 1:
        raise emitter.refuse(
            f"slices of {emitter.lanes} threads are parts of warps: take 1, or a multiple of 32"
        )
    operands = instruction.operands
    words: dict[int, Value] = {KIND: integer(32, Collective.SYNC)}
    words[MASK] = emitter.base(operands[-1], _WORD)
    if instruction.opcode == "vote":
        words[KIND] = integer(32, Collective.VOTE)
        words[VALUE] = builder.zext(emitter.base(operands[1], PREDICATE), I32)
    elif instruction.opcode == "shfl":
        words[KIND] = integer(32, _KINDS[instruction.modifiers[1]])
        for word, operand in zip((VALUE, LANE, CLAMP), operands[1:4], strict=True):
            words[word] = emitter.base(operand, _WORD)
    for word, value in words.items():
        builder.store(value, header_word(builder, emitter.arguments.state, word), align=4)


def collect(emitter: Emitter, instruction: Instruction) -> None:
    """Take from the header what a collective gave this thread."""
    builder = emitter.builder

    def get(word: int) -> Value:
        place = header_word(builder, emitter.arguments.state, word)
        return builder.load(place, typ=I32, align=4)

    if instruction.opcode == "vote":
        result = _counted(emitter, instruction, get(RESULT), get(MASK))
        _write(emitter, instruction.operands[0], result)
    elif instruction.opcode == "shfl":
        flag = builder.icmp_unsigned("!=", get(FLAG), integer(32, 0))
        _write_pair(emitter, instruction.operands[0], get(RESULT), flag)


def source_lane(builder: ir.IRBuilder, kind: Collective, lane: Value, b: Value, c: Value) -> Value:
    """Return the lane from which a shuffle takes, and behind the warp's end if it takes its own.

    Lane, ``b`` and ``c`` are as PTX names them: ``c`` holds the last lane in bits 0 ... 4 and, in
    bits 8 ... 12, the bits of the lane number that stay as they are.
    """
    low = integer(32, _WARP - 1)
    amount, clamp = builder.and_(b, low), builder.and_(c, low)
    segment = builder.and_(builder.lshr(c, integer(32, 8)), low)
    first = builder.and_(lane, segment)
    last = builder.or_(first, builder.and_(clamp, builder.not_(segment)))
    if kind is Collective.UP:
        found = builder.sub(lane, amount)
        return builder.select(builder.icmp_signed(">=", found, last), found, integer(32, _WARP))
    if kind is Collective.DOWN:
        found = builder.add(lane, amount)
    elif kind is Collective.BFLY:
        found = builder.xor(lane, amount)
    else:
        found = builder.or_(first, builder.and_(amount, builder.not_(segment)))
    return builder.select(builder.icmp_signed("<=", found, last), found, integer(32, _WARP))


def _shuffle(emitter: Emitter, instruction: Instruction) -> None:
    builder = emitter.builder
    target, source, amount, clamp, _ = instruction.operands
    values = emitter.vector(source, _WORD)
    amounts = operand_lanes(emitter, amount, _WORD)
    clamps = operand_lanes(emitter, clamp, _WORD)
    kind = _KINDS[instruction.modifiers[1]]
    result: Value = ir.Constant(values.type, ir.Undefined)
    flags: Value = ir.Constant(with_element(values.type, I1), ir.Undefined)
    for number in range(emitter.lanes):
        lane = number % _WARP
        found = source_lane(builder, kind, integer(32, lane), amounts[number], clamps[number])
        valid = builder.icmp_unsigned("<", found, integer(32, _WARP))
        place = builder.select(valid, found, integer(32, lane))
        place = builder.add(place, integer(32, number - lane))
        value = builder.extract_element(values, place)
        result = builder.insert_element(result, value, integer(32, number))
        flags = builder.insert_element(flags, valid, integer(32, number))
    _write_pair(emitter, target, result, flags)


def _vote(emitter: Emitter, instruction: Instruction) -> None:
    builder = emitter.builder
    target, source, mask = instruction.operands
    votes = lanes_of(emitter, emitter.vector(source, PREDICATE))
    masks = operand_lanes(emitter, mask, _WORD)
    element = I32 if "ballot" in instruction.modifiers else I1
    result: Value = ir.Constant(vector_type(element, emitter.lanes), ir.Undefined)
    for first in range(0, emitter.lanes, _WARP):
        ballot: Value = integer(32, 0)
        for lane in range(_WARP):
            bit = builder.shl(builder.zext(votes[first + lane], I32), integer(32, lane))
            ballot = builder.or_(ballot, bit)
        ballot = builder.and_(ballot, masks[first])
        value = _counted(emitter, instruction, ballot, masks[first])
        for lane in range(first, first + _WARP):
            result = builder.insert_element(result, value, integer(32, lane))
    _write(emitter, target, result)


def _counted(emitter: Emitter, instruction: Instruction, ballot: Value, mask: Value) -> Value:
    """Return what a vote gives from the lanes of a mask that voted for it."""
    builder = emitter.builder
    every = builder.icmp_unsigned("==", ballot, mask)
    some = builder.icmp_unsigned("!=", ballot, integer(32, 0))
    match instruction.modifiers[1]:
        case "ballot":
            return ballot
        case "all":
            return every
        case "any":
            return some
    return builder.or_(every, builder.not_(some))


def _write_pair(emitter: Emitter, target: Operand, value: Value, flag: Value) -> None:
    """Write the value of a shuffle, and where it is asked for whether it came from another lane."""
    elements = target.elements if isinstance(target, Vector) else (target,)
    for element, result in zip(elements, (value, flag), strict=False):
        _write(emitter, element, result)


def _write(emitter: Emitter, target: Operand, value: Value) -> None:
    if isinstance(target, Discard):
        return
    assert emitter.lanes == 1 or emitter.is_varying(target.name)  # type: ignore[union-attr]
    emitter.write(target, value)
