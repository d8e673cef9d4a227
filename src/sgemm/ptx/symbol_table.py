"""The names of one kernel: nested scopes, renaming, special registers.

A name may be declared again in a nested scope, and each piece of inline assembly in braces does
so. Every declaration after the first gets a name of its own, ``name'2``, ``name'3``, so that
what comes after the parser sees no scopes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar

from sgemm.ptx.syntax import PREDICATE, Label, Register, Symbol, Type

_WIDTHS: dict[Literal["b", "u", "s", "f"], tuple[int, ...]] = {
    "b": (8, 16, 32, 64, 128),
    "u": (8, 16, 32, 64),
    "s": (8, 16, 32, 64),
    "f": (16, 32, 64),
}
TYPES = {
    ".pred": PREDICATE,
    # Two half-precision numbers in one register: bits, as far as declarations go.
    ".f16x2": Type("b", 32),
    **{f".{kind}{bits}": Type(kind, bits) for kind, widths in _WIDTHS.items() for bits in widths},
}

SPECIAL_REGISTER = re.compile(
    r"%(?:(?:tid|ntid|ctaid|nctaid|clusterid|nclusterid|cluster_ctaid|cluster_nctaid)\.[xyzw]"
    r"|laneid|warpid|nwarpid|smid|nsmid|gridid|is_explicit_cluster"
    r"|cluster_ctarank|cluster_nctarank|lanemask_(?:eq|le|lt|ge|gt)"
    r"|clock|clock_hi|clock64|pm[0-7]|pm[0-7]_64|envreg(?:[12]?\d|3[01])"
    r"|globaltimer|globaltimer_lo|globaltimer_hi|reserved_smem_offset_(?:begin|end|cap|[01])"
    r"|total_smem_size|aggr_smem_size|dynamic_smem_size|current_graph_exec)"
)

Meaning = TypeVar("Meaning")


def innermost(scopes: Sequence[dict[str, Meaning]], name: str) -> Meaning | None:
    """Return what a name means inside some scopes, the innermost one last; None for nothing."""
    for names in reversed(scopes):
        if name in names:
            return names[name]
    return None


class SymbolTable:
    """All names of one kernel, which may hide those of the module's variables."""

    def __init__(self, variables: Iterable[str]) -> None:
        self.registers: dict[str, Register] = {}  # every declared one by its resolved name
        self._declared: dict[str, int] = {}
        # What each scope that is open declares, the innermost one last.
        self._names: list[dict[str, Register | Symbol]] = [{}]
        self.labels: tuple[dict[str, Label], ...] = ()
        for name in variables:
            self.declare_symbol(name)
        self.open()

    def open(self) -> None:
        """Open a scope inside the innermost one."""
        self._names.append({})
        self.labels = (*self.labels, {})

    def close(self) -> None:
        """Close the innermost scope."""
        self._names.pop()
        self.labels = self.labels[:-1]

    def find(self, name: str) -> Register | Symbol | None:
        """Return the register or variable that a name means here, or None."""
        return innermost(self._names, name)

    def declares(self, name: str) -> bool:
        """Whether the open scope itself, not one around it, declares a name."""
        return name in self._names[-1] or name in self.labels[-1]

    def declare_register(self, name: str, type_: Type) -> None:
        """Declare a register in the open scope, which must not declare the name yet."""
        register = Register(self._resolved(name), type_)
        self.registers[register.name] = register
        self._names[-1][name] = register

    def declare_symbol(self, name: str) -> Symbol:
        """Declare a variable or parameter in the open scope; same condition."""
        symbol = Symbol(self._resolved(name))
        self._names[-1][name] = symbol
        return symbol

    def declare_label(self, name: str) -> Label:
        """Declare a label in the open scope; same condition."""
        label = Label(self._resolved(name))
        self.labels[-1][name] = label
        return label

    def _resolved(self, name: str) -> str:
        count = self._declared.get(name, 0) + 1
        self._declared[name] = count
        return name if count == 1 else f"{name}'{count}"
