"""``sgemm show`` and ``sgemm kernels``."""

import dataclasses
import importlib

import pytest

from sgemm.cli import show
from sgemm.cli.show import SOURCES
from sgemm.kernels.catalogue import find, kernels
from sgemm.toolchain import ptxas, tools
from sgemm.toolchain.compiler import build


def test_docstring_and_source_by_default(call, document):
    module = importlib.import_module("sgemm.kernels.ladder.rung_03_shared_tile")
    result = call("show", "3")
    parts = (module.__doc__.strip(), SOURCES, module.KERNEL.source.read_text())
    assert result.stdout == "\n\n".join(parts)
    found = document("show", "shared_tile")
    assert (found["number"], found["name"]) == (3, "shared_tile")
    assert found["source"] == module.KERNEL.source.read_text()


def test_specialisations(call, document):
    kernel = find("split_k")
    text = call("show", "split_k", "--specialisations").stdout
    rows = [line.split() for line in text.splitlines() if line[:2] in ("nn", "nt", "tn", "tt")]
    assert [(row[0], int(row[1])) for row in rows] == [
        (layout, number) for layout in kernel.layouts for number in range(1, len(kernel.tiles) + 1)
    ]
    assert [int(row[5]) for row in rows[: len(kernel.tiles)]] == [t.slices for t in kernel.tiles]
    found = document("show", "split_k", "--specialisations")["specialisations"]
    assert len(found) == len(kernel.specialisations())
    assert found[0]["threads"] == kernel.block[0]


def test_a_specialisation_is_what_is_compiled(call):
    texts = {
        call("show", "any_layout", "--ptx", "--arch", 90, "--layout", layout).stdout
        for layout in ("nn", "nt", "tn", "tt")
    }
    assert len(texts) == 4
    assert "trans_b = 1," in call("show", "any_layout", "--cuda", "--layout", "nt").stdout


def test_cuda_stands_alone(call):
    text = call("show", "shared_tile", "--cuda").stdout
    assert '#include "' not in text
    assert "struct Tile" in text
    assert 'extern "C" __global__' in text


def test_ptx_for_an_architecture(call, document):
    assert ".target sm_80" in call("show", "1", "--ptx", "--architecture", 80).stdout
    assert ".target sm_90" in call("show", "1", "--ptx", "--machine", "cpu").stdout
    found = document("show", "ptx_naive", "--ptx", "--arch", "sm_86")
    assert found["architecture"] == 86
    assert ".entry ptx_naive" in found["ptx"]


def test_machine_code(call):
    if tools.find("nvdisasm") is None:
        pytest.skip("the disassembler is optional")
    assert "FFMA" in call("show", "naive", "--sass", "--arch", 90).stdout


def test_no_disassembler(refused, monkeypatch):
    monkeypatch.setattr(tools, "find", lambda _: None)
    words = refused("show", "naive", "--sass", "--arch", 90)
    assert "nvdisasm, the disassembler, is not installed; install it with: pip" in words


def test_resources(call, document, monkeypatch):
    monkeypatch.setattr(show, "RESOURCE_ARCHITECTURES", some := (75, 80, 90))
    result = call("show", "15", "--resources")
    lines = [line.split() for line in result.stdout.splitlines()]
    rows = {line[0]: line for line in lines if line and line[0].isdecimal()}
    assert tuple(map(int, rows)) == some
    assert rows["75"][1:7] == ["-"] * 6
    assert rows["75"][7:] == ["needs", "sm_80"]
    found = document("show", "15", "--resources", "--arch", 90)["resources"]
    (row,) = found
    assert row["registers"] == int(rows["90"][1])
    assert row["spill_stores"] == row["spill_loads"] == row["stack"] == 0


def test_resources_tell_of_the_loop(call, document):
    kernel = find("stream_k_tma")
    registers = kernel.tile.loop_registers
    text = call("show", "stream_k_tma", "--resources").stdout
    assert f"sm_90: the loop is patched with {registers} registers a thread" in text
    assert text.count("the loop is") == 1
    (row,) = document("show", "stream_k_tma", "--resources", "--arch", 90)["resources"]
    assert (row["loop"], row["loop_registers"]) == ("patched", registers)
    (row,) = document("show", "15", "--resources", "--arch", 90)["resources"]
    assert (row["loop"], row["loop_registers"]) == (None, None)


def test_resources_tell_why_a_loop_is_as_compiled(call, document, monkeypatch):
    def compiled(kernel, architecture):
        made = build(dataclasses.replace(kernel, as_compiled=True), architecture)
        return made._replace(loop="as compiled: a reason")

    monkeypatch.setattr(show, "build", compiled)
    text = call("show", "stream_k_tma", "--resources", "--arch", 90).stdout
    assert "sm_90: the loop is as compiled: a reason\n" in text
    (row,) = document("show", "stream_k_tma", "--resources", "--arch", 90)["resources"]
    assert (row["loop"], row["loop_registers"]) == ("as compiled: a reason", None)


def test_resources_of_ptx_rungs_need_ptxas(call, monkeypatch):
    monkeypatch.setattr(ptxas, "available", lambda: False)
    from sgemm.toolchain import compiler

    compiler._build.cache_clear()
    result = call("show", "ptx_naive", "--resources", "--arch", 90)
    compiler._build.cache_clear()
    assert "needs ptxas, which is not installed" in result.stdout


def test_kernels(call, document):
    result = call("kernels")
    assert max(map(len, result.stdout.splitlines())) <= 100
    words = " ".join(result.stdout.split())
    for kernel in kernels():
        assert kernel.name in words
    assert "texture_loads requires A and B start and have rows at multiples of 16 bytes" in words
    assert "async_copy requires sm_80 or later" in words
    found = document("kernels", "--machine", "cpu")["kernels"]
    assert [entry["name"] for entry in found] == [kernel.name for kernel in kernels()]
    assert [entry["number"] for entry in found][:15] == list(range(1, 16))
    assert found[4]["tile"]["bm"] == 64
    assert all(entry["runs_here"] for entry in found)
    assert document("kernels")["kernels"][0]["runs_here"] is None
