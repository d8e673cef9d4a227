"""The instructions that are probed, and what runs them: a GPU, or the model in its place."""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import Protocol

import numpy as np

from sgemm.errors import MachineError
from sgemm.kernels.kernel import Geometry, Kernel
from sgemm.kernels.launch import Launch
from sgemm.kernels.tile import Tile
from sgemm.machines.cuda import CudaMachine
from sgemm.toolchain.build import Build
from sgemm.toolchain.compiler import build
from tensor_cores.inputs import encode
from tensor_cores.model import (
    BF16,
    FP16,
    TF32,
    Bits,
    Format,
    Words,
    multiply_add,
)

HERE = Path(__file__).parent
FORMATS = (FP16, BF16, TF32)  # in the order of the kernels' constants
THREADS = 128
BLOCKS = 4096
WORD_BYTES = 4


@dataclasses.dataclass(frozen=True)
class Instruction:
    """A tensor core instruction, or a chain of the same one along k."""

    family: str  # "mma" or "wgmma"
    form: Format
    row_bytes: int  # of A for one instruction
    chain: int = 1
    from_registers: bool = False  # A, of wgmma

    @property
    def name(self) -> str:
        """Return a name that is an identifier, too."""
        rest = f"_x{self.chain}" if self.chain > 1 else ""
        rest += "_registers" if self.from_registers else ""
        return f"{self.family}_m{self.m}n{self.n}k{self.depth}_{self.form.name}{rest}"

    @property
    def m(self) -> int:
        """Rows of a tile."""
        return 16 if self.family == "mma" else 64

    @property
    def n(self) -> int:
        """Columns of a tile."""
        return 8

    @property
    def depth(self) -> int:
        """Products of one instruction along k."""
        return self.row_bytes * 8 // self.form.word_bits

    @property
    def k(self) -> int:
        """Products of a whole tile along k."""
        return self.depth * self.chain

    def build(self, architecture: int) -> Build:
        """Compile its kernel."""
        constants = {
            "format": FORMATS.index(self.form),
            "words": self.row_bytes // WORD_BYTES,
            "chain": self.chain,
            "from_registers": self.from_registers,
        }
        of_hopper = self.family == "wgmma"
        kernel = Kernel(
            name=self.name,
            idea="a probe",
            document="",
            tile=Tile(1, 1, 1),
            source=HERE / ("wgmma.cu" if of_hopper else "mma_sync.cu"),
            architecture=90 if of_hopper else 80,
            architecture_specific=of_hopper,
            geometry=Geometry(block=(THREADS, 1, 1), constants=lambda *_: constants),
        )
        return build(kernel, architecture)


INSTRUCTIONS = (
    Instruction("mma", FP16, 32),
    Instruction("mma", BF16, 32),
    Instruction("mma", TF32, 32),
    Instruction("mma", FP16, 16),
    Instruction("mma", BF16, 16),
    Instruction("mma", TF32, 16),
    Instruction("wgmma", FP16, 32),
    Instruction("wgmma", BF16, 32),
    Instruction("wgmma", TF32, 32),
    Instruction("wgmma", FP16, 32, from_registers=True),
    Instruction("wgmma", BF16, 32, from_registers=True),
    Instruction("wgmma", TF32, 32, from_registers=True),
    Instruction("mma", FP16, 32, chain=4),
    Instruction("wgmma", FP16, 32, chain=4),
    Instruction("wgmma", BF16, 32, chain=4),
    Instruction("wgmma", TF32, 32, chain=4),
)


class Device(Protocol):
    """What computes D = A*B + C on tiles."""

    description: str

    def run(self, a: Bits, b: Bits, c: Words) -> Words:
        """Compute tiles of shapes (tiles, m, k), (tiles, k, n), (tiles, m, n), as bits."""


class Simulated:
    """The model in the place of a GPU."""

    def __init__(self, instruction: Instruction) -> None:
        self.form = instruction.form
        self.description = "simulated by the model"

    def run(self, a: Bits, b: Bits, c: Words) -> Words:
        """Compute tiles by the model."""
        return multiply_add(self.form, a, b, c)


class Gpu:
    """A GPU with the kernel of one instruction."""

    def __init__(self, instruction: Instruction) -> None:
        self._machine = CudaMachine()
        self._instruction = instruction
        self._kernel = self._machine.load(instruction.build(self._machine.architecture))
        self._swapped = 0
        self.description = self._machine.description
        self._settle()

    def run(self, a: Bits, b: Bits, c: Words) -> Words:
        """Compute tiles by the instruction."""
        machine, by_columns = self._machine, np.ascontiguousarray(b.transpose(0, 2, 1))
        d = np.empty_like(c)
        with contextlib.ExitStack() as stack:
            buffers = []
            for array in (np.ascontiguousarray(a), by_columns, np.ascontiguousarray(c), d):
                buffers.append(stack.enter_context(machine.allocate(array.nbytes)))
                machine.copy_in(buffers[-1], array)
            tiles = len(c)
            arguments = [np.uint64(each.address) for each in buffers]
            arguments += [np.int32(tiles), np.int32(self._swapped)]
            launch = Launch((min(tiles, BLOCKS), 1, 1), (THREADS, 1, 1))
            machine.launch(self._kernel, launch, arguments)
            machine.synchronize()
            machine.copy_out(d, buffers[3])
        return d

    def _settle(self) -> None:
        """See by whole numbers whether each element meets those that it should.

        The manual leaves room for doubt which of a descriptor's two offsets is which: where the one
        reading fails, the other is tried.
        """
        at = self._instruction
        rng = np.random.default_rng(1)
        a, b, c = (
            rng.integers(-8, 9, shape).astype(np.float64)
            for shape in ((4, at.m, at.k), (4, at.k, at.n), (4, at.m, at.n))
        )
        right = (a @ b + c).astype(np.float32)
        for self._swapped in (0, 1) if at.family == "wgmma" else (0,):
            given = encode(at.form, a), encode(at.form, b), c.astype(np.float32).view(np.uint32)
            found = self.run(*given).view(np.float32)
            if np.array_equal(found, right):
                self.description += f"; offsets of descriptors swapped: {self._swapped}"
                return
        raise MachineError(f"{at.name}: small whole numbers are multiplied wrongly")
