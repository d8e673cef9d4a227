"""matmul(), gemm() and sgemm(), which has the form of SciPy's: what a user calls.

Any thread may call: on a GPU, calls go to the callers' streams; what is copied from host memory
takes turns. What was loaded and prepared for a machine stays for later calls.
"""

from __future__ import annotations

import numbers
from typing import Any

from sgemm.arrays.libraries import library_of
from sgemm.blas import dispatch, tracing
from sgemm.blas.arguments import dimensions, validated
from sgemm.blas.prepared_operand import source_of
from sgemm.blas.run import compute
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.machines.interface import Machine
from sgemm.planning.automatic import IEEE, plan_of
from sgemm.planning.automatic import NAME as DEFAULT_PLAN
from sgemm.problem import single
from sgemm.visible import short

MATMUL = "matmul"
"""The form of :func:`matmul`'s calls; that of :func:`gemm`'s is beta and the transposes."""


@tracing.reads(tracing.matmul)
def matmul(
    a: Any,
    b: Any,
    *,
    out: Any = None,
    alpha: float = 1.0,
    precision: str = IEEE,
    plan: str = DEFAULT_PLAN,
    stream: Any = None,
    machine: Machine | str | None = None,
) -> Any:
    """Multiply matrices, alpha*A*B, by the rules of :func:`numpy.matmul`.

    For float32, this is the ``matmul`` of the Python array API standard.

    Parameters
    ----------
    a, b : array of float32
        Arrays of NumPy, CuPy, PyTorch or JAX, or any objects with DLPack or
        ``__cuda_array_interface__``. Both must be of the same library and on the same device. One
        of them may hold float16 or bfloat16. What :func:`prepare` returned can stand for a matrix.
        The last two axes are the matrices, m x k and k x n. The axes before them are a batch, and
        batches are broadcast. A vector counts as a row (``a``) or as a column (``b``), and its axis
        is left out of the result.
    out, alpha, precision, plan, stream, machine
        As in :func:`gemm`. The errors are the same, too.

    Returns
    -------
    array of float32
        ``out``, or a new array of the library of ``a`` on its device. The product of two vectors
        of NumPy is a scalar.
    """
    if precision is not IEEE:
        plan = plan_of(precision, plan)
    if stream is None and machine is None:
        found = dispatch.launched(a, b, out, alpha, plan, MATMUL)
        if found is None and out is None and tracing.of_matrices is not None:
            found = tracing.of_matrices(a, b, alpha, plan)
        if found is not None:
            return found
    sources = source_of(a), source_of(b)
    library = library_of("a", sources[0])
    if library.records((*sources, out)):
        return tracing.functions_of(library).matmul(
            *sources, out=out, alpha=alpha, plan=plan, stream=stream, machine=machine
        )
    call = validated(a, b, None, out, alpha=alpha, vectors=True, stream=stream)
    done = compute(call, plan, machine)
    if machine is None:
        dispatch.remember(call, plan, done, MATMUL)
    return done.result


@tracing.reads(tracing.gemm)
def gemm(
    a: Any,
    b: Any,
    c: Any = None,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    trans_a: bool = False,
    trans_b: bool = False,
    out: Any = None,
    precision: str = IEEE,
    plan: str = DEFAULT_PLAN,
    stream: Any = None,
    machine: Machine | str | None = None,
) -> Any:
    """Compute alpha*op(A)*op(B) + beta*C, where op(X) is X or its transpose.

    A matrix on a GPU that has a unit step in one dimension is used where it lies: transposed
    views, slices and batches need no copy. Any other matrix is copied once.

    Everything is checked before anything is computed or written.

    Parameters
    ----------
    a : array of float32
        m x k, or k x m with ``trans_a``; axes before the last two are a batch. It is an array of
        NumPy, CuPy, PyTorch or JAX, any object with DLPack or ``__cuda_array_interface__``, or
        what :func:`prepare` returned. One of A and B may hold float16 or bfloat16. Kernels on
        tensor cores, and those for few rows or columns, read it as it is; for others it is widened
        to float32, which is exact.
    b : array of float32
        k x n, or n x k with ``trans_b``; of the same library and on the same device as ``a``. The
        batches of A and B are broadcast.
    c : array of float32, optional
        An array with the shape of the result. It is needed unless ``beta`` is zero; with ``beta``
        zero it is never read. A kernel of the library reads it where it lies if it is stored like
        the result, or if it is one row that is broadcast to all rows. Otherwise it is first copied
        to the result. It is written only if it is also ``out``.
    alpha, beta : float
        Real numbers, rounded to single precision. If ``alpha`` or k is zero, ``a`` and ``b`` are
        never read, and the result is beta*C.
    trans_a, trans_b : bool
        Whether the matrices of A and B are transposed.
    out : array of float32, optional
        A writeable array with the shape of the result, with any strides that give each element
        its own place. It may be ``c`` itself, but must not overlap ``c`` in part. It must share no
        element with ``a`` or ``b``.
    precision : str
        ``"ieee"``: compute with multiply-adds in IEEE single precision. ``"split"``: use tensor
        cores as well, where they are faster and the planner expects errors no larger than those of
        cuBLAS in FP32 (docs/how_to/tensor_cores.md says what is promised); the machine must have
        kernels for this. ``"split_or_ieee"``: as ``"split"`` if the machine has such kernels, else
        as ``"ieee"``. No precision changes a plan other than ``"auto"``.
    plan : str
        The name of a rule that chooses the kernel, or a kernel. Numbers of its tile and schedule
        can be forced: ``"split_k:bm=64:splits=4"``.
    stream : stream, optional
        For arrays on a GPU: the stream on which the result is computed and ready. It is a handle,
        a stream of PyTorch or CuPy, or an object with ``__cuda_stream__``; by default the current
        stream of the arrays' library.
    machine : Machine or str, optional
        For arrays in host memory: where to compute. It is a machine, ``"cuda"`` or ``"cpu"``; by
        default a GPU if one answers, else the CPU. Arrays on a GPU are multiplied on that GPU.

    Returns
    -------
    array of float32
        ``out``, or a new C-contiguous array of the library of ``a`` on its device.

    Raises
    ------
    ArgumentTypeError
        If an array has a wrong type or shape, or is of another library than ``a``. It is a
        ``TypeError`` and a ``ValueError``.
    ArgumentError
        If another argument has a wrong value, if arrays are on different devices, or if arrays
        overlap that must not. It is a ``ValueError``.
    RequirementError
        If the kernel asked for cannot compute this problem on this machine, or if the machine has
        no kernel for the precision.
    MachineError
        If the machine is not there, or does not have enough memory.
    """
    if precision is not IEEE:
        plan = plan_of(precision, plan)
    form = (beta, trans_a, trans_b)
    if (
        stream is None
        and machine is None
        and beta.__class__ is float
        and trans_a.__class__ is bool
        and trans_b.__class__ is bool
        and (c is out or (c is None) == (beta == 0.0))
    ):
        addend = None if c is out else c
        found = dispatch.launched(a, b, out, alpha, plan, form, addend=addend)
        if found is not None:
            return found
    given: dict[str, Any] = {"alpha": alpha, "beta": beta, "stream": stream}
    given |= {"trans_a": trans_a, "trans_b": trans_b}
    sources = source_of(a), source_of(b)
    library = library_of("a", sources[0])
    if library.records((*sources, c, out)):
        return tracing.functions_of(library).gemm(
            *(*sources, c), out=out, plan=plan, machine=machine, **given
        )
    call = validated(a, b, c, out, **given)
    done = compute(call, plan, machine)
    if machine is None:
        dispatch.remember(call, plan, done, form)
    return done.result


@tracing.refused
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
    precision: str = IEEE,
    plan: str = DEFAULT_PLAN,
    stream: Any = None,
    machine: Machine | str | None = None,
) -> Any:
    """Compute alpha*op(A)*op(B) + beta*C in the form of ``scipy.linalg.blas.sgemm``.

    Unlike SciPy's function, it converts nothing: it refuses the types that :func:`gemm` refuses.

    Parameters
    ----------
    alpha : float
        A real number, rounded to single precision.
    a, b : array of float32
        Two matrices, as for :func:`sgemm.gemm`, with any strides. They are not copied where BLAS
        needs no copy.
    beta : float
        It has no meaning without ``c``.
    c : array of float32, optional
        m x n; zeros by default.
    trans_a, trans_b : int
        0 for the matrix as it is; 1 or 2 for its transpose.
    overwrite_c : int
        1 to write the result to ``c``, if ``c`` lies in one piece by columns. Otherwise, and by
        default, a copy of ``c`` is made.
    precision, plan, stream, machine
        As for :func:`sgemm.gemm`. The errors are the same, too.

    Returns
    -------
    array of float32
        The m x n result, stored by columns (by rows in JAX, which has no other order).
    """
    if precision is not IEEE:
        plan = plan_of(precision, plan)
    for name, value, most in (
        *(("trans_a", trans_a, 2), ("trans_b", trans_b, 2)),
        ("overwrite_c", overwrite_c, 1),
    ):
        if not isinstance(value, numbers.Integral) or not 0 <= value <= most:
            choices = ", ".join(map(str, range(most + 1)))
            raise ArgumentError(f"{name} = {short(value)}: one of {choices} is needed")
    single("beta", beta)  # without c, too, where it has no meaning
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
            raise ArgumentTypeError(
                f"{operand.name} has {dimensions(operand.ndim)}; sgemm multiplies two "
                "matrices, and sgemm.gemm batches of them"
            )
    return compute(call, plan, machine, by_columns=True).result


def _lies_by_columns(c: Any) -> bool:
    """Tell whether a matrix may be written to in its library, and is F-contiguous."""
    library = library_of("c", c)
    if not library.has_orders:
        return False
    view = library.view("c", c, None)
    return view.ndim == 2 and view.mT.is_packed
