"""prepare(): splits a matrix once, for many products on tensor cores."""

from __future__ import annotations

from typing import Any

from sgemm.arrays.libraries import library_of
from sgemm.arrays.numpy_library import flag
from sgemm.arrays.view import HOST
from sgemm.blas import recorded
from sgemm.blas.batching import is_usable
from sgemm.blas.prepared_operand import SIDES, PreparedOperand
from sgemm.blas.run import machine_for
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import SPLIT, find
from sgemm.machines.interface import Machine
from sgemm.problem import FLOAT32
from sgemm.visible import short


@recorded.refused
def prepare(
    b: Any, *, side: str = "right", trans: bool = False, machine: Machine | str | None = None
) -> PreparedOperand:
    """Split a matrix once, for many products with ``precision="split"``.

    Kernels on tensor cores multiply parts of half precision, which each product makes of both
    operands. Of a matrix that serves many products, weights as a rule, they can be made beforehand.
    The same kernel gives the same bits. Products that another kernel computes, fp16x3_skinny and
    fp16x3_tall among them, read the matrix itself.

    Parameters
    ----------
    b : array of float32
        A matrix, k x n, with a unit step in one dimension; on a GPU it is used where it lies, so
        keep it as it is. Of host memory the machine keeps a copy.
    side : str
        Whether it will be the ``"right"`` operand of products, or the ``"left"`` one, m x k.
    trans : bool
        Whether it will be multiplied transposed, as ``trans_b`` of :func:`sgemm.gemm` says.
    machine : Machine or str, optional
        As for :func:`sgemm.gemm`.

    Returns
    -------
    PreparedOperand
        Which takes the place of the matrix in calls. A tensor that was changed since is an error
        there, until ``update()`` is called. No other library counts changes: there, call
        ``update()`` after each.

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, shape or value.
    RequirementError
        If the machine has no kernel for ``precision="split"``.
    MachineError
        If the machine is not there, or has not enough memory.
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
        raise RequirementError(
            f"b cannot be prepared on {where.name}: the kernels on tensor cores are not for "
            f"sm_{where.architecture}"
        )
    return PreparedOperand(b, view, axis, where)
