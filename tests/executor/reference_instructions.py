"""What each instruction does, to the reference interpreter: to registers, and to memory.

An instruction is made once into a function that acts on a thread's registers, seen from its place.
"""

from __future__ import annotations

from collections.abc import Callable

from reference_memory import SHARED_WINDOW, Memory, Texture
from reference_operands import Operands, Place, Reader, Registers, elements_of
from reference_operations import (
    BITWISE,
    as_signed,
    comparison_of,
    conversion_of,
    operation_of,
    type_of,
)
from reference_waits import waits_for_others

from sgemm.ptx.syntax import Address, Instruction, Integer, Operand, Symbol, TextureAddress, Vector

Action = Callable[[Registers, Place], None]


class Instructions:
    """Actions of instructions; control flow and barriers are the interpreter's own.

    - ``memory``: global memory.
    - ``parameters``: the parameter space.
    - ``parameter_offsets``: where in it each parameter lies.
    - ``textures``: by their handles.
    """

    def __init__(
        self,
        operands: Operands,
        memory: Memory,
        parameters: bytes,
        parameter_offsets: dict[str, int],
        textures: dict[int, Texture],
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
        opcode = instruction.opcode
        modifiers = instruction.modifiers
        if opcode in ("bra", "ret", "exit") or waits_for_others(instruction):
            return _nothing
        if opcode in ("membar", "fence", "prefetch", "prefetchu"):
            return _nothing
        if instruction.operation.startswith("cp.async"):
            return self._copy(instruction) if "global" in modifiers else _nothing
        if opcode == "ld":
            return self._load(instruction)
        if opcode == "st":
            return self._store(instruction)
        if opcode == "tex":
            return self._texture(instruction)
        if opcode == "mov" and any(isinstance(o, Vector) for o in instruction.operands):
            return self._repack(instruction)
        if opcode == "setp":
            return self._compare(instruction)
        if opcode == "cvt":
            return self._convert(instruction)
        if opcode == "cvta":
            read = self.operands.value(instruction.operands[1], 64)
            write = self.operands.destination(instruction.operands[0], bits=64)
            move = SHARED_WINDOW if "shared" in modifiers else 0
            move = -move if "to" in modifiers else move
            return lambda registers, place: write(registers, read(registers, place) + move)
        kind, bits = type_of(modifiers[-1])
        compute, source_bits, result_bits = operation_of(opcode, modifiers, kind, bits)
        destination, *sources = instruction.operands
        readers = [self.operands.value(s, b) for s, b in zip(sources, source_bits, strict=True)]
        write = self.operands.destination(destination, bits=result_bits)

        def act(registers: Registers, place: Place) -> None:
            write(registers, compute(*[read(registers, place) for read in readers]))

        return act

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
        nbytes = bits // 8
        targets = elements_of(instruction.operands[0])
        writers = [self.operands.destination(t, signed=kind == "s", bits=bits) for t in targets]
        if "param" in instruction.modifiers:
            address = instruction.operands[1]
            assert isinstance(address, Address) and isinstance(address.base, Symbol)
            start = self.parameter_offsets[address.base.name] + address.offset
            values = [
                int.from_bytes(self.parameters[o : o + nbytes], "little")
                for o in range(start, start + nbytes * len(targets), nbytes)
            ]

            def act(registers: Registers, place: Place) -> None:
                for write, value in zip(writers, values, strict=True):
                    write(registers, value)

            return act
        where = self.operands.address(instruction.operands[1])
        space = self._space(instruction.modifiers, instruction.operands[1])

        def load(registers: Registers, place: Place) -> None:
            memory, address = space(where(registers, place), place)
            data = memory.read(address, nbytes * len(writers))
            for index, write in enumerate(writers):
                piece = data[index * nbytes : (index + 1) * nbytes]
                write(registers, int.from_bytes(piece, "little"))

        return load

    def _store(self, instruction: Instruction) -> Action:
        _, bits = type_of(instruction.modifiers[-1])
        readers = [self.operands.value(s, bits) for s in elements_of(instruction.operands[1])]
        where = self.operands.address(instruction.operands[0])
        space = self._space(instruction.modifiers, instruction.operands[0])

        def store(registers: Registers, place: Place) -> None:
            memory, address = space(where(registers, place), place)
            values = [read(registers, place) for read in readers]
            memory.write(address, b"".join(v.to_bytes(bits // 8, "little") for v in values))

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
        address = instruction.operands[1]
        assert instruction.operation == "tex.1d.v4.f32.s32"
        assert isinstance(address, TextureAddress)
        handle = self.operands.value(address.texture, 64)
        coordinate = self.operands.value(address.coordinates[0], 32)
        writers = [
            self.operands.destination(t, bits=32) for t in elements_of(instruction.operands[0])
        ]

        def fetch(registers: Registers, place: Place) -> None:
            texels = self.textures[handle(registers, place)].texels
            index = as_signed(coordinate(registers, place), 32)
            inside = 0 <= index < len(texels) // 16
            texel = texels[16 * index : 16 * index + 16] if inside else bytes(16)
            for place_in_texel, write in enumerate(writers):
                piece = texel[4 * place_in_texel : 4 * place_in_texel + 4]
                write(registers, int.from_bytes(piece, "little"))

        return fetch

    def _repack(self, instruction: Instruction) -> Action:
        destination, source = instruction.operands
        _, bits = type_of(instruction.modifiers[-1])
        if isinstance(source, Vector):
            part = bits // len(source.elements)
            readers = [self.operands.value(element, part) for element in source.elements]
            write = self.operands.destination(destination, bits=bits)
            return lambda registers, place: write(
                registers, sum(r(registers, place) << (i * part) for i, r in enumerate(readers))
            )
        assert isinstance(destination, Vector)
        part = bits // len(destination.elements)
        read = self.operands.value(source, bits)
        writers = [
            self.operands.destination(element, bits=part) for element in destination.elements
        ]

        def unpack(registers: Registers, place: Place) -> None:
            number = read(registers, place)
            for index, write in enumerate(writers):
                write(registers, number >> (index * part))

        return unpack

    def _compare(self, instruction: Instruction) -> Action:
        comparison, *between, name = instruction.modifiers
        kind, bits = type_of(name)
        destination, *sources = instruction.operands
        readers = [self.operands.value(s, bits) for s in sources[:2]]
        third = self.operands.value(sources[2], 1) if len(sources) == 3 else None
        writers = [self.operands.destination(t, bits=1) for t in elements_of(destination)]
        holds = comparison_of(comparison, kind, bits)
        combine = BITWISE[between[0]] if between else None

        def act(registers: Registers, place: Place) -> None:
            result = int(holds(*[read(registers, place) for read in readers]))
            results = [result, 1 - result]
            if combine is not None and third is not None:
                other = third(registers, place)
                results = [combine(value, other) for value in results]
            for write, value in zip(writers, results, strict=False):
                write(registers, value)

        return act

    def _convert(self, instruction: Instruction) -> Action:
        *rounding, to_name, from_name = instruction.modifiers
        to_type, from_type = type_of(to_name), type_of(from_name)
        to_kind, to_bits = to_type
        read = self.operands.value(instruction.operands[1], from_type[1])
        write = self.operands.destination(
            instruction.operands[0], signed=to_kind == "s", bits=to_bits
        )
        convert = conversion_of(tuple(rounding), to_type, from_type)
        return lambda registers, place: write(registers, convert(read(registers, place)))


def _nothing(registers: Registers, place: Place) -> None:
    """Do nothing."""
