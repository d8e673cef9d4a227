"""Prebuilt kernels: found without a compiler, and refused with a reason where anything differs."""

import contextlib
import dataclasses
import json
import os
import shutil
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sgemm
from programs import run_python
from sgemm.errors import ArgumentError, CompileError, MissingToolError
from sgemm.kernels.catalogue import find
from sgemm.toolchain import compiler, mainloop, nvrtc, prebuilt
from sgemm.toolchain.cache import Cache
from sgemm.toolchain.prebuild import prebuild

PLAIN = find("any_layout")
PATCHED = find("stream_k_tma")
AS_COMPILED = dataclasses.replace(PATCHED, as_compiled=True)
OTHER = find("naive")  # no kernel of the library

PACKAGE = Path(__file__).parents[2] / "packages" / "sgemm-kernels" / "src" / prebuilt.MODULE


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder of two prebuilt kernels, and their builds."""
    root = tmp_path_factory.mktemp("prebuilt")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SGEMM_CACHE_DIR", str(root / "cache"))
        compiler._build.cache_clear()
        builds = {each: compiler.build(each, 90) for each in (PLAIN, PATCHED, AS_COMPILED)}
        nbytes = prebuild([PLAIN, PATCHED], 90, root / "kernels")
    files = [path for path in (root / "kernels" / "sm_90").rglob("*") if path.is_file()]
    assert nbytes == sum(path.stat().st_size for path in files)
    assert len(files) == 4  # the manifest, and three times machine code
    return root / "kernels", builds


@pytest.fixture(autouse=True)
def installed(made, tmp_path, monkeypatch, own_cache, forget):
    """The package is installed, the cache is empty, and nothing is in memory."""
    package = tmp_path / "site" / prebuilt.MODULE
    package.mkdir(parents=True)
    shutil.copy(PACKAGE / "__init__.py", package)
    shutil.copytree(made[0] / "sm_90", package / "sm_90")
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setenv(prebuilt.VARIABLE, "on")
    start_again(forget, monkeypatch)
    yield package / "sm_90"
    prebuilt._find.cache_clear()


def start_again(forget, monkeypatch):
    """Forget what a new process would not know."""
    forget()
    prebuilt._find.cache_clear()
    monkeypatch.setattr(mainloop, "_warned", set())


@pytest.fixture
def no_compiler(monkeypatch):
    monkeypatch.setattr(nvrtc, "_loaded", None)
    monkeypatch.setattr(nvrtc, "installed_version", lambda: None)
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)


@pytest.fixture
def runs(monkeypatch):
    """What NVRTC was asked to compile."""
    asked = []
    once = nvrtc._compile
    monkeypatch.setattr(nvrtc, "_compile", lambda *a: asked.append(a[1]) or once(*a))
    return asked


def entries_of(folder):
    return sorted((folder / "builds").iterdir(), key=lambda path: path.stat().st_size)


def change(folder, **fields):
    """Change what the manifest says."""
    manifest = folder / prebuilt.MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | fields))


# ---- used


@pytest.mark.parametrize("kernel", [PLAIN, PATCHED, AS_COMPILED], ids=["plain", "patched", "as is"])
def test_machine_code_is_found_without_compiler_and_cache(made, no_compiler, kernel):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = compiler.build(kernel, 90, ptx=False)
    assert found == made[1][kernel]._replace(ptx=None)
    assert found.is_patched == (kernel is PATCHED)
    assert compiler.is_kept(kernel, 90)
    assert Cache(compiler.CACHE_NAME).info().entries == 0


def test_they_are_used_where_the_cache_is_off(made, no_compiler, monkeypatch):
    monkeypatch.setenv("SGEMM_CACHE_DISABLE", "1")
    assert compiler.build(PATCHED, 90, ptx=False).cubin == made[1][PATCHED].cubin


def test_another_installed_compiler_changes_nothing(made, monkeypatch, runs):
    """Machine code needs none: what counts is with which one it was made."""
    monkeypatch.setattr(nvrtc, "_loaded", None)
    monkeypatch.setattr(nvrtc, "installed_version", lambda: "13.0.1")
    assert compiler.build(PLAIN, 90, ptx=False).cubin == made[1][PLAIN].cubin
    assert runs == []


def test_a_new_process_loads_no_compiler(installed):
    script = """\
import sys
from sgemm.kernels.catalogue import find
from sgemm.toolchain.compiler import build
made = build(find("stream_k_tma"), 90, ptx=False)
with open("/proc/self/maps") as maps:
    print(made.is_patched, "libnvrtc" in maps.read(), "cuda" in sys.modules)
print([name for name in sys.modules if name.startswith("sgemm.machine_code.")])
"""
    places = [str(Path(sgemm.__file__).parents[1]), str(installed.parents[1])]
    ended = run_python(script, PYTHONPATH=os.pathsep.join(places))
    assert (ended.stdout, ended.stderr) == ("True False False\n[]\n", "")


def test_ptx_is_not_prebuilt(no_compiler):
    with pytest.raises(MissingToolError, match="NVRTC"):
        compiler.build(PLAIN, 90)


def test_other_kernels_and_architectures_are_compiled_without_a_word(runs):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiler.build(OTHER, 90, ptx=False)
        compiler.build(PLAIN, 80, ptx=False)
    assert runs == ["rung_01_naive.cu", "any_layout.cu"]


def test_a_folder_that_others_can_write_is_trusted_as_the_code_beside_it_is(installed, no_compiler):
    (installed / "builds").chmod(0o777)
    assert compiler.build(PLAIN, 90, ptx=False).cubin


def test_the_switch(no_compiler, monkeypatch):
    monkeypatch.setenv(prebuilt.VARIABLE, "off")
    with pytest.raises(MissingToolError, match="NVRTC"):
        compiler.build(PLAIN, 90, ptx=False)
    monkeypatch.setenv(prebuilt.VARIABLE, "maybe")
    with pytest.raises(ArgumentError, match="SGEMM_PREBUILT = 'maybe': it is 'on'"):
        compiler.build(PLAIN, 90, ptx=False)


def test_doctor_learns_what_is_installed(installed, made):
    (found,) = prebuilt.installed()
    assert (found.architecture, found.compiler) == (90, nvrtc.version())
    assert found.objection(compiler.options()) is None
    assert len(found.sources) == 2
    (installed / prebuilt.MANIFEST).unlink()
    (found,) = prebuilt.installed()
    assert isinstance(found, CompileError)


# ---- refused


def damage(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (damage, "its file is damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), "its file is damaged"),
        (lambda path: path.write_bytes(b""), "its file is damaged"),
        (lambda path: path.unlink(), "its file cannot be read (No such file"),
    ],
)
@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.sampled(3)
def test_a_file_that_is_not_as_it_was_written(installed, made, runs, spoil, words, which):
    spoil(entries_of(installed)[which])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for kernel in (PLAIN, PATCHED, AS_COMPILED):
            assert compiler.build(kernel, 90, ptx=False).cubin == made[1][kernel].cubin
    (warning,) = caught
    assert words in str(warning.message)
    assert str(installed) in str(warning.message)
    assert len(runs) <= 1  # what is as compiled, and whole, is patched again


def test_other_sources(tmp_path, runs):
    text = PLAIN.source.read_text() + "// another\n"
    changed = dataclasses.replace(PLAIN, source=tmp_path / PLAIN.source.name)
    changed.source.write_text(text)
    with pytest.warns(RuntimeWarning, match=r"prebuilt any_layout .* made from other sources"):
        compiler.build(changed, 90, ptx=False)
    assert runs == ["any_layout.cu"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"compiler": "99.1.2"}, "made by NVRTC 99.1.2, which is not installed here"),
        ({"compiler": "13.1.2"}, "its file cannot be read"),  # it was another one that made it
        ({"options": "-O0"}, "they were made with '-O0', and this sgemm makes kernels 'build"),
        ({"format": 1}, "manifest.json is of format 1, not 2"),
        ({"sources": 5}, "manifest.json is damaged"),
        ({"architecture": 80}, "manifest.json is for sm_80"),
        ({"architecture": 1e999}, "manifest.json is for sm_inf"),
    ],
)
def test_another_compiler_or_other_options(installed, made, runs, fields, words):
    change(installed, **fields)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(2):
            assert compiler.build(PLAIN, 90, ptx=False).cubin == made[1][PLAIN].cubin
            compiler._build.cache_clear()
    (warning,) = caught
    assert words in str(warning.message)
    assert "compiled here" in str(warning.message)
    assert runs == ["any_layout.cu"]


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"\xff", b'{"format": 2}', None])
def test_a_manifest_that_is_none(installed, runs, content):
    manifest = installed / prebuilt.MANIFEST
    manifest.unlink() if content is None else manifest.write_bytes(content)
    with pytest.warns(RuntimeWarning, match=r"are not used: manifest\.json (is damaged|cannot be)"):
        compiler.build(PLAIN, 90, ptx=False)
    assert runs == ["any_layout.cu"]


class Compiled(Exception):  # noqa: N818
    """The way to the compiler was taken."""


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_damaged_no_other_bytes_are_run(installed, made, forget, data):
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start_again(forget, patch)
        patch.setenv("SGEMM_CACHE_DISABLE", "1")
        patch.setattr(compiler, "_compiled", lambda *_: (_ for _ in ()).throw(Compiled))
        path = data.draw(st.sampled_from([*entries_of(installed), installed / prebuilt.MANIFEST]))
        before = path.read_bytes()
        content = bytearray(before)
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] ^= data.draw(st.integers(1, 255))
        path.write_bytes(content)
        try:
            for kernel in (PLAIN, PATCHED, AS_COMPILED):
                with contextlib.suppress(Compiled):
                    assert compiler.build(kernel, 90, ptx=False).cubin == made[1][kernel].cubin
        finally:
            path.write_bytes(before)


# ---- made


def test_what_the_cache_lacks_cannot_be_prebuilt(tmp_path):
    with pytest.raises(CompileError, match=r"any_layout \(nn, .* is not in the cache"):
        prebuild([PLAIN], 90, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_is_replaced_and_files_of_others_stay(tmp_path, made):
    compiler.build(PLAIN, 90)
    folder = tmp_path / "out"
    shutil.copytree(made[0], folder)
    (folder / "sm_90" / "builds" / "README").write_text("not ours")
    prebuild([PLAIN], 90, folder)
    assert len(entries_of(folder / "sm_90")) == 2
    (folder / "sm_90" / "builds" / "README").unlink()
    assert [each.read_bytes() for each in entries_of(folder / "sm_90")] == [
        each.read_bytes() for each in entries_of(made[0] / "sm_90")[:1]
    ]


def test_a_folder_that_cannot_be_written(tmp_path):
    compiler.build(PLAIN, 90)
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(CompileError, match=r"out/sm_90 cannot be written: .*Not a directory"):
        prebuild([PLAIN], 90, tmp_path / "out")
