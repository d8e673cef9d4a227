"""``sgemm.matmul`` and ``sgemm.gemm`` written with the operators: what PyTorch records of them.

They run for tensors that require gradients, carry tangents, or are of a class of their own, and
while PyTorch traces, transforms or watches; and ``torch.compile`` reads them in place of the public
functions. So nothing here looks at memory, and sizes may be symbols.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from sgemm import blas
from sgemm.arrays.numpy_library import flag, is_of_numpy
from sgemm.blas.arguments import AXES_NEEDED, wrong_axes, wrong_shape
from sgemm.blas.prepared_operand import source_of
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.planning.automatic import IEEE, plan_of
from sgemm.planning.automatic import NAME as DEFAULT_PLAN
from sgemm.problem import single
from sgemm.torch.gradients import called, dispatched, of_matrices
from sgemm.torch.operators import check_kind
from sgemm.torch.sharding import is_distributed
from sgemm.visible import short, type_name

HALF = (torch.float16, torch.bfloat16)
SUM_OF = {"mm": "addmm", "bmm": "baddbmm"}

blas.keep_compiler_out()  # where PyTorch was imported last, and sgemm is not installed


def matmul(
    a: Any,
    b: Any,
    *,
    out: Any = None,
    alpha: Any = 1.0,
    precision: str = IEEE,
    plan: str = DEFAULT_PLAN,
    stream: Any = None,
    machine: Any = None,
) -> Tensor:
    """Multiply as :func:`sgemm.matmul` does."""
    if precision is not IEEE:
        plan = plan_of(precision, plan)
    a, b = _widened(source_of(a), source_of(b))
    if not torch.compiler.is_compiling() and out is stream is machine is None:
        result = of_matrices(a, b, alpha, plan)
        if result is not None:
            return result
    _check(a, b, None, out, stream, machine, least=1)
    alpha = _scalar("alpha", alpha)
    left = a.unsqueeze(0) if a.dim() == 1 else a
    right = b.unsqueeze(1) if b.dim() == 1 else b
    if a.dim() > 1 and b.dim() > 1:
        return _product(left, right, None, out, alpha, 0.0, plan)
    result = _product(left, right, None, None, alpha, 0.0, plan)
    rows = () if a.dim() == 1 else (a.shape[-2],)
    columns = () if b.dim() == 1 else (b.shape[-1],)
    result = _shaped(result, (*result.shape[:-2], *rows, *columns))
    return result if out is None else _copied(out, result)


def gemm(
    a: Any,
    b: Any,
    c: Any = None,
    *,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    trans_a: bool = False,
    trans_b: bool = False,
    out: Any = None,
    precision: str = IEEE,
    plan: str = DEFAULT_PLAN,
    stream: Any = None,
    machine: Any = None,
) -> Tensor:
    """Compute as :func:`sgemm.gemm` does."""
    if precision is not IEEE:
        plan = plan_of(precision, plan)
    a, b = _widened(source_of(a), source_of(b))
    _check(a, b, c, out, stream, machine, least=2)
    alpha, beta = _scalar("alpha", alpha), _scalar("beta", beta)
    if c is None and not _is_zero(beta):
        raise ArgumentError(f"beta = {beta} and c is None: a c is needed unless beta is 0")
    left = a.mT if flag("trans_a", trans_a) else a
    right = b.mT if flag("trans_b", trans_b) else b
    return _product(left, right, c, out, alpha, beta, plan)


def _scalar(name: str, value: Any) -> Any:
    """Return a scalar in single precision; what is known later is rounded by the kernel."""
    if isinstance(value, Tensor):
        raise ArgumentError(f"{name} is a tensor, not a real number: pass {name}.item()")
    if torch.compiler.is_dynamo_compiling() and not isinstance(value, bool):
        # A number of NumPy is an array there, and known when the code runs.
        return value.item() if is_of_numpy(value) else value
    is_symbol = isinstance(value, (torch.SymFloat, torch.SymInt))
    return value if is_symbol else single(name, value)


def _is_zero(beta: Any) -> bool:
    """Tell whether beta is known to be zero; of one that is known later the operator finds out."""
    if not torch.compiler.is_compiling() and not isinstance(beta, torch.SymFloat):
        return bool(beta == 0.0)
    from torch.fx.experimental.symbolic_shapes import guard_or_false

    return bool(guard_or_false(beta == 0.0))


def _widened(a: Any, b: Any) -> tuple[Any, Any]:
    """Return A and B with half precision as float32, where the other one is of float32.

    PyTorch records that, too, so that gradients have the types of their operands.
    """
    if isinstance(a, Tensor) and isinstance(b, Tensor) and a.dtype != b.dtype:
        if a.dtype in HALF and b.dtype == torch.float32:
            return a.float(), b
        if b.dtype in HALF and a.dtype == torch.float32:
            return a, b.float()
    return a, b


def _product(
    a: Tensor, b: Tensor, c: Tensor | None, out: Tensor | None, alpha: float, beta: float, plan: str
) -> Tensor:
    """Return alpha*A*B + beta*C of batches of matrices, which are broadcast; C has its shape."""
    if a.shape[-1] != b.shape[-2]:
        raise ArgumentTypeError(
            f"{_shapes(a, b)}: the columns of a must be as many as the rows of b"
        )
    batch = _batch(a, b)
    shape = (*batch, a.shape[-2], b.shape[-1])
    for name, value in (("c", c), ("out", out)):
        if value is not None and tuple(value.shape) != shape:
            raise wrong_shape(name, value.shape, shape)
    if _is_zero(beta):
        c = None
    scalars = beta, alpha, plan
    if len(batch) == 0:
        return _called("mm", c, a, b, out, *scalars)
    if b.dim() == 2 and a.stride(-1) == 1:  # one tall product, of A as it lies
        tall = None if c is None else c.flatten(0, -2)
        result = _called("mm", tall, a.flatten(0, -2), b, None, *scalars)
    else:
        left = a.expand(*batch, *a.shape[-2:]).flatten(0, -3)
        right = b.expand(*batch, *b.shape[-2:]).flatten(0, -3)
        addend = None if c is None else c.flatten(0, -3)
        if len(batch) == 1:
            return _called("bmm", addend, left, right, out, *scalars)
        result = _called("bmm", addend, left, right, None, *scalars)
    result = _shaped(result, shape)
    return result if out is None else _copied(out, result)


def _shaped(result: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Return a new product in another shape: as itself, since a view may not be changed freely."""
    if torch.jit.is_tracing():  # which takes sizes of a graph from PyTorch's own functions alone
        return result.view(shape)
    shaped: Tensor = torch.ops.aten._unsafe_view(result, shape)
    return shaped


def _batch(a: Tensor, b: Tensor) -> tuple[int, ...]:
    if a.dim() == b.dim() == 2:
        return ()
    try:
        if torch.jit.is_tracing():  # broadcast_shapes would make numbers of the sizes of a graph
            batches = a.new_empty(a.shape[:-2]), b.new_empty(b.shape[:-2])
            return tuple(torch.broadcast_tensors(*batches)[0].shape)
        return tuple(torch.broadcast_shapes(a.shape[:-2], b.shape[:-2]))
    except RuntimeError as error:
        raise ArgumentTypeError(f"{_shapes(a, b)}: their batches cannot be broadcast") from error


def _shapes(a: Tensor, b: Tensor) -> str:
    return f"a has shape {tuple(a.shape)} and b has shape {tuple(b.shape)}, as they are multiplied"


def _called(
    product: str,
    c: Tensor | None,
    a: Tensor,
    b: Tensor,
    out: Tensor | None,
    beta: float,
    alpha: float,
    plan: str,
) -> Tensor:
    """Call the operator of a product, or with a C that of its sum."""
    name, tensors = (product, (a, b)) if c is None else (SUM_OF[product], (c, a, b))
    if not torch.compiler.is_compiling():
        if out is None:
            return called(name, tensors, beta, alpha, plan)
        if is_distributed(out):
            return _copied(out, called(name, tensors, beta, alpha, plan))
    result: Tensor = dispatched(name, tensors, beta, alpha, plan, out)
    return result


def _copied(out: Tensor, result: Tensor) -> Tensor:
    if out.shape != result.shape:
        raise wrong_shape("out", out.shape, result.shape)
    if torch.is_grad_enabled() and (out.requires_grad or result.requires_grad):
        raise ArgumentError(
            "out: a product with an out has no gradient, and an argument requires one: leave out "
            "away, or call it under torch.no_grad()"
        )
    return out.copy_(result)


def _check(a: Any, b: Any, c: Any, out: Any, stream: Any, machine: Any, *, least: int) -> None:
    """Check the tensors, of which A and B have so many axes at least, and where to compute."""
    for name, value, axes in (("a", a, least), ("b", b, least), ("c", c, 0), ("out", out, 0)):
        if value is None and name in ("c", "out"):
            continue
        if not isinstance(value, Tensor):
            raise ArgumentTypeError(
                f"{name} is of type {type_name(value)}: where PyTorch records a call, all arrays "
                "are tensors (torch.fx.symbolic_trace passes none: trace with make_fx, or call "
                "sgemm outside)"
            )
        if value.is_nested or value.layout is not torch.strided:
            kind = "nested" if value.is_nested else f"of layout {value.layout}"
            raise ArgumentError(f"{name} is {kind}; a dense tensor is needed")
        check_kind(name, value, a)
        if value.dim() < axes:
            raise wrong_axes(name, value.shape, AXES_NEEDED[axes])
    if stream is not None:
        raise ArgumentError(
            f"stream = {short(stream)}: what PyTorch records runs on its current stream: call it "
            "under torch.cuda.stream(...)"
        )
    if machine is not None and not (machine == "cuda" and a.is_cuda):
        raise ArgumentError(
            f"machine = {short(machine)}: what PyTorch records runs where its tensors are: leave "
            "machine away"
        )
