"""The layouts and tiles that a kernel ships in, as users name them."""

from __future__ import annotations

import click

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import FLOATS, Kernel
from sgemm.kernels.tile import Tile
from sgemm.problem import LAYOUTS

layout_option = click.option(
    "--layout",
    "--layouts",
    "layout",
    type=click.Choice(LAYOUTS),
    help="How A and B are stored: n as it is, t transposed. nt: B transposed, as in a @ w.T.",
)
tile_option = click.option(
    "--tile",
    metavar="TILE",
    help="One of the tiles that the kernel ships in: 64x64x16, or its number in the list.",
)


def tiles_named(kernel: Kernel, text: str) -> list[Tile]:
    """Find the tiles of a kernel that a text names: none, one, or several of one size.

    It is a block tile, all that a tile says of itself, or a number in the list of tiles, from 1.
    """
    # Numbers are compared as text, for Python refuses to read thousands of digits.
    number = text.lstrip("0") if text.isdecimal() else ""
    return [
        tile
        for index, tile in enumerate(kernel.all_tiles, 1)
        if (str(index) == number if number else text in (tile.block_tile, str(tile)))
    ]


def specialisation(kernel: Kernel, layout: str | None, tile: str | None) -> Kernel:
    """Return a kernel in the layout and the tile that options ask for."""
    if tile is None:
        return kernel.specialised(layout)
    found = tiles_named(kernel, tile)
    if len(found) != 1:
        listed = "; ".join(f"{i}: {each}" for i, each in enumerate(kernel.all_tiles, 1))
        what = "several tiles have this size, give a number" if found else "there is no such tile"
        raise ArgumentError(f"tile = {tile!r}: {what}; {kernel.name} ships in {listed}")
    return kernel.specialised(layout, found[0])


def specialisations(
    kernels: tuple[Kernel, ...], layout: str | None, tile: str | None
) -> tuple[Kernel, ...]:
    """Return kernels in every layout and tile that options leave, which is one at least."""
    found = tuple(
        each
        for kernel in kernels
        for each in kernel.specialisations()
        if layout in (None, each.layout)
        if tile is None or each.tile in tiles_named(kernel, tile)
    )
    if not found:
        options = {"--layout": layout, "--tile": tile}
        asked = " ".join(f"{name} {given}" for name, given in options.items() if given is not None)
        raise ArgumentError(f"{asked}: no kernel that was asked for ships so; see sgemm kernels")
    return found


def title(kernel: Kernel) -> str:
    """Return a kernel's name, with its layout, tile and types where it ships in several."""
    words, tiles = [kernel.name], kernel.all_tiles
    if len(kernel.layouts) > 1:
        words.append(kernel.layout)
    if len(tiles) > 1:
        words.append(kernel.tile.block_tile)
    if len(tiles_named(kernel, kernel.tile.block_tile)) > 1:
        words.append(f"#{tiles.index(kernel.tile) + 1}")
    if kernel.types != FLOATS:
        words.append(" by ".join(kernel.types))
    return " ".join(words)
