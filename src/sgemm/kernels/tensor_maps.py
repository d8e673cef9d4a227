"""Which operands bulk tensor copies (TMA) and textures can read: those of whole 16 bytes."""

from collections.abc import Iterable

from sgemm.kernels.kernel import Alignment, Requirement
from sgemm.problem import Problem


def misplaced(problem: Problem, alignment: Alignment, operands: Iterable[str]) -> str | None:
    """Say why some operands, "a" or "b", cannot be loaded so; None where they can."""
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
    return ", ".join(found) or None


ALIGNED = Requirement(
    "A and B start and have rows at multiples of 16 bytes",
    lambda problem, alignment: misplaced(problem, alignment, "ab"),
)
