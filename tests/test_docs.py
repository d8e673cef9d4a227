"""README.md, CONTRIBUTING.md, docs/: code blocks run, links lead somewhere, and pages are right."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click import Context

from sgemm.cli.main import main
from sgemm.kernels.catalogue import LADDER, LIBRARY, find
from sgemm.problem import LAYOUTS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md")))
TEXTS = {page: page.read_text() for page in PAGES}
README, CONTRIBUTING = (TEXTS[page] for page in PAGES[:2])
LIBRARY_PAGE, EXECUTOR = TEXTS[DOCS / "library.md"], TEXTS[DOCS / "executor.md"]

SGEMM = "import sys; from sgemm.cli.main import main; sys.argv[0] = 'sgemm'; sys.exit(main())"

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
each_text = pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])


def blocks(text, language):
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands(text, language="sh"):
    """Return the lines of the blocks of a language, as words; comments left out."""
    lines = "".join(blocks(text, language)).splitlines()
    return [words for words in (shlex.split(line, comments=True) for line in lines) if words]


def links(text):
    return [target for target in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in target]


def run(*arguments):
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@each_page
def test_links_lead_to_files(page):
    for target in links(TEXTS[page]):
        assert (page.parent / target).exists(), target


@each_page
def test_links_lead_to_headings(page):
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)]+)\)", TEXTS[page]):
        text = (page.parent / target if target else page).read_text()
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        known = {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}
        assert anchor in known, f"{target}#{anchor}"


def test_the_executors_page_has_what_was_measured_of_tensor_cores():
    found = json.loads((ROOT / "results" / "h200" / "tensor-cores.json").read_text())
    forms = ("f16", "bf16", "tf32")
    instructions = found["instructions"].values()
    kept = found["results_kept"]
    text = " ".join(EXECUTOR.split())
    for number in (
        f"{len(instructions)} instructions",
        f"{sum(each['experiments'] for each in instructions):,} single dot products",
        f"{sum(each['tiles'] for each in instructions):,} random tiles",
        f"{sum(kept.values()):,} results were kept",
        f"{sum(each['differing_from_an_earlier_model'] for each in instructions):,} in all",
        f"the {found['counts_predicted']} counts agree",
        f"({kept['f16']:,} in FP16, {kept['bf16']:,} in BF16, {kept['tf32']:,} in TF32)",
    ):
        assert number in text, number
    rows = re.findall(
        r"^\| ([^|]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", EXECUTOR, re.MULTILINE
    )
    assert rows == [
        (each["choice"], *(f"{each[form]:,}" for form in forms))
        for each in found["wrong_by_other_choices"]
    ]


def test_the_index_links_every_page():
    assert {page.name for page in PAGES[2:]} - {"index.md"} <= set(links(TEXTS[DOCS / "index.md"]))


COMMANDS = [
    shlex.split(line, comments=True)
    for page in PAGES[2:]
    for block in blocks(TEXTS[page], "console")
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


PYTHON = [
    *blocks(README, "python"),
    *blocks(LIBRARY_PAGE, "python"),
    "\n".join(blocks(EXECUTOR, "python")),  # one example, of a new instruction
]


@pytest.mark.parametrize("code", PYTHON)
def test_python_blocks_run(code):
    run("-W", "error", "-c", code)


@pytest.mark.parametrize("words", commands(README, "console"), ids=" ".join)
def test_console_commands_succeed(words):
    prompt, program, *arguments = words
    assert (prompt, program) == ("$", "sgemm")
    assert run("-c", SGEMM, *arguments)


def test_blocks_were_found():
    assert COMMANDS
    assert len(blocks(README, "python")) >= 2
    assert len(blocks(LIBRARY_PAGE, "python")) == 4
    assert len(blocks(EXECUTOR, "python")) == 2
    assert len(commands(README, "console")) >= 3
    assert len(commands(README)) >= 3


@each_text
def test_make_targets_exist(text):
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    used = {words[1] for words in commands(text) if words[0] == "make"}
    assert used
    assert used <= set(targets[1].split())


def test_extras_exist():
    used = set(re.findall(r"'\.\[(\w+)\]'", README))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert used
    assert used <= set(project["optional-dependencies"])


def test_versions_are_those_that_are_required_and_tested():
    table = LIBRARY_PAGE.split("\n### Versions\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| \w+ \| `(\w+)` \| ([\d.]+) \| (.*?) \|", table, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras, makefile = project["optional-dependencies"], (ROOT / "Makefile").read_text()
    assert [extra for extra, _, _ in rows] == ["torch", "jax"]
    for extra, needed, tested in rows:
        assert extras[extra] == [f"{extra}>={needed}"]
        assert re.findall(rf"\b{extra}==([\d.]+)", makefile) == tested.split(", ")


@each_text
def test_files_in_backquotes_and_commands_exist(text):
    paths = re.findall(r"\b(?:scripts|tests|docs)/[\w/]+\.\w+", text)
    names = re.findall(r"`(test_\w+\.py)`", text)
    known = {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert set(names) <= known


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
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (.+) \|$", TEXTS[DOCS / "ladder.md"], re.M)
    rungs = [find(name) for name in LADDER]
    assert rows == [(str(rung.number), rung.name, rung.idea) for rung in rungs]


def test_planning_has_a_row_for_each_kernel_of_the_library():
    text = TEXTS[DOCS / "planning.md"]
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([\w, ]+) \| [^|]+ \|$", text, re.M)
    kernels = [find(name) for name in LIBRARY]
    layouts = [", ".join(each.layouts) for each in kernels]
    assert rows == [
        (each.name, "all" if each.layouts == LAYOUTS else words)
        for each, words in zip(kernels, layouts, strict=True)
    ]
