"""Markup: what is text stays text."""

from hypothesis import given
from hypothesis import strategies as st

from sgemm.report.html.markup import Markup, element, joined, prose


def test_text_is_escaped_and_markup_is_not() -> None:
    inner = element("b", "a < b & c")
    assert inner == "<b>a &lt; b &amp; c</b>"
    assert element("p", inner, " > ", None, ["x", ["y"]]) == f"<p>{inner} &gt; xy</p>"


@given(st.text())
def test_no_text_opens_an_element_or_an_attribute(text: str) -> None:
    written = element("p", text, title=text)
    attribute, _, content = written.removeprefix('<p title="').partition('">')
    assert '"' not in attribute
    assert "<" not in content.removesuffix("</p>")


def test_attributes_have_their_names_in_html() -> None:
    written = element("th", "x", class_="a", data_series="1", hidden=True, title=None, open=False)
    assert written == '<th class="a" data-series="1" hidden>x</th>'


def test_prose_has_paragraphs_lists_and_code() -> None:
    written = prose("One\ntwo ``x < y``.\n\n- first\n  goes on\n- second\n\nOdd `` one")
    assert written == (
        "<p>One two <code>x &lt; y</code>.</p>"
        "<ul><li>first goes on</li><li>second</li></ul>"
        "<p>Odd `` one</p>"
    )


def test_joined_text_is_markup() -> None:
    assert isinstance(joined("<"), Markup)
    assert joined(["<", None]) == "&lt;"
