"""Machines that stay, with what was loaded for them, so that only the first call loads it.

A machine asked for by name is made once in a process. What is loaded for a caller's own machine
is kept for as long as the caller keeps the machine.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Kernel
from sgemm.machines import first_use
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.machines.select import select_machine
from sgemm.machines.workspaces import Workspaces
from sgemm.toolchain.build import plain_of
from sgemm.toolchain.compiler import build
from sgemm.toolchain.waiting import while_compiling

T = TypeVar("T")

KEPT_PRODUCTS = 1024
"""How many products, bound or refused, stay for a machine: those that were made last."""

ATTRIBUTE = "_sgemm_residency"  # where a machine keeps its residency, so that both go together


class Residency:
    """What stays loaded on one machine.

    Kernels stay for as long as the machine, since a graph may launch them at any time; of bound
    products, those that were made last.
    """

    def __init__(self) -> None:
        # Held by whoever loads, and by whoever uses the machine's own stream: it does its work in
        # one order, so callers take turns.
        self.lock = threading.RLock()
        self.products: dict[Hashable, Any] = {}
        self.workspaces = Workspaces()  # of launches that have none of their own
        self.process = os.getpid()
        self._kernels: dict[Kernel, LoadedKernel] = {}

    def remember(self, key: Hashable, value: T) -> T:
        """Keep a bound product, or why there is none; with the lock held."""
        return keep_last(KEPT_PRODUCTS, self.products, key, value)

    def loaded(
        self, machine: Machine, kernel: Kernel, is_captured: Callable[[], bool] = lambda: False
    ) -> LoadedKernel:
        """Compile and load a kernel for the machine, or find it loaded; with the lock held.

        Where that takes a compiler, a line on a terminal says so. A patched mainloop is compared
        with the compiler's own when it is first used on a GPU, unless its launch is captured in a
        CUDA graph: that one gets the compiler's.
        """
        found = self._kernels.get(kernel)
        if found is None:
            # Only a GPU runs machine code; anything else runs the PTX.
            wants_cubin = machine.name == "cuda"
            with while_compiling(f"compiling {kernel.name} for the {machine.name} machine"):
                made = build(kernel, machine.architecture, ptx=not wants_cubin, cubin=wants_cubin)
                if made.is_patched and not first_use.is_compared(machine, made):
                    if is_captured():
                        return self.loaded(machine, plain_of(kernel))
                    found = first_use.compared(machine, made)
                else:
                    found = machine.load(made)
            self._kernels[kernel] = found
        return found


def keep_last(most: int, kept: dict[Hashable, Any], key: Hashable, value: T) -> T:
    """Keep a value, in the place of the oldest where there are so many; with a lock held."""
    if key not in kept and len(kept) >= most:
        del kept[next(iter(kept))]
    kept[key] = value
    return value


class _Kept:
    """All that this module keeps, in one object that a forked process can put aside."""

    def __init__(self) -> None:
        # The garbage collector may come with a plan to be let go of while the lock is held.
        self.lock = threading.RLock()
        # By name, by number of a GPU, and for None the default.
        self.machines: dict[str | int | None, Machine] = {}


_kept = _Kept()
_put_aside: list[_Kept | Residency] = []


def resident_machine(machine: Machine | str | None = None) -> Machine:
    """Return a machine that stays: the caller's own, or the process's one of a name.

    The names are ``"cuda"`` and ``"cpu"``; by default it is cuda where a GPU answers, else cpu.
    """
    if machine is not None and not isinstance(machine, str):
        if isinstance(machine, type) or not hasattr(machine, "launch"):
            raise ArgumentError(
                f"machine = {machine!r} is of type {type(machine).__qualname__}: "
                "a machine, 'cuda' or 'cpu' is needed"
            )
        return machine
    kept = _kept
    with kept.lock:
        found = kept.machines.get(machine)
        if found is None:
            found = select_machine(machine)
            found = kept.machines[machine] = kept.machines.setdefault(found.name, found)
        return found


def resident_gpu(number: int) -> Machine:
    """Return the machine of a GPU, by its number in this process, made once."""
    if number == 0:
        return resident_machine("cuda")
    kept = _kept
    with kept.lock:
        found = kept.machines.get(number)
        if found is None:
            found = kept.machines[number] = select_machine("cuda", device=number)
        return found


def residency(machine: Machine) -> Residency:
    """Return what stays loaded on a machine: the same object for as long as the machine lives.

    In a forked process, another one: locks that threads held elsewhere stay held for ever.
    """
    found: Residency | None = getattr(machine, ATTRIBUTE, None)
    if found is not None and found.process == os.getpid():
        return found
    with _kept.lock:
        found = getattr(machine, ATTRIBUTE, None)
        if found is None or found.process != os.getpid():
            if found is not None:
                _put_aside.append(found)
            found = Residency()
            setattr(machine, ATTRIBUTE, found)
        return found


def _abandon_after_fork() -> None:
    """In a forked process, put machines and locks aside: their threads and GPU are in the other.

    They are not let go of, since closing them could wait for those threads.
    """
    global _kept
    _put_aside.append(_kept)
    _kept = _Kept()


os.register_at_fork(after_in_child=_abandon_after_fork)
