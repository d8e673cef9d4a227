"""Kernels whose mainloop is patched: built both ways, the switch, and what a user is warned of."""

import csv
import dataclasses
import math
import shutil
import warnings
from pathlib import Path

import pytest

from sgemm import machine_code
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find, kernels
from sgemm.kernels.kernel import Kernel
from sgemm.machine_code import patch
from sgemm.machine_code.match import MismatchError
from sgemm.toolchain import compiler, mainloop, nvrtc, validated
from sgemm.toolchain.build import PATCHED
from sgemm.toolchain.cache import Cache
from sgemm.toolchain.compiler import build

WITH_LOOPS = [
    each for kernel in kernels() for each in kernel.specialisations() if each.tile.loop_registers
]
KERNEL = WITH_LOOPS[0]
REGISTERS_OF_A_BLOCK = 65536
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    monkeypatch.setattr(mainloop, "_warned", set())
    monkeypatch.delenv(mainloop.VARIABLE, raising=False)


def as_compiled(kernel: Kernel) -> Kernel:
    return dataclasses.replace(kernel, as_compiled=True)


def warned(build):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mainloop.warn_about(build)
    return [str(each.message) for each in caught]


def test_these_kernels_have_one():
    assert {each.name for each in WITH_LOOPS} == {
        "stream_k_tma",
        "stream_k_cp_async",
        "stream_k_tma_k_major",
        "stream_k_packed",
        "stream_k_cp_async_k_major",
        "stream_k_swap_ab",
        "patched_mainloop",
    }


@pytest.mark.parametrize(
    "kernel", WITH_LOOPS, ids=lambda each: f"{each.name}-{each.layout}-{each.tile.block_tile}"
)
@pytest.mark.sampled(9)
def test_the_loop_is_patched_and_has_its_registers(kernel, uses_local_memory):
    patched, compiled = build(kernel, 90), build(as_compiled(kernel), 90)
    assert (patched.loop, compiled.loop) == (PATCHED, None)
    assert patched.ptx == compiled.ptx
    assert len(patched.cubin) > len(compiled.cubin)
    assert patched.resources == compiled.resources
    assert not uses_local_memory(patched)
    # A block that asks for more registers than it was launched with waits for ever.
    tile, threads = kernel.tile, math.prod(kernel.block)
    launched = patched.resources.registers * threads
    assert launched <= REGISTERS_OF_A_BLOCK
    consumers = threads - tile.producers
    wanted = tile.loop_registers * consumers + tile.producer_registers * tile.producers
    assert wanted <= launched, f"{tile}: lower its loop_registers or producer_registers"


def test_the_cache_keeps_both(own_cache, forget, compiles_nothing, monkeypatch):
    """The one that is compiled is kept first, and needs not be asked for."""
    kernel = WITH_LOOPS[2]
    patched = build(kernel, 90)
    # The PTX is the same one; the architectures are an entry too.
    assert Cache(compiler.CACHE_NAME).info().entries == 4
    forget()
    compiles_nothing()
    assert build(as_compiled(kernel), 90).cubin != patched.cubin
    # A revision of what is written leaves what was compiled as it is.
    monkeypatch.setattr(compiler.machine_code, "revision", lambda: "another")
    forget()
    assert build(kernel, 90) == patched
    assert Cache(compiler.CACHE_NAME).info().entries == 5


def test_the_revision_changes_with_whatever_patches_or_validates(tmp_path, monkeypatch):
    folder = tmp_path / "machine_code"
    shutil.copytree(machine_code.__path__[0], folder)

    def revision() -> str:
        return machine_code.revision.__wrapped__()

    before = revision()
    assert before == machine_code.revision()
    monkeypatch.setattr(machine_code, "__path__", [str(folder)])
    assert revision() == before
    for place in sorted(folder.glob("*.py")):
        text = place.read_text()
        place.write_text(f"{text}\n")
        assert revision() != before, place
        place.write_text(text)


def test_code_that_has_been_validated_is_not_validated_again(
    own_cache, forget, monkeypatch, tmp_path
):
    """Another source that compiles to the same bytes has the same verdict."""
    kernel = find("stream_k_tma")
    made = build(kernel, 90)
    source = tmp_path / kernel.source.name
    source.write_text(f"{kernel.source.read_text()}// a remark\n")
    other = dataclasses.replace(kernel, source=source)
    assert compiler.is_kept(kernel, 90) and not compiler.is_kept(other, 90)

    def never(*arguments: object, **numbers: object) -> None:
        raise AssertionError("validated again")

    monkeypatch.setattr(patch, "patch_mainloop", never)
    found = build(other, 90)
    assert (found.cubin, found.loop) == (made.cubin, PATCHED)
    assert compiler.is_kept(other, 90)
    # The verdict is of these bytes, and of what the loop was to be.
    tile = dataclasses.replace(kernel.tile, loop_registers=kernel.tile.loop_registers + 8)
    compiled = build(as_compiled(kernel), 90)
    assert compiler._patched(kernel, compiled).data == made.cubin
    changed = dataclasses.replace(kernel, tile=tile, tiles=(tile,))
    for wanted, plain in ((changed, compiled), (kernel, made)):
        with pytest.raises(AssertionError, match="validated again"):
            compiler._patched(wanted, plain)


@pytest.mark.parametrize(
    "kernel", WITH_LOOPS, ids=lambda each: f"{each.name}-{each.layout}-{each.tile.block_tile}"
)
@pytest.mark.sampled(9)
def test_what_was_validated_before_is_as_compiled_here(kernel):
    """By a compiler of the file, and by no other. If not: scripts/mainloop_compilers.py --ship."""
    version = f"{nvrtc.version()}."
    is_shipped = any(version.startswith(f"{each}.") for each in validated.read().patches)
    key = compiler.key_of_patched(kernel, build(as_compiled(kernel), 90).cubin)
    assert validated.is_validated(key) == is_shipped


def test_each_kernel_was_validated_before_as_two_compilers_make_it():
    """PyTorch's, and the newest; `write` leaves out what is not of the same sources."""
    patches = validated.read().patches
    assert [".".join(each.split(".")[:2]) for each in patches] == ["13.0", mainloop.TRIED[-1]]
    assert all(len(set(each)) == len(WITH_LOOPS) for each in patches.values())


def test_verdicts_on_other_sources_are_left_out(monkeypatch, tmp_path):
    monkeypatch.setattr(validated, "PLACE", tmp_path / "validated.json")
    validated.PLACE.write_text('{"sources": "", "patches": {"13.9": ["0"]}}')
    validated.write("13.1", [("b",), ("a",)], ("sources",))
    first = validated.read()
    validated.write("13.0", [("c",)], ("sources",))
    assert list(first.patches) == ["13.1"] and len(first.patches["13.1"]) == 2
    assert validated.read().patches == {"13.0": [validated._short(("c",))], **first.patches}
    validated.write("13.0", [("c",)], ("sources", "another"))
    assert list(validated.read().patches) == ["13.0"]


def test_only_what_was_validated_before_is_not_validated(own_cache, forget, monkeypatch):
    """A digest is of the compiled bytes, and of what the loop was to be."""
    kernel = find("stream_k_tma")
    plain = build(as_compiled(kernel), 90)
    made = build(kernel, 90)
    monkeypatch.setattr(patch, "validate", _refuse)
    key = compiler.key_of_patched(kernel, plain.cubin)
    for known in (set(), {validated._short(key)}, {validated._short((*key[:-1], key[-1][:-1]))}):
        Cache(compiler.CACHE_NAME).clear()
        monkeypatch.setattr(validated, "_all", lambda known=known: known)
        found = compiler._patched(kernel, plain)
        if validated._short(key) in known:
            assert (found.data, found.loop) == (made.cubin, PATCHED)
        else:
            assert (found.data, found.loop) == (plain.cubin, "as compiled: refused")
    tile = dataclasses.replace(kernel.tile, loop_registers=kernel.tile.loop_registers + 8)
    other = dataclasses.replace(kernel, tile=tile, tiles=(tile,))
    assert not validated.is_validated(compiler.key_of_patched(other, plain.cubin))


def _refuse(*arguments: object) -> None:
    raise MismatchError("refused")


def test_what_is_not_recognised_stays_as_compiled(own_cache, forget):
    """And the build says why, and warns."""
    kernel = find("stream_k_tma")
    tile = dataclasses.replace(kernel.tile, loop_registers=kernel.tile.loop_registers + 1)
    other = dataclasses.replace(kernel, tile=tile, tiles=(tile,))
    reason = "as compiled: .* 225 registers instead of 168"
    with pytest.warns(RuntimeWarning, match=f"{kernel.name} .* {reason}.* report .* NVRTC"):
        found = build(other, 90)
    assert found.loop.startswith("as compiled: ")
    assert found.cubin == build(as_compiled(other), 90).cubin
    assert warned(found) == []  # once


def test_the_switch_of_the_environment(monkeypatch):
    on = build(KERNEL, 90)
    for value, loop in (("off", None), ("0", None), ("on", PATCHED), ("1", PATCHED)):
        monkeypatch.setenv(mainloop.VARIABLE, value)
        assert build(KERNEL, 90).loop == loop
    assert build(KERNEL, 90) == on
    monkeypatch.setenv(mainloop.VARIABLE, "perhaps")
    for kernel in (KERNEL, find("naive")):
        with pytest.raises(ArgumentError, match="SGEMM_MACHINE_CODE = 'perhaps': it is 'on'"):
            build(kernel, 90)


@pytest.mark.parametrize(
    ("compiler", "tried"),
    [
        (f"NVRTC {nvrtc.version()}", True),
        ("NVRTC 13.5.37", True),
        ("NVRTC 13.5", True),
        ("NVRTC 13.0", True),
        ("NVRTC 13.50.1", False),
        ("NVRTC 14.0", False),
    ],
)
def test_compilers_that_were_tried(compiler, tried):
    assert mainloop.is_tried(compiler) == tried
    made = build(KERNEL, 90)._replace(compiler=compiler)
    found = warned(made)
    assert len(found) == (not tried)
    assert all(compiler in text and "13.5" in text and mainloop.VARIABLE in text for text in found)
    assert warned(made) == []  # once


def test_with_each_of_them_every_mainloop_was_patched():
    """As docs/machine_code.md says, by scripts/mainloop_compilers.py."""
    patched: dict[str, int] = {}
    with (ROOT / "results/mainloop-compilers.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            version = ".".join(row["nvrtc"].split(".")[:2])
            patched[version] = patched.get(version, 0) + int(row["patched"])
    assert patched == dict.fromkeys(mainloop.TRIED, len(WITH_LOOPS))
    page = (ROOT / "docs/machine_code.md").read_text()
    assert f"all {len(WITH_LOOPS)} specialisations are patched" in page


def test_nothing_is_said_where_nothing_is_patched():
    other = build(find("shared_tile"), 90)
    assert other.loop is None
    assert warned(other) == warned(build(as_compiled(KERNEL), 90)) == []
