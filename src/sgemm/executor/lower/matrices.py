"""Matrix instructions of a warp: its lanes bring their parts of A, B and C, and get theirs of D.

The runtime computes them, on registers in memory (runtime/tensor_cores.c).
"""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.abi import FRAGMENT_A, FRAGMENT_B, FRAGMENT_C, Collective, Failure, Header
from sgemm.executor.llvm_types import I1, I32, Value, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.table import lowers
from sgemm.executor.runtime import call
from sgemm.ptx.syntax import Instruction, Register, Type, Vector

_WORD = Type("b", 32)
_WHOLE_WARP = 2**32 - 1
_OPERANDS = (FRAGMENT_A, FRAGMENT_B, FRAGMENT_C)


@lowers(
    "mma.sync.aligned.m16n8k16.row.col.f32.(f16.f16|bf16.bf16).f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.(f16.f16|bf16.bf16|tf32.tf32).f32",
    "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",
)
def multiply_in_group(emitter: Emitter, instruction: Instruction) -> None:
    """Do it at once: a lane group holds whole warps, whose lanes are all here."""
    builder, lanes = emitter.builder, emitter.lanes
    if emitter.guard is not None:
        raise emitter.refuse("a guarded wait; branch around it instead")
    if lanes == 1:
        # The slow path: plans see to it that no lanes that have diverged come here.
        emitter.record_failure(instruction, Failure.DIVERGED_BARRIER, integer(64, 0))
        emitter.stop_if(ir.Constant(I1, 1))
        return
    places = []
    for name, operand in zip("abc", instruction.operands[1:], strict=True):
        registers = _registers(operand)
        place = emitter.scratch(f"fragment_{name}", ir.VectorType(I32, 4 * lanes))
        for number, register in enumerate(registers):
            builder.store(emitter.vector(register, _WORD), _of(emitter, place, number))
        places.append(place)
    kind = integer(32, _collective(instruction))
    call(builder, "multiply_fragments", ir.VoidType(), kind, *places, integer(32, lanes))
    for number, register in enumerate(_registers(instruction.operands[0])):
        result = builder.load(_of(emitter, places[2], number), typ=ir.VectorType(I32, lanes))
        assert emitter.is_varying(register.name)
        emitter.write(register, result)


def deposit_fragments(emitter: Emitter, instruction: Instruction) -> None:
    """Leave in the frame of a lane group of one thread its parts of A, B and C."""
    emitter.set_header(Header.KIND, integer(32, _collective(instruction)))
    emitter.set_header(Header.MASK, integer(32, _WHOLE_WARP))
    for first, operand in zip(_OPERANDS, instruction.operands[1:], strict=True):
        for number, register in enumerate(_registers(operand), first):
            value = emitter.base(register, _WORD)
            emitter.builder.store(value, _in_frame(emitter, number), align=4)


def collect_fragments(emitter: Emitter, instruction: Instruction) -> None:
    """Take from the frame this thread's part of D."""
    for number, register in enumerate(_registers(instruction.operands[0]), FRAGMENT_C):
        result = emitter.builder.load(_in_frame(emitter, number), typ=I32, align=4)
        emitter.write(register, result)


def _registers(operand: object) -> tuple[Register, ...]:
    assert isinstance(operand, Vector)
    return operand.elements  # type: ignore[return-value]  # as instruction_checks has seen


def _collective(instruction: Instruction) -> Collective:
    """Return the kind of a matrix instruction: the format of A, and how many registers B has."""
    count = len(_registers(instruction.operands[2]))
    return Collective[f"MMA_{instruction.modifiers[-3].upper()}_{count}"]


def _of(emitter: Emitter, place: Value, number: int) -> Value:
    """Return where a register of all lanes is among those of an operand."""
    return emitter.builder.gep(place, [integer(64, number * emitter.lanes)], source_etype=I32)


def _in_frame(emitter: Emitter, number: int) -> Value:
    return emitter.frame_place(emitter.plan.frame.fragments + 4 * number)
