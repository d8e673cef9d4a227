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

from sgemm.kernels import catalogue
from sgemm.kernels.kernel import Kernel
from sgemm.machines.call import multiply
from sgemm.machines.cuda import CudaMachine
from sgemm.problem import Problem
from sgemm.toolchain import compiler, source

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
    rng = np.random.default_rng(0)
    for m, n, k in ((128, 256, 64), (1500, 3000, 700), (300, 260, 5000)):
        trans_a, trans_b = (letter == "t" for letter in layout)
        a = rng.standard_normal((k, m) if trans_a else (m, k), dtype=np.float32)
        b = rng.standard_normal((n, k) if trans_b else (k, n), dtype=np.float32)
        problem = Problem(
            m, n, k, lda=a.shape[1], ldb=b.shape[1], ldc=n, trans_a=trans_a, trans_b=trans_b
        )
        results = []
        for which in (kernel, late(kernel, Path(folder))):
            build = compiler.build(which, machine.architecture)
            expected = "patched" if kernel.tile.loop_registers else None
            assert build.loop == expected, build.loop
            c = np.full((m, n), np.nan, dtype=np.float32)
            multiply(machine, machine.load(build), problem, a, b, c)
            results.append(c)
        assert np.array_equal(*(c.view(np.int32) for c in results)), (m, n, k)
    print("the same bits")


if __name__ == "__main__":
    main(*sys.argv[1:])
