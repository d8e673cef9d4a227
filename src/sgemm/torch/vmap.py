"""The rules by which ``torch.vmap`` turns products of batches into fewer, larger ones."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from sgemm.errors import ArgumentError
from sgemm.torch.operators import LIBRARY, PRODUCT_OF, overload

Batched = tuple[Tensor, int]
"""A result, and which of its axes is the batch."""


def _rule(info: Any, axes: tuple[int | None, ...], *tensors: Tensor, **scalars: Any) -> Batched:
    """Multiply a batch of matrices, or a batch of batches as one that is longer."""
    *addends, a, b = tensors
    *axes_of_addends, axis_a, axis_b = axes[: len(tensors)]
    size = info.batch_size
    a = _batch_first(a, axis_a, size)
    if axis_b is None and b.dim() == 2 and not addends:  # one tall product
        whole = overload("mm")(a.flatten(0, 1), b, **scalars)
        return whole.reshape(size, a.shape[1], b.shape[1]), 0
    b = _batch_first(b, axis_b, size)
    shape = (*a.shape[:-1], b.shape[-1])
    matrices = a.flatten(0, -3), b.flatten(0, -3)
    if addends:
        addend = _aligned(addends[0], axes_of_addends[0], size, len(shape) - 1).expand(shape)
        result = overload("baddbmm")(addend.flatten(0, -3), *matrices, **scalars)
    else:
        result = overload("bmm")(*matrices, **scalars)
    return result.reshape(shape), 0


def _of_out(*_: Any, **__: Any) -> None:
    raise ArgumentError(
        "out: torch.vmap cannot write the products of a batch into one out: leave it away"
    )


def _batch_first(value: Tensor, axis: int | None, size: int) -> Tensor:
    """Return a tensor with the batch as its first axis, repeated where it has none."""
    return value.expand(size, *value.shape) if axis is None else value.movedim(axis, 0)


def _aligned(value: Tensor, axis: int | None, size: int, ndim: int) -> Tensor:
    """Return what is added to ``ndim`` axes, with the batch before these."""
    value = _batch_first(value, axis, size)
    missing = ndim + 1 - value.dim()
    return value.reshape(size, *(1,) * missing, *value.shape[1:])


for _name in PRODUCT_OF:
    torch.library.register_vmap(f"sgemm::{_name}", _rule, lib=LIBRARY)
    LIBRARY.impl(f"{_name}.out", _of_out, "FuncTorchBatched")
