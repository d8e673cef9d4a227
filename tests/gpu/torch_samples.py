"""Tensors on a GPU for the tests with PyTorch; a module that imports this is skipped without it.

Whole numbers are exact, so every product is compared to the last bit.
"""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

SPLIT = "split_k:splits=4"
"""A plan that needs a workspace."""


def whole(*shape, seed=0):
    numbers = np.random.default_rng(seed).integers(-4, 5, shape).astype(np.float32)
    return torch.from_numpy(numbers).cuda()


def exact(a, b):
    return (a.double() @ b.double()).float()


def same(found, expected):
    assert found.shape == expected.shape
    assert torch.equal(found, expected)


def stored(rows, columns, way, seed=0):
    """Return a matrix that lies in memory in one of many ways."""
    match way:
        case "rows":
            return whole(rows, columns, seed=seed)
        case "columns":
            return whole(columns, rows, seed=seed).T
        case "gaps":
            return whole(rows, columns + 5, seed=seed)[:, 3 : 3 + columns]
        case "column gaps":
            return whole(columns, rows + 8, seed=seed)[:, 4 : 4 + rows].T
        case "steps":
            return whole(2 * rows, 3 * columns, seed=seed)[::2, ::3]
        case "repeated":
            return whole(1, columns, seed=seed).expand(rows, columns)
