"""Generated code that tells what went wrong."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.context import Failure, Word
from sgemm.executor.llvm_types import I8, I64, Value, integer


def record_failure(
    builder: ir.IRBuilder,
    context: Value,
    failure: Failure | Value,
    location: Value,
    address: Value,
    thread: Value,
    value: Value | None = None,
) -> None:
    """Write an error into the context."""
    if thread.type != I64:
        thread = builder.zext(thread, I64)
    if isinstance(failure, Failure):
        failure = integer(64, failure)
    for word, number in (
        (Word.ERROR, failure),
        (Word.ERROR_LOCATION, location),
        (Word.ERROR_ADDRESS, address),
        (Word.ERROR_THREAD, thread),
        (Word.ERROR_VALUE, integer(64, 0) if value is None else value),
    ):
        place = builder.gep(context, [integer(64, 8 * word)], source_etype=I8)
        builder.store(number, place, align=8)
