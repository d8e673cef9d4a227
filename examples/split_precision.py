"""FP32 accuracy on tensor cores: weights are split once, and serve many products.

python examples/split_precision.py

precision="split" splits each float into two or three half-precision numbers and adds the products
of these. Here its error, in units of 2^-24 |A||B|, stands beside that of IEEE multiply-adds and of
operands that are only rounded to half precision. What "split" promises is compared with cuBLAS
FP32: IEEE multiply-adds of this library may err less.
"""

import numpy as np

import sgemm

on_gpu = sgemm.select_machine().name == "cuda"
batch, width = (2048, 4096) if on_gpu else (64, 256)
# Small products are left to multiply-adds: without a GPU the kernel on tensor cores is named.
split = {"precision": "split"} if on_gpu else {"plan": "fp16x3:bm=64:bn=64:bk=16"}

rng = np.random.default_rng(1)
weights = rng.standard_normal((width, width), dtype=np.float32)


def error(found, x):
    """Return the largest error of an element, in units of 2^-24 |A||B|."""
    exact = x.astype(np.float64) @ weights
    return (np.abs(found - exact) / (np.abs(x) @ np.abs(weights))).max() * 2**24


with sgemm.prepare(weights) as prepared:  # split here, once
    for number in range(2):
        x = rng.standard_normal((batch, width), dtype=np.float32)
        y = sgemm.matmul(x, prepared, **split)
        ieee = sgemm.matmul(x, weights)
        half = x.astype(np.float16).astype(np.float32) @ weights.astype(np.float16)
        same = np.array_equal(y, sgemm.matmul(x, weights, **split))
        errors = f"split {error(y, x):.2f}, IEEE {error(ieee, x):.2f}"
        errors += f", half precision {error(half, x):.0f}"
        print(f"product {number}: {errors}; prepared gives the same bits: {same}")
