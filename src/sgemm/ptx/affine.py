"""Registers as a uniform base plus a constant lane vector.

The executor runs a slice of L neighbouring threads (lanes) as one vector program. Most integer
registers of a GEMM hold, in lane l, ``base + offsets[l] + sum(register * multiples[l])`` where
``base`` and each ``register`` are the same in all lanes: threadIdx.x, a row times lda, an address.
Knowing that, the executor computes the base alone, in one scalar instruction, and turns loads of
neighbouring lanes into one vector load. This module finds, for every register of an entry, such a
form, or that it has none (it varies).

All arithmetic is modulo 2**bits, as the registers'. Where an operation looks at single bits or at
the number's size (shifts to the right, masks, widening, division), it is followed only if no
carry runs from the offsets into the base: that is the case if every offset is smaller than the
largest power of two known to divide the base. Block origins are multiples of the tile and loop
counters multiples of the step, so that this simple fact is enough.

The analysis does not follow control flow: a register has one form for all its definitions. What
divergent branches add to that is the matter of :mod:`sgemm.ptx.divergence`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping

from sgemm.ptx.flow import ControlFlow, registers_written
from sgemm.ptx.syntax import (
    Address,
    Entry,
    Instruction,
    Integer,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    SpecialRegister,
    Symbol,
    Type,
    Vector,
)

UNBOUNDED_ZEROS = 64
"""Trailing zeros of the number 0."""

MAX_GRID_X = 2**31 - 1
MAX_GRID_YZ = 65535
WIDEN_AFTER = 6
"""Rounds after which a bound that still moves is given up, so that loop counters converge."""


@dataclasses.dataclass(frozen=True, slots=True)
class Term:
    """A uniform register that enters a form times a constant lane vector.

    Parameters
    ----------
    register : str
        Name; written once, outside every loop, so that its value is the same wherever it is used.
    signed : bool
        How it is extended to a wider form.
    multiples : tuple of int
        One for each lane.
    """

    register: str
    signed: bool
    multiples: tuple[int, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Form:
    """A value that is a uniform base plus lane offsets.

    Parameters
    ----------
    offsets : tuple of int
        One for each lane, signed.
    terms : tuple of Term
        Uniform registers times lane vectors, ordered by name.
    zeros : int
        The base is a multiple of ``2**zeros``.
    low, high : int
        Bounds of the base, read as an unsigned number.
    """

    offsets: tuple[int, ...]
    terms: tuple[Term, ...]
    zeros: int
    low: int
    high: int

    @property
    def is_uniform(self) -> bool:
        """Whether all lanes hold the same value."""
        return not self.terms and not any(self.offsets)

    @property
    def constant(self) -> int | None:
        """The base where it is known, else None."""
        return self.low if self.low == self.high else None

    @property
    def carries_nothing(self) -> bool:
        """Whether base and offsets share no bit, so that their sum is their bitwise or."""
        return not self.terms and min(self.offsets) >= 0 and max(self.offsets) < 1 << self.zeros

    @property
    def possible_bits(self) -> int:
        """Mask of the bits that the base can have."""
        return ((1 << self.high.bit_length()) - 1) >> self.zeros << self.zeros


Value = Form | None
"""A form, or None for a register that varies from lane to lane in no known way."""


@dataclasses.dataclass(frozen=True, slots=True)
class Block:
    """How threads are laid out in a thread block.

    Parameters
    ----------
    threads : tuple of int
        Threads in x, y, z.
    lanes : int
        Threads in a slice; slice s holds the threads s*lanes ... (s+1)*lanes - 1, x fastest.
    """

    threads: tuple[int, int, int]
    lanes: int


def lanes_fit(threads: tuple[int, int, int], lanes: int) -> bool:
    """Whether every slice of a block sees threadIdx as a uniform base plus the same offsets."""
    x, y, z = threads
    if (x * y * z) % lanes:
        return False
    return x % lanes == 0 or (lanes % x == 0 and y % (lanes // x) == 0)


class Analysis:
    """The form of every register of an entry.

    Parameters
    ----------
    entry : Entry
    flow : ControlFlow
        Of that entry.
    block : Block
        Its lanes must fit its threads.
    symbols : mapping of str to int
        Addresses of the shared variables.
    varying : iterable of str
        Registers that may differ from lane to lane for reasons of control flow.
    """

    def __init__(
        self,
        entry: Entry,
        flow: ControlFlow,
        block: Block,
        symbols: Mapping[str, int],
        varying: Iterable[str] = (),
    ) -> None:
        self.entry = entry
        self.block = block
        self._symbols = symbols
        self._varying = frozenset(varying)
        self._instructions = [i for b in flow.blocks for i in b.instructions]
        self._stable = _stable_registers(flow)
        self._forms: dict[str, Value] = {}
        self._solve()

    def of_register(self, name: str) -> Value:
        """Return the form of a register; a register that is never written counts as zero."""
        return self._forms.get(name, self.uniform(0, 0))

    def of(self, operand: Operand) -> Value:
        """Return the form of a scalar operand."""
        match operand:
            case Register(name=name):
                return self.of_register(name)
            case Integer(value=value):
                wrapped = value % 2**64
                return self.uniform(wrapped, wrapped)
            case Symbol(name=name) if name in self._symbols:
                return self.uniform(self._symbols[name], self._symbols[name])
            case OffsetSymbol(name=name, offset=offset) if name in self._symbols:
                place = self._symbols[name] + offset
                return self.uniform(place % 2**64, place % 2**64)
            case SpecialRegister(name=name):
                return self._special(name)
            case NegatedPredicate(register=register):
                return self.of_register(register.name)
            case _:
                return self.uniform(0, 2**64 - 1)

    def uniform(self, low: int, high: int, zeros: int = 0) -> Form:
        """Return the form of a uniform value between two bounds."""
        if low == high:
            zeros = _trailing_zeros(low)
        return Form((0,) * self.block.lanes, (), zeros, low, high)

    def _special(self, name: str) -> Value:
        lanes = self.block.lanes
        x, y, z = self.block.threads
        register, _, axis = name.partition(".")
        if register == "%tid":
            if axis == "x":
                offsets = range(lanes) if x % lanes == 0 else [lane % x for lane in range(lanes)]
                return self._thread_index(offsets, x, lanes if x % lanes == 0 else 0)
            if axis == "y":
                if x % lanes == 0:
                    return self.uniform(0, y - 1)
                return self._thread_index([lane // x for lane in range(lanes)], y, lanes // x)
            return self.uniform(0, z - 1)
        if register == "%laneid":
            warp = [lane % 32 for lane in range(lanes)]
            return self._thread_index(warp, 32, lanes if lanes < 32 else 0)
        if register == "%warpid":
            warps = max(1, lanes // 32)
            total = x * y * z // 32
            return self._thread_index([lane // 32 for lane in range(lanes)], total, warps)
        if register == "%ntid":
            size = self.block.threads["xyz".index(axis)]
            return self.uniform(size, size)
        if register == "%ctaid":
            return self.uniform(0, (MAX_GRID_X if axis == "x" else MAX_GRID_YZ) - 1)
        if register == "%nctaid":
            return self.uniform(1, MAX_GRID_X if axis == "x" else MAX_GRID_YZ)
        return self.uniform(0, 2**64 - 1)

    def _thread_index(self, offsets: Iterable[int], size: int, step: int) -> Form:
        """Form of an index below ``size`` whose base moves by ``step`` (0: stays 0)."""
        zeros = _trailing_zeros(step)
        return Form(tuple(offsets), (), zeros, 0, max(0, size - step) if step else 0)

    def _solve(self) -> None:
        for round_number in range(100):
            changed = False
            joined: dict[str, Value] = {}
            for instruction in self._instructions:
                written = registers_written(instruction)
                if not written or self._unknown_input(instruction):
                    continue
                value = self._transfer(instruction)
                for name in written:
                    result = None if name in self._varying else value
                    joined[name] = _join(joined[name], result) if name in joined else result
            for name, value in joined.items():
                old = self._forms.get(name, value)
                new = _join(old, value)
                if round_number > WIDEN_AFTER:
                    new = _widen(old, new, self.entry.registers[name].type.bits)
                if name not in self._forms or new != self._forms[name]:
                    self._forms[name] = new
                    changed = True
            if not changed:
                return
        raise AssertionError("the affine analysis did not converge")

    def _unknown_input(self, instruction: Instruction) -> bool:
        """Whether an input has no form yet, in the first rounds of the iteration."""
        return any(
            name not in self._forms and name in self._written_once_or_more
            for name in _input_registers(instruction)
        )

    @property
    def _written_once_or_more(self) -> frozenset[str]:
        return self._stable.written

    def _transfer(self, instruction: Instruction) -> Value:
        guard = instruction.guard
        if guard is not None and not _is_uniform(self.of_register(guard.register.name)):
            return None
        if instruction.opcode == "ld":
            return self._load(instruction)
        rule = _RULES.get(instruction.opcode)
        inputs = [self.of(operand) for operand in _inputs(instruction)]
        if any(value is None for value in inputs):
            return None
        forms = [value for value in inputs if value is not None]
        bits = _result_bits(instruction)
        if rule is not None and bits in (16, 32, 64) and _is_plain_integer(instruction):
            found = rule(self, instruction, forms, bits)
            if found is not None:
                return found
        if all(form.is_uniform for form in forms) and instruction.opcode not in _COLLECTIVE:
            return self.uniform(0, 2**bits - 1)
        return None

    def _load(self, instruction: Instruction) -> Value:
        address = instruction.operands[1]
        if isinstance(address, Address) and _is_uniform(self.of(address.base)):
            return self.uniform(0, 2**64 - 1)
        return None

    def term(self, operand: Operand, signed: bool, multiples: tuple[int, ...]) -> Term | None:
        """Return operand times a lane vector as a term, if its value never changes."""
        if isinstance(operand, Register) and operand.name in self._stable.outside_loops:
            return Term(operand.name, signed, multiples)
        return None


@dataclasses.dataclass(frozen=True, slots=True)
class _Stable:
    written: frozenset[str]
    outside_loops: frozenset[str]


def _stable_registers(flow: ControlFlow) -> _Stable:
    count: dict[str, int] = {}
    in_loop: set[str] = set()
    for index, block in enumerate(flow.blocks):
        looping = any(
            index in flow.reachable_between(successor, -1)
            for successor in block.successors
            if successor < len(flow.blocks)
        )
        for instruction in block.instructions:
            for name in registers_written(instruction):
                count[name] = count.get(name, 0) + 1
                if looping or instruction.guard is not None:
                    in_loop.add(name)
    once = {name for name, times in count.items() if times == 1}
    return _Stable(frozenset(count), frozenset(once - in_loop))


def _inputs(instruction: Instruction) -> list[Operand]:
    """Scalar operands that are read, the destination left out."""
    found: list[Operand] = []
    for operand in instruction.operands[1:]:
        if isinstance(operand, Vector):
            found.extend(operand.elements)
        elif isinstance(operand, Address):
            found.append(operand.base)
        else:
            found.append(operand)
    return found


def _input_registers(instruction: Instruction) -> Iterable[str]:
    for operand in _inputs(instruction):
        if isinstance(operand, Register):
            yield operand.name
        elif isinstance(operand, NegatedPredicate):
            yield operand.register.name
    if instruction.guard is not None:
        yield instruction.guard.register.name


def _is_plain_integer(instruction: Instruction) -> bool:
    """Whether a rule may look at the operands as integers (not packed, not floating-point)."""
    return not any(isinstance(operand, Vector) for operand in instruction.operands[:2]) and not (
        instruction.modifiers[-1].startswith("f") and instruction.opcode != "mov"
    )


def _is_uniform(value: Value) -> bool:
    return value is not None and value.is_uniform


def _trailing_zeros(number: int) -> int:
    return (number & -number).bit_length() - 1 if number else UNBOUNDED_ZEROS


def _join(one: Value, other: Value) -> Value:
    if one is None or other is None or one == other:
        return one if one == other else None
    if one.offsets != other.offsets or one.terms != other.terms:
        return None
    return Form(
        one.offsets,
        one.terms,
        min(one.zeros, other.zeros),
        min(one.low, other.low),
        max(one.high, other.high),
    )


def _widen(old: Value, new: Value, bits: int) -> Value:
    if old is None or new is None or (old.low, old.high) == (new.low, new.high):
        return new
    return dataclasses.replace(new, low=0, high=2 ** max(bits, 1) - 1)


def _result_bits(instruction: Instruction) -> int:
    """Width of the result, from the last type modifier (the first of two for cvt)."""
    names = [m for m in instruction.modifiers if m[:1] in "busf" and m[1:].isdigit()]
    if not names:
        return 64 if "pred" not in instruction.modifiers else 1
    name = names[0] if instruction.opcode == "cvt" else names[-1]
    bits = int(name[1:])
    return 2 * bits if "wide" in instruction.modifiers else bits


# ---- transfer rules: (analysis, instruction, input forms, result bits) -> form, or None if the
# rule does not apply. The base of the result is the operation applied to the inputs' bases, so
# that the executor emits the same scalar instruction whether a register is uniform or affine.

_Rule = Callable[[Analysis, Instruction, list[Form], int], Form | None]


def _make(
    offsets: Iterable[int],
    terms: tuple[Term, ...],
    zeros: int,
    low: int,
    high: int,
    bits: int,
) -> Form:
    lanes = tuple(_signed(offset, bits) for offset in offsets)
    if not 0 <= low <= high < 2**bits:
        low, high = 0, 2**bits - 1
    if low == high:
        zeros = _trailing_zeros(low)
    return Form(lanes, terms, min(zeros, UNBOUNDED_ZEROS), low, high)


def _signed(number: int, bits: int) -> int:
    number %= 2**bits
    return number - 2**bits if number >= 2 ** (bits - 1) else number


def _combine_terms(one: tuple[Term, ...], other: tuple[Term, ...], sign: int) -> tuple[Term, ...]:
    sums: dict[tuple[str, bool], tuple[int, ...]] = {
        (term.register, term.signed): term.multiples for term in one
    }
    for term in other:
        key = (term.register, term.signed)
        old = sums.get(key, (0,) * len(term.multiples))
        sums[key] = tuple(a + sign * b for a, b in zip(old, term.multiples, strict=True))
    return tuple(
        Term(register, signed, multiples)
        for (register, signed), multiples in sorted(sums.items())
        if any(multiples)
    )


def _add(_: Analysis, instruction: Instruction, forms: list[Form], bits: int) -> Form | None:
    one, other = forms
    sign = -1 if instruction.opcode == "sub" else 1
    low, high = (
        (one.low + other.low, one.high + other.high)
        if sign > 0
        else (one.low - other.high, one.high - other.low)
    )
    return _make(
        (a + sign * b for a, b in zip(one.offsets, other.offsets, strict=True)),
        _combine_terms(one.terms, other.terms, sign),
        min(one.zeros, other.zeros),
        low,
        high,
        bits,
    )


def _multiply(
    analysis: Analysis, instruction: Instruction, forms: list[Form], bits: int
) -> Form | None:
    one, other = forms[:2]
    operands = _inputs(instruction)[:2]
    if "hi" in instruction.modifiers:
        return None
    if "wide" in instruction.modifiers and not all(
        form.is_uniform or form.carries_nothing for form in (one, other)
    ):
        return None
    signed = instruction.modifiers[-1].startswith("s")
    if one.is_uniform:
        one, other = other, one
        operands.reverse()
    if not other.is_uniform:
        return None
    low, high = one.low * other.low, one.high * other.high
    if (
        "wide" in instruction.modifiers
        and signed
        and max(one.high, other.high) >= 2 ** (bits // 2 - 1)
    ):
        low, high = 0, 2**bits
    factor = other.constant
    terms: tuple[Term, ...] = ()
    offsets: tuple[int, ...] = (0,) * len(one.offsets)
    if factor is not None:
        if "wide" in instruction.modifiers and signed:
            factor = _signed(factor, bits // 2)
        offsets = tuple(offset * factor for offset in one.offsets)
        terms = tuple(
            dataclasses.replace(term, multiples=tuple(x * factor for x in term.multiples))
            for term in one.terms
        )
    elif not one.is_uniform:
        if one.terms:
            return None
        term = analysis.term(operands[1], signed, one.offsets)
        if term is None:
            return None
        terms = (term,)
    return _make(offsets, terms, one.zeros + other.zeros, low, high, bits)


def _multiply_add(
    analysis: Analysis, instruction: Instruction, forms: list[Form], bits: int
) -> Form | None:
    product = _multiply(analysis, instruction, forms[:2], bits)
    if product is None:
        return None
    return _add(analysis, instruction, [product, forms[2]], bits)


def _copy(_: Analysis, instruction: Instruction, forms: list[Form], bits: int) -> Form | None:
    (form,) = forms
    if instruction.opcode == "cvta":
        # The base moves into another window; windows start at multiples of every alignment.
        form = dataclasses.replace(form, low=0, high=2**bits - 1)
    return _make(form.offsets, form.terms, form.zeros, form.low, form.high, bits)


def _convert(
    analysis: Analysis, instruction: Instruction, forms: list[Form], bits: int
) -> Form | None:
    (form,) = forms
    types = [m for m in instruction.modifiers if m[:1] in "busf" and m[1:].isdigit()]
    if len(types) != 2 or any(name.startswith("f") for name in types):
        return None
    source = Type(types[1][0], int(types[1][1:]))  # type: ignore[arg-type]
    if bits > source.bits:
        if not form.is_uniform and not form.carries_nothing:
            return None
        if source.kind == "s" and form.high >= 2 ** (source.bits - 1):
            form = dataclasses.replace(form, low=0, high=2**bits - 1)
    return _copy(analysis, instruction, [form], bits)


def _shift_left(_: Analysis, instruction: Instruction, forms: list[Form], bits: int) -> Form | None:
    form, amount = forms
    count = amount.constant
    if count is None or count >= bits:
        return None
    return _make(
        (offset << count for offset in form.offsets),
        tuple(
            dataclasses.replace(term, multiples=tuple(x << count for x in term.multiples))
            for term in form.terms
        ),
        form.zeros + count,
        form.low << count,
        form.high << count,
        bits,
    )


def _shift_right(
    _: Analysis, instruction: Instruction, forms: list[Form], bits: int
) -> Form | None:
    form, amount = forms
    count = amount.constant
    if count is None or count >= bits or not form.carries_nothing:
        return None
    low, high = form.low >> count, form.high >> count
    if instruction.modifiers[-1].startswith("s") and form.high >= 2 ** (bits - 1):
        low, high = 0, 2**bits - 1
    return _make(
        (offset >> count for offset in form.offsets),
        (),
        max(0, form.zeros - count),
        low,
        high,
        bits,
    )


def _and(_: Analysis, instruction: Instruction, forms: list[Form], bits: int) -> Form | None:
    form, mask = forms if forms[1].constant is not None else forms[::-1]
    constant = mask.constant
    if constant is None or not form.carries_nothing:
        return None
    constant %= 2**bits
    return _make(
        (offset & constant for offset in form.offsets),
        (),
        max(form.zeros, _trailing_zeros(constant)),
        0,
        min(form.high, constant),
        bits,
    )


def _or(analysis: Analysis, instruction: Instruction, forms: list[Form], bits: int) -> Form | None:
    """Or and xor: followed where no two inputs share a bit in any lane, and for constants."""
    one, other = forms
    if one.terms or other.terms or min(*one.offsets, *other.offsets) < 0:
        return None
    is_xor = instruction.opcode == "xor"
    high = 2 ** max(one.high.bit_length(), other.high.bit_length()) - 1
    zeros = min(one.zeros, other.zeros)
    parts = [(one.possible_bits, one.offsets), (other.possible_bits, other.offsets)]
    if all(
        _disjoint((parts[0][0], a, parts[1][0], b))
        for a, b in zip(one.offsets, other.offsets, strict=True)
    ):
        offsets = [a + b for a, b in zip(one.offsets, other.offsets, strict=True)]
        return _make(offsets, (), zeros, 0 if is_xor else max(one.low, other.low), high, bits)
    form, mask = (one, other) if other.is_uniform else (other, one)
    constant = mask.constant
    if constant is None or not mask.is_uniform or not form.carries_nothing:
        return None
    low_part = constant & ((1 << min(form.zeros, bits)) - 1)
    merged = (
        [offset ^ low_part for offset in form.offsets]
        if is_xor
        else [offset | low_part for offset in form.offsets]
    )
    return _make([value - low_part for value in merged], (), zeros, 0, high, bits)


def _disjoint(masks: Iterable[int]) -> bool:
    seen = 0
    for mask in masks:
        if seen & mask:
            return False
        seen |= mask
    return True


def _bit_field_insert(
    analysis: Analysis, instruction: Instruction, forms: list[Form], bits: int
) -> Form | None:
    field, target, position, length = forms
    start, count = position.constant, length.constant
    if start is None or count is None or not start + count <= bits:
        return None
    mask = (1 << count) - 1
    kept = _mask(target, ~(mask << start) % 2**bits, bits)
    moved = _mask(field, mask, bits)
    if kept is None or moved is None:
        return None
    amount = analysis.uniform(start, start)
    shifted = _shift_left(analysis, instruction, [moved, amount], bits)
    if shifted is None:
        return None
    offsets = [a + b for a, b in zip(kept.offsets, shifted.offsets, strict=True)]
    zeros = min(kept.zeros, shifted.zeros)
    return _make(offsets, (), zeros, 0, kept.high | ((1 << (start + count)) - 1), bits)


def _mask(form: Form, mask: int, bits: int) -> Form | None:
    if not form.carries_nothing:
        return None
    return _make(
        (offset & mask for offset in form.offsets),
        (),
        max(form.zeros, _trailing_zeros(mask)),
        0,
        min(form.high, mask),
        bits,
    )


def _divide(
    analysis: Analysis, instruction: Instruction, forms: list[Form], bits: int
) -> Form | None:
    """Division and remainder by a constant power of two; bounds alone for other constants."""
    form, divisor = forms
    constant = divisor.constant
    if not constant or not instruction.modifiers[-1].startswith("u"):
        return None
    is_remainder = instruction.opcode == "rem"
    if form.is_uniform:
        high = min(form.high, constant - 1) if is_remainder else form.high // constant
        return analysis.uniform(0, high)
    if constant & (constant - 1):
        return None
    if is_remainder:
        return _mask(form, constant - 1, bits)
    amount = analysis.uniform(_trailing_zeros(constant), _trailing_zeros(constant))
    return _shift_right(analysis, instruction, [form, amount], bits)


_RULES: dict[str, _Rule] = {
    "add": _add,
    "sub": _add,
    "mul": _multiply,
    "mad": _multiply_add,
    "mov": _copy,
    "cvta": _copy,
    "cvt": _convert,
    "shl": _shift_left,
    "shr": _shift_right,
    "and": _and,
    "or": _or,
    "xor": _or,
    "bfi": _bit_field_insert,
    "div": _divide,
    "rem": _divide,
}

_COLLECTIVE = frozenset({"shfl", "vote", "match", "activemask", "elect", "redux"})
"""Opcodes whose result may differ between lanes although their inputs do not."""
