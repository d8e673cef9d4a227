"""One of PyTorch's products: whether the library takes it, and the kernel that does or does not.

What this costs, every product of a program pays. So each kind of call is decided upon once: known
of it is what it launches, or why PyTorch computes it.
"""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Callable, Hashable
from typing import Any

import torch
from torch import Tensor

from sgemm.arrays.view import ALIGNMENT_MASK
from sgemm.blas.dispatch import CachedLaunch, cached_launch
from sgemm.errors import ArgumentError, RequirementError, SgemmError
from sgemm.torch.backend import BACKEND, computed_call, is_readable
from sgemm.torch.counting import TAKEN, Counter, count, counter
from sgemm.torch.scalars import Scalars

Fallback = Callable[..., Any]
"""PyTorch's own kernel, for calls that are not taken."""

KEPT = 4096
"""Of so many pairs of shapes the calls of an operator are known, and so many kinds of each."""

FLOAT32 = torch.float32
NOT_FLOAT32, REFUSED, CHANGES = "not float32", "refused by sgemm", "alpha or beta changes"
REAL = (int, float)

Call = tuple[Tensor, Tensor, Tensor | None, Tensor | None, Any, Any]
"""A, B, what is added, ``out``, alpha and beta."""

Kinds = dict[Hashable, CachedLaunch | Counter]
"""What calls with matrices of given shapes launch; or their counter, where PyTorch computes them.

The keys are strides, devices and alignment of the matrices, and all else that distinguishes calls.
"""


class Known(dict[Hashable, Kinds | Counter]):
    """What is known of calls of one operator, by shapes: their kinds, or one counter for all."""

    def __init__(self, plan: str) -> None:
        super().__init__()
        self.plan = plan
        self.scalars: dict[Hashable, Scalars] = {}  # of sums, by shapes and the rest of their kind


_known: dict[tuple[str, str, str], Known] = {}
"""By operator, type of device and plan."""


def forget_reasons() -> None:
    """Decide again upon what has been left to PyTorch, and warn again."""
    global _has_warned
    _has_warned = False
    for known in _known.values():
        known.scalars.clear()
        for shapes, kinds in list(known.items()):
            found = list(kinds.values()) if isinstance(kinds, dict) else [kinds]
            if not all(isinstance(each, CachedLaunch) for each in found):
                known.pop(shapes, None)


_has_warned = False


def _forget_after_fork() -> None:
    """In a forked process, forget all: the parent has kept the machines."""
    for known in _known.values():
        known.scalars.clear()
        known.clear()


os.register_at_fork(after_in_child=_forget_after_fork)


def _remember(known: dict[Hashable, Any], key: Hashable, found: object) -> None:
    if key is not None and found is not None:
        if len(known) >= KEPT:
            known.clear()
        known[key] = found


# Before 2.9, where nothing is taken over, PyTorch may not have it.
_precision: Any = getattr(torch._C, "_get_fp32_precision_getter", None)
_has_names: Callable[[Tensor], bool] | None = getattr(Tensor, "has_names", None)


class Taker:
    """What decides on the calls of one operator, for tensors on devices of one type, and counts."""

    def __init__(self, operator: str, device: str) -> None:
        self._operator = operator
        self._device = device
        self._known: Known | None = None
        self._taken, self._of_other_types = counter(operator, TAKEN), counter(operator, NOT_FLOAT32)

    def take_by(self, plan: str | None) -> None:
        """Compute by a plan from now on; with None leave all to PyTorch."""
        if plan is None:
            self._known = None
        else:
            self._known = _known.setdefault((self._operator, self._device, plan), Known(plan))

    def taken(
        self,
        a: Tensor,
        b: Tensor,
        addend: Tensor | None = None,
        out: Tensor | None = None,
        alpha: Any = 1.0,
        beta: Any = 0.0,
    ) -> Tensor | None:
        """Return alpha*A*B + beta*addend, in ``out`` if there is one; None where PyTorch has to."""
        known = self._known  # another thread may exchange it
        if known is None:
            return None
        if a.dtype is not FLOAT32:  # the most frequent reason, and no time is lost on it
            next(self._of_other_types)
            return None
        shapes = a.shape, b.shape
        kinds = known.get(shapes)
        if kinds is None:
            reason = _reason_of_shapes(self._operator, *shapes)
            kinds = {} if reason is None else counter(self._operator, reason)
            _remember(known, shapes, kinds)
        if not isinstance(kinds, dict):
            next(kinds)
            return None
        key: Hashable = None
        found: CachedLaunch | Counter | None = None
        at_a, at_b = a.data_ptr(), b.data_ptr()
        if at_a and at_b and b.dtype is FLOAT32:
            rest_a, rest_b = at_a & ALIGNMENT_MASK, at_b & ALIGNMENT_MASK
            key = a.stride(), b.stride(), a.get_device(), b.get_device(), rest_a, rest_b
            if addend is not None or out is not None:
                key = _key_of_more(key, addend, out, alpha, beta)
            found = kinds.get(key)
        result, reason = None, None
        try:
            if isinstance(found, CachedLaunch):
                reason = _reason_of_now(a, b, addend, out, beta)
                if reason is None and addend is None and out is None:
                    result = found.compute(at_a, at_b)
                elif reason is None:
                    result = _launched(found, at_a, at_b, addend, out, beta)
            elif found is not None:
                next(found)
                return None
            if result is None and reason is None:
                call = a, b, addend, out, alpha, beta
                result, reason = self._checked(known, kinds, key, call)
        except SgemmError as error:
            reason = _failure(error)
            if reason != REFUSED:
                _remember(kinds, key, counter(self._operator, reason))
        if reason is None:
            next(self._taken)
        else:
            count(self._operator, reason)
        return result

    def _checked(
        self, known: Known, kinds: Kinds, key: Any, call: Call
    ) -> tuple[Tensor | None, str | None]:
        """Compute and remember a call of a new kind; return its result, or the reason for none."""
        a, b, addend, out, alpha, beta = call
        scalars = None
        if addend is not None and key is not None:
            scalars = _scalars_of(known, a.shape, b.shape, key[1])
            if not scalars.admit(alpha, beta):
                return None, CHANGES
        reason = _reason_of_kind(self._device, call)
        if reason is not None:
            _remember(kinds, key, counter(self._operator, reason))
            return None, reason
        reason = _reason_of_now(a, b, addend, out, beta)
        if reason is not None:
            return None, reason
        target, readable = out, None
        if addend is not None and addend is not out and beta != 0:
            readable = addend.expand(_shape(a, b))
            if not is_readable(readable, out):
                readable = None
                target = a.new_empty(_shape(a, b)) if out is None else out
                target.copy_(addend)
        scalars_of_call = float(alpha), float(beta)
        validated, done = computed_call(a, b, readable, target, *scalars_of_call, known.plan)
        launch = cached_launch(validated, done)
        _remember(kinds, key, launch)
        if scalars is not None and launch is not None:
            scalars.pairs.add((alpha, beta))
        return done.result, None


def _failure(error: SgemmError) -> str:
    """Return the reason for a product that the library could not compute after all."""
    if isinstance(error, ArgumentError):  # by its memory: others of this kind may go
        return REFUSED
    if isinstance(error, RequirementError):
        return "no kernel"
    global _has_warned
    if not _has_warned:  # the library is not what it should be
        _has_warned = True
        warnings.warn(
            f"PyTorch computes what sgemm.torch.enable() asked sgemm for: {error}",
            RuntimeWarning,
            stacklevel=2,
        )
    return type(error).__name__


def _reason_of_shapes(operator: str, a: torch.Size, b: torch.Size) -> str | None:
    axes = 3 if "bmm" in operator else 2
    if not (len(a) == len(b) == axes) or a[:-2] != b[:-2] or a[-1] != b[-2]:
        return "shapes that do not fit"
    return "nothing to multiply" if 0 in (*a, *b) else None


def _reason_of_kind(device: str, call: Call) -> str | None:
    """Return the reason that lies in types, devices, scalars, and what else belongs to a kind."""
    a, b, addend, out, alpha, beta = call
    tensors = [each for each in (a, b, addend, out) if each is not None]
    if any(each.dtype is not torch.float32 for each in tensors):
        return NOT_FLOAT32
    if a.device.type != device or any(each.device != a.device for each in tensors):
        return "several devices"
    shape = _shape(a, b)
    if addend is not None and not _is_broadcast(addend.shape, shape):
        return "shapes that do not fit"
    if out is not None and out.shape != shape:
        return "out of another shape"
    if not (isinstance(alpha, REAL) and isinstance(beta, REAL)):
        return "alpha or beta is no real number"
    return None


def _key_of_more(
    key: Hashable, addend: Tensor | None, out: Tensor | None, alpha: Any, beta: Any
) -> Hashable:
    """Return the key of a call that adds or has an ``out``; None for what is never known."""
    of_addend: Hashable = None
    of_out: Hashable = None
    scalars: Hashable = None
    if addend is not None:
        if not (isinstance(alpha, REAL) and isinstance(beta, REAL)):
            return None
        rest = addend.data_ptr() & ALIGNMENT_MASK
        of_addend = addend.shape, addend.stride(), addend.dtype, addend.get_device(), rest
        scalars = alpha, beta
    if out is not None:
        found = BACKEND.signature(out)
        if found is None:
            return None
        of_out = found[1], out is addend
    return scalars, (key, of_addend, of_out)


def _scalars_of(known: Known, *alike: Hashable) -> Scalars:
    """Return what is known of the scalars of sums that are alike in all else."""
    found = known.scalars.get(alike)
    if found is None:
        found = Scalars()
        _remember(known.scalars, alike, found)
    return found


def _reason_of_now(
    a: Tensor, b: Tensor, addend: Tensor | None, out: Tensor | None, beta: Any
) -> str | None:
    """Return a reason that others of this kind may not have."""
    if _precision("cuda", "matmul") not in ("none", "ieee"):
        return "TF32 is allowed"
    if _has_names is not None and (_has_names(a) or _has_names(b)):
        return "named axes"
    if addend is not None and out is not None and out is not addend and beta != 0:
        # What kernels cannot read is copied to out before A and B are read.
        own = out.untyped_storage().data_ptr()
        if any(each.untyped_storage().data_ptr() == own for each in (addend, a, b)):
            return "out in the memory of another"
    return None


def _launched(
    found: CachedLaunch, at_a: int, at_b: int, addend: Tensor | None, out: Tensor | None, beta: Any
) -> Tensor | None:
    """Launch what is known of a call, and return its result; None if it has to be checked first."""
    if out is None:
        result: Tensor = found.make()
        at_c = BACKEND.address_of(result)
        if not at_c or at_c & ALIGNMENT_MASK != found.rest:
            return None
    else:
        result, at_c = out, out.data_ptr()
        at_addend = 0 if addend is None else addend.data_ptr()
        if found.overlap(at_a, at_b, at_c, at_addend):
            return None
    stream = BACKEND.current_stream(found.number)
    if found.adds is not None and addend is not None:
        found.launch(at_a, at_b, at_c, stream, addend.data_ptr())
        return result
    if addend is not None and addend is not out and beta != 0:
        result.copy_(addend)
    found.launch(at_a, at_b, at_c, stream)
    return result


def product_kernel(taker: Taker, fallback: Fallback) -> Callable[..., Tensor]:
    """Return the kernel of a product, with or without an ``out``."""

    def kernel(a: Tensor, b: Tensor, *, out: Tensor | None = None) -> Any:
        result = taker.taken(a, b, None, out)
        if result is not None:
            return result
        return fallback(a, b) if out is None else fallback(a, b, out=out)

    return kernel


def sum_kernel(
    taker: Taker, fallback: Fallback, *, in_place: bool = False
) -> Callable[..., Tensor]:
    """Return the kernel of a sum, with an ``out``, without one, or written over what is added.

    PyTorch leaves out scalars of one.
    """

    def kernel(
        addend: Tensor,
        a: Tensor,
        b: Tensor,
        *,
        beta: Any = 1,
        alpha: Any = 1,
        out: Tensor | None = None,
    ) -> Any:
        result = taker.taken(a, b, addend, addend if in_place else out, alpha, beta)
        if result is not None:
            return result
        rest = {} if out is None else {"out": out}
        return fallback(addend, a, b, beta=beta, alpha=alpha, **rest)

    return kernel


def _shape(a: Tensor, b: Tensor) -> tuple[int, ...]:
    return (*a.shape[:-1], b.shape[-1])


def _is_broadcast(shape: tuple[int, ...], to: tuple[int, ...]) -> bool:
    if len(shape) > len(to):
        return False
    ends = zip(reversed(shape), reversed(to), strict=False)
    return all(size in (1, wanted) for size, wanted in ends)


KERNELS: dict[str, Callable[[Taker, Fallback], Callable[..., Tensor]]] = {
    **dict.fromkeys(("mm", "bmm", "mm.out", "bmm.out"), product_kernel),
    **dict.fromkeys(("addmm", "baddbmm", "addmm.out", "baddbmm.out"), sum_kernel),
    **dict.fromkeys(("addmm_", "baddbmm_"), functools.partial(sum_kernel, in_place=True)),
}
"""PyTorch's operators that are taken over, and what makes their kernels."""
