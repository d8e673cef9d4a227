"""How many of PyTorch's products went where, and why."""

from __future__ import annotations

import collections
import itertools
import threading
from collections.abc import Iterator

from sgemm.arrays.numpy_library import flag
from sgemm.importing import let_forks_wait_for

Counter = Iterator[int]
"""Of the calls of one of PyTorch's operators for one reason: each of them is a step."""

TAKEN = "sgemm"
"""What is counted in place of a reason for products by the library's kernels."""

_lock = threading.RLock()
let_forks_wait_for(_lock)
_counters: dict[tuple[str, str], Counter] = {}
_passed: collections.Counter[tuple[str, str]] = collections.Counter()
"""How many steps of a counter are no calls since the last reset."""


def counter(operator: str, reason: str) -> Counter:
    """Return what counts calls of one of PyTorch's operators: a step for each call.

    No other thread comes between, so that a call waits for no lock.
    """
    with _lock:
        return _counters.setdefault((operator, reason), itertools.count())


def count(operator: str, reason: str) -> None:
    """Count a call of one of PyTorch's operators."""
    found = _counters.get((operator, reason))
    next(counter(operator, reason) if found is None else found)


def stats(*, reset: bool = False) -> dict[str, dict[str, int]]:
    """Return how many calls of PyTorch's operators the library computed, and why not the others.

    Parameters
    ----------
    reset : bool
        Whether to start again from zero afterwards.

    Returns
    -------
    dict
        For each operator that was taken over, such as ``"addmm"`` or ``"mm.out"``, a dict of
        numbers of calls. Its keys are ``"sgemm"``, for calls that the library computed, and the
        reasons for which PyTorch's own kernel computed the others. Calls count from the start of
        the process or the last reset.

    Raises
    ------
    ArgumentError
        If ``reset`` is no bool.
    """
    reset = flag("reset", reset)
    result: dict[str, dict[str, int]] = {}
    with _lock:
        for key, steps in sorted(_counters.items()):
            calls = next(steps) - _passed[key]
            _passed[key] += 1 + (calls if reset else 0)  # this step was no call
            if calls:
                result.setdefault(key[0], {})[key[1]] = calls
    return result
