"""What a user calls: matmul(), gemm(), sgemm(), plan() and explain()."""

from sgemm.blas import recorded
from sgemm.blas.functions import gemm, matmul, sgemm
from sgemm.blas.plans import PreparedPlan, explain, plan

__all__ = ["PreparedPlan", "explain", "gemm", "matmul", "plan", "sgemm"]


def keep_compiler_out() -> None:
    """Keep torch.compile out of the library, if PyTorch is loaded."""
    recorded.run_as_they_are(gemm, matmul, sgemm, plan, explain, PreparedPlan.run)


keep_compiler_out()
