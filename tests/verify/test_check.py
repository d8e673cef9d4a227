"""An honest kernel passes everywhere, and every cheat is caught and named."""

from __future__ import annotations

import dataclasses
import itertools
import re

import numpy as np
import pytest
from scripted_machine import ScriptedKernel, ScriptedMachine

from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.kernel import Requirement
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem
from sgemm.verify.awkward import awkward_problems
from sgemm.verify.check import GUARD_ELEMENTS, judge, prepare, verify_case, verify_kernel
from sgemm.verify.inputs import INPUT_CLASSES, matrix_view

PADDED = Problem(40, 48, 56, 1.0, 0.0, lda=60, ldb=50, ldc=53)
WITH_C = Problem(40, 48, 56, -1.5, 2.0, lda=60, ldb=50, ldc=53)


def honest(problem, a, b, c) -> None:
    C = matrix_view(c, problem.m, problem.n, problem.ldc)
    total = np.zeros((problem.m, problem.n), np.float32)
    if problem.reads_operands:
        A = matrix_view(a, problem.m, problem.k, problem.lda)
        B = matrix_view(b, problem.k, problem.n, problem.ldb)
        # einsum and not BLAS, which may fold zeros and infinities in other ways.
        total = np.float32(problem.alpha) * np.einsum("il,lj->ij", A, B)
    if problem.beta != 0.0:
        total = total + np.float32(problem.beta) * C
    C[...] = total


def nothing(problem, a, b, c) -> None:
    pass


def leaves_a_tile(problem, a, b, c) -> None:
    kept = matrix_view(c, problem.m, problem.n, problem.ldc)[32:, 32:].copy()
    honest(problem, a, b, c)
    matrix_view(c, problem.m, problem.n, problem.ldc)[32:, 32:] = kept


def tf32(problem, a, b, c) -> None:
    def shorter(x):
        return (x.view(np.uint32) + np.uint32(0x1000) & np.uint32(0xFFFFE000)).view(np.float32)

    honest(problem, shorter(a), shorter(b), c)


def writes_nan(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    matrix_view(c, problem.m, problem.n, problem.ldc)[7, 9] = np.nan


def writes_padding(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    c[2 * problem.ldc + problem.n] = 0.0


def canonical_nan_into_padding(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    c.view(np.uint32)[2 * problem.ldc + problem.n] = 0x7FFFFFFF


def writes_behind_the_end(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    c[problem.elements[2]] = 1.0


def reads_c_at_beta_zero(problem, a, b, c) -> None:
    C = matrix_view(c, problem.m, problem.n, problem.ldc)
    before = C.copy()
    honest(problem, a, b, c)
    C += np.float32(problem.beta) * before


def reads_operands_at_alpha_zero(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    A = matrix_view(a, problem.m, problem.k, problem.lda)
    B = matrix_view(b, problem.k, problem.n, problem.ldb)
    C = matrix_view(c, problem.m, problem.n, problem.ldc)
    C += np.float32(problem.alpha) * (A @ B)


def changes_a(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    a[3] = 0.0


def changes_b(problem, a, b, c) -> None:
    honest(problem, a, b, c)
    b[5] = -b[5]


def ignores_beta(problem, a, b, c) -> None:
    honest(
        Problem(*PADDED_SHAPE, problem.alpha, 0.0, problem.lda, problem.ldb, problem.ldc), a, b, c
    )


PADDED_SHAPE = (40, 48, 56)


def swaps_ldb_and_ldc(problem, a, b, c) -> None:
    m, n, k = problem.m, problem.n, problem.k
    wrong = Problem(m, n, k, problem.alpha, 0.0, problem.lda, problem.ldc, problem.ldc)
    longer = np.concatenate([b, np.zeros(k * abs(problem.ldc - problem.ldb), np.float32)])
    honest(wrong, a, longer, c)


def drops_the_last_step(problem, a, b, c) -> None:
    shorter = Problem(
        problem.m, problem.n, problem.k - 1, problem.alpha, problem.beta,
        problem.lda, problem.ldb, problem.ldc,
    )  # fmt: skip
    honest(shorter, a, b, c)


def reads_padding_of_k(problem, a, b, c) -> None:
    # A is guarded and B is not: zero times what lies behind B's row.
    honest(problem, a, b, c)
    C = matrix_view(c, problem.m, problem.n, problem.ldc)
    C += np.float32(0) * b[problem.n]


def flushes_subnormals(problem, a, b, c) -> None:
    def flushed(x):
        return np.where(np.abs(x) < 2.0**-126, np.float32(0), x)

    honest(problem, flushed(a), flushed(b), c)


def swallows_infinity(problem, a, b, c) -> None:
    honest(problem, np.nan_to_num(a, nan=np.nan), b, c)


@pytest.mark.parametrize("name", sorted(INPUT_CLASSES))
@pytest.mark.parametrize("problem", [PADDED, WITH_C], ids=str)
def test_an_honest_kernel_passes(name: str, problem: Problem) -> None:
    machine = ScriptedMachine()
    with np.errstate(all="ignore"):
        verdict = verify_kernel(machine, ScriptedKernel(honest), problem, name, seed=4)
    assert verdict.passed, str(verdict)
    assert machine.launches == 1
    assert str(verdict).startswith("passed: 40x48x56")
    assert "rms" in verdict.reason and "allowed" in verdict.reason


def test_an_honest_kernel_passes_awkward_problems() -> None:
    machine = ScriptedMachine()
    for problem, name in zip(
        awkward_problems(Tile(32, 32, 8)),
        itertools.cycle(("uniform_signed", "uniform", "subnormal")),
        strict=False,
    ):
        verdict = verify_kernel(machine, ScriptedKernel(honest), problem, name)
        assert verdict.passed, str(verdict)


@pytest.mark.parametrize(
    ("cheat", "problem", "name", "words"),
    [
        (
            nothing,
            PADDED,
            "uniform_signed",
            "1920 of 1920 .* what was there.*never written",
        ),
        (nothing, WITH_C, "uniform_signed", "the error of C"),
        (leaves_a_tile, PADDED, "normal", "128 of 1920 elements .* first C.32, 32"),
        (leaves_a_tile, WITH_C, "normal", "the error of C.3.. .* is"),
        (tf32, PADDED, "uniform_signed", "the error of C"),
        (tf32, WITH_C, "uniform", "the error of C"),
        (writes_nan, PADDED, "uniform_signed", "1 not finite: C.7, 9. is nan"),
        (writes_padding, PADDED, "normal", "into the padding of C, at row 2, column 48 of 48"),
        (canonical_nan_into_padding, WITH_C, "normal", "into the padding of C, at row 2"),
        (writes_behind_the_end, WITH_C, "normal", "behind the end of C"),
        (
            reads_c_at_beta_zero,
            PADDED,
            "uniform",
            "1920 (not finite|.*computed from C although beta)",
        ),
        (changes_a, PADDED, "uniform", "changed its input A, first at element 3"),
        (changes_b, WITH_C, "uniform", "changed its input B, first at element 5"),
        (ignores_beta, WITH_C, "uniform_signed", "the error of C"),
        (swaps_ldb_and_ldc, PADDED, "uniform_signed", "not finite"),
        (drops_the_last_step, PADDED, "uniform_signed", "the error of C"),
        (reads_padding_of_k, PADDED, "uniform_signed", "not finite"),
        (flushes_subnormals, PADDED, "subnormal", "the error of C"),
        (swallows_infinity, PADDED, "infinity_in_a", "finite where infinity or NaN is right"),
    ],
)
def test_cheats_are_caught(cheat, problem, name, words) -> None:
    with np.errstate(all="ignore"):
        verdict = verify_kernel(ScriptedMachine(), ScriptedKernel(cheat), problem, name)
    assert not verdict.passed
    assert str(verdict).startswith("FAILED")

    assert re.search(words, verdict.reason), verdict.reason


def test_alpha_zero_must_not_read() -> None:
    problem = Problem(5, 6, 7, 0.0, 2.0)
    assert verify_kernel(ScriptedMachine(), ScriptedKernel(honest), problem).passed
    verdict = verify_kernel(
        ScriptedMachine(), ScriptedKernel(reads_operands_at_alpha_zero), problem
    )
    assert not verdict.passed and "30 not finite" in verdict.reason


def test_a_stale_result_does_not_help() -> None:
    # Each call starts from C full of NaN again: doing nothing the second time is seen.
    machine, case = ScriptedMachine(), prepare(PADDED)
    assert verify_case(machine, ScriptedKernel(honest), case).passed
    assert not verify_case(machine, ScriptedKernel(nothing), case).passed


def test_a_case_serves_many_kernels_unchanged() -> None:
    case = prepare(WITH_C, "normal", 3)
    before = [np.copy(x) for x in (case.operands.a, case.operands.b, case.operands.c)]
    for work in (changes_a, writes_padding, honest, nothing, honest):
        verdict = verify_case(ScriptedMachine(), ScriptedKernel(work), case)
        assert verdict.passed == (work is honest)
    for now, then in zip((case.operands.a, case.operands.b, case.operands.c), before, strict=True):
        assert np.array_equal(now.view(np.uint32), then.view(np.uint32))


def test_judging_a_library_result_without_a_guard() -> None:
    case = prepare(PADDED)
    storage = case.result_storage()[:-GUARD_ELEMENTS].copy()
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
    kernel = ScriptedKernel(honest)
    build = kernel.build
    picky = dataclasses.replace(build.kernel, requirements=(never,))
    kernel = ScriptedKernel(honest, dataclasses.replace(build, kernel=picky))
    with pytest.raises(RequirementError, match="it never holds"):
        verify_kernel(ScriptedMachine(), kernel, PADDED)
