"""Rung 10."""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Tile

KERNEL = Kernel(
    name="warp_tile",
    number=10,
    idea="x",
    document="003 K9",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64),
    source=Path(__file__).with_suffix(".cu"),
    block=(256, 1, 1),
)
