"""fp16x3 on the cpu machine where one operand is of half precision: every bit by the model.

`make test` has A in FP16 and B in BF16.
"""

import itertools

import numpy as np
import pytest
from half_operands import found_by, operands
from hypothesis import example, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from products_on_cpu import assert_same_bits, problem_of
from summation import finished
from test_split_on_cpu import Halves, by_multiply_adds, model, smallest

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import HALF_TYPES, Kernel
from sgemm.kernels.library.tensor_cores.split_rule import LEAST_K_OF
from sgemm.machines.cpu import CpuMachine

IN_SOME_LAYOUT = list(zip(HALF_TYPES, ("nn", "tt", "nt", "tn"), strict=True))
each_type = pytest.mark.parametrize(("types", "layout"), IN_SOME_LAYOUT)
# The last tile comes first: it is compiled soonest, and other tests have it.
EVERY_TILE = [
    (types, layout, place)
    for place, (types, layout) in zip(
        reversed(range(len(find("fp16x3").tiles))), itertools.cycle(IN_SOME_LAYOUT), strict=False
    )
]


def mixed(layout: str, types, place: int = -1) -> Kernel:
    kernel = find("fp16x3")
    return kernel.specialised(layout, kernel.tiles[place], types)


def two_products(kernel: Kernel, A, B):
    if A.shape[1] < LEAST_K_OF[kernel.tile.bk]:
        return by_multiply_adds(A, B)
    is_bf16 = "bfloat16" in kernel.types
    by_halves = Halves("scaled", kernel.tile.bk <= 32, stage=64, whole_a=True, is_bf16=is_bf16)
    if kernel.types[0] == "float32":
        return by_halves(B.T, A.T, kernel.tile.bk).T.copy()
    return by_halves(A, B, kernel.tile.bk)


def assert_by_two_products(machine: CpuMachine, kernel: Kernel, **numbers: object) -> None:
    given = operands(kernel, **numbers)
    found = found_by(machine, kernel, given)
    for each, result in zip(given.products(), found.products(), strict=True):
        expected = finished(each, two_products(kernel, each.A, each.B))
        assert_same_bits(result.C, expected, given.problem)


@each_type
@pytest.mark.sampled(3)
def test_every_bit_is_that_of_the_model(checked: CpuMachine, types, layout: str) -> None:
    kernel = mixed(layout, types)
    tile = kernel.tile
    sizes = ((1, 1, 64, 0.0), (tile.bm + 1, tile.bn - 1, 161, 0.5), (7, 70, 2021, 0.0))
    for m, n, k, beta in sizes:
        assert_by_two_products(checked, kernel, m=m, n=n, k=k, alpha=0.7, beta=beta)
    # Multiply-adds read half precision, too; rows at any alignment.
    for k, pad in ((31, 0), (70, 1)):
        tight = problem_of(kernel, m=66, n=67, k=k)
        rows = {"lda": tight.lda + pad, "ldb": tight.ldb + pad}
        assert_by_two_products(checked, kernel, m=66, n=67, k=k, beta=-1.0, **rows)


@pytest.mark.parametrize(("types", "layout", "place"), EVERY_TILE)
@pytest.mark.sampled(8)
def test_in_every_tile(checked: CpuMachine, types, layout: str, place: int) -> None:
    kernel = mixed(layout, types, place)
    m, n = kernel.tile.bm + 3, kernel.tile.bn + 65
    assert_by_two_products(checked, kernel, m=m, n=n, k=330, batch=2)


@each_type
@pytest.mark.sampled(3)
def test_what_one_half_cannot_hold(checked: CpuMachine, types, layout: str) -> None:
    """It goes to thirds, and infinities to multiply-adds. FP16 keeps all its numbers."""
    kernel = mixed(layout, types)
    given = operands(kernel, m=3 * kernel.tile.bm, n=3 * kernel.tile.bn, k=130)
    is_a, is_float16 = types[0] != "float32", "float16" in types
    half, step = (given.A, kernel.tile.bm) if is_a else (given.B.T, kernel.tile.bn)
    half[step, 3:5] = (2.0**-24, 65504.0) if is_float16 else (2.0**-32, 1.5)
    by_two = two_products(kernel, given.A, given.B)
    by_thirds = model(smallest("bf16x6"), given.A, given.B)
    half[2 * step, 5] = np.inf
    with np.errstate(invalid="ignore"):
        by_ffma = by_multiply_adds(given.A, given.B)
    found = found_by(checked, kernel, given).C
    axis = 0 if is_a else 1
    parts = [np.split(each, 3, axis) for each in (by_two, by_thirds, by_ffma)]
    middle = 0 if is_float16 else 1
    expected = np.concatenate([parts[0][0], parts[middle][1], parts[2][2]], axis)
    np.testing.assert_array_equal(found, expected)
    assert (by_two != by_thirds).any()


@pytest.mark.parametrize("binades", [31, 32])
def test_how_far_below_the_largest_one_half_holds_bfloat16(
    checked: CpuMachine, binades: int
) -> None:
    """Numbers of 8 bits, the largest of them at 2^14, where FP16 ends at 2^-24."""
    kernel = mixed("tn", ("float32", "bfloat16"))
    given = operands(kernel, m=20, n=20, k=70)
    np.clip(given.B, -1.5, 1.5, out=given.B)
    given.B[4:6, 3] = 1.5, (2 - 2.0**-7) * 2.0**-binades
    by_two, by_thirds = (
        two_products(kernel, given.A, given.B),
        model(smallest("bf16x6"), given.A, given.B),
    )
    assert (by_two != by_thirds).any()
    found = found_by(checked, kernel, given).C
    np.testing.assert_array_equal(found, by_two if binades == 31 else by_thirds)


@drawn(
    m=st.integers(1, 100),
    n=st.integers(1, 100),
    k=st.integers(64, 200),
    top=st.integers(-130, 120),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=15)
# All elements are numbers of FP16, too, some of them subnormal.
@example(m=25, n=2, k=64, top=-11, seed=0)
def test_any_exponents_of_bfloat16(
    checked: CpuMachine, m: int, n: int, k: int, top: int, seed: int
) -> None:
    kernel = mixed("tn", ("float32", "bfloat16"))
    given, random = operands(kernel, m=m, n=n, k=k), np.random.default_rng(seed)
    exponents = random.integers(max(-133, top - 12), top + 1, given.B.shape)
    given.B[:] = np.ldexp(random.choice([-1.0, 1.0], given.B.shape), exponents)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = two_products(kernel, given.A, given.B)
    assert_same_bits(found_by(checked, kernel, given).C, expected)


@each_type
@pytest.mark.sampled(4)
def test_code_without_checks_gives_the_same_bits(machine: CpuMachine, types, layout: str) -> None:
    kernel = mixed(layout, types)
    assert_by_two_products(machine, kernel, m=kernel.tile.bm + 1, n=kernel.tile.bn - 1, k=520)


def test_other_kernels_and_types_are_refused() -> None:
    kernel = find("any_layout")
    half = problem_of(kernel, m=3, n=3, k=3, type_a="float16")
    assert kernel.violations(half) == ["types float16 by float32: it is for float32 by float32"]
