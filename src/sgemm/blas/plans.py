"""Plans that are made once and run many times: nothing is chosen, compiled or allocated again."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from collections.abc import Callable
from typing import Any

from sgemm.arrays.libraries import described
from sgemm.arrays.library import DispatchableLibrary, GuardedLaunch, stream_handle, wrong_dtype
from sgemm.arrays.view import HOST, overlap_ranges
from sgemm.blas import tracing
from sgemm.blas.arguments import Call, on_device, validated
from sgemm.blas.batching import PlanKey, plan_key
from sgemm.blas.operands import Matrices, operands_of
from sgemm.blas.prepared_operand import PreparedOperand
from sgemm.blas.run import bind, launch, machine_for
from sgemm.errors import ArgumentError, ArgumentTypeError, MachineError, RequirementError
from sgemm.kernels.gpus import Target
from sgemm.kernels.kernel import FLOATS, Alignment
from sgemm.kernels.schedule import Workspace
from sgemm.machines.interface import Machine
from sgemm.machines.resident import residency, resident_machine
from sgemm.machines.workspaces import NotedWorkspaces, Workspaces
from sgemm.planning import check_name
from sgemm.planning import plan as choose_plan
from sgemm.planning.automatic import IEEE, plan_of
from sgemm.planning.automatic import NAME as DEFAULT_PLAN
from sgemm.planning.plan import Plan
from sgemm.problem import FLOAT32, Problem, single
from sgemm.visible import short


class PreparedPlan:
    """A product for given shapes, strides and scalars: planned, compiled and loaded.

    It is made by :func:`sgemm.plan`. Any thread may run it, on any stream of its GPU: runs that can
    overlap have separate workspaces. Runs can be captured in a CUDA graph. Keep the plan and the
    arrays for as long as the graph.
    """

    def __init__(self, machine: Machine, call: Call, plan: str) -> None:
        operands = operands_of(machine, call, in_place=True)
        try:
            self._bound = bind(machine, call, operands, plan)
        except RequirementError as error:
            half = call.a if call.a.type != FLOAT32 else call.b
            if half.type == FLOAT32 or machine.device == HOST:
                raise
            key = plan_key(*operands.matrices, call.alpha, call.beta, plan)
            if not _has_kernel_of_floats(machine, key):
                raise
            raise RequirementError(
                f"{half.name} has dtype {half.type}, and a plan uses arrays on a GPU where they "
                f"lie: widen it to float32, or call sgemm.gemm, which widens a copy. {error}"
            ) from error
        self._rows_only, self._matrices = operands.rows_only, operands.matrices
        out = call.out
        self._by_columns = (
            out is not None and out.ndim == 2 and out.mT.is_packed and not out.is_packed
        )
        self._machine = machine
        self._call = call
        takes_notes = (
            self.plan.kernel.products > 0
            and self.problem.reads_operands
            and self.workspace.floats > 0
        )
        self._workspaces = NotedWorkspaces() if takes_notes else Workspaces()
        # Plans of before may have memory still. On a GPU it is freed only where there is no other,
        # since that waits.
        shared = residency(machine).workspaces
        if machine.device == HOST:
            shared.free_retired(machine)
        try:
            self._workspaces.reserve(machine, self.plan.workspace)
        except MachineError:
            shared.free_retired(machine)
            self._workspaces.reserve(machine, self.plan.workspace)
        self._guarded: dict[type, GuardedLaunch] = {}
        self._ignores_c = call.beta == 0.0
        self._has_prepared = any(each.prepared_operand is not None for each in (call.a, call.b))
        self._is_closed = False

    @property
    def machine(self) -> Machine:
        """Where it runs."""
        return self._machine

    @property
    def plan(self) -> Plan:
        """Kernel, grid, schedule and the reason for them."""
        return self._bound.plan

    @property
    def problem(self) -> Problem:
        """What each launch computes."""
        return self._bound.plan.problem

    @property
    def launches(self) -> int:
        """How many launches a run has: more than one if one stride cannot describe the batch."""
        return len(self._bound.key.offsets)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the result."""
        return self._call.shape

    @property
    def workspace(self) -> Workspace:
        """Memory that a run needs besides the arrays; each stream, and each graph, has its own."""
        return self._bound.plan.workspace

    def __str__(self) -> str:
        text = str(self.plan)
        if self.launches != 1:
            text += f"; {self.launches} launches"
        if self.workspace.nbytes:
            text += f"; workspace {self.workspace.nbytes} bytes"
        return text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    @tracing.refused
    def run(self, a: Any, b: Any, *, out: Any = None, c: Any = None, stream: Any = None) -> Any:
        """Compute the product.

        On a GPU, a run with ``out`` neither allocates nor waits, once the plan has run on the
        stream.

        Parameters
        ----------
        a, b : array of float32
            Arrays with the shapes, strides and device that the plan is for, and with at least the
            same alignment.
        out : array of float32, optional
            An array such as the plan is for; by default a new one.
        c : array of float32, optional
            Needed unless the plan's beta is zero. It may be ``out`` itself; any other array is
            first copied to the result.
        stream : stream, optional
            As for :func:`sgemm.gemm`. The errors are the same, too.

        Returns
        -------
        array of float32
            ``out``, or a new array of the library of ``a`` on its device.
        """
        if stream is None and ((c is None and self._ignores_c) or c is out) and out is not None:
            left, right = self._sources(a, b) if self._has_prepared else (a, b)
            guarded = self._guarded.get(left.__class__)
            if guarded is not None and guarded(left, right, out):
                return out
        return self._run_validated(a, b, out, c, stream)

    def tiles(self, stream: Any = None) -> dict[str, int]:
        """Wait for the last run, and tell how many tiles each arithmetic computed.

        Kernels on tensor cores choose the arithmetic on the GPU, tile by tile. Other kernels have
        only one.

        Parameters
        ----------
        stream : stream, optional
            Count the last run on this stream; by default the last run on any stream. If that run
            was captured in a CUDA graph, the graph's last replay is counted.

        Returns
        -------
        dict
            How many tiles of the result each arithmetic computed: ``"fp16x3"``, ``"bf16x6"`` and
            ``"ffma"``, which is IEEE single precision. If a run has several launches, the last
            one is counted.

        Raises
        ------
        ArgumentError
            If the plan was closed, or has not run on the stream.
        MachineError
            If a kernel failed, or a stream is being captured.
        """
        handle, problem, kernel = stream_handle("stream", stream), self.problem, self.plan.kernel
        found = {"fp16x3": 0, "bf16x6": 0}
        if self._is_closed:
            raise ArgumentError("the plan was closed: make another one")
        if isinstance(self._workspaces, NotedWorkspaces):
            # As the kernel did.
            from sgemm.kernels.library.tensor_cores.split import NOTED_WORDS, noted_tiles

            with residency(self._machine).lock:
                notes = self._workspaces.notes(self._machine, handle, NOTED_WORDS)
            if notes is None:
                where = "yet" if handle is None else "there"
                raise ArgumentError(f"stream = {short(stream)}: the plan has not run {where}")
            found = noted_tiles(notes)
        tiles = kernel.geometry.tiles(kernel.core(problem), kernel.tile)
        return found | {"ffma": tiles - sum(found.values())}

    def close(self) -> None:
        """Wait for all runs, and free the workspaces. The plan cannot be run afterwards.

        Raises MachineError if a kernel failed, or if a graph is being captured.
        """
        self._is_closed = True
        self._guarded.clear()
        self._workspaces.close(self._machine)

    def __enter__(self) -> PreparedPlan:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        # A copy would free the workspaces, which graphs may use, when it is gone.
        raise ArgumentTypeError(
            "a plan cannot be copied or pickled, since it owns memory of its machine: make another "
            "one with sgemm.plan"
        )

    # What the module imports may be gone when the interpreter ends: this is kept here.
    def __del__(self, _ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if getattr(self, "_workspaces", None) is not None and not _ends():
            # Runs may be under way: the memory is freed when the machine is next waited for.
            residency(self._machine).workspaces.take_over(self._workspaces)

    def _sources(self, a: Any, b: Any) -> tuple[Any, Any]:
        """Return the arrays of operands, those that were prepared in the place of these."""
        found = []
        for given, planned in ((a, self._call.a), (b, self._call.b)):
            wanted = planned.prepared_operand
            if wanted is None and not isinstance(given, PreparedOperand):
                found.append(given)
                continue
            if given is not wanted:
                raise ArgumentError(
                    f"{planned.name} = {short(given)}: the plan is for "
                    + ("an array" if wanted is None else f"{wanted}, itself")
                )
            given.check(planned.name, planned.transposed)
            found.append(given.array)
        return found[0], found[1]

    def _run_validated(self, a: Any, b: Any, out: Any, c: Any, stream: Any) -> Any:
        planned = self._call
        self._sources(a, b)
        if self._is_closed:
            raise ArgumentError("the plan was closed: make another one")
        call = validated(
            a,
            b,
            c,
            out,
            alpha=planned.alpha,
            beta=planned.beta,
            trans_a=planned.a.transposed,
            trans_b=planned.b.transposed,
            vectors=True,
            stream=stream,
        )
        call.check_target()
        for given, expected in ((call.a, planned.a), (call.b, planned.b)):
            if given.shape != expected.shape:
                raise ArgumentError(
                    f"{given.name} has shape {given.shape}; the plan is for {expected.shape}"
                )
        if call.device != planned.device:
            raise ArgumentError(
                f"a is {on_device(call.device)}; the plan is for arrays {on_device(planned.device)}"
            )
        operands = operands_of(
            self._machine,
            call,
            by_columns=self._by_columns,
            in_place=True,
            rows_only=self._rows_only,
        )
        bound = self._bound
        if bound.key.problem.types == FLOATS:
            operands.widen()
        try:
            bound.check(plan_key(*operands.matrices, call.alpha, call.beta, bound.key.plan))
        except ArgumentError:
            for given, expected in ((call.a, planned.a), (call.b, planned.b)):
                if given.type != expected.type:
                    advice = f"the plan is for {expected.type}"
                    raise wrong_dtype(given.name, given.type, advice) from None
            self._check_layouts(operands.matrices, "the result" if out is None else "out")
            raise
        done = launch(operands, bound, self._workspaces)
        if (
            isinstance(call.library, DispatchableLibrary)
            and done.is_direct
            and call.stream is None
            and call.out is not None
            and self.launches
        ):
            self._guarded[call.a.array.__class__] = call.library.guarded(
                bound.launcher(self._workspaces),
                (call.a.array, call.b.array, out),
                overlap_ranges(call.a, call.b, call.out),
                call.device[1],
            )
            if self._is_closed:  # by another thread, in the meantime
                self._guarded.clear()
        return done.result

    def _check_layouts(self, matrices: Matrices, name_of_result: str) -> None:
        """Raise ArgumentError with the name of what is stored otherwise than was planned."""
        names = "a", "b", name_of_result
        for name, given, planned in zip(names, matrices[:3], self._matrices[:3], strict=True):
            steps = zip(given.shape, given.strides, planned.strides, strict=True)
            if any(size > 1 and one != other for size, one, other in steps):
                raise ArgumentError(
                    f"{name} has strides {given.strides} bytes; the plan is for {planned.strides}"
                )


def _has_kernel_of_floats(machine: Machine, key: PlanKey) -> bool:
    """Tell whether sgemm.gemm has a kernel once half precision was widened, or all is packed."""
    floats = dataclasses.replace(key.problem, type_a=FLOAT32, type_b=FLOAT32)
    packed = Problem(floats.m, floats.n, floats.k, batch=floats.batch)
    for problem in (floats, packed):
        with contextlib.suppress(RequirementError):
            choose_plan(problem, machine, key.plan)
            return True
    return False


@tracing.refused
def plan(
    a: Any,
    b: Any,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    trans_a: bool = False,
    trans_b: bool = False,
    out: Any = None,
    precision: str = IEEE,
    plan: str = DEFAULT_PLAN,
    machine: Machine | str | None = None,
) -> PreparedPlan:
    """Plan, compile and load a product once, to run it many times.

    :func:`explain` only says which kernel a problem would get.

    Parameters
    ----------
    a, b : array of float32, or tuple of int
        Arrays as for :func:`sgemm.matmul`, or shapes. A shape stands for a C-contiguous array on
        the machine. A vector must not be transposed. A plan for a prepared operand runs with that
        operand only.
    alpha, beta, trans_a, trans_b, out, precision, plan, machine
        As for :func:`sgemm.gemm`. Give ``out`` if the result will not be C-contiguous.

    Returns
    -------
    PreparedPlan
        Its ``run(a, b, out=...)`` takes these arrays or others like them.

    Raises
    ------
    ArgumentError, RequirementError, MachineError
        As for :func:`sgemm.gemm`, and if an array on a GPU cannot be used where it lies.
    """
    if isinstance(a, Problem):
        raise ArgumentError(
            f"a = {short(a)}: arrays or shapes are needed; sgemm.explain(problem, machine) tells "
            "which kernel a Problem gets"
        )
    if isinstance(a, tuple | list):
        device = resident_machine(machine).device
        a = described("a", a, device)
        b = described("b", b, device) if isinstance(b, tuple | list) else b
        out = described("out", out, device) if isinstance(out, tuple | list) else out
    call = validated(a, b, None, out, alpha=alpha, trans_a=trans_a, trans_b=trans_b, vectors=True)
    call = call.without_memory()._replace(beta=single("beta", beta))
    plan = plan_of(precision, plan)
    check_name(plan)
    return PreparedPlan(machine_for(call.device, machine), call, plan)


def explain(
    problem: Problem,
    machine: Target,
    plan: str = DEFAULT_PLAN,
    alignment: Alignment | None = None,
    *,
    precision: str = IEEE,
) -> Plan:
    """Tell which kernel computes a problem on a machine, how it is launched, and why.

    Nothing is compiled or launched.

    Parameters
    ----------
    problem : Problem
    machine : Machine
        The choice depends on its name, its architecture, its multiprocessors and, for a GPU, its
        figures.
    plan : str
        The name of a rule, or a kernel's name or number. Numbers of the kernel's tile and schedule
        can be forced: ``"split_k:bm=64:splits=4"``.
    alignment : Alignment, optional
        Addresses of the operands. By default they meet every alignment that a kernel may ask for,
        as memory of a machine does.
    precision : str
        As for :func:`sgemm.gemm`.

    Raises
    ------
    ArgumentError, RequirementError
        If there is no kernel of that name, or none is legal here; the message says why.
    """
    if not isinstance(problem, Problem):
        raise ArgumentError(f"problem = {problem!r}: an sgemm.Problem is needed")
    needed = "name", "architecture", "multiprocessors", "figures"
    if not all(hasattr(machine, name) for name in needed):
        raise ArgumentError(f"machine = {machine!r}: one that sgemm.select_machine made is needed")
    if alignment is not None and not isinstance(alignment, Alignment):
        raise ArgumentError(f"alignment = {alignment!r}: an Alignment or None is needed")
    return choose_plan(problem, machine, plan_of(precision, plan), alignment)
