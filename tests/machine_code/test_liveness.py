"""What is alive after the loop: a register that differs there may be read on no path."""

import dataclasses
import re

import pytest
from compiled_loops import SAMPLES, SPECIALISATIONS, compiled, written

from sgemm.machine_code import instruction as ins
from sgemm.machine_code.instruction import Instruction
from sgemm.machine_code.liveness import check_dead
from sgemm.machine_code.match import MismatchError
from sgemm.machine_code.validation import validate
from sgemm.toolchain import sass
from sgemm.toolchain.compiler import build

HELD = 20
"""The register that differs."""

EXIT = Instruction(ins.EXIT | 7 << 12, 0x3800000)
UNKNOWN = Instruction(0x7123, 0)
READS = ins.move(1, HELD)
WRITES = ins.move(HELD, 1)
P0, NOT_P0, P1 = 0, 8, 1
SETS_P0 = ins.differ(P0, 1, 2)


def begins(at: int, to: int, barrier: int = 0) -> Instruction:
    return Instruction(ins.CONVERGENCE_BEGINS | 7 << 12 | barrier << 16 | (to - at - 1) << 36, 0)


def ends(barrier: int = 0) -> Instruction:
    return Instruction(ins.CONVERGENCE_ENDS | 7 << 12 | barrier << 16, 0)


def call(at: int, to: int) -> Instruction:
    return dataclasses.replace(ins.branch(at, to), low=ins.branch(at, to).low & ~0xFFF | ins.CALL)


RETURN = Instruction(ins.RETURN | 7 << 12 | 30 << 24, 0)

DEAD = {
    "nothing reads it": [ins.nop(), EXIT],
    "overwritten": [WRITES, READS, EXIT],
    "overwritten under both guards": [
        WRITES.guarded(P0), WRITES.guarded(NOT_P0), READS, EXIT,
    ],
    "read under the guard of the writing": [WRITES.guarded(P0), READS.guarded(P0), EXIT],
    "overwritten on both paths": [
        ins.branch(0, 3, P0), WRITES, ins.branch(2, 4), WRITES, READS, EXIT,
    ],
    "read where the guard cannot hold": [ins.branch(0, 2, P0), READS.guarded(P0), EXIT],
    "after the end": [EXIT, READS],
    "round a loop": [WRITES, READS, ins.branch(2, 0)],
    "lanes meet": [begins(0, 3), WRITES, ends(), READS, EXIT],
    "loaded": [ins.load_128(HELD, 1, 0), READS, EXIT],
    "in a function": [
        ins.move_immediate(30, 2 * ins.BYTES), call(1, 4), READS, EXIT, WRITES, RETURN,
    ],
    "an unknown instruction after its end": [WRITES, UNKNOWN, EXIT],
}  # fmt: skip
ALIVE = {
    "read": [READS, EXIT],
    "read later": [ins.nop(), ins.move(3, 4), READS, EXIT],
    "read as a part of a load's address": [ins.load_128(4, HELD, 0), EXIT],
    "overwritten under a guard": [WRITES.guarded(P0), READS, EXIT],
    "read under another guard": [WRITES.guarded(P0), READS.guarded(P1), EXIT],
    "the predicate has changed": [WRITES.guarded(P0), SETS_P0, READS.guarded(P0), EXIT],
    "overwritten on one path": [ins.branch(0, 2, P0), WRITES, READS, EXIT],
    "read after a branch": [ins.branch(0, 2), EXIT, READS, EXIT],
    "after an end that may not come": [EXIT.guarded(P0), READS, EXIT],
    "round a loop": [ins.branch(0, 2), READS, ins.branch(2, 1)],
    "lanes meet": [begins(0, 2), ends(), READS, EXIT],
    "in a function": [ins.move_immediate(30, 2 * ins.BYTES), call(1, 3), EXIT, READS, RETURN],
    "after a function": [
        ins.move_immediate(30, 2 * ins.BYTES), call(1, 4), READS, EXIT, RETURN,
    ],
    "an unknown instruction": [UNKNOWN, EXIT],
    "unknown control flow": [Instruction(0x949 | 7 << 12, 0), EXIT],
}  # fmt: skip
ELSEWHERE = {
    "a return from nowhere": [RETURN],
    "a call that may return elsewhere": [call(0, 2), EXIT, RETURN],
    "a function that calls itself": [
        ins.move_immediate(30, 2 * ins.BYTES),
        call(1, 3),
        EXIT,
        ins.move_immediate(30, 5 * ins.BYTES),
        call(4, 3),
        RETURN,
    ],
    "no end": [ins.nop()],
    "a branch to outside": [ins.branch(0, 77)],
    "lanes that go on elsewhere": [begins(0, 3), ends(), READS, EXIT],
}


@pytest.mark.parametrize("code", DEAD.values(), ids=DEAD)
def test_what_no_path_reads_is_dead(code):
    check_dead(code, 0, [HELD])


@pytest.mark.parametrize("code", ALIVE.values(), ids=ALIVE)
def test_what_a_path_may_read_is_alive(code):
    with pytest.raises(MismatchError, match=f"^R{HELD} differs after the loop"):
        check_dead(code, 0, [HELD])
    check_dead(code, 0, [])


@pytest.mark.parametrize("code", ELSEWHERE.values(), ids=ELSEWHERE)
def test_paths_that_are_not_known_are_refused(code):
    with pytest.raises(MismatchError, match=r"unknown|outside"):
        check_dead(code, 0, [HELD])


def test_a_use_after_the_loop_is_refused():
    """Planted in a compiled kernel: the source has no use for what the loop has loaded.

    Nor for what the compiler's loop loads and the patched one does not.
    """
    it, block = compiled(SAMPLES[1]), written(SAMPLES[1])
    end, known = it.loop.outer_end + 1, it.tile.consumer_registers
    beyond = next(r for i in block.instructions for r in i.results if r >= known)
    for register, use in (
        (r"\d+", UNKNOWN),
        *((each, ins.move(0, each)) for each in (min(it.loop.idle), beyond)),
    ):
        for at in (end, end + 1):
            code = [*it.code[:at], use, *it.code[at + 1 :]]
            with pytest.raises(MismatchError, match=f"R{register} differs after the loop"):
                validate(code, it.loop, block, *it.numbers)


WIDTHS = {"64": 2, "128": 4}


def named(line: str) -> set[int]:
    """Registers that a line of the disassembler's names; of pairs and vectors of four the first."""
    return {int(number) for number in re.findall(r"\bR(\d+)\b", line)}


@pytest.mark.parametrize("kernel", [SAMPLES[0], SPECIALISATIONS[-1]], ids=lambda k: k.name)
def test_operands_are_those_that_the_disassembler_shows(kernel):
    made = build(dataclasses.replace(kernel, as_compiled=True), 90)
    lines = [line for line in sass.disassemble(made).splitlines() if line.startswith("    ")]
    code = compiled(kernel).code
    assert len(lines) == len(code)
    for line, i in zip(lines, code, strict=True):
        if not i.is_known:
            continue
        registers = i.sources | i.written
        assert named(line) <= registers, line
        # A field that is no register of this opcode would name another one.
        spread = {register + more for register in named(line) for more in range(4)}
        assert registers <= spread, line
        operands = line.split(None, 2 if line.split()[0].startswith("@") else 1)[-1].split(",")
        for wide in re.findall(r"\bR(\d+)\.64\b", line):
            assert int(wide) + 1 in registers, line
        if i.overwritten:
            assert min(i.overwritten) in named(",".join(operands[:2])), line
        size = re.match(r"\s*(?:@!?U?P\w+ +)?(?:LDG|LDS|STS|STG|LDC)\S*\.(64|128)\b", line)
        if size and i.written:
            assert len(i.written) == WIDTHS[size[1]], line
