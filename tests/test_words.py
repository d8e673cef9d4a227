"""Code and text use the words of the field; docs/glossary.md lists them.

Each of these words once stood for something that has a common name.
"""

import re
from pathlib import Path

import pytest

from sgemm.kernels.catalogue import FORMER_NAMES

ROOT = Path(__file__).resolve().parent.parent

INSTEAD = {
    "quads?": "128-bit vector, vector of four",
    "fillers?": "producer, load",
    "rooms?(?! for)": "package, space, buffer",
    "turned": "transposed",
    "anew": "again",
    "behind": "after, following",
    "told": "given, passed, known",
    "announce[sd]?": "signal, say",
    "travell?ers?": "operand, carried value",
    "put together": "combined",
    "arenas?": "fixture",
    "entrants?": "contender",
    "parted": "divergent, diverged",
    "main[ -]loops?": "mainloop",
}
WORDS = re.compile(rf"(?<![a-z])({'|'.join(INSTEAD)})(?![a-z])", re.IGNORECASE)
CLASSES = re.compile(r"class Kind\b")
FORMER = re.compile("|".join(sorted(FORMER_NAMES, key=len, reverse=True)))

SUFFIXES = (
    ".py",
    ".cu",
    ".cuh",
    ".ptx",
    ".c",
    ".h",
    ".md",
    ".ipynb",
    ".toml",
    ".yml",
    ".html",
    ".css",
    ".js",
    ".sh",
)
HISTORY = ("docs/log.md", "docs/log/", "docs/results.md", "tests/test_words.py")
"""Files, and a folder, that say what was, and this one."""

RUNG_NUMBER = re.compile(r"\brungs? \d", re.IGNORECASE)
WITH_NUMBERS = re.compile(r"src/sgemm/kernels/ladder/(rung|ptx)_|tests/")
"""A rung's own file says its number, and tests do: elsewhere a rung is called by its name."""

FIRST_DOCUMENT = re.compile(r"src/sgemm/kernels/ladder/(rung_0\d|rung_1[0-5]|ptx_)|docs/ladder/")
"""The rungs up to the fifteenth keep the texts that they were written with, as do their pages."""


FOLDERS = ("src", "tests", "docs", "scripts", "examples", ".github")
WITHOUT_SUFFIX = ("Makefile", ".ci/run")


def files() -> list[str]:
    paths = [*ROOT.glob("*.*"), *(path for each in FOLDERS for path in (ROOT / each).rglob("*.*"))]
    names = sorted(str(path.relative_to(ROOT)) for path in paths if path.suffix in SUFFIXES)
    names += [name for name in WITHOUT_SUFFIX if (ROOT / name).exists()]
    kept = [name for name in names if not name.startswith(HISTORY)]
    return [name for name in kept if not FIRST_DOCUMENT.match(name)]


def test_old_words_do_not_come_back() -> None:
    found = []
    for name in files():
        for number, line in enumerate((ROOT / name).read_text().split("\n"), 1):
            text = FORMER.sub("", line)
            matches = [*WORDS.finditer(text), *CLASSES.finditer(text)]
            if not WITH_NUMBERS.match(name):
                matches += RUNG_NUMBER.finditer(text)
            found += [f"{name}:{number}: {match[0]} in {line.strip()[:60]}" for match in matches]
    assert not found, "\n".join(found)
    assert len(files()) > 500


@pytest.mark.parametrize(
    "line", ["load_quads(x)", "the rooms of", "class Kind:", "by Quads, anew", "room", "main loops"]
)
def test_they_are_found(line: str) -> None:
    assert WORDS.search(line) or CLASSES.search(line)


@pytest.mark.parametrize(
    "line", ["returned", "mushrooms", "foretold", "Kind of", "quadrant", "room for"]
)
def test_other_words_are_not(line: str) -> None:
    assert not WORDS.search(line)
    assert not CLASSES.search(line)
