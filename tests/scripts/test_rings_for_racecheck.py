"""What racecheck is given of kernels with a ring of stages, as far as that needs no GPU."""

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest
from gpu_checks import barrier_notes, lanes, sanitizer
from gpu_checks.barrier_notes import with_notes_of_copies

from sgemm.errors import CompileError
from sgemm.kernels.catalogue import LIBRARY, find
from sgemm.kernels.kernel import Kernel
from sgemm.machine_code.cubin import Cubin, UnreadableError
from sgemm.machines.call import multiply
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.toolchain import source
from sgemm.toolchain.build import PATCHED
from sgemm.toolchain.compiler import build
from sgemm.verify.awkward import as_stored
from sgemm.verify.inputs import make_operands

WITH_RING = [name for name in LIBRARY if lanes.has_ring(find(name))]
SAMPLES = [
    find("stream_k_tma"),
    find("stream_k_cp_async").specialisations()[-1],
    find("stream_k_tma_k_major").specialised("nt"),
]
assert {kernel.name for kernel in SAMPLES} <= set(WITH_RING)
WAIT, ARRIVE = 0x5A7, 0x9A7  # SYNCS.PHASECHK, SYNCS.ARRIVE
ENTRY_BYTES = 16


def name_of(kernel: Kernel) -> str:
    return f"{kernel.name}-{kernel.layout}"


def test_controls_compile() -> None:
    for name in sanitizer.CONTROLS:
        assert name in build(sanitizer.control(name), 90, cubin=False).ptx


@pytest.mark.parametrize("name", [sanitizer.RING, sanitizer.RELEASED_BY_ONE])
def test_two_of_the_rings_have_no_fault(name: str) -> None:
    """In checked mode, which delivers each copy as late as it may."""
    machine = CpuMachine(threads=1, checked=True)
    loaded = machine.load(build(sanitizer.control(name), 90, cubin=False))
    for k in (0, 1, 33, 500):
        a = np.arange(1, k + 1, dtype=np.float32)[np.newaxis]
        b, c = np.zeros((k, 32), np.float32), np.zeros((1, 32), np.float32)
        multiply(machine, loaded, Problem(1, 32, k), a, b, c)
        padded = np.zeros(-(-max(k, 1) // 32) * 32, np.float32)
        padded[:k] = a[0]
        np.testing.assert_array_equal(c[0], padded.reshape(-1, 32).sum(axis=0))


@pytest.mark.parametrize(
    ("name", "early"), [(sanitizer.RING, False), ("ring_released_early", True)]
)
def test_the_fault_of_the_third_ring_is_its_order(name: str, early: bool) -> None:
    ptx = build(sanitizer.control(name), 90, cubin=False).ptx
    assert ptx.count("mbarrier.arrive.shared") == ptx.count("ld.shared") == 1
    assert (ptx.index("mbarrier.arrive.shared") < ptx.index("ld.shared")) is early


@pytest.mark.parametrize("name", WITH_RING)
def test_each_lane_releases_and_all_else_stays(name: str, tmp_path: Path) -> None:
    kernel = find(name)
    changed = lanes.released_by_each_lane(kernel, tmp_path)
    assert dataclasses.replace(changed, source=kernel.source) == kernel
    old, new = source.read(kernel), source.read(changed)
    assert new.text == old.text
    assert {name for name in old.headers if old.headers[name] != new.headers[name]} == {
        "ring.cuh",
        "stream_k_gemm.cuh",
    }


@pytest.mark.parametrize("kernel", SAMPLES, ids=name_of)
@pytest.mark.sampled(3)
def test_a_ring_that_each_lane_releases_is_right(kernel: Kernel, tmp_path: Path) -> None:
    """In checked mode, with k long enough for the ring to be gone round."""
    machine = CpuMachine(threads=1, checked=True)
    changed = lanes.released_by_each_lane(kernel, tmp_path)
    loaded = machine.load(build(changed, 90, cubin=False))
    problem = as_stored(Problem(8, 4, kernel.tile.bk * (2 * kernel.tile.stages + 1)), kernel.layout)
    operands = make_operands(problem, "normal", 0)
    found = np.copy(operands.c)
    multiply(machine, loaded, problem, operands.a, operands.b, found)
    expected = np.copy(operands.c)
    usual = CpuMachine(threads=1)
    multiply(usual, usual.load(build(kernel, 90)), problem, operands.a, operands.b, expected)
    np.testing.assert_array_equal(found, expected)


def test_another_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lanes.CHANGES, "ring.cuh", ("no such text", ""))
    with pytest.raises(CompileError, match=r"ring.cuh: 'no such text' stands 0 times"):
        lanes.released_by_each_lane(find("stream_k_tma"), tmp_path)
    with pytest.raises(CompileError, match=r"stream_k_gemm.cuh: .* stands 0 times"):
        lanes.released_by_each_lane(find("naive"), tmp_path)


def notes(cubin: bytes, entry: str) -> bytes:
    """Return the section of notes on a kernel."""
    _, begin, size = barrier_notes._section(cubin, f".nv.info.{entry}")
    return cubin[begin : begin + size]


def listed(cubin: bytes, entry: str) -> dict[int, bytes]:
    """Return what a cubin lists of instructions on barriers, by the instruction's number."""
    text = notes(cubin, entry)
    (match,) = re.finditer(rb"\x04\x39(..)(?=....\xff\0\0\0)", text, re.DOTALL)
    size = int.from_bytes(match[1], "little")
    value = text[match.end() : match.end() + size]
    assert len(value) == size and size % ENTRY_BYTES == 0
    return {
        int.from_bytes(value[at : at + 4], "little") // 16: value[at + 4 : at + ENTRY_BYTES]
        for at in range(0, size, ENTRY_BYTES)
    }


@pytest.mark.parametrize("kernel", SAMPLES, ids=name_of)
def test_copies_of_barrier_instructions_are_listed(kernel: Kernel) -> None:
    made = build(kernel, 90)
    assert made.cubin is not None and made.loop == PATCHED
    code = Cubin(made.cubin, made.entry).instructions()
    noted = with_notes_of_copies(made.cubin, made.entry)
    assert Cubin(noted, made.entry).instructions() == code
    longer = len(notes(noted, made.entry)) - len(notes(made.cubin, made.entry))
    before, after = listed(made.cubin, made.entry), listed(noted, made.entry)
    assert {at: after[at] for at in before} == before
    compiled = build(dataclasses.replace(kernel, as_compiled=True), 90).cubin
    assert compiled is not None
    end = len(Cubin(compiled, made.entry).instructions())
    barriers = {at for at, i in enumerate(code) if at >= end and i.opcode in (WAIT, ARRIVE)}
    assert barriers and not barriers & set(before), "the loop in machine code is not listed"
    assert set(after) - set(before) == barriers and longer == ENTRY_BYTES * len(barriers)
    added = sorted(barriers)
    assert [code[at].opcode for at in added] == [ARRIVE, WAIT, WAIT]
    for at in added:
        twins = [each for each in before if code[each].operation == code[at].operation]
        assert twins and after[at] == before[twins[0]]


@pytest.mark.parametrize("name", ["stream_k_tma", "shared_tile"])
def test_a_cubin_that_lists_all_stays_as_it_is(name: str) -> None:
    made = build(dataclasses.replace(find(name), as_compiled=True), 90)
    assert made.cubin is not None
    assert with_notes_of_copies(made.cubin, made.entry) == made.cubin


def test_what_has_no_notes_is_refused() -> None:
    made = build(find("stream_k_tma"), 90)
    assert made.cubin is not None
    with pytest.raises(UnreadableError, match="not an ELF file"):
        with_notes_of_copies(b"", "naive")
    with pytest.raises(UnreadableError, match="no code of 'naive'"):
        with_notes_of_copies(made.cubin, "naive")
    renamed = made.cubin.replace(b".nv.info.stream_k_tma", b".nv.infx.stream_k_tma")
    with pytest.raises(UnreadableError, match="no notes on 'stream_k_tma'"):
        with_notes_of_copies(renamed, "stream_k_tma")


def test_the_form_that_racecheck_follows_is_listed() -> None:
    kernel = find("stream_k_cp_async")
    followed = sanitizer.built(kernel, 90, sanitizer.FOLLOWED)
    unlisted = sanitizer.built(kernel, 90, sanitizer.NOT_LISTED)
    assert followed.loop == unlisted.loop == PATCHED
    assert followed.cubin is not None and unlisted.cubin is not None
    assert followed.cubin == with_notes_of_copies(unlisted.cubin, unlisted.entry) != unlisted.cubin
    shipped = sanitizer.built(kernel, 90, sanitizer.SHIPPED)
    assert shipped.cubin not in (followed.cubin, unlisted.cubin)
