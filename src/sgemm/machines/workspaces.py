"""Memory for partial sums, one for each order of work, so that no two launches meet in one.

Launches on one stream run one after the other and may share a workspace; those of two streams may
overlap, and those in a graph may run again at any time. So each stream has its own, and each graph
that is being captured. A workspace grows to the largest that was asked for.
"""

from __future__ import annotations

import contextlib
import threading

from sgemm.errors import MachineError
from sgemm.kernels.schedule import Workspace
from sgemm.machines.call import allocated_workspace
from sgemm.machines.interface import Machine

MOST_STREAMS = 64
"""More streams than these at a time are not expected; the oldest one's workspace is freed."""


class _Kept:
    """One workspace: its size, its addresses, and what frees it."""

    def __init__(self, machine: Machine, size: Workspace) -> None:
        self.size = size
        self.stack = contextlib.ExitStack()
        with machine.outside_captures():
            self.addresses = self.stack.enter_context(allocated_workspace(machine, size))

    def serves(self, size: Workspace) -> bool:
        return size.floats <= self.size.floats and size.counters <= self.size.counters


class Workspaces:
    """The workspaces of one machine, or of one plan on it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_key: dict[tuple[int, int], _Kept] = {}
        self._retired: list[_Kept] = []
        self._in_graphs: list[_Kept] = []

    def addresses(self, machine: Machine, size: Workspace, stream: int) -> tuple[int, int]:
        """Return the addresses of floats and of counters that are all zero between launches.

        Parameters
        ----------
        machine : Machine
            The same in every call.
        size : Workspace
            What the launch needs.
        stream : int
            Handle of the stream that it is launched on.

        Raises
        ------
        MachineError
            If the machine has no memory for them.
        """
        key = machine.workspace_key(stream)
        with self._lock:
            found = self._by_key.get(key)
            if found is not None and found.serves(size):
                return found.addresses
            if found is not None:
                size = Workspace(
                    max(size.floats, found.size.floats), max(size.counters, found.size.counters)
                )
            made = _Kept(machine, size)
            if found is not None:
                (self._in_graphs if key[1] else self._retired).append(found)
            self._by_key[key] = made
            self._retire(machine, capturing=key[1] != 0)
            return made.addresses

    def close(self, machine: Machine) -> None:
        """Free everything, after all work of the machine."""
        with self._lock:
            self._retired += [*self._by_key.values(), *self._in_graphs]
            self._by_key.clear()
            self._in_graphs.clear()
            self._free(machine)

    def _retire(self, machine: Machine, capturing: bool) -> None:
        """Free what grew too small or old, unless it may be part of a graph or one is captured."""
        streams = [key for key in self._by_key if key[1] == 0]
        for key in streams[: max(0, len(streams) - MOST_STREAMS)]:
            self._retired.append(self._by_key.pop(key))
        if not capturing and self._retired:
            # While another thread captures, nothing can be waited for: a later call frees it.
            with contextlib.suppress(MachineError):
                self._free(machine)

    def _free(self, machine: Machine) -> None:
        machine.wait(None)
        while self._retired:
            self._retired.pop().stack.close()
