"""Mbarriers: their making, arrivals, and the test that a wait repeats."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import I1, I32, I64, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import destination_varies, elementwise
from sgemm.executor.lower.per_lane import (
    active_lanes,
    address_lanes,
    operand_lanes,
    thread_of,
)
from sgemm.executor.lower.table import lowers
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.executor.runtime import call
from sgemm.executor.structured import Variable
from sgemm.ptx.syntax import Address, Discard, Instruction, Operand, Symbol, Type

_WORD = Type("u", 32)
_STATE = Type("b", 64)
_SPACE = "(|.shared|.shared::cta)"
_BYTES = 8


@lowers(f"mbarrier.init{_SPACE}.b64")
def make_mbarrier(emitter: Emitter, instruction: Instruction) -> None:
    """Make an mbarrier that expects a number of arrivals in each phase."""
    builder = emitter.builder
    addresses = mbarrier_addresses(emitter, instruction.operands[0])
    counts = operand_lanes(emitter, instruction.operands[1], _WORD)
    for lane in active_lanes(emitter):
        check_mbarrier(emitter, instruction, addresses[lane])
        arguments = [emitter.arguments.context, emitter.arguments.shared, addresses[lane]]
        arguments += [counts[lane], emitter.location(instruction), thread_of(emitter, lane)]
        emitter.stop_if(call(builder, "mbarrier_init", I1, *arguments))


@lowers(f"mbarrier.inval{_SPACE}.b64")
def remove_mbarrier(emitter: Emitter, instruction: Instruction) -> None:
    """Make an mbarrier plain memory again."""
    addresses = mbarrier_addresses(emitter, instruction.operands[0])
    for lane in active_lanes(emitter):
        check_mbarrier(emitter, instruction, addresses[lane])
        _read(emitter, instruction, addresses[lane], lane)
        shared = emitter.arguments.shared
        call(emitter.builder, "mbarrier_inval", ir.VoidType(), shared, addresses[lane])


@lowers(
    f"mbarrier.arrive(|.expect_tx)(|.release.cta|.release.cluster|.relaxed.cta|.relaxed.cluster)"
    f"{_SPACE}.b64"
)
def arrive(emitter: Emitter, instruction: Instruction) -> None:
    """Arrive, once or as often as is said, or expecting bytes; the state is that of before."""
    target, place, *rest = instruction.operands
    expects = "expect_tx" in instruction.modifiers
    numbers = operand_lanes(emitter, rest[0], _WORD) if rest else [integer(32, 1)] * emitter.lanes
    one = integer(32, 1)
    arrivals = [one] * emitter.lanes if expects else numbers
    nbytes = numbers if expects else [integer(32, 0)] * emitter.lanes
    states = _update(emitter, instruction, place, arrivals, nbytes)
    if isinstance(target, Discard):
        return
    if not destination_varies(emitter, target):
        emitter.write(target, states[0])
        return
    result: Value = ir.Constant(ir.VectorType(I64, emitter.lanes), ir.Undefined)
    for lane, state in enumerate(states):
        result = emitter.builder.insert_element(result, state, integer(32, lane))
    emitter.write(target, result)


@lowers(f"mbarrier.expect_tx(|.relaxed.cta|.relaxed.cluster){_SPACE}.b64")
def expect_bytes(emitter: Emitter, instruction: Instruction) -> None:
    """Expect so many bytes more in the current phase."""
    place, number = instruction.operands
    nbytes = operand_lanes(emitter, number, _WORD)
    _update(emitter, instruction, place, [integer(32, 0)] * emitter.lanes, nbytes)


@elementwise("mbarrier.pending_count.b64")
def pending_count(emitter: Emitter, instruction: Instruction, state: Value) -> Value:
    """Return how many arrivals were pending when a state was taken."""
    if emitter.lanes > 1:
        raise emitter.refuse("the pending count of lanes that run together")
    return call(emitter.builder, "mbarrier_pending", I32, state)


def _update(
    emitter: Emitter,
    instruction: Instruction,
    place: Operand,
    arrivals: list[Value],
    nbytes: list[Value],
) -> list[Value]:
    """Emit every lane's arrival; return the states before them."""
    builder = emitter.builder
    addresses = mbarrier_addresses(emitter, place)
    states = [Variable(builder, I64, integer(64, 0)) for _ in range(emitter.lanes)]
    for lane in active_lanes(emitter):
        check_mbarrier(emitter, instruction, addresses[lane])
        states[lane].set(_read(emitter, instruction, addresses[lane], lane))
        arguments = [emitter.arguments.context, emitter.arguments.shared, addresses[lane]]
        arguments += [arrivals[lane], nbytes[lane]]
        arguments += [emitter.location(instruction), thread_of(emitter, lane)]
        emitter.stop_if(call(builder, "mbarrier_update", I1, *arguments))
    return [state.get() for state in states]


def test_mbarrier(emitter: Emitter, instruction: Instruction, *, deliver: bool = False) -> Value:
    """Return whether a phase of an mbarrier is complete: the one of a parity, or of a state.

    With ``deliver``, the copies come that the phase still waits for.
    """
    builder = emitter.builder
    address = mbarrier_address(emitter, instruction)
    operand = instruction.operands[2]
    if emitter.varies(operand):
        raise emitter.refuse("lanes that run together wait for different phases")
    by_parity = "parity" in instruction.modifiers
    given = emitter.base(operand, _WORD if by_parity else _STATE)
    wanted = (
        builder.zext(builder.and_(given, integer(32, 1)), I64)
        if by_parity
        else call(builder, "mbarrier_parity", I64, given)
    )
    check_mbarrier(emitter, instruction, address)
    word = _read(emitter, instruction, address, 0)
    parity = Variable(builder, I64, call(builder, "mbarrier_parity", I64, word))
    if deliver:
        with builder.if_then(builder.icmp_unsigned("==", parity.get(), wanted)):
            arguments = [emitter.arguments.context, emitter.arguments.shared, address]
            emitter.stop_if(call(builder, "deliver_copies", I1, *arguments))
            word = _read(emitter, instruction, address, 0)
            parity.set(call(builder, "mbarrier_parity", I64, word))
    return builder.icmp_unsigned("!=", parity.get(), wanted)


def mbarrier_address(emitter: Emitter, instruction: Instruction) -> Value:
    """Return the shared address of the mbarrier for which all lanes wait."""
    place = instruction.operands[1]
    assert isinstance(place, Address)
    if emitter.varies(place.base):
        raise emitter.refuse("lanes that run together wait for different mbarriers")
    return mbarrier_addresses(emitter, place)[0]


def mbarrier_addresses(emitter: Emitter, operand: Operand) -> list[Value]:
    """Return each lane's shared address of an mbarrier, 64 bits wide."""
    if not isinstance(operand, Address):
        raise emitter.refuse("a memory operand is due")
    addresses = address_lanes(emitter, operand)
    assert emitter.current is not None
    names_shared = any(modifier.startswith("shared") for modifier in emitter.current.modifiers)
    if names_shared or isinstance(operand.base, Symbol):
        return addresses
    return [emitter.builder.sub(a, integer(64, SHARED_WINDOW)) for a in addresses]


def check_mbarrier(emitter: Emitter, instruction: Instruction, address: Value) -> None:
    """Tell the observer of an access to an mbarrier."""
    if emitter.on_access is not None:
        emitter.on_access(emitter, instruction, address, _BYTES, "shared")


def _read(emitter: Emitter, instruction: Instruction, address: Value, lane: int) -> Value:
    """Return an mbarrier's word; stop if there is none."""
    arguments = emitter.arguments
    where = [emitter.location(instruction), thread_of(emitter, lane)]
    word = call(
        emitter.builder, "mbarrier_read", I64, arguments.context, arguments.shared, address, *where
    )
    emitter.stop_if(emitter.builder.icmp_unsigned("==", word, integer(64, 0)))
    return word
