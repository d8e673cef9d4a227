"""Matrix instructions of a warp: its lanes bring their parts of A, B and C, and get theirs of D.

The runtime computes them, on registers in memory (runtime/tensor_cores.c).

Those of a warpgroup, ``wgmma``, are instructions of its warps here: each computes 16 rows, and
reads A and B, or B alone, from shared memory by a descriptor. They are done at once, as the GPU may
do; groups and waits have nothing left to do.
"""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir

from sgemm.executor.abi import (
    COLUMNS_SHIFT,
    FRAGMENT_A,
    FRAGMENT_B,
    FRAGMENT_C,
    NEGATED,
    TRANSPOSED_A,
    TRANSPOSED_B,
    Collective,
    Header,
)
from sgemm.executor.llvm_types import I1, I32, I64, POINTER, Value, constant, integer
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.table import lowers
from sgemm.executor.waits import is_matrix
from sgemm.ptx.syntax import (
    PREDICATE,
    Instruction,
    Operand,
    Type,
    Vector,
    elements_of,
    integer_of,
    registers_of,
)

_Read = Callable[[Operand, Type], Value]
_WORD = Type("b", 32)
_DESCRIPTOR = Type("b", 64)
_COLUMNS = range(8, 257, 8)
WHOLE_WARP = 2**32 - 1
_OPERANDS = (FRAGMENT_A, FRAGMENT_B, FRAGMENT_C)


@lowers(
    "mma.sync.aligned.m16n8k16.row.col.f32.(f16.f16|bf16.bf16).f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    operands=">4f32 4b32 2b32 4f32",
)
@lowers(
    "mma.sync.aligned.m16n8k8.row.col.f32.(f16.f16|bf16.bf16).f32",
    "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",
    operands=">4f32 2b32 1b32 4f32",
)
@lowers(
    *(f"wgmma.mma_async.sync.aligned.m64n{n}k16.f32.(f16.f16|bf16.bf16)" for n in _COLUMNS),
    *(f"wgmma.mma_async.sync.aligned.m64n{n}k8.f32.tf32.tf32" for n in _COLUMNS),
    operands="warpgroup",
)
def multiply_in_group(emitter: Emitter, instruction: Instruction) -> None:
    """Do it at once: a lane group holds whole warps, whose lanes are all here."""
    builder, lanes = emitter.builder, emitter.lanes
    if emitter.refuse_apart():
        return
    a, b = _factors(emitter, instruction, emitter.vector)
    places = [_in_scratch(emitter, "a", a), _in_scratch(emitter, "b", b)]
    results = list(registers_of(instruction.operands[:1]))
    in_place = _lie_together(emitter, results) and _adds_alike(emitter, instruction)
    if in_place:
        _set_addend(emitter, instruction)
        places.append(emitter.slots[results[0]])
    else:
        places.append(_in_scratch(emitter, "c", _addend(emitter, instruction, emitter.vector)))
    kind = integer(32, _collective(instruction))
    where = emitter.arguments.thread, emitter.location()
    emitter.attempt("multiply_fragments", kind, *places, integer(32, lanes), *where)
    for number, register in enumerate(() if in_place else elements_of(instruction.operands[0])):
        result = builder.load(_of(emitter, places[2], number), typ=ir.VectorType(I32, lanes))
        emitter.write(register, result)


def _in_scratch(emitter: Emitter, name: str, words: list[Value]) -> Value:
    """Store the registers of an operand one after the other; return where."""
    kind = ir.VectorType(I32, len(words) * emitter.lanes)
    place = emitter.scratch(f"fragment_{name}", kind)
    for number, word in enumerate(words):
        emitter.builder.store(word, _of(emitter, place, number))
    return place


def _lie_together(emitter: Emitter, registers: list[str]) -> bool:
    """Whether registers live in memory one after the other."""
    first, *others = (emitter.plan.in_memory[name] for name in registers)
    return others == list(range(first + 1, first + len(registers)))


def _adds_alike(emitter: Emitter, instruction: Instruction) -> bool:
    """Whether C is zero in all lanes or in none, as PTX wants it."""
    return instruction.opcode == "mma" or not emitter.varies(instruction.operands[3])


def _set_addend(emitter: Emitter, instruction: Instruction) -> None:
    """Write C where D is to be."""
    builder = emitter.builder
    if instruction.opcode == "mma":
        if instruction.operands[3] != instruction.operands[0]:
            addend = _addend(emitter, instruction, emitter.vector)
            for register, word in zip(elements_of(instruction.operands[0]), addend, strict=True):
                emitter.write(register, word)
        return
    first, *others = registers_of(instruction.operands[:1])
    adds = emitter.read(instruction.operands[3], PREDICATE, varying=False)
    with builder.if_then(builder.not_(adds)):
        nbytes = integer(64, 4 * emitter.lanes * (1 + len(others)))
        arguments = [emitter.slots[first], integer(8, 0), nbytes, ir.Constant(I1, 0)]
        builder.intrinsic_for([POINTER, I64], "memset", ir.VoidType(), *arguments)


def deposit_fragments(emitter: Emitter, instruction: Instruction) -> None:
    """Leave in the frame of a lane group of one thread its parts of A, B and C."""
    emitter.set_header(Header.KIND, integer(32, _collective(instruction)))
    emitter.set_header(Header.MASK, integer(32, WHOLE_WARP))
    a, b = _factors(emitter, instruction, emitter.base)
    c = _addend(emitter, instruction, emitter.base)
    for first, words in zip(_OPERANDS, (a, b, c), strict=True):
        for number, word in enumerate(words, first):
            emitter.builder.store(word, _in_frame(emitter, number), align=4)


def collect_fragments(emitter: Emitter, instruction: Instruction) -> None:
    """Take from the frame this thread's part of D, or of matrices that were loaded."""
    first = FRAGMENT_C if is_matrix(instruction) else 0
    for number, register in enumerate(elements_of(instruction.operands[0]), first):
        result = emitter.builder.load(_in_frame(emitter, number), typ=I32, align=4)
        emitter.write(register, result)


def _factors(emitter: Emitter, instruction: Instruction, read: _Read) -> list[list[Value]]:
    """Return the words of A and B; a descriptor is two."""
    builder, found = emitter.builder, []
    for operand in instruction.operands[1:3]:
        if isinstance(operand, Vector):
            found.append([read(each, _WORD) for each in elements_of(operand)])
            continue
        value = read(operand, _DESCRIPTOR)
        is_vector = isinstance(value.type, ir.VectorType)
        word = ir.VectorType(I32, value.type.count) if is_vector else I32
        high = builder.lshr(value, constant(value.type, 32))
        found.append([builder.trunc(each, word) for each in (value, high)])
    return found


def _addend(emitter: Emitter, instruction: Instruction, read: _Read) -> list[Value]:
    """Return the words of C."""
    operands = instruction.operands
    if instruction.opcode == "mma":
        return [read(each, _WORD) for each in elements_of(operands[3])]
    adds = read(operands[3], PREDICATE)
    accumulators = [read(each, _WORD) for each in elements_of(operands[0])]
    zero = constant(accumulators[0].type, 0)
    return [emitter.builder.choose(adds, each, zero) for each in accumulators]


def _collective(instruction: Instruction) -> int:
    """Return the kind of a matrix instruction.

    It is the format of A with how many registers B has, or where A is and the columns of B.
    """
    if instruction.opcode == "wgmma":
        columns = len(elements_of(instruction.operands[0])) // 4
        where = "REGISTERS" if isinstance(instruction.operands[1], Vector) else "SHARED"
        kind: int = Collective[f"WGMMA_{instruction.modifiers[-1].upper()}_{where}"]
        scale_a, scale_b, *transposed = map(integer_of, instruction.operands[4:])
        kind |= NEGATED if scale_a != scale_b else 0
        # Of A only where it is in shared memory; B comes last.
        for is_transposed, flag in zip(
            transposed[::-1], (TRANSPOSED_B, TRANSPOSED_A), strict=False
        ):
            kind |= flag if is_transposed else 0
        return kind | columns << COLUMNS_SHIFT
    count = len(elements_of(instruction.operands[2]))
    return Collective[f"MMA_{instruction.modifiers[-3].upper()}_{count}"]


def _of(emitter: Emitter, place: Value, number: int) -> Value:
    """Return where a register of all lanes is among those of an operand."""
    return emitter.builder.gep(place, [integer(64, number * emitter.lanes)], source_etype=I32)


def _in_frame(emitter: Emitter, number: int) -> Value:
    return emitter.frame_place(emitter.plan.frame.fragments + 4 * number)
