"""How many of PyTorch's products went where, and why."""

from __future__ import annotations

import collections
import os
import threading

TAKEN = "sgemm"
"""What is counted in place of a reason for products by the library's kernels."""

_lock = threading.Lock()
_counts: collections.Counter[tuple[str, str]] = collections.Counter()


def count(operator: str, reason: str) -> None:
    """Count a call of one of PyTorch's operators."""
    with _lock:
        _counts[operator, reason] += 1


def stats(*, reset: bool = False) -> dict[str, dict[str, int]]:
    """Return how many calls went where, of each of PyTorch's operators that were taken over.

    Parameters
    ----------
    reset : bool
        Whether to count from zero afterwards.

    Returns
    -------
    dict
        Operator, as ``"addmm"`` or ``"mm.out"`` -> ``"sgemm"``, or the reason for which PyTorch's
        own kernel computed -> number of calls since the process began or they were last reset.
    """
    with _lock:
        found = dict(_counts)
        if reset:
            _counts.clear()
    result: dict[str, dict[str, int]] = {}
    for (operator, reason), calls in sorted(found.items()):
        result.setdefault(operator, {})[reason] = calls
    return result


def _new_lock() -> None:
    """In a forked process, have a lock that no thread of the parent holds."""
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_new_lock)
