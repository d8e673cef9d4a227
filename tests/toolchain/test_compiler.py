import concurrent.futures
import dataclasses
import sys
from pathlib import Path

import pytest

import sgemm
from programs import run_python
from sgemm.errors import ArgumentError, CompileError, MissingToolError, RequirementError
from sgemm.kernels.kernel import Geometry, Language
from sgemm.kernels.ladder.rung_03_shared_tile import KERNEL as SHARED_TILE
from sgemm.kernels.tile import Tile
from sgemm.toolchain import compiler, nvrtc, ptxas
from sgemm.toolchain.build import Build
from sgemm.toolchain.cache import Cache

EMPTY = 'extern "C" __global__ void sample() {}\n'

# 200 values are alive at once, and 1024 threads leave 64 registers to each.
SPILLING = """\
extern "C" __global__ void __launch_bounds__(1024) sample(float* p, int n) {
    float x[200];
#pragma unroll
    for (int i = 0; i < 200; ++i) x[i] = p[i * n + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 200; ++i) p[i * n + threadIdx.x] = x[i] * x[(37 * i + 11) % 200];
}
"""

# An array that is indexed by a variable has an address, and so lies in local memory.
INDEXED = """\
extern "C" __global__ void sample(float* p, int n) {
    float x[512];
    for (int i = 0; i < 512; ++i) x[i] = p[i] * p[i + n];
    x[n & 511] = 1.0f;
    p[threadIdx.x] = x[threadIdx.x & 511];
}
"""

PTX = """\
.version 7.0
.target sm_75
.address_size 64
.visible .entry sample(.param .u64 p)
{
    .reg .b64 %a;
    .reg .f32 %x;
    .shared .align 4 .b8 buffer[256];
    ld.param.u64 %a, [p];
    ld.shared.f32 %x, [buffer];
    st.global.f32 [%a], %x;
    ret;
}
"""


@pytest.fixture(autouse=True)
def own(own_cache, forget):
    """Every test here starts with an empty cache, on disk and in memory."""


def entries() -> int:
    return Cache(compiler.CACHE_NAME).info().entries


# ---- what a build holds


@pytest.mark.parametrize("architecture", [75, 80, 86, 89, 90, 100, 120])
def test_ptx_and_machine_code_for_every_architecture(architecture):
    build = compiler.build(SHARED_TILE, architecture)
    assert (build.kernel, build.architecture) == (SHARED_TILE, architecture)
    assert build.entry == "shared_tile"
    assert f".target sm_{architecture}\n" in build.ptx
    assert ".visible .entry shared_tile(" in build.ptx
    assert build.ptx.rstrip().endswith("}")
    assert "\0" not in build.ptx
    assert build.cubin.startswith(b"\x7fELF")
    assert build.resources.shared_bytes == 2 * 32 * 32 * 4
    assert 16 <= build.resources.registers <= 64
    assert build.compiler == f"NVRTC {nvrtc.version()}"


def test_the_tile_of_the_kernel_is_what_is_compiled_and_ptx_comes_alone():
    geometry = Geometry(block=(16, 16, 1))
    small = dataclasses.replace(SHARED_TILE, tile=Tile(bm=16, bn=16, bk=16), geometry=geometry)
    build, alone = compiler.build(small, 80), compiler.build(small, 80, cubin=False)
    assert build.resources.shared_bytes == 2 * 16 * 16 * 4
    assert (alone.ptx, alone.cubin, alone.resources) == (build.ptx, None, None)


@pytest.mark.skipif(not ptxas.available(), reason="ptxas is not installed")
def test_kernels_written_in_ptx_are_assembled(make_kernel, forget):
    kernel = make_kernel(PTX, language=Language.PTX)
    for _ in range(2):
        build = compiler.build(kernel, 90)
        assert build.ptx == PTX
        assert build.cubin.startswith(b"\x7fELF")
        assert build.resources.shared_bytes == 256
        assert build.compiler == f"ptxas {ptxas.version()}"
        forget()


def test_kernels_written_in_ptx_need_no_tool(make_kernel, monkeypatch):
    def missing(*arguments: object) -> None:
        raise MissingToolError("not here")

    monkeypatch.setattr(ptxas, "available", lambda: False)
    monkeypatch.setattr(compiler.nvrtc, "version", missing)
    build = compiler.build(make_kernel(PTX, language=Language.PTX), 80)
    assert (build.ptx, build.cubin, build.resources) == (PTX, None, None)
    assert build.compiler == "written by hand"


# ---- what is refused


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("architecture", "error", "words"),
    [
        *((each, ArgumentError, "architecture = ") for each in (True, 8.0, "80", None)),
        *((each, ArgumentError, f"architecture = {each}: .* 75, 80, ")
          for each in (95, 900, 10**9)),
        *((each, RequirementError, f"sample needs sm_80 or later, not sm_{each}$")
          for each in (-1, 0, 75, 79)),
    ],
)  # fmt: skip
def test_architectures_that_are_refused(make_kernel, language, architecture, error, words):
    text = PTX if language is Language.PTX else EMPTY
    kernel = make_kernel(text, language=language, architecture=80)
    with pytest.raises(error, match=words):
        compiler.build(kernel, architecture, cubin=False)


@pytest.mark.parametrize("cubin", [False, True])
def test_an_error_names_file_and_line_and_carries_the_log(make_kernel, cubin):
    kernel = make_kernel("\n\n__device__ int f() { return undeclared; }\n" + EMPTY)
    with pytest.raises(CompileError) as caught:
        compiler.build(kernel, 80, cubin=cubin)
    first, *log = str(caught.value).splitlines()
    assert first == 'sample.cu:3: error: identifier "undeclared" is undefined'
    assert any("1 error detected" in line for line in log)
    assert any(nvrtc.version() in line and "_80" in line for line in log)


def test_an_error_in_a_header_names_the_header(make_kernel, tmp_path):
    (tmp_path / "wrong.cuh").write_text("\n#error not like this\n")
    with pytest.raises(CompileError, match=r"^wrong\.cuh:2: .*not like this"):
        compiler.build(make_kernel('#include "wrong.cuh"\n' + EMPTY), 80)


@pytest.mark.skipif(not ptxas.available(), reason="ptxas is not installed")
def test_an_error_in_ptx_names_file_and_line(make_kernel):
    kernel = make_kernel(PTX.replace("ld.shared.f32", "ld.shared.f33"), language=Language.PTX)
    with pytest.raises(CompileError, match=r"^sample\.ptx:10: error.*'\.f33'"):
        compiler.build(kernel, 80)


@pytest.mark.parametrize("text", ["", "__global__ void sample() {}", EMPTY.replace("sample", "b")])
@pytest.mark.parametrize("cubin", [False, True])
def test_an_entry_point_of_another_name(make_kernel, text, cubin):
    with pytest.raises(CompileError, match=r"^sample\.cu: no entry point is named 'sample'"):
        compiler.build(make_kernel(text), 80, cubin=cubin)


def test_an_error_is_not_kept(make_kernel):
    kernel = make_kernel("wrong")
    with pytest.raises(CompileError):
        compiler.build(kernel, 80)
    kernel.source.write_text(EMPTY)
    assert compiler.build(kernel, 80).cubin


@pytest.mark.parametrize("text", [SPILLING, INDEXED], ids=["spills", "indexes an array"])
@pytest.mark.parametrize("architecture", [80, 86, 90])
def test_a_kernel_in_local_memory_is_found_out(make_kernel, uses_local_memory, text, architecture):
    assert uses_local_memory(compiler.build(make_kernel(text), architecture))


# ---- the cache


def test_a_build_comes_from_the_cache_as_it_was_made(forget, compiles_nothing):
    made = compiler.build(SHARED_TILE, 80)
    forget()
    compiles_nothing()
    found = compiler.build(SHARED_TILE, 80)
    assert found is not made
    assert found == made


def test_ptx_and_machine_code_are_made_in_one_run(monkeypatch, forget):
    """And both again where one of them is damaged."""
    runs = []
    once = nvrtc._compile
    monkeypatch.setattr(nvrtc, "_compile", lambda *a: runs.append(a[-1]) or once(*a))
    assert not compiler.is_kept(SHARED_TILE, 80)
    alone = compiler.build(SHARED_TILE, 80, cubin=False)
    assert (runs, compiler.is_kept(SHARED_TILE, 80)) == (["PTX"], False)
    made = compiler.build(SHARED_TILE, 80)
    assert (runs, compiler.is_kept(SHARED_TILE, 80)) == (["PTX", "CUBIN"], True)
    assert made.ptx == alone.ptx
    *_, larger = sorted(
        Cache(compiler.CACHE_NAME).info().path.iterdir(), key=lambda each: each.stat().st_size
    )
    larger.write_bytes(larger.read_bytes()[:-1])
    assert not compiler.is_kept(SHARED_TILE, 80)
    forget()
    assert compiler.build(SHARED_TILE, 80) == made
    assert runs == ["PTX", "CUBIN", "CUBIN"]


def test_many_threads_build_at_once(forget):
    wanted = [(architecture, cubin) for architecture in (80, 86, 90) for cubin in (False, True)]

    def build_one(which: tuple[int, bool]) -> Build:
        return compiler.build(SHARED_TILE, which[0], cubin=which[1])

    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        together = list(pool.map(build_one, wanted * 2))
    forget()
    Cache(compiler.CACHE_NAME).clear()
    assert together == [build_one(which) for which in wanted] * 2


def test_each_thing_that_a_build_depends_on_is_in_its_key(
    make_kernel, tmp_path, monkeypatch, forget
):
    (tmp_path / "own.cuh").write_text("// one\n")
    text = '#include "own.cuh"\n#include "tile.cuh"\n' + EMPTY
    kernel = make_kernel(text)

    def is_new(changed=kernel, architecture: int = 80) -> bool:
        before = entries()
        forget()
        compiler.build(changed, architecture, cubin=False)
        return entries() > before

    assert is_new()
    assert not is_new()
    kernel.source.write_text(text + "// changed\n")
    assert is_new()
    (tmp_path / "own.cuh").write_text("// two\n")
    assert is_new()
    assert is_new(dataclasses.replace(kernel, tile=Tile(bm=32, bn=32, bk=2)))
    assert is_new(architecture=90)
    assert is_new(make_kernel(text.replace("sample", "second"), name="second"))
    assert not is_new()
    monkeypatch.setattr(nvrtc, "PTX_OPTIONS", (*nvrtc.PTX_OPTIONS, "--fmad=false"))
    assert is_new()
    monkeypatch.setattr(nvrtc, "version", lambda: "99.0")
    assert is_new()
    assert not is_new()


def test_the_loaded_library_has_the_last_word_on_its_version(monkeypatch, make_kernel, forget):
    monkeypatch.setattr(nvrtc, "installed_version", lambda: "12.0.1")
    monkeypatch.setattr(nvrtc, "_loaded", None)
    assert nvrtc.version() == "12.0.1"
    build = compiler.build(make_kernel(EMPTY), 80)
    major, minor = build.compiler.removeprefix("NVRTC ").split(".")
    assert f"Cuda compilation tools, release {major}.{minor}," in build.ptx
    assert (int(major), int(minor)) > (12, 0)
    # The entry is not under the version that was assumed: a process with that one must not find it.
    before = entries()
    monkeypatch.setattr(nvrtc, "installed_version", lambda: f"{major}.{minor}")
    forget()
    compiler.build(make_kernel(EMPTY), 80)
    assert entries() == before


SCRIPT = """\
import sys
from sgemm.toolchain import compiler, nvrtc, ptxas, resources, sass, source
assert not [name for name in sys.modules if name.startswith("cuda")], "imports are not lazy"
from sgemm.kernels.ladder.rung_03_shared_tile import KERNEL
build = compiler.build(KERNEL, 80, cubin=CUBIN)
with open("/proc/self/maps") as maps:
    print("libnvrtc" in maps.read(), "cuda.bindings" in sys.modules, build.compiler)
"""


def run_script(script):
    return run_python(script, PYTHONPATH=str(Path(sgemm.__file__).parents[1]))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("cubin", [False, True])
def test_a_warm_cache_needs_no_nvrtc(cubin):
    script = SCRIPT.replace("CUBIN", str(cubin))
    version = nvrtc.version()
    cold, warm = run_script(script), run_script(script)
    assert (cold.stdout, cold.stderr) == (f"True True NVRTC {version}\n", "")
    assert (warm.stdout, warm.stderr) == (f"False False NVRTC {version}\n", "")


def test_a_missing_nvrtc_says_what_to_install():
    script = """\
import sys
sys.modules["cuda.bindings"] = None
from sgemm.kernels.ladder.rung_03_shared_tile import KERNEL
from sgemm.toolchain import compiler
compiler.build(KERNEL, 80)
"""
    error = run_script(script).stderr.splitlines()[-1]
    assert error.startswith("sgemm.errors.MissingToolError: NVRTC")
    assert error.endswith("pip install cuda-bindings nvidia-cuda-nvrtc")


def test_the_version_is_that_of_the_installed_distribution():
    import importlib.metadata

    try:
        expected = importlib.metadata.version(nvrtc.DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("NVRTC comes from elsewhere here")
    assert nvrtc.version() == expected
    nvrtc.load()
    assert nvrtc.version() == expected
