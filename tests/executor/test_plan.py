"""What is decided before code is written: lanes, barriers, where registers lie meanwhile."""

import itertools

import pytest
from differential import lane_counts_for, plan_of
from hypothesis import given, settings
from hypothesis import strategies as st
from program_generator import make_program
from small_kernels import kernel, store

from sgemm.errors import ArgumentError
from sgemm.executor.abi import HEADER_BYTES
from sgemm.executor.compiler import write_module
from sgemm.executor.shared_layout import shared_layout
from sgemm.kernels.catalogue import find
from sgemm.ptx.affine_analysis import AffineAnalysis
from sgemm.ptx.parser import parse
from sgemm.toolchain.compiler import build


@pytest.mark.parametrize("name", ["shared_tile", "thread_column", "thread_tile_8x8", "warp_tile"])
def test_lanes_do_not_depend_on_how_a_compiler_declares_accumulators(name: str) -> None:
    # For sm_100 and later the compiler keeps floating-point numbers in registers of type .b32.
    chosen = set()
    for architecture in (80, 120):
        made = build(find(name), architecture, cubin=False)
        chosen.add(plan_of(made.ptx, made.kernel.block, entry=made.entry).lanes)
    assert len(chosen) == 1


def test_a_barrier_that_divergent_warps_reach_keeps_lane_groups_within_a_warp() -> None:
    together = "bar.sync 0; setp.lt.u32 %p10, %r4, 7; @%p10 bra A; mov.u32 %r10, 1; A: ret;"
    divergent = """setp.lt.u32 %p10, %r4, 64; @%p10 bra A; bar.sync 1, 64; bra B;
        A: bar.sync 2, 64; B: ret;"""
    threads = (128, 1, 1)
    assert plan_of(kernel(together, threads).ptx, threads).lanes == 128
    assert plan_of(kernel(divergent, threads).ptx, threads).lanes == 32


@pytest.mark.parametrize(
    ("address", "stored", "lanes"),
    [
        ("mad.wide.u32 %rd10, %r4, 4, %rd1;", "st.global.u32 [%rd10+{0}], %r4;", 128),
        ("mad.wide.u32 %rd10, %r4, 8, %rd1;", "st.global.u32 [%rd10+{0}], %r4;", 32),
        ("mad.wide.u32 %rd10, %r4, 8, %rd1;", "st.global.v2.u32 [%rd10+{0}], {{%r4, %r4}};", 128),
        ("mad.wide.u32 %rd10, %r4, %r0, %rd1;", "st.global.u32 [%rd10+{0}], %r4;", 32),
        ("mov.u64 %rd10, %rd1;", "st.global.u32 [%rd10+{0}], %r4;", 128),
    ],
)
def test_many_scattered_stores_keep_lane_groups_within_a_warp(
    address: str, stored: str, lanes: int
) -> None:
    threads = (128, 1, 1)
    for count, expected in ((4, 128), (5, lanes)):
        body = address + " ".join(stored.format(1024 * number) for number in range(count))
        assert plan_of(kernel(body, threads).ptx, threads).lanes == expected


@pytest.mark.parametrize(
    ("branches", "exchange", "lanes"),
    [(16, "", 128), (17, "", 16), (17, "shfl.sync.bfly.b32 %r12, %r4, 1, 31, -1;", 32)],
)
def test_many_divergent_branches_keep_lane_groups_narrow(
    branches: int, exchange: str, lanes: int
) -> None:
    """LLVM took 6 s for a sort of 256 numbers in shared memory in groups of 128 lanes."""
    body = "mov.u32 %r11, 0;" + "".join(
        f"""
        and.b32 %r10, %r4, {number + 1};
        setp.eq.u32 %p10, %r10, 0;
        @%p10 bra END{number};
        div.u32 %r11, %r11, %r10;
    END{number}:
        bar.sync 0;"""
        for number in range(branches)
    )
    threads = (128, 1, 1)
    plan = plan_of(kernel(f"{body}{exchange} {store(0, '%r11')}", threads).ptx, threads)
    assert (plan.lanes, len(plan.divergent)) == (lanes, branches)


@pytest.mark.parametrize(
    ("divisions", "exchange", "lanes"),
    [
        (120, "shfl.sync.bfly.b32 %r12, %r4, 1, 31, -1;", 32),
        (140, "shfl.sync.bfly.b32 %r12, %r4, 1, 31, -1;", 1),
        (200, "", 16),
    ],
)
def test_far_too_many_lanes_one_by_one_make_groups_of_one_lane(
    divisions: int, exchange: str, lanes: int
) -> None:
    """The launches that split operands took LLVM three to six times as long in warps."""
    body = "div.u32 %r11, %r4, %r4;" * divisions
    threads = (128, 1, 1)
    plan = plan_of(kernel(f"{body}{exchange} {store(0, '%r11')}", threads).ptx, threads)
    assert plan.lanes == lanes


@pytest.mark.parametrize("lanes", [0, -8, 3, 24, 32, 256])
def test_lanes_that_do_not_fit_are_refused(lanes: int) -> None:
    with pytest.raises(ArgumentError, match=f"lanes = {lanes}"):
        plan_of(kernel("ret;", (24, 4, 1)).ptx, (24, 4, 1), lanes)


@settings(max_examples=30, derandomize=True, database=None)
@given(st.randoms(use_true_random=False), st.sampled_from((1, 8, 16, 32, 64, 128)))
def test_no_two_registers_share_a_place_in_the_state(rng, lanes: int) -> None:  # type: ignore[no-untyped-def]
    program = make_program(rng, 6)
    if lanes not in lane_counts_for(program.threads):
        lanes = 1
    plan = plan_of(program.ptx, program.threads, lanes)
    state = plan.frame

    def extent(name: str, count: int) -> int:
        return max(1, plan.entry.registers[name].type.bits // 8) * count

    pieces = [(0, HEADER_BYTES)]
    for name, offset in state.compact.items():
        pieces.append((offset, extent(name, lanes if plan.is_varying(name) else 1)))
    if plan.divergent:
        pieces.append((state.counters, 4 * lanes))
        assert state.counters % 64 == 0
        pieces += [(offset, extent(name, lanes)) for name, offset in state.lanes.items()]
    for offset, size in pieces[1:]:
        assert offset % min(64, size & -size) == 0
    pieces.sort()
    for (start, size), (following, _) in itertools.pairwise(pieces):
        assert start + size <= following
    assert pieces[-1][0] + pieces[-1][1] <= state.nbytes
    assert state.nbytes % 64 == 0


def test_groups_of_one_lane_need_no_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find them was most of planning a kernel in checked mode."""
    made = build(find("double_buffer"), 80, cubin=False)
    monkeypatch.setattr(AffineAnalysis, "_solve", lambda _: pytest.fail("forms are looked for"))
    write_module(plan_of(made.ptx, made.kernel.block, entry=made.entry, checked=True))


def test_shared_variables_lie_where_a_gpu_puts_them() -> None:
    text = """.version 8.0
        .target sm_{target}
        .address_size 64
        .extern .shared .align 16 .b8 dynamic[];
        .visible .entry k() {{
            .reg .b32 %r<4>;
            .shared .align 4 .b8 first[20];
            .shared .align 16 .b8 second[16];
            .shared .align 16384 .b8 third[4];
            mov.u32 %r0, dynamic;
        }}"""
    for target, start in ((75, 0), (80, 1024), (90, 1024)):
        module = parse(text.format(target=target))
        layout = shared_layout(module.entries["k"], module.architecture)
        assert layout.start == start
        found = {name: place - start for name, place in layout.symbols.items()}
        assert found == {"first": 0, "second": 32, "third": 1024, "dynamic": 1040}
        assert layout.static_bytes == 1040
