"""Runs rungs of persistent blocks with copies that come late: the wait for a stage is repeated.

Called by test_late_stages_on_gpu.py in a process of its own, since a kernel that waits forever can
only be ended with its process: ``late_stages.py FOLDER KERNEL LAYOUT TILE``.
"""

import dataclasses
import re
import shutil
import sys
from pathlib import Path

import numpy as np
from products_on_gpu import legal, product

from sgemm.kernels import catalogue
from sgemm.kernels.kernel import Kernel
from sgemm.machines.cuda import CudaMachine
from sgemm.problem import Problem
from sgemm.toolchain import compiler, source
from sgemm.verify.inputs import make_operands

WAIT = re.compile(r"^ *ring\.await\(ring\.empty\(\)\);\n", re.MULTILINE)
SLEEP = 'asm volatile("nanosleep.u32 5000;");\n'
"""A stage is multiplied in some 2 us: after 5 us every warp has asked for the next one in vain."""


def late(kernel: Kernel, folder: Path) -> Kernel:
    """Return the kernel with producers that sleep before each stage."""
    texts = source.read(kernel)
    own = Path(shutil.copy(kernel.source, folder))
    waiting = [
        (name, text)
        for name, text in {own.name: texts.text, **texts.headers}.items()
        if WAIT.search(text)
    ]
    ((name, text),) = waiting
    slow, count = WAIT.subn(lambda wait: wait[0] + SLEEP, text)
    assert count == 1
    (folder / name).write_text(slow)
    return dataclasses.replace(kernel, source=own)


def main(folder: str, name: str, layout: str, tile: str) -> None:
    """Compare all bits with those of the same kernel as it ships."""
    kernel = catalogue.find(name)
    kernel = kernel.specialised(layout, kernel.all_tiles[int(tile)])
    machine = CudaMachine(0)
    for m, n, k in ((128, 256, 64), (1500, 3000, 700), (300, 260, 5000)):
        given = make_operands(legal(kernel, Problem(m, n, k)), "uniform_signed", 0)
        results = []
        for which in (kernel, late(kernel, Path(folder))):
            build = compiler.build(which, machine.architecture)
            expected = "patched" if kernel.tile.loop_registers else None
            assert build.loop == expected, build.loop
            results.append(product(machine, machine.load(build), given))
        assert np.array_equal(*results), (m, n, k)
    print("the same bits")


if __name__ == "__main__":
    main(*sys.argv[1:])
