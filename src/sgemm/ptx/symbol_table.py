"""The names of one kernel: nested scopes, renaming, special registers.

A name may be declared again in a nested scope, and each piece of inline assembly in braces does
so. Every declaration after the first gets a name of its own, ``name'2``, ``name'3``, so that
what comes after the parser sees no scopes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

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


class Scope:
    """The names declared between one pair of braces, and the scope around it."""

    def __init__(self, parent: Scope | None) -> None:
        self.parent = parent
        self.names: dict[str, Register | Symbol] = {}
        self.labels: dict[str, Label] = {}

    def find_label(self, name: str) -> Label | None:
        """Return the label that a name means here, or None."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.labels.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None


class SymbolTable:
    """All names of one kernel, which may hide those of the module's variables."""

    def __init__(self, variables: Iterable[str]) -> None:
        self.registers: dict[str, Register] = {}  # every declared one by its resolved name
        self._declared: dict[str, int] = {}
        self.scope = Scope(None)  # the innermost scope that is open
        for name in variables:
            self.declare_symbol(name)
        self.open()

    def open(self) -> None:
        """Open a scope inside the innermost one."""
        self.scope = Scope(self.scope)

    def close(self) -> None:
        """Close the innermost scope."""
        assert self.scope.parent is not None  # the parser counts the braces
        self.scope = self.scope.parent

    def find(self, name: str) -> Register | Symbol | None:
        """Return the register or variable that a name means here, or None."""
        scope: Scope | None = self.scope
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def declares(self, name: str) -> bool:
        """Whether the open scope itself, not one around it, declares a name."""
        return name in self.scope.names or name in self.scope.labels

    def declare_register(self, name: str, type_: Type) -> None:
        """Declare a register in the open scope, which must not declare the name yet."""
        register = Register(self._resolved(name), type_)
        self.registers[register.name] = register
        self.scope.names[name] = register

    def declare_symbol(self, name: str) -> Symbol:
        """Declare a variable or parameter in the open scope; same condition."""
        symbol = Symbol(self._resolved(name))
        self.scope.names[name] = symbol
        return symbol

    def declare_label(self, name: str) -> Label:
        """Declare a label in the open scope; same condition."""
        label = Label(self._resolved(name))
        self.scope.labels[name] = label
        return label

    def _resolved(self, name: str) -> str:
        count = self._declared.get(name, 0) + 1
        self._declared[name] = count
        return name if count == 1 else f"{name}'{count}"
