"""A bound launch on a GPU: one buffer of parameters, of which only addresses change.

The geometry, the handle of the kernel and all parameters are laid out once, as the kernel reads
them. A call writes addresses and stream into their places and makes one call of the driver, which
copies the buffer before it returns. Buffers come from a pool, so that any number of threads can
launch at once.

Tensor maps depend on the addresses of A and B. They are encoded once, with the first addresses; in
each buffer the driver replaces an address where another one is due.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sgemm.kernels.launch import Launch
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import (
    MAPS,
    bound_arguments,
    check_launch,
    mapped_addresses,
    parameter_names,
    workspace_of,
)
from sgemm.machines.cuda_driver import LaunchConfiguration, raw_driver
from sgemm.machines.cuda_objects import MAP_ALIGNMENT, CudaKernel, bytes_of, configurations
from sgemm.machines.interface import (
    TENSOR_MAP_BYTES,
    Addresses,
    BoundLaunch,
    NativeLaunch,
    NativeMap,
    Parts,
)
from sgemm.problem import Problem

if TYPE_CHECKING:
    from sgemm.machines.cuda import CudaMachine

WORD = 8
BUFFER_POINTER, BUFFER_SIZE, END = 1, 2, 0  # CU_LAUNCH_PARAM_...


class _Buffer:
    """The parameters and the configuration of one launch, as the driver reads them."""

    def __init__(
        self, data: bytes, launch: Launch, functions: dict[str, ctypes.c_void_p], begins_early: bool
    ) -> None:
        memory = (ctypes.c_uint64 * -(-(len(data) + MAP_ALIGNMENT) // WORD))()
        before = -ctypes.addressof(memory) % MAP_ALIGNMENT
        # Keeps the memory, and is written to faster than an array of ctypes.
        self.words = memoryview(memory).cast("B").cast("Q")[before // WORD :]
        self.start = ctypes.addressof(memory) + before
        ctypes.memmove(self.start, data, len(data))
        self.size = ctypes.c_size_t(len(data))
        self.extra = (ctypes.c_void_p * 5)(
            BUFFER_POINTER, self.start, BUFFER_SIZE, ctypes.addressof(self.size), END
        )
        self.extra_at = ctypes.addressof(self.extra)
        self.launches = configurations(launch, begins_early)
        # In their order: where the driver reads a configuration, and the kernel's handle.
        (self.first_at, self.first), *further = (
            (ctypes.addressof(configuration), functions[getattr(each, "entry", "")])
            for configuration, each in zip(self.launches, launch.in_order, strict=True)
        )
        self.further = tuple(further)
        self.stream: int | None = 0
        self.mapped = (0, 0, 0)
        self.places = [0, 0]

    def use_stream(self, given: int | None, handle: int) -> None:
        """Launch on a stream from now on: as it was given, and its handle."""
        for configuration in self.launches:
            configuration.stream = handle
        self.stream = given


class CudaLaunch:
    """A kernel without textures bound to a problem and a schedule; ``direct`` launches it."""

    def __init__(
        self,
        machine: CudaMachine,
        kernel: CudaKernel,
        problem: Problem,
        schedule: Schedule,
        parts: Parts = (0, 0),
    ) -> None:
        self._machine = machine
        self._kernel = kernel
        self._problem = problem
        self._schedule = schedule
        self._parts = parts
        self._lock = threading.Lock()
        self._launch, self._replace = raw_driver().launch, raw_driver().replace_address
        # Now, and not at the first launch: loading is no business of a graph that is captured.
        entry, offsets = kernel.build.kernel, kernel.parameter_offsets
        self._functions = {"": ctypes.c_void_p(machine.function_of(kernel))} | {
            other: ctypes.c_void_p(machine.function_of(kernel, other))
            for other in entry.other_entries
        }
        self._packs = entry.geometry.packing is not None
        at = dict(zip(parameter_names(entry), offsets, strict=True))
        self._a, self._b, self._c = (at[name] // WORD for name in "abc")
        self._floats, self._counters = (
            at.get(name, 0) // WORD for name in ("workspace", "counters")
        )
        reads_addend = "addend" in at and problem.beta != 0.0
        self._addend = at["addend" if reads_addend else "c"] // WORD
        self._maps_at = [at[name] for name in MAPS if name in at]
        self._read_maps: list[tuple[int, int]] = []  # places of maps, and whether of A or of B
        self._free: list[_Buffer] = []
        self._pattern: tuple[bytes, Launch] | None = None
        self.direct = self._direct()

    def _direct(self) -> BoundLaunch:
        """Return the call as a function, which finds what it needs faster than a method does."""
        take, give, machine = self._free.pop, self._free.append, self._machine
        launch = self._launch
        at_a, at_b, at_c, at_addend = self._a, self._b, self._c, self._addend
        at_floats, at_counters, has_maps = self._floats, self._counters, bool(self._maps_at)
        # As a mask: maps are of A and B alone, unless these are packed.
        of_workspace = -1 if self._packs else 0

        def direct(
            a: int,
            b: int,
            c: int,
            stream: int | None,
            floats: int = 0,
            counters: int = 0,
            addend: int = 0,
        ) -> None:
            try:
                buffer = take()
            except IndexError:
                given = Addresses(a, b, c, floats, counters, addend, self._parts)
                buffer = self._new_buffer(given)
            words = buffer.words
            words[at_a] = a
            words[at_b] = b
            words[at_addend] = addend or c
            words[at_c] = c
            if floats or counters:
                words[at_floats] = floats
                words[at_counters] = counters
            if has_maps and buffer.mapped != (a, b, floats & of_workspace):
                self._map(buffer, (a, b, floats & of_workspace))
            if stream != buffer.stream:
                own = machine.stream_handle if stream is None else stream
                buffer.use_stream(stream, own)
            code = launch(buffer.first_at, buffer.first, None, buffer.extra_at)
            if code:
                self._launch_again(buffer, code, buffer.first_at, buffer.first)
            if buffer.further:
                self._launch_further(buffer)
            give(buffer)  # after an error it is given up: another one is made

        return direct

    def native(self, a: int, b: int, c: int, floats: int, counters: int) -> NativeLaunch:
        """Return what machine code needs for the same, with a buffer of its own."""
        buffer = self._new_buffer(Addresses(a, b, c, floats, counters))
        words = (self._a, self._b, self._c, self._floats, self._counters)
        # No parameter of a workspace is the first.
        places = tuple(buffer.start + WORD * word if word else 0 for word in words)
        functions = (buffer.first, *(function for _, function in buffer.further))
        at_stream = LaunchConfiguration.stream.offset
        launches = tuple(
            (at := ctypes.addressof(configuration), function.value or 0, at + at_stream)
            for configuration, function in zip(buffer.launches, functions, strict=True)
        )
        return NativeLaunch(
            workspace=workspace_of(self._kernel.build.kernel, self._problem, self._schedule),
            places=places,
            maps=self._native_maps(buffer, places, (a, b, floats)),
            launches=launches,
            parameters=buffer.extra_at,
            launch=raw_driver().address(self._launch),
            replace=raw_driver().address(self._replace),
            owner=(buffer, self),
        )

    def _native_maps(
        self, buffer: _Buffer, places: tuple[int, ...], addresses: tuple[int, int, int]
    ) -> tuple[NativeMap, ...]:
        """Return the tensor maps of a buffer, which are of A and B or of what is packed of them."""
        if not self._read_maps:
            return ()
        a, b, floats = addresses
        kernel, problem = self._kernel.build.kernel, self._problem
        mapped = mapped_addresses(kernel, problem, a, b, floats)
        elsewhere = mapped_addresses(kernel, problem, a, b, floats + MAP_ALIGNMENT)
        self._map(buffer, (a, b, floats if self._packs else 0))
        maps = []
        for offset, operand in self._read_maps:
            base = operand if mapped[operand] == elsewhere[operand] else 2
            place = places[3] if base == 2 else places[base]
            from_base = mapped[operand] - addresses[base]
            maps.append(NativeMap(buffer.start + offset, place, from_base, mapped[operand]))
        return tuple(maps)

    def _launch_further(self, buffer: _Buffer) -> None:
        """Launch what comes after the first launch of a call."""
        for configuration_at, function in buffer.further:
            code = self._launch(configuration_at, function, None, buffer.extra_at)
            if code:
                self._launch_again(buffer, code, configuration_at, function)

    def _launch_again(
        self, buffer: _Buffer, code: int, configuration_at: int, function: ctypes.c_void_p
    ) -> None:
        """Launch with the thread bound to the GPU, if that was the trouble.

        A kernel belongs to one GPU's context; the driver refuses it in another one.
        """
        if not self._machine.is_current():
            with self._machine.current():
                code = self._launch(configuration_at, function, None, buffer.extra_at)
        self._succeed(code)

    def _succeed(self, code: int) -> None:
        self._machine.succeed(code, f"launching {self._kernel.build.entry}")

    def _new_buffer(self, addresses: Addresses) -> _Buffer:
        """Make one more buffer: there are as many as threads have launched at once."""
        with self._lock:
            if self._pattern is None:
                self._pattern = self._bound(addresses)
            return _Buffer(*self._pattern, self._functions, self._kernel.build.begins_early)

    def _bound(self, addresses: Addresses) -> tuple[bytes, Launch]:
        """Lay out the parameters, with addresses of the first call, as the kernel takes them."""
        kernel = self._kernel.build.kernel
        where = (self._machine, kernel, self._problem, addresses, self._schedule)
        with bound_arguments(*where) as bound:
            launch, arguments = bound
        self._kernel.check(arguments)
        check_launch(launch)
        with self._machine.calling(f"preparing {self._kernel.build.entry}"):
            self._machine.allow_shared(self._kernel, launch)
        data = bytearray(self._kernel.parameter_offsets[-1] + len(bytes_of(arguments[-1])))
        for offset, argument in zip(self._kernel.parameter_offsets, arguments, strict=True):
            value = bytes_of(argument)
            data[offset : offset + len(value)] = value
        # A map that the kernel does not read is all zeros, and stays so.
        self._read_maps = [
            (offset, operand)
            for operand, offset in enumerate(self._maps_at)
            if any(data[offset : offset + TENSOR_MAP_BYTES])
        ]
        return bytes(data), launch

    def _map(self, buffer: _Buffer, addresses: tuple[int, int, int]) -> None:
        """Let the tensor maps of a buffer describe the same matrices at other addresses."""
        mapped: Sequence[int] = addresses
        if self._packs:
            mapped = mapped_addresses(self._kernel.build.kernel, self._problem, *addresses)
        places = buffer.places  # an operand that stays, as weights often do, costs nothing
        for offset, operand in self._read_maps:
            where = mapped[operand]
            if where != places[operand]:
                code = self._replace(buffer.start + offset, where)
                if code:
                    self._succeed(code)
                places[operand] = where
        buffer.mapped = addresses
