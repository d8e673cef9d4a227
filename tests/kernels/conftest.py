"""The machines of tests of kernels: one thread each."""

import pytest

from sgemm.machines.cpu import CpuMachine


@pytest.fixture(scope="module")
def machine() -> CpuMachine:
    """Run code without checks, which takes longer to compile: one test of a kernel is enough."""
    return CpuMachine(threads=1)


@pytest.fixture(scope="module")
def checked() -> CpuMachine:
    """Find accesses outside of operands."""
    return CpuMachine(threads=1, checked=True)
