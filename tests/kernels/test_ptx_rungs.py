"""The PTX rungs as texts: what they declare, and that their arithmetic is pinned."""

import re

import pytest

from sgemm.kernels.catalogue import PTX_LADDER, find
from sgemm.kernels.kernel import Kernel, Language
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Entry, Instruction, Module

KERNELS = [find(name) for name in PTX_LADDER]
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
