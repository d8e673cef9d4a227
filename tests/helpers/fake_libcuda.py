"""The driver's library as ctypes sees it: checks arguments by their prototypes, and does little."""

import ctypes
import itertools

from sgemm.machines.cuda_driver import LaunchAttribute, LaunchConfiguration

ERROR = 700
ATTRIBUTES = {13: 1_980_000, 14: 512, 16: 132, 36: 3_201_000, 37: 6144, 38: 60 << 20}
PARAMETERS = {"naive": "iiifPiPifPi"}
SIZES = {"i": 4, "f": 4, "P": 8}


def put(at, ctype, value):
    """Write what a function returns by an address."""
    ctype.from_address(at).value = value


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
        if self.name in self.library.failing:
            return ERROR
        does = getattr(self.library, f"do_{self.name}", None)
        return 0 if does is None else does(*arguments) or 0


class Library:
    """Memory is the host's; kernels are noted and not run."""

    def __init__(self):
        self.calls, self.failing, self.launched, self.loaded = [], set(), [], {}
        self.memory, self.attributes, self.context, self.live = {}, {}, 0, set()
        self.handles = itertools.count(1000, 8)

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

    def do_cuGetErrorName(self, code, found):  # noqa: N802 - names of the driver, here and below
        ctypes.cast(found, ctypes.POINTER(ctypes.c_char_p))[0] = b"CUDA_ERROR_OF_TESTS"

    do_cuGetErrorString = do_cuGetErrorName  # noqa: N815

    def do_cuDevicePrimaryCtxRetain(self, at, device):  # noqa: N802
        put(at, ctypes.c_void_p, 77)

    def do_cuCtxGetCurrent(self, at):  # noqa: N802
        put(at, ctypes.c_void_p, self.context)

    def do_cuCtxSetCurrent(self, context):  # noqa: N802
        self.context = context

    def do_cuDeviceGetAttribute(self, at, attribute, device):  # noqa: N802
        put(at, ctypes.c_int, ATTRIBUTES[attribute])

    def do_cuStreamCreate(self, at, flags):  # noqa: N802
        assert flags == 1
        self.make(at)

    def do_cuEventCreate(self, at, flags):  # noqa: N802
        self.make(at)

    def do_cuStreamDestroy_v2(self, handle):  # noqa: N802
        self.live.remove(handle)

    do_cuEventDestroy_v2 = do_cuLibraryUnload = do_cuStreamDestroy_v2  # noqa: N815

    def do_cuEventElapsedTime(self, at, start, end):  # noqa: N802
        put(at, ctypes.c_float, float(end - start))

    def do_cuMemGetInfo_v2(self, free, total):  # noqa: N802
        put(free, ctypes.c_size_t, 2**36)
        put(total, ctypes.c_size_t, 2**37)

    def do_cuMemAlloc_v2(self, at, nbytes):  # noqa: N802
        if ctypes.c_size_t(nbytes).value > 2**40:
            return ERROR
        memory = ctypes.create_string_buffer(ctypes.c_size_t(nbytes).value)
        self.memory[ctypes.addressof(memory)] = memory
        put(at, ctypes.c_uint64, ctypes.addressof(memory))
        return 0

    def do_cuMemFree_v2(self, address):  # noqa: N802
        del self.memory[address]

    def do_cuMemcpyHtoDAsync_v2(self, target, source, nbytes, stream):  # noqa: N802
        assert stream in self.live
        ctypes.memmove(target, source, nbytes)

    do_cuMemcpyDtoHAsync_v2 = do_cuMemcpyHtoDAsync_v2  # noqa: N815

    def do_cuMemsetD8Async(self, target, byte, nbytes, stream):  # noqa: N802
        ctypes.memset(target, byte, nbytes)

    def do_cuLibraryLoadData(self, at, code, *options):  # noqa: N802
        assert options == (None, None, 0, None, None, 0)
        self.loaded[self.make(at)] = code

    def do_cuLibraryGetKernel(self, at, library, name):  # noqa: N802
        assert library in self.live
        handle = next(self.handles)
        self.loaded[handle] = name.decode()
        put(at, ctypes.c_void_p, handle)

    def do_cuKernelGetParamInfo(self, kernel, number, offset, size):  # noqa: N802
        end, letters = 0, PARAMETERS[self.loaded[kernel]]
        if number == len(letters):
            return 1
        for letter in letters[: number + 1]:
            start = -(-end // SIZES[letter]) * SIZES[letter]
            end = start + SIZES[letter]
        put(offset, ctypes.c_size_t, start)
        put(size, ctypes.c_size_t, SIZES[letters[number]])
        return 0

    def do_cuKernelSetAttribute(self, attribute, value, kernel, device):  # noqa: N802
        self.attributes[kernel, attribute] = value

    def do_cuLaunchKernelEx(self, at, function, parameters, extra):  # noqa: N802
        given = LaunchConfiguration.from_address(at)
        where = tuple(given.grid), tuple(given.block), given.shared_bytes, given.stream
        self.launched.append((self.loaded[function], *where))
        kind = LaunchAttribute * given.attribute_count
        found = kind.from_address(given.attributes) if given.attributes else ()
        self.launch_attributes = [(each.number, *each.value[:3]) for each in found]
