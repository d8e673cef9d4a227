"""README.md, CONTRIBUTING.md, docs/library.md: code blocks run, commands, files and names exist."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
LIBRARY = (ROOT / "docs/library.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())

SGEMM = "import sys; from sgemm.cli.main import main; sys.argv[0] = 'sgemm'; sys.exit(main())"


def blocks(text, language):
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands(text, language="sh"):
    """Return the lines of the blocks of a language, as words; comments left out."""
    lines = "".join(blocks(text, language)).splitlines()
    return [words for words in (shlex.split(line, comments=True) for line in lines) if words]


def run(*arguments):
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.parametrize("code", blocks(README, "python") + blocks(LIBRARY, "python"))
def test_python_blocks_run(code):
    done = run("-W", "error", "-c", code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", commands(README, "console"), ids=" ".join)
def test_console_commands_succeed(words):
    prompt, program, *arguments = words
    assert (prompt, program) == ("$", "sgemm")
    done = run("-c", SGEMM, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_blocks_were_found():
    assert len(blocks(README, "python")) >= 2
    assert len(blocks(LIBRARY, "python")) == 2
    assert len(commands(README, "console")) >= 3
    assert len(commands(README)) >= 3


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_make_targets_exist(text):
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    used = {words[1] for words in commands(text) if words[0] == "make"}
    assert used
    assert used <= set(targets[1].split())


def test_extras_exist():
    used = set(re.findall(r"'\.\[(\w+)\]'", README))
    assert used
    assert used <= set(PROJECT["project"]["optional-dependencies"])


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_linked_files_exist(text):
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert target.startswith("https:") or (ROOT / target).exists(), target


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_files_in_backquotes_and_commands_exist(text):
    paths = re.findall(r"\b(?:scripts|tests|docs)/[\w/]+\.\w+", text)
    names = re.findall(r"`(test_\w+\.py)`", text)
    known = {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert set(names) <= known


def test_packages_are_those_of_the_package():
    package = ROOT / "src" / "sgemm"
    packages = {path.parent.name for path in package.glob("*/*.py")}
    assert set(re.findall(r"`(\w+)/`", CONTRIBUTING.split("## How")[0])) == packages
