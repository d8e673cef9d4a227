"""Floating-point numbers to integers: rounding, saturation, and what a NaN becomes."""

import numpy as np
import pytest
from differential import RunMode, compare, lane_counts_for, run_on_executor
from program_base import BLOCK_BYTES, INPUT_BYTES, SLOT_BYTES
from small_kernels import kernel, store

TARGETS = [f"{kind}{bits}" for bits in (8, 16, 32, 64) for kind in "us"]
NAN_ON_A_GPU = {
    "f32": [0, 0, 0, 0, 0, 0, 1 << 63, 1 << 63],
    "f64": [0x80, -0x80, 0x8000, -0x8000, 1 << 31, -(1 << 31), 1 << 63, 1 << 63],
}
"""What an H200 makes of a NaN for each of the targets, in a register of 64 bits."""

EDGES = [
    *(sign * 2.0**power for sign in (1, -1) for power in (0, 7, 8, 15, 16, 31, 32, 63, 64, 127)),
    *(0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999999999999994, 254.5, 255.5),
    *(-128.5, -129.5, 65535.5, 2147483647.5, -2147483648.5, 4294967295.5, 1e300, -1e300, 5e-324),
]
DOUBLES = np.array([*EDGES, *np.nextafter(EDGES, 0), np.nan, -np.nan, np.inf, -np.inf])
LOADS = """
    mad.wide.u32 %rd10, %r4, 8, %rd0;
    ld.global.f64 %fd10, [%rd10];
    cvt.rn.f32.f64 %f10, %fd10;"""


def test_a_nan_that_is_chosen_in_place_of_a_root_keeps_its_bits() -> None:
    """LLVM knows that both are NaN."""
    body = f"""
        mad.wide.u32 %rd10, %r4, 4, %rd0;
        ld.global.f32 %f10, [%rd10];
        sqrt.rn.f32 %f11, %f10;
        setp.lt.f32 %p10, %f10, 0f00000000;
        selp.f32 %f12, 0f7FFFFFFF, %f11, %p10;
        {store(0, "%f12")}"""
    program = kernel(body, (64, 1, 1), (1, 1, 1))
    numbers = np.resize(np.array([-1, 0, 4, -4], np.float32), INPUT_BYTES // 4)
    for mode in (RunMode(1), RunMode(32), RunMode(None, checked=True)):
        found = run_on_executor(program, numbers.view(np.uint8), mode)[: 64 * 8]
        chosen = found.view(np.uint32)[::2] == 0x7FFFFFFF
        np.testing.assert_array_equal(chosen, numbers[:64] < 0)


def conversions(rounding: str) -> str:
    """Each conversion with a rounding, its result in a slot of its own."""
    sources = {"f32": "%f10", "f64": "%fd10"}
    return LOADS + "".join(
        f"cvt.{rounding}.{target}.{kind} %rd11, {source}; {store(slot, '%rd11')}\n"
        for slot, (kind, source, target) in enumerate(
            (kind, source, target) for kind, source in sources.items() for target in TARGETS
        )
    )


@pytest.mark.parametrize("rounding", ["rni", "rzi", "rmi", "rpi"])
def test_edges_of_every_target_agree_with_the_interpreter(rounding: str) -> None:
    program = kernel(conversions(rounding), (128, 1, 1), (1, 1, 1))
    data = np.resize(DOUBLES, INPUT_BYTES // 8).view(np.uint8)
    compare(program, data, [RunMode(1), RunMode(32), RunMode(None, checked=True)])


@pytest.mark.parametrize("lanes", lane_counts_for((32, 1, 1)))
def test_a_nan_becomes_what_a_gpu_makes_of_it(lanes: int) -> None:
    program = kernel(conversions("rzi"), (32, 1, 1), (1, 1, 1))
    data = np.full(INPUT_BYTES // 8, np.nan).view(np.uint8)
    found = run_on_executor(program, data, RunMode(lanes))
    slots = found[:BLOCK_BYTES].reshape(-1, SLOT_BYTES)[: 2 * len(TARGETS), : 32 * 8]
    values = [value % 2**64 for row in NAN_ON_A_GPU.values() for value in row]
    expected = np.array(values, np.uint64)
    np.testing.assert_array_equal(slots.view(np.uint64), expected[:, None].repeat(32, axis=1))
