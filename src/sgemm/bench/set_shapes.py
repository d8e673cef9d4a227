"""The problems of ``layers``, ``slender`` and ``tiny_batches``, and the short k of ``accumulate``.

A set's problems may never change, since results are recognised by them.
"""

from __future__ import annotations

from sgemm.bench.sizes import Shape, make_problem
from sgemm.problem import Problem

# Outputs and inputs of the layers of language models, from their published configurations. What
# several models share stands once.
LAYERS = (
    (2304, 768), (768, 768), (3072, 768), (768, 3072),  # GPT-2
    (4800, 1600), (1600, 6400),  # GPT-2 XL
    (3584, 3584), (512, 3584), (18944, 3584), (3584, 18944),  # Qwen2.5 7B
    (4096, 4096), (1024, 4096), (14336, 4096), (4096, 14336),  # Llama 3 8B, Mistral 7B
    (8192, 8192), (28672, 8192), (8192, 28672),  # Llama 3 70B
)  # fmt: skip
ROWS = tuple(2**power for power in range(13))  # tokens in one product: 1 ... 4096
# The last layer gives a score to each word. It is asked about the last token of each sequence
# alone, so that its rows are few.
VOCABULARIES = ((50257, 768), (32000, 4096), (152064, 3584), (128256, 4096))
SEQUENCES = ROWS[:7]  # 1 ... 64

# What a product is beside its long size: tens, fewer, or one; even and odd.
LONG = (100_000, 999_999)
BESIDE_LONG = (
    (32, 32), (16, 16), (64, 40), (24, 48), (32, 3), (3, 32), (4, 4), (10, 100), (1, 32), (50, 17),
)  # fmt: skip
ACROSS_LONG_K = ((32, 32), (16, 16), (64, 64), (3, 3), (10, 48), (1, 32))  # m and n
SCALAR_PRODUCTS = (1_000, 100_000, 999_999, 10_000_000)  # k, where m = n = 1
SINGLE_ROWS = (  # n and k, where m = 1
    (1000, 1000), (2048, 2048), (5120, 5120), (11008, 4096), (4099, 4097), (16384, 16384),
)  # fmt: skip

# C is most of what these move: m, n and k.
SHORT_K = (
    (4096, 4096, 8), (4096, 4096, 16), (4096, 4096, 32), (4096, 4096, 64), (4096, 4096, 128),
    (4096, 4096, 256), (8192, 8192, 32), (8192, 8192, 128), (1024, 1024, 16), (1024, 1024, 64),
    (2048, 2048, 64), (2048, 2048, 200), (4095, 4097, 33), (3001, 2999, 50), (16384, 1024, 64),
    (1024, 16384, 64), (100000, 128, 32), (128, 100000, 32),
)  # fmt: skip

# Sizes of tiny cubes, and how many there are of each: from 1 MB of A, B and C to 1 GB.
TINY_CUBES = (
    (4, (10_000, 1_000_000)), (5, (10_000, 1_000_000)), (8, (4_096, 200_000)),
    (12, (1_000, 100_000)), (16, (1_000, 20_000, 300_000)), (17, (20_000,)), (24, (1_000, 50_000)),
    (31, (1_000, 20_000)), (32, (1_000, 10_000, 65_536)), (33, (1_000, 20_000)),
    (48, (1_000, 10_000)), (64, (2_000, 10_000)),
)  # fmt: skip
# m, n and k of other tiny products, odd ones among them, and how many.
TINY_SHAPES = (
    (3, 5, 7, 500_000), (7, 64, 13, 20_000), (16, 16, 64, 20_000), (64, 8, 8, 50_000),
    (8, 64, 8, 50_000), (1, 16, 16, 200_000), (10, 3, 50, 50_000), (6, 6, 6, 200_000),
)  # fmt: skip
TINY_TRANSPOSED = (  # size, how many, layout
    (4, 500_000, "nt"), (5, 500_000, "tn"), (8, 100_000, "nt"), (16, 50_000, "nt"),
    (16, 50_000, "tn"), (16, 50_000, "tt"), (32, 10_000, "nt"), (33, 10_000, "tn"),
)  # fmt: skip


def layers() -> tuple[Problem, ...]:
    """Return rows by layers, W as it is stored: outputs x inputs, so B is transposed.

    What is a square belongs to ``squares_nt``.
    """
    shapes = [(rows, *layer) for layer in LAYERS for rows in ROWS if (rows, *layer) != (rows,) * 3]
    shapes += [(rows, *layer) for layer in VOCABULARIES for rows in SEQUENCES]
    return tuple(make_problem(shape, "nt") for shape in shapes)


def slender() -> tuple[Problem, ...]:
    """Return products of which one size is long and the others are tens or less."""
    found: list[tuple[Shape, str]] = []
    for size in LONG:
        for other, k in BESIDE_LONG:
            # The long operand with its rows along k, and across it.
            found += [((size, other, k), layout) for layout in ("nn", "tn")]
            found += [((other, size, k), layout) for layout in ("nn", "nt")]
        found += [((m, n, size), layout) for m, n in ACROSS_LONG_K for layout in ("nn", "nt", "tn")]
    found += [((1, 1, k), "nn") for k in SCALAR_PRODUCTS]
    found += [((1, n, k), layout) for n, k in SINGLE_ROWS for layout in ("nn", "nt")]
    found += [((n, 1, k), "nn") for n, k in SINGLE_ROWS]
    return tuple(make_problem(shape, layout) for shape, layout in found)


def tiny_batches() -> tuple[Problem, ...]:
    """Return batches of thousands of tiny products."""
    found = [((size,) * 3, batch, "nn") for size, batches in TINY_CUBES for batch in batches]
    found += [((m, n, k), batch, "nn") for m, n, k, batch in TINY_SHAPES]
    found += [((size,) * 3, batch, layout) for size, batch, layout in TINY_TRANSPOSED]
    return tuple(make_problem(shape, layout, batch=batch) for shape, batch, layout in found)
