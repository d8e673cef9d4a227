"""Foreign arrays that lie, fail or are not there: errors that name the argument, and no crash."""

import ctypes
import types

import numpy as np
import pytest

from array_fakes import FakeCapsule, FakeInterface
from in_place_samples import whole
from numpy_machine import NumpyMachine
from sgemm import ArgumentError, matmul
from sgemm.arrays.dlpack import FLOAT_CODE, ManagedTensor
from sgemm.arrays.jax_library import _new_capsule

HOST = (1, 0)


class HandMade:
    """An array that says of itself by DLPack what it is made to say."""

    def __init__(self, array, **lies):
        self.array = array
        self.managed = ManagedTensor()
        tensor = self.managed.tensor
        tensor.data, tensor.device_kind = array.ctypes.data, 1
        tensor.code, tensor.bits, tensor.lanes = FLOAT_CODE, 32, 1
        self.sizes = (ctypes.c_int64 * 2)(*array.shape)
        tensor.shape = ctypes.cast(self.sizes, ctypes.POINTER(ctypes.c_int64))
        tensor.ndim = 2
        for name, value in lies.items():
            setattr(tensor, name, value)

    def __dlpack_device__(self):
        return HOST

    def __dlpack__(self, **options):
        return _new_capsule(ctypes.addressof(self.managed), b"dltensor", None)


def sizes(*values):
    return ctypes.cast((ctypes.c_int64 * len(values))(*values), ctypes.POINTER(ctypes.c_int64))


LIES = [
    ({"shape": None}, "with ndim = 2 and no list of sizes"),
    ({"ndim": -3}, "with ndim = -3"),
    ({"ndim": 2**30}, f"with ndim = {2**30}"),
    ({"shape": sizes(-4, 4)}, r"has shape \(-4, 4\): no size"),
    ({"data": None}, "starts at 0x0 .*no memory"),
    ({"byte_offset": 2**63}, "starts at 0x8.*no memory"),
    ({"strides": sizes(2**61, 1)}, "no memory"),
    ({"code": 77}, "dtype kind 77"),
    ({"lanes": 4}, "in 4 lanes"),
]


class TestDlpack:
    def test_one_that_is_honest(self):
        a, out = whole(4, 4), np.empty((4, 4), np.float32)
        matmul(HandMade(a), HandMade(a), out=HandMade(out), machine=NumpyMachine())
        np.testing.assert_array_equal(out, a @ a)

    @pytest.mark.parametrize(("lies", "words"), LIES, ids=[words for _, words in LIES])
    @pytest.mark.parametrize("name", ["a", "b", "out"])
    def test_lies(self, name, lies, words):
        arrays = {each: HandMade(whole(4, 4)) for each in ("a", "b", "out")}
        arrays[name] = HandMade(whole(4, 4), **lies)
        with pytest.raises(ArgumentError, match=f"^{name} .*{words}"):
            matmul(**arrays, machine=NumpyMachine())

    def test_a_capsule_that_was_taken(self):
        kept = whole(4, 4).__dlpack__()
        taken = types.SimpleNamespace(__dlpack__=lambda **_: kept, __dlpack_device__=lambda: HOST)
        np.from_dlpack(taken)
        with pytest.raises(ArgumentError, match=r"^a .*gives no DLPack capsule.*used_dltensor"):
            matmul(taken, taken, machine=NumpyMachine())


class WithNamespace(FakeCapsule):
    """An array of a library that follows the array standard, or says so."""

    def __init__(self, array, empty):
        super().__init__(array, HOST)
        self._empty = empty

    def __array_namespace__(self):
        if self._empty is None:
            raise RuntimeError("no namespace today")
        return types.SimpleNamespace(float32=np.float32, empty=self._empty)


def read_only(shape):
    array = np.empty(shape, np.float32)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("empty", "words"),
    [
        (None, "^out = None: how to make a new array"),
        (lambda shape, dtype, device: 1 / 0, r"^out = None: .*makes no array.*ZeroDivision"),
        (lambda shape, dtype: None, r"^out = None: .*makes no array.*TypeError"),
        (
            lambda shape, dtype, device: FakeCapsule(np.empty((2, 2), dtype), HOST),
            r"^out = None: .*asked for an array of shape \(4, 4\) .*made one of shape \(2, 2\)",
        ),
        (
            lambda shape, dtype, device: FakeCapsule(np.empty(shape), HOST),
            "^the result has dtype float64",
        ),
        (lambda shape, dtype, device: FakeCapsule(read_only(shape), HOST), "read-only; pass an"),
    ],
)
def test_libraries_that_make_no_right_result(empty, words):
    a = WithNamespace(whole(4, 4), empty)
    with pytest.raises(ArgumentError, match=words):
        matmul(a, a, machine=NumpyMachine())


class TestInterface:
    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            *(
                ({key: value}, "not complete")
                for key, value in (
                    *(("version", "new"), ("data", ("here", False)), ("data", None)),
                    *(("shape", 16), ("shape", None), ("strides", ("a", "b")), ("shape", (3.9, 4))),
                )
            ),
            ({"typestr": "<f8"}, "has dtype <f8"),
            ({"mask": True}, "has a mask"),
            ({"version": 4}, "version 4"),
            ({"strides": (4,)}, "2 axes and 1 strides"),
            ({"shape": (-4, 4)}, r"has shape \(-4, 4\): no size"),
            ({"data": (0, False)}, "starts at 0x0 .*no memory"),
            ({"data": (-64, False)}, "starts at -0x40 .*no memory"),
            ({"data": (2**70, False)}, "no memory"),
        ],
    )
    def test_lies(self, gpu, changes, words):
        good = FakeInterface(whole(4, 4))
        with pytest.raises(ArgumentError, match=f"^b .*{words}"):
            matmul(good, FakeInterface(whole(4, 4), **changes), out=good)

    @pytest.mark.parametrize("stream", ["mine", -7, 2**80, 1.5])
    def test_streams_that_are_none(self, gpu, stream):
        good, bad = FakeInterface(whole(4, 4)), FakeInterface(whole(4, 4), stream=stream)
        with pytest.raises(ArgumentError, match=r"^stream of b = .*a stream's handle"):
            matmul(good, bad, out=good)

    def test_stream_0_is_none_in_version_3(self, gpu):
        """Version 3 of the interface disallows it: it could be either default stream."""
        good, bad = FakeInterface(whole(4, 4)), FakeInterface(whole(4, 4), stream=0)
        with pytest.raises(ArgumentError, match=r"^stream of b = 0, which version 3 .* 1 \(the"):
            matmul(good, bad, out=good)
        for changes in ({"stream": 0, "version": 2}, {"stream": 1}):
            other = FakeInterface(whole(4, 4, seed=1), **changes)
            out = FakeInterface(np.zeros((4, 4), np.float32))
            assert matmul(good, other, out=out) is out
            np.testing.assert_array_equal(out.array, good.array @ other.array)

    def test_an_attribute_that_fails_later(self, gpu):
        class Fails(FakeInterface):
            reads = 0  # that are left

            def __getattribute__(self, name):
                if name == "__cuda_array_interface__":
                    self.reads -= 1
                    if not self.reads:
                        raise KeyError(name)
                return super().__getattribute__(name)

        good, out = FakeInterface(whole(4, 4)), FakeInterface(np.empty((4, 4), np.float32))
        found = []
        for reads in range(1, 8):
            fails = Fails(whole(4, 4))
            fails.reads = reads
            try:
                matmul(good, fails, out=out)
            except ArgumentError as error:
                found.append(str(error))
        assert any("fails now" in each for each in found)

    def test_attributes_that_fail(self):
        fails = type("Fails", (), {"__cuda_array_interface__": property(lambda self: 1 / 0)})()
        with pytest.raises(ArgumentError, match=r"^a has .*not complete.*ZeroDivisionError"):
            matmul(fails, fails)


class TestTakenAway:
    """Tensors whose storage was given back, as sharding does: they have elements and no memory."""

    @pytest.mark.parametrize("name", ["a", "b", "out"])
    def test_they_are_refused_at_first_and_later(self, gpu, warm, name):
        tensors, calls = warm
        done = len(gpu.launches)
        tensors[name].data_ptr = lambda: 0
        for compute in calls:
            with pytest.raises(ArgumentError, match=f"^{name} starts at 0x0 .*no memory"):
                compute(**tensors)
        assert len(gpu.launches) == done

    def test_nothing_needs_no_memory(self, torch, gpu):
        a, b = torch.tensor(whole(8, 0)), torch.tensor(whole(0, 8))
        a.data_ptr = b.data_ptr = lambda: 0
        for _ in range(2):
            np.testing.assert_array_equal(matmul(a, b).array, np.zeros((8, 8)))
