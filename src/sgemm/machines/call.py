"""One call of a kernel on a machine: arguments, operands in, launch, result out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sgemm.errors import ArgumentError
from sgemm.kernels.kernel import Alignment, Kernel, Launch, Operands
from sgemm.machines.interface import Argument, LoadedKernel, Machine
from sgemm.problem import Problem

TEXEL_BYTES = 16


@contextlib.contextmanager
def bound_arguments(
    machine: Machine, kernel: Kernel, problem: Problem, a: int, b: int, c: int
) -> Iterator[tuple[Launch, tuple[Argument, ...]]]:
    """Bind a kernel to operands in a machine's memory.

    Parameters
    ----------
    machine : Machine
    kernel : Kernel
    problem : Problem
    a, b, c : int
        Addresses of the first elements of A, B and C.

    Yields
    ------
    launch : Launch
        Geometry of the launch.
    arguments : tuple
        Arguments in the order of the kernel ABI; textures live until the context ends.

    Raises
    ------
    RequirementError
        If the kernel is not legal for this problem or these addresses.
    """
    launch = kernel.launch(problem, Alignment(a, b, c))
    with contextlib.ExitStack() as stack:
        more: tuple[Argument, ...] = ()
        if kernel.operands is Operands.TEXTURES:
            elements = problem.elements
            textures = [
                stack.enter_context(machine.texture(address, _whole_texels(count)))
                for address, count in ((a, elements[0]), (b, elements[1]))
            ]
            a, b = (texture.handle for texture in textures)
            more = tuple(np.int32(texture.first_texel) for texture in textures)
        arguments: tuple[Argument, ...] = (
            np.int32(problem.m),
            np.int32(problem.n),
            np.int32(problem.k),
            np.float32(problem.alpha),
            np.uint64(a),
            np.int32(problem.lda),
            np.uint64(b),
            np.int32(problem.ldb),
            np.float32(problem.beta),
            np.uint64(c),
            np.int32(problem.ldc),
        )
        yield launch, arguments + more


def multiply(
    machine: Machine,
    kernel: LoadedKernel,
    problem: Problem,
    a: NDArray[np.float32],
    b: NDArray[np.float32],
    c: NDArray[np.float32],
) -> None:
    """Compute C := alpha*A*B + beta*C for operands in host memory.

    Parameters
    ----------
    machine : Machine
    kernel : LoadedKernel
        Loaded on that machine.
    problem : Problem
    a, b, c : ndarray of float32
        C-contiguous storage of A, B and C with their leading dimensions, each of at least
        ``problem.elements``; ``c`` is overwritten (padding between rows keeps its contents).

    Raises
    ------
    ArgumentError
        If an array is too small for the problem.
    """
    for name, array, elements in zip("abc", (a, b, c), problem.elements, strict=True):
        if array.size < elements:
            raise ArgumentError(
                f"{name} has {array.size} elements and {problem} needs {elements} of it"
            )
    with (
        machine.allocate(a.nbytes) as a_memory,
        machine.allocate(b.nbytes) as b_memory,
        machine.allocate(c.nbytes) as c_memory,
    ):
        machine.copy_in(a_memory, a)
        machine.copy_in(b_memory, b)
        machine.copy_in(c_memory, c)
        with bound_arguments(
            machine,
            kernel.build.kernel,
            problem,
            a_memory.address,
            b_memory.address,
            c_memory.address,
        ) as (launch, arguments):
            machine.launch(kernel, launch, arguments)
            machine.synchronize()
        machine.copy_out(c, c_memory)


def _whole_texels(elements: int) -> int:
    """Bytes of the texels that hold ``elements`` floats.

    The last texel may reach past the matrix, never past its 16-byte-aligned chunk of memory,
    and no memory of a machine ends inside one.
    """
    return -(-elements * 4 // TEXEL_BYTES) * TEXEL_BYTES
