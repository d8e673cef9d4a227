"""The emitter: reads and writes PTX registers as LLVM values while instructions are lowered.

A register that is uniform or affine is kept as its base, one scalar; one that varies as a vector
with an element for each lane. An instruction whose result is kept as a scalar is emitted on the
bases of its operands (that is what the forms of :mod:`sgemm.ptx.affine_analysis` promise); one
whose result varies, on vectors made from them.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import struct
from collections.abc import Callable, Iterator

from llvmlite import ir

from sgemm.executor.abi import ExitCode, Failure, Header
from sgemm.executor.llvm_types import (
    F32,
    F64,
    I1,
    I8,
    I32,
    I64,
    POINTER,
    Value,
    alignment_of,
    element_of,
    integer,
    scalar_type,
    undefined,
    vector_type,
    width_of,
    with_element,
)
from sgemm.executor.lower.address_folding import AddressFolding
from sgemm.executor.lower.table import unsupported
from sgemm.executor.memory import CLUSTER_SHIFT
from sgemm.executor.plan import ExecutionPlan
from sgemm.executor.text_builder import TextBuilder
from sgemm.ptx.affine_form import AffineForm
from sgemm.ptx.syntax import (
    PREDICATE,
    Discard,
    Float,
    Guard,
    Instruction,
    Integer,
    Location,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    SpecialRegister,
    Symbol,
    Type,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Arguments:
    """What every generated function works on."""

    context: Value
    parameters: Value
    shared: Value
    frame: Value
    """The launch (see abi.py), the parameter space, where shared address 0 would lie (it need
    not be in the block's memory), and the lane group's frame."""
    thread: Value  # index in the block of the (first) thread


Locations = dict[int, tuple[int, Location]]
"""Numbers of the instructions that errors name, by the identity of their locations: two that read
the same may stand in one line."""


class Emitter:
    """Registers and operands of one generated function.

    The builder is positioned in the function's entry block. The function handles ``lanes`` at once:
    the plan's, or 1. ``grid`` returns the value of a grid register, such as ``%ctaid.x``.
    """

    instruction: Instruction  # the one that is being lowered

    def __init__(
        self,
        plan: ExecutionPlan,
        builder: TextBuilder,
        arguments: Arguments,
        lanes: int,
        grid: Callable[[str], Value],
        locations: Locations,
    ) -> None:
        self.plan = plan
        self.builder = builder
        self.arguments = arguments
        self.lanes = lanes
        self.folding = AddressFolding()
        self._grid = grid
        self._locations = locations
        self._parameters = {p.name: p.offset for p in plan.entry.parameters}
        self.guard: Guard | None = None  # of the instruction that is being lowered
        self._guard_value: Value = None
        self._failed: ir.Block | None = None
        self._scratch: dict[str, Value] = {}
        self._storage: dict[str, ir.Type] = {}
        self.slots = _Slots(self)

    # ---- registers

    def is_varying(self, register: str) -> bool:
        """Whether this function keeps a register as a vector."""
        return self.lanes > 1 and self.plan.is_varying(register)

    def element_type(self, register: str) -> ir.Type:
        """LLVM type of one lane of a register."""
        if register in self.plan.float_registers:
            return F32
        return scalar_type(self.plan.entry.registers[register].type)

    def storage(self, register: str) -> ir.Type:
        """LLVM type in which this function keeps a register."""
        known = self._storage.get(register)
        if known is None:
            lanes = self.lanes if self.is_varying(register) else 1
            known = self._storage[register] = vector_type(self.element_type(register), lanes)
        return known

    def form(self, operand: Operand) -> AffineForm | None:
        """AffineForm of a scalar operand, over the lanes of the plan."""
        return self.plan.analysis.of(operand)

    def varies(self, operand: Operand) -> bool:
        """Whether lanes of this function may see different values of an operand."""
        if self.lanes == 1:
            return False
        form = self.form(operand)
        return form is None or not form.is_uniform

    # ---- reading

    def read(self, operand: Operand, kind: Type, *, varying: bool) -> Value:
        """Return an operand as a vector over the lanes, or as its base."""
        return (
            self.vector(operand, kind) if varying and self.lanes > 1 else self.base(operand, kind)
        )

    def base(self, operand: Operand, kind: Type) -> Value:
        """Return the base of an operand (its value where it is uniform) as an LLVM scalar."""
        wanted = scalar_type(kind)
        match operand:
            case Register(name=name):
                return self.cast(self.held(name), wanted)
            case Integer(value=value):
                return integer(kind.bits, value)
            case Float():
                return _float_constant(operand, kind)
            case Symbol(name=name) if name in self.plan.shared.symbols:
                return self._shared_place(self.plan.shared.symbols[name], kind)
            case OffsetSymbol(name=name, offset=offset) if name in self.plan.shared.symbols:
                return self._shared_place(self.plan.shared.symbols[name] + offset, kind)
            case Symbol(name=name) | OffsetSymbol(name=name) if name in self._parameters:
                if kind.bits != 64:
                    raise self.refuse("the address of a parameter has 64 bits")
                offset = self._parameters[name] + getattr(operand, "offset", 0)
                start = self.builder.ptrtoint(self.arguments.parameters, I64)
                return self.builder.add(start, integer(64, offset))
            case SpecialRegister(name=name):
                return self.cast(self.special(name), wanted)
            case NegatedPredicate(register=register):
                return self.builder.not_(self.base(register, kind))
        raise self.refuse(f"the executor cannot read the operand {operand}")

    def _shared_place(self, address: int, kind: Type) -> Value:
        if self.plan.cluster_blocks == 1:
            return integer(kind.bits, address)
        if kind.bits < I32.width:
            raise self.refuse("the address of a variable has 32 or 64 bits")
        builder = self.builder
        rank = self.cast(self._grid("%cluster_ctarank"), I32)
        place = builder.or_(builder.shl(rank, integer(32, CLUSTER_SHIFT)), integer(32, address))
        return place if kind.bits == I32.width else builder.zext(place, I64)

    def vector(self, operand: Operand, kind: Type) -> Value:
        """Return an operand as a vector with its value in every lane."""
        if self.lanes == 1:
            return self.base(operand, kind)
        if isinstance(operand, Register) and self.is_varying(operand.name):
            value = self.held(operand.name)
            return self.cast(value, vector_type(scalar_type(kind), self.lanes))
        if isinstance(operand, NegatedPredicate):
            return self.builder.not_(self.vector(operand.register, kind))
        form = self.form(operand)
        if form is None or form.is_uniform:
            return self.splat(self.base(operand, kind))
        # Forms are about integers, whatever the instruction takes the bits for.
        result = self.splat(self.base(operand, Type("u", kind.bits)))
        return self.cast(self.add_lanes(result, form), vector_type(scalar_type(kind), self.lanes))

    def add_lanes(self, bases: Value, form: AffineForm) -> Value:
        """Add the lane part of a form to a vector of bases."""
        element = bases.type.element
        builder = self.builder
        if any(form.offsets):
            bases = builder.add(bases, self.lane_constant(element.width, form.offsets))
        for term in form.terms:
            factor = self.splat(self.term(term.register, element, signed=term.signed))
            coefficients = self.lane_constant(element.width, term.coefficients)
            bases = builder.add(bases, builder.mul(factor, coefficients))
        return bases

    def term(self, register: str, wanted: ir.Type, *, signed: bool) -> Value:
        """Return a uniform register that enters a form, extended to the form's width."""
        return self.extended(self.held(register), wanted, signed=signed)

    def extended(self, value: Value, wanted: ir.Type, *, signed: bool) -> Value:
        """Return an integer extended to a type, or cut to it."""
        if value.type.width < wanted.width:
            extend = self.builder.sext if signed else self.builder.zext
            return extend(value, wanted)
        return self.cast(value, wanted)

    def lane_constant(self, bits: int, values: tuple[int, ...]) -> ir.Constant:
        """Return a constant vector with one integer for each lane."""
        kind = ir.VectorType(ir.IntType(bits), len(values))
        return ir.Constant(kind, [value % 2**bits for value in values])

    def splat(self, value: Value) -> Value:
        """Return a vector with a scalar in every lane."""
        nothing = undefined(ir.VectorType(value.type, self.lanes))
        first = self.builder.insert_element(nothing, value, integer(32, 0))
        return self.builder.shuffle(first, [0] * self.lanes)

    def spread(self, value: Value, kind: ir.Type) -> Value:
        """Return a value for use with another: a scalar in every lane, if that one is a vector."""
        is_scalar = not isinstance(value.type, ir.VectorType)
        return self.splat(value) if is_scalar and isinstance(kind, ir.VectorType) else value

    def cast(self, value: Value, wanted: ir.Type) -> Value:
        """Reinterpret a value as a type of the same width, or cut it to a narrower one."""
        if value.type == wanted:
            return value
        have, want = element_of(value.type), element_of(wanted)
        if width_of(have) == width_of(want):
            return self.builder.bitcast(value, wanted)
        if width_of(have) > width_of(want):
            bits = with_element(value.type, ir.IntType(width_of(have)))
            low = with_element(value.type, ir.IntType(width_of(want)))
            return self.cast(self.builder.trunc(self.cast(value, bits), low), wanted)
        raise self.refuse("an operand is narrower than the instruction's type")

    # ---- writing

    def held(self, name: str) -> Value:
        """Return what a register holds, as it is stored."""
        kind = self.storage(name)
        align = alignment_of(kind) if name in self.plan.in_memory else None
        return self.builder.load(self.slots[name], typ=kind, align=align)

    def hold(self, name: str, value: Value) -> None:
        """Set what a register holds, as it is stored."""
        align = alignment_of(value.type) if name in self.plan.in_memory else None
        self.builder.store(value, self.slots[name], align=align)

    def write(self, register: Operand, value: Value) -> None:
        """Set a register to a value (a vector if the register varies), guard respected.

        A result that is discarded is written nowhere.
        """
        if isinstance(register, Discard):
            return
        assert isinstance(register, Register)
        wanted = self.storage(register.name)
        value = self._widen(self.spread(value, wanted), wanted)
        if self.guard is not None:
            if self._guard_value is None:
                self._guard_value = self.guard_value(self.guard)
            condition = self.spread(self._guard_value, wanted)
            value = self.builder.choose(condition, value, self.held(register.name))
        self.hold(register.name, value)

    def _widen(self, value: Value, wanted: ir.Type) -> Value:
        """Fit a result into its register, which may be wider (its high bits are then zero)."""
        have, want = element_of(value.type), element_of(wanted)
        if width_of(have) < width_of(want):
            low = with_element(value.type, ir.IntType(width_of(have)))
            bits = with_element(value.type, ir.IntType(width_of(want)))
            value = self.builder.zext(self.cast(value, low), bits)
        return self.cast(value, wanted)

    # ---- guards

    @contextlib.contextmanager
    def guarded_by(self, guard: Guard | None) -> Iterator[None]:
        """Make every write respect a guard, as it is before the first of them."""
        before = self.guard, self._guard_value
        self.guard, self._guard_value = guard, None
        yield
        self.guard, self._guard_value = before

    def guard_value(self, guard: Guard) -> Value:
        """Return a guard as i1, or as a vector of i1 where it varies."""
        value = self.read(guard.register, PREDICATE, varying=self.varies(guard.register))
        return self.builder.not_(value) if guard.negated else value

    # ---- memory of the function's own

    def scratch(self, name: str, kind: ir.Type) -> Value:
        """Return scratch memory for an instruction; by one name, the same."""
        key = f"{name} {kind}"
        if key not in self._scratch:
            builder = self.builder
            with builder.goto_entry_block():
                memory = builder.alloca(kind)
                # To llvmlite a pointer to anything, which vectors and their elements are stored to.
                memory = builder.inttoptr(builder.ptrtoint(memory, I64), POINTER)
            self._scratch[key] = memory
        return self._scratch[key]

    def frame_place(self, offset: int) -> Value:
        """Return a pointer into the lane group's frame."""
        return self.builder.gep(self.arguments.frame, [integer(64, offset)], source_etype=I8)

    def queue(self) -> Value:
        """Return a pointer to the queue of the thread's asynchronous copies (checked mode)."""
        return self.frame_place(self.plan.frame.copies)

    def header(self, word: Header) -> Value:
        """Read a word of the frame's header."""
        return self.builder.load(self.frame_place(4 * word), typ=I32, align=4)

    def set_header(self, word: Header, value: Value) -> None:
        """Write a word of the frame's header."""
        self.builder.store(value, self.frame_place(4 * word), align=4)

    # ---- special registers

    def special(self, name: str) -> Value:
        """Return a special register."""
        builder, thread = self.builder, self.arguments.thread
        register, _, axis = name.partition(".")
        if axis and axis not in "xyz":
            raise self.refuse(f"the executor does not know the special register {name}")
        x, y, _z = self.plan.threads
        if register == "%tid" and axis == "x":
            return builder.urem(thread, integer(32, x))
        if register == "%tid":
            row = builder.udiv(thread, integer(32, x))
            divide = builder.urem if axis == "y" else builder.udiv
            return divide(row, integer(32, y))
        if register == "%ntid":
            return integer(32, self.plan.threads["xyz".index(axis)])
        if register == "%laneid":
            return builder.and_(thread, integer(32, 31))
        if register == "%warpid":
            return builder.lshr(thread, integer(32, 5))
        if register in ("%ctaid", "%nctaid", "%cluster_ctarank"):
            return self._grid(name)
        if "cluster" in register:
            return self._cluster_register(register, axis)
        raise self.refuse(f"the executor does not know the special register {name}")

    def _cluster_register(self, register: str, axis: str) -> Value:
        builder, plan = self.builder, self.plan
        if register == "%is_explicit_cluster":
            return ir.Constant(I1, plan.is_explicit)
        if register == "%cluster_nctarank":
            return integer(32, plan.cluster_blocks)
        place = "xyz".index(axis)
        size = integer(32, plan.cluster[place])
        if register == "%cluster_nctaid":
            return size
        of_grid = self._grid(f"%{'n' if register == '%nclusterid' else ''}ctaid.{axis}")
        divide = builder.urem if register == "%cluster_ctaid" else builder.udiv
        return divide(of_grid, size)

    # ---- errors

    def location(self) -> Value:
        """Return the number under which the instruction is named in errors."""
        where = self.instruction.location
        number, _ = self._locations.setdefault(id(where), (len(self._locations), where))
        return integer(64, number)

    def record_failure(self, failure: Failure, address: Value, thread: Value | None = None) -> None:
        """Leave an error in the context; of the first thread of those that run together, or one."""
        own = self.arguments
        where = [integer(64, failure), self.location(), address, thread or own.thread]
        self.builder.call_named("record_failure", I1, own.context, *where)

    def fail_if(
        self, condition: Value, failure: Failure, address: Value, thread: Value | None = None
    ) -> None:
        """Record an error and return from the function if something holds."""
        with self.builder.if_then(condition, likely=False):
            self.record_failure(failure, self.builder.zext(address, I64), thread)
        self.stop_if(condition)

    def refuse_apart(self) -> bool:
        """Refuse what lanes do together where they may be apart: under a guard, or one by one.

        Return whether one lane at a time comes here, the slow path, where it is an error: plans see
        to it that no lanes that have diverged do.
        """
        self.refuse_guard()
        if self.lanes == 1:
            self.record_failure(Failure.DIVERGED_BARRIER, integer(64, 0))
            self.stop_if(ir.Constant(I1, 1))
        return self.lanes == 1

    def refuse_guard(self) -> None:
        """Refuse a guard where threads wait."""
        if self.instruction.guard is not None:
            raise self.refuse("a guarded wait; branch around it instead")

    def check_access(self, address: Value, nbytes: int, space: str) -> None:
        """In checked mode, emit the check of a thread's access; a failed one ends the kernel."""
        if self.plan.checked:
            name = "cluster" if space == "shared::cluster" else space.partition("::")[0]
            self._check(f"check_{name}", address, nbytes)

    def check_write(self, address: Value, nbytes: int, space: str) -> None:
        """In checked mode, emit what a thread's write means for ``wgmma`` and bulk copies."""
        space = space.partition("::")[0]
        if self.plan.watches_proxies and space != "global":
            self._check(f"write_{space}", address, nbytes)

    def _check(self, name: str, address: Value, nbytes: int) -> None:
        self.attempt(name, address, integer(64, nbytes), self.location(), self.arguments.thread)

    def note(self, name: str, *arguments: Value) -> None:
        """Call a function of the runtime that takes the context first, and returns nothing."""
        self.builder.call_named(name, ir.VoidType(), self.arguments.context, *arguments)

    def attempt(self, name: str, *arguments: Value) -> None:
        """Call a function of the runtime that takes the context first; stop if it fails."""
        self.stop_if(self.builder.call_named(name, I1, self.arguments.context, *arguments))

    def try_call(self, name: str, *arguments: Value) -> None:
        """Call a function of the runtime that works on shared memory; stop if it fails."""
        self.attempt(name, self.arguments.shared, *arguments)

    def stop_if(self, failed: Value) -> None:
        """Return from the function if something, which is recorded, has failed."""
        if self._failed is None:
            self._failed = self.builder.append_basic_block("failed")
            ir.IRBuilder(self._failed).ret(integer(32, ExitCode.FAILED))
        goes_on = self.builder.append_basic_block("goes_on")
        self.builder.cbranch(failed, self._failed, goes_on).set_weights([1, 99])
        self.builder.position_at_end(goes_on)

    def require_shared(self, variable: Symbol) -> None:
        """Refuse a parameter where a shared variable is due."""
        if variable.name not in self.plan.shared.symbols:
            raise self.refuse("a variable is not in the memory that this instruction accesses")

    def refuse(self, what: str) -> Exception:
        """Return the error for an operand that the executor cannot handle."""
        return unsupported(self.instruction, what)


class _Slots(dict[str, Value]):
    """Where the registers of a function are, each in memory of its own from its first use on."""

    def __init__(self, emitter: Emitter) -> None:
        super().__init__()
        self._emitter = emitter

    def __missing__(self, name: str) -> Value:
        self[name] = self._emitter.builder.alloca_at_entry(self._emitter.storage(name))
        return self[name]


def _float_constant(constant: Float, kind: Type) -> ir.Constant:
    pattern = constant.pattern
    if constant.bits == 64 and kind.bits == 32:
        value = struct.unpack("<d", struct.pack("<Q", pattern))[0]
        # Rounded to nearest, and beyond the range to infinity.
        pattern = int.from_bytes(ctypes.c_float(value), "little")
    if kind.kind != "f":
        return integer(kind.bits, pattern)
    # By its bits: a NaN's payload does not survive the way through a Python float.
    return integer(kind.bits, pattern).bitcast(F32 if kind.bits == 32 else F64)
