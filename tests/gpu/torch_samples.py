"""Tensors on a GPU for the tests with PyTorch; a module that imports this is skipped without it.

Whole numbers are exact, so every product is compared to the last bit.
"""

import pytest

import in_place_samples

torch = pytest.importorskip("torch")

SPLIT = "split_k:splits=4"
"""A plan that needs a workspace."""


def whole(*shape, seed=0):
    return torch.from_numpy(in_place_samples.whole(*shape, seed=seed)).cuda()


def exact(a, b):
    return (a.double() @ b.double()).float()


def same(found, expected):
    assert found.shape == expected.shape
    assert torch.equal(found, expected)


def stored(rows, columns, way, seed=0):
    """Return a matrix that lies in memory in one of many ways."""
    if way == "repeated":
        return whole(1, columns, seed=seed).expand(rows, columns)
    return in_place_samples.stored(rows, columns, way, seed, whole)


def captured(work, has_run=True):
    """Return a graph of some work, which by default has run once before, on another stream."""
    if has_run:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            work()
        torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph
