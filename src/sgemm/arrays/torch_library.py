"""PyTorch tensors, on the CPU and on GPUs.

There is no gradient: a tensor that requires one is refused while gradients are being recorded, and
accepted under ``torch.no_grad()`` or detached. A view with its sign to be flipped (``is_neg``) is
refused, since its memory holds other numbers.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Hashable
from typing import Any

from sgemm.arrays.checks import type_name
from sgemm.arrays.library import DEFAULT_STREAMS, QuickLibrary, wrong_dtype
from sgemm.arrays.view import CUDA_KIND, HOST, ITEM_BYTES, View
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Machine


class TorchLibrary(QuickLibrary):
    """PyTorch.

    Parameters
    ----------
    torch : module
        The caller's own import of it.
    """

    name = "PyTorch"

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self._strided, self._float32 = torch.strided, torch.float32
        self._empty, self._is_grad_enabled = torch.empty, torch.is_grad_enabled
        self._devices = functools.cache(functools.partial(torch.device, "cuda"))
        self._raw_stream = getattr(torch._C, "_cuda_getCurrentRawStream", None)

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Look at a tensor: torch.Tensor itself or a Parameter."""
        torch = self._torch
        if type(value) not in (torch.Tensor, torch.nn.Parameter):
            raise ArgumentError(
                f"{name} is of type {type_name(value)}, a subclass whose own meaning would be "
                "ignored: a plain torch.Tensor is needed"
            )
        if value.is_nested:
            raise ArgumentError(f"{name} is a nested tensor; a dense one is needed")
        if value.layout != torch.strided:
            raise ArgumentError(
                f"{name} has layout {value.layout}; a dense tensor is needed: {name}.to_dense()"
            )
        if value.dtype != torch.float32:
            raise wrong_dtype(name, value.dtype, f"float32 is needed: {name}.float()")
        if value.requires_grad and torch.is_grad_enabled():
            raise ArgumentError(
                f"{name} requires a gradient, which sgemm does not compute: pass {name}.detach(), "
                "or call it under torch.no_grad()"
            )
        if value.is_neg():
            raise ArgumentError(
                f"{name} is a view whose sign is still to be flipped: pass {name}.resolve_neg()"
            )
        kind = value.device.type
        if kind not in ("cpu", "cuda"):
            raise ArgumentError(
                f"{name} is on device {value.device}; sgemm computes on 'cpu' and 'cuda'"
            )
        try:
            address = value.data_ptr()
        except RuntimeError as error:
            raise ArgumentError(f"{name} is a tensor without memory of its own: {error}") from error
        device = HOST if kind == "cpu" else (CUDA_KIND, value.device.index)
        strides = tuple(ITEM_BYTES * step for step in value.stride())
        return View(address, tuple(value.shape), strides, device, False, value)

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Make a tensor on the device of another, in its caching allocator."""
        return self._torch.empty(shape, dtype=self._torch.float32, device=like.device)

    def written(self, target: Any) -> None:
        """Count a change, so that autograd knows of it where it had kept the old contents."""
        self._torch.autograd.graph.increment_version(target)

    def packed(self, name: str, value: Any) -> Any:
        """Return a contiguous copy."""
        return value.detach().clone(memory_format=self._torch.contiguous_format)

    def assign(self, name: str, target: Any, source: Any) -> None:
        """Copy a tensor into another."""
        target.detach().copy_(source.detach())

    def signature(self, value: Any) -> tuple[int, Hashable] | None:
        """Return address, shape, strides, type of element and device; None for what may differ."""
        if value.requires_grad and self._is_grad_enabled():
            return None
        try:
            if value.layout is not self._strided or value.is_neg():
                return None
            return value.data_ptr(), (value.shape, value.stride(), value.dtype, value.device)
        except RuntimeError:
            return None

    def empty_on(self, number: int, shape: tuple[int, ...]) -> Any:
        """Make a tensor on a GPU, in the caching allocator."""
        return self._empty(shape, dtype=self._float32, device=self._devices(number))

    def address_of(self, value: Any) -> int:
        """Return the address of a tensor."""
        return int(value.data_ptr())

    def current_stream(self, number: int) -> int:
        """Return PyTorch's current stream of a GPU."""
        if self._raw_stream is not None:
            return int(self._raw_stream(number))
        return int(self._torch.cuda.current_stream(number).cuda_stream)

    def keeps_until(self, value: Any, stream: int) -> bool:
        """Tell the caching allocator that another stream, one that was made, uses a tensor."""
        if stream in DEFAULT_STREAMS:
            return False
        other = self._torch.cuda.ExternalStream(stream, device=value.device)
        value.record_stream(other)
        return True


def torch_of(value: object) -> Any:
    """Return the module torch if a value is one of its tensors, else None; never imports it."""
    torch = sys.modules.get("torch")
    tensor = getattr(torch, "Tensor", None)
    return torch if tensor is not None and isinstance(value, tensor) else None
