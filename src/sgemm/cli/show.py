"""``sgemm show``: a rung as text: how it works, its source, and what compilers made of it."""

from __future__ import annotations

import math
from typing import Any

import click

from sgemm.bench.codec import encode
from sgemm.cli.options import make_machine, shared_options
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.cli.specialisations import (
    layout_option,
    specialisation,
    tile_option,
)
from sgemm.errors import ArgumentError, RequirementError
from sgemm.kernels.catalogue import find, module_of
from sgemm.kernels.kernel import Kernel
from sgemm.report.tables import Column, Table
from sgemm.toolchain.build import PATCHED
from sgemm.toolchain.compiler import build
from sgemm.toolchain.sass import disassemble
from sgemm.toolchain.source import read, translation_unit

RESOURCE_ARCHITECTURES = (75, 80, 86, 89, 90, 100, 120)
"""Architectures that --resources shows: each generation since the oldest that CUDA 13 knows."""


@click.command("show")
@click.argument("kernel")
@click.option("--cuda", is_flag=True, help="CUDA C++ as one file, headers included.")
@click.option("--ptx", is_flag=True, help="PTX.")
@click.option("--sass", is_flag=True, help="Machine code, disassembled.")
@click.option(
    "--resources",
    is_flag=True,
    help="Registers, spills, shared memory and what became of the loop, on every generation.",
)
@click.option(
    "--specialisations", is_flag=True, help="Every layout and tile that the rung ships in."
)
@layout_option
@tile_option
@click.option(
    "--arch",
    type=click.IntRange(min=10),
    help="Compute capability times ten, for --ptx and --sass; by default the machine's.",
)
@shared_options
def command(
    kernel: str,
    cuda: bool,
    ptx: bool,
    sass: bool,
    resources: bool,
    specialisations: bool,
    layout: str | None,
    tile: str | None,
    arch: int | None,
    machine: str | None,
    as_json: bool,
) -> None:
    """Print a rung: what its idea is and its source, or what compilers made of it."""
    flags = {"cuda": cuda, "ptx": ptx, "sass": sass, "resources": resources}
    flags["specialisations"] = specialisations
    what = _only([name for name, given in flags.items() if given])
    found = specialisation(find(kernel), layout, tile)
    about: dict[str, Any] = {
        "name": found.name,
        "number": found.number,
        "layout": found.layout,
        "tile": encode(found.tile),
    }
    if what == "specialisations":
        every = found.specialisations()
        if as_json:
            print_json(about | {"specialisations": [_specialisation(each) for each in every]})
        else:
            _print_specialisations(every)
        return
    if what == "resources":
        rows = [
            _resources(found, each)
            for each in (RESOURCE_ARCHITECTURES if arch is None else (arch,))
        ]
        if as_json:
            print_json(about | {"resources": rows})
        else:
            _print_resources(rows)
        return
    if what in ("ptx", "sass"):
        architecture = arch if arch is not None else make_machine(machine).architecture
        about["architecture"] = architecture
        about[what] = _compiled(found, architecture, what)
    elif what == "cuda":
        about["cuda"] = translation_unit(found)
    else:
        module = module_of(found.name)
        about |= {"docstring": (module.__doc__ or "").strip(), "source": read(found).text}
    if as_json:
        print_json(about)
    elif what is None:
        click.echo(f"{about['docstring']}\n\n{about['source']}", nl=False)
    else:
        click.echo(about[what], nl=False)


def _specialisation(kernel: Kernel) -> dict[str, Any]:
    return {
        "layout": kernel.layout,
        "tile": encode(kernel.tile),
        "threads": math.prod(kernel.block),
        "dynamic_shared_bytes": kernel.shared_bytes,
    }


def _print_specialisations(every: tuple[Kernel, ...]) -> None:
    columns = (
        Column("layout"),
        Column("tile", right=True),
        Column("block tile"),
        Column("thread", right=True),
        Column("stages", right=True),
        Column("slices", right=True),
        Column("threads", right=True),
        Column("dynamic", right=True),
    )
    rows = tuple(
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
        for each in every
    )
    print_table(Table(columns, rows))
    print_text(
        "tile: what --tile takes; dynamic: bytes of shared memory a block, without the static"
    )


def _only(asked: list[str]) -> str | None:
    if len(asked) > 1:
        flags = " and ".join(f"--{name}" for name in asked)
        raise ArgumentError(f"{flags}: one thing is shown at a time; give one of them")
    return asked[0] if asked else None


def _compiled(kernel: Kernel, architecture: int, what: str) -> str:
    made = build(kernel, architecture, cubin=what == "sass")
    return made.ptx if what == "ptx" else disassemble(made)


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
        "registers": found.registers,
        "spill_stores": found.spill_stores,
        "spill_loads": found.spill_loads,
        "stack": found.stack,
        "static_shared_bytes": found.shared_bytes,
        "dynamic_shared_bytes": kernel.shared_bytes,
        "compiler": made.compiler,
        "loop": made.loop,
        "loop_registers": kernel.tile.loop_registers if made.loop == PATCHED else None,
    }


def _print_resources(rows: list[dict[str, Any]]) -> None:
    keys = ("registers", "spill_stores", "spill_loads", "stack")
    shared = ("static_shared_bytes", "dynamic_shared_bytes")
    headers = ("registers", "spill stores", "spill loads", "stack", "static", "dynamic")
    columns = (
        Column("sm"),
        *(Column(header, right=True) for header in headers),
        Column("compiler"),
    )
    cells = [
        (
            str(row["architecture"]),
            *(str(row.get(key, "-")) for key in keys + shared),
            row["note"] or row["compiler"],
        )
        for row in rows
    ]
    print_table(Table(columns, tuple(cells)))
    print_text("registers: of a thread; spills, stack: bytes of a thread; shared: bytes of a block")
    for row in rows:
        if (loop := row.get("loop")) is not None:
            registers = row["loop_registers"]
            where = f"with {registers} registers a thread" if registers else ""
            print_text(f"sm_{row['architecture']}: the loop is {loop} {where}".rstrip())
