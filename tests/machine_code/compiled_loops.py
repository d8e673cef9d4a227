"""What NVRTC makes of rungs with a loop in machine code, and what the room makes of that."""

from __future__ import annotations

import dataclasses
import functools

from sgemm.kernels.catalogue import kernels
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.tile import Tile
from sgemm.machine_code import k_major
from sgemm.machine_code.cubin import Cubin
from sgemm.machine_code.instruction import Instruction
from sgemm.machine_code.match import CompiledLoop, match_mainloop
from sgemm.machine_code.mn_major import MnMajorWriter
from sgemm.machine_code.patched_loop import Block
from sgemm.machine_code.registers import Registers, assign
from sgemm.machine_code.validation import validate
from sgemm.toolchain.compiler import build

SPECIALISATIONS = [
    one for each in kernels() for one in each.specialisations() if one.tile.loop_registers
]
K_MAJOR = [one for one in SPECIALISATIONS if one.tile.along_k]
MN_MAJOR = [one for one in SPECIALISATIONS if not one.tile.along_k]


def name_of(kernel: Kernel) -> str:
    return f"{kernel.name}-{kernel.layout}-{kernel.tile.bm}x{kernel.tile.bn}"


# The large and the small tile of one kernel: other registers, other numbers of 128-bit loads.
SAMPLES = [one for one in MN_MAJOR if one.name == MN_MAJOR[0].name][0:3:2]


@dataclasses.dataclass(frozen=True)
class Compiled:
    kernel: Kernel
    cubin: bytes
    code: tuple[Instruction, ...]
    loop: CompiledLoop

    @property
    def tile(self) -> Tile:
        return self.kernel.tile

    @property
    def registers(self) -> Registers:
        return assign(self.loop, self.tile.consumer_registers, self.tile.loop_registers)

    @property
    def quads(self) -> k_major.KMajorRegisters:
        return k_major.assign(self.loop, self.tile.consumer_registers, self.tile.loop_registers)

    def validate(self, block: Block) -> None:
        tile = self.tile
        validate(
            self.code,
            self.loop,
            block,
            tile.steps,
            tile.consumer_registers,
            tile.loop_registers,
        )


@functools.cache
def compiled(kernel: Kernel) -> Compiled:
    made = build(kernel, 90, as_compiled=True)
    assert made.cubin is not None
    code = tuple(Cubin(made.cubin, made.entry).instructions())
    return Compiled(kernel, made.cubin, code, match_mainloop(code, kernel.tile.tm * kernel.tile.tn))


@functools.cache
def written(kernel: Kernel) -> Block:
    it = compiled(kernel)
    steps, start = it.tile.steps, len(it.code)
    if it.loop.rows.is_k_major:
        return k_major.KMajorWriter(it.code, it.loop, it.quads, steps, start).write()
    return MnMajorWriter(it.code, it.loop, it.registers, steps, start).write()
