"""New arrays for results, made by the caller's own library."""

from __future__ import annotations

from typing import Any

from sgemm.arrays.view import View, packed_strides
from sgemm.blas.arguments import Operand, Request, on_device
from sgemm.errors import ArgumentError, SgemmError
from sgemm.machines.interface import Machine


def new_result(machine: Machine, request: Request, by_columns: bool = False) -> Any:
    """Make an array for the result of a request; contents undefined.

    Parameters
    ----------
    machine : Machine
    request : Request
    by_columns : bool
        Whether a matrix is to be stored by columns, where its library can.

    Raises
    ------
    ArgumentError
        If there is no memory for it, or the library has no way to make one.
    """
    library, shape = request.library, request.shown
    turned = by_columns and len(shape) == 2 and library.has_orders
    try:
        made = library.empty(request.a.value, shape[::-1] if turned else shape, machine)
    except SgemmError:
        raise
    except (MemoryError, RuntimeError, ValueError) as error:
        raise ArgumentError(
            f"the result has shape {shape}, for which there is no memory "
            f"{on_device(request.device)}: {error}"
        ) from error
    return library.transposed(made) if turned else made


def planned_result(request: Request) -> Operand:
    """Return what a new array for the result will be: C-contiguous, wherever it comes to lie."""
    strides = packed_strides(request.shown)
    view = View(0, request.shown, strides, request.device, False, None)
    return Operand("the result", None, view, added=request.added)


def result_operand(request: Request, made: Any) -> Operand:
    """Return a new array as the one that is written.

    Parameters
    ----------
    request : Request
    made : object
        By the library of A: empty, or a copy of C.

    Raises
    ------
    ArgumentError
        If it is not what was asked for: its library does not do as the array standard says.
    """
    library = request.library
    view = library.view_of_result(made, request.stream)
    if view.shape != request.shown or view.device != request.device or view.readonly:
        state = ", read-only" if view.readonly else ""
        raise ArgumentError(
            f"out = None: {library.name} was asked for an array of shape {request.shown} "
            f"{on_device(request.device)} and made one of shape {view.shape} "
            f"{on_device(view.device)}{state}; pass an out for the result"
        )
    return Operand("the result", made, view, added=request.added)
