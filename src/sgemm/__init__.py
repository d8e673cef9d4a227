"""Single-precision matrix multiplication, C := alpha*A*B + beta*C, for NVIDIA GPUs from Python.

>>> import numpy, sgemm
>>> a = numpy.ones((2, 3), dtype=numpy.float32)
>>> b = numpy.ones((3, 4), dtype=numpy.float32)
>>> sgemm.matmul(a, b)  # doctest: +SKIP

Only the public names live here, and each is imported when it is first used, so that importing
the package costs next to nothing and touches neither a driver nor a compiler.
"""

from __future__ import annotations

from sgemm.importing import import_module as _import_module
from sgemm.version import __version__

# As type checkers know it; importing typing takes longer than all else here.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from sgemm import jax as jax
    from sgemm import torch as torch
    from sgemm.blas import (
        PreparedOperand,
        PreparedPlan,
        explain,
        gemm,
        matmul,
        plan,
        prepare,
        sgemm,
    )
    from sgemm.errors import (
        ArgumentError,
        ArgumentTypeError,
        CompileError,
        DeadlockError,
        ExecutionError,
        MachineError,
        MemoryAccessError,
        MissingToolError,
        PtxError,
        PtxSyntaxError,
        RequirementError,
        SgemmError,
        UnsupportedInstructionError,
        VerificationError,
    )
    from sgemm.machines.select import select_machine
    from sgemm.planning.plan import Plan
    from sgemm.problem import Problem

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "CompileError",
    "DeadlockError",
    "ExecutionError",
    "MachineError",
    "MemoryAccessError",
    "MissingToolError",
    "Plan",
    "PreparedOperand",
    "PreparedPlan",
    "Problem",
    "PtxError",
    "PtxSyntaxError",
    "RequirementError",
    "SgemmError",
    "UnsupportedInstructionError",
    "VerificationError",
    "__version__",
    "explain",
    "gemm",
    "matmul",
    "plan",
    "prepare",
    "select_machine",
    "sgemm",
]

_HOMES = {
    **dict.fromkeys(("PreparedOperand", "PreparedPlan"), "sgemm.blas"),
    **dict.fromkeys(("explain", "gemm", "matmul", "plan", "prepare", "sgemm"), "sgemm.blas"),
    "Plan": "sgemm.planning.plan",
    "Problem": "sgemm.problem",
    "select_machine": "sgemm.machines.select",
}
"""Where the public names are defined; all others are errors."""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name in ("jax", "torch"):  # packages, and none for programs that do without these
        # Not held against forks: their own libraries may import a part of this package.
        import importlib

        return importlib.import_module(f"sgemm.{name}")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(_import_module(_HOMES.get(name, "sgemm.errors")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
