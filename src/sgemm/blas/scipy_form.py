"""sgemm() with the arguments and the meaning of ``scipy.linalg.blas.sgemm``."""

from __future__ import annotations

import numbers
from typing import Any

from sgemm.arrays.checks import scalar, short
from sgemm.arrays.libraries import library_of
from sgemm.blas.arguments import validated
from sgemm.blas.run import compute
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Machine
from sgemm.planning.automatic import NAME as DEFAULT_PLAN

TRANSPOSES = (0, 1, 2)
"""As they are, transposed, and conjugated and transposed: the same for real numbers."""


def sgemm(
    alpha: float,
    a: Any,
    b: Any,
    beta: float = 0.0,
    c: Any = None,
    trans_a: int = 0,
    trans_b: int = 0,
    overwrite_c: int = 0,
    *,
    plan: str = DEFAULT_PLAN,
    stream: Any = None,
    machine: Machine | str | None = None,
) -> Any:
    """Compute alpha*op(A)*op(B) + beta*C in the form of ``scipy.linalg.blas.sgemm``.

    Unlike SciPy's, arrays of other types than float32 are refused and not converted.

    Parameters
    ----------
    alpha : float
    a, b : array of float32
        Two matrices, as for :func:`sgemm.gemm`; any strides, without a copy where BLAS can.
    beta : float
        Without ``c`` it has no meaning.
    c : array of float32, optional
        m x n; zeros by default.
    trans_a, trans_b : int
        0 for the matrix as it is; 1 or 2 for its transpose.
    overwrite_c : int
        1 to write the result to ``c``, where that lies in one piece by columns; else a copy of
        ``c`` is made, as by default.
    plan, stream, machine
        As for :func:`sgemm.gemm`.

    Returns
    -------
    array of float32
        The m x n result, stored by columns (by rows in JAX, which has no other order).

    Raises
    ------
    ArgumentError, RequirementError, MachineError
        As :func:`sgemm.gemm` does.
    """
    for name, value in (("trans_a", trans_a), ("trans_b", trans_b)):
        _check_one_of(name, value, TRANSPOSES)
    _check_one_of("overwrite_c", overwrite_c, (0, 1))
    scalar("beta", beta)  # without c, too, where it has no meaning
    call = validated(
        a,
        b,
        c,
        c if overwrite_c and c is not None and _lies_by_columns(c) else None,
        alpha=alpha,
        beta=0.0 if c is None else beta,
        trans_a=bool(trans_a),
        trans_b=bool(trans_b),
        stream=stream,
        out_name="c",
    )
    for operand in (call.a, call.b):
        if operand.ndim != 2:
            raise ArgumentError(
                f"{operand.name} has {operand.ndim} dimensions; sgemm multiplies two "
                "matrices, and sgemm.gemm batches of them"
            )
    return compute(call, plan, machine, by_columns=True).result


def _check_one_of(name: str, value: object, choices: tuple[int, ...]) -> None:
    if not isinstance(value, numbers.Integral) or value not in choices:
        raise ArgumentError(
            f"{name} = {short(value)}: one of {', '.join(map(str, choices))} is needed"
        )


def _lies_by_columns(c: Any) -> bool:
    """Tell whether a matrix may be written to in its library, and is F-contiguous."""
    library = library_of("c", c)
    if not library.has_orders:
        return False
    view = library.view("c", c, None)
    return view.ndim == 2 and view.mT.is_packed
