"""A call that has to compile says so on a terminal, and nowhere else."""

import io
import sys

import numpy as np
import pytest

from sgemm import matmul, plan
from sgemm.machines.cpu import CpuMachine

LINE = "sgemm: compiling ptx_naive for the cpu machine\n"


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SGEMM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("SGEMM_CACHE_DISABLE", raising=False)


def multiply(machine):
    a = np.ones((2, 2), np.float32)
    return matmul(a, a, plan="ptx_naive", machine=machine)


def test_one_line_where_something_is_compiled(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    machine = CpuMachine(threads=1)
    for _ in range(2):
        multiply(machine)
    assert terminal.getvalue() == LINE
    multiply(CpuMachine(threads=1))  # what is kept is not compiled again
    assert terminal.getvalue() == LINE
    plan((2, 2), (2, 2), plan="ptx_naive", machine=CpuMachine(threads=1, checked=True))
    assert terminal.getvalue() == 2 * LINE


def test_nothing_elsewhere(monkeypatch, capfd):
    multiply(CpuMachine(threads=1))
    closed = Terminal()
    closed.close()
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setenv("SGEMM_CACHE_DISABLE", "1")
        multiply(CpuMachine(threads=1))
    assert tuple(capfd.readouterr()) == ("", "")
