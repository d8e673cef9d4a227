"""Rung 13."""

from pathlib import Path

from sgemm.kernels.kernel import Kernel, Tile

KERNEL = Kernel(
    name="ptx_pipeline",
    number=13,
    idea="x",
    document="000 sections 4-5",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64, stages=2, padding=4),
    source=Path(__file__).with_suffix(".cu"),
    block=(256, 1, 1),
)
