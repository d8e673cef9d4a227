"""The driver's library as ctypes sees it: checks arguments by their prototypes, and does little."""

# ruff: noqa: N802, N815 - names of the driver

import collections
import ctypes
import functools
import itertools

from sgemm.machines.cuda_driver import LaunchAttribute, LaunchConfiguration

ERRORS = {
    3: (b"CUDA_ERROR_NOT_INITIALIZED", b"initialization error"),
    34: (b"CUDA_ERROR_STUB_LIBRARY", b"CUDA driver is a stub library"),
    100: (b"CUDA_ERROR_NO_DEVICE", b"no CUDA-capable device is detected"),
    700: (b"CUDA_ERROR_ILLEGAL_ADDRESS", b"an illegal memory access was encountered"),
    802: (b"CUDA_ERROR_SYSTEM_NOT_READY", b"system not yet initialized"),
    803: (b"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", b"system has unsupported display driver"),
}
NOT_READY = 600
ATTRIBUTES = {
    **{13: 1_980_000, 14: 512, 16: 132, 36: 3_201_000, 37: 6144, 38: 60 << 20},
    **{75: 8, 76: 6},  # the compute capability
}
PARAMETERS = {"naive": "iiifPiPifPi", "slender": "iiifPiPifPiPPPiiPPPPii"}
SIZES = {"i": 4, "f": 4, "P": 8}


def put(at, ctype, value):
    """Write what a function returns by an address or a reference."""
    ctypes.cast(at, ctypes.POINTER(ctype))[0] = value


def attributes_of(configuration):
    """Read the attributes of a launch as the driver does."""
    kind = LaunchAttribute * configuration.attribute_count
    found = kind.from_address(configuration.attributes) if configuration.attributes else ()
    return [(each.number, *each.value[:3]) for each in found]


class Function:
    """A function of the library: what it is given fits its prototype."""

    def __init__(self, library, name):
        self.library, self.name = library, name
        self.argtypes = None
        self.restype = None

    def __call__(self, *arguments):
        if self.argtypes is not None:
            assert self.restype is ctypes.c_int
            assert len(arguments) == len(self.argtypes), self.name
            for argument, expected in zip(arguments, self.argtypes, strict=True):
                expected.from_param(argument)
        self.library.calls.append(self.name)
        self.library.modes[self.name].add(self.library.mode)
        if self.name in self.library.failing:
            return self.library.error
        kind = ctypes._SimpleCData
        numbers = [each.value if isinstance(each, kind) else each for each in arguments]
        does = getattr(self.library, f"do_{self.name}", None)
        return 0 if does is None else does(*numbers) or 0


class Library:
    """Memory is the host's; kernels are noted and not run."""

    def __init__(self, names=("NVIDIA H200",), version=13000, failing=(), error=700):
        self.names, self.version = names, version
        self.failing, self.error = set(failing), error
        self.calls, self.launched, self.loaded = [], [], {}
        self.memory, self.attributes, self.context, self.live = {}, {}, 0, set()
        self.handles = itertools.count(1000, 8)
        self.answers = {}  # what asking for an event gives, by its handle
        self.mode = 0  # of what is done while a graph is captured
        self.modes = collections.defaultdict(set)  # in which each function was called

    def __getattr__(self, name):
        if not name.startswith("cu"):
            raise AttributeError(name)
        function = Function(self, name)
        setattr(self, name, function)
        return function

    def make(self, at):
        handle = next(self.handles)
        self.live.add(handle)
        put(at, ctypes.c_void_p, handle)
        return handle

    def explain(self, which, code, found):
        if code not in ERRORS:
            return 1
        put(found, ctypes.c_char_p, ERRORS[code][which])
        return 0

    do_cuGetErrorName = functools.partialmethod(explain, 0)
    do_cuGetErrorString = functools.partialmethod(explain, 1)

    def do_cuDriverGetVersion(self, at):
        put(at, ctypes.c_int, self.version)

    def do_cuDeviceGetCount(self, at):
        put(at, ctypes.c_int, len(self.names))

    def do_cuDeviceGet(self, at, ordinal):
        put(at, ctypes.c_int, ordinal + 100)

    def do_cuDeviceGetName(self, buffer, size, device):
        buffer.value = self.names[device - 100].encode()[: size - 1]

    def do_cuDeviceTotalMem_v2(self, at, device):
        put(at, ctypes.c_size_t, 150_000_000_000)

    def do_cuDeviceGetUuid_v2(self, at, device):
        kind = ctypes.c_ubyte * 16
        put(at, kind, kind(*(16 * index + device - 100 for index in range(16))))

    def do_cuDeviceGetAttribute(self, at, attribute, device):
        put(at, ctypes.c_int, ATTRIBUTES[attribute])

    def do_cuDevicePrimaryCtxRetain(self, at, device):
        put(at, ctypes.c_void_p, 77)

    def do_cuCtxGetCurrent(self, at):
        put(at, ctypes.c_void_p, self.context)

    def do_cuCtxSetCurrent(self, context):
        self.context = context

    def do_cuThreadExchangeStreamCaptureMode(self, at):
        mode = ctypes.c_int.from_address(at)
        self.mode, mode.value = mode.value, self.mode

    def do_cuStreamCreate(self, at, flags):
        assert flags == 1
        self.make(at)

    def do_cuEventCreate(self, at, flags):
        self.make(at)

    def do_cuEventQuery(self, event):
        return self.answers.get(event, NOT_READY)

    def do_cuStreamDestroy_v2(self, handle):
        self.live.remove(handle)

    do_cuEventDestroy_v2 = do_cuLibraryUnload = do_cuStreamDestroy_v2

    def do_cuEventElapsedTime(self, at, start, end):
        put(at, ctypes.c_float, float(end - start))

    def do_cuMemGetInfo_v2(self, free, total):
        put(free, ctypes.c_size_t, 2**36)
        put(total, ctypes.c_size_t, 2**37)

    def do_cuMemAlloc_v2(self, at, nbytes):
        if ctypes.c_size_t(nbytes).value > 2**40:
            return self.error
        memory = ctypes.create_string_buffer(ctypes.c_size_t(nbytes).value)
        self.memory[ctypes.addressof(memory)] = memory
        put(at, ctypes.c_uint64, ctypes.addressof(memory))
        return 0

    def do_cuMemFree_v2(self, address):
        del self.memory[address]

    def do_cuMemcpyHtoDAsync_v2(self, target, source, nbytes, stream):
        assert stream in self.live
        ctypes.memmove(target, source, nbytes)

    do_cuMemcpyDtoHAsync_v2 = do_cuMemcpyHtoDAsync_v2

    def do_cuMemsetD8Async(self, target, byte, nbytes, stream):
        ctypes.memset(target, byte, nbytes)

    def do_cuLibraryLoadData(self, at, code, *options):
        assert options == (None, None, 0, None, None, 0)
        self.loaded[self.make(at)] = code

    def do_cuLibraryGetKernel(self, at, library, name):
        assert library in self.live
        handle = next(self.handles)
        self.loaded[handle] = name.decode()
        put(at, ctypes.c_void_p, handle)

    def do_cuKernelGetParamInfo(self, kernel, number, offset, size):
        end, letters = 0, PARAMETERS[self.loaded[kernel]]
        if number == len(letters):
            return 1
        for letter in letters[: number + 1]:
            start = -(-end // SIZES[letter]) * SIZES[letter]
            end = start + SIZES[letter]
        put(offset, ctypes.c_size_t, start)
        put(size, ctypes.c_size_t, SIZES[letters[number]])
        return 0

    def do_cuKernelSetAttribute(self, attribute, value, kernel, device):
        self.attributes[kernel, attribute] = value

    def do_cuLaunchKernelEx(self, at, function, parameters, extra):
        given = LaunchConfiguration.from_address(at)
        where = tuple(given.grid), tuple(given.block), given.shared_bytes, given.stream
        self.launched.append((self.loaded[function], *where))
        self.launch_attributes = attributes_of(given)
