"""The site is built without a complaint; its links lead somewhere, and it loads nothing else."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]


class Page(HTMLParser):
    """What a page links, what it loads, and what can be linked in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        elif tag in ("img", "script", "iframe") and found.get("src"):
            self.loads.append(found["src"])
        elif tag == "link" and found.get("rel") in ("stylesheet", "preconnect", "icon"):
            self.loads.append(found["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site; without mkdocs, continuous integration fails and others skip."""
    try:
        import mkdocs  # noqa: F401
    except ImportError:
        words = "mkdocs is not installed: pip install '.[docs]'"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    folder = tmp_path_factory.mktemp("site")
    command = ["-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    paths = os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "src")])
    environment = os.environ | {"PYTHONPATH": paths, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {path: Page(path.read_text()) for path in folder.rglob("*.html")}


def test_everything_that_is_linked_is_there(site):
    missing = []
    for path, page in site.items():
        if path.name == "404.html":
            continue  # its links begin at the root of a server
        for link in page.links + page.loads:
            target, _, anchor = unquote(link).partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            file = (path.parent / target).resolve() if target else path
            file = file / "index.html" if file.is_dir() else file
            if not file.is_file():
                missing.append(f"{path.name}: {link}")
            elif anchor and file in site and anchor not in site[file].anchors:
                missing.append(f"{path.name}: no heading {link}")
    assert missing == []


def test_nothing_is_loaded_from_elsewhere(site):
    assert len(site) > 50
    assert [each for page in site.values() for each in page.loads if "//" in each] == []


def test_each_kind_of_page_was_made_of_its_source(site):
    texts = {"/".join(path.parts[-2:]): path.read_text() for path in site}
    (planner,) = (text for name, text in texts.items() if name.endswith("/planner.html"))
    assert "<math" in planner, "equations"
    assert "Everything is checked before anything" in texts["reference/library.html"], "docstrings"
    assert "pictures/conflict_free-banks.svg" in texts["ladder/conflict_free.html"], "pictures"
