"""Which registers each kind of operand takes: the rules of PTX, as NVIDIA's assembler applies them.

Every row was compared with the verdicts of ptxas 13.5.
"""

import dataclasses

import pytest
from differential import entry_of

from sgemm.errors import UnsupportedInstructionError
from sgemm.executor.instruction_checks import check_instructions
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Instruction

OF_8, OF_16, OF_32, OF_64 = (f"b{bits} u{bits} s{bits} " for bits in (8, 16, 32, 64))
FROM_16 = OF_16 + OF_32 + OF_64
FLOATS = "f32 f64"
ALL = f"{OF_8}{FROM_16}f16 {FLOATS} pred".split()
BITS_OF_32, BITS_OF_64 = f"{OF_32}f32", f"{OF_64}f64"

TAKES = {
    # ---- loads and stores: registers may be wider
    "ld.global.b8 {}, [%at];": f"{OF_8}{FROM_16}f16 {FLOATS}",
    "ld.global.b16 {}, [%at];": f"{FROM_16}f16 {FLOATS}",
    "ld.global.b32 {}, [%at];": OF_32 + OF_64 + FLOATS,
    "ld.global.b64 {}, [%at];": BITS_OF_64,
    "ld.global.u8 {}, [%at];": OF_8 + FROM_16,
    "ld.shared.s16 {}, [array];": FROM_16,
    "ld.param.u32 {}, [p];": OF_32 + OF_64,
    "ld.f32 {}, [%at];": "b32 b64 f32",
    "ld.global.nc.f64 {}, [%at];": "b64 f64",
    "ld.global.v2.b32 {{_, {}}}, [%at];": OF_32 + OF_64 + FLOATS,
    "st.global.b8 [%at], {};": f"{OF_8}{FROM_16}f16 {FLOATS}",
    "st.shared.b32 [array], {};": OF_32 + OF_64 + FLOATS,
    "st.global.u16 [%at], {};": FROM_16,
    "st.f32 [%at], {};": "b32 b64 f32",
    "st.global.v4.u16 [%at], {{{0}, {0}, {0}, {0}}};": FROM_16,
    # ---- conversions: registers may be wider
    "cvt.u16.u8 {}, %h;": FROM_16,
    "cvt.u16.u8 %h, {};": OF_8 + FROM_16,
    "cvt.rn.f32.f64 {}, %fd;": "b32 b64 f32",
    "cvt.rn.f32.f64 %f, {};": "b64 f64",
    "cvt.f64.f32 %fd, {};": "b32 b64 f32",
    "cvt.rzi.s32.f32 {}, %f;": OF_32 + OF_64,
    # ---- halves: BF16 and pairs are bits
    "cvt.rn.f16.f32 {}, %f;": "b16 f16 b32 b64",
    "cvt.rn.f16.f32 %h, {};": "b32 b64 f32",
    "cvt.rz.f16x2.f32 {}, %f, %f;": "b32 b64",
    "cvt.rz.f16x2.f32 %r, %f, {};": "b32 b64 f32",
    "cvt.rn.bf16.f32 {}, %f;": "b16",
    "cvt.rn.bf16.f32 %h, {};": "b32 f32",
    "cvt.rn.bf16x2.f32 {}, %f, %f;": "b32",
    "cvt.rn.bf16x2.f32 %r, {}, %f;": "b32 f32",
    "cvt.f32.f16 {}, %h;": "b32 b64 f32",
    "cvt.f32.f16 %f, {};": "b16 f16 b32 b64",
    "cvt.f32.bf16 {}, %h;": "b32 f32",
    "cvt.f32.bf16 %f, {};": "b16",
    "mov.b16 {}, %h;": "b16 u16 s16 f16",
    "add.u16 %h, {}, %h;": "b16 u16 s16",
    # ---- everything else: registers are as wide as the instruction says
    "mov.b32 {}, %r;": BITS_OF_32,
    "mov.u32 %r, {};": OF_32,
    "mov.f32 %f, {};": "b32 f32",
    "mov.pred %p, {};": "pred",
    "mov.b32 %r, {{{0}, {0}}};": f"{OF_16}f16",
    "mov.b32 {{{0}, {0}, {0}, {0}}}, %r;": OF_8,
    "mov.b64 %at, {{{0}, {0}}};": BITS_OF_32,
    "add.s32 {}, %r, %r;": OF_32,
    "add.f32 %f, {}, %f;": "b32 f32",
    "mul.wide.s32 {}, %r, %r;": OF_64,
    "mad.wide.u16 %r, %h, %h, {};": OF_32,
    "fma.rn.f64 %fd, {}, %fd, %fd;": "b64 f64",
    "and.b32 %r, {}, %r;": BITS_OF_32,
    "and.pred %p, {}, %p;": "pred",
    "not.b64 {}, %at;": BITS_OF_64,
    "shl.b32 {}, %r, %r;": BITS_OF_32,
    "shl.b64 %at, %at, {};": OF_32,
    "shr.s64 %at, {}, %r;": OF_64,
    "setp.eq.b32 %p, {}, %r;": BITS_OF_32,
    "setp.lt.u32 %p, {}, %r;": OF_32,
    "setp.lt.f32 %p, {}, %f;": "b32 f32",
    "setp.lt.and.u32 %p, %r, %r, {};": "pred",
    "setp.lt.u32 {}, %r, %r;": "pred",
    "selp.u32 %r, %r, %r, {};": "pred",
    "selp.b32 %r, {}, %r, %p;": BITS_OF_32,
    "selp.f32 %f, {}, %f, %p;": "b32 f32",
    "selp.u16 %h, %h, {}, %p;": OF_16,
    "bfe.u32 %r, {}, 4, 5;": OF_32,
    "bfi.b32 %r, {}, %r, 4, 5;": BITS_OF_32,
    "clz.b64 {}, %at;": OF_32,
    "popc.b64 %r, {};": BITS_OF_64,
    "bfind.u32 {}, %r;": OF_32,
    "bfind.shiftamt.s64 %r, {};": OF_64,
    "brev.b32 %r, {};": BITS_OF_32,
    "prmt.b32 {}, %r, %r, %r;": BITS_OF_32,
    "prmt.b32 %r, %r, %r, {};": BITS_OF_32,
    "lop3.b32 %r, {}, %r, %r, 0x96;": BITS_OF_32,
    "lop3.b32 %r, %r, %r, %r, {};": "",
    "shf.l.wrap.b32 %r, {}, %r, %r;": BITS_OF_32,
    "shf.l.wrap.b32 %r, %r, %r, {};": OF_32,
    "atom.global.add.u32 {}, [%at], %r;": OF_32,
    "atom.global.cas.b64 %at, [%at], %at, {};": BITS_OF_64,
    "red.global.and.b32 [%at], {};": BITS_OF_32,
    "vote.sync.ballot.b32 %r, {}, -1;": "pred",
    "shfl.sync.idx.b32 %r, {}, 0, 31, -1;": BITS_OF_32,
    "redux.sync.add.u32 {}, %r, -1;": OF_32,
    "redux.sync.xor.b32 %r, {}, -1;": OF_32,
}
"""An instruction with a place for a register -> the types that it may have."""

FRAME = """
    .reg .b16 %h; .reg .b32 %r; .reg .b64 %at; .reg .f32 %f; .reg .f64 %fd; .reg .pred %p;
    .shared .align 16 .b8 array[64];"""


def instructions_of(declarations: str, body: str) -> list[Instruction]:
    module = parse(entry_of(body, ".param .u64 p", FRAME + declarations), "types.ptx")
    found = [each for each in module.entries["k"].body if isinstance(each, Instruction)]
    assert len(found) == len(module.entries["k"].body)
    return found


@pytest.mark.parametrize("template", TAKES)
def test_operands_take_the_registers_that_ptx_says(template: str) -> None:
    declarations = " ".join(f".reg .{kind} %a_{kind};" for kind in ALL)
    body = " ".join(template.format(f"%a_{kind}") for kind in ALL)
    taken = set()
    for kind, instruction in zip(ALL, instructions_of(declarations, body), strict=True):
        try:
            check_instructions([instruction])
        except UnsupportedInstructionError as error:
            if TAKES[template]:
                assert f"%a_{kind} is of type .{kind}, and ." in error.message
            continue
        taken.add(kind)
    assert taken == set(TAKES[template].split())


@pytest.mark.parametrize("template", [each for each in TAKES if TAKES[each]])
def test_operands_are_as_many_as_ptx_says(template: str) -> None:
    kind = TAKES[template].split()[0]
    (right,) = instructions_of(f".reg .{kind} %a;", template.format("%a"))
    count = len(right.operands)
    check_instructions([right])
    for operands in (right.operands[:-1], (*right.operands, right.operands[-1])):
        wrong = dataclasses.replace(right, operands=operands)
        text = f"{right.opcode} takes {count} operands here, not {len(operands)}"
        with pytest.raises(UnsupportedInstructionError, match=text):
            check_instructions([wrong])
