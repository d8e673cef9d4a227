"""The machines of tests of kernels: one thread each."""

import pytest

from sgemm.machines.cpu import CpuMachine


@pytest.fixture(scope="module")
def machine() -> CpuMachine:
    return CpuMachine(threads=1)


@pytest.fixture(scope="module")
def checked() -> CpuMachine:
    """Find accesses outside of operands."""
    return CpuMachine(threads=1, checked=True)
