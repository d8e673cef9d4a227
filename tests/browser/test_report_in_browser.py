"""The report in a real browser: it draws, it answers, it fits, it can be read, it asks nobody."""

import pytest

import synthetic_results as synthetic

SIZE = "#cuda-1-size"
LADDER = "#cuda-1-ladder"
MAP = f"#cuda-1-map-{synthetic.MAP_K}"

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
  function ground(element) {
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
      const cell = element.closest("[data-kind=map] .series");
      if (!cell) judge(element, getComputedStyle(element).fill, ground(element), 4.5);
    } else judge(element, getComputedStyle(element).color, ground(element), 4.5);
  }
  // Marks have to differ from the page, which asks for less than text does.
  for (const mark of document.querySelectorAll("path.line")) {
    judge(mark, getComputedStyle(mark).stroke, ground(mark), 3);
  }
  for (const mark of document.querySelectorAll("path.marks, path.bar")) {
    judge(mark, getComputedStyle(mark).fill, ground(mark), 3);
  }
  // Numbers in the cells of a map stand on the colour of their cell.
  for (const figure of document.querySelectorAll("[data-kind=map]")) {
    const cells = figure.querySelectorAll(".wide .cell");
    figure.querySelectorAll(".wide .series text").forEach((text, index) => {
      judge(text, getComputedStyle(text).fill, rgba(getComputedStyle(cells[index]).fill), 4.5);
    });
  }
  return Object.fromEntries(low);
}
"""


def names(page, chart):
    """Return the series of a chart that are on."""
    found = page.locator(f"{chart} .legend label:has(:checked)").all_text_contents()
    return [str(each).strip() for each in found]


def lines(page, chart):
    """Return how many lines a chart shows."""
    drawn = "lines => lines.filter((line) => line.getClientRects().length).length"
    return int(page.locator(f"{chart} .plot .line").evaluate_all(drawn))


def test_it_loads_without_complaint_and_asks_for_nothing(open_page, gpu_report):
    opened = open_page(gpu_report)
    opened.page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    opened.page.mouse.wheel(0, 5000)
    opened.page.wait_for_load_state("networkidle")
    assert opened.requests == []
    assert opened.complaints == []


def test_the_policy_of_the_page_stops_a_request(open_page, gpu_report):
    opened = open_page(gpu_report)
    script = "fetch('https://example.org/').then(() => 'sent', () => 'stopped')"
    assert opened.page.evaluate(script) == "stopped"
    assert opened.requests == [], "it did not even reach the network"
    assert any("Content Security Policy" in each for each in opened.complaints)


def test_the_overview_is_seen_first_and_the_rest_is_folded(open_page, gpu_report):
    page = open_page(gpu_report, parts=False).page
    parts = page.locator(".part")
    assert page.locator(".overview").bounding_box()["y"] < 300
    assert page.locator("#parts").bounding_box()["y"] < 900
    assert parts.last.bounding_box()["y"] < 1800, "all headings are found without much scrolling"
    assert not page.locator("figure").first.is_visible()
    parts.nth(1).locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(SIZE).is_visible()
    page.get_by_text("Open all parts").click()
    assert page.locator(".part:not([open])").count() == 0
    page.get_by_text("Close all").click()
    assert page.locator(".part[open]").count() == 0


def test_links_open_what_they_lead_to(open_page, gpu_report):
    page = open_page(gpu_report, parts=False).page
    page.evaluate("location.hash = '#cuda-1-percent-section'")
    page.locator("#cuda-1-percent-section a", has_text="double_buffer").click()
    kernel = page.locator("#kernel-double_buffer")
    kernel.wait_for(state="visible")
    assert page.locator(".kernel[open]").count() == 1
    page.reload()
    kernel.wait_for(state="visible")


def test_every_chart_is_drawn_with_its_series(page):
    charts = page.locator("figure.chart")
    assert charts.count() == 8
    for index in range(charts.count()):
        assert charts.nth(index).locator(".plot svg").locator("visible=true").count() == 1
    # The five fastest rungs and the library; TF32 is off at first.
    assert lines(page, SIZE) == 6 == len(names(page, SIZE))
    bars = page.locator(f"{LADDER} .wide .bar").evaluate_all(
        "bars => bars.flatMap((bar) => bar.getAttribute('d').match(/z/g)).length"
    )
    assert bars == len(synthetic.SHARES)
    assert page.locator(f"{MAP} .wide .cell").count() == 9
    assert lines(page, "#cuda-1-power") == 1
    # A path through all hundred points of the trace.
    path = page.locator("#cuda-1-clock .wide .line").get_attribute("d")
    assert path.count("L") == 99


def test_a_report_of_the_cpu_machine_is_drawn_too(open_page, cpu_report):
    opened = open_page(cpu_report)
    cells = opened.page.locator("#cpu-1-ladder tbody td:first-child")
    assert cells.count() == 1 + len(synthetic.SHARES)
    assert "This is not a GPU" in opened.page.locator(".notice").inner_text()
    assert (opened.requests, opened.complaints) == ([], [])


def test_series_go_off_and_on_by_mouse(page):
    label = page.locator(f"{SIZE} .legend label", has_text="12 double_buffer")
    label.click()
    assert lines(page, SIZE) == 5
    label.click()
    assert lines(page, SIZE) == 6
    buttons = page.locator(f"{SIZE} .legend button")
    buttons.get_by_text("None").click()
    assert (lines(page, SIZE), names(page, SIZE)) == (0, [])
    buttons.get_by_text("All").click()
    assert lines(page, SIZE) == len(synthetic.SHARES) + 2  # and two of cuBLAS
    buttons.get_by_text("As at first").click()
    assert lines(page, SIZE) == 6


def test_series_go_off_and_on_by_keyboard(page):
    page.locator(f"{SIZE} .legend label", has_text="7 thread_tile_4x4").locator("input").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert "8 thread_tile_8x8" not in names(page, SIZE)
    assert lines(page, SIZE) == 5
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert lines(page, SIZE) == 6
    assert page.url.endswith("gpu.html"), "the form is not sent"


def test_the_pointer_shows_values(page):
    plot = page.locator(f"{LADDER} .plot")
    plot.scroll_into_view_if_needed()
    row = page.locator(f"{LADDER} .wide text", has_text="12 double_buffer").bounding_box()
    page.mouse.move(plot.bounding_box()["x"] + 400, row["y"] + row["height"] / 2)
    tip = page.locator(f"{LADDER} .tip")
    tip.wait_for()
    text = tip.text_content()
    assert "12 double_buffer" in text
    assert "TFLOP/s: 45" in text and "90.0 % of cublas fp32" in text
    assert "from: 44.55" in text and "to: 45.45" in text
    page.mouse.move(0, 0)
    assert not tip.is_visible()


def test_arrow_keys_go_through_points_and_say_them(page):
    said = page.locator(f"{SIZE} .said")
    page.locator(f"{SIZE} .plot").focus()
    page.keyboard.press("ArrowRight")
    assert "cublas fp32; m = n = k: 256" in said.inner_text()
    page.keyboard.press("ArrowRight")
    assert "cublas fp32; m = n = k: 512; TFLOP/s: 50" in said.inner_text()
    assert "m = n = k: 512" in page.locator(f"{SIZE} .tip").text_content()
    page.keyboard.press("ArrowDown")
    assert "7 thread_tile_4x4; m = n = k: 512; TFLOP/s: 20" in said.inner_text()
    page.keyboard.press("End")
    assert "ptx_thread_tile; m = n = k: 4096" in said.inner_text()
    page.keyboard.press("Escape")
    assert said.inner_text() == ""
    page.locator(f"{MAP} .plot").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert "n: 64; m: 256" in page.locator(f"{MAP} .said").inner_text()
    page.locator(f"{SIZE} .legend label", has_text="cublas fp32").click()
    page.locator(f"{SIZE} .plot").focus()
    page.keyboard.press("ArrowRight")
    assert "7 thread_tile_4x4" in said.inner_text(), "what is off is passed over"


def test_nothing_makes_a_phone_scroll_sideways(open_page, gpu_report):
    page = open_page(gpu_report, width=360).page
    page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.evaluate("scrollTo(1000, 0)")
    assert page.evaluate("scrollX") == 0
    boxes = "s => s.map((e) => e.getBoundingClientRect())"
    for box in page.locator(".plot .narrow").evaluate_all(boxes):
        assert box["x"] >= 0 and box["right"] <= 360
    # Words of a chart stay on the screen as well.
    outside = """
    [...document.querySelectorAll(".plot .narrow text")].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left < 0 || box.right > innerWidth;
    }).map((each) => each.textContent)
    """
    assert page.evaluate(outside) == []


def test_charts_follow_the_width_of_the_window(page):
    wide, narrow = (page.locator(f"{SIZE} .plot .{name}") for name in ("wide", "narrow"))
    assert wide.bounding_box()["width"] > 900 and not narrow.is_visible()
    page.set_viewport_size({"width": 360, "height": 800})
    assert narrow.bounding_box()["width"] < 340 and not wide.is_visible()
    # Letters of the wide one would be half as high.
    height = narrow.locator("text").first.bounding_box()["height"]
    assert height > 9
    page.locator(f"{SIZE} .plot").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(f"{SIZE} .tip").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_has_contrast(open_page, gpu_report, scheme):
    page = open_page(gpu_report, color_scheme=scheme).page
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) < 384) == (scheme == "dark")
    page.locator(f"{SIZE} .legend button", has_text="All").click()
    assert page.evaluate(CONTRAST) == {}


def test_it_prints_on_white_without_what_only_a_screen_can_do(open_page, gpu_report):
    page = open_page(gpu_report, color_scheme="dark", parts=False).page
    assert not page.locator(f"{SIZE} .plot").is_visible()
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for hidden in (
        ".open-all",
        f"{SIZE} .legend button >> nth=0",
        f"{SIZE} .legend label:has(input:not(:checked)) >> nth=0",
    ):
        assert not page.locator(hidden).is_visible()
    assert page.locator(f"{SIZE} .legend label").first.is_visible()
    assert page.locator(f"{SIZE} .plot .wide").is_visible()
    assert page.evaluate(CONTRAST) == {}
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_without_scripts_there_are_charts_tables_and_switches(browser, gpu_report):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(gpu_report.as_uri())
    page.locator(".part summary", has_text="Speed over size").click()
    assert lines(page, SIZE) == 6
    page.locator(f"{SIZE} .legend label", has_text="12 double_buffer").click()
    assert lines(page, SIZE) == 5
    assert not page.locator(f"{SIZE} .legend button", has_text="All").is_visible()
    page.locator(f"{SIZE} .legend button", has_text="As at first").click()
    assert lines(page, SIZE) == 6
    rows = page.locator(f"{SIZE} tbody tr")
    assert not rows.first.is_visible()
    page.locator(f"{SIZE} .numbers summary").focus()
    page.keyboard.press("Enter")
    rows.first.wait_for(state="visible")
    assert rows.count() >= 8
    row = page.locator(f"{LADDER} tbody tr", has_text="13 ptx_pipeline")
    assert row.locator("td").all_text_contents()[:2] == ["13 ptx_pipeline", "52.50"]
    context.close()
