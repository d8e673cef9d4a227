"""Which machine: the one that was named, or the best one that is here."""

from __future__ import annotations

import inspect
from typing import Any, cast

from sgemm.errors import ArgumentError, MachineError
from sgemm.importing import import_module
from sgemm.machines.interface import Machine
from sgemm.machines.probe import driver_status

CLASSES = {
    "cuda": ("sgemm.machines.cuda", "CudaMachine"),
    "cpu": ("sgemm.machines.cpu", "CpuMachine"),
}
"""Module and class of each machine; imported when chosen, because both imports are heavy."""


def select_machine(name: str | None = None, **options: Any) -> Machine:
    """Make a machine.

    A machine holds resources (a stream, a pool of threads): make one and keep it.

    Parameters
    ----------
    name : str, optional
        ``"cuda"`` or ``"cpu"``; by default cuda where a GPU answers, else cpu.
    **options
        Arguments of the machine's class: ``device`` for :class:`CudaMachine`; ``threads``,
        ``checked`` and others for :class:`CpuMachine`.

    Returns
    -------
    Machine

    Raises
    ------
    ArgumentError
        If there is no machine of that name, or it takes no such option.
    MachineError
        If cuda was asked for and no GPU answers; the message says why.
    """
    chosen = _choose(name)
    module, class_name = CLASSES[chosen]
    machine_class = getattr(import_module(module), class_name)
    known = [option for option in inspect.signature(machine_class).parameters if option != "self"]
    for option, value in options.items():
        if option not in known:
            raise ArgumentError(
                f"{option} = {value!r}: the {chosen} machine has no such option; "
                f"it has {', '.join(known)}"
            )
    return cast(Machine, machine_class(**options))


def _choose(name: str | None) -> str:
    if name is None:
        return "cuda" if driver_status().available else "cpu"
    if not isinstance(name, str) or name not in CLASSES:
        raise ArgumentError(f"machine = {name!r}: there are {' and '.join(map(repr, CLASSES))}")
    if name == "cuda" and not driver_status().available:
        raise MachineError(f"the cuda machine needs a GPU: {driver_status().reason}")
    return name
