"""Forms of registers: they hold in every lane, and looking again at what has changed finds all."""

import dataclasses
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from differential import entry_of, lane_counts_for
from hypothesis import given
from hypothesis import strategies as st
from program_base import BLOCK_SHAPES

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import any_layout
from sgemm.ptx import affine_analysis, divergence
from sgemm.ptx.affine_analysis import AffineAnalysis, BlockShape, lanes_fit
from sgemm.ptx.affine_form import AffineForm, Value, as_signed, join, widen
from sgemm.ptx.flow import control_flow
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Entry, SpecialRegister
from sgemm.toolchain.compiler import build

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.ptx"))
KERNELS = [
    *(find(name) for name in ("naive", "shared_tile", "ptx_thread_column")),
    any_layout.KERNEL.specialised("tt", any_layout.TILES[-1]),
]


class PlainAnalysis(AffineAnalysis):
    """Looks at every instruction in every round, until nothing changes."""

    rounds = 0

    def _solve(self) -> None:
        writing = [
            instruction for instruction in self._instructions if instruction.registers_written
        ]
        for self.rounds in itertools.count():
            found: dict[str, Value] = {}
            for instruction in writing:
                inputs = set(affine_analysis._input_registers(instruction)) & self._written
                if inputs - self._forms.keys():
                    continue  # one of them has no form yet
                value = self._transfer(instruction)
                for name in instruction.registers_written:
                    result = None if name in self._varying else value
                    found[name] = join(found[name], result) if name in found else result
            before = dict(self._forms)
            for name, value in found.items():
                old = before.get(name, value)
                new = join(old, value)
                if self.rounds > affine_analysis.WIDEN_AFTER:
                    new = widen(old, new, self.entry.registers[name].type.bits)
                if self.rounds > affine_analysis.GIVE_UP_AFTER and new != old:
                    new = None
                self._forms[name] = new
            if self._forms == before:
                unknown = self._written - self._forms.keys()
                if not unknown:
                    return
                self._forms.update(dict.fromkeys(unknown))


def analysed(
    kind: type[AffineAnalysis], entry: Entry, threads: tuple[int, int, int], lanes: int
) -> AffineAnalysis:
    """Return an analysis of one kind, control flow taken into account."""
    symbols = {each.name: 1024 + 4096 * number for number, each in enumerate(entry.shared)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(divergence, "AffineAnalysis", kind)
        found = divergence.analyse(entry, control_flow(entry), BlockShape(threads, lanes), symbols)
    assert type(found) is kind
    return found


def check(text: str, threads: tuple[int, int, int], counts: tuple[int, ...] = (1, 8, 32)) -> int:
    """Compare all forms, and return how many rounds the plain search took at most."""
    rounds = 0
    for entry in parse(text, "t.ptx").entries.values():
        for lanes in counts:
            assert lanes_fit(threads, lanes)
            found, plain = (
                analysed(kind, entry, threads, lanes) for kind in (AffineAnalysis, PlainAnalysis)
            )
            for name in entry.registers:
                assert found.of_register(name) == plain.of_register(name), f"{name}, {lanes} lanes"
            rounds = max(rounds, plain.rounds)
    return rounds


@pytest.mark.parametrize("kernel", KERNELS, ids=[kernel.name for kernel in KERNELS])
def test_kernels_have_the_forms_of_a_plain_search(kernel: Kernel) -> None:
    assert check(build(kernel, 90, cubin=False).ptx, kernel.block) > affine_analysis.WIDEN_AFTER


@pytest.mark.parametrize(("widen", "give_up"), [(0, 2), (1, 1)])
def test_a_short_search_gives_up_where_the_plain_one_does(monkeypatch, widen, give_up) -> None:
    monkeypatch.setattr(affine_analysis, "WIDEN_AFTER", widen)
    monkeypatch.setattr(affine_analysis, "GIVE_UP_AFTER", give_up)
    for path in SAMPLES:
        check(path.read_text(), (256, 1, 1), (8,))


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
@pytest.mark.parametrize("threads", [(256, 1, 1), (16, 16, 1)])
def test_samples_have_the_forms_of_a_plain_search(
    path: Path, threads: tuple[int, int, int]
) -> None:
    check(path.read_text(), threads)


def covers(form: Value, other: AffineForm) -> bool:
    """Whether a form holds wherever another one does."""
    return form is not None and (
        form.low <= other.low and other.high <= form.high and form.zeros <= other.zeros
    )


BASES = st.builds(
    lambda zeros, *bounds: AffineForm((0, 4), (), zeros, min(bounds), max(bounds)),
    *(st.integers(0, 9), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)),
)


@given(BASES, BASES)
def test_what_two_definitions_join_to_covers_both(one: AffineForm, other: AffineForm) -> None:
    joined = join(one, other)
    assert covers(joined, one) and covers(joined, other)
    assert covers(widen(one, joined, 32), one) and covers(widen(one, joined, 32), other)
    assert join(one, dataclasses.replace(other, offsets=(4, 0))) is None
    assert join(one, None) is join(None, one) is None


@pytest.mark.parametrize("threads", BLOCK_SHAPES, ids=str)
def test_special_registers_are_those_of_the_threads(threads: tuple[int, int, int]) -> None:
    entry = parse(entry_of("ret;", "")).entries["k"]
    x, y, z = threads
    values: dict[str, Callable[[int], int]] = {
        "%tid.x": lambda thread: thread % x,
        "%tid.y": lambda thread: thread // x % y,
        "%tid.z": lambda thread: thread // (x * y),
        "%laneid": lambda thread: thread % 32,
        "%warpid": lambda thread: thread // 32,
        "%ntid.y": lambda thread: y,
    }
    for lanes in lane_counts_for(threads):
        analysis = AffineAnalysis(entry, control_flow(entry), BlockShape(threads, lanes), {})
        for first, (name, value) in itertools.product(range(0, x * y * z, lanes), values.items()):
            form = analysis.of(SpecialRegister(name))
            assert form is not None
            (base,) = {value(first + lane) - form.offsets[lane] for lane in range(lanes)}
            assert form.low <= base <= form.high, (name, lanes)
            assert base % 2**form.zeros == 0, (name, lanes)


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_the_least_signed_number(bits: int) -> None:
    least = 2 ** (bits - 1)
    assert [as_signed(number, bits) for number in (least - 1, least)] == [least - 1, -least]
