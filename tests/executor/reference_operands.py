"""How the reference interpreter reads and writes the operands of instructions.

Each operand is made once into a function of a thread's registers and of its place in the grid.
"""

import dataclasses
from collections.abc import Callable

from reference_floats import from_float, to_float
from reference_memory import InterpreterError, Memory

from sgemm.ptx.syntax import (
    Address,
    Discard,
    Float,
    Integer,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    SpecialRegister,
    Symbol,
    Vector,
)


@dataclasses.dataclass
class Place:
    """Where a thread is, and what it sees."""

    threads: tuple[int, int, int]
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    thread: int
    shared: Memory


Registers = dict[str, int]
"""Bits of what each register holds, by its name."""

Reader = Callable[[Registers, Place], int]
Writer = Callable[[Registers, int], None]


class Operands:
    """Readers and writers of operands.

    - ``symbols``: addresses of shared variables by their names.
    """

    def __init__(self, symbols: dict[str, int]) -> None:
        self.symbols = symbols

    def value(self, operand: Operand, bits: int) -> Reader:
        """How an operand is read, cut to the low bits; of several in braces, each."""
        mask = (1 << bits) - 1
        match operand:
            case Register(name=name):

                def read(registers: Registers, place: Place) -> int:
                    if name not in registers:
                        raise InterpreterError(f"{name} is read before it is written")
                    return registers[name] & mask

                return read
            case NegatedPredicate(register=register):
                positive = self.value(register, 1)
                return lambda registers, place: 1 - positive(registers, place)
            case Integer(value=number):
                return lambda registers, place: number & mask
            case Float(pattern=pattern, bits=width):
                if width == 64 and bits == 32:
                    pattern = from_float(to_float(pattern, 64), 32)
                return lambda registers, place: pattern & mask
            case Symbol(name=name) if name in self.symbols:
                address = self.symbols[name]
                return lambda registers, place: address & mask
            case OffsetSymbol(name=name, offset=offset):
                address = self.symbols[name] + offset
                return lambda registers, place: address & mask
            case Vector(elements=elements):
                readers = [self.value(element, bits) for element in elements]
                return lambda registers, place: sum(
                    read(registers, place) << (index * bits) for index, read in enumerate(readers)
                )
            case SpecialRegister(name=name):
                return lambda registers, place: _special_register(name, place) & mask
        raise InterpreterError(f"cannot read {operand}")

    def destination(self, operand: Operand, *, signed: bool = False, bits: int) -> Writer:
        """How a result of some width is written; a wider register gets its extension.

        To several in braces, each its part.
        """
        if isinstance(operand, Vector):
            writers = [self.destination(e, signed=signed, bits=bits) for e in operand.elements]

            def spread(registers: Registers, number: int) -> None:
                for index, write in enumerate(writers):
                    write(registers, number >> (index * bits))

            return spread
        if isinstance(operand, Discard):
            return lambda registers, number: None
        assert isinstance(operand, Register), operand
        name = operand.name
        width = max(1, operand.type.bits)
        mask = (1 << width) - 1
        value_mask = (1 << bits) - 1

        def write(registers: Registers, number: int) -> None:
            number &= value_mask
            if signed and number >> (bits - 1):
                number -= 1 << bits
            registers[name] = number & mask

        return write

    def address(self, address: Operand) -> Reader:
        """How the address of an access is read, its offset added."""
        assert isinstance(address, Address)
        offset = address.offset
        base = address.base
        if isinstance(base, Register) and base.type.bits == 32:
            # Shared addresses are 32 bits; an offset may lead below zero and back.
            narrow = self.value(base, 32)
            return lambda registers, place: (narrow(registers, place) + offset) % 2**32
        wide = self.value(base, 64)
        return lambda registers, place: (wide(registers, place) + offset) % 2**64


def count_of(operand: Operand) -> int:
    """How many operands stand in braces; any other operand is one."""
    return len(operand.elements) if isinstance(operand, Vector) else 1


def _special_register(name: str, place: Place) -> int:
    x, y, _ = place.threads
    register, _, axis = name.partition(".")
    if not axis:
        return {"%laneid": place.thread % 32, "%warpid": place.thread // 32}[name]
    places = {
        "%tid": (place.thread % x, place.thread // x % y, place.thread // (x * y)),
        "%ntid": place.threads,
        "%ctaid": place.block,
        "%nctaid": place.grid,
    }
    return places[register]["xyz".index(axis)]
