"""Looking again only at what has changed finds the forms that looking at everything finds."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgemm.kernels.catalogue import find
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.library import any_layout
from sgemm.ptx import affine_analysis, divergence
from sgemm.ptx.affine_analysis import AffineAnalysis, BlockShape, lanes_fit
from sgemm.ptx.affine_form import Value, join, widen
from sgemm.ptx.flow import control_flow, registers_written
from sgemm.ptx.parser import parse
from sgemm.ptx.syntax import Entry
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
            instruction for instruction in self._instructions if registers_written(instruction)
        ]
        for self.rounds in itertools.count():
            found: dict[str, Value] = {}
            for instruction in writing:
                inputs = set(affine_analysis._input_registers(instruction)) & self._stable.written
                if inputs - self._forms.keys():
                    continue  # one of them has no form yet
                value = self._transfer(instruction)
                for name in registers_written(instruction):
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
                unknown = self._stable.written - self._forms.keys()
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


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
@pytest.mark.parametrize("threads", [(256, 1, 1), (16, 16, 1)])
def test_samples_have_the_forms_of_a_plain_search(
    path: Path, threads: tuple[int, int, int]
) -> None:
    check(path.read_text(), threads)


FRAME = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 q) {{
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    .reg .pred %p<4>;
    ld.param.u64 %rd0, [p];
    mov.u32 %r0, %tid.x;
    ld.param.u32 %r1, [q];
{body}
}}
"""
REGISTERS = [f"%r{number}" for number in range(8)]
NUMBERS = st.sampled_from([*REGISTERS, "0", "1", "4", "96"])
TARGETS = st.sampled_from(REGISTERS[2:])
PREDICATES = st.sampled_from(["%p0", "%p1", "%p2", "%p3"])
PLACES = st.integers(0, 3)


@st.composite
def statements(draw: st.DrawFn) -> str:
    """Draw one that may read what is written before it, after it, by itself, or never."""
    target, one, other, predicate = draw(TARGETS), draw(NUMBERS), draw(NUMBERS), draw(PREDICATES)
    base = draw(st.sampled_from(["%rd0", "%rd1", "%rd2"]))
    wide = draw(st.sampled_from(["%rd1", "%rd2", "%rd3"]))
    guard = draw(st.sampled_from(["", "", f"@{predicate} ", f"@!{predicate} "]))
    return guard + draw(
        st.sampled_from(
            [
                f"mov.u32 {target}, {one};",
                f"add.u32 {target}, {one}, {other};",
                f"sub.u32 {target}, {one}, {other};",
                f"mul.lo.u32 {target}, {one}, {other};",
                f"mad.lo.u32 {target}, {one}, 4, {other};",
                f"shl.b32 {target}, {one}, 2;",
                f"shr.u32 {target}, {one}, 2;",
                f"and.b32 {target}, {one}, 31;",
                f"selp.u32 {target}, {one}, {other}, {predicate};",
                f"setp.lt.u32 {draw(PREDICATES)}, {one}, {other};",
                f"mad.wide.u32 {wide}, {one}, 4, {base};",
                f"ld.global.u32 {target}, [{wide}];",
                f"bra L{draw(PLACES)};",
            ]
        )
    )


@settings(max_examples=150)
@given(
    st.lists(st.lists(statements(), max_size=5), min_size=4, max_size=4),
    st.sampled_from([(affine_analysis.WIDEN_AFTER, affine_analysis.GIVE_UP_AFTER), (0, 2)]),
)
def test_random_kernels_have_the_forms_of_a_plain_search(
    parts: list[list[str]], limits: tuple[int, int]
) -> None:
    """With short searches as well, which few of these kernels would need by themselves."""
    lines = [line for number, part in enumerate(parts) for line in (f"L{number}:", *part)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(affine_analysis, "WIDEN_AFTER", limits[0])
        patch.setattr(affine_analysis, "GIVE_UP_AFTER", limits[1])
        check(FRAME.format(body="\n".join(lines)), (64, 1, 1), (8,))
