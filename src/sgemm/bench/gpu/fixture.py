"""The fixture of a GPU: cuBLAS beside the contenders, clocks with each sample, NVML meanwhile."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator

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
from sgemm.bench.nvml import Monitor, NvmlDevice, locked_clocks, open_nvml
from sgemm.bench.peak import fp32_peak
from sgemm.bench.sampler import COLD_L2, Sampler
from sgemm.bench.task import Task
from sgemm.bench.testbed import Testbed
from sgemm.errors import MachineError, MissingToolError
from sgemm.machines.cuda import CudaMachine

FLUSHED_CACHES = 2
"""Size of the memory that is filled to empty the L2 cache, in sizes of that cache."""

DOUBLE_TOLERANCE = 1e-13
"""Largest error of cuBLAS's double precision against NumPy's, relative to |A||B|."""

DOUBLE_CHECK_SHAPE = (65, 70, 129)


@contextlib.contextmanager
def open_gpu_fixture(
    machine: CudaMachine, protocol: str, watch: bool = True, lock_mhz: int | None = None
) -> Iterator[Fixture]:
    """Set a GPU up for a benchmark.

    Parameters
    ----------
    machine : CudaMachine
    protocol : str
        ``"cold L2"`` or ``"hot"``.
    watch : bool
        Whether to record power and clocks, where NVML can.
    lock_mhz : int, optional
        Clock to lock the multiprocessors at, for as long as the context lasts.

    Yields
    ------
    Fixture

    Raises
    ------
    MissingToolError
        If cuBLAS is not installed: it is the baseline and computes the reference. If the clocks
        are to be locked and NVML is missing.
    MachineError
        If locking the clocks is refused, or cuBLAS's double precision is wrong here.
    """
    with contextlib.ExitStack() as stack:
        nvml = _nvml(machine, stack, needed=lock_mhz is not None)
        if nvml is not None and lock_mhz is not None:
            stack.enter_context(locked_clocks(nvml, lock_mhz))
        cublas = {mode: stack.enter_context(CublasBaseline(machine, mode)) for mode in MathMode}
        default = cublas[MathMode.DEFAULT]
        check_double_product(machine, default)
        tools = Tools(KernelPool(machine))
        tools.prepare()
        empty_cache = None
        if protocol == COLD_L2:
            flushed = stack.enter_context(machine.allocate(FLUSHED_CACHES * machine.l2_bytes))
            empty_cache = functools.partial(machine.fill, flushed, 0)
        notes = stack.enter_context(machine.allocate(notes_bytes(machine.multiprocessors)))
        machine.fill(notes, 0)
        pool = stack.enter_context(BufferPool(machine))
        recorded = None
        if nvml is not None and watch:
            recorded = stack.enter_context(Monitor(nvml)).between

        @contextlib.contextmanager
        def opened(task: Task, seed: int) -> Iterator[tuple[Testbed, Sampler]]:
            made = gpu_testbed(tools, task, seed, default.multiply_double, pool)
            with made as testbed:
                sampler = GpuSampler(testbed, tools, notes, machine.multiprocessors, empty_cache)
                yield testbed, sampler

        yield Fixture(
            machine=machine,
            protocol=protocol,
            open=opened,
            libraries={
                "cublas": _library("cublas fp32", default),
                "cublas-pedantic": _library("cublas fp32 pedantic", cublas[MathMode.PEDANTIC]),
                "cublas-tf32": _tf32("cublas tf32", cublas[MathMode.TF32]),
            },
            device=_device(machine, nvml),
            cublas=default.version,
            recorded=recorded,
            clock_regime=NOT_LOCKED if lock_mhz is None else f"locked at {lock_mhz} MHz",
        )


def check_double_product(machine: CudaMachine, cublas: CublasBaseline) -> None:
    """Compare cuBLAS's double precision, which makes the references, with NumPy's.

    Raises
    ------
    MachineError
        If it differs by more than rounding.
    """
    m, n, k = DOUBLE_CHECK_SHAPE
    generator = np.random.default_rng(0)
    A, B = generator.uniform(-1, 1, (m, k)), generator.uniform(-1, 1, (k, n))
    found = np.full((m, n), np.nan)
    with (
        machine.allocate(A.nbytes) as a,
        machine.allocate(B.nbytes) as b,
        machine.allocate(found.nbytes) as c,
    ):
        machine.copy_in(a, A)
        machine.copy_in(b, B)
        cublas.multiply_double(m, n, k, a.address, b.address, c.address)
        machine.copy_out(found, c)
    error = float(np.max(np.abs(found - A @ B) / (np.abs(A) @ np.abs(B))))
    # Written so that a NaN fails.
    if not error <= DOUBLE_TOLERANCE:
        raise MachineError(
            f"cublasDgemm differs from NumPy by {error:.3g} of |A||B| and cannot be a reference"
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
    peak = fp32_peak(machine.architecture, machine.multiprocessors, clock_mhz)
    return Device(
        name=machine.gpu.name,
        multiprocessors=machine.multiprocessors,
        clock_mhz=clock_mhz,
        l2_bytes=machine.l2_bytes,
        memory_clock_mhz=None if nvml is None else nvml.highest_memory_clock_mhz,
        power_limit_watts=None if nvml is None else nvml.power_limit_watts,
        peak_tflops=None if peak is None else peak.flops() / 1e12,
    )


def _library(name: str, cublas: CublasBaseline) -> Callable[[], Contender]:
    is_baseline = cublas.math_mode is MathMode.DEFAULT
    return lambda: LibraryContender(name, cublas.multiply_stored, is_baseline)


def _tf32(name: str, cublas: CublasBaseline) -> Callable[[], Contender]:
    return lambda: Tf32Contender(name, cublas.multiply_stored)
