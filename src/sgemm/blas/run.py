"""The one path of a call: validated call -> operands -> plan key -> bound product -> result."""

from __future__ import annotations

from typing import Any, NamedTuple

from sgemm.arrays.view import HOST, Device
from sgemm.blas.arguments import Call, on_device
from sgemm.blas.batching import plan_key
from sgemm.blas.bound_product import BoundProduct, find_or_bind
from sgemm.blas.operands import Operands, operands_of
from sgemm.errors import ArgumentError, RequirementError
from sgemm.machines.interface import Machine
from sgemm.machines.resident import resident_gpu, resident_machine
from sgemm.machines.workspaces import Workspaces
from sgemm.planning import check_name


class Done(NamedTuple):
    """The result for the caller, and what was launched."""

    result: Any
    bound: BoundProduct
    is_direct: bool  # on the caller's arrays alone, and on new results
    floats: Call | None = None  # the call that is direct but for operands that were widened for it


def compute(
    call: Call, plan: str, machine: Machine | str | None, *, by_columns: bool = False
) -> Done:
    """Compute a call on the machine that is asked for, with kernels that a plan chooses."""
    check_name(plan)
    call.check_target()
    where = machine_for(call.device, machine)
    operands = operands_of(where, call, by_columns=by_columns)
    bound = bind(where, call, operands, plan)
    return launch(operands, bound, call.library.workspaces(where))


def bind(machine: Machine, call: Call, operands: Operands, plan: str) -> BoundProduct:
    """Bind the product, or find it bound, with operands changed where the plan needs that.

    Half precision is widened to float32, what is added is copied to C, or all matrices are packed
    by rows.
    """
    changes = iter((operands.widen, operands.add_in_place, operands.pack_rows))
    while True:
        key = plan_key(*operands.matrices, call.alpha, call.beta, plan)
        try:
            return find_or_bind(machine, key, operands.is_captured)
        except RequirementError:
            if not any(change() for change in changes):
                raise


def launch(operands: Operands, bound: BoundProduct, workspaces: Workspaces) -> Done:
    """Launch a bound product for operands, unless there is nothing to compute."""
    if bound.key.offsets:
        operands.launch(bound, workspaces)
    return Done(operands.result(), bound, operands.are_callers, operands.floats)


def machine_for(device: Device, machine: Machine | str | None) -> Machine:
    """Return the machine that computes what lies on a device, if the one asked for can."""
    if device == HOST:
        return resident_machine(machine)
    if machine is None or machine == "cuda":
        return resident_gpu(device[1])
    where = resident_machine(machine)
    if where.device != device:
        name = repr(machine) if isinstance(machine, str) else where.name
        raise ArgumentError(
            f"machine = {name}: the operands are {on_device(device)}, which it has no access to; "
            "leave it out, or copy them first: nothing is copied between devices unasked"
        )
    return where
