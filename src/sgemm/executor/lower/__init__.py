"""PTX to LLVM: one small function for each family of operations, registered in a table."""

from sgemm.executor.lower import arithmetic, bits, copies, memory, moves, textures

__all__ = ["arithmetic", "bits", "copies", "memory", "moves", "textures"]
