"""How XLA calls a function of a program: the structures of its C interface, by ctypes.

Layouts are those of ``xla/ffi/api/c_api.h``, which every jaxlib brings along
(``jax.ffi.include_dir()``); what is read here is the same in versions 0.3 to 0.5 of the interface.
Attributes come in the order of their names.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

MAJOR, MINOR = 0, 5
"""The newest version of the interface that these layouts were compared with."""

METADATA = 1  # the extension by which XLA asks what a handler is
COMMAND_BUFFER_COMPATIBLE = 1
EXECUTE = 3  # the stage in which a handler computes
FLOAT32 = 11  # a type of elements

INVALID_ARGUMENT, RESOURCE_EXHAUSTED, UNIMPLEMENTED, INTERNAL = 3, 8, 12, 13
"""Codes of errors."""

_Size, _Pointer = ctypes.c_size_t, ctypes.c_void_p
_HEAD: Any = [("struct_size", _Size), ("extension", _Pointer)]


class _Extension(ctypes.Structure):
    _fields_ = (("struct_size", _Size), ("kind", ctypes.c_int), ("next", _Pointer))


class _Version(ctypes.Structure):
    _fields_ = (*_HEAD, ("major", ctypes.c_int), ("minor", ctypes.c_int))


class _Metadata(ctypes.Structure):
    _fields_ = (("struct_size", _Size), ("version", _Version), ("traits", ctypes.c_uint32))


class _MetadataExtension(ctypes.Structure):
    _fields_ = (("base", _Extension), ("metadata", ctypes.POINTER(_Metadata)))


class Buffer(ctypes.Structure):
    """An operand or a result: dense, and stored by rows."""

    _fields_ = (
        *_HEAD,
        ("dtype", ctypes.c_int),
        ("data", _Pointer),
        ("rank", ctypes.c_int64),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
    )

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""
        return tuple(self.dims[: self.rank])

    @property
    def address(self) -> int:
        """Where it lies; 0 where it has no elements."""
        return self.data or 0


class _Buffers(ctypes.Structure):
    _fields_ = (
        *_HEAD,
        ("size", ctypes.c_int64),
        ("kinds", _Pointer),
        ("values", ctypes.POINTER(ctypes.POINTER(Buffer))),
    )

    def all(self) -> list[Buffer]:
        return [each.contents for each in self.values[: self.size]]


class Text(ctypes.Structure):
    """A text: where it starts, and its length in bytes."""

    _fields_ = (("start", _Pointer), ("length", _Size))


class _Attributes(ctypes.Structure):
    _fields_ = (
        *_HEAD,
        ("size", ctypes.c_int64),
        ("kinds", _Pointer),
        ("names", _Pointer),
        ("values", ctypes.POINTER(_Pointer)),
    )

    def text(self, place: int) -> str:
        """Return a text, by its place."""
        text = Text.from_address(self.values[place])
        return ctypes.string_at(text.start, text.length).decode()


_FUNCTIONS = (
    *("internal", "create_error", "error_message", "destroy_error", "register_handler", "stream"),
    *("register_type", "context", "set_state", "get_state", "allocate", "free", "schedule"),
    *("threads", "create_future", "set_available", "set_error", "run_id", "device_ordinal"),
)
"""Of the interface, in their order."""


class _Interface(ctypes.Structure):
    _fields_ = (*_HEAD, ("version", _Version), *((name, _Pointer) for name in _FUNCTIONS))


class _ErrorArguments(ctypes.Structure):
    _fields_ = (*_HEAD, ("message", ctypes.c_char_p), ("code", ctypes.c_int))


class _StreamArguments(ctypes.Structure):
    _fields_ = (*_HEAD, ("context", _Pointer), ("stream", _Pointer))


class _OrdinalArguments(ctypes.Structure):
    _fields_ = (*_HEAD, ("context", _Pointer), ("ordinal", ctypes.c_int32))


_Function = ctypes.CFUNCTYPE(_Pointer, _Pointer)
"""Of the interface, and of a handler: an address in; an error, or null, out."""


@functools.cache
def _function(address: int) -> Callable[[int], int | None]:
    """Return a function of the interface, of which each process has one."""
    return _Function(address)


class CallFrame(ctypes.Structure):
    """One call: what is to be done, with which operands, and where."""

    _fields_ = (
        *_HEAD,
        ("interface", ctypes.POINTER(_Interface)),
        ("context", _Pointer),
        ("stage", ctypes.c_int),
        ("operands", _Buffers),
        ("results", _Buffers),
        ("attributes", _Attributes),
    )

    def stream(self) -> int:
        """Return the stream of the GPU that the call is to work on."""
        arguments = _StreamArguments(ctypes.sizeof(_StreamArguments), None, self.context, None)
        self._ask(self.interface.contents.stream, arguments)
        return arguments.stream or 0

    def ordinal(self) -> int:
        """Return the number of the GPU, among those that the process sees."""
        arguments = _OrdinalArguments(ctypes.sizeof(_OrdinalArguments), None, self.context, 0)
        self._ask(self.interface.contents.device_ordinal, arguments)
        return int(arguments.ordinal)

    def error(self, code: int, message: str) -> int | None:
        """Make an error, which XLA will own."""
        size, text = ctypes.sizeof(_ErrorArguments), message.encode(errors="replace")
        arguments = _ErrorArguments(size, None, text, code)
        return _function(self.interface.contents.create_error)(ctypes.addressof(arguments))

    def answered(self) -> bool:
        """Say what the handler is, if XLA asks for that and nothing else."""
        at = self.extension
        while at:
            extension = _Extension.from_address(at)
            if extension.kind == METADATA:
                metadata = _MetadataExtension.from_address(at).metadata.contents
                asked = self.interface.contents.version
                metadata.version.major = MAJOR
                metadata.version.minor = min(MINOR, asked.minor)
                metadata.traits = COMMAND_BUFFER_COMPATIBLE
                return True
            at = extension.next
        return False

    def _ask(self, function: int, arguments: ctypes.Structure) -> None:
        error = _function(function)(ctypes.addressof(arguments))
        if error:
            raise RuntimeError("XLA does not tell on which stream and device it calls")


def handler(function: Callable[[CallFrame], int | None]) -> Any:
    """Return a function as XLA calls it; keep it for as long as the process lives."""

    def call(at: int) -> int | None:
        return function(CallFrame.from_address(at))

    return _Function(call)
