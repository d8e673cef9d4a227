"""Products of a plan key on one machine: planned, compiled, loaded and bound, but for addresses."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from sgemm.arrays.library import Launch
from sgemm.blas.batching import ONE_LAUNCH, PlanKey
from sgemm.errors import ArgumentError, RequirementError
from sgemm.machines.interface import Machine, NativeLaunch
from sgemm.machines.resident import residency
from sgemm.machines.workspaces import Workspaces
from sgemm.planning import plan as make_plan
from sgemm.planning.plan import Plan
from sgemm.problem import Problem


class BoundProduct:
    """Everything of a product but the addresses and the stream."""

    def __init__(
        self, machine: Machine, key: PlanKey, plan: Plan, is_captured: Callable[[], bool]
    ) -> None:
        self.machine = machine
        self.key = key
        self.plan = plan
        self._size = plan.workspace
        self._reads = key.problem.reads_operands
        if key.offsets:
            stay = residency(machine)
            with stay.lock, machine.outside_captures():
                self._kernel = stay.loaded(machine, self.plan.kernel, is_captured)
                self._launch = machine.bind(self._kernel, key.problem, plan.schedule, key.parts)

    def check(self, key: PlanKey) -> None:
        """Raise ArgumentError unless this is right for arrays of another key."""
        if key == self.key:
            return
        if _shapes_and_strides(key) != _shapes_and_strides(self.key):
            raise ArgumentError(
                f"the arrays are stored as {key.problem} needs it, and the plan is for "
                f"{self.key.problem}: their strides are others"
            )
        plan = self.plan
        found = plan.kernel.violations(plan.problem, key.alignment, plan.schedule)
        if found:
            raise ArgumentError(
                f"the arrays are not aligned as the plan with {plan.kernel.name} needs them: "
                f"{'; '.join(found)}"
            )

    def run(
        self, a: int, b: int, c: int, stream: int | None, workspaces: Workspaces, addend: int = 0
    ) -> None:
        """Launch for the caller's A, B, C and addend on a stream, or on the machine's own."""
        if not self._size.nbytes:
            self._each(a, b, c, stream, 0, 0, addend)
            return
        workspaces.run(self.machine, self._size, self._each, (a, b, c), stream, addend)

    def launcher(self, workspaces: Workspaces) -> Launch:
        """Return what does the same as :meth:`run` at the least cost."""
        if self.key.offsets != (ONE_LAUNCH,) or not self._reads:
            return lambda a, b, c, stream, addend=0: self.run(a, b, c, stream, workspaces, addend)
        machine, size, launch = self.machine, self._size, self._launch
        is_exchanged = self.key.exchanged
        if size.nbytes:

            def with_workspace(a: int, b: int, c: int, stream: int | None, addend: int = 0) -> None:
                if is_exchanged:
                    a, b = b, a
                workspaces.run(machine, size, launch, (a, b, c), stream, addend)

            return with_workspace
        if is_exchanged:
            return lambda a, b, c, stream, addend=0: launch(b, a, c, stream, 0, 0, addend)
        if self.key.problem.ld_addend is not None:
            return lambda a, b, c, stream, addend: launch(a, b, c, stream, 0, 0, addend)
        return launch

    def native(self, addresses: tuple[int, ...]) -> NativeLaunch | None:
        """Return the launch for machine code, or None.

        It is there for one launch with a result that is stored by rows, and nothing added, where
        the machine's kernels are not launched by Python alone. The addresses are those of a call:
        of A, B, C and of a workspace's floats and counters.
        """
        key = self.key
        is_one = key.offsets == (ONE_LAUNCH,) and self._reads
        if not is_one or key.exchanged or any(key.parts) or key.problem.beta != 0.0:
            return None
        where = self.plan.schedule, addresses
        with residency(self.machine).lock, self.machine.outside_captures():
            return self.machine.native_launch(self._kernel, key.problem, *where)

    def _each(
        self, a: int, b: int, c: int, stream: int | None, floats: int, counters: int, addend: int
    ) -> None:
        if self.key.exchanged:
            a, b = b, a
        for step_a, step_b, step_c, step_addend in self.key.offsets:
            first, second = a + step_a, b + step_b
            if not self._reads:  # wherever they are, and however aligned
                first = second = 0
            at_addend = addend + step_addend if addend else 0
            self._launch(first, second, c + step_c, stream, floats, counters, at_addend)


def find_or_bind(
    machine: Machine, key: PlanKey, is_captured: Callable[[], bool] = lambda: False
) -> BoundProduct:
    """Bind the products of a plan key, or find them bound.

    That no kernel is right for them is remembered as well: looking for one takes about a
    millisecond, and each call whose operands have to be changed begins with it.
    """
    stay = residency(machine)
    with stay.lock:
        found = stay.products.get(key)
        if isinstance(found, RequirementError):
            raise RequirementError(*found.args)
        if found is None:
            try:
                plan = make_plan(key.problem, machine, key.plan, key.alignment)
            except RequirementError as error:
                # Not this one: its traceback keeps the caller's arrays.
                stay.remember(key, RequirementError(*error.args))
                raise
            found = stay.remember(key, BoundProduct(machine, key, plan, is_captured))
        return found


def _shapes_and_strides(key: PlanKey) -> tuple[Problem, object]:
    """Return what keys of other arrays differ in; not the scalars, since NaN is not itself."""
    return dataclasses.replace(key.problem, alpha=1.0, beta=0.0), (key.exchanged, key.offsets)
