"""What a user calls: matmul(), gemm(), sgemm() and plan()."""

from sgemm.blas.functions import gemm, matmul
from sgemm.blas.reusable import PreparedPlan, plan
from sgemm.blas.scipy_form import sgemm

__all__ = ["PreparedPlan", "gemm", "matmul", "plan", "sgemm"]
