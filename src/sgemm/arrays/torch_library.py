"""PyTorch tensors, on the CPU and on GPUs.

What PyTorch has to see of a call, it is given as an operator: see :meth:`TorchLibrary.records`. So
the view of a tensor is refused where it requires a gradient that is being recorded, carries a
tangent, or is in a graph. So is a view with its sign to be flipped (``is_neg``), since its memory
holds other numbers.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable, Hashable
from typing import Any

from sgemm.arrays.library import DispatchableLibrary, GuardedLaunch, Launch, Signatures, wrong_dtype
from sgemm.arrays.view import ALIGNMENT_MASK, HOST, OverlapRanges, View, packed_strides
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.machines.interface import CUDA_KIND, DEFAULT_STREAMS, Machine
from sgemm.problem import ITEM_BYTES
from sgemm.visible import type_name


def wrong_elements(name: str, dtype: Any) -> ArgumentTypeError:
    """Return the error for a tensor whose elements are not of float32."""
    if "complex" in str(dtype):
        return wrong_dtype(name, dtype, "only real float32 matrices are multiplied")
    return wrong_dtype(name, dtype, f"float32 is needed: {name}.float()")


class TorchLibrary(DispatchableLibrary):
    """PyTorch, as the caller imported it."""

    name = "PyTorch"

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self._float32, self._is_grad_enabled = torch.float32, torch.is_grad_enabled
        self._is_inference_enabled: Callable[[], bool] = torch.is_inference_mode_enabled
        self._types = {getattr(torch, name): name for name in ITEM_BYTES if hasattr(torch, name)}
        self._count_change = _counter_of_changes(torch)
        self._may_be_traced = tracing_check(torch)
        transforms = getattr(torch._C, "_are_functorch_transforms_active", None)
        self._is_transformed: Callable[[], bool] = transforms or (lambda: True)
        self._count_function_modes = getattr(torch._C, "_len_torch_function_stack", lambda: 0)
        # Its level is -1 where no tensor carries a tangent; it is no public name.
        forward = torch.autograd.forward_ad
        known = hasattr(forward, "_current_level")
        self._forward: Any = forward if known else types.SimpleNamespace(_current_level=0)
        self.current_stream = getattr(
            torch._C,
            "_cuda_getCurrentRawStream",
            lambda number: int(torch.cuda.current_stream(number).cuda_stream),
        )

    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return the view of a tensor: torch.Tensor itself or a Parameter."""
        torch = self._torch
        if self._is_traced() or not isinstance(value, torch.Tensor):
            raise ArgumentError(
                f"{name} is multiplied while PyTorch records a graph (make_fx, torch.jit.trace, "
                "torch.fx), which would hold a result without contents: call it outside (make_fx "
                "and torch.jit.trace record sgemm.matmul and sgemm.gemm)"
            )
        if type(value) not in (torch.Tensor, torch.nn.Parameter):
            raise ArgumentTypeError(
                f"{name} is of type {type_name(value)}, a subclass whose own meaning would be "
                "ignored: a plain torch.Tensor is needed"
            )
        if value.requires_grad and torch.is_grad_enabled():
            raise ArgumentError(
                f"{name} requires a gradient, which only sgemm.matmul and sgemm.gemm compute: pass "
                f"{name}.detach(), or call it under torch.no_grad()"
            )
        if torch.autograd.forward_ad.unpack_dual(value).tangent is not None:
            raise ArgumentError(
                f"{name} carries a tangent (forward-mode differentiation), which only sgemm.matmul "
                "and sgemm.gemm compute: pass "
                f"torch.autograd.forward_ad.unpack_dual({name}).primal"
            )
        return self.view_of_memory(name, value)

    def view_of_memory(self, name: str, value: Any) -> View:
        """Return the view of a tensor, whatever it requires and whoever records it."""
        torch = self._torch
        if value.is_nested:
            raise ArgumentError(f"{name} is a nested tensor; a dense one is needed")
        if value.layout != torch.strided:
            raise ArgumentError(
                f"{name} has layout {value.layout}; a dense tensor is needed: {name}.to_dense()"
            )
        type_ = self._types.get(value.dtype)
        if type_ is None:
            raise wrong_elements(name, value.dtype)
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
        shape = tuple(value.shape)
        strides = tuple(ITEM_BYTES[type_] * step for step in value.stride())
        view = View(address, shape, strides, device, False, value, type=type_)
        storage = value.untyped_storage()
        if address and view.span[1] > storage.data_ptr() + storage.nbytes():
            raise ArgumentError(
                f"{name} has shape {shape} and strides {value.stride()}, and reaches beyond its "
                f"storage of {storage.nbytes()} bytes"
            )
        return view

    def records(self, values: tuple[Any, ...]) -> bool:
        """Tell whether PyTorch records, transforms or differentiates what is computed of tensors.

        So it is with tensors of a class of their own, which may do any of these.
        """
        torch = self._torch
        if self._may_be_traced() or self._is_transformed() or self.is_watched():
            return True
        is_grad_enabled, is_forward = self._is_grad_enabled(), self._forward._current_level >= 0
        # A plain loop, with what is most frequent first: calls with gradients come here each time.
        for value in values:
            if isinstance(value, torch.Tensor) and (
                (value.requires_grad and is_grad_enabled)
                or type(value) not in (torch.Tensor, torch.nn.Parameter)
                or value.is_meta
                or (is_forward and torch.autograd.forward_ad.unpack_dual(value).tangent is not None)
            ):
                return True
        return False

    def is_watched(self) -> bool:
        """Tell whether a mode (TorchFunctionMode) sees calls, which that of a default device may.

        It does no more than place new tensors.
        """
        own, device = self._torch._C, sys.modules.get("torch.utils._device")
        return any(
            type(own._get_function_stack_at(n)) is not getattr(device, "DeviceContext", None)
            for n in range(self._count_function_modes())
        )

    def _is_traced(self) -> bool:
        """Tell whether operators are being traced, to be run again without Python."""
        if not self._may_be_traced():
            return False
        if self._torch.jit.is_tracing():
            return True
        # Whoever records has imported it.
        proxies = sys.modules.get("torch.fx.experimental.proxy_tensor")
        find = getattr(proxies, "get_proxy_mode", None)
        return find is not None and find() is not None

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Make a tensor on the device of another, in its caching allocator."""
        return self._torch.empty(shape, dtype=self._torch.float32, device=like.device)

    def check_target(self, name: str, target: Any) -> None:
        """Refuse a tensor made for inference where its changes are not counted, as PyTorch does."""
        if self._is_kept_for_inference(target):
            raise ArgumentError(
                f"{name} was made under torch.inference_mode(), and is changed only there: pass "
                f"{name}.clone(), or call it there"
            )

    def _is_kept_for_inference(self, target: Any) -> bool:
        return bool(target.is_inference()) and not self._is_inference_enabled()

    def written(self, target: Any) -> None:
        """Count a change, so that autograd knows of it where it had kept the old contents."""
        self._count_change((target,))

    def version(self, value: Any) -> Hashable:
        """Return where and how a tensor lies, and how often it was changed.

        What is assigned to ``tensor.data`` lies elsewhere, if the memory of before is kept, and
        counts as no change. Nor does what is written through ``tensor.data``, nor any change of a
        tensor of inference mode.
        """
        changes = None if value.is_inference() else value._version
        return value.data_ptr(), value.shape, value.stride(), value.dtype, changes

    def memory_of(self, value: Any) -> Any:
        """Return the storage, which outlives an assignment to ``tensor.data``."""
        return value.untyped_storage()

    def widened(self, name: str, value: Any) -> Any:
        """Return a copy in float32, with the order of strides, and so the layout, of the tensor."""
        return value.detach().float()

    def packed(self, name: str, value: Any) -> Any:
        """Return a contiguous copy."""
        return value.detach().clone(memory_format=self._torch.contiguous_format)

    def assign(self, name: str, target: Any, source: Any) -> None:
        """Copy a tensor into another."""
        target.detach().copy_(source.detach())

    def signatures(self, a: Any, b: Any, is_below_modes: bool = False) -> Signatures | None:
        """Return two addresses; and all else that distinguishes tensors that are multiplied."""
        if self._count_function_modes() and not is_below_modes:
            if self.is_watched():
                return None
            with self._torch._C.DisableTorchFunction():  # each attribute would be a call of Python
                return self.signatures(a, b, True)
        float32 = self._float32
        try:
            types = () if a.dtype is b.dtype is float32 else (a.dtype, b.dtype)
            if (
                ((a.requires_grad or b.requires_grad) and self._is_grad_enabled())
                or (types and not self._types.keys() >= {*types})
                or a.is_neg()
                or b.is_neg()
                or self._forward._current_level >= 0
                or self._is_transformed()
                or self._may_be_traced()
            ):
                return None
            at_a, at_b = a.data_ptr(), b.data_ptr()
            if not at_a or not at_b:  # nothing, or what was taken away: its view tells
                return None
            like_a = (a.shape, a.stride(), a.device, at_a & ALIGNMENT_MASK)
            like_b = (b.shape, b.stride(), b.device, at_b & ALIGNMENT_MASK)
            return at_a, at_b, (like_a, *like_b, *types)
        except RuntimeError:  # a tensor without strides or memory
            return None

    def signature(self, value: Any, is_below_modes: bool = False) -> tuple[int, Hashable] | None:
        """Return the address; and the shape, strides, device and alignment of an ``out``."""
        if self._count_function_modes() and not is_below_modes:
            with self._torch._C.DisableTorchFunction():
                return self.signature(value, True)
        try:
            if (
                value.dtype is not self._float32
                or value.is_neg()
                or (value.requires_grad and self._is_grad_enabled())
                or self._is_kept_for_inference(value)
            ):
                return None
            address = value.data_ptr()
            if not address:
                return None
            return address, (value.shape, value.stride(), value.device, address & ALIGNMENT_MASK)
        except RuntimeError:
            return None

    def allocator(self, number: int, shape: tuple[int, ...]) -> Callable[[], Any]:
        """Return what makes tensors on a GPU, in the caching allocator."""
        torch = self._torch
        steps = packed_strides(shape, 1)
        options = {"dtype": self._float32, "device": torch.device("cuda", number)}
        anywhere = functools.partial(torch.empty_strided, shape, steps, **options)
        quick = quick_allocation(torch)
        if quick is None:
            return anywhere
        here = functools.partial(quick, shape, steps, self._float32)
        if torch.cuda.device_count() == 1:
            return here
        current_device = torch._C._cuda_getDevice
        return lambda: here() if current_device() == number else anywhere()

    def address_of(self, value: Any) -> int:
        """Return the address of a tensor; 0 for one that a transformation of PyTorch wraps."""
        try:
            return value.data_ptr()  # type: ignore[no-any-return]
        except RuntimeError:
            return 0

    def guarded(
        self, launch: Launch, arrays: tuple[Any, Any, Any], overlaps: OverlapRanges, number: int
    ) -> GuardedLaunch:
        """Return what launches for tensors with the signatures of these."""
        guards = trusted_guards(self._torch)
        if (
            guards is None
            or self._may_be_traced()  # guards made then would miss what is traced later
            or any(tensor.requires_grad for tensor in arrays)
            or any(tensor.data_ptr() & ALIGNMENT_MASK for tensor in arrays)
        ):
            return super().guarded(launch, arrays, overlaps, number)
        (low_a, high_a), (low_b, high_b) = overlaps
        are_alike = guards(*arrays, dynamic_dims_sizes=None, dynamic_dims_strides=None).check
        stream, count_change, forward = self.current_stream, self._count_change, self._forward
        # What else may record a call, the guards see: it changes the keys of the dispatcher.
        count_modes, is_tracing = (
            self._torch._C._len_torch_dispatch_stack,
            self._torch._C._is_tracing,
        )

        count_function_modes, own = self._count_function_modes, self._torch._C

        def guarded(a: Any, b: Any, out: Any, is_below_modes: bool = False) -> bool:
            if count_function_modes() and not is_below_modes:
                with own.DisableTorchFunction():
                    return guarded(a, b, out, True)
            try:
                at_a, at_b, at_c = a.data_ptr(), b.data_ptr(), out.data_ptr()
                # What has no strides has no address either, or is nested; and a nested tensor
                # that is given to the guards ends the process.
                if a.is_nested or b.is_nested or out.is_nested or not are_alike(a, b, out):
                    return False
                if forward._current_level >= 0 or count_modes() or is_tracing():
                    return False
            except (AttributeError, RuntimeError, TypeError):
                return False
            if (
                (at_a | at_b | at_c) & ALIGNMENT_MASK
                or not (at_a and at_b and at_c)
                or low_a < at_c - at_a < high_a
                or low_b < at_c - at_b < high_b
            ):
                return False
            launch(at_a, at_b, at_c, stream(number))
            count_change((out,))
            return True

        return guarded

    def record_stream_of(self, value: Any, stream: int) -> bool:
        """Let the caching allocator know that another stream, not a default one, uses a tensor."""
        if stream in DEFAULT_STREAMS:
            return False
        other = self._torch.cuda.ExternalStream(stream, device=value.device)
        value.record_stream(other)
        return True


def _counter_of_changes(torch: Any) -> Callable[[tuple[Any]], object]:
    """Return what lets autograd know of a change: the core of ``increment_version``."""
    try:
        with torch.inference_mode(False):
            sample = torch.zeros(1)
            before = sample._version
            torch._C._increment_version((sample,))
            if sample._version == before + 1:
                return torch._C._increment_version  # type: ignore[no-any-return]
    except Exception:
        pass  # the public one, then

    def count_change(tensors: tuple[Any]) -> None:
        if not tensors[0].is_inference():  # those have nothing to count
            torch.autograd.graph.increment_version(tensors[0])

    return count_change


def tracing_check(torch: Any) -> Callable[[], bool]:
    """Return a quick check of whether operators of this thread may be traced."""
    # By modes (TorchDispatchMode, early ones of torch.export too) or the tracer of torch.jit.
    # The names are not public; where one is missing, somebody always may.
    own = torch._C
    try:
        count_modes, is_tracing = own._len_torch_dispatch_stack, own._is_tracing
        includes, early = own._dispatch_tls_is_dispatch_key_included, own.DispatchKey.PreDispatch
        count_modes(), is_tracing(), includes(early)
    except Exception:
        return lambda: True

    def may_be_traced() -> bool:
        return bool(count_modes() or is_tracing() or includes(early))

    return may_be_traced


@functools.cache
def quick_allocation(torch: Any) -> Any:
    """Return what PyTorch's compiled code makes tensors by on the current GPU, or None.

    It takes shape, strides and type, and knows nothing of PyTorch's dispatcher, nor of what that
    may do with a call: modes and transformations.
    """
    # No public name; so it is used only where it is found to make what torch.empty_strided does.
    try:
        make = torch._C._dynamo.guards._empty_strided_cuda
        with torch.inference_mode(False):
            made = make((2, 3), (3, 1), torch.float32)
        is_right = type(made) is torch.Tensor and made.dtype is torch.float32 and made.is_cuda
        is_right = is_right and (tuple(made.shape), made.stride()) == ((2, 3), (3, 1))
    except Exception:
        return None
    return make if is_right and not made.requires_grad else None


@functools.cache
def trusted_guards(torch: Any) -> Any:
    """Return what PyTorch's compiler recognises inputs by, in one call, or None."""
    # No public name; so it is used only where it is found to distinguish all that matters.
    try:
        guards = torch._C._dynamo.guards.TensorGuards
        zeros = functools.partial(torch.zeros, device="cpu")  # whatever the default device is
        with torch.inference_mode(True):
            made_for_inference = zeros(2, 3)
        with torch.inference_mode(False):
            like, other = zeros(2, 3), zeros(2, 3)
            different = (
                zeros(4, 3),
                zeros(2, 4)[:, :3],
                zeros(2, 3, 1),
                zeros(2, 3, dtype=torch.int32),
                zeros(2, 3, requires_grad=True),
                torch.zeros(2, 3, device="meta"),
                torch.nn.Parameter(zeros(2, 3), requires_grad=False),
                torch._neg_view(zeros(2, 3)),
                made_for_inference,
            )
            are_alike = guards(like, dynamic_dims_sizes=None, dynamic_dims_strides=None).check
            is_right = are_alike(other) is True and not any(map(are_alike, different))
            with torch._C._IncludeDispatchKeyGuard(torch._C.DispatchKey.PreDispatch):
                is_right = is_right and not are_alike(other)
            with torch.inference_mode(True):
                is_right = is_right and not are_alike(other)
    except Exception:
        return None
    return guards if is_right else None
