"""Rung 9."""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Tile

KERNEL = Kernel(
    name="permuted_tile",
    number=9,
    idea="x",
    document="002 V4",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8),
    source=Path(__file__).with_suffix(".cu"),
    block=(256, 1, 1),
)
