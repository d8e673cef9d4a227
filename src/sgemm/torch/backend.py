"""The library's own path for tensors as PyTorch's dispatcher hands them to a kernel.

By then everything above is settled: gradients, tangents, transforms, modes and subclasses have had
their turn, and what is left is memory. So these tensors are multiplied whatever they require.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import torch
from torch import Tensor

from sgemm.arrays.library import Signatures
from sgemm.arrays.torch_library import TorchLibrary, tracing_check
from sgemm.arrays.view import ALIGNMENT_MASK, View
from sgemm.blas.arguments import Call, validated
from sgemm.blas.batching import addend_leading, stored
from sgemm.blas.run import Done, compute
from sgemm.problem import FLOAT32


class BackendLibrary(TorchLibrary):
    """PyTorch, below its dispatcher."""

    is_backend = True

    def __init__(self, torch_: Any) -> None:
        super().__init__(torch_)
        self._types = {torch.float32: FLOAT32}  # operators have no others

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return the view of a tensor, of whatever class."""
        return self.view_of_memory(name, value)

    def written(self, target: Any) -> None:
        """Count nothing: what called the kernel does."""

    def signatures(self, a: Any, b: Any, is_below_modes: bool = True) -> Signatures | None:
        """Return two addresses; and the shapes, strides, devices and alignment of the tensors."""
        try:
            if a.dtype is not torch.float32 or b.dtype is not torch.float32:
                return None
            at_a, at_b = a.data_ptr(), b.data_ptr()
            if not at_a or not at_b:
                return None
            # The number of a GPU, or -1: only tensors on these and on the CPU come here.
            like_a = (a.shape, a.stride(), a.get_device(), at_a & ALIGNMENT_MASK)
            return at_a, at_b, (like_a, b.shape, b.stride(), b.get_device(), at_b & ALIGNMENT_MASK)
        except RuntimeError:  # tensors without strides or memory
            return None

    def signature(self, value: Any, is_below_modes: bool = True) -> tuple[int, Hashable] | None:
        """Return the address; and the shape, strides, device and alignment of a tensor."""
        try:
            if value.dtype is not torch.float32:
                return None
            address = value.data_ptr()
            if not address:
                return None
            like = (value.shape, value.stride(), value.get_device(), address & ALIGNMENT_MASK)
            return address, like
        except RuntimeError:  # a tensor without strides or memory
            return None


BACKEND = BackendLibrary(torch)

_keys_of: Callable[[Tensor], Any] = torch._C._dispatch_keys
_may_be_traced = tracing_check(torch)
_are_transforms_active = torch._C._are_functorch_transforms_active


def _plain_keys() -> frozenset[int]:
    """Return the dispatch keys of tensors that are nothing but memory, as numbers.

    Views whose sign is to be flipped, sparse, nested, fake and other tensors have others.
    """
    key, found = torch._C.DispatchKey, set()
    for kind in ("CPU", "CUDA"):
        keys = torch._C.DispatchKeySet(getattr(key, kind)).add(getattr(key, f"Autocast{kind}"))
        found.add(keys.raw_repr())  # of inference mode
        keys = keys.add(key.ADInplaceOrView).add(getattr(key, f"Autograd{kind}"))
        found.add(keys.raw_repr())
    return frozenset(found)


_PLAIN = _plain_keys()
_TYPES = (Tensor, torch.nn.Parameter)
count_function_modes: Callable[[], int] = torch._C._len_torch_function_stack


def below_modes(function: Callable[..., Any], tensors: tuple[Tensor, ...], *arguments: Any) -> Any:
    """Call a function where no mode sees what it asks tensors; None where one is to see the call.

    Nor do classes of tensors see it; so these have to be plain.
    """
    if BACKEND.is_watched() or any(type(tensor) not in _TYPES for tensor in tensors):
        return None
    with torch._C.DisableTorchFunction():
        return function(*arguments, is_below_modes=True)


def is_plain(tensors: tuple[Tensor, ...]) -> bool:
    """Tell whether PyTorch's dispatcher does no more than differentiate, and call the kernel."""
    if _are_transforms_active() or _may_be_traced():
        return False
    for tensor in tensors:
        if type(tensor) not in _TYPES or _keys_of(tensor).raw_repr() not in _PLAIN:
            return False
    return True


def computed_call(
    a: Tensor,
    b: Tensor,
    addend: Tensor | None,
    out: Tensor | None,
    alpha: float,
    beta: float,
    plan: str,
) -> tuple[Call, Done]:
    """Compute alpha*A*B + beta*addend; return the validated call and what was done.

    Without an addend it is ``out``, or beta is zero. Without ``out`` the result is a new tensor.
    Errors are those of :func:`sgemm.gemm`, raised before anything is written.
    """
    c = (out if addend is None else addend) if beta else None
    call = validated(a, b, c, out, alpha=alpha, beta=beta, library=BACKEND)
    return call, compute(call, plan, None)


def is_readable(addend: Tensor, out: Tensor | None) -> bool:
    """Tell whether kernels read what is added where it lies, for a result in ``out`` or a new one.

    The addend has the result's shape.
    """
    layout = (False, 0) if out is None else stored(BACKEND.view_of_memory("out", out))
    if layout is None:
        return False
    return addend_leading(BACKEND.view_of_memory("input", addend), layout[0]) is not None


def are_same_elements(first: Tensor, second: Tensor) -> bool:
    """Tell whether two tensors are the same elements in the same order."""
    if first.data_ptr() != second.data_ptr() or first.shape != second.shape:
        return False
    return bool(first.stride() == second.stride())
