"""The table of operations that the executor knows.

Each row is a whole operation as written, ``add.s32`` or ``ld.global.nc.v4.f32``, the operands that
it takes, and the function that lowers it to LLVM. A family registers all its rows at once by a
pattern in which parentheses hold alternatives: ``(add|sub).(s32|u32)``, ``ld.global(|.nc).f32``. An
opcode or a modifier that is not here is a missing row, and running it is an error, never a guess.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sgemm.errors import UnsupportedInstructionError
from sgemm.ptx.syntax import PREDICATE, Instruction, Type

if TYPE_CHECKING:
    from sgemm.executor.lower.emitter import Emitter

Lowering = Callable[["Emitter", Instruction], None]


# ---- operands


class Due(NamedTuple):
    """What one operand must be: a word of what :func:`parse_operands` reads."""

    kind: str
    is_result: bool
    is_optional: bool
    may_be_discarded: bool
    registers: int  # in braces; 0: there are no braces


_KINDS = {
    *("pred", "type", "wide", "predicates", "pair", "leader", "converted", "nothing"),
    *("constant", "sign", "transposition", "size", "groups", "registers", "barrier", "threads"),
    *("address", "shared", "global", "label", "box", "texture", "texel"),
    *("access", "move", "warpgroup"),
}


@functools.cache
def parse_operands(text: str) -> tuple[Due, ...]:
    """Return what a registration says of operands: a word for each, in their order.

    - ``u32``, ``b64``, ``pred``: a source of that type. ``type`` is the type that the operation's
      last modifier names, ``wide`` one of twice its width.
    - ``>u32``: a destination. ``>u32?``: one that may be ``_``.
    - ``4b32``, ``>4b32``: so many registers in braces.
    - ``[u32]``: may be left out, together with all others in brackets.
    - ``shared``, ``global``: a memory operand of that space; ``address``: of the one that a
      modifier names.
    - Integers as written: ``constant``, ``sign`` (-1 or 1), ``transposition`` (0 or 1), ``size``
      of a copy, ``groups`` of copies, ``registers`` of a thread.
    - ``barrier``, ``threads`` at it, ``label``, ``box`` of a tensor, ``texture``, ``>texel``.
    - ``>predicates``: one or two; ``>pair``: a word, perhaps with a predicate; ``>leader``: always
      with one; ``>converted``, ``converted``: numbers of the types of ``cvt``; ``nothing``: ``_``.

    Where operands depend on each other, one word is for all: ``access`` for the two of ``ld`` and
    ``st``, ``move`` for those of ``mov``, ``warpgroup`` for those of ``wgmma.mma_async``.
    """
    found = []
    for word in text.split():
        parts = re.fullmatch(r"(\[)?(>?)(\d*)(\w+)(\??)(?(1)\])", word)
        if parts is None or not (parts[4] in _KINDS or re.fullmatch(r"[busf]\d+", parts[4])):
            raise ValueError(f"{word!r} is no kind of operand")
        optional, result, count, kind, discard = parts.groups()
        found.append(Due(kind, bool(result), bool(optional), bool(discard), int(count or 0)))
    return tuple(found)


@functools.lru_cache(256)
def type_named(name: str) -> Type:
    """Return the type that a modifier names; a word, where it names none.

    BF16 and pairs of halves are bits, as far as registers go.
    """
    if name == "pred":
        return PREDICATE
    if name in ("bf16", "f16x2", "bf16x2"):
        return Type("b", 32 if name.endswith("x2") else 16)
    known = name[:1] in tuple("busf") and name[1:].isdigit()
    return Type(name[0], int(name[1:])) if known else Type("u", 32)  # type: ignore[arg-type]


def operand_type(instruction: Instruction, kind: str) -> Type:
    """Return the type of an operand of some kind that is a number."""
    last = type_named(instruction.modifiers[-1] if instruction.modifiers else "")
    if kind == "wide":
        return Type(last.kind, 2 * last.bits)
    return last if kind in ("type", "converted", "constant") else type_named(kind)


# ---- rows


class _Rows(NamedTuple):
    """All rows of a pattern, which stay unwritten: they are a quarter of a million together."""

    pattern: str
    lower: Lowering
    operands: tuple[Due, ...]


_ROWS_OF: dict[str, list[_Rows]] = {}  # what is registered for each opcode


def expand(pattern: str) -> Iterator[str]:
    """Yield every operation that a pattern stands for."""
    parts = re.split(r"\(([^()]*)\)", pattern)
    choices = [part.split("|") if index % 2 else [part] for index, part in enumerate(parts)]
    for choice in itertools.product(*choices):
        yield "".join(choice)


_ORDERED = "(|.acquire.cta|.acquire.cluster|.relaxed.cta|.relaxed.cluster)(|.shared|.shared::cta)"

CONTROL: dict[str, tuple[Due, ...]] = {
    operation: parse_operands(operands)
    for pattern, operands in {
        "bra(|.uni)": "label",
        "ret(|.uni)": "",
        "exit": "",
        "bar(|.cta).sync": "barrier [threads]",
        "barrier(|.cta).sync(|.aligned)": "barrier [threads]",
        "bar(|.cta).red.popc.u32": ">u32 barrier [threads] pred",
        "bar(|.cta).red.(and|or).pred": ">pred barrier [threads] pred",
        "barrier(|.cta).red.popc(|.aligned).u32": ">u32 barrier [threads] pred",
        "barrier(|.cta).red.(and|or)(|.aligned).pred": ">pred barrier [threads] pred",
        f"mbarrier.test_wait{_ORDERED}.b64": ">pred shared b64",
        f"mbarrier.test_wait.parity{_ORDERED}.b64": ">pred shared u32",
        f"mbarrier.try_wait{_ORDERED}.b64": ">pred shared b64 [u32]",
        f"mbarrier.try_wait.parity{_ORDERED}.b64": ">pred shared u32 [u32]",
        "barrier.cluster.wait(|.acquire)(|.aligned)": "",
    }.items()
    for operation in expand(pattern)
}
"""Operations that end a basic block, and their operands: function_writer.py lowers them."""


def lowers(*patterns: str, operands: str) -> Callable[[Lowering], Lowering]:
    """Register a function for all operations of some patterns, which take the same operands.

    A cache hint, ``L2::cache_hint``, takes one operand more, a ``u64``, of which nothing is said.
    """
    dues = parse_operands(operands)

    def register(function: Lowering) -> Lowering:
        for pattern in patterns:
            first = re.match(r"(?:[^.()]|\([^()]*\))+", pattern)
            assert first is not None
            for opcode in {each.partition(".")[0] for each in expand(first[0])}:
                _ROWS_OF.setdefault(opcode, []).append(_Rows(pattern, function, dues))
        return function

    return register


@functools.lru_cache(4096)
def _row(operation: str) -> _Rows | None:
    """Return the row of an operation, if there is one, among those of its pattern."""
    for rows in _ROWS_OF.get(operation.partition(".")[0], ()):
        choices = re.escape(rows.pattern)
        for sign in "(|)":
            choices = choices.replace(f"\\{sign}", sign)
        if re.fullmatch(choices, operation):
            hint = parse_operands("u64" if "L2::cache_hint" in operation else "")
            return rows._replace(operands=rows.operands + hint)
    return None


def lowering_of(instruction: Instruction) -> Lowering:
    """Return the function that lowers an instruction, which is in the table."""
    row = _row(instruction.operation)
    assert row is not None
    return row.lower


def operands_of(instruction: Instruction) -> tuple[Due, ...]:
    """Return what the operands of an instruction must be.

    Raises UnsupportedInstructionError if there is no row for it, naming file, line and text.
    """
    operation, opcode = instruction.operation, instruction.opcode
    if operation in CONTROL:
        return CONTROL[operation]
    row = _row(operation)
    if row is not None:
        return row.operands
    known = opcode in _ROWS_OF or any(each.split(".")[0] == opcode for each in CONTROL)
    raise unsupported(
        instruction,
        f"the executor knows {opcode}, but not with these modifiers"
        if known
        else f"the executor does not know the opcode {opcode}",
    )


def unsupported(instruction: Instruction, what: str) -> UnsupportedInstructionError:
    """Return the error for an operand or a form that a known operation does not take here."""
    where = instruction.location
    return UnsupportedInstructionError(what, where.file, where.line, where.text)
