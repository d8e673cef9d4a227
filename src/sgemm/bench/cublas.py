"""cuBLAS in single precision: the baseline on a GPU.

The library is found by cuda-pathfinder (a Python package, a CUDA toolkit or the system) and called
through ctypes, in the same process and on the same stream as our kernels, with the 32 MiB of
workspace that cuBLAS itself recommends for a GPU of this class.
"""

from __future__ import annotations

import contextlib
import ctypes
import enum
import os
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from sgemm.errors import MachineError, MissingToolError
from sgemm.machines.cuda import CudaMachine
from sgemm.problem import Problem

WORKSPACE_BYTES = 32 * 2**20

ENVIRONMENT_VARIABLES = (
    "CUBLAS_EMULATE_SINGLE_PRECISION",
    "CUBLAS_EMULATE_DOUBLE_PRECISION",
    "CUBLAS_EMULATION_STRATEGY",
    "NVIDIA_TF32_OVERRIDE",
)
"""Variables that change what cuBLAS computes when it is asked for single precision."""

SUCCESS = 0
OPERATION_N = 0
"""CUBLAS_OP_N: the operand as it is."""

OPERATION_T = 1
"""CUBLAS_OP_T: the operand transposed."""


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
    """cuBLAS on the stream of a cuda machine.

    Use it as a context manager, or close it: it holds a handle and its workspace.

    Parameters
    ----------
    math_mode : MathMode
        FP32 without TF32 unless said otherwise.

    Raises
    ------
    MissingToolError
        If cuBLAS, or cuda-pathfinder that finds it, is not installed.
    MachineError
        If cuBLAS refuses the GPU.
    """

    def __init__(self, machine: CudaMachine, math_mode: MathMode = MathMode.DEFAULT) -> None:
        self._machine = machine
        self._math_mode = math_mode
        self._library, self._path = _load_library()
        self._handle = ctypes.c_void_p()
        self._resources: contextlib.ExitStack | None = None
        with contextlib.ExitStack() as stack, machine.calling("setting up cuBLAS"):
            self._call("cublasCreate_v2", ctypes.byref(self._handle))
            stack.callback(self._library.cublasDestroy_v2, self._handle)
            # Choosing a stream brings back the default workspace, so it comes first.
            stream = ctypes.c_void_p(machine.stream_handle)
            self._call("cublasSetStream_v2", self._handle, stream)
            workspace = stack.enter_context(machine.allocate(WORKSPACE_BYTES))
            self._call(
                "cublasSetWorkspace_v2",
                self._handle,
                ctypes.c_void_p(workspace.address),
                ctypes.c_size_t(WORKSPACE_BYTES),
            )
            self._call("cublasSetMathMode", self._handle, ctypes.c_int(math_mode.value))
            self._version = self._read_version()
            self._resources = stack.pop_all()

    @property
    def version(self) -> str:
        """Version of the library: ``"13.1.0"``."""
        return self._version

    @property
    def path(self) -> str:
        """File that the library was loaded from."""
        return self._path

    @property
    def math_mode(self) -> MathMode:
        """What cuBLAS may do to the product."""
        return self._math_mode

    @staticmethod
    def environment() -> Mapping[str, str]:
        """Return the variables that change what FP32 means to cuBLAS, as far as they are set."""
        return {name: os.environ[name] for name in ENVIRONMENT_VARIABLES if name in os.environ}

    def multiply(self, problem: Problem, a_address: int, b_address: int, c_address: int) -> None:
        """Launch C := alpha*op(A)*op(B) + beta*C on the machine's stream; does not wait for it.

        One product is cublasSgemm's, a batch cublasSgemmStridedBatched's.

        Parameters
        ----------
        problem : Problem
            Row-major. cuBLAS is column-major, so it is given the transposed problem: B before A,
            n before m.
        a_address, b_address, c_address : int
            Addresses of the first elements in GPU memory.

        Raises
        ------
        MachineError
            If the baseline is closed, or cuBLAS refuses the call.
        """
        self._check_open()
        alpha, beta = ctypes.c_float(problem.alpha), ctypes.c_float(problem.beta)
        first, second = (
            ctypes.c_int(OPERATION_T if swapped else OPERATION_N)
            for swapped in (problem.trans_a, problem.trans_b)
        )
        sizes = (ctypes.c_int(size) for size in (problem.n, problem.m, problem.k))
        operands = (
            (b_address, problem.ldb, problem.stride_b),
            (a_address, problem.lda, problem.stride_a),
            (c_address, problem.ldc, problem.stride_c),
        )
        batched = problem.batch != 1
        b, a, c = (
            (
                ctypes.c_void_p(address),
                ctypes.c_int(leading),
                # Of a single product, the plain function is what a user would call.
                *((ctypes.c_longlong(stride),) if batched else ()),
            )
            for address, leading, stride in operands
        )
        name = "cublasSgemmStridedBatched" if batched else "cublasSgemm_v2"
        count = (ctypes.c_int(problem.batch),) if batched else ()
        scalars = ctypes.byref(alpha), ctypes.byref(beta)
        with self._machine.calling(f"{name} of {problem}"):
            self._call(
                name,
                self._handle,
                second,
                first,
                *sizes,
                scalars[0],
                *b,
                *a,
                scalars[1],
                *c,
                *count,
            )

    def multiply_double(
        self, m: int, n: int, k: int, a_address: int, b_address: int, c_address: int
    ) -> None:
        """Launch C := A*B in double precision on the machine's stream, for references.

        Parameters
        ----------
        m, n, k : int
            At least 1.
        a_address, b_address, c_address : int
            Addresses of dense row-major matrices of doubles.

        Raises
        ------
        MachineError
            If the baseline is closed, or cuBLAS refuses the call.
        """
        self._check_open()
        one, zero = ctypes.c_double(1.0), ctypes.c_double(0.0)
        with self._machine.calling(f"cublasDgemm of {m}x{n}x{k}"):
            self._call(
                "cublasDgemm_v2",
                self._handle,
                ctypes.c_int(OPERATION_N),
                ctypes.c_int(OPERATION_N),
                ctypes.c_int(n),
                ctypes.c_int(m),
                ctypes.c_int(k),
                ctypes.byref(one),
                ctypes.c_void_p(b_address),
                ctypes.c_int(n),
                ctypes.c_void_p(a_address),
                ctypes.c_int(k),
                ctypes.byref(zero),
                ctypes.c_void_p(c_address),
                ctypes.c_int(n),
            )

    def _check_open(self) -> None:
        if self._resources is None:
            raise MachineError("this cuBLAS baseline has been closed")

    def close(self) -> None:
        """Release the handle and the workspace, after all work that may use them."""
        resources, self._resources = self._resources, None
        if resources is not None:
            self._machine.synchronize()
            resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
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
            self._call("cublasGetProperty", ctypes.c_int(part), ctypes.byref(value))
            numbers.append(str(value.value))
        return ".".join(numbers)


def _load_library() -> tuple[ctypes.CDLL, str]:
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
        return ctypes.CDLL(path), path
    except (RuntimeError, OSError) as error:
        words = " ".join(str(error).split())
        raise MissingToolError(f"cuBLAS cannot be loaded ({words}): install sgemm[gpu]") from error
