"""Splits one operand into halves, once for many products with ``fp16x3``.

The operand is B of a problem with one row of A, which is not read. What comes of it goes to
``prepared_b``: notes, the two parts of all elements, and what the products have to know of rows,
in the layout of ``split_layout.cuh``. That depends on the operand alone: the same parts serve A or
B of any product, in every tile. The rest is in ``split.py``.

Beyond the documents.
"""

from sgemm.kernels.kernel import Geometry, Kernel, Parameters, source_beside
from sgemm.kernels.launch import SideKernel, Sizes
from sgemm.kernels.library.tensor_cores.split import (
    CONSTANTS,
    HALVES,
    MMA_ARCHITECTURE,
    NOTES_BYTES,
    operands_of,
    side_block,
)
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

LAYOUTS = ("nn", "nt")


def prepared_bytes(problem: Problem) -> int:
    """Return the bytes of what is prepared of B of a problem."""
    _, b = operands_of(problem)
    return NOTES_BYTES + b.parts_bytes(HALVES) + b.facts_bytes


def _grid(problem: Problem, tile: Tile, schedule: Schedule) -> Sizes:
    _, b = operands_of(problem)
    return (b.grid, 1, 1)


KERNEL = Kernel(
    idea="one operand of fp16x3, split once for many products",
    source=source_beside(__file__),
    tile=Tile(bm=64, bn=64, bk=32, tm=4, tn=4, stages=2),
    layouts=LAYOUTS,
    architecture=MMA_ARCHITECTURE,
    parameters=Parameters.SPLIT,
    geometry=Geometry(
        _grid,
        constants=lambda layout, tile: {**CONSTANTS, "has_halves": True, "stages_of_thirds": 0},
        before=(SideKernel("scan_operand", _grid, side_block),),
    ),
)
