"""The cuda machine on a real GPU: memory, copies, launches, events, textures, errors."""

import gc
import itertools
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from programs import run_python
from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Geometry, Kernel
from sgemm.kernels.launch import Launch
from sgemm.kernels.tile import Tile
from sgemm.machines.cuda import CudaMachine
from sgemm.machines.cuda_objects import CudaKernel
from sgemm.machines.interface import Argument
from sgemm.machines.probe import driver_status
from sgemm.toolchain import compiler
from sgemm.toolchain.build import Build

PARAMETERS = (
    "int m, int n, int k, float alpha, const float* A, int lda, "
    "const float* B, int ldb, float beta, float* C, int ldc"
)
TEXTURE_PARAMETERS = PARAMETERS.replace("const float* A", "unsigned long long A").replace(
    "const float* B", "unsigned long long B"
)

ECHO = """
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        C[0] = m; C[1] = n; C[2] = k; C[3] = alpha; C[4] = lda; C[5] = ldb; C[6] = beta;
        C[7] = ldc; C[8] = A[1]; C[9] = B[2]; C[10] = gridDim.x; C[11] = blockDim.x;
    }
"""
COUNT = "atomicAdd(C, 1.0f);"
SLOW = "for (int i = 0; i < m; ++i) C[0] = C[0] * alpha + beta;"
DYNAMIC = """
    extern __shared__ float shared[];
    shared[n - 1 - threadIdx.x] = threadIdx.x;
    __syncthreads();
    C[threadIdx.x] = shared[n - 1 - threadIdx.x];
"""
FETCH = """
    float x, y, z, w;
    asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
        : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "l"(A), "r"((int)threadIdx.x + m));
    C[4 * threadIdx.x] = x; C[4 * threadIdx.x + 1] = y;
    C[4 * threadIdx.x + 2] = z; C[4 * threadIdx.x + 3] = w;
"""
OUT_OF_BOUNDS = "C[(1ull << 40) + threadIdx.x] = 1.0f;"


def make_build(
    folder: Path, name: str, body: str, architecture: int, parameters: str = PARAMETERS
) -> Build:
    source = folder / f"{name}.cu"
    source.write_text(f'extern "C" __global__ void {name}({parameters}) {{{body}}}\n')
    kernel = Kernel(
        name=name,
        idea="a test",
        document="",
        tile=Tile(1, 1, 1),
        source=source,
        geometry=Geometry(block=(32, 1, 1)),
    )
    return compiler.build(kernel, architecture)


def arguments(a: int = 0, b: int = 0, c: int = 0, **changed: Any) -> tuple[Argument, ...]:
    values: dict[str, Argument] = {
        "m": np.int32(1),
        "n": np.int32(2),
        "k": np.int32(3),
        "alpha": np.float32(4.5),
        "A": np.uint64(a),
        "lda": np.int32(5),
        "B": np.uint64(b),
        "ldb": np.int32(6),
        "beta": np.float32(-0.1),
        "C": np.uint64(c),
        "ldc": np.int32(2**31 - 1),
    }
    return tuple((values | changed).values())


def one_block(threads: int = 32, shared_bytes: int = 0) -> Launch:
    return Launch((1, 1, 1), (threads, 1, 1), shared_bytes)


def test_machine_describes_itself(gpu):
    known = driver_status().gpus[0]
    assert gpu.name == "cuda" and gpu.gpu == known and gpu.architecture == known.architecture
    assert known.name in gpu.description and "\n" not in gpu.description
    assert gpu.multiprocessors > 0 and gpu.l2_bytes > 2**18 and gpu.clock_hz > 1e8
    assert 0 < gpu.free_bytes <= known.memory_bytes
    assert gpu.stream_handle != 0


@pytest.mark.parametrize("dtype", [np.float32, np.uint8, np.int64])
@pytest.mark.parametrize("elements", [0, 1, 3, 100_003])
def test_copies_round_trip(gpu, dtype, elements):
    source = (np.random.default_rng(elements).random(elements) * 200).astype(dtype)
    target = np.full_like(source, 7)
    with gpu.allocate(source.nbytes) as memory:
        assert memory.nbytes == source.nbytes
        assert memory.address > 0 and memory.address % 256 == 0
        gpu.copy_in(memory, source)
        gpu.copy_out(target, memory)
    np.testing.assert_array_equal(target, source)


def test_copies_with_offsets(gpu):
    target = np.zeros(8, np.float32)
    with gpu.allocate(32) as memory:
        gpu.copy_in(memory, np.zeros(8, np.float32))
        gpu.copy_in(memory, np.arange(1, 4, dtype=np.float32).reshape(1, 3), offset=8)
        gpu.copy_out(target, memory)
        middle = np.zeros(2, np.float32)
        gpu.copy_out(middle, memory, offset=12)
    np.testing.assert_array_equal(target, [0, 0, 1, 2, 3, 0, 0, 0])
    np.testing.assert_array_equal(middle, [2, 3])


def test_fill(gpu):
    seen = np.zeros(5, np.float32)
    with gpu.allocate(20) as memory, gpu.allocate(0) as nothing:
        gpu.fill(memory, 0xFF)
        gpu.fill(nothing, 1)
        gpu.copy_out(seen, memory)
        assert np.isnan(seen).all()


def test_too_much_memory_is_refused_by_name(gpu):
    with (
        pytest.raises(MachineError, match=r"allocating \d+ bytes.*CUDA_ERROR_OUT_OF_MEMORY"),
        gpu.allocate(2**50),
    ):
        pass


def test_memory_is_freed(gpu, own_bytes):
    with gpu.allocate(2**20):
        assert own_bytes() >= 2**20
    with pytest.raises(ZeroDivisionError), gpu.allocate(2**20):
        raise ZeroDivisionError
    assert own_bytes() == 0


@pytest.mark.parametrize("from_ptx", [False, True], ids=["cubin", "ptx"])
def test_every_argument_arrives(gpu, tmp_path, from_ptx):
    made = make_build(tmp_path, "echo", ECHO, gpu.architecture)
    if from_ptx:
        made = made._replace(cubin=None)
    kernel = gpu.load(made)
    assert kernel.build is made
    seen = np.zeros(12, np.float32)
    operands = np.array([10, 20, 30, 40], np.float32)
    with gpu.allocate(16) as a, gpu.allocate(48) as c:
        gpu.copy_in(a, operands)
        gpu.launch(
            kernel,
            Launch((3, 1, 1), (64, 1, 1)),
            arguments(a.address, a.address, c.address),
        )
        gpu.copy_out(seen, c)
    expected = [1, 2, 3, 4.5, 5, 6, np.float32(-0.1), 2.0**31, 20, 30, 3, 64]
    np.testing.assert_array_equal(seen, np.array(expected, np.float32))


def counted(gpu: CudaMachine, launches: Iterable[tuple[CudaKernel, Launch]]) -> float:
    """Return how many threads of kernels with COUNT have run."""
    total = np.zeros(1, np.float32)
    with gpu.allocate(4) as c:
        gpu.copy_in(c, total)
        for kernel, launch in launches:
            gpu.launch(kernel, launch, arguments(c=c.address))
        gpu.copy_out(total, c)
    return float(total[0])


def test_launches_keep_their_order_and_empty_grids_run_nothing(gpu, tmp_path):
    kernel = gpu.load(make_build(tmp_path, "count", COUNT, gpu.architecture))
    grids = ((4, 1, 1), (0, 1, 1), (1, 0, 1), (2, 3, 1), (1, 1, 0))
    assert counted(gpu, ((kernel, Launch(grid, (32, 1, 1))) for grid in grids)) == 32 * (4 + 6)


def test_too_much_shared_memory_is_refused(gpu, tmp_path):
    kernel = gpu.load(make_build(tmp_path, "count", COUNT, gpu.architecture))
    with pytest.raises(MachineError, match="launching count"):
        gpu.launch(kernel, one_block(shared_bytes=2**30), arguments())
    gpu.synchronize()  # a refused launch spoils nothing


def test_dynamic_shared_memory_beyond_48_kib(gpu, tmp_path):
    kernel = gpu.load(make_build(tmp_path, "dynamic", DYNAMIC, gpu.architecture))
    shared_bytes = 60 * 1024
    seen = np.zeros(32, np.float32)
    with gpu.allocate(128) as c:
        call = arguments(c=c.address, n=np.int32(shared_bytes // 4))
        gpu.launch(kernel, one_block(shared_bytes=shared_bytes), call)
        gpu.copy_out(seen, c)
    np.testing.assert_array_equal(seen, np.arange(32))


def test_events_measure_time(gpu, tmp_path):
    kernel = gpu.load(make_build(tmp_path, "slow", SLOW, gpu.architecture))
    with gpu.allocate(4) as c:
        gpu.copy_in(c, np.zeros(1, np.float32))
        # The driver loads machine code at the first launch; that is not to be timed.
        gpu.launch(kernel, one_block(1), arguments(c=c.address))
        gpu.synchronize()
        events = [gpu.record()]
        for iterations in (0, 1_000_000):
            gpu.launch(kernel, one_block(1), arguments(c=c.address, m=np.int32(iterations)))
            events.append(gpu.record())
        nothing, long = (
            later.seconds_since(earlier) for earlier, later in itertools.pairwise(events)
        )
    # A million dependent multiply-adds take longer than one cycle of a few GHz each.
    assert long > 1_000_000 / 4e9 and long > 5 * nothing >= 0
    assert events[2].seconds_since(events[0]) == pytest.approx(nothing + long, rel=1e-3, abs=2e-6)
    with pytest.raises(ArgumentError, match="earlier"):
        events[0].seconds_since("start")  # type: ignore[arg-type]


def test_textures_give_four_floats_and_zero_outside(gpu, tmp_path):
    kernel = gpu.load(make_build(tmp_path, "fetch", FETCH, gpu.architecture, TEXTURE_PARAMETERS))
    texels = np.random.default_rng(1).standard_normal(4 * 40, dtype=np.float32)
    texels[5] = np.nan
    with gpu.allocate(texels.nbytes) as a, gpu.allocate(512) as c:
        gpu.copy_in(a, texels)
        for first_texel, texel_count, start in ((0, 40, 0), (3, 20, 0), (0, 40, 20), (0, 40, -8)):
            seen = np.full(128, 7, np.float32)
            with gpu.texture(a.address + 16 * first_texel, 16 * texel_count) as texture:
                begin = texture.first_texel + start
                call = arguments(a=texture.handle, c=c.address, m=np.int32(begin))
                gpu.launch(kernel, one_block(), call)
                gpu.copy_out(seen, c)
            own = texels[4 * first_texel : 4 * (first_texel + texel_count)]
            # In front of the address lies what lies there in memory, or, beyond that, nothing.
            before = texels[4 * (first_texel - texture.first_texel) : 4 * first_texel]
            around = np.concatenate([np.zeros(256), before, own, np.zeros(128)])
            begin = 256 + before.size + 4 * start
            np.testing.assert_array_equal(seen, around.astype(np.float32)[begin : begin + 128])


def test_bad_textures_are_refused(gpu):
    with gpu.allocate(64) as memory:
        for address, nbytes, name in ((memory.address + 4, 16, "address"), (0, 20, "nbytes")):
            with (
                pytest.raises(ArgumentError, match=f"{name} = .* no multiple of 16"),
                gpu.texture(address, nbytes),
            ):
                pass
        with (
            pytest.raises(MachineError, match=r"making a texture.*CUDA_ERROR"),
            gpu.texture(memory.address, 2**44),
        ):
            pass
        with gpu.texture(memory.address, 0) as empty:
            assert empty.handle == 0


def test_bad_code_is_refused(gpu, tmp_path):
    good = make_build(tmp_path, "count", COUNT, gpu.architecture)
    for changes in (
        {"cubin": b"no machine code"},
        {"cubin": None, "ptx": "this is no PTX"},
        {"entry": "nothing_of_that_name"},
    ):
        with pytest.raises(MachineError, match=r"loading .* of count for sm_.*CUDA_ERROR"):
            gpu.load(good._replace(**changes))
    gpu.synchronize()


def test_a_kernel_outlives_its_machine_code_object(gpu, tmp_path):
    kernels: list[CudaKernel] = []
    for index in range(3):
        kernels.append(gpu.load(make_build(tmp_path, f"count{index}", COUNT, gpu.architecture)))
        gc.collect()
    assert counted(gpu, ((kernel, one_block()) for kernel in kernels)) == 96


def test_other_threads_may_use_the_machine(gpu, tmp_path):
    kernel = gpu.load(make_build(tmp_path, "count", COUNT, gpu.architecture))

    def work(_: int) -> None:
        assert counted(gpu, ((kernel, one_block()) for _ in range(20))) == 20 * 32

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))


LOST_CONTEXT = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[1:3]
from test_cuda_machine import OUT_OF_BOUNDS, arguments, make_build, one_block
from sgemm.errors import MachineError
from sgemm.machines.cuda import CudaMachine

machine = CudaMachine()
kernel = machine.load(make_build(Path(sys.argv[3]), "stray", OUT_OF_BOUNDS, machine.architecture))
try:
    with machine.allocate(4) as c:
        machine.launch(kernel, one_block(), arguments(c=c.address))
        machine.synchronize()
except MachineError as error:
    print(error)
try:
    machine.allocate(4).__enter__()
except MachineError as error:
    print(error)
"""


def test_an_illegal_address_names_the_kernel(tmp_path):
    """In a process of its own: the driver gives a process no way back from such an error."""
    here = Path(__file__).parent
    done = run_python(LOST_CONTEXT, str(here), str(here.parent / "helpers"), str(tmp_path))
    assert done.stdout, done.stderr
    first, second = done.stdout.splitlines()
    assert "waiting for the GPU failed" in first
    assert "stray" in first and "CUDA_ERROR_ILLEGAL_ADDRESS" in first
    assert "stray" in second and "CUDA_ERROR" in second


@pytest.mark.usefixtures("gpu")
def test_resources_are_known_however_often_a_kernel_is_compiled(monkeypatch):
    """With a driver, NVRTC has a cache of its own, which keeps no log."""
    monkeypatch.setenv("SGEMM_CACHE_DISABLE", "1")
    found = []
    for _ in range(3):
        compiler._build.cache_clear()
        found.append(compiler.build(find("shared_tile"), 90).resources)
    compiler._build.cache_clear()
    assert found[0] is not None
    assert found == [found[0]] * 3
