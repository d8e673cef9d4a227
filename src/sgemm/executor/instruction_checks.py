"""Whether instructions have the operands that their operations take.

What comes later relies on it: that there are as many operands as an operation has, that a register
is as wide as its operation says, that floating-point numbers and integers are not mixed up. PTX
from a compiler is always so. Errors in what people write by hand are reported here, before anything
else reads it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sgemm.executor.lower.table import CONTROL, SOURCES, lowering_of
from sgemm.executor.operand_checks import ADDRESS, WORD, Operands, elements_of, type_named
from sgemm.executor.synchronization_checks import SYNCHRONIZATION, family
from sgemm.ptx.syntax import (
    PREDICATE,
    Discard,
    Instruction,
    Integer,
    Label,
    LabelStatement,
    Register,
    TextureAddress,
    Type,
    Vector,
)

_COUNTS = frozenset({"clz", "popc"})
"""Opcodes whose result is a word, whatever their type."""

_LARGEST_VECTOR = 16
"""Bytes of the widest access of one thread."""


def check_instructions(body: Iterable[Instruction | LabelStatement]) -> None:
    """Check every instruction of a kernel.

    Raises UnsupportedInstructionError if the executor does not know an operation, or an operand
    does not fit it, naming file, line and text.
    """
    for statement in body:
        if isinstance(statement, Instruction):
            if statement.operation not in CONTROL:
                lowering_of(statement)
            _Checks(statement).check()


class _Checks(Operands):
    """Checks each family of operations."""

    def check(self) -> None:
        opcode, operation = self.instruction.opcode, self.instruction.operation
        special = SYNCHRONIZATION.get(family(self.instruction))
        if special is not None:
            special(self)
        elif opcode in ("ld", "st"):
            self.check_access()
        elif opcode == "setp":
            self.check_comparison()
        elif opcode == "cvt":
            self.count(2)
            self.result(0, type_named(self.instruction.modifiers[-2]), wider=True)
            self.source(1, self.type, wider=True)
        elif opcode == "mov" and any(isinstance(operand, Vector) for operand in self.operands):
            self.check_packing()
        elif opcode == "tex":
            self.check_texture()
        elif opcode == "bra":
            self.count(1)
            self.require(isinstance(self.operands[0], Label), "a branch takes a label")
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
            result = WORD
        types = {"type": self.type, "result": result, "word": WORD, "predicate": PREDICATE}
        sources = SOURCES[opcode]
        self.count(1 + len(sources))
        self.result(0, result)
        for place, source in enumerate(sources, 1):
            if source == "constant":
                self.require(
                    isinstance(self.operands[place], Integer), f"operand {place} must be a constant"
                )
            else:
                self.source(place, types[source])

    def check_comparison(self) -> None:
        combined = len(self.instruction.modifiers) == 3
        self.count(4 if combined else 3)
        targets = elements_of(self.operands[0])
        self.require(len(targets) <= 2, "a comparison sets one or two predicates")
        for target in targets:
            if not isinstance(target, Discard):
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
        elements = elements_of(operand)
        self.require(
            len(elements) == count and (count == 1) != isinstance(operand, Vector),
            f"{count} value{'s' * (count > 1)} in braces are due"
            if count > 1
            else "one value, not in braces, is due",
        )
        widths = {element.type.bits for element in elements if isinstance(element, Register)}
        self.require(len(widths) <= 1, "the registers in braces differ in width")
        for element in elements:
            if self.instruction.opcode == "ld":
                self.check_result(element, self.type, wider=True)
            else:
                self.check_source(element, self.type, wider=True)

    def check_packing(self) -> None:
        self.count(2)
        vectors = [operand for operand in self.operands if isinstance(operand, Vector)]
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
            self.source(1, self.type)
        else:
            self.require(self.type.kind == "b", "what is packed is of type .b16, .b32 or .b64")
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
            self.check_source(operand, WORD)
        if hinted:
            self.check_source(self.operands[-1], ADDRESS)

    def check_texture(self) -> None:
        self.count(2)
        target, source = self.operands
        self.require(
            isinstance(target, Vector) and len(target.elements) == 4, "four values are due"
        )
        for element in elements_of(target):
            self.check_result(element, Type("f", 32))
        self.require(
            isinstance(source, TextureAddress)
            and isinstance(source.texture, Register)
            and len(source.coordinates) == 1,
            "a handle in a register and one index are due",
        )
        assert isinstance(source, TextureAddress)
        self.check_source(source.texture, ADDRESS)
        self.check_source(source.coordinates[0], WORD)
