"""PTX text to tokens: one pass of one regular expression, and a cursor over the result.

A *word* is an identifier with its dotted parts (``%r1``, ``$L__BB0_2``, ``%tid.x``,
``ld.global.nc.v4.f32``, ``cp.async.cg.shared.global.L2::128B``), a *directive* is a word that
begins with a dot (``.reg``), a *number* is any PTX constant without its sign. Since no two kinds
can have the same text, the parser compares texts and looks at kinds only where it must.
"""

from __future__ import annotations

import bisect
import re
import struct
from collections.abc import Iterator

from sgemm.errors import PtxSyntaxError
from sgemm.ptx.syntax import Float, Integer, Location

WORD = "word"
DIRECTIVE = "directive"
NUMBER = "number"
STRING = "string"
PUNCTUATION = "punctuation"
END = "end"

_COMMENT = "comment"  # passed over

# Possessive quantifiers, of one character at a time: what has matched is never tried again. No
# group has one: before 3.11.5 CPython gets those wrong that can be matched in several ways (its
# issue 106052), and 3.11.2 passed over a comment that is never closed.
_TOKEN = re.compile(
    r"""
    \s*+
    (?:
      (?P<word>[A-Za-z_$%][\w$]*+(?:\.[\w$]++(?:::[\w$]++)*)*)
    | (?P<number>
        (?: 0[fF][0-9A-Fa-f]{8} | 0[dD][0-9A-Fa-f]{16}
          | 0[xX][0-9A-Fa-f]+U? | 0[bB][01]+U?
          | (?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)? | \d+[eE][+-]?\d+
          | \d+U? )(?![\w$.]) )
    | (?P<directive>\.[A-Za-z_][\w$]*+(?:::[\w$]++)*)
    | (?P<comment>//[^\n]*+|/\*[^*]*+\*++(?:[^/*][^*]*+\*++)*/)
    | (?P<punctuation><<|>>|/(?!\*)|[][{}(),;:@!|+\-<>=*&^~])
    | (?P<string>"(?:[^"\\\n]|\\.)*")
    | (?P<unknown>.)
    | (?P<end>\Z)
    )
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)

_REST_OF_STATEMENT = re.compile(r"[^;\n]*;?")

# No constant that fits in 64 bits is written longer than in binary, with prefix and suffix.
_LONGEST_INTEGER = 67


class TokenStream:
    """The tokens of a PTX text and a position among them.

    The last token is of kind ``END`` with an empty text, so that looking at the current token never
    fails. Raises PtxSyntaxError at a character that begins no token.
    """

    def __init__(self, text: str, file: str) -> None:
        self.file = file  # its name in errors
        self.source = text
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []  # offsets of the tokens in the text
        self.position = 0  # index of the current token
        self.statement = 0  # index of the first token of the current statement, which errors quote
        kinds, texts, starts = self.kinds, self.texts, self.starts
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup
            if kind is None or kind == "unknown":
                raise self._unknown_character(match.start("unknown"))
            if kind == _COMMENT:
                continue
            kinds.append(kind)
            texts.append(match[kind])
            starts.append(match.start(kind))
            if kind == END:
                break

    def _unknown_character(self, offset: int) -> PtxSyntaxError:
        line = self.line_at(offset)
        written = self.source[self._line_starts[line - 1] :].split("\n", 1)[0]
        first = self.source[offset]
        message = {
            "/": "a comment that is never closed by */",
            '"': "a string that is not closed on its line",
            "#": "preprocessor lines are not supported",
        }.get(first, "a malformed number" if first.isdigit() else "")
        message = message or f"no PTX token begins with {first!r}"
        return PtxSyntaxError(message, self.file, line, written)

    def line_at(self, offset: int) -> int:
        """Line, from 1, of an offset in the text."""
        return bisect.bisect_right(self._line_starts, offset)

    @property
    def kind(self) -> str:
        """Kind of the current token."""
        return self.kinds[self.position]

    @property
    def text(self) -> str:
        """Text of the current token."""
        return self.texts[self.position]

    def begin_statement(self) -> None:
        """Let errors and locations begin at the current token."""
        self.statement = self.position

    def accept(self, text: str) -> bool:
        """Step over the current token if it is this one."""
        if self.texts[self.position] == text:
            self.position += 1
            return True
        return False

    def separated(self) -> Iterator[None]:
        """Come round once for each item of a list, stepping over the commas between them."""
        yield
        while self.accept(","):
            yield

    def expect(self, text: str, context: str) -> None:
        """Step over the current token, which must be this one; the context says where."""
        if self.texts[self.position] != text:
            raise self.error(f"expected {text!r} {context}, found {self.described()}")
        self.position += 1

    def take(self, kind: str, wanted: str) -> str:
        """Step over the current token, which must be of a kind, and give its text."""
        if self.kinds[self.position] != kind:
            raise self.error(f"expected {wanted}, found {self.described()}")
        self.position += 1
        return self.texts[self.position - 1]

    def take_integer(self, wanted: str) -> int:
        """Step over an unsigned integer constant and give its value."""
        value = self.number() if self.kind == NUMBER else None
        if not isinstance(value, Integer):
            raise self.error(f"expected {wanted}, found {self.described()}")
        self.position += 1
        return value.value

    def number(self) -> Integer | Float:
        """Value of the current token, which is a number; does not step over it."""
        try:
            return _number(self.text)
        except ValueError as error:
            raise self.error(f"{self.text} is not a number: {error}") from None

    def described(self) -> str:
        """Name the current token in words, for an error."""
        return "the end of the text" if self.kind == END else repr(self.text)

    def location(self) -> Location:
        """Where the statement stands that ends before the current token."""
        start = self.starts[self.statement]
        last = max(self.position - 1, self.statement)
        end = self.starts[last] + len(self.texts[last])
        return Location(self.file, self.line_at(start), self.source[start:end])

    def error(self, message: str) -> PtxSyntaxError:
        """Make an error that quotes the current statement, to the end of the line at fault."""
        start = self.starts[self.statement]
        end = self.starts[self.position] + len(self.texts[self.position])
        rest = _REST_OF_STATEMENT.match(self.source, end)
        if rest is not None and self.text != ";":
            end = rest.end()
        return PtxSyntaxError(message, self.file, self.line_at(start), self.source[start:end])


def _number(text: str) -> Integer | Float:
    """Value of a number token; ValueError says what is wrong with it."""
    prefix = text[:2].lower()
    if prefix == "0f":
        return Float(int(text[2:], 16), 32)
    if prefix == "0d":
        return Float(int(text[2:], 16), 64)
    digits = text.removesuffix("U")
    if prefix not in ("0x", "0b") and not digits.isdigit():
        return Float(struct.unpack("<Q", struct.pack("<d", float(text)))[0], 64)
    base = {"0x": 16, "0b": 2}.get(prefix, 8 if digits[0] == "0" else 10)
    if base == 8 and set(digits) & {"8", "9"}:
        raise ValueError("a leading 0 means octal digits, 0 to 7")
    if len(digits) > _LONGEST_INTEGER or (value := int(digits, base)) >> 64:
        raise ValueError("it does not fit in 64 bits")
    return Integer(value)
