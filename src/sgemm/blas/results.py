"""New arrays for results, made by the caller's own library."""

from __future__ import annotations

from typing import Any

from sgemm.blas.arguments import Request, on_device
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
