"""Every rung on the cpu machine equals the plain loop of fused multiply-adds, bit for bit.

All rungs add ascending k in one accumulator for each element. Those that stage operands in blocks
run on with zeros to the end of the last block, which changes nothing but the sign of a sum of -0.

Operands lie in larger buffers, at addresses of their own, often aligned to 4 bytes only; nothing
around C, between its rows, or in A and B may change. In checked mode buffers end where operands
do, so that a rung that reads one element too many is found.
"""

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from machine_memory import in_memory, read_back
from sequential_loop import sequential_fma
from sgemm.errors import RequirementError
from sgemm.executor.memory import GUARD_BYTES
from sgemm.kernels.catalogue import NAMES, find
from sgemm.kernels.kernel import Alignment, Kernel, Parameters
from sgemm.kernels.kernel import Operands as OperandKind
from sgemm.machines.call import bound_arguments
from sgemm.machines.cpu import CpuMachine
from sgemm.machines.interface import Addresses, LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.awkward import awkward_problems
from sgemm.verify.inputs import Operands, filled, make_operands, matrix_view
from sgemm.verify.survey import legal_variant

RUNGS = tuple(name for name in NAMES if find(name).parameters is Parameters.BASIC)
"""Those that add up each element over ascending k."""

INPUT_CLASSES = (
    "uniform_signed", "negative_zeros", "normal", "subnormal", "wide_4", "bad_mantissa",
    "cancelling_halves", "infinity_in_a", "nan_in_b", "overflow", "wide_rows",
)  # fmt: skip
"""Those of sgemm.verify.inputs, and one whose products are all too small, and negative."""

MARGIN = 64
"""Elements before and after each operand, where nothing may be written."""

MARGIN_BITS = np.uint32(0x7FC0BEEF)
ARCHITECTURES = (75, 80, 90, 100, 120)
PARTS = 4
"""Of the awkward problems; it shares no divisor with the turns of scalars and padding."""


@functools.lru_cache(maxsize=4096)
def case(problem: Problem, input_class: str, seed: int) -> Operands:
    """Return operands; all rungs get the same for the same problem."""
    if input_class != "negative_zeros":
        return make_operands(problem, input_class, seed)
    made = make_operands(problem, "uniform", seed)
    if problem.reads_operands:
        made.A[...] = -1e-30
        made.B[...] = 1e-30
    return made


@functools.lru_cache(maxsize=4096)
def expected(problem: Problem, input_class: str, seed: int, bk: int) -> NDArray[np.uint32]:
    """Return what C must be, as bits with all NaNs alike."""
    return canonical(sequential_fma(problem, case(problem, input_class, seed), bk))


def canonical(numbers: NDArray[np.float32]) -> NDArray[np.uint32]:
    bits = np.ascontiguousarray(numbers).view(np.uint32).copy()
    bits[np.isnan(numbers)] = 0x7FC00000
    return bits


def check(
    machine: CpuMachine,
    loaded: LoadedKernel,
    problem: Problem,
    input_class: str,
    seed: int,
    shifts: tuple[int, int, int],
) -> None:
    """Run a rung on operands that begin ``shifts`` elements after an aligned address.

    In checked mode buffers end with the operands, else there is a margin on both sides.
    """
    kernel = loaded.build.kernel
    given = case(problem, input_class, seed)
    margin = 0 if machine.checked else MARGIN
    before, after = [filled(margin + n, MARGIN_BITS) for n in shifts], filled(margin, MARGIN_BITS)
    operands = zip(before, (given.a, given.b, given.c), strict=True)
    hosts = [np.concatenate([gap, values, after]) for gap, values in operands]
    with in_memory(machine, *hosts) as buffers:
        places = (each.address + gap.nbytes for each, gap in zip(buffers, before, strict=True))
        with bound_arguments(machine, kernel, problem, Addresses(*places)) as call:
            machine.launch(loaded, *call)
        results = [read_back(machine, *both) for both in zip(buffers, hosts, strict=True)]
    what = f"{kernel.name}: {problem}, {input_class}, seed {seed}, shifts {shifts}"
    found, wanted = (
        matrix_view(c[before[2].size :], problem.m, problem.n, problem.ldc)
        for c in (results[2], hosts[2])
    )
    different = canonical(found) != expected(problem, input_class, seed, kernel.tile.bk)
    if different.any():
        row, column = (int(x) for x in np.argwhere(different)[0])
        pytest.fail(f"{what}: {different.sum()} elements differ, first C[{row}, {column}]")
    # What is inside C has been compared: take it out, and the rest must be as it was.
    wanted[...] = found
    for name, host, result in zip("ABC", hosts, results, strict=True):
        is_same = np.array_equal(host.view(np.uint32), result.view(np.uint32))
        assert is_same, f"{what}: {name} was written, or what lies around it"


def legal_shifts(kernel: Kernel, number: int) -> tuple[int, int, int]:
    """Return places of the operands: elements after an aligned address, in turn."""
    shifts = (number % 4, number // 4 % 4, number % 3)
    return shifts if kernel.operands is OperandKind.POINTERS else (0, 0, shifts[2])


def problems_of(kernel: Kernel) -> list[Problem]:
    """Awkward problems, and a few whose products are long."""
    long = Problem(5, 130, 301, 1.0, 0.5), Problem(260, 3, 517)
    found = [legal_variant(kernel, each) for each in (*awkward_problems(kernel.tile), *long)]
    return list(dict.fromkeys(found))


@functools.cache
def machine_of(checked: bool, architecture: int, threads: int) -> CpuMachine:
    return CpuMachine(threads=threads, checked=checked, architecture=architecture)


@functools.cache
def loaded_on(machine: CpuMachine, name: str) -> LoadedKernel:
    return machine.load(build(find(name), machine.architecture, cubin=False))


def architecture_for(kernel: Kernel, part: int = 0) -> int:
    """Return one of the architectures, which the rungs take in turn."""
    found = ARCHITECTURES[(RUNGS.index(kernel.name) + part) % len(ARCHITECTURES)]
    return found if kernel.runs_on(found) else 90


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", RUNGS)
@pytest.mark.sampled(PARTS)
def test_rung_is_exact_on_awkward_problems(name: str, part: int) -> None:
    """In checked mode the kernels' own tests run all."""
    kernel, turn = find(name), RUNGS.index(name) + part
    machine = machine_of(False, architecture_for(kernel, part), 2)
    loaded = loaded_on(machine, name)
    for number, problem in list(enumerate(problems_of(kernel)))[turn % PARTS :: PARTS]:
        input_class = INPUT_CLASSES[number % len(INPUT_CLASSES)]
        check(machine, loaded, problem, input_class, number, legal_shifts(kernel, number))


SCALARS = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, -1.0, 2.0, float("inf"), float("nan"), 1e-45, 3e38]),
    st.floats(width=32),
)


@st.composite
def problems(draw: st.DrawFn, kernel: Kernel) -> Problem:
    tile = kernel.tile
    m = draw(st.integers(0, 2 * tile.bm + 9))
    n = draw(st.integers(0, 2 * tile.bn + 9))
    k = draw(st.integers(0, 3 * tile.bk * max(1, tile.stages) + 9))
    lda, ldb, ldc = (max(1, row) + draw(st.integers(0, 9)) for row in (k, n, n))
    # An alpha of -0 leaves the sign of a result without products open: some rungs give 0, some -0.
    alpha = draw(st.one_of(st.just(1.0), SCALARS)) + 0.0
    beta = draw(st.one_of(st.just(0.0), SCALARS))
    return legal_variant(kernel, Problem(m, n, k, alpha, beta, lda, ldb, ldc))


@pytest.mark.parametrize("name", RUNGS)
@settings(max_examples=20, print_blob=True)
@given(data=st.data())
def test_rung_is_exact_on_any_problem(name: str, data: st.DataObject) -> None:
    """Of code that other tests compile, too."""
    kernel = find(name)
    checked = data.draw(st.sampled_from([False, False, True]), "checked")
    architecture = 90 if checked else architecture_for(kernel)
    machine = machine_of(checked, architecture, data.draw(st.sampled_from([1, 2]), "threads"))
    problem = data.draw(problems(kernel), "problem")
    input_class = data.draw(st.sampled_from(INPUT_CLASSES), "input class")
    number = data.draw(st.integers(0, 47), "shifts")
    check(machine, loaded_on(machine, name), problem, input_class, 1, legal_shifts(kernel, number))


def test_textures_are_refused_where_operands_do_not_fit_them() -> None:
    kernel = find("texture_loads")
    for problem, where in (
        (Problem(8, 8, 8, lda=9), Alignment()),
        (Problem(8, 8, 8, ldb=10), Alignment()),
        (Problem(8, 8, 8), Alignment(a=4)),
        (Problem(8, 8, 8), Alignment(b=264)),
    ):
        with pytest.raises(RequirementError, match="texture_loads cannot compute"):
            kernel.launch(problem, where)


def test_margins_are_within_what_the_machine_guards() -> None:
    # Else a rung that writes far outside could damage this process in place of this test.
    assert 4 * MARGIN < GUARD_BYTES
