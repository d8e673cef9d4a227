"""A second, simple execution of PTX: what the executor's generated code is compared with.

One thread after the other, one instruction after the other. A register is a Python integer masked
to its width; floating-point numbers are their bits and are computed as fractions, rounded once.
Threads are generators that yield at barriers. Nothing is shared with the executor but the parser.

It is strict where the executor has no need to be: reading a register that was never written, an
access outside the memory that it was given, and a misaligned access are errors.
"""

from __future__ import annotations

import dataclasses
import math
import struct
from collections.abc import Callable, Generator, Sequence
from fractions import Fraction

from sgemm.ptx.syntax import (
    Address,
    Discard,
    Entry,
    Float,
    Instruction,
    Integer,
    Label,
    LabelStatement,
    Module,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    SpecialRegister,
    Symbol,
    TextureAddress,
    Vector,
)

SHARED_WINDOW = 1 << 60
"""Generic address of shared address 0, where this interpreter and the executor agree on it."""

QUIET_NAN = {32: 0x7FFFFFFF, 64: 0x7FF8000000000000}
PRECISION = {32: 24, 64: 53}
LEAST_EXPONENT = {32: -149, 64: -1074}
OVERFLOW = {32: Fraction(2) ** 128, 64: Fraction(2) ** 1024}


class InterpreterError(Exception):
    """The kernel did what no valid kernel does."""


class DeadlockError(InterpreterError):
    """No thread of a block can go on."""


# ---- floating-point numbers as bits


def to_float(bits: int, width: int) -> float:
    return struct.unpack("<f" if width == 32 else "<d", bits.to_bytes(width // 8, "little"))[0]


def from_float(value: float, width: int) -> int:
    """Bits of a number that is exact in this width."""
    return int.from_bytes(struct.pack("<f" if width == 32 else "<d", value), "little")


def is_nan(bits: int, width: int) -> bool:
    return math.isnan(to_float(bits, width))


def is_infinite(bits: int, width: int) -> bool:
    return math.isinf(to_float(bits, width))


def sign_of(bits: int, width: int) -> int:
    return bits >> (width - 1)


def infinity(sign: int, width: int) -> int:
    return from_float(-math.inf if sign else math.inf, width)


def zero(sign: int, width: int) -> int:
    return sign << (width - 1)


def round_fraction(value: Fraction, width: int, sign_of_zero: int = 0) -> int:
    """Bits of the nearest number, ties to even."""
    if value == 0:
        return zero(sign_of_zero, width)
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    step = max(exponent - PRECISION[width] + 1, LEAST_EXPONENT[width])
    count = round(size / Fraction(2) ** step)  # a Fraction rounds half to even
    sign = int(value < 0)
    if count * Fraction(2) ** step >= OVERFLOW[width]:
        return infinity(sign, width)
    return from_float(math.ldexp(count, step), width) | zero(sign, width)


def fused(a: int, b: int, c: int, width: int) -> int:
    """Bits of a*b + c, rounded once."""
    x, y, z = (to_float(bits, width) for bits in (a, b, c))
    if math.isnan(x) or math.isnan(y) or math.isnan(z):
        return QUIET_NAN[width]
    sign = sign_of(a, width) ^ sign_of(b, width)
    if math.isinf(x) or math.isinf(y):
        if x == 0 or y == 0 or (math.isinf(z) and sign_of(c, width) != sign):
            return QUIET_NAN[width]
        return infinity(sign, width)
    if math.isinf(z):
        return c
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    both_negative = sign and sign_of(c, width) and (x == 0 or y == 0) and z == 0
    return round_fraction(exact, width, 1 if both_negative else 0)


def add_floats(a: int, b: int, width: int) -> int:
    return fused(a, from_float(1.0, width), b, width)


def multiply_floats(a: int, b: int, width: int) -> int:
    # Adding a zero of the product's own sign leaves even a zero product as it is.
    return fused(a, b, zero(sign_of(a, width) ^ sign_of(b, width), width), width)


def negate_float(a: int, width: int) -> int:
    return a ^ (1 << (width - 1))


def divide_floats(a: int, b: int, width: int) -> int:
    x, y = to_float(a, width), to_float(b, width)
    sign = sign_of(a, width) ^ sign_of(b, width)
    if math.isnan(x) or math.isnan(y) or (math.isinf(x) and math.isinf(y)) or x == 0 == y:
        return QUIET_NAN[width]
    if math.isinf(x) or y == 0:
        return infinity(sign, width)
    if math.isinf(y):
        return zero(sign, width)
    return round_fraction(Fraction(x) / Fraction(y), width, sign)


def root_of_float(a: int, width: int) -> int:
    x = to_float(a, width)
    if math.isnan(x) or x < 0:
        return QUIET_NAN[width]
    if x == 0 or math.isinf(x):
        return a
    # The root's integer part at a scale with bits to spare, and one more bit if it is not exact.
    exact = Fraction(x)
    scale = 4 ** (PRECISION[64] + 1100)
    scaled = exact * scale
    assert scaled.denominator == 1
    root = math.isqrt(scaled.numerator)
    sticky = Fraction(1, 2) if root * root != scaled.numerator else Fraction(0)
    return round_fraction((root + sticky) / math.isqrt(scale), width)


def extreme_of_floats(a: int, b: int, width: int, *, larger: bool) -> int:
    if is_nan(a, width):
        return QUIET_NAN[width] if is_nan(b, width) else b
    if is_nan(b, width):
        return a
    x, y = to_float(a, width), to_float(b, width)
    # Equal numbers are the same number, or zeros of two signs.
    a_first = sign_of(a, width) > sign_of(b, width) if x == y else x < y
    return (b if a_first else a) if larger else (a if a_first else b)


def float_to_integer(bits: int, width: int, rounding: str, signed: bool, to_bits: int) -> int:
    low, high = (-(1 << (to_bits - 1)), (1 << (to_bits - 1)) - 1) if signed else (0, 2**to_bits - 1)
    value = to_float(bits, width)
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return high if value > 0 else low
    exact = Fraction(value)
    whole = {
        "rni": round,
        "rzi": math.trunc,
        "rmi": math.floor,
        "rpi": math.ceil,
    }[rounding](exact)
    return min(max(whole, low), high)


# ---- memory


class Memory:
    """Pieces of memory at given addresses.

    Parameters
    ----------
    pieces : sequence of (int, bytearray)
        Address and contents; the contents change as kernels run.
    """

    def __init__(self, pieces: Sequence[tuple[int, bytearray]]) -> None:
        self.pieces = list(pieces)

    def find(self, address: int, nbytes: int) -> tuple[bytearray, int]:
        if address % nbytes:
            raise InterpreterError(f"misaligned: {nbytes} bytes at {address:#x}")
        for start, content in self.pieces:
            if start <= address and address + nbytes <= start + len(content):
                return content, address - start
        raise InterpreterError(f"outside: {nbytes} bytes at {address:#x}")

    def read(self, address: int, nbytes: int) -> bytes:
        content, offset = self.find(address, nbytes)
        return bytes(content[offset : offset + nbytes])

    def write(self, address: int, data: bytes) -> None:
        content, offset = self.find(address, len(data))
        content[offset : offset + len(data)] = data


@dataclasses.dataclass
class Texture:
    """Texels of four floats, as bytes."""

    texels: bytes


# ---- blocks and threads


@dataclasses.dataclass
class Place:
    """Where a thread is, and what it sees."""

    threads: tuple[int, int, int]
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    thread: int
    shared: Memory


Registers = dict[str, int]
Wait = tuple[int, int]
"""Barrier, and how many threads it waits for (0: the whole block)."""

Action = Callable[[Registers, Place], None]
Reader = Callable[[Registers, Place], int]


class Interpreter:
    """One entry of a module, ready to run.

    Parameters
    ----------
    module : Module
    entry : str
    threads : tuple of int
        Threads of a block in x, y, z.
    memory : Memory
        Global memory.
    parameters : bytes
        The parameter space.
    dynamic_shared : int
        Bytes of dynamic shared memory.
    textures : dict of int to Texture
        By their handles.
    step_limit : int
        Instructions of one thread after which it counts as lost.
    """

    def __init__(
        self,
        module: Module,
        entry: str,
        threads: tuple[int, int, int],
        memory: Memory,
        parameters: bytes,
        dynamic_shared: int = 0,
        textures: dict[int, Texture] | None = None,
        step_limit: int = 100_000,
    ) -> None:
        self.entry: Entry = module.entries[entry]
        self.threads = threads
        self.memory = memory
        self.parameters = parameters
        self.textures = textures or {}
        self.step_limit = step_limit
        self.symbols, self.shared_start, self.shared_bytes = _shared_symbols(
            self.entry, module.architecture, dynamic_shared
        )
        self.parameter_offsets = {p.name: p.offset for p in self.entry.parameters}
        self.instructions: list[Instruction] = []
        self.labels: dict[str, int] = {}
        for statement in self.entry.body:
            if isinstance(statement, LabelStatement):
                self.labels[statement.label.name] = len(self.instructions)
            else:
                self.instructions.append(statement)
        self.guards = [self._guard(i) for i in self.instructions]
        self.actions = [self._action(i) for i in self.instructions]

    def run(self, grid: tuple[int, int, int]) -> None:
        """Run every block of a grid, in order."""
        x, y, z = grid
        for number in range(x * y * z):
            self._run_block(grid, (number % x, number // x % y, number // (x * y)))

    def _run_block(self, grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
        count = math.prod(self.threads)
        # What a kernel leaves in shared memory is not the next block's: it starts as garbage.
        shared = Memory([(self.shared_start, bytearray(b"\xa5" * self.shared_bytes))])
        running: dict[int, Generator[Wait, None, None]] = {
            thread: self._thread(Place(self.threads, grid, block, thread, shared))
            for thread in range(count)
        }
        waiting: dict[int, Wait] = {}
        while running:
            for thread in list(running):
                if thread in waiting:
                    continue
                try:
                    waiting[thread] = next(running[thread])
                except StopIteration:
                    del running[thread]
            opened = False
            for barrier in {barrier for barrier, _ in waiting.values()}:
                here = [thread for thread, (other, _) in waiting.items() if other == barrier]
                needed = max(waiting[thread][1] or count for thread in here)
                if len(here) % needed == 0:
                    opened = True
                    for thread in here:
                        del waiting[thread]
            if running and not opened:
                raise DeadlockError(f"{len(waiting)} threads of block {block} wait for ever")

    def _thread(self, place: Place) -> Generator[Wait, None, None]:
        registers: Registers = {}
        counter = 0
        for _ in range(self.step_limit):
            if counter >= len(self.instructions):
                return
            instruction = self.instructions[counter]
            guard = self.guards[counter]
            here, counter = counter, counter + 1
            if guard is not None and not guard(registers, place):
                continue
            opcode = instruction.opcode
            if opcode == "bra":
                (label,) = instruction.operands
                assert isinstance(label, Label)
                counter = self.labels[label.name]
            elif opcode in ("ret", "exit"):
                return
            elif opcode in ("bar", "barrier"):
                values = [self.value(o, 32)(registers, place) for o in instruction.operands]
                yield [*values, 0][0], (values[1] if len(values) > 1 else 0)
            else:
                self.actions[here](registers, place)
        raise InterpreterError("a thread runs for ever")

    # ---- operands

    def _guard(self, instruction: Instruction) -> Reader | None:
        if instruction.guard is None:
            return None
        read = self.value(instruction.guard.register, 1)
        if instruction.guard.negated:
            return lambda registers, place: 1 - read(registers, place)
        return read

    def value(self, operand: Operand, bits: int) -> Reader:
        """How an operand is read, cut to the low bits."""
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
                    number = to_float(pattern, 64)
                    pattern = round_fraction(Fraction(number), 32, int(number < 0))
                return lambda registers, place: pattern & mask
            case Symbol(name=name) if name in self.symbols:
                address = self.symbols[name]
                return lambda registers, place: address & mask
            case OffsetSymbol(name=name, offset=offset):
                address = self.symbols[name] + offset
                return lambda registers, place: address & mask
            case SpecialRegister(name=name):
                return lambda registers, place: _special(name, place) & mask
        raise InterpreterError(f"cannot read {operand}")

    def destination(self, operand: Operand, *, signed: bool = False, bits: int) -> Action2:
        """How a result of some width is written; a wider register gets its extension."""
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

    # ---- instructions

    def _action(self, instruction: Instruction) -> Action:
        opcode = instruction.opcode
        modifiers = instruction.modifiers
        if opcode in ("bra", "ret", "exit", "bar", "barrier"):
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
            read = self.value(instruction.operands[1], 64)
            write = self.destination(instruction.operands[0], bits=64)
            move = SHARED_WINDOW if "shared" in modifiers else 0
            move = -move if "to" in modifiers else move
            return lambda registers, place: write(registers, read(registers, place) + move)
        kind, bits = _type(modifiers[-1])
        compute, source_bits, result_bits = _operation(opcode, modifiers, kind, bits)
        destination, *sources = instruction.operands
        readers = [self.value(s, b) for s, b in zip(sources, source_bits, strict=True)]
        write = self.destination(destination, bits=result_bits)

        def act(registers: Registers, place: Place) -> None:
            write(registers, compute(*[read(registers, place) for read in readers]))

        return act

    def _address(self, address: Operand) -> Reader:
        assert isinstance(address, Address)
        offset = address.offset
        base = address.base
        if isinstance(base, Register) and base.type.bits == 32:
            # Shared addresses are 32 bits; an offset may lead below zero and back.
            narrow = self.value(base, 32)
            return lambda registers, place: (narrow(registers, place) + offset) % 2**32
        wide = self.value(base, 64)
        return lambda registers, place: (wide(registers, place) + offset) % 2**64

    def _space(self, modifiers: tuple[str, ...]) -> Callable[[int, Place], tuple[Memory, int]]:
        if "shared" in modifiers or "shared::cta" in modifiers:
            return lambda address, place: (place.shared, address)
        if "global" in modifiers:
            return lambda address, place: (self.memory, address)
        return lambda address, place: (
            (place.shared, address - SHARED_WINDOW)
            if address >= SHARED_WINDOW
            else (self.memory, address)
        )

    def _load(self, instruction: Instruction) -> Action:
        kind, bits = _type(instruction.modifiers[-1])
        nbytes = bits // 8
        targets = _elements(instruction.operands[0])
        writers = [self.destination(t, signed=kind == "s", bits=bits) for t in targets]
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
        where = self._address(instruction.operands[1])
        space = self._space(instruction.modifiers)

        def load(registers: Registers, place: Place) -> None:
            memory, address = space(where(registers, place), place)
            data = memory.read(address, nbytes * len(writers))
            for index, write in enumerate(writers):
                piece = data[index * nbytes : (index + 1) * nbytes]
                write(registers, int.from_bytes(piece, "little"))

        return load

    def _store(self, instruction: Instruction) -> Action:
        _, bits = _type(instruction.modifiers[-1])
        readers = [self.value(s, bits) for s in _elements(instruction.operands[1])]
        where = self._address(instruction.operands[0])
        space = self._space(instruction.modifiers)

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
        target, source = self._address(to), self._address(origin)
        kept = self.value(rest[0], 32) if rest else (lambda registers, place: nbytes)

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
        handle = self.value(address.texture, 64)
        coordinate = self.value(address.coordinates[0], 32)
        writers = [self.destination(t, bits=32) for t in _elements(instruction.operands[0])]

        def fetch(registers: Registers, place: Place) -> None:
            texels = self.textures[handle(registers, place)].texels
            index = _signed(coordinate(registers, place), 32)
            inside = 0 <= index < len(texels) // 16
            texel = texels[16 * index : 16 * index + 16] if inside else bytes(16)
            for place_in_texel, write in enumerate(writers):
                piece = texel[4 * place_in_texel : 4 * place_in_texel + 4]
                write(registers, int.from_bytes(piece, "little"))

        return fetch

    def _repack(self, instruction: Instruction) -> Action:
        destination, source = instruction.operands
        _, bits = _type(instruction.modifiers[-1])
        if isinstance(source, Vector):
            part = bits // len(source.elements)
            readers = [self.value(element, part) for element in source.elements]
            write = self.destination(destination, bits=bits)
            return lambda registers, place: write(
                registers, sum(r(registers, place) << (i * part) for i, r in enumerate(readers))
            )
        assert isinstance(destination, Vector)
        part = bits // len(destination.elements)
        read = self.value(source, bits)
        writers = [self.destination(element, bits=part) for element in destination.elements]

        def unpack(registers: Registers, place: Place) -> None:
            number = read(registers, place)
            for index, write in enumerate(writers):
                write(registers, number >> (index * part))

        return unpack

    def _compare(self, instruction: Instruction) -> Action:
        comparison, *between, name = instruction.modifiers
        kind, bits = _type(name)
        destination, *sources = instruction.operands
        readers = [self.value(s, bits) for s in sources[:2]]
        third = self.value(sources[2], 1) if len(sources) == 3 else None
        writers = [self.destination(t, bits=1) for t in _elements(destination)]
        holds = _comparison(comparison, kind, bits)
        combine = _BITWISE[between[0]] if between else None

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
        to_kind, to_bits = _type(to_name)
        from_kind, from_bits = _type(from_name)
        read = self.value(instruction.operands[1], from_bits)
        write = self.destination(instruction.operands[0], signed=to_kind == "s", bits=to_bits)

        def convert(number: int) -> int:
            if to_kind == "f" and from_kind == "f":
                value = to_float(number, from_bits)
                if math.isnan(value):
                    return QUIET_NAN[to_bits]
                if math.isinf(value):
                    return infinity(int(value < 0), to_bits)
                return round_fraction(Fraction(value), to_bits, sign_of(number, from_bits))
            if from_kind == "f":
                return float_to_integer(number, from_bits, rounding[0], to_kind == "s", to_bits)
            whole = _signed(number, from_bits) if from_kind == "s" else number
            return round_fraction(Fraction(whole), to_bits) if to_kind == "f" else whole

        return lambda registers, place: write(registers, convert(read(registers, place)))


Action2 = Callable[[Registers, int], None]


def _nothing(registers: Registers, place: Place) -> None:
    """Do nothing."""


def _elements(operand: Operand) -> tuple[Operand, ...]:
    return operand.elements if isinstance(operand, Vector) else (operand,)


def _type(modifier: str) -> tuple[str, int]:
    return ("pred", 1) if modifier == "pred" else (modifier[0], int(modifier[1:]))


def _signed(number: int, bits: int) -> int:
    number %= 1 << bits
    return number - (1 << bits) if number >> (bits - 1) else number


def _special(name: str, place: Place) -> int:
    x, y, _ = place.threads
    register, _, axis = name.partition(".")
    index = "xyz".find(axis)
    if register == "%tid":
        return (place.thread % x, place.thread // x % y, place.thread // (x * y))[index]
    if register == "%ntid":
        return place.threads[index]
    if register == "%ctaid":
        return place.block[index]
    if register == "%nctaid":
        return place.grid[index]
    return {"%laneid": place.thread % 32, "%warpid": place.thread // 32}[name]


def _shared_symbols(
    entry: Entry, architecture: int, dynamic: int
) -> tuple[dict[str, int], int, int]:
    """Place shared variables: one after the other, dynamic ones behind all others."""
    start = 1024 if architecture >= 80 else 0
    end = start
    symbols = {}
    for variable in entry.shared:
        if variable.nbytes:
            alignment = min(variable.alignment, 1024)
            end = -(-end // alignment) * alignment
            symbols[variable.name] = end
            end += variable.nbytes
    last = [variable for variable in entry.shared if not variable.nbytes]
    if last:
        alignment = max(16, *(min(variable.alignment, 1024) for variable in last))
        end = -(-end // alignment) * alignment
        symbols.update({variable.name: end for variable in last})
    return symbols, start, end - start + dynamic


# ---- what an operation computes

_BITWISE: dict[str, Callable[[int, int], int]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def _comparison(name: str, kind: str, bits: int) -> Callable[[int, int], bool]:
    if kind != "f":
        order = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(name, name)
        compare = _ORDER[order]
        if kind == "s":
            return lambda a, b: compare(_signed(a, bits), _signed(b, bits))
        return compare

    def compare_floats(a: int, b: int) -> bool:
        unordered = is_nan(a, bits) or is_nan(b, bits)
        if name in ("num", "nan"):
            return unordered == (name == "nan")
        accepts_nan = len(name) == 3
        if unordered:
            return accepts_nan
        return _ORDER[name[:2]](to_float(a, bits), to_float(b, bits))

    return compare_floats


_ORDER: dict[str, Callable[[float, float], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def _quotient(a: int, b: int) -> int:
    """Divide towards zero."""
    size = abs(a) // abs(b)
    return -size if (a < 0) != (b < 0) else size


def _permute(low: int, high: int, selector: int) -> int:
    pool = (low | high << 32).to_bytes(8, "little")
    result = []
    for place in range(4):
        nibble = selector >> (4 * place) & 15
        byte = pool[nibble & 7]
        result.append((0xFF if byte & 0x80 else 0) if nibble & 8 else byte)
    return int.from_bytes(bytes(result), "little")


def _bit_field(number: int, start: int, length: int, signed: bool, bits: int) -> int:
    start, length = start & 255, length & 255
    padded = _signed(number, bits) if signed else number
    field = (padded >> min(start, bits)) & ((1 << length) - 1)
    if not signed or length == 0:
        return field
    last = min(start + length - 1, bits - 1)
    if number >> last & 1:
        field |= -1 << length
    return field


def _insert(field: int, target: int, start: int, length: int, bits: int) -> int:
    start, length = start & 255, length & 255
    mask = ((1 << length) - 1) << start
    return (target & ~mask | (field << start) & mask) & ((1 << bits) - 1)


def _operation(
    opcode: str, modifiers: tuple[str, ...], kind: str, bits: int
) -> tuple[Callable[..., int], tuple[int, ...], int]:
    """What an operation computes from its sources' bits; widths of the sources and the result."""
    if kind == "f":
        floats = _float_operation(opcode, bits)
        if floats is not None:
            count, compute = floats
            return compute, (bits,) * count, bits
    signed = kind == "s"

    def number(value: int) -> int:
        return _signed(value, bits) if signed else value

    wide = "wide" in modifiers
    if opcode in ("mul", "mad"):
        shift = bits if "hi" in modifiers else 0
        result = 2 * bits if wide else bits

        def multiply(a: int, b: int, c: int = 0) -> int:
            return (number(a) * number(b) >> shift) + c

        return multiply, (bits, bits, result)[: 3 if opcode == "mad" else 2], result
    if opcode == "shl":
        return (lambda a, b: a << min(b, bits)), (bits, 32), bits
    if opcode == "shr":
        return (lambda a, b: number(a) >> min(b, bits)), (bits, 32), bits
    if opcode == "bfi":
        return (lambda *v: _insert(*v, bits)), (bits, bits, 32, 32), bits
    if opcode == "bfe":
        return (lambda *v: _bit_field(*v, signed, bits)), (bits, 32, 32), bits
    if opcode == "selp":
        return (lambda a, b, p: a if p else b), (bits, bits, 1), bits
    if opcode == "clz":
        return (lambda a: bits - a.bit_length()), (bits,), 32
    if opcode == "popc":
        return (lambda a: a.bit_count()), (bits,), 32
    if opcode == "brev":
        return (lambda a: int(f"{a:0{bits}b}"[::-1], 2)), (bits,), bits
    if opcode == "prmt":
        return _permute, (32, 32, 32), 32
    if opcode == "lop3":

        def combine(a: int, b: int, c: int, table: int) -> int:
            rows = [(a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1 for i in range(32)]
            return sum((table >> row & 1) << i for i, row in enumerate(rows))

        return combine, (32, 32, 32, 32), 32
    if opcode == "shf":
        left, wraps = "l" in modifiers, "wrap" in modifiers

        def funnel(low: int, high: int, amount: int) -> int:
            count = amount % 32 if wraps else min(amount, 32)
            whole = high << 32 | low
            return whole << count >> 32 if left else whole >> count

        return funnel, (32, 32, 32), 32
    if opcode in ("div", "rem"):

        def divide(a: int, b: int) -> int:
            if b == 0:  # not defined by PTX; what GPUs give
                return -1 if opcode == "div" else a
            quotient = _quotient(number(a), number(b))
            return quotient if opcode == "div" else number(a) - quotient * number(b)

        return divide, (bits, bits), bits
    simple: dict[str, Callable[..., int]] = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "min": lambda a, b: min(number(a), number(b)),
        "max": lambda a, b: max(number(a), number(b)),
        "neg": lambda a: -a,
        "abs": lambda a: abs(_signed(a, bits)),
        "not": lambda a: ~a,
        "mov": lambda a: a,
        **_BITWISE,
    }
    count = 1 if opcode in ("neg", "abs", "not", "mov") else 2
    return simple[opcode], (bits,) * count, bits


def _float_operation(opcode: str, bits: int) -> tuple[int, Callable[..., int]] | None:
    one = from_float(1.0, bits)
    table: dict[str, tuple[int, Callable[..., int]]] = {
        "add": (2, lambda a, b: add_floats(a, b, bits)),
        "sub": (2, lambda a, b: add_floats(a, negate_float(b, bits), bits)),
        "mul": (2, lambda a, b: multiply_floats(a, b, bits)),
        "fma": (3, lambda a, b, c: fused(a, b, c, bits)),
        "mad": (3, lambda a, b, c: fused(a, b, c, bits)),
        "div": (2, lambda a, b: divide_floats(a, b, bits)),
        "rcp": (1, lambda a: divide_floats(one, a, bits)),
        "sqrt": (1, lambda a: root_of_float(a, bits)),
        "neg": (1, lambda a: negate_float(a, bits)),
        "abs": (1, lambda a: a & ~(1 << (bits - 1))),
        "min": (2, lambda a, b: extreme_of_floats(a, b, bits, larger=False)),
        "max": (2, lambda a, b: extreme_of_floats(a, b, bits, larger=True)),
    }
    return table.get(opcode)
