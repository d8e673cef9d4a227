"""``sgemm kernels``: the catalogue."""

from __future__ import annotations

from typing import Any

import click

from sgemm.cli.options import make_machine, shared_options
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.kernels.catalogue import LADDER, LIBRARY, PTX_LADDER, TENSOR_CORES, kernels
from sgemm.kernels.kernel import Kernel
from sgemm.problem import LAYOUTS
from sgemm.report.tables import significant, table_of, text_of

OLDEST_ARCHITECTURE = 75  # every GPU that CUDA 13 knows has it; only what is newer is a requirement

HEADINGS = {
    "The ladder": LADDER,
    "The ladder in PTX": PTX_LADDER,
    "The library, from which the automatic choice chooses": LIBRARY,
    "On tensor cores, by name or where precision allows them": TENSOR_CORES,
}


@click.command("kernels")
@shared_options
def command(machine: str | None, as_json: bool) -> None:
    """List every kernel: its idea, tiles, layouts, where it comes from, and what it requires."""
    # Making a machine takes time, and a GPU's memory: only where one is asked about.
    architecture = None if machine is None else make_machine(machine).architecture
    if as_json:
        print_json({"kernels": [_record(kernel, architecture) for kernel in kernels()]})
        return
    headers = "># | kernel | block tile | >thread | >threads | >flop/B | layouts | >tiles | ~idea"
    for heading, names in HEADINGS.items():
        rows = [_row(kernel) for kernel in kernels() if kernel.name in names]
        print_table(table_of(headers, rows), heading)
        print_text()
    for kernel in kernels():
        needs = [requirement.text for requirement in kernel.requirements]
        if kernel.architecture > OLDEST_ARCHITECTURE:
            later = "alone" if kernel.architecture_specific else "or later"
            needs.insert(0, f"sm_{kernel.architecture} {later}")
        if needs:
            print_text(f"{kernel.name} requires {'; '.join(needs)}")
        if architecture is not None and not kernel.runs_on(architecture):
            print_text(f"{kernel.name} cannot run here: this is sm_{architecture}")
    print_text("[003 K6] is kernel 6 of text 003: see docs/bibliography.md;")
    print_text("`sgemm show KERNEL` says how a kernel works, and which document it comes from;")
    print_text(
        "`sgemm show KERNEL --specialisations` lists the layouts and tiles that it ships in."
    )


def _row(kernel: Kernel) -> tuple[str, ...]:
    tile = kernel.tile
    return (
        text_of(kernel.number),
        kernel.name,
        tile.block_tile,
        f"{tile.tm}x{tile.tn}",
        str(tile.threads),
        significant(tile.intensity),
        "all" if kernel.layouts == LAYOUTS else " ".join(kernel.layouts),
        str(len(kernel.all_tiles)),
        f"{kernel.idea} [{kernel.document}]",
    )


def _record(kernel: Kernel, architecture: int | None) -> dict[str, Any]:
    return {
        "number": kernel.number,
        "name": kernel.name,
        "idea": kernel.idea,
        "document": kernel.document,
        "language": kernel.language.value,
        "tile": kernel.tile,
        "tiles": kernel.all_tiles,
        "layouts": list(kernel.layouts),
        "batched": kernel.parameters.has_batches,
        "block": list(kernel.block),
        "threads": kernel.tile.threads,
        "intensity": kernel.tile.intensity,
        "architecture": kernel.architecture,
        "requirements": [requirement.text for requirement in kernel.requirements],
        "runs_here": None if architecture is None else kernel.runs_on(architecture),
    }
