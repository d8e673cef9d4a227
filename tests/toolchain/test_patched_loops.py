"""Kernels whose loop is patched: built both ways, without spills, and both kept."""

from __future__ import annotations

import dataclasses
import math

import pytest

from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.kernel import Kernel
from sgemm.toolchain import compiler
from sgemm.toolchain.cache import Cache

WITH_LOOPS = [
    each for kernel in kernels() for each in kernel.specialisations() if each.tile.loop_registers
]
REGISTERS_OF_A_BLOCK = 65536


def name_of(kernel: Kernel) -> str:
    return f"{kernel.name}-{kernel.layout}-{kernel.tile.bm}x{kernel.tile.bn}"


def test_these_kernels_have_one():
    assert {each.name for each in WITH_LOOPS} == {
        "stream_k_tma",
        "stream_k_cp_async",
        "stream_k_tma_k_major",
        "stream_k_packed",
        "stream_k_cp_async_k_major",
        "patched_mainloop",
    }


@pytest.mark.parametrize("kernel", WITH_LOOPS, ids=name_of)
@pytest.mark.sampled(9)
def test_the_loop_is_patched(kernel, uses_local_memory):
    patched = compiler.build(kernel, 90)
    compiled = compiler.build(dataclasses.replace(kernel, as_compiled=True), 90)
    assert (patched.loop, compiled.loop) == ("patched", None)
    assert patched.ptx == compiled.ptx
    assert len(patched.cubin) > len(compiled.cubin)
    assert patched.resources == compiled.resources
    assert not uses_local_memory(patched)


@pytest.mark.parametrize("kernel", WITH_LOOPS, ids=name_of)
@pytest.mark.sampled(9)
def test_there_are_so_many_registers(kernel):
    """A block that asks for more than it was launched with waits for ever."""
    tile, threads = kernel.tile, math.prod(kernel.block)
    launched = compiler.build(kernel, 90).resources.registers * threads
    assert launched <= REGISTERS_OF_A_BLOCK
    consumers = threads - tile.producers
    wanted = tile.loop_registers * consumers + tile.producer_registers * tile.producers
    assert wanted <= launched


def test_the_cache_keeps_both(own_cache, monkeypatch):
    """The one that is compiled is kept first, and needs not be asked for."""
    kernel = WITH_LOOPS[2]
    compiler._build.cache_clear()
    patched = compiler.build(kernel, 90)
    # The PTX is the same one; the architectures are an entry too.
    assert Cache(compiler.CACHE_NAME).info().entries == 4
    compiler._build.cache_clear()

    def never(*arguments: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(compiler.nvrtc, "_compile", never)
    compiled = compiler.build(dataclasses.replace(kernel, as_compiled=True), 90)
    assert compiled.cubin != patched.cubin
    # A revision of what is written leaves what was compiled as it is.
    monkeypatch.setattr(compiler.patch, "REVISION", "another")
    compiler._build.cache_clear()
    assert compiler.build(kernel, 90) == patched
    assert Cache(compiler.CACHE_NAME).info().entries == 5
    compiler._build.cache_clear()


def test_what_is_not_recognised_stays_as_compiled(own_cache):
    """And the build says why."""
    kernel = find("stream_k_tma")
    tile = dataclasses.replace(kernel.tile, loop_registers=kernel.tile.loop_registers + 1)
    other = dataclasses.replace(kernel, tile=tile, tiles=(tile,))
    compiler._build.cache_clear()
    found = compiler.build(other, 90)
    assert found.loop.startswith("as compiled: ")
    assert "225 registers instead of 168" in found.loop
    assert found.cubin == compiler.build(dataclasses.replace(other, as_compiled=True), 90).cubin
    compiler._build.cache_clear()


def test_other_kernels_have_no_such_loop():
    assert compiler.build(find("shared_tile"), 90).loop is None
