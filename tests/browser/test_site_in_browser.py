"""The site's own style in a real browser, with the theme's elements around a table."""

from pathlib import Path

STYLE = Path(__file__).parents[2] / "docs" / "site.css"
WORDS = "batches of 1000 ... 1000000 tiny products, 4 ... 64 cubed and odd ones"


def test_the_first_column_of_a_table_is_legible_on_a_phone(browser):
    cells = "".join(f"<td>2026-11-2{i} 14:00 ... 14:01</td>" for i in range(8))
    page = browser.new_page(viewport={"width": 375, "height": 800})
    page.set_content(
        f"<!doctype html><style>html {{ font-size: 20px }} {STYLE.read_text()}</style>"
        '<div class="md-typeset"><div class="md-typeset__scrollwrap">'
        f"<table><tr><td>{WORDS}</td>{cells}</tr><tr><td>1</td></tr></table></div></div>"
    )
    row, short = page.locator("td:first-child").all()
    line = short.bounding_box()["height"]
    assert row.bounding_box()["height"] < 5 * line
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    page.close()
