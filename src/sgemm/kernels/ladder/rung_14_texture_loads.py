"""Rung 14: A and B through texture objects, four floats a texel.

The pipeline of rung 13 with another way of reading. A texture over linear memory answers a read
outside its texels with zeros, by hardware, so that most tests disappear: rows of A beyond m and of
B beyond k lie past the end. Padding between rows lies inside. Beyond column n it only yields
results that nobody stores; beyond column k, where a NaN would reach results, A is cleared in
registers, in the last block of k alone. One 32-bit texel number takes the place of each 64-bit
address.

A texel holds 4 floats at a 16-byte address, so both operands must start at one and rows must be a
multiple of 4 apart. 2**27 texels is the widest such texture that every GPU offers. There is no
second way: elsewhere this kernel is not legal, and rung 13 stands in for it.

Document 000 (section 6: the 128x128x8 kernel with texture loads).
"""

from sgemm.kernels.kernel import Alignment, Kernel, Operands, Requirement, source_beside
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

TEXEL_FLOATS = 4
TEXEL_BYTES = 16
MAX_TEXELS = 2**27


def _in_texels(name: str) -> Requirement:
    def violation(problem: Problem, where: Alignment) -> str | None:
        value = getattr(problem, name)
        return f"{name} = {value} is not a multiple of 4" if value % TEXEL_FLOATS else None

    return Requirement(f"{name} % 4 == 0", violation)


def _alignment(problem: Problem, where: Alignment) -> str | None:
    wrong = [
        f"the address of {name}, {address:#x}, is not a multiple of 16"
        for name, address in (("A", where.a), ("B", where.b))
        if address % TEXEL_BYTES
    ]
    return " and ".join(wrong) or None


def _size(problem: Problem, where: Alignment) -> str | None:
    a_elements, b_elements, _ = problem.elements
    wrong = [
        f"{name} spans {elements} elements, {-(-elements // TEXEL_FLOATS)} texels"
        for name, elements in (("A", a_elements), ("B", b_elements))
        if elements > MAX_TEXELS * TEXEL_FLOATS
    ]
    return " and ".join(wrong) or None


KERNEL = Kernel(
    name="texture_loads",
    idea="global reads of four floats through textures, which are zero outside",
    document="000 section 6",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64, stages=2, padding=4),
    source=source_beside(__file__),
    operands=Operands.TEXTURES,
    requirements=(
        _in_texels("lda"),
        _in_texels("ldb"),
        Requirement("A and B start at multiples of 16 bytes", _alignment),
        Requirement("A and B span at most 2**27 texels of 4 floats each", _size),
    ),
)
