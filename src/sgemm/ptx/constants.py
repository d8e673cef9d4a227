"""Constants and constant expressions: ``-1``, ``0f3F800000``, ``(4 + 4) * 132 << 2``.

Integers are computed exactly and must stay within 64 bits, signed or not. The operators are
those that PTX shares with C, except comparisons, ``?:``, ``%``, ``!`` and casts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from sgemm.ptx.syntax import Float, Integer
from sgemm.ptx.tokens import NUMBER, TokenStream

_DEEPEST_NESTING = 20

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


def constant(tokens: TokenStream) -> Integer | Float:
    """Read a constant: a number with or without a sign, or an expression of integers.

    Raises PtxSyntaxError if no constant begins here, or its value does not fit in 64 bits.
    """
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


def integer_expression(tokens: TokenStream) -> int:
    """Read an integer constant or an expression of such and give its value.

    Raises PtxSyntaxError if none begins here, or a value on the way does not fit in 64 bits.
    """
    return _expression(tokens, 1, 0)


def _expression(tokens: TokenStream, lowest: int, depth: int) -> int:
    """Read operators down to a precedence, inside so many parentheses and signs."""
    value = _term(tokens, depth)
    while True:
        precedence, function = _BINARY.get(tokens.text, (0, operator.add))
        if precedence < lowest:
            return value
        symbol = tokens.text
        tokens.position += 1
        right = _expression(tokens, precedence + 1, depth)
        if symbol in ("<<", ">>") and not 0 <= right < 64:
            raise tokens.error(f"a constant cannot be shifted by {right} bits")
        if symbol == "/" and right == 0:
            raise tokens.error("division of a constant by zero")
        value = _checked(tokens, function(value, right))


def _term(tokens: TokenStream, depth: int) -> int:
    if depth > _DEEPEST_NESTING:
        raise tokens.error("a constant expression is nested too deeply")
    if tokens.accept("("):
        value = _expression(tokens, 1, depth + 1)
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
