"""Launches of the cpu machine: what arrives at the kernel, and what is no launch at all."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from machine_memory import in_memory, read_back
from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.catalogue import find
from sgemm.kernels.launch import Launch, SideLaunch
from sgemm.machines.call import check_launch
from sgemm.machines.cpu import CpuMachine
from sgemm.toolchain.compiler import build

ECHO = """.version 8.0
.target sm_75
.address_size 64
.visible .entry naive(.param .u64 c, .param .f32 x, .param .f64 y, .param .u32 i)
{
    .reg .b64 %rd<4>;
    .reg .f64 %fd<4>;
    .reg .f32 %f<2>;
    .reg .b32 %r<2>;
    .shared .align 4 .b8 first[16];
    ld.param.u64 %rd0, [c];
    ld.param.f32 %f0, [x];
    ld.param.f64 %fd0, [y];
    ld.param.u32 %r0, [i];
    cvt.f64.f32 %fd1, %f0;
    cvt.rn.f64.s32 %fd2, %r0;
    mov.u64 %rd1, first;
    cvt.rn.f64.u64 %fd3, %rd1;
    st.global.f64 [%rd0], %fd1;
    st.global.f64 [%rd0+8], %fd0;
    st.global.f64 [%rd0+16], %fd2;
    st.global.f64 [%rd0+24], %fd3;
    ret;
}
"""
ONE = Launch((1, 1, 1), (1, 1, 1))


def run(
    arguments: Sequence[object], launch: Launch = ONE, architecture: int = 90, ptx: str = ECHO
) -> NDArray[np.float64]:
    """What a kernel leaves: x, y and i as it finds them, and where shared memory begins."""
    machine = CpuMachine(threads=1, architecture=architecture)
    made = build(find("naive"), architecture, cubin=False)._replace(ptx=ptx)
    loaded, zeros = machine.load(made), np.zeros(4)
    with in_memory(machine, zeros) as (c,):
        machine.launch(loaded, launch, [np.uint64(c.address), *arguments])  # type: ignore[list-item]
        return read_back(machine, c, zeros)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((1.75, 1.75, 3), (1.75, 1.75, 3)),
        ((0.1, 0.1, -3), (np.float32(0.1), 0.1, -3)),
        ((2, 2**53, 2**32 - 1), (2, 2**53, -1)),
        ((np.float32(1.75), np.float64(0.1), np.uint32(7)), (1.75, 0.1, 7)),
        ((-math.inf, math.inf, np.int32(-1)), (-math.inf, math.inf, -1)),
    ],
)
def test_arguments_arrive_as_they_are(
    arguments: tuple[object, ...], expected: tuple[float, ...]
) -> None:
    assert tuple(run(arguments)[:3]) == expected


@pytest.mark.parametrize(("architecture", "start"), [(75, 0), (80, 1024), (90, 1024)])
def test_shared_memory_begins_where_the_gpu_says_and_not_the_ptx(
    architecture: int, start: int
) -> None:
    assert run((0.0, 0.0, 0), architecture=architecture)[3] == start


def test_the_gpu_says_how_much_shared_memory_there_is() -> None:
    large = ONE._replace(shared_bytes=100_000)
    run((0.0, 0.0, 0), large, architecture=90)
    with pytest.raises(MachineError, match=r"100016 bytes .* sm_75 has 65536"):
        run((0.0, 0.0, 0), large, architecture=75)


@pytest.mark.parametrize(
    ("target", "architecture", "runs"),
    [
        ("sm_90", 80, False),
        ("sm_80", 90, True),
        ("sm_90a", 90, True),
        ("sm_90a", 100, False),
        ("sm_100f", 103, True),
        ("sm_100f", 120, False),
        ("sm_120", 120, True),
    ],
)
def test_ptx_runs_on_its_own_gpus_and_later_ones(
    target: str, architecture: int, runs: bool
) -> None:
    ptx = ECHO.replace("sm_75", target)
    if runs:
        run((0.0, 0.0, 0), architecture=architecture, ptx=ptx)
    else:
        with pytest.raises(MachineError, match=f"is for {target}, and does not run on sm_"):
            run((0.0, 0.0, 0), architecture=architecture, ptx=ptx)


IMPOSSIBLE = [
    *({"grid": grid} for grid in ((2**31, 1, 1), (2**32 + 1, 1, 1), (1, 65536, 1), (1, 1, -1))),
    *({"block": block} for block in ((1025, 1, 1), (1, 1, 65), (32, 33, 1), (0, 1, 1))),
    *({"shared_bytes": size} for size in (-1, 2**32)),
    {"before": (SideLaunch("naive", (1, 65536, 1), (1, 1, 1)),)},
    {"after": (SideLaunch("naive", (1, 1, 1), (2048, 1, 1)),)},
]


@pytest.mark.parametrize("changes", IMPOSSIBLE, ids=str)
def test_launches_that_no_gpu_makes_are_refused_before_anything_runs(
    changes: dict[str, Any],
) -> None:
    launch = ONE._replace(**changes)
    with pytest.raises(ArgumentError, match=r"(grid|block|shared_bytes) = .*: a (grid|block|size)"):
        run((0.0, 0.0, 0), launch)
    with pytest.raises(ArgumentError):  # what the cuda machine asks, too
        check_launch(launch)
