"""The grammar of operands: registers, constants, vectors, addresses, predicate pairs.

A constant may be an expression, ``(4 + 4) * 132 << 2``. Integers are computed exactly and must stay
within 64 bits, signed or not. The operators are those that PTX shares with C, except comparisons,
``?:``, ``%``, ``!`` and casts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from sgemm.ptx.symbol_table import SPECIAL_REGISTER, SymbolTable
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
    SpecialRegister,
    Symbol,
    TextureAddress,
    Vector,
)
from sgemm.ptx.tokens import NUMBER, WORD, TokenStream

_PREDEFINED: dict[str, Scalar | Discard] = {"_": Discard(), "WARP_SZ": Integer(32)}
_AFTER_OPERANDS = frozenset({",", ";", "}", "]"})
_DEEPEST_NESTING = 20  # of parentheses and signs in a constant expression

# Operator: precedence, function. A higher precedence binds tighter.
_BINARY: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "|": (1, operator.or_),
    "^": (2, operator.xor),
    "&": (3, operator.and_),
    "<<": (4, operator.lshift),
    ">>": (4, operator.rshift),
    "+": (5, operator.add),
    "-": (5, operator.sub),
    "*": (6, operator.mul),
    "/": (6, lambda a, b: (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)),
}
_UNARY: dict[str, Callable[[int], int]] = {
    "+": operator.pos,
    "-": operator.neg,
    "~": operator.invert,
}


class OperandParser:
    """Reads operands off a token stream, in the scope that is open in a table of names."""

    def __init__(
        self, tokens: TokenStream, names: SymbolTable, unsupported: Mapping[str, str]
    ) -> None:
        self._tokens = tokens
        self._names = names
        self._unsupported = unsupported  # variables that a kernel cannot use, with the reasons
        self.symbols: set[str] = set()  # resolved names of variables and parameters met so far
        self._constants: dict[str, Integer | Float] = {}

    def operand(self) -> Operand:
        """Read any operand but a label."""
        tokens = self._tokens
        text = tokens.text
        if tokens.kind == WORD:
            value = self._named()
            if tokens.accept("|"):
                return self._pair(value)
            if isinstance(value, Symbol) and tokens.accept("+"):
                return OffsetSymbol(value.name, integer_expression(tokens))
            return value
        if text == "[":
            return self._address()
        if tokens.accept("{"):
            return Vector(tuple(self._elements()))
        if text == "!":
            tokens.position += 1
            return NegatedPredicate(self.predicate())
        return self._constant()

    def predicate(self) -> Register:
        """Read the name of a predicate register."""
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
        predefined = _PREDEFINED.get(name)
        if predefined is None and SPECIAL_REGISTER.fullmatch(name):
            predefined = SpecialRegister(name)
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
        if text not in self._constants:
            self._constants[text] = tokens.number()
        tokens.position += 1
        return self._constants[text]

    def _pair(self, first: Scalar | Discard) -> Vector:
        """Read the second half of a destination pair ``%p|%q``."""
        tokens = self._tokens
        second = self._named() if tokens.kind == WORD else None
        if not isinstance(first, Register | Discard) or not isinstance(second, Register | Discard):
            raise tokens.error("only registers can be a pair with '|'")
        return Vector((first, second))

    def _scalar(self) -> Scalar | Discard:
        """Read an operand that may stand in braces."""
        return self._named() if self._tokens.kind == WORD else self._constant()

    def _elements(self) -> list[Scalar | Discard]:
        """Read the operands between braces, the opening brace already passed."""
        tokens = self._tokens
        elements = [self._scalar() for _ in tokens.separated()]
        tokens.expect("}", "after the elements of a vector")
        return elements

    def _address(self) -> Address | TextureAddress:
        """Read a memory operand: an address, or a texture or tensor map with coordinates."""
        tokens = self._tokens
        tokens.position += 1
        base = self._scalar()
        if isinstance(base, Register | Symbol) and tokens.accept(","):
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
        elements = self._elements() if tokens.accept("{") else [self._scalar()]
        coordinates = tuple(e for e in elements if not isinstance(e, Discard))
        if len(coordinates) != len(elements):
            raise tokens.error("'_' cannot be a coordinate")
        tokens.expect("]", "after coordinates")
        return TextureAddress(texture, coordinates)


def constant(tokens: TokenStream) -> Integer | Float:
    """Read a constant: a number with or without a sign, or an expression of integers."""
    # A sign may stand in front of a decimal fraction, though not of bits (0f...).
    sign = tokens.text if tokens.text in ("+", "-") else ""
    place = tokens.position + len(sign)
    if tokens.kinds[place] == NUMBER:
        start, tokens.position = tokens.position, place
        value = tokens.number()
        if isinstance(value, Float):
            if sign and tokens.text[:2].lower() in ("0f", "0d"):
                raise tokens.error(f"a sign in front of the bits {tokens.text} is not allowed")
            tokens.position += 1
            return Float(value.pattern ^ (1 << 63), 64) if sign == "-" else value
        tokens.position = start
    elif tokens.text != "(" and tokens.text not in _UNARY:
        raise tokens.error(f"expected an operand, found {tokens.described()}")
    return Integer(integer_expression(tokens))


def integer_expression(tokens: TokenStream, lowest: int = 1, depth: int = 0) -> int:
    """Read an integer constant or an expression of such and give its value.

    Operators are read down to the lowest precedence, inside so many parentheses and signs.
    """
    value = _term(tokens, depth)
    while True:
        precedence, function = _BINARY.get(tokens.text, (0, operator.add))
        if precedence < lowest:
            return value
        symbol = tokens.text
        tokens.position += 1
        right = integer_expression(tokens, precedence + 1, depth)
        if symbol in ("<<", ">>") and not 0 <= right < 64:
            raise tokens.error(f"a constant cannot be shifted by {right} bits")
        if symbol == "/" and right == 0:
            raise tokens.error("division of a constant by zero")
        value = _checked(tokens, function(value, right))


def _term(tokens: TokenStream, depth: int) -> int:
    if depth > _DEEPEST_NESTING:
        raise tokens.error("a constant expression is nested too deeply")
    if tokens.accept("("):
        value = integer_expression(tokens, 1, depth + 1)
        tokens.expect(")", "after a constant expression")
        return value
    function = _UNARY.get(tokens.text)
    if function is not None:
        tokens.position += 1
        return _checked(tokens, function(_term(tokens, depth + 1)))
    return tokens.take_integer("an integer constant")


def _checked(tokens: TokenStream, value: int) -> int:
    if not -(1 << 63) <= value < 1 << 64:
        raise tokens.error(f"the constant {value} does not fit in 64 bits")
    return value
