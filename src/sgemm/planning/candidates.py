"""What could compute a problem: kernels, tiles and schedules, and why others can't."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.kernel import Kernel, Parameters, tiles_of
from sgemm.kernels.schedule import Schedule
from sgemm.planning.plan import Target, refusals
from sgemm.problem import Problem

PARTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 198)
"""Into how many parts k is cut, where a kernel cuts it evenly."""

BLOCKS_A_MULTIPROCESSOR = 6
"""More blocks than these for each multiprocessor are no reason to cut k further."""

LEAST_STEPS = 32
"""Steps of k below which a part is not worth a block."""

WORKSPACE_BYTES = 2**30
"""No candidate needs more memory than this for partial sums."""


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """A kernel in one layout and tile, with a schedule."""

    kernel: Kernel
    schedule: Schedule

    def __str__(self) -> str:
        tile, schedule = self.kernel.tile, self.schedule
        text = f"{self.kernel.name}/{tile.bm}x{tile.bn}"
        if schedule.streamed:
            return f"{text}, {schedule.streamed} tiles spread over {schedule.blocks} blocks"
        if schedule.splits > 1:
            return f"{text}, k in {schedule.splits} parts"
        return text


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """A kernel in one layout and tile that cannot compute the problem, and why."""

    kernel: Kernel
    reasons: tuple[str, ...]


def specialisations(problem: Problem) -> Iterator[Kernel]:
    """Yield every kernel with the extended parameters in the problem's layout, tile by tile."""
    for kernel in kernels():
        if kernel.parameters is Parameters.EXTENDED and problem.layout in kernel.layouts:
            for tile in kernel.tiles or (kernel.tile,):
                yield kernel.specialised(problem.layout, tile)
    if problem.layout == "nn" and problem.batch == 1:
        yield find("async_copy")
        yield find("ptx_pipeline")


def candidates(problem: Problem, target: Target) -> tuple[list[Candidate], list[Refusal]]:
    """Return everything that may compute a problem on a target, and what may not.

    Parameters
    ----------
    problem : Problem
    target : Target

    Returns
    -------
    candidates : list of Candidate
    refused : list of Refusal
    """
    found: list[Candidate] = []
    refused: list[Refusal] = []
    for kernel in specialisations(problem):
        reasons = refusals(kernel, problem, target)
        if reasons:
            refused.append(Refusal(kernel, tuple(reasons)))
            continue
        found += [
            Candidate(kernel, schedule)
            for schedule in schedules(kernel, problem, target.multiprocessors)
            if _is_possible(kernel, problem, schedule)
        ]
    return found, refused


def schedules(kernel: Kernel, problem: Problem, multiprocessors: int) -> list[Schedule]:
    """Return the schedules of a kernel that are worth a comparison; each once."""
    if kernel.parameters is not Parameters.EXTENDED:
        return [Schedule()]
    own = kernel.schedule(problem, kernel.tile, multiprocessors)
    tiles = tiles_of(problem, kernel.tile)
    if not tiles or not problem.reads_operands:
        return [own]
    if own.blocks:
        blocks = multiprocessors * kernel.tile.blocks
        found = [own, Schedule(blocks=min(blocks, tiles))]
        if tiles > blocks and tiles % blocks:
            found.append(Schedule(blocks=blocks, streamed=tiles % blocks))
        found += [
            Schedule(blocks=parts * tiles, streamed=tiles)
            for parts in PARTS[1:]
            if parts * tiles <= blocks and parts * 2 * kernel.tile.bk <= problem.k
        ]
        return list(dict.fromkeys(found))
    most = BLOCKS_A_MULTIPROCESSOR * multiprocessors
    found = [own]
    found += [
        Schedule(splits=parts)
        for parts in PARTS
        if parts == 1 or (parts * tiles <= most and parts * LEAST_STEPS <= problem.k)
    ]
    return list(dict.fromkeys(found))


def _is_possible(kernel: Kernel, problem: Problem, schedule: Schedule) -> bool:
    try:
        if kernel.violations(problem, schedule=schedule):
            return False
        return kernel.workspace(problem, kernel.tile, schedule).nbytes <= WORKSPACE_BYTES
    except (ArgumentError, RequirementError):
        return False
