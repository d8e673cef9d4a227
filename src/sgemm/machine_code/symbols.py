"""What a warp's registers hold, as symbols, while one of the two loops is run with symbols."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from sgemm.machine_code.instruction import ZERO, Instruction, InstructionType

Value = tuple[int, int]  # a symbol plus a number, modulo 2**32


class Symbols:
    """The registers of a warp. Copies share their symbols' names.

    What an opaque instruction makes is a symbol of its own, and after it memory is another one: a
    load before it and one after it bring different symbols.
    """

    def __init__(self) -> None:
        self._names: dict[Hashable, int] = {}
        self._values: dict[int, Value] = {}
        self._loaded: set[int] = set()
        self._memory = 0

    def copy(self) -> Symbols:
        """Return the same registers, to go another way from here."""
        other = Symbols()
        other._names, other._loaded, other._memory = self._names, self._loaded, self._memory
        other._values = dict(self._values)
        return other

    def read(self, register: int) -> Value:
        """Return what is in a register."""
        if register == ZERO:
            return self._symbol("nothing"), 0
        if register not in self._values:
            self._values[register] = self._symbol("at first", register), 0
        return self._values[register]

    def execute(self, i: Instruction) -> None:
        """Do what an instruction does that is neither opaque nor a branch."""
        type_ = i.type
        if type_ is InstructionType.MULTIPLY_ADD:
            one, other, addend = [self._values.get(r) or self.read(r) for r in i.operands]
            if other < one:
                one, other = other, one
            self._write(i.d, (self._symbol("multiply-add", one, other, addend), 0))
        elif type_ in (InstructionType.LOAD_128, InstructionType.LOAD_32):
            base, offset = self.read(i.a)
            for lane in range(4 if type_ is InstructionType.LOAD_128 else 1):
                place = (offset + i.offset + 4 * lane) % 2**32
                loaded = self._symbol("load", self._memory, base, place)
                self._loaded.add(loaded)
                self._write(i.d + lane, (loaded, 0))
        elif type_ is InstructionType.ADDITION:
            base, offset = self.read(i.a)
            self._write(i.d, (base, (offset + i.immediate) % 2**32))
        elif type_ is InstructionType.MOVE:
            self._write(i.d, self.read(i.operands[0]))
        elif type_ is InstructionType.CONSTANT:
            self._write(i.d, (self._symbol("nothing"), i.immediate))

    def obscure(self, i: Instruction, number: int) -> None:
        """Do what an opaque instruction does, known by its number in the order of execution."""
        for register in i.written:
            self._write(register, (self._symbol("opaque", number, register), 0))
        self._memory = number

    def differences(self, other: Symbols) -> Iterator[int]:
        """Yield the registers that differ from another warp's."""
        for register in sorted({*self._values, *other._values}):
            if self.read(register) != other.read(register):
                yield register

    def is_loaded(self, register: int) -> bool:
        """Whether a register holds what was loaded, and nothing computed."""
        return self.read(register)[0] in self._loaded

    def loaded(self) -> frozenset[int]:
        """Return the symbols of all that has been loaded."""
        return frozenset(self._loaded)

    def _write(self, register: int, value: Value) -> None:
        if register != ZERO:
            self._values[register] = value

    def _symbol(self, *what: Hashable) -> int:
        return self._names.setdefault(what, len(self._names))
