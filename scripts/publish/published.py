"""Speeds that the documents published, and what is published of their GPUs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from publish.other_gpus import WARP, Step
from publish.script_tables import read_rows
from sgemm.kernels.gpus import Figures
from sgemm.kernels.tile import Tile

SPEEDS, GPUS = "published-speeds.csv", "published-gpus.csv"
KERNELS = "published-kernels.csv"

GFLOPS = {"GFLOP/s": 1.0, "TFLOP/s": 1e3}
"""Units of speed, in GFLOP/s; there are seconds besides."""

ACCESSES = ("loads_global", "stores_shared", "loads_shared")
"""Columns with passes of a warp in a step of bk."""

MIB = 1 << 20


class PublishedSpeed(NamedTuple):
    """A kernel of a document on a GPU, at one square size."""

    document: str  # its tag in the bibliography
    gpu: str
    kernel: str  # as the document calls it
    rung: str | None  # ours with the same idea; None for cuBLAS
    alike: str | None  # ours with the same tile, loads and stores, if there is one
    size: int
    value: str  # as it is written there
    unit: str
    read: str  # from a table, the data beside the document, or a plot

    @property
    def model(self) -> str | None:
        """The rung that it is predicted by; None for cuBLAS."""
        return self.alike or self.rung

    @property
    def gflops(self) -> float:
        """The speed in 10^9 operations a second."""
        number = float(self.value)
        is_time = self.unit == "s"
        return 2.0 * self.size**3 / number / 1e9 if is_time else number * GFLOPS[self.unit]


class PublishedGpu(NamedTuple):
    """A GPU of a document."""

    name: str
    document: str
    low: Figures  # at the lowest of its published clocks that it may have had under load
    high: Figures  # and at the highest
    source: str


class PublishedKernel(NamedTuple):
    """A kernel of a document that no rung is like: its tile, and what its accesses take."""

    tile: Tile
    step: Step


def read_speeds(folder: Path) -> tuple[PublishedSpeed, ...]:
    """Read the speeds that a folder of results has; none where the file is missing."""
    return tuple(
        PublishedSpeed(**row)._replace(
            rung=row["rung"] or None, alike=row["alike"] or None, size=int(row["size"])
        )
        for row in read_rows(folder / SPEEDS)
    )


def read_gpus(folder: Path) -> dict[str, PublishedGpu]:
    """Read the GPUs that a folder of results has, by the names that speeds use."""
    return {
        row["gpu"]: PublishedGpu(
            row["gpu"], row["document"], _figures(row, "low"), _figures(row, "high"), row["source"]
        )
        for row in read_rows(folder / GPUS)
    }


def read_kernels(folder: Path) -> dict[tuple[str, str], PublishedKernel]:
    """Read the kernels that a folder of results has, by document and name.

    Passes stand there for one warp, counted from what the document says of loads and stores.
    """
    found = {}
    for row in read_rows(folder / KERNELS):
        tile = Tile(*(int(row[name]) for name in ("bm", "bn", "bk", "tm", "tn")))
        of_warp = sum(int(row[name]) for name in ACCESSES)
        step = Step(of_warp * tile.threads / WARP, int(row["registers"]), int(row["shared_bytes"]))
        found[row["document"], row["kernel"]] = PublishedKernel(tile, step)
    return found


def _figures(row: Mapping[str, str], clock: str) -> Figures:
    return Figures(
        name=row["gpu"],
        architecture=int(row["architecture"]),
        multiprocessors=int(row["multiprocessors"]),
        clock_mhz=float(row[f"{clock}_mhz"]),
        memory_gbytes=float(row["memory_gbytes"]),
        l2_bytes=int(row["l2_mib"]) * MIB,
        driver="",
    )
