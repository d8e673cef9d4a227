"""A page section for each kernel: idea, numbers, measurements, source, and what it became."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sgemm.bench.measurement import Measurement
from sgemm.errors import SgemmError
from sgemm.kernels.catalogue import find, module_of
from sgemm.kernels.kernel import Kernel, Language
from sgemm.report.html.figures import title_of
from sgemm.report.html.highlight import highlighted
from sgemm.report.html.listing import MainLoop, main_loop
from sgemm.report.html.templates import Cell, PageTable, prose
from sgemm.report.places import Place
from sgemm.report.speeds import is_right, label, regime_of, remarks
from sgemm.report.tables import format_bytes, significant
from sgemm.toolchain import source
from sgemm.toolchain.build import Build, Resources
from sgemm.toolchain.compiler import build
from sgemm.toolchain.sass import disassemble

if TYPE_CHECKING:
    from markupsafe import Markup

SOURCE_LINES = 420
"""Longer sources, which a program wrote, are cut off."""

EXCERPT_LINES = 64

ROWS_SHOWN = 12
"""More measurements are folded away."""

KINDS_NAMED = 8


@dataclasses.dataclass(frozen=True, slots=True)
class Listing:
    """A text to unfold, or why there is none."""

    summary: str = ""
    code: Markup | str = ""
    label: str = ""
    """What it is, for those who hear the page."""
    note: str = ""
    before: int = 0
    after: str = ""
    """What was left out after it."""
    absent: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class KernelPage:
    """What the report says of a kernel."""

    name: str
    heading: str
    hint: str
    """The idea in a few words."""
    idea: Markup
    facts: list[tuple[str, str]]
    measured: PageTable
    listings: list[Listing]


def kernel_page(name: str, places: Sequence[Place]) -> KernelPage:
    """Tell of a kernel of the catalogue; parts that cannot be made say why in one line."""
    kernel = find(name)
    measured = [(place, m) for place in places for m in place.measurements if m.kernel == name]
    architecture = _architecture([measurement for _, measurement in measured])
    made, reason = _built(kernel, architecture)
    # What was measured counts; what is built here may be of a later source.
    resources = next((m.resources for _, m in measured if m.resources), None)
    if resources is None and made is not None:
        resources = made.resources
    return KernelPage(
        name,
        f"Rung {label(name)}" if kernel.number is not None else label(name),
        kernel.idea,
        prose(_idea(kernel)),
        _numbers(kernel, resources, architecture),
        _measured(name, places),
        [_source(kernel), *_compiled(made, reason)],
    )


def shared_headers(names: Sequence[str]) -> list[Listing]:
    """Return the headers that kernels include, each once."""
    headers: dict[str, str] = {}
    for name in names:
        found = source.headers(find(name))
        headers |= {file: text for file, text in found.items() if file != source.TILE_HEADER}
    return [Listing(file, highlighted(text, "cu"), file) for file, text in sorted(headers.items())]


def _architecture(measurements: Sequence[Measurement]) -> int | None:
    """Return the architecture that the kernel was built for; a GPU's before the cpu machine's."""
    built = sorted(measurements, key=lambda measurement: measurement.machine != "cuda")
    return next((m.architecture for m in built if m.architecture is not None), None)


def _built(kernel: Kernel, architecture: int | None) -> tuple[Build | None, str]:
    """Build a kernel once more, or say why that is not possible."""
    if architecture is None:
        return None, "The results do not say which architecture it was built for."
    try:
        return build(kernel, architecture), ""
    except SgemmError as error:
        return None, f"Not compiled here: {_first_line(error)}"


def _idea(kernel: Kernel) -> str:
    documentation = inspect.getdoc(module_of(kernel.name))
    return documentation or kernel.idea


def _numbers(
    kernel: Kernel, resources: Resources | None, architecture: int | None
) -> list[tuple[str, str]]:
    tile = kernel.tile
    facts = [
        ("block tile", f"{tile.bm} x {tile.bn} x {tile.bk}"),
        ("thread tile", f"{tile.tm} x {tile.tn}"),
    ]
    if tile.wm and tile.wn:
        facts.append(("warp tile", f"{tile.wm} x {tile.wn}"))
    facts.append(("threads of a block", str(tile.threads)))
    if tile.stages:
        facts.append(("stages", str(tile.stages)))
    facts.append(("operations a byte", significant(tile.intensity)))
    if resources is not None:
        shared = resources.shared_bytes + kernel.shared_bytes
        facts.append(("registers of a thread", str(resources.registers)))
        facts.append(("shared memory of a block", format_bytes(shared)))
        spilled = resources.spill_stores + resources.spill_loads
        facts.append(("spilled", format_bytes(spilled) if spilled else "nothing"))
    if architecture is not None:
        facts.append(("built for", f"sm_{architecture}"))
    if kernel.requirements:
        facts.append(("needs", "; ".join(each.text for each in kernel.requirements)))
    facts.append(("from", f"document {kernel.document}"))
    return facts


def _measured(name: str, places: Sequence[Place]) -> PageTable:
    rows = []
    for place in places:
        unit, factor = place.unit
        speeds = {(s.problem, s.regime): s for s in place.speeds if s.name == name}
        for measurement in place.measurements:
            if measurement.kernel != name:
                continue
            regime = regime_of(measurement)
            speed = speeds.get((measurement.problem, regime))
            right = is_right(measurement)
            row: list[str | Cell] = [title_of(measurement.problem), place.title, regime]
            if speed is None or measurement.samples is None:
                row += ["not timed", "", ""]
            else:
                share = "" if speed.ratio is None else f"{100 * speed.ratio:.1f} %"
                row += [f"{significant(speed.gflops / factor)} {unit}", share, str(speed.samples)]
            row += ["" if right is None else _verdict(right), remarks(measurement)]
            rows.append(row)
    headers = ["Problem", "Where", "Samples", "Speed", "Of baseline", "Number", "Right", "Remarks"]
    folded = f"{len(rows)} measurements" if len(rows) > ROWS_SHOWN else ""
    return PageTable(headers, rows, f"Measurements of {name}", folded=folded)


def _verdict(passed: bool) -> Cell:
    return Cell("yes", style="right") if passed else Cell("NO", style="wrong")


def _source(kernel: Kernel) -> Listing:
    try:
        texts = source.read(kernel)
    except SgemmError as error:
        return Listing(absent=f"No source: {_first_line(error)}")
    lines = texts.text.splitlines()
    left_out = max(0, len(lines) - SOURCE_LINES)
    language = "ptx" if kernel.language is Language.PTX else "cu"
    return Listing(
        f"Source: {texts.file}, {len(lines)} lines",
        highlighted("\n".join(lines[:SOURCE_LINES]), language),
        texts.file,
        after=f"{left_out} more lines are in {texts.file}." if left_out else "",
    )


def _compiled(made: Build | None, reason: str) -> list[Listing]:
    if made is None:
        return [Listing(absent=reason)]
    parts = [_loop("PTX", made.ptx, "ptx", made.compiler)]
    try:
        parts.append(_loop("SASS", machine_code(made), "sass", f"sm_{made.architecture}"))
    except SgemmError as error:
        parts.append(Listing(absent=f"No machine code: {_first_line(error)}"))
    return parts


@functools.lru_cache(maxsize=64)
def machine_code(made: Build) -> str:
    """Disassemble a build; a disassembler takes a third of a second each time it is started."""
    return disassemble(made)


def _loop(what: str, listing: str, language: str, origin: str) -> Listing:
    loop = main_loop(listing)
    if loop is None:
        return Listing(absent=f"No loop with multiply-adds was found in the {what}.")
    part = loop.excerpt(EXCERPT_LINES)
    return Listing(
        f"{what} of its main loop: {_counted(loop)}",
        highlighted(part.text, language),
        f"{what} of the main loop",
        f"{origin}. Instructions of one pass: {_kinds(loop)}.",
        part.before,
        f"{part.after} lines after" if part.after else "",
    )


def _counted(loop: MainLoop) -> str:
    share = 100 * loop.multiply_adds / loop.instructions
    return f"{loop.multiply_adds} multiply-adds of {loop.instructions} instructions ({share:.0f} %)"


def _kinds(loop: MainLoop) -> str:
    named = [f"{count} {name}" for name, count in loop.kinds[:KINDS_NAMED]]
    others = sum(count for _, count in loop.kinds[KINDS_NAMED:])
    return ", ".join(named + ([f"{others} others"] if others else []))


def _first_line(error: SgemmError) -> str:
    return str(error).partition("\n")[0]
