"""How the operators work on parts of a ``DTensor``, whose parts lie on several devices."""

from __future__ import annotations

import functools
import sys
from typing import Any

import torch

MODULE = "torch.distributed.tensor"
"""Importing it takes a third of what PyTorch takes: who has distributed tensors has imported it."""

Rule = tuple[list[Any], list[Any]]
"""How the result is placed if the tensors are placed so."""


def know_distributed_tensors() -> None:
    """Tell PyTorch the rules, in a program that has distributed tensors."""
    if MODULE in sys.modules:
        _register()


@functools.cache
def _register() -> None:
    from torch.distributed.tensor.experimental import register_sharding

    for name in ("mm", "bmm", "addmm", "baddbmm"):
        register_sharding(getattr(torch.ops.sgemm, name).default)(_rules)


def is_distributed(value: object) -> bool:
    """Tell whether a tensor is a ``DTensor``."""
    kind = getattr(sys.modules.get(MODULE), "DTensor", None)
    return kind is not None and isinstance(value, kind)


def _rules(*tensors: Any, **_: Any) -> list[Rule]:
    """Return the rules of A*B, and of input + A*B: whole, or in parts along any axis.

    The input is placed like the result where it is not broadcast. Parts of k would each add it.
    """
    from torch.distributed.tensor import Partial, Replicate, Shard

    *addends, a, _b = tensors
    whole, batch = Replicate(), a.ndim - 2
    rows, columns = Shard(batch), Shard(batch + 1)
    products: list[tuple[Any, list[Any]]] = [
        (whole, [whole, whole]),
        (rows, [rows, whole]),
        (columns, [whole, columns]),
    ]
    if not addends:
        products.append((Partial(), [columns, rows]))  # parts of k
    if batch:
        products.append((Shard(0), [Shard(0), Shard(0)]))

    def placed(addend: Any, result: Any) -> Any:
        axis = result.dim - a.ndim + addend.ndim if isinstance(result, Shard) else -1
        return Shard(axis) if axis >= 0 and addend.shape[axis] != 1 else Replicate()

    return [
        ([result], [*(placed(each, result) for each in addends), *operands])
        for result, operands in products
    ]
