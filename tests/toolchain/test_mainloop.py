"""The patched mainloop as a user meets it: the switch and the warnings of the toolchain."""

import dataclasses
import warnings

import pytest

from sgemm.kernels.catalogue import find, kernels
from sgemm.toolchain import mainloop, nvrtc
from sgemm.toolchain.compiler import build

KERNEL = next(each for each in kernels() if each.tile.loop_registers)


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    monkeypatch.setattr(mainloop, "_warned", set())
    monkeypatch.delenv(mainloop.VARIABLE, raising=False)


def warned(build):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mainloop.warn_about(build)
    return [str(each.message) for each in caught]


@pytest.mark.parametrize(
    ("compiler", "tried"),
    [
        ("NVRTC 13.5.37", True),
        ("NVRTC 13.5", True),
        ("NVRTC 13.0", True),
        ("NVRTC 13.50.1", False),
        ("NVRTC 14.0", False),
    ],
)
def test_compilers_that_were_tried(compiler, tried):
    assert mainloop.is_tried(compiler) == tried
    made = dataclasses.replace(build(KERNEL, 90), compiler=compiler)
    found = warned(made)
    assert len(found) == (not tried)
    assert all(compiler in text and "13.5" in text and mainloop.VARIABLE in text for text in found)
    assert warned(made) == []  # once


def test_the_installed_compiler_was_tried():
    assert mainloop.is_tried(f"NVRTC {nvrtc.version()}")


def test_a_mainloop_that_is_not_patched_is_warned_of_once():
    made = dataclasses.replace(build(KERNEL, 90), loop="as compiled: a reason")
    (text,) = warned(made)
    for part in (KERNEL.name, "as compiled: a reason", made.compiler, "report"):
        assert part in text
    assert warned(made) == []


def test_nothing_is_said_where_nothing_is_patched():
    assert warned(build(find("shared_tile"), 90)) == []
    assert warned(build(dataclasses.replace(KERNEL, as_compiled=True), 90)) == []


def test_off_by_the_kernel():
    kept = build(dataclasses.replace(KERNEL, as_compiled=True), 90)
    assert kept.loop is None
    assert kept.cubin != build(KERNEL, 90).cubin


def test_off_by_the_environment(monkeypatch):
    on = build(KERNEL, 90)
    monkeypatch.setenv(mainloop.VARIABLE, "off")
    assert build(KERNEL, 90).loop is None
    monkeypatch.setenv(mainloop.VARIABLE, "on")
    assert build(KERNEL, 90) == on
