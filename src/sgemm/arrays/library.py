"""What is needed of an array library: views of arrays, new arrays, and its streams.

And a CUDA stream, however a caller names it.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Hashable
from typing import Any

from sgemm.arrays.view import OverlapRanges, View
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.machines.interface import LEGACY_STREAM, Machine
from sgemm.machines.resident import residency
from sgemm.machines.workspaces import Workspaces
from sgemm.visible import short, type_name

HANDLE_ATTRIBUTES = ("cuda_stream", "ptr", "handle")
"""Where PyTorch, CuPy and others keep a stream's handle, if it has no __cuda_stream__."""

MOST_HANDLE = 2**64 - 1


class Library(abc.ABC):
    """Where arrays come from. Results are made by it, so that its allocator and streams rule.

    Methods that get the ``name`` of an argument raise ArgumentError, with that name, for what the
    library cannot do.
    """

    name: str
    has_orders: bool = True
    """Whether arrays can be stored by columns, as a view of what is stored by rows."""
    is_backend: bool = False
    """Whether its arrays come from its own dispatcher, and never from a caller."""

    @abc.abstractmethod
    def view(self, name: str, value: Any, stream: int | None) -> View:
        """Return where an array lies that a CUDA stream (None: not yet known) is to use."""

    def view_of_memory(self, name: str, value: Any) -> View:
        """Return the view of an array, whatever its library makes of products with it."""
        return self.view(name, value, None)

    def leader(self, *arrays: Any) -> Any:
        """Return which of A, B and C says where a new result is: they lie on one device."""
        return arrays[0]

    def empty(self, like: Any, shape: tuple[int, ...], machine: Machine) -> Any:
        """Make a C-contiguous array of float32 on the device of another, or on its machine.

        By default as the array standard says: ``namespace.empty(shape, dtype, device)``.
        """
        space = namespace_of(like)
        if space is None:
            raise ArgumentError(
                f"out = None: how to make a new array of type {type(like).__qualname__} is not "
                "known: pass an out for the result"
            )
        try:
            return space.empty(shape, dtype=space.float32, device=like.device)
        except Exception as error:
            raise ArgumentError(
                f"out = None: the namespace of {type(like).__qualname__} makes no array of shape "
                f"{shape}: {error!r}; pass an out for the result"
            ) from error

    def records(self, values: tuple[Any, ...]) -> bool:
        """Tell whether the library has to see what is computed of some values, or of None."""
        return False

    def workspaces(self, machine: Machine) -> Workspaces:
        """Return where launches on a machine get their workspaces."""
        return residency(machine).workspaces

    def view_of_result(self, result: Any, stream: int | None = None) -> View:
        """Return the view of what :meth:`empty` or :meth:`packed` made."""
        return self.view("the result", result, stream)

    def orders_readers(self, result: Any) -> bool:
        """Tell whether users of a new result wait for the stream that writes it, or the host."""
        return True

    def finished(self, result: Any, like: Any, stream: int | None) -> Any:
        """Return the array for the caller, of the type of ``like``; a stream may still write it."""
        return result

    def check_target(self, name: str, target: Any) -> None:  # noqa: B027 - few refuse any
        """Refuse an array of the caller that must not be written to now."""

    def written(self, target: Any) -> None:  # noqa: B027 - few libraries keep count
        """Take note that an array of the caller was written to."""

    def packed(self, name: str, value: Any) -> Any:
        """Return a C-contiguous copy on the same device, made on the library's current stream."""
        raise ArgumentError(
            f"{name} has strides of which none is one element, and {self.name} has no way to copy "
            f"it on its device: pass a contiguous {name}"
        )

    def widened(self, name: str, value: Any) -> Any:
        """Return a copy of an array of half precision in float32, on its device."""
        raise ArgumentError(
            f"{name} has half precision, and {self.name} has no way to make float32 of it on its "
            f"device: pass {name} as float32"
        )

    def version(self, value: Any) -> Hashable:
        """Return what differs once an array was changed, as far as the library tells.

        Here that is how it lies, and not what it holds.
        """
        return tuple(getattr(value, name, None) for name in ("shape", "strides", "dtype"))

    def memory_of(self, value: Any) -> Any:
        """Return what keeps the memory of an array alive, whatever becomes of the array."""
        return value

    def assign(self, name: str, target: Any, source: Any) -> None:
        """Copy an array into another of its shape on its device, on the current stream."""
        raise ArgumentError(
            f"{name}: {self.name} has no way to copy into it on its device: pass a contiguous one"
        )

    def transposed(self, value: Any) -> Any:
        """Return an array with its last two axes exchanged, as a view where the library can."""
        return value.swapaxes(-1, -2) if hasattr(value, "swapaxes") else value.mT

    def stream_of(self, value: Any, number: int) -> int | None:
        """Return the stream that produces an array of a GPU; None if nothing need be waited for."""
        return None

    def record_stream_of(self, value: Any, stream: int) -> bool:
        """Keep memory until a stream has done its work; False where its own must wait for it."""
        return False


Launch = Callable[..., None]
"""Launches for the addresses of A, B and the result, on a stream; and of the addend, if any."""

GuardedLaunch = Callable[[Any, Any, Any], bool]
"""Launches for A, B and out if they have known signatures, and returns whether it has."""

Signatures = tuple[int, int, Hashable]
"""Addresses of A and B, and their signatures as one."""


class DispatchableLibrary(Library):
    """A library whose arrays have a signature that is read so fast that calls can be dispatched.

    Arrays with one signature differ in their addresses alone, and those in multiples of 16. One of
    them has been checked by :meth:`view`; so the methods here check nothing, and raise nothing.
    Those that return None or an address of 0 ask for the call to be validated.
    """

    current_stream: Callable[[int], int]
    """Returns the stream on which the library works now on a GPU, by its number."""

    @abc.abstractmethod
    def signatures(self, a: Any, b: Any) -> Signatures | None:
        """Return the addresses of two arrays, and their signature."""

    @abc.abstractmethod
    def signature(self, value: Any) -> tuple[int, Hashable] | None:
        """Return the address of an array, and its signature."""

    @abc.abstractmethod
    def allocator(self, number: int, shape: tuple[int, ...]) -> Callable[[], Any]:
        """Return what makes C-contiguous arrays of float32 on a GPU; contents undefined."""

    @abc.abstractmethod
    def address_of(self, value: Any) -> int:
        """Return the address of an array that was made so."""

    def guarded(
        self, launch: Launch, arrays: tuple[Any, Any, Any], overlaps: OverlapRanges, number: int
    ) -> GuardedLaunch:
        """Return what launches for arrays like A, B and out, which lie on GPU ``number``."""
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


def namespace_of(value: Any) -> Any:
    """Return the array standard's namespace of an array; None where it has none, or refuses."""
    try:
        return value.__array_namespace__()
    except Exception:
        return None


def wrong_dtype(name: str, dtype: object, advice: str) -> ArgumentTypeError:
    """Return the error for an array of another type of element."""
    return ArgumentTypeError(f"{name} has dtype {dtype}; {advice}")


def stream_handle(name: str, value: Any) -> int | None:
    """Return the handle of a stream, 0 for the legacy default stream; None for None."""
    if value is None:
        return None
    handle = value
    try:
        protocol = getattr(value, "__cuda_stream__", None)
        found = protocol() if callable(protocol) else protocol
    except Exception as error:
        raise ArgumentError(
            f"{name}: its __cuda_stream__ fails, {error!r}; (0, handle) is needed"
        ) from error
    if protocol is not None:
        if not isinstance(found, tuple) or len(found) != 2 or found[0] != 0:
            raise ArgumentError(
                f"{name}: its __cuda_stream__ says {short(found)}; (0, handle) is needed"
            )
        handle = found[1]
    elif not isinstance(value, int):
        handles = (getattr(value, attribute, None) for attribute in HANDLE_ATTRIBUTES)
        handle = next((each for each in handles if each is not None), None)
    try:
        number = None if isinstance(handle, bool) or handle is None else int(handle)
    except (TypeError, ValueError):
        number = None
    if number is None or not 0 <= number <= MOST_HANDLE:
        raise ArgumentError(
            f"{name} = {short(value)} is of type {type_name(value)}: a stream's handle (a whole "
            "number), a stream of PyTorch or CuPy, or an object with __cuda_stream__ is needed"
        )
    return 0 if number == LEGACY_STREAM else number
