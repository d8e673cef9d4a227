"""What a user calls: matmul(), gemm(), sgemm(), plan() and explain()."""

from sgemm.blas.functions import gemm, matmul
from sgemm.blas.plans import PreparedPlan, explain, plan
from sgemm.blas.scipy_form import sgemm

__all__ = ["PreparedPlan", "explain", "gemm", "matmul", "plan", "sgemm"]
