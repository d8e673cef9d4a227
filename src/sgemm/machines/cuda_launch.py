"""A prepared launch on a GPU: one buffer of arguments, of which only addresses change.

The geometry, the handle of the kernel and the pointers to all arguments are laid out once. A call
writes addresses and stream into their places and makes one call of the driver, which copies them
before it returns. A lock keeps threads from writing while it does so.

Tensor maps depend on the addresses of A and B. They are encoded by the driver when an address is
seen for the first time, and kept for the addresses seen lately: allocators hand out the same ones
again and again.
"""

from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING

from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.kernel import Parameters
from sgemm.kernels.schedule import Schedule
from sgemm.machines.call import (
    A_SLOT,
    B_SLOT,
    C_SLOT,
    COUNTERS_SLOT,
    MAP_SLOTS,
    WORKSPACE_SLOT,
    bound_arguments,
    tensor_maps,
)
from sgemm.machines.cuda_driver import LaunchConfiguration, raw_driver
from sgemm.machines.cuda_objects import CudaKernel
from sgemm.machines.interface import TENSOR_MAP_BYTES, TensorMap
from sgemm.problem import Problem

if TYPE_CHECKING:
    from sgemm.machines.cuda import CudaMachine

KEPT_MAPS = 64
"""Pairs of addresses whose tensor maps a launch keeps."""

SLOT_BYTES = 8
"""Distance of arguments in the buffer; a tensor map has as many slots as it fills."""


class CudaLaunch:
    """A kernel bound to a problem and a schedule on one GPU.

    Parameters
    ----------
    machine : CudaMachine
    kernel : CudaKernel
        Loaded on that machine, specialised to the problem's layout; without textures.
    problem : Problem
        Not empty.
    schedule : Schedule
    """

    def __init__(
        self, machine: CudaMachine, kernel: CudaKernel, problem: Problem, schedule: Schedule
    ) -> None:
        self._machine = machine
        self._kernel = kernel
        self._problem = problem
        self._schedule = schedule
        self._lock = threading.Lock()
        self._driver = raw_driver()
        # Now, and not at the first launch: loading is no business of a graph that is captured.
        self._function = ctypes.c_void_p(machine.function_of(kernel))
        self._context = machine.context_handle
        self._current = ctypes.c_void_p()
        self._current_at = ctypes.addressof(self._current)
        self._configuration = LaunchConfiguration()
        self._configuration_at = ctypes.addressof(self._configuration)
        self._maps: dict[tuple[int, int], bytes] = {}
        self._mapped: tuple[int, int] | None = None
        self._is_bound = False

    def __call__(
        self, a: int, b: int, c: int, floats: int, counters: int, stream: int | None
    ) -> None:
        """Launch it; see :class:`~sgemm.machines.interface.PreparedLaunch`."""
        with self._lock:
            if not self._is_bound:
                self._bind(a, b, c, floats, counters)
            self._a.value = a
            self._b.value = b
            self._c.value = c
            if self._is_extended:
                self._floats.value = floats
                self._counters.value = counters
                if self._maps_at and self._mapped != (a, b):
                    self._map(a, b)
            self._configuration.stream = self._machine.stream_handle if stream is None else stream
            self._driver.current_context(self._current_at)
            if self._current.value == self._context:
                code = self._driver.launch(
                    self._configuration_at, self._function, self._parameters_at, None
                )
            else:
                with self._machine.current():
                    code = self._driver.launch(
                        self._configuration_at, self._function, self._parameters_at, None
                    )
        if code:
            raise self._machine.explained(
                f"launching {self._kernel.build.entry}", MachineError(self._driver.explain(code))
            )

    def _bind(self, a: int, b: int, c: int, floats: int, counters: int) -> None:
        """Lay out the arguments, with those of the first call, as the kernel is known to take."""
        kernel = self._kernel.build.kernel
        where = (a, b, c, self._schedule, floats, counters)
        with bound_arguments(self._machine, kernel, self._problem, *where) as bound:
            launch, arguments = bound
        self._kernel.check(arguments)
        with self._machine.calling(f"preparing {self._kernel.build.entry}"):
            self._machine.allow_shared(self._kernel, launch.shared_bytes)
        values = [
            argument.data if isinstance(argument, TensorMap) else argument.tobytes()
            for argument in arguments
        ]
        offsets, end = [], 0
        for value in values:
            offsets.append(end)
            end += -(-len(value) // SLOT_BYTES) * SLOT_BYTES
        self._buffer = ctypes.create_string_buffer(end)
        start = ctypes.addressof(self._buffer)
        for offset, value in zip(offsets, values, strict=True):
            ctypes.memmove(start + offset, value, len(value))
        addresses = [start + offset for offset in offsets]
        self._parameters = (ctypes.c_void_p * len(addresses))(*addresses)
        self._parameters_at = ctypes.addressof(self._parameters)
        self._a, self._b, self._c = (
            ctypes.c_uint64.from_address(addresses[slot]) for slot in (A_SLOT, B_SLOT, C_SLOT)
        )
        self._is_extended = kernel.parameters is Parameters.EXTENDED
        if self._is_extended:
            self._floats, self._counters = (
                ctypes.c_uint64.from_address(addresses[slot])
                for slot in (WORKSPACE_SLOT, COUNTERS_SLOT)
            )
        self._maps_at = addresses[MAP_SLOTS[0]] if kernel.boxes is not None else 0
        self._boxes = kernel.boxes(self._problem, kernel.tile) if kernel.boxes else (None, None)
        self._configuration.grid[:] = launch.grid
        self._configuration.block[:] = launch.block
        self._configuration.shared_bytes = launch.shared_bytes
        if launch.cluster != (1, 1, 1):
            raise ArgumentError(f"cluster = {launch.cluster}: prepared launches are of blocks")
        self._is_bound = True

    def _map(self, a: int, b: int) -> None:
        """Put the tensor maps of two addresses in their place: those of lately, or new ones."""
        data = self._maps.get((a, b))
        if data is None:
            maps = tensor_maps(self._machine, self._problem, (a, b), self._boxes)
            data = maps[0].data + maps[1].data
            if len(self._maps) >= KEPT_MAPS:
                del self._maps[next(iter(self._maps))]
            self._maps[a, b] = data
        ctypes.memmove(self._maps_at, data, 2 * TENSOR_MAP_BYTES)
        self._mapped = (a, b)
