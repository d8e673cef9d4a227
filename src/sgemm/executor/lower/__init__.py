"""PTX to LLVM: one small function for each family of operations, registered in a table."""

from sgemm.executor.lower import (
    arithmetic,
    atomics,
    bits,
    bulk,
    collectives,
    copies,
    mbarriers,
    memory,
    moves,
    ordering,
    textures,
)

__all__ = [
    "arithmetic",
    "atomics",
    "bits",
    "bulk",
    "collectives",
    "copies",
    "mbarriers",
    "memory",
    "moves",
    "ordering",
    "textures",
]
