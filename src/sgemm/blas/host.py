"""Products of arrays in host memory: they travel to a machine, and the result back.

Matrices that lie in one piece by columns travel as they lie, and the kernel reads them transposed;
all others are packed row by row on the way. An axis that repeats one matrix travels once.
"""

from __future__ import annotations

import contextlib
from typing import Any

from sgemm.arrays import host
from sgemm.arrays.view import ITEM_BYTES, View, numpy_view
from sgemm.blas.arguments import Operand, Request
from sgemm.blas.geometry import Stack, packed_stack
from sgemm.blas.prepared import Kind, Prepared, kind_of, prepared
from sgemm.blas.results import new_result, planned_result, result_operand
from sgemm.errors import RequirementError
from sgemm.machines.interface import Buffer, Machine
from sgemm.machines.resident import residency
from sgemm.machines.workspaces import Workspaces

ANYWHERE = (0, 0, 0)
"""Memory of a machine is aligned to all that a kernel may ask for."""


class Traveller:
    """Matrices in host memory, and how they are to lie in a machine's.

    Parameters
    ----------
    operand : Operand
    may_repeat : bool
        Whether an axis before the last two that repeats one matrix may travel once.
    """

    def __init__(self, operand: Operand, may_repeat: bool = True) -> None:
        stack = operand.stack
        shape = tuple(
            1 if may_repeat and not stride and axis < len(stack.shape) - 2 and size else size
            for axis, (size, stride) in enumerate(zip(stack.shape, stack.strides, strict=True))
        )
        self._view = operand.view
        self._stack = Stack(shape, stack.strides)
        self.by_columns = not self._stack.is_packed and self._stack.transposed().is_packed

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return ITEM_BYTES * self._stack.size

    @property
    def stack(self) -> Stack:
        """How it lies there."""
        if self.by_columns:
            return packed_stack(self._stack.transposed().shape).transposed()
        return packed_stack(self._stack.shape)

    def copy_in(self, machine: Machine, buffer: Buffer) -> None:
        """Copy it to the machine."""
        host.copy_in(machine, buffer, self._array(self._view, self._stack))

    def copy_in_instead(self, machine: Machine, buffer: Buffer, other: Operand) -> None:
        """Copy another one of its shape to where it would lie."""
        host.copy_in(machine, buffer, self._array(other.view, other.stack))

    def copy_out(self, machine: Machine, buffer: Buffer) -> None:
        """Copy it from the machine."""
        host.copy_out(machine, self._array(self._view, self._stack), buffer)

    def _array(self, view: View, stack: Stack) -> host.Array:
        """Return matrices as NumPy's, with rows along the machine's rows."""
        lying = stack.transposed() if self.by_columns else stack
        shape, strides = lying.shape, lying.strides
        return numpy_view(
            View(view.address, shape, strides, view.device, view.readonly, view.owner)
        )


def run_on_host(
    machine: Machine,
    request: Request,
    plan: str,
    by_columns: bool = False,
    fixed: Prepared | None = None,
    by_rows: bool = False,
    workspaces: Workspaces | None = None,
) -> Any:
    """Compute a product of arrays in host memory.

    Parameters
    ----------
    machine : Machine
    request : Request
    plan : str
        Name of a plan.
    by_columns : bool
        Whether a new result is to be stored by columns.
    fixed : Prepared, optional
        What must be launched and nothing else.
    by_rows : bool
        Whether that takes matrices by rows alone, as :func:`prepared_on_host` told.
    workspaces : Workspaces, optional
        By default those of the machine.

    Returns
    -------
    array
        The caller's ``out``, or a new array of the library of A.

    Raises
    ------
    ArgumentError, RequirementError, MachineError
    """
    library, out = request.library, request.out
    made = None
    if out is None:
        made = new_result(machine, request, by_columns)
        out = result_operand(request, made)
    travellers = _travellers(request, out, by_rows)
    stay = residency(machine)
    with stay.lock:
        if fixed is None:
            ready = _prepared(machine, request, plan, travellers)
        else:
            fixed.check(_kind(request, plan, travellers))
            ready = fixed
        if ready.kind.geometry.offsets:
            where = workspaces if workspaces is not None else stay.workspaces
            _compute(machine, request, ready, travellers, where)
    if request.out is not None:
        library.written(request.out.value)
        return request.out.value
    return library.finished(made, request.a.value, None)


def prepared_on_host(machine: Machine, request: Request, plan: str) -> tuple[Prepared, bool]:
    """Prepare what :func:`run_on_host` would launch.

    Returns
    -------
    Prepared
    bool
        Whether some matrices lie by columns, and the plan wants all of them by rows.
    """
    out = planned_result(request) if request.out is None else request.out
    travellers = _travellers(request, out)
    by_columns = any(each.by_columns for each in travellers)
    ready = _prepared(machine, request, plan, travellers)
    return ready, by_columns and not any(each.by_columns for each in travellers)


Travellers = tuple[Traveller, Traveller, Traveller]


def _travellers(request: Request, out: Operand, by_rows: bool = False) -> Travellers:
    made = Traveller(request.a), Traveller(request.b), Traveller(out, may_repeat=False)
    if by_rows:
        _turn_to_rows(made)
    return made


def _turn_to_rows(travellers: Travellers) -> None:
    """Let all matrices be packed row by row on their way."""
    for each in travellers:
        each.by_columns = False


def _prepared(machine: Machine, request: Request, plan: str, travellers: Travellers) -> Prepared:
    """Prepare the product, with all matrices by rows where the plan wants that."""
    scalars = request.alpha, request.beta
    stacks = _stacks(travellers)
    try:
        return prepared(machine, plan, stacks, ANYWHERE, *scalars)
    except RequirementError:
        if not any(each.by_columns for each in travellers):
            raise
    _turn_to_rows(travellers)
    return prepared(machine, plan, _stacks(travellers), ANYWHERE, *scalars)


def _kind(request: Request, plan: str, travellers: Travellers) -> Kind:
    return kind_of(_stacks(travellers), ANYWHERE, request.alpha, request.beta, plan)


def _stacks(travellers: Travellers) -> tuple[Stack, Stack, Stack]:
    first, second, third = travellers
    return first.stack, second.stack, third.stack


def _compute(
    machine: Machine,
    request: Request,
    ready: Prepared,
    travellers: Travellers,
    workspaces: Workspaces,
) -> None:
    left, right, result = travellers
    with contextlib.ExitStack() as stack:
        a, b, c = (stack.enter_context(machine.allocate(each.nbytes)) for each in travellers)
        if request.reads_operands:
            left.copy_in(machine, a)
            right.copy_in(machine, b)
        if request.c is not None:
            result.copy_in_instead(machine, c, request.c)
        ready.run(a.address, b.address, c.address, None, workspaces)
        machine.synchronize()
        result.copy_out(machine, c)
