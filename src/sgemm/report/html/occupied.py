"""The table of what each kernel occupies, and what its tile promises."""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.kernels.catalogue import find
from sgemm.report.html.templates import Cell, PageTable
from sgemm.report.places import Place
from sgemm.report.speeds import is_rung, label, order

HEADERS = (
    "Rung",
    "Block tile",
    "Thread tile",
    "Threads",
    "Stages",
    "Operations a byte",
    "Registers",
    "Shared bytes",
    "Spilled bytes",
)


def resources_table(places: Sequence[Place]) -> PageTable:
    """Write tile, intensity, registers and shared memory of each rung that was measured.

    Resources are those that the first of the places tells.
    """
    measured = [m for place in places for m in place.measurements if is_rung(m.kernel)]
    rows: list[list[str | Cell]] = []
    for name in sorted({measurement.kernel for measurement in measured}, key=order):
        mine = [measurement for measurement in measured if measurement.kernel == name]
        kernel = find(name)
        tile = next((each.tile for each in mine if each.tile), kernel.tile)
        made = next((each.resources for each in mine if each.resources), None)
        occupied = ("not known",) * 3
        if made is not None:
            spilled = made.spill_stores + made.spill_loads
            shared = made.shared_bytes + kernel.shared_bytes
            occupied = (str(made.registers), str(shared), str(spilled))
        rows.append(
            [
                Cell(label(name), href=f"#kernel-{name}"),
                tile.block_tile,
                f"{tile.tm}x{tile.tn}",
                str(tile.threads),
                str(tile.stages),
                f"{tile.intensity:.2f}",
                *occupied,
            ]
        )
    return PageTable(HEADERS, rows, "Tiles and resources", "numbers")
