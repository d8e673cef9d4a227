"""What a caller passed, checked: arrays of one library on one device that fit one another.

Everything that can be wrong is found here, before anything is computed, copied or written.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from sgemm.arrays.checks import flag, scalar, short, type_name
from sgemm.arrays.libraries import library_of
from sgemm.arrays.library import Library
from sgemm.arrays.streams import stream_handle
from sgemm.arrays.view import HOST, Device, View, are_same_view, overlaps_itself, share_memory
from sgemm.blas.geometry import Stack, result_shape
from sgemm.errors import ArgumentError
from sgemm.problem import Problem

ADDRESSES = 2**63
"""More than any memory of a process reaches to, on a processor or a GPU."""


@dataclasses.dataclass(frozen=True, slots=True)
class Operand:
    """One array of a call.

    Parameters
    ----------
    name : str
        Name of the argument.
    value : object
        The caller's array.
    view : View
        Where it lies.
    transposed : bool
        Whether its matrices are to be transposed.
    added : tuple of int
        Axes of length 1 that make matrices of a vector, counted from the end.
    """

    name: str
    value: Any
    view: View
    transposed: bool = False
    added: tuple[int, ...] = ()

    @property
    def stack(self) -> Stack:
        """Its matrices, oriented as they are multiplied."""
        return stacked(self.view, self.transposed, self.added)

    def replaced(self, value: Any, view: View) -> Operand:
        """Return a copy of the array in its place."""
        return dataclasses.replace(self, value=value, view=view)


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """A call, checked.

    Parameters
    ----------
    library : Library
        Of all its arrays.
    device : tuple of int
        Where all of them lie.
    a, b : Operand
    c : Operand or None
        What is added; None where beta is zero, too.
    out : Operand or None
        Where the result goes; None for a new array.
    alpha, beta : float
        In single precision.
    given_alpha : object
        As the caller wrote it.
    shape : tuple of int
        Of the result, as matrices.
    shown : tuple of int
        Of the result, as the caller sees it: without the axes that vectors were given.
    added : tuple of int
        Those axes.
    stream : int or None
        The caller's stream.
    """

    library: Library
    device: Device
    a: Operand
    b: Operand
    c: Operand | None
    out: Operand | None
    alpha: float
    beta: float
    given_alpha: object
    shape: tuple[int, ...]
    shown: tuple[int, ...]
    added: tuple[int, ...]
    stream: int | None

    @property
    def reads_operands(self) -> bool:
        """Whether A and B are read at all."""
        return self.alpha != 0.0 and self.a.stack.columns > 0

    @property
    def writes_over_c(self) -> bool:
        """Whether the result goes where C is."""
        return (
            self.out is not None
            and self.c is not None
            and are_same_view(self.out.view, self.c.view)
        )


def stacked(view: View, transposed: bool = False, added: tuple[int, ...] = ()) -> Stack:
    """Return an array as matrices.

    Parameters
    ----------
    view : View
    transposed : bool
        Whether to exchange the axes of each.
    added : tuple of int
        Places, counted from the end, of axes of length 1 to put in first.
    """
    shape, strides = list(view.shape), list(view.strides)
    for axis in sorted(added):
        place = len(shape) + axis + 1
        shape.insert(place, 1)
        strides.insert(place, 0)
    stack = Stack(tuple(shape), tuple(strides))
    return stack.transposed() if transposed else stack


def checked(
    a: object,
    b: object,
    c: object = None,
    out: object = None,
    *,
    alpha: object = 1.0,
    beta: object = 0.0,
    trans_a: object = False,
    trans_b: object = False,
    vectors: bool = False,
    stream: object = None,
    out_name: str = "out",
) -> Request:
    """Check the arguments of a call.

    Parameters
    ----------
    a, b, c, out, alpha, beta, trans_a, trans_b, stream
        As the caller passed them.
    vectors : bool
        Whether A and B may have one axis, as for :func:`numpy.matmul`.
    out_name : str
        What the caller calls ``out``.

    Raises
    ------
    ArgumentError
        If anything cannot be right; the message names the argument.
    """
    handle = stream_handle("stream", stream)
    library = library_of("a", a)
    flags = flag("trans_a", trans_a), flag("trans_b", trans_b)
    left = _operand(library, "a", a, flags[0], vectors, handle)
    right = _operand(library, "b", b, flags[1], vectors, handle)
    _check_device(right, left)
    device = left.view.device
    if handle is not None and device == HOST:
        raise ArgumentError(
            f"stream = {short(stream)}: the operands are in host memory, where the result is there "
            "before the call returns; a stream is for arrays on a GPU"
        )
    names = ("a transposed" if flags[0] else "a", "b transposed" if flags[1] else "b")
    shape = result_shape(left.stack, right.stack, names)
    added = tuple(axis for axis, operand in ((-2, left), (-1, right)) if operand.view.ndim == 1)
    shown = tuple(
        size for axis, size in zip(range(-len(shape), 0), shape, strict=True) if axis not in added
    )
    # The largest sizes and the scalars are the problem's to judge.
    scalars = Problem(0, 0, 0, scalar("alpha", alpha), scalar("beta", beta))
    addend = target = None
    if c is not None:
        addend = _like_the_result(library, "c", c, shown, added, left, handle)
    elif scalars.beta != 0.0:
        raise ArgumentError(
            f"beta = {scalars.beta:g} and c is None: a c of shape {shown} is needed unless beta "
            "is 0"
        )
    if out is not None:
        target = _like_the_result(library, out_name, out, shown, added, left, handle)
        _check_output(target)
        _check_overlap(target, left, right, addend)
    return Request(
        library=library,
        device=device,
        a=left,
        b=right,
        c=addend if scalars.beta != 0.0 else None,
        out=target,
        alpha=scalars.alpha,
        beta=scalars.beta,
        given_alpha=alpha,
        shape=shape,
        shown=shown,
        added=added,
        stream=handle,
    )


def _check_shape(name: str, view: View, shown: tuple[int, ...]) -> None:
    """Raise ArgumentError unless an array has the shape of the result."""
    if view.shape == shown:
        return
    has = f"shape {view.shape}"
    if view.ndim != len(shown):
        has = f"{_dimensions(view)}, {has}"
    raise ArgumentError(f"{name} has {has}; the result has shape {shown}")


def _same_library(name: str, value: object, library: Library) -> None:
    """Raise ArgumentError unless an array is of a library."""
    found = library_of(name, value)
    if type(found) is not type(library):
        raise ArgumentError(
            f"{name} is of type {type_name(value)} ({found.name}), and a is of {library.name}: the "
            "arrays of one call are of one library"
        )


def looked_at(library: Library, name: str, value: object, stream: int | None) -> View:
    """Look at an array, and check that what is told of it makes sense.

    Whether there is as much memory as a foreign array says cannot be known.

    Raises
    ------
    ArgumentError
        If the library refuses it, a size is negative, or it has elements and no memory: a tensor
        whose storage was taken away, or a protocol that is not honest.
    """
    view = library.view(name, value, stream)
    if any(size < 0 for size in view.shape):
        raise ArgumentError(f"{name} has shape {view.shape}: no size can be negative")
    if not view.size or not library.has_memory:
        return view
    start, end = view.span
    if not view.address or start < 0 or end > ADDRESSES:
        raise ArgumentError(
            f"{name} starts at {view.address:#x} and has shape {view.shape}: it has no memory of "
            "its own, which its elements need"
        )
    return view


def on_device(device: Device) -> str:
    """Return where a device is, in words."""
    return "in host memory" if device == HOST else f"on GPU {device[1]}"


def _operand(
    library: Library, name: str, value: object, transposed: bool, vectors: bool, stream: int | None
) -> Operand:
    _same_library(name, value, library)
    view = looked_at(library, name, value, stream)
    if view.ndim >= 2:
        return Operand(name, value, view, transposed)
    if vectors and view.ndim == 1:
        if transposed:
            raise ArgumentError(
                f"trans_{name} = True, and {name} is a vector, shape {view.shape}, which has no "
                "transpose: matrices are needed"
            )
        return Operand(name, value, view, added=(-2,) if name == "a" else (-1,))
    needed = "a vector or matrices are" if vectors else "2 or more are"
    raise ArgumentError(f"{name} has {_dimensions(view)}, shape {view.shape}; {needed} needed")


def _like_the_result(
    library: Library,
    name: str,
    value: object,
    shown: tuple[int, ...],
    added: tuple[int, ...],
    left: Operand,
    stream: int | None,
) -> Operand:
    """Check an array that must have the shape of the result and lie where A does."""
    _same_library(name, value, library)
    found = Operand(name, value, looked_at(library, name, value, stream), added=added)
    _check_shape(name, found.view, shown)
    _check_device(found, left)
    return found


def _check_output(operand: Operand) -> None:
    """Raise ArgumentError unless an array may be written to, and has a place for each element."""
    name, view = operand.name, operand.view
    if view.readonly:
        raise ArgumentError(f"{name} is read-only; the result needs a writeable array")
    if overlaps_itself(view):
        raise ArgumentError(
            f"{name} has strides {view.strides} bytes, by which elements or rows lie over one "
            "another; the result needs an array with a place for each element"
        )


def _check_device(operand: Operand, left: Operand) -> None:
    if operand.view.device != left.view.device:
        raise ArgumentError(
            f"{operand.name} is {on_device(operand.view.device)} and a is "
            f"{on_device(left.view.device)}: the arrays of one call are on one device"
        )


def _check_overlap(out: Operand, left: Operand, right: Operand, addend: Operand | None) -> None:
    """Check that writing the result would change no operand."""
    for operand in (left, right):
        if share_memory(out.view, operand.view):
            raise ArgumentError(
                f"{out.name} shares memory with {operand.name}: the result needs an array of its "
                "own"
            )
    if (
        addend is not None
        and not are_same_view(out.view, addend.view)
        and share_memory(out.view, addend.view)
    ):
        raise ArgumentError(
            f"{out.name} shares memory with a part of c: it may be c itself or an array of its own"
        )


def _dimensions(view: View) -> str:
    return f"{view.ndim} dimension{'' if view.ndim == 1 else 's'}"
