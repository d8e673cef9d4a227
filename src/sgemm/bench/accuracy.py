"""The errors of contenders on inputs of every class, without times.

Inputs and references are those of :mod:`sgemm.verify`, made on the host in float64. Each contender
runs once on the same operands, so that errors are compared input by input.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

from sgemm.bench.contenders import Contender, Ready
from sgemm.bench.fixture import Fixture
from sgemm.bench.measurement import Measurement, Verification
from sgemm.bench.task import Task
from sgemm.bench.testbed import HostTestbed, host_testbed
from sgemm.errors import RequirementError, SgemmError

PROTOCOL = "accuracy"


def label(input_class: str) -> str:
    """Name the protocol of a class of inputs: results of different classes stand side by side."""
    return f"{PROTOCOL}, {input_class}"


def measure_errors(
    fixture: Fixture,
    task: Task,
    input_class: str,
    contenders: Sequence[Contender],
    seed: int,
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[Measurement]:
    """Run every contender that applies once, and judge it.

    Parameters
    ----------
    input_class : str
        A name in ``sgemm.verify.inputs.INPUT_CLASSES``.
    progress : callable
        Called before each step with what it is.

    Yields
    ------
    Measurement
        Without samples: with the verification, or the failure.
    """
    legal = [contender for contender in contenders if contender.unsupported(task) is None]
    if not legal:
        return
    progress(f"{input_class}: inputs and reference")
    with host_testbed(fixture.machine, task, seed, input_class) as testbed:
        for contender in legal:
            progress(f"{input_class}: {contender.name}")
            with contextlib.suppress(RequirementError):
                yield _judged(fixture, contender, testbed, input_class)


def _judged(
    fixture: Fixture, contender: Contender, testbed: HostTestbed, input_class: str
) -> Measurement:
    """Judge one run of a contender; what goes wrong in it is its own failure."""
    verification: Verification | None = None
    ready: Ready | None = None
    try:
        testbed.restore()
        with contender.bind(testbed) as ready:
            ready.run()
            testbed.machine.synchronize()
        testbed.snapshot()
        verification = Verification.from_verdict(testbed.judged(), testbed.reference_name)
        failure = None if verification.passed else verification.reason
    except RequirementError:
        raise
    except SgemmError as error:
        failure = str(error).partition("\n")[0]
    kernel = ready.build.kernel if ready is not None and ready.build is not None else None
    return Measurement(
        problem=testbed.task.problem,
        kernel=contender.name,
        machine=fixture.machine.name,
        samples=None,
        verification=verification,
        number=0 if contender.is_baseline else kernel.number if kernel is not None else None,
        tile=kernel.tile if kernel is not None else None,
        architecture=fixture.machine.architecture,
        protocol=label(input_class),
        chosen=kernel.name if kernel is not None and contender.is_plan else None,
        failure=failure,
        schedule=ready.schedule if ready is not None else None,
        reason=ready.reason if ready is not None else None,
    )
