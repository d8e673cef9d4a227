"""PyTorch's own ``mm``, ``addmm``, ``bmm`` and ``baddbmm`` by the library's kernels.

``matmul``, ``einsum`` and ``linear`` are made of these in PyTorch, and so are the gradients of all.
Kernels are put under a key of PyTorch's dispatcher where autograd, autocast, transforms and modes
are done, and keep PyTorch's own, which computes whatever they do not take, and says what is wrong
with an argument.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import os
import threading
import warnings
from collections import deque
from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeVar

import torch
from torch.utils._contextlib import _wrap_generator

from sgemm.blas import tracing
from sgemm.errors import ArgumentError
from sgemm.planning.automatic import IEEE, plan_of
from sgemm.planning.automatic import NAME as DEFAULT_PLAN
from sgemm.torch.taking import KERNELS, Fallback, Taker, forget_reasons
from sgemm.visible import short

KEYS = {"cuda": "CUDA", "cpu": "CPU"}
"""Devices whose tensors can be taken, and their keys in PyTorch's dispatcher."""

Function = TypeVar("Function", bound=Callable[..., Any])

PROGRAM = "the program"

INVALID = "SafeKernelFunction has been invalidated"
"""What PyTorch says of a kernel that whoever registered it has taken away."""


class Installed(NamedTuple):
    """What was put under PyTorch's operators for the tensors of one device."""

    library: torch.library.Library  # keeps the registrations
    takers: list[Taker]
    fallbacks: dict[str, Fallback]  # operator -> the kernel that was there before


_lock = threading.RLock()
_users: dict[object, tuple[frozenset[str], str]] = {}
"""Who wants products taken over, the program and contexts that are open: where, by which plan."""
_installed: dict[str, Installed] = {}
_kept: deque[object] = deque(maxlen=64 * len(KERNELS))
"""Kernels that were taken out last, in which a thread may still be."""


@tracing.refused
def enable(*, devices: Collection[str] = ("cuda",), precision: str = IEEE) -> None:
    """Let the library's kernels compute PyTorch's products of float32 from now on.

    Products that are left to PyTorch go to the kernels that were there before. If another package
    had overridden these, and took its kernels away since, call this again.

    Parameters
    ----------
    devices : collection of str
        The devices whose tensors are taken: ``"cuda"``, ``"cpu"`` or both. Use ``"cpu"`` only to
        try things out: the library copies such tensors to a GPU, or computes slowly with its
        executor.
    precision : str
        As for :func:`sgemm.gemm`. With ``"split"``, products for which a GPU has no kernel on
        tensor cores are left to PyTorch.

    Raises
    ------
    ArgumentError
        For another device or precision, or if PyTorch cannot say which kernels are its own (before
        2.9).
    """
    wanted, plan = _checked(devices), plan_of(precision, DEFAULT_PLAN)
    with _lock:
        for device in [each for each in _installed if _has_lost_fallbacks(each)]:
            _remove(device)
        _use(PROGRAM, wanted, plan)


def enable_during_import() -> None:
    """Enable at the end of PyTorch's own import."""
    # PyTorch's kernels in Python (from 2.12 on) are registered last of all, and would lie above.
    with contextlib.suppress(ImportError):
        importlib.import_module("torch._native")
    enable()


@tracing.refused
def disable() -> None:
    """Give all products back to PyTorch, and end all blocks of :class:`enabled` that are open."""
    with _lock:
        _users.clear()
        for device in list(_installed):
            _remove(device)


class enabled(contextlib.ContextDecorator):  # noqa: N801 - called like a function
    """Let the library's kernels compute PyTorch's products of float32 in a block or a function.

    This holds for all threads, such as those that compute gradients, until the last block ends. If
    open blocks have different precisions, that of the block that began last counts.

    It can decorate functions and generators. A generator is taken over only while it runs.
    Coroutines and classes cannot be decorated.

    Parameters
    ----------
    devices, precision
        As for :func:`enable`. The errors are the same, too.
    """

    @tracing.refused
    def __init__(self, *, devices: Collection[str] = ("cuda",), precision: str = IEEE) -> None:
        self._devices = _checked(devices)
        self._plan = plan_of(precision, DEFAULT_PLAN)
        self._blocks: list[tuple[int, object]] = []  # that are open, each with its thread

    @tracing.refused
    def __enter__(self) -> None:
        block = object()
        _use(block, self._devices, self._plan)
        self._blocks.append((threading.get_ident(), block))

    @tracing.refused
    def __exit__(self, *_: object) -> None:
        with _lock:
            if not self._blocks:
                raise ArgumentError(
                    "__exit__ of sgemm.torch.enabled() was called without an __enter__ before: use "
                    "it in a with statement"
                )
            own = [each for each in self._blocks if each[0] == threading.get_ident()]
            last = (own or self._blocks)[-1]
            self._blocks.remove(last)
            _users.pop(last[1], None)
            _activate()

    def __call__(self, function: Function) -> Function:
        """Let the block hold while a function runs."""
        if not callable(function):
            raise ArgumentError(f"function = {short(function)}: a function is needed")
        # An object that can be called is what its class has it do.
        has_code = inspect.isroutine(function) or isinstance(function, (type, functools.partial))
        called = function if has_code else type(function).__call__
        # Called, these only make what runs later, when the block has ended.
        kinds: dict[str, Callable[[object], bool]] = {
            "a coroutine": inspect.iscoroutinefunction,
            "an asynchronous generator": inspect.isasyncgenfunction,
            "a class": inspect.isclass,
        }
        for kind, is_kind in kinds.items():
            if is_kind(called):
                raise ArgumentError(
                    f"function = {short(function)} is {kind}, which would run outside the block: "
                    "write with sgemm.torch.enabled() in it"
                )
        if inspect.isgeneratorfunction(called):
            made: Function = _wrap_generator(lambda: self, function)  # as torch.no_grad does
            return made
        return super().__call__(function)


def _checked(devices: Collection[str]) -> frozenset[str]:
    if (
        isinstance(devices, str)
        or not isinstance(devices, Collection)
        or not all(isinstance(each, str) and each in KEYS for each in devices)
    ):
        raise ArgumentError(f"devices = {short(devices)}: a collection of {', '.join(KEYS)}")
    if not hasattr(torch.library, "get_kernel"):
        raise ArgumentError(
            f"PyTorch {torch.__version__} cannot say which kernels are its own, which are needed "
            "for what sgemm does not compute: PyTorch 2.9 or newer is needed"
        )
    return frozenset(devices)


def _use(user: object, devices: frozenset[str], plan: str) -> None:
    with _lock:
        wanted = devices.union(*(each for each, _ in _users.values()))
        for device in sorted(wanted - set(_installed)):
            if device == "cpu" or torch.backends.cuda.is_built():
                _installed[device] = _install(device)
        _users.pop(user, None)  # to be the last one
        _users[user] = devices, plan
        _activate()


def _activate() -> None:
    """Let those kernels take products that somebody wants to; the others hand them on.

    They stay where they are until :func:`disable`: PyTorch's dispatcher does not expect that
    kernels come and go while other threads call them.
    """
    for device, (_, takers, _) in _installed.items():
        plans = [plan for devices, plan in _users.values() if device in devices]
        for taker in takers:
            taker.take_by(plans[-1] if plans else None)


def _install(device: str) -> Installed:
    made, key = Installed(torch.library.Library("aten", "IMPL"), [], {}), KEYS[device]
    # All that is left of a call's keys where these kernels run. To be given them costs more.
    keys = torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, key))
    forget_reasons()
    with warnings.catch_warnings():
        # That kernels are overridden is what is wanted.
        warnings.filterwarnings("ignore", message="Warning only once for all operators")
        for operator, kernel_of in KERNELS.items():
            before = torch.library.get_kernel(f"aten::{operator}", key)
            taker, fallback = Taker(operator, device), functools.partial(before.call_boxed, keys)
            kernel = kernel_of(taker, fallback)
            tracing.run_as_they_are(kernel)
            made.library.impl(operator, kernel, key, allow_override=True)
            made.takers.append(taker)
            made.fallbacks[operator] = fallback
            _kept.append(torch.library.get_kernel(f"aten::{operator}", key))
    return made


def _remove(device: str) -> None:
    """Put back the kernels that were there before."""
    installed = _installed.pop(device)
    for taker in installed.takers:
        taker.take_by(None)
    installed.library._destroy()


def _has_lost_fallbacks(device: str) -> bool:
    """Tell whether a kernel that was there before is gone: it is called with empty matrices."""
    if device == "cuda" and not torch.cuda.is_initialized():
        return False
    for operator, fallback in _installed[device].fallbacks.items():
        empty = torch.empty((0,) * (3 if "bmm" in operator else 2), device=device)
        out = {"out": empty} if operator.endswith(".out") else {}
        try:
            fallback(*(empty,) * (3 if "add" in operator else 2), **out)
        except RuntimeError as error:
            if INVALID in str(error):
                return True
    return False


def _unlock_after_fork() -> None:
    """In a forked process, forget who held the lock: that thread is not there."""
    global _lock
    _lock = threading.RLock()


os.register_at_fork(after_in_child=_unlock_after_fork)
tracing.run_as_they_are(enable, disable, enabled.__init__, enabled.__enter__, enabled.__exit__)
