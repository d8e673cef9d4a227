"""A first ladder on the GPU: every rung against cuBLAS FP32, verified before it is timed.

Before each sample the L2 cache is emptied. The GPU is busy with that while the host prepares the
launch, so that the launch's latency stays out of the sample as well.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator

import numpy as np

from gpu_checks.workers import Record, record
from sgemm.bench import results
from sgemm.bench.comparison import Comparison, Contender, compare
from sgemm.bench.cublas import CublasBaseline
from sgemm.bench.environment import Environment, describe_environment
from sgemm.bench.timing import Run
from sgemm.errors import SgemmError
from sgemm.kernels.catalogue import find
from sgemm.machines.call import bound_call
from sgemm.machines.cuda import CudaMachine
from sgemm.problem import Problem
from sgemm.toolchain.build import Build
from sgemm.toolchain.compiler import build
from sgemm.verify.check import DEFAULT_INPUT_CLASS, Case, Verdict, judge
from sgemm.verify.inputs import Operands, make_operands
from sgemm.verify.reference import reference

PROTOCOL = "cold L2"
BASELINE = "cublas fp32"
SAMPLED_ROWS = 48
POISON = 0xFF
ROUNDS = 3
QUICK_ROUNDS = 2
SAMPLES = 4
SECONDS = 0.04
LIMIT_SECONDS = 1.0


class Arena:
    """The operands of one problem on the GPU, with the means to judge and to time.

    Parameters
    ----------
    machine : CudaMachine
    problem : Problem
        Dense, with beta = 0.
    stack : ExitStack
        Frees the memory.
    """

    def __init__(self, machine: CudaMachine, problem: Problem, stack: contextlib.ExitStack) -> None:
        self.machine = machine
        self.problem = problem
        operands = make_operands(problem, DEFAULT_INPUT_CLASS, problem.m)
        self.a, self.b, self.c = (
            stack.enter_context(machine.allocate(x.nbytes))
            for x in (operands.a, operands.b, operands.c)
        )
        machine.copy_in(self.a, operands.a)
        machine.copy_in(self.b, operands.b)
        self._flush = stack.enter_context(machine.allocate(2 * machine.l2_bytes))
        self._rows, self._sample = _sampled_case(operands)

    def timer(self, run: Run) -> float:
        """Time one run that finds the L2 cache empty."""
        machine = self.machine
        machine.fill(self._flush, 0)
        start = machine.record()
        run()
        return machine.record().seconds_since(start)

    def verify(self, run: Run) -> Verdict:
        """Run into a C of NaNs; judge some rows against float64, and all for being written."""
        self.machine.fill(self.c, POISON)
        run()
        C = np.empty((self.problem.m, self.problem.n), dtype=np.float32)
        self.machine.copy_out(C, self.c)
        verdict = judge(self._sample, np.ascontiguousarray(C[self._rows]).reshape(-1))
        unwritten = int(np.count_nonzero(np.isnan(C)))
        if verdict.passed and unwritten:
            reason = f"{unwritten} of {C.size} elements are NaN or were not written"
            return dataclasses.replace(verdict, passed=False, reason=reason)
        return verdict


def check(subject: str, quick: bool, file: str, commit: str, kernels: str) -> Iterator[Record]:
    """Verify and time kernels at one size, and add the measurements to a file of results.

    Parameters
    ----------
    subject : str
        The size n of m = n = k = n.
    quick : bool
        Fewer rounds.
    file : str
        The file of results.
    commit : str
        Commit of the source tree; empty where it is to be asked of git.
    kernels : str
        Names, separated by commas.

    Yields
    ------
    Record
    """
    environment = environment_with(commit)
    size = int(subject)
    rounds = QUICK_ROUNDS if quick else ROUNDS
    with contextlib.ExitStack() as stack:
        machine = CudaMachine()
        baseline = stack.enter_context(CublasBaseline(machine))
        arena = Arena(machine, Problem(size, size, size), stack)
        run_baseline = _cublas_run(baseline, arena)
        verdict = arena.verify(run_baseline)
        yield record(BASELINE, verdict.passed, verdict.reason, size=size)
        reference_run = Contender(BASELINE, run_baseline, arena.timer)
        for name in kernels.split(","):
            yield _measured(name, arena, reference_run, environment, file, rounds)


def environment_with(commit: str) -> Environment:
    """Describe this machine, with a commit that is known from elsewhere."""
    environment = describe_environment()
    return dataclasses.replace(environment, commit=commit) if commit else environment


def _measured(
    name: str, arena: Arena, baseline: Contender, environment: Environment, file: str, rounds: int
) -> Record:
    machine, size = arena.machine, arena.problem.m
    try:
        made = build(find(name), machine.architecture)
        with _kernel_run(arena, made) as run:
            verdict = arena.verify(run)
            comparison: Comparison | None = None
            if verdict.passed:
                comparison = compare(
                    Contender(name, run, arena.timer),
                    baseline,
                    rounds=rounds,
                    minimum_samples=SAMPLES,
                    minimum_seconds=SECONDS,
                    time_limit=LIMIT_SECONDS,
                    warm_up_seconds=SECONDS,
                )
    except SgemmError as error:
        return record(name, False, str(error), size=size)
    measurement = results.Measurement(
        problem=arena.problem,
        kernel=name,
        machine=machine.name,
        samples=comparison.contender_samples if comparison else None,
        verification=results.Verification.from_verdict(verdict),
        number=made.kernel.number,
        tile=made.kernel.tile,
        architecture=made.architecture,
        compiler=made.compiler,
        resources=made.resources,
        baseline=results.Baseline.from_comparison(BASELINE, comparison) if comparison else None,
        protocol=PROTOCOL,
    )
    results.write(file, environment, [measurement])
    found = record(name, verdict.passed, verdict.reason, size=size, gflops=measurement.gflops)
    if comparison is not None:
        found |= {"ratio": comparison.ratio, "spread": comparison.spread}
    return found


@contextlib.contextmanager
def _kernel_run(arena: Arena, made: Build) -> Iterator[Run]:
    loaded = arena.machine.load(made)
    addresses = arena.a.address, arena.b.address, arena.c.address
    with bound_call(arena.machine, made.kernel, arena.problem, *addresses) as bound:
        yield lambda: arena.machine.launch(loaded, *bound)


def _cublas_run(baseline: CublasBaseline, arena: Arena) -> Run:
    addresses = arena.a.address, arena.b.address, arena.c.address
    return lambda: baseline.multiply(arena.problem, *addresses)


def _sampled_case(operands: Operands) -> tuple[np.ndarray, Case]:
    """Make a case of some rows of C, among them the first and the last.

    The float64 reference of a whole large product would take longer than all measurements of it.
    """
    problem = operands.problem
    random = np.random.default_rng(problem.m)
    count = min(problem.m, SAMPLED_ROWS)
    rows = np.unique([0, problem.m - 1, *random.choice(problem.m, count, replace=False)])
    sampled = dataclasses.replace(problem, m=len(rows), lda=problem.k, ldb=problem.n, ldc=problem.n)
    part = Operands(
        sampled,
        np.ascontiguousarray(operands.A[rows]).reshape(-1),
        operands.b,
        np.ascontiguousarray(operands.C[rows]).reshape(-1),
    )
    return rows, Case(part, DEFAULT_INPUT_CLASS, problem.m, reference(sampled, part))
