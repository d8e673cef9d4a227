"""The rules by which ``torch.vmap`` turns products of batches into fewer, larger ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from sgemm.errors import ArgumentError
from sgemm.torch.operators import LIBRARY, PRODUCT_OF, overload

Batched = tuple[Tensor, int]
"""A result, and which of its axes is the batch."""


def _of_matrices(
    info: Any, axes: tuple[int | None, ...], *tensors: Tensor, **scalars: Any
) -> Batched:
    """Multiply a batch of matrices."""
    *addends, a, b = tensors
    *axes_of_addends, axis_a, axis_b = axes[: len(tensors)]
    size = info.batch_size
    if axis_b is None and not addends:  # one tall product
        rows = _batch_first(a, axis_a, size)
        whole = overload("mm")(rows.flatten(0, 1), b, **scalars)
        return whole.reshape(size, rows.shape[1], b.shape[1]), 0
    matrices = _batch_first(a, axis_a, size), _batch_first(b, axis_b, size)
    if not addends:
        return overload("bmm")(*matrices, **scalars), 0
    addend = _aligned(addends[0], axes_of_addends[0], size, 2)
    return overload("baddbmm")(addend, *matrices, **scalars), 0


def _of_batches(
    info: Any, axes: tuple[int | None, ...], *tensors: Tensor, **scalars: Any
) -> Batched:
    """Multiply a batch of batches of matrices: as one that is longer."""
    *addends, a, b = tensors
    *axes_of_addends, axis_a, axis_b = axes[: len(tensors)]
    size = info.batch_size
    a, b = _batch_first(a, axis_a, size), _batch_first(b, axis_b, size)
    shape = (size, a.shape[1], a.shape[2], b.shape[3])
    matrices = a.flatten(0, 1), b.flatten(0, 1)
    if addends:
        addend = _aligned(addends[0], axes_of_addends[0], size, 3).expand(shape).flatten(0, 1)
        return overload("baddbmm")(addend, *matrices, **scalars).reshape(shape), 0
    return overload("bmm")(*matrices, **scalars).reshape(shape), 0


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


def _register() -> None:
    rule: Callable[..., Batched]
    for name, product in PRODUCT_OF.items():
        rule = _of_matrices if product == "mm" else _of_batches
        torch.library.register_vmap(f"sgemm::{name}", rule, lib=LIBRARY)
        LIBRARY.impl(f"{name}.out", _of_out, "FuncTorchBatched")


_register()
