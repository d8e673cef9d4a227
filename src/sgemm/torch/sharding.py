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
        rules = _rules_of_sum if "add" in name else _rules_of_product
        register_sharding(getattr(torch.ops.sgemm, name).default)(rules)


def is_distributed(value: object) -> bool:
    """Tell whether a tensor is a ``DTensor``."""
    kind = getattr(sys.modules.get(MODULE), "DTensor", None)
    return kind is not None and isinstance(value, kind)


def _rules_of_product(a: Any, b: Any, **_: Any) -> list[Rule]:
    """Return the rules of A*B: whole, or in parts along any axis."""
    from torch.distributed.tensor import Partial, Replicate, Shard

    whole, batch = Replicate(), a.ndim - 2
    rows, columns = Shard(batch), Shard(batch + 1)
    rules: list[Rule] = [
        ([whole], [whole, whole]),
        ([rows], [rows, whole]),
        ([columns], [whole, columns]),
        ([Partial()], [columns, rows]),  # parts of k
    ]
    if batch:
        rules.append(([Shard(0)], [Shard(0), Shard(0)]))
    return rules


def _rules_of_sum(addend: Any, a: Any, b: Any, **_: Any) -> list[Rule]:
    """Return the rules of A*B + input, which is placed like the result where it is not broadcast.

    Parts of k are none of these: each would add the input.
    """
    from torch.distributed.tensor import Partial, Replicate, Shard

    def placed(result: Any) -> Any:
        if not isinstance(result, Shard):
            return Replicate()
        axis = result.dim - a.ndim + addend.ndim
        return Shard(axis) if axis >= 0 and addend.shape[axis] != 1 else Replicate()

    products = _rules_of_product(a, b)
    return [
        (results, [placed(results[0]), *operands])
        for results, operands in products
        if not isinstance(results[0], Partial)
    ]
