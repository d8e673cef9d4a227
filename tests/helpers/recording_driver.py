"""A driver that records launches as it reads them, and launches bound for it."""

import contextlib
import ctypes
import struct
import time
import types

from sgemm.errors import MachineError
from sgemm.kernels.catalogue import find
from sgemm.kernels.schedule import Schedule
from sgemm.machines import cuda_launch
from sgemm.machines.cuda_driver import LaunchConfiguration
from sgemm.machines.cuda_launch import CudaLaunch
from sgemm.machines.cuda_objects import bytes_of
from sgemm.machines.interface import TensorMap
from sgemm.toolchain.build import Build

BASIC = "iiifPiPifPi"
LIBRARY = BASIC + "qqqiiPqPPii"
SIZES = {"i": 4, "f": 4, "P": 8, "q": 8, "M": 128}
ALIGNMENTS = SIZES | {"M": 64}
MAP = bytes(range(1, 129))


def offsets_of(letters):
    """Return where C puts parameters of these types."""
    found, end = [], 0
    for letter in letters:
        start = -(-end // ALIGNMENTS[letter]) * ALIGNMENTS[letter]
        found.append(start)
        end = start + SIZES[letter]
    return tuple(found)


class Driver:
    """Reads launches as the driver does."""

    def __init__(self, letters):
        self.letters = letters
        self.seen = []
        self.codes = []
        self.begins_early = []
        self.pause = 0.0
        self.replaced = 0
        self.refuses_addresses = False
        self.entries = []

    def launch(self, configuration_at, function, parameters, extra_at):
        assert parameters is None
        extra = (ctypes.c_void_p * 5).from_address(extra_at)
        assert (extra[0], extra[2], extra[4]) == (1, 2, None)
        size = ctypes.c_size_t.from_address(extra[3]).value
        before = ctypes.string_at(extra[1], size)
        time.sleep(self.pause)
        data = ctypes.string_at(extra[1], size)
        assert data == before, "another thread writes to this buffer"
        configuration = LaunchConfiguration.from_address(configuration_at)
        values = [
            data[offset : offset + 128]
            if letter == "M"
            else struct.unpack_from(letter, data, offset)[0]
            for letter, offset in zip(self.letters, offsets_of(self.letters), strict=True)
        ]
        geometry = tuple(configuration.grid), tuple(configuration.block), configuration.shared_bytes
        self.begins_early.append(configuration.attribute_count == 1)
        self.seen.append((values, configuration.stream or 0, geometry, function.value))
        return self.codes.pop(0) if self.codes else 0

    def replace_address(self, map_at, address):
        assert map_at % 64 == 0
        if self.refuses_addresses:
            return 1
        assert ctypes.string_at(map_at, 128)[8:] == MAP[8:], "this is no map"
        ctypes.memmove(map_at, address.to_bytes(8, "little"), 8)
        self.replaced += 1
        return 0

    def address(self, function):
        """Return the address of a function of this driver, for machine code."""
        if function == self.launch:
            kind = ctypes.CFUNCTYPE(ctypes.c_int, *(ctypes.c_void_p,) * 4)

            def call(configuration_at, function_at, parameters, extra_at):
                return self.launch(
                    configuration_at, ctypes.c_void_p(function_at), parameters, extra_at
                )

        else:
            assert function == self.replace_address
            kind, call = ctypes.CFUNCTYPE(ctypes.c_int, *(ctypes.c_uint64,) * 2), function
        self.entries.append(kind(call))
        return ctypes.cast(self.entries[-1], ctypes.c_void_p).value


class Machine:
    multiprocessors = 4
    stream_handle = 555

    def __init__(self):
        self.maps = []
        self.binds = 0
        self.bound = True

    def function_of(self, kernel, entry=None):
        return {None: 777, "pack_operands": 778, "reduce_partial_sums": 779}[entry]

    def allow_shared(self, kernel, nbytes):
        self.shared_bytes = nbytes

    def calling(self, what):
        return contextlib.nullcontext()

    def is_current(self):
        return self.bound

    @contextlib.contextmanager
    def current(self):
        self.binds += 1
        yield

    def succeed(self, code, what):
        if code:
            raise MachineError(f"{what}: error {code}")

    def tensor_map(self, address, *rest):
        self.maps.append(address)
        return TensorMap(address.to_bytes(8, "little") + MAP[8:])


def made(monkeypatch, name, problem, letters, schedule=None, architecture=90):
    machine, driver = Machine(), Driver(letters)
    monkeypatch.setattr(cuda_launch, "raw_driver", lambda: driver)
    entry = find(name)
    kernel = types.SimpleNamespace(
        build=Build(entry, architecture, name, None, None, None, "none"),
        parameter_offsets=offsets_of(letters),
        check=lambda arguments: [bytes_of(argument) for argument in arguments],
    )
    return CudaLaunch(machine, kernel, problem, schedule or Schedule()), machine, driver
