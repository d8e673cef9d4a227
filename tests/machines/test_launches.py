"""Launches of the cpu machine: what the GPU decides, and what is no launch at all."""

from typing import Any

import numpy as np
import pytest
from differential import entry_of

from machine_memory import in_memory, read_back
from sgemm.errors import ArgumentError, MachineError
from sgemm.kernels.catalogue import find
from sgemm.kernels.launch import Launch, SideLaunch
from sgemm.machines.call import check_launch
from sgemm.machines.cpu import CpuMachine
from sgemm.toolchain.compiler import build

ONE = Launch((1, 1, 1), (1, 1, 1))


def run(launch: Launch = ONE, architecture: int = 90, target: str = "sm_75") -> int:
    """Run a kernel that tells where its shared memory begins."""
    body = "ld.param.u64 %rd0, [c]; mov.u64 %rd1, first; st.global.u64 [%rd0], %rd1;"
    ptx = entry_of(body, ".param .u64 c", ".shared .align 4 .b8 first[16];", target)
    machine = CpuMachine(threads=1, architecture=architecture)
    made = build(find("naive"), architecture, cubin=False)._replace(ptx=ptx, entry="k")
    loaded, zero = machine.load(made), np.zeros(1, np.uint64)
    with in_memory(machine, zero) as (c,):
        machine.launch(loaded, launch, [np.uint64(c.address)])
        return int(read_back(machine, c, zero)[0])


@pytest.mark.parametrize(("architecture", "start"), [(75, 0), (80, 1024), (90, 1024)])
def test_shared_memory_begins_where_the_gpu_says_and_not_the_ptx(
    architecture: int, start: int
) -> None:
    assert run(architecture=architecture) == start


def test_the_gpu_says_how_much_shared_memory_there_is() -> None:
    large = ONE._replace(shared_bytes=100_000)
    run(large, architecture=90)
    with pytest.raises(MachineError, match=r"100016 bytes .* sm_75 has 65536"):
        run(large, architecture=75)


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
    if runs:
        run(architecture=architecture, target=target)
    else:
        with pytest.raises(MachineError, match=f"is for {target}, and does not run on sm_"):
            run(architecture=architecture, target=target)


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
        run(launch)
    with pytest.raises(ArgumentError):  # what the cuda machine asks, too
        check_launch(launch)
