"""The code blocks of README.md, CONTRIBUTING.md and docs/, and which suite runs them.

Blocks that say ``python`` run everywhere. Those that say ``py`` need a GPU or another library: a
comment before each says which, and what stands before it in the reader's program::

    <!-- runs: gpu, torch
    import torch
    -->
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")))
TEXTS = {page: page.read_text() for page in PAGES}

PLACES = {"torch", "jax", "gpu, torch", "gpu, cupy"}
"""What blocks of the kind ``py`` may ask for."""

NAMES = {"__name__": "__main__"}  # what a program begins with; torch.compile looks for its module

MARKED = re.compile(
    r"(?:^<!-- runs: (?P<place>[^\n]*?)(?: -->|\n(?P<before>.*?)\n-->)\n\n)?"
    r"^```py\n(?P<code>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)

TOGETHER = {"docs/executor.md"}
"""Pages whose blocks are one example."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(text: str, language: str) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands(text: str, language: str = "sh") -> list[list[str]]:
    """Return the lines of the blocks of a language, as words; comments left out."""
    lines = "".join(blocks(text, language)).splitlines()
    return [words for words in (shlex.split(line, comments=True) for line in lines) if words]


def everywhere() -> dict[str, list[str]]:
    """Return the programs that run on any machine, by page."""
    found = {name_of(page): blocks(text, "python") for page, text in TEXTS.items()}
    for name in TOGETHER:
        found[name] = ["\n".join(found[name])]
    return {name: programs for name, programs in found.items() if programs}


def elsewhere() -> dict[str, dict[str, list[str]]]:
    """Return the programs that need something, by what they need and by page."""
    found: dict[str, dict[str, list[str]]] = {}
    for page, text in TEXTS.items():
        for each in MARKED.finditer(text):
            program = f"{each['before'] or ''}\n{each['code']}"
            of_place = found.setdefault(each["place"] or "nothing", {})
            of_place.setdefault(name_of(page), []).append(program)
    return found


def run(*arguments: str) -> str:
    """Run this Python in the root of the sources; return what it printed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_programs(programs: list[str], *options: str) -> None:
    """Run the programs of a page one after the other, each with names of its own."""
    code = "\n".join(
        f"exec(compile({program!r}, 'block {number} of the page', 'exec'), {NAMES!r})"
        for number, program in enumerate(programs, 1)
    )
    run(*options, "-c", code)
