"""Every transfer rule against brute force: what lanes hold before, and what they hold after."""

import dataclasses

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from reference_operations import as_signed, conversion_of, operation_of

from sgemm.ptx.affine_form import UNBOUNDED_ZEROS, AffineForm, Term, trailing_zeros
from sgemm.ptx.syntax import Instruction, Integer, Location, Operand, Register, Type
from sgemm.ptx.transfer import transfer

WHERE = Location("test.ptx", 1, "")


@dataclasses.dataclass
class Known:
    """An operand with its form, and the values that make the form true."""

    operand: Operand
    form: AffineForm
    base: int
    factors: dict[str, int]  # what the registers of the form's terms hold
    bits: int  # width of the operand

    def lane(self, lane: int) -> int:
        value = self.base + self.form.offsets[lane]
        for term in self.form.terms:
            value += factor_of(self.factors[term.register], term) * term.coefficients[lane]
        return value % 2**self.bits


def factor_of(bits_of_factor: int, term: Term) -> int:
    return as_signed(bits_of_factor, 32) if term.signed else bits_of_factor


@st.composite
def operands(draw: st.DrawFn, name: str, bits: int, lanes: int) -> Known:
    """Draw an operand: a literal, a uniform register, or one with lane offsets and terms."""
    kind = draw(st.sampled_from(["literal", "uniform", "affine", "affine", "affine", "terms"]))
    if kind == "literal":
        value = draw(
            st.one_of(
                st.integers(-(2 ** (bits - 1)), 2**bits - 1),
                st.sampled_from([0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, -1, -4, -32]),
            )
        )
        wrapped = value % 2**64  # as the analysis reads literals
        form = AffineForm((0,) * lanes, (), trailing_zeros(wrapped), wrapped, wrapped)
        return Known(Integer(value), form, wrapped, {}, bits)
    zeros = draw(st.integers(0, bits + 2))
    size = max(0, bits - zeros)
    if draw(st.booleans()):
        # As bases are: small numbers of coefficients.
        base = draw(st.integers(0, min(9, 2**size - 1))) << zeros
    else:
        base = draw(st.integers(0, 2**size - 1)) << zeros
    base %= 2**bits
    shape = draw(st.sampled_from(["exact", "near", "any"]))
    low = high = base
    if shape == "near":
        low, high = draw(st.integers(0, base)), draw(st.integers(base, min(2**bits - 1, 2 * base)))
    elif shape == "any":
        low, high = 0, 2**bits - 1
    if low == high:
        zeros = trailing_zeros(low)
    offsets = [0] * lanes
    if kind != "uniform":
        way = draw(st.sampled_from(["lanes", "rows", "columns", "any", "negative"]))
        factor = draw(st.sampled_from([1, 2, 4, 8, 12, 64, 2 ** (bits - 4)]))
        width = draw(st.sampled_from([2, 4]))
        offsets = {
            "lanes": [factor * lane for lane in range(lanes)],
            "rows": [factor * (lane // width) for lane in range(lanes)],
            "columns": [factor * (lane % width) for lane in range(lanes)],
            "any": [draw(st.integers(0, 40)) for _ in range(lanes)],
            "negative": [-factor * lane for lane in range(lanes)],
        }[way]
    terms: tuple[Term, ...] = ()
    factors = {}
    if kind == "terms":
        register = f"%t{name}"
        coefficients = tuple(draw(st.integers(-5, 5)) for _ in range(lanes))
        if any(coefficients):
            terms = (Term(register, draw(st.booleans()), coefficients),)
            factors[register] = draw(st.integers(0, 2**32 - 1))
    form = AffineForm(
        tuple(as_signed(offset, bits) for offset in offsets),
        terms,
        min(zeros, UNBOUNDED_ZEROS),
        low,
        high,
    )
    return Known(Register(name, Type("b", bits)), form, base, factors, bits)


OPERATIONS = [
    f"{name}.{sign}{bits}"
    for bits in (16, 32, 64)
    for sign in "us"
    for name in ("add", "sub", "mul.lo", "mad.lo", "mul.hi", "div", "rem", "mov")
]
OPERATIONS += [f"{name}.b{bits}" for bits in (16, 32, 64) for name in ("and", "or", "xor", "shl")]
OPERATIONS += [f"shr.{kind}{bits}" for bits in (16, 32, 64) for kind in "bus"]
OPERATIONS += [f"mul.wide.{kind}{bits}" for bits in (16, 32) for kind in "us"]
OPERATIONS += [f"mad.wide.{kind}{bits}" for bits in (16, 32) for kind in "us"]
OPERATIONS += ["bfi.b32", "bfi.b64"]


def make_term(operand: Operand, is_signed: bool, coefficients: tuple[int, ...]) -> Term | None:
    return Term(operand.name, is_signed, coefficients) if isinstance(operand, Register) else None


def check(
    instruction: Instruction, sources: list[Known], lanes: int, base: int, result_bits: int,
    expected: list[int],
) -> None:  # fmt: skip
    """Compare the form that the rule gives with the lanes' results."""
    form = transfer(make_term, instruction, [source.form for source in sources], lanes)
    event(f"{instruction.opcode}: {'varies' if form is None else 'has a form'}")
    if form is None:
        return
    assert len(form.offsets) == lanes
    base %= 2**result_bits
    factors = {k: v for source in sources for k, v in source.factors.items()}
    registers = {
        source.operand.name: source for source in sources if isinstance(source.operand, Register)
    }
    assert form.low <= base <= form.high
    assert base % 2 ** min(form.zeros, result_bits) == 0
    for lane in range(lanes):
        value = base + form.offsets[lane]
        for term in form.terms:
            if term.register in factors:
                factor = factor_of(factors[term.register], term)
            else:
                # A uniform register that the rule itself made a term of.
                uniform = registers[term.register]
                assert uniform.form.is_uniform
                factor = uniform.base % 2**uniform.bits
                factor = as_signed(factor, uniform.bits) if term.signed else factor
            value += factor * term.coefficients[lane]
        assert value % 2**result_bits == expected[lane] % 2**result_bits


@pytest.mark.parametrize("turn", range(3))
@pytest.mark.parametrize("operation", OPERATIONS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
@pytest.mark.sampled(3)
def test_rules_hold_in_every_lane(operation: str, turn: int, data: st.DataObject) -> None:
    opcode, *modifiers = operation.split(".")
    compute, widths, result_bits = operation_of(opcode, tuple(modifiers))
    lanes = data.draw(st.sampled_from([1, 2, 4, 8]))
    sources = [
        data.draw(operands(f"%{name}", width, lanes), name)
        for name, width in zip("ab" if opcode == "bfi" else "abc", widths, strict=False)
    ]
    if opcode == "bfi":
        for _ in ("position", "length"):
            value = data.draw(st.integers(0, result_bits))
            form = AffineForm((0,) * lanes, (), trailing_zeros(value), value, value)
            sources.append(Known(Integer(value), form, value, {}, 32))
    target = Register("%d", Type("b", result_bits))
    written = tuple(source.operand for source in sources)
    instruction = Instruction(opcode, tuple(modifiers), (target, *written), None, WHERE)
    expected = [compute(*[source.lane(lane) for source in sources]) for lane in range(lanes)]
    base = compute(*[source.base % 2**source.bits for source in sources])
    check(instruction, sources, lanes, base, result_bits, expected)


@settings(max_examples=500, deadline=None)
@given(
    data=st.data(),
    target_kind=st.sampled_from("us"),
    source_kind=st.sampled_from("us"),
    target_bits=st.sampled_from([8, 16, 32, 64]),
    source_bits=st.sampled_from([8, 16, 32, 64]),
)
def test_conversions_hold_in_every_lane(
    data: st.DataObject, target_kind: str, source_kind: str, target_bits: int, source_bits: int
) -> None:
    lanes = data.draw(st.sampled_from([1, 4, 8]))
    # Registers may be wider than the types of a conversion, and have at least 16 bits.
    held = data.draw(st.sampled_from([b for b in (16, 32, 64) if b >= source_bits]))
    width = data.draw(st.sampled_from([b for b in (16, 32, 64) if b >= target_bits]))
    source = data.draw(operands("%a", held, lanes))

    modifiers = (f"{target_kind}{target_bits}", f"{source_kind}{source_bits}")

    def convert(value: int) -> int:
        value = conversion_of(modifiers)(value % 2**source_bits)
        return as_signed(value, target_bits) if target_kind == "s" else value % 2**target_bits

    written = (Register("%d", Type("b", width)), source.operand)
    instruction = Instruction("cvt", modifiers, written, None, WHERE)
    expected = [convert(source.lane(lane)) for lane in range(lanes)]
    check(instruction, [source], lanes, convert(source.base), width, expected)


@pytest.mark.parametrize(
    ("operation", "literal"),
    [
        *(("add.s32", 5), ("shl.b32", 2), ("shr.u32", 1), ("and.b32", 1), ("or.b32", 64)),
        *(("xor.b32", 3), ("mul.lo.s32", 12), ("mul.wide.s32", 12), ("mul.wide.u32", -1)),
        *(("div.u32", 2), ("rem.u32", 2)),
        *(("cvt.u64.u32", None), ("cvt.s64.s32", None), ("mov.u32", None)),
    ],
)
def test_common_index_arithmetic_keeps_its_form(operation: str, literal: int | None) -> None:
    """Rules that only ever gave up would pass the tests above."""
    opcode, *modifiers = operation.split(".")
    wide = "wide" in modifiers or "64" in modifiers[0]
    one = AffineForm((0, 1, 2, 3), (), 5, 0, 2**20)
    sources: list[Operand] = [Register("%a", Type("b", 32))]
    forms = [one]
    if literal is not None:
        sources.append(Integer(literal))
        wrapped = literal % 2**64
        forms.append(AffineForm((0,) * 4, (), trailing_zeros(wrapped), wrapped, wrapped))
    target = Register("%d", Type("b", 64 if wide else 32))
    instruction = Instruction(opcode, tuple(modifiers), (target, *sources), None, WHERE)
    assert transfer(make_term, instruction, forms, 4) is not None
