"""What is needed of an array library: views of arrays, new arrays, and its streams."""

from __future__ import annotations

import abc
from collections.abc import Callable, Hashable
from typing import Any

from sgemm.arrays.view import OverlapRanges, View
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Machine

DEFAULT_STREAM = 0
"""Handle of the default stream that waits for all others."""

LEGACY_STREAM = 1
"""Its other name, for protocols in which 0 could also be the one of each thread."""

DEFAULT_STREAMS = (DEFAULT_STREAM, LEGACY_STREAM, 2)
"""All handles of streams that nobody makes; 2 is the one of each thread."""


class Library(abc.ABC):
    """Where arrays come from. Results are made by it, so that its allocator and streams rule.

    Errors name the argument: ``name``. ``has_orders`` tells whether arrays can be stored by
    columns, as a view of what is stored by rows; ``has_memory`` whether they have elements, and
    not a shape alone.
    """

    name: str
    has_orders: bool = True
    has_memory: bool = True

    @abc.abstractmethod
    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return where an array of this library lies.

        ``stream`` is the CUDA stream on which the elements will be used, for libraries whose
        protocol makes the producer wait for it; None where that is not known yet.

        Raises
        ------
        ArgumentError
            If it is not one of float32 that can be read as it lies.
        """

    @abc.abstractmethod
    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Make a C-contiguous array of float32 on the device of another; contents undefined.

        The machine of that device makes it where the library itself cannot.

        Raises
        ------
        ArgumentError
            If this library has no way to make one; ``out`` is then needed.
        """

    def view_of_result(self, result: Any, stream: int | None = None) -> View:
        """Return the view of what :meth:`empty` or :meth:`packed` made."""
        return self.view("the result", result, stream)

    def orders_readers(self, result: Any) -> bool:
        """Tell whether whoever uses a new result waits for the stream that writes it.

        If not, the host has to wait for that stream before the caller gets the result.
        """
        return True

    def finished(self, result: Any, like: Any, stream: int | None) -> Any:
        """Return the array for the caller, of the type of ``like``.

        ``stream`` is the CUDA stream that writes it; None where it has been written.
        """
        return result

    def written(self, target: Any) -> None:  # noqa: B027 - few libraries keep count
        """Take note that an array of the caller was written to."""

    def packed(self, name: str, value: Any) -> Any:
        """Return a C-contiguous copy on the same device, made on the library's current stream.

        Raises
        ------
        ArgumentError
            If this library has no way to make one.
        """
        raise ArgumentError(
            f"{name} has strides of which none is one element, and {self.name} has no way to copy "
            f"it on its device: pass a contiguous {name}"
        )

    def assign(self, name: str, target: Any, source: Any) -> None:
        """Copy an array into another of the same shape on the same device, on the current stream.

        Raises
        ------
        ArgumentError
            If this library has no way to do so.
        """
        raise ArgumentError(
            f"{name}: {self.name} has no way to copy into it on its device: pass a contiguous one"
        )

    def transposed(self, value: Any) -> Any:
        """Return an array with its last two axes exchanged, as a view where the library can."""
        return value.swapaxes(-1, -2) if hasattr(value, "swapaxes") else value.mT

    def stream_of(self, value: Any, number: int) -> int | None:
        """Return the stream on which an array of GPU ``number`` is being produced, or None.

        None means that nothing need be waited for: either all is done, or :meth:`view` has been
        given the stream that is to wait.
        """
        return None

    def record_stream_of(self, value: Any, stream: int) -> bool:
        """Make sure that memory is not used again before what a stream has to do now is done.

        False where the library cannot, so that its own stream must wait for that one.
        """
        return False


Launch = Callable[[int, int, int, int | None], None]
"""Launches for the addresses of A, B and the result, on a stream."""

GuardedLaunch = Callable[[Any, Any, Any], bool]
"""Launches for A, B and out if they have known signatures, and returns whether it has."""

Signatures = tuple[int, int, Hashable]
"""Addresses of A and B, and their signatures as one."""


class DispatchableLibrary(Library):
    """A library whose arrays have a signature that is read so fast that calls can be dispatched.

    Arrays with one signature differ in their addresses alone, and those in multiples of 16. One of
    them has been checked by :meth:`view`; so the methods here check nothing, and raise nothing.
    """

    @abc.abstractmethod
    def signatures(self, a: Any, b: Any) -> Signatures | None:
        """Return the addresses of two arrays, and their signature; None to validate the call."""

    @abc.abstractmethod
    def signature(self, value: Any) -> tuple[int, Hashable] | None:
        """Return the address of an array, and its signature; None to validate the call."""

    @abc.abstractmethod
    def allocator(self, number: int, shape: tuple[int, ...]) -> Callable[[], Any]:
        """Return what makes C-contiguous arrays of float32 on a GPU; contents undefined."""

    @abc.abstractmethod
    def address_of(self, value: Any) -> int:
        """Return the address of an array that was made so; 0 to validate the call."""

    @abc.abstractmethod
    def current_stream(self, number: int) -> int:
        """Return the stream on which the library works now on a GPU."""

    def guarded(
        self, launch: Launch, arrays: tuple[Any, Any, Any], overlaps: OverlapRanges, number: int
    ) -> GuardedLaunch:
        """Return what launches for arrays like A, B and out, for which it was launched before.

        They lie on GPU ``number``, and have the ``overlaps`` of
        :func:`sgemm.arrays.view.overlap_ranges`.
        """
        (low_a, high_a), (low_b, high_b) = overlaps
        signatures, signature = self.signatures, self.signature
        current_stream, written = self.current_stream, self.written
        types = {array.__class__ for array in arrays}
        operands, target = signatures(arrays[0], arrays[1]), signature(arrays[2])

        def guarded(a: Any, b: Any, out: Any) -> bool:
            if (
                a.__class__ not in types
                or b.__class__ not in types
                or out.__class__ not in types
                or operands is None
                or target is None
            ):
                return False
            pair, third = signatures(a, b), signature(out)
            if pair is None or third is None:
                return False
            at_a, at_b, like = pair
            at_c, like_c = third
            if (
                like != operands[2]
                or like_c != target[1]
                or low_a < at_c - at_a < high_a
                or low_b < at_c - at_b < high_b
            ):
                return False
            launch(at_a, at_b, at_c, current_stream(number))
            written(out)
            return True

        return guarded

    def stream_of(self, value: Any, number: int) -> int | None:
        """Return the current stream: what has been asked for on any other is the caller's care."""
        return self.current_stream(number)


def wrong_dtype(name: str, dtype: object, advice: str) -> ArgumentError:
    """Return the error for an array of another type of element."""
    return ArgumentError(f"{name} has dtype {dtype}; {advice}")
