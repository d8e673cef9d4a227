"""What the threads of a warp do together: votes, shuffles, reductions, the choice of one of them.

Where a lane group is one thread, it leaves what it brings in its header and waits; the driver hands
the results out (runtime/collectives.c). Where a lane group holds whole warps, its lanes are
together anyway.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import Collective, Failure, Header
from sgemm.executor.llvm_types import I1, I8, I32, Value, constant, integer, undefined, vector_type
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.matrices import collect_fragments, deposit_fragments
from sgemm.executor.lower.matrix_loads import deposit_row
from sgemm.executor.lower.per_lane import LaneResults, for_each_lane, operand_values
from sgemm.executor.lower.table import lowers
from sgemm.executor.waits import is_matrix, is_matrix_load
from sgemm.ptx.syntax import PREDICATE, Instruction, Operand, Type, elements_of

_WORD = Type("b", 32)
_WARP = 32


@lowers("bar.warp.sync", operands="u32")
@lowers("vote.sync.(all|any|uni).pred", operands=">pred pred u32")
@lowers("vote.sync.ballot.b32", operands=">b32 pred u32")
@lowers("shfl.sync.(up|down|bfly|idx).b32", operands=">pair b32 b32 b32 b32")
@lowers("elect.sync", operands=">leader u32")
@lowers(
    "redux.sync.(add|min|max).(u32|s32)", "redux.sync.(and|or|xor).b32", operands=">u32 u32 u32"
)
def exchange_in_group(emitter: Emitter, instruction: Instruction) -> None:
    """Do it at once: a lane group holds whole warps, whose lanes are all here and all take part."""
    if emitter.refuse_apart():
        return
    builder = emitter.builder
    if instruction.opcode == "shfl":
        _shuffle(emitter, instruction)
    elif instruction.opcode == "vote":
        _vote(emitter, instruction)
    elif instruction.opcode == "elect":
        first = tuple(int(lane % _WARP == 0) for lane in range(emitter.lanes))
        chosen = builder.trunc(emitter.lane_constant(32, first), vector_type(I1, emitter.lanes))
        _write_pair(emitter, instruction.operands[0], integer(32, 0), chosen)
    elif instruction.opcode == "redux":
        _reduce(emitter, instruction)


def deposit(emitter: Emitter, instruction: Instruction) -> None:
    """Leave in the header of a lane group of one thread what it brings to a collective."""
    builder = emitter.builder
    assert emitter.lanes == 1
    if is_matrix(instruction):
        deposit_fragments(emitter, instruction)
        return
    if is_matrix_load(instruction):
        deposit_row(emitter, instruction)
        return
    operands = instruction.operands
    words: dict[Header, Value] = {Header.KIND: integer(32, Collective.SYNC)}
    mask = words[Header.MASK] = emitter.base(operands[-1], _WORD)
    own = builder.and_(builder.lshr(mask, _lane(emitter)), integer(32, 1))
    absent = builder.icmp_unsigned("==", own, integer(32, 0))
    emitter.fail_if(absent, Failure.NOT_IN_MASK, mask)
    if instruction.opcode == "vote":
        words[Header.KIND] = integer(32, Collective.VOTE)
        words[Header.VALUE] = builder.zext(emitter.base(operands[1], PREDICATE), I32)
    elif instruction.opcode == "shfl":
        words[Header.KIND] = integer(32, Collective[instruction.modifiers[1].upper()])
        for word, operand in zip(
            (Header.VALUE, Header.LANE, Header.CLAMP), operands[1:4], strict=True
        ):
            words[word] = emitter.base(operand, _WORD)
    elif instruction.opcode == "elect":
        words[Header.KIND] = integer(32, Collective.ELECT)
    elif instruction.opcode == "redux":
        name = "_".join(instruction.modifiers[1:]).upper()
        words[Header.KIND] = integer(32, Collective[f"REDUX_{name}"])
        words[Header.VALUE] = emitter.base(operands[1], _WORD)
    for word, value in words.items():
        emitter.set_header(word, value)


def collect(emitter: Emitter, instruction: Instruction) -> None:
    """Take from the header what a collective gave this thread."""
    builder, get = emitter.builder, emitter.header
    if is_matrix(instruction) or is_matrix_load(instruction):
        collect_fragments(emitter, instruction)
    elif instruction.opcode == "vote":
        result = _counted(emitter, instruction, get(Header.RESULT), get(Header.MASK))
        emitter.write(instruction.operands[0], result)
    elif instruction.opcode == "shfl":
        flag = builder.icmp_unsigned("!=", get(Header.FLAG), integer(32, 0))
        _write_pair(emitter, instruction.operands[0], get(Header.RESULT), flag)
    elif instruction.opcode == "elect":
        no_zero = ir.Constant(I1, 0)
        leader = builder.intrinsic("cttz", get(Header.RESULT), no_zero)
        chosen = builder.icmp_unsigned("==", leader, _lane(emitter))
        _write_pair(emitter, instruction.operands[0], leader, chosen)
    elif instruction.opcode == "redux":
        emitter.write(instruction.operands[0], get(Header.RESULT))


def _lane(emitter: Emitter) -> Value:
    """Return the number in its warp of a thread that is a lane group."""
    return emitter.builder.and_(emitter.arguments.thread, integer(32, _WARP - 1))


def _shuffle(emitter: Emitter, instruction: Instruction) -> None:
    builder = emitter.builder
    target, source, *where, _ = instruction.operands
    operands = [operand_values(emitter, each, _WORD) for each in where]
    given = emitter.scratch("given", ir.VectorType(I32, emitter.lanes))
    builder.store(emitter.vector(source, _WORD), given)
    results, flags = LaneResults(emitter, I32), LaneResults(emitter, I8, 1)
    with for_each_lane(emitter, *operands) as (number, (amount, clamp)):
        lane = builder.and_(number, integer(32, _WARP - 1))
        kind = integer(32, Collective[instruction.modifiers[1].upper()])
        found = builder.call_named("shuffle_source", I32, kind, lane, amount, clamp)
        valid = builder.icmp_unsigned("<", found, integer(32, _WARP))
        place = builder.add(builder.select(valid, found, lane), builder.sub(number, lane))
        value = builder.load(builder.gep(given, [place], source_etype=I32), typ=I32)
        results.set(number, value)
        flags.set(number, builder.zext(valid, I8))
    result = results.read()
    flag = builder.trunc(flags.read(), vector_type(I1, emitter.lanes))
    _write_pair(emitter, target, result, flag)


def _vote(emitter: Emitter, instruction: Instruction) -> None:
    """Vote in each warp: its ballot is 32 bits of the lane group's predicates."""
    builder = emitter.builder
    target, source, _ = instruction.operands
    warps = ir.VectorType(I32, emitter.lanes // _WARP)
    ballots = builder.bitcast(emitter.vector(source, PREDICATE), warps)
    result = _counted(emitter, instruction, ballots, constant(warps, -1))
    lanes = [lane // _WARP for lane in range(emitter.lanes)]
    emitter.write(target, builder.shuffle(result, lanes))


def _reduce(emitter: Emitter, instruction: Instruction) -> None:
    """Combine the operands of each warp's lanes."""
    builder = emitter.builder
    target, source, _ = instruction.operands
    _, operation, kind = instruction.modifiers
    if operation in ("min", "max"):
        operation = kind[0] + operation
    warp = ir.VectorType(I32, _WARP)
    values = emitter.vector(source, _WORD)
    result = undefined(values.type)
    for number in range(emitter.lanes // _WARP):
        lanes = range(number * _WARP, (number + 1) * _WARP)
        part = builder.shuffle(values, lanes)
        combined = builder.intrinsic_for([warp], f"vector.reduce.{operation}", I32, part)
        result = builder.insert_element(result, combined, integer(32, number))
    warps = [lane // _WARP for lane in range(emitter.lanes)]
    emitter.write(target, builder.shuffle(result, warps))


def _counted(emitter: Emitter, instruction: Instruction, ballot: Value, mask: Value) -> Value:
    """Return what a vote gives from the lanes of a mask that voted for it."""
    builder = emitter.builder
    every = builder.icmp_unsigned("==", ballot, mask)
    some = builder.icmp_unsigned("!=", ballot, constant(ballot.type, 0))
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
    for element, result in zip(elements_of(target), (value, flag), strict=False):
        emitter.write(element, result)
