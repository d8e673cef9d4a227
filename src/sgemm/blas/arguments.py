"""What a caller passed, checked: arrays of one library on one device that fit one another.

Everything that can be wrong is found here, before anything is computed, copied or written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sgemm.arrays.libraries import library_of
from sgemm.arrays.library import Library, stream_handle, wrong_dtype
from sgemm.arrays.numpy_library import flag
from sgemm.arrays.view import HOST, Device, View, are_same_view, overlaps_itself, share_memory
from sgemm.blas.batching import result_shape
from sgemm.blas.prepared_operand import PreparedOperand, source_of
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.problem import FLOAT32, single
from sgemm.visible import short, type_name

ADDRESSES = 2**63
"""More than any memory of a process reaches to, on a processor or a GPU."""

AXES_NEEDED = {1: "a vector or matrices are", 2: "2 or more are"}
"""What of A and B is needed, by the least number of axes."""


class Call(NamedTuple):
    """A validated call."""

    library: Library  # of all its arrays
    device: Device  # where all of them lie
    a: View
    b: View
    c: View | None  # what is added; None where beta is zero, too
    out: View | None  # where the result goes; None for a new array
    alpha: float  # in single precision
    beta: float
    given_alpha: object  # as the caller wrote it
    shape: tuple[int, ...]  # of the result, without the axes that vectors were given
    vector_axes: tuple[int, ...]  # those axes
    stream: int | None  # the caller's
    like: Any  # the array that says where a new result is

    @property
    def reads_operands(self) -> bool:
        """Whether A and B are read at all."""
        return self.alpha != 0.0 and self.a.matrices.shape[-1] > 0

    @property
    def is_planned(self) -> bool:
        """Whether its arrays are only described: there is nothing to read or write yet."""
        return self.a.array is None

    def check_target(self) -> None:
        """Raise ArgumentError for an ``out`` that must not be written to now."""
        if self.out is not None:
            self.library.check_target(self.out.name, self.out.array)

    def without_memory(self) -> Call:
        """Return a call that is only planned, and keeps no memory alive."""
        a, b = (view._replace(array=None, owner=None) for view in (self.a, self.b))
        out = None if self.out is None else self.out._replace(array=None, owner=None)
        return self._replace(a=a, b=b, out=out, like=None)


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
    library: Library | None = None,
) -> Call:
    """Check the arguments of a call; ``out_name`` is what the caller calls ``out``.

    ``library``, by default that of ``a``, is what looks at the arrays.
    """
    handle = stream_handle("stream", stream)
    library = library or library_of("a", source_of(a))
    flags = flag("trans_a", trans_a), flag("trans_b", trans_b)
    left = _operand(library, "a", a, flags[0], vectors, handle)
    right = _operand(library, "b", b, flags[1], vectors, handle)
    _check_device(right, left)
    check_types((left.type, right.type))
    if handle is not None and left.device == HOST:
        raise ArgumentError(
            f"stream = {short(stream)}: the operands are in host memory, where the result is there "
            "before the call returns; a stream is for arrays on a GPU"
        )
    shape = result_shape(left.matrices.shape, right.matrices.shape, flags)
    axes = (*left.vector_axes, *right.vector_axes)
    shape = tuple(size for axis, size in enumerate(shape, -len(shape)) if axis not in axes)
    single_alpha, single_beta = single("alpha", alpha), single("beta", beta)

    def like_the_result(name: str, value: object) -> View:
        """Check an array that must have the shape of the result and lie where A does."""
        view = _inspected(library, name, value, handle)
        if view.type != FLOAT32:
            raise wrong_dtype(name, view.type, "float32 is needed, as the result is")
        if view.shape != shape:
            raise wrong_shape(name, view.shape, shape)
        _check_device(view, left)
        return view._replace(vector_axes=axes)

    addend = target = None
    if c is not None:
        addend = like_the_result("c", c)
    elif single_beta != 0.0:
        raise ArgumentError(
            f"beta = {single_beta:g} and c is None: a c of shape {shape} is needed unless beta is 0"
        )
    if out is not None:
        target = like_the_result(out_name, out)
        _check_output(target, left, right, addend)
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
        vector_axes=axes,
        stream=handle,
        like=library.leader(left.array, right.array, *(() if c is None else (c,))),
    )


def _inspected(library: Library, name: str, value: object, stream: int | None) -> View:
    """Return the view of an array, if what its library says of it makes sense."""
    if not library.is_backend:
        found = library_of(name, value)
        if not isinstance(library, type(found)):
            raise ArgumentTypeError(
                f"{name} is of type {type_name(value)} ({found.name}), and a is of {library.name}: "
                "the arrays of one call are of one library"
            )
    view = library.view(name, value, stream)._replace(name=name, array=value)
    if any(size < 0 for size in view.shape):
        raise ArgumentError(f"{name} has shape {view.shape}: no size can be negative")
    if not view.size or view.owner is None:  # nothing, or only described
        return view
    # A tensor whose storage was taken away has no memory, and a protocol may say anything. Whether
    # there is as much memory as it says cannot be known.
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
    view = _inspected(library, name, source_of(value), stream)
    if isinstance(value, PreparedOperand):
        value.check(name, transposed)
        view = view._replace(prepared_operand=value)
    if view.ndim >= 2:
        return view._replace(transposed=transposed)
    if vectors and view.ndim == 1:
        if transposed:
            raise ArgumentError(
                f"trans_{name} = True, and {name} is a vector, shape {view.shape}, which has no "
                "transpose: matrices are needed"
            )
        return view._replace(vector_axes=(-2,) if name == "a" else (-1,))
    raise wrong_axes(name, view.shape, AXES_NEEDED[1 if vectors else 2])


def check_types(types: Sequence[str], names: Sequence[str] = ("a", "b")) -> None:
    """Raise ArgumentTypeError for two operands of which none has elements of float32."""
    if FLOAT32 not in types:
        both = " and ".join(
            f"{name} has dtype {each}" for name, each in zip(names, types, strict=True)
        )
        raise ArgumentTypeError(
            f"{both}: one of both has to be float32; convert one of them, which is exact"
        )


def _check_output(out: View, left: View, right: View, addend: View | None) -> None:
    """Check that each element of the result has a place, and that writing changes no operand."""
    if out.readonly:
        raise ArgumentError(f"{out.name} is read-only; the result needs a writeable array")
    if overlaps_itself(out):
        raise ArgumentError(
            f"{out.name} has strides {out.strides} bytes, by which elements or rows lie over one "
            "another; the result needs an array with a place for each element"
        )
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


def _check_device(view: View, left: View) -> None:
    if view.device != left.device:
        raise ArgumentError(
            f"{view.name} is {on_device(view.device)} and a is {on_device(left.device)}: the "
            "arrays of one call are on one device"
        )


def wrong_shape(name: str, shape: Sequence[int], result: Sequence[int]) -> ArgumentTypeError:
    """Return the error for an array that has not the shape of the result."""
    count = "" if len(shape) == len(result) else f"{dimensions(len(shape))}, "
    return ArgumentTypeError(
        f"{name} has {count}shape {tuple(shape)}; the result has shape {tuple(result)}"
    )


def wrong_axes(name: str, shape: Sequence[int], needed: str) -> ArgumentTypeError:
    """Return the error for an array with another number of axes than ``needed`` says."""
    return ArgumentTypeError(
        f"{name} has {dimensions(len(shape))}, shape {tuple(shape)}; {needed} needed"
    )


def dimensions(count: int) -> str:
    """Return a number of dimensions, in words."""
    return f"{count} dimension{'' if count == 1 else 's'}"
