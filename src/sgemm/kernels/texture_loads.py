"""Rung 14."""

from pathlib import Path

from sgemm.kernels.kernel import Alignment, Kernel, Operands, Requirement, Tile
from sgemm.problem import Problem

TEXEL_FLOATS = 4
MAX_TEXELS = 2**27
"""Widest texture over linear memory that every GPU offers."""


def _multiple_of_4(name: str, value: int) -> str | None:
    return None if value % TEXEL_FLOATS == 0 else f"{name} = {value} is not a multiple of 4"


def _aligned(problem: Problem, where: Alignment) -> str | None:
    wrong = [
        f"{name} = {address:#x} is not 16-byte aligned"
        for name, address in (("A", where.a), ("B", where.b))
        if address % 16
    ]
    return "; ".join(wrong) or None


def _fits_texture(problem: Problem, where: Alignment) -> str | None:
    a_elements, b_elements, _ = problem.elements
    wrong = [
        f"{name} spans {-(-elements // TEXEL_FLOATS)} texels, more than 2**27"
        for name, elements in (("A", a_elements), ("B", b_elements))
        if elements > MAX_TEXELS * TEXEL_FLOATS
    ]
    return "; ".join(wrong) or None


KERNEL = Kernel(
    name="texture_loads",
    number=14,
    idea="x",
    document="000 section 6",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64, stages=2, padding=4),
    source=Path(__file__).with_suffix(".cu"),
    block=(256, 1, 1),
    operands=Operands.TEXTURES,
    requirements=(
        Requirement("lda % 4 == 0", lambda problem, _: _multiple_of_4("lda", problem.lda)),
        Requirement("ldb % 4 == 0", lambda problem, _: _multiple_of_4("ldb", problem.ldb)),
        Requirement("A and B 16-byte aligned", _aligned),
        Requirement("A and B of at most 2**29 elements each", _fits_texture),
    ),
)
