"""The first use of a patched mainloop on a GPU: compared with the compiler's, and remembered."""

import dataclasses
import os
import subprocess
import warnings

import pytest

from numpy_gpu import Gpu
from sgemm.errors import MachineError
from sgemm.kernels.catalogue import kernels
from sgemm.machines import first_use
from sgemm.machines.resident import residency
from sgemm.toolchain import mainloop
from sgemm.toolchain.cache import Cache
from sgemm.toolchain.compiler import build

KERNEL = next(each for each in kernels() if each.tile.loop_registers)


@pytest.fixture
def gpu(tmp_path, monkeypatch):
    monkeypatch.setattr(first_use, "Cache", lambda name: Cache(name, root=tmp_path))
    monkeypatch.setattr(mainloop, "_warned", set())
    monkeypatch.delenv(mainloop.VARIABLE, raising=False)
    return Gpu()


@pytest.fixture(scope="module")
def made():
    found = build(KERNEL, 90)
    assert found.is_patched
    return found


def test_loops_that_agree_are_compared_once(gpu, made):
    assert not first_use.is_compared(gpu, made)
    assert first_use.compared(gpu, made).build is made
    assert len(gpu.launches) == 4  # two products by two kernels
    assert len(gpu.copy_sizes) == 2  # all operands there, all results back
    assert first_use.is_compared(gpu, made)
    assert first_use.compared(gpu, made).build is made
    assert len(gpu.launches) == 4
    assert gpu.live == {}


def test_a_difference_leads_to_the_compilers_loop_with_a_warning(gpu, made):
    gpu.is_wrong = True
    with pytest.warns(
        RuntimeWarning, match="is not used: 1 of .* report this line: a GPU of tests"
    ):
        found = first_use.compared(gpu, made).build
    assert not found.is_patched
    assert found.cubin == build(dataclasses.replace(KERNEL, as_compiled=True), 90).cubin
    launches = len(gpu.launches)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the warning comes once in a process
        assert first_use.compared(gpu, made).build == found
    assert len(gpu.launches) == launches
    assert not first_use.is_compared(gpu, made)


def test_a_difference_in_the_product_of_odd_sizes_is_found(gpu, made):
    *_, odd = first_use.problems(KERNEL)
    gpu.is_wrong, gpu.wrong_at = True, -(-odd.elements[2] // first_use.LINE) * -first_use.LINE
    with pytest.warns(RuntimeWarning, match=f"1 of {odd.elements[2]} .* in {odd}; please"):
        assert not first_use.compared(gpu, made).build.is_patched


@pytest.mark.parametrize("other", ["description", "driver", "compiler", "cubin"])
def test_another_gpu_driver_compiler_or_code_is_compared_again(gpu, made, other, monkeypatch):
    first_use.compared(gpu, made)
    if other == "description":
        gpu.description = "another GPU"
    elif other == "driver":
        monkeypatch.setattr(first_use, "_driver", lambda: "another driver")
    else:
        value = {"compiler": "NVRTC 1.2", "cubin": made.cubin + b"\0"}[other]
        made = made._replace(**{other: value})
    assert not first_use.is_compared(gpu, made)


def test_a_launch_that_fails_is_an_error_and_the_next_process_goes_without(gpu, made):
    gpu.error = MachineError("illegal instruction")
    with pytest.raises(MachineError, match="illegal instruction; it happened while the patched"):
        first_use.compared(gpu, made)
    gone = subprocess.Popen(["true"])
    gone.wait()
    key, cache = first_use._key(gpu, made), first_use.Cache(first_use.CACHE_NAME)
    entry = cache.load(key).decode()
    assert entry.endswith(f" {os.getpid()}")
    dead = entry.rpartition(" ")[0] + f" {gone.pid}"
    cache.store(key, dead.encode())
    with pytest.warns(RuntimeWarning, match=f"by process {gone.pid} on .* did not end"):
        assert not first_use.compared(gpu, made).build.is_patched
    # As long as the other process lives, or is on another computer, this one compares as well.
    gpu.error = None
    for entry in (f"under way on {first_use._here()} {os.getpid()}", "under way on mars 1"):
        cache.store(key, entry.encode())
        assert first_use.compared(gpu, made).build is made


def test_too_little_memory_decides_nothing(gpu, made, monkeypatch):
    def full(nbytes):
        raise MachineError("out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(gpu, "allocate", full)
        with pytest.raises(MachineError, match=r"^out of memory$"):
            first_use.compared(gpu, made)
    assert first_use.Cache(first_use.CACHE_NAME).load(first_use._key(gpu, made)) is None
    assert first_use.compared(gpu, made).build is made


def test_what_was_found_is_found_again_on_request(gpu, made):
    gpu.is_wrong = True
    with pytest.warns(RuntimeWarning, match="is not used: 1 of"):
        first_use.compared(gpu, made)
    gpu.is_wrong = False
    assert not first_use.compared(gpu, made).build.is_patched
    assert first_use.compared(gpu, made, again=True).build is made
    assert first_use.is_compared(gpu, made)


def test_an_interrupt_decides_nothing(gpu, made):
    gpu.error = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        first_use.compared(gpu, made)
    gpu.error = None
    assert first_use.compared(gpu, made).build is made


def test_the_first_load_compares(gpu):
    assert residency(gpu).loaded(gpu, KERNEL).build.is_patched
    assert len(gpu.launches) == 4
    assert len(gpu.loads) == 2  # the patched kernel that was compared is the one that is used
    residency(gpu).loaded(gpu, KERNEL)
    assert len(gpu.launches) == 4


def test_what_is_captured_in_a_graph_has_the_compilers_loop_unless_it_was_compared(gpu):
    stay = residency(gpu)
    assert not stay.loaded(gpu, KERNEL, lambda: True).build.is_patched
    assert gpu.launches == []
    assert stay.loaded(gpu, KERNEL).build.is_patched
    assert stay.loaded(gpu, KERNEL, lambda: True).build.is_patched


def test_nothing_is_patched_or_compared_where_that_is_off(gpu, monkeypatch):
    monkeypatch.setenv(mainloop.VARIABLE, "off")
    assert not residency(gpu).loaded(gpu, KERNEL).build.is_patched
    assert gpu.launches == []


@pytest.mark.parametrize(
    "kernel",
    [one for each in kernels() for one in each.specialisations() if one.tile.loop_registers],
    ids=lambda kernel: f"{kernel.name}-{kernel.layout}-{kernel.tile.block_tile}",
)
def test_products_of_whole_tiles_and_of_odd_sizes(kernel):
    whole, odd = first_use.problems(kernel)
    tile = kernel.tile
    assert (whole.m % tile.bm, whole.n % tile.bn, whole.k % tile.bk) == (0, 0, 0)
    assert odd.m % tile.bm and odd.n % tile.bn
    assert whole.k > tile.stages * tile.bk
    assert not kernel.violations(whole) + kernel.violations(odd)
