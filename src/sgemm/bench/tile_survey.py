"""Every tile and schedule of kernels over many shapes: what the planner's model is fitted to.

A survey is a benchmark whose contenders are all that is legal for a problem, and whose rule drops
those that are hopeless after two rounds.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

import numpy as np

from sgemm.bench.campaign import Job, prepare_kernels
from sgemm.bench.contenders import Contender, KernelContender
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Measurement
from sgemm.bench.stopping import Precision, Settings
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import kernels
from sgemm.kernels.kernel import Kernel, Parameters
from sgemm.kernels.schedule import Schedule
from sgemm.planning.forcing import SCHEDULE_NAMES, TILE_NAMES, Forced
from sgemm.problem import Problem

SURVEY = "survey"  # what survey rules add to the name of the protocol
HOPELESS = 1.6  # times the fastest after two rounds: what is slower is not measured further
BLOCKS_PER_MULTIPROCESSOR = (0.5, 1, 2, 3, 4, 6)
MOST_SPLITS = 600
PARTS_OF_STREAM_K_TILES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128)
MOST_WORKSPACE_BYTES = 2**31

# Sizes of tiny cubes, and how many: none of them is in the set tiny_batches.
TINY_BATCHES = (
    (4, 200_000), (6, 50_000), (7, 500_000), (10, 5_000), (10, 100_000), (14, 2_000), (16, 5_000),
    (16, 100_000), (20, 10_000), (21, 50_000), (28, 3_000), (32, 4_000), (32, 30_000), (37, 10_000),
    (40, 2_000), (50, 5_000), (56, 2_000), (64, 5_000),
)  # fmt: skip

Candidate = tuple[Kernel, Schedule]


def survey_settings(seed: int = 0, rounds: int = 9) -> Settings:
    """Return how a survey is measured: one sample a round, and no more of what is hopeless."""
    rule = Precision(
        *(rounds, 0.0, math.inf, 60.0, rounds, rounds), label=SURVEY, elimination=HOPELESS
    )
    return Settings(rule, seed, warm_up_seconds=0.0)


def survey_kernels(named: Sequence[Kernel] = ()) -> tuple[Kernel, ...]:
    """Return kernels in each tile and layout: those named, or all that have schedules."""
    return tuple(
        special
        for kernel in named or kernels()
        if kernel.parameters is Parameters.EXTENDED
        for special in kernel.specialisations()
    )


def default_problems() -> list[Problem]:
    """Small cubes, thin, long and flat problems, batches, and shapes drawn at random."""
    shapes = [(size, size, size) for size in (16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024)]
    shapes += [(100, 100, 100), (333, 777, 5555), (1000, 1000, 1000), (1023, 1025, 1027)]
    shapes += [(8192, 8192, 64), (8192, 8192, 256), (100000, 64, 64), (128, 128, 262144)]
    shapes += [(256, 256, 65536), (100000, 256, 256), (256, 100000, 256)]
    for few in (1, 4, 16, 64):
        shapes += [(few, 8192, 8192), (8192, few, 8192), (few, 1000, 777), (1001, few, 333)]
    generator = np.random.default_rng(7)
    for _ in range(60):
        m, n, k = (int(size) for size in np.exp2(13 * generator.random(3)))
        shapes.append((m, n, k))
    problems = [Problem(*shape) for shape in shapes]
    for size, batch in ((64, 8), (64, 128), (64, 1024), (100, 512), (128, 32), (128, 256)):
        problems.append(Problem(size, size, size, batch=batch))
    problems += [Problem(256, 256, 256, batch=64), Problem(512, 512, 512, batch=16)]
    for size, batch in TINY_BATCHES:
        problems.append(Problem(size, size, size, batch=batch))
    problems += [Problem(7, 10, 13, batch=50_000), Problem(64, 4, 20, batch=20_000)]
    for trans_a, trans_b in ((False, True), (True, False), (True, True)):
        for shape in (
            *((128, 128, 128), (512, 512, 512), (333, 777, 555), (1000, 1000, 1000)),
            *((16, 8192, 8192), (1, 5000, 5000), (8192, 16, 8192), (5000, 1, 5001)),
        ):
            problems.append(Problem(*shape, trans_a=trans_a, trans_b=trans_b))
        for size, batch in TINY_BATCHES[::3]:
            shape = size, size, size
            problems.append(Problem(*shape, trans_a=trans_a, trans_b=trans_b, batch=batch))
    return problems


def schedules(kernel: Kernel, problem: Problem, multiprocessors: int) -> list[Schedule]:
    """Return the kernel's own schedule, and some with k in parts; each at most once."""
    found = [kernel.schedule(problem, multiprocessors)]
    tiles = max(1, _tiles_of(kernel, problem))
    if found[0].blocks:
        blocks = multiprocessors * kernel.tile.blocks
        found.append(Schedule(blocks=min(tiles, blocks)))
        found.extend(
            Schedule(blocks=parts * tiles, stream_k_tiles=tiles)
            for parts in PARTS_OF_STREAM_K_TILES
            if blocks / 2 < parts * tiles <= blocks
        )
        if tiles > blocks and tiles % blocks:
            found.append(Schedule(blocks=blocks, stream_k_tiles=tiles % blocks))
        return list(dict.fromkeys(found))
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
            if needed.nbytes <= MOST_WORKSPACE_BYTES:
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
    known = {str(one.problem) for one in done if one.protocol == protocol}
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
