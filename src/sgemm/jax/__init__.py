"""JAX: products that are traced, differentiated, batched and compiled like JAX's own.

>>> import sgemm
>>> sgemm.jax.matmul(a, b)  # doctest: +SKIP
"""

from sgemm.jax.functions import dot_general, gemm, matmul

__all__ = ["dot_general", "gemm", "matmul"]
