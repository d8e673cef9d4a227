"""The function of a kernel that is observed: it notes what each thread does, in its order.

An observed kernel runs one thread at a time, as in checked mode. Before each access to memory, each
fused multiply-add, each matrix instruction and each wait it appends an event: which instruction,
which thread of which block, and the address; of a texel outside its texture, where it would lie.
Other kernels have none of this code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from llvmlite import ir

from sgemm.executor.abi import Word
from sgemm.executor.llvm_types import I8, I32, I64, POINTER, Value, integer
from sgemm.executor.lower.access import Access
from sgemm.executor.lower.emitter import Locations
from sgemm.executor.lower.per_lane import addresses_of
from sgemm.executor.lower.textures import texture_of
from sgemm.executor.memory import LinearTexture
from sgemm.executor.observer import EVENT, OBSERVATION, WORDS, Observed
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.text_builder import TextBuilder
from sgemm.executor.vector_function import VectorFunctionWriter
from sgemm.ptx.syntax import Address, Instruction, TextureAddress, Type, integer_of

ACCESSES = frozenset({"ld", "st", "atom", "red", "ldmatrix"})
OTHERS = frozenset({"fma", "mma", "wgmma", "bar", "barrier", "mbarrier", "cp"})

_NO_ADDRESS = integer(64, 0)

FIELDS: Mapping[str, Any] = EVENT.fields or {}  # type and place of each field of an event


class ObservedFunctionWriter(VectorFunctionWriter):
    """Writes ``vector_function`` for a kernel that is observed; ``observed`` lists its events."""

    def __init__(self, plan: ExecutionPlan, module: ir.Module, locations: Locations) -> None:
        super().__init__(plan, module, locations)
        assert plan.lanes == 1
        words = ir.ArrayType(I64, WORDS)
        place = ir.GlobalVariable(module, words, OBSERVATION)
        place.initializer = ir.Constant(words, None)
        self._note = _define_note(module, place)

    def _prepare(self, instruction: Instruction) -> None:
        super()._prepare(instruction)
        for space, address, nbytes in self._events(instruction):
            index = len(self.observed)
            line = instruction.location.line
            self.observed += (Observed(index, instruction.operation, line, space, nbytes),)
            arguments = [self.arguments.context, self.arguments.thread, integer(32, index), address]
            if instruction.guard is None:
                self.builder.call(self._note, arguments)
            else:
                condition = self.emitter.guard_value(instruction.guard)
                with self.builder.if_then(condition):
                    self.builder.call(self._note, arguments)

    def _events(self, instruction: Instruction) -> list[tuple[str, Value, int]]:
        """Return space, address and bytes of what an instruction does, as often as it does it."""
        emitter, opcode = self.emitter, instruction.opcode
        if opcode in ACCESSES and "param" not in instruction.modifiers:
            operand = next(each for each in instruction.operands if isinstance(each, Address))
            access = Access(emitter, operand)
            return [(access.space.partition("::")[0], access.base(), access.nbytes * access.count)]
        if opcode == "tex":
            texture = next(
                each for each in instruction.operands if isinstance(each, TextureAddress)
            )
            with emitter.guarded_by(instruction.guard):
                start, _ = texture_of(emitter, texture)
            texel = self.builder.sext(emitter.base(texture.coordinates[0], Type("s", 32)), I64)
            address = self.builder.add(
                start, self.builder.mul(texel, integer(64, LinearTexture.TEXEL_BYTES))
            )
            return [("texture", address, LinearTexture.TEXEL_BYTES)]
        if opcode not in OTHERS or (opcode == "fma" and "f32" not in instruction.modifiers):
            return []
        addresses = [each for each in instruction.operands if isinstance(each, Address)]
        if opcode == "cp" and "bulk" in instruction.modifiers and addresses:
            return [("shared", addresses_of(emitter, addresses[0]), 0)]
        if opcode == "cp" and len(addresses) == 2:
            size = integer_of(instruction.operands[2])
            places = zip(("shared", "global"), addresses, strict=True)
            return [(space, addresses_of(emitter, each), size) for space, each in places]
        return [("", _NO_ADDRESS, 0)]


def _define_note(module: ir.Module, place: ir.GlobalVariable) -> ir.Function:
    """Define the function that appends an event, or only counts it where there is no space left."""
    kind = ir.FunctionType(ir.VoidType(), [POINTER, I32, I32, I64])
    function = ir.Function(module, kind, "note_event")
    function.linkage = "internal"
    context, thread, index, address = function.args
    builder = TextBuilder(function.append_basic_block("entry"))

    def word(pointer: Value, offset: int) -> Value:
        return builder.gep(pointer, [integer(64, offset)], source_etype=I8)

    def grid(field: Word) -> Value:
        return builder.load(word(context, 8 * field), typ=I64, align=8)

    start = builder.inttoptr(builder.ptrtoint(place, I64), POINTER)
    events, capacity, count, threads = (
        builder.load(word(start, 8 * i), typ=I64, align=8) for i in range(WORDS)
    )
    left_out = builder.icmp_unsigned(">=", builder.zext(thread, I64), threads)
    with builder.if_then(left_out):
        builder.ret_void()
    builder.store(builder.add(count, integer(64, 1)), word(start, 16), align=8)
    block = builder.add(builder.mul(grid(Word.BLOCK_Z), grid(Word.GRID_Y)), grid(Word.BLOCK_Y))
    block = builder.add(builder.mul(block, grid(Word.GRID_X)), grid(Word.BLOCK_X))
    values = {"instruction": index, "thread": thread, "block": block, "address": address}
    with builder.if_then(builder.icmp_unsigned("<", count, capacity)):
        offset = builder.add(events, builder.mul(count, integer(64, EVENT.itemsize)))
        event = builder.inttoptr(offset, POINTER)
        for name, value in values.items():
            field, begin = FIELDS[name][:2]
            wanted = ir.IntType(8 * field.itemsize)
            if value.type != wanted:
                value = builder.trunc(value, wanted)
            builder.store(value, word(event, begin), align=field.itemsize)
    builder.ret_void()
    return function
