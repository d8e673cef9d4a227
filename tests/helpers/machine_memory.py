"""Arrays in the memory of a machine, and back."""

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgemm.machines.interface import Buffer, Machine


@contextlib.contextmanager
def in_memory(machine: Machine, *arrays: NDArray[Any]) -> Iterator[list[Buffer]]:
    """Copy arrays into buffers of a machine."""
    with contextlib.ExitStack() as stack:
        buffers = [stack.enter_context(machine.allocate(each.nbytes)) for each in arrays]
        for buffer, array in zip(buffers, arrays, strict=True):
            machine.copy_in(buffer, np.ascontiguousarray(array))
        yield buffers


def read_back(machine: Machine, buffer: Buffer, like: NDArray[Any]) -> NDArray[Any]:
    """Return what is in a buffer, as an array of the type and shape of another one."""
    found = np.empty_like(like)
    machine.copy_out(found, buffer)
    return found
