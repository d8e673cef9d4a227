"""Mbarriers: their making, arrivals, and the test that a wait repeats."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import MBARRIER_MAX_COUNT
from sgemm.executor.llvm_types import I32, I64, Value, constant, integer, with_element
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import elementwise
from sgemm.executor.lower.per_lane import (
    LaneResults,
    addresses_of,
    for_each_lane,
    operand_values,
    thread_of,
)
from sgemm.executor.lower.table import lowers
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.ptx.syntax import Address, Instruction, Operand, Symbol, Type

_WORD = Type("u", 32)
_STATE = Type("b", 64)
_SPACE = "(|.shared|.shared::cta)"
_ORDER = "(|.release.cta|.release.cluster|.relaxed.cta|.relaxed.cluster)"
_BYTES = 8


@lowers(f"mbarrier.init{_SPACE}.b64", operands="shared u32")
def make_mbarrier(emitter: Emitter, instruction: Instruction) -> None:
    """Make an mbarrier that expects a number of arrivals in each phase."""
    addresses = mbarrier_addresses(emitter, instruction.operands[0])
    counts = operand_values(emitter, instruction.operands[1], _WORD)
    with for_each_lane(emitter, addresses, counts) as (lane, (address, count)):
        check_mbarrier(emitter, address)
        where = emitter.location(), thread_of(emitter, lane)
        emitter.try_call("mbarrier_init", address, count, *where)


@lowers(f"mbarrier.inval{_SPACE}.b64", operands="shared")
def remove_mbarrier(emitter: Emitter, instruction: Instruction) -> None:
    """Make an mbarrier plain memory again."""
    addresses = mbarrier_addresses(emitter, instruction.operands[0])
    with for_each_lane(emitter, addresses) as (lane, (address,)):
        check_mbarrier(emitter, address)
        _read(emitter, address, thread_of(emitter, lane))
        shared = emitter.arguments.shared
        emitter.builder.call_named("mbarrier_inval", ir.VoidType(), shared, address)


@lowers(f"mbarrier.arrive{_ORDER}{_SPACE}.b64", operands=">b64? shared [u32]")
@lowers(f"mbarrier.arrive{_ORDER}.shared::cluster.b64", operands="nothing shared [u32]")
@lowers(f"mbarrier.arrive.expect_tx{_ORDER}{_SPACE}.b64", operands=">b64? shared u32")
@lowers(f"mbarrier.arrive.expect_tx{_ORDER}.shared::cluster.b64", operands="nothing shared u32")
def arrive(emitter: Emitter, instruction: Instruction) -> None:
    """Arrive, once or as often as is said, or expecting bytes; the state is that of before."""
    target, place, *rest = instruction.operands
    expects = "expect_tx" in instruction.modifiers
    number = operand_values(emitter, rest[0], _WORD) if rest else integer(32, 1)
    arrivals, nbytes = (integer(32, 1), number) if expects else (number, integer(32, 0))
    emitter.write(target, _update(emitter, place, arrivals, nbytes).read())


@lowers(
    f"mbarrier.expect_tx(|.relaxed.cta|.relaxed.cluster){_SPACE}.b64",
    "mbarrier.expect_tx(|.relaxed.cta|.relaxed.cluster).shared::cluster.b64",
    operands="shared u32",
)
def expect_bytes(emitter: Emitter, instruction: Instruction) -> None:
    """Expect so many bytes more in the current phase."""
    place, number = instruction.operands
    nbytes = operand_values(emitter, number, _WORD)
    _update(emitter, place, integer(32, 0), nbytes)


@elementwise("mbarrier.pending_count.b64", operands=">u32 b64")
def pending_count(emitter: Emitter, instruction: Instruction, state: Value) -> Value:
    """Return how many arrivals were pending when a state was taken."""
    counts = emitter.builder.and_(state, constant(state.type, MBARRIER_MAX_COUNT))
    return emitter.builder.trunc(counts, with_element(state.type, I32))


def _update(emitter: Emitter, place: Operand, arrivals: Value, nbytes: Value) -> LaneResults:
    """Emit every lane's arrival; return the states before them."""
    addresses = mbarrier_addresses(emitter, place)
    states = LaneResults(emitter, I64)
    with for_each_lane(emitter, addresses, arrivals, nbytes) as (lane, (address, *numbers)):
        check_mbarrier(emitter, address)
        thread = thread_of(emitter, lane)
        states.set(lane, _read(emitter, address, thread))
        emitter.try_call("mbarrier_update", address, *numbers, emitter.location(), thread)
    return states


def test_mbarrier(emitter: Emitter, *, deliver: bool = False) -> Value:
    """Return whether a phase of an mbarrier is complete: the one of a parity, or of a state.

    With ``deliver``, the copies come that the phase still waits for.
    """
    builder, instruction = emitter.builder, emitter.instruction
    address = mbarrier_address(emitter)
    operand = instruction.operands[2]
    if emitter.varies(operand):
        raise emitter.refuse("lanes that run together wait for different phases")
    by_parity = "parity" in instruction.modifiers
    given = emitter.base(operand, _WORD if by_parity else _STATE)
    wanted = (
        builder.zext(builder.and_(given, integer(32, 1)), I64)
        if by_parity
        else builder.call_named("mbarrier_parity", I64, given)
    )
    check_mbarrier(emitter, address)

    def parity() -> Value:
        word = _read(emitter, address, emitter.arguments.thread)
        return builder.call_named("mbarrier_parity", I64, word)

    found = parity()
    if deliver:
        before = builder.block
        waits = builder.icmp_unsigned("==", found, wanted)
        with builder.if_then(waits):
            emitter.try_call("deliver_copies", address)
            later, delivered = parity(), builder.block
        merged = builder.phi(I64)
        merged.add_incoming(found, before)
        merged.add_incoming(later, delivered)
        found = merged
    complete = builder.icmp_unsigned("!=", found, wanted)
    if emitter.plan.watches_proxies or emitter.plan.watches_clusters:
        with builder.if_then(complete):
            emitter.note("pass_mbarrier", address, emitter.arguments.thread)
    return complete


def mbarrier_address(emitter: Emitter) -> Value:
    """Return the shared address of the mbarrier for which all lanes wait."""
    place = emitter.instruction.operands[1]
    assert isinstance(place, Address)
    if emitter.varies(place.base):
        raise emitter.refuse("lanes that run together wait for different mbarriers")
    address = mbarrier_addresses(emitter, place)
    is_vector = isinstance(address.type, ir.VectorType)
    return emitter.builder.extract_element(address, integer(32, 0)) if is_vector else address


def mbarrier_addresses(emitter: Emitter, operand: Operand) -> Value:
    """Return the shared addresses of mbarriers, 64 bits wide, of all lanes."""
    assert isinstance(operand, Address)
    addresses = addresses_of(emitter, operand)
    names_shared = any(each.startswith("shared") for each in emitter.instruction.modifiers)
    if names_shared or isinstance(operand.base, Symbol):
        return addresses
    return emitter.builder.sub(addresses, constant(addresses.type, SHARED_WINDOW))


def check_mbarrier(emitter: Emitter, address: Value) -> None:
    """Check an access to an mbarrier in checked mode."""
    remote = "shared::cluster" in emitter.instruction.modifiers
    emitter.check_access(address, _BYTES, "shared::cluster" if remote else "shared")


def _read(emitter: Emitter, address: Value, thread: Value) -> Value:
    """Return an mbarrier's word; stop if there is none."""
    own = emitter.arguments
    where = own.context, own.shared, address, emitter.location(), thread
    word = emitter.builder.call_named("mbarrier_read", I64, *where)
    emitter.stop_if(emitter.builder.icmp_unsigned("==", word, integer(64, 0)))
    return word
