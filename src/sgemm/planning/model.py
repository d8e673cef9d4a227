"""A model of a candidate's time on a GPU, in microseconds.

    time = launch + cbrt(work**3 + memory**3) + parts

- work: the compute time of the fullest multiprocessor. It gets ``blocks``, each with ``steps`` of
  bk elements of k, and ``resident`` of them at once; the rest follow. A step of the blocks held
  takes ``hypot(step, blocks * busy)``: the latency of one block, and the throughput of the
  multiprocessor. The prologue and epilogue of each tile take ``tile``, and ``elementwise`` more
  where C is stored element by element. Stream-K shares that do not end with tiles take ``skew`` of
  a step longer: less by as much as the operands fit the L2 cache, more where there is nothing but
  shares. In the last wave fewer blocks share a multiprocessor. Some kernels compute the last step
  no further than k: ``unused`` is the rest. Where C is read, the epilogue of each tile waits for
  it, several elements of a thread at a time: ``waiting_for_c``, of which other blocks of the
  multiprocessor hide their share. One row that is added to all is waited for once.
- memory: every operand once, at the bandwidth that a copy reaches, and as much again of dirty lines
  in the cache that have to be written back, but for those that an operand with evict_first leaves
  there. C stored element by element goes ``scattered`` times in addition, and partial sums
  ``exchanged`` times there and back. Tiles of few rows read the same B for so many rows of C, and
  ``reread`` times it is no longer in the cache; so do those of few columns with A.
- parts: where a tile's k is split, one block or a tree of them reduces the partial sums. Each level
  costs ``join``, and ``part`` for each part that one thread adds there. A reduction kernel, for
  tiles of persistent blocks with many parts, costs as much as those tiles are large.

Compute and memory overlap, and slow each other down the more the nearer their times are: hence the
roots of sums of powers. Rows of other alignments than 16 bytes take more and smaller copies, and
each thousand of them add ``copy`` to a step.

C that is read comes when the product of a tile is done, and overlaps with little: that adds to
``launch``. So does a pre-kernel, which counts by what it moves besides. What tensor cores multiply
lies ready in their own layout then: no copies by alignment add to a step, but for a large operand
that is split as it is read. They draw so much power that the clock falls while they work (HEATED).

The numbers of a kernel and tile, and the speeds of memory, come from a table of rates. What stands
below is not fitted and the same for every GPU: it was found on an H200.
"""

import functools
import math
from typing import NamedTuple

from sgemm.kernels.kernel import FLOATS, Alignment, Kernel
from sgemm.kernels.launch import Packing
from sgemm.kernels.library.split_k_schedule import adders, fan
from sgemm.kernels.library.stream_k_schedule import FAN, most_parts
from sgemm.kernels.schedule import Schedule
from sgemm.kernels.tile import Tile
from sgemm.planning.rates import DEFAULT, SHIPPED, SPEEDS, UNKNOWN, Rates, RateTable, Speeds
from sgemm.problem import ITEM_BYTES, Problem

# Microseconds of a reduction kernel, for tiles with many parts; and how often, in effect, it moves
# those tiles of C through memory, besides their parts.
ADDING_LAUNCH, ADDED_AGAIN = 4.0, 6.0

# What part of the dirty lines stays there that an operand would displace, with evict_first.
SPARED = 0.4

# Microseconds that an epilogue waits for the C that it reads, and for how many elements of a thread
# at once. They were asked for when the tile began (addend_prefetch.cuh), and so come from the L2
# cache. These and the numbers below are not fitted by sgemm fit: they were chosen for the set
# `accumulate` of 4bec885. The model is off by 6% there, and by 10% if C overlaps as A does.
READ_WAIT, READ_AT_ONCE = 0.3, 16

# How often, in effect, C is read at the speed of memory while nothing else happens: by the one or
# two blocks of a multiprocessor that go from tile to tile, and where there are more of them.
READ_BY_ONE, READ_BY_SEVERAL = 1.2, 0.85

# Microseconds that plain loads take besides where C is read: a block asks for its C before them.
READ_BY_PLAIN_LOADS = 1.4

# How much more `skew` is where stream-K shares all tiles, and none are computed whole. In surveys
# of the H200 parts that end with tiles are then faster by 2 to 4 %, some multiprocessors idle.
SKEWED_ALONE = 4.0

# By what share the clock is lower, in effect, where tensor cores have worked for long, and after
# how many microseconds by half of that: an H200 held 1975 MHz for 50 us, 1536 in 5 ms, 1246 in 47.
HEATED, HALF_HEATED = 0.3, 3e4

# Bytes that a pre-kernel moves for an element, where the large operand is split as it is read.
SPLIT_BYTES = 8.0

# By scripts/split_operand_times.py: microseconds more where halves come from memory, prepared; how
# long two products take where three were fitted, of operands split before, and as they are read.
PREPARED, TWO_PRODUCTS, TWO_AS_READ = 4.0, 0.77, 0.85

LOAD_WAIT = 2.8  # microseconds for loads beside packing, by 33 measurements on one H200

ROUNDING = 1.0 - 1e-9  # keeps the least time below the predicted one if rounding alone differs


class Prediction(NamedTuple):
    """Predicted microseconds, by what they are spent on; work and memory overlap."""

    launch: float
    work: float
    memory: float
    parts: float

    @property
    def total(self) -> float:
        """Predicted time of the launch in microseconds."""
        return self.launch + overlapped(self.work, self.memory) + self.parts


class Traffic(NamedTuple):
    """What a problem asks of memory, whatever the tile.

    Microseconds to move every operand once, ``memory``; what of it a larger operand saves that
    is loaded with evict_first, ``spared``; and C alone where it is not made of whole, aligned
    float4, ``elementwise``; what of C is read, ``read``; and copies for an element of A and of B: a
    quarter where 16 bytes at a time are possible. ``speeds`` are those of the GPU.
    """

    memory: float
    spared: float
    elementwise: float
    read: float
    a_pieces: float
    b_pieces: float
    speeds: Speeds


class Tiling(NamedTuple):
    """What a tile makes of a problem, of all products together.

    ``memory``, ``elementwise`` and ``speeds`` are those of :class:`Traffic`. Other times are in
    microseconds, too.
    """

    tile: Tile
    tiles: int
    depth: int  # steps of bk that a tile has; 0 where nothing is multiplied
    thousand_copies: float  # that load one step
    memory: float
    elementwise: float
    rereading: float  # of the large operand, by tiles of few rows or columns, after the first time
    before: float  # of a pre-kernel for what it moves, and of C that is read: nothing overlaps
    waiting_for_c: float  # of the epilogue of a tile
    unused: float  # what a tile leaves out of its last step
    is_hot: bool  # whether tensor cores multiply
    speeds: Speeds


class Load(NamedTuple):
    """How a schedule loads the fullest multiprocessor."""

    blocks: int
    steps: float  # of bk, of each block
    tiles: int  # prologues and epilogues of a block
    tree_levels: int = 0
    parts: float = 0.0  # reduced one after the other, on all levels of a tree; 0 where k is whole
    parts_memory: float = 0.0  # microseconds to write and read partial sums
    skewed_steps: float = 0.0  # those of shares that do not end with tiles
    last_blocks: int = 0  # in the last wave; 0 for as many as before
    last_steps: float = 0.0  # of each of them
    reduction: float = 0.0  # microseconds of a reduction kernel


def overlapped(one: float, other: float) -> float:
    """Return the time of two things that overlap: from the longer one's to 1.26 times that."""
    return math.cbrt(one * one * one + other * other * other)


def traffic(
    problem: Problem, alignment: Alignment | None = None, speeds: Speeds = SPEEDS
) -> Traffic:
    """Return what a problem asks of memory; addresses that are not known count as aligned."""
    bytes_a_microsecond, cached_bytes = speeds.bytes_a_microsecond, speeds.cached_bytes
    a, b, c = (alignment.a, alignment.b, alignment.c) if alignment else (0, 0, 0)
    moved, larger = 4.0 * problem.m * problem.n * problem.batch, 0.0
    read = 0.0 if problem.beta == 0.0 or problem.adds_row else moved / bytes_a_microsecond
    is_whole = (problem.n | problem.ldc | problem.stride_c | c // 4) % 4 == 0
    elementwise = 0.0 if is_whole else moved / bytes_a_microsecond
    if problem.reads_operands:
        of_a, of_b = (float(ITEM_BYTES[each] * problem.k) for each in problem.types)
        of_a *= problem.m * (problem.batch if problem.stride_a else 1)
        of_b *= problem.n * (problem.batch if problem.stride_b else 1)
        moved, larger = moved + of_a + of_b, of_a if problem.m > problem.n else of_b
    displaced = min(moved, cached_bytes)
    kept = displaced - min(moved - larger, cached_bytes)
    return Traffic(
        memory=(moved + displaced) / bytes_a_microsecond,
        spared=SPARED * kept / bytes_a_microsecond,
        elementwise=elementwise,
        read=read,
        a_pieces=_pieces((problem.lda | problem.stride_a) * ITEM_BYTES[problem.type_a] | a),
        b_pieces=_pieces((problem.ldb | problem.stride_b) * ITEM_BYTES[problem.type_b] | b),
        speeds=speeds,
    )


def larger_operand(problem: Problem) -> int:
    """Return the elements of the larger one of A and B, of all products, where they are read."""
    if not problem.reads_operands:
        return 0
    return max(problem.m, problem.n) * problem.k * problem.batch


def _smaller_operand(problem: Problem) -> int:
    """Return the elements of the smaller one of A and B, of all products."""
    stride = problem.stride_b if problem.m > problem.n else problem.stride_a
    return min(problem.m, problem.n) * problem.k * (problem.batch if stride else 1)


def _read_again(problem: Problem, tile: Tile) -> float:
    """Return the bytes of the large operand that tiles of vectors read after the first of them."""
    if not tile.is_of_vectors:
        return 0.0
    few, at_once, many, type_ = problem.m, tile.bm, problem.n, problem.type_b
    if tile.bm != tile.tm:
        few, at_once, many, type_ = problem.n, tile.bn, problem.m, problem.type_a
    again = -(-few // at_once) - 1
    return float(ITEM_BYTES[type_] * again * many * problem.k * problem.batch)


def _pieces(distances: int) -> float:
    """Return how many copies an element takes, by all distances in bytes or-ed together."""
    return 1.0 if distances % 8 else 0.5 if distances % 16 else 0.25


def _pieces_of_larger(
    problem: Problem, packing: Packing | None, a_pieces: float, b_pieces: float
) -> tuple[float, float]:
    """Return the copies of kernels that have the larger operand alone copied: 16 bytes, or 4."""
    if packing is not None:
        return 0.0, 0.0
    pieces = a_pieces if problem.m > problem.n else b_pieces
    pieces = pieces if pieces == 0.25 else 1.0
    return (pieces, 0.0) if problem.m > problem.n else (0.0, pieces)


def tiling_of(
    kernel: Kernel, problem: Problem, moved: Traffic, alignment: Alignment | None = None
) -> Tiling:
    """Return what a kernel makes of a problem that asks so much of memory.

    Where operands are packed, its tiles cover what that leaves for the main launch.
    """
    tile, packing, before = kernel.tile, kernel.geometry.packing, 0.0
    is_hot = kernel.products > 0
    if is_hot and packing is None:
        before = SPLIT_BYTES * _smaller_operand(problem) / moved.speeds.split
    elif packing is not None:
        speed = moved.speeds.split if is_hot else moved.speeds.packed
        before = max(packing.moved(problem, tile) / speed, LOAD_WAIT * packing.waits(problem, tile))
        if is_hot and (problem.prepared_a or problem.prepared_b):
            before += PREPARED
        problem = kernel.core(problem)
        where = Alignment(c=alignment.c) if alignment else None
        moved = traffic(problem, where, moved.speeds)
    memory, speeds = moved.memory, moved.speeds
    if kernel.geometry.evict_first(tile) >= larger_operand(problem):
        memory -= moved.spared
    tiles = kernel.geometry.tiles(problem, tile)
    depth = -(-problem.k // tile.bk) if tiles and problem.reads_operands else 0
    copies = rereading = 0.0
    if depth:
        rereading = _read_again(problem, tile) / speeds.bytes_a_microsecond
        rows, columns = min(problem.m, tile.bm), min(problem.n, tile.bn)
        a_pieces, b_pieces = moved.a_pieces, moved.b_pieces
        if is_hot:
            a_pieces, b_pieces = _pieces_of_larger(problem, packing, a_pieces, b_pieces)
        copies = problem.k * (rows * a_pieces + columns * b_pieces) / (1000.0 * depth)
    waiting_for_c = 0.0
    if problem.beta != 0.0:
        of_thread = tile.bm * tile.bn / (tile.consumers if tile.producers else tile.threads)
        waits = 1 if problem.adds_row else math.ceil(of_thread / READ_AT_ONCE)
        waiting_for_c = READ_WAIT * waits
        before += (READ_BY_ONE if tile.producers else READ_BY_SEVERAL) * moved.read
        if kernel.architecture < 80 and tile.stages and not problem.adds_row:
            before += READ_BY_PLAIN_LOADS
    unused, at_once = 0.0, kernel.geometry.steps_at_once
    if depth and at_once and tile.stages:
        unused = depth - -(-problem.k // at_once) * at_once / tile.bk
    return Tiling(
        tile, tiles, depth, thousand_copies=copies, memory=memory, elementwise=moved.elementwise,
        rereading=rereading, before=before, waiting_for_c=waiting_for_c, unused=unused,
        is_hot=is_hot, speeds=speeds,
    )  # fmt: skip


def load_of(tiled: Tiling, schedule: Schedule, multiprocessors: int) -> Load:
    """Return how a schedule loads the fullest multiprocessor."""
    tile, tiles, depth = tiled.tile, tiled.tiles, tiled.depth
    persistent, stream_k_tiles = schedule.blocks, schedule.stream_k_tiles
    if not persistent:
        splits = schedule.splits
        blocks = -(-tiles * splits // multiprocessors)
        if splits == 1:
            return Load(blocks, depth - tiled.unused, tiles=1)
        levels, parts = _tree(splits, fan(tile), adders(tile))
        moved, of_part = _parts_memory(tiled, tiles * splits), -(-depth // splits)
        return Load(blocks, of_part, 1, tree_levels=levels, parts=parts, parts_memory=moved)
    whole = -(-(tiles - stream_k_tiles) // persistent)
    if not stream_k_tiles:
        steps, left = depth - tiled.unused, tiles - (whole - 1) * persistent
        return Load(
            -(-min(persistent, tiles) // multiprocessors),
            whole * steps,
            tiles=whole,
            last_blocks=_fullest_of_last(left, persistent, multiprocessors),
            last_steps=steps,
        )
    share = stream_k_tiles * depth / persistent
    begun, added = whole + -(-stream_k_tiles // persistent), persistent / stream_k_tiles
    ends_within = persistent % stream_k_tiles != 0
    if ends_within:
        # Shares that do not end with tiles leave two parts a block, and three or more a tile.
        begun, added = begun + 1, added + 1.5
    levels, added, reduction = 1, max(2.0, added), 0.0
    if most_parts(depth, schedule) > FAN:
        written = 4.0 * tile.bm * tile.bn * stream_k_tiles
        reduction = ADDING_LAUNCH + ADDED_AGAIN * written / tiled.speeds.bytes_a_microsecond
        levels, added = 0, 0.0
    return Load(
        -(-persistent // multiprocessors),
        whole * depth + share,
        tiles=begun,
        tree_levels=levels,
        parts=added,
        parts_memory=_parts_memory(tiled, persistent),
        skewed_steps=share if ends_within else 0.0,
        reduction=reduction,
    )


def _fullest_of_last(left: int, blocks: int, multiprocessors: int) -> int:
    """Return how many blocks the fullest multiprocessor has in the last wave, of ``left`` tiles.

    As many blocks as are a multiple of the multiprocessors, at least two for each, are dealt out
    group by group, so that the smallest group is full when the others are not. On one H100 the 81st
    of 264 blocks was a multiprocessor's second one, on two other GPUs, by times, one from the 88th
    to the 96th: the model has 0.7 of 132. Of 263 it is the 133rd. What there is beyond a multiple
    is dealt out evenly.
    """
    rounds = blocks // multiprocessors
    if rounds >= 2 and left <= rounds * multiprocessors:
        return min(rounds, -(-left * 10 // (7 * multiprocessors)))
    return -(-left // multiprocessors)


def _parts_memory(tiled: Tiling, parts: int) -> float:
    """Return the microseconds to write and read the sums of some parts of tiles."""
    return 8.0 * tiled.tile.bm * tiled.tile.bn * parts / tiled.speeds.bytes_a_microsecond


@functools.lru_cache(maxsize=1024)
def _tree(parts: int, members: int, adders: int) -> tuple[int, int]:
    """Return the levels of a tree of parts, and how many a thread adds on the way to its root."""
    levels = added = 0
    while parts > 1:
        levels += 1
        added += -(-min(parts, members) // adders)
        parts = -(-parts // members)
    return levels, added


def predict_load(load: Load, tiled: Tiling, rates: Rates) -> Prediction:
    """Predict from how multiprocessors are loaded and the numbers of a kernel and tile."""
    blocks, steps, resident = load.blocks, load.steps, rates.resident
    copying = rates.copy * tiled.thousand_copies
    alone, busy = rates.step + copying, rates.busy + copying
    step = _step(blocks, alone, busy, resident)
    memory = tiled.memory * rates.moved + load.parts_memory * rates.exchanged
    memory += tiled.rereading * rates.reread
    ends = rates.tile
    if tiled.elementwise:
        memory += tiled.elementwise * rates.scattered
        ends += rates.elementwise
    speeds = tiled.speeds
    in_cache = tiled.memory * speeds.bytes_a_microsecond / (2.0 * speeds.cached_bytes)
    skew = rates.skew * min(1.0, in_cache)
    if load.skewed_steps == steps:
        skew *= SKEWED_ALONE
    work = (steps + skew * load.skewed_steps) * step
    work += ends * load.tiles * max(1.0, blocks * rates.overlap)
    if tiled.waiting_for_c:
        work += tiled.waiting_for_c * load.tiles * blocks / min(blocks, resident) ** 2
    if 0 < load.last_blocks < blocks:
        work -= load.last_steps * (step - _step(load.last_blocks, alone, busy, resident))
    if tiled.is_hot:
        work += HEATED * work * work / (work + HALF_HEATED)
    launch = rates.launch + tiled.before
    adding = rates.join * load.tree_levels + rates.part * load.parts + load.reduction
    return Prediction(launch, work, memory, adding)


def _step(blocks: int, alone: float, busy: float, resident: int) -> float:
    """Return what a step of some blocks on a multiprocessor takes, ``resident`` of them at once."""
    full, rest = divmod(blocks, resident)
    step = math.hypot(alone, rest * busy) if rest else 0.0
    if full:
        step += full * math.hypot(alone, resident * busy)
    return step


def predict_tiling(
    tiled: Tiling, schedule: Schedule, rates: Rates, multiprocessors: int
) -> Prediction:
    """Predict the time of a schedule of a kernel whose cover and numbers are known."""
    if not tiled.depth:
        return Prediction(DEFAULT.launch, 0.0, tiled.memory, 0.0)
    return predict_load(load_of(tiled, schedule, multiprocessors), tiled, rates)


def predict(
    problem: Problem,
    kernel: Kernel,
    schedule: Schedule,
    multiprocessors: int,
    alignment: Alignment | None = None,
    table: RateTable = SHIPPED,
) -> Prediction:
    """Predict a candidate's time."""
    tiled = tiling_of(kernel, problem, traffic(problem, alignment, table.speeds), alignment)
    return predict_tiling(tiled, schedule, rates_of(kernel, table), multiprocessors)


def lower_bound(tiled: Tiling, rates: Rates, multiprocessors: int) -> float:
    """Return a lower bound of the predicted times of all schedules of a kernel, in microseconds.

    However blocks of steps are shared, the fullest multiprocessor has at least its share of all,
    and is no faster than when it is full. And either a tile's steps are done one after the other,
    or they are cut into parts, p of them: ``length / p + part * p`` is least where both are equal;
    ``part`` is shared by the adders of an element. The same with further levels, each below the
    last one a full fan: then one block adds p / fan of such sums, or p / fan**2 of theirs.
    Persistent blocks leave that to a launch of its own.
    """
    tile = tiled.tile
    if not tiled.depth:
        return (DEFAULT.launch + tiled.memory) * ROUNDING
    depth = tiled.depth - tiled.unused
    each = tiled.tiles / multiprocessors
    copying = rates.copy * tiled.thousand_copies
    length, share = (rates.step + copying) * depth, (rates.busy + copying) * depth * each
    full = math.hypot(length * each / rates.resident, share)
    work = math.hypot(length, share) if each < rates.resident else full
    cut = math.sqrt(length * rates.part) * 2.0
    if tile.producers:
        parts = rates.join + max(full, math.hypot(cut, share))
        work = min(work, parts, ADDING_LAUNCH + full)
    elif work > full + rates.join:
        below, fewer = rates.join + rates.part * fan(tile) / adders(tile), math.sqrt(fan(tile))
        cut /= math.sqrt(adders(tile))
        parts, levels_below = math.hypot(cut, share), below
        while 0.0 < levels_below < parts:
            cut /= fewer
            parts = min(parts, levels_below + math.hypot(cut, share))
            levels_below += below
        work = min(work, rates.join + max(full, parts))
    moved = tiled.memory * rates.moved + tiled.rereading * rates.reread
    ends = rates.tile
    if tiled.elementwise:
        moved += tiled.elementwise * rates.scattered
        ends += rates.elementwise
    work += ends * max(1.0, each * rates.overlap)
    work += tiled.waiting_for_c * max(1.0, each) / rates.resident**2
    return (rates.launch + tiled.before + overlapped(work, moved)) * ROUNDING


def compute_bound(problem: Problem, kernel: Kernel, rates: Rates, multiprocessors: int) -> float:
    """Return a cheap bound below :func:`lower_bound`, from compute alone, in microseconds.

    As if all multiprocessors were full from beginning to end, and memory took no time. A pre-kernel
    may leave whole tiles alone.
    """
    tile = kernel.tile
    if kernel.geometry.packing is None:
        tiles = kernel.geometry.tiles(problem, tile)
    else:
        tiles = problem.m // tile.bm * (problem.n // tile.bn) * problem.batch
    if not (tiles and problem.reads_operands):
        return 0.0
    depth = problem.k / tile.bk if kernel.geometry.steps_at_once else -(-problem.k // tile.bk)
    steps = tiles * depth / multiprocessors
    return (rates.launch + steps * math.hypot(rates.step / rates.resident, rates.busy)) * ROUNDING


def is_fitted(kernel: Kernel, table: RateTable = SHIPPED) -> bool:
    """Tell whether there are numbers of a kernel in its tile and layout."""
    return table.find(kernel) is not None


def rates_of(kernel: Kernel, table: RateTable = SHIPPED) -> Rates:
    """Return the numbers of a kernel in its tile and layout; half precision has fewer products."""
    found = table.find(kernel) or UNKNOWN
    if kernel.types == FLOATS or not kernel.products:
        return found
    less = TWO_PRODUCTS if kernel.geometry.packing else TWO_AS_READ
    return found._replace(step=found.step * less, busy=found.busy * less)
