"""``matmul``, ``gemm`` and ``dot_general`` as functions of JAX, written with its primitive."""

from __future__ import annotations

import math
import operator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from sgemm.arrays.library import wrong_dtype
from sgemm.arrays.numpy_library import flag
from sgemm.blas.arguments import AXES_NEEDED, check_types, wrong_axes, wrong_shape
from sgemm.blas.batching import result_shape
from sgemm.blas.prepared_operand import source_of
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.jax.primitive import product
from sgemm.planning import check_name
from sgemm.planning.automatic import IEEE, RULE_OF, plan_of
from sgemm.planning.automatic import NAME as DEFAULT_PLAN
from sgemm.problem import ITEM_BYTES, single
from sgemm.visible import short, type_name

Dimensions = tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[tuple[int, ...], tuple[int, ...]]]
"""Contracting dimensions of both operands, and batch dimensions of both."""

FLOAT32_ALGORITHM = jax.lax.DotAlgorithm(*(np.float32,) * 3)


def matmul(
    a: Any,
    b: Any,
    *,
    out: None = None,
    alpha: float = 1.0,
    precision: str = IEEE,
    plan: str = DEFAULT_PLAN,
    stream: None = None,
    machine: None = None,
) -> jax.Array:
    """Multiply matrices, alpha*A*B, by the rules of :func:`jax.numpy.matmul`.

    It may be traced by ``jax.jit``, and transformed (``grad``, ``jvp``, ``vmap``, ``shard_map``) to
    any order.

    Parameters
    ----------
    a, b : array of float32
        Arrays of JAX, traced or not, or of NumPy. The last two axes are the matrices, m x k and
        k x n. The axes before them are a batch, and batches are broadcast. A vector counts as a
        row (``a``) or as a column (``b``), and its axis is left out of the result. One of A and B
        may hold float16 or bfloat16, and is widened.
    alpha : float
        A number that is known when the function is traced; rounded to single precision.
    precision, plan : str
        As in :func:`sgemm.gemm`. A precision or a rule holds for gradients, too. If ``plan`` names
        a kernel, ``"auto"`` computes the gradients.
    out, stream, machine : None
        They are here only because :func:`sgemm.matmul` has them: XLA decides on memory, streams
        and devices.

    Returns
    -------
    array of float32

    Raises
    ------
    ArgumentTypeError
        If an operand is not an array of float32, or the shapes do not fit. It is a ``TypeError``.
    ArgumentError
        If another argument has a value that cannot be right. It is a ``ValueError``.
    RequirementError
        If the kernel asked for cannot compute this product, or the machine has none for the
        precision. It is raised when the product is lowered or compiled.
    """
    plan = plan_of(precision, plan)
    _check_rest(plan, out, stream, machine)
    alpha = _scalar("alpha", alpha)
    a, b = _operands(a, b, least=1)
    left = a[None, :] if a.ndim == 1 else a
    right = b[:, None] if b.ndim == 1 else b
    result = _multiplied(left, right, alpha=alpha, plan=plan)
    if a.ndim == 1:
        result = result.squeeze(-2)
    return result.squeeze(-1) if b.ndim == 1 else result


def gemm(
    a: Any,
    b: Any,
    c: Any = None,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    trans_a: bool = False,
    trans_b: bool = False,
    out: None = None,
    precision: str = IEEE,
    plan: str = DEFAULT_PLAN,
    stream: None = None,
    machine: None = None,
) -> jax.Array:
    """Compute alpha*op(A)*op(B) + beta*C, where op(X) is X or its transpose.

    JAX itself adds beta*C, and computes the sum together with what follows.

    Parameters
    ----------
    a, b : array of float32
        As for :func:`matmul`, with two axes or more. ``a`` is k x m with ``trans_a``, and ``b`` is
        n x k with ``trans_b``; this needs no copy.
    c : array of float32, optional
        An array with the shape of the result. It is needed unless ``beta`` is zero; with ``beta``
        zero it is not read.
    alpha, beta : float
        Numbers that are known when the function is traced; rounded to single precision.
    trans_a, trans_b : bool
    out, precision, plan, stream, machine
        As for :func:`matmul`. The result and the errors are as there, too.
    """
    plan = plan_of(precision, plan)
    _check_rest(plan, out, stream, machine)
    alpha, beta = _scalar("alpha", alpha), _scalar("beta", beta)
    trans_a, trans_b = flag("trans_a", trans_a), flag("trans_b", trans_b)
    a, b = _operands(a, b, least=2)
    if c is None and beta != 0.0:
        raise ArgumentError(f"beta = {beta:g} and c is None: a c is needed unless beta is 0")
    result = _multiplied(a, b, alpha=alpha, trans_a=trans_a, trans_b=trans_b, plan=plan)
    if c is None:
        return result
    c = _array("c", c)
    if c.shape != result.shape:
        raise wrong_shape("c", c.shape, result.shape)
    return result if beta == 0.0 else result + np.float32(beta) * c


def dot_general(
    lhs: Any,
    rhs: Any,
    dimension_numbers: Dimensions | None,
    precision: Any = None,
    preferred_element_type: Any = None,
    *,
    out_sharding: None = None,
    plan: str = DEFAULT_PLAN,
) -> jax.Array:
    """Contract two arrays as :func:`jax.lax.dot_general` does: batches of products of matrices.

    It can replace JAX's function where one can be passed, as in
    ``flax.linen.Dense(dot_general=...)``. An operand is multiplied as it is, transposed or not, if
    its batch comes first and its contracting dimensions come first or last. XLA transposes any
    other operand before.

    Parameters
    ----------
    lhs, rhs : array of float32
        Arrays of JAX, traced or not, or of NumPy. One of them may have half precision, and is
        widened.
    dimension_numbers : tuple
        ``((lhs_contracting, rhs_contracting), (lhs_batch, rhs_batch))``, as in JAX. None, where
        JAX takes it, contracts the last dimension of ``lhs`` with the first of ``rhs``.
    precision : optional
        As for :func:`matmul`, or one of JAX's names for the least precision of the result.
        Everything is computed in float32, which is enough for each name. An algorithm of another
        precision is refused.
    preferred_element_type : optional
        float32 or None.
    out_sharding : None
        It is here only because JAX's function has it.
    plan : str
        As for :func:`matmul`. The errors are the same, too.

    Returns
    -------
    array of float32
        It has the batch dimensions, then the dimensions of ``lhs`` and of ``rhs`` that are not
        contracted.
    """
    if isinstance(precision, str) and precision in RULE_OF:
        plan, precision = plan_of(precision, plan), None
    check_name(plan)
    lhs, rhs = _operands(lhs, rhs, ("lhs", "rhs"))
    _check_precision(precision)
    if out_sharding is not None:
        raise ArgumentError(
            f"out_sharding = {short(out_sharding)}: nothing is sharded here: use jax.shard_map"
        )
    numbers = _numbers(dimension_numbers)
    try:
        kind = _result_of(lhs, rhs, numbers, precision, preferred_element_type)
    except (TypeError, ValueError) as error:
        _refuse(precision, preferred_element_type)
        # JAX says what is wrong with the rest.
        words = " ".join(str(error).split())
        raise ArgumentTypeError(f"dimension_numbers = {short(numbers)}: {words}") from error
    if kind.dtype != np.float32:
        raise _of_another_type(preferred_element_type)
    contracting, batch = numbers or (((lhs.ndim - 1,), (0,)), ((), ()))
    # Contracted in the order in which they lie in lhs: so it need not be transposed for that.
    pairs = sorted(zip(*contracting, strict=True))
    sums = tuple(tuple(pair[side] for pair in pairs) for side in (0, 1))
    left, trans_a = _as_matrices(lhs, batch[0], sums[0], contracted_last=True)
    right, trans_b = _as_matrices(rhs, batch[1], sums[1], contracted_last=False)
    result = product(left, right, trans_a=trans_a, trans_b=trans_b, plan=plan)
    return result.reshape(kind.shape)


def _numbers(value: Any) -> Dimensions | None:
    if value is None:
        return None
    try:
        (left, right), (left_batch, right_batch) = (map(_dimensions, pair) for pair in value)
        return (left, right), (left_batch, right_batch)
    except (TypeError, ValueError) as error:
        raise ArgumentTypeError(
            f"dimension_numbers = {short(value)}: ((lhs_contracting, rhs_contracting), "
            "(lhs_batch, rhs_batch)) is needed, of whole numbers"
        ) from error


def _result_of(lhs: Any, rhs: Any, *how: Any) -> Any:
    """Return the shape and the type that JAX's own function would return."""
    return jax.eval_shape(lambda *operands: jax.lax.dot_general(*operands, *how), lhs, rhs)


def _refuse(precision: Any, element_type: Any) -> None:
    """Refuse what JAX takes for no product, were it the plainest."""
    one = jax.ShapeDtypeStruct((1, 1), np.float32)
    numbers = ((1,), (0,)), ((), ())
    try:
        _result_of(one, one, numbers, precision)
    except (TypeError, ValueError) as error:
        known = ", ".join(map(repr, RULE_OF))
        raise ArgumentError(
            f"precision = {short(precision)}: {known}, or a precision of jax.lax.dot_general "
            "is needed"
        ) from error
    try:
        _result_of(one, one, numbers, None, element_type)
    except (TypeError, ValueError) as error:
        raise _of_another_type(element_type) from error


def _of_another_type(element_type: Any) -> ArgumentTypeError:
    return ArgumentTypeError(f"preferred_element_type = {short(element_type)}: float32 is needed")


def _dimensions(value: Any) -> tuple[int, ...]:
    """Return dimensions as whole numbers; JAX takes a single one by itself, too."""
    try:
        return (operator.index(value),)
    except TypeError:
        return tuple(map(operator.index, value))


def _as_matrices(
    value: Any, batch: tuple[int, ...], summed: tuple[int, ...], *, contracted_last: bool
) -> tuple[Any, bool]:
    """Return an operand as one batch of matrices, and whether they are multiplied transposed."""
    free = tuple(n for n in range(value.ndim) if n not in batch + summed)
    order = (*batch, *free, *summed)
    is_last = True
    if order != tuple(range(value.ndim)):
        other = (*batch, *summed, *free)
        if other == tuple(range(value.ndim)) or not contracted_last:
            order, is_last = other, False
    value = jnp.transpose(value, order)
    sizes = [math.prod(value.shape[: len(batch)])] if batch else []
    inner = summed if is_last else free
    split = value.ndim - len(inner)
    rows = math.prod(value.shape[len(batch) : split])
    columns = math.prod(value.shape[split:])
    return value.reshape(*sizes, rows, columns), is_last != contracted_last


def _multiplied(
    a: Any, b: Any, *, trans_a: bool = False, trans_b: bool = False, **form: Any
) -> Any:
    flags = trans_a, trans_b
    left, right = (
        (*value.shape[:-2], value.shape[-1], value.shape[-2]) if flag else value.shape
        for value, flag in zip((a, b), flags, strict=True)
    )
    ndim = len(result_shape(left, right, flags))
    a, b = (value.reshape(*(1,) * (ndim - value.ndim), *value.shape) for value in (a, b))
    return product(a, b, trans_a=trans_a, trans_b=trans_b, **form)


def _operands(
    a: Any, b: Any, names: tuple[str, str] = ("a", "b"), *, least: int = 0
) -> tuple[Any, Any]:
    """Return A and B, of so many axes at least, as JAX's arrays of float32: one may be widened."""
    a, b = source_of(a), source_of(b)
    types = [str(getattr(value, "dtype", None)) for value in (a, b)]
    if set(types) <= ITEM_BYTES.keys():
        check_types(types, names)
        if types[0] != types[1]:
            a, b = (value.astype(np.float32) for value in (a, b))
    a, b = _array(names[0], a), _array(names[1], b)
    for name, value in zip(names, (a, b), strict=True):
        if value.ndim < least:
            raise wrong_axes(name, value.shape, AXES_NEEDED[least])
    return a, b


def _array(name: str, value: Any) -> Any:
    if not isinstance(value, jax.Array | np.ndarray):
        raise ArgumentTypeError(
            f"{name} is of type {type_name(value)}; an array of JAX or NumPy is needed"
        )
    if value.dtype != np.dtype(np.float32):
        advice = f"float32 is needed: {name}.astype(jax.numpy.float32)"
        raise wrong_dtype(name, value.dtype, advice)
    return jnp.asarray(value)


def _scalar(name: str, value: Any) -> float:
    if isinstance(value, jax.core.Tracer):
        raise ArgumentTypeError(
            f"{name} is traced; a number that is known by then is needed: multiply the result by it"
        )
    return single(name, value)


def _check_precision(precision: Any) -> None:
    """Refuse algorithms of another precision: who asks for one is to have it, from JAX."""
    presets = jax.lax.DotAlgorithmPreset.__members__
    for each in precision if isinstance(precision, tuple) else (precision,):
        name = each if isinstance(each, str) else getattr(each, "name", "")
        is_other = name in presets and name not in ("DEFAULT", "F32_F32_F32")
        if isinstance(each, jax.lax.DotAlgorithm):
            is_other = each != FLOAT32_ALGORITHM
        if is_other:
            raise ArgumentError(
                f"precision = {short(precision)}: all is computed in float32; jax.lax.dot_general "
                "has other algorithms"
            )


def _check_rest(plan: object, out: object, stream: object, machine: object) -> None:
    check_name(plan)
    if out is not None:
        raise ArgumentError(
            f"out is of type {type_name(out)}; JAX's arrays never change: leave it out"
        )
    for name, value in (("stream", stream), ("machine", machine)):
        if value is not None:
            raise ArgumentError(
                f"{name} = {short(value)}: where JAX traces a call, XLA decides on streams and "
                f"devices: leave {name} away"
            )
