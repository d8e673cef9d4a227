"""Which products the planner leaves to other kernels than fp16x3 and bf16x6: for the errors' sake.

They err no more than cuBLAS FP32 on the same input, or than fused multiply-adds. Where cuBLAS cuts
k into parts it errs less, and how it cuts is known from its errors: docs/split.md.
"""

from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

LEAST_K_OF = {16: 64, 32: 64, 64: 256}
"""By the interval of promotion: shorter sums are left to multiply-adds.

The bits that halves lose do not average out in them.
"""

LEAST_ELEMENTS_OF = {16: 2**16, 32: 2**20, 64: 2**24}
LEAST_ELEMENTS_TRANSPOSED = {16: 2**16, 32: 2**22, 64: 2**24}
"""By the interval of promotion: the fewest elements of all C that are planned.

Where C is small, cuBLAS cuts k into many parts and errs less on sums of one sign: docs/split.md.
Where A and B are both transposed, it does so with more elements, too.
"""

LEAST_OF_CANCELLING = {768: 2**20, 1536: 2**22}
"""Lengths of k whose middle is the end of a chunk of 384 steps -> the fewest elements of C.

Tiles that are left to FFMA sum such chunks. Where the second half of k cancels the first, they are
exact then, or nearly so, and kernels on tensor cores are not. Nor is cuBLAS where A and B are both
K-major. Elsewhere it may cut k in the middle: on an H100 it was exact, or nearly, at 1024x512x768
(tt), 256x4096x1536 (tn), 8192x256x1536 (tn), 4096x200x1536 (nn) and others.
"""

CANCELLING_MN_MAJOR = 1536
"""Where A and B are both MN-major, that k is left with any C.

On an H100 cuBLAS was exact, or nearly, at 2688x2304, 3365x1766, 16896x832 and 1268x20809.
"""

MOST_K_OF_SMALL, SMALL, ELEMENTS_A_STEP = 8192, 2**20, 32
"""The longest sums that are planned where C has fewer elements than that: cuBLAS cuts k into many.

So many elements of C there must be for each step of k, too.
"""

LEAST_SIDE_OF = {16: 16, 32: 128, 64: 128}
"""The same holds for fewer rows or columns of C."""


def unsuited(problem: Problem, tile: Tile) -> str | None:
    """Say why the planner leaves a problem to other kernels; None where it does not."""
    interval, elements = tile.bk, problem.m * problem.n * problem.batch
    least_k, fewest = LEAST_K_OF[interval], LEAST_ELEMENTS_OF[interval]
    if problem.trans_a and problem.trans_b:
        fewest = LEAST_ELEMENTS_TRANSPOSED[interval]
    if problem.k < least_k:
        return (
            f"k = {problem.k}: promoted every {interval} steps, sums err less than FP32's from "
            f"{least_k} on"
        )
    for name in "mn":
        if (size := getattr(problem, name)) < (least := LEAST_SIDE_OF[interval]):
            return f"{name} = {size}: below {least} cuBLAS may err less"
    if elements < fewest:
        return f"{elements} elements of C: below {fewest} cuBLAS may err less"
    if _may_cancel(problem, elements):
        return f"k = {problem.k}: cuBLAS may be exact where halves of k cancel"
    most = min(MOST_K_OF_SMALL, elements // ELEMENTS_A_STEP)
    if elements < SMALL and problem.k > most:
        return f"k = {problem.k}: above {most} cuBLAS may err less on {elements} elements of C"
    return None


def _may_cancel(problem: Problem, elements: int) -> bool:
    even = problem.k + problem.k % 2
    if problem.trans_b and not problem.trans_a:
        return False
    if problem.trans_a and not problem.trans_b and even == CANCELLING_MN_MAJOR:
        return True
    return elements < LEAST_OF_CANCELLING.get(even, 0)
