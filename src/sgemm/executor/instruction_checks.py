"""Whether instructions have the operands that their operations take.

What comes later relies on it: that there are as many operands as an operation has, that a register
is as wide as its operation says, that floating-point numbers and integers are not mixed up. PTX
from a compiler is always so. Errors in what people write by hand are reported here, before anything
else reads it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence

from sgemm.executor.abi import BARRIER_COUNT
from sgemm.executor.lane_count import WARP
from sgemm.executor.lower.table import (
    CONTROL,
    SOURCES,
    lowering_of,
    operand_type,
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
)

_OPERANDS = {
    r"bar\.warp": "u32",
    r"barrier\.cluster": "",
    r"bar(rier)?(\.cta)?\.arrive": "barrier threads",
    r"bar(rier)?(\.cta)?\.red\.popc": ">u32 barrier [threads] pred",
    r"bar(rier)?(\.cta)?\.red": ">pred barrier [threads] pred",
    r"bar(rier)?\.": "barrier [threads]",
    r"vote\.sync\.ballot": ">b32 pred u32",
    r"vote\.": ">pred pred u32",
    r"shfl\.": "pair b32 b32 b32 b32",
    r"elect\.": "leader u32",
    r"redux\.": ">u32 u32 u32",
    r"ldmatrix\..*\.x1\b": ">1b32 shared",
    r"ldmatrix\..*\.x2\b": ">2b32 shared",
    r"ldmatrix\.": ">4b32 shared",
    r"mma\.sync\.aligned\.(m16n8k16|m16n8k8\.row\.col\.f32\.tf32)": ">4f32 4b32 2b32 4f32",
    r"mma\.": ">4f32 2b32 1b32 4f32",
    r"wgmma\.wait_group": "groups",
    r"mbarrier\.(init|expect_tx)": "shared u32",
    r"mbarrier\.inval": "shared",
    r"mbarrier\.arrive\.expect_tx.*shared::cluster": "nothing shared u32",
    r"mbarrier\.arrive.*shared::cluster": "nothing shared [u32]",
    r"mbarrier\.arrive\.expect_tx": ">b64? shared u32",
    r"mbarrier\.arrive": ">b64? shared [u32]",
    r"mbarrier\.test_wait\.parity": ">pred shared u32",
    r"mbarrier\.test_wait": ">pred shared b64",
    r"mbarrier\.try_wait\.parity": ">pred shared u32 [u32]",
    r"mbarrier\.try_wait": ">pred shared b64 [u32]",
    r"mbarrier\.pending_count": ">u32 b64",
    r"cp\.async\.bulk\.prefetch\.tensor": "box",
    r"cp\.async\.bulk\.prefetch": "global u32",
    r"cp\.async\.bulk\.tensor.*multicast": "shared box shared b16",
    r"cp\.async\.bulk\.tensor": "shared box shared",
    r"cp\.async\.bulk\.shared::cluster\.shared::cta": "shared shared u32 shared",
    r"cp\.async\.bulk.*multicast": "shared global u32 shared b16",
    r"cp\.async\.bulk": "shared global u32 shared",
    r"cp\.async\.mbarrier": "shared",
    r"cp\.async\.c[ag]": "shared global size [u32]",
    r"cp\.async\.wait_group": "groups",
    r"atom\..*\bcas\b": ">type? address type type",
    r"atom\.": ">type? address type",
    r"red\.": "address type",
    r"setmaxnreg\.": "registers",
    r"nanosleep\.": "u32",
    r"createpolicy\.": ">u64 [f32]",
    r"prefetch": "global",
    r"tex\.": "texel texture",
    r"bra\b": "label",
    r"griddepcontrol|cp\.|membar|fence|wgmma|ret|exit": "",
}
"""Pattern of operations -> their operands, of the first pattern that fits: sources by their types,
destinations with > before it and ? after it where they may be discarded, memory operands, and what
:meth:`_Checks.check_operand` knows. Operands in brackets may be left out. For arithmetic see
`SOURCES`."""

_FORMS: dict[str, tuple[type, str]] = {
    "size": (Integer, "the size of a copy is a constant"),
    "groups": (Integer, "a number of groups is a constant"),
    "label": (Label, "a branch takes a label"),
}
_REGISTER_COUNTS = range(24, 257, 8)  # registers of a thread that ``setmaxnreg`` can ask for

_LARGEST_VECTOR = 16  # bytes of the widest access of one thread


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


@functools.cache
def _operands_of(operation: str) -> str:
    """Return the operands of an operation that is not arithmetic."""
    found = next(kinds for pattern, kinds in _OPERANDS.items() if re.match(pattern, operation))
    return f"{found} u64" if "L2::cache_hint" in operation else found


class _Checks:
    """The operands of one instruction, whose operation is known."""

    def __init__(self, instruction: Instruction) -> None:
        self.instruction = instruction
        self.operands = instruction.operands
        self.modifiers = instruction.modifiers
        self.type = type_named(self.modifiers[-1] if self.modifiers else "")

    def check(self) -> None:
        opcode = self.instruction.opcode
        if opcode in ("ld", "st"):
            self.check_access()
        elif opcode == "setp":
            self.check_comparison()
        elif opcode == "cvt":
            self.check_conversion()
        elif opcode == "mov" and any(isinstance(operand, Vector) for operand in self.operands):
            self.check_packing()
        elif self.instruction.operation.startswith("wgmma.mma_async"):
            self.check_warpgroup()
        elif opcode in SOURCES:
            self.check_all([">result", *SOURCES[opcode]])
        else:
            self.check_all(_operands_of(self.instruction.operation).split())

    def check_all(self, kinds: Sequence[str]) -> None:
        """Check operands of some kinds; those in brackets may be left out."""
        needed = [kind for kind in kinds if not kind.startswith("[")]
        self.count(*dict.fromkeys((len(needed), len(kinds))))
        if len(self.operands) < len(kinds):
            kinds = needed
        for place, kind in enumerate(kinds):
            self.check_operand(place, kind.strip("[]"))

    def check_operand(self, place: int, kind: str) -> None:
        """Check one operand."""
        operand = self.operands[place]
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
            case "pair" | "leader":
                self.check_pair(operand, kind)
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
                for element in _elements_of(operand):
                    self.check_result(element, Type("f", 32))
            case "constant":
                self.require(isinstance(operand, Integer), f"operand {place} must be a constant")
            case "sign" | "transposition":
                allowed = (-1, 1) if kind == "sign" else (0, 1)
                self.require(
                    isinstance(operand, Integer) and operand.value in allowed,
                    f"operand {place} must be {allowed[0]} or {allowed[1]}",
                )
            case "registers":
                self.require(
                    isinstance(operand, Integer) and operand.value in _REGISTER_COUNTS,
                    f"a multiple of 8 from {_REGISTER_COUNTS[0]} to {_REGISTER_COUNTS[-1]} is due",
                )
            case "size" | "groups" | "label":
                form, what = _FORMS[kind]
                self.require(isinstance(operand, form), what)
            case _ if kind.strip(">")[0].isdigit():
                self.check_fragment(operand, kind.strip(">"))
            case _ if kind.startswith(">"):
                if not (kind.endswith("?") and isinstance(operand, Discard)):
                    self.check_result(operand, operand_type(self.instruction, kind.strip(">?")))
            case _:
                self.check_source(operand, operand_type(self.instruction, kind))

    def require(self, holds: bool, what: str) -> None:
        """Refuse the instruction unless something holds."""
        if not holds:
            raise unsupported(self.instruction, what)

    def count(self, *allowed: int) -> None:
        """Require one of some numbers of operands."""
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
        elements = _elements_of(target)
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
        kinds = [f">{int(shape[1]) // 2}f32", "4b32" if from_registers else "b64", "b64"]
        kinds += ["predicate", "sign", "sign"]
        if shape[2] == "16":
            kinds += ["transposition"] * (1 if from_registers else 2)
        self.check_all(kinds)

    def check_fragment(self, operand: Operand, kind: str) -> None:
        """Check a thread's part of a matrix: ``4b32`` are four words."""
        found = re.fullmatch(r"(\d+)(\w+)", kind)
        assert found is not None
        count, name = int(found[1]), found[2]
        elements = _elements_of(operand)
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

    def check_comparison(self) -> None:
        combined = len(self.modifiers) == 3
        self.count(4 if combined else 3)
        targets = _elements_of(self.operands[0])
        self.require(len(targets) <= 2, "a comparison sets one or two predicates")
        for target in targets:
            if not isinstance(target, Discard):
                self.check_result(target, PREDICATE)
        for place, kind in enumerate(("type", "type", "pred")[: 3 if combined else 2], 1):
            self.check_operand(place, kind)

    def check_access(self) -> None:
        has_hint = "L2::cache_hint" in self.modifiers
        self.count(2 + has_hint)
        if has_hint:
            self.check_operand(2, "u64")
        place, values = (1, 0) if self.instruction.opcode == "ld" else (0, 1)
        self.check_operand(place, "address")
        vectors = {"v2", "v4"} & set(self.modifiers)
        count = int(vectors.pop()[1]) if vectors else 1
        self.require(
            count * self.type.nbytes <= _LARGEST_VECTOR,
            f"an access takes {_LARGEST_VECTOR} bytes at most",
        )
        operand = self.operands[values]
        elements = _elements_of(operand)
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

    def check_conversion(self) -> None:
        """Check a conversion, of two numbers if its result is a pair of halves."""
        target, source = self.modifiers[-2:]
        self.count(3 if target.endswith("x2") else 2)
        wider = not target.startswith("bf16") and source != "bf16"
        self.check_result(self.operands[0], type_named(target), wider=wider)
        for operand in self.operands[1:]:
            is_register = isinstance(operand, Register)
            self.require(
                is_register or source not in ("f16", "bf16"), "a half is read from a register"
            )
            self.check_source(operand, self.type, wider=wider)
        for name, operand in ((target, self.operands[0]), (source, self.operands[1])):
            due = type_named(name)
            if due.kind == "b" and isinstance(operand, Register):
                what = f"{operand.name} is of type .{operand.type}, and .{due} is due"
                self.require(operand.type.kind == "b", what)

    def check_packing(self) -> None:
        """Check a ``mov`` between one register and several that make it up."""
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
            self.check_source(self.operands[1], self.type)
        else:
            self.require(self.type.kind == "b", "what is packed is of type .b16, .b32 or .b64")
            self.check_result(self.operands[0], self.type)
            for element in vectors[0].elements:
                self.check_source(element, part)


def _elements_of(operand: Operand) -> Sequence[Operand]:
    """Return the operands in braces, or the one without."""
    return operand.elements if isinstance(operand, Vector) else (operand,)
