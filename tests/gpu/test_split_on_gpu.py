"""The kernels on tensor cores on the GPU: the cpu machine's bits, and errors beside cuBLAS's.

With ``SGEMM_ERRORS=FILE`` errors are added to a file of JSON Lines: results/*/split-errors.parquet
are made of such by `sgemm export`.
"""

import dataclasses
import itertools
import json
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from products_on_gpu import product, with_one_nan
from split_products.sums import fused, library_chunk

import sgemm
from machine_memory import in_memory, read_back
from sgemm.bench.cublas import CublasBaseline
from sgemm.cli.specialisations import title
from sgemm.kernels.catalogue import FUSED, find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cuda import CudaMachine
from sgemm.problem import LAYOUTS, Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.awkward import as_stored, awkward_problems, batched_problems
from sgemm.verify.error import Error, measure
from sgemm.verify.inputs import (
    INPUT_CLASSES,
    Matrix,
    input_class,
    make_operands,
    results_view,
)
from sgemm.verify.reference import reference
from sgemm.verify.tolerance import tolerance

KERNELS = [find(name) for name in ("fp16x3", "bf16x6")]
NN = [kernel.specialised("nn", tile) for kernel in KERNELS for tile in kernel.tiles]
OTHERS = [
    kernel.specialised(layout, kernel.tiles[-1])
    for kernel in KERNELS
    for layout in kernel.layouts
    if layout != "nn"
]
FUSED_KERNELS = [kernel for name in FUSED for kernel in find(name).specialisations()]

CLASSES = (
    *("normal", "wide_rows", "uniform", "infinity_in_a", "wide_4", "nan_in_b", "subnormal"),
    *("wide_2", "overflow", "cancelling_halves", "near_overflow"),
)
"""What is put into one problem after the other: tiles of every arithmetic, also in one product."""


def problems_of(kernel: Kernel) -> Iterator[Problem]:
    """Sizes beside the tile's, gaps, batches, all scalars; and many tiles for each block."""
    tile = kernel.tile
    yield from (as_stored(each, kernel.layout) for each in awkward_problems(tile))
    yield from batched_problems(kernel.layout)
    for m, n, k, beta in ((1000, 777, 333, 0.0), (5 * tile.bm + 1, 3 * tile.bn + 7, 2100, -1.0)):
        yield as_stored(Problem(m, n, k, 0.7, beta, k + 3, n + 1, n + 5), kernel.layout)


Schedules = dict[Schedule | None, list[Schedule | None]]
"""Schedules of the cpu machine, and those of the GPU that give the same bits."""


def cases_of(kernel: Kernel) -> Iterator[tuple[Problem, str, int, Schedules]]:
    """Problems, what is put into them with which seed, and schedules."""
    schedules: Schedules = {None: [None, Schedule(), Schedule(blocks=7)]}
    if kernel in FUSED_KERNELS:
        schedules = {each: [each] for each in (Schedule(), Schedule(splits=2), Schedule(splits=7))}
    for number, problem in enumerate(problems_of(kernel)):
        yield problem, CLASSES[number % len(CLASSES)], number, schedules
    if kernel in NN:  # k in as many parts as there may be, and in few; many tiles for each block
        of_parts = Schedule(splits=18), Schedule(splits=5), Schedule(blocks=7, splits=3)
        problem = Problem(2 * kernel.tile.bm + 9, 2 * kernel.tile.bn - 3, 1100, 0.7, 0.5)
        for name in ("normal", "wide_rows", "infinity_in_a"):
            yield problem, name, 4, {each: 5 * [each] for each in of_parts}


@pytest.mark.parametrize("kernel", NN + OTHERS + FUSED_KERNELS, ids=title)
def test_every_bit_is_that_of_the_cpu_machine(hopper, cpu, kernel):
    made = build(kernel, hopper.architecture)
    on_gpu, on_cpu = hopper.load(made), cpu.load(made)
    for problem, name, seed, schedules in cases_of(kernel):
        given = make_operands(problem, name, seed)
        for on_one, on_other in schedules.items():
            expected = with_one_nan(product(cpu, on_cpu, given, on_one))
            for schedule in on_other:
                found = with_one_nan(product(hopper, on_gpu, given, schedule))
                np.testing.assert_array_equal(found, expected, f"{problem}, {name}, {schedule}")


@pytest.mark.parametrize("kernel", NN + FUSED_KERNELS, ids=title)
def test_runs_have_the_same_bits(hopper, kernel):
    loaded = hopper.load(build(kernel, hopper.architecture))
    sizes = {"fp16x3_skinny": (60, 4001, 3000), "fp16x3_tall": (4001, 60, 3000)}
    problem = as_stored(Problem(*sizes.get(kernel.name, (1500, 1301, 700))), kernel.layout)
    for name in ("normal", "wide_3", "infinity_in_b"):
        given = make_operands(problem, name, 1)
        first = product(hopper, loaded, given)
        for _ in range(20):
            np.testing.assert_array_equal(product(hopper, loaded, given), first)


MOST_ROWS = 256  # of C, that are compared: a reference of all would take minutes


def top_of(problem: Problem) -> Problem:
    """Return the product of the first rows of A alone."""
    return dataclasses.replace(problem, m=min(problem.m, MOST_ROWS))


def errors(
    gpu: CudaMachine,
    baseline: CublasBaseline,
    problem: Problem,
    name: str,
    kernels: list[Kernel],
    splits: int,
) -> tuple[Error, list[Error]]:
    """Return the errors of cuBLAS and of kernels, with k in so many parts, on the same input."""
    given = make_operands(problem, name, 3)
    top = dataclasses.replace(given, problem=top_of(problem))
    expected = reference(top.problem, top)

    def of(c: Matrix) -> Error:
        return measure(results_view(c, top.problem), expected)

    with in_memory(gpu, given.a, given.b, given.c) as buffers:
        baseline.multiply(problem, *(each.address for each in buffers))
        c = read_back(gpu, buffers[2], given.c)
    made = (gpu.load(build(kernel, gpu.architecture)) for kernel in kernels)
    schedule = Schedule(splits=splits) if splits > 1 else None
    return of(c), [of(product(gpu, each, given, schedule).view(np.float32)) for each in made]


def is_larger(error: Error, other: Error) -> bool:
    return error.rms > other.rms or error.maximum > other.maximum


def error_by_multiply_adds(problem: Problem, name: str) -> Error:
    """Return that of the FFMA path: tiles that are left to it have this order."""
    given = make_operands(problem, name, 3)
    top = dataclasses.replace(given, problem=top_of(problem))
    chunk = library_chunk(problem.k, 16) * 16
    with np.errstate(over="ignore", invalid="ignore"):
        found = fused(given.A[:MOST_ROWS], given.B, chunk)
    return measure(found, reference(top.problem, top))


def note_errors(problem: Problem, name: str, kernel: Kernel, splits: int, *errors: Error) -> None:
    """Add a line to the file that is asked for."""
    if file := os.environ.get("SGEMM_ERRORS"):
        sizes = {size: getattr(problem, size) for size in ("m", "n", "k", "layout")}
        what = {"inputs": name, "kernel": kernel.name, "tile": kernel.tile_in_short}
        figures = {
            prefix + measure: float(f"{getattr(error, measure):.4g}")
            for prefix, error in zip(("", "cublas_"), errors, strict=True)
            for measure in ("rms", "maximum")
        }
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(sizes | what | {"splits": splits} | figures) + "\n")


def check_errors(
    gpu: CudaMachine,
    baseline: CublasBaseline,
    problem: Problem,
    name: str,
    kernels: list[Kernel] = NN,
    splits: int = 1,
) -> list[str]:
    """Print errors, and return where they are too large."""
    of_cublas, found = errors(gpu, baseline, problem, name, kernels, splits)
    wrong: list[str] = []
    of_chains = None
    for kernel, error in zip(kernels, found, strict=True):
        line = (
            f"{problem} {name} {kernel.name} {kernel.tile_in_short} {splits}: {error.rms:.4g} / "
            f"{error.maximum:.4g}, cuBLAS {of_cublas.rms:.4g} / {of_cublas.maximum:.4g}"
        )
        print(line)
        note_errors(problem, name, kernel, splits, error, of_cublas)
        bounds = tolerance(top_of(problem), input_class(name), error.elements)
        objection = bounds.objection(error)
        if objection is not None:
            wrong.append(f"{line}: {objection}")
        # What the rule leaves to multiply-adds need not be as good as cuBLAS, which may cut k.
        is_promised = kernel.geometry.unsuited(problem, kernel.tile) is None
        if is_promised and is_larger(error, of_cublas):
            of_chains = of_chains or error_by_multiply_adds(problem, name)
            if is_larger(error, of_chains):
                wrong.append(f"{line}, FFMA {of_chains.rms:.4g} / {of_chains.maximum:.4g}")
    return wrong


each_class = pytest.mark.parametrize("name", INPUT_CLASSES)


# As the rule takes them: with 4096 rows and columns all tiles, with 2900 some.
LARGE = [Problem(n, n, k) for n in (4096, 2900) for k in (64, 100, 256, 1000, 4096)]
SQUARES = [Problem(n, n, n) for n in (256, 384, 512, 768, 1024, 1536, 2048)]
LONG = [Problem(m, n, 4**i) for (m, n), i in itertools.product(((64, 64), (100, 72)), range(2, 9))]
SLENDER = [Problem(8192, 2048, 16384), Problem(128, 131072, 2048), Problem(20000, 1000, 5000)]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        *itertools.product(INPUT_CLASSES, LARGE + SQUARES + LONG),
        *itertools.product(("normal", "uniform", "wide_3", "wide_rows", "bad_mantissa"), SLENDER),
    ],
    ids=str,
)
def test_errors_are_no_larger_than_those_of_cublas(hopper, baseline, name, problem):
    """What the rule leaves is computed by name, and held to the bounds of sgemm verify.

    -rP shows the errors.
    """
    assert not check_errors(hopper, baseline, problem, name)


@each_class
@pytest.mark.parametrize(
    ("n", "layout"), [(1024, "tn"), (1536, "nt"), (1792, "nt"), (2560, "tt"), (2688, "nt")]
)
def test_errors_where_cublas_cuts_k(hopper, baseline, name, n, layout):
    """Of the squares that were measured cuBLAS errs least in some of these, for their size."""
    problem = as_stored(Problem(n, n, n), layout)
    kernels = [
        kernel.specialised(layout, tile)
        for kernel in KERNELS
        for tile in kernel.tiles
        if (tile.bm, tile.bk) == (128, 32)
    ]
    assert all(each.geometry.unsuited(problem, each.tile) is None for each in kernels)
    assert not check_errors(hopper, baseline, problem, name, kernels)


CANCELLING = (
    *((1024, 1024, 768), (4096, 256, 767), (256, 4096, 768), (9000, 120, 768), (4096, 4096, 768)),
    *((2048, 2048, 1536), (2688, 2304, 1536), (16896, 832, 1535), (832, 16896, 1536)),
)
"""Lengths of k whose halves FFMA sums alike, from the fewest elements of C that the rule takes."""


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", CANCELLING, ids=str)
def test_errors_where_halves_of_k_cancel(hopper, baseline, shape, layout):
    """Where cuBLAS cuts k in the middle it is exact, and so is FFMA."""
    problem = as_stored(Problem(*shape), layout)
    kernels = [
        kernel.specialised(layout, tile)
        for kernel in (*KERNELS, *map(find, FUSED))
        for tile in kernel.tiles
        if kernel.geometry.unsuited(problem, tile) is None
    ]
    assert not check_errors(hopper, baseline, problem, "cancelling_halves", kernels)


SMALL = (
    *((256, 256, 256, "nn"), (512, 512, 512, "tt"), (768, 768, 768, "nt"), (900, 900, 900, "tt")),
    *((1000, 1000, 1000, "nn"), (333, 777, 5555, "nn"), (1392, 305, 1993, "tn")),
    *((16, 8192, 4096, "nt"), (4096, 16, 2048, "nn"), (128, 768, 768, "nt"), (32, 2304, 768, "nt")),
    *((64, 14336, 4096, "nt"), (256, 1024, 4096, "nt"), (512, 512, 3584, "nt")),
    *(
        (110, 804, 331, "nn"),
        (591, 123, 1449, "nn"),
        (246, 951, 2750, "tt"),
        (256, 256, 2048, "nn"),
        (512, 512, 8192, "nn"),
        (17, 4001, 2100, "tn"),
    ),
)
"""Few elements of C, where cuBLAS cuts k into many parts."""


@each_class
@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_errors_of_a_small_c_with_k_in_parts(hopper, baseline, name, shape):
    """By the tiles that promote every 16 steps, which the rule takes there."""
    *sizes, layout = shape
    problem = as_stored(Problem(*sizes), layout)
    kernels = [
        find("fp16x3").specialised(layout, tile) for tile in find("fp16x3").tiles if tile.bk == 16
    ]
    assert all(each.geometry.unsuited(problem, each.tile) is None for each in kernels)
    for splits in (1, 2, 5):
        if splits <= max(1, problem.k // 128):
            assert not check_errors(hopper, baseline, problem, name, kernels, splits)


FEW_ROWS = (
    *((1, 4096, 4096), (8, 4096, 4096), (16, 4096, 4096), (64, 4096, 4096), (64, 8192, 14336)),
    *((17, 1024, 64), (33, 2304, 768), (64, 768, 3072), (100, 3072, 768), (128, 4096, 1000)),
    *((48, 300, 16384), (32, 14336, 100), (5, 17, 2000), (64, 64, 65536), (200, 50257, 256)),
    *((256, 1024, 4096), (512, 512, 4096), (512, 1024, 2048), (256, 2304, 768)),
    *((700, 1100, 900), (1024, 4096, 2048), (2500, 3001, 1300), (1200, 1200, 12000)),
)


@each_class
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", FEW_ROWS, ids=str)
@pytest.mark.parametrize("kernel", FUSED)
def test_errors_of_few_rows_or_columns(hopper, baseline, name, kernel, shape, layout):
    """In the parts of k that the kernel's own schedule has."""
    m, n, k = shape
    problem = Problem(m, n, k) if kernel == "fp16x3_skinny" else Problem(n, m, k)
    kernels = [each for each in FUSED_KERNELS if (each.name, each.layout) == (kernel, layout)]
    assert not check_errors(hopper, baseline, as_stored(problem, layout), name, kernels)


def test_a_plan_tells_which_arithmetic_computed_its_tiles(hopper):
    random = np.random.default_rng(1)
    a = random.uniform(1, 2, (100, 130)).astype(np.float32)
    b = random.uniform(1, 2, (130, 190)).astype(np.float32)
    with sgemm.plan(a, b, plan="fp16x3:bm=64:bn=64:bk=32", machine=hopper) as plan:
        plan.run(a, b)
        assert plan.tiles() == {"fp16x3": 6, "bf16x6": 0, "ffma": 0}
        a[70, 3] = np.inf
        plan.run(a, b)
        assert plan.tiles() == {"fp16x3": 3, "bf16x6": 0, "ffma": 3}
        a[70, 3] = 1
        a[2, 1::2] *= np.float32(2.0**-60)
        b[::2, 1] *= np.float32(2.0**-60)
        plan.run(a, b)
        assert plan.tiles() == {"fp16x3": 5, "bf16x6": 1, "ffma": 0}


def test_precision_split_is_at_least_as_good_as_the_default(hopper):
    """Whatever rates there are by now: the rule takes what the model says, by any kernel."""
    random = np.random.default_rng(2)
    a = random.random((4096, 512), dtype=np.float32)
    b = random.random((512, 4096), dtype=np.float32)
    plan = sgemm.plan(a, b, precision="split", machine=hopper)
    found, by_default = plan.run(a, b), sgemm.matmul(a, b, machine=hopper)
    rows = slice(0, MOST_ROWS)
    exact = a[rows].astype(float) @ b
    errors = [np.sqrt(np.mean(np.square(c[rows] - exact))) for c in (found, by_default)]
    assert errors[0] <= errors[1]
    assert sum(plan.tiles().values()) > 0
