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
from sgemm.kernels.tensor_maps import ALIGNED
from sgemm.kernels.tile import Tile
from sgemm.problem import Problem

TEXEL_FLOATS = 4
MAX_TEXELS = 2**27


def _size(problem: Problem, where: Alignment) -> str | None:
    a_elements, b_elements, _ = problem.elements
    wrong = [
        f"{name} spans {elements} elements, {-(-elements // TEXEL_FLOATS)} texels"
        for name, elements in (("A", a_elements), ("B", b_elements))
        if elements > MAX_TEXELS * TEXEL_FLOATS
    ]
    return " and ".join(wrong) or None


KERNEL = Kernel(
    idea="global reads of four floats through textures, which are zero outside",
    document="000 section 6",
    tile=Tile(bm=128, bn=128, bk=8, tm=8, tn=8, wm=32, wn=64, stages=2, padding=4),
    source=source_beside(__file__),
    operands=Operands.TEXTURES,
    requirements=(
        ALIGNED,
        Requirement("A and B span at most 2**27 texels of 4 floats each", _size),
    ),
)
