"""Moves and conversions: mov (also packing and unpacking), cvt, cvta."""

from __future__ import annotations

from llvmlite import ir

from sgemm.executor.llvm_types import Value, constant, scalar_type, vector_type, with_element
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import destination_varies, elementwise, last_type
from sgemm.executor.lower.table import lowers, type_named
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.ptx.syntax import Instruction, Operand, Register, Type, Vector

_INTEGERS = "(u8|s8|u16|s16|u32|s32|u64|s64)"


@lowers("mov.(pred|b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64)", operands="move")
def move(emitter: Emitter, instruction: Instruction) -> None:
    """Copy; several registers of a vector operand are the parts of one number, low first."""
    destination, source = instruction.operands
    kind = last_type(instruction)
    if isinstance(source, Vector):
        _pack(emitter, destination, source, kind)
    elif isinstance(destination, Vector):
        _unpack(emitter, destination, source, kind)
    else:
        varying = destination_varies(emitter, destination)
        emitter.write(destination, emitter.read(source, kind, varying=varying))


def _pack(emitter: Emitter, destination: Operand, source: Vector, kind: Type) -> None:
    builder = emitter.builder
    part = Type("b", kind.bits // len(source.elements))
    varying = destination_varies(emitter, destination)
    wide = vector_type(ir.IntType(kind.bits), emitter.lanes if varying else 1)
    result: Value = None
    for index, element in enumerate(source.elements):
        value = builder.zext(emitter.read(element, part, varying=varying), wide)
        if index:
            amount = constant(wide, index * part.bits)
            result = builder.or_(result, builder.shl(value, amount))
        else:
            result = value
    emitter.write(destination, result)


def _unpack(emitter: Emitter, destination: Vector, source: Operand, kind: Type) -> None:
    builder = emitter.builder
    part = Type("b", kind.bits // len(destination.elements))
    for index, element in enumerate(destination.elements):
        varying = destination_varies(emitter, element)
        value = emitter.read(source, Type("b", kind.bits), varying=varying)
        moved = builder.lshr(value, constant(value.type, index * part.bits))
        narrow = with_element(moved.type, ir.IntType(part.bits))
        emitter.write(element, builder.trunc(moved, narrow))


@elementwise(f"cvt.{_INTEGERS}.{_INTEGERS}", operands=">converted converted")
def convert_integers(emitter: Emitter, instruction: Instruction, value: Value) -> Value:
    """Widen by the source's sign or by zeros; cut to the low bits."""
    target, source = (type_named(name) for name in instruction.modifiers)
    builder = emitter.builder
    wanted = with_element(value.type, ir.IntType(target.bits))
    if target.bits > source.bits:
        extend = builder.sext if source.kind == "s" else builder.zext
        value = extend(value, wanted)
    elif target.bits < source.bits:
        value = builder.trunc(value, wanted)
    return _filling_register(emitter, value, target)


def _filling_register(emitter: Emitter, value: Value, kind: Type) -> Value:
    """Extend a signed result by its sign where its register is wider than its type."""
    destination = emitter.instruction.operands[0]
    if kind.kind != "s" or not isinstance(destination, Register):
        return value
    if destination.type.bits <= kind.bits:
        return value
    return emitter.builder.sext(value, with_element(value.type, ir.IntType(destination.type.bits)))


@elementwise(f"cvt.rn.(f32|f64).{_INTEGERS}", operands=">converted converted")
def convert_to_float(emitter: Emitter, instruction: Instruction, value: Value) -> Value:
    """Nearest floating-point number, ties to even."""
    target, source = (type_named(name) for name in instruction.modifiers[1:])
    builder = emitter.builder
    convert = builder.sitofp if source.kind == "s" else builder.uitofp
    return convert(value, with_element(value.type, scalar_type(target)))


@elementwise(f"cvt.(rni|rzi|rmi|rpi).{_INTEGERS}.(f32|f64)", operands=">converted converted")
def convert_to_integer(emitter: Emitter, instruction: Instruction, value: Value) -> Value:
    """Round to an integer; what is too large saturates.

    A NaN becomes 0 if neither type has 64 bits, and otherwise the highest bit alone, as PTX 9.0
    says and GPUs did before.
    """
    rounding, *names = instruction.modifiers
    target, source = (type_named(name) for name in names)
    builder = emitter.builder
    to_whole = {"rni": "roundeven", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}[rounding]
    convert = "fptosi.sat" if target.kind == "s" else "fptoui.sat"
    is_wide = 64 in (source.bits, target.bits)
    whole = builder.intrinsic(to_whole, value)
    wanted = with_element(value.type, ir.IntType(target.bits))
    result = builder.intrinsic_for([wanted, value.type], convert, wanted, whole)
    if is_wide:
        is_nan = builder.fcmp_unordered("uno", value, value)
        result = builder.select(is_nan, constant(wanted, 1 << (target.bits - 1)), result)
    return _filling_register(emitter, result, target)


@elementwise("cvt.f64.f32", "cvt.rn.f32.f64", operands=">converted converted")
def convert_floats(emitter: Emitter, instruction: Instruction, value: Value) -> Value:
    """Widen exactly; narrow to nearest even."""
    target, source = (type_named(name) for name in instruction.modifiers[-2:])
    builder = emitter.builder
    convert = builder.fpext if target.bits > source.bits else builder.fptrunc
    return convert(value, with_element(value.type, scalar_type(target)))


@elementwise("cvta(|.to).(shared|shared::cta|shared::cluster).u64", operands=">type type")
def convert_shared_address(emitter: Emitter, instruction: Instruction, value: Value) -> Value:
    """Move a shared address into, or out of, its window of the generic address space."""
    builder = emitter.builder
    operation = builder.sub if "to" in instruction.modifiers else builder.add
    return operation(value, constant(value.type, SHARED_WINDOW))
