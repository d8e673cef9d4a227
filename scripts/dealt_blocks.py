#!/usr/bin/env python3
"""How a GPU deals the blocks of a launch to its multiprocessors.

PYTHONPATH=src python3 scripts/dealt_blocks.py --out FILE

For launches of several sizes, of blocks of which a multiprocessor holds 1 to 4: which block, in
their order, is the first to be a multiprocessor's second, third and fourth. All blocks stay until
the last one has begun. FILE gets a line of CSV each. Needs CuPy. Exit status 2 if there is no GPU.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

SOURCE = r"""
extern "C" __global__ void find(unsigned* places, unsigned* begun) {
    extern __shared__ char memory[];
    if (threadIdx.x == 0) {
        asm volatile("mov.u32 %0, %%smid;" : "=r"(places[blockIdx.x]));
        atomicAdd(begun, 1);
        while (atomicAdd(begun, 0) < gridDim.x) __nanosleep(100);
    }
    __syncthreads();
}
"""

SHARED_BYTES = {1: 200_000, 2: 100_000, 3: 70_000, 4: 52_000}
"""How many blocks of so much shared memory a multiprocessor of 227 KB holds."""

THREADS = 160


def firsts(places: list[int]) -> list[int]:
    """Return the number of the first block that is a multiprocessor's first, second and so on."""
    counts: dict[int, int] = {}
    found: list[int] = []
    for number, place in enumerate(places, 1):
        counts[place] = counts.get(place, 0) + 1
        if counts[place] > len(found):
            found.append(number)
    return found


def main() -> int:
    """Read the command line, launch, and write the lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out
    try:
        import cupy

        properties = cupy.cuda.runtime.getDeviceProperties(0)
    except Exception as error:  # CuPy's own, of several kinds
        print(f"dealt_blocks: {error}", file=sys.stderr)
        return 2
    gpu, multiprocessors = properties["name"].decode(), properties["multiProcessorCount"]
    kernel = cupy.RawKernel(SOURCE, "find")
    with out.open("x", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(("gpu", "held", "blocks", "second", "third", "fourth"))
        for held, shared in SHARED_BYTES.items():
            kernel.max_dynamic_shared_size_bytes = shared
            full = held * multiprocessors
            sizes = {multiprocessors, 3 * multiprocessors // 2, full - 2, full - 1, full}
            for blocks in sorted(size for size in sizes if size <= full):
                places, begun = (cupy.zeros(size, cupy.uint32) for size in (blocks, 1))
                kernel((blocks,), (THREADS,), (places, begun), shared_mem=shared)
                found = firsts(places.get().tolist())[1:]
                lines.writerow((gpu, held, blocks, *found, *[""] * (3 - len(found))))
    print(out.read_text(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
