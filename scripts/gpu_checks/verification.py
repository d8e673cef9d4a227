"""Kernels on the GPU against the float64 reference, over every kind of problem and input."""

from __future__ import annotations

from collections.abc import Iterator

from gpu_checks.subjects import kernels_of, subject_of
from gpu_checks.workers import Record, record
from sgemm.machines.cuda import CudaMachine
from sgemm.toolchain.compiler import build
from sgemm.verify.survey import class_checks, standard_checks, survey


def check(subject: str, quick: bool) -> Iterator[Record]:
    """Verify every tile of a kernel in one layout, as ``sgemm verify --all-classes`` does."""
    machine = CudaMachine()
    kernels = kernels_of(subject)
    loaded = {kernel: machine.load(build(kernel, machine.architecture)) for kernel in kernels}
    asked = {
        kernel: tuple(
            dict.fromkeys((*standard_checks(kernel, quick), *class_checks(layout=kernel.layout)))
        )
        for kernel in kernels
    }
    for kernel, tally in survey(machine, loaded, asked, 0).items():
        yield record(
            subject_of(kernel),
            bool(tally.passed) and not tally.failures,
            "; ".join(tally.failures) or f"{tally.passed} results, {tally.skipped} not legal",
            rms=tally.worst_rms,
            maximum=tally.worst_maximum,
        )
