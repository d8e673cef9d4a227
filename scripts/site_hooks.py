"""What mkdocs calls when it builds the site: links out of ``docs/`` are kept, equations are drawn.

Pages link files of the repository, such as ``../CONTRIBUTING.md`` or results, as they do on GitHub.
The site has these files too, under ``repository/``, and links lead there. Where a page says
``<!-- source: FILE.py -->``, the site shows that file.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "repository"  # of the site, for files that are not in docs/

LINK = re.compile(r"(?<=\]\()([^)#\s:]+)(?=[)#])")
SOURCE = re.compile(r"^<!-- source: (\S+\.py) -->$", re.MULTILINE)


def equation(source: str, *_: Any, **__: Any) -> str:
    """Return an equation in TeX as MathML, which browsers draw by themselves."""
    from latex2mathml.converter import convert

    lines = [convert(line, display="block") for line in source.strip().split("\n\n")]
    return f'<div class="equation">{"".join(lines)}</div>'


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files outside of docs/ that pages link, and those that these link."""
    waiting = [Path("docs", each.src_uri) for each in files.documentation_pages()]
    while waiting:
        path = waiting.pop()
        for target in LINK.findall((ROOT / path).read_text(encoding="utf-8")):
            found = _in_repository(path, target)
            if found is None or files.get_file_from_path(_address(found)) is not None:
                continue
            source = str(ROOT / found)
            files.append(File.generated(config, _address(found), abs_src_path=source))
            if found.suffix == ".md":
                waiting.append(found)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead to where the site has the files."""
    here = page.file.src_uri
    if here == "index.md":
        page.meta["hide"] = ["navigation", "toc"]  # so that the plot is seen without scrolling
    is_outside = here.startswith(f"{FOLDER}/")
    path = Path(here.removeprefix(f"{FOLDER}/")) if is_outside else Path("docs", here)

    def moved(link: re.Match[str]) -> str:
        found = _in_repository(path, link[0])
        if found is None:
            return link[0]
        return Path(os.path.relpath(_address(found), Path(here).parent)).as_posix()

    def shown(source: re.Match[str]) -> str:
        return f"```python\n{(ROOT / source[1]).read_text(encoding='utf-8')}```"

    return SOURCE.sub(shown, LINK.sub(moved, markdown))


def _in_repository(page: Path, target: str) -> Path | None:
    """Return the file that a page links, from the root; None for what is no file of ours."""
    found = (ROOT / page.parent / target).resolve()
    return found.relative_to(ROOT) if found.is_file() and found.is_relative_to(ROOT) else None


def _address(path: Path) -> str:
    """Return what a file of the repository is called in the site."""
    return path.relative_to("docs").as_posix() if path.parts[0] == "docs" else f"{FOLDER}/{path}"
