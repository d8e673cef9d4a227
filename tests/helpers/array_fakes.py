"""Arrays of libraries that are not installed: small fakes over NumPy that speak the same protocols.

Their memory is the host's. One that says it lies on a GPU goes with a NumpyMachine that says the
same of itself, so that what is done in place can be tested without a GPU.
"""

import contextlib
import ctypes
import math
import types
from typing import NamedTuple

import numpy as np

from sgemm.arrays.dlpack import ManagedTensor, _pointer

GPU = (2, 0)
FLOAT32 = "torch.float32"


class FakeInterface:
    """What says where it is by __cuda_array_interface__ alone."""

    def __init__(self, array, stream=None, **changes):
        self.array = array
        described = {
            "data": (array.__array_interface__["data"][0], not array.flags.writeable),
            "shape": array.shape,
            "strides": array.strides,
            "typestr": array.dtype.str,
            "version": 3,
            "stream": stream,
        }
        self.__cuda_array_interface__ = described | changes


class FakeCapsule:
    """What knows DLPack alone, says that it is on a device, and keeps the streams it is given."""

    def __init__(self, array, device=GPU, knows_versions=True):
        self.array = array
        self.device = device
        self.knows_versions = knows_versions
        self.streams = []

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, *, stream=None, **options):
        if not self.knows_versions and options:
            raise TypeError("unexpected keyword argument")
        self.streams.append(stream)
        return self.array.__dlpack__(**options)


class FakeDevice(NamedTuple):
    """torch.device."""

    type: str
    index: int = 0

    def __str__(self):
        return f"{self.type}:{self.index}"


class FakeArray:
    """What all have in common: an array of NumPy, and where it lies."""

    def __init__(self, array):
        self.array = array

    shape = property(lambda self: self.array.shape)
    dtype = property(lambda self: self.array.dtype)

    def data_ptr(self):
        return self.array.__array_interface__["data"][0]

    def swapaxes(self, first, second):
        return self.like(self.array.swapaxes(first, second))


class Tensor(FakeArray):
    """torch.Tensor, over an array."""

    is_nested = is_for_inference = False
    tangent = None

    def __init__(self, array, device, requires_grad=False, flipped=False, layout="strided"):
        super().__init__(array)
        self.device = device
        self.requires_grad = requires_grad
        self.flipped = flipped
        self.layout = layout
        self.used_by = []
        self.storage_bytes = array.nbytes + sum(array.strides) + (1 << 20)
        self.versions = 0

    _version = property(lambda self: self.versions)
    is_meta = property(lambda self: self.device.type == "meta")
    is_cuda = property(lambda self: self.device.type == "cuda")

    @property
    def dtype(self):
        return FLOAT32 if self.array.dtype == np.float32 else f"torch.{self.array.dtype}"

    def like(self, array):
        return Tensor(array, self.device)

    def stride(self):
        if self.layout != "strided":
            raise RuntimeError("sparse tensors have no strides")
        return tuple(step // self.array.itemsize for step in self.array.strides)

    def untyped_storage(self):
        return types.SimpleNamespace(data_ptr=self.data_ptr, nbytes=lambda: self.storage_bytes)

    def __getitem__(self, index):
        return self.like(self.array[index])

    def is_inference(self):
        return self.is_for_inference

    def is_neg(self):
        return self.flipped

    def detach(self):
        return self

    def clone(self, memory_format):
        return self.like(self.array.copy(order="C"))

    def float(self):
        return self.like(self.array.astype(np.float32))

    def contiguous(self):
        return self.like(np.ascontiguousarray(self.array))

    def copy_(self, other):
        self.array[...] = other.array

    def record_stream(self, stream):
        self.used_by.append(stream)


class Parameter(Tensor):
    """torch.nn.Parameter."""

    def __init__(self, data, device=None, requires_grad=True):
        array = data.array if isinstance(data, Tensor) else data
        super().__init__(array, device or data.device, requires_grad)


class Guards:
    """torch._C._dynamo.guards.TensorGuards, by which tensors are distinguished."""

    made = 0
    torch = None

    def __init__(self, *tensors, dynamic_dims_sizes, dynamic_dims_strides):
        assert dynamic_dims_sizes is dynamic_dims_strides is None
        self.keys = self.torch.keys
        self.expected = [self.seen(tensor) for tensor in tensors]
        Guards.made += 1

    @staticmethod
    def seen(tensor):
        own = (tensor.device, tensor.dtype, tensor.requires_grad, tensor.flipped)
        return type(tensor), *own, tensor.is_for_inference, tensor.shape, tensor.stride()

    def check(self, *tensors):
        if any(not isinstance(tensor, Tensor) for tensor in tensors):
            return False
        if self.keys != self.torch.keys:
            return False
        distinct = len({id(tensor) for tensor in tensors}) == len(tensors)
        return distinct and self.expected == [self.seen(tensor) for tensor in tensors]


class FakeTorch(types.ModuleType):
    """The module torch, with GPU 0 and a current stream."""

    Tensor = Tensor
    float32 = FLOAT32
    float16 = "torch.float16"
    int32 = np.int32
    strided = "strided"
    contiguous_format = "contiguous"
    device = FakeDevice

    def __init__(self):
        super().__init__("torch")
        self.nn = types.SimpleNamespace(Parameter=Parameter)
        self.current = 0
        self.records_gradients = True
        self.modes, self.is_traced, self.has_early_modes = 0, False, False
        self.is_transformed = self.is_for_inference = False
        self.jit = types.SimpleNamespace(is_tracing=lambda: self.is_traced)
        self._C = types.SimpleNamespace(
            _cuda_getCurrentRawStream=lambda number: self.current,
            _IncludeDispatchKeyGuard=self.include,
            _len_torch_dispatch_stack=lambda: self.modes,
            _is_tracing=lambda: self.is_traced,
            DispatchKey=types.SimpleNamespace(PreDispatch="PreDispatch"),
            _dispatch_tls_is_dispatch_key_included=lambda key: self.has_early_modes,
            _are_functorch_transforms_active=lambda: self.is_transformed,
        )
        self.cuda = types.SimpleNamespace(ExternalStream=lambda handle, device: handle)
        self.autograd = types.SimpleNamespace(
            graph=types.SimpleNamespace(increment_version=self.increment_version),
            forward_ad=types.SimpleNamespace(_current_level=-1, unpack_dual=self.unpack_dual),
        )

    def with_guards(self, guards=Guards):
        """Let it have what compares tensors, and the keys of the dispatcher, in one call."""
        guards = type("Guards", (guards,), {"torch": self})
        self._C._dynamo = types.SimpleNamespace(guards=types.SimpleNamespace(TensorGuards=guards))

    def with_quick_allocation(self, make, gpus=1):
        """Let it have what compiled code makes tensors by, on GPU 0 of so many."""
        guards = types.SimpleNamespace(_empty_strided_cuda=make)
        self._C._dynamo = types.SimpleNamespace(guards=guards)
        self.gpu = 0
        self._C._cuda_getDevice = lambda: self.gpu
        self.cuda.device_count = lambda: gpus

    @contextlib.contextmanager
    def include(self, key):
        before, self.has_early_modes = self.has_early_modes, True
        yield
        self.has_early_modes = before

    @property
    def keys(self):
        """What of the dispatcher's keys is the thread's own."""
        return self.has_early_modes, self.is_for_inference

    @contextlib.contextmanager
    def inference_mode(self, mode):
        before, self.is_for_inference = self.is_for_inference, mode
        try:
            yield
        finally:
            self.is_for_inference = before

    def is_inference_mode_enabled(self):
        return self.is_for_inference

    def with_quick_counter(self, step=1):
        """Let it have what counts changes without looking twice."""

        def increment(tensors):
            for tensor in tensors:
                tensor.versions += step

        self._C._increment_version = increment

    def zeros(self, *shape, dtype=np.float32, requires_grad=False, device="cpu"):
        made = Tensor(np.zeros(shape, dtype), FakeDevice(device), requires_grad)
        made.is_for_inference = self.is_for_inference
        return made

    def _neg_view(self, tensor):
        return Tensor(tensor.array, tensor.device, flipped=True)

    def is_grad_enabled(self):
        return self.records_gradients

    def empty(self, shape, dtype, device):
        return Tensor(np.full(shape, np.nan, np.float32), device)

    def empty_strided(self, shape, strides, dtype, device):
        return self.empty(shape, dtype, device)

    def unpack_dual(self, tensor):
        level = self.autograd.forward_ad._current_level
        return types.SimpleNamespace(tangent=None if level < 0 else tensor.tangent)

    def increment_version(self, tensor):
        tensor.versions += 1

    def tensor(self, array, device="cuda", **options):
        return Tensor(array, FakeDevice(device), **options)


class FakeCupyDevice(contextlib.nullcontext):
    """cupy.cuda.Device."""

    id = 0


class ndarray(FakeArray):  # noqa: N801 - CuPy's own name
    """cupy.ndarray, over an array."""

    device = FakeCupyDevice()

    def __init__(self, array):
        super().__init__(array)
        self.data = types.SimpleNamespace(ptr=self.data_ptr(), device_id=0)

    strides = property(lambda self: self.array.strides)

    def like(self, array):
        return ndarray(array)

    def copy(self, order):
        return ndarray(self.array.copy(order=order))

    def astype(self, dtype, order):
        return ndarray(self.array.astype(dtype, order=order))

    def __setitem__(self, index, other):
        self.array[index] = other.array


class FakeCupy(types.ModuleType):
    """The module cupy, with GPU 0 and a current stream."""

    ndarray = ndarray
    float32 = np.dtype(np.float32)

    def __init__(self):
        super().__init__("cupy")
        self.current = 0
        self.device_now = 0
        self.cuda = types.SimpleNamespace(
            Device=FakeCupyDevice,
            runtime=types.SimpleNamespace(getDevice=lambda: self.device_now),
            get_current_stream=lambda number: types.SimpleNamespace(ptr=self.current),
        )

    def empty(self, shape, dtype):
        return ndarray(np.full(shape, np.nan, np.float32))

    array = ndarray


class JaxArray(FakeArray):
    """jax.Array, over an array, with what DLPack says of it."""

    deleted = False

    def __init__(self, array, platform="gpu"):
        super().__init__(array)
        self.platform = platform

    def like(self, array):
        return JaxArray(array.copy(), self.platform)

    def devices(self):
        if self.deleted:
            raise RuntimeError("Array has been deleted")
        return [types.SimpleNamespace(platform=self.platform)]

    def is_deleted(self):
        return self.deleted

    def astype(self, dtype):
        return JaxArray(self.array.astype(dtype), self.platform)

    def __array__(self, dtype=None, copy=None):
        return self.array

    def __dlpack_device__(self):
        return (1, 0) if self.platform == "cpu" else GPU

    def __dlpack__(self, *, stream=None, **options):
        return self.array.__dlpack__(**options)


class Taken:
    """A capsule that was taken; calls its deleter, as C would, when it is no longer needed."""

    def __init__(self, capsule):
        self.managed = ManagedTensor.from_address(_pointer(capsule, b"dltensor"))

    def __del__(self):
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.managed.deleter)(
            ctypes.addressof(self.managed)
        )


class FakeJax(types.ModuleType):
    """The module jax."""

    Array = JaxArray

    def __init__(self):
        super().__init__("jax")
        self.core = types.SimpleNamespace(Tracer=type("Tracer", (JaxArray,), {}))
        self.dlpack = types.SimpleNamespace(from_dlpack=self.from_dlpack)
        self.numpy = types.SimpleNamespace(
            array=lambda value, copy: JaxArray(value.array.copy(), value.platform)
        )
        self.taken = []
        self.refuses = False

    def from_dlpack(self, value):
        self.taken.append(value.__dlpack_device__())
        capsule = value.__dlpack__(stream=7)
        if self.refuses:
            raise RuntimeError("unsupported device")
        taken = Taken(capsule)
        tensor = taken.managed.tensor
        shape, steps = (tuple(each[: tensor.ndim]) for each in (tensor.shape, tensor.strides))
        floats = (ctypes.c_float * math.prod(shape)).from_address(tensor.data)
        floats.taken = taken  # a view of the array keeps the memory, as one of jax's does
        array = np.frombuffer(floats, np.float32).reshape(shape)
        assert steps == tuple(step // array.itemsize for step in array.strides)
        return JaxArray(array)

    def device_put(self, array, device):
        return JaxArray(array, device.platform)


def unlike(torch, tensor):
    """Return what a launch that is cached for an 8x8 tensor must not take, by what differs."""
    array, unaligned = tensor.array, np.zeros(65, np.float32)[1:].reshape(8, 8)
    return {
        "another shape": torch.tensor(np.zeros((4, 8), np.float32)),
        "other strides": torch.tensor(array.T),
        "another type": torch.tensor(array.view(np.int32)),
        "another alignment": torch.tensor(unaligned),
        "a gradient": torch.tensor(array, requires_grad=True),
        "a flipped sign": torch.tensor(array, flipped=True),
        "another layout": torch.tensor(array, layout="sparse"),
        "another device": Tensor(array, FakeDevice("cuda", 1)),
        "the host": torch.tensor(array, device="cpu"),
        "another library": array,
    }
