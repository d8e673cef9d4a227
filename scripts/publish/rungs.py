"""The page of each rung: idea, pictures, what was measured, what changed in the source.

All of it comes from the kernel's docstring, description and source, from results, and from
recordings of the executor. A page of ``docs/ladder/`` is a heading and one block.
"""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import re
from collections.abc import Mapping, Sequence

from publish.places import Place
from publish.recordings import COUNTED, rung_before
from publish.tables import markdown
from sgemm.kernels.catalogue import LADDER, PTX_LADDER, RUNGS, find, module_of
from sgemm.kernels.kernel import Kernel, Language
from sgemm.report.places import displayed
from sgemm.report.tables import ABSENT, significant
from sgemm.toolchain.source import CONSTANTS_HEADER, TILE_HEADER, read

SOURCES = "../../src/sgemm/kernels"  # from a page of a rung

GENERATED = (TILE_HEADER, CONSTANTS_HEADER)  # headers that are no files

CODE = re.compile(r"``(.+?)``", re.DOTALL)

NUMBER = re.compile(r"\b[Rr]ung (\d+)\b")
NAMED = re.compile(rf"\b({'|'.join(name for name in LADDER + PTX_LADDER if '_' in name)})\b")
SIGNS = re.compile(r"[*\[]|(?<=_)_|_(?=_)")  # that Markdown would not leave as they are
PAGE = re.compile(r"\bdocs/(\w+)\.md")
DOCUMENT = re.compile(r"\b(00[0-4])\b")

IN_CUDA = dict(
    zip(
        PTX_LADDER,
        ("naive", "coalesced", "shared_tile", "thread_column", "thread_tile_8x8"),
        strict=True,
    )
)
"""The rung in CUDA C++ that has the idea of one in PTX."""

TITLES = {"machine_code": "the loop in machine code"}
"""What links call the pages that docstrings name."""

LONGEST = 400  # lines of a source, or of a difference, that stand on its page
LONGEST_DIFFERENCE = 120  # lines of a difference that is not folded

ELSEWHERE = "[On other GPUs](../other_gpus.md#the-whole-ladder), predicted."

GAIN = 1.02  # times as fast as the rung before, at any size: less is no gain
NO_GAIN = "It gains no speed by itself. [Some rungs](../ladder.md) prepare a later one."

CONTEXT = 2  # lines of a source that are shown around what has changed

NAMES_OF_TILE = {
    "bm": "rows of C of a block",
    "bn": "columns of C of a block",
    "bk": "steps of k at a time",
    "tm": "rows of C of a thread",
    "tn": "columns of C of a thread",
    "wm": "rows of C of a warp",
    "wn": "columns of C of a warp",
    "stages": "blocks of A and B in shared memory at once",
    "padding": "elements between rows of A in shared memory",
    "slices": "groups of threads that share k",
    "k_major_a": "A stays K-major in shared memory",
    "producers": "threads that only copy",
    "blocks": "blocks that a multiprocessor is to hold",
    "consumer_registers": "registers of a thread that multiplies",
    "producer_registers": "registers of a thread that copies",
    "loop_registers": "registers of the patched loop",
}
"""What the numbers of a tile are, in words."""


def rung_blocks(places: Sequence[Place], pictures: Mapping[str, str]) -> dict[str, str]:
    """Return the block of each rung by the name that markers use.

    - ``pictures``: what stands under "Pictures", by rung; for a rung without any, nothing does.
    """
    blocks = {}
    printed: dict[str, str] = {}  # headers, and the rung on whose page each stands
    for name in LADDER + PTX_LADDER:
        before = rung_before(name)
        kernel, former = find(name), find(before) if before else None
        headers = read(kernel).headers
        headers = {file: headers[file] for file in headers if file not in GENERATED}
        own = {file: text for file, text in headers.items() if file not in printed}
        earlier = {file: printed[file] for file in headers if file in printed}
        printed |= dict.fromkeys(own, name)
        sections = {
            "Pictures": pictures.get(name, ""),
            "Measured": _measured_everywhere(places, name, before),
            "What changes in the source": _difference(kernel, former) if former else "",
            "The source": _source(kernel, own, earlier),
        }
        parts = [f"{_neighbours(name)}\n", f"*{_sentence(kernel.idea)}*\n", _idea(name)]
        parts += [f"## {title}\n\n{text}" for title, text in sections.items() if text]
        blocks[f"rung-{name}"] = "\n".join(parts)
    return blocks


def _sentence(text: str) -> str:
    """Return a text as a sentence; an instruction at its start stays small, as code."""
    first, space, rest = text.partition(" ")
    if "." in first:
        return f"`{first.rstrip(':')}`{':' * first.endswith(':')}{space}{rest}."
    return f"{text[0].upper()}{text[1:]}."


def _neighbours(name: str) -> str:
    """Return the line that leads to the rungs before and after, and to all."""
    ladder = PTX_LADDER if name in PTX_LADDER else LADDER
    at = ladder.index(name)
    words = [f"{at + 1} of {len(ladder)}{' in PTX' if name in PTX_LADDER else ''}"]
    if at:
        words.append(f"before: [`{ladder[at - 1]}`]({ladder[at - 1]}.md)")
    if at + 1 < len(ladder):
        words.append(f"next: [`{ladder[at + 1]}`]({ladder[at + 1]}.md)")
    if name in IN_CUDA:
        words.append(f"in CUDA C++: [`{IN_CUDA[name]}`]({IN_CUDA[name]}.md)")
    return " · ".join([*words, "[all rungs](../ladder.md)", "[glossary](../glossary.md)"])


def _idea(name: str) -> str:
    """Return what a rung's docstring says after its first line, as Markdown."""
    text = inspect.getdoc(module_of(name)) or ""
    # Code is left as it is; between two pieces of it stand words.
    pieces = CODE.split(text.partition("\n")[2].strip())
    written = (f"`{p}`" if index % 2 else _words(p, name) for index, p in enumerate(pieces))
    return f"{''.join(written)}\n"


def _words(text: str, own: str) -> str:
    """Write words of a docstring as Markdown: rungs become links, and signs stay signs."""

    def link(name: str) -> str:
        return f"`{name}`" if name == own else f"[`{name}`]({name}.md)"

    text = SIGNS.sub(r"\\\g<0>", text).replace("<", "&lt;")
    text = NAMED.sub(lambda found: link(found[1]), text)
    text = NUMBER.sub(lambda found: link(RUNGS[int(found[1])]), text)
    text = PAGE.sub(lambda found: f"[{TITLES[found[1]]}](../{found[1]}.md)", text)
    return re.sub(
        r"^Documents? .*",
        lambda found: DOCUMENT.sub(r"[\1](../bibliography.md)", found[0]),
        text,
        flags=re.MULTILINE,
    )


def _measured_everywhere(places: Sequence[Place], name: str, before: str) -> str:
    """Return what was measured of a rung on each GPU, and where it is predicted for others."""
    found = [text for text in (_measured(place, name, before) for place in places) if text]
    if found and not any(_is_faster(place, name, before) for place in places):
        found.append(f"{NO_GAIN}\n")
    return "\n".join([*found, f"{ELSEWHERE}\n"] if found and name in COUNTED else found)


def _is_faster(place: Place, name: str, before: str) -> bool:
    """Whether a rung gains something at any size of the ladder; the first rung counts as faster."""
    if not before:
        return True
    sizes = place.ladder_sizes() if place.is_gpu else ()
    pairs = ((place.tflops(name, size), place.tflops(before, size)) for size in sizes)
    return any(speed and former and speed > GAIN * former for speed, former in pairs)


def _measured(place: Place, name: str, before: str) -> str:
    """Return a rung's speed at each size of the ladder, beside the rung before and the baseline."""
    if not place.is_gpu or name not in place.contenders():
        return ""
    rows: list[tuple[str, ...]] = []
    for size in place.ladder_sizes():
        speed, ratio = place.tflops(name, size), place.ratio(name, size)
        if speed is None:
            continue
        former = place.tflops(before, size) if before else None
        change = f"{speed / former:.2f}" if former else ABSENT
        share = ABSENT if ratio is None else f"{100 * ratio:.1f}%"
        rows.append((str(size), significant(speed), change, share))
    baseline = displayed(place.baseline)
    headers = [">m = n = k", ">TFLOP/s", f">of `{before}`'s", f">of {baseline}'s"]
    if not before:
        headers, rows = [*headers[:2], headers[3]], [(*row[:2], row[3]) for row in rows]
    title = f"{place.hardware}, {place.protocol}; speed, and as a multiple of others' speeds."
    return markdown(headers, rows, title)


def _difference(kernel: Kernel, former: Kernel) -> str:
    """Return the numbers of the tile that differ, and the difference of the sources."""
    old, new = (dataclasses.asdict(each.tile) for each in (former, kernel))
    changed = [
        (NAMES_OF_TILE[key], f"`{key}`", str(old[key]), str(new[key]))
        for key in new
        if old[key] != new[key]
    ]
    table = markdown(["the tile", "its name", f">`{former.name}`", f">`{kernel.name}`"], changed)
    old_text, new_text = (_code(each).splitlines() for each in (former, kernel))
    files = former.source.name, kernel.source.name
    lines = [*difflib.unified_diff(old_text, new_text, *files, n=CONTEXT, lineterm="")]
    text = _fenced("diff", "\n".join(lines))
    if not lines:
        shown = f"The source is that of `{former.name}`; its numbers alone differ.\n"
    elif len(lines) <= LONGEST_DIFFERENCE:
        shown = text
    else:
        shown = f"Most of the source differs from that of `{former.name}`."
        shown += " The table has the numbers that changed.\n" if changed else "\n"
        if len(lines) <= LONGEST:
            shown += f"\n{_folded(f'The difference, {len(lines)} lines', text)}"
    return "\n".join(filter(None, (table, shown)))


def _folded(words: str, text: str) -> str:
    """Return what a page shows once it is asked to."""
    return f'<details markdown="1"><summary>{words}</summary>\n\n{text}\n</details>\n'


def _code(kernel: Kernel) -> str:
    """Return a rung's source without the comment that says which rung it is."""
    text = kernel.source.read_text(encoding="utf-8")
    return re.sub(r"\A// Rung .*\n(?://.*\n)*", "", text)


def _source(kernel: Kernel, own: Mapping[str, str], earlier: Mapping[str, str]) -> str:
    """Return a rung's source, then its headers.

    - ``own``: the texts of headers that no earlier rung includes, by file.
    - ``earlier``: the rungs whose pages have the others, by file.
    """
    name, code = kernel.name, _code(kernel)
    link = _link(kernel, kernel.source.name)
    if kernel.language is Language.PTX:
        lines = len(code.splitlines())
        if lines > LONGEST:
            return f"{link} has {lines} lines; `sgemm show {name}` prints them.\n"
        return f"{link}\n\n{_fenced('ptx', code)}"
    words = f"{link}; `sgemm show {name} --cuda` prints it with its headers."
    parts = [f"{words}\n\n{_fenced('cuda', code)}"]
    parts += [
        f"### {file}\n\n{_link(kernel, file)}\n\n{_fenced('cuda', text)}"
        for file, text in own.items()
    ]
    if earlier:
        links = ", ".join(
            f"[{file}]({page}.md#{file.replace('.', '')})" for file, page in earlier.items()
        )
        parts.append(f"### Headers of earlier rungs\n\n{links}\n")
    return "\n".join(parts)


def _link(kernel: Kernel, file: str) -> str:
    """Return the link to a file of the ladder, or to a header that the library shares."""
    folder = "ladder" if (kernel.source.parent / file).exists() else "include"
    return f"[{file}]({SOURCES}/{folder}/{file})"


def _fenced(language: str, code: str) -> str:
    return f"```{language}\n{code.rstrip()}\n```\n"
