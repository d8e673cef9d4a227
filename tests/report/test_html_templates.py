"""Templates: what is text stays text, wherever on the page it stands."""

import dataclasses
import sys
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.errors import MissingToolError
from sgemm.report.html.page import Section
from sgemm.report.html.templates import Cell, PageTable, prose, render, require_templates
from sgemm.visible import visible

PAGE = {
    "version": "", "written": "", "kernels": [], "resources": None, "headers": [],
    "most_series": 0, "palette": {}, "style": "", "script": "",
}  # fmt: skip


VOID = {"meta", "br", "hr", "col", "input"}


class Reader(HTMLParser):
    """Collects elements, attributes and texts as a browser sees them; elements have to nest."""

    def __init__(self, page):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(page)
        assert self.open == []

    def end_before(self, *tags):
        """End cells and rows, whose own ends HTML lets be left out."""
        while self.open and self.open[-1] in tags:
            self.open.pop()

    def handle_starttag(self, tag, attrs):
        if tag in ("td", "tr"):
            self.end_before("td", *[tag] * (tag == "tr"))
        if tag not in VOID:
            self.open.append(tag)
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        if tag == "tbody":
            self.end_before("td", "tr")
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    def values(self, *names):
        return [value for name, value in self.attributes if name in names]


def page_with(text):
    """Return a page that has a text in every kind of place."""
    cell = Cell(text, href=f"#{text}", title=text, more=text)
    table = PageTable([text], [[text, cell, Cell(text, style="wrong")]], text, note=text)
    folded = dataclasses.replace(table, folded=text)
    section = Section(text, "one", [table, folded], (), [text])
    facts = [(text, text)]
    overview = {
        "title": text, "identifier": "two", "finding": text, "notice": text, "sets": table,
        "facts": facts, "software": [(text, facts)], "sections": [section],
    }  # fmt: skip
    return render("page.html", **PAGE, title=text, overviews=[overview], skipped=[text])


@given(st.text(min_size=1))
def test_no_text_opens_an_element_or_an_attribute(text):
    expected, found = Reader(page_with("x")), Reader(page_with(text))
    assert found.tags == expected.tags
    assert [name for name, _ in found.attributes] == [name for name, _ in expected.attributes]


def test_text_is_there_as_text_and_what_cannot_be_seen_in_it_is_seen():
    evil = "<b>&amp;\"'\x1b[31m\x00\r\u202e\ud800"
    found = Reader(page_with(evil))
    shown = visible(evil, kept="\n\t")
    plain = "".join(Reader(page_with("PLAIN")).texts).count("PLAIN")
    assert "".join(found.texts).count(shown) == plain > 10
    assert found.values("title") == [shown] * 3
    assert not set("\x1b\x00\r\u202e\ud800") & set(page_with(evil))


def test_prose_has_paragraphs_lists_and_code():
    written = prose("One\ntwo ``x < y``.\n\n- first\n  goes on ``now``\n- second\n\nOdd `` one")
    assert written == (
        "<p>One two <code>x &lt; y</code>.</p>"
        "<ul><li>first goes on <code>now</code></li><li>second</li></ul>"
        "<p>Odd `` one</p>"
    )
    assert prose("<p>") == "<p>&lt;p&gt;</p>"


@pytest.mark.parametrize(("module", "name"), [("jinja2", "Jinja2"), ("pygments", "Pygments")])
def test_what_is_missing_is_named(monkeypatch, module, name):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingToolError, match=rf"needs {name} .*pip install 'sgemm\[report\]'"):
        require_templates()
