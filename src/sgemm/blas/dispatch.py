"""The dispatch cache: calls like an earlier one go from their arrays to a launch directly.

A call is validated, planned and prepared once. Another one whose arrays differ in nothing but their
addresses, and are aligned alike, needs none of that again. Only arrays on a GPU are dispatched so,
used where they lie, on the current stream of their library. Where an operand of half precision had
to be widened, it is again, and the call is then like one of float32.
"""

from __future__ import annotations

import dataclasses
import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from sgemm.arrays.library import DispatchableLibrary, Launch
from sgemm.arrays.view import ALIGNMENT_MASK, OverlapRanges, View, overlap_ranges
from sgemm.blas.arguments import Call
from sgemm.blas.prepared_operand import PreparedOperand, source_of
from sgemm.blas.run import Done
from sgemm.errors import ArgumentError
from sgemm.machines.resident import keep_last

KEPT = 4096
"""How many cached launches are kept: those that were made last."""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class CachedLaunch:
    """What calls of one signature launch."""

    launch: Launch
    # For A and B, and the addend if there is one, into a new result; None to validate the call.
    compute: Callable[..., Any]
    make: Callable[[], Any]  # a result
    number: int  # of the GPU
    rest: int  # the result's address modulo 16
    overlaps: OverlapRanges
    adds: tuple[int, int] | None = None  # where an addend overlaps the result; None without one

    def overlap(self, at_a: int, at_b: int, at_c: int, at_addend: int = 0) -> bool:
        """Tell whether the result would lie over what is read."""
        (low_a, high_a), (low_b, high_b) = self.overlaps
        if low_a < at_c - at_a < high_a or low_b < at_c - at_b < high_b:
            return True
        return self.adds is not None and self.adds[0] < at_c - at_addend < self.adds[1]


class Widened(NamedTuple):
    """The operand of half precision that is widened for calls of one signature."""

    name: str
    # Between these differences of the result's address from the operand's, they overlap. What is
    # launched has a copy of it, which tells nothing.
    low: int = 0
    high: int = 0


_libraries: dict[type, DispatchableLibrary] = {}
_launches: dict[Hashable, CachedLaunch] = {}
"""The keys: signatures, alpha, plan, and the form: all else that distinguishes calls."""
_widened: dict[Hashable, Widened] = {}
"""For other keys, which operand is widened: the call is then one of those above."""
_lock = threading.Lock()
"""Held by whoever remembers; finding needs none."""


def launched(
    a: Any,
    b: Any,
    out: Any,
    alpha: Any,
    plan: Any,
    form: Hashable,
    library: DispatchableLibrary | None = None,
    addend: Any = None,
) -> Any:
    """Launch a call like an earlier one, and return its result; None to validate it.

    A ``library`` says that all arrays are its own. Without an ``addend``, ``out`` is what is added,
    where beta is not zero.
    """
    # The arguments are the user's, anything.
    is_known = library is not None
    if library is None:
        library = _libraries.get(a.__class__)
        if library is None or _libraries.get(b.__class__) is not library:
            if PreparedOperand in (a.__class__, b.__class__):
                return _launched_prepared(a, b, out, alpha, plan, form, addend)
            return None
    if alpha.__class__ is not float or plan.__class__ is not str:
        return None
    pair = library.signatures(a, b)
    if pair is None:
        return None
    at_a, at_b, like = pair
    at_addend = 0
    if addend is not None:
        if not is_known and _libraries.get(addend.__class__) is not library:
            return None
        of_addend = library.signature(addend)
        if of_addend is None:
            return None
        at_addend, like_addend = of_addend
        like = (like, like_addend)
    key: tuple[Hashable, ...]
    if out is None:
        key = (like, alpha, plan, form)
        found = _launches.get(key)
        if found is None:
            return _launched_widened(key, (a, b, out, addend), library)
        if addend is None:
            return found.compute(at_a, at_b)
        return found.compute(at_a, at_b, at_addend)
    if not is_known and _libraries.get(out.__class__) is not library:
        return None
    third = library.signature(out)
    if third is None:
        return None
    at_c, like_c = third
    key = (like, alpha, plan, form, like_c)
    found = _launches.get(key)
    if found is None:
        return _launched_widened(key, (a, b, out, addend), library, (at_a, at_b), at_c)
    if found.overlap(at_a, at_b, at_c, at_addend):
        return None
    stream = library.current_stream(found.number)
    if addend is None:
        found.launch(at_a, at_b, at_c, stream)
    else:
        found.launch(at_a, at_b, at_c, stream, at_addend)
    library.written(out)
    return out


def _launched_widened(
    key: tuple[Hashable, ...],
    arrays: tuple[Any, Any, Any, Any],
    library: DispatchableLibrary,
    operands: tuple[int, int] = (0, 0),
    at_c: int = 0,
) -> Any:
    """Launch a call like an earlier one whose operand of half precision was widened.

    The arrays are A, B, out and the addend, all of the library; the addresses are those of the
    operands and of ``out``.
    """
    found = _widened.get(key)
    if found is None:
        return None
    name, low, high = found
    if low < at_c - operands["ab".index(name)] < high:
        return None
    a, b, out, addend = arrays
    if name == "a":
        a = library.widened(name, a)
    else:
        b = library.widened(name, b)
    _, alpha, plan, form, *_ = key
    return launched(a, b, out, alpha, plan, form, library, addend)


def _launched_prepared(
    a: Any, b: Any, out: Any, alpha: Any, plan: Any, form: Any, addend: Any
) -> Any:
    """Launch a call with prepared operands like an earlier one with the same.

    One that does not fit is left: to what says why, or to PyTorch, which records the matrix itself.
    """
    tokens: list[int] = []
    transposed = form[1:] if form.__class__ is tuple else (False, False)
    for name, operand, flag in zip("ab", (a, b), transposed, strict=True):
        if operand.__class__ is PreparedOperand:
            try:
                operand.check(name, flag)
            except ArgumentError:
                return None
        tokens.append(_token(operand))
    sources, form = (source_of(a), source_of(b)), (form, *tokens)
    return launched(*sources, out, alpha, plan, form, addend=addend)


def _token(operand: Any) -> int:
    """Return the number of a prepared operand, which no other one gets; 0 for an array."""
    return operand.token if operand.__class__ is PreparedOperand else 0


def cached_launch(call: Call, done: Done) -> CachedLaunch | None:
    """Return what calls like one that was made just now launch; None where that needs more.

    The call is the one that was made, or ``done.floats``, the one that it became.
    """
    library, alpha = call.library, call.given_alpha
    if (
        not isinstance(library, DispatchableLibrary)
        or not (done.is_direct or call is done.floats)
        or not done.bound.key.offsets
        or not (_is_in_place(call) or _addend(call, done))  # what is added was copied
        or call.stream is not None
        or alpha.__class__ is not float
        or alpha != alpha
        or call.beta != call.beta  # no key is found again that has NaN
    ):
        return None
    view, number = library.view_of_result(done.result), call.device[1]
    launch = done.bound.launcher(library.workspaces(done.bound.machine))
    make, rest = library.allocator(number, call.shape), view.address & ALIGNMENT_MASK
    address_of, current_stream = library.address_of, library.current_stream

    def compute(at_a: int, at_b: int, *at_addend: int) -> Any:
        result = make()
        at_c = address_of(result)
        if not at_c or at_c & ALIGNMENT_MASK != rest:
            return None
        launch(at_a, at_b, at_c, current_stream(number), *at_addend)
        return result

    addend = _addend(call, done)
    adds = None if addend is None else overlap_ranges(addend, addend, view)[0]
    overlaps = overlap_ranges(call.a, call.b, view)
    return CachedLaunch(launch, compute, make, number, rest, overlaps, adds)


def _is_in_place(call: Call) -> bool:
    """Tell whether nothing is added, or the result to what was in its place."""
    return call.c is None or (call.out is not None and call.c.array is call.out.array)


def _addend(call: Call, done: Done) -> View | None:
    """Return what the kernel adds from another place than the result's, if it does."""
    return None if done.bound.key.problem.ld_addend is None else call.c


def remember(call: Call, plan: str, done: Done, form: Hashable) -> None:
    """Dispatch calls like one that was made just now directly, where that is possible."""
    floats = done.floats or call
    launch = cached_launch(floats, done)
    if launch is None:
        return
    library, out = call.library, call.out
    assert isinstance(library, DispatchableLibrary), "only they have cached launches"
    key = _key(library, call, plan, done, form)
    key_of_floats = key if floats is call else _key(library, floats, plan, done, form)
    if key is None or key_of_floats is None:
        return
    with _lock:
        if not library.is_backend:
            for operand in (call.a, call.b, *(() if out is None else (out,))):
                _libraries[operand.array.__class__] = library
        keep_last(KEPT, _launches, key_of_floats, launch)
        if floats is not call:
            place = 0 if floats.a is not call.a else 1
            where = (0, 0) if out is None else overlap_ranges(call.a, call.b, out)[place]
            keep_last(KEPT, _widened, key, Widened("ab"[place], *where))


def _key(
    library: DispatchableLibrary, call: Call, plan: str, done: Done, form: Hashable
) -> tuple[Hashable, ...] | None:
    """Return what distinguishes calls like one that was made just now, if its arrays tell it."""
    pair = library.signatures(call.a.array, call.b.array)
    if pair is None:
        return None
    tokens = _token(call.a.prepared_operand), _token(call.b.prepared_operand)
    form = (form, *tokens) if any(tokens) else form
    like: Hashable = pair[2]
    addend = _addend(call, done)
    if addend is not None:
        of_addend = library.signature(addend.array)
        if of_addend is None:
            return None
        like = (like, of_addend[1])
    key: tuple[Hashable, ...] = (like, call.given_alpha, plan, form)
    if call.out is None:
        return key
    third = library.signature(call.out.array)
    return None if third is None else (*key, third[1])


def _forget_after_fork() -> None:
    """In a forked process, forget all: the parent has kept the machines, and who held the lock."""
    global _lock
    _lock = threading.Lock()
    _launches.clear()
    _widened.clear()


os.register_at_fork(after_in_child=_forget_after_fork)
