"""Operands that were split once, for many products on tensor cores: weights, as a rule."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable
from typing import Any

from sgemm.arrays import host
from sgemm.arrays.libraries import library_of
from sgemm.arrays.view import HOST, View, numpy_view, packed_as_stored
from sgemm.blas.batching import is_usable, stored
from sgemm.errors import ArgumentError, ArgumentTypeError
from sgemm.importing import import_module
from sgemm.kernels.kernel import Kernel
from sgemm.kernels.schedule import Schedule, Workspace
from sgemm.machines.call import bound_arguments
from sgemm.machines.interface import Addresses, Machine
from sgemm.machines.resident import residency
from sgemm.machines.workspaces import WorkspaceMemory
from sgemm.problem import FLOAT32, Problem

SIDES = {"left": -1, "right": -2}
"""Where an operand that is not transposed stands -> its axis along k."""

_tokens = itertools.count(1)
_put_aside: list[WorkspaceMemory] = []


class PreparedOperand:
    """A matrix that :func:`prepare` has split into the parts that tensor cores multiply.

    Pass it in place of the matrix, as ``a`` or ``b`` of :func:`sgemm.matmul`, :func:`sgemm.gemm`,
    :func:`sgemm.plan` and ``plan.run``. Any thread may use it, on any stream. Keep it for as long
    as any CUDA graph that was captured with it.
    """

    def __init__(self, array: Any, view: View, axis: int, machine: Machine) -> None:
        self.array = array
        self.token = next(_tokens)
        self._library = library_of("b", array)
        self._axis = axis  # along k
        self._machine, self._process = machine, os.getpid()
        self._problem, self._kernel = _splitting(_on_machine(view), axis)
        residency(machine).workspaces.free_retired(machine)  # what operands of before had
        is_host = view.device == HOST
        self._copy = WorkspaceMemory(machine, Workspace(view.size)) if is_host else None
        words = -(-_splitter().prepared_bytes(self._problem) // 4)
        self._parts: WorkspaceMemory | None = WorkspaceMemory(machine, Workspace(words))
        self.update()

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the matrix."""
        return tuple(self.array.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of the machine's memory that it keeps; a matrix on a GPU itself does not count."""
        kept = (self._parts, self._copy)
        return sum(each.size.nbytes for each in kept if each is not None)

    @property
    def address(self) -> int:
        """Address of the parts."""
        if self._parts is None:
            raise ArgumentError("the prepared operand was closed: prepare it again")
        return self._parts.addresses[0]

    def update(self) -> None:
        """Split the matrix again after it was changed. This waits for all work of the machine.

        Raises ArgumentError if the matrix now has another shape or type, other strides or another
        device.
        """
        address, machine = self.address, self._machine
        version, view = self._library.version(self.array), self._view()
        there, stay = _on_machine(view), residency(machine)
        machine.wait(None)
        with stay.lock, machine.outside_captures():
            if self._copy is not None and self._copy.floats is not None:
                source = view if there.is_packed else view.mT  # as the copy lies
                host.copy_in(machine, self._copy.floats, numpy_view(source))
                there = there._replace(address=self._copy.addresses[0])
            loaded = stay.loaded(machine, self._kernel)
            where = Addresses(0, there.address, 0, parts=(0, address))
            with bound_arguments(machine, self._kernel, self._problem, where, Schedule()) as bound:
                machine.launch(loaded, *bound, stream=None)
        machine.wait(None)
        self._version, self.on_machine = version, there
        # No other array gets this address while it is kept: a version tells by it.
        self._memory = self._library.memory_of(self.array)

    def check_machine(self, name: str, machine: Machine) -> None:
        """Raise ArgumentError unless it was prepared on this machine."""
        if self._process != os.getpid():
            raise ArgumentError(f"{name} was prepared in another process: prepare it in this one")
        if machine is not self._machine:
            here, there = self._machine.description, machine.description
            raise ArgumentError(
                f"{name} was prepared on {here}, and the product is computed on "
                f"{'another machine of that description' if here == there else there}: prepare it "
                "there"
            )

    def check(self, name: str, transposed: bool) -> None:
        """Raise ArgumentError if it was closed or changed, or prepared for another product."""
        self.address  # noqa: B018 - raises where it was closed
        if self._library.version(self.array) != self._version:
            raise ArgumentError(f"{name} was changed since it was prepared: call its update()")
        axis = SIDES["left" if name == "a" else "right"]
        axis = -3 - axis if transposed else axis
        if axis != self._axis:
            raise ArgumentError(
                f"{name} was prepared for products that sum along its axis {self._axis}, and this "
                f"one sums along {axis}: prepare it with the side and trans of this product"
            )

    def close(self) -> None:
        """Free the memory, after all work of the machine. Nothing can use the operand then."""
        self._let_go()
        if self._process == os.getpid():
            residency(self._machine).workspaces.free_retired(self._machine)

    def _let_go(self) -> None:
        """Have the memory freed as soon as it can be: the garbage collector waits for nothing."""
        kept = [each for each in (self._parts, self._copy) if each is not None]
        self._parts = self._copy = self._memory = None
        if self._process == os.getpid():
            residency(self._machine).workspaces.retire(kept)
        else:  # the memory belongs to the process that forked
            _put_aside.extend(kept)

    def _view(self) -> View:
        """Return where the matrix lies now, if what was made for it still fits."""
        view = self._library.view_of_memory("b", self.array)
        is_moved = (HOST if self._copy is not None else self._machine.device) != view.device
        usable = view.device == HOST or is_usable(view)
        if view.type != FLOAT32:
            raise ArgumentError(f"b has dtype {view.type} now: float32 is needed")
        if is_moved or not usable or _splitting(_on_machine(view), self._axis)[0] != self._problem:
            raise ArgumentError(
                f"b has shape {view.shape} and strides {view.strides} bytes now, or another device "
                "than when it was prepared: prepare it again"
            )
        return view

    def __enter__(self) -> PreparedOperand:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        # A copy would free the memory of both when it is gone.
        raise ArgumentTypeError(
            "a prepared operand cannot be copied or pickled, since it owns memory of its machine: "
            "prepare the copied matrix with sgemm.prepare"
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of shape {self.shape}, {self.nbytes} bytes>"

    # What the module imports may be gone when the interpreter ends: this is kept here.
    def __del__(self, _ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if getattr(self, "_parts", None) is not None and not _ends():
            self._let_go()


def source_of(operand: Any) -> Any:
    """Return the array of an operand, which may be a prepared one."""
    return operand.array if operand.__class__ is PreparedOperand else operand


def _on_machine(view: View) -> View:
    """Return how a matrix lies on the machine: one of the host as its copy."""
    return view if view.device != HOST else packed_as_stored(view)


def _splitting(view: View, axis: int) -> tuple[Problem, Kernel]:
    """Return the problem whose B a matrix is, with k along an axis, and the kernel to split it."""
    matrix = view if axis == -2 else view.mT
    layout = stored(matrix)
    assert layout is not None, "usable matrices have one"
    trans, leading = layout
    k, n = matrix.shape
    problem = Problem(1, n, k, ldb=leading, trans_b=trans)
    return problem, _splitter().KERNEL.specialised(problem.layout)


def _splitter() -> Any:
    """Return the module of the kernel, which calls without prepared operands do without."""
    return import_module("sgemm.kernels.library.tensor_cores.split_operand")
