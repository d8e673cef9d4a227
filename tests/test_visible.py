"""Nothing invisible is left in a text that others wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.visible import visible


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
