"""No process is forked while one of its threads imports a part of the package.

The child would find a module half imported, and its lock held by a thread that is not there. So a
fork waits for what is imported late, which takes a second at most.
"""

from __future__ import annotations

import importlib
import os
from _thread import RLock  # importing threading takes longer than all else here

# As type checkers know it.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

WHILE_IMPORTING = RLock()
"""Held by whoever imports a part of the package, or what it needs, when it is first used."""

_locks: list[Any] = [WHILE_IMPORTING]
_held: list[Any] = []


def import_module(name: str) -> ModuleType:
    """Import a module, or find it imported."""
    with WHILE_IMPORTING:
        return importlib.import_module(name)


def let_forks_wait_for(*locks: Any) -> None:
    """Let forks of this process wait from now on for some locks, too, in this order."""
    _locks.extend(locks)


def _hold() -> None:
    for lock in _locks:  # and for those that are added meanwhile
        lock.acquire()
        _held.append(lock)


def _let_go() -> None:
    held = _held[:]
    _held.clear()  # before another thread that forks may hold them
    for lock in reversed(held):
        lock.release()


os.register_at_fork(before=_hold, after_in_parent=_let_go, after_in_child=_let_go)
