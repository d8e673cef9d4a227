"""Memory for partial sums, one for each order of work, so that no two launches share one.

Launches on one stream run one after the other and may share a workspace; those of two streams may
overlap, and those in a graph may run again at any time. So each stream has its own, and each graph
that is being captured. A workspace grows to the largest that was asked for.
"""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections.abc import Callable, Iterable

import numpy as np

from sgemm.errors import MachineError
from sgemm.kernels.schedule import Workspace
from sgemm.machines.call import address_of, workspace_buffers
from sgemm.machines.interface import Machine

MOST_STREAMS = 64  # where there are more, the workspace of the one used longest ago is freed
LARGE = 2**24  # workspaces of more words grow by so many at a time; smaller ones are doubled


class WorkspaceMemory:
    """Memory that stays: its size, its addresses, and what frees it."""

    def __init__(self, machine: Machine, size: Workspace) -> None:
        self.size = size
        self.used = 0  # the number of its last use
        self.stack = contextlib.ExitStack()
        with machine.outside_captures():
            self.floats, counters = self.stack.enter_context(workspace_buffers(machine, size))
        self.addresses = address_of(self.floats), address_of(counters)

    def serves(self, size: Workspace) -> bool:
        """Whether it is as large as a workspace."""
        return size.floats <= self.size.floats and size.counters <= self.size.counters


class Workspaces:
    """The workspaces of one machine, or of one plan on it.

    :meth:`run` holds the lock from before :meth:`addresses` until after the launch: another thread
    may replace a workspace by a larger one.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._uses = 0
        self._under_way = 0  # launches: more than one where a signal handler launches, too
        self._by_key: dict[tuple[int, ...], WorkspaceMemory] = {}
        self._spare: list[WorkspaceMemory] = []
        self._retired: list[WorkspaceMemory] = []
        self._in_graphs: list[WorkspaceMemory] = []
        _all.add(self)

    def abandon(self) -> None:
        """Put all memory aside in a forked process: whoever used it is in the other one.

        A thread may have held the lock, and a run half done has left counters that are not zero.
        """
        _put_aside.append((self._by_key, self._spare, self._retired, self._in_graphs))
        self.lock, self._under_way = threading.RLock(), 0
        self._by_key, self._spare, self._retired, self._in_graphs = {}, [], [], []

    def reserve(self, machine: Machine, size: Workspace) -> None:
        """Allocate a workspace for the first stream that will ask for one."""
        if size.nbytes:
            with self.lock:
                self._spare.append(WorkspaceMemory(machine, size))

    def run(
        self,
        machine: Machine,
        size: Workspace,
        launch: Callable[..., None],
        matrices: tuple[int, int, int],
        stream: int | None,
        addend: int,
    ) -> None:
        """Launch something with the addresses of matrices, of a workspace and of an addend.

        One that is cut short, by Ctrl-C for example, leaves counters that are not zero: nothing
        uses that workspace again.
        """
        with self.lock:
            where = self.addresses(machine, size, stream)
            self._under_way += 1
            try:
                launch(*matrices, stream, *where, addend)
            except BaseException:
                self._drop(where)
                raise
            finally:
                self._under_way -= 1

    def _drop(self, where: tuple[int, int]) -> None:
        for key, kept in tuple(self._by_key.items()):
            if kept.addresses == where:
                (self._in_graphs if key[1] else self._retired).append(self._by_key.pop(key))

    def addresses(self, machine: Machine, size: Workspace, stream: int | None) -> tuple[int, int]:
        """Return the addresses of floats and of counters that are all zero between launches."""
        key: tuple[int, ...] = machine.workspace_key(stream)
        if self._under_way:  # a launch within another has a workspace of its own
            key = (*key, self._under_way)
        self._uses += 1
        found = self._by_key.get(key)
        if found is not None and found.serves(size):
            found.used = self._uses
            return found.addresses
        if found is not None:
            size = Workspace(
                _grown(found.size.floats, size.floats), _grown(found.size.counters, size.counters)
            )
        spare = next((each for each in self._spare if each.serves(size)), None)
        if spare is not None:
            self._spare.remove(spare)
        made = WorkspaceMemory(machine, size) if spare is None else spare
        if found is not None:
            (self._in_graphs if key[1] else self._retired).append(found)
        made.used = self._uses
        self._by_key[key] = made
        self._retire(machine, capturing=key[1] != 0)
        return made.addresses

    def close(self, machine: Machine) -> None:
        """Free everything, after all work of the machine."""
        with self.lock:
            self.take_over(self)
            self._free(machine)

    def take_over(self, others: Workspaces) -> None:
        """Free what others have, or these themselves, as soon as that is possible."""
        kept = [*others._by_key.values(), *others._in_graphs, *others._spare, *others._retired]
        for place in (others._by_key, others._in_graphs, others._spare, others._retired):
            place.clear()
        # One step, that needs no lock: it may be the garbage collector's, in any thread.
        self._retired.extend(kept)

    def retire(self, memory: Iterable[WorkspaceMemory]) -> None:
        """Free memory that launches may still use, as soon as that is possible."""
        self._retired.extend(memory)  # one step, as above

    def free_retired(self, machine: Machine) -> None:
        """Free what was retired, after all work of the machine, unless a graph is captured."""
        with self.lock:
            self._retire(machine, capturing=False)

    def _retire(self, machine: Machine, capturing: bool) -> None:
        """Free what grew too small or old, unless it may be part of a graph or one is captured."""
        streams = [key for key in self._by_key if key[1] == 0]
        streams.sort(key=lambda key: self._by_key[key].used)
        for key in streams[: max(0, len(streams) - MOST_STREAMS)]:
            self._retired.append(self._by_key.pop(key))
        if not capturing and self._retired:
            # While another thread captures, nothing can be waited for: a later call frees it.
            with contextlib.suppress(MachineError):
                self._free(machine)

    def _free(self, machine: Machine) -> None:
        # What is retired from now on, by the garbage collector too, has not been waited for.
        waited_for = self._retired[:]
        if waited_for:
            machine.wait(None)
            del self._retired[: len(waited_for)]
        for kept in waited_for:
            kept.stack.close()


class NotedWorkspaces(Workspaces):
    """Workspaces of a kernel that leaves notes in their first words."""

    _last: tuple[int, ...] | None = None

    def addresses(self, machine: Machine, size: Workspace, stream: int | None) -> tuple[int, int]:
        """Return the addresses as :meth:`Workspaces.addresses` does."""
        self._last = machine.workspace_key(stream)
        return super().addresses(machine, size, stream)

    def notes(self, machine: Machine, stream: int | None, words: int) -> list[int] | None:
        """Wait for a stream, and return the first words of its workspace; None without one.

        By default wait for the machine, and take the workspace that was used last: a graph's, too.
        """
        with self.lock:
            key = self._last if stream is None else machine.workspace_key(stream)
            kept = None if key is None else self._by_key.get(key)
            if kept is None or kept.floats is None:
                return None
            machine.wait(stream)
            found = np.empty(words, dtype=np.uint32)
            machine.copy_out(found, kept.floats)
            return [int(word) for word in found]


_all: weakref.WeakSet[Workspaces] = weakref.WeakSet()
_put_aside: list[tuple[object, ...]] = []
"""What cannot be freed here, since it belongs to the process that forked."""


def _abandon_all() -> None:
    for each in list(_all):
        each.abandon()


os.register_at_fork(after_in_child=_abandon_all)


def _grown(old: int, new: int) -> int:
    """Return a size that serves both, with a reserve: so that it grows a few times and no more.

    Packed operands can take a large part of a GPU's memory, of which there is not twice as much.
    """
    if new <= old:
        return old
    return 1 << (new - 1).bit_length() if new <= LARGE else -(-new // LARGE) * LARGE
