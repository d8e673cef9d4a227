"""What a user calls."""

from sgemm.blas.functions import gemm, matmul

__all__ = ["gemm", "matmul"]
