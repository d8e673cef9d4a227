"""One memory instruction: its space, its element and its address."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from llvmlite import ir

from sgemm.executor.llvm_types import I8, I64, POINTER, Value, constant, scalar_type, with_element
from sgemm.executor.lower.emitter import Emitter
from sgemm.executor.lower.operands import last_type
from sgemm.executor.lower.per_lane import address_type, extended_address
from sgemm.executor.memory import SHARED_WINDOW
from sgemm.ptx.affine_form import AffineForm
from sgemm.ptx.syntax import Address, Discard, Operand, Register, Symbol, Type


class Access:
    """One memory instruction: its space, element, form of the address."""

    def __init__(self, emitter: Emitter, operand: Operand) -> None:
        self.emitter = emitter
        instruction = emitter.instruction
        self.kind: Type = last_type(instruction)
        self.element = scalar_type(self.kind)
        self.nbytes = self.kind.nbytes
        assert isinstance(operand, Address)
        self.address = operand
        self.count = next((int(m[1:]) for m in instruction.modifiers if m in ("v2", "v4")), 1)
        # What all lanes of this function share: a thread on its own shares it with itself.
        lanes = emitter.lanes
        self.form: AffineForm | None = (
            emitter.form(self.address.base) if lanes > 1 else AffineForm((0,), (), 0, 0, 2**64 - 1)
        )
        spaces = {"shared", "shared::cta", "shared::cluster", "global"} & set(instruction.modifiers)
        self.space = spaces.pop() if spaces else "generic"
        if isinstance(self.address.base, Symbol):
            emitter.require_shared(self.address.base)
            self.space = "shared"  # by its name a variable is accessed in its own space

    def base(self, move: Callable[[Value], Value] = lambda value: value) -> Value:
        """Return the address's base, extended to 64 bits, the constant offset added.

        What ``move`` adds to the base is added in the width of its register, where it may wrap.
        """
        operand, offset = self.address.base, self.address.offset
        if isinstance(operand, Register) and self.space.startswith("shared"):
            operand, added = self.emitter.folding.resolve(operand)
            offset += added
        base = self.emitter.base(operand, address_type(operand))
        return extended_address(self.emitter.builder, move(base), offset)

    def pointer(self, address: Value, offset: int = 0) -> Value:
        """Return a pointer to an address in this access's space, or a vector of pointers."""
        builder, shared = self.emitter.builder, self.emitter.arguments.shared
        if offset:
            address = builder.add(address, constant(address.type, offset))
        is_vector = isinstance(address.type, ir.VectorType)
        if self.space.startswith("shared") and not is_vector:
            return builder.gep(shared, [address], source_etype=I8)
        if self.space != "global":
            start = self.emitter.spread(builder.ptrtoint(shared, I64), address.type)
        if self.space.startswith("shared"):
            address = builder.add(address, start)
        elif self.space == "generic":
            window = constant(address.type, SHARED_WINDOW)
            is_shared = builder.icmp_unsigned(">=", address, window)
            moved = builder.add(start, builder.sub(address, window))
            address = builder.select(is_shared, moved, address)
        return builder.inttoptr(address, with_element(address.type, POINTER))

    def check(self, address: Value) -> None:
        """Check this thread's access in checked mode."""
        nbytes = self.nbytes * self.count
        self.emitter.check_access(address, nbytes, self.space)
        if self.emitter.instruction.opcode != "ld":
            self.emitter.check_write(address, nbytes, self.space)


@contextlib.contextmanager
def executed(emitter: Emitter) -> Iterator[Value]:
    """Emit an access under its guard: yield None for all lanes, or a mask of lanes.

    A uniform guard becomes a branch around the access. A varying one is tested first: if all
    lanes agree, the access is a plain one or none; the masked form is emitted for the rest.
    """
    guard = emitter.guard
    if guard is None:
        yield None
        return
    condition = emitter.guard_value(guard)
    with emitter.guarded_by(None):
        if isinstance(condition.type, ir.VectorType):
            bits = emitter.builder.bitcast(condition, ir.IntType(emitter.lanes))
            some = emitter.builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))
            with emitter.builder.if_then(some):
                yield condition
        else:
            with emitter.builder.if_then(condition):
                yield None


_ZEROS = ir.ArrayType(I8, 32)


def zeros(emitter: Emitter) -> Value:
    """Return a pointer to 32 bytes that are zero: what is read instead of what must not be."""
    module = emitter.builder.module
    found = module.globals.get("zeros")
    if found is None:
        found = ir.GlobalVariable(module, _ZEROS, "zeros")
        found.initializer = ir.Constant(_ZEROS, None)
        found.global_constant = True
        found.linkage = "internal"
        found.align = 32
    return found


def write_loaded(emitter: Emitter, target: Operand, value: Value, kind: Type) -> None:
    """Set a register to a loaded value, which fills a wider register by its type."""
    if isinstance(target, Discard):
        return
    assert isinstance(target, Register)
    bits = max(target.type.bits, 1)
    if kind.kind == "s" and kind.bits < bits:
        value = emitter.builder.sext(value, with_element(value.type, ir.IntType(bits)))
    emitter.write(target, value)
