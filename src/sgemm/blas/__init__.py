"""What a user calls: matmul(), gemm(), sgemm(), plan() and explain()."""

from sgemm.blas.functions import gemm, matmul, sgemm
from sgemm.blas.plans import PreparedPlan, explain, plan

__all__ = ["PreparedPlan", "explain", "gemm", "matmul", "plan", "sgemm"]
