"""Which operands bulk tensor copies (TMA) can read, by the tensor maps that describe them."""

from collections.abc import Iterable

from sgemm.kernels.kernel import Alignment
from sgemm.problem import Problem


def misplaced(problem: Problem, alignment: Alignment, operands: Iterable[str]) -> list[str]:
    """List why some operands, "a" or "b", cannot be loaded by TMA; empty where they can."""
    found = []
    for name in operands:
        leading, stride = getattr(problem, f"ld{name}"), getattr(problem, f"stride_{name}")
        address = getattr(alignment, name)
        if leading % 4:
            found.append(f"ld{name} = {leading} is not a multiple of 4")
        if problem.batch > 1 and stride % 4:
            found.append(f"stride_{name} = {stride} is not a multiple of 4")
        if address % 16:
            found.append(f"{name.upper()} starts at {address:#x}, not at a multiple of 16 bytes")
    return found
