"""The fixture of a GPU: cuBLAS beside the contenders, clocks with each sample, NVML meanwhile."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping

import numpy as np

from sgemm.bench.contenders import Contender, LibraryContender, Tf32Contender
from sgemm.bench.cublas import CublasBaseline, MathMode
from sgemm.bench.environment import NOT_LOCKED, Device
from sgemm.bench.fixture import Fixture
from sgemm.bench.gpu.buffer_pool import BufferPool
from sgemm.bench.gpu.sampler import GpuSampler, notes_bytes
from sgemm.bench.gpu.testbed import gpu_testbed
from sgemm.bench.gpu.tools import Tools
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.nvml import NvmlDevice, monitoring, open_nvml
from sgemm.bench.peak import FP32_LANES, peak_of
from sgemm.bench.testbed import COLD_L2, Sampler, Testbed, host_testbed
from sgemm.errors import MachineError, MissingToolError
from sgemm.machines.cuda import CudaMachine
from sgemm.problem import Problem
from sgemm.verify import DEFAULT_INPUT_CLASS

FLUSHED_CACHES = 2  # memory that is filled to empty the L2 cache, in sizes of that cache
DOUBLE_TOLERANCE = 1e-13  # largest error of cuBLAS's double precision, relative to |A||B|
LARGEST_RESULT = 2.0**126  # of inputs in [-1, 1): nothing overflows on the way
DOUBLE_CHECKS = (
    Problem(65, 70, 129),
    Problem(17, 33, 40, trans_a=True, batch=5),
    Problem(33, 17, 40, trans_b=True, batch=5),
)


@contextlib.contextmanager
def open_gpu_fixture(
    machine: CudaMachine,
    protocol: str,  # "cold L2" or "hot"
    lock_mhz: int | None = None,  # clock to lock the multiprocessors at while the context lasts
    needs_cublas: bool = True,  # else no baseline; inputs and references from the host
) -> Iterator[Fixture]:
    """Set a GPU up for a benchmark."""
    with contextlib.ExitStack() as stack:
        nvml = _nvml(machine, stack, needed=lock_mhz is not None)
        if nvml is not None and lock_mhz is not None:
            stack.enter_context(nvml.locked_clocks(lock_mhz))
        cublas, no_libraries = _cublas(machine, stack, needs_cublas)
        default = cublas.get(MathMode.DEFAULT)
        if default is not None:
            check_double_product(machine, default)
        tools = Tools(KernelPool(machine))
        tools.prepare()
        empty_cache = None
        if protocol == COLD_L2:
            flushed = stack.enter_context(machine.allocate(FLUSHED_CACHES * machine.l2_bytes))
            empty_cache = functools.partial(machine.fill, flushed, 0)
        notes = stack.enter_context(machine.allocate(notes_bytes(machine.multiprocessors)))
        machine.fill(notes, 0)
        pool = stack.enter_context(contextlib.closing(BufferPool(machine)))
        recorded = None if nvml is None else stack.enter_context(monitoring(nvml))

        @contextlib.contextmanager
        def opened(
            problem: Problem, seed: int, input_class: str = DEFAULT_INPUT_CLASS
        ) -> Iterator[tuple[Testbed, Sampler]]:
            made: contextlib.AbstractContextManager[Testbed]
            if default is not None and _is_for_gpu(problem, input_class):
                made = gpu_testbed(tools, problem, seed, default.multiply_double, pool)
            else:
                made = host_testbed(machine, problem, seed, input_class, tools.copy)
            with made as testbed:
                sampler = GpuSampler(testbed, tools, notes, machine.multiprocessors, empty_cache)
                yield testbed, sampler

        yield Fixture(
            machine=machine,
            protocol=protocol,
            open=opened,
            libraries=_libraries(cublas),
            no_libraries=no_libraries,
            device=_device(machine, nvml),
            cublas=None if default is None else default.version,
            recorded=recorded,
            nvml=nvml,
            clock_regime=NOT_LOCKED if lock_mhz is None else f"locked at {lock_mhz} MHz",
        )


def _is_for_gpu(problem: Problem, input_class: str) -> bool:
    """Tell whether the GPU can make inputs and judge: all results exist and are finite there."""
    largest = abs(problem.alpha) * problem.k + abs(problem.beta)
    is_usual = input_class == DEFAULT_INPUT_CLASS and not problem.is_empty
    return is_usual and largest < LARGEST_RESULT


def _cublas(
    machine: CudaMachine, stack: contextlib.ExitStack, needed: bool
) -> tuple[dict[MathMode, CublasBaseline], str]:
    """Open cuBLAS in each of its modes; or, where it may be missing, say why it is."""
    try:
        return {mode: stack.enter_context(CublasBaseline(machine, mode)) for mode in MathMode}, ""
    except MissingToolError as error:
        if needed:
            raise
        return {}, str(error)


def check_double_product(machine: CudaMachine, cublas: CublasBaseline) -> None:
    """Compare cuBLAS's double precision, which makes the references, with NumPy's."""
    generator = np.random.default_rng(0)
    for problem in DOUBLE_CHECKS:
        shapes = [(problem.batch, rows, columns) for rows, columns, *_ in problem.stored]
        stored = [generator.uniform(-1, 1, shape) for shape in shapes[:2]]
        found = np.full(shapes[2], np.nan)
        with (
            machine.allocate(stored[0].nbytes) as a,
            machine.allocate(stored[1].nbytes) as b,
            machine.allocate(found.nbytes) as c,
        ):
            machine.copy_in(a, stored[0])
            machine.copy_in(b, stored[1])
            cublas.multiply_double(problem, a.address, b.address, c.address)
            machine.copy_out(found, c)
        flags = problem.trans_a, problem.trans_b
        A, B = (x.transpose(0, 2, 1) if flag else x for x, flag in zip(stored, flags, strict=True))
        error = float(np.max(np.abs(found - A @ B) / (np.abs(A) @ np.abs(B))))
        # Written so that a NaN fails.
        if not error <= DOUBLE_TOLERANCE:
            raise MachineError(
                f"cuBLAS's double precision differs from NumPy's by {error:.3g} of |A||B| "
                f"at {problem} and cannot be a reference"
            )


def _nvml(machine: CudaMachine, stack: contextlib.ExitStack, needed: bool) -> NvmlDevice | None:
    try:
        return stack.enter_context(open_nvml(machine.gpu.uuid))
    except MissingToolError:
        if needed:
            raise
        return None


def _device(machine: CudaMachine, nvml: NvmlDevice | None) -> Device:
    clock_mhz = machine.clock_hz / 1e6
    peak = peak_of(FP32_LANES, machine.architecture, machine.multiprocessors, clock_mhz)
    return Device(
        name=machine.gpu.name,
        multiprocessors=machine.multiprocessors,
        clock_mhz=clock_mhz,
        l2_bytes=machine.l2_bytes,
        memory_clock_mhz=None if nvml is None else nvml.highest_memory_clock_mhz,
        power_limit_watts=None if nvml is None else nvml.power_limit_watts,
        peak_tflops=None if peak is None else peak.flops() / 1e12,
    )


def _libraries(cublas: Mapping[MathMode, CublasBaseline]) -> dict[str, Contender]:
    """Return the modes of cuBLAS as contenders; FP32 arithmetic, freely reordered, comes first."""
    if not cublas:
        return {}
    default, pedantic, tf32 = (cublas[mode] for mode in MathMode)
    described = f"cuBLAS {default.version}, FP32 without TF32"
    return {
        "cublas": LibraryContender("cublas fp32", default.multiply, True, described),
        "cublas-pedantic": LibraryContender("cublas fp32 pedantic", pedantic.multiply),
        "cublas-tf32": Tf32Contender("cublas tf32", tf32.multiply),
    }
