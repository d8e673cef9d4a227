"""The site is built without a complaint; its links lead somewhere, and it loads nothing else."""

import ast
import html
import importlib
import inspect
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
    (front,) = (text for name, text in texts.items() if 'class="front"' in text)
    first = re.search(r'class="front">(.*?)</div>', front, re.DOTALL)[1]
    assert first.count("<p>") == 4 and "plots/h200-squares.svg" in first, "three lines and a plot"
    assert (
        "On one H200, in the mean: " in first
        and "times as fast as cuBLAS FP32 on squares" in first
        and "On tensor cores, by " in first
    )
    assert "pictures/conflict_free-banks.svg" in texts["ladder/conflict_free.html"], "pictures"
    examples = plain(texts["how_to/examples.html"])
    for path in (ROOT / "examples").glob("*.py"):
        assert path.read_text().strip() in examples, path.name


PARAMETER = re.compile(
    r"<b><code>([*\w]+)</code></b>\s*"
    r"(?:\(<code>(.*?)</code>(?:, default:\s*<code>(.*?)</code>)?\s*\))?",
    re.DOTALL,
)
HEADING = re.compile(r'<h\d id="(sgemm\.[\w.]+)"')
PLAIN = {"float", "int", "bool", "str"}


def plain(text):
    return html.unescape(re.sub(r"<[^>]+>", "", text)).strip()


def parameters_shown(site):
    """Yield each object of the reference, with each parameter's name, type and default there."""
    for path in site:
        if path.parent.name != "reference":
            continue
        _, *parts = HEADING.split(path.read_text())
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            section = re.search(r"Parameters:</span></p>(.*?)</ul>", text, re.DOTALL)
            if section:
                found = PARAMETER.findall(section[1])
                yield name, [tuple(map(plain, each)) for each in found], section[1]


def found_by(name):
    """Return what a dotted name stands for; None where its module needs a library."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError as error:
            if not error.name.startswith("sgemm"):
                return None
            continue
        for part in parts[count:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


def test_the_reference_shows_the_types_and_defaults_of_signatures(site):
    compared = set()
    for name, shown, _ in parameters_shown(site):
        known = found_by(name)
        if known is None:
            continue
        signature, documented = inspect.signature(known).parameters, inspect.getdoc(known)
        for parameter, of_type, default in shown:
            own = signature[parameter.lstrip("*")]
            if own.kind is not own.VAR_KEYWORD:
                has_default = own.default is not own.empty
                assert has_default == bool(default), (name, parameter)
                assert not has_default or own.default == eval_default(default), (name, parameter)
            written = re.search(
                rf"^(?:\w+, )*{re.escape(parameter)}(?:, \w+)* : (.*?)(?:, optional)?$",
                documented,
                re.MULTILINE,
            )
            assert of_type == (written[1] if written else str(own.annotation)), (name, parameter)
            if of_type in PLAIN:
                assert str(own.annotation).startswith(of_type), (name, parameter)
            compared.add((name, parameter))
    for name in ("functions.gemm", "functions.matmul", "functions.sgemm", "plans.plan"):
        assert (f"sgemm.blas.{name}", "alpha") in compared
    assert len(compared) > 70


def eval_default(text):
    """Return the value of a default as it is shown."""
    try:
        return ast.literal_eval(text)
    except ValueError:
        left, right = text.split(" << ")
        return int(left) << int(right)


def test_what_parameters_share_stands_there_once(site):
    sections = {name: section for name, _, section in parameters_shown(site)}
    assert sections["sgemm.blas.functions.matmul"].count("The errors are the same") == 1
    assert sections["sgemm.blas.functions.gemm"].count("Real numbers") == 1
