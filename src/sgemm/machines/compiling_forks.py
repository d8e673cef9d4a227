"""No process is forked while one of its threads compiles for the cpu machine.

The child would find LLVM in the middle of its work, and locks held by a thread that is not there.
So a fork waits: for what compiles a kernel, and for single calls of LLVM, of which some only give
memory back.
"""

from __future__ import annotations

import functools
from typing import Any

from llvmlite.binding import ffi

from sgemm.executor import compiler
from sgemm.importing import let_forks_wait_for


def locks_of_the_compiler() -> list[Any]:
    """Return the locks, the outer one first; that of llvmlite has no public name."""
    inner = getattr(getattr(ffi.lib, "_lock", None), "_lock", None)
    return [compiler._LOCK, *([] if inner is None else [inner])]


@functools.cache
def hold_forks_while_compiling() -> None:
    """Let forks of this process wait from now on; once is enough."""
    let_forks_wait_for(*locks_of_the_compiler())
