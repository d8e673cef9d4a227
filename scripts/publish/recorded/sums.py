"""In which order a kernel adds the products of an element of C, found from what comes out.

One product is made huge and another one its negative; all others are 1. Until the two meet, ones
that are added to either are lost; when they meet they cancel, and ones that are added later count.
So the result says how many products are in the sum in which the two meet. Each element of C is such
an experiment, with two products of its own. The method is that of FPRev (Xie and others,
arXiv:2411.00442).
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from publish.recorded.recording import Row, run
from sgemm.kernels.kernel import Kernel
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem

COLUMNS = ("step", "together")
"""One row for some steps of k: how many products are in the first sum that has both the product
of the step and that of the step before."""

HUGE = np.float32(2.0**60)  # ones that are added to it are lost

SPACING = 16  # steps from one that is asked for to the next

LENGTH = 1536  # steps of k: three chunks of 512


@dataclasses.dataclass(frozen=True)
class Sums:
    """Products of pairs of neighbouring steps of k, and how many are added up with them."""

    problem: Problem
    together: dict[int, int]  # of the second step of each pair


def record_sums(kernel: Kernel, architecture: int) -> Sums:
    """Run a kernel on one multiprocessor, with a pair of steps for each element of the diagonal."""
    tile = kernel.tile
    problem = Problem(tile.bm, tile.bn, LENGTH)
    steps = np.arange(SPACING, LENGTH, SPACING)[: min(tile.bm, tile.bn)]
    a = np.ones((problem.m, problem.k), np.float32)
    b = np.ones((problem.k, problem.n), np.float32)
    pairs = np.arange(len(steps))
    a[pairs, steps - 1] = HUGE
    b[steps, pairs] = -HUGE
    machine = CpuMachine(architecture=architecture, multiprocessors=1)
    _, c = run(kernel, problem, machine, a.ravel(), b.ravel())
    added_later = c.reshape(problem.m, problem.n)[pairs, pairs].astype(int)
    together = (problem.k - added_later).tolist()
    return Sums(problem, dict(zip(steps.tolist(), together, strict=True)))


def rows(sums: Sums) -> tuple[Row, ...]:
    """Return how many products are added up with those of each pair of steps."""
    return tuple(sums.together.items())


def joins(table: Sequence[Row]) -> set[int]:
    """Return the steps that begin a sum of their own: the next one's sum is shorter."""
    found = set()
    for (step, count), (_, following) in itertools.pairwise(table):
        if following < count:
            found.add(step)
    return found
