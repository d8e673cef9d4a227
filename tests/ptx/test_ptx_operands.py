"""Every form of operand, right and wrong."""

import pytest
from differential import entry_of

from sgemm.errors import PtxSyntaxError
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import (
    Address,
    Discard,
    Float,
    Instruction,
    Integer,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    SpecialRegister,
    Symbol,
    TextureAddress,
    Type,
    Vector,
)

F = [Register(f"%f{i}", Type("f", 32)) for i in range(8)]
R = [Register(f"%r{i}", Type("b", 32)) for i in range(8)]
RD = [Register(f"%rd{i}", Type("b", 64)) for i in range(8)]
P = [Register(f"%p{i}", Type("pred", 1)) for i in range(8)]


def module(statement: str) -> str:
    parameters = ".param .u64 pointer, .param .align 64 .b8 map[128]"
    return entry_of(statement, parameters, ".shared .align 4 .b8 array[64];")


def instruction(statement: str) -> Instruction:
    (only,) = parse(module(statement)).entries["k"].body
    assert isinstance(only, Instruction)
    return only


@pytest.mark.parametrize(
    ("statement", "operands"),
    [
        ("ret;", ()),
        ("mov.u32 %r1, %tid.x;", (R[1], SpecialRegister("%tid.x"))),
        ("mov.u32 %r1, WARP_SZ;", (R[1], Integer(32))),
        ("mov.u32 %r1, array;", (R[1], Symbol("array"))),
        ("mov.u32 %r1, array+16;", (R[1], OffsetSymbol("array", 16))),
        ("mov.u32 %r1, array + -4 * 2;", (R[1], OffsetSymbol("array", -8))),
        ("mov.u32 %r1, -5;", (R[1], Integer(-5))),
        ("mov.f32 %f1, 0f3F800000;", (F[1], Float(0x3F800000, 32))),
        ("mov.f64 %rd1, -1.5;", (RD[1], Float(0xBFF8000000000000, 64))),
        ("ld.global.f32 %f1, [%rd1];", (F[1], Address(RD[1], 0))),
        ("ld.global.f32 %f1, [%rd1+-4];", (F[1], Address(RD[1], -4))),
        ("ld.global.f32 %f1, [%rd1+4*8+1];", (F[1], Address(RD[1], 33))),
        ("ld.shared.f32 %f1, [array+4];", (F[1], Address(Symbol("array"), 4))),
        ("ld.param.u64 %rd1, [pointer];", (RD[1], Address(Symbol("pointer"), 0))),
        ("ld.shared.f32 %f1, [0x100];", (F[1], Address(Integer(256), 0))),
        (
            "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];",
            (Vector((F[1], F[2], F[3], F[4])), Address(RD[1], 0)),
        ),
        ("st.global.v2.u32 [%rd1], {%r1, 7};", (Address(RD[1], 0), Vector((R[1], Integer(7))))),
        ("mov.b64 {%r1, _}, %rd1;", (Vector((R[1], Discard())), RD[1])),
        (
            "tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];",
            (Vector((F[1], F[2], F[3], F[4])), TextureAddress(RD[1], (R[1],))),
        ),
        (
            "tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, %r1];",
            (Vector((F[1], F[2], F[3], F[4])), TextureAddress(RD[1], (R[1],))),
        ),
        (
            "tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1, %r2}];",
            (Vector((F[1], F[2], F[3], F[4])), TextureAddress(RD[1], (R[1], R[2]))),
        ),
        (
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
            " [%r1], [map, {%r2, 0}], [%r3+8];",
            (Address(R[1], 0), TextureAddress(Symbol("map"), (R[2], Integer(0))), Address(R[3], 8)),
        ),
        ("setp.lt.s32 %p1|%p2, %r1, %r2;", (Vector((P[1], P[2])), R[1], R[2])),
        ("setp.lt.s32 %p1|_, %r1, %r2;", (Vector((P[1], Discard())), R[1], R[2])),
        ("elect.sync _|%p1, -1;", (Vector((Discard(), P[1])), Integer(-1))),
        ("setp.lt.and.s32 %p1, %r1, %r2, !%p2;", (P[1], R[1], R[2], NegatedPredicate(P[2]))),
        ("mbarrier.arrive.shared::cta.b64 _, [%r1];", (Discard(), Address(R[1], 0))),
    ],
)
def test_operand_forms(statement: str, operands: tuple[Operand, ...]) -> None:
    assert instruction(statement).operands == operands


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("mov.u32 %r1, %r64;", "register %r64 is not declared"),
        ("mov.u32 %r1, %tid.q;", "register %tid.q is not declared"),
        ("mov.u32 %r1, missing;", "name missing is not declared"),
        ("mov.u32 %r1 %r2;", "expected ';' after an instruction, found '%r2'"),
        ("mov.u32 %r1, {};", "expected an operand, found '}'"),
        ("ld.global.u32 %r1, [%rd1-4];", "written '+-'"),
        ("ld.global.u32 %r1, [%rd1+%rd2];", "expected an integer constant, found '%rd2'"),
        ("ld.global.u32 %r1, [%tid.x];", "base of an address"),
        ("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [3, {%r1}];", "expected ']'"),
        ("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {_}];", "'_' cannot be a coordinate"),
        ("setp.lt.s32 %p1|array, %r1, %r2;", "only registers can be a pair"),
        ("and.pred %p1, %p2, !%r1;", "%r1 is a register of type .b32, not a predicate"),
        ("@%r1 ret;", "%r1 is a register of type .b32, not a predicate"),
        ("@%p1;", "expected an instruction, found ';'"),
        ("bra %r1;", "label %r1 is not declared"),
        ("bra nowhere;", "label nowhere is not declared"),
        ("L: bra L, L;", "expected ';'"),
        ("call.uni (%r1), f, (%r2);", "calls are not supported"),
        ("ADD.s32 %r1, %r1, %r1;", "'ADD.s32' is not an instruction"),
        ("5;", "no statement begins with '5'"),
    ],
)
def test_malformed_operands(statement: str, message: str) -> None:
    with pytest.raises(PtxSyntaxError) as caught:
        parse(module(statement), "bad.ptx")
    assert message in caught.value.message
    assert caught.value.file == "bad.ptx"
    assert caught.value.line == 9
    assert str(caught.value).startswith("bad.ptx:9: ")
    assert caught.value.text.startswith(statement[:6].removeprefix("L: "))


def test_guards() -> None:
    for text, negated in (("@%p3 ret;", False), ("@!%p3 ret;", True), ("@ ! %p3 ret;", True)):
        guard = instruction(text).guard
        assert guard is not None
        assert (guard.register, guard.negated) == (P[3], negated)
    assert instruction("ret;").guard is None


@pytest.mark.parametrize(
    ("statement", "modifiers"),
    [
        (
            "cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16, %r2;",
            ("async", "cg", "shared", "global", "L2::128B"),
        ),
        ("ld .global .f32 %f1, [%rd1];", ("global", "f32")),
    ],
)
def test_modifiers_keep_their_order(statement: str, modifiers: tuple[str, ...]) -> None:
    found = instruction(statement)
    assert found.modifiers == modifiers
    assert found.operation == ".".join((found.opcode, *modifiers))
    assert found.opcode == statement[:2]
