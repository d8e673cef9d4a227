"""No process is forked while one of its threads compiles for the cpu machine.

The child would find LLVM in the middle of its work, and locks held by a thread that is not there.
So a fork waits: for what compiles a kernel, and for single calls of LLVM, of which some only give
memory back.
"""

from __future__ import annotations

import functools
import os
from typing import Any

from llvmlite.binding import ffi

from sgemm.executor import compiler


def locks_of_the_compiler() -> list[Any]:
    """Return the locks, the outer one first; that of llvmlite has no public name."""
    inner = getattr(getattr(ffi.lib, "_lock", None), "_lock", None)
    return [compiler._LOCK, *([] if inner is None else [inner])]


@functools.cache
def hold_forks_while_compiling() -> None:
    """Let forks of this process wait from now on; once is enough."""
    locks = locks_of_the_compiler()

    def hold() -> None:
        for lock in locks:
            lock.acquire()

    def let_go() -> None:
        for lock in reversed(locks):
            lock.release()

    os.register_at_fork(before=hold, after_in_parent=let_go, after_in_child=let_go)
