"""The problems that kernels are checked on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from sgemm.errors import RequirementError
from sgemm.kernels.kernel import Kernel
from sgemm.problem import Problem
from sgemm.verify.awkward import as_stored
from sgemm.verify.survey import Check, legal_variant

TINY = 50
"""A size that kernels of tiny products take."""


def bit_checks(kernel: Kernel, quick: bool) -> Iterator[Check]:
    """All on which machines are compared, stored as a kernel expects."""
    for check in _bit_checks(quick):
        yield dataclasses.replace(check, problem=as_stored(check.problem, kernel.layout))
    if kernel.parameters.has_batches:
        alone = as_stored(Problem(70, 75, 40, beta=0.5, lda=44, ldb=76), kernel.layout)
        yield Check(dataclasses.replace(alone, batch=3))
        yield Check(dataclasses.replace(alone, batch=3, stride_a=0))


def sanitizer_problems(kernel: Kernel) -> Iterator[Problem]:
    """Few and small problems for a kernel under a sanitizer, stored as it expects."""
    for problem in _sanitizer_problems():
        yield as_stored(problem, kernel.layout)
    if kernel.parameters.has_batches:
        alone = as_stored(Problem(33, 29, 70, beta=2.0), kernel.layout)
        yield dataclasses.replace(alone, batch=3)


def _bit_checks(quick: bool) -> Iterator[Check]:
    """Problems small enough for the cpu machine, and inputs on which roundings differ."""
    yield Check(Problem(33, 29, 17))
    yield Check(Problem(128, 256, 64))
    yield Check(Problem(257, 130, 65, alpha=-1.5, beta=0.5, lda=80, ldb=140, ldc=131))
    yield Check(Problem(130, 140, 70, alpha=0.7, beta=1.0), "normal")
    yield Check(Problem(130, 140, 70, alpha=0.0, beta=0.3))
    for name in ("subnormal", "wide_rows", "near_overflow", "overflow", "nan_in_a"):
        yield Check(Problem(130, 140, 70), name)
    if not quick:
        yield Check(Problem(512, 512, 512))
        yield Check(Problem(1000, 600, 300, beta=1.0))


def _sanitizer_problems() -> Iterator[Problem]:
    """Few and small, because a checked kernel runs slowly; ragged on every side."""
    yield Problem(1, 1, 1)
    yield Problem(33, 29, 17)
    yield Problem(130, 131, 19, alpha=1.5, beta=0.5, lda=23, ldb=133, ldc=140)
    yield Problem(129, 257, 40)
    yield Problem(128, 256, 64)
    yield Problem(40, 50, 300)  # goes round each ring of stages
    yield Problem(70, 75, 0, beta=2.0)


def legal(kernel: Kernel, problem: Problem) -> Problem:
    """Return the problem, or one with wider rows, or no gaps, where the kernel requires that.

    Kernels that refuse large products get one of at most ``TINY`` rows, columns and steps.
    """
    try:
        return legal_variant(kernel, problem)
    except RequirementError:
        sizes = {name: min(getattr(problem, name), TINY) for name in ("m", "n", "k")}
        return legal_variant(kernel, dataclasses.replace(problem, **sizes))
