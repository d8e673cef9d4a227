"""FP32 products of few columns on tensor cores, A split as it is read: fp16x3_skinny, transposed.

A layer with few outputs, a router of a mixture of experts, a tall matrix times a small one: A is
large, and C has few columns. C^T = B^T A^T has few rows then, and is what is computed here, by the
code of ``fp16x3_skinny``. So B is split by a pre-kernel, and A as it comes from memory. C alone is
what it is: sums are stored transposed.

With the same parts of k all bits are those of the transposed product.

Beyond the documents. Splitting for tensor cores: Ootomo and Yokota, arXiv 2203.03341.
"""

from sgemm.kernels.kernel import Kernel, Parameters, source_beside
from sgemm.kernels.library.tensor_cores import skinny_geometry
from sgemm.kernels.library.tensor_cores.skinny_geometry import COLUMN_TILES
from sgemm.kernels.library.tensor_cores.split import HALVES, PRODUCTS
from sgemm.kernels.tile import Tile
from sgemm.problem import FLOAT32, Problem

LEAST_C, SHORT_K = 2**17, 768
"""Elements of C that it takes with so short a k: on an H100 cuBLAS erred less at 1024x17x64."""

HALF_B = ((FLOAT32, "float16"), (FLOAT32, "bfloat16"))
"""Types of A and of B besides float32: columns are split as they are read, whatever their type."""


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Say why the planner leaves a problem to other kernels."""
    elements = problem.m * problem.n
    if problem.k <= SHORT_K and elements < LEAST_C:
        return f"{elements} elements of C: below {LEAST_C} cuBLAS may err less with so short a k"
    return skinny_geometry.unsuited(problem, tile)


KERNEL = Kernel(
    name="fp16x3_tall",
    idea="few columns on tensor cores: the transposed product, whose rows are few",
    document="beyond the documents",
    tile=COLUMN_TILES[0],
    tiles=COLUMN_TILES,
    source=source_beside(__file__),
    layout="nt",
    layouts=("nt", "nn", "tt", "tn"),
    architecture=90,
    architecture_specific=True,
    parameters=Parameters.LIBRARY,
    other_types=HALF_B,
    products=PRODUCTS[HALVES],
    geometry=skinny_geometry.geometry("split_columns")._replace(unsuited=unsuited),
)
