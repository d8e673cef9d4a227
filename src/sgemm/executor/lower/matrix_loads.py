"""Loads of matrices from shared memory by a warp: lanes name rows, and get parts of others' rows.

The runtime moves the bytes (runtime/matrix_loads.c): at once where a lane group holds whole warps,
and otherwise when all lanes of a warp have left their addresses in their headers.
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import COLUMNS_SHIFT, Collective, Header
from sgemm.executor.llvm_types import I1, I32, I64, integer, vector_type
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.matrices import WHOLE_WARP
from sgemm.executor.lower.per_lane import addresses_of
from sgemm.executor.lower.table import lowers
from sgemm.ptx.syntax import Instruction, elements_of

_M8N8, _ROWS = "ldmatrix.sync.aligned.m8n8", "(|.trans).(shared|shared::cta).b16"


@lowers(f"{_M8N8}.x1{_ROWS}", operands=">1b32 shared")
@lowers(f"{_M8N8}.x2{_ROWS}", operands=">2b32 shared")
@lowers(f"{_M8N8}.x4{_ROWS}", operands=">4b32 shared")
def load_in_group(emitter: Emitter, instruction: Instruction) -> None:
    """Do it at once: a lane group holds whole warps, whose lanes are all here."""
    builder, lanes = emitter.builder, emitter.lanes
    if emitter.refuse_apart():
        return
    targets = elements_of(instruction.operands[0])
    words = ir.VectorType(I32, lanes)
    addresses = emitter.scratch("rows", ir.VectorType(I64, lanes))
    builder.store(addresses_of(emitter, instruction.operands[1]), addresses)
    results = emitter.scratch("matrices", vector_type(I32, lanes * len(targets)))
    emitter.try_call(
        "load_matrices",
        *(addresses, results, integer(32, len(targets)), ir.Constant(I1, _transposes(instruction))),
        *(integer(32, lanes), emitter.arguments.thread, emitter.location()),
    )
    for number, target in enumerate(targets):
        place = builder.gep(results, [integer(64, number * lanes)], source_etype=I32)
        emitter.write(target, builder.load(place, typ=words))


def deposit_row(emitter: Emitter, instruction: Instruction) -> None:
    """Leave in the header of a lane group of one thread the address of its row."""
    builder = emitter.builder
    kind = Collective.LDMATRIX_TRANS if _transposes(instruction) else Collective.LDMATRIX
    count = len(elements_of(instruction.operands[0]))
    address = addresses_of(emitter, instruction.operands[1])
    high = builder.lshr(address, integer(64, 32))
    for word, value in {
        Header.KIND: integer(32, kind | count << COLUMNS_SHIFT),
        Header.MASK: integer(32, WHOLE_WARP),
        Header.VALUE: builder.trunc(address, I32),
        Header.LANE: builder.trunc(high, I32),
    }.items():
        emitter.set_header(word, value)


def _transposes(instruction: Instruction) -> bool:
    return "trans" in instruction.modifiers
