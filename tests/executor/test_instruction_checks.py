"""What is not PTX that the executor knows is refused by name: never a crash, never a guess."""

import random

import llvmlite.binding as llvm
import pytest
from differential import compiled
from hypothesis import given, settings
from hypothesis import strategies as st
from program_generator import make_program
from small_kernels import kernel

from sgemm.errors import ArgumentError, PtxError, SgemmError, UnsupportedInstructionError
from sgemm.executor import runtime
from sgemm.executor.compiler import write_module
from sgemm.executor.instruction_checks import check_instructions
from sgemm.executor.plan_choice import make_plan
from sgemm.kernels.catalogue import NAMES, find
from sgemm.ptx.affine_analysis import lanes_fit
from sgemm.ptx.parser import parse
from sgemm.toolchain.compiler import build

BOX = "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
ROWS = "ldmatrix.sync.aligned.m8n8"
MMA, C = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "{%f0, %f1, %f2, %f3}"
REFUSED = {
    # ---- operations
    "foo.bar %r10;": "does not know the opcode foo",
    "trap;": "does not know the opcode trap",
    "redux.sync.add.u64 %rd10, %rd1, -1;": "knows redux, but not with these modifiers",
    "redux.sync.add.u32 _, %r1, -1;": "the destination is not a register",
    "atom.global.add.f32 %f10, [%rd1], 1;": "knows atom, but not with these modifiers",
    "add %r10, %r11, %r12;": "knows add, but not with these modifiers",
    "add.rz.f32 %f10, %f0, %f0;": "knows add, but not with these modifiers",
    "fma.rn.ftz.f32 %f10, %f0, %f0, %f0;": "knows fma, but not with these modifiers",
    "cvt.sat.u8.s32 %rs10, %r1;": "knows cvt, but not with these modifiers",
    "cvt.u32 %r10, %r11;": "knows cvt, but not with these modifiers",
    "ld.const.u32 %r10, [4];": "knows ld, but not with these modifiers",
    "tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1,%r2}];": "knows tex, but not with",
    "bar.red.popc.pred %r10, 1, %p1;": "knows bar, but not with these modifiers",
    "barrier.cluster.sync;": "knows barrier, but not with these modifiers",
    "ret.foo;": "knows ret, but not with these modifiers",
    "mov.u32 %r10, %clock;": "special register %clock",
    "mov.u32 %r10, %tid.w;": "special register %tid.w",
    # ---- how many operands: of most instructions in test_register_types.py
    "cp.async.ca.shared.global [%r10], [%rd1];": "cp takes 3 or 4 operands here, not 2",
    "ld.global.L2::cache_hint.f32 %f10, [%rd1];": "ld takes 3 operands here, not 2",
    "ld.global.f32 %f10, [%rd1], %rd2;": "ld takes 2 operands here, not 3",
    "ld.global.L2::cache_hint.f32 %f10, [%rd1], %r1;": "u64",
    "cp.async.wait_group;": "cp takes 1 operands here, not 0",
    "bar.sync;": "bar takes 1 or 2 operands here, not 0",
    "bar.sync 0, 32, 5;": "bar takes 1 or 2 operands here, not 3",
    "bar.sync 16;": "barriers are 0 ... 15",
    "bar.sync -1;": "barriers are 0 ... 15",
    "bar.sync 15, 33;": "a barrier is for a multiple of 32 threads",
    "bar.red.popc.u32 %r10, %p1;": "bar takes 3 or 4 operands here, not 2",
    "bar.red.or.pred %r10, 0, %p1;": "%r10 is of type .b32, and .pred is due",
    "bar.red.popc.u32 %r10, 0, %r11;": "%r11 is of type .b32, and .pred is due",
    "ret 5;": "ret takes 0 operands here, not 1",
    # ---- kinds of operands
    "add.s32 _, %r12, %r13;": "the destination is not a register",
    "add.s32 {%r10, %r11}, %r12, %r13;": "the destination is not a register",
    "add.s32 %r10, [%rd1], 3;": "an operand of type .s32 is due",
    "add.f32 %f10, %f0, 1;": "an integer constant where a floating-point one is due",
    "add.s32 %r10, %r11, 1.5;": "a floating-point constant where a number of type .s32 is due",
    "mov.f64 %fd10, 0f3F800000;": "the constant does not fit .f64",
    "mov.pred %p10, 2;": "the constant 2 does not fit .pred",
    "ld.shared.u64 %rd10, [1024];": "absolute ones are of local memory alone",
    "ld.shared.u64 %rd10, [input];": "a variable is not in the memory that this instruction",
    "atom.shared.add.u32 %r10, [p0], 1;": "a variable is not in the memory that this instruction",
    "ld.u64 %rd10, [input];": "a variable is not in the memory that this instruction",
    "cp.async.ca.shared.global [p0], [%rd1], 4;": "a variable is not in the memory that this",
    "ld.global.u32 %r10, %rd1;": "a memory operand is due",
    "ld.global.u32 %r10, [%r11];": "the address %r11 is of type .b32; an integer of 64 bits is due",
    "ld.global.u32 %r10, [%fd1];": "the address %fd1 is of type .f64",
    "ld.global.u32 %r10, [array];": "a variable is not in the memory that this instruction",
    "ld.param.u32 %r10, [%rd1];": "a parameter is read by its name",
    "ld.param.u32 %r10, [array];": "a parameter is read by its name",
    "ld.param.u32 %r10, [p0+4];": "the parameter has 4 bytes",
    "ld.param.u64 %rd10, [p0];": "the parameter has 4 bytes",
    "mov.u32 %r10, input;": "the address of a parameter has 64 bits",
    "ld.global.v4.u64 {%rd10,%rd11,%rd12,%rd13}, [%rd1];": "an access takes 16 bytes at most",
    "ld.global.v2.u32 %r10, [%rd1];": "2 values in braces are due",
    "st.global.v2.u32 [%rd1], {%r1};": "2 values in braces are due",
    "ld.global.u32 {%r10, %r11}, [%rd1];": "one value, not in braces, is due",
    "mov.b32 %r10, {%rs1, %rs2, %rs3};": "packed from 2 or 4 registers",
    "setp.lt.u32 {%p1,%p2,%p3}, %r1, %r2;": "a comparison sets one or two predicates",
    "bar.sync 0, %f0;": "%f0 is of type .f32",
    "cp.async.ca.shared.global [%r10], [%rd1], 5;": "a copy moves 4 or 8 or 16 bytes",
    "cp.async.cg.shared.global [%r10], [%rd1], 8;": "a copy moves 16 bytes",
    "cp.async.ca.shared.global [%r10], [%rd1], %r1;": "the size of a copy is a constant",
    "tex.1d.v4.f32.s32 {%f1,%f2,%f3}, [%rd1, {%r1}];": "four values are due",
    "tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1,%r2}];": "one index",
    "tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [input, {%r1}];": "a handle in a register",
    "bfi.b32 %r10, %r1, %r2, %r3, 5;": "operand 3 must be a constant",
    "bfe.u32 %r10, %r1, 30, 5;": "reaches past the end of its register",
    "lop3.b32 %r10, %r1, %r2, %r3, %r4;": "operand 4 must be a constant",
    "@%p1 bar.sync 0;": "a guarded wait",
    # ---- widths of registers: their types are held to the rules in test_register_types.py
    "ld.global.v2.b16 {%rs10, %r10}, [%rd1];": "the registers in braces differ in width",
    "mov.u32 %r10, {%rs1, %rs2};": "what is packed is of type .b16, .b32 or .b64",
    # ---- mbarriers, copies and what warps do together
    "mbarrier.init.shared::cta.b64 [%r2];": "mbarrier takes 2 operands here, not 1",
    "mbarrier.arrive.shared::cta.b64 %r10, [%r2];": "%r10 is of type .b32, and .b64",
    "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2];": "takes 3 operands here, not 2",
    "mbarrier.arrive.noComplete.shared::cta.b64 %rd10, [%r2], 1;": "not with these modifiers",
    "mbarrier.arrive.shared::cluster.b64 %rd10, [%r2];": "gives no state: _ is due",
    "mbarrier.try_wait.parity.shared::cta.b64 %r10, [%r2], 0;": "%r10 is of type .b32, and .pred",
    "@%p0 mbarrier.try_wait.parity.shared::cta.b64 %p10, [%r2], 0;": "a guarded wait",
    "@%p0 bar.warp.sync -1;": "a guarded wait",
    "@%p0 barrier.cluster.wait;": "a guarded wait",
    "barrier.cluster.arrive %r0;": "barrier takes 0 operands here",
    "mapa.u32 %r10, %r1, 0;": "the executor knows mapa, but not with these modifiers",
    "mov.u32 %r10, %is_explicit_cluster;": "an operand of type .u32 is due",
    "setmaxnreg.inc.sync.aligned.u32 30;": "a multiple of 8 from 24 to 256",
    "setmaxnreg.inc.sync.aligned.u32 %r0;": "a multiple of 8 from 24 to 256",
    "shfl.sync.up.b32 %r10, %r0, 1, 0;": "shfl takes 5 operands here, not 4",
    "shfl.sync.up.b32 %r10|%r11, %r0, 1, 0, -1;": "%r11 is of type .b32, and .pred",
    "elect.sync %r10, -1;": "a lane and a predicate are due",
    "bar.arrive 1;": "bar takes 2 operands here, not 1",
    "bar.arrive 1, 40;": "a barrier is for a multiple of 32 threads",
    "atom.global.cas.b32 %r10, [%rd0], 1;": "atom takes 4 operands here, not 3",
    "atom.global.add.u32 %rd10, [%rd0], 1;": "%rd10 is of type .b64, and .u32 is due",
    "nanosleep.u32 %rd0;": "%rd0 is of type .b64, and .u32 is due",
    f"{BOX} [%r1], [%rd1, {{0, 0, 0}}], [%r2];": "a tensor map and 2 coordinates in braces are due",
    f"{BOX}.multicast::cluster [%r1], [%rd1, {{0, 0}}], [%r2], %r0;": "%r0 is of type .b32, and",
    # ---- conversions of halves
    "cvt.rn.relu.f16.f32 %rs0, %f0;": "knows cvt, but not with these modifiers",
    "cvt.rna.tf32.f32 %r3, %f0;": "knows cvt, but not with these modifiers",
    "cvt.rs.f16x2.f32 %r3, %f0, %f1, %r4;": "knows cvt, but not with these modifiers",
    "cvt.rn.f16.f64 %rs0, %f0;": "knows cvt, but not with these modifiers",
    "cvt.f16.f32 %rs0, %f0;": "knows cvt, but not with these modifiers",
    # ---- matrices
    f"{ROWS}.x1.shared.b16 %r30, [%r20];": "1 registers of type .b32 in braces are due",
    f"{ROWS}.x4.shared.b16 {{%r30, %r31}}, [%r20];": "4 registers of type .b32 in braces are due",
    f"{ROWS}.x2.shared.b16 {{%r30, %rd31}}, [%r20];": "%rd31 is of type .b64",
    f"{ROWS}.x2.shared.b16 {{%r30, %r31}}, %r20;": "a memory operand is due",
    f"{ROWS}.x2.shared.b16 {{%r30, %r31}};": "takes 2 operands here, not 1",
    f"{ROWS}.x2.b16 {{%r30, %r31}}, [%rd0];": "not with these modifiers",
    f"{ROWS}.x2.shared.b8 {{%r30, %r31}}, [%r20];": "not with these modifiers",
    f"{ROWS}.x2.shared.b16 {{%r30, %r31}}, [p0];": "not in the memory that this instruction",
    f"@%p10 {ROWS}.x1.shared.b16 {{%r30}}, [%r20];": "a guarded wait",
    f"{MMA} {{%f0, %f1, %f2}}, {{%r0, %r1}}, {{%r2}}, {C};": "4 registers of type .f32",
    f"{MMA} {C}, {{%r0, %r1}}, %r2, {C};": "1 registers of type",
    f"{MMA} {C}, {{%r0, %rd1}}, {{%r2}}, {C};": "%rd1 is of type .b64",
    f"{MMA} {C}, {{%r0, 1}}, {{%r2}}, {C};": "a register of type .b32",
    f"{MMA} {C}, {{%r0, %r1}}, {{%r2}};": "takes 4 operands here, not 3",
    f"{MMA.replace('f32', 'f16', 1)} {C}, {{%r0, %r1}}, {{%r2}}, {C};": "not with these modifiers",
    f"@%p1 {MMA} {C}, {{%r0, %r1}}, {{%r2}}, {C};": "a guarded wait",
}


@pytest.mark.parametrize("statement", REFUSED)
def test_what_cannot_run_is_refused_with_its_place(statement: str) -> None:
    text = kernel(statement).ptx
    with pytest.raises(UnsupportedInstructionError) as caught:
        compiled(text, (64, 1, 1))
    error = caught.value
    assert REFUSED[statement] in error.message
    assert error.file == "k.ptx"
    written = statement.removesuffix(";")
    assert written in text.split("\n")[error.line - 1]
    assert error.text == written
    assert str(error).startswith(f"k.ptx:{error.line}: ")


def test_what_comes_first_is_reported_first() -> None:
    # Before any analysis: the first statement that is wrong, not the one that is met first.
    text = kernel("add.s32 %r10, %r11;\n    bra END;\n    foo %r1;\n END: ret;").ptx
    with pytest.raises(UnsupportedInstructionError, match="add takes 3 operands"):
        compiled(text, (64, 1, 1))


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("name", "architecture"),
    [
        (name, architecture)
        for name in NAMES
        for architecture in (75, 80, 86, 89, 100, 120)  # all other tests run them for sm_90
        if find(name).runs_on(architecture)
    ],
)
def test_every_kernel_passes_for_every_architecture(name: str, architecture: int) -> None:
    made = build(find(name), architecture, cubin=False)
    check_instructions(parse(made.ptx).entries[made.entry].body)


@pytest.mark.parametrize(
    "threads",
    [
        *((0, 1, 1), (32, 0, 1), (32, 1, 0), (-32, 1, 1), (1025, 1, 1), (64, 32, 1), (1, 1, 65)),
        *((64,), (), (64,) * 4, (2.0, 1, 1)),
    ],
)
def test_blocks_that_no_gpu_has_are_refused(threads: tuple[int, int, int]) -> None:
    with pytest.raises(ArgumentError, match="a block has 1 to 1024 threads"):
        compiled(kernel("ret;").ptx, threads)


def test_a_kernel_is_refused_for_what_stands_in_itself_alone() -> None:
    bad = "\n.entry bad() {\n.reg .f32 %f<3>;\nex2.approx.f32 %f1, %f2;\n.local .b8 x[4];\n}"
    text = kernel("ret;").ptx + bad
    compiled(text)
    with pytest.raises(PtxError, match="local memory is not supported"):
        compiled(text, entry="bad")
    with pytest.raises(ArgumentError, match=r"k\.ptx has no entry 'none'; it has: k, bad"):
        compiled(text, entry="none")


@pytest.mark.parametrize("directive", [".maxntid 64, 1, 1", ".reqntid 16, 4, 1"])
def test_blocks_that_a_kernel_forbids_are_refused(directive: str) -> None:
    text = kernel("ret;").ptx.replace(".param .f32 s)", f".param .f32 s)\n{directive}")
    compiled(text, (16, 4, 1))
    with pytest.raises(ArgumentError, match=r"\(32, 4, 1\)"):
        compiled(text, (32, 4, 1))


def lower(text: str, threads: tuple[int, int, int], lanes: int) -> None:
    """All of compiling but the optimiser: LLVM checks what was written."""
    module = parse(text, "fuzz.ptx")
    for entry in module.entries.values():
        check_instructions(entry.body)
        plan = make_plan(entry, module.architecture, threads, vector_floats=512, lanes=lanes)
        native, *_ = write_module(plan)
        linked = llvm.parse_assembly(str(native))
        machine = llvm.Target.from_default_triple().create_target_machine()
        options = llvm.create_pipeline_tuning_options()
        runtime.link(linked, plan, llvm.create_pass_builder(machine, options))
        linked.verify()


TOKENS = (
    "%r1", "%rd1", "%f0", "%fd1", "%p1", "%rs1", "%tid.x", "%ctaid.y", "0", "-1", "4", "32",
    "0f3F800000", "1.5", "[%rd1]", "[%r1+4]", "{%r1, %r2}", "_", "array", "!%p1", "p0",
    ".u32", ".s64", ".b16", ".f32", ".pred", ".v2", ".v4", ".wide", ".lo", ".shared", ".global",
    "add", "mul", "mad", "ld", "st", "cvt", "setp", "bar", "mov", "shl", "bfi", "@%p1", ";", ",",
)  # fmt: skip


@settings(max_examples=150, derandomize=True, database=None)
@given(st.randoms(use_true_random=False))
def test_damaged_kernels_compile_or_are_refused(rng: random.Random) -> None:
    program = make_program(rng, 4)
    lanes = rng.choice([lanes for lanes in (1, 8, 32) if lanes_fit(program.threads, lanes)])
    lines = program.ptx.split("\n")
    body = next(place for place, line in enumerate(lines) if line.startswith("{")) + 1
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(body, len(lines))
        words = lines[place].replace(",", " , ").replace(";", " ;").split()
        if not words:
            continue
        at = rng.randrange(len(words))
        way = rng.choice(["drop", "replace", "insert", "swap", "modifier"])
        if way == "drop":
            del words[at]
        elif way == "replace":
            words[at] = rng.choice(TOKENS)
        elif way == "insert":
            words.insert(at, rng.choice(TOKENS))
        elif way == "swap":
            other = rng.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        else:
            parts = words[0].split(".")
            parts[rng.randrange(len(parts))] = rng.choice(TOKENS).strip(".")
            words[0] = ".".join(parts)
        lines[place] = " ".join(words)
    try:
        lower("\n".join(lines), program.threads, lanes)
    except ArgumentError as error:
        assert lanes > 1 and "waits that only groups of one lane" in str(error)
    except SgemmError as error:
        assert isinstance(error, PtxError)
        assert error.file == "fuzz.ptx"
        assert 1 <= error.line <= len(lines)
