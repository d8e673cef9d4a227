"""One of PyTorch's products: whether the library takes it, and the kernel that does or does not."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from sgemm.errors import ArgumentError, RequirementError, SgemmError
from sgemm.torch.backend import computed, launched
from sgemm.torch.counting import TAKEN, count
from sgemm.torch.rule import slower

Own = Callable[..., Any]
"""PyTorch's own kernel, called with the dispatcher's keys first."""

KEPT = 4096
"""How many decisions are kept."""


def _of_old_versions(*_: str) -> str:
    return "tf32" if torch.backends.cuda.matmul.allow_tf32 else "ieee"


_precision: Callable[[str, str], str] = getattr(
    torch._C, "_get_fp32_precision_getter", _of_old_versions
)
_has_names: Callable[[Tensor], bool] | None = getattr(Tensor, "has_names", None)


class Taker:
    """What decides on the products of tensors on devices of one type."""

    def __init__(self, device: str) -> None:
        self.is_active = False
        self._device = device
        self._decisions: dict[object, str | None] = {}
        self._has_warned = False

    def reason(self, operator: str, a: Tensor, b: Tensor, others: tuple[Tensor, ...]) -> str | None:
        """Return why PyTorch computes a product; None where the library does.

        ``others`` are what is added, and what is written to.
        """
        if a.dtype is not torch.float32:  # the most frequent reason, and no time is lost on it
            return "not float32"
        kinds = [(each.shape, each.dtype, each.device) for each in (a, b, *others)]
        key = operator, *kinds
        try:
            reason = self._decisions[key]
        except KeyError:
            reason = self._decided(key, self._reason_of_kinds(operator, a, b, others))
        if reason is None:
            if _precision("cuda", "matmul") not in ("none", "ieee"):
                return "TF32 is allowed"
            if _has_names is not None and (_has_names(a) or _has_names(b)):
                return "named axes"
        return reason

    def product(self, operator: str, a: Tensor, b: Tensor, out: Tensor | None) -> Tensor | None:
        """Return A*B; None where PyTorch has to compute it."""
        others = () if out is None else (out,)
        reason = self.reason(operator, a, b, others)
        result = None
        if reason is None:
            try:
                result = launched(operator, a, b, out)
                if result is None:
                    result = computed(operator, a, b, out)
                reason = TAKEN
            except SgemmError as error:
                reason = self.failed(error, operator, a, b, others)
        count(operator, reason)
        return result

    def failed(
        self, error: SgemmError, operator: str, a: Tensor, b: Tensor, others: tuple[Tensor, ...]
    ) -> str:
        """Return the reason for a product that the library could not compute after all."""
        if isinstance(error, ArgumentError):  # by its memory: others of these shapes may go
            return "refused by sgemm"
        if isinstance(error, RequirementError):
            return "no kernel"
        # The library is not what it should be: a warning says so once, and it is not tried again.
        if not self._has_warned:
            self._has_warned = True
            warnings.warn(
                f"PyTorch computes what sgemm.torch.enable() asked sgemm for: {error}",
                RuntimeWarning,
                stacklevel=2,
            )
        reason = type(error).__name__
        kinds = [(each.shape, each.dtype, each.device) for each in (a, b, *others)]
        self._decided((operator, *kinds), reason)
        return reason

    def _decided(self, key: object, reason: str | None) -> str | None:
        if len(self._decisions) >= KEPT:
            self._decisions.clear()
        self._decisions[key] = reason
        return reason

    def _reason_of_kinds(
        self, operator: str, a: Tensor, b: Tensor, others: tuple[Tensor, ...]
    ) -> str | None:
        """Return the reason that lies in shapes, types and devices."""
        tensors = (a, b, *others)
        if any(each.dtype is not torch.float32 for each in tensors):
            return "not float32"
        if a.device.type != self._device or any(each.device != a.device for each in tensors):
            return "several devices"
        axes = 3 if "bmm" in operator else 2
        if not (a.dim() == b.dim() == axes) or a.shape[:-2] != b.shape[:-2]:
            return "shapes that do not fit"
        m, n, k = a.shape[-2], b.shape[-1], a.shape[-1]
        if k != b.shape[-2]:
            return "shapes that do not fit"
        batch, adds, shape = math.prod(a.shape[:-2]), "add" in operator, _shape(a, b)
        if adds and not _is_broadcast(others[0].shape, shape):
            return "shapes that do not fit"
        if len(others) > adds and others[-1].shape != shape:
            return "out of another shape"
        if 0 in (batch, m, n, k):
            return "nothing to multiply"
        return None if self._device == "cpu" else slower(batch, m, n, k, adds)


def of_product(taker: Taker, operator: str, own: Own) -> Callable[..., Tensor]:
    """Return the kernel of a product."""

    def kernel(keys: Any, a: Tensor, b: Tensor) -> Any:
        if taker.is_active:
            result = taker.product(operator, a, b, None)
            if result is not None:
                return result
        return own(keys, a, b)

    def kernel_out(keys: Any, a: Tensor, b: Tensor, *, out: Tensor) -> Any:
        if taker.is_active:
            result = taker.product(operator, a, b, out)
            if result is not None:
                return result
        return own(keys, a, b, out=out)

    return kernel_out if operator.endswith(".out") else kernel


def of_sum(taker: Taker, operator: str, own: Own) -> Callable[..., Tensor]:
    """Return the kernel of a sum, which may have an ``out``, or be in place."""
    is_in_place = operator.endswith("_")

    def kernel(
        keys: Any,
        addend: Tensor,
        a: Tensor,
        b: Tensor,
        *,
        beta: Any = 1,
        alpha: Any = 1,
        out: Tensor | None = None,
    ) -> Any:
        if taker.is_active:
            target = addend if is_in_place else out
            others = (addend,) if target is None else (addend, target)
            reason = taker.reason(operator, a, b, others) or _reason_of_values(
                addend, a, b, beta, alpha, target
            )
            if reason is None:
                try:
                    result = _sum(operator, addend, a, b, float(beta), float(alpha), target)
                    count(operator, TAKEN)
                    return result
                except SgemmError as error:
                    reason = taker.failed(error, operator, a, b, others)
            count(operator, reason)
        if out is None:
            return own(keys, addend, a, b, beta=beta, alpha=alpha)
        return own(keys, addend, a, b, beta=beta, alpha=alpha, out=out)

    return kernel


def _reason_of_values(
    addend: Tensor, a: Tensor, b: Tensor, beta: object, alpha: object, target: Tensor | None
) -> str | None:
    if not isinstance(beta, int | float) or not isinstance(alpha, int | float):
        return "alpha or beta is no real number"
    if target is not None and target is not addend and beta != 0:
        # What is added is copied to out before A and B are read.
        own = target.untyped_storage().data_ptr()
        if any(each.untyped_storage().data_ptr() == own for each in (addend, a, b)):
            return "out in the memory of another"
    return None


def _sum(
    operator: str,
    addend: Tensor,
    a: Tensor,
    b: Tensor,
    beta: float,
    alpha: float,
    target: Tensor | None,
) -> Tensor:
    if beta != 0.0 and target is not addend:
        if target is None:
            target = a.new_empty(_shape(a, b))
        target.copy_(addend)
    result = launched(operator, a, b, target, alpha, beta)
    return computed(operator, a, b, target, alpha, beta) if result is None else result


def _shape(a: Tensor, b: Tensor) -> tuple[int, ...]:
    return (*a.shape[:-1], b.shape[-1])


def _is_broadcast(shape: tuple[int, ...], to: tuple[int, ...]) -> bool:
    if len(shape) > len(to):
        return False
    ends = zip(reversed(shape), reversed(to), strict=False)
    return all(size in (1, wanted) for size, wanted in ends)


KERNELS = {
    **dict.fromkeys(("mm", "mm.out", "bmm", "bmm.out"), of_product),
    **dict.fromkeys(("addmm", "addmm.out", "addmm_"), of_sum),
    **dict.fromkeys(("baddbmm", "baddbmm.out", "baddbmm_"), of_sum),
}
"""PyTorch's operators that are taken over, and what makes their kernels."""
