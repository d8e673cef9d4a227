"""What could compute a problem: kernels, tiles and schedules, and why others can't."""

from __future__ import annotations

import functools
from typing import NamedTuple

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import LIBRARY, SPLIT_BEFORE, find
from sgemm.kernels.gpus import Target
from sgemm.kernels.kernel import FLOATS, Alignment, Kernel, Types
from sgemm.kernels.schedule import Schedule
from sgemm.planning.known import rates_for
from sgemm.planning.model import Tiling, is_fitted, rates_of, tiling_of, traffic
from sgemm.planning.plan import Refusal, refusals
from sgemm.planning.rates import SHIPPED, Rates, RateTable
from sgemm.problem import Problem

# Into how many parts k is cut, where a kernel cuts it evenly, besides those that fill a wave.
PARTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 198)
BLOCKS_A_MULTIPROCESSOR = 6  # more are no reason to cut k further
LEAST_STEPS = 32  # steps of k below which a part is not worth a block
WORKSPACE_BYTES = 2**30  # no candidate needs more memory than this for partial sums
TOO_LARGE = "every schedule needs more than 1 GiB for partial sums, or too large a grid"

NOT_FITTED = "no rates were fitted to its times on a GPU yet"


class Candidate(NamedTuple):
    """A kernel in one layout and tile, with a schedule."""

    kernel: Kernel
    schedule: Schedule

    def __str__(self) -> str:
        schedule = self.schedule
        text = f"{self.kernel.name}/{self.kernel.tile_in_short}"
        if schedule.stream_k_tiles:
            return f"{text}, {schedule.stream_k_tiles} tiles spread over {schedule.blocks} blocks"
        if schedule.splits > 1:
            return f"{text}, k in {schedule.splits} parts"
        return text


class Runnable(NamedTuple):
    """A kernel in one layout and tile, with its place among all and its numbers in the model."""

    place: int
    kernel: Kernel
    rates: Rates


@functools.lru_cache(maxsize=64)
def shipped(layout: str, names: tuple[str, ...], types: Types = FLOATS) -> tuple[Kernel, ...]:
    """Return the kernels of some names for a layout and types, tile by tile, in their order."""
    return tuple(
        kernel.specialised(layout, tile, types)
        for kernel in map(find, names)
        if layout in kernel.layouts and kernel.ships_in(types)
        for tile in kernel.all_tiles
    )


@functools.lru_cache(maxsize=64)
def runnable(
    layout: str, architecture: int, names: tuple[str, ...], types: Types, table: RateTable = SHIPPED
) -> tuple[Runnable, ...]:
    """Return what of that may be chosen on an architecture."""
    return tuple(
        Runnable(place, kernel, rates_of(kernel, table))
        for place, kernel in enumerate(shipped(layout, names, types))
        if kernel.runs_on(architecture) and has_rates(kernel, table)
    )


def has_rates(kernel: Kernel, table: RateTable) -> bool:
    """Whether a kernel has numbers in the model, or does without: then it counts as slow.

    On tensor cores it cannot do without: the default ones would not tell how much it moves.
    """
    return not kernel.products or is_fitted(kernel, table)


def candidates(
    problem: Problem,
    target: Target,
    alignment: Alignment | None = None,
    names: tuple[str, ...] = LIBRARY,
    table: RateTable | None = None,
) -> tuple[list[Candidate], list[Refusal]]:
    """Return all of some kernels that may compute a problem on a target, and what may not."""
    table = table or rates_for(target)
    found: list[Candidate] = []
    refused: list[Refusal] = []
    moved = traffic(problem, alignment, table.speeds)
    for kernel in shipped(problem.layout, names, problem.types):
        reasons = refusals(kernel, problem, target, alignment)
        if not reasons:
            unsuited = kernel.geometry.unsuited(problem, kernel.tile)
            is_known = has_rates(kernel, table)
            reasons = [unsuited] if unsuited else [] if is_known else [NOT_FITTED]
        if reasons:
            refused.append(Refusal(kernel, tuple(reasons)))
            continue
        tiled = tiling_of(kernel, problem, moved, alignment)
        worth = dict.fromkeys(schedules(kernel, problem, tiled, target.multiprocessors))
        possible = [each for each in worth if is_possible(kernel, problem, each)]
        found += [Candidate(kernel, schedule) for schedule in possible]
        if worth and not possible:
            refused.append(Refusal(kernel, (TOO_LARGE,)))
    return found, refused


def schedules(
    kernel: Kernel, problem: Problem, tiled: Tiling, multiprocessors: int
) -> list[Schedule]:
    """Return the schedules of a kernel that are worth a comparison, its own first, some twice."""
    if not kernel.parameters.has_batches:
        return [Schedule()]
    tile = kernel.tile
    if kernel.geometry.unsuited(problem, tile):
        return []
    own = kernel.schedule(problem, multiprocessors)
    # Persistent blocks that have no producers share whole products, evenly: nothing to compare.
    if not tiled.depth or (own.blocks and not tile.producers):
        return [own]
    tiles, k = tiled.tiles, problem.k
    if kernel.name in SPLIT_BEFORE:
        from sgemm.kernels.library.tensor_cores.split import most_splits  # as the kernel did

        most = min(most_splits(problem, tile), multiprocessors * tile.blocks // tiles)
        return [own, *(_schedule(splits=parts) for parts in PARTS if 1 < parts <= most)]
    found = [own]
    if own.blocks:
        blocks = multiprocessors * tile.blocks
        found.append(_schedule(min(blocks, tiles)))
        waves = -(-tiles // blocks)
        if tile.blocks == 2 and waves > 1 and tiles <= waves * (blocks - 1):
            # Dealt out more evenly than as many as fill the GPU.
            found.append(_schedule(blocks - 1))
        if tiles > blocks and tiles % blocks:
            found.append(_schedule(blocks, stream_k_tiles=tiles % blocks))
        most = min(blocks // tiles, k // (2 * tile.bk))
        found += [
            _schedule(parts * tiles, stream_k_tiles=tiles) for parts in PARTS if 1 < parts <= most
        ]
    else:
        most = max(1, min(BLOCKS_A_MULTIPROCESSOR * multiprocessors // tiles, k // LEAST_STEPS))
        # Besides, as many parts as fill all multiprocessors once, twice and so on. Of all numbers
        # with parts of the same length, the least.
        filling = range(multiprocessors, BLOCKS_A_MULTIPROCESSOR * multiprocessors, multiprocessors)
        worth = [*PARTS, *(blocks // tiles for blocks in filling if blocks >= 2 * tiles)]
        lengths = dict.fromkeys(-(-tiled.depth // parts) for parts in worth if parts <= most)
        found += [_schedule(splits=-(-tiled.depth // length)) for length in lengths]
    return found


def is_possible(kernel: Kernel, problem: Problem, schedule: Schedule) -> bool:
    """Whether a kernel whose requirements hold may compute a problem with a schedule."""
    try:
        if kernel.violations(problem, schedule=schedule):
            return False
        sums = kernel.workspace(problem, schedule).nbytes
        if kernel.products:  # halves of operands are no partial sums
            sums -= kernel.workspace(problem, _schedule()).nbytes
        return sums <= WORKSPACE_BYTES
    except (ArgumentError, RequirementError):
        return False


# Returns a schedule that was made before, where there is one: checking a new one takes long.
_schedule = functools.lru_cache(maxsize=1024)(Schedule)
