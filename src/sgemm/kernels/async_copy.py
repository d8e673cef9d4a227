"""Rung 15."""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Tile

KERNEL = Kernel(
    name="async_copy",
    number=15,
    idea="x",
    document="000 section 6",
    tile=Tile(bm=128, bn=256, bk=8, tm=16, tn=8, wm=64, wn=64, stages=3, padding=4),
    source=Path(__file__).with_suffix(".cu"),
    block=(256, 1, 1),
    architecture=80,
)
