"""``sgemm doctor``: what is here, and whether the cpu machine runs a kernel."""

import sys

import pytest

from sgemm.cli import doctor
from sgemm.errors import ExecutionError, MissingToolError
from sgemm.toolchain import compiler, nvrtc, prebuilt, tools

pytestmark = pytest.mark.usefixtures("no_gpu")


def by_name(document):
    return {finding["name"]: finding for finding in document["findings"]}


def test_what_is_here(call, document):
    result = call("doctor")
    assert max(map(len, result.stdout.splitlines())) <= 100
    assert "ran shared_tile, and it was right" in " ".join(result.stdout.split())
    found = document("doctor")
    assert found["healthy"] is True
    entries = by_name(found)
    assert entries["GPU"]["present"] is False
    assert entries["GPU"]["limits"]
    for name in ("CPU", "LLVM", "NumPy's BLAS", "NVRTC", "cpu machine"):
        assert entries[name]["present"] is True
        assert entries[name]["detail"]
    assert "compiles for sm_75 ..." in entries["NVRTC"]["detail"]
    assert {"ptxas", "disassembler", "cuBLAS", "cache: builds", "cache: objects"} <= entries.keys()


def test_a_cache_that_cannot_be_used_is_reported(document, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    for name, words in (
        ("file", f"{tmp_path / 'file'}: Not a directory"),
        ("open", f"is not used: others can write to {tmp_path / 'open'} (its mode is 0777)"),
    ):
        monkeypatch.setenv("SGEMM_CACHE_DIR", str(tmp_path / name))
        found = document("doctor")
        assert found["healthy"] is True
        entry = by_name(found)["cache: builds"]
        assert entry["present"] is False and words in entry["detail"]


def test_missing_tools_limit_and_do_not_harm(document, monkeypatch):
    monkeypatch.setattr(tools, "find", lambda _: None)
    monkeypatch.setenv("SGEMM_CACHE_DISABLE", "1")
    monkeypatch.setenv("SGEMM_MACHINE_CODE", "off")
    entries = by_name(document("doctor"))
    assert entries["patched mainloop"]["detail"] == "SGEMM_MACHINE_CODE is off"
    for name in ("ptxas", "disassembler", "cache: builds", "patched mainloop"):
        assert entries[name]["present"] is False
        assert entries[name]["limits"]


def test_no_compiler(document, monkeypatch):
    def gone():
        raise MissingToolError("NVRTC cannot be loaded\nmore")

    monkeypatch.setattr(nvrtc, "load", gone)
    entry = by_name(document("doctor"))["NVRTC"]
    assert (entry["present"], entry["detail"]) == (False, "NVRTC cannot be loaded")


def test_no_llvm(document, monkeypatch):
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    monkeypatch.delitem(sys.modules, "sgemm.machines.cpu", raising=False)
    monkeypatch.delitem(sys.modules, "sgemm.executor.grid", raising=False)
    monkeypatch.delitem(sys.modules, "sgemm.executor.compiler", raising=False)
    found = document("doctor", status=1)
    assert found["healthy"] is False
    assert by_name(found)["LLVM"]["present"] is False


def test_a_switch_of_prebuilt_kernels_is_on_or_off_even_where_there_are_none(call, monkeypatch):
    monkeypatch.setenv(prebuilt.VARIABLE, "2")
    assert "SGEMM_PREBUILT = '2': it is 'on'" in call("doctor", status=2).stderr


def test_prebuilt_kernels(document, monkeypatch, tmp_path):
    assert by_name(document("doctor"))["prebuilt kernels"]["present"] is False
    sources = {"any_layout": "0" * 64}
    folder = tmp_path / prebuilt.MODULE / "sm_90"
    made = prebuilt.Prebuilt(folder, 90, nvrtc.version(), compiler.options(), sources)
    prebuilt.write(made, {("key",): b"machine code"})
    monkeypatch.syspath_prepend(str(tmp_path))
    for switch, options, present, words in (
        ("on", made.options, True, f"{folder}: 1, made by NVRTC {nvrtc.version()}"),
        ("off", made.options, False, f"{folder} is not used: SGEMM_PREBUILT is off"),
        ("on", "others", False, f"{folder} is not used: they were made with 'others'"),
    ):
        monkeypatch.setenv(prebuilt.VARIABLE, switch)
        prebuilt.write(made._replace(options=options), {})
        entry = by_name(document("doctor"))["prebuilt kernels"]
        assert entry["present"] is present
        assert words in entry["detail"]
        assert bool(entry["limits"]) is not present
    (folder / prebuilt.MANIFEST).write_text("{")
    entry = by_name(document("doctor"))["prebuilt kernels"]
    assert "manifest.json is damaged" in entry["detail"]


def test_a_machine_that_stops(call, monkeypatch):
    def stop(*_):
        raise ExecutionError("it stopped\nhere")

    monkeypatch.setattr(doctor, "verify_case", stop)
    result = call("doctor", status=1)
    assert "The cpu machine runs no kernels here: it stopped" in result.stdout


def test_a_machine_that_computes_nonsense(change_rung, call):
    change_rung("shared_tile", "float sum = 0.0f", "float sum = 1.0f")
    result = call("doctor", status=1)
    words = " ".join(result.stdout.split())
    assert "shared_tile gives a wrong result: FAILED: 65x33x17, alpha 1, beta 1" in words


def test_the_cuda_machine_without_a_gpu_is_not_healthy(call):
    result = call("doctor", "--machine", "cuda", status=1)
    assert "The cuda machine runs no kernels here: the cuda machine needs a GPU" in result.stdout
