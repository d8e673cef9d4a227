"""What operations make of forms: one rule for each family of opcodes.

A rule takes the forms of the inputs to the form of the result, or to None where it does not know.
The base of the result is always the operation applied to the bases of the inputs, so that the
executor emits the same scalar instruction whether a register is uniform or affine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from sgemm.ptx.affine_form import (
    AffineForm,
    Term,
    as_signed,
    combine_terms,
    make_form,
    trailing_zeros,
    uniform,
)
from sgemm.ptx.syntax import (
    Address,
    Instruction,
    Operand,
    Register,
    TextureAddress,
    Type,
    Vector,
)

WINDOW_ZEROS = 32
"""Windows of the generic address space start at multiples of at least two to this power."""

MakeTerm = Callable[[Operand, bool, tuple[int, ...]], Term | None]
"""Operand, signed, coefficients -> a term, if the operand is a register that never changes."""

_Rule = Callable[[MakeTerm, Instruction, list[AffineForm], int], AffineForm | None]


def transfer(
    make_term: MakeTerm, instruction: Instruction, forms: list[AffineForm], lanes: int
) -> AffineForm | None:
    """Return the form of an instruction's result.

    - ``instruction``: not a load.
    - ``forms``: of its scalar inputs, in order.

    Returns AffineForm or None: none where lanes may differ in no known way.
    """
    bits = _result_bits(instruction)
    rule = _RULES.get(instruction.opcode)
    found = None
    if rule is not None and bits in (16, 32, 64) and _is_plain_integer(instruction):
        widths = _input_bits(instruction, bits)
        cut = [_cut(form, width) for form, width in zip(forms, widths, strict=False)]
        found = rule(make_term, instruction, cut, bits)
    if found is None and all(form.is_uniform for form in forms) and not _differs(instruction):
        found = uniform(lanes, 0, 2**bits - 1)
    if found is None:
        return None
    target = instruction.operands[0]
    if isinstance(target, Register):
        if target.type.kind == "f" and not found.is_uniform:
            return None  # nobody adds lane offsets to a floating-point number
        if instruction.opcode == "cvt" and target.type.bits > bits:
            return _extend(found, bits, instruction.modifiers[-2].startswith("s"))
    return found


def inputs(instruction: Instruction) -> list[Operand]:
    """Scalar operands that are read, the destination left out."""
    found: list[Operand] = []
    for operand in instruction.operands[1:]:
        if isinstance(operand, Vector):
            found.extend(operand.elements)
        elif isinstance(operand, Address):
            found.append(operand.base)
        elif isinstance(operand, TextureAddress):
            found += [operand.texture, *operand.coordinates]
        else:
            found.append(operand)
    return found


def _result_bits(instruction: Instruction) -> int:
    """Width of the result, from the last type modifier (the first of two for cvt)."""
    names = [m for m in instruction.modifiers if m[:1] in "busf" and m[1:].isdigit()]
    if not names:
        return 64 if "pred" not in instruction.modifiers else 1
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


def _extend(form: AffineForm, bits: int, is_signed: bool) -> AffineForm | None:
    """Return the form of a number of some width that is extended to a wider register."""
    if not form.is_uniform and not form.is_disjoint:
        return None
    if is_signed and form.high >= 2 ** (bits - 1):
        return dataclasses.replace(form, low=0, high=2**64 - 1)
    return form


def _is_plain_integer(instruction: Instruction) -> bool:
    """Whether a rule may look at the operands as integers (not packed, not floating-point)."""
    return not any(isinstance(operand, Vector) for operand in instruction.operands[:2]) and not (
        instruction.modifiers[-1].startswith("f") and instruction.opcode != "mov"
    )


def _add(
    _: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    one, other = forms
    sign = -1 if instruction.opcode == "sub" else 1
    low, high = (
        (one.low + other.low, one.high + other.high)
        if sign > 0
        else (one.low - other.high, one.high - other.low)
    )
    return make_form(
        (a + sign * b for a, b in zip(one.offsets, other.offsets, strict=True)),
        combine_terms(one.terms, other.terms, sign),
        min(one.zeros, other.zeros),
        low,
        high,
        bits,
    )


def _multiply(
    make_term: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    one, other = forms[:2]
    operands = inputs(instruction)[:2]
    if "hi" in instruction.modifiers:
        return None
    if "wide" in instruction.modifiers and not all(
        form.is_uniform or form.is_disjoint for form in (one, other)
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
            factor = as_signed(factor, bits // 2)
        offsets = tuple(offset * factor for offset in one.offsets)
        terms = tuple(
            dataclasses.replace(term, coefficients=tuple(x * factor for x in term.coefficients))
            for term in one.terms
        )
    elif not one.is_uniform:
        if one.terms:
            return None
        term = make_term(operands[1], signed, one.offsets)
        if term is None:
            return None
        terms = (term,)
    return make_form(offsets, terms, one.zeros + other.zeros, low, high, bits)


def _multiply_add(
    make_term: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    product = _multiply(make_term, instruction, forms[:2], bits)
    if product is None:
        return None
    return _add(make_term, instruction, [product, forms[2]], bits)


def _copy(
    _: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    (form,) = forms
    if instruction.opcode == "cvta":
        # The base moves into another window.
        zeros = min(form.zeros, WINDOW_ZEROS)
        form = dataclasses.replace(form, zeros=zeros, low=0, high=2**bits - 1)
    return make_form(form.offsets, form.terms, form.zeros, form.low, form.high, bits)


def _convert(
    make_term: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    (form,) = forms
    types = [m for m in instruction.modifiers if m[:1] in "busf" and m[1:].isdigit()]
    if len(types) != 2 or any(name.startswith("f") for name in types):
        return None
    source = Type(types[1][0], int(types[1][1:]))  # type: ignore[arg-type]
    # The source may be a wider register, of which only the low bits are read.
    form = make_form(form.offsets, form.terms, form.zeros, form.low, form.high, source.bits)
    if bits > source.bits:
        if not form.is_uniform and not form.is_disjoint:
            return None
        if source.kind == "s" and form.high >= 2 ** (source.bits - 1):
            form = dataclasses.replace(form, low=0, high=2**bits - 1)
    return _copy(make_term, instruction, [form], bits)


def _shift_left(
    _: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    form, amount = forms
    count = amount.constant
    if count is None or count >= bits:
        return None
    return make_form(
        (offset << count for offset in form.offsets),
        tuple(
            dataclasses.replace(term, coefficients=tuple(x << count for x in term.coefficients))
            for term in form.terms
        ),
        form.zeros + count,
        form.low << count,
        form.high << count,
        bits,
    )


def _shift_right(
    _: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    form, amount = forms
    count = amount.constant
    if count is None or count >= bits or not form.is_disjoint:
        return None
    low, high = form.low >> count, form.high >> count
    if instruction.modifiers[-1].startswith("s") and form.high >= 2 ** (bits - 1):
        low, high = 0, 2**bits - 1
    return make_form(
        (offset >> count for offset in form.offsets),
        (),
        max(0, form.zeros - count),
        low,
        high,
        bits,
    )


def _and(
    _: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    form, mask = forms if forms[1].constant is not None else forms[::-1]
    constant = mask.constant
    if constant is None or not form.is_disjoint:
        return None
    constant %= 2**bits
    return make_form(
        (offset & constant for offset in form.offsets),
        (),
        max(form.zeros, trailing_zeros(constant)),
        0,
        min(form.high, constant),
        bits,
    )


def _or(
    make_term: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
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
        return make_form(offsets, (), zeros, 0 if is_xor else max(one.low, other.low), high, bits)
    form, mask = (one, other) if other.is_uniform else (other, one)
    constant = mask.constant
    if constant is None or not mask.is_uniform or not form.is_disjoint:
        return None
    low_part = constant & ((1 << min(form.zeros, bits)) - 1)
    merged = (
        [offset ^ low_part for offset in form.offsets]
        if is_xor
        else [offset | low_part for offset in form.offsets]
    )
    return make_form([value - low_part for value in merged], (), zeros, 0, high, bits)


def _disjoint(masks: Iterable[int]) -> bool:
    seen = 0
    for mask in masks:
        if seen & mask:
            return False
        seen |= mask
    return True


def _bit_field_insert(
    make_term: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    field, target, position, length = forms
    start, count = position.constant, length.constant
    if start is None or count is None or not start + count <= bits:
        return None
    mask = (1 << count) - 1
    kept = _mask(target, ~(mask << start) % 2**bits, bits)
    moved = _mask(field, mask, bits)
    if kept is None or moved is None:
        return None
    amount = uniform(len(field.offsets), start, start)
    shifted = _shift_left(make_term, instruction, [moved, amount], bits)
    if shifted is None:
        return None
    offsets = [a + b for a, b in zip(kept.offsets, shifted.offsets, strict=True)]
    zeros = min(kept.zeros, shifted.zeros)
    return make_form(offsets, (), zeros, 0, kept.high | ((1 << (start + count)) - 1), bits)


def _mask(form: AffineForm, mask: int, bits: int) -> AffineForm | None:
    if not form.is_disjoint:
        return None
    return make_form(
        (offset & mask for offset in form.offsets),
        (),
        max(form.zeros, trailing_zeros(mask)),
        0,
        min(form.high, mask),
        bits,
    )


def _divide(
    make_term: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    """Division and remainder by a constant power of two; bounds alone for other constants."""
    form, divisor = forms
    constant = divisor.constant
    if not constant or not instruction.modifiers[-1].startswith("u"):
        return None
    is_remainder = instruction.opcode == "rem"
    if form.is_uniform:
        high = min(form.high, constant - 1) if is_remainder else form.high // constant
        return uniform(len(form.offsets), 0, high)
    if constant & (constant - 1):
        return None
    if is_remainder:
        return _mask(form, constant - 1, bits)
    count = trailing_zeros(constant)
    amount = uniform(len(form.offsets), count, count)
    return _shift_right(make_term, instruction, [form, amount], bits)


_EDGES = {"lt": 0, "ge": 0, "lo": 0, "hs": 0, "gt": 1, "le": 1, "hi": 1, "ls": 1}
"""What to add to a number so that a comparison with it changes in front of the sum."""


def _compare(
    _: MakeTerm, instruction: Instruction, forms: list[AffineForm], bits: int
) -> AffineForm | None:
    """Compare lanes that lie between two multiples of a power of two with such a multiple."""
    if len(forms) != 2 or instruction.modifiers[0] not in _EDGES:
        return None
    one, other = forms
    form, limit = (one, other) if other.is_uniform else (other, one)
    above = _EDGES[instruction.modifiers[0]]
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

_COLLECTIVE = frozenset({"shfl", "vote", "match", "activemask", "elect", "redux", "atom"})


def _differs(instruction: Instruction) -> bool:
    """Whether results may differ between lanes although their inputs do not."""
    if instruction.opcode == "mbarrier":
        return "arrive" in instruction.modifiers  # one lane after the other
    return instruction.opcode in _COLLECTIVE
