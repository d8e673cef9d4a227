"""prepare(): splits a matrix once, for many products on tensor cores."""

from __future__ import annotations

from typing import Any

from sgemm.arrays.libraries import library_of
from sgemm.arrays.numpy_library import flag
from sgemm.arrays.view import HOST
from sgemm.blas import tracing
from sgemm.blas.batching import is_usable
from sgemm.blas.prepared_operand import SIDES, PreparedOperand
from sgemm.blas.run import machine_for
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import BY_NAME, SPLIT, find
from sgemm.machines.interface import Machine
from sgemm.problem import FLOAT32
from sgemm.visible import short


@tracing.refused
def prepare(
    b: Any, *, side: str = "right", trans: bool = False, machine: Machine | str | None = None
) -> PreparedOperand:
    """Split a matrix once, for many products with ``precision="split"``.

    Kernels on tensor cores multiply parts in half precision, into which each product splits both
    operands. A matrix that serves many products, such as weights, can be split once beforehand.
    The same kernel gives the same bits either way. Products that other kernels compute, among them
    fp16x3_skinny and fp16x3_tall, read the matrix itself.

    Parameters
    ----------
    b : array of float32
        A k x n matrix with a unit step in one dimension. On a GPU it is used where it lies, so
        leave it unchanged. If it is in host memory, the machine keeps a copy of it.
    side : str
        Which operand of the products it will be: ``"right"``, or ``"left"`` for an m x k matrix.
    trans : bool
        Whether the products take it transposed, as with ``trans_b`` of :func:`sgemm.gemm`.
    machine : Machine or str, optional
        As for :func:`sgemm.gemm`.

    Returns
    -------
    PreparedOperand
        Pass it to calls in place of the matrix. If a tensor of PyTorch was changed after it was
        prepared, such a call is an error until you call ``update()``. PyTorch does not count what
        is written through ``tensor.data``, nor changes of tensors made under ``inference_mode``,
        and other libraries count no changes: call ``update()`` after each such change.

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, shape or value.
    RequirementError
        If the machine has no kernel for ``precision="split"``.
    MachineError
        If the machine is not there, or does not have enough memory.
    """
    if not isinstance(side, str) or side not in SIDES:
        raise ArgumentError(f"side = {short(side)}: one of {', '.join(SIDES)} is needed")
    library = library_of("b", b)
    view = library.view_of_memory("b", b)._replace(name="b", array=b)
    axis = SIDES[side]
    axis = -3 - axis if flag("trans", trans) else axis
    if view.ndim != 2 or not view.size:
        raise ArgumentError(f"b has shape {view.shape}: one matrix with elements is needed")
    if view.type != FLOAT32:
        raise ArgumentError(
            f"b has dtype {view.type}: float32 is needed; half precision has nothing to prepare"
        )
    if view.device != HOST and not is_usable(view):
        raise ArgumentError(
            f"b has strides {view.strides} bytes and starts at {view.address:#x}: a matrix whose "
            "rows or columns are in one piece, at whole elements, is needed"
        )
    where = machine_for(view.device, machine)
    if not any(find(name).runs_on(where.architecture) for name in SPLIT):
        needed = sorted({find(name).architecture for name in SPLIT})
        by_name = find(BY_NAME)
        named = f", or plan={by_name.name!r}, which splits it in each call"
        raise RequirementError(
            f"b cannot be prepared on {where.name}: that is for kernels that need "
            f"sm_{', sm_'.join(map(str, needed))}, and this is sm_{where.architecture}: multiply "
            "by the matrix itself, with precision = 'split_or_ieee'"
            f"{named if by_name.runs_on(where.architecture) else ''}"
        )
    return PreparedOperand(b, view, axis, where)
