"""A, B and the result of a call while its kernel runs: where they lie, and how they get there.

Both classes offer the same: ``matrices``, the views that the kernel works on, from which the plan
key is made; ``are_callers``, whether those are the caller's own arrays and new results alone;
``floats``, the call of which they would be, where half precision was widened; ``widen``, for
kernels that read float32 alone, ``add_in_place``, for those that add to C alone, and ``pack_rows``,
for those that read rows alone; ``launch``; and ``result``.

Matrices on a GPU with a unit step in one dimension are read and written in place. Any other is
copied once on its device, by the caller's library. Work goes to the caller's stream, or to the one
on which the caller's library works now; streams that produced operands are waited for by the GPU
and not by the host.

Matrices in host memory are copied to the machine, and the result back. What is stored by columns
is copied as it lies, and the kernel reads it transposed; everything else is packed row by row on
the way. An axis that repeats one matrix is copied once, and so is one row that is added to all.
A prepared operand is there already.

What is added, c, the kernel reads where it lies, or was copied to from the host. Where it cannot, c
is copied to the result before.
"""

from __future__ import annotations

import contextlib
import functools
from typing import Any

from sgemm.arrays import host
from sgemm.arrays.view import (
    HOST,
    View,
    are_same_view,
    host_view,
    numpy_view,
    packed_as_stored,
    packed_view,
    widened,
)
from sgemm.blas.arguments import Call, on_device
from sgemm.blas.batching import addend_leading, is_usable, stored
from sgemm.blas.bound_product import BoundProduct
from sgemm.errors import ArgumentError, SgemmError
from sgemm.machines.interface import DEFAULT_STREAM, Machine
from sgemm.machines.resident import residency
from sgemm.machines.workspaces import Workspaces
from sgemm.planning import ALIGNMENT_BYTES
from sgemm.problem import FLOAT32

Views = tuple[View, View, View]
"""Of A, of B and of the result."""

Matrices = tuple[View, View, View, View | None]
"""Of these, and of what is added where that is not the result itself."""


class HostOperands:
    """Operands in host memory, copied to the machine for the launch."""

    are_callers = False
    floats = None

    def __init__(
        self, machine: Machine, call: Call, by_columns: bool, in_place: bool, rows_only: bool
    ) -> None:
        self._machine = machine
        self._call = call
        self.rows_only = rows_only
        self._out = call.out or _new_result(machine, call, by_columns)
        self._sources = (*map(_without_repeats, (call.a, call.b)), self._out.matrices)
        a, b, c = map(packed_as_stored, self._sources)
        if not rows_only:
            a, b = _kept_copy(machine, call.a) or a, _kept_copy(machine, call.b) or b
        self._views: Views = (a, b, c)
        if rows_only:
            self.pack_rows()
        self._addend: View | None = None  # in host memory
        if call.c is not None and not in_place and c.is_packed and not _adds_to_itself(call):
            self._addend = _without_repeated_rows(_without_repeats(call.c))

    @property
    def matrices(self) -> Matrices:
        """Where they lie on the machine, as the kernel reads and writes them."""
        if self._addend is None:
            return *self._views, None
        there, shape = packed_view(self._addend.shape), self._views[2].shape
        pairs = zip(there.shape, shape[-there.ndim :], there.strides, strict=True)
        strides = tuple(step if size == wanted else 0 for size, wanted, step in pairs)
        return *self._views, there._replace(shape=shape, strides=strides)

    def is_captured(self) -> bool:
        """Nothing is: the machine's own stream is not captured."""
        return False

    def widen(self) -> bool:
        """Make float32 of half precision; False where there is none."""
        if all(each.type == FLOAT32 for each in self._sources):
            return False
        a, b, c = (
            each if each.type == FLOAT32 else packed_view(each.shape) for each in self._views
        )
        self._views = (a, b, c)
        if not self._call.is_planned:
            a, b, c = (
                each if each.type == FLOAT32 else host_view(widened(each)) for each in self._sources
            )
            self._sources = (a, b, c)
        return True

    def add_in_place(self) -> bool:
        """Copy what is added to the result; False where it is there, or nothing is added."""
        if self._addend is None:
            return False
        self._addend = None
        return True

    def pack_rows(self) -> bool:
        """Pack all matrices by rows; False where they are."""
        if all(each.is_packed for each in self._views):
            return False
        a, b, c = (packed_view(each.shape, type_=each.type) for each in self._views)
        self._views, self.rows_only = (a, b, c), True
        return True

    def launch(self, bound: BoundProduct, workspaces: Workspaces) -> None:
        """Copy the operands in, run the kernel, and copy the result out; callers take turns."""
        machine, call = self._machine, self._call
        with residency(machine).lock, contextlib.ExitStack() as stack:
            c = stack.enter_context(machine.allocate(self._views[2].nbytes))
            a, b = (self._address(place, stack) for place in (0, 1))
            at_addend = 0
            if self._addend is not None:
                addend = stack.enter_context(machine.allocate(self._addend.nbytes))
                host.copy_in(machine, addend, numpy_view(self._addend))
                at_addend = addend.address
            elif call.c is not None:
                host.copy_in(machine, c, self._rows(2, call.c.matrices))
            bound.run(a, b, c.address, None, workspaces, at_addend)
            machine.synchronize()
            host.copy_out(machine, self._rows(2, self._sources[2]), c)

    def result(self) -> Any:
        """Return the caller's ``out``, or the new array."""
        library, out = self._call.library, self._call.out
        if out is None:
            return library.finished(self._out.array, self._call.like, None)
        library.written(out.array)
        return out.array

    def _address(self, place: int, stack: contextlib.ExitStack) -> int:
        """Return where A or B is on the machine, copied there for as long as the stack lives."""
        there = self._views[place]
        if there.prepared_operand is not None:
            return there.address
        memory = stack.enter_context(self._machine.allocate(there.nbytes))
        if self._call.reads_operands:
            host.copy_in(self._machine, memory, self._rows(place, self._sources[place]))
        return memory.address

    def _rows(self, place: int, source: View) -> host.Array:
        """Return matrices of the host as NumPy's, with rows along the machine's."""
        return numpy_view(source if self._views[place].is_packed else source.mT)


def _without_repeats(view: View) -> View:
    """Return matrices with one entry where an axis of a batch repeats it."""
    matrices = view.matrices
    batch = zip(matrices.shape[:-2], matrices.strides, strict=False)
    shape = (*(1 if not stride and size else size for size, stride in batch), *matrices.shape[-2:])
    return matrices._replace(shape=shape)


def _without_repeated_rows(matrices: View) -> View:
    """Return one row of matrices that repeat it."""
    *batch, rows, columns = matrices.shape
    if matrices.strides[-2] or not rows:
        return matrices
    return matrices._replace(shape=(*batch, 1, columns))


def _adds_to_itself(call: Call) -> bool:
    """Tell whether the result is added to what is in its place."""
    out, c = call.out, call.c
    return out is not None and c is not None and are_same_view(out, c)


def _kept_copy(machine: Machine, view: View) -> View | None:
    """Return where the copy lies that a prepared operand keeps on its machine; None for arrays."""
    operand = view.prepared_operand
    if operand is None:
        return None
    operand.check_machine(view.name, machine)
    there: View = operand.on_machine
    return there._replace(transposed=view.transposed).matrices._replace(prepared_operand=operand)


class DeviceOperands:
    """Operands on a GPU: used where they lie, else copied, or refused with ``in_place``."""

    rows_only = False

    def __init__(self, machine: Machine, call: Call, by_columns: bool, in_place: bool) -> None:
        if call.stream is not None:
            machine.check_stream(call.stream)
        self._machine = machine
        self._call = call
        self._in_place = in_place
        for each in (call.a, call.b):
            if each.prepared_operand is not None:
                each.prepared_operand.check_machine(each.name, machine)
        self._by_columns = by_columns
        if call.out is not None and self._is_usable(call.out):
            target = call.out
            self._addend = self._readable_addend(target)
        else:
            described = packed_view(call.shape)._replace(vector_axes=call.vector_axes)
            self._addend = self._readable_addend(described.mT if by_columns else described)
            if call.c is None or self._addend is not None:
                target = _new_result(machine, call, by_columns)
            else:
                target = self._copy_of_c(by_columns)
        left, right = call.a, call.b
        if call.reads_operands:
            left, right = (
                each if self._is_usable(each) else self._copied(each) for each in (left, right)
            )
        self._views: Views = (left, right, target)
        self._floats: Call | None = None

    @functools.cached_property
    def _stream(self) -> int:
        """The caller's stream, or the one on which the library of A works."""
        call = self._call
        if call.stream is not None:
            return call.stream
        found = call.library.stream_of(call.a.array, call.device[1])
        return DEFAULT_STREAM if found is None else found

    @property
    def matrices(self) -> Matrices:
        """As the kernel reads and writes them; what is not read lies in any way."""
        a, b, c = (each.matrices for each in self._views)
        addend = None if self._addend is None else self._addend.matrices
        if self._call.reads_operands:
            return a, b, c, addend
        return packed_view(a.shape), packed_view(b.shape), c, addend

    @property
    def are_callers(self) -> bool:
        """Whether the kernel works on the caller's own arrays, and on new results, alone."""
        return self._are_of(self._call)

    @property
    def floats(self) -> Call | None:
        """The call with its operands as they were widened, if the kernel works on these alone."""
        call = self._floats
        return call if call is not None and self._are_of(call) else None

    def _are_of(self, call: Call) -> bool:
        left, right, target = self._views
        are_inputs = left is call.a and right is call.b
        return are_inputs and (call.out is None or target is call.out)

    def is_captured(self) -> bool:
        """Whether the stream that the kernel is launched on is being captured."""
        return self._machine.workspace_key(self._stream)[1] != 0

    def widen(self) -> bool:
        """Make float32 of half precision; False where there is none, or it has to stay."""
        left, right, target = self._views
        if self._in_place or left.type == right.type == FLOAT32:
            return False
        if left.type != FLOAT32:  # and the right one is of float32: one of both has to be
            left = self._copied(left, widens=True)
            self._floats = self._call._replace(a=left)
        else:
            right = self._copied(right, widens=True)
            self._floats = self._call._replace(b=right)
        self._views = (left, right, target)
        return True

    def add_in_place(self) -> bool:
        """Copy what is added to the result; False where it is there, or nothing is added."""
        if self._addend is None:
            return False
        self._addend = None
        left, right, target = self._views
        if target is not self._call.out:
            self._views = (left, right, self._copy_of_c(self._by_columns))
        return True

    def pack_rows(self) -> bool:
        """Pack all matrices by rows; False where they are, or have to stay where they lie."""
        left, right, target = self._views
        packed = [
            each.matrices.is_packed and each.address % ALIGNMENT_BYTES == 0 for each in self._views
        ]
        if self._in_place or all(packed):
            return False
        if self._call.reads_operands:
            left, right = (
                each if fits else self._copied(each, by_rows=True)
                for each, fits in zip((left, right), packed[:2], strict=True)
            )
        if not packed[2]:
            has_c = self._call.c is not None
            target = self._copy_of_c() if has_c else _new_result(self._machine, self._call)
        self._views = (left, right, target)
        return True

    def launch(self, bound: BoundProduct, workspaces: Workspaces) -> None:
        """Launch after what the operands' streams have to do, and let those wait if they must."""
        call, machine, stream = self._call, self._machine, self._stream
        left, right, target = self._views
        library, number, out, addend = call.library, call.device[1], call.out, self._addend
        is_there = call.c is None or addend is not None or _adds_to_itself(call)
        if out is not None and target is out and call.c is not None and not is_there:
            library.assign("out", out.array, call.c.array)
            if library.stream_of(out.array, number) is None:
                library.view("out", out.array, stream)  # which is to wait for the copy
        used = (left, right, target) if call.reads_operands else (target,)
        if addend is not None:
            used = (*used, addend)
        producers = [library.stream_of(each.array, number) for each in used]
        streams = {other for other in producers if other is not None and other != stream}
        for waited_for in streams:
            self._order(waited_for, stream)
        at_addend = 0 if addend is None else addend.address
        bound.run(left.address, right.address, target.address, stream, workspaces, at_addend)
        for view in used:
            other = library.stream_of(view.array, number)
            if other is None:
                machine.hold(view.owner, stream)
            elif other != stream and library.record_stream_of(view.array, stream):
                streams.discard(other)
        for waiting in streams:
            self._order(stream, waiting)
        if out is not None and target is not out:
            self._copy_back(out, target)

    def result(self) -> Any:
        """Return the caller's ``out``, or the new array."""
        call, library = self._call, self._call.library
        if call.out is not None:
            library.written(call.out.array)
            return call.out.array
        made = self._views[2].array
        if not library.orders_readers(made):
            self._machine.wait(self._stream)
        return library.finished(made, call.like, self._stream)

    def _readable_addend(self, target: View) -> View | None:
        """Return what is added if the kernel can read it where it lies, for such a result."""
        addend, layout = self._call.c, stored(target.matrices)
        if addend is None or layout is None or self._in_place or _adds_to_itself(self._call):
            return None
        return None if addend_leading(addend, layout[0]) is None else addend

    def _is_usable(self, view: View) -> bool:
        """Tell whether a view can be used where it lies; where it has to be, it is an error."""
        usable = is_usable(view.matrices)
        if not usable and self._in_place:
            raise ArgumentError(
                f"{view.name} has strides {view.strides} bytes and starts at {view.address:#x}: a "
                "plan uses arrays where they lie, and needs matrices whose rows or columns are in "
                "one piece, at whole elements"
            )
        return usable

    def _copied(self, view: View, by_rows: bool = False, widens: bool = False) -> View:
        """Return a copy that the kernel can read: by rows as it is stored, or as multiplied."""
        call, array = self._call, view.array
        if by_rows and view.transposed:
            array = call.library.transposed(array)
        copy = (call.library.widened if widens else call.library.packed)(view.name, array)
        return call.library.view_of_result(copy, call.stream)._replace(
            name=view.name,
            array=copy,
            transposed=view.transposed and not by_rows,
            vector_axes=view.vector_axes,
        )

    def _copy_of_c(self, by_columns: bool = False) -> View:
        """Return a copy of C, to which the kernel adds."""
        library, c = self._call.library, self._call.c
        assert c is not None
        if by_columns:
            made = library.transposed(library.packed("c", library.transposed(c.array)))
        else:
            made = library.packed("c", c.array)
        return _result_view(self._call, made)

    def _copy_back(self, out: View, target: View) -> None:
        """Copy a result to where the kernel could not write."""
        # The copy is the library's, on its own stream; the caller's stream is to have it, too.
        library, stream = self._call.library, self._stream
        own = library.stream_of(out.array, self._call.device[1])
        if own is None:  # the stream on which the library will copy is not known
            self._machine.wait(stream)
            library.assign("out", out.array, target.array)
            library.view("out", out.array, stream)
            return
        if own != stream:
            self._order(stream, own)
        library.assign("out", out.array, target.array)
        if own != stream:
            self._order(own, stream)

    def _order(self, earlier: int, later: int) -> None:
        """Order two streams, unless one alone is being captured, which runs later."""
        machine = self._machine
        if machine.workspace_key(earlier)[1] == machine.workspace_key(later)[1]:
            machine.order(earlier, later)


Operands = HostOperands | DeviceOperands


def operands_of(
    machine: Machine,
    call: Call,
    *,
    by_columns: bool = False,
    in_place: bool = False,
    rows_only: bool = False,
) -> Operands:
    """Return the operands of a call; a new matrix may be stored by columns."""
    by_columns = by_columns and len(call.shape) == 2 and call.library.has_orders
    if call.device == HOST:
        return HostOperands(machine, call, by_columns, in_place, rows_only)
    return DeviceOperands(machine, call, by_columns, in_place)


def _new_result(machine: Machine, call: Call, by_columns: bool = False) -> View:
    """Return a new array of the caller's library for the result, or only what it will be."""
    library, shape = call.library, call.shape
    if call.is_planned:
        return packed_view(shape, call.device)._replace(vector_axes=call.vector_axes)
    try:
        made = library.empty(call.like, shape[::-1] if by_columns else shape, machine)
    except SgemmError:
        raise
    except (MemoryError, RuntimeError, ValueError) as error:
        raise ArgumentError(
            f"the result has shape {shape}, for which there is no memory "
            f"{on_device(call.device)}: {error}"
        ) from error
    return _result_view(call, library.transposed(made) if by_columns else made)


def _result_view(call: Call, made: Any) -> View:
    """Return the view of a new array, if the library made what was asked for."""
    library = call.library
    view = library.view_of_result(made, call.stream)
    if view.shape != call.shape or view.device != call.device or view.readonly:
        state = ", read-only" if view.readonly else ""
        raise ArgumentError(
            f"out = None: {library.name} was asked for an array of shape {call.shape} "
            f"{on_device(call.device)} and made one of shape {view.shape} "
            f"{on_device(view.device)}{state}; pass an out for the result"
        )
    return view._replace(array=made, vector_axes=call.vector_axes)
