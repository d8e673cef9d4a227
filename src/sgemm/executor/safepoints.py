"""Safepoint polls: how generated code learns that nobody wants the rest.

A word that a launch's threads share is set when a block has failed or has run for too long, and
when a launch is interrupted. All that may run for long polls it: each lane group before it runs,
loops at some of their back edges, and workers before they take a block.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import Word
from sgemm.executor.llvm_types import I8, I64, POINTER, Value, integer

BACK_EDGES_PER_POLL = 1024
"""Back edges after which a loop polls, a power of two: so rarely that loops are as fast as
without, and so often that the longest bodies take less than a second together."""


def is_stopped(builder: ir.IRBuilder, context: Value) -> Value:
    """Return whether the launch is to stop, as it is now: LLVM must not remember it.

    An atomic load would do, and would keep LLVM from moving other loads out of a loop. So the load
    is a plain one, from a pointer of which LLVM knows nothing.
    """
    place = builder.gep(context, [integer(64, 8 * Word.STOP)], source_etype=I8)
    word = builder.inttoptr(builder.load(place, typ=I64, align=8), POINTER)
    kind = ir.FunctionType(POINTER, [POINTER])
    anywhere = ir.InlineAsm(kind, "", "=r,0", side_effect=True)
    unknown = builder.call(anywhere, [word], attrs=("readnone", "nounwind"))
    asked = builder.load(unknown, typ=I64, align=8)
    return builder.icmp_unsigned("!=", asked, integer(64, 0))
