"""Whether instructions have the operands that their operations take.

What comes later relies on it: that there are as many operands as an operation has, that a register
is as wide as its operation says, that floating-point numbers and integers are not mixed up. PTX
from a compiler is always so. Errors in what people write by hand are reported here, before anything
else reads it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from sgemm.executor.abi import BARRIER_COUNT
from sgemm.executor.lane_count import WARP
from sgemm.executor.lower.table import (
    Due,
    operand_type,
    operands_of,
    parse_operands,
    type_named,
    unsupported,
)
from sgemm.ptx.syntax import (
    PREDICATE,
    Address,
    Discard,
    Float,
    Instruction,
    Integer,
    Label,
    LabelStatement,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    SpecialRegister,
    Symbol,
    TextureAddress,
    Type,
    Vector,
    elements_of,
)

_CONSTANTS: dict[str, tuple[Collection[int] | None, str]] = {
    "constant": (None, "operand {place} must be a constant"),
    "sign": ((-1, 1), "operand {place} must be -1 or 1"),
    "transposition": ((0, 1), "operand {place} must be 0 or 1"),
    "registers": (range(24, 257, 8), "a multiple of 8 from 24 to 256 is due"),
    "size": (None, "the size of a copy is a constant"),
    "groups": (None, "a number of groups is a constant"),
}
"""Integers as written: which are allowed, None for all, and what to say of others."""

_LARGEST_VECTOR = 16  # bytes of the widest access of one thread


def check_instructions(body: Iterable[Instruction | LabelStatement]) -> None:
    """Check every instruction of a kernel.

    Raises UnsupportedInstructionError if the executor does not know an operation, or an operand
    does not fit it, naming file, line and text.
    """
    for statement in body:
        if isinstance(statement, Instruction):
            _Checks(statement).check()


class _Checks:
    """The operands of one instruction, whose operation is known."""

    def __init__(self, instruction: Instruction) -> None:
        self.instruction = instruction
        self.operands = instruction.operands
        self.modifiers = instruction.modifiers
        self.type = type_named(self.modifiers[-1] if self.modifiers else "")

    def check(self) -> None:
        dues = operands_of(self.instruction)
        match dues[0].kind if dues else "":
            case "access":
                self.check_access(dues[1:])
            case "move":
                self.check_move()
            case "warpgroup":
                self.check_warpgroup()
            case _:
                self.check_all(dues)

    def check_all(self, dues: Sequence[Due]) -> None:
        """Check all operands; those that are optional may be left out."""
        needed = [due for due in dues if not due.is_optional]
        self.count(*dict.fromkeys((len(needed), len(dues))))
        for place, due in enumerate(dues if len(self.operands) == len(dues) else needed):
            self.check_operand(place, due)

    def check_operand(self, place: int, due: Due) -> None:
        operand, kind = self.operands[place], due.kind
        match kind:
            case "shared" | "global":
                self.check_address(operand, is_shared=kind == "shared")
            case "address":
                shared = any(each.startswith("shared") for each in self.modifiers)
                self.check_address(operand, is_shared=shared)
            case "nothing":
                what = "an arrival at another block's mbarrier gives no state: _ is due"
                self.require(isinstance(operand, Discard), what)
            case "barrier" | "threads":
                self.check_source(operand, type_named("u32"))
                number = operand.value if isinstance(operand, Integer) else WARP
                if kind == "threads":
                    holds = number > 0 and number % WARP == 0
                    self.require(holds, f"a barrier is for a multiple of {WARP} threads")
                elif isinstance(operand, Integer):
                    last = BARRIER_COUNT - 1
                    self.require(0 <= number <= last, f"barriers are 0 ... {last}")
            case "predicates":
                targets = elements_of(operand)
                self.require(len(targets) <= 2, "a comparison sets one or two predicates")
                for target in targets:
                    if not isinstance(target, Discard):
                        self.check_result(target, PREDICATE)
            case "pair" | "leader":
                self.check_pair(operand, kind)
            case "converted":
                self.check_converted(operand, is_result=due.is_result)
            case "box":
                rank = int(next(each for each in self.modifiers if each[1:] == "d")[0])
                what = f"a tensor map and {rank} coordinates in braces are due"
                self.check_texture(operand, rank, what)
            case "texture":
                what = "a handle in a register and one index are due"
                self.check_texture(operand, 1, what)
                assert isinstance(operand, TextureAddress)
                self.require(isinstance(operand.texture, Register), what)
            case "texel":
                is_vector = isinstance(operand, Vector) and len(operand.elements) == 4
                self.require(is_vector, "four values are due")
                for element in elements_of(operand):
                    self.check_result(element, Type("f", 32))
            case "label":
                self.require(isinstance(operand, Label), "a branch takes a label")
            case _ if kind in _CONSTANTS:
                allowed, what = _CONSTANTS[kind]
                holds = isinstance(operand, Integer) and (
                    allowed is None or operand.value in allowed
                )
                self.require(holds, what.format(place=place))
            case _ if due.registers:
                self.check_fragment(operand, due.registers, kind)
            case _ if due.is_result:
                if not (due.may_be_discarded and isinstance(operand, Discard)):
                    self.check_result(operand, operand_type(self.instruction, kind))
            case _:
                self.check_source(operand, operand_type(self.instruction, kind))

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            raise unsupported(self.instruction, what)

    def count(self, *allowed: int) -> None:
        numbers = " or ".join(map(str, allowed))
        self.require(
            len(self.operands) in allowed,
            f"{self.instruction.opcode} takes {numbers} operands here, not {len(self.operands)}",
        )

    def check_result(self, operand: Operand, kind: Type, *, wider: bool = False) -> None:
        if isinstance(operand, Discard) and isinstance(self.operands[0], Vector):
            return
        self.require(isinstance(operand, Register), "the destination is not a register")
        assert isinstance(operand, Register)
        self.check_register(operand, kind, wider=wider)

    def check_source(self, operand: Operand, kind: Type, *, wider: bool = False) -> None:
        if isinstance(operand, Register):
            self.check_register(operand, kind, wider=wider)
        elif isinstance(operand, NegatedPredicate):
            self.require(kind.kind == "pred", f"a number of type .{kind} is due")
        elif isinstance(operand, Integer):
            self.require(kind.kind != "f", "an integer constant where a floating-point one is due")
            self.require(
                kind.kind != "pred" or operand.value in (-1, 0, 1),
                f"the constant {operand.value} does not fit .{kind}",
            )
        elif isinstance(operand, Float):
            self.require(
                kind.kind == "f" or (kind.kind == "b" and kind.bits == operand.bits),
                f"a floating-point constant where a number of type .{kind} is due",
            )
            self.require(
                kind.bits == operand.bits or kind.bits == 32, f"the constant does not fit .{kind}"
            )
        else:
            is_number = kind.kind in ("b", "u", "s")
            if operand == SpecialRegister("%is_explicit_cluster"):
                is_number = kind.kind == "pred"
            self.require(
                isinstance(operand, SpecialRegister | Symbol | OffsetSymbol) and is_number,
                f"an operand of type .{kind} is due",
            )

    def check_register(self, register: Register, kind: Type, *, wider: bool) -> None:
        """Check that a register is of a type, or where allowed a wider one.

        Bits agree with every kind of number, signed integers with unsigned ones. A wider register
        takes, or gives, the low bits; only floating-point numbers are not part of one another.
        """
        have = register.type
        mixes = {have.kind, kind.kind}
        agrees = (
            have.kind == kind.kind or ("pred" not in mixes and "b" in mixes) or mixes == {"s", "u"}
        )
        may_be_wider = wider and mixes != {"f"}
        fits = have.bits == kind.bits or (may_be_wider and have.bits > kind.bits)
        self.require(fits and agrees, f"{register.name} is of type .{have}, and .{kind} is due")

    def check_pair(self, target: Operand, kind: str) -> None:
        """Check a destination of a word and a predicate; for a shuffle, perhaps of a word alone."""
        is_pair = isinstance(target, Vector)
        self.require(is_pair or kind == "pair", "a lane and a predicate are due: _|%p")
        elements = elements_of(target)
        what = "a shuffle" if kind == "pair" else "elect"
        self.require(not is_pair or len(elements) == 2, f"{what} sets a register and a predicate")
        for element, due in zip(elements, (Type("b", 32), PREDICATE), strict=False):
            self.check_result(element, due)

    def check_warpgroup(self) -> None:
        """Check a matrix instruction of a warpgroup: A comes from shared memory or registers."""
        shape = re.fullmatch(r"m64n(\d+)k(\d+)", self.modifiers[3])
        assert shape is not None
        self.require(len(self.operands) > 1, "two matrices are due")
        from_registers = isinstance(self.operands[1], Vector)
        words = f">{int(shape[1]) // 2}f32 {'4b32' if from_registers else 'b64'} b64 pred sign sign"
        if shape[2] == "16":
            words += " transposition" * (1 if from_registers else 2)
        self.check_all(parse_operands(words))

    def check_fragment(self, operand: Operand, count: int, name: str) -> None:
        """Check a thread's part of a matrix: registers of a type in braces."""
        elements = elements_of(operand)
        is_vector = isinstance(operand, Vector) and len(elements) == count
        self.require(is_vector, f"{count} registers of type .{name} in braces are due")
        for element in elements:
            self.require(isinstance(element, Register), f"a register of type .{name} is due")
            assert isinstance(element, Register)
            self.check_register(element, type_named(name), wider=False)

    def check_texture(self, source: Operand, rank: int, what: str) -> None:
        is_one = isinstance(source, TextureAddress) and len(source.coordinates) == rank
        self.require(is_one, what)
        assert isinstance(source, TextureAddress)
        self.check_source(source.texture, type_named("u64"))
        for coordinate in source.coordinates:
            self.check_source(coordinate, type_named("s32"))

    def check_address(self, operand: Operand, *, is_shared: bool) -> None:
        """Check a memory operand in shared or in global memory; a generic address has 64 bits."""
        self.require(isinstance(operand, Address), "a memory operand is due")
        assert isinstance(operand, Address)
        if not isinstance(operand.base, Register):
            self.require(
                isinstance(operand.base, Symbol),
                "an address is a register or a variable; absolute ones are of local memory alone",
            )
            self.require(
                is_shared or "global" not in self.modifiers,
                "a variable is not in the memory that this instruction accesses",
            )
            return
        widths = (32, 64) if is_shared else (64,)
        self.require(
            operand.base.type.bits in widths and operand.base.type.kind not in ("f", "pred"),
            f"the address {operand.base.name} is of type .{operand.base.type}; "
            f"an integer of {' or '.join(map(str, widths))} bits is due",
        )

    def check_access(self, others: Sequence[Due]) -> None:
        """Check a load or a store, and what other operands it has after those two."""
        self.count(2 + len(others))
        for number, due in enumerate(others, 2):
            self.check_operand(number, due)
        place, values = (1, 0) if self.instruction.opcode == "ld" else (0, 1)
        self.check_operand(place, *parse_operands("address"))
        vectors = {"v2", "v4"} & set(self.modifiers)
        count = int(vectors.pop()[1]) if vectors else 1
        self.require(
            count * self.type.nbytes <= _LARGEST_VECTOR,
            f"an access takes {_LARGEST_VECTOR} bytes at most",
        )
        operand = self.operands[values]
        elements = elements_of(operand)
        self.require(
            len(elements) == count and (count == 1) != isinstance(operand, Vector),
            f"{count} values in braces are due"
            if count > 1
            else "one value, not in braces, is due",
        )
        widths = {element.type.bits for element in elements if isinstance(element, Register)}
        self.require(len(widths) <= 1, "the registers in braces differ in width")
        check = self.check_result if self.instruction.opcode == "ld" else self.check_source
        for element in elements:
            check(element, self.type, wider=True)

    def check_converted(self, operand: Operand, *, is_result: bool) -> None:
        """Check the result or a source of a conversion; their registers may be wider."""
        target, source = self.modifiers[-2:]
        due = type_named(target if is_result else source)
        wider = not target.startswith("bf16") and source != "bf16"
        if is_result:
            self.check_result(operand, due, wider=wider)
        else:
            is_register = isinstance(operand, Register)
            self.require(
                is_register or source not in ("f16", "bf16"), "a half is read from a register"
            )
            self.check_source(operand, due, wider=wider)
        if due.kind == "b" and isinstance(operand, Register):
            what = f"{operand.name} is of type .{operand.type}, and .{due} is due"
            self.require(operand.type.kind == "b", what)

    def check_move(self) -> None:
        """Check a move: of a number, or between one register and several that make it up."""
        vectors = [operand for operand in self.operands if isinstance(operand, Vector)]
        if not vectors:
            self.check_all(parse_operands(">type type"))
            return
        self.count(2)
        self.require(len(vectors) == 1, "one operand is a vector, the other a register")
        parts = len(vectors[0].elements)
        self.require(
            parts in (2, 4) and self.type.bits // parts >= 8,
            f"{self.type.bits} bits are packed from 2 or 4 registers of at least 8 bits",
        )
        part = Type("b", self.type.bits // parts)
        if vectors[0] is self.operands[0]:
            for element in vectors[0].elements:
                self.check_result(element, part)
            self.check_source(self.operands[1], self.type)
        else:
            self.require(self.type.kind == "b", "what is packed is of type .b16, .b32 or .b64")
            self.check_result(self.operands[0], self.type)
            for element in vectors[0].elements:
                self.check_source(element, part)
