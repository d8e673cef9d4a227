"""Every rung on the GPU: right at awkward sizes, and equal to the cpu machine bit for bit."""

from collections.abc import Iterator

import numpy as np
import pytest
from products_on_gpu import legal, product

from sgemm.cli.specialisations import title
from sgemm.errors import RequirementError
from sgemm.kernels.catalogue import NAMES, find
from sgemm.kernels.kernel import Kernel
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import Machine
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.toolchain.compiler import build
from sgemm.verify.awkward import batched_problems
from sgemm.verify.check import Case, prepare, verify_case
from sgemm.verify.inputs import make_operands

ALL_RUNGS = [find(name).specialised(layout) for name in NAMES for layout in find(name).layouts]
"""Every rung in every layout, with its default tile; scripts/gpu_round.py takes all tiles."""

SHAPES = [
    Problem(1, 1, 1),
    Problem(33, 29, 17),
    Problem(129, 257, 65),
    Problem(256, 128, 64),
    Problem(1, 300, 5, alpha=2.0, beta=1.0),
    Problem(127, 130, 131, alpha=-1.5, beta=0.5, lda=140, ldb=136, ldc=143),
    Problem(130, 140, 0, beta=2.0),
    Problem(130, 140, 70, alpha=0.0),
    Problem(0, 5, 3),
    Problem(700, 500, 300),
]


@pytest.fixture(scope="module")
def cpu(gpu: CudaMachine) -> Machine:
    # Where k is cut into parts, how many depends on the multiprocessors there are.
    return select_machine("cpu", architecture=gpu.architecture, multiprocessors=gpu.multiprocessors)


@pytest.fixture(params=ALL_RUNGS, ids=title)
def made(request: pytest.FixtureRequest, gpu: CudaMachine) -> Build:
    kernel: Kernel = request.param
    if not kernel.runs_on(gpu.architecture):
        with pytest.raises(RequirementError):
            build(kernel, gpu.architecture)
        pytest.xfail(f"{kernel.name} is refused: it needs sm_{kernel.architecture}")
    return build(kernel, gpu.architecture)


def cases(kernel: Kernel) -> Iterator[Case]:
    for seed, shape in enumerate(SHAPES):
        yield prepare(legal(kernel, shape), seed=seed)
    for input_class in ("subnormal", "wide_rows", "infinity_in_a", "overflow"):
        yield prepare(legal(kernel, Problem(130, 75, 90, alpha=0.5, beta=-1.0)), input_class)
    if kernel.parameters.has_batches:
        for seed, batch in enumerate(batched_problems(kernel.layout)):
            yield prepare(legal(kernel, batch), seed=seed)


def test_rung_is_right_at_awkward_sizes_on_hard_inputs_and_on_batches(
    gpu: CudaMachine, made: Build
) -> None:
    loaded = gpu.load(made)
    for case in cases(made.kernel):
        verdict = verify_case(gpu, loaded, case)
        assert verdict.passed, verdict


@pytest.mark.parametrize("input_class", ["uniform_signed", "subnormal"])
def test_both_machines_agree_on_every_bit(
    gpu: CudaMachine, cpu: Machine, made: Build, input_class: str
) -> None:
    problem = legal(made.kernel, Problem(131, 130, 70, alpha=-0.3, beta=1.5, ldc=133))
    given = make_operands(problem, input_class, 1)
    on_gpu, on_cpu = (product(machine, machine.load(made), given) for machine in (gpu, cpu))
    np.testing.assert_array_equal(on_gpu, on_cpu)
