"""Launching: arguments laid out as parameters, sizes that a launch may have."""

import math
import struct

import numpy as np
import pytest
from differential import compiled
from hypothesis import given
from hypothesis import strategies as st
from small_kernels import kernel

from sgemm.errors import ArgumentError, MachineError
from sgemm.executor.compiler import Layout
from sgemm.executor.grid import pack_parameters, run_grid
from sgemm.executor.memory import AllocationMap, max_shared_bytes

NUMBERS_OF_NUMPY = [
    *(np.int32(-3), np.float32(0.1), np.uint64(2**63)),
    *(np.int32(-3), np.float32(1.75), np.float64(0.1)),
]


def layout_of(*kinds: str) -> Layout:
    offset, parameters = 0, []
    for kind in kinds:
        nbytes = int(kind[1:]) // 8
        offset = -(-offset // nbytes) * nbytes
        parameters.append((kind, offset, nbytes))
        offset += nbytes
    return Layout("k", (32, 1, 1), 32, 1, 64, 1024, 0, tuple(parameters), offset, 80, locations=())


@pytest.mark.parametrize(
    ("kinds", "given_", "layout"),
    [
        ("u8 s32 u64 b16 f32 f64 s64", [200, -5, 2**64 - 1, -1, 1.5, -0.0, -(2**63)], "BiQhfdq"),
        ("f32 f64 f32 f64", [2, 2**53, -math.inf, math.inf], "fdfd"),
        ("s32 f32 u64 u32 b32 f64", NUMBERS_OF_NUMPY, "ifQifd"),
    ],
)
def test_arguments_lie_where_the_kernel_reads_them(
    kinds: str, given_: list[int | float], layout: str
) -> None:
    """As C lays a structure of them out."""
    assert pack_parameters(layout_of(*kinds.split()), given_) == struct.pack(layout, *given_)


@given(st.integers(-(2**70), 2**70), st.sampled_from([1, 2, 4, 8]), st.sampled_from("usb"))
def test_whole_numbers_keep_their_bits_or_are_refused(value: int, nbytes: int, kind: str) -> None:
    layout = layout_of(f"{kind}{8 * nbytes}")
    if -(2 ** (8 * nbytes - 1)) <= value < 2 ** (8 * nbytes):
        assert int.from_bytes(pack_parameters(layout, [value]), "little") == value % 256**nbytes
    else:
        with pytest.raises(ArgumentError, match=f"argument 0 of k: {value} does not fit"):
            pack_parameters(layout, [value])


@given(st.floats(width=32))
def test_single_precision_arguments_keep_their_bits(value: float) -> None:
    packed = pack_parameters(layout_of("f32"), [value])
    assert packed == struct.pack("<f", value)


NOT_FITTING = {
    "s32": (1.5, 2.0, math.nan, "7", None, np.array([1], np.int32)),
    "u32": (True, np.float32(1), np.int64(1)),
    "u64": (1e19, np.complex64(1)),
    "f32": (
        1e39,
        "x",
        1j,
        2**24 + 1,
        False,
        np.True_,
        np.float64(1e39),
        np.float64(1.5),
        np.int32(1),
    ),
    "f64": (10**400, np.float32(1.5)),
}


@pytest.mark.parametrize(("kind", "value"), [(k, v) for k in NOT_FITTING for v in NOT_FITTING[k]])
def test_what_does_not_fit_is_refused(kind: str, value: object) -> None:
    layout = layout_of("u32", kind)
    with pytest.raises(ArgumentError, match=f"argument 1 of k: .* does not fit a {kind}"):
        pack_parameters(layout, [0, value])  # type: ignore[list-item]


@pytest.mark.parametrize("count", [0, 2, 4])
def test_the_number_of_arguments_counts(count: int) -> None:
    layout = layout_of(*["u32"] * 3)
    with pytest.raises(ArgumentError, match=f"k takes 3 arguments, not {count}"):
        pack_parameters(layout, [0] * count)


@pytest.mark.parametrize(
    ("grid", "shared_bytes", "error", "text"),
    [
        ((-1, 1, 1), 0, ArgumentError, r"grid = \(-1, 1, 1\): a grid has 0 to 2147483647 x 65535"),
        ((2**31, 1, 1), 0, ArgumentError, r"grid = \(2147483648, 1, 1\): "),
        ((1, 65536, 1), 0, ArgumentError, r"grid = \(1, 65536, 1\): "),
        ((1, 1, 65536), 0, ArgumentError, r"grid = \(1, 1, 65536\): "),
        ((1, 1), 0, ArgumentError, r"grid = \(1, 1\): "),
        ((1, 1.5, 1), 0, ArgumentError, r"grid = \(1, 1.5, 1\): "),
        ((1, 1, 1), -4, ArgumentError, "shared_bytes = -4: a size is not negative"),
        ((1, 1, 1), max_shared_bytes(80), MachineError, "sm_80 has 166912"),
    ],
)
def test_launches_that_no_gpu_makes_are_refused(
    grid: tuple[int, int, int], shared_bytes: int, error: type[Exception], text: str
) -> None:
    native = compiled(kernel("st.shared.u32 [array], %r1;").ptx)
    packed = pack_parameters(native.layout, [0] * 7)
    with pytest.raises(error, match=text):
        run_grid(native, grid, shared_bytes, packed, 1, AllocationMap())


@pytest.mark.parametrize("grid", [(0, 1, 1), (1, 0, 5), (1, 1, 0)])
def test_a_grid_with_a_zero_runs_nothing(grid: tuple[int, int, int]) -> None:
    native = compiled(kernel("st.global.u32 [%rd4], %r1;").ptx)
    run_grid(native, grid, 0, pack_parameters(native.layout, [0] * 7), 2, AllocationMap())


def turns_of(body: str, threads: int, grid: tuple[int, int, int], descending: bool) -> list[int]:
    """Run code that draws its turns from a counter; return what it leaves."""
    native = compiled(kernel(body).ptx, (threads, 1, 1), lanes=32)
    counter, turns = np.zeros(1, np.uint32), np.zeros(15, np.uint32)
    packed = pack_parameters(native.layout, [counter.ctypes.data, turns.ctypes.data, *[0] * 5])
    run_grid(native, grid, 0, packed, 1, AllocationMap(), descending)
    return turns.tolist()


@pytest.mark.parametrize("step", [1, -1])
def test_blocks_run_in_the_order_that_is_asked_for(step: int) -> None:
    # Each block leaves the number of its turn.
    body = """
        setp.ne.u32 %p1, %r4, 0;
        @%p1 bra DONE;
        mov.u32 %r10, %ctaid.x;
        mov.u32 %r11, %ctaid.y;
        mov.u32 %r12, %nctaid.x;
        mad.lo.u32 %r13, %r11, %r12, %r10;
        atom.global.add.u32 %r14, [%rd0], 1;
        mad.wide.u32 %rd10, %r13, 4, %rd4;
        st.global.u32 [%rd10], %r14;
        DONE:
        ret;"""
    assert turns_of(body, 32, (5, 3, 1), step < 0) == list(range(15))[::step]


@pytest.mark.parametrize("step", [1, -1])
def test_warps_run_in_the_order_that_is_asked_for(step: int) -> None:
    # The first thread of each warp leaves the number of its turn, before a barrier and after it.
    turn = """
        @!%p1 atom.global.add.u32 %r14, [%rd0], 1;
        @!%p1 st.global.u32 [%rd10], %r14;"""
    body = f"""
        shr.u32 %r10, %r4, 5;
        and.b32 %r11, %r4, 31;
        setp.ne.u32 %p1, %r11, 0;
        mad.wide.u32 %rd10, %r10, 4, %rd4;
        {turn}
        bar.sync 0;
        add.u64 %rd10, %rd10, 16;
        {turn}
        ret;"""
    turns = turns_of(body, 128, (1, 1, 1), step < 0)
    assert turns[:8] == [*range(4)[::step], *range(4, 8)[::step]]
