"""docs/: every page is linked, every link leads somewhere, and what pages say of the code holds."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click import Context

from sgemm.cli.main import main
from sgemm.kernels.catalogue import LADDER, LIBRARY, find
from sgemm.problem import LAYOUTS
from test_house import MAY_IMPORT

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
INDEX = (DOCS / "index.md").read_text()
EXECUTOR = (DOCS / "executor.md").read_text()
PLANNING = (DOCS / "planning.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


def blocks(text, language):
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def links(text):
    return [target for target in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in target]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    for target in links(page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda page: page.name
)
def test_links_lead_to_headings(page):
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)]+)\)", page.read_text()):
        text = (page.parent / target if target else page).read_text()
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        known = {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}
        assert anchor in known, f"{target}#{anchor}"


def test_the_index_links_every_page():
    assert {page.name for page in PAGES} - {"index.md"} <= set(links(INDEX))


COMMANDS = [
    shlex.split(line, comments=True)
    for page in PAGES
    for block in blocks(page.read_text(), "console")
    for line in block.splitlines()
    if line.startswith("$ sgemm ")
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_have_the_options_that_pages_name(words):
    _, _, name, *arguments = words
    command = main.get_command(Context(main), name)
    assert command is not None
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word.split("=")[0] for word in arguments if word.startswith("--")} <= known


def test_commands_were_found():
    assert COMMANDS


def test_the_example_of_a_new_instruction_runs():
    code = blocks(EXECUTOR, "python")
    assert len(code) == 2
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(code)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["ptx", "executor"])
def test_every_file_of_the_deep_packages_is_on_the_way_of_a_kernel(name):
    rows = EXECUTOR.split(f"`src/sgemm/{name}/`")[1].split("\n## ")[0].split("\nThen ")[0]
    package = ROOT / "src" / "sgemm" / name
    files = {path.stem for path in package.glob("*.py")} - {"__init__"}
    folders = {f"{path.parent.name}/" for path in package.glob("*/__init__.py")}
    cells = re.findall(r"^\| (.*?) \|", rows, re.MULTILINE)
    named = set(re.findall(r"`([\w/]+)`", " ".join(cells)))
    # The nodes of the syntax tree are named beside what makes them.
    assert files | folders == named | ({"syntax"} if name == "ptx" else set())


def test_the_ladder_has_a_row_for_each_rung():
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (.+) \|$", (DOCS / "ladder.md").read_text(), re.M)
    rungs = [find(name) for name in LADDER]
    assert rows == [(str(rung.number), rung.name, rung.idea) for rung in rungs]


def test_planning_has_a_row_for_each_kernel_of_the_library():
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([\w, ]+) \| [^|]+ \|$", PLANNING, re.M)
    kernels = [find(name) for name in LIBRARY]
    layouts = [", ".join(each.layouts) for each in kernels]
    assert rows == [
        (each.name, "all" if each.layouts == LAYOUTS else words)
        for each, words in zip(kernels, layouts, strict=True)
    ]


def test_contributing_says_what_each_package_may_import():
    rows = re.findall(r"^\| (`\S+/`) \|.*\| ([^|]+) \|$", CONTRIBUTING, re.M)
    said = {name.strip("`/"): set(words.split(", ")) - {"-"} for name, words in rows}
    held = {name: parts - {"__init__"} for name, parts in MAY_IMPORT.items() if name in said}
    assert said | {"cli": held["cli"]} == held
    assert said["cli"] == {"all of the above"}
    assert {path.parent.name for path in (ROOT / "src/sgemm").glob("*/*.py")} == set(said)
