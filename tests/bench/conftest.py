"""Machines of the benchmark's tests, each made once for a file."""

import pytest
from stand_in_gpu import counted_tools

from sgemm.bench.fixture import open_fixture
from sgemm.machines.cpu import CpuMachine


@pytest.fixture(scope="module")
def machine():
    return CpuMachine(threads=1)


@pytest.fixture(scope="module")
def fixture(machine):
    with open_fixture(machine) as opened:
        yield opened


@pytest.fixture(scope="module")
def tools():
    return counted_tools()
