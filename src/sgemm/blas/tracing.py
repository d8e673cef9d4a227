"""The public functions where PyTorch or JAX records, transforms or compiles what is computed.

There, ``matmul`` and ``gemm`` are operators of PyTorch, which ``sgemm.torch`` defines, or
primitives of JAX, which ``sgemm.jax`` defines; either is imported when one is needed. What
torch.compile meets of the library otherwise, it calls as it is: there is nothing in it that could
be compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

from sgemm.arrays.library import Library

Function = TypeVar("Function", bound=Callable[..., Any])

of_matrices: Callable[[Any, Any, Any, Any], Any] | None = None
"""A short way for two matrices of PyTorch that require gradients, once ``sgemm.torch`` is there.

It takes A, B, alpha and plan, and returns None for whatever else it gets.
"""


def matmul(a: Any, b: Any, **rest: Any) -> Any:
    """Multiply by PyTorch's operators, as :func:`sgemm.matmul` does."""
    from sgemm.torch import functions

    return functions.matmul(a, b, **rest)


def gemm(a: Any, b: Any, c: Any = None, **rest: Any) -> Any:
    """Compute by PyTorch's operators, as :func:`sgemm.gemm` does."""
    from sgemm.torch import functions

    return functions.gemm(a, b, c, **rest)


def functions_of(library: Library) -> Any:
    """Return what has ``matmul`` and ``gemm`` where a call with an A of a library is recorded.

    An array of NumPy is recorded where JAX traces another one.
    """
    if library.name == "PyTorch":
        from sgemm.torch import functions

        return functions
    from sgemm.jax import functions as of_jax

    return of_jax


def reads(instead: Callable[..., Any]) -> Callable[[Function], Function]:
    """Return a decorator: torch.compile reads another function in place of the decorated one."""

    def decorated(function: Function) -> Function:
        # As PyTorch's own wrappers say it. torch.compiler.substitute_in_graph, which does the same,
        # imports the whole compiler, and that takes as long as importing PyTorch.
        vars(function)["_torchdynamo_inline"] = instead
        return function

    return decorated


def refused(function: Function) -> Function:
    """Let torch.compile break its graph at a function, and call it as it is."""
    vars(function)["_torchdynamo_disable"] = True
    vars(function)["_torchdynamo_disable_msg"] = (
        f"{function.__qualname__} of sgemm cannot be in a graph, as sgemm.matmul and sgemm.gemm "
        "can: call it outside"
    )
    return function


def run_as_they_are(*functions: Callable[..., Any]) -> None:
    """Keep torch.compile out of functions, and of all that they call, after a break of its graph.

    Nothing happens where PyTorch is not loaded.
    """
    torch = sys.modules.get("torch")
    try:
        # No public name does it without importing the compiler.
        compiler = torch._C._dynamo.eval_frame  # type: ignore[union-attr]
        skip = compiler._FrameAction.SKIP
        strategy = compiler._FrameExecStrategy(skip, skip)
        for function in functions:
            compiler.set_code_exec_strategy(function.__code__, strategy)
    except AttributeError:
        pass  # another version of PyTorch: its compiler may report errors of its own
