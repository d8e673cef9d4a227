"""Rung 12."""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Tile

KERNEL = Kernel(
    name="double_buffer",
    number=12,
    idea="x",
    document="003 K11, 002 V5",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64, stages=2),
    source=Path(__file__).with_suffix(".cu"),
    block=(256, 1, 1),
)
