"""Gradients and tangents of the operators, written with the operators themselves.

So gradients of gradients follow, and what is recorded of them is recorded again. These are the
kernels of PyTorch's Autograd key, for :mod:`torch.library`'s own know neither tangents nor the
transforms of :mod:`torch.func`, and cost more.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor
from torch._functorch.utils import enable_single_level_autograd_function
from torch.autograd import forward_ad

from sgemm.blas import dispatch, tracing
from sgemm.errors import ArgumentError
from sgemm.planning.automatic import NAME as DEFAULT_PLAN
from sgemm.planning.automatic import plan_of_gradients
from sgemm.torch.backend import BACKEND, below_modes, count_function_modes, is_plain
from sgemm.torch.operators import KERNELS, LIBRARY, PRODUCT_OF, Tensors, checked_shape, overload
from sgemm.torch.sharding import is_distributed

_are_transforms_active = torch._C._are_functorch_transforms_active
_below_autograd = torch._C._AutoDispatchBelowAutograd

Enabled = tuple[bool, bool]
"""Whether gradients are recorded, and tangents."""


def _enabled() -> Enabled:
    return torch.is_grad_enabled(), torch._C._is_fwd_grad_enabled()


@contextlib.contextmanager
def _layers_below_differentiate(enabled: Enabled) -> Iterator[None]:
    """Let transforms further out differentiate as they did before a Function switched it off."""
    with torch.set_grad_enabled(enabled[0]), forward_ad._set_fwd_grad_enabled(enabled[1]):
        yield


def _primal(value: Tensor | None) -> Tensor | None:
    """Return a tensor without the tangent of this layer; those of layers further out stay."""
    return None if value is None else torch._VF._unpack_dual(value, level=0)[0]


def _computed(name: str, tensors: Tensors, beta: float, alpha: float, plan: str) -> Any:
    if len(tensors) == 2:
        a, b = tensors
        # The kernel would do this, too, and cost more.
        result = dispatch.launched(a, b, None, alpha, plan, (name, 0.0), BACKEND)
        if result is not None:
            return result
    return KERNELS[name](*tensors, beta=beta, alpha=alpha, plan=plan)


def dispatched(
    name: str, tensors: Tensors, beta: float, alpha: float, plan: str, out: Tensor | None = None
) -> Any:
    """Return what an operator computes through PyTorch's dispatcher."""
    scalars: dict[str, Any] = {"alpha": alpha, "plan": plan}
    if len(tensors) == 3:
        scalars["beta"] = beta
    if out is None:
        return overload(name)(*tensors, **scalars)
    overload(name, "out")(*tensors, out=out, **scalars)
    return out


def _product_like(ctx: Any, a: Tensor, b: Tensor) -> Tensor:
    """Return the product of other matrices, as the gradients and tangents of one have it."""
    is_direct, name, alpha, plan = ctx.call
    product, plan = PRODUCT_OF[name], plan_of_gradients(plan)
    # A node that the dispatcher asked for may be of a graph that runs: see _carry_tangent.
    compute = called if is_direct else dispatched
    result: Tensor = compute(product, (a, b), 0.0, alpha, plan)
    return result


Call = tuple[bool, Enabled | None, str, float, float, str]
"""Whether a call came past PyTorch's dispatcher; what is enabled, or None for plain tensors, which
need no more of the dispatcher; the operator, beta, alpha and plan.

One argument, since each one of a Function costs each call.
"""


class Sgemm(torch.autograd.Function):
    """alpha*A*B, or with an input alpha*A*B + beta*input, in one layer of differentiation."""

    @staticmethod
    def forward(
        ctx: Any,
        call: Call,
        input: Tensor | None,  # noqa: A002 - PyTorch's name for it
        a: Tensor,
        b: Tensor,
    ) -> Tensor:
        """Compute the product below this layer, and keep what gradients need."""
        ctx.set_materialize_grads(False)
        is_direct, enabled, name, beta, alpha, plan = call
        # What no gradient needs is not kept: it may be an activation that could be freed.
        _, _, needs_a, needs_b = ctx.needs_input_grad
        ctx.save_for_backward(a if needs_b else None, b if needs_a else None)
        if not is_direct:  # else nothing carries a tangent
            ctx.save_for_forward(a, b)
        ctx.call = is_direct, name, alpha, plan
        tensors = (a, b) if input is None else (input, a, b)
        if input is not None:
            ctx.beta, ctx.input_shape = beta, input.shape
        if enabled is None:
            return _computed(name, tensors, beta, alpha, plan)
        ctx.enabled = enabled
        layers: Any = contextlib.nullcontext()
        if _are_transforms_active():
            layers = _layers_below_differentiate(enabled)
        with layers, _below_autograd():
            return dispatched(name, tensors, beta, alpha, plan)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor | None) -> tuple[Any, ...]:
        """Return the gradients of input, A and B."""
        _, needs_input, needs_a, needs_b = ctx.needs_input_grad
        of_input = of_a = of_b = None
        if gradient is not None:
            a, b = ctx.saved_tensors
            if needs_input:
                is_one = ctx.beta.__class__ is float and ctx.beta == 1.0  # and no symbol
                scaled = gradient if is_one else gradient * ctx.beta
                of_input = scaled.sum_to_size(ctx.input_shape)
            if needs_a:
                of_a = _product_like(ctx, gradient, b.mT)
            if needs_b:
                of_b = _product_like(ctx, a.mT, gradient)
        return None, of_input, of_a, of_b

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> Any:
        """Return the tangent of the result."""
        if not _are_transforms_active():
            return _tangent(ctx, ctx.saved_tensors, tangents[1:4])
        # The tangents of this layer are set aside, and those of layers further out carried on.
        with _layers_below_differentiate(ctx.enabled):
            return _tangent(ctx, map(_primal, ctx.saved_tensors), map(_primal, tangents[1:4]))


def _tangent(ctx: Any, saved: Any, tangents: Any) -> Tensor | None:
    (a, b), (of_input, of_a, of_b) = saved, tangents
    parts = []
    if of_a is not None:
        parts.append(_product_like(ctx, of_a, b))
    if of_b is not None:
        parts.append(_product_like(ctx, a, of_b))
    if of_input is not None:
        shape = (*a.shape[:-1], b.shape[-1])
        parts.append((of_input * ctx.beta).expand(shape))
    if not parts:
        return None
    result, *others = parts
    for each in others:
        result = result + each
    return result


class Tangents(torch.autograd.Function):
    """Computes nothing; PyTorch asks it for a tangent where one of its arguments carries one.

    Nobody sees that, as they would see ``unpack_dual``, which makes views.
    """

    @staticmethod
    def forward(ctx: Any, found: list[bool], *_: Tensor) -> None:
        """Keep the list that tells."""
        ctx.found = found

    @staticmethod
    def jvp(ctx: Any, *_: Any) -> None:
        """Tell that there are tangents."""
        ctx.found.append(True)


_apply: Callable[..., Tensor] = super(torch.autograd.Function, Sgemm).apply
"""What records one layer, as the dispatcher's Autograd key asks for."""
_find_tangents: Callable[..., None] = super(torch.autograd.Function, Tangents).apply


def _one_layer(apply: Callable[..., Any], *arguments: Any) -> Any:
    """Apply a Function to tensors as they are in this layer of transforms, if there are any."""
    if not _are_transforms_active():
        return apply(*arguments)
    with enable_single_level_autograd_function():
        return apply(*arguments)


def _is_differentiated(tensors: Tensors) -> bool:
    return (torch.is_grad_enabled() and _require_grad(tensors)) or _carry_tangent(tensors)


def _carry_tangent(tensors: Tensors) -> bool:
    """Ask the tensors: graphs that were compiled enter forward mode where Python does not see it.

    So ``forward_ad._current_level`` is enough only in calls that no such graph can make.
    """
    found: list[bool] = []
    _one_layer(_find_tangents, found, *tensors)
    return bool(found)


def _require_grad(tensors: Tensors) -> bool:
    for tensor in tensors:  # noqa: SIM110 - any() would cost more
        if tensor.requires_grad:
            return True
    return False


@tracing.reads(dispatched)  # by compiled autograd, in which gradients are traced
def called(name: str, tensors: Tensors, beta: float, alpha: float, plan: str) -> Tensor:
    """Call an operator, past PyTorch's dispatcher where that would do no more than is here."""
    result = directly(name, tensors, beta, alpha, plan)
    if result is None:
        result = dispatched(name, tensors, beta, alpha, plan)
    return result


def directly(
    name: str,
    tensors: Tensors,
    beta: float,
    alpha: float,
    plan: str,
    *,
    is_below_modes: bool = False,
) -> Tensor | None:
    """Compute and record what an operator does; None for whatever PyTorch's dispatcher must see."""
    if count_function_modes() and not is_below_modes:
        found: Tensor | None = below_modes(directly, tensors, name, tensors, beta, alpha, plan)
        return found
    if forward_ad._current_level >= 0 or not is_plain(tensors):
        return None
    if torch.is_grad_enabled() and _require_grad(tensors):
        call = True, None, name, beta, alpha, plan
        return _apply(call, None, *tensors) if len(tensors) == 2 else _apply(call, *tensors)
    return _computed(name, tensors, beta, alpha, plan)


def of_matrices(a: Any, b: Any, alpha: Any, plan: Any, *, is_below_modes: bool = False) -> Any:
    """Compute and record a product of two matrices that has a gradient, and no more; else None."""
    are_tensors = isinstance(a, Tensor) and isinstance(b, Tensor)
    if not are_tensors or alpha.__class__ is not float or plan.__class__ is not str:
        return None
    if count_function_modes() and not is_below_modes:
        return below_modes(of_matrices, (a, b), a, b, alpha, plan)
    if (
        a.dtype is b.dtype
        and (a.requires_grad or b.requires_grad)
        and torch.is_grad_enabled()
        and forward_ad._current_level < 0
        and is_plain((a, b))
        and a.dim() == b.dim() == 2
    ):
        return _apply((True, None, "mm", 0.0, alpha, plan), None, a, b)
    return None


tracing.of_matrices = of_matrices
tracing.run_as_they_are(of_matrices)


def _of_result(name: str) -> Callable[..., Tensor]:
    """Return what computes as the dispatcher asks, and records gradients where they are needed."""

    def kernel(
        *tensors: Tensor, beta: float = 1.0, alpha: float = 1.0, plan: str = DEFAULT_PLAN
    ) -> Any:
        enabled = None
        if not is_plain(tensors):
            enabled = _enabled()
        elif not _is_differentiated(tensors):
            return _computed(name, tensors, beta, alpha, plan)
        call = False, enabled, name, beta, alpha, plan
        return _one_layer(_apply, call, *((None,) if len(tensors) == 2 else ()), *tensors)

    return kernel


def _of_out(name: str) -> Callable[..., None]:
    operator = overload(name, "out")

    def kernel(*tensors: Tensor, out: Tensor, **scalars: Any) -> None:
        if _is_differentiated((*tensors, out)):
            raise ArgumentError(
                f"out: sgemm::{name} with an out has no gradient, and an argument requires one or "
                "carries a tangent: leave out away"
            )
        if out.is_neg():  # PyTorch would flip it after the call, of which it expects a result
            raise ArgumentError(
                "out is a view whose sign is still to be flipped: pass another tensor"
            )
        with _below_autograd():
            if is_distributed(out):  # PyTorch takes no rules of operators with an out
                a, b = tensors[-2:]
                checked_shape(name, a, b, out)
                out.copy_(overload(name)(*tensors, **scalars))
                return
            operator(*tensors, out=out, **scalars)
        if not out.is_inference():  # those have nothing to count
            torch.autograd.graph.increment_version(out)

    return kernel


for _name in PRODUCT_OF:
    _kernels = _of_result(_name), _of_out(_name)
    tracing.run_as_they_are(*_kernels)
    LIBRARY.impl(_name, _kernels[0], "Autograd")
    LIBRARY.impl(f"{_name}.out", _kernels[1], "Autograd")
tracing.run_as_they_are(Sgemm.forward, Sgemm.backward, Sgemm.jvp, Tangents.forward, Tangents.jvp)
