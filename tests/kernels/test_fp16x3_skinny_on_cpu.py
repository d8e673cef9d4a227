"""fp16x3_skinny and fp16x3_tall on the cpu machine: every bit by the order that is stated."""

import dataclasses
import re

import numpy as np
import pytest
from half_operands import found_by, operands
from hypothesis import given, settings
from hypothesis import strategies as st
from products_on_cpu import (
    assert_computed,
    assert_gaps_do_not_matter,
    assert_only_c_is_written,
    assert_same_bits,
    computed,
    for_each,
    problem_of,
    repeated,
    title,
)
from summation import added, chain, even_parts, finished
from tensor_cores.model import FP16, multiply_add

import sgemm
from sequential_loop import fused_multiply_add
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import FUSED, find
from sgemm.kernels.kernel import HALF_TYPES, Kernel, Types
from sgemm.kernels.library.split_k_schedule import fan
from sgemm.kernels.library.tensor_cores.skinny_geometry import (
    BINADES,
    CHUNK,
    LEAST_K,
    MOST_PART,
    few_of,
    has_few_columns,
    split_chunks,
)
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import plan
from sgemm.planning.candidates import candidates
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import make_operands
from sgemm.verify.survey import legal_variant

KERNEL, TALL = (find(name) for name in FUSED)
SMALL = KERNEL.specialised(tile=KERNEL.tiles[-1])
GROUP = 64  # columns of a warpgroup, which go the same way
# In all layouts they are compared on a GPU.
every_tile = for_each(
    kernel.specialised(layout, tile)
    for kernel in (KERNEL, TALL)
    for tile, layout in zip(kernel.tiles, kernel.layouts, strict=True)
)
every_layout = for_each(
    kernel.specialised(layout, kernel.tiles[-1])
    for kernel in (KERNEL, TALL)
    for layout in kernel.layouts
)


def with_sides(kernel: Kernel, few: int, many: int, **numbers: object) -> Problem:
    """A problem in the kernel's layout, of which the small operand is the one that it expects."""
    return problem_of(kernel, **sizes_of(kernel, few, many), **numbers)


def sizes_of(kernel: Kernel, few: int, many: int) -> dict[str, int]:
    m, n = (many, few) if has_few_columns(kernel.tile) else (few, many)
    return {"m": m, "n": n}


class Halves:
    """Rows of a chunk, scaled each by its largest element, as two halves; what may forbid it."""

    def __init__(self, rows):
        magnitudes = np.abs(rows)
        largest = magnitudes.max(axis=1)
        exponents = np.where(largest != 0, np.frexp(largest)[1] - 1, 14)
        least = np.where(magnitudes > 0, magnitudes, np.inf).min(axis=1)
        far = np.frexp(least)[1] - 1 < exponents - 28
        common = (exponents >= -BINADES) & (exponents <= BINADES)
        self.are_far = (largest != 0) & ~(np.isfinite(largest) & common & ~far)
        self.inverse = np.exp2(exponents - 14).astype(np.float32)
        with np.errstate(all="ignore"):
            scaled = rows * np.exp2(14 - exponents).astype(np.float32)[:, None]
            self.high = scaled.astype(np.float16)
            rest = (scaled - self.high.astype(np.float32)) * np.float32(2**12)
            # Ties go up and down in turns.
            turns = np.where(np.arange(CHUNK) % 2, 1 - 2.0**-20, 1 + 2.0**-20)
            self.low = (rest * turns.astype(np.float32)).astype(np.float16)


def multiplied(a, b, c):
    """Return a*b^T + c as tensor cores compute it."""
    words = [x.view(np.uint16)[None] for x in (a, np.ascontiguousarray(b.T))]
    return multiply_add(FP16, *words, c.view(np.uint32)[None])[0].view(np.float32)


def of_chunk(a: Halves, b: Halves):
    # The kernel has columns of B as rows of the instruction: products are the same.
    zero = np.zeros((len(a.high), len(b.high)), np.float32)
    small, large = zero, zero
    for first in range(0, CHUNK, 16):
        steps = slice(first, first + 16)
        small = multiplied(a.high[:, steps], b.low[:, steps], small)
        small = multiplied(a.low[:, steps], b.high[:, steps], small)
        large = large + multiplied(a.high[:, steps], b.high[:, steps], zero)
    return fused_multiply_add(small, np.float32(2.0**-12), large)


def by_the_stated_order(kernel: Kernel, A, B, splits: int):
    """Return sums; with few columns those of the transposed product."""
    if has_few_columns(kernel.tile):
        return by_rows(kernel, B.T, A.T, splits).T
    return by_rows(kernel, A, B, splits)


def by_rows(kernel: Kernel, A, B, splits: int):
    tile, k = kernel.tile, A.shape[1]
    parts = []
    for steps in even_parts(tile, k, splits):
        total = np.zeros((len(A), B.shape[1]), np.float32)
        for first in range(steps.start, steps.stop, CHUNK):
            along = slice(first, min(first + CHUNK, steps.stop))
            missing = ((0, 0), (0, CHUNK - (along.stop - along.start)))
            a, b = np.pad(A[:, along], missing), np.pad(B.T[:, along], missing)
            for row in range(0, len(A), few_of(tile)):
                rows = slice(row, row + few_of(tile))
                left = Halves(a[rows])
                for column in range(0, B.shape[1], GROUP):
                    columns = slice(column, column + GROUP)
                    right = Halves(b[columns])
                    own = total[rows, columns]
                    if k < LEAST_K or left.are_far.any() or right.are_far.any():
                        sums = chain(a[rows], b[columns].T, range(CHUNK))
                        own[:] = own + sums
                    else:
                        factor = left.inverse[:, None] * right.inverse
                        own[:] = fused_multiply_add(of_chunk(left, right), factor, own)
        parts.append(total)
    return added(parts, fan(tile))


@every_tile
def test_as_many_blocks_fit_a_multiprocessor_as_the_tile_says(kernel: Kernel) -> None:
    """Of 228 KB of an H200's, 1 KB goes to each block beside what it asks for.

    This comes first: tests below use the PTX that comes with the machine code.
    """
    made, tile = build(kernel, 90), kernel.tile
    of_block = made.resources.shared_bytes + made.kernel.shared_bytes + 1024
    assert tile.blocks * -(-of_block // 128) * 128 <= 228 * 1024
    assert tile.blocks * tile.threads * -(-made.resources.registers // 8) * 8 <= 2**16


@every_tile
def test_every_bit_is_that_of_the_stated_order(checked: CpuMachine, kernel: Kernel) -> None:
    tile = few_of(kernel.tile)
    cases = (
        *((1, 1, 64, 1, "normal"), (tile + 1, 130, 161, 1, "uniform"), (tile, 67, 63, 1, "normal")),
        *((tile - 1, 129, 1000, 5, "wide_3"), (5, 65, 640, 10, "wide_rows")),
        *((3, 200, 300, 2, "subnormal"), (tile, 70, 200, 3, "near_overflow")),
    )
    for few, many, k, splits, name in cases:
        given = make_operands(with_sides(kernel, few, many, k=k, alpha=0.7, beta=0.5), name, k)
        with np.errstate(over="ignore", invalid="ignore"):
            expected = finished(given, by_the_stated_order(kernel, given.A, given.B, splits))
        found = assert_computed(checked, kernel, given, expected, Schedule(splits=splits))
        assert_only_c_is_written(given, found)


def with_far_elements(where: tuple[int, int], value: float, kernel: Kernel = SMALL):
    """Operands of which one element makes a chunk of a warpgroup go to multiply-adds."""
    given = make_operands(with_sides(kernel, 20, 150, k=400), "uniform_signed", 1)
    (given.A.T if has_few_columns(kernel.tile) else given.B)[where] = value
    return given


@every_layout
@pytest.mark.parametrize(
    "value", [1e-12, 1e-40, 2.0**49, 2.0**100, -np.inf, np.nan, 2.0**48, 2.0**-48]
)
@pytest.mark.sampled(3)
def test_what_halves_cannot_hold_is_computed_by_multiply_adds(
    checked: CpuMachine, kernel: Kernel, value: float
) -> None:
    given = with_far_elements((201, 70), value, kernel)
    found = computed(checked, kernel, given, Schedule(splits=2))
    with np.errstate(over="ignore", invalid="ignore"):
        expected = finished(given, by_the_stated_order(kernel, given.A, given.B, 2))
    np.testing.assert_array_equal(found.C, expected)
    columns = found.C.T if has_few_columns(kernel.tile) else found.C
    assert np.isfinite(columns[:, :GROUP]).all()


def test_a_plan_tells_which_tiles_are_of_halves_alone(checked: CpuMachine) -> None:
    given = with_far_elements((201, 70), 0.5)
    a, b = given.A.copy(), given.B.T.copy()
    name = "fp16x3_skinny:bm=16:splits=2"
    with sgemm.plan(a, b, trans_b=True, plan=name, machine=checked) as found:
        assert "fp16x3_skinny" in str(found)
        for far, tiles in (((), 4), (((0, 3),), 2), (((0, 3), (149, 399)), 0), ((), 4)):
            changed = b.copy()
            for where in far:
                changed[where] = np.inf
            found.run(a, changed)
            assert found.tiles() == {"fp16x3": tiles, "bf16x6": 0, "ffma": 4 - tiles}
    # More parts than chunks of k: some have nothing to add, and may be the last to arrive.
    few = a[:, :130].copy(), b[:, :130].copy()
    options = {"trans_b": True, "machine": checked}
    with sgemm.plan(*few, plan="fp16x3_skinny:bm=16:splits=7", **options) as found:
        for _ in range(5):
            found.run(*few)
            assert found.tiles()["fp16x3"] == 4
    with sgemm.plan(*few, alpha=0.0, plan="fp16x3_skinny:bm=16:splits=2", **options) as found:
        found.run(*few)
        assert found.tiles()["fp16x3"] == 0
    short = a[:, : LEAST_K - 1], b[:, : LEAST_K - 1].copy()
    with sgemm.plan(*short, plan="fp16x3_skinny:bm=16", **options) as found:
        found.run(*short)
        assert found.tiles()["ffma"] == 4


@for_each(
    kernel.specialised(layout, tile)
    for kernel in (KERNEL, TALL)
    for tile, layouts in zip(
        kernel.tiles, (("nt", "nn"), ("nn",), ("tt",), ("tn", "nt")), strict=True
    )
    for layout in layouts
)
@pytest.mark.parametrize("types", HALF_TYPES, ids="-".join)
@pytest.mark.parametrize(("many", "k", "name"), [(191, 333, "normal"), (208, 400, "wide_3")])
def test_an_operand_of_half_precision_gives_the_bits_of_its_values(
    checked: CpuMachine, kernel: Kernel, types: Types, many: int, k: int, name: str
) -> None:
    """From odd addresses, and 16 bytes at a time."""
    half = kernel.specialised(types=types)
    with np.errstate(over="ignore", invalid="ignore"):
        given = operands(half, name, **sizes_of(kernel, 19, many), k=k, beta=0.5)
        of_floats = dataclasses.replace(given.problem, type_a="float32", type_b="float32")
        floats = dataclasses.replace(given, problem=of_floats)
        found = found_by(checked, half, given, Schedule(splits=2))
        assert_same_bits(found.C, computed(checked, kernel, floats, Schedule(splits=2)).C)


@every_tile
@pytest.mark.parametrize(("beta", "k", "name"), [(0.5, 700, "normal"), (0.0, 515, "infinity_in_b")])
def test_checked_mode_has_nothing_to_report(
    checked: CpuMachine, kernel: Kernel, beta: float, k: int, name: str
) -> None:
    """Both rings come round, the last part to arrive adds the others, counters are zero again."""
    given = make_operands(with_sides(kernel, 21, 190, k=k, beta=beta), name, 3)
    with np.errstate(invalid="ignore"):
        right = finished(given, by_the_stated_order(kernel, given.A, given.B, 2))
    for found in repeated(checked, kernel, given, Schedule(splits=2), 2):
        np.testing.assert_array_equal(found.C, right)


@pytest.mark.parametrize("name", FUSED)
@pytest.mark.parametrize(("m", "n"), [(0, 5), (5, 0)])
def test_an_empty_product_has_any_k(name: str, m: int, n: int) -> None:
    a, b = np.ones((m, MOST_PART + 1), np.float32), np.ones((MOST_PART + 1, n), np.float32)
    assert sgemm.gemm(a, b, plan=name, machine=CpuMachine()).shape == (m, n)


@pytest.mark.parametrize("splits", [1, 2, 7])
@pytest.mark.parametrize(("k", "alpha"), [(0, 0.7), (300, 0.0)])
def test_nothing_is_multiplied(checked: CpuMachine, k: int, alpha: float, splits: int) -> None:
    given = make_operands(problem_of(SMALL, m=20, n=150, k=k, alpha=alpha, beta=0.5), "normal", 1)
    found = computed(checked, SMALL, given, Schedule(splits=splits))
    np.testing.assert_array_equal(found.C, np.float32(0.5) * given.C)


@every_layout
def test_gaps_do_not_matter(checked: CpuMachine, kernel: Kernel) -> None:
    """Nor does where rows begin: 16 bytes at once are copied where they can be."""
    problem = with_sides(kernel, 17, 131, k=260)
    assert_gaps_do_not_matter(checked, kernel, m=problem.m, n=problem.n, k=problem.k)


@for_each(kernel.specialised(tile=tile) for kernel in (KERNEL, TALL) for tile in kernel.tiles[::-1])
@pytest.mark.sampled(4)
def test_all_layouts_give_the_same_bits(checked: CpuMachine, kernel: Kernel) -> None:
    """With whole tiles, whose columns are copied 16 bytes at a time, and with a chunk by FFMA."""
    found = []
    for each in (kernel.specialised(layout) for layout in kernel.layouts):
        given = make_operands(with_sides(each, few_of(kernel.tile), 256, k=512), "normal", 5)
        (given.A.T if has_few_columns(kernel.tile) else given.B)[300, 70] = 2.0**60
        found.append(computed(checked, each, given, Schedule(splits=2)).C)
    for other in found[1:]:
        np.testing.assert_array_equal(other, found[0])


@pytest.mark.parametrize("tile", TALL.tiles[::-1], ids=str)
@pytest.mark.sampled(4)
@given(
    st.integers(1, 40), st.integers(1, 140), st.integers(64, 300),
    st.integers(1, 3), st.sampled_from(["normal", "wide_3", "infinity_in_a", "subnormal"]),
)  # fmt: skip
@settings(deadline=None, max_examples=20)
def test_few_columns_have_the_bits_of_the_transposed_product(tile, few, many, k, splits, name):
    """Here both kernels run as code without checks, which takes longer to compile."""
    operands = make_operands(Problem(many, few, k, alpha=0.7, beta=0.5), name, k)
    a, b, c = operands.A, operands.B, operands.C
    scalars = {"alpha": 0.7, "beta": 0.5, "machine": CpuMachine()}
    with np.errstate(all="ignore"):
        found = sgemm.gemm(a, b, c, plan=f"{TALL.name}:bn={tile.bn}:splits={splits}", **scalars)
        rows = [np.ascontiguousarray(each.T) for each in (b, a, c)]
        other = sgemm.gemm(*rows, plan=f"{KERNEL.name}:bm={tile.bn}:splits={splits}", **scalars)
        sums = by_the_stated_order(TALL.specialised(tile=tile), a, b, splits)
        np.testing.assert_array_equal(found, finished(operands, sums))
    np.testing.assert_array_equal(found, other.T)


@pytest.mark.parametrize("kernel", [SMALL, TALL.specialised(tile=TALL.tiles[-1])], ids=title)
@pytest.mark.parametrize("shared", ["a", "b", "neither"])
def test_batches(checked: CpuMachine, kernel: Kernel, shared: str) -> None:
    problem = with_sides(kernel, 18, 66, k=130, batch=3)
    if shared != "neither":
        problem = dataclasses.replace(problem, **{f"stride_{shared}": 0})
    given = make_operands(problem, "normal", 4)
    found = computed(checked, kernel, given, Schedule(splits=2))
    for number, alone in enumerate(given.products()):
        expected = by_the_stated_order(kernel, alone.A, alone.B, 2)
        assert_same_bits(list(found.products())[number].C, finished(alone, expected))


def test_longer_parts_of_k_are_refused_and_not_planned() -> None:
    problem = Problem(32, 4096, 2 * MOST_PART + 4, trans_b=True)
    words = re.escape(
        f"splits = 2: a part of k = {2 * MOST_PART + 4} has at most {MOST_PART} steps"
    )
    with pytest.raises(ArgumentError, match=words):
        KERNEL.launch(problem, schedule=Schedule(splits=2))
    assert KERNEL.schedule(problem, 1).splits == 3
    found, _ = candidates(problem, CpuMachine(), names=(KERNEL.name,))
    assert found and all(each.schedule.splits >= 3 for each in found)
    assert plan(problem, CpuMachine(), KERNEL.name).schedule.splits >= 3
    assert legal_variant(KERNEL, problem) == problem


def test_it_is_taken_where_operands_may_be_split() -> None:
    problem = Problem(32, 4096, 2 * MOST_PART + 4, trans_b=True)
    for rule in (KERNEL.name, "split", "split_or_ieee"):
        assert plan(problem, CpuMachine(), rule).kernel.name == KERNEL.name
    assert plan(problem, CpuMachine(), "auto").kernel.name != KERNEL.name
    for m, n, name in ((64, 8192, KERNEL.name), (8192, 64, TALL.name)):
        assert plan(Problem(m, n, 4096, trans_b=True), CpuMachine(), "split").kernel.name == name


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem(15, 4096, 4096, trans_b=True), "m = 15: below 16"),
        (Problem(4096, 15, 4096, trans_b=True), "m = 4096, n = 15: A is larger"),
        (
            Problem(31, 4096, 16388, trans_b=True),
            "m = 31: below 32 cuBLAS may err less where k is above 16384",
        ),
        (Problem(64, 4096, LEAST_K - 1, trans_b=True), f"k = {LEAST_K - 1}: "),
        (Problem(63, 16384, 4096), "m = 63: below 64 cuBLAS may err less where the large operand"),
        (Problem(256, 255, 4096, trans_b=True), "m = 256, n = 255: A is larger"),
        (Problem(256, 4096, 1535, ldb=4096), "k = 1535: cuBLAS may be exact"),
        (Problem(256, 4096, 768, trans_a=True, trans_b=True), "k = 768: cuBLAS may be exact"),
        (Problem(64, 4095, 4096, ldb=4096), "262080 elements of C: below 262144"),
        (Problem(64, 8188, 764), "524032 elements of C: below 524288"),
    ],
)
def test_what_is_left_to_others(problem: Problem, words: str) -> None:
    for tile in KERNEL.tiles:
        assert KERNEL.geometry.unsuited(problem, tile).startswith(words)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem(16384, 63, 4096, trans_a=True), "n = 63: below 64 cuBLAS may err less where"),
        (Problem(255, 256, 4096), "n = 256, m = 255: B is larger"),
        (Problem(4096, 256, 1536), "k = 1536: cuBLAS may be exact"),
        (Problem(4096, 31, 768), "126976 elements of C: below 131072"),
    ],
)
def test_what_few_columns_leave_to_others(problem: Problem, words: str) -> None:
    for tile in TALL.tiles:
        assert TALL.geometry.unsuited(problem, tile).startswith(words)


def test_a_shared_a_is_split_once() -> None:
    batch = Problem(256, 512, 32768, trans_b=True, batch=16)
    shared, single = dataclasses.replace(batch, stride_a=0), Problem(256, 512, 32768, trans_b=True)
    chunks = [split_chunks(each, KERNEL.tile) for each in (batch, shared, single)]
    assert chunks == [16 * chunks[2], chunks[2], chunks[2]]


@pytest.mark.parametrize("layout", KERNEL.layouts)
def test_a_tile_whose_last_chunk_goes_to_multiply_adds_counts_as_such(
    checked: CpuMachine, layout: str
) -> None:
    """In the second warpgroup alone, and with one part of k."""
    kernel = KERNEL.specialised(layout, SMALL.tile)
    given = make_operands(problem_of(kernel, m=16, n=128, k=64), "normal", 1)
    given.B[63, 70] = 2.0**60
    trans_a, trans_b = layout[0] == "t", layout[1] == "t"
    a = (given.A.T if trans_a else given.A).copy()
    b = (given.B.T if trans_b else given.B).copy()
    how = {"trans_a": trans_a, "trans_b": trans_b, "plan": "fp16x3_skinny:bm=16:splits=1"}
    with sgemm.plan(a, b, **how, machine=checked) as found:
        found.run(a, b)
        assert found.tiles() == {"fp16x3": 0, "bf16x6": 0, "ffma": 1}
