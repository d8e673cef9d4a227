"""Rung 21's 256x16: eight lanes that read a quad of eight rows read from all banks.

Right results need the same permutation of quads by the bulk copy and by the loop, whichever. That
it is a good one shows in the addresses: here each load counts in how many of the eight groups of
four banks eight neighbouring lanes read.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from products_on_cpu import loaded_on, problem_of, with_instruction

from sgemm.kernels.catalogue import find
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine

LOADED = """                 : "memory");
    return quad;
}

__device__ __forceinline__ void st_shared(uint32 address, float value) {"""
COUNTED = """                 : "memory");
    uint32 groups = 1u << (address >> 4 & 7);
    for (int apart = 1; apart < 8; apart *= 2) groups |= __shfl_xor_sync(~0u, groups, apart);
    const uint64 count = %dull + 4 * __popc(groups);
    asm volatile("red.global.add.u32 [%%0], 1;" ::"l"(count) : "memory");
    return quad;
}

__device__ __forceinline__ void st_shared(uint32 address, float value) {"""
KERNEL = find("stream_k_tma_k_major")
TILE = next(tile for tile in KERNEL.tiles if tile.wm == 32 * tile.tm)
STAGES = 3


@pytest.mark.parametrize("layout", ["nn", "nt"])
def test_rows_meet_all_banks(layout: str, tmp_path: Path) -> None:
    machine, kernel = CpuMachine(checked=True), KERNEL.specialised(layout, TILE)
    counts = np.zeros(9, np.int32)
    with machine.allocate(counts.nbytes) as memory:
        machine.copy_in(memory, counts)
        counted = COUNTED % memory.address
        changed = with_instruction(kernel, tmp_path, LOADED, counted, "instructions.cuh")
        problem = problem_of(kernel, m=TILE.bm, n=TILE.bn, k=STAGES * TILE.bk)
        a, b, c = (np.zeros(size, np.float32) for size in problem.elements)
        multiply(machine, loaded_on(machine, changed), problem, a, b, c)
        machine.copy_out(counts, memory)
    steps = TILE.consumers * STAGES * TILE.steps
    rows, columns = steps // 4 * TILE.tm, steps * TILE.tn // 4
    # All lanes have the same columns.
    assert counts.tolist() == [0, columns, 0, 0, 0, 0, 0, 0, rows]
