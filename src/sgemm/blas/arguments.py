"""What a caller passed, checked: arrays of one library on one device that fit one another.

Everything that can be wrong is found here, before anything is computed, copied or written.
"""

from __future__ import annotations

import dataclasses

from sgemm.arrays.checks import flag, scalar, short, type_name
from sgemm.arrays.libraries import library_of
from sgemm.arrays.library import Library
from sgemm.arrays.streams import stream_handle
from sgemm.arrays.view import HOST, Device, View, are_same_view, overlaps_itself, share_memory
from sgemm.blas.batching import result_shape
from sgemm.errors import ArgumentError

ADDRESSES = 2**63
"""More than any memory of a process reaches to, on a processor or a GPU."""


@dataclasses.dataclass(frozen=True, slots=True)
class Call:
    """A validated call.

    Parameters
    ----------
    library : Library
        Of all its arrays.
    device : tuple of int
        Where all of them lie.
    a, b : View
    c : View or None
        What is added; None where beta is zero, too.
    out : View or None
        Where the result goes; None for a new array.
    alpha, beta : float
        In single precision.
    given_alpha : object
        As the caller wrote it.
    shape : tuple of int
        Of the result, without the axes that vectors were given.
    added : tuple of int
        Those axes.
    stream : int or None
        The caller's stream.
    """

    library: Library
    device: Device
    a: View
    b: View
    c: View | None
    out: View | None
    alpha: float
    beta: float
    given_alpha: object
    shape: tuple[int, ...]
    added: tuple[int, ...]
    stream: int | None

    @property
    def reads_operands(self) -> bool:
        """Whether A and B are read at all."""
        return self.alpha != 0.0 and self.a.matrices.shape[-1] > 0

    @property
    def writes_over_c(self) -> bool:
        """Whether the result goes where C is."""
        return self.out is not None and self.c is not None and are_same_view(self.out, self.c)


def validated(
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
) -> Call:
    """Check the arguments of a call, as the caller passed them.

    With ``vectors``, A and B may have one axis, as for :func:`numpy.matmul`; ``out_name`` is what
    the caller calls ``out``.

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
    if handle is not None and left.device == HOST:
        raise ArgumentError(
            f"stream = {short(stream)}: the operands are in host memory, where the result is there "
            "before the call returns; a stream is for arrays on a GPU"
        )
    shape = result_shape(left, right)
    added = tuple(axis for axis, operand in ((-2, left), (-1, right)) if operand.ndim == 1)
    shape = tuple(
        size for axis, size in zip(range(-len(shape), 0), shape, strict=True) if axis not in added
    )
    single_alpha, single_beta = scalar("alpha", alpha), scalar("beta", beta)
    addend = target = None
    if c is not None:
        addend = _like_the_result(library, "c", c, shape, added, left, handle)
    elif single_beta != 0.0:
        raise ArgumentError(
            f"beta = {single_beta:g} and c is None: a c of shape {shape} is needed unless beta is 0"
        )
    if out is not None:
        target = _like_the_result(library, out_name, out, shape, added, left, handle)
        _check_output(target)
        _check_overlap(target, left, right, addend)
    return Call(
        library=library,
        device=left.device,
        a=left,
        b=right,
        c=addend if single_beta != 0.0 else None,
        out=target,
        alpha=single_alpha,
        beta=single_beta,
        given_alpha=alpha,
        shape=shape,
        added=added,
        stream=handle,
    )


def inspected(library: Library, name: str, value: object, stream: int | None) -> View:
    """Return the view of an array, if what its library tells of it makes sense.

    Whether there is as much memory as a foreign array says cannot be known.

    Raises
    ------
    ArgumentError
        If the array is of another library, or its own refuses it, a size is negative, or it has
        elements and no memory: a tensor whose storage was taken away, or a protocol that is not
        honest.
    """
    found = library_of(name, value)
    if type(found) is not type(library):
        raise ArgumentError(
            f"{name} is of type {type_name(value)} ({found.name}), and a is of {library.name}: the "
            "arrays of one call are of one library"
        )
    view = library.view(name, value, stream)._replace(name=name, array=value)
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
) -> View:
    view = inspected(library, name, value, stream)
    if view.ndim >= 2:
        return view._replace(transposed=transposed)
    if vectors and view.ndim == 1:
        if transposed:
            raise ArgumentError(
                f"trans_{name} = True, and {name} is a vector, shape {view.shape}, which has no "
                "transpose: matrices are needed"
            )
        return view._replace(added=(-2,) if name == "a" else (-1,))
    needed = "a vector or matrices are" if vectors else "2 or more are"
    raise ArgumentError(f"{name} has {_dimensions(view)}, shape {view.shape}; {needed} needed")


def _like_the_result(
    library: Library,
    name: str,
    value: object,
    shape: tuple[int, ...],
    added: tuple[int, ...],
    left: View,
    stream: int | None,
) -> View:
    """Check an array that must have the shape of the result and lie where A does."""
    view = inspected(library, name, value, stream)
    if view.shape != shape:
        dimensions = "" if view.ndim == len(shape) else f"{_dimensions(view)}, "
        raise ArgumentError(
            f"{name} has {dimensions}shape {view.shape}; the result has shape {shape}"
        )
    _check_device(view, left)
    return view._replace(added=added)


def _check_output(out: View) -> None:
    """Raise ArgumentError unless an array may be written to, and has a place for each element."""
    if out.readonly:
        raise ArgumentError(f"{out.name} is read-only; the result needs a writeable array")
    if overlaps_itself(out):
        raise ArgumentError(
            f"{out.name} has strides {out.strides} bytes, by which elements or rows lie over one "
            "another; the result needs an array with a place for each element"
        )


def _check_device(view: View, left: View) -> None:
    if view.device != left.device:
        raise ArgumentError(
            f"{view.name} is {on_device(view.device)} and a is {on_device(left.device)}: the "
            "arrays of one call are on one device"
        )


def _check_overlap(out: View, left: View, right: View, addend: View | None) -> None:
    """Check that writing the result would change no operand."""
    for operand in (left, right):
        if share_memory(out, operand):
            raise ArgumentError(
                f"{out.name} shares memory with {operand.name}: the result needs an array of its "
                "own"
            )
    if addend is not None and not are_same_view(out, addend) and share_memory(out, addend):
        raise ArgumentError(
            f"{out.name} shares memory with a part of c: it may be c itself or an array of its own"
        )


def _dimensions(view: View) -> str:
    return f"{view.ndim} dimension{'' if view.ndim == 1 else 's'}"
