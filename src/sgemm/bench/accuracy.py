"""The errors of contenders on inputs of every class, without times.

Inputs and references are those of :mod:`sgemm.verify`, made on the host in float64. Each contender
runs once on the same operands, so that errors are compared input by input.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

from sgemm.bench.entrants import Entrant, Ready
from sgemm.bench.measurement import Measurement, Verification
from sgemm.bench.rig import Rig
from sgemm.bench.task import Task
from sgemm.bench.workspace import HostWorkspace, host_workspace
from sgemm.errors import RequirementError, SgemmError

PROTOCOL = "accuracy"


def label(input_class: str) -> str:
    """Name the protocol of a class of inputs: results of different classes stand side by side."""
    return f"{PROTOCOL}, {input_class}"


def measure_errors(
    rig: Rig,
    task: Task,
    input_class: str,
    entrants: Sequence[Entrant],
    seed: int,
    announce: Callable[[str], None] = lambda _: None,
) -> Iterator[Measurement]:
    """Run every contender that applies once, and judge it.

    Parameters
    ----------
    rig : Rig
    task : Task
    input_class : str
        A name in ``sgemm.verify.inputs.INPUT_CLASSES``.
    entrants : sequence of Entrant
    seed : int
    announce : callable
        Told what is being done.

    Yields
    ------
    Measurement
        Without samples: with the verification, or the failure.
    """
    legal = [entrant for entrant in entrants if entrant.objection(task) is None]
    if not legal:
        return
    announce(f"{input_class}: inputs and reference")
    with host_workspace(rig.machine, task, seed, input_class) as workspace:
        for entrant in legal:
            announce(f"{input_class}: {entrant.name}")
            with contextlib.suppress(RequirementError):
                yield _judged(rig, entrant, workspace, input_class)


def _judged(rig: Rig, entrant: Entrant, workspace: HostWorkspace, input_class: str) -> Measurement:
    """Judge one run of a contender; what goes wrong in it is its own failure."""
    verification: Verification | None = None
    ready: Ready | None = None
    try:
        workspace.restore()
        with entrant.bind(workspace) as ready:
            ready.run()
            workspace.machine.synchronize()
        workspace.snapshot()
        verification = Verification.from_verdict(workspace.judged(), workspace.reference_name)
        failure = None if verification.passed else verification.reason
    except RequirementError:
        raise
    except SgemmError as error:
        failure = str(error).partition("\n")[0]
    kernel = ready.build.kernel if ready is not None and ready.build is not None else None
    return Measurement(
        problem=workspace.task.problem,
        kernel=entrant.name,
        machine=rig.machine.name,
        samples=None,
        verification=verification,
        number=0 if entrant.is_baseline else kernel.number if kernel is not None else None,
        tile=kernel.tile if kernel is not None else None,
        architecture=rig.machine.architecture,
        protocol=label(input_class),
        chosen=kernel.name if kernel is not None and entrant.is_plan else None,
        failure=failure,
        schedule=ready.schedule if ready is not None else None,
        reason=ready.reason if ready is not None else None,
    )
