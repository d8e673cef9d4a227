"""Nothing invisible is left in a text that others wrote."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.visible import short, type_name, visible


@given(st.text(st.characters() | st.characters(categories=["Cc", "Cs"])))
def test_it_is_one_line_without_control_characters(text: str) -> None:
    found = visible(text)
    assert not any(ord(each) < 32 or 127 <= ord(each) < 160 for each in found)
    assert len(found.splitlines()) <= 1
    found.encode()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain, größer, 日本", "plain, größer, 日本"),
        ("\x1b[31mred\x1b]0;title\x07", r"\x1b[31mred\x1b]0;title\x07"),
        ("a\nb\r\u2028", r"a\nb\r\u2028"),
        ("\u202etxt.exe", r"\u202etxt.exe"),
        ("\udcff\x9b", r"\udcff\x9b"),
        (Path("a\n"), r"a\n"),
    ],
)
def test_escapes(text: object, written: str) -> None:
    assert visible(text) == written


def test_ends_of_lines_are_kept_where_asked_for() -> None:
    assert visible("a\n\tb\x1b", kept="\n\t") == "a\n\tb\\x1b"


def test_values_in_messages_are_short_and_types_have_their_module() -> None:
    assert short(10**5000) == "a number of thousands of digits"
    assert short(np.array([[1, 2], [3, 4]])) == "array([[1, 2], [3, 4]])"
    assert short("x" * 50) == "'" + "x" * 36 + "..."
    assert (type_name(1), type_name(Path())) == ("int", f"{Path().__module__}.PosixPath")
