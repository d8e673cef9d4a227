"""Mbarriers: 64 bits of shared memory that count arrivals and bytes, phase by phase.

What the bits mean is the hardware's secret; kernels treat them as opaque. Here they are

- 0 ... 19: arrivals that the current phase still expects;
- 20 ... 39: arrivals that every phase expects;
- 40 ... 60: bytes that copies still have to bring (the tx-count), plus 2**20: copies may be
  complete before anybody said that they are expected;
- 61: the parity of the current phase;
- 62 and 63: 0 and 1, the sign that there is an mbarrier here at all.

A phase is complete when it expects neither arrivals nor bytes; then the next one begins.
"""

from __future__ import annotations

import dataclasses

from llvmlite import ir

from sgemm.executor.context import Failure
from sgemm.executor.failures import record_failure
from sgemm.executor.llvm_types import I1, I8, I32, I64, POINTER, Value, integer
from sgemm.executor.structured import internal_function

COUNT_BITS = 20
MAX_COUNT = 2**COUNT_BITS - 1
"""Most arrivals, and most bytes either way."""

_EXPECTED = COUNT_BITS
_BYTES = 2 * COUNT_BITS
_BYTES_BITS = COUNT_BITS + 1
_BIAS = 1 << COUNT_BITS
_PHASE = _BYTES + _BYTES_BITS
_SIGN = 0b10 << (_PHASE + 1)


@dataclasses.dataclass(frozen=True, slots=True)
class MbarrierContents:
    """What an mbarrier holds, for people.

    Parameters
    ----------
    pending : int
        Arrivals that the current phase still expects.
    expected : int
        Arrivals that every phase expects.
    nbytes : int
        Bytes that are still to be copied.
    parity : int
        Of the current phase.
    """

    pending: int
    expected: int
    nbytes: int
    parity: int

    @classmethod
    def from_word(cls, word: int) -> MbarrierContents:
        """Read the 64 bits."""
        return cls(
            word & MAX_COUNT,
            word >> _EXPECTED & MAX_COUNT,
            (word >> _BYTES & (2**_BYTES_BITS - 1)) - _BIAS,
            word >> _PHASE & 1,
        )


def initialise(module: ir.Module) -> ir.Function:
    """Return ``mbarrier_init(context, shared, address, count, ...)``; true if failed."""
    kinds = [POINTER, POINTER, I64, I32, I64, I32]
    function, builder, is_new = internal_function(module, "mbarrier_init", I1, kinds)
    if not is_new:
        return function
    context, shared, address, count, location, thread = function.args
    count = builder.zext(count, I64)
    # Zero wraps around to the largest number.
    too_large = builder.icmp_unsigned(
        ">=", builder.sub(count, integer(64, 1)), integer(64, MAX_COUNT)
    )
    with builder.if_then(too_large, likely=False):
        record_failure(builder, context, Failure.WRONG_COUNT, location, address, thread, count)
        builder.ret(ir.Constant(I1, 1))
    counts = builder.or_(count, builder.shl(count, integer(64, _EXPECTED)))
    word = builder.or_(counts, integer(64, _SIGN | _BIAS << _BYTES))
    builder.store(word, builder.gep(shared, [address], source_etype=I8), align=8)
    builder.ret(ir.Constant(I1, 0))
    return function


def update(module: ir.Module) -> ir.Function:
    """Return ``mbarrier_update(context, shared, address, arrivals, nbytes, location, thread)``.

    It takes arrivals off what the phase expects and adds bytes to what it waits for (less, if the
    number is negative), completes the phase if nothing is left, and is true if that failed.
    """
    kinds = [POINTER, POINTER, I64, I32, I32, I64, I32]
    function, builder, is_new = internal_function(module, "mbarrier_update", I1, kinds)
    if not is_new:
        return function
    context, shared, address, arrivals, nbytes, location, thread = function.args
    place = builder.gep(shared, [address], source_etype=I8)
    word = builder.load(place, typ=I64, align=8)

    def fail_if(condition: Value, failure: Failure) -> None:
        with builder.if_then(condition, likely=False):
            record_failure(builder, context, failure, location, address, thread, word)
            builder.ret(ir.Constant(I1, 1))

    fail_if(_is_none(builder, word), Failure.NO_MBARRIER)
    mask = integer(64, MAX_COUNT)
    pending = builder.and_(word, mask)
    wide = builder.zext(arrivals, I64)
    fail_if(builder.icmp_unsigned(">", wide, pending), Failure.TOO_MANY_ARRIVALS)
    pending = builder.sub(pending, wide)
    expected = builder.and_(builder.lshr(word, integer(64, _EXPECTED)), mask)
    waiting = builder.and_(builder.lshr(word, integer(64, _BYTES)), integer(64, 2**_BYTES_BITS - 1))
    waiting = builder.add(waiting, builder.sext(nbytes, I64))
    # One less, so that the least and the largest number are as far from the bias.
    off_range = builder.icmp_unsigned(
        ">=", builder.sub(waiting, integer(64, 1)), integer(64, 2 * MAX_COUNT + 1)
    )
    fail_if(off_range, Failure.TOO_MANY_BYTES)
    complete = builder.and_(
        builder.icmp_unsigned("==", pending, integer(64, 0)),
        builder.icmp_unsigned("==", waiting, integer(64, _BIAS)),
    )
    phase = builder.and_(word, integer(64, 1 << _PHASE))
    phase = builder.xor(phase, builder.shl(builder.zext(complete, I64), integer(64, _PHASE)))
    result = builder.or_(integer(64, _SIGN), phase)
    result = builder.or_(result, builder.shl(waiting, integer(64, _BYTES)))
    result = builder.or_(result, builder.shl(expected, integer(64, _EXPECTED)))
    result = builder.or_(result, builder.select(complete, expected, pending))
    builder.store(result, place, align=8)
    builder.ret(ir.Constant(I1, 0))
    return function


def expect_one_more(module: ir.Module) -> ir.Function:
    """Return ``mbarrier_expect(context, shared, address, location, thread)``; true if it failed.

    The current phase then expects one arrival more, and the next ones as many as before.
    """
    kinds = [POINTER, POINTER, I64, I64, I32]
    function, builder, is_new = internal_function(module, "mbarrier_expect", I1, kinds)
    if not is_new:
        return function
    context, shared, address, location, thread = function.args
    word, is_none = read(builder, context, shared, address, location, thread)
    with builder.if_then(is_none, likely=False):
        builder.ret(ir.Constant(I1, 1))
    mask = integer(64, MAX_COUNT)
    full = builder.icmp_unsigned("==", builder.and_(word, mask), mask)
    with builder.if_then(full, likely=False):
        record_failure(builder, context, Failure.WRONG_COUNT, location, address, thread, mask)
        builder.ret(ir.Constant(I1, 1))
    place = builder.gep(shared, [address], source_etype=I8)
    builder.store(builder.add(word, integer(64, 1)), place, align=8)
    builder.ret(ir.Constant(I1, 0))
    return function


def read(
    builder: ir.IRBuilder,
    context: Value,
    shared: Value,
    address: Value,
    location: Value,
    thread: Value,
) -> tuple[Value, Value]:
    """Return an mbarrier's word, and whether there is none (recorded as an error)."""
    word = builder.load(builder.gep(shared, [address], source_etype=I8), typ=I64, align=8)
    is_none = _is_none(builder, word)
    with builder.if_then(is_none, likely=False):
        record_failure(builder, context, Failure.NO_MBARRIER, location, address, thread, word)
    return word, is_none


def phase_of(builder: ir.IRBuilder, word: Value) -> Value:
    """Return the parity of an mbarrier's current phase, or of that in a state, as 64 bits."""
    return builder.and_(builder.lshr(word, integer(64, _PHASE)), integer(64, 1))


def invalidate(builder: ir.IRBuilder, shared: Value, address: Value) -> None:
    """Emit code after which there is no mbarrier at an address."""
    place = builder.gep(shared, [address], source_etype=I8)
    builder.store(integer(64, 0), place, align=8)


def pending_of(builder: ir.IRBuilder, state: Value) -> Value:
    """Return how many arrivals an mbarrier expected when a state was taken, as 32 bits."""
    return builder.trunc(builder.and_(state, integer(64, MAX_COUNT)), I32)


def _is_none(builder: ir.IRBuilder, word: Value) -> Value:
    sign = builder.lshr(word, integer(64, _PHASE + 1))
    return builder.icmp_unsigned("!=", sign, integer(64, 0b10))
