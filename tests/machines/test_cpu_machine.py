"""The cpu machine: what it refuses to be."""

from __future__ import annotations

import pytest

from sgemm.errors import ArgumentError
from sgemm.machines.cpu import CpuMachine


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True], ids=repr)
def test_a_number_of_threads_that_cannot_work(threads: int) -> None:
    with pytest.raises(ArgumentError, match=r"threads = .*: a whole number of at least 1"):
        CpuMachine(threads=threads)
