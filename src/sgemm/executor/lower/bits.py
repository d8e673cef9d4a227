"""Bits and predicates: shifts, bit fields, setp, selp."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import I1, I8, I32, I64, Value, constant, element_of, with_element
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import destination_varies, elementwise, last_type
from sgemm.executor.lower.table import lowers
from sgemm.ptx.syntax import PREDICATE, Instruction, Integer, elements_of


@elementwise(
    "shl.(b16|b32|b64)", "shr.(b16|b32|b64|u16|u32|u64|s16|s32|s64)", operands=">type type u32"
)
def shift(emitter: Emitter, instruction: Instruction, value: Value, amount: Value) -> Value:
    """Shifts; an amount of the width or more shifts everything out, as PTX says."""
    builder, kind = emitter.builder, last_type(instruction)
    is_left, is_signed = instruction.opcode == "shl", kind.kind == "s"
    operation = builder.shl if is_left else builder.ashr if is_signed else builder.lshr
    wide = _resize(emitter, amount, element_of(value.type))
    literal = instruction.operands[2]
    if isinstance(literal, Integer) and 0 <= literal.value < kind.bits:
        return operation(value, wide)
    limit = constant(amount.type, kind.bits - 1)
    too_far = builder.icmp_unsigned(">", amount, limit)
    last = constant(value.type, kind.bits - 1)
    result = operation(value, builder.select(too_far, last, wide))
    if is_signed:
        return result
    return builder.select(too_far, constant(value.type, 0), result)


@elementwise("bfi.(b32|b64)", operands=">type type type u32 u32")
def insert_bit_field(
    emitter: Emitter, instruction: Instruction, field: Value, target: Value, *_: Value
) -> Value:
    """Insert the low bits of one number into another at a constant place."""
    builder, kind = emitter.builder, last_type(instruction)
    position, length = (_constant_operand(emitter, instruction, place) for place in (3, 4))
    mask = ((1 << length) - 1) << position
    moved = builder.shl(field, constant(field.type, min(position, kind.bits - 1)))
    kept = builder.and_(target, constant(target.type, ~mask))
    return builder.or_(kept, builder.and_(moved, constant(moved.type, mask)))


@elementwise("bfe.(u32|u64|s32|s64)", operands=">type type u32 u32")
def extract_bit_field(emitter: Emitter, instruction: Instruction, value: Value, *_: Value) -> Value:
    """Extract a field of bits at a constant place, extended by zeros or by its sign."""
    builder, kind = emitter.builder, last_type(instruction)
    position, length = (_constant_operand(emitter, instruction, place) for place in (2, 3))
    if not 0 < length <= kind.bits - position:
        raise emitter.refuse("a bit field that reaches past the end of its register")
    shift_right = builder.ashr if kind.kind == "s" else builder.lshr
    up = builder.shl(value, constant(value.type, kind.bits - length - position))
    return shift_right(up, constant(value.type, kind.bits - length))


@elementwise("(clz|popc).(b32|b64)", operands=">u32 type")
def count_bits(emitter: Emitter, instruction: Instruction, value: Value) -> Value:
    """Leading zeros; ones."""
    builder = emitter.builder
    if instruction.opcode == "popc":
        count = builder.intrinsic("ctpop", value)
    else:
        count = builder.intrinsic("ctlz", value, constant(I1, 0))
    return _resize(emitter, count, I32)


@elementwise("bfind(|.shiftamt).(u32|u64|s32|s64)", operands=">u32 type")
def find_bit(emitter: Emitter, instruction: Instruction, value: Value) -> Value:
    """Place of the highest bit that is not the sign, or how far it is from the top; -1 if none."""
    builder, kind = emitter.builder, last_type(instruction)
    if kind.kind == "s":
        sign = builder.ashr(value, constant(value.type, kind.bits - 1))
        value = builder.xor(value, sign)
    count = builder.intrinsic("ctlz", value, constant(I1, 0))
    top = constant(count.type, kind.bits - 1)
    if "shiftamt" in instruction.modifiers:
        is_zero = builder.icmp_unsigned(">", count, top)
        count = builder.select(is_zero, constant(count.type, -1), count)
    else:
        count = builder.sub(top, count)
    return _resize(emitter, count, I32)


@elementwise("prmt.b32", operands=">type type type type")
def permute_bytes(
    emitter: Emitter, instruction: Instruction, low: Value, high: Value, selector: Value
) -> Value:
    """Pick four of the eight bytes of two numbers, or the sign of a byte eight times over."""
    builder = emitter.builder
    pool = _joined(builder, low, high)
    result = constant(low.type, 0)
    for place in range(4):
        nibble = builder.lshr(selector, constant(selector.type, 4 * place))
        index = builder.and_(nibble, constant(nibble.type, 7))
        amount = builder.zext(builder.shl(index, constant(index.type, 3)), pool.type)
        byte = builder.trunc(builder.lshr(pool, amount), with_element(low.type, I8))
        sign = builder.ashr(byte, constant(byte.type, 7))
        replicate = builder.trunc(
            builder.lshr(nibble, constant(nibble.type, 3)), with_element(low.type, I1)
        )
        picked = builder.zext(builder.select(replicate, sign, byte), low.type)
        result = builder.or_(result, builder.shl(picked, constant(picked.type, 8 * place)))
    return result


def _joined(builder: ir.IRBuilder, low: Value, high: Value) -> Value:
    """Return a number of 64 bits, given as two halves."""
    wide = with_element(low.type, I64)
    low, high = builder.zext(low, wide), builder.zext(high, wide)
    return builder.or_(low, builder.shl(high, constant(wide, 32)))


@elementwise("lop3.b32", operands=">type type type type constant")
def combine_three(
    emitter: Emitter, instruction: Instruction, a: Value, b: Value, c: Value, *_: Value
) -> Value:
    """Any bitwise function of three numbers, by its truth table."""
    builder = emitter.builder
    table = _constant_operand(emitter, instruction, 4)
    result = constant(a.type, 0)
    for row in range(8):
        if table >> row & 1:
            term = constant(a.type, -1)
            for value, bit in ((a, row & 4), (b, row & 2), (c, row & 1)):
                term = builder.and_(term, value if bit else builder.not_(value))
            result = builder.or_(result, term)
    return result


@elementwise("shf.(l|r).(wrap|clamp).b32", operands=">type type type u32")
def shift_funnel(
    emitter: Emitter, instruction: Instruction, low: Value, high: Value, amount: Value
) -> Value:
    """Shift a number of 64 bits, given as two halves, and keep one of them."""
    builder = emitter.builder
    is_left, wraps = "l" in instruction.modifiers, "wrap" in instruction.modifiers
    whole = _joined(builder, low, high)
    wide = whole.type
    limit = constant(amount.type, 31 if wraps else 32)
    if wraps:
        count = builder.and_(amount, limit)
    else:
        too_far = builder.icmp_unsigned(">", amount, limit)
        count = builder.select(too_far, limit, amount)
    count = builder.zext(count, wide)
    if is_left:
        whole = builder.lshr(builder.shl(whole, count), constant(wide, 32))
    else:
        whole = builder.lshr(whole, count)
    return builder.trunc(whole, low.type)


_SIGNED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNSIGNED = {**_SIGNED, "lo": "<", "ls": "<=", "hi": ">", "hs": ">="}


@lowers(
    "setp.(eq|ne|lt|le|gt|ge).(s16|s32|s64|u16|u32|u64)",
    "setp.(eq|ne).(b16|b32|b64)",
    "setp.(lo|ls|hi|hs).(u16|u32|u64)",
    "setp.(eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan).(f32|f64)",
    operands=">predicates type type",
)
@lowers(
    "setp.(eq|ne|lt|le|gt|ge).(and|or|xor).(s16|s32|s64|u16|u32|u64)",
    "setp.(eq|ne).(and|or|xor).(b16|b32|b64)",
    "setp.(eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu).(and|or|xor).(f32|f64)",
    operands=">predicates type type pred",
)
def set_predicate(emitter: Emitter, instruction: Instruction) -> None:
    """Compare two numbers, perhaps combined with a predicate; perhaps with the opposite too."""
    builder, kind = emitter.builder, last_type(instruction)
    comparison = instruction.modifiers[0]
    destination, *sources = instruction.operands
    targets = elements_of(destination)
    # If one of two targets is kept as a scalar, the comparison is the same in all lanes, and the
    # other, which varies for what else is written to it, takes the scalar too.
    varying = all(destination_varies(emitter, target) for target in targets)
    one, other = (emitter.read(source, kind, varying=varying) for source in sources[:2])
    if kind.kind == "f":
        result = _compare_floats(emitter, comparison, one, other)
    else:
        compare = builder.icmp_signed if kind.kind == "s" else builder.icmp_unsigned
        result = compare(_UNSIGNED[comparison], one, other)
    opposite = builder.not_(result)
    if len(sources) == 3:
        combine = {"and": builder.and_, "or": builder.or_, "xor": builder.xor}[
            instruction.modifiers[1]
        ]
        third = emitter.read(sources[2], PREDICATE, varying=varying)
        result, opposite = combine(result, third), combine(opposite, third)
    for target, value in zip(targets, (result, opposite), strict=False):
        emitter.write(target, value)


@elementwise("selp.(b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64)", operands=">type type type pred")
def select_by_predicate(
    emitter: Emitter, instruction: Instruction, a: Value, b: Value, chosen: Value
) -> Value:
    """One of two numbers, by a predicate."""
    return emitter.builder.choose(chosen, a, b)


def _compare_floats(emitter: Emitter, comparison: str, one: Value, other: Value) -> Value:
    builder = emitter.builder
    if comparison in ("num", "nan"):
        ordered = builder.fcmp_ordered("ord", one, other)
        return ordered if comparison == "num" else builder.not_(ordered)
    unordered = comparison.endswith("u") and comparison[:-1] in _SIGNED
    compare = builder.fcmp_unordered if unordered else builder.fcmp_ordered
    return compare(_SIGNED[comparison.removesuffix("u") if unordered else comparison], one, other)


def _constant_operand(emitter: Emitter, instruction: Instruction, place: int) -> int:
    form = emitter.form(instruction.operands[place])
    found = None if form is None else form.constant
    if found is None or found > 255:
        raise emitter.refuse(f"operand {place} must be a constant up to 255")
    return found


def _resize(emitter: Emitter, value: Value, element: ir.IntType) -> Value:
    """Return an unsigned integer in another width."""
    width = element_of(value.type).width
    if width == element.width:
        return value
    builder = emitter.builder
    resize = builder.zext if width < element.width else builder.trunc
    return resize(value, with_element(value.type, element))
