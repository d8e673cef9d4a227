"""Whether instructions have the operands that their operations take.

What comes later relies on it: that there are as many operands as an operation has, that a register
is as wide as its operation says, that floating-point numbers and integers are not mixed up. PTX
from a compiler is always so; what people write by hand is told what is wrong, before anything else
looks at it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from sgemm.executor.context import BARRIER_COUNT
from sgemm.executor.lower.table import CONTROL, lowering_of, unsupported
from sgemm.executor.plan import WARP
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
)

_WORD = Type("u", 32)
_ADDRESS = Type("u", 64)
SOURCES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("neg", "abs", "not", "brev", "sqrt", "rcp", "mov", "cvta"), ("type",)),
    **dict.fromkeys(("add", "sub", "mul", "min", "max", "div", "rem"), ("type", "type")),
    **dict.fromkeys(("and", "or", "xor"), ("type", "type")),
    **dict.fromkeys(("mad", "fma"), ("type", "type", "result")),
    **dict.fromkeys(("shl", "shr"), ("type", "word")),
    **dict.fromkeys(("clz", "popc"), ("type",)),
    "bfe": ("type", "word", "word"),
    "bfi": ("type", "type", "word", "word"),
    "selp": ("type", "type", "predicate"),
    "prmt": ("word", "word", "word"),
    "shf": ("word", "word", "word"),
    "lop3": ("word", "word", "word", "word"),
}
"""Opcodes that take numbers to a number, and what their sources are: of the instruction's type, of
its result's, a word of 32 bits, a predicate. All other opcodes have a check of their own."""

_COUNTS = frozenset({"clz", "popc"})
"""Opcodes whose result is a word, whatever their type."""

_LARGEST_VECTOR = 16
"""Bytes of the widest access of one thread."""


def check_instructions(body: Iterable[Instruction | LabelStatement]) -> None:
    """Check every instruction of a kernel.

    Parameters
    ----------
    body : iterable of Instruction or LabelStatement

    Raises
    ------
    UnsupportedInstructionError
        If the executor does not know an operation, or an operand does not fit it, naming file,
        line and text.
    """
    for statement in body:
        if isinstance(statement, Instruction):
            if statement.operation not in CONTROL:
                lowering_of(statement)
            _Operands(statement).check()


class _Operands:
    """The operands of one instruction, whose operation is known."""

    def __init__(self, instruction: Instruction) -> None:
        self.instruction = instruction
        self.operands = instruction.operands
        name = instruction.modifiers[-1] if instruction.modifiers else ""
        self.type = _type(name)

    def check(self) -> None:
        opcode, operation = self.instruction.opcode, self.instruction.operation
        if opcode in ("ld", "st"):
            self.check_access()
        elif opcode == "setp":
            self.check_comparison()
        elif opcode == "cvt":
            self.count(2)
            self.result(0, _type(self.instruction.modifiers[-2]), wider=True)
            self.source(1, self.type, wider=True)
        elif opcode == "mov" and any(isinstance(operand, Vector) for operand in self.operands):
            self.check_packing()
        elif opcode == "tex":
            self.check_texture()
        elif opcode == "bra":
            self.count(1)
            self.require(isinstance(self.operands[0], Label), "a branch takes a label")
        elif opcode in ("bar", "barrier"):
            self.check_barrier()
        elif operation.startswith("cp.async") and "global" in self.instruction.modifiers:
            self.check_copy()
        elif operation == "cp.async.wait_group":
            self.count(1)
            self.require(isinstance(self.operands[0], Integer), "a number of groups is a constant")
        elif opcode in ("prefetch", "prefetchu"):
            self.count(1)
            self.address(0)
        elif opcode in ("ret", "exit", "cp", "membar", "fence"):
            self.count(0)
        else:
            self.check_computation()

    def check_computation(self) -> None:
        """Check an instruction that takes numbers to a number."""
        opcode, result = self.instruction.opcode, self.type
        if "wide" in self.instruction.modifiers:
            result = Type(result.kind, 2 * result.bits)
        elif opcode in _COUNTS:
            result = _WORD
        types = {"type": self.type, "result": result, "word": _WORD, "predicate": PREDICATE}
        sources = SOURCES[opcode]
        self.count(1 + len(sources))
        self.result(0, result)
        for place, source in enumerate(sources, 1):
            self.source(place, types[source])

    def check_comparison(self) -> None:
        combined = len(self.instruction.modifiers) == 3
        self.count(4 if combined else 3)
        targets = _elements(self.operands[0])
        self.require(len(targets) <= 2, "a comparison sets one or two predicates")
        for target in targets:
            self.check_result(target, PREDICATE)
        self.source(1, self.type)
        self.source(2, self.type)
        if combined:
            self.source(3, PREDICATE)

    def check_access(self) -> None:
        self.count(2)
        place, values = (1, 0) if self.instruction.opcode == "ld" else (0, 1)
        self.address(place)
        vectors = {"v2", "v4"} & set(self.instruction.modifiers)
        count = int(vectors.pop()[1]) if vectors else 1
        self.require(
            count * self.type.nbytes <= _LARGEST_VECTOR,
            f"an access takes {_LARGEST_VECTOR} bytes at most",
        )
        operand = self.operands[values]
        elements = _elements(operand)
        self.require(
            len(elements) == count and (count == 1) != isinstance(operand, Vector),
            f"{count} value{'s' * (count > 1)} in braces are due"
            if count > 1
            else "one value, not in braces, is due",
        )
        for element in elements:
            if self.instruction.opcode == "ld":
                self.check_result(element, self.type, wider=True)
            else:
                self.check_source(element, self.type, wider=True)

    def check_barrier(self) -> None:
        self.count(1, 2)
        for place in range(len(self.operands)):
            self.source(place, _WORD)
        barrier, *threads = self.operands
        if isinstance(barrier, Integer):
            self.require(
                0 <= barrier.value < BARRIER_COUNT, f"barriers are 0 ... {BARRIER_COUNT - 1}"
            )
        for number in threads:
            if isinstance(number, Integer):
                self.require(
                    number.value > 0 and number.value % WARP == 0,
                    f"a barrier is for a multiple of {WARP} threads",
                )

    def check_packing(self) -> None:
        self.count(2)
        vectors = [operand for operand in self.operands if isinstance(operand, Vector)]
        self.require(len(vectors) == 1, "one operand is a vector, the other a register")
        parts = len(vectors[0].elements)
        self.require(
            parts in (2, 4) and self.type.bits // parts >= 16,
            f"{self.type.bits} bits are packed from 2 or 4 registers of at least 16 bits",
        )
        part = Type("b", self.type.bits // parts)
        if vectors[0] is self.operands[0]:
            for element in vectors[0].elements:
                self.check_result(element, part)
            self.source(1, self.type)
        else:
            self.result(0, self.type)
            for element in vectors[0].elements:
                self.check_source(element, part)

    def check_copy(self) -> None:
        hinted = "L2::cache_hint" in self.instruction.modifiers
        self.count(*((4, 5) if hinted else (3, 4)))
        self.address(0)
        self.address(1)
        self.require(isinstance(self.operands[2], Integer), "the size of a copy is a constant")
        sizes = self.operands[3:-1] if hinted else self.operands[3:]
        for operand in sizes:
            self.check_source(operand, _WORD)
        if hinted:
            self.check_source(self.operands[-1], _ADDRESS)

    def check_texture(self) -> None:
        self.count(2)
        target, source = self.operands
        self.require(
            isinstance(target, Vector) and len(target.elements) == 4, "four values are due"
        )
        for element in _elements(target):
            self.check_result(element, Type("f", 32))
        self.require(
            isinstance(source, TextureAddress)
            and isinstance(source.texture, Register)
            and len(source.coordinates) == 1,
            "a handle in a register and one index are due",
        )
        assert isinstance(source, TextureAddress)
        self.check_source(source.texture, _ADDRESS)
        self.check_source(source.coordinates[0], _WORD)

    # ---- single operands

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            raise unsupported(self.instruction, what)

    def count(self, *allowed: int) -> None:
        numbers = " or ".join(map(str, allowed))
        self.require(
            len(self.operands) in allowed,
            f"{self.instruction.opcode} takes {numbers} operands here, not {len(self.operands)}",
        )

    def result(self, place: int, kind: Type, *, wider: bool = False) -> None:
        self.check_result(self.operands[place], kind, wider=wider)

    def check_result(self, operand: Operand, kind: Type, *, wider: bool = False) -> None:
        if isinstance(operand, Discard) and isinstance(self.operands[0], Vector):
            return
        self.require(isinstance(operand, Register), "the destination is not a register")
        assert isinstance(operand, Register)
        self.check_register(operand, kind, wider=wider)

    def source(self, place: int, kind: Type, *, wider: bool = False) -> None:
        self.check_source(self.operands[place], kind, wider=wider)

    def check_source(self, operand: Operand, kind: Type, *, wider: bool = False) -> None:
        if isinstance(operand, Register):
            self.check_register(operand, kind, wider=wider)
        elif isinstance(operand, NegatedPredicate):
            self.require(kind.kind == "pred", f"a number of type {_shown(kind)} is due")
        elif isinstance(operand, Integer):
            self.require(kind.kind != "f", "an integer constant where a floating-point one is due")
            self.require(
                -(1 << (kind.bits - 1)) <= operand.value < 1 << kind.bits or wider,
                f"the constant {operand.value} does not fit {_shown(kind)}",
            )
        elif isinstance(operand, Float):
            self.require(
                kind.kind == "f" or (kind.kind == "b" and kind.bits == operand.bits),
                f"a floating-point constant where a number of type {_shown(kind)} is due",
            )
            self.require(
                kind.bits == operand.bits or (kind.bits == 32 and _is_single(operand)),
                f"the constant does not fit {_shown(kind)}",
            )
        else:
            self.require(
                isinstance(operand, SpecialRegister | Symbol | OffsetSymbol)
                and kind.kind in ("b", "u", "s"),
                f"an operand of type {_shown(kind)} is due",
            )

    def check_register(self, register: Register, kind: Type, *, wider: bool) -> None:
        have = register.type
        same_width = have.bits == kind.bits
        fits = same_width or (wider and have.bits > kind.bits and "f" not in (have.kind, kind.kind))
        mixes = {have.kind, kind.kind}
        agrees = (
            have.kind == kind.kind or ("pred" not in mixes and "b" in mixes) or mixes == {"s", "u"}
        )
        self.require(
            fits and agrees, f"{register.name} is of type {_shown(have)}, and {_shown(kind)} is due"
        )

    def address(self, place: int) -> None:
        operand = self.operands[place]
        self.require(isinstance(operand, Address), "a memory operand is due")
        assert isinstance(operand, Address)
        modifiers = self.instruction.modifiers
        in_shared = any(space in modifiers for space in ("shared", "shared::cta")) and (
            self.instruction.opcode != "cp" or place == 0
        )
        if not isinstance(operand.base, Register):
            self.require(
                isinstance(operand.base, Integer) or in_shared or "param" in modifiers,
                "a variable is not in the memory that this instruction accesses",
            )
            return
        widths = (32, 64) if in_shared else (64,)
        self.require(
            operand.base.type.bits in widths and operand.base.type.kind not in ("f", "pred"),
            f"the address {operand.base.name} is of type {_shown(operand.base.type)}; "
            f"an integer of {' or '.join(map(str, widths))} bits is due",
        )


def _elements(operand: Operand) -> Sequence[Operand]:
    return operand.elements if isinstance(operand, Vector) else (operand,)


def _is_single(constant: Float) -> bool:
    """Whether a double-precision constant is in the range of single precision."""
    value = struct.unpack("<d", struct.pack("<Q", constant.pattern))[0]
    try:
        struct.pack("<f", value)
    except OverflowError:
        return False
    return True


def _type(name: str) -> Type:
    if name == "pred":
        return PREDICATE
    known = name[:1] in tuple("busf") and name[1:].isdigit()
    return Type(name[0], int(name[1:])) if known else _WORD  # type: ignore[arg-type]


def _shown(kind: Type) -> str:
    return f".{kind}"
