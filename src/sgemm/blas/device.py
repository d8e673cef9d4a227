"""Products of arrays on a GPU, computed where they lie.

Matrices with a unit step in one dimension are read and written in place. Any other is copied once
on its device, by the caller's library. Work is put on the caller's stream, or on the one on which
the caller's library works now; streams that produced operands are waited for, by the GPU and not
by the host.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from sgemm.arrays.library import DEFAULT_STREAM
from sgemm.blas.arguments import Operand, Request
from sgemm.blas.geometry import Stack, is_usable, packed_stack
from sgemm.blas.prepared import Prepared, kind_of, prepared
from sgemm.blas.results import new_result, planned_result, result_operand
from sgemm.errors import ArgumentError, RequirementError
from sgemm.machines.interface import Machine
from sgemm.machines.resident import residency
from sgemm.machines.workspaces import Workspaces
from sgemm.planning import ALIGNMENT_BYTES


@dataclasses.dataclass(frozen=True, slots=True)
class InPlace:
    """What was launched for a request, and whether it can be launched for others just like it.

    Parameters
    ----------
    result : object
        For the caller.
    ready : Prepared
    is_direct : bool
        Whether the caller's own arrays were used, and nothing else.
    """

    result: Any
    ready: Prepared
    is_direct: bool


def run_on_device(
    machine: Machine,
    request: Request,
    plan: str,
    by_columns: bool = False,
    fixed: Prepared | None = None,
    workspaces: Workspaces | None = None,
) -> InPlace:
    """Compute a product of arrays on the machine's GPU; returns before it has been computed.

    Parameters
    ----------
    machine : Machine
        Whose device the arrays lie on.
    request : Request
    plan : str
        Name of a plan.
    by_columns : bool
        Whether a new result is to be stored by columns.
    fixed : Prepared, optional
        What must be launched and nothing else: all arrays must be usable where they lie.
    workspaces : Workspaces, optional
        By default those of the machine.

    Raises
    ------
    ArgumentError, RequirementError, MachineError
    """
    library = request.library
    if request.stream is not None:
        machine.check_stream(request.stream)
    target = _target(machine, request, by_columns, fixed is not None)
    left, right = request.a, request.b
    if request.reads_operands:
        if fixed is not None:
            _check_usable(left)
            _check_usable(right)
        left, right = _usable(request, left), _usable(request, right)
    if fixed is not None:
        fixed.check(
            kind_of(
                _stacks(request, left, right, target),
                _addresses(left, right, target),
                request.alpha,
                request.beta,
                fixed.kind.plan,
            )
        )
        ready = fixed
    else:
        ready, left, right, target = _prepared(machine, request, plan, (left, right, target))
    stream = _launch_stream(request)
    if ready.kind.geometry.offsets:
        where = workspaces if workspaces is not None else residency(machine).workspaces
        _launch(machine, request, ready, (left, right, target), stream, where)
    if request.out is None:
        if not library.announces(target.value):
            machine.wait(stream)
        result = library.finished(target.value, request.a.value, stream)
    else:
        result = request.out.value
        library.written(result)
    is_direct = left is request.a and right is request.b and target.value is result
    return InPlace(result, ready, is_direct)


def prepared_on_device(machine: Machine, request: Request, plan: str) -> Prepared:
    """Prepare what :func:`run_on_device` would launch for arrays that it can use in place.

    Raises
    ------
    ArgumentError
        If an array cannot be used where it lies.
    """
    if request.reads_operands:
        for each in (request.a, request.b):
            _check_usable(each)
    if request.out is not None:
        _check_usable(request.out)
    target = planned_result(request) if request.out is None else request.out
    return prepared(
        machine,
        plan,
        _stacks(request, request.a, request.b, target),
        _addresses(request.a, request.b, target),
        request.alpha,
        request.beta,
    )


def _target(machine: Machine, request: Request, by_columns: bool, must_be: bool) -> Operand:
    """Return where the kernel is to write: ``out`` where it can, else a new array."""
    if request.out is not None:
        if is_usable(request.out.stack, request.out.view.address):
            return request.out
        if must_be:
            raise _not_usable(request.out)
    if request.c is not None:
        return result_operand(request, _copy_of(request, by_columns))
    return result_operand(request, new_result(machine, request, by_columns))


def _copy_of(request: Request, by_columns: bool) -> Any:
    """Return a copy of C, on which the kernel adds."""
    library, c = request.library, request.c
    assert c is not None
    if by_columns and c.view.ndim == 2 and library.has_orders:
        return library.transposed(library.packed("c", library.transposed(c.value)))
    return library.packed("c", c.value)


def _usable(request: Request, operand: Operand) -> Operand:
    """Return an operand, or a copy of it that the kernel can read."""
    if is_usable(operand.stack, operand.view.address):
        return operand
    return _packed(request, operand, operand.value, operand.transposed)


def _packed_by_rows(request: Request, operand: Operand) -> Operand:
    """Return a copy of an operand whose matrices are by rows as they are multiplied."""
    value = operand.value
    if operand.transposed:
        value = request.library.transposed(value)
    return _packed(request, operand, value, transposed=False)


def _packed(request: Request, operand: Operand, value: Any, transposed: bool) -> Operand:
    copy = request.library.packed(operand.name, value)
    view = request.library.view_of_result(copy, request.stream)
    return Operand(operand.name, copy, view, transposed, operand.added)


def _check_usable(operand: Operand) -> None:
    if not is_usable(operand.stack, operand.view.address):
        raise _not_usable(operand)


def _not_usable(operand: Operand) -> ArgumentError:
    return ArgumentError(
        f"{operand.name} has strides {operand.view.strides} bytes and starts at "
        f"{operand.view.address:#x}: a plan uses arrays where they lie, and needs matrices whose "
        "rows or columns are in one piece, at whole elements"
    )


def _prepared(
    machine: Machine, request: Request, plan: str, operands: tuple[Operand, Operand, Operand]
) -> tuple[Prepared, Operand, Operand, Operand]:
    """Prepare the product; with copies in one piece where the plan wants that."""
    left, right, target = operands
    scalars = request.alpha, request.beta
    try:
        stacks = _stacks(request, left, right, target)
        ready = prepared(machine, plan, stacks, _addresses(left, right, target), *scalars)
        return ready, left, right, target
    except RequirementError:
        plain = [_is_packed(each) for each in operands]
        if all(plain):
            raise
    if request.reads_operands:
        left, right = (
            each if fits else _packed_by_rows(request, each)
            for each, fits in zip((left, right), plain[:2], strict=True)
        )
    if not plain[2]:
        made = new_result(machine, request) if request.c is None else _copy_of(request, False)
        target = result_operand(request, made)
    stacks = _stacks(request, left, right, target)
    ready = prepared(machine, plan, stacks, _addresses(left, right, target), *scalars)
    return ready, left, right, target


def _launch(
    machine: Machine,
    request: Request,
    ready: Prepared,
    operands: tuple[Operand, Operand, Operand],
    stream: int,
    workspaces: Workspaces,
) -> None:
    """Launch after what the operands' streams have to do, and let those wait where they must."""
    left, right, target = operands
    library, number = request.library, request.device[1]
    out, c = request.out, request.c
    if out is not None and target is out and c is not None and not request.writes_over_c:
        library.assign("out", out.value, c.value)
        if library.stream_of(out.value, number) is None:
            library.view("out", out.value, stream)  # which is to wait for the copy
    read = (left, right) if request.reads_operands else ()
    used = [operand.value for operand in (*read, target)]
    found = [library.stream_of(value, number) for value in used]
    streams = {other for other in found if other is not None and other != stream}
    for waited_for in streams:
        _order(machine, waited_for, stream)
    ready.run(left.view.address, right.view.address, target.view.address, stream, workspaces)
    for operand in (*read, target):
        other = library.stream_of(operand.value, number)
        if other is None:
            machine.hold(operand.view.owner, stream)
        elif other != stream and library.keeps_until(operand.value, stream):
            streams.discard(other)
    for waiting in streams:
        _order(machine, stream, waiting)
    if out is not None and target is not out:
        _copy_back(machine, request, out, target, stream)


def _copy_back(
    machine: Machine, request: Request, out: Operand, target: Operand, stream: int
) -> None:
    """Copy a result to where the kernel could not write.

    The copy is the library's, on its own stream; the caller's stream is to have it, too.
    """
    library = request.library
    own = library.stream_of(out.value, request.device[1])
    if own is None:
        # Which stream the library will copy on is not told.
        machine.wait(stream)
        library.assign("out", out.value, target.value)
        library.view("out", out.value, stream)
        return
    if own != stream:
        _order(machine, stream, own)
    library.assign("out", out.value, target.value)
    if own != stream:
        _order(machine, own, stream)


def _order(machine: Machine, earlier: int, later: int) -> None:
    """Order two streams, unless one is being captured and the other is not.

    What is captured runs later, in an order of its own.
    """
    if machine.workspace_key(earlier)[1] == machine.workspace_key(later)[1]:
        machine.order(earlier, later)


def _launch_stream(request: Request) -> int:
    """Return the caller's stream, or the one on which the library of A works."""
    if request.stream is not None:
        return request.stream
    found = request.library.stream_of(request.a.value, request.device[1])
    return DEFAULT_STREAM if found is None else found


def _is_packed(operand: Operand) -> bool:
    """Tell whether matrices are such as a copy of them would be."""
    return operand.stack.is_packed and operand.view.address % ALIGNMENT_BYTES == 0


def _stacks(
    request: Request, left: Operand, right: Operand, target: Operand
) -> tuple[Stack, Stack, Stack]:
    """Return the matrices as they lie; what is not read lies in any way."""
    if request.reads_operands:
        return left.stack, right.stack, target.stack
    first, second = left.stack.shape, right.stack.shape
    return packed_stack(first), packed_stack(second), target.stack


def _addresses(left: Operand, right: Operand, target: Operand) -> tuple[int, int, int]:
    return left.view.address, right.view.address, target.view.address
