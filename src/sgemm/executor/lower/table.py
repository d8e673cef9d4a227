"""The table of operations that the executor knows.

Each row is a whole operation as written, ``add.s32`` or ``ld.global.nc.v4.f32``, and the function
that lowers it to LLVM. A family registers all its rows at once by a pattern in which parentheses
hold alternatives: ``(add|sub).(s32|u32)``, ``ld.global(|.nc).f32``. An opcode or a modifier that
is not here is a missing row, and running it is an error, never a guess.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sgemm.errors import UnsupportedInstructionError
from sgemm.ptx.syntax import PREDICATE, Instruction, Type

if TYPE_CHECKING:
    from sgemm.executor.lower.emitter import Emitter

Lowering = Callable[["Emitter", Instruction], None]

_ROWS: dict[str, Lowering] = {}

SOURCES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("neg", "abs", "not", "brev", "sqrt", "rcp", "mov", "cvta"), ("type",)),
    **dict.fromkeys(("add", "sub", "mul", "min", "max", "div", "rem"), ("type", "type")),
    **dict.fromkeys(("and", "or", "xor"), ("type", "type")),
    **dict.fromkeys(("mad", "fma"), ("type", "type", "result")),
    **dict.fromkeys(("shl", "shr"), ("type", "word")),
    **dict.fromkeys(("clz", "popc", "bfind"), ("type",)),
    "bfe": ("type", "word", "word"),
    "bfi": ("type", "type", "word", "word"),
    "selp": ("type", "type", "predicate"),
    "prmt": ("type", "type", "type"),
    "shf": ("type", "type", "word"),
    "lop3": ("type", "type", "type", "constant"),
    "isspacep": ("u64",),
    "mapa": ("type", "word"),
    "getctarank": ("type",),
}
"""Opcodes that take numbers to a number, and what their sources are: of the instruction's type, of
its result's, a word of 32 bits, a predicate, a constant. All other opcodes have a check of their
own."""


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


def operand_type(instruction: Instruction, name: str) -> Type:
    """Return the type of an operand: one in `SOURCES`, ``result``, or a type by its name."""
    kind = type_named(instruction.modifiers[-1] if instruction.modifiers else "")
    if name == "result" and instruction.opcode == "isspacep":
        return PREDICATE
    if name == "result" and instruction.opcode in ("clz", "popc", "bfind", "getctarank"):
        return Type("u", 32)
    if name == "result" and "wide" in instruction.modifiers:
        return Type(kind.kind, 2 * kind.bits)
    if name in ("type", "result", "constant"):
        return kind
    return PREDICATE if name == "predicate" else type_named(name)


def expand(pattern: str) -> Iterator[str]:
    """Yield every operation that a pattern stands for."""
    parts = re.split(r"\(([^()]*)\)", pattern)
    choices = [part.split("|") if index % 2 else [part] for index, part in enumerate(parts)]
    for choice in itertools.product(*choices):
        yield "".join(choice)


CONTROL = frozenset(
    operation
    for pattern in (
        "bra(|.uni)",
        "ret(|.uni)",
        "exit",
        "bar(|.cta).sync",
        "barrier(|.cta).sync(|.aligned)",
        "bar(|.cta).red.popc.u32",
        "bar(|.cta).red.(and|or).pred",
        "barrier(|.cta).red.popc(|.aligned).u32",
        "barrier(|.cta).red.(and|or)(|.aligned).pred",
        "mbarrier.(test_wait|try_wait)(|.parity)(|.shared|.shared::cta).b64",
        "mbarrier.(test_wait|try_wait)(|.parity).(acquire|relaxed).(cta|cluster)"
        "(|.shared|.shared::cta).b64",
        "barrier.cluster.wait(|.acquire)(|.aligned)",
    )
    for operation in expand(pattern)
)
"""Operations that end a basic block: they have no rows; function_writer.py lowers them."""


def lowers(*patterns: str) -> Callable[[Lowering], Lowering]:
    """Register a function for all operations of some patterns."""

    def register(function: Lowering) -> Lowering:
        for pattern in patterns:
            for operation in expand(pattern):
                if operation in _ROWS:
                    raise ValueError(f"two rows for {operation}")
                _ROWS[operation] = function
        return function

    return register


def operations() -> frozenset[str]:
    """Return every operation that has a row."""
    return frozenset(_ROWS)


def lowering_of(instruction: Instruction) -> Lowering:
    """Return the function that lowers an instruction.

    Raises UnsupportedInstructionError if there is no row for it, naming file, line and text.
    """
    found = _ROWS.get(instruction.operation)
    if found is None:
        known = any(row.split(".")[0] == instruction.opcode for row in (*_ROWS, *CONTROL))
        what = (
            f"the executor knows {instruction.opcode}, but not with these modifiers"
            if known
            else f"the executor does not know the opcode {instruction.opcode}"
        )
        where = instruction.location
        raise UnsupportedInstructionError(what, where.file, where.line, where.text)
    return found


def unsupported(instruction: Instruction, what: str) -> UnsupportedInstructionError:
    """Return the error for an operand or a form that a known operation does not take here."""
    where = instruction.location
    return UnsupportedInstructionError(what, where.file, where.line, where.text)
