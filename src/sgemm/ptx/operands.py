"""The grammar of operands: registers, constants, vectors, addresses, predicate pairs."""

from __future__ import annotations

from sgemm.ptx.names import Names, special_register
from sgemm.ptx.syntax import (
    Address,
    Discard,
    Float,
    Integer,
    Label,
    NegatedPredicate,
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

    Parameters
    ----------
    tokens : TokenStream
    names : Names

    Attributes
    ----------
    symbols : set of str
        Resolved names of all variables and parameters met so far.
    has_label : bool
        Set when an operand may be a label, whose name can only be resolved when the scopes
        around it are closed; whoever wants to know clears it first.
    """

    __slots__ = ("_constants", "_tokens", "has_label", "names", "symbols")

    def __init__(self, tokens: TokenStream, names: Names) -> None:
        self._tokens = tokens
        self.names = names
        self.symbols: set[str] = set()
        self.has_label = False
        self._constants: dict[str, Integer | Float] = {}

    def operand(self) -> Operand:
        """Read any operand.

        Raises
        ------
        PtxSyntaxError
            If none begins at the current token, or it is malformed or not declared.
        """
        tokens = self._tokens
        position = tokens.position
        text = tokens.texts[position]
        if tokens.kinds[position] == WORD:
            found = self.names.scope.names.get(text)
            if type(found) is Register:
                tokens.position = position + 1
                if tokens.texts[position + 1] == "|":
                    return self._pair(found)
                return found
            value = self._named(text)
            if tokens.text == "|":
                if not isinstance(value, Discard):
                    raise tokens.error("only registers can be a pair with '|'")
                return self._pair(value)
            return value
        if text == "[":
            return self._address()
        if text == "{":
            return self._vector()
        if text == "!":
            tokens.position += 1
            return NegatedPredicate(self.predicate())
        return self._constant()

    def predicate(self) -> Register:
        """Read the name of a predicate register.

        Raises
        ------
        PtxSyntaxError
            If there is none, or it is another kind of register.
        """
        tokens = self._tokens
        name = tokens.text
        register = self.names.scope.find(name)
        if not isinstance(register, Register):
            raise tokens.error(
                f"expected a declared predicate register, found {tokens.described()}"
            )
        if register.type.kind != "pred":
            raise tokens.error(f"{name} is a register of type .{register.type}, not a predicate")
        tokens.position += 1
        return register

    def _pair(self, first: Register | Discard) -> Vector:
        """Read the second half of a destination pair ``%p|%q``."""
        tokens = self._tokens
        tokens.expect("|", "between two destinations")
        second = self._named(tokens.take(WORD, "a second destination after '|'"), stepped=True)
        if not isinstance(second, Register | Discard):
            tokens.position -= 1
            raise tokens.error(f"{tokens.text!r} is no register that could take a result")
        return Vector((first, second))

    def _named(self, name: str, *, stepped: bool = False) -> Scalar | Discard | Label:
        """Read an operand that is a name, of anything."""
        tokens = self._tokens
        if not stepped:
            tokens.position += 1
        found: Scalar | Discard | Label | None = self.names.scope.find(name)
        if found is not None:
            if isinstance(found, Symbol):
                self.symbols.add(found.name)
            return found
        if name == "_":
            return _DISCARD
        if name == "WARP_SZ":
            return _WARP_SIZE
        if name[0] == "%":
            found = special_register(name)
            if found is None:
                tokens.position -= 1
                raise tokens.error(f"register {name} is not declared")
            return found
        self.has_label = True
        return Label(name)

    def _constant(self) -> Integer | Float:
        """Read a number with or without a sign."""
        tokens = self._tokens
        negative = tokens.accept("-")
        if tokens.kind != NUMBER:
            raise tokens.error(f"expected an operand, found {tokens.described()}")
        text = tokens.text
        value = self._constants.get(text)
        if value is None:
            value = self._constants[text] = tokens.constant(text)
        tokens.position += 1
        if not negative:
            return value
        if isinstance(value, Float):
            return Float(value.pattern ^ (1 << (value.bits - 1)), value.bits)
        if value.value > 1 << 63:
            tokens.position -= 1
            raise tokens.error(f"integer constant -{text} does not fit in 64 bits")
        return Integer(-value.value)

    def _scalar(self, where: str) -> Scalar | Discard:
        """Read an operand that may stand in braces."""
        tokens = self._tokens
        if tokens.kind != WORD:
            return self._constant()
        had_label, self.has_label = self.has_label, False
        value = self._named(tokens.text)
        if isinstance(value, Label):
            tokens.position -= 1
            raise tokens.error(f"{value.name!r} {where} is not declared")
        self.has_label = had_label
        return value

    def _elements(self) -> list[Scalar | Discard]:
        """Read the operands between braces, the opening brace not yet passed."""
        tokens = self._tokens
        tokens.expect("{", "in front of a vector")
        elements = [self._scalar("in braces")]
        while tokens.accept(","):
            elements.append(self._scalar("in braces"))
        tokens.expect("}", "after the elements of a vector")
        return elements

    def _vector(self) -> Vector:
        return Vector(tuple(self._elements()))

    def _address(self) -> Address | TextureAddress:
        """Read a memory operand: an address, or a texture or tensor map with coordinates."""
        tokens = self._tokens
        tokens.position += 1
        base = self._scalar("in an address")
        if not isinstance(base, Register | Symbol | Integer):
            tokens.position -= 1
            raise tokens.error(f"{tokens.text!r} cannot be the base of an address")
        if tokens.text == ",":
            if isinstance(base, Integer):
                raise tokens.error("a texture or tensor map is a register or a symbol")
            return self._coordinates(base)
        offset = self._offset()
        tokens.expect("]", "after an address")
        return Address(base, offset)

    def _offset(self) -> int:
        """Read ``+4``, ``+-4``, ``-4`` or nothing."""
        tokens = self._tokens
        if tokens.text not in ("+", "-"):
            return 0
        negative = tokens.text == "-"
        tokens.position += 1
        if not negative:
            negative = tokens.accept("-")
        value = tokens.take_integer("an integer offset")
        return -value if negative else value

    def _coordinates(self, texture: Register | Symbol) -> TextureAddress:
        tokens = self._tokens
        tokens.expect(",", "in front of coordinates")
        single = tokens.text != "{"
        elements = [self._scalar("among coordinates")] if single else self._elements()
        coordinates: list[Scalar] = []
        for element in elements:
            if isinstance(element, Discard):
                raise tokens.error("'_' cannot be a coordinate")
            coordinates.append(element)
        tokens.expect("]", "after coordinates")
        return TextureAddress(texture, tuple(coordinates))
