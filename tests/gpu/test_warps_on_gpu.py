"""Warps that part, wait and end: a GPU does what the executor and its reference are held to."""

import random
import re

import numpy as np
import pytest
from differential import (
    BLOCK_BYTES,
    UNTOUCHED,
    differences,
    input_bytes,
    legal,
    run_on_interpreter,
)
from program_base import Program
from program_warps import make_warp_program
from small_kernels import kernel
from warp_kernels import RIGHT

from machine_memory import in_memory, read_back
from sgemm.kernels.catalogue import find
from sgemm.kernels.launch import Launch
from sgemm.machines.cuda import CudaMachine
from sgemm.toolchain.build import Build

PROGRAMS = 600

UNDEFINED = re.compile(r"%warpid|(div|rem)\.[su]|bfi\.b32 .*, 32;")
"""Where warps are, and what a division by zero gives, is a GPU's own matter. A field of all 32 bits
that is inserted further up is lost on an H200, which is not what PTX says."""


def run_on_gpu(gpu: CudaMachine, program: Program, data: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    build = Build(
        find("naive"), gpu.architecture, "k", legal(program.ptx), None, None, "written by hand"
    )
    x, y, z = program.grid
    result = np.full(x * y * z * BLOCK_BYTES, UNTOUCHED, np.uint8)
    with in_memory(gpu, data, result) as (given, found):
        *words, wide, real = program.scalars
        arguments = [np.uint64(given.address), np.uint64(found.address)]
        arguments += [np.uint32(word).view(np.int32) for word in words]
        arguments += [np.uint64(wide), np.float32(real)]
        gpu.launch(gpu.load(build), Launch(program.grid, program.threads, 0), arguments)
        return read_back(gpu, found, result)


def check(gpu: CudaMachine, program: Program, seed: int) -> None:
    data = input_bytes(seed % 5)
    texts = differences(program, run_on_interpreter(program, data), run_on_gpu(gpu, program, data))
    assert not texts, f"{texts[:8]}\n{program.threads} {program.grid}\n{program.ptx}"


@pytest.mark.parametrize("name", RIGHT)
def test_kernels_are_right(gpu: CudaMachine, name: str) -> None:
    check(gpu, kernel(RIGHT[name], (64, 1, 1)), 0)


@pytest.mark.parametrize("first", range(0, PROGRAMS, 10))
def test_random_programs(gpu: CudaMachine, first: int) -> None:
    for seed in range(first, first + 10):
        rng = random.Random(f"warps on a GPU {seed}")
        program = make_warp_program(rng, rng.randint(2, 7), for_gpu=True)
        if not UNDEFINED.search(program.ptx):
            check(gpu, program, seed)
