"""The problems that kernels are checked on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from sgemm.kernels.kernel import Kernel, Parameters
from sgemm.problem import Problem
from sgemm.verify.awkward import as_stored, batched_problems
from sgemm.verify.inputs import INPUT_CLASSES
from sgemm.verify.survey import Check, legal_variant


def verification_checks(kernel: Kernel, quick: bool) -> Iterator[Check]:
    """All that a kernel is verified on, stored as it expects; batches where it computes them."""
    for check in _verification_checks(quick):
        yield dataclasses.replace(check, problem=as_stored(check.problem, kernel.layout))
    if kernel.parameters is Parameters.EXTENDED:
        yield from map(Check, batched_problems(kernel.layout))


def bit_checks(kernel: Kernel, quick: bool) -> Iterator[Check]:
    """All on which machines are compared, stored as a kernel expects."""
    for check in _bit_checks(quick):
        yield dataclasses.replace(check, problem=as_stored(check.problem, kernel.layout))
    if kernel.parameters is Parameters.EXTENDED:
        alone = as_stored(Problem(70, 75, 40, beta=0.5, lda=44, ldb=76), kernel.layout)
        yield Check(dataclasses.replace(alone, batch=3))
        yield Check(dataclasses.replace(alone, batch=3, stride_a=0))


def sanitizer_problems(kernel: Kernel) -> Iterator[Problem]:
    """Few and small problems for a kernel under a sanitizer, stored as it expects."""
    for problem in _sanitizer_problems():
        yield as_stored(problem, kernel.layout)
    if kernel.parameters is Parameters.EXTENDED:
        alone = as_stored(Problem(33, 29, 70, beta=2.0), kernel.layout)
        yield dataclasses.replace(alone, batch=3)


def _verification_checks(quick: bool) -> Iterator[Check]:
    """Square, odd, padded and empty problems, all scalings, and every class of input."""
    squares = (1, 2, 31, 32, 33, 64, 100, 127, 128, 129, 255, 256, 257, 512)
    for size in squares if quick else (*squares, 1000, 1023, 1024, 2048):
        yield Check(Problem(size, size, size))
    odd = [(1, 1, 1000), (1, 1000, 3), (1000, 1, 3), (5, 7, 1), (129, 257, 65), (257, 129, 255)]
    if not quick:
        odd += [(333, 777, 555), (2047, 1025, 71), (64, 64, 20000), (4099, 67, 40)]
    for m, n, k in odd:
        yield Check(Problem(m, n, k))
    for m, n, k in ((127, 129, 131), (256, 256, 256), (130, 70, 9), (1, 5, 40)):
        padded = {"lda": k + 9, "ldb": n + 3, "ldc": n + 14}
        yield Check(Problem(m, n, k, **padded))
        yield Check(Problem(m, n, k, alpha=-1.5, beta=0.5, **padded))
    for alpha, beta in ((1, 1), (-0.75, 0), (0, 0), (0, 2), (2, -3)):
        for k in (0, 70):
            yield Check(Problem(130, 140, k, alpha=alpha, beta=beta))
    for m, n, k in ((0, 5, 3), (5, 0, 3), (0, 0, 0)):
        yield Check(Problem(m, n, k))
    for name in INPUT_CLASSES:
        yield Check(Problem(130, 140, 100), name)
        yield Check(Problem(65, 33, 200, alpha=0.5, beta=-1.0), name)


def _bit_checks(quick: bool) -> Iterator[Check]:
    """Problems small enough for the cpu machine, and inputs that tell roundings apart."""
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
    """Return the problem, or one with wider rows where the kernel requires that."""
    found = legal_variant(kernel, problem)
    assert found is not None, f"{kernel.name} cannot compute {problem}"
    return found
