"""The quick way: calls like one that was made lately go from arrays to a launch directly.

A call has been checked, planned and prepared once. Another one whose arrays differ in nothing but
their addresses, and are aligned alike, needs none of that again. Only arrays on a GPU come this
way, used where they lie, on the current stream of their library.
"""

from __future__ import annotations

import dataclasses
import os
import threading
from collections.abc import Callable, Hashable
from typing import Any

from sgemm.arrays.library import Launch, QuickLibrary
from sgemm.arrays.view import REST, Gaps, gaps_between
from sgemm.blas.arguments import Request
from sgemm.blas.device import InPlace
from sgemm.machines.resident import residency

KEPT = 4096
"""How many kinds of calls are remembered: those that were first made last."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ready:
    """A kind of call.

    Parameters
    ----------
    launch : callable
    make : callable
        Makes a result.
    number : int
        Of the GPU.
    rest : int
        How the result is aligned.
    gaps : tuple
        As :func:`sgemm.arrays.view.gaps_between` tells.
    """

    launch: Launch
    make: Callable[[], Any]
    number: int
    rest: int
    gaps: Gaps


_libraries: dict[type, QuickLibrary] = {}
_ready: dict[Hashable, Ready] = {}
_lock = threading.Lock()
"""Held by whoever remembers; finding needs none."""


def multiplied(a: Any, b: Any, out: Any, alpha: Any, plan: Any, form: Hashable) -> Any:
    """Return the product as the caller would, or None where a closer look is needed.

    Parameters
    ----------
    a, b, out, alpha, plan
        As the user passed them; anything. Where beta is not zero, ``out`` is C as well.
    form : hashable
        Of the call, as for :func:`remember`.
    """
    library = _libraries.get(a.__class__)
    if (
        library is None
        or _libraries.get(b.__class__) is not library
        or alpha.__class__ is not float
        or plan.__class__ is not str
    ):
        return None
    pair = library.pair(a, b)
    if pair is None:
        return None
    at_a, at_b, like = pair
    if out is None:
        ready = _ready.get((like, alpha, plan, form))
        if ready is None:
            return None
        result = ready.make()
        at_c = library.address_of(result)
        if not at_c or at_c & REST != ready.rest:
            return None
        ready.launch(at_a, at_b, at_c, library.current_stream(ready.number))
        return result
    third = library.signature(out) if _libraries.get(out.__class__) is library else None
    if third is None:
        return None
    at_c, like_c = third
    ready = _ready.get((like, alpha, plan, form, like_c))
    if ready is None:
        return None
    (low_a, high_a), (low_b, high_b) = ready.gaps
    if low_a < at_c - at_a < high_a or low_b < at_c - at_b < high_b:
        return None
    ready.launch(at_a, at_b, at_c, library.current_stream(ready.number))
    library.written(out)
    return out


def remember(request: Request, plan: str, done: InPlace, form: Hashable) -> None:
    """Let calls like one that was made just now go the quick way, where that is possible.

    Parameters
    ----------
    request : Request
    plan : str
    done : InPlace
        What was launched; a new result is stored by rows.
    form : hashable
        All that tells calls apart beside A, B, ``out``, alpha and the plan.
    """
    library, out, alpha = request.library, request.out, request.given_alpha
    if (
        not isinstance(library, QuickLibrary)
        or not done.is_direct
        or not done.ready.kind.geometry.offsets
        or (request.c is not None and (out is None or request.c.value is not out.value))
        or request.stream is not None
        or alpha.__class__ is not float
        or alpha != alpha
    ):
        return
    pair = library.pair(request.a.value, request.b.value)
    if pair is None:
        return
    key: tuple[Hashable, ...] = (pair[2], alpha, plan, form)
    if out is not None:
        third = library.signature(out.value)
        if third is None:
            return
        key += (third[1],)
    view = library.view_of_result(done.result)
    stay = residency(done.ready.machine)
    ready = Ready(
        launch=done.ready.launcher(stay.workspaces),
        make=library.maker(request.device[1], request.shown),
        number=request.device[1],
        rest=view.address & REST,
        gaps=gaps_between(request.a.view, request.b.view, view),
    )
    with _lock:
        if len(_ready) >= KEPT:
            del _ready[next(iter(_ready))]
        for operand in (request.a, request.b, *(() if out is None else (out,))):
            _libraries[operand.value.__class__] = library
        _ready[key] = ready


def _start_anew() -> None:
    """In a forked process, forget all: the machines stayed behind, and a thread with the lock."""
    global _lock
    _lock = threading.Lock()
    _ready.clear()


os.register_at_fork(after_in_child=_start_anew)
