"""Batches of thousands of tiny products without gaps, of any size: 5 cubed, or 33 cubed.

Where rows are no whole float4, threads that copy them do so element by element, and are occupied
with that while they could multiply. But where neither rows nor matrices have gaps between them, as
many products as fit are one piece of memory, whatever their size. A bulk copy of Hopper's copy
engine (TMA) brings it: one instruction for each operand, and a barrier in shared memory
(mbarrier) that says when all has come. So the next runs of products, one to three, are under way
while all threads of a block multiply. Where products are so large that a single run of one fits,
the next one is copied while results are written.

Each thread computes 8x4 or 4x4 elements of a product, whose rows and columns are spread evenly over
it, and reads elements one by one. Results go to shared memory, and from there to C as one piece, in
float4. A piece may begin anywhere: it begins as far past a multiple of 16 bytes in shared memory as
in global memory.

Blocks are persistent, and share the products evenly. A matrix that all products share is copied
once a run.

The order of summation: one chain of fused multiply-adds over k, ascending. The bits are those of
``tiny_batched``.

Beyond the documents: they have no batches.
"""

from sgemm.kernels.kernel import Alignment, Geometry, Kernel, Parameters, Requirement, source_beside
from sgemm.kernels.library.tiny_batched import memory_floats
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS, Problem

TILES = (
    Tile(bm=64, bn=64, bk=64, tm=8, tn=4, stages=4, blocks=3),
    Tile(bm=64, bn=64, bk=64, tm=4, tn=4, stages=4, blocks=3),
    Tile(bm=32, bn=128, bk=64, tm=4, tn=4, stages=4, blocks=4),
)
"""The threads of a block compute bm*bn elements of C at once.

A run has no more than that, unless it is a single product. ``stages`` are the most that a ring may
have, and ``bk`` matters to the planner's model alone.
"""

MOST_ELEMENTS = 9000
"""Elements of the A, B and C of one product, of which each tile's shared memory has room for more.
Larger products were not measured; other kernels are at their best with them."""


def longest_run(problem: Problem, tile: Tile) -> int:
    """Return how many products a run may have: ``most`` in dense_run.cuh."""
    k = problem.k if problem.reads_operands else 0
    parts = -(-problem.m // tile.tm) * -(-problem.n // tile.tn)
    floats = 2 * (problem.m + problem.n) * k + problem.m * problem.n
    return max(min((memory_floats(tile) - 32) // floats, tile.threads // parts), 1)


def runs(problem: Problem, tile: Tile) -> int:
    """Return how many runs a batch is: as few as there can be."""
    return 0 if problem.is_empty else -(-problem.batch // longest_run(problem, tile))


def schedule(problem: Problem, tile: Tile, multiprocessors: int) -> Schedule:
    """Return the schedule of as many blocks as a GPU holds at once, or has products for."""
    return Schedule(blocks=min(tile.blocks * multiprocessors, problem.batch))


def grid(problem: Problem, tile: Tile, schedule: Schedule) -> tuple[int, int, int]:
    """Return the grid: the blocks of the schedule, by default one for each run."""
    schedule.refuse_unless(
        "a block of this kernel computes products whole", splits=1, stream_k_tiles=0
    )
    blocks = schedule.blocks or runs(problem, tile)
    return (min(blocks, problem.batch) if not problem.is_empty else 0, 1, 1)


def unsuited(problem: Problem, _: Tile) -> str | None:
    """Tell why a problem is slow here: elements of neighbouring rows lie in the same banks.

    So they do in K-major rows of whole float4, since nothing is padded. ``tiny_batched`` copies
    such rows 16 bytes at a time, and pads them.
    """
    m, n, k = problem.m, problem.n, problem.k
    if k % 4 == 0 and (not problem.trans_a or problem.trans_b):
        return f"k = {k}: K-major rows of whole float4 have bank conflicts"
    if m % 4 == 0 and n % 4 == 0 and problem.layout == "tn":
        return f"m, n = {m}, {n}: rows of whole float4 are copied and padded by another kernel"
    return None


def _gap(problem: Problem, _: Alignment) -> str | None:
    if problem.is_empty:  # strides lead nowhere
        return None
    for name, (rows, columns, leading, stride) in zip("abc", problem.stored, strict=True):
        if leading != max(columns, 1):
            return f"ld{name} = {leading} is not {max(columns, 1)}"
        if stride not in (0, rows * leading):  # 0: one matrix for all products
            return f"stride_{name} = {stride} is not {rows * leading}"
    return None


def _large(problem: Problem, _: Alignment) -> str | None:
    m, n, k = problem.m, problem.n, problem.k
    elements = m * k + k * n + m * n
    if elements > MOST_ELEMENTS and not problem.is_empty:
        return f"m*k + k*n + m*n = {elements} is more than {MOST_ELEMENTS}"
    return None


def _unaligned(_: Problem, where: Alignment) -> str | None:
    for name, address in (("A", where.a), ("B", where.b)):
        if address % 16:
            return f"{name} starts at {address:#x}, not at a multiple of 16 bytes"
    return None


KERNEL = Kernel(
    idea="batches of tiny products without gaps: bulk copies bring runs of them",
    tiles=TILES,
    source=source_beside(__file__),
    architecture=90,
    requirements=(
        Requirement("no gaps in A, B and C, nor between their matrices", _gap),
        Requirement(f"m*k + k*n + m*n <= {MOST_ELEMENTS}", _large),
        Requirement("A and B start at multiples of 16 bytes", _unaligned),
    ),
    layouts=LAYOUTS,
    parameters=Parameters.LIBRARY,
    geometry=Geometry(
        grid,
        schedule,
        tiles=runs,
        shared_bytes=lambda _, tile: 4 * memory_floats(tile),
        constants=lambda _, tile: {"memory": memory_floats(tile)},
        steps_at_once=1,
        unsuited=unsuited,
    ),
)
