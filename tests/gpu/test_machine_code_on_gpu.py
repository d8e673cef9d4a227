"""A patched mainloop gives the bits of the compiler's own, on the GPU."""

import dataclasses

import numpy as np
import pytest
from products_on_gpu import legal, product

from sgemm.cli.specialisations import title
from sgemm.kernels.catalogue import kernels
from sgemm.kernels.kernel import tiles_of
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.inputs import Matrix, Operands, make_operands

KERNELS = [one for each in kernels() for one in each.specialisations() if one.tile.loop_registers]

CASES = [
    # One stage, none, a part of one, several chunks of k; tiles that are left part empty.
    *((Problem(300, 280, k, beta=0.5), None, "uniform_signed") for k in (0, 1, 15, 16, 17, 400)),
    (Problem(130, 257, 5000), None, "uniform_signed"),
    (Problem(257, 130, 5000, alpha=-1.5, beta=1.0, ldc=140), None, "uniform_signed"),
    (Problem(64, 64, 33, alpha=2.0, batch=3), None, "uniform_signed"),
    # In shares.
    (Problem(600, 520, 5000), Schedule(blocks=131, stream_k_tiles=6), "uniform_signed"),
    (Problem(520, 600, 1234, beta=-1.0), Schedule(blocks=7, stream_k_tiles=5), "uniform_signed"),
    (Problem(400, 400, 300), Schedule(blocks=3), "uniform_signed"),
    *(
        (Problem(200, 260, 450, alpha=0.5, beta=-1.0), None, name)
        for name in ("subnormal", "infinity_in_a", "overflow")
    ),
]


Both = tuple[LoadedKernel, LoadedKernel]


@pytest.fixture(scope="module", params=KERNELS, ids=title)
def both(request: pytest.FixtureRequest, hopper: CudaMachine) -> Both:
    """The kernel with the patched loop, and as compiled."""
    patched = build(request.param, 90)
    assert patched.loop == "patched"
    compiled = build(dataclasses.replace(request.param, as_compiled=True), 90)
    return hopper.load(patched), hopper.load(compiled)


def assert_same(
    machine: CudaMachine, both: Both, given: Operands, schedule: Schedule | None = None
) -> Matrix:
    patched, compiled = (product(machine, each, given, schedule) for each in both)
    np.testing.assert_array_equal(patched, compiled)
    # No race has decided it.
    np.testing.assert_array_equal(patched, product(machine, both[0], given, schedule))
    return patched.view(np.float32)


@pytest.mark.parametrize(("problem", "schedule", "input_class"), CASES, ids=str)
def test_the_same_bits(
    hopper: CudaMachine, both: Both, problem: Problem, schedule: Schedule | None, input_class: str
) -> None:
    kernel = both[0].build.kernel
    problem = legal(kernel, problem)
    if schedule is not None and schedule.stream_k_tiles:
        tiles = min(schedule.stream_k_tiles, tiles_of(problem, kernel.tile))
        schedule = Schedule(blocks=schedule.blocks, stream_k_tiles=tiles)
    assert_same(hopper, both, make_operands(problem, input_class, 1), schedule)


@pytest.mark.parametrize("beta", [0.0, 2.0])
def test_not_a_number_in_c(hopper: CudaMachine, both: Both, beta: float) -> None:
    """It is read where beta is not zero, and only there."""
    problem = legal(both[0].build.kernel, Problem(150, 270, 40, beta=beta))
    given = make_operands(problem, "uniform_signed", 4)
    given.c[:] = np.nan
    found = assert_same(hopper, both, given)
    is_inside = np.zeros(found.size, dtype=bool)
    for row in range(problem.m):
        is_inside[row * problem.ldc : row * problem.ldc + problem.n] = True
    assert np.isnan(found[is_inside]).all() == (beta != 0.0)
    assert np.isnan(found[is_inside]).any() == (beta != 0.0)
