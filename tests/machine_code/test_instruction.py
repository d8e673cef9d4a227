"""Instructions: against bits that NVRTC wrote, against the disassembler, and there and back."""

import dataclasses
import re

import pytest
from compiled_loops import SAMPLES, flipped
from hypothesis import given
from hypothesis import strategies as st

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.cubin import ALIGNMENT, Cubin
from sgemm.machine_code.instruction import Control, Instruction, InstructionType
from sgemm.toolchain import sass, tools
from sgemm.toolchain.compiler import build

# From a cubin by NVRTC 13.5, with nvdisasm's text.
REAL = [
    (ins.multiply_add(100, 4, 108, 100), 0x6C04647223, 0x44FE20000000064),
    (ins.multiply_add(101, 4, 109, 101), 0x6D04657223, 0x40FE20000000065),
    (ins.load_128(108, 160, 0), 0xA06C7984, 0xFE80000000C00),
    (ins.load_128(140, 160, 0x80), 0x8000A08C7984, 0x3E80000000C00),
    (ins.add_immediate(159, 16, 15), 0xF109F7836, 0xFE20000000000),
    (ins.add_immediate(2, 5, 0xFFFFFFE), 0xFFFFFFE05027836, 0x2FCC0000000000),
    (ins.add_three(160, 160, 0x400), 0x400A0A07810, 0x2FE20007FFE0FF),
    (ins.move(3, 10), 0xA00037202, 0xFCA0000000F00),
    (ins.move(4, ins.ZERO), 0xFF00047202, 0x2FE20000000F00),
    (ins.move_by_multiplying(110, 4), 0xFFFF6E7224, 0xFE200078E0004),
    (ins.move_immediate(4, 0x3B0), 0x3B000047802, 0xFCE0000000F00),
    (ins.is_nonzero(3, 0), 0xFF0000720C, 0x2FCC0003F65270),
    (ins.differ(0, 159, 249), 0xF99F00720C, 0xFC80003F05270),
    (ins.nop(), 0x7918, 0xFE20000000000),
]
BRANCHES = [
    (13, 32, 3, 0x483947, 0xFEA0003800000),
    (38, 4213, 1, 0x10400381947, 0xFEA0003800000),
    (42, 39, 8, 0xFFFFFFFC00F08947, 0xFEA000383FFFF),
]


@pytest.mark.parametrize(("made", "low", "high"), REAL, ids=lambda each: None)
def test_encoders_write_what_the_compiler_writes(made, low, high):
    real = Instruction(low, high)
    assert made.operation == real.operation
    # Whether another warp may go first, bit 45, is the compiler's to choose, and not known.
    assert (made.controlled(real.control).high ^ real.high) & ~(1 << 45) == 0


@pytest.mark.parametrize(("at", "to", "guard", "low", "high"), BRANCHES)
def test_branches_are_those_of_the_compiler(at, to, guard, low, high):
    real = Instruction(low, high)
    assert ins.branch_target(at, real) == to
    assert ins.branch(at, to, guard).operation == real.operation
    assert real.is_plain_branch(at)


@pytest.mark.skipif(tools.find("nvdisasm") is None, reason="nvdisasm is not installed")
def test_the_disassembler_reads_what_is_written():
    """And it refuses nothing of it."""
    written = {
        ins.multiply_add(1, 2, 3, 4): "FFMA R1, R2, R3, R4",
        ins.multiply_add(1, 2, 3, 4).controlled(
            Control(reuse=3)
        ): "FFMA R1, R2.reuse, R3.reuse, R4",
        ins.load_128(252, 7, 0): "LDS.128 R252, [R7]",
        ins.load_128(8, 7, 0x12340): "LDS.128 R8, [R7+0x12340]",
        ins.add_immediate(9, 10, -16): "VIADD R9, R10, 0xfffffff0",
        ins.add_three(9, 10, 5): "IADD3 R9, R10, 0x5, RZ",
        ins.move(11, 12): "MOV R11, R12",
        ins.move_by_multiplying(11, 12): "IMAD.MOV.U32 R11, RZ, RZ, R12",
        ins.move_immediate(13, 0x1234): "MOV R13, 0x1234",
        ins.is_nonzero(2, 14): "ISETP.NE.AND P2, PT, R14, RZ, PT",
        ins.differ(6, 14, 15): "ISETP.NE.AND P6, PT, R14, R15, PT",
        ins.nop(): "NOP",
        ins.nop().controlled(Control(stall=15)): "NOP",
    }
    made = build(dataclasses.replace(SAMPLES[0], as_compiled=True), 90)
    cubin = Cubin(made.cubin, made.entry)
    code, more = cubin.instructions(), list(written)
    more += [ins.nop()] * (-len(more) % ALIGNMENT)
    grown = made._replace(cubin=cubin.with_instructions([*code, *more]))
    texts = re.findall(r"^    (.*)$", sass.disassemble(grown), re.M)
    assert texts[len(code) : len(code) + len(written)] == list(written.values())


controls = st.builds(
    Control,
    stall=st.integers(0, 15),
    write_barrier=st.integers(0, 7),
    read_barrier=st.integers(0, 7),
    wait=st.integers(0, 63),
    reuse=st.integers(0, 7),
)


@given(controls, st.sampled_from([made for made, _, _ in REAL]))
def test_control_there_and_back(control, operation):
    issued = operation.controlled(control)
    assert issued.control == control
    assert issued.operation == operation.operation
    # nvdisasm calls a long stall with this bit undefined, and an H200 does not execute it.
    assert issued.high >> 45 & 1 == (control.stall < 12)


def test_numbers_that_do_not_fit_their_fields():
    with pytest.raises(ValueError, match="stall = 16"):
        ins.nop().controlled(Control(stall=16))
    for offset in (-1, 1 << 23):
        with pytest.raises(ValueError, match="offset = "):
            ins.load_128(0, 0, offset)


places = st.integers(0, 1 << 24)


@given(places, places, st.integers(0, 15))
def test_branches_there_and_back(at, to, guard):
    made = ins.branch(at, to, guard)
    assert ins.branch_target(at, made) == to
    assert (made.opcode, made.guard) == (ins.BRANCH, guard)
    assert made.is_plain_branch(at)


def test_a_branch_between_instructions_is_not_plain():
    for bit in (16, 17):
        assert not flipped(ins.branch(10, 5), bit).is_plain_branch(10)


D, A, B, C, NUMBER, OFFSET, PREDICATE = (
    *(range(16, 24), range(24, 32), range(32, 40), range(64, 72)),
    *(range(32, 64), range(40, 63), range(81, 84)),
)


@pytest.mark.parametrize(
    ("made", "type_", "fields"),
    [
        (ins.multiply_add(1, 2, 3, 4), InstructionType.MULTIPLY_ADD, (D, A, B, C)),
        (ins.load_128(4, 2, 0x123450), InstructionType.LOAD_128, (D, A, OFFSET)),
        (ins.load_32(4, 2, 0x123450), InstructionType.LOAD_32, (D, A, OFFSET)),
        (ins.add_immediate(1, 2, 3), InstructionType.ADDITION, (D, A, NUMBER)),
        (ins.add_three(1, 2, 3), InstructionType.ADDITION, (D, A, NUMBER)),
        (ins.move(1, 2), InstructionType.MOVE, (D, B)),
        (ins.move_by_multiplying(1, 2), InstructionType.MOVE, (D, C)),
        (ins.move_immediate(1, 2), InstructionType.CONSTANT, (D, NUMBER)),
        (ins.differ(1, 2, 3), InstructionType.INEQUALITY, (A, B, PREDICATE)),
    ],
    ids=lambda each: None,
)
def test_one_bit_beside_the_operands_and_it_is_not_understood(made, type_, fields):
    """An instruction is understood with all of its 105 bits, or not at all."""
    assert made.type is type_
    free = {bit for field in fields for bit in field}
    for bit in range(105):
        assert (flipped(made, bit).type is type_) == (bit in free), bit


@pytest.mark.parametrize(
    ("low", "high", "read", "written", "registers_only"),
    [
        (0x3A0A07819, 0x6FF, {160}, {160}, True),  # SHF.L.U32 R160, R160, 0x3, RZ
        (0x2100A1977810, 0x7FFE0A0, {161, 160}, {151}, True),  # IADD3 R151, R161, 0x2100, R160
        (0xD02047C11, 0xF8E20FF, {2}, {4}, True),  # LEA R4, R2, UR13, 0x4
        (0x1840005040075A7, 0x800017F, {4, 5}, set(), False),  # SYNCS.TRYWAIT P0, [R4+...], R5
        (0xA07919, 0x2100, set(), {160}, False),  # S2R R160, SR_TID.X
        (0x7948, 0x3800000, set(), set(), False),  # WARPSYNC.ALL
        (0x1FA0FF7812, 0x780C0FF, {160}, set(), False),  # LOP3.LUT P0, RZ, R160, 0x1f, RZ
        (0xFF04027207, 0x800000, {4}, {2}, True),  # SEL R2, R4, RZ, P1
        (0x499997212, 0x78E3CFF, {4, 153}, {153}, True),  # LOP3.LUT R153, R153, R4, RZ
        (0x299990212, 0x78E3CFF, {2, 153}, {153}, True),  # the same under P0
        (0x2100FF4B7435, 0x1FF, set(), {75}, False),  # HFMA2.MMA R75, -RZ, RZ, 0, 0.009765625
        (0x3046007986, 0xC101D12, {70, 71, 48, 49, 50, 51}, set(), False),  # STG.E.128 [R70], R48
        (0x405007123, 0x1020304, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, False),
    ],
)
def test_registers_of_the_compilers_instructions(low, high, read, written, registers_only):
    """Those of an unknown instruction are all that its fields may name, four each."""
    i = Instruction(low, high)
    assert (i.read, i.written) == (read, written)
    assert i.leaves_registers_only == registers_only


def test_under_a_guard_what_was_there_may_stay():
    assert ins.move(5, 6).guarded(0).read == {5, 6}
    assert ins.move(5, 6).read == {6}
