"""What a cuda machine hands out: buffers, textures, loaded kernels, events.

Beside each stands what a caller can get wrong about it, checked before the driver could be
misled: a launch with too few arguments, say, would make it read past the end of the list.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.machines.interface import (
    TENSOR_MAP_BYTES,
    Argument,
    Buffer,
    Event,
    TensorMap,
)
from sgemm.toolchain.build import Build

if TYPE_CHECKING:
    from sgemm.machines.cuda import CudaMachine

ARGUMENT_TYPES = (np.int32, np.int64, np.float32, np.uint64)


@dataclasses.dataclass(frozen=True, slots=True)
class CudaBuffer:
    """Memory on the GPU.

    Parameters
    ----------
    address : int
        Device address of the first byte.
    nbytes : int
        Size in bytes, as asked for.
    """

    address: int
    nbytes: int


@dataclasses.dataclass(frozen=True, slots=True)
class CudaTexture:
    """A texture object on the GPU.

    Parameters
    ----------
    handle : int
        The 64-bit handle, as a kernel argument.
    first_texel : int
        Index of the texel at the address that was asked for.
    """

    handle: int
    first_texel: int


class CudaKernel:
    """A build loaded into the GPU; unloaded when nothing refers to it any more.

    Parameters
    ----------
    build : Build
        What was loaded.
    function : cuda.core.Kernel
        The entry point.
    further : dict of str to cuda.core.Kernel, optional
        Its other entry points, for launches before and behind.

    Raises
    ------
    ArgumentError
        If they take different parameters.
    """

    def __init__(self, build: Build, function: Any, further: dict[str, Any] | None = None) -> None:
        self._build = build
        self.function = function
        self.further = further or {}
        self.handle = int(function.handle)
        self.parameter_bytes = tuple(int(info.size) for info in function.arguments_info)
        self.parameter_offsets = tuple(int(info.offset) for info in function.arguments_info)
        self.dynamic_shared_limit = 0
        own = list(zip(self.parameter_offsets, self.parameter_bytes, strict=True))
        for entry, other in self.further.items():
            places = [(int(info.offset), int(info.size)) for info in other.arguments_info]
            if places != own:
                raise ArgumentError(f"build: {entry} takes other parameters than {build.entry}")

    @property
    def build(self) -> Build:
        """What was loaded."""
        return self._build

    def check(self, arguments: Sequence[Argument]) -> None:
        """Compare arguments with the kernel's own parameters.

        Raises
        ------
        ArgumentError
            If they differ in number, or one in size, or one is no NumPy scalar of a known type.
        """
        sizes = tuple(
            TENSOR_MAP_BYTES if isinstance(argument, TensorMap) else argument.itemsize
            for argument in arguments
            if isinstance(argument, (*ARGUMENT_TYPES, TensorMap))
        )
        if sizes != self.parameter_bytes or len(arguments) != len(sizes):
            given = ", ".join(type(argument).__name__ for argument in arguments)
            raise ArgumentError(
                f"{self.build.entry} has {len(self.parameter_bytes)} parameters of "
                f"{list(self.parameter_bytes)} bytes and was given {len(arguments)}: {given}"
            )


class CudaEvent:
    """A point in the work of a cuda machine's stream.

    Parameters
    ----------
    machine : CudaMachine
    event : cuda.core.Event
        Recorded, with timing.
    """

    def __init__(self, machine: CudaMachine, event: Any) -> None:
        self._machine = machine
        self._event = event

    def seconds_since(self, earlier: Event) -> float:
        """Seconds of GPU time from ``earlier`` to this event, waiting for both.

        Raises
        ------
        ArgumentError
            If ``earlier`` is an event of another kind of machine.
        MachineError
            If a kernel before either event failed.
        """
        if not isinstance(earlier, CudaEvent):
            raise ArgumentError(f"earlier = {earlier!r} is no event of the cuda machine")
        with self._machine.calling("waiting for an event"):
            earlier._event.sync()
            self._event.sync()
            return float(self._event - earlier._event) * 1e-3


def bytes_of(argument: Argument) -> bytes:
    """Return an argument as a kernel reads it."""
    return argument.data if isinstance(argument, TensorMap) else argument.tobytes()


def check_copy(name: str, array: NDArray[Any], buffer: Buffer, offset: int) -> None:
    """Raise ArgumentError unless an array can be copied to or from that place in a buffer."""
    if not array.flags.c_contiguous:
        raise ArgumentError(f"{name} is not C-contiguous; copy it first")
    if offset < 0 or offset + array.nbytes > buffer.nbytes:
        raise ArgumentError(
            f"{name} has {array.nbytes} bytes, which from offset = {offset} do not fit into a "
            f"buffer of {buffer.nbytes} bytes"
        )
