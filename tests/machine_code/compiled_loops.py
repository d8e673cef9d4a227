"""What NVRTC makes of kernels with a patched loop, their patched loops, and damages to these."""

import dataclasses
import functools

import pytest

from sgemm.kernels.catalogue import kernels
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.tile import Tile
from sgemm.machine_code import instruction as ins
from sgemm.machine_code import k_major, mn_major
from sgemm.machine_code.cubin import Cubin
from sgemm.machine_code.instruction import Copy, Instruction
from sgemm.machine_code.match import CompiledLoop, MismatchError, match_mainloop
from sgemm.machine_code.patch import patch_mainloop, patched_loop
from sgemm.machine_code.patched_loop import Block
from sgemm.machine_code.registers import Registers
from sgemm.machine_code.validation import validate
from sgemm.toolchain.compiler import build

SPECIALISATIONS = [
    one for each in kernels() for one in each.specialisations() if one.tile.loop_registers
]
K_MAJOR = [one for one in SPECIALISATIONS if one.tile.k_major_a]
MN_MAJOR = [one for one in SPECIALISATIONS if not one.tile.k_major_a]


def name_of(kernel: Kernel) -> str:
    return f"{kernel.name}-{kernel.layout}-{kernel.tile.bm}x{kernel.tile.bn}"


# The large and the small tile of one kernel: other registers, other numbers of 128-bit loads.
SAMPLES = [one for one in MN_MAJOR if one.name == MN_MAJOR[0].name][:2]


@dataclasses.dataclass(frozen=True)
class Compiled:
    kernel: Kernel
    cubin: bytes
    code: tuple[Instruction, ...]
    loop: CompiledLoop

    @property
    def tile(self) -> Tile:
        """The tile as the loop has it: of C^T where A and B are swapped."""
        tile = self.kernel.tile
        return tile.transposed() if self.kernel.name == "stream_k_swap_ab" else tile

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Steps of a stage, registers that the compiler knows, and registers that there are."""
        return self.tile.steps, self.tile.consumer_registers, self.tile.loop_registers

    @property
    def registers(self) -> Registers:
        return assign(self.loop, *self.numbers[1:])

    def patched(self, cubin: bytes | None = None, entry: str = "", **changes: int) -> bytes:
        """Patch the cubin, or another one, by the kernel's own numbers but for some."""
        given = dict(zip(("steps", "known", "registers"), self.numbers, strict=True))
        given["accumulators"] = self.tile.tm * self.tile.tn
        cubin = self.cubin if cubin is None else cubin
        return patch_mainloop(cubin, entry or self.kernel.name, **(given | changes))

    def validate(self, block: Block) -> None:
        validate(self.code, self.loop, block, *self.numbers)


def assign(loop: CompiledLoop, first: int, end: int) -> Registers:
    writer = k_major if loop.rows.is_k_major else mn_major
    return writer.assign(loop, first, end)


@functools.cache
def compiled(kernel: Kernel) -> Compiled:
    made = build(dataclasses.replace(kernel, as_compiled=True), 90)
    assert made.cubin is not None
    code = tuple(Cubin(made.cubin, made.entry).instructions())
    return Compiled(kernel, made.cubin, code, match_mainloop(code, kernel.tile.tm * kernel.tile.tn))


@functools.cache
def written(kernel: Kernel) -> Block:
    it = compiled(kernel)
    return patched_loop(it.code, it.loop, *it.numbers)


class Sample:
    """A patched loop, and ways to damage one instruction of it."""

    def __init__(self, kernel: Kernel) -> None:
        self.it, self.block = compiled(kernel), written(kernel)
        self.code = self.block.instructions
        # The branch by which the block is left; only padding follows it.
        self.exit = next(
            at
            for at, i in enumerate(self.code)
            if i.opcode == ins.BRANCH
            and ins.branch_target(self.block.start + at, i) == self.it.loop.outer_end + 1
        )
        self.loads = self.places(lambda i: i.opcode == ins.LOAD_SHARED)
        self.products = self.places(lambda i: i.opcode == ins.MULTIPLY_ADD)
        self.copies = self.places(lambda i: isinstance(i, Copy))

    def places(self, wanted) -> list[int]:
        return [at for at, i in enumerate(self.code[: self.exit + 1]) if wanted(i)]

    def with_code(self, code) -> Block:
        return dataclasses.replace(self.block, instructions=tuple(code))

    def changed(self, at: int, instruction: Instruction) -> Block:
        return self.with_code((*self.code[:at], instruction, *self.code[at + 1 :]))

    def issued(self, at: int, **changes: int) -> Block:
        return self.changed(at, self.code[at].issued(**changes))

    def exchanged(self, one: int, other: int) -> Block:
        code = list(self.code)
        code[one], code[other] = self.code[other], self.code[one]
        return self.with_code(code)

    def flipped(self, at: int, bit: int) -> Block:
        return self.changed(at, flipped(self.code[at], bit))

    def refusal(self, block: Block) -> str:
        with pytest.raises(MismatchError) as caught:
            self.it.validate(block)
        return str(caught.value)


def flipped(i: Instruction, bit: int) -> Instruction:
    both = (i.high << 64 | i.low) ^ 1 << bit
    return dataclasses.replace(i, low=both & (1 << 64) - 1, high=both >> 64)
