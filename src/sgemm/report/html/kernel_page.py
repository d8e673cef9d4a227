"""A page section for each kernel: idea, numbers, measurements and source."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sgemm.bench.measurement import Measurement
from sgemm.errors import SgemmError
from sgemm.kernels.catalogue import measured_kernel, module_of
from sgemm.kernels.kernel import Kernel, Language
from sgemm.report.html.templates import Cell, PageTable, prose
from sgemm.report.places import Place
from sgemm.report.speeds import is_right, label, regime_of, remarks, title_of
from sgemm.report.tables import format_bytes, significant
from sgemm.toolchain import source
from sgemm.toolchain.build import Resources
from sgemm.toolchain.cache import Cache

if TYPE_CHECKING:
    from markupsafe import Markup

CACHE_NAME = "highlighted"  # of sources in colours
SOURCE_LINES = 420  # longer sources, which a program wrote, are cut off
ROWS_SHOWN = 12  # more measurements are folded away

VERDICTS: dict[bool | None, str | Cell] = {
    None: "",
    True: Cell("yes", style="right"),
    False: Cell("NO", style="wrong"),
}

ELEMENTS = {
    short: element
    for element, names in {
        "b": "k kc kd kn kr",
        "i": "c c1 ch cm cs",
        "u": "m mb mf mh mi mo s s1 s2 sc se",
        "var": "kt na nv vc vg vi",
        "em": "cp cpf nl ow",
    }.items()
    for short in names.split()
}
"""Element by Pygments' short names; other tokens are plain, and cost nothing.

There are some ten thousands of them on a page, where a class would be half of its size.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Listing:
    """A text to unfold, or why there is none."""

    summary: str = ""
    code: Markup | str = ""
    label: str = ""  # what it is, for those who hear the page
    after: str = ""  # what was left out after it
    absent: str = ""


def kernel_page(name: str, places: Sequence[Place]) -> dict[str, Any]:
    """Describe a kernel of the catalogue; parts that cannot be made say why in one line."""
    kernel = measured_kernel(name)
    measured = [(place, m) for place in places for m in place.measurements if m.kernel == name]
    # The architecture that it was built for; a GPU's before the cpu machine's.
    built = sorted((m for _, m in measured), key=lambda each: each.machine != "cuda")
    architecture = next((m.architecture for m in built if m.architecture is not None), None)
    resources = next((m.resources for _, m in measured if m.resources), None)
    return {
        "name": name,
        "heading": f"Rung {label(name)}" if kernel.number is not None else label(name),
        "hint": kernel.idea,
        "idea": prose(inspect.getdoc(module_of(name)) or kernel.idea),
        "facts": _numbers(kernel, resources, architecture),
        "measured": _measured(name, measured),
        "source": _source(kernel),
    }


def shared_headers(names: Sequence[str]) -> list[Listing]:
    """Return the headers that kernels include, each once."""
    headers: dict[str, str] = {}
    for name in names:
        headers |= source.read(measured_kernel(name)).headers
    headers.pop(source.TILE_HEADER, None)
    return [Listing(file, highlighted(text, "cu"), file) for file, text in sorted(headers.items())]


def _numbers(
    kernel: Kernel, resources: Resources | None, architecture: int | None
) -> list[tuple[str, str]]:
    """Return what is known of a kernel, each with its name; what is empty is left out."""
    tile = kernel.tile
    facts = {
        "block tile": f"{tile.bm} x {tile.bn} x {tile.bk}",
        "thread tile": f"{tile.tm} x {tile.tn}",
        "warp tile": f"{tile.wm} x {tile.wn}" if tile.wm and tile.wn else "",
        "threads of a block": str(tile.threads),
        "stages": str(tile.stages) if tile.stages else "",
        "operations a byte": significant(tile.intensity),
    }
    if resources is not None:
        spilled = resources.spill_stores + resources.spill_loads
        shared = resources.shared_bytes + kernel.shared_bytes
        facts["registers of a thread"] = str(resources.registers)
        facts["shared memory of a block"] = format_bytes(shared)
        facts["spilled"] = format_bytes(spilled) if spilled else "nothing"
    facts["built for"] = f"sm_{architecture}" if architecture is not None else ""
    facts["needs"] = "; ".join(each.text for each in kernel.requirements)
    facts["from"] = f"document {kernel.document}"
    return [(fact, value) for fact, value in facts.items() if value]


def _measured(name: str, measured: Sequence[tuple[Place, Measurement]]) -> PageTable:
    several = len({place.identifier for place, _ in measured}) > 1
    rows: list[list[str | Cell]] = []
    for place, measurement in measured:
        unit, factor = place.unit
        regime = regime_of(measurement)
        speed = place.speed_of(measurement)
        timed = ["not timed", "", ""]
        if speed is not None and measurement.samples is not None:
            share = "" if speed.ratio is None else f"{100 * speed.ratio:.1f} %"
            timed = [f"{significant(speed.gflops / factor)} {unit}", share, str(speed.samples)]
        where = [title_of(measurement.problem), *[place.title] * several, regime]
        rows.append([*where, *timed, VERDICTS[is_right(measurement)], remarks(measurement)])
    headers = ["Problem", "Samples", "Speed", "Of baseline", "Number", "Right", "Remarks"]
    if several:
        headers.insert(1, "Where")
    folded = f"{len(rows)} measurements" if len(rows) > ROWS_SHOWN else ""
    return PageTable(headers, rows, f"Measurements of {name}", folded=folded)


def _source(kernel: Kernel) -> Listing:
    try:
        texts = source.read(kernel)
    except SgemmError as error:
        first_line, *_ = str(error).splitlines()
        return Listing(absent=f"No source: {first_line}")
    lines = texts.text.splitlines()
    left_out = max(0, len(lines) - SOURCE_LINES)
    language = "ptx" if kernel.language is Language.PTX else "cu"
    return Listing(
        f"Source: {texts.file}, {len(lines)} lines",
        highlighted("\n".join(lines[:SOURCE_LINES]), language),
        texts.file,
        after=f"{left_out} more lines are in {texts.file}." if left_out else "",
    )


def highlighted(text: str, language: str) -> Markup:
    """Return text of ``"cu"`` or ``"ptx"`` in colours, without a script in the page.

    It is kept: for all sources Pygments takes longer than reading results does.
    """
    from markupsafe import Markup
    from pygments import __version__

    cache, key = Cache(CACHE_NAME), (__version__, repr(ELEMENTS), language, text)
    kept = cache.load(key)
    if kept is None:
        kept = _highlighted(text, language).encode()
        cache.store(key, kept)
    return Markup(kept.decode())


def _highlighted(text: str, language: str) -> str:
    from markupsafe import escape
    from pygments.token import STANDARD_TYPES

    parts: list[str] = []
    tokens = _lexer(language).get_tokens(text.rstrip("\n"))
    for element, several in groupby(
        tokens, key=lambda token: ELEMENTS.get(STANDARD_TYPES[token[0]])
    ):
        piece = escape("".join(value for _, value in several))
        parts.append(f"<{element}>{piece}</{element}>" if element else piece)
    return "".join(parts)


@functools.cache
def _lexer(language: str) -> Any:
    from pygments.lexers import get_lexer_by_name

    return get_lexer_by_name({"cu": "cuda", "ptx": "ptx"}[language], stripnl=False)
