"""What each instruction does, to the reference interpreter: to registers, and to memory.

An instruction is made once into a function that acts on a thread's registers, seen from its place.
"""

from collections.abc import Callable

from reference_memory import SHARED_WINDOW, Memory
from reference_operands import Operands, Place, Reader, Registers, count_of
from reference_operations import (
    BITWISE,
    Operation,
    as_signed,
    comparison_of,
    conversion_of,
    operation_of,
    type_of,
)
from reference_waits import waits_for_others

from sgemm.ptx.syntax import Address, Instruction, Integer, Operand, Symbol, TextureAddress

Action = Callable[[Registers, Place], None]

NOTHING = ("bra", "ret", "exit", "membar", "fence", "prefetch", "prefetchu")
"""What touches neither registers nor memory."""


class Instructions:
    """Actions of instructions; control flow and barriers are the interpreter's own.

    - ``memory``: global memory.
    - ``parameters``: the parameter space.
    - ``parameter_offsets``: where in it each parameter lies.
    - ``textures``: texels of four floats, by their handles.
    """

    def __init__(
        self,
        operands: Operands,
        memory: Memory,
        parameters: bytes,
        parameter_offsets: dict[str, int],
        textures: dict[int, bytes],
    ) -> None:
        self.operands = operands
        self.memory = memory
        self.parameters = parameters
        self.parameter_offsets = parameter_offsets
        self.textures = textures

    def guard(self, instruction: Instruction) -> Reader | None:
        """How the guard of an instruction is read, if it has one."""
        if instruction.guard is None:
            return None
        read = self.operands.value(instruction.guard.register, 1)
        if instruction.guard.negated:
            return lambda registers, place: 1 - read(registers, place)
        return read

    def action(self, instruction: Instruction) -> Action:
        """What an instruction does."""
        opcode, modifiers = instruction.opcode, instruction.modifiers
        if opcode in NOTHING or waits_for_others(instruction):
            return _nothing
        if opcode == "cp":
            return self._copy(instruction) if "global" in modifiers else _nothing
        if opcode == "ld":
            return self._load(instruction)
        if opcode == "st":
            return self._store(instruction)
        if opcode == "tex":
            return self._texture(instruction)
        if opcode == "setp":
            return self._compare(instruction)
        compute, source_bits, result_bits = self._operation(instruction)
        destination, *sources = instruction.operands
        readers = [self.operands.value(s, b) for s, b in zip(sources, source_bits, strict=True)]
        is_signed = opcode == "cvt" and modifiers[-2][0] == "s"
        write = self.operands.destination(destination, signed=is_signed, bits=result_bits)
        return lambda registers, place: write(
            registers, compute(*[read(registers, place) for read in readers])
        )

    def _operation(self, instruction: Instruction) -> Operation:
        """What is computed from registers alone."""
        modifiers = instruction.modifiers
        bits = type_of(modifiers[-1])[1]
        match instruction.opcode:
            case "mov":
                target, source = (bits // count_of(operand) for operand in instruction.operands)
                return (lambda number: number), (source,), target
            case "cvt":
                return conversion_of(modifiers), (bits,), type_of(modifiers[-2])[1]
            case "cvta":
                move = SHARED_WINDOW if "shared" in modifiers else 0
                move = -move if "to" in modifiers else move
                return (lambda address: address + move), (64,), 64
        return operation_of(instruction.opcode, modifiers)

    def _space(
        self, modifiers: tuple[str, ...], operand: Operand
    ) -> Callable[[int, Place], tuple[Memory, int]]:
        by_name = isinstance(operand, Address) and isinstance(operand.base, Symbol)
        if by_name or "shared" in modifiers or "shared::cta" in modifiers:
            return lambda address, place: (place.shared, address)
        if "global" in modifiers:
            return lambda address, place: (self.memory, address)
        return lambda address, place: (
            (place.shared, address - SHARED_WINDOW)
            if address >= SHARED_WINDOW
            else (self.memory, address)
        )

    def _load(self, instruction: Instruction) -> Action:
        kind, bits = type_of(instruction.modifiers[-1])
        target, source = instruction.operands
        nbytes = bits // 8 * count_of(target)
        write = self.operands.destination(target, signed=kind == "s", bits=bits)
        if "param" in instruction.modifiers:
            assert isinstance(source, Address) and isinstance(source.base, Symbol)
            start = self.parameter_offsets[source.base.name] + source.offset
            value = int.from_bytes(self.parameters[start : start + nbytes], "little")
            return lambda registers, place: write(registers, value)
        where = self.operands.address(source)
        space = self._space(instruction.modifiers, source)

        def load(registers: Registers, place: Place) -> None:
            memory, address = space(where(registers, place), place)
            write(registers, int.from_bytes(memory.read(address, nbytes), "little"))

        return load

    def _store(self, instruction: Instruction) -> Action:
        _, bits = type_of(instruction.modifiers[-1])
        target, source = instruction.operands
        nbytes = bits // 8 * count_of(source)
        read = self.operands.value(source, bits)
        where = self.operands.address(target)
        space = self._space(instruction.modifiers, target)

        def store(registers: Registers, place: Place) -> None:
            memory, address = space(where(registers, place), place)
            memory.write(address, read(registers, place).to_bytes(nbytes, "little"))

        return store

    def _copy(self, instruction: Instruction) -> Action:
        to, origin, size, *rest = instruction.operands
        assert isinstance(size, Integer)
        nbytes = size.value
        if "L2::cache_hint" in instruction.modifiers:
            rest = rest[:-1]
        target, source = self.operands.address(to), self.operands.address(origin)
        kept = self.operands.value(rest[0], 32) if rest else (lambda registers, place: nbytes)

        def copy(registers: Registers, place: Place) -> None:
            count = min(kept(registers, place), nbytes)
            start = source(registers, place)
            data = b"".join(self.memory.read(start + i, 1) for i in range(count))
            place.shared.write(target(registers, place), data + bytes(nbytes - count))

        return copy

    def _texture(self, instruction: Instruction) -> Action:
        target, address = instruction.operands
        assert instruction.operation == "tex.1d.v4.f32.s32"
        assert isinstance(address, TextureAddress)
        handle = self.operands.value(address.texture, 64)
        coordinate = self.operands.value(address.coordinates[0], 32)
        write = self.operands.destination(target, bits=32)

        def fetch(registers: Registers, place: Place) -> None:
            texels = self.textures[handle(registers, place)]
            index = as_signed(coordinate(registers, place), 32)
            # There are zeros outside of a texture.
            texel = texels[16 * index : 16 * index + 16] if index >= 0 else b""
            write(registers, int.from_bytes(texel, "little"))

        return fetch

    def _compare(self, instruction: Instruction) -> Action:
        comparison, *between, name = instruction.modifiers
        kind, bits = type_of(name)
        destination, *sources = instruction.operands
        readers = [self.operands.value(source, bits) for source in sources[:2]]
        readers += [self.operands.value(source, 1) for source in sources[2:]]
        write = self.operands.destination(destination, bits=1)
        holds = comparison_of(comparison, kind, bits)
        combine = BITWISE[between[0]] if between else (lambda result: result)

        def act(registers: Registers, place: Place) -> None:
            one, other, *third = [read(registers, place) for read in readers]
            result = int(holds(one, other))
            write(registers, combine(result, *third) | combine(1 - result, *third) << 1)

        return act


def _nothing(registers: Registers, place: Place) -> None:
    """Do nothing."""
