"""The kernel that only moves memory: it writes all of C and reads no further than A and B."""

import memory_times
import numpy as np
import pytest

from machine_memory import in_memory, read_back
from sgemm.errors import SgemmError
from sgemm.machines.cpu import CpuMachine
from sgemm.problem import Problem
from sgemm.toolchain.compiler import build


@pytest.mark.parametrize("sizes", [(7, 9, 12), (1, 100, 333), (64, 3, 5)])
def test_every_grid_writes_all_of_c_and_reads_within_the_operands(sizes):
    machine, problem = CpuMachine(threads=1, checked=True), Problem(*sizes, batch=4)
    stream = machine.load(build(memory_times.STREAM, machine.architecture, cubin=False))
    hosts = [np.full(each, np.nan, np.float32) for each in problem.elements]
    with in_memory(machine, *hosts) as buffers:
        runs = memory_times.streams(machine, stream, problem, [each.address for each in buffers])
        assert len(runs) >= 2
        for run in runs.values():
            machine.copy_in(buffers[2], hosts[2])
            run()
            assert not read_back(machine, buffers[2], hosts[2]).any()


def test_which_problems_are_bound_by_memory():
    assert memory_times.is_memory_bound(Problem(4, 4, 4, batch=10000), "NVIDIA H200")
    assert not memory_times.is_memory_bound(Problem(4096, 4096, 4096), "NVIDIA H200")
    with pytest.raises(SgemmError, match="the peaks of a stranger are not known"):
        memory_times.is_memory_bound(Problem(4, 4, 4), "a stranger")
