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


PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 700 440'></svg>"


def test_words_of_the_pictures_are_legible_on_a_phone(browser):
    """On the first page, too, where a picture is fitted to the height of a larger screen."""
    paragraph = f'<p><img src="{PICTURE}"></p>'
    page = browser.new_page(viewport={"width": 375, "height": 500})
    page.set_content(
        f"<!doctype html><style>html {{ font-size: 20px }} {STYLE.read_text()}</style>"
        f'<article class="md-content__inner md-typeset">{paragraph}'
        f'<div class="front">{paragraph}</div></article>'
    )
    boxes = [each.bounding_box() for each in page.locator("img").all()]
    assert [(round(each["width"]), round(each["height"])) for each in boxes] == [(680, 427)] * 2
    # What fades at the edge is beyond the picture once it is moved to its end.
    widths = [each.evaluate("each => each.scrollWidth") for each in page.locator("p").all()]
    assert widths == [680 + 40] * 2
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    page.close()
