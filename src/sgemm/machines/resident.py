"""Machines that stay, with what was loaded for them, so that only the first call pays.

A machine asked for by name is made once in a process. What is loaded for a caller's own machine
is kept for as long as the caller keeps the machine.
"""

from __future__ import annotations

import os
import threading
import weakref

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Kernel
from sgemm.machines.interface import LoadedKernel, Machine
from sgemm.machines.select import select_machine
from sgemm.toolchain.compiler import build


class Residency:
    """What stays loaded on one machine.

    Attributes
    ----------
    lock : threading.RLock
        Held by whoever uses the machine: it does its work in one order, so callers take turns.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._kernels: dict[Kernel, LoadedKernel] = {}

    def loaded(self, machine: Machine, kernel: Kernel) -> LoadedKernel:
        """Compile and load a kernel for the machine, or find it loaded; with the lock held.

        Raises
        ------
        CompileError, RequirementError, MissingToolError, MachineError
            As compiling and loading do.
        """
        found = self._kernels.get(kernel)
        if found is None:
            # Only a GPU runs machine code; anything else runs the PTX.
            wants_cubin = machine.name == "cuda"
            found = machine.load(build(kernel, machine.architecture, cubin=wants_cubin))
            self._kernels[kernel] = found
        return found


class _Kept:
    """All that this module keeps, in one object that a forked process can put aside."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.default: Machine | None = None
        self.by_name: dict[str, Machine] = {}
        self.residencies: weakref.WeakKeyDictionary[Machine, Residency] = (
            weakref.WeakKeyDictionary()
        )


_kept = _Kept()
_put_aside: list[_Kept] = []


def resident_machine(machine: Machine | str | None = None) -> Machine:
    """Return a machine that stays: the caller's own, or the process's one of a name.

    Parameters
    ----------
    machine : Machine or str, optional
        A machine, ``"cuda"`` or ``"cpu"``; by default cuda where a GPU answers, else cpu.

    Raises
    ------
    ArgumentError
        If it is neither a machine nor the name of one.
    MachineError
        If cuda was asked for and no GPU answers.
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
        found = kept.default if machine is None else kept.by_name.get(machine)
        if found is None:
            found = select_machine(machine)
            found = kept.by_name.setdefault(found.name, found)
            if machine is None:
                kept.default = found
        return found


def residency(machine: Machine) -> Residency:
    """Return what stays loaded on a machine: the same object for as long as the machine lives."""
    kept = _kept
    with kept.lock:
        return kept.residencies.setdefault(machine, Residency())


def _start_anew() -> None:
    """In a forked process, put machines and locks aside: their threads and GPU stayed behind.

    They are not let go of, since closing them could wait for those threads.
    """
    global _kept
    _put_aside.append(_kept)
    _kept = _Kept()


os.register_at_fork(after_in_child=_start_anew)
