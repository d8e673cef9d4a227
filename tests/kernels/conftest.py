"""The machine on which tests of kernels find accesses outside of their operands."""

import pytest

from sgemm.machines.cpu import CpuMachine


@pytest.fixture(scope="module")
def checked() -> CpuMachine:
    return CpuMachine(threads=1, checked=True)
