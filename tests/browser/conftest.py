"""A headless Chromium, and pages of the report opened in it with everything they do recorded."""

import dataclasses
import os
import shutil
from typing import Any

import pytest

import synthetic_results as synthetic
from sgemm.report.html.page import make_page

NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclasses.dataclass
class Opened:
    """A page in the browser, and what it did that it should not do."""

    page: Any
    requests: list[str]
    complaints: list[str]


@pytest.fixture(scope="session")
def browser():
    """Start the browser; without one, continuous integration fails and others skip."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        words = "no Chromium is installed (Debian, Ubuntu: apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # The sandbox needs rights that containers lack; the pages are our own.
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


def write_report(place, path):
    """Write the report of a place."""
    path.write_bytes(make_page([place], "A report"))
    return path


@pytest.fixture(scope="session")
def gpu_report(tmp_path_factory):
    """Write a report with data for every chart."""
    return write_report(synthetic.gpu_place(), tmp_path_factory.mktemp("report") / "gpu.html")


@pytest.fixture(scope="session")
def cpu_report(tmp_path_factory):
    """Write a report of the cpu machine alone."""
    return write_report(synthetic.cpu_place(), tmp_path_factory.mktemp("report") / "cpu.html")


@pytest.fixture
def open_page(browser):
    """Return what opens a file; whatever the page asks for beyond it is recorded and refused."""
    contexts = []

    def opened(path, width=1280, parts=True, **options):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, reduced_motion="reduce", **options
        )
        contexts.append(context)
        page = context.new_page()
        found = Opened(page, [], [])
        address = path.as_uri()

        def route(request):
            if request.request.url == address:
                request.continue_()
            else:
                found.requests.append(request.request.url)
                request.abort()

        context.route("**/*", route)
        page.on("console", lambda message: found.complaints.append(message.text))
        page.on("pageerror", lambda error: found.complaints.append(str(error)))
        page.goto(address)
        page.wait_for_selector(".plot .tip", state="attached")
        if parts:
            page.get_by_text("Open all parts").click()
        return found

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page, gpu_report):
    """Open the report with data for every chart, all its parts open."""
    return open_page(gpu_report).page
