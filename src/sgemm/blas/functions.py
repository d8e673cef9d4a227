"""The library: matmul() and gemm() on NumPy arrays.

A call goes one way: arrays -> Problem -> Plan -> Build -> machine -> result. Calls are
thread-safe: on one machine they take turns, since a machine does its work in one order. What was
loaded for a machine stays loaded for later calls; the memory of a call is freed when it ends,
also by an error.
"""

from __future__ import annotations

import numpy as np

from sgemm import arrays
from sgemm.arrays import ITEM_BYTES, Matrix
from sgemm.errors import ArgumentError
from sgemm.machines.call import bound_call
from sgemm.machines.interface import Machine
from sgemm.machines.resident import residency, resident_machine
from sgemm.planning import plan as make_plan
from sgemm.planning.automatic import NAME as DEFAULT_PLAN
from sgemm.planning.plan import Plan
from sgemm.problem import Problem


def matmul(
    a: Matrix,
    b: Matrix,
    *,
    out: Matrix | None = None,
    machine: Machine | str | None = None,
    plan: str = DEFAULT_PLAN,
) -> Matrix:
    """Multiply two matrices: A*B.

    Parameters
    ----------
    a, b : ndarray of float32
        An m x k and a k x n matrix; exactly two dimensions each.
    out, machine, plan
        As in :func:`gemm`.

    Returns
    -------
    ndarray of float32
        The m x n product: ``out``, or a new C-contiguous array.

    Raises
    ------
    ArgumentError, RequirementError, MachineError
        As in :func:`gemm`.
    """
    return gemm(a, b, out=out, machine=machine, plan=plan)


def gemm(
    a: Matrix,
    b: Matrix,
    c: Matrix | None = None,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    trans_a: bool = False,
    trans_b: bool = False,
    out: Matrix | None = None,
    machine: Machine | str | None = None,
    plan: str = DEFAULT_PLAN,
) -> Matrix:
    """Compute alpha*op(A)*op(B) + beta*C, where op(X) is X or its transpose.

    Arrays may have any strides: what does not lie in one piece is packed on its way to the
    machine, and transposed on the way, so that no second copy is made on the host. Everything is
    checked before anything is computed or written.

    Parameters
    ----------
    a : ndarray of float32
        m x k, or k x m where ``trans_a``.
    b : ndarray of float32
        k x n, or n x k where ``trans_b``.
    c : ndarray of float32, optional
        m x n; needed unless ``beta`` is zero. Never read where it is, and written only if it is
        also ``out``.
    alpha, beta : float
        Real numbers, rounded to single precision. Where ``alpha`` or k is zero, ``a`` and ``b``
        are never read, and the result is beta*C.
    trans_a, trans_b : bool
        Whether A and B are transposed.
    out : ndarray of float32, optional
        m x n and writeable, with any strides under which each element has its own place. It may
        be ``c`` itself, and must share no element with ``a``, ``b`` or a part of ``c``.
    machine : Machine or str, optional
        Where to compute: a machine, or ``"cuda"`` or ``"cpu"``. By default a GPU if one answers,
        else the CPU.
    plan : str
        Name of the rule that chooses the kernel, or of a kernel to use.

    Returns
    -------
    ndarray of float32
        The m x n result: ``out``, or a new C-contiguous array.

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, shape or value, or arrays overlap that must not.
    RequirementError
        If the kernel asked for cannot compute this problem on this machine.
    MachineError
        If the machine is not there, or has not enough memory.
    """
    left = _operand("a", a, "trans_a", trans_a)
    right = _operand("b", b, "trans_b", trans_b)
    problem = _problem(left, right, alpha, beta, bool(trans_a), bool(trans_b))
    addend = _addend(c, problem)
    destination = None if out is None else _destination(out, left, right, addend, problem)
    by_columns = destination is not None and arrays.is_column_major(destination)
    if by_columns:
        problem = Problem.column_major(problem.m, problem.n, problem.k, problem.alpha, problem.beta)
        left, right = right.T, left.T
    where = resident_machine(machine)
    chosen = make_plan(problem, where, plan)
    result = _new_result(problem) if destination is None else destination
    if by_columns:
        _run(where, chosen, left, right, None if addend is None else addend.T, result.T)
    else:
        _run(where, chosen, left, right, addend, result)
    return result if out is None else out


def _run(
    machine: Machine, plan: Plan, a: Matrix, b: Matrix, c: Matrix | None, result: Matrix
) -> None:
    """Run a plan on checked operands, oriented as its problem says."""
    problem = plan.problem
    if problem.is_empty:
        return
    stay = residency(machine)
    with (
        stay.lock,
        machine.allocate(a.size * ITEM_BYTES) as a_memory,
        machine.allocate(b.size * ITEM_BYTES) as b_memory,
        machine.allocate(result.size * ITEM_BYTES) as c_memory,
    ):
        kernel = stay.loaded(machine, plan.kernel)
        if problem.reads_operands:
            arrays.copy_in(machine, a_memory, a)
            arrays.copy_in(machine, b_memory, b)
        if c is not None and problem.beta != 0.0:
            arrays.copy_in(machine, c_memory, c)
        addresses = (a_memory.address, b_memory.address, c_memory.address)
        call = bound_call(machine, plan.kernel, problem, *addresses, plan.schedule)
        with call as (launch, arguments):
            machine.launch(kernel, launch, arguments)
            machine.synchronize()
        arrays.copy_out(machine, result, c_memory)


def _operand(name: str, value: object, flag_name: str, transposed: object) -> Matrix:
    operand = arrays.matrix(name, value)
    return operand.T if arrays.flag(flag_name, transposed) else operand


def _problem(
    left: Matrix, right: Matrix, alpha: object, beta: object, trans_a: bool, trans_b: bool
) -> Problem:
    (m, k), (depth, n) = left.shape, right.shape
    if k != depth:
        raise ArgumentError(
            f"{_described('a', left, trans_a)} and {_described('b', right, trans_b)} do not fit: "
            f"the {k} columns of the first must be as many as the {depth} rows of the second"
        )
    return Problem(m, n, k, arrays.scalar("alpha", alpha), arrays.scalar("beta", beta))


def _described(name: str, operand: Matrix, transposed: bool) -> str:
    rows, columns = operand.shape
    return f"{name}{' transposed' if transposed else ''}, {rows}x{columns},"


def _addend(c: object, problem: Problem) -> Matrix | None:
    """Check C, which is needed where beta is not zero."""
    if c is not None:
        return arrays.matrix_of_shape("c", c, (problem.m, problem.n))
    if problem.beta != 0.0:
        raise ArgumentError(
            f"beta = {problem.beta:g} and c is None: a c of shape {(problem.m, problem.n)} is "
            "needed unless beta is 0"
        )
    return None


def _destination(
    out: object, left: Matrix, right: Matrix, addend: Matrix | None, problem: Problem
) -> Matrix:
    """Check the array for the result, and that writing it would change no operand."""
    destination = arrays.output("out", out, (problem.m, problem.n))
    for name, operand in (("a", left), ("b", right)):
        if arrays.share_memory(destination, operand):
            raise ArgumentError(
                f"out shares memory with {name}: the result needs an array of its own"
            )
    if (
        addend is not None
        and not arrays.are_same_view(destination, addend)
        and arrays.share_memory(destination, addend)
    ):
        raise ArgumentError(
            "out shares memory with a part of c: it may be c itself or an array of its own"
        )
    return destination


def _new_result(problem: Problem) -> Matrix:
    shape = (problem.m, problem.n)
    try:
        return np.empty(shape, dtype=np.float32)
    except (MemoryError, ValueError) as error:
        raise ArgumentError(
            f"the result has shape {shape}, for which this computer has no memory: {error}"
        ) from error
