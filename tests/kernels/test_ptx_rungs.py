"""The PTX rungs as texts: what they declare, and that their arithmetic is pinned."""

import re

import pytest

from sgemm.kernels.catalogue import PTX_LADDER, find
from sgemm.kernels.kernel import Kernel, Language
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Entry, Instruction, Module

KERNELS = [find(name) for name in PTX_LADDER]
ABI = {
    "m": "u32", "n": "u32", "k": "u32", "alpha": "f32", "A": "u64", "lda": "u32",
    "B": "u64", "ldb": "u32", "beta": "f32", "C": "u64", "ldc": "u32",
}  # fmt: skip
SHARED_FLOATS = {
    "ptx_naive": 0,
    "ptx_coalesced": 0,
    "ptx_shared_tile": 32 * 32 + 32 * 32,
    "ptx_thread_column": 8 * (64 + 4) + 8 * 64,
    "ptx_thread_tile": 8 * (128 + 4) + 8 * 128,
}

every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)


def parsed(kernel: Kernel) -> Module:
    return parse(kernel.source.read_text(encoding="ascii"), kernel.source.name)


def entry_of(kernel: Kernel) -> Entry:
    return parsed(kernel).entries[kernel.name]


def instructions(kernel: Kernel) -> list[Instruction]:
    return [line for line in entry_of(kernel).body if isinstance(line, Instruction)]


@every_kernel
def test_catalogue_entry(kernel: Kernel) -> None:
    assert (kernel.language, kernel.number, kernel.requirements) == (Language.PTX, None, ())


@every_kernel
def test_module_suits_every_gpu_from_sm_75_on(kernel: Kernel) -> None:
    module = parsed(kernel)
    assert module.target == "sm_75"
    version = re.search(r"^\.version\s+(\d+)\.(\d+)", kernel.source.read_text(), re.MULTILINE)
    assert version is not None
    assert (int(version[1]), int(version[2])) <= (7, 0)
    assert list(module.entries) == [kernel.name]


@every_kernel
def test_parameters_are_the_kernel_abi(kernel: Kernel) -> None:
    parameters = entry_of(kernel).parameters
    assert [(each.name, str(each.type)) for each in parameters] == list(ABI.items())


@every_kernel
def test_declared_threads_and_shared_memory(kernel: Kernel) -> None:
    entry = entry_of(kernel)
    assert entry.max_threads == kernel.block
    assert sum(array.nbytes for array in entry.shared) == 4 * SHARED_FLOATS[kernel.name]


@every_kernel
def test_arithmetic_is_pinned(kernel: Kernel) -> None:
    """A plain mul.f32 or add.f32 may be fused by ptxas; .ftz would flush subnormals."""
    floats = {
        line.operation
        for line in instructions(kernel)
        if line.modifiers[-1:] == ("f32",) and line.opcode not in ("ld", "st", "mov")
    }
    expected = {"fma.rn.f32", "mul.rn.f32", "setp.eq.f32", "setp.neu.f32", "selp.f32"}
    assert floats == expected


@every_kernel
def test_blocks_are_numbered_in_x_alone(kernel: Kernel) -> None:
    text = kernel.source.read_text(encoding="ascii")
    assert set(re.findall(r"%n?ctaid\.\w", text)) == {"%ctaid.x"}


@every_kernel
def test_every_register_is_used(kernel: Kernel) -> None:
    entry = entry_of(kernel)
    text = re.sub(r"//.*|\.reg[^;]*;", "", kernel.source.read_text(encoding="ascii"))
    used = set(re.findall(r"%\w+", text))
    assert set(entry.registers) <= used


def test_naive_and_coalesced_differ_in_two_instructions() -> None:
    """The idea of coalescing is one exchange, and nothing else hides beside it."""
    naive, coalesced = (
        [line.location.text for line in instructions(kernel)] for kernel in KERNELS[:2]
    )
    assert len(naive) == len(coalesced)
    assert sum(a != b for a, b in zip(naive, coalesced, strict=True)) == 2


def test_thread_tile_multiplies_each_pair_of_fragments_once_a_step() -> None:
    products = [line for line in instructions(KERNELS[-1]) if line.operation == "fma.rn.f32"]
    body = [line for line in products if line.guard is None]
    tile = KERNELS[-1].tile
    assert len(body) == tile.bk * tile.tm * tile.tn
    per_step = tile.tm * tile.tn
    for step in range(tile.bk):
        operands = [line.operands for line in body[step * per_step : (step + 1) * per_step]]
        assert len({operand[1:3] for operand in operands}) == per_step
        assert all(operand[0] == operand[3] for operand in operands)
        assert len({operand[0] for operand in operands}) == per_step
