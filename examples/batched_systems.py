"""Many small systems at once: invert a batch of matrices by Newton's iteration, then solve.

python examples/batched_systems.py [COUNT]

X := X (2I - A X) is two products of batches a step: T := A X, then X := 2 X - X T, which is one
call of gemm with alpha = -1 and beta = 2. A batch is one launch, however many matrices it has.
NumPy's arrays are copied to a GPU and back in each call; those of CuPy or PyTorch stay there.
"""

import sys

import numpy as np

import sgemm

on_gpu = sgemm.select_machine().name == "cuda"
count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000 if on_gpu else 200
size = 16

rng = np.random.default_rng(1)
a = rng.standard_normal((count, size, size), dtype=np.float32) / size
a += 2 * np.eye(size, dtype=np.float32)
b = rng.standard_normal((count, size, 1), dtype=np.float32)

# Pan and Reif's start, from which the iteration converges: A^T over |A|_1 |A|_inf.
norms = np.abs(a).sum(1).max(1) * np.abs(a).sum(2).max(1)
x = np.ascontiguousarray(a.transpose(0, 2, 1) / norms[:, None, None])
for step in range(30):
    t = sgemm.matmul(a, x)
    distance = np.abs(t - np.eye(size, dtype=np.float32)).max()
    print(f"step {step}: |AX - I| = {distance:.1e}")
    if distance < 1e-5:
        break
    x = sgemm.gemm(x, t, x, alpha=-1.0, beta=2.0)

solutions = sgemm.matmul(x, b)
residual = np.abs(sgemm.matmul(a, solutions) - b).max()
print(f"{count} systems of {size} x {size}: largest residual {residual:.1e}")
