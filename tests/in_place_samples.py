"""Matrices of small whole numbers, which lie in memory in many ways, for tests of the library."""

import numpy as np


def whole(*shape, seed=0):
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(np.float32)


def exact(a, b):
    return (a.astype(np.float64) @ b).astype(np.float32)


WAYS = ["rows", "columns", "gaps", "column gaps", "steps", "reversed"]


def stored(rows, columns, way, seed=0):
    match way:
        case "rows":
            return whole(rows, columns, seed=seed)
        case "columns":
            return whole(columns, rows, seed=seed).T
        case "gaps":
            return whole(rows, columns + 3, seed=seed)[:, 1 : 1 + columns]
        case "column gaps":
            return whole(columns, rows + 3, seed=seed)[:, 1 : 1 + rows].T
        case "steps":
            return whole(2 * rows, 3 * columns, seed=seed)[::2, ::3]
        case "reversed":
            return whole(rows, columns, seed=seed)[::-1, ::-1]
