"""Kernels with a ring of stages, in the form that racecheck can judge.

In these kernels the lanes of a warp converge (``__syncwarp``), and one lane signals the producers
that the warp has read a stage. racecheck takes an arrival at a barrier for the arriving thread
alone: what the other lanes have read counts as still being read, whatever barrier they passed
before. So it is given the same kernel with one change, which makes the ring slower and no less
right: each lane arrives for itself.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from sgemm.errors import CompileError
from sgemm.kernels.kernel import Kernel
from sgemm.toolchain import source

CONSUMERS = "stream_k_gemm.cuh"
"""The header of the library's warps that release stages."""

CHANGES = {
    CONSUMERS: ("if (tid_x() % 32 == 0) mbarrier_arrive(", "mbarrier_arrive("),
    "ring.cuh": ("Tile::consumers / 32);", "Tile::consumers);"),
}
"""By header: what stands there once, and what is to stand there."""


def has_ring(kernel: Kernel) -> bool:
    """Whether some warps of a kernel of the library fill stages for others."""
    return CONSUMERS in source.read(kernel).headers


def released_by_each_lane(kernel: Kernel, folder: Path) -> Kernel:
    """Return a kernel with a ring whose stages each lane releases for itself.

    Parameters
    ----------
    folder : Path
        Where its source is to lie. It has to be there until the kernel is built.

    Raises
    ------
    CompileError
        If a header does not have the text to be changed.
    """
    texts = source.read(kernel)
    for name, (old, new) in CHANGES.items():
        text = texts.headers.get(name, "")
        if text.count(old) != 1:
            raise CompileError(
                f"{name}: {old!r} stands {text.count(old)} times in it; once is what is changed"
            )
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    file = folder / texts.file
    file.write_text(texts.text, encoding="utf-8")
    return dataclasses.replace(kernel, source=file)
