"""What operations make of forms: one rule for each family of opcodes.

A rule takes the forms of the inputs to the form of the result, or to None where it does not know.
The base of the result is always the operation applied to the bases of the inputs, so that the
executor emits the same scalar instruction whether a register is uniform or affine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from sgemm.ptx.affine_form import (
    AffineForm,
    Term,
    as_signed,
    combine_terms,
    make_form,
    trailing_zeros,
    uniform,
)
from sgemm.ptx.syntax import Instruction, Operand, Register, Vector

WINDOW_ZEROS = 32
"""Windows of the generic address space start at multiples of at least two to this power."""

MakeTerm = Callable[[Operand, bool, tuple[int, ...]], Term | None]
"""Operand, signed, coefficients -> a term, if the operand is a register that never changes."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Operation:
    """An instruction with the forms of its inputs, as a rule takes it."""

    instruction: Instruction
    forms: list[AffineForm]
    bits: int  # of the result
    make_term: MakeTerm

    @property
    def is_signed(self) -> bool:
        return self.instruction.modifiers[-1].startswith("s")

    @property
    def is_wide(self) -> bool:
        return "wide" in self.instruction.modifiers

    def on(self, *forms: AffineForm) -> _Operation:
        """Return the same operation on other forms."""
        return dataclasses.replace(self, forms=list(forms))


_Rule = Callable[[_Operation], AffineForm | None]


def transfer(
    make_term: MakeTerm, instruction: Instruction, forms: list[AffineForm], lanes: int
) -> AffineForm | None:
    """Return the form of an instruction's result, if it has one; the instruction is no load."""
    bits = _result_bits(instruction)
    rule = _RULES.get(instruction.opcode)
    found = None
    if rule is not None and bits in (16, 32, 64) and _is_plain_integer(instruction):
        widths = _input_bits(instruction, bits)
        cut = [_cut(form, width) for form, width in zip(forms, widths, strict=False)]
        found = rule(_Operation(instruction, cut, bits, make_term))
    if found is None and all(form.is_uniform for form in forms) and not _differs(instruction):
        found = uniform(lanes, 0, 2**bits - 1)
    if found is None:
        return None
    target = instruction.operands[0]
    if isinstance(target, Register):
        if target.type.kind == "f" and not found.is_uniform:
            return None  # nobody adds lane offsets to a floating-point number
        if instruction.opcode == "cvt" and target.type.bits > bits:
            return _extend(found, bits, instruction.modifiers[-2].startswith("s"), 64)
    return found


def _result_bits(instruction: Instruction) -> int:
    """Width of the result, from the last type modifier (the first of two for cvt)."""
    names = [m for m in instruction.modifiers if m[:1] in "busf" and m[1:].isdigit()]
    if not names:
        is_predicate = "pred" in instruction.modifiers or instruction.opcode == "isspacep"
        return 1 if is_predicate else 64
    name = names[0] if instruction.opcode == "cvt" else names[-1]
    bits = int(name[1:])
    return 2 * bits if "wide" in instruction.modifiers else bits


def _input_bits(instruction: Instruction, bits: int) -> list[int]:
    """Widths at which the inputs are read."""
    if "wide" in instruction.modifiers:
        return [bits // 2, bits // 2, bits]
    if instruction.opcode in ("shl", "shr"):
        return [bits, 32]
    if instruction.opcode == "cvt":
        return [64]  # its rule looks at the type of its source
    return [bits] * 4


def _cut(form: AffineForm, bits: int) -> AffineForm:
    """Return what is read of a constant: a literal may be written negative."""
    if form.constant is None or form.constant < 2**bits:
        return form
    value = form.constant % 2**bits
    return uniform(len(form.offsets), value, value)


def _extend(form: AffineForm, bits: int, is_signed: bool, target_bits: int) -> AffineForm | None:
    """Return the form of a number of some width that is extended to a wider one."""
    if not form.is_uniform and not form.is_disjoint:
        return None
    if is_signed and form.high >= 2 ** (bits - 1):
        return dataclasses.replace(form, low=0, high=2**target_bits - 1)
    return form


def _is_plain_integer(instruction: Instruction) -> bool:
    """Whether a rule may look at the operands as integers (not packed, not floating-point)."""
    return not any(isinstance(operand, Vector) for operand in instruction.operands[:2]) and not (
        instruction.modifiers[-1].startswith("f") and instruction.opcode != "mov"
    )


def _add(operation: _Operation) -> AffineForm | None:
    one, other = operation.forms
    sign = -1 if operation.instruction.opcode == "sub" else 1
    low, high = one.low + other.low, one.high + other.high
    if sign < 0:
        low, high = one.low - other.high, one.high - other.low
    offsets = one.offsets
    if any(other.offsets):  # most of what is added is the same in all lanes
        offsets = tuple(a + sign * b for a, b in zip(offsets, other.offsets, strict=True))
    return make_form(
        offsets,
        combine_terms(one.terms, other.terms, sign),
        min(one.zeros, other.zeros),
        low,
        high,
        operation.bits,
    )


def _multiply(operation: _Operation) -> AffineForm | None:
    one, other = operation.forms[:2]
    operands = list(operation.instruction.inputs[:2])
    bits, is_wide, is_signed = operation.bits, operation.is_wide, operation.is_signed
    if "hi" in operation.instruction.modifiers:
        return None
    if is_wide and not all(form.is_uniform or form.is_disjoint for form in (one, other)):
        return None
    if one.is_uniform:
        one, other = other, one
        operands.reverse()
    if not other.is_uniform:
        return None
    low, high = one.low * other.low, one.high * other.high
    if is_wide and is_signed and max(one.high, other.high) >= 2 ** (bits // 2 - 1):
        low, high = 0, 2**bits
    zeros = one.zeros + other.zeros
    factor = other.constant
    if factor is not None:
        if is_wide and is_signed:
            factor = as_signed(factor, bits // 2)
        return _scaled(one, factor, zeros, low, high, bits)
    terms: tuple[Term, ...] = ()
    if not one.is_uniform:
        term = None if one.terms else operation.make_term(operands[1], is_signed, one.offsets)
        if term is None:
            return None
        terms = (term,)
    return make_form([0] * len(one.offsets), terms, zeros, low, high, bits)


def _scaled(
    form: AffineForm, factor: int, zeros: int, low: int, high: int, bits: int
) -> AffineForm:
    """Return a form times a constant, with what is known of the new base."""
    terms = tuple(
        dataclasses.replace(term, coefficients=tuple(x * factor for x in term.coefficients))
        for term in form.terms
    )
    return make_form((offset * factor for offset in form.offsets), terms, zeros, low, high, bits)


def _multiply_add(operation: _Operation) -> AffineForm | None:
    product = _multiply(operation)
    return None if product is None else _add(operation.on(product, operation.forms[2]))


def _copy(operation: _Operation) -> AffineForm | None:
    (form,) = operation.forms
    bits = operation.bits
    if operation.instruction.opcode == "cvta":
        # The base moves into another window.
        zeros = min(form.zeros, WINDOW_ZEROS)
        form = dataclasses.replace(form, zeros=zeros, low=0, high=2**bits - 1)
    return _wrapped(form, bits)


def _wrapped(form: AffineForm, bits: int) -> AffineForm:
    """Return the form of the low bits of a number."""
    return make_form(form.offsets, form.terms, form.zeros, form.low, form.high, bits)


def _convert(operation: _Operation) -> AffineForm | None:
    types = [m for m in operation.instruction.modifiers if m[:1] in "busf" and m[1:].isdigit()]
    if len(types) != 2 or any(name.startswith("f") for name in types):
        return None
    source_bits = int(types[1][1:])
    (form,) = operation.forms
    # The source may be a wider register, of which only the low bits are read.
    found: AffineForm | None = _wrapped(form, source_bits)
    if found is not None and operation.bits > source_bits:
        found = _extend(found, source_bits, types[1].startswith("s"), operation.bits)
    return None if found is None else _copy(operation.on(found))


def _shift_left(operation: _Operation) -> AffineForm | None:
    form, amount = operation.forms
    count = amount.constant
    if count is None or count >= operation.bits:
        return None
    low, high = form.low << count, form.high << count
    return _scaled(form, 1 << count, form.zeros + count, low, high, operation.bits)


def _shift_right(operation: _Operation) -> AffineForm | None:
    form, amount = operation.forms
    count, bits = amount.constant, operation.bits
    if count is None or count >= bits or not form.is_disjoint:
        return None
    low, high = form.low >> count, form.high >> count
    if operation.is_signed and form.high >= 2 ** (bits - 1):
        low, high = 0, 2**bits - 1
    offsets = (offset >> count for offset in form.offsets)
    return make_form(offsets, (), max(0, form.zeros - count), low, high, bits)


def _and(operation: _Operation) -> AffineForm | None:
    one, other = operation.forms
    form, mask = (one, other) if other.constant is not None else (other, one)
    if mask.constant is None:
        return None
    return _mask(form, mask.constant % 2**operation.bits, operation.bits)


def _mask(form: AffineForm, mask: int, bits: int) -> AffineForm | None:
    if not form.is_disjoint:
        return None
    offsets = (offset & mask for offset in form.offsets)
    zeros = max(form.zeros, trailing_zeros(mask))
    return make_form(offsets, (), zeros, 0, min(form.high, mask), bits)


def _or(operation: _Operation) -> AffineForm | None:
    """Or and xor: followed where no two inputs share a bit in any lane, and for constants."""
    one, other = operation.forms
    if one.terms or other.terms or min(*one.offsets, *other.offsets) < 0:
        return None
    is_xor, bits = operation.instruction.opcode == "xor", operation.bits
    high = 2 ** max(one.high.bit_length(), other.high.bit_length()) - 1
    zeros = min(one.zeros, other.zeros)
    p, q = one.possible_bits, other.possible_bits
    # Numbers share no bit if adding them is the same as combining their bits.
    if all(p | a | q | b == p + a + q + b for a, b in zip(one.offsets, other.offsets, strict=True)):
        added = [a + b for a, b in zip(one.offsets, other.offsets, strict=True)]
        return make_form(added, (), zeros, 0 if is_xor else max(one.low, other.low), high, bits)
    form, mask = (one, other) if other.is_uniform else (other, one)
    if mask.constant is None or not form.is_disjoint:
        return None
    low_part = mask.constant & ((1 << min(form.zeros, bits)) - 1)
    offsets = (
        (offset ^ low_part if is_xor else offset | low_part) - low_part for offset in form.offsets
    )
    return make_form(offsets, (), zeros, 0, high, bits)


def _bit_field_insert(operation: _Operation) -> AffineForm | None:
    field, target, position, length = operation.forms
    start, count, bits = position.constant, length.constant, operation.bits
    if start is None or count is None or not start + count <= bits:
        return None
    mask = (1 << count) - 1
    kept = _mask(target, ~(mask << start) % 2**bits, bits)
    moved = _mask(field, mask, bits)
    shifted = None if moved is None else _shift_left(operation.on(moved, position))
    if kept is None or shifted is None:
        return None
    offsets = [a + b for a, b in zip(kept.offsets, shifted.offsets, strict=True)]
    zeros = min(kept.zeros, shifted.zeros)
    return make_form(offsets, (), zeros, 0, kept.high | ((1 << (start + count)) - 1), bits)


def _divide(operation: _Operation) -> AffineForm | None:
    """Division and remainder by a constant power of two; bounds alone for other constants."""
    form, divisor = operation.forms
    constant = divisor.constant
    if not constant or not operation.instruction.modifiers[-1].startswith("u"):
        return None
    is_remainder = operation.instruction.opcode == "rem"
    if form.is_uniform:
        high = min(form.high, constant - 1) if is_remainder else form.high // constant
        return uniform(len(form.offsets), 0, high)
    if constant & (constant - 1):
        return None
    if is_remainder:
        return _mask(form, constant - 1, operation.bits)
    count = trailing_zeros(constant)
    return _shift_right(operation.on(form, uniform(len(form.offsets), count, count)))


_EDGES = {"lt": 0, "ge": 0, "lo": 0, "hs": 0, "gt": 1, "le": 1, "hi": 1, "ls": 1}
"""What to add to a number so that a comparison with it changes in front of the sum."""


def _compare(operation: _Operation) -> AffineForm | None:
    """Compare lanes that lie between two multiples of a power of two with such a multiple."""
    comparison = operation.instruction.modifiers[0]
    if len(operation.forms) != 2 or comparison not in _EDGES:
        return None
    one, other = operation.forms
    form, limit = (one, other) if other.is_uniform else (other, one)
    above = _EDGES[comparison]
    if limit is one:
        above = 1 - above
    if not limit.is_uniform or not form.is_disjoint:
        return None
    needed = max(form.offsets).bit_length()
    constant = limit.constant
    known = trailing_zeros(constant + above) if constant is not None else limit.zeros * (1 - above)
    return uniform(len(form.offsets), 0, 1) if known >= needed else None


_RULES: dict[str, _Rule] = {
    "setp": _compare,
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

_COLLECTIVE = frozenset(
    {
        *("shfl", "vote", "match", "activemask", "elect", "redux", "atom"),
        *("mma", "wgmma", "ldmatrix"),
    }
)


def _differs(instruction: Instruction) -> bool:
    """Whether results may differ between lanes although their inputs do not."""
    if instruction.opcode == "mbarrier":
        return "arrive" in instruction.modifiers  # one lane after the other
    return instruction.opcode in _COLLECTIVE
