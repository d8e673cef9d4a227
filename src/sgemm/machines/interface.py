"""The machine: the smallest interface that a GPU and the executor can both honour.

A machine allocates, copies, loads, launches and times. It is all that verification, benchmark,
planning and the library know of where a kernel runs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from sgemm.kernels.gpus import Target
from sgemm.kernels.launch import Launch, Sizes
from sgemm.kernels.schedule import Schedule, TensorBox, Workspace
from sgemm.problem import Problem
from sgemm.toolchain.build import Build

if TYPE_CHECKING:
    import numpy as np  # not at run time: commands that read results do without
    from numpy.typing import NDArray

CUDA_KIND = 2  # the number of NVIDIA GPUs among DLPack's types of devices
DEFAULT_STREAM = 0  # handle of the default stream that waits for all others
LEGACY_STREAM = 1  # its other name, for protocols in which 0 could also be the one of each thread

DEFAULT_STREAMS = (DEFAULT_STREAM, LEGACY_STREAM, 2)
"""All handles of streams that nobody makes, for any context; 2 is the one of each thread."""

TENSOR_MAP_BYTES = 128
TEXEL_BYTES = 16


class TensorMap(NamedTuple):
    """Describes a matrix to the unit for bulk tensor copies; an argument that goes by value."""

    data: bytes  # 128 bytes that only the machine that made them, and its kernels, can read


Parts: TypeAlias = tuple[int, int]
"""Addresses of the parts of A and of B, where the problem says that the operand was prepared."""

Argument: TypeAlias = "np.int32 | np.int64 | np.float32 | np.uint64 | TensorMap"
"""A kernel argument: a size, a stride, a scalar, an address or handle as 64 bits, or a map."""


class Buffer(Protocol):
    """Memory of a machine: an address that kernels understand, aligned to 256 bytes."""

    @property
    def address(self) -> int:
        """Address of the first byte, as a kernel argument."""

    @property
    def nbytes(self) -> int:
        """Size in bytes, as asked for."""


class Addresses(NamedTuple):
    """Where what a launch reads and writes begins; 0 for what it has not."""

    a: int
    b: int
    c: int
    floats: int = 0  # of the workspace
    counters: int = 0
    addend: int = 0  # if the problem has another than C
    parts: Parts = (0, 0)


class LoadedKernel(Protocol):
    """A build made ready to launch on one machine."""

    @property
    def build(self) -> Build:
        """What was loaded."""


class Event(Protocol):
    """A point in the work of a machine."""

    def seconds_since(self, earlier: Event) -> float:
        """Seconds of the machine's time from ``earlier`` to this event, waiting for both."""


class Texture(NamedTuple):
    """A texture object over linear memory: texels of 4 floats, zero after the last."""

    handle: int  # 64 bits, as a kernel argument
    first_texel: int  # that at the address asked for: a texture starts at an aligned one


class BoundLaunch(Protocol):
    """A kernel bound to everything but addresses and a stream; any thread may call it."""

    def __call__(
        self,
        a: int,
        b: int,
        c: int,
        stream: int | None,
        floats: int = 0,
        counters: int = 0,
        addend: int = 0,
        /,
    ) -> None:
        """Launch it on addresses of first elements, aligned as the kernel requires.

        The stream is as for :meth:`Machine.launch`. The workspace, given by the addresses of its
        floats and counters (0 for none), is used by no other launch at the time. An address of the
        addend is needed where the problem has another than C.
        """


class NativeMap(NamedTuple):
    """A tensor map of a launch: the address of its matrix is that in a place, and an offset."""

    at: int
    place: int
    offset: int
    address: int  # that it has now


class NativeLaunch(NamedTuple):
    """A bound launch as machine code makes it, for one thread at a time.

    It writes addresses to their ``places``: those of A, B, C, floats and counters; a place of 0 has
    none. It lets the driver ``replace`` addresses of maps where they are others, and ``launch`` one
    after the other: a configuration, a function, and the place of the configuration's stream.
    """

    workspace: Workspace
    places: tuple[int, ...]
    maps: tuple[NativeMap, ...]
    launches: tuple[tuple[int, int, int], ...]
    parameters: int
    launch: int
    replace: int
    owner: object  # keeps the memory of all that


class Machine(Target, Protocol):
    """Where kernels run: ``cuda`` (a GPU) or ``cpu`` (the executor)."""

    @property
    def description(self) -> str:
        """One line for people: the GPU's or the processor's name and what matters of it."""

    @property
    def device(self) -> tuple[int, int]:
        """Memory that kernels use in place, as DLPack names it: (1, 0) its own, (2, 0) of GPU 0."""

    def allocate(self, nbytes: int) -> contextlib.AbstractContextManager[Buffer]:
        """Allocate ``nbytes`` bytes, freed when the context ends. Contents are undefined."""

    def copy_in(self, buffer: Buffer, source: NDArray[Any], offset: int = 0) -> None:
        """Copy a C-contiguous host array to ``offset`` bytes into a buffer; ordered, blocking."""

    def copy_out(self, target: NDArray[Any], buffer: Buffer, offset: int = 0) -> None:
        """Copy from ``offset`` bytes into a buffer to a C-contiguous host array; blocking."""

    def texture(self, address: int, nbytes: int) -> contextlib.AbstractContextManager[Texture]:
        """Make a texture object over ``nbytes`` bytes at a 16-byte-aligned address."""

    def tensor_map(
        self, address: int, sizes: Sizes, strides: tuple[int, int], box: TensorBox
    ) -> TensorMap:
        """Describe a batch of matrices of float32 to bulk tensor copies.

        Sizes are columns, rows and number of matrices; strides the bytes from one row to the next,
        and from one matrix to the next. Address and strides are multiples of 16. Elements outside
        are read as zero. On a GPU, 256 bytes at a time are brought to the L2 cache. Raises
        ArgumentError for what the unit cannot honour.
        """

    def load(self, build: Build) -> LoadedKernel:
        """Make a build ready to launch."""

    def launch(
        self,
        kernel: LoadedKernel,
        launch: Launch,
        arguments: Sequence[Argument],
        stream: int | None = None,
    ) -> None:
        """Run a kernel after all work launched before. A grid with a zero in it runs nothing.

        ``stream`` is the handle of a caller's stream, whose order then counts alone; by default
        the machine's own. What the other methods do is ordered on the machine's own.
        """

    def bind(
        self, kernel: LoadedKernel, problem: Problem, schedule: Schedule, parts: Parts = (0, 0)
    ) -> BoundLaunch:
        """Bind a kernel to a problem and a schedule, to be launched many times."""

    def native_launch(
        self, kernel: LoadedKernel, problem: Problem, schedule: Schedule, addresses: tuple[int, ...]
    ) -> NativeLaunch | None:
        """Bind a kernel as :meth:`bind` does, for machine code; None where that needs Python.

        The addresses are those of the first call: of A, B, C, floats and counters.
        """

    def order(self, earlier: int, later: int) -> None:
        """Let what a stream is given from now on wait for all that another was given so far."""

    def wait(self, stream: int | None) -> None:
        """Wait for all that a stream was given so far; None for everything on the machine."""

    def hold(self, owners: object, stream: int) -> None:
        """Keep objects, and so their memory, until a stream has done what it was given so far."""

    def check_stream(self, stream: int) -> None:
        """Raise ArgumentError unless a stream is one that this machine's kernels can run on."""

    def workspace_key(self, stream: int | None) -> tuple[int, int]:
        """Name the order of work that a stream stands for: launches of one name never overlap.

        None stands for the machine's own stream. The second number is that of the graph that is
        being captured, or 0: a graph's launches may run again at any time, beside all others.
        """

    def outside_captures(self) -> contextlib.AbstractContextManager[None]:
        """Do in the context what must not become part of a graph that is being captured."""

    def record(self) -> Event:
        """Record an event after all work launched so far."""

    def synchronize(self) -> None:
        """Wait for all work launched so far; errors of kernels surface here at the latest."""
