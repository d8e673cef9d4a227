"""An honest kernel passes everywhere, and every cheat is caught and named."""

import dataclasses
import re
from itertools import cycle

import numpy as np
import pytest

from numpy_machine import NumpyMachine
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.kernel import Requirement
from sgemm.kernels.ladder.rung_03_shared_tile import KERNEL
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.verify.awkward import awkward_problems
from sgemm.verify.check import judge, prepare, verify_case
from sgemm.verify.inputs import INPUT_CLASSES, matrix_view

BUILD = Build(KERNEL, 90, "shared_tile", "", None, None, "none")
SHAPE = (40, 48, 56)
PADDED = Problem(*SHAPE, 1.0, 0.0, lda=60, ldb=50, ldc=53)
WITH_C = Problem(*SHAPE, -1.5, 2.0, lda=60, ldb=50, ldc=53)


class ScriptedMachine(NumpyMachine):
    """Runs a Python function on raw memory, which may cheat."""

    def __init__(self, work):
        super().__init__()
        self.work = work

    def _compute(self, layout, arguments):
        m, n, k, alpha, a, lda, b, ldb, beta, c, ldc = (value.item() for value in arguments)
        problem = Problem(m, n, k, alpha, beta, lda, ldb, ldc)
        self.work(problem, *map(self.storage_at, (a, b, c)))

    def storage_at(self, address):
        """Return what follows an address inside of a buffer."""
        start = max(at for at in self.live if at <= address)
        return self.live[start].storage[(int(address) - start) // 4 :]


def verify(work, case, build=BUILD):
    machine = ScriptedMachine(work)
    with np.errstate(all="ignore"):
        return verify_case(machine, machine.load(build), case)


def c_of(problem, c):
    return matrix_view(c, problem.m, problem.n, problem.ldc)


def honest(problem, a, b, c) -> None:
    C = c_of(problem, c)
    total = np.zeros((problem.m, problem.n), np.float32)
    if problem.reads_operands:
        A = matrix_view(a, problem.m, problem.k, problem.lda)
        B = matrix_view(b, problem.k, problem.n, problem.ldb)
        # einsum and not BLAS, which may fold zeros and infinities in other ways.
        total = np.float32(problem.alpha) * np.einsum("il,lj->ij", A, B)
    if problem.beta != 0.0:
        total = total + np.float32(problem.beta) * C
    C[...] = total


def writes(matrix, at, value):
    """Make an honest kernel that then writes an element of the storage of A, B or C."""

    def work(problem, *storages):
        honest(problem, *storages)
        storages["ABC".index(matrix)][at] = value

    return work


def writes_before_c(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    c.base[c.base.size - c.size - 500] = 7.0


def on(prepared):
    """Make a cheat of an honest kernel that multiplies other operands."""
    return lambda problem, a, b, c: honest(problem, prepared(a), prepared(b), c)


def for_another_problem(**changes):
    """Make a cheat of an honest kernel that computes something else."""
    return lambda problem, *storages: honest(dataclasses.replace(problem, **changes), *storages)


def nothing(problem, a, b, c) -> None:
    pass


def leaves_a_tile(problem, a, b, c) -> None:
    kept = c_of(problem, c)[32:, 32:].copy()
    honest(problem, a, b, c)
    c_of(problem, c)[32:, 32:] = kept


tf32 = on(lambda x: (x.view(np.uint32) + np.uint32(4096) & np.uint32(0xFFFFE000)).view(np.float32))
flushes_subnormals = on(lambda x: np.where(np.abs(x) < 2.0**-126, np.float32(0), x))
PADDING = 2 * 53 + 48  # of C, after its third row
CANONICAL_NAN = np.uint32(0x7FFFFFFF).view(np.float32)


def reads_c_at_beta_zero(problem, a, b, c) -> None:
    before = c_of(problem, c).copy()
    honest(problem, a, b, c)
    c_of(problem, c)[...] += np.float32(problem.beta) * before


def reads_operands_at_alpha_zero(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    A = matrix_view(a, problem.m, problem.k, problem.lda)
    B = matrix_view(b, problem.k, problem.n, problem.ldb)
    c_of(problem, c)[...] += np.float32(problem.alpha) * (A @ B)


def swaps_ldb_and_ldc(problem, a, b, c) -> None:
    longer = np.concatenate([b, np.zeros(problem.k * problem.ldc, np.float32)])
    honest(dataclasses.replace(problem, ldb=problem.ldc), a, longer, c)


def reads_padding_of_k(problem, a, b, c) -> None:
    # A is guarded and B is not: zero times what follows B's row.
    honest(problem, a, b, c)
    c_of(problem, c)[...] += np.float32(0) * b[problem.n]


swallows_infinity = on(lambda x: np.nan_to_num(x, nan=np.nan))


@pytest.mark.parametrize("name", sorted(INPUT_CLASSES))
@pytest.mark.parametrize("problem", [PADDED, WITH_C], ids=str)
def test_an_honest_kernel_passes(name: str, problem: Problem) -> None:
    verdict = verify(honest, prepare(problem, name, seed=4))
    assert verdict.passed, str(verdict)
    assert str(verdict).startswith("passed: 40x48x56")
    assert "rms" in verdict.reason and "allowed" in verdict.reason


def test_an_honest_kernel_passes_awkward_problems() -> None:
    classes = cycle(("uniform_signed", "uniform", "subnormal"))
    for problem in awkward_problems(Tile(32, 32, 8)):
        verdict = verify(honest, prepare(problem, next(classes)))
        assert verdict.passed, str(verdict)


@pytest.mark.parametrize(
    ("cheat", "problem", "name", "words"),
    [
        (nothing, PADDED, "uniform_signed", "1920 of 1920 .* what was there.*never written"),
        (nothing, WITH_C, "uniform_signed", "the error of C"),
        (leaves_a_tile, PADDED, "normal", "128 of 1920 elements .* first C.32, 32"),
        (leaves_a_tile, WITH_C, "normal", "the error of C.3.. .* is"),
        (tf32, PADDED, "uniform_signed", "the error of C"),
        (tf32, WITH_C, "uniform", "the error of C"),
        (writes("C", 7 * 53 + 9, np.nan), PADDED, "uniform_signed", "1 not finite: C.7, 9. is nan"),
        (
            writes("C", PADDING, 0.0),
            PADDED,
            "normal",
            "the padding of C, at row 2, column 48 of 48",
        ),
        (writes("C", PADDING, CANONICAL_NAN), WITH_C, "normal", "into the padding of C, at row 2"),
        (writes("C", 39 * 53 + 48, 1.0), WITH_C, "normal", "past the end of C"),
        (writes("C", 39 * 53 + 48 + 1500, 1.0), WITH_C, "normal", "first 1500 after it"),
        (writes_before_c, WITH_C, "normal", "wrote before C, 500 elements before its first"),
        (writes("A", 2400, 0.0), PADDED, "uniform", "changed its input A, first at element 2400"),
        (reads_c_at_beta_zero, PADDED, "uniform", "1920 (not finite|.*from C although beta)"),
        (writes("A", 3, 0.0), PADDED, "uniform", "changed its input A, first at element 3"),
        (writes("B", 5, 0.0), WITH_C, "uniform", "changed its input B, first at element 5"),
        (for_another_problem(beta=0.0), WITH_C, "uniform_signed", "the error of C"),
        (swaps_ldb_and_ldc, PADDED, "uniform_signed", "not finite"),
        (for_another_problem(k=SHAPE[2] - 1), PADDED, "uniform_signed", "the error of C"),
        (reads_padding_of_k, PADDED, "uniform_signed", "not finite"),
        (reads_operands_at_alpha_zero, Problem(5, 6, 7, 0.0, 2.0), "normal", "30 not finite"),
        (flushes_subnormals, PADDED, "subnormal", "the error of C"),
        (swallows_infinity, PADDED, "infinity_in_a", "finite where infinity or NaN is right"),
    ],
)
def test_cheats_are_caught(cheat, problem, name, words) -> None:
    verdict = verify(cheat, prepare(problem, name))
    assert not verdict.passed
    assert str(verdict).startswith("FAILED")
    assert re.search(words, verdict.reason), verdict.reason


def test_a_machine_that_checks_accesses_itself_gets_no_guards() -> None:
    """A guard would hide reads beyond A and B from it."""
    machine = ScriptedMachine(honest)
    machine.checked = True
    verdict = verify_case(machine, machine.load(BUILD), prepare(PADDED))
    assert verdict.passed
    assert machine.copy_sizes[:3] == [4 * elements for elements in PADDED.elements]


def test_a_case_serves_many_kernels_unchanged() -> None:
    # Each call starts from C full of NaN again: doing nothing the second time is seen.
    case = prepare(PADDED, "normal", 3)
    before = [np.copy(x) for x in (case.operands.a, case.operands.b, case.operands.c)]
    for work in (writes("A", 3, 0.0), writes("C", PADDING, 0.0), honest, nothing, honest):
        assert verify(work, case).passed == (work is honest)
    for now, then in zip((case.operands.a, case.operands.b, case.operands.c), before, strict=True):
        assert np.array_equal(now.view(np.uint32), then.view(np.uint32))


def test_judging_a_library_result_without_a_guard() -> None:
    case = prepare(PADDED)
    storage = case.operands.c.copy()
    assert not judge(case, storage).passed
    honest(PADDED, case.operands.a, case.operands.b, storage)
    assert judge(case, storage).passed


@pytest.mark.parametrize(
    "storage", [np.zeros(10, np.float32), np.zeros(5000), np.zeros((40, 53), np.float32)]
)
def test_wrong_storage_is_an_error(storage: np.ndarray) -> None:
    with pytest.raises(ArgumentError, match="flat float32 of at least 2115 elements"):
        judge(prepare(PADDED), storage)


def test_what_the_kernel_does_not_allow_is_an_error() -> None:
    never = Requirement("never", lambda problem, where: "it never holds")
    picky = BUILD._replace(kernel=dataclasses.replace(KERNEL, requirements=(never,)))
    with pytest.raises(RequirementError, match="it never holds"):
        verify(honest, prepare(PADDED), picky)
