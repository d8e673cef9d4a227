"""PTX to LLVM: one small function for each family of operations, registered in a table."""

import importlib

FAMILIES = (
    *("arithmetic", "atomics", "bits", "collectives", "copies", "halves", "matrices"),
    *("matrix_loads", "mbarriers", "memory", "moves", "ordering", "textures"),
)
for _name in FAMILIES:
    importlib.import_module(f"sgemm.executor.lower.{_name}")
