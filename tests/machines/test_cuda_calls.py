"""What the cuda machine asks of the driver, by prototypes, where no GPU is."""

import ctypes
import gc
import importlib.util
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from fake_libcuda import Function, Library
from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.catalogue import find
from sgemm.kernels.gpus import H200
from sgemm.kernels.launch import Launch
from sgemm.machines import cuda, cuda_driver, probe
from sgemm.machines.cuda import MOST_SHARED, SHARED_PERCENT, CudaMachine
from sgemm.machines.cuda_driver import CLUSTER_DIMENSION
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build

ARGUMENTS = (
    *(np.int32(1), np.int32(1), np.int32(1), np.float32(1), np.uint64(256), np.int32(1)),
    *(np.uint64(256), np.int32(1), np.float32(0), np.uint64(256), np.int32(1)),
)


@pytest.fixture(scope="module")
def naive():
    return build(find("naive"), 90)


TYPES = {
    "unsigned int": ctypes.c_uint32,
    "unsigned char": ctypes.c_ubyte,
    "cuuint32_t": ctypes.c_uint32,
    "size_t": ctypes.c_size_t,
    "int": ctypes.c_int,
    "CUdevice": ctypes.c_int,
    "CUdeviceptr": ctypes.c_uint64,
}
HANDLES = {f"CU{name}" for name in ("stream", "event", "context", "kernel", "library", "function")}


def expected(parameter):
    """Return the type of ctypes for a parameter as NVIDIA's package declares it."""
    kind = parameter.rpartition(" ")[0].removeprefix("const ")
    if kind == "char*":
        return ctypes.c_char_p
    if kind.endswith("*") or kind in HANDLES:
        return ctypes.c_void_p
    return TYPES.get(kind, ctypes.c_int)  # what is left is enumerations


def test_a_gpu_tells_its_figures(gpu, library, monkeypatch, tmp_path):
    version = tmp_path / "version"
    version.write_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Tue\n")
    monkeypatch.setattr(probe, "DRIVER_PLACES", (str(tmp_path / "absent"), str(version)))
    ours = H200._replace(name=gpu.gpu.name, driver="580.159.04")
    assert gpu.figures == ours._replace(memory_gbytes=gpu.figures.memory_gbytes)
    assert gpu.figures.memory_gbytes == pytest.approx(ours.memory_gbytes, abs=1.0)
    # What a driver does not tell is no error.
    silent = CudaMachine()
    library.failing.add("cuDeviceGetAttribute")
    monkeypatch.setattr(probe, "DRIVER_PLACES", ())
    assert (silent.figures.memory_gbytes, silent.figures.driver) == (0.0, "unknown")


def test_prototypes_are_those_of_the_driver():
    """As cuda-bindings declares them; which takes the latest version of each function."""
    package = importlib.util.find_spec("cuda.bindings").submodule_search_locations[0]
    declared = (Path(package) / "cydriver.pxd").read_text()
    with pytest.MonkeyPatch.context() as patch:
        found = Library()
        patch.setattr(ctypes, "CDLL", lambda name: found)
        cuda_driver.RawDriver()
    functions = [each for each in vars(found).values() if isinstance(each, Function)]
    assert len(functions) > 25
    for function in functions:
        name = function.name.removesuffix("_v2")
        if name == "cuStreamGetCaptureInfo":
            continue  # its first version, without what later ones tell
        parameters = re.search(rf"cdef CUresult {name}\((.*?)\) ", declared)[1]
        kinds = [expected(each) for each in parameters.split(", ") if each]
        assert list(function.argtypes) == kinds, function.name


def test_a_machine_says_what_the_gpu_is(library, gpu):
    assert (gpu.multiprocessors, gpu.clock_hz, gpu.l2_bytes) == (132, 1.98e9, 60 << 20)
    assert "a GPU of tests" in gpu.description and "132 multiprocessors" in gpu.description
    assert gpu.free_bytes == 2**36
    assert gpu.stream_handle in library.live
    assert library.context == 0 or library.context == 77  # a thread without any may keep GPU 0


def test_no_package_of_nvidia_is_imported(library, monkeypatch, naive):
    monkeypatch.setitem(sys.modules, "cuda", None)
    machine = CudaMachine()
    machine.load(naive)
    machine.record()
    with pytest.raises(ModuleNotFoundError):
        import cuda.core  # noqa: F401


def test_bytes_go_there_and_back(gpu, library):
    values = np.arange(24, dtype=np.float32)
    with gpu.allocate(100) as buffer:
        gpu.fill(buffer, 0xFF)
        gpu.copy_in(buffer, values[:20], 8)
        found = np.empty(25, np.float32)
        gpu.copy_out(found, buffer)
        assert np.isnan(found[:2]).all() and np.isnan(found[22:]).all()
        np.testing.assert_array_equal(found[2:22], values[:20])
        with pytest.raises(ArgumentError, match="do not fit"):
            gpu.copy_in(buffer, values, 8)
        with pytest.raises(ArgumentError, match="do not fit"):
            gpu.copy_out(found, buffer, 4)
        found.flags.writeable = False
        with pytest.raises(ArgumentError, match=r"^target is a read-only array"):
            gpu.copy_out(found, buffer)
        with pytest.raises(ArgumentError, match=r"^byte = 256: a byte is in 0 \.\.\. 255"):
            gpu.fill(buffer, 256)
    assert library.memory == {}
    with pytest.raises(ArgumentError, match=r"^nbytes = -1: "), gpu.allocate(-1):
        pass


@pytest.mark.parametrize("nbytes", [2**41, 2**63, 2**64, 2**64 + 8, 2**100])
def test_memory_that_no_gpu_has(gpu, nbytes):
    with pytest.raises(MachineError, match=f"allocating {nbytes} bytes"), gpu.allocate(nbytes):
        pass


def test_shared_memory_is_for_the_blocks_of_the_tile_and_the_rest_a_cache(
    gpu, library, monkeypatch
):
    """Seven blocks of this tile would fit by their registers; six are what it is made for."""
    tile = next(
        each for each in find("slender").tiles if (each.bm, each.bk, each.bn) == (128, 16, 16)
    )
    made = build(find("slender").specialised("tn", tile), 90)
    monkeypatch.setattr(gpu, "architecture", 90)
    kernel = gpu.load(made)
    percent = library.attributes[kernel.handle, SHARED_PERCENT]
    of_block = made.kernel.shared_bytes + 1024
    assert tile.blocks == 6 and 6 * of_block <= 228 * 1024 * percent / 100 < 7 * of_block


@pytest.mark.parametrize("with_cubin", [True, False])
def test_a_kernel_is_loaded_launched_and_unloaded(gpu, library, naive, with_cubin):
    made = naive if with_cubin else build(find("naive"), 90, cubin=False)
    kernel = gpu.load(made)
    (code,) = [each for each in library.loaded.values() if isinstance(each, bytes)]
    assert code == (made.cubin if with_cubin else made.ptx.encode() + b"\0")
    assert kernel.parameter_offsets == (0, 4, 8, 12, 16, 24, 32, 40, 44, 48, 56)
    assert kernel.parameter_bytes == (4, 4, 4, 4, 8, 4, 8, 4, 4, 8, 4)
    gpu.launch(kernel, Launch((3, 2, 1), (16, 16, 1), 1 << 16), ARGUMENTS)
    assert library.attributes == {(kernel.handle, MOST_SHARED): 1 << 16}
    assert library.launched == [("naive", (3, 2, 1), (16, 16, 1), 1 << 16, gpu.stream_handle)]
    assert library.launch_attributes == []
    gpu.launch(kernel, Launch((4, 2, 1), (16, 16, 1), cluster=(2, 2, 1)), ARGUMENTS)
    assert library.launch_attributes == [(CLUSTER_DIMENSION, 2, 2, 1)]
    del library.launched[1:]
    with pytest.raises(ArgumentError, match=r"grid = \(3, 2, 1\): with clusters of \(2, 1, 1\)"):
        gpu.launch(kernel, Launch((3, 2, 1), (16, 16, 1), cluster=(2, 1, 1)), ARGUMENTS)
    bound = gpu.bind(kernel, Problem(5, 6, 7), made.kernel.schedule(Problem(5, 6, 7), 132))
    before = len(library.live)
    del kernel
    gc.collect()
    assert len(library.live) == before, "a bound launch keeps its kernel"
    del bound
    gc.collect()
    assert len(library.live) == before - 1


def test_wrong_launches_are_refused(gpu, library, naive):
    kernel, one, good = gpu.load(naive), Launch((1, 1, 1), (32, 1, 1)), ARGUMENTS
    for bad in (good[:-1], (*good, np.int32(0)), (1, *good[1:]), (np.uint64(1), *good[1:])):
        with pytest.raises(ArgumentError, match="naive has 11 parameters"):
            gpu.launch(kernel, one, bad)
    with pytest.raises(ArgumentError, match="not loaded by the cuda machine"):
        gpu.launch("naive", one, good)
    with pytest.raises(ArgumentError, match=r"block = \(2048, 1, 1\): a block has 1 to 1024"):
        gpu.launch(kernel, one._replace(block=(2048, 1, 1)), good)
    with pytest.raises(ArgumentError, match=r"grid = \(4294967297, 1, 1\): a grid has 0 to"):
        gpu.launch(kernel, one._replace(grid=(2**32 + 1, 1, 1)), good)
    assert library.launched == []


def test_an_error_names_what_was_launched_since_the_gpu_was_waited_for(gpu, library, naive):
    kernel = gpu.load(naive)
    gpu.launch(kernel, Launch((1, 1, 1), (16, 16, 1)), ARGUMENTS)
    library.failing = {"cuStreamSynchronize"}
    with pytest.raises(MachineError, match=r"\(since .* it was given: naive\)"):
        gpu.synchronize()
    library.failing = set()
    gpu.synchronize()
    library.failing = {"cuMemsetD8Async"}
    with gpu.allocate(8) as buffer, pytest.raises(MachineError, match="failed on") as error:
        gpu.fill(buffer, 0)
    assert "naive" not in str(error.value)


def test_a_thread_stays_bound_to_the_context_that_it_had(gpu, library):
    library.context = 55
    with gpu.allocate(8) as buffer:
        assert library.context == 55
        gpu.fill(buffer, 0)
        assert library.context == 55
        library.failing = {"cuMemsetD8Async"}
        with pytest.raises(MachineError, match="filling 8 bytes"):
            gpu.fill(buffer, 0)
        assert library.context == 55


def test_all_is_given_back(library, naive):
    machine = CudaMachine()
    kernel, event = machine.load(naive), machine.record()
    assert len(library.live) == 3
    del machine, kernel, event
    gc.collect()
    assert library.live == set()


def test_an_error_of_the_driver_in_its_own_words(library):
    words = "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered"
    assert cuda.raw_driver().explain(700) == words
    assert cuda.raw_driver().explain(5) == "error 5: error 5"


def test_time_between_events(gpu):
    first, second = gpu.record(), gpu.record()
    assert second.seconds_since(first) == pytest.approx(8e-3)
    with pytest.raises(ArgumentError, match="is no event of the cuda machine"):
        second.seconds_since(None)


@pytest.mark.parametrize(
    ("function", "does", "words"),
    [
        ("cuMemAlloc_v2", lambda gpu, _: gpu.allocate(8).__enter__(), "allocating 8 bytes"),
        ("cuLibraryLoadData", lambda gpu, made: gpu.load(made), "loading machine code of naive"),
        ("cuLibraryGetKernel", lambda gpu, made: gpu.load(made), "loading machine code of naive"),
        ("cuKernelGetParamInfo", lambda gpu, made: gpu.load(made), "loading machine code of naive"),
        ("cuStreamSynchronize", lambda gpu, _: gpu.synchronize(), "waiting for the GPU"),
        ("cuEventRecord", lambda gpu, _: gpu.record(), "recording an event"),
        ("cuMemGetInfo_v2", lambda gpu, _: gpu.free_bytes, "asking for the free memory"),
    ],
)
def test_errors_say_what_was_done_where_and_what_the_driver_says(
    gpu, library, naive, function, does, words
):
    library.failing.add(function)
    with pytest.raises(MachineError, match=f"{words}.* failed on a GPU of tests: CUDA_ERROR_ILL"):
        does(gpu, naive)
    library.failing.clear()


@pytest.mark.parametrize(
    "function", ["cuDevicePrimaryCtxRetain", "cuStreamCreate", "cuDeviceGetAttribute"]
)
def test_a_gpu_that_cannot_be_set_up(library, function):
    library.context = 55
    library.failing.add(function)
    with pytest.raises(MachineError, match="setting up GPU 0 failed on a GPU of tests: CUDA_ERR"):
        CudaMachine()
    assert library.context == 55
