"""A kernel on the GPU against the float64 reference, over every kind of problem."""

from __future__ import annotations

from collections.abc import Iterator

from gpu_checks.cases import legal, verification_checks
from gpu_checks.subjects import kernel_of
from gpu_checks.workers import Record, record
from sgemm.errors import RequirementError
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.interface import LoadedKernel
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build
from sgemm.verify.check import verify_kernel


def check(subject: str, quick: bool) -> Iterator[Record]:
    """Verify one kernel.

    Parameters
    ----------
    subject : str
        The kernel, as gpu_checks.subjects writes it.
    quick : bool
        Leave the large problems out.

    Yields
    ------
    Record
    """
    machine = CudaMachine()
    kernel = kernel_of(subject)
    loaded = machine.load(build(kernel, machine.architecture))
    for seed, case in enumerate(verification_checks(kernel, quick)):
        problem = legal(kernel, case.problem)
        verdict = verify_kernel(machine, loaded, problem, case.input_class, seed)
        yield record(
            subject,
            verdict.passed,
            verdict.reason,
            problem=str(problem),
            input_class=case.input_class,
            seed=seed,
            rms=verdict.error.rms,
            maximum=verdict.error.maximum,
            mean=verdict.error.mean,
        )
        if problem != case.problem:
            yield _refused(machine, subject, loaded, case.problem)


def _refused(machine: CudaMachine, subject: str, loaded: LoadedKernel, problem: Problem) -> Record:
    """Check that what a kernel requires is demanded, in words."""
    what = f"{problem}, for which it is not legal"
    try:
        verify_kernel(machine, loaded, problem)
    except RequirementError as error:
        return record(subject, True, f"refused: {error}", problem=what)
    return record(subject, False, "it was run where it is not legal", problem=what)
