"""The operands of one task in a machine's memory, and the means to judge what a run left in C.

Points 3, 4 and 5 of docs/benchmarking.md: inputs from a seed, C full of NaN before each check, and
a float64 reference whose bound scales with k and rejects shorter formats.

All contenders share A, B and C. What a check judges is a copy of C that is taken in the order of
the machine's work, right after the timer's last event: a contender that works elsewhere, or later,
is not done by then.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from sgemm.bench.measurement import CPU_REFERENCE
from sgemm.bench.task import Task
from sgemm.errors import ArgumentError
from sgemm.machines.interface import Buffer, Machine
from sgemm.verify.check import (
    DEFAULT_INPUT_CLASS,
    GUARD_ELEMENTS,
    Case,
    Verdict,
    judge,
    prepare,
)
from sgemm.verify.tolerance import Tolerance

CHUNK_BYTES = 16
"""What a GPU copies at once."""


class Testbed(Protocol):
    """Where contenders find their operands, and checks their reference."""

    @property
    def machine(self) -> Machine:
        """Whose memory it is."""
        ...

    @property
    def task(self) -> Task:
        """What is to be computed."""
        ...

    @property
    def reference_name(self) -> str:
        """What results are compared with, in words."""
        ...

    @property
    def addresses(self) -> tuple[int, int, int]:
        """Addresses of A, B and C."""
        ...

    def renew(self, seed: int) -> None:
        """Put new inputs and their reference in place of the old ones."""
        ...

    def restore(self) -> None:
        """Make C what it must be before a run: NaN where beta is zero. In the machine's order."""
        ...

    def snapshot(self) -> None:
        """Keep a copy of C as it is now in the machine's order of work."""
        ...

    def judged(self, tolerance: Tolerance | None = None) -> Verdict:
        """Judge the copy, by the tolerance of single precision unless another is given."""
        ...


DeviceCopy = Callable[[Buffer, Buffer, int], None]
"""(target, source, bytes): copies memory of a GPU in the order of its work."""


class HostTestbed:
    """Inputs and reference from the host; made by :func:`host_testbed`.

    Parameters
    ----------
    buffers : tuple of Buffer
        Memory of A, B and C, with a guard after C; where ``copy`` is given, also of C as it must
        be, and of a copy of C.
    copy : callable or None
        How a GPU copies without waiting for the host.
    """

    reference_name = CPU_REFERENCE

    def __init__(
        self,
        machine: Machine,
        task: Task,
        seed: int,
        input_class: str,
        buffers: tuple[Buffer, ...],
        copy: DeviceCopy | None = None,
    ) -> None:
        self.machine = machine
        self.task = task
        self._input_class = input_class
        self._buffers = buffers
        self._device_copy = copy
        self.renew(seed)

    @property
    def addresses(self) -> tuple[int, int, int]:
        """Addresses of A, B and C."""
        a, b, c = (buffer.address for buffer in self._buffers[:3])
        return a, b, c

    def renew(self, seed: int) -> None:
        """Put new inputs and their reference in place of the old ones."""
        self._case: Case = prepare(self.task.problem, self._input_class, seed)
        self._initial = self._case.result_storage()
        self._copy = np.copy(self._initial)
        self._stored = (self._case.operands.a, self._case.operands.b)
        for array, buffer in zip(self._stored, self._buffers, strict=False):
            self.machine.copy_in(buffer, array)
        if self._device_copy is not None:
            self.machine.copy_in(self._buffers[3], self._initial)

    def restore(self) -> None:
        """Make C what it must be before a run."""
        if self._device_copy is None:
            self.machine.copy_in(self._buffers[2], self._initial)
        else:
            self._device_copy(self._buffers[2], self._buffers[3], self._initial.nbytes)

    def snapshot(self) -> None:
        """Keep a copy of C as it is now."""
        if self._device_copy is None:
            self.machine.copy_out(self._copy, self._buffers[2])
        else:
            self._device_copy(self._buffers[4], self._buffers[2], self._initial.nbytes)

    def judged(self, tolerance: Tolerance | None = None) -> Verdict:
        """Judge the copy, and whether A and B are what they were.

        Raises
        ------
        ArgumentError
            If another tolerance than that of single precision is asked for.
        """
        if tolerance is not None:
            raise ArgumentError("contenders of lower precision are judged on the GPU only")
        if self._device_copy is not None:
            self.machine.copy_out(self._copy, self._buffers[4])
        verdict = judge(self._case, self._copy)
        for name, given, buffer in zip("AB", self._stored, self._buffers, strict=False):
            now = np.empty_like(given)
            self.machine.copy_out(now, buffer)
            if not np.array_equal(now.view(np.uint32), given.view(np.uint32)):
                reason = f"the contender changed its input {name}"
                return dataclasses.replace(verdict, passed=False, reason=reason)
        return verdict


@contextlib.contextmanager
def host_testbed(
    machine: Machine,
    task: Task,
    seed: int,
    input_class: str = DEFAULT_INPUT_CLASS,
    copy: DeviceCopy | None = None,
) -> Iterator[HostTestbed]:
    """Make a testbed whose inputs and reference come from the host; freed with the context.

    Parameters
    ----------
    seed : int
        0 or more.
    copy : callable, optional
        How a GPU copies without waiting for the host.
    """
    a_bytes, b_bytes, c_bytes = (4 * elements for elements in task.elements)
    c_bytes = -(-(c_bytes + 4 * GUARD_ELEMENTS) // CHUNK_BYTES) * CHUNK_BYTES
    sizes = (a_bytes, b_bytes, *(c_bytes,) * (1 if copy is None else 3))
    with contextlib.ExitStack() as stack:
        buffers = tuple(stack.enter_context(machine.allocate(size)) for size in sizes)
        yield HostTestbed(machine, task, seed, input_class, buffers, copy)
