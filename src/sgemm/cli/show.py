"""``sgemm show``: a kernel as text: how it works, its source, and what compilers made of it."""

from __future__ import annotations

import math
from typing import Any

import click

from sgemm.cli.options import architecture_option, make_machine, shared_options
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.cli.specialisations import layout_option, specialisation, tile_option
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import find, module_of
from sgemm.kernels.kernel import Kernel
from sgemm.report.tables import ABSENT, table_of
from sgemm.toolchain.build import PATCHED
from sgemm.toolchain.compiler import build
from sgemm.toolchain.sass import disassemble
from sgemm.toolchain.source import read, translation_unit

SOURCES = "The documents 000 to 004 are listed in docs/bibliography.md."

RESOURCE_ARCHITECTURES = (75, 80, 86, 89, 90, 100, 120)
"""Architectures that --resources shows: each generation since the oldest that CUDA 13 knows."""

OF_ARCHITECTURES = ("ptx", "sass", "resources")
"""What is shown of a kernel that depends on the architecture."""

OF_A_THREAD = ("registers", "spill_stores", "spill_loads", "stack")
"""What ptxas tells of one: the first columns of --resources."""


@click.command("show")
@click.argument("kernel")
@click.option("--cuda", is_flag=True, help="CUDA C++ as one file, headers included.")
@click.option("--ptx", is_flag=True, help="PTX.")
@click.option("--sass", is_flag=True, help="Machine code, disassembled.")
@click.option(
    "--resources",
    is_flag=True,
    help="Registers, spills, shared memory and whether the loop is patched, on every generation.",
)
@click.option(
    "--specialisations", is_flag=True, help="Every layout and tile that the kernel ships in."
)
@layout_option
@tile_option
@architecture_option("the machine's")
@shared_options
def command(
    kernel: str,
    layout: str | None,
    tile: str | None,
    architecture: int | None,
    machine: str | None,
    as_json: bool,
    **flags: bool,
) -> None:
    """Print a kernel: its idea and its source, or what compilers made of it."""
    asked = [
        name for name in ("cuda", "ptx", "sass", "resources", "specialisations") if flags[name]
    ]
    if len(asked) > 1:
        words = " and ".join(f"--{name}" for name in asked)
        raise ArgumentError(f"{words}: one thing is shown at a time; give one of them")
    what = asked[0] if asked else "source"
    if architecture is not None and what not in OF_ARCHITECTURES:
        raise ArgumentError(
            f"--architecture {architecture}: what is shown is the same for each; give one of "
            f"{', '.join(f'--{name}' for name in OF_ARCHITECTURES)} with it"
        )
    found = specialisation(find(kernel), layout, tile)
    about = {name: getattr(found, name) for name in ("name", "number", "layout", "tile")}
    if what == "specialisations":
        about[what] = [
            {
                "layout": each.layout,
                "tile": each.tile,
                "threads": math.prod(each.block),
                "dynamic_shared_bytes": each.shared_bytes,
            }
            for each in found.specialisations()
        ]
    elif what == "resources":
        architectures = RESOURCE_ARCHITECTURES if architecture is None else (architecture,)
        about[what] = [_resources(found, each) for each in architectures]
    elif what == "cuda":
        about[what] = translation_unit(found)
    elif what == "source":
        about["docstring"] = (module_of(found.name).__doc__ or "").strip()
        about[what] = read(found).text
    else:
        if architecture is None:
            architecture = make_machine(machine).architecture
        about["architecture"] = architecture
        made = build(found, architecture, cubin=what == "sass")
        about[what] = made.ptx if what == "ptx" else disassemble(made)
    if as_json:
        print_json(about)
    elif what == "specialisations":
        _print_specialisations(found)
    elif what == "resources":
        _print_resources(about[what])
    else:
        heading = f"{about['docstring']}\n\n{SOURCES}\n\n" if what == "source" else ""
        click.echo(f"{heading}{about[what]}", nl=False)


def _print_specialisations(kernel: Kernel) -> None:
    rows = [
        (
            each.layout,
            str(each.all_tiles.index(each.tile) + 1),
            each.tile.block_tile,
            f"{each.tile.tm}x{each.tile.tn}",
            str(each.tile.stages),
            str(each.tile.slices),
            str(math.prod(each.block)),
            str(each.shared_bytes),
        )
        for each in kernel.specialisations()
    ]
    headers = "layout | >tile | block tile | >thread | >stages | >slices | >threads | >dynamic"
    print_table(table_of(headers, rows))
    print_text(
        "tile: what --tile takes; dynamic: bytes of shared memory a block, without the static"
    )


def _resources(kernel: Kernel, architecture: int) -> dict[str, Any]:
    row: dict[str, Any] = {"architecture": architecture, "note": None}
    try:
        made = build(kernel, architecture)
    except RequirementError:
        return row | {"note": f"needs sm_{kernel.architecture}"}
    found = made.resources
    if found is None:
        return row | {"note": "needs ptxas, which is not installed"}
    return row | {
        **{name: getattr(found, name) for name in OF_A_THREAD},
        "static_shared_bytes": found.shared_bytes,
        "dynamic_shared_bytes": kernel.shared_bytes,
        "compiler": made.compiler,
        "loop": made.loop,
        "loop_registers": kernel.tile.loop_registers if made.loop == PATCHED else None,
    }


def _print_resources(rows: list[dict[str, Any]]) -> None:
    shared = ("static_shared_bytes", "dynamic_shared_bytes")
    cells = [
        (
            str(row["architecture"]),
            *(str(row.get(key, ABSENT)) for key in OF_A_THREAD + shared),
            row["note"] or row["compiler"],
        )
        for row in rows
    ]
    numbers = ">registers | >spill stores | >spill loads | >stack | >static | >dynamic"
    print_table(table_of(f"sm | {numbers} | compiler", cells))
    print_text(
        "registers: of a thread; spills, stack: bytes of a thread; static, dynamic: bytes of "
        "shared memory of a block"
    )
    for row in rows:
        if (loop := row.get("loop")) is not None:
            registers = row["loop_registers"]
            where = f" with {registers} registers a thread" if registers else ""
            print_text(f"sm_{row['architecture']}: the loop is {loop}{where}")
