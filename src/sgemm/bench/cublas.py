"""cuBLAS in single precision: the baseline on a GPU.

The library is found by cuda-pathfinder (a Python package, a CUDA toolkit or the system) and called
through ctypes, in the same process and on the same stream as our kernels, with the 32 MiB of
workspace that cuBLAS itself recommends for a GPU of this class.
"""

from __future__ import annotations

import contextlib
import ctypes
import enum
from typing import Any, Self

from sgemm.errors import MachineError, MissingToolError
from sgemm.machines.cuda import CudaMachine
from sgemm.problem import Problem

WORKSPACE_BYTES = 32 * 2**20

# Types of the parameters of cuBLAS's functions.
P, N, L = ctypes.c_void_p, ctypes.c_int, ctypes.c_longlong
GEMM = (P, N, N, N, N, N, P, P, N, P, N, P, P, N)
SIGNATURES = {
    "cublasCreate_v2": (P,),
    "cublasDestroy_v2": (P,),
    "cublasSetStream_v2": (P, P),
    "cublasSetWorkspace_v2": (P, P, ctypes.c_size_t),
    "cublasSetMathMode": (P, N),
    "cublasGetProperty": (N, P),
    "cublasSgemm_v2": GEMM,
    "cublasSgemmStridedBatched": (P, N, N, N, N, N, P, P, N, L, P, N, L, P, P, N, L, N),
    "cublasDgemm_v2": GEMM,
    "cublasDgemmStridedBatched": (P, N, N, N, N, N, P, P, N, L, P, N, L, P, P, N, L, N),
}
SUCCESS = 0


class MathMode(enum.Enum):
    """What cuBLAS may do to a single-precision product.

    ``DEFAULT`` is FP32 arithmetic, freely reordered; ``PEDANTIC`` also forbids reordering that
    the standard does not allow; ``TF32`` rounds the operands to 10 bits of mantissa, which is
    another problem and is measured only as a series of its own.
    """

    DEFAULT = 0
    PEDANTIC = 2
    TF32 = 3


class CublasBaseline:
    """cuBLAS on the stream of a cuda machine: a handle and a workspace, until it is closed."""

    def __init__(self, machine: CudaMachine, math_mode: MathMode = MathMode.DEFAULT) -> None:
        self._machine = machine
        self._library = _load_library()
        for name, types in SIGNATURES.items():
            getattr(self._library, name).argtypes = types
        self._handle = ctypes.c_void_p()
        self._resources: contextlib.ExitStack | None = None
        with contextlib.ExitStack() as stack, machine.calling("setting up cuBLAS"):
            self._call("cublasCreate_v2", ctypes.byref(self._handle))
            stack.callback(self._library.cublasDestroy_v2, self._handle)
            # Choosing a stream brings back the default workspace, so it comes first.
            self._call("cublasSetStream_v2", self._handle, machine.stream_handle)
            workspace = stack.enter_context(machine.allocate(WORKSPACE_BYTES))
            self._call("cublasSetWorkspace_v2", self._handle, workspace.address, WORKSPACE_BYTES)
            self._call("cublasSetMathMode", self._handle, math_mode.value)
            self.version = self._read_version()
            self._resources = stack.pop_all()

    def multiply(self, problem: Problem, a: int, b: int, c: int) -> None:
        """Launch C := alpha*op(A)*op(B) + beta*C on the machine's stream; does not wait for it.

        cuBLAS is column-major, so it is given the transposed problem: B before A, n before m.
        """
        self._multiply("S", ctypes.c_float, problem, a, b, c)

    def multiply_double(self, problem: Problem, a: int, b: int, c: int) -> None:
        """Launch the same of matrices of doubles, for references."""
        self._multiply("D", ctypes.c_double, problem, a, b, c)

    def _multiply(self, letter: str, scalar: Any, problem: Problem, a: int, b: int, c: int) -> None:
        if self._resources is None:
            raise MachineError("this cuBLAS baseline has been closed")
        alpha, beta = (ctypes.byref(scalar(x)) for x in (problem.alpha, problem.beta))
        # CUBLAS_OP_N is 0, the operand as it is; CUBLAS_OP_T is 1, the operand transposed.
        begin = (self._handle, int(problem.trans_b), int(problem.trans_a))
        sizes = problem.n, problem.m, problem.k
        # Of a single product, the plain function is what a user would call.
        name = f"cublas{letter}gemm" + ("_v2" if problem.batch == 1 else "StridedBatched")
        with self._machine.calling(f"{name} of {problem}"):
            if problem.batch == 1:
                operands = (b, problem.ldb, a, problem.lda, beta, c, problem.ldc)
                self._call(name, *begin, *sizes, alpha, *operands)
                return
            matrices = (b, problem.ldb, problem.stride_b, a, problem.lda, problem.stride_a)
            result = (c, problem.ldc, problem.stride_c, problem.batch)
            self._call(name, *begin, *sizes, alpha, *matrices, beta, *result)

    def close(self) -> None:
        """Release the handle and the workspace, after all work that may use them."""
        resources, self._resources = self._resources, None
        if resources is not None:
            self._machine.synchronize()
            resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, name: str, *arguments: Any) -> None:
        """Call a function of the library and raise the name and words of any refusal."""
        status = getattr(self._library, name)(*arguments)
        if status != SUCCESS:
            words = self._status_text("cublasGetStatusString", status)
            code = self._status_text("cublasGetStatusName", status)
            raise MachineError(f"{name} returned {code}: {words}")

    def _status_text(self, function: str, status: int) -> str:
        describe = getattr(self._library, function)
        describe.restype = ctypes.c_char_p
        text = describe(ctypes.c_int(status))
        return text.decode() if text else f"status {status}"

    def _read_version(self) -> str:
        numbers = []
        for part in range(3):  # MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL
            value = ctypes.c_int()
            self._call("cublasGetProperty", part, ctypes.byref(value))
            numbers.append(str(value.value))
        return ".".join(numbers)


def _load_library() -> ctypes.CDLL:
    try:
        from cuda.pathfinder import load_nvidia_dynamic_lib
    except ImportError as error:
        raise MissingToolError(
            f"the cuBLAS baseline needs cuda-pathfinder ({error}): install sgemm[gpu]"
        ) from error
    try:
        path = load_nvidia_dynamic_lib("cublas").abs_path
        if path is None:
            raise RuntimeError("the place that it was loaded from is not known")
        return ctypes.CDLL(path)
    except (RuntimeError, OSError) as error:
        words = " ".join(str(error).split())
        raise MissingToolError(f"cuBLAS cannot be loaded ({words}): install sgemm[gpu]") from error
