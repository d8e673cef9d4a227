"""Tokens: kinds, comments, constants, lines, and characters that begin none."""

import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.errors import PtxSyntaxError
from sgemm.ptx import tokens
from sgemm.ptx.operands import constant
from sgemm.ptx.syntax import Float, Integer
from sgemm.ptx.tokens import DIRECTIVE, END, PUNCTUATION, STRING, WORD, TokenStream


def tokens_of(text: str) -> list[tuple[str, str]]:
    stream = TokenStream(text, "t.ptx")
    return list(zip(stream.kinds, stream.texts, strict=True))


def test_kinds_of_tokens() -> None:
    assert tokens_of('.pragma "a\\"b;//";@!%p L: bra L;') == [
        (DIRECTIVE, ".pragma"),
        (STRING, '"a\\"b;//"'),
        *[(PUNCTUATION, c) for c in ";@!"],
        (WORD, "%p"),
        (WORD, "L"),
        (PUNCTUATION, ":"),
        (WORD, "bra"),
        (WORD, "L"),
        (PUNCTUATION, ";"),
        (END, ""),
    ]


def test_comments_are_skipped_and_lines_counted_through_them() -> None:
    stream = TokenStream("a // x /* y\n/* b\n * c\n */ d\r\ne", "t.ptx")
    assert stream.texts == ["a", "d", "e", ""]
    assert [stream.line_at(start) for start in stream.starts] == [1, 4, 5, 5]


def test_comments_of_many_stars() -> None:
    assert TokenStream("/**/a/***/b /* * / **/c /*/ */ d // /*\ne", "t.ptx").texts == [*"abcde", ""]
    assert TokenStream("/*" + "*a" * 10**5 + "*/ b", "t.ptx").texts == ["b", ""]


def test_no_group_is_possessive() -> None:
    """CPython before 3.11.5 gets some of these wrong, which a later one does not show."""
    assert not re.search(r"\)[*+?}]\+|\(\?>", tokens._TOKEN.pattern)


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("a\nb /* c\n", "never closed", 2),
        ('a\n"b\n"', "not closed on its line", 2),
        ("a\n\n 12abc", "malformed number", 3),
        ("0f3F80;", "malformed number", 1),
        ("0b12", "malformed number", 1),
        ("a ? b", "no PTX token begins with '?'", 1),
        ("mové", "no PTX token begins with 'é'", 1),
        ('# 1 "a.cu"', "preprocessor", 1),
    ],
)
def test_characters_that_begin_no_token(text: str, message: str, line: int) -> None:
    with pytest.raises(PtxSyntaxError, match=r"^t\.ptx:") as caught:
        TokenStream(text, "t.ptx")
    assert message in caught.value.message
    assert caught.value.line == line


INTEGERS = {
    "0": 0,
    "42U": 42,
    "0XfF": 255,
    "017": 15,
    "0b101": 5,
    "0b" + 64 * "1" + "U": 2**64 - 1,
    "-9223372036854775808": -(2**63),
    "- -5": 5,
    "~5": -6,
    "(3 + 4) * 2": 14,
    "3 + 4 * 2 - 1": 10,
    "1 << 4 | 3 & 6 ^ 1": 19,
    "(1 | (2 << 1)) ^ (7 & (9 - 2 * 3))": 6,
    "256 >> 2 >> 1": 32,
    "-7 / 2": -3,
    "7 / -2": -3,
}
FLOATS = {
    "0f3F800000": Float(0x3F800000, 32),
    "0d3FF0000000000000": Float(0x3FF0000000000000, 64),
    "1.": Float(0x3FF0000000000000, 64),
    ".5": Float(0x3FE0000000000000, 64),
}


@pytest.mark.parametrize("text", [*INTEGERS, *FLOATS])
def test_constants(text: str) -> None:
    stream = TokenStream(text, "t.ptx")
    assert constant(stream) == (FLOATS[text] if text in FLOATS else Integer(INTEGERS[text]))
    assert stream.kind == END


@given(st.floats(min_value=0.0, allow_infinity=False), st.sampled_from(["", "+", "-"]))
def test_decimal_fractions_are_double_precision(number: float, sign: str) -> None:
    text = repr(number) if "e" in repr(number) or "." in repr(number) else f"{number}.0"
    (bits,) = struct.unpack("<Q", struct.pack("<d", -number if sign == "-" else number))
    assert constant(TokenStream(sign + text, "t.ptx")) == Float(bits, 64)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("18446744073709551616", "does not fit in 64 bits"),
        ("9" * 10000, "does not fit in 64 bits"),
        ("-9223372036854775809", "does not fit in 64 bits"),
        ("0xFFFFFFFFFFFFFFFF * 2", "does not fit in 64 bits"),
        ("09", "octal"),
        ("1 << 64", "shifted"),
        ("1 / 0", "division"),
        ("-0f3F800000", "sign"),
        ("(1", "expected ')'"),
        ("1 +", "expected an integer constant"),
        (";", "expected an operand"),
        ("(" * 1000, "nested too deeply"),
        ("-" * 1000, "nested too deeply"),
    ],
)
def test_malformed_constants(text: str, message: str) -> None:
    with pytest.raises(PtxSyntaxError) as caught:
        constant(TokenStream(text, "t.ptx"))
    assert message in caught.value.message
