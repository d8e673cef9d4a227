"""README.md, CONTRIBUTING.md, docs/: code blocks run, links lead somewhere, and pages are right."""

import itertools
import json
import re
import tomllib

import pytest
from click import Context

from doc_blocks import (
    DOCS,
    PAGES,
    PLACES,
    ROOT,
    TEXTS,
    blocks,
    commands,
    elsewhere,
    everywhere,
    name_of,
    run,
    run_programs,
)
from sgemm.cli.main import main
from sgemm.kernels.catalogue import LADDER, LIBRARY, find
from sgemm.problem import LAYOUTS

README, CONTRIBUTING = (TEXTS[page] for page in PAGES[:2])
EXECUTOR = TEXTS[DOCS / "executor.md"]

SGEMM = "import sys; from sgemm.cli.main import main; sys.argv[0] = 'sgemm'; sys.exit(main())"

each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)
each_text = pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])


def without_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def links(text):
    found = re.findall(r"\]\(([^)#]+)\)", without_code(text))
    return [target for target in found if "://" not in target]


@each_page
def test_links_lead_to_files(page):
    for target in links(TEXTS[page]):
        assert (page.parent / target).exists(), target


@each_page
def test_no_item_of_a_list_begins_in_the_paragraph_before(page):
    """Markdown for sites wants a blank line before an item, where the item before has one in it."""
    has_blank = False
    before = ""
    for line in without_code(TEXTS[page]).splitlines():
        if re.match(r"\d+\. ", line):
            assert not (has_blank and before.strip()), line
            has_blank = False
        elif line.strip() and not line.startswith(" "):
            has_blank = False  # the list has ended
        has_blank |= not line.strip()
        before = line


@each_page
def test_links_lead_to_headings(page):
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)#([^)]+)\)", without_code(TEXTS[page])):
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


@pytest.mark.parametrize("page", sorted(DOCS.glob("log/*.md")), ids=name_of)
def test_pages_of_the_notebook_have_a_question_and_what_became_of_it(page):
    labels = re.findall(r"\*\*(Question|Prediction|Result|Decision)[.:]?\*\*", TEXTS[page])
    assert list(dict.fromkeys(labels))[:2] == ["Question", "Prediction"]
    assert set(labels) == {"Question", "Prediction", "Result", "Decision"}
    for entry in re.split(r"^#+ .*$", TEXTS[page], flags=re.MULTILINE):
        found = set(re.findall(r"\*\*(Question|Prediction|Result|Decision)\b", entry))
        assert not entry.strip() or found == set(labels), entry[:200]
    assert not re.search(r"\*\*(Measured|Found|Predicted|Expected)\b", TEXTS[page]), "other labels"


NAVIGATION = (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2]


@pytest.mark.parametrize("page", sorted(DOCS.glob("ladder/*.md")), ids=name_of)
def test_pages_of_rungs_link_other_pages_by_name_and_the_predictions_once(page):
    text = without_code(TEXTS[page])
    assert text.count("other_gpus.md#the-whole-ladder") <= 1
    assert "docs/" not in re.sub(r"\]\([^)]*\)", "", text)
    assert not re.search(r"^\*[A-Z][a-z]+\.[a-z]", text, re.M), "an instruction in capitals"


def test_the_navigation_has_every_page_but_those_of_the_notebook_once():
    listed = re.findall(r"^ +- (?:.*: )?(\S+\.md)$", NAVIGATION, re.MULTILINE)
    names = [page.relative_to(DOCS).as_posix() for page in PAGES[2:]]
    pages = [name for name in names if not name.startswith("log/")]
    assert sorted(name for name in listed if not name.startswith("repository/")) == sorted(pages)
    outside = [name.removeprefix("repository/") for name in set(listed) - set(pages)]
    assert outside and all((ROOT / name).exists() for name in outside)


def test_the_index_links_every_page():
    """Without the site, on a page of the repository, the index is what leads to all others."""
    leading = (DOCS / name for name in ("index.md", "ladder.md", "log.md"))
    linked = {name for page in leading for name in links(TEXTS[page])}
    pages = {page.relative_to(DOCS).as_posix() for page in PAGES[2:]}
    assert pages - {"index.md"} <= linked


LINES = [
    (name_of(page), words)
    for page, text in TEXTS.items()
    for words in (
        *commands(text),
        *(words[1:] for words in commands(text, "console") if words[0] == "$"),
    )
]
TARGETS = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def complaints(words):
    """Yield what a line of a shell names and is not there."""
    while re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        words = words[1:]
    program, *arguments = words
    if program == "sgemm":
        command = main.get_command(Context(main), arguments[0])
        known = {option for each in command.params for option in each.opts} if command else set()
        used = {word.split("=")[0] for word in arguments if word.startswith("--")}
        yield from used - known if command else [arguments[0]]
    elif program == "make":
        yield from (word for word in arguments if "=" not in word and word not in TARGETS)
    elif program.endswith(("python", ".sh")):
        files = [word for word in words if re.match(r"(scripts|tests)/", word)]
        yield from (name for name in files if not (ROOT / name).exists())
    elif program == "pip":
        for extras in itertools.chain.from_iterable(re.findall(r"\[(.*)\]", w) for w in arguments):
            yield from set(extras.split(",")) - EXTRAS.keys()
    elif program not in ("git", "cd", "cp", "."):
        yield program


@each_page
def test_lines_of_the_shell_name_what_there_is(page):
    assert [
        each for name, words in LINES if name == name_of(page) for each in complaints(words)
    ] == []


@pytest.mark.parametrize(
    "line",
    ["sgemm runn", "sgemm run --nothing 1", "make nothing", "python scripts/no.py", "rm -r x"],
)
def test_wrong_lines_are_found(line):
    assert len([*complaints(line.split())]) == 1


@pytest.mark.parametrize(
    ("page", "programs"), everywhere().items(), ids=lambda each: str(each)[:30]
)
def test_python_blocks_run(page, programs):
    run_programs(programs, "-W", "error")


def test_every_block_runs_somewhere():
    assert set(elsewhere()) == PLACES
    found = {each for text in TEXTS.values() for each in re.findall(r"^```(\w*)", text, re.M)}
    assert found == {"", "python", "py", "sh", "console", "math", "json", "diff", "cuda", "ptx"}


CONSOLE = dict.fromkeys(
    tuple(words) for text in TEXTS.values() for words in commands(text, "console")
)
"""The lines of all consoles, each once."""

NOT_RUN = (
    (r"bench|survey|tune$", "they measure a GPU"),
    (r"ladder|warm", "it takes minutes without a GPU; tests of its own run it"),
    (r"fit(?!.*--dry-run)|export", "they replace files of the repository"),
    (r"(compare|fit) .*(sets|squares|output/\w+)\.jsonl", "they read what a line before measures"),
)
"""What lines of sgemm are not run here, and why."""


def runs(words):
    line = " ".join(words[2:])
    return words[1] == "sgemm" and not any(re.match(pattern, line) for pattern, _ in NOT_RUN)


@pytest.mark.parametrize("words", [*filter(runs, CONSOLE)], ids=" ".join)
def test_console_commands_succeed(words):
    assert words[0] == "$"
    assert run("-c", SGEMM, *words[2:])


def test_console_commands_that_fail_are_found():
    with pytest.raises(AssertionError, match="kernel = 'nothing'"):
        run("-c", SGEMM, "run", "nothing", "9", "9", "9")


def test_blocks_were_found():
    assert len(LINES) > 50
    assert len(blocks(README, "python")) >= 2
    assert len(everywhere()["docs/library.md"]) == 2
    assert len(blocks(EXECUTOR, "python")) == 2
    assert all(map(runs, commands(README, "console")))
    assert len([*filter(runs, CONSOLE)]) > 20
    assert len(commands(README)) >= 3


def test_versions_are_those_that_are_required_and_tested():
    table = TEXTS[DOCS / "library.md"].split("\n### Versions\n")[1].split("\n## ")[0]
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
    row = r"^\| (\d+) \| \[`(\w+)`\]\(ladder/(\w+)\.md\) \| (.+) \|$"
    rows = re.findall(row, TEXTS[DOCS / "ladder.md"], re.M)
    rungs = [find(name) for name in LADDER]
    assert rows == [(str(rung.number), rung.name, rung.name, rung.idea) for rung in rungs]


def test_planning_has_a_row_for_each_kernel_of_the_library():
    text = TEXTS[DOCS / "planning.md"]
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([\w, ]+) \| [^|]+ \|$", text, re.M)
    kernels = [find(name) for name in LIBRARY]
    layouts = [", ".join(each.layouts) for each in kernels]
    assert rows == [
        (each.name, "all" if each.layouts == LAYOUTS else words)
        for each, words in zip(kernels, layouts, strict=True)
    ]
