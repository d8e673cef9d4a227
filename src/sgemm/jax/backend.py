"""What XLA calls: the library's own path, on the memory and the stream that XLA hands over.

A handler is a Python function that ctypes gives an address. XLA calls it from threads of its own,
without the interpreter's lock, which ctypes takes for the time of a call.
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import weakref
from collections.abc import Callable, Hashable
from typing import Any

import jax

from sgemm.arrays.libraries import DescribedLibrary, described
from sgemm.arrays.library import Launch
from sgemm.arrays.view import ALIGNMENT_MASK, HOST, Device, packed_view
from sgemm.blas.arguments import validated
from sgemm.blas.operands import operands_of
from sgemm.blas.run import Done, bind, compute, machine_for
from sgemm.errors import ArgumentError, MachineError, RequirementError, SgemmError
from sgemm.jax import call_frame
from sgemm.jax.call_frame import CallFrame
from sgemm.jax.entry_point import EntryPoints
from sgemm.kernels.schedule import Workspace
from sgemm.machines.interface import CUDA_KIND, Machine
from sgemm.machines.resident import keep_last
from sgemm.machines.workspaces import Workspaces

TARGET = "sgemm"
"""What compiled programs call."""

KEPT = 4096
"""How many launches of Python's are kept: those that were made last."""

Shape = tuple[int, ...]

_launches: dict[Hashable, Launch] = {}
"""What calls on a GPU launch that machine code does not, or not yet."""
_lock = threading.Lock()
"""Held by whoever adds to them; finding needs none."""


def described_form(alpha: float, trans_a: bool, trans_b: bool, plan: str) -> str:
    """Return how operands are multiplied as a text: "nt 1.0 auto".

    It is the attribute of a call, in compiled programs, which may be kept on disk.
    """
    return f"{'nt'[trans_a]}{'nt'[trans_b]} {alpha!r} {plan}"


@functools.cache
def _form(text: str) -> tuple[bool, bool, float, str]:
    """Return the transposes, alpha and the plan that a text describes."""
    layout, alpha, plan = text.split(" ", 2)
    return layout[0] == "t", layout[1] == "t", float(alpha), plan


class _Call(threading.local):
    """What the call that a thread is in has besides its arrays."""

    stream = 0
    floats = counters = (0, 0)  # addresses and sizes, in words

    def has(self, size: Workspace) -> bool:
        """Tell whether XLA gave as large a workspace."""
        return size.floats <= self.floats[1] and size.counters <= self.counters[1]


_call = _Call()


class XlaWorkspaces(Workspaces):
    """The memory that XLA gave to a call, where it suffices, or else the machine's own.

    XLA keeps its memory for as long as a graph that was captured with it, and gives it to no other
    call that could run at the time.
    """

    def __init__(self, machines_own: Workspaces) -> None:
        super().__init__()
        self._machines_own = machines_own
        self.lock = machines_own.lock

    def addresses(self, machine: Machine, size: Workspace, stream: int | None) -> tuple[int, int]:
        """Return the addresses of floats, and of counters that are all zero between launches."""
        if _call.has(size):
            return _call.floats[0], _call.counters[0]
        return self._machines_own.addresses(machine, size, stream)

    def _drop(self, where: tuple[int, int]) -> None:
        self._machines_own._drop(where)


class XlaLibrary(DescribedLibrary):
    """XLA, as it calls a handler, whose arrays are described by views."""

    name = "XLA"
    is_backend = True

    def __init__(self) -> None:
        self._workspaces: weakref.WeakKeyDictionary[Machine, XlaWorkspaces] = (
            weakref.WeakKeyDictionary()
        )

    def workspaces(self, machine: Machine) -> Workspaces:
        """Return where launches on a machine get their workspaces."""
        found = self._workspaces.get(machine)
        if found is None:
            found = XlaWorkspaces(super().workspaces(machine))
            found = self._workspaces.setdefault(machine, found)
        return found

    def stream_of(self, value: Any, number: int) -> int:
        """Return the stream of the call: XLA has ordered all that comes before it."""
        return _call.stream


LIBRARY = XlaLibrary()


def bound_workspace(
    device: Device,
    shapes: tuple[Shape, Shape],
    alpha: float,
    trans_a: bool,
    trans_b: bool,
    plan: str,
) -> Workspace:
    """Plan, compile and load a product before it is called, and return what it will need.

    Errors are those of :func:`sgemm.gemm`. On a GPU, XLA's memory is aligned to all that a kernel
    asks for; if it ever is not, another kernel is bound when the product is called.
    """
    a, b = (described(name, shape, device) for name, shape in zip("ab", shapes, strict=True))
    call = validated(a, b, alpha=alpha, trans_a=trans_a, trans_b=trans_b).without_memory()
    machine = machine_for(device, None)
    operands = operands_of(machine, call, in_place=True)
    return bind(machine, call, operands, plan).plan.workspace


def _compute(frame: CallFrame, device: Device) -> Done | None:
    """Compute alpha*op(A)*op(B), as the attribute of a call says it; None if it was known."""
    (a, b), c = frame.operands.all()[:2], frame.results.all()[0]
    text, addresses = frame.attributes.text(0), (a.address, b.address, c.address)
    key = (text, a.shape, b.shape, device, tuple(at & ALIGNMENT_MASK for at in addresses))
    launch = _launches.get(key)
    if launch is not None:
        launch(*addresses, _call.stream)
        return None
    left, right, out = (
        packed_view(each.shape, device)._replace(address=each.address, owner=each)
        for each in (a, b, c)
    )
    trans_a, trans_b, alpha, plan = _form(text)
    call = validated(
        *(left, right, None, out), alpha=alpha, trans_a=trans_a, trans_b=trans_b, library=LIBRARY
    )
    done = compute(call, plan, None)
    if device != HOST and done.is_direct and done.bound.key.offsets:
        launch = done.bound.launcher(LIBRARY.workspaces(done.bound.machine))
        with _lock:
            keep_last(KEPT, _launches, key, launch)
    return done


def _compute_on_host(frame: CallFrame) -> None:
    _compute(frame, HOST)


def _compute_on_gpu(frame: CallFrame) -> None:
    _call.stream = frame.stream()
    _, *workspace = frame.results.all()
    for each in workspace:
        if each.dtype == call_frame.FLOAT32:
            _call.floats = each.address, each.shape[0]
        else:
            _call.counters = each.address, each.shape[0]
    try:
        done = _compute(frame, (CUDA_KIND, frame.ordinal()))
        if done is not None:
            # The product is launched: what fails from here on costs time alone.
            with contextlib.suppress(SgemmError, MemoryError):
                _describe(frame, done)
    finally:
        _call.floats = _call.counters = (0, 0)


def _describe(frame: CallFrame, done: Done) -> None:
    """Let calls like one that was made just now be launched without Python, where they can be."""
    is_known = done.is_direct and _call.has(done.bound.plan.workspace)
    if not is_known or _ENTRY_POINTS.is_full:
        return
    arrays = (*frame.operands.all()[:2], frame.results.all()[0])
    a, b, c = (each.address for each in arrays)
    native = done.bound.native((a, b, c, _call.floats[0], _call.counters[0]))
    if native is not None:
        _ENTRY_POINTS.remember(frame, native)


def _forget_after_fork() -> None:
    """In a forked process, forget all: the parent has kept the machines, and who held the lock."""
    global _lock
    _lock = threading.Lock()
    _launches.clear()


os.register_at_fork(after_in_child=_forget_after_fork)


def _answered(frame: CallFrame, work: Callable[[CallFrame], None]) -> int | None:
    """Do the work of a call, and return its error, or None: nothing may be raised into XLA."""
    try:
        if not frame.answered() and frame.stage == call_frame.EXECUTE:
            work(frame)
        return None
    except ArgumentError as error:
        return frame.error(call_frame.INVALID_ARGUMENT, f"sgemm: {error}")
    except RequirementError as error:
        return frame.error(call_frame.UNIMPLEMENTED, f"sgemm: {error}")
    except MachineError as error:
        return frame.error(call_frame.RESOURCE_EXHAUSTED, f"sgemm: {error}")
    except BaseException as error:  # an interrupt, too
        return frame.error(call_frame.INTERNAL, f"sgemm: {type(error).__name__}: {error}")


_HANDLERS = {
    "cpu": call_frame.handler(lambda frame: _answered(frame, _compute_on_host)),
    "CUDA": call_frame.handler(lambda frame: _answered(frame, _compute_on_gpu)),
}
"""By XLA's names of the platforms."""

_ENTRY_POINTS = EntryPoints(_HANDLERS)

for _platform in _HANDLERS:
    _entry_point = jax.ffi.pycapsule(_ENTRY_POINTS[_platform])
    jax.ffi.register_ffi_target(TARGET, _entry_point, platform=_platform)
