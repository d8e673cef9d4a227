"""The report in a real browser: it draws, it answers, it fits, it can be read, it asks nobody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import synthetic_results as synthetic

SIZE = "#cuda-1-size"
LADDER = "#cuda-1-ladder"
MAP = f"#cuda-1-map-{synthetic.MAP_K}"

Open = Callable[..., Any]

CONTRAST = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  function rgba(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  }
  const light = (c) => {
    const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = c.map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  function behind(element) {
    for (let e = element; e; e = e.parentElement) {
      const found = rgba(getComputedStyle(e).backgroundColor);
      if (found[3] === 255) return found;
    }
    return rgba(getComputedStyle(document.documentElement).getPropertyValue("--page"));
  }
  const low = new Map();
  function judge(element, colour, ground, least) {
    const [a, b] = [light(rgba(colour)), light(ground)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least) {
      const name = `${element.tagName} ${element.className.baseVal ?? element.className}`;
      low.set(`${name} ${element.textContent.slice(0, 20)}`, ratio);
    }
  }
  document.querySelectorAll("details").forEach((each) => (each.open = true));
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || !element.getClientRects().length) continue;
    if (element.closest("svg")) {
      const cell = element.closest("[aria-label=text]") && element.closest("[id*=-map-]");
      if (!cell) judge(element, getComputedStyle(element).fill, behind(element), 4.5);
    } else judge(element, getComputedStyle(element).color, behind(element), 4.5);
  }
  // Marks have to be told from the page, which asks for less than text does.
  for (const mark of document.querySelectorAll("[aria-label=dot] path, [aria-label=line] path")) {
    judge(mark, getComputedStyle(mark).stroke, behind(mark), 3);
  }
  // Numbers in the cells of a map stand on the colour of their cell.
  for (const figure of document.querySelectorAll("[data-kind=map]")) {
    const cells = figure.querySelectorAll("[aria-label=cell] rect");
    figure.querySelectorAll("[aria-label=text] text").forEach((text, index) => {
      judge(text, getComputedStyle(text).fill, rgba(getComputedStyle(cells[index]).fill), 4.5);
    });
  }
  return Object.fromEntries(low);
}
"""


def pressed(page: Any, chart: str) -> list[str]:
    """Return the series of a chart that are on."""
    found = page.locator(f"{chart} .legend [aria-pressed=true]").all_inner_texts()
    return [str(each) for each in found]


def lines(page: Any, chart: str) -> int:
    """Return how many lines a chart has."""
    return int(page.locator(f"{chart} .plot g[aria-label=line] path").count())


def test_it_loads_without_complaint_and_asks_for_nothing(open_page: Open, gpu_report: Path) -> None:
    opened = open_page(gpu_report)
    opened.page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    opened.page.mouse.wheel(0, 5000)
    opened.page.wait_for_load_state("networkidle")
    assert opened.requests == []
    assert opened.complaints == []


def test_the_policy_of_the_page_stops_a_request(open_page: Open, gpu_report: Path) -> None:
    opened = open_page(gpu_report)
    script = "fetch('https://example.org/').then(() => 'sent', () => 'stopped')"
    assert opened.page.evaluate(script) == "stopped"
    assert opened.requests == [], "it did not even reach the network"
    assert any("Content Security Policy" in each for each in opened.complaints)


def test_every_chart_is_drawn_with_its_series(open_page: Open, gpu_report: Path) -> None:
    page = open_page(gpu_report).page
    charts = page.locator("figure.chart")
    assert charts.count() == 8
    for index in range(charts.count()):
        assert charts.nth(index).locator(".plot svg").count() >= 1
    # The five fastest rungs and the library; TF32 is off at first.
    assert lines(page, SIZE) == 6 == len(pressed(page, SIZE))
    assert page.locator(f"{LADDER} g[aria-label=bar] rect").count() == len(synthetic.SHARES)
    assert page.locator(f"{MAP} g[aria-label=cell] rect").count() == 9
    assert lines(page, "#cuda-1-power") == 1
    # A path through all hundred points of the trace.
    path = page.locator("#cuda-1-clock g[aria-label=line] path").get_attribute("d")
    assert path.count("L") == 99
    assert page.locator("#cuda-1-roofline g[aria-label=dot] path").count() == len(synthetic.SHARES)


def test_a_report_of_the_cpu_machine_is_drawn_too(open_page: Open, cpu_report: Path) -> None:
    opened = open_page(cpu_report)
    bars = opened.page.locator("#cpu-1-ladder g[aria-label=bar] rect")
    assert bars.count() == len(synthetic.SHARES)
    assert "This is not a GPU" in opened.page.locator(".notice").inner_text()
    assert (opened.requests, opened.complaints) == ([], [])


def test_series_go_off_and_on_by_mouse(open_page: Open, gpu_report: Path) -> None:
    page = open_page(gpu_report).page
    button = page.locator(f"{SIZE} .legend button", has_text="12 double_buffer")
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
    assert lines(page, SIZE) == 5
    button.click()
    assert lines(page, SIZE) == 6
    several = page.locator(f"{SIZE} .legend .several")
    several.get_by_text("None").click()
    assert (lines(page, SIZE), pressed(page, SIZE)) == (0, [])
    several.get_by_text("All").click()
    assert lines(page, SIZE) == len(synthetic.SHARES) + 2  # and two of cuBLAS
    several.get_by_text("As at first").click()
    assert lines(page, SIZE) == 6


def test_series_go_off_and_on_by_keyboard(open_page: Open, gpu_report: Path) -> None:
    page = open_page(gpu_report).page
    page.locator(f"{SIZE} .legend button", has_text="7 thread_tile_4x4").focus()
    page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.textContent")
    assert focused == "8 thread_tile_8x8"
    page.keyboard.press("Space")
    assert "8 thread_tile_8x8" not in pressed(page, SIZE)
    assert lines(page, SIZE) == 5
    page.keyboard.press("Enter")
    assert lines(page, SIZE) == 6
    assert page.evaluate("document.activeElement.textContent") == focused, "focus stays"


def test_the_pointer_shows_values(open_page: Open, gpu_report: Path) -> None:
    page = open_page(gpu_report).page
    page.locator(LADDER).scroll_into_view_if_needed()
    box = page.locator(f"{LADDER} g[aria-label=bar] rect").nth(4).bounding_box()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    tip = page.locator(f"{LADDER} g[aria-label=tip] text")
    tip.wait_for()
    text = tip.text_content()
    assert "12 double_buffer" in text
    assert "TFLOP/s: 45" in text and "90.0 % of cublas fp32" in text
    assert "quartiles 44.55 to 45.45" in text


def test_arrow_keys_go_through_points_and_say_them(open_page: Open, gpu_report: Path) -> None:
    page = open_page(gpu_report).page
    said = page.locator(f"{SIZE} .said")
    page.locator(f"{SIZE} .plot").focus()
    page.keyboard.press("ArrowRight")
    assert "cublas fp32; m = n = k: 256" in said.inner_text()
    page.keyboard.press("ArrowRight")
    assert "cublas fp32; m = n = k: 512; TFLOP/s: 50" in said.inner_text()
    assert "m = n = k: 512" in page.locator(f"{SIZE} g[aria-label=tip] text").text_content()
    page.keyboard.press("ArrowDown")
    assert "7 thread_tile_4x4; m = n = k: 512; TFLOP/s: 20" in said.inner_text()
    page.keyboard.press("End")
    assert "ptx_thread_tile; m = n = k: 4,096" in said.inner_text()
    page.keyboard.press("Escape")
    assert said.inner_text() == ""
    page.locator(f"{MAP} .plot").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert "m = 256, n = 64" in page.locator(f"{MAP} .said").inner_text()


def test_tables_behind_charts_hold_the_numbers(open_page: Open, gpu_report: Path) -> None:
    page = open_page(gpu_report).page
    figures = page.locator("figure.chart")
    for index in range(figures.count()):
        details = figures.nth(index).locator("details")
        assert not details.locator("table").is_visible()
        details.locator("summary").focus()
        page.keyboard.press("Enter")
        details.locator("table").wait_for(state="visible")
        assert details.locator("tbody tr").count() >= 8
    row = page.locator(f"{LADDER} tbody tr", has_text="13 ptx_pipeline")
    assert row.locator("td").all_inner_texts()[:2] == ["13 ptx_pipeline", "52.50"]


def test_nothing_makes_a_phone_scroll_sideways(open_page: Open, gpu_report: Path) -> None:
    page = open_page(gpu_report, width=360).page
    page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.evaluate("scrollTo(1000, 0)")
    assert page.evaluate("scrollX") == 0
    for box in page.locator(".plot svg").evaluate_all(
        "s => s.map((e) => e.getBoundingClientRect())"
    ):
        assert box["x"] >= 0 and box["right"] <= 360
    # Words of a chart stay on the screen as well.
    outside = """
    [...document.querySelectorAll(".plot text")].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left < 0 || box.right > innerWidth;
    }).map((each) => each.textContent)
    """
    assert page.evaluate(outside) == []


def test_charts_follow_the_width_of_the_window(open_page: Open, gpu_report: Path) -> None:
    page = open_page(gpu_report).page
    svg = page.locator(f"{SIZE} .plot > svg").first
    assert svg.bounding_box()["width"] > 900
    page.set_viewport_size({"width": 360, "height": 800})
    # Drawn anew, with words of the same size, and not only scaled. The page's policy forbids to
    # have a text evaluated again and again in it, so it is asked from here.
    for _ in range(100):
        if float(svg.get_attribute("width")) < 340:
            break
        page.wait_for_timeout(50)
    assert float(svg.get_attribute("width")) < 340


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_has_contrast(open_page: Open, gpu_report: Path, scheme: str) -> None:
    page = open_page(gpu_report, color_scheme=scheme).page
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) < 384) == (scheme == "dark")
    page.locator(f"{SIZE} .legend .several", has_text="All").click()
    assert page.evaluate(CONTRAST) == {}


def test_it_prints_on_white_without_what_only_a_screen_can_do(
    open_page: Open, gpu_report: Path
) -> None:
    page = open_page(gpu_report, color_scheme="dark").page
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for hidden in (
        "body > nav",
        f"{SIZE} .several >> nth=0",
        f"{SIZE} [aria-pressed=false] >> nth=0",
    ):
        assert not page.locator(hidden).is_visible()
    assert page.locator(f"{SIZE} [aria-pressed=true]").first.is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(f"{SIZE} .plot > svg").first.get_attribute("width") == "660"
    assert page.evaluate(CONTRAST) == {}
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(f"{SIZE} .plot > svg").first.get_attribute("width") != "660"
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_without_scripts_there_are_still_the_tables(browser: Any, gpu_report: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(gpu_report.as_uri())
    assert "The chart needs JavaScript" in page.locator(f"{SIZE} .plot").inner_text()
    page.locator(f"{SIZE} summary").click()
    assert page.locator(f"{SIZE} tbody tr").first.is_visible()
    context.close()
