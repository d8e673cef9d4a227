"""``sgemm warm``: kernels compiled into the cache, side by side, before they are needed."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from numpy_gpu import Gpu
from sgemm.cli.warm import _Gpu
from sgemm.errors import ArgumentError, CompileError
from sgemm.kernels.catalogue import SPLIT, find
from sgemm.kernels.kernel import FLOATS, HALF_TYPES
from sgemm.machines import first_use
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import plan
from sgemm.problem import Problem
from sgemm.toolchain import cache, compiler, nvrtc, prebuilt, side_by_side
from sgemm.toolchain.build import name_of
from sgemm.toolchain.cache import Cache
from sgemm.toolchain.side_by_side import build_all
from split_rates import fitted

pytestmark = pytest.mark.usefixtures("no_gpu", "own_cache")

IN_ONE_LAYOUT = ("--layouts", "nn")
SMALL = ("3x5x7", *IN_ONE_LAYOUT)


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """Return an empty cache of this test's own, that nothing in memory hides."""
    monkeypatch.setenv("SGEMM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("SGEMM_CACHE_DISABLE", raising=False)
    compiler._build.cache_clear()
    yield tmp_path / "cache" / compiler.CACHE_NAME
    compiler._build.cache_clear()


def test_what_auto_chooses_is_compiled_once_and_found_from_then_on(said, document, monkeypatch):
    (name,) = {plan(Problem(3, 5, 7, beta=b), CpuMachine()).kernel.name for b in (0.0, 1.0)}
    first = document("warm", *SMALL)
    assert (first["architecture"], first["lost"]) == (90, 0)
    assert first["compiled"] == first["kernels"] >= 1
    assert first["entries"] == Cache(compiler.CACHE_NAME).info().entries > first["kernels"]

    def never(*arguments):
        raise AssertionError("compiled again")

    monkeypatch.setattr(nvrtc, "_compile", never)
    assert compiler.build(plan(Problem(3, 5, 7), CpuMachine()).kernel, 90).kernel.name == name
    again = document("warm", *SMALL)
    assert (again["compiled"], again["kernels"]) == (0, first["kernels"])
    assert (again["entries"], again["bytes"]) == (first["entries"], first["bytes"])
    text = said("warm", *SMALL)  # lines are broken anywhere
    assert "for sm_90: all were there" in text
    assert f"{first['entries']} entries" in text and "256.0 MiB" in text


def test_shapes_come_from_a_file_too_and_c_may_be_read_or_not(document, tmp_path):
    (tmp_path / "shapes").write_text("194x467x187  # reading C takes another tile\n3x5x8, 4x5x7\n")
    found = document("warm", "5x5x7", "--shapes", tmp_path / "shapes", "--architecture", 80)
    machine = CpuMachine(architecture=80)
    shapes = ((194, 467, 187), (3, 5, 8), (4, 5, 7), (5, 5, 7))
    plain, reading = (
        {plan(Problem(*shape, beta=beta), machine).kernel for shape in shapes}
        for beta in (0.0, 1.0)
    )
    assert reading - plain
    chosen = plain | reading
    assert (found["kernels"], found["compiled"]) == (len(chosen), len(chosen))
    assert all(compiler.is_kept(kernel, 80) for kernel in chosen)


@pytest.fixture
def asked(monkeypatch):
    """Return what is to be compiled, and compile nothing."""
    found = []
    monkeypatch.setattr("sgemm.cli.warm.build_all", lambda kernels, *_: found.extend(kernels))
    return found


def test_without_sizes_all_that_the_library_has_is_compiled(document, asked):
    """In the layouts that are asked for."""
    found = document("warm", "--architecture", 90, "--layouts", "nt,tt", status=1)
    assert found["kernels"] == found["lost"] == len(asked) == len(set(asked)) > 50
    assert {each.layout for each in asked} == {"nt", "tt"}
    assert {each.types for each in asked} == {FLOATS, *HALF_TYPES}
    assert len(set(map(name_of, asked))) == len(asked)
    before, asked[:] = len(asked), []
    assert document("warm", status=1)["kernels"] == len(asked) > before


def test_kernels_on_tensor_cores_are_compiled_once_they_may_be_chosen(document, asked):
    of_split = {each for name in SPLIT for each in find(name).specialisations()}
    with fitted():
        document("warm", "--architecture", 90, status=1)
        assert of_split < set(asked)
        asked.clear()
        document("warm", "--architecture", 80, status=1)
        assert asked
        assert not of_split & set(asked)
        asked.clear()
        document("warm", "8192", status=1)
        shape = (8192, 8192, 8192)
        chosen = [plan(Problem(*shape), CpuMachine(), rule).kernel for rule in ("auto", "split")]
        assert chosen[1] in of_split
        assert set(chosen) <= set(asked)
    with fitted(()):
        asked.clear()
        document("warm", "--architecture", 90, status=1)
        assert asked
        assert not of_split & set(asked)


def test_the_choice_follows_the_number_of_multiprocessors(document):
    few, many = (_Gpu(90, each) for each in (16, 132))
    shape = (1024, 1024, 60)  # k is too short for tensor cores, whose kernels compile for longer
    assert plan(Problem(*shape), few).kernel != plan(Problem(*shape), many).kernel
    for gpu in (few, many):
        number = ("--multiprocessors", gpu.multiprocessors)
        found = document("warm", "1024x1024x60", *number, *IN_ONE_LAYOUT)
        assert found["multiprocessors"] == gpu.multiprocessors
        assert compiler.is_kept(plan(Problem(*shape), gpu).kernel, 90)
        assert found["compiled"] >= 1
    assert document("warm", "1024x1024x60", *IN_ONE_LAYOUT)["compiled"] == 0


def test_on_a_gpu_mainloops_are_compared_too(document, call, monkeypatch):
    gpu = Gpu()
    gpu.multiprocessors = 132
    monkeypatch.setattr("sgemm.cli.warm.make_machine", lambda name: gpu)
    kernel = plan(Problem(4096, 4096, 60), gpu).kernel
    assert kernel.tile.loop_registers
    asked = ("warm", "4096x4096x60", *IN_ONE_LAYOUT)
    assert document(*asked, "--architecture", "80")["compared"] == 0
    assert gpu.loads == []
    assert document(*asked)["compared"] == 1
    assert gpu.loads == [kernel.name] * 2
    assert first_use.is_compared(gpu, compiler.build(kernel, 90, ptx=False))
    assert document(*asked)["compared"] == 0
    gpu.description = "another GPU"
    assert "1 mainloop compared with the compiler's" in call(*asked).stdout


def test_kernels_are_copied_in_the_form_of_the_wheel(document, call, empty_folder, monkeypatch):
    found = document("warm", *SMALL, "--output", "package/sgemm_kernels")
    written = sum(path.stat().st_size for path in Path("package").rglob("*") if path.is_file())
    assert (found["output"], found["output_bytes"]) == ("package/sgemm_kernels", written)
    assert "prebuilt: p/sm_90, " in call("warm", *SMALL, "--output", "p").stdout
    monkeypatch.setenv("SGEMM_CACHE_DIR", str(empty_folder / "other"))
    monkeypatch.setenv(prebuilt.VARIABLE, "on")
    monkeypatch.syspath_prepend(str(empty_folder / "package"))
    prebuilt._find.cache_clear()
    try:
        again = document("warm", *SMALL)
        assert (again["compiled"], again["entries"], again["lost"]) == (0, 0, 0)
        assert again["kernels"] == found["kernels"]
        # A package is made of what is compiled here, whatever is installed.
        assert document("warm", *SMALL, "--output", "p")["compiled"] == found["kernels"]
    finally:
        prebuilt._find.cache_clear()


@pytest.mark.usefixtures("asked")
def test_what_the_cache_does_not_keep_is_said(call):
    result = call("warm", *SMALL, status=1)
    assert "1 of them could not be kept: the disk is full, or" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x"], "sizes = 'x' is no size: N, FIRST:LAST"),
        (["512x3"], "sizes = '512x3' is no size"),
        (["0"], "C has no elements"),
        (["--shapes", "missing"], "missing cannot be read"),
        (["5", "--layouts", "nx"], "layouts = 'nx': there are nn, nt, tn, tt"),
        (["--batch", "3"], "batch = 3: it belongs to sizes, and none were given"),
        (["5", "--batch", "0"], "Invalid value for '--batch'"),
        (["--multiprocessors", "8"], "multiprocessors = 8: it belongs to sizes, and none were"),
        (["5", "--multiprocessors", "0"], "Invalid value for '--multiprocessors'"),
        (["5", "--multiprocessors", "x"], "Invalid value for '--multiprocessors'"),
        (["5", "--output", "/dev/null"], "output = '/dev/null': no folder can be written there"),
        (["--architecture", "95"], "architecture = 95: NVRTC"),
        (["--architecture", "sm_95"], "architecture = 95: NVRTC"),
        (["--architecture", "new"], "'new' is no compute capability times ten, as 90 or sm_90"),
        (["--architecture", "9.0"], "'9.0' is no compute capability times ten, as 90 or sm_90"),
        (["--machine", "cuda"], "the cuda machine needs a GPU"),
    ],
)
def test_what_cannot_be_carried_out(refused, arguments, words):
    assert words in refused("warm", *arguments)


def test_a_cache_that_keeps_nothing_is_refused(refused, monkeypatch, tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    monkeypatch.setenv("SGEMM_CACHE_DIR", str(tmp_path / "open"))
    assert f"others can write to {tmp_path / 'open'}" in refused("warm", *SMALL)
    monkeypatch.setenv("SGEMM_CACHE_DISABLE", "1")
    assert "there is no cache to compile into: SGEMM_CACHE_DISABLE" in refused("warm", *SMALL)


def test_a_package_without_patched_mainloops_is_refused(refused, monkeypatch):
    monkeypatch.setenv("SGEMM_MACHINE_CODE", "off")
    assert "SGEMM_MACHINE_CODE is off, and prebuilt" in refused("warm", *SMALL, "--output", "p")


def test_errors_and_warnings_of_the_processes_are_those_of_the_command(monkeypatch, tmp_path):
    done = []
    with pytest.raises(ArgumentError, match="architecture = 95: NVRTC"):
        build_all([find("any_layout")], 95, done.append)
    assert done == []
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    monkeypatch.setenv("SGEMM_CACHE_DIR", str(tmp_path / "open"))
    with pytest.warns(RuntimeWarning, match="no cache is used in .* others can write"):
        build_all([find("naive"), find("coalesced")], 90, done.append)
    assert {each.name for each in done} == {"naive", "coalesced"}


def test_a_kernel_is_compiled_in_its_types():
    kernel = find("gemv").specialised(types=HALF_TYPES[0])
    build_all([kernel], 90, lambda _: None)
    assert compiler.kept(kernel, 90)
    assert not compiler.kept(find("gemv"), 90)


class LocalError(ValueError):
    """It is made of two words, of which pickling keeps one."""

    def __init__(self, one, other):
        super().__init__(f"{one} {other}")


def test_an_error_that_cannot_be_sent_is_sent_in_words(monkeypatch):
    def fail(*_):
        raise LocalError("no", "good")

    monkeypatch.setattr(side_by_side, "build", fail)
    ours, theirs = multiprocessing.Pipe()
    ours.send(("naive", ("nn", find("naive").tile, FLOATS)))
    serving = threading.Thread(target=side_by_side._serve, args=(theirs, 90), daemon=True)
    serving.start()
    assert ours.poll(20)
    with pytest.raises(CompileError, match="LocalError: no good"):
        side_by_side._answer(ours, find("naive"))
    ours.close()
    serving.join(20)


def test_a_process_that_is_ended_by_something_else_is_an_error(monkeypatch):
    """As where memory is short."""

    def end_all(connections, _):
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        return connections

    monkeypatch.setattr(side_by_side, "wait", end_all)
    with pytest.raises(CompileError, match=r"the process that compiled naive .* was ended"):
        build_all([find("naive")], 90, lambda _: None)


def test_an_interrupt_ends_all_processes_and_leaves_whole_entries(own_cache):
    command = [sys.executable, "-m", "sgemm", "warm", "--architecture", "90"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell's background jobs ignore interrupts, and so would all that they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as program:
        while len(list(own_cache.glob("*") if own_cache.exists() else ())) < 3:
            assert program.poll() is None
            time.sleep(0.05)
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does
        out, err = program.communicate(timeout=60)
    assert (program.returncode, out, err.strip()) == (130, "", "sgemm: interrupted")
    with pytest.raises(ProcessLookupError):
        for _ in range(600):  # what only watches the others ends a moment later
            os.killpg(program.pid, 0)
            time.sleep(0.05)
    for entry in own_cache.glob("[0-9a-f]*"):
        content, start = entry.read_bytes(), cache._HEADER_BYTES
        assert content[:start] == cache._header(bytes.fromhex(entry.name), content[start:])
