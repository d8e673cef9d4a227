"""The benchmark's own kernels on the GPU: small, and no part of the ladder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.testbed import CHUNK_BYTES
from sgemm.kernels.kernel import Geometry, Kernel
from sgemm.kernels.launch import Launch
from sgemm.kernels.tile import Tile
from sgemm.machines.interface import Buffer, LoadedKernel

THREADS = 256
MOST_BLOCKS = 2048  # enough to fill any GPU; threads go over the rest in strides

# What each is for, and the types of its parameters.
TOOLS = {
    "bench_fill": ("fills a matrix with random numbers or a pattern, and its gaps", "QQiiiQiii"),
    "bench_widen": ("copies a matrix in double precision", "QQiiii"),
    "bench_copy": ("copies memory in the order of the GPU's work", "QQQ"),
    "bench_judge": ("compares a result with its reference", "QQQQQiiiffiQQi"),
    "bench_hold": ("keeps the GPU busy while a sample is queued", "QiiQ"),
    "bench_probe": ("notes the clock of every multiprocessor", "Qii"),
}
TYPES: dict[str, Any] = {"Q": np.uint64, "i": np.int32, "f": np.float32}


class Tools:
    """The tools, built and loaded when they are first used."""

    def __init__(self, kernel_pool: KernelPool) -> None:
        self.machine = kernel_pool.machine
        self._kernel_pool = kernel_pool

    def prepare(self) -> None:
        """Build and load all of them, so that nothing is compiled between samples."""
        for name in TOOLS:
            self._loaded(name)

    def over(self, name: str, elements: int, *arguments: Any) -> None:
        """Launch a tool over so many elements; nothing where there are none."""
        blocks = min(MOST_BLOCKS, -(-elements // THREADS))
        if blocks:
            self.launch(name, blocks, THREADS, *arguments)

    def copy(self, target: Buffer, source: Buffer, nbytes: int) -> None:
        """Copy memory in the order of the GPU's work, in whole chunks."""
        chunks = -(-nbytes // CHUNK_BYTES)
        self.over("bench_copy", chunks, target.address, source.address, chunks)

    def launch(self, name: str, blocks: int, threads: int, *arguments: Any) -> None:
        """Launch a tool with so many blocks."""
        given = [TYPES[code](x) for code, x in zip(TOOLS[name][1], arguments, strict=True)]
        launch = Launch((blocks, 1, 1), (threads, 1, 1))
        self.machine.launch(self._loaded(name), launch, given)

    def _loaded(self, name: str) -> LoadedKernel:
        kernel = Kernel(
            name=name,
            idea=TOOLS[name][0],
            document="",
            tile=Tile(1, 1, 1, stages=0),
            source=Path(__file__).with_name(f"{name}.cu"),
            geometry=Geometry(block=(THREADS, 1, 1)),
        )
        return self._kernel_pool.loaded(kernel)
