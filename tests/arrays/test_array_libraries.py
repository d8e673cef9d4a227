"""Which library an argument belongs to, and what NumPy's arrays may be."""

import ctypes
import sys

import numpy as np
import pytest

from array_fakes import FakeCapsule, FakeCupy, FakeInterface, FakeJax, FakeTorch, Guards
from sgemm.arrays import dlpack
from sgemm.arrays.cuda_array_interface import CudaArrayLibrary
from sgemm.arrays.cupy_library import CupyLibrary
from sgemm.arrays.dlpack import DlpackLibrary
from sgemm.arrays.jax_library import JaxLibrary
from sgemm.arrays.libraries import NUMPY, described, library_of
from sgemm.arrays.torch_library import TorchLibrary, trusted_guards
from sgemm.errors import ArgumentError, ArgumentTypeError


def test_every_library_is_recognised_and_made_once(monkeypatch):
    array = np.zeros((2, 2), np.float32)
    torch, cupy, jax = FakeTorch(), FakeCupy(), FakeJax()
    for name, module in (("torch", torch), ("cupy", cupy), ("jax", jax)):
        monkeypatch.setitem(sys.modules, name, module)
    for value, kind in (
        (array, type(NUMPY)),
        (torch.tensor(array), TorchLibrary),
        (cupy.array(array), CupyLibrary),
        (jax.Array(array), JaxLibrary),
        (FakeInterface(array), CudaArrayLibrary),
        (FakeCapsule(array), DlpackLibrary),
    ):
        found = library_of("a", value)
        assert type(found) is kind
        assert library_of("b", value) is found


@pytest.mark.parametrize("value", [None, 1.0, "a", [[1.0]], np.float32(1), np.ndarray, object()])
def test_what_is_no_array(value):
    with pytest.raises(ArgumentTypeError, match=r"^a is of type .*; an array of float32 is needed"):
        library_of("a", value)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.ma.masked_array(np.zeros((1, 1), np.float32)), "mask would be ignored"),
        (np.zeros((1, 1), np.float32).view(np.matrix), "matrix"),
        (np.zeros((1, 1)).view(np.recarray), "recarray"),
        (np.zeros((1, 1)), "float64.*x.astype"),
        (np.zeros((1, 1), np.dtype(np.float16).newbyteorder("S")), ">f2"),
        (np.zeros((1, 1), int), "int64"),
        (np.zeros((1, 1), np.int32), "int32"),
        (np.zeros((1, 1), np.uint8), "uint8"),
        (np.zeros((1, 1), bool), "bool"),
        (np.zeros((1, 1), np.complex64), "complex64.*real"),
        (np.zeros((1, 1), object), "object"),
        (np.zeros((1, 1), "U3"), "numbers"),
        (np.array([["x"]], np.dtypes.StringDType()), "StringDType.*numbers"),
        (np.zeros((1, 1), np.dtype(np.float32).newbyteorder("S")), "foreign byte order"),
        (np.zeros((1, 1), [("x", np.float32)]), "numbers"),
    ],
)
def test_arrays_of_numpy_that_are_refused(value, words):
    with pytest.raises(ArgumentTypeError, match=f"^x .*{words}"):
        NUMPY.view("x", value, None)


def test_memory_maps_are_read_where_they_are(tmp_path):
    mapped = np.memmap(tmp_path / "x", dtype=np.float32, mode="w+", shape=(2, 3))
    view = NUMPY.view("x", mapped, None)
    assert view.address == mapped.__array_interface__["data"][0]
    assert (view.shape, view.strides, view.readonly) == ((2, 3), (12, 4), False)


class TestDlpack:
    def test_what_a_capsule_says(self):
        array = np.arange(12, dtype=np.float32).reshape(3, 4)[1:, ::2]
        for knows_versions in (True, False):
            view = dlpack.view("a", FakeCapsule(array, (2, 3), knows_versions), 5)
            assert view.address == array.__array_interface__["data"][0]
            assert (view.shape, view.strides) == (array.shape, array.strides)
            assert view.device == (2, 3)
            assert not view.readonly

    def test_streams_in_its_own_numbers(self):
        capsule = FakeCapsule(np.zeros((2, 2), np.float32))
        for stream in (None, 0, 1, 2, 99):
            dlpack.view("a", capsule, stream)
        assert capsule.streams == [None, 1, 1, 2, 99]
        host = FakeCapsule(np.zeros((2, 2), np.float32), (1, 0))
        dlpack.view("a", host, 99)
        assert host.streams == [None]

    def test_read_only_memory_and_other_elements(self):
        array = np.zeros((2, 2), np.float32)
        array.flags.writeable = False
        assert dlpack.view("a", FakeCapsule(array, (1, 0)), None).readonly
        for dtype, words in ((np.float64, "float64"), (np.int32, "int32"), (complex, "complex")):
            with pytest.raises(ArgumentError, match=f"^a has dtype {words}"):
                dlpack.view("a", FakeCapsule(np.zeros((2, 2), dtype)), None)

    @pytest.mark.parametrize(
        ("method", "words"),
        [
            ("__dlpack__", "cannot be shared by DLPack: it is being moved"),
            ("__dlpack_device__", "does not say where it is .*it is being moved"),
        ],
    )
    def test_producers_that_refuse(self, method, words):
        def refuse(self, **options):
            raise BufferError("it is being moved")

        refusing = type("Refusing", (FakeCapsule,), {method: refuse})
        with pytest.raises(ArgumentError, match=f"^a .*{words}"):
            dlpack.view("a", refusing(np.zeros((2, 2), np.float32)), None)

    def test_memory_is_given_back(self):
        storage = (ctypes.c_float * 4)()
        array = np.frombuffer(storage, np.float32).reshape(2, 2)
        before = sys.getrefcount(array)
        view = dlpack.view("a", FakeCapsule(array), None)
        assert sys.getrefcount(array) > before
        del view
        assert sys.getrefcount(array) == before


def test_shapes_stand_for_arrays():
    made = described("a", [3, 4], (2, 0))
    view = library_of("a", made).view("a", made, None)
    assert (view.address, view.shape, view.strides, view.device) == (0, (3, 4), (16, 4), (2, 0))


def test_guards_are_trusted_only_where_they_distinguish_tensors():
    assert trusted_guards(FakeTorch()) is None
    torch = FakeTorch()
    torch.with_guards()
    assert trusted_guards(torch) is not None
    for blind_to in range(len(Guards.seen(torch.zeros(1)))):

        class Blind(Guards):
            @staticmethod
            def seen(tensor, place=blind_to):
                return tuple(
                    None if at == place else value for at, value in enumerate(Guards.seen(tensor))
                )

        other = FakeTorch()
        other.with_guards(Blind)
        assert trusted_guards(other) is None
    for name in ("has_early_modes", "is_for_inference"):
        deaf = type(
            "Deaf", (FakeTorch,), {"keys": property(lambda self, n=name: getattr(self, n))}
        )()
        deaf.with_guards()
        assert trusted_guards(deaf) is None
