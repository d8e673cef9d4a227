"""The grammar of operands: registers, constants, vectors, addresses, predicate pairs."""

from __future__ import annotations

from collections.abc import Mapping

from sgemm.ptx.constants import constant, integer_expression
from sgemm.ptx.symbol_table import SymbolTable, special_register
from sgemm.ptx.syntax import (
    Address,
    Discard,
    Float,
    Integer,
    NegatedPredicate,
    OffsetSymbol,
    Operand,
    Register,
    Scalar,
    Symbol,
    TextureAddress,
    Vector,
)
from sgemm.ptx.tokens import NUMBER, WORD, TokenStream

_DISCARD = Discard()
_WARP_SIZE = Integer(32)


class OperandParser:
    """Reads operands off a token stream, in the scope that is open in `names`.

    - ``unsupported``: symbolTable of variables that a kernel cannot use, each with the reason.
    - ``symbols``: resolved names of all variables and parameters met so far.
    """

    __slots__ = ("_constants", "_names", "_tokens", "_unsupported", "symbols")

    def __init__(
        self, tokens: TokenStream, names: SymbolTable, unsupported: Mapping[str, str]
    ) -> None:
        self._tokens = tokens
        self._names = names
        self._unsupported = unsupported
        self.symbols: set[str] = set()
        self._constants: dict[str, Integer | Float] = {}

    def operand(self) -> Operand:
        """Read any operand but a label.

        Raises PtxSyntaxError if none begins at the current token, or it is malformed or not
        declared.
        """
        tokens = self._tokens
        text = tokens.text
        if tokens.kind == WORD:
            value = self._named()
            if tokens.text == "|":
                return self._pair(value)
            if isinstance(value, Symbol) and tokens.accept("+"):
                return OffsetSymbol(value.name, integer_expression(tokens))
            return value
        if text == "[":
            return self._address()
        if text == "{":
            return Vector(tuple(self._elements()))
        if text == "!":
            tokens.position += 1
            return NegatedPredicate(self.predicate())
        return self._constant()

    def predicate(self) -> Register:
        """Read the name of a predicate register.

        Raises PtxSyntaxError if there is none, or it is another kind of register.
        """
        tokens = self._tokens
        name = tokens.text
        register = self._names.find(name)
        if not isinstance(register, Register):
            raise tokens.error(f"expected a predicate register, found {tokens.described()}")
        if register.type.kind != "pred":
            raise tokens.error(f"{name} is a register of type .{register.type}, not a predicate")
        tokens.position += 1
        return register

    def _named(self) -> Scalar | Discard:
        """Read an operand that is a name: a register, a variable, or one that PTX predefines."""
        tokens = self._tokens
        name = tokens.text
        found = self._names.find(name)
        if found is None:
            return self._predefined(name)
        tokens.position += 1
        if isinstance(found, Symbol):
            self.symbols.add(found.name)
        return found

    def _predefined(self, name: str) -> Scalar | Discard:
        tokens = self._tokens
        predefined: Scalar | Discard | None
        if name == "_":
            predefined = _DISCARD
        elif name == "WARP_SZ":
            predefined = _WARP_SIZE
        else:
            predefined = special_register(name)
        if predefined is None:
            if "." in name and not name.startswith("%"):
                raise tokens.error(f"expected an operand, found {name!r}: is a ';' missing?")
            what = "register" if name.startswith("%") else "name"
            raise tokens.error(self._unsupported.get(name, f"{what} {name} is not declared"))
        tokens.position += 1
        return predefined

    def _constant(self) -> Integer | Float:
        """Read a constant, by far most often a plain number that was met before."""
        tokens = self._tokens
        plain = tokens.kind == NUMBER and tokens.texts[tokens.position + 1] in _AFTER_OPERANDS
        if not plain:
            return constant(tokens)
        text = tokens.text
        value = self._constants.get(text)
        if value is None:
            value = self._constants[text] = tokens.number()
        tokens.position += 1
        return value

    def _pair(self, first: Scalar | Discard) -> Vector:
        """Read the second half of a destination pair ``%p|%q``."""
        tokens = self._tokens
        tokens.expect("|", "between two destinations")
        second = self._named() if tokens.kind == WORD else None
        if not isinstance(first, Register | Discard) or not isinstance(second, Register | Discard):
            raise tokens.error("only registers can be a pair with '|'")
        return Vector((first, second))

    def _scalar(self) -> Scalar | Discard:
        """Read an operand that may stand in braces."""
        return self._named() if self._tokens.kind == WORD else self._constant()

    def _elements(self) -> list[Scalar | Discard]:
        """Read the operands between braces, the opening brace not yet passed."""
        tokens = self._tokens
        tokens.expect("{", "in front of a vector")
        elements = [self._scalar()]
        while tokens.accept(","):
            elements.append(self._scalar())
        tokens.expect("}", "after the elements of a vector")
        return elements

    def _address(self) -> Address | TextureAddress:
        """Read a memory operand: an address, or a texture or tensor map with coordinates."""
        tokens = self._tokens
        tokens.position += 1
        base = self._scalar()
        if tokens.text == "," and isinstance(base, Register | Symbol):
            return self._coordinates(base)
        if not isinstance(base, Register | Symbol | Integer):
            raise tokens.error("the base of an address is a register, a variable or an integer")
        if tokens.text == "-":
            raise tokens.error("a negative offset is written '+-', not '-'")
        offset = integer_expression(tokens) if tokens.accept("+") else 0
        tokens.expect("]", "after an address")
        return Address(base, offset)

    def _coordinates(self, texture: Register | Symbol) -> TextureAddress:
        tokens = self._tokens
        tokens.expect(",", "in front of coordinates")
        elements = self._elements() if tokens.text == "{" else [self._scalar()]
        coordinates = tuple(e for e in elements if not isinstance(e, Discard))
        if len(coordinates) != len(elements):
            raise tokens.error("'_' cannot be a coordinate")
        tokens.expect("]", "after coordinates")
        return TextureAddress(texture, coordinates)


_AFTER_OPERANDS = frozenset({",", ";", "}", "]"})
