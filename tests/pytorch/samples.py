"""Tensors of small whole numbers, whose products are exact in any order, and what to do to them."""

import shutil

import pytest
import torch

CASES = {"mm": ((3, 4), (4, 5)), "bmm": ((2, 3, 4), (2, 4, 5))}
"""Shapes of the operands of the operators that only multiply."""

BACKENDS = [
    "eager",
    "aot_eager",
    pytest.param(
        "inductor",
        marks=pytest.mark.skipif(
            not (shutil.which("g++") or shutil.which("clang++")), reason="no C++ compiler"
        ),
    ),
]
"""Backends of torch.compile that work on this computer."""


def whole(*shape, seed=0, requires_grad=False):
    generator = torch.Generator().manual_seed(seed + sum(shape))
    made = torch.randint(-3, 4, shape, generator=generator).float()
    return made.requires_grad_(requires_grad)


def operands(name, requires_grad=False):
    """Return the operands of an operator: of a sum, what is added comes first."""
    product = "bmm" if name in ("bmm", "baddbmm") else "mm"
    left, right = CASES[product]
    shapes = [left, right] if name == product else [(*left[:-1], right[-1]), left, right]
    return [whole(*shape, seed=n, requires_grad=requires_grad) for n, shape in enumerate(shapes)]


def derivatives(function, values, order=2):
    """Return a result, the gradients of its square, and, of order 2, those of their squares."""
    values = [value.detach().clone().requires_grad_() for value in values]
    result = function(*values)
    first = torch.autograd.grad(result.square().sum(), values, create_graph=order == 2)
    if order == 1:
        return [result, *first]
    loss = sum(each.square().sum() for each in first)
    second = torch.autograd.grad(loss, values, allow_unused=True)
    return [result, *first, *second]


def are_equal(first, second):
    return len(first) == len(second) and all(
        one is other is None or (one.shape == other.shape and torch.equal(one, other))
        for one, other in zip(first, second, strict=True)
    )
