"""PyTorch's operators ``sgemm::mm``, ``addmm``, ``bmm`` and ``baddbmm``.

They are what PyTorch records: in a graph of gradients, by ``torch.compile`` and ``torch.export``,
under transforms and modes. Each has a schema that says what it writes, a kernel for the CPU and for
CUDA, which takes the library's own path, and one that only tells shapes. Gradients are in
``gradients.py``, the rules of ``torch.vmap`` in ``vmap.py``.

Autocast changes nothing here: an operator takes float32 and computes in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.utils.flop_counter import register_flop_formula

from sgemm.arrays.torch_library import wrong_elements
from sgemm.blas import dispatch, tracing
from sgemm.blas.arguments import wrong_axes, wrong_shape
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.planning.automatic import NAME as DEFAULT_PLAN
from sgemm.torch.backend import BACKEND, are_same_elements, computed_call, is_readable
from sgemm.torch.sharding import know_distributed_tensors

Shape = tuple[int, ...]
Tensors = tuple[Tensor, ...]
"""What an operator takes: ``(a, b)``, and one that adds ``(input, a, b)``."""

LIBRARY = torch.library.Library("sgemm", "DEF")
"""Keeps the registrations."""

PRODUCT_OF = {"mm": "mm", "addmm": "mm", "bmm": "bmm", "baddbmm": "bmm"}
"""The operators, each with the one that only multiplies."""

KERNELS: dict[str, Callable[..., Any]] = {}
"""What computes an operator in memory, with and without ``out``; no gradient must be recorded."""


def overload(name: str, which: str = "default") -> Callable[..., Any]:
    """Return an operator: the one with a result, or with ``which = "out"`` the one that writes."""
    found: Callable[..., Any] = getattr(getattr(torch.ops.sgemm, name), which)
    return found


def checked_shape(name: str, a: Tensor, b: Tensor, out: Tensor | None) -> Shape:
    """Return the shape of the result, or raise ArgumentError where there is none."""
    axes = 3 if "bmm" in name else 2
    for argument, value in (("a", a), ("b", b)):
        check_kind(argument, value, a)
        if value.dim() != axes:
            raise wrong_axes(argument, value.shape, f"for sgemm::{name} {axes} are")
    both = f"a has shape {tuple(a.shape)} and b has shape {tuple(b.shape)}"
    if a.shape[-1] != b.shape[-2]:
        raise ArgumentTypeError(f"{both}: the columns of a must be as many as the rows of b")
    if axes == 3 and a.shape[0] != b.shape[0]:
        raise ArgumentTypeError(f"{both}: there must be as many matrices in both")
    shape = (*a.shape[:-1], b.shape[-1])
    if out is not None:
        check_kind("out", out, a)
        if out.shape != shape:
            raise wrong_shape("out", out.shape, shape)
    return shape


def _expanded(value: Tensor, shape: Shape, a: Tensor) -> Tensor:
    """Return what is added, broadcast to the shape of the result."""
    check_kind("input", value, a)
    try:
        return value.expand(shape)
    except RuntimeError as error:
        raise ArgumentTypeError(
            f"input has shape {tuple(value.shape)}, which cannot be broadcast to that of the "
            f"result, {tuple(shape)}"
        ) from error


def check_kind(argument: str, value: Tensor, a: Tensor) -> None:
    """Raise ArgumentError unless a tensor has elements of float32 and is where A is."""
    if value.dtype is not torch.float32:
        raise wrong_elements(argument, value.dtype)
    if value.device != a.device:
        raise ArgumentError(
            f"{argument} is on {value.device} and a is on {a.device}: the tensors of one call are "
            "on one device"
        )


def _kernels(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the kernel of an operator and the one that only tells the shape of its result."""

    def kernel(
        *tensors: Tensor,
        beta: float = 1.0,
        alpha: float = 1.0,
        plan: str = DEFAULT_PLAN,
        out: Tensor | None = None,
    ) -> Tensor | None:
        if alpha.__class__ is not float or beta.__class__ is not float:
            _check_scalars({"alpha": alpha, "beta": beta})
            alpha, beta = float(alpha), float(beta)
        if len(tensors) == 2:
            a, b = tensors
            beta, addend, target = 0.0, None, out
        else:
            addend, a, b = tensors
            addend, target = _sum_of(addend, checked_shape(name, a, b, out), a, out, beta)
        if out is not None:
            BACKEND.check_target("out", out)
        form = name, beta
        result = dispatch.launched(a, b, target, alpha, plan, form, BACKEND, addend)
        if result is None and addend is not None and not is_readable(addend, None):
            target, addend = addend.clone(memory_format=torch.contiguous_format), None
            result = dispatch.launched(a, b, target, alpha, plan, form, BACKEND)
        if result is None:
            checked_shape(name, a, b, out)
            call, done = computed_call(a, b, addend, target, alpha, beta, plan)
            dispatch.remember(call, plan, done, form)
            result = done.result
        if out is None:
            return result
        if result is not out:
            out.copy_(result)
        return None

    def fake(*tensors: Tensor, out: Tensor | None = None, **scalars: Any) -> Tensor | None:
        # A DTensor asks for the shape first, and only then looks for its rules.
        know_distributed_tensors()
        _check_scalars(scalars)
        *addends, a, b = tensors
        shape = checked_shape(name, a, b, out)
        for each in addends:
            _expanded(each, shape, a)
        return a.new_empty(shape) if out is None else None

    return kernel, fake


def _check_scalars(scalars: dict[str, Any]) -> None:
    """Refuse what the schema lets through and is no real number; symbols are."""
    for name, value in scalars.items():
        if isinstance(value, complex):
            raise ArgumentError(f"{name} = {value} is of type complex, not a real number")


def _sum_of(
    input: Tensor,  # noqa: A002 - PyTorch's name for it
    shape: Shape,
    a: Tensor,
    out: Tensor | None,
    beta: float,
) -> tuple[Tensor | None, Tensor | None]:
    """Return what is added, unless that is ``out``, and what a sum is computed in.

    That is None for a new tensor.
    """
    addend = _expanded(input, shape, a)
    if beta == 0.0 or (out is not None and are_same_elements(addend, out)):
        return None, out
    return addend, None  # an out may lie over the input, or over a or b


def _define(name: str) -> None:
    is_sum = PRODUCT_OF[name] != name
    tensors = "Tensor input, Tensor a, Tensor b" if is_sum else "Tensor a, Tensor b"
    # As PyTorch's own products have them. A "float" would take a tensor as well, and detach it.
    scalars = "Scalar beta=1.0, Scalar alpha=1.0" if is_sum else "Scalar alpha=1.0"
    arguments = f'{tensors}, *, {scalars}, str plan="{DEFAULT_PLAN}"'
    kernel, fake = _kernels(name)
    KERNELS[name] = kernel
    tracing.run_as_they_are(kernel, fake)
    for operator, rest in ((name, ") -> Tensor"), (f"{name}.out", ", Tensor(a!) out) -> ()")):
        LIBRARY.define(f"{operator}({arguments}{rest}", tags=(torch.Tag.pt2_compliant_tag,))
        for key in ("CPU", "CUDA"):
            LIBRARY.impl(operator, kernel, key)
        torch.library.register_fake(f"sgemm::{operator}", fake, lib=LIBRARY)


def _flops(*shapes: Shape, **_: Any) -> int:
    """Count the product alone, as PyTorch does for its own."""
    a, b = shapes[-2:]
    return 2 * math.prod(a) * b[-1]


for _operator in PRODUCT_OF:
    _define(_operator)
    register_flop_formula(getattr(torch.ops.sgemm, _operator))(_flops)
