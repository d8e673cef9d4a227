"""The kernels on tensor cores on the cpu machine: every bit by the model of docs/split.md.

Nearly all run in checked mode, whose code is compiled in less than half the time. One test compares
the code without checks with it. Problems have the layouts of as few specialisations as show all.
"""

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from products_on_cpu import (
    assert_beginnings_do_not_matter,
    assert_blocks_do_not_matter,
    assert_computed,
    assert_gaps_do_not_matter,
    assert_same_bits,
    assert_same_but_zeros,
    computed,
    each_tile_in_two_layouts,
    for_each,
    problem_of,
    repeated,
    with_instruction,
)
from split_errors import Halves, bf16
from split_products import choice
from split_products.sums import fused, library_chunk
from summation import finished

from sgemm.errors import MemoryAccessError
from sgemm.kernels.catalogue import SPLIT_BEFORE, find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library.tensor_cores import split
from sgemm.kernels.library.tensor_cores.split import LEAST_SLAB
from sgemm.kernels.library.tensor_cores.split_rule import LEAST_K_OF
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import LAYOUTS, Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import Operands, make_operands

# The last tile comes first: it is compiled soonest.
KERNELS = [
    kernel
    for name in SPLIT_BEFORE
    for kernel in sorted(
        each_tile_in_two_layouts(find(name)), key=lambda each: -each.tiles.index(each.tile)
    )
]
every_tile = for_each(KERNELS)
# `make test` has the last tile and the first one of each kernel in one layout, and few others.
OTHERS = [each for each in KERNELS if each.tile in each.tiles[1:-1] or each.layout[0] == "t"]
INTERVAL_OF_THIRDS = 32
SLOT = 64  # steps of k whose small products stay on the tensor cores, by wgmma


def model(kernel: Kernel, A, B, splits: int = 1):
    if A.shape[1] < LEAST_K_OF[kernel.tile.bk]:
        return by_multiply_adds(A, B)
    chunked = kernel.tile.bk <= 32
    if kernel.name != "bf16x6":
        by_halves = Halves(
            "scaled", chunked, splits=splits, stage=SLOT * bool(kernel.tile.producers)
        )
        return by_halves(A, B, kernel.tile.bk)
    return bf16(6, chunked, splits)(A, B, INTERVAL_OF_THIRDS)


def smallest(name: str) -> Kernel:
    """The kernel in its last tile, which is compiled soonest."""
    return find(name).specialised("nn", find(name).tiles[-1])


def by_multiply_adds(A, B):
    return fused(A, B, library_chunk(A.shape[1], 16) * 16)


@for_each(
    pytest.param(each, marks=pytest.mark.sampled(14)) if each in OTHERS else each
    for each in KERNELS
)
def test_every_bit_is_that_of_the_model(checked: CpuMachine, kernel: Kernel) -> None:
    """A block has several tiles, and its ring of stages comes round."""
    tile = kernel.tile
    sizes = ((1, 1, 64, 0.0), (tile.bm + 1, tile.bn - 1, 161, 0.5), (7, tile.bn + 65, 2021, 0.0))
    for (m, n, k, beta), blocks in itertools.product(sizes, (0, 1)):
        problem = problem_of(kernel, m=m, n=n, k=k, alpha=0.7, beta=beta)
        given = make_operands(problem, "normal", k)
        expected = finished(given, model(kernel, given.A, given.B))
        assert_computed(checked, kernel, given, expected, Schedule(blocks=blocks))


@pytest.mark.parametrize("splits", [2, 3, 8, 9])
@pytest.mark.parametrize("name", ["fp16x3", "bf16x6"])
@pytest.mark.sampled(3)
def test_parts_of_k_are_added_in_their_order(checked: CpuMachine, name: str, splits: int) -> None:
    """Of tiles of every arithmetic, twice: the counters are zero again."""
    kernel, given = with_tiles_of_every_arithmetic(smallest(name))
    k, expected = given.A.shape[1], computed(checked, smallest(name), given).C
    bm, tile = kernel.tile.bm, kernel.tile
    for blocks in (0, 1, 7):
        schedule = Schedule(blocks=blocks, splits=min(splits, -(-k // 64)))
        for found in repeated(checked, kernel, given, schedule, 2):
            of_halves = "bf16x6" if name == "bf16x6" else "fp16x3"
            halves = model(smallest(of_halves), given.A[:bm], given.B, schedule.splits)
            thirds = model(smallest("bf16x6"), given.A[bm : 2 * bm], given.B, schedule.splits)
            assert_same_bits(found.C[:bm], halves, schedule)
            assert_same_bits(found.C[bm : 2 * tile.bm], thirds, schedule)
            np.testing.assert_array_equal(found.C[2 * bm :], expected[2 * bm :])


@pytest.mark.parametrize("layout", ["nn", "tt"])
@pytest.mark.parametrize("name", SPLIT_BEFORE)
@pytest.mark.sampled(4)
def test_code_without_checks_gives_the_same_bits(
    machine: CpuMachine, checked: CpuMachine, name: str, layout: str
) -> None:
    kernel, given = with_tiles_of_every_arithmetic(smallest(name), layout)
    found, expected = computed(checked, kernel, given), computed(machine, kernel, given)
    np.testing.assert_array_equal(found.C, expected.C)


def test_mma_sync_and_wgmma_give_the_same_bits(checked: CpuMachine) -> None:
    """With an interval of 64, and whichever arithmetic a tile has: here each of them."""
    by_wgmma, by_mma = (
        find(name).specialised("nn", next(each for each in find(name).tiles if fits(each)))
        for name, fits in (
            ("fp16x3", lambda each: (each.bn, each.bk) == (128, 64)),
            ("fp16x3_mma", lambda each: (each.bn, each.bk) == (64, 64)),
        )
    )
    bm, bn, step = by_wgmma.tile.bm, by_wgmma.tile.bn, by_mma.tile.bm
    results = []
    for kernel in (by_wgmma, by_mma):
        given = make_operands(problem_of(kernel, m=3 * bm, n=bn + 7, k=267), "normal", 8)
        given.B[5] = 0
        given.A[bm : 2 * bm : step, 3] *= np.float32(2.0**-60)
        given.A[2 * bm :: step, 4] = np.inf
        results.append(computed(checked, kernel, given).C)
    assert_same_bits(*results)
    halves, thirds, rest = np.split(results[1], 3)
    of_halves, of_thirds, _ = np.split(given.A, 3)
    assert_same_bits(halves, model(by_mma, of_halves, given.B))
    assert_same_bits(thirds, model(smallest("bf16x6"), of_thirds, given.B))
    assert not np.isfinite(rest[::step]).any()


def with_tiles_of_every_arithmetic(kernel: Kernel, layout: str = "nn") -> tuple[Kernel, Operands]:
    """The kernel and a problem with three rows of tiles: halves, thirds, and multiply-adds."""
    kernel, tile = kernel.specialised(layout), kernel.tile
    problem = problem_of(kernel, m=2 * tile.bm + 9, n=2 * tile.bn + 7, k=300)
    given = make_operands(problem, "normal", 8)
    given.B[5] = 0
    given.A[tile.bm : 2 * tile.bm, 3] *= np.float32(2.0**-60)
    given.A[2 * tile.bm, 4] = np.inf
    return kernel, given


@pytest.mark.parametrize("name", SPLIT_BEFORE)
def test_few_blocks_take_all_that_is_unsuited(
    checked: CpuMachine, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other: slabs that are split into thirds, and tiles by multiply-adds."""
    kernel, given = with_tiles_of_every_arithmetic(smallest(name))
    expected = computed(checked, kernel, given).C
    for blocks in (1, 3):
        monkeypatch.setattr(split, "UNSUITED_BLOCKS", blocks)
        assert_computed(checked, kernel, given, expected)


def test_a_left_out_proxy_fence_is_found(checked: CpuMachine, tmp_path: Path) -> None:
    """The last launch copies into shared memory in which its threads have split and multiplied."""
    fence = "    fence_proxy_async();"
    kernel = with_instruction(smallest("fp16x3"), tmp_path, fence, "", header="unsuited_entry.cuh")
    kernel, given = with_tiles_of_every_arithmetic(kernel)
    text = r"cp\.async\.bulk.* multiply_unsuited, .* wrote shared address \d+ through the generic"
    with pytest.raises(MemoryAccessError, match=text):
        computed(checked, kernel, given)


# Block 0 has the only tile. It is slow with its first slab: others take some, and are slower yet.
SPLITS_A_SLAB = "        if (threadIdx.x < split_threads) for_slab("
SLOWLY = (
    "        const uint32 delay = blockIdx.x ? 1u << 24 : number ? 0 : 1u << 22;\n"
    "        for (uint32 i = 0; threadIdx.x == 0 && i < delay; ++i)\n"
    "            atom_add_relaxed_gpu(&notes->tiles_of_thirds, 0);\n"
)


@pytest.mark.parametrize("name", ["fp16x3", "fp16x3_mma"])
@pytest.mark.sampled(2)
def test_thirds_are_multiplied_when_all_are_split(name: str, tmp_path: Path) -> None:
    """By blocks that work side by side: one tile has to wait for what the other block splits."""
    after = SLOWLY + SPLITS_A_SLAB
    kernel = with_instruction(
        smallest(name), tmp_path, SPLITS_A_SLAB, after, header="unsuited_entry.cuh"
    )
    tile = kernel.tile
    given = make_operands(problem_of(kernel, m=tile.bm, n=tile.bn, k=300), "normal", 8)
    given.A[:, 3] *= np.float32(2.0**-60)
    given.B[5] = 0
    expected = model(smallest("bf16x6"), given.A, given.B)
    # The delays take seconds of a processor, and on a busy one more than a block usually may.
    machine = CpuMachine(threads=2, checked=True, block_seconds=60.0)
    for found in repeated(machine, kernel, given, Schedule(), 2):
        assert_same_bits(found.C, expected)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", SPLIT_BEFORE)
@pytest.mark.sampled(4)
def test_one_launch_leaves_what_two_leave(
    checked: CpuMachine, name: str, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows that are split as wholes, and slabs of k. Both leave the counter as it was, zero."""
    kernel, given = with_tiles_of_every_arithmetic(smallest(name), layout)
    schedule = kernel.schedule(given.problem, 3)
    found = []
    for most in (given.problem.k, given.problem.k - 1):
        monkeypatch.setattr(split, "MOST_WHOLE_K", most)
        monkeypatch.setattr(split, "MOST_WHOLE_K_OF_COLUMNS", most)
        launches = kernel.launch(given.problem, schedule=schedule).before
        assert len(launches) == (1 if given.problem.k <= most else 2)
        found += repeated(checked, kernel, given, schedule, 2)
    for other in found[1:]:
        assert_same_bits(other.C, found[0].C)


@pytest.mark.parametrize(
    ("layout", "prepared_b", "most"),
    [("nt", False, 8192), ("nn", False, 2048), ("nn", True, 8192), ("tt", False, 2048)],
)
def test_rows_are_split_as_wholes_up_to_some_k(layout: str, prepared_b: bool, most: int) -> None:
    kernel = find("fp16x3").specialised(layout)
    for k, launches in ((most, 1), (most + 1, 2)):
        problem = problem_of(kernel, m=9, n=9, k=k, prepared_b=prepared_b)
        assert len(kernel.launch(problem).before) == launches


@pytest.mark.parametrize("binades", [0, 50], ids=["by halves", "by thirds"])
def test_long_rows_are_split_as_wholes(checked: CpuMachine, binades: int) -> None:
    """K-major. What decides the arithmetic is among the last eight steps."""
    kernel = smallest("fp16x3").specialised("nt")
    given = make_operands(problem_of(kernel, m=9, n=23, k=8192), "uniform", 5)
    given.A[8, 8190] *= np.float32(2.0**-binades)
    given.B[8189, 22] *= np.float32(2.0**-binades)
    given.A[8, 8188] = given.B[8188, 22] = 0
    expected = model(smallest("bf16x6" if binades else "fp16x3"), given.A, given.B)
    assert_computed(checked, kernel, given, expected)


@drawn(
    rows=st.integers(1, 20),
    k=st.integers(64, 2200),
    binades=st.tuples(st.integers(0, 60), st.integers(0, 60)),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=20)
# One load of all threads, and four: just filled, and one step more.
@example(rows=9, k=256, binades=(30, 9), seed=1)
@example(rows=9, k=257, binades=(30, 9), seed=1)
@example(rows=9, k=1024, binades=(30, 9), seed=1)
@example(rows=9, k=1025, binades=(30, 9), seed=1)
def test_rows_of_any_length_are_split_as_wholes(
    checked: CpuMachine, rows: int, k: int, binades: tuple[int, int], seed: int
) -> None:
    """With few far elements and zeros, anywhere: what is known of rows decides the arithmetic.

    The two layouts have each operand both ways.
    """
    random = np.random.default_rng(seed)
    kernel = smallest("fp16x3").specialised(str(random.choice(["nt", "tn"])))
    given = make_operands(problem_of(kernel, m=rows, n=23, k=k), "normal", 0)
    A = np.ldexp(random.uniform(1, 2, (rows, k)), 20).astype(np.float32)
    B = random.uniform(1, 2, (k, 23)).astype(np.float32)
    for matrix, below in zip((A, B), binades, strict=True):
        row, column = (random.integers(size) for size in matrix.shape)
        matrix[row, column] *= np.float32(random.choice([0.0, 2.0**-below], p=[0.2, 0.8]))
    given.A[:], given.B[:] = A, B
    assert_computed(checked, kernel, given, expected_of("fp16x3", A, B))


def test_before_sm_90_the_code_does_not_wait_for_the_launch_in_front() -> None:
    """There the host lets none begin early. In test_rungs_on_cpu.py both give the same bits."""
    for architecture, waits in ((80, False), (90, True)):
        made = build(smallest("fp16x3_mma"), architecture, cubin=False)
        assert ("griddepcontrol" in (made.ptx or "")) == waits == made.begins_early


@every_tile
@pytest.mark.sampled(14)
def test_gaps_batches_and_blocks_do_not_matter(checked: CpuMachine, kernel: Kernel) -> None:
    tile = kernel.tile
    assert_gaps_do_not_matter(checked, kernel, m=tile.bm + 3, n=tile.bn + 1, k=101, beta=0.5)
    sizes = {"m": tile.bm + 2, "n": tile.bn + 3, "k": 67, "batch": 3}
    assert_blocks_do_not_matter(checked, kernel, "normal", **sizes)


@every_tile
@pytest.mark.sampled(14)
def test_operands_may_begin_anywhere(checked: CpuMachine, kernel: Kernel) -> None:
    problem = problem_of(kernel, m=kernel.tile.bm + 5, n=70, k=131, beta=-1.0)
    given = make_operands(problem, "uniform_signed", 2)
    expected = finished(given, model(kernel, given.A, given.B))
    shifts = ((1, 2, 3), (2, 0, 1), (4, 4, 4))
    assert_beginnings_do_not_matter(checked, kernel, given, expected, shifts)


CHOICES = {
    # Ranges of the rows of A and of B, whether they have zeros, and what a tile then has.
    "halves": (20, 20, False, False),
    "far elements, and no zeros": (40, 14, False, False),
    "far elements that meet zeros": (40, 20, False, True),
    "far elements on both sides": (40, 40, False, False),
    "too far for thirds": (161, 0, False, False),
    "sums too far for thirds": (101, 101, True, True),
    "sums near enough for thirds": (99, 100, True, True),
}


def rows_of_range(random, count: int, k: int, binades: int, has_zeros: bool, times: int):
    """Rows with one element so far below the largest of the row, and the others near that."""
    made = random.uniform(1, 2, (count, k)).astype(np.float32)
    made[:, 1] *= np.float32(2.0**-binades)
    made[:, 2] *= 0 if has_zeros else 1
    return made * np.float32(2.0**times)


@pytest.mark.parametrize("name", SPLIT_BEFORE)
@pytest.mark.parametrize("case", CHOICES)
def test_a_tile_has_the_arithmetic_that_keeps_its_digits(
    checked: CpuMachine, name: str, case: str
) -> None:
    kernel = smallest(name)
    range_a, range_b, zeros_a, zeros_b = CHOICES[case]
    random = np.random.default_rng(4)
    m, n, k = 60, 50, 100
    A = rows_of_range(random, m, k, range_a, zeros_a, 10)
    B = rows_of_range(random, n, k, range_b, zeros_b, 20).T
    expected = expected_of(name, A, B)
    given = make_operands(problem_of(kernel, m=m, n=n, k=k), "normal", 0)
    given.A[:], given.B[:] = A, B
    assert_computed(checked, kernel, given, expected)


def worst(seen: choice.Seen) -> choice.Seen:
    """Return what a tile knows of its rows: the largest range, and all far elements together."""
    zero = np.zeros(1, np.int64)
    return choice.Seen(
        zero + (seen.top - seen.low).max(),
        zero,
        seen.has_zeros.any(keepdims=True),
        seen.is_finite.all(keepdims=True),
        zero + seen.far.sum(),
    )


def expected_of(name: str, A, B):
    """Return the product of one tile by the arithmetic that the rule of the docs gives it."""
    wanted = set(choice.paths(worst(choice.see(A, 1)), worst(choice.see(B, 0)), A.shape[1]).flat)
    if name == "bf16x6":
        wanted -= {"fp16x3"}
    if "ffma" in wanted:
        return by_multiply_adds(A, B)
    by_thirds = "bf16x6" in wanted or name == "bf16x6"
    return model(smallest("bf16x6" if by_thirds else name), A, B)


@pytest.mark.parametrize("name", SPLIT_BEFORE)
def test_infinities_and_nan_change_their_own_tiles_alone(checked: CpuMachine, name: str) -> None:
    kernel = smallest(name)
    tile = kernel.tile
    given = make_operands(problem_of(kernel, m=tile.bm + 9, n=2 * tile.bn, k=70), "normal", 6)
    plain = model(kernel, given.A, given.B)
    given.A[3, 5], given.B[6, tile.bn + 1] = np.inf, np.nan
    with np.errstate(invalid="ignore"):
        expected = by_multiply_adds(given.A, given.B)
    expected[tile.bm :, : tile.bn] = plain[tile.bm :, : tile.bn]
    np.testing.assert_array_equal(computed(checked, kernel, given).C, expected)


@pytest.mark.parametrize("name", SPLIT_BEFORE)
def test_what_the_last_slab_shows_counts(checked: CpuMachine, name: str) -> None:
    """The largest elements of a row and a column lie there, then infinity."""
    kernel = smallest(name)
    problem = problem_of(kernel, m=5, n=6, k=2 * LEAST_SLAB + 77)
    given = make_operands(problem, "normal", 2)
    given.A[1, -1] = given.B[-2, 3] = 2.0**9
    assert_computed(checked, kernel, given, finished(given, model(kernel, given.A, given.B)))
    given.A[2, -1] = np.inf
    assert_computed(checked, kernel, given, finished(given, by_multiply_adds(given.A, given.B)))


@pytest.mark.parametrize("name", SPLIT_BEFORE)
def test_what_is_not_split(checked: CpuMachine, name: str) -> None:
    """Short k is left to multiply-adds; neither A nor B counts where alpha or k is zero."""
    kernel = smallest(name)
    most = LEAST_K_OF[kernel.tile.bk] - 1
    for k, alpha, beta in ((most, 0.5, 2.0), (0, 1.0, 0.5), (70, 0.0, 0.5), (1, 1.0, 0.0)):
        problem = problem_of(kernel, m=65, n=66, k=k, alpha=alpha, beta=beta)
        given = make_operands(problem, "normal", 1)
        if alpha == 0:
            given.A[:] = np.nan
        expected = finished(given, by_multiply_adds(given.A, given.B) if k * alpha else 0 * given.C)
        assert_computed(checked, kernel, given, expected, same=assert_same_but_zeros)


@drawn(
    m=st.integers(1, 150),
    n=st.integers(1, 150),
    k=st.integers(64, 300),
    low=st.integers(-149, 127),
    high=st.integers(-149, 127),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=20)
# Where the powers of two of row and column together are just beyond those of normal floats.
@example(m=17, n=5, k=64, low=127, high=40, seed=0)
@example(m=17, n=5, k=64, low=127, high=29, seed=0)
@example(m=17, n=5, k=64, low=-50, high=-49, seed=0)
def test_any_exponents(
    checked: CpuMachine, m: int, n: int, k: int, low: int, high: int, seed: int
) -> None:
    """Elements over float32's range, subnormals too, with results that under- or overflow."""
    kernel = smallest("fp16x3")
    given = make_operands(problem_of(kernel, m=m, n=n, k=k), "normal", 0)
    random = np.random.default_rng(seed)
    for matrix, top in ((given.A, low), (given.B, high)):
        exponents = random.integers(max(-149, top - 12), top + 1, matrix.shape)
        values = np.ldexp(random.choice([-1.0, 1.0], matrix.shape), exponents)
        matrix[:] = values * random.choice([1.0, 1.5], matrix.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = model(kernel, given.A, given.B)
    assert_computed(checked, kernel, given, expected)


def test_the_first_tile_of_mma_sync_fits_the_shared_memory_of_every_gpu() -> None:
    """It is the one that the kernel's name alone asks for; sm_86 and sm_89 have 99 KiB a block."""
    kernel = find("fp16x3_mma")
    launch = kernel.launch(Problem(500, 500, 500), Schedule())
    assert max(each.shared_bytes for each in launch.in_order) <= 99 * 1024
