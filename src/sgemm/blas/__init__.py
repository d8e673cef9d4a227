"""What a user calls: matmul(), gemm(), sgemm(), prepare(), plan() and explain()."""

from sgemm.blas import tracing
from sgemm.blas.functions import gemm, matmul, sgemm
from sgemm.blas.plans import PreparedPlan, explain, plan
from sgemm.blas.prepared_operand import PreparedOperand
from sgemm.blas.preparing import prepare

__all__ = [
    "PreparedOperand",
    "PreparedPlan",
    "explain",
    "gemm",
    "matmul",
    "plan",
    "prepare",
    "sgemm",
]


def keep_compiler_out() -> None:
    """Keep torch.compile out of the library, if PyTorch is loaded."""
    tracing.run_as_they_are(gemm, matmul, sgemm, prepare, plan, explain, PreparedPlan.run)


keep_compiler_out()
