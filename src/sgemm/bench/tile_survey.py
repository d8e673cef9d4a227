"""Every tile and schedule of kernels over many shapes: what the planner's model is fitted to.

A survey is a benchmark whose contenders are all that is legal for a problem, and whose rule drops
those that are hopeless after two rounds.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from sgemm.bench.campaign import Job, is_asked, prepare_kernels
from sgemm.bench.contenders import Contender, KernelContender
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Measurement
from sgemm.bench.stopping import SURVEY, Precision, Settings
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import SPLIT_BEFORE, kernels
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.planning.forcing import SCHEDULE_NAMES, TILE_NAMES, Forced
from sgemm.problem import Problem

HOPELESS = 1.6  # times the fastest after two rounds: what is slower is not measured further
BLOCKS_PER_MULTIPROCESSOR = (0.5, 1, 2, 3, 4, 6)
MOST_SPLITS = 600
PARTS_OF_TILES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128)
MOST_WORKSPACE_BYTES = 2**31

Candidate = tuple[Kernel, Schedule]


def survey_settings(seed: int = 0, rounds: int = 9, hopeless: float = HOPELESS) -> Settings:
    """Return how a survey is measured: one sample a round, and no more of what is hopeless."""
    rule = Precision(
        *(rounds, 0.0, math.inf, 60.0, rounds, rounds), label=SURVEY, elimination=hopeless
    )
    return Settings(rule, seed, warm_up_seconds=0.0)


def survey_kernels(named: Sequence[Kernel] = ()) -> tuple[Kernel, ...]:
    """Return kernels in each tile and layout: those named, or all that have schedules."""
    return tuple(
        special
        for kernel in named or kernels()
        if kernel.parameters.has_batches
        for special in kernel.specialisations()
    )


def schedules(kernel: Kernel, problem: Problem, multiprocessors: int) -> list[Schedule]:
    """Return the kernel's own schedule, and some with k in parts; each at most once."""
    found = [kernel.schedule(problem, multiprocessors)]
    tiles = max(1, _tiles_of(kernel, problem))
    if found[0].blocks:
        blocks = multiprocessors * kernel.tile.blocks
        found.append(Schedule(blocks=min(tiles, blocks)))
        found.extend(
            Schedule(blocks=parts * tiles, stream_k_tiles=tiles)
            for parts in PARTS_OF_TILES
            if blocks / 2 < parts * tiles <= blocks
        )
        found.extend(
            Schedule(splits=parts) for parts in PARTS_OF_TILES if 1 < parts * tiles <= blocks
        )
        if tiles > blocks and tiles % blocks:
            found.append(Schedule(blocks=blocks, stream_k_tiles=tiles % blocks))
    else:
        most = min(MOST_SPLITS, max(1, -(-problem.k // kernel.tile.bk)))
        for share in (0, *BLOCKS_PER_MULTIPROCESSOR):
            splits = max(1, min(most, round(share * multiprocessors / tiles)))
            found.append(Schedule(splits=splits))
    return list(dict.fromkeys(found))


def candidates(
    kernels: Sequence[Kernel], problem: Problem, multiprocessors: int
) -> Iterator[Candidate]:
    """Yield all that is legal for a problem and wastes less than two thirds of its tiles."""
    covered = {
        kernel: _tiles_of(kernel, problem) * kernel.tile.bm * kernel.tile.bn
        for kernel in kernels
        if kernel.layout == problem.layout
    }
    least = min(covered.values(), default=0)
    for kernel in covered:
        if covered[kernel] > max(3 * least, least + 2**15):
            continue
        for schedule in schedules(kernel, problem, multiprocessors):
            try:
                kernel.launch(problem, schedule=schedule)
                needed = kernel.workspace(problem, schedule)
            except (ArgumentError, RequirementError):
                continue
            # Parts of split operands take 1.5 times what these do, and no schedule changes that.
            if needed.nbytes <= MOST_WORKSPACE_BYTES or kernel.name in SPLIT_BEFORE:
                yield kernel, schedule


def _tiles_of(kernel: Kernel, problem: Problem) -> int:
    return kernel.geometry.tiles(kernel.core(problem), kernel.tile)


def forced_of(kernel: Kernel, schedule: Schedule) -> Forced:
    """Return the numbers that tell a kernel's tile from its others, and all of a schedule."""
    varied = (
        name for name in TILE_NAMES if len({getattr(tile, name) for tile in kernel.all_tiles}) > 1
    )
    return Forced(
        tuple((name, getattr(kernel.tile, name)) for name in varied),
        tuple((name, getattr(schedule, name)) for name in SCHEDULE_NAMES),
    )


def survey_jobs(
    fixture: Fixture,
    problems: Sequence[Problem],
    kernels: Sequence[Kernel],
    done: Collection[Measurement],
    settings: Settings,
) -> list[Job]:
    """Return the problems of which nothing is measured yet: each is surveyed as a whole."""
    protocol = settings.label(fixture.protocol)
    known = {
        str(one.problem) for one in done if one.protocol == protocol and is_asked(one, settings)
    }
    pool, baseline = fixture.kernel_pool, fixture.baseline
    jobs = []
    for problem in problems:
        found: list[Contender] = [
            KernelContender(pool, kernel, forced_of(kernel, schedule))
            for kernel, schedule in candidates(kernels, problem, fixture.machine.multiprocessors)
        ]
        if found and str(problem) not in known:
            first = [] if baseline is None else [fixture.libraries[baseline]]
            jobs.append(Job(problem, (*first, *found), ()))
    prepare_kernels(fixture, jobs)
    return jobs


def fastest(measurements: Collection[Measurement]) -> tuple[Measurement, ...]:
    """Return the fastest of our kernels on each problem."""
    best: dict[str, Measurement] = {}
    for one in measurements:
        seconds, problem = one.typical_seconds, str(one.problem)
        if seconds is None or one.tile is None:
            continue
        if problem not in best or seconds < (best[problem].typical_seconds or 0.0):
            best[problem] = one
    return tuple(best.values())
