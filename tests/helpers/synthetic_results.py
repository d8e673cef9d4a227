"""Results with made-up numbers, round enough that nobody takes them for measurements."""

import dataclasses
import functools
from collections.abc import Iterator
from pathlib import Path

from publish.places import Place

from results_maker import measured, place_of, write
from sgemm.bench.environment import Device, Environment, GpuIdentity, describe_environment
from sgemm.bench.measurement import Conditions, Measurement, Trace, Verification
from sgemm.kernels.catalogue import find
from sgemm.problem import Problem

GPU = "Synthetic GPU"
PEAK_TFLOPS = 100.0
CLOCK_MHZ = 1500.0
BASELINE = "cublas fp32"
LIBRARY_TFLOPS = 50.0

SHARES = {
    "naive": 0.01,
    "shared_tile": 0.10,
    "thread_tile_4x4": 0.40,
    "thread_tile_8x8": 0.60,
    "double_buffer": 0.90,
    "ptx_pipeline": 1.05,
    "ptx_naive": 0.01,
    "ptx_thread_tile": 0.70,
}
"""Speed of each rung as a share of the library's, at every size."""

SIZES = (512, 1024, 2048, 4096)
MAP_SIZES = (64, 256, 1024)
MAP_K = 777
DEPTHS = (16, 256, 4096)


def gpu_environment() -> Environment:
    """Return an environment with a GPU that does not exist."""
    return dataclasses.replace(
        describe_environment(),
        processor="Synthetic CPU",
        gpus=(GpuIdentity(GPU, 90, 64 * 2**30),),
        cuda_driver="13.0",
        driver="999.99",
        commit="0123456789ab",
        variables=(),
        cublas="13.1.0",
        device=Device(GPU, 100, CLOCK_MHZ, 50 * 2**20, 2000.0, 500.0, PEAK_TFLOPS),
    )


def verification(maximum: float = 3.0, passed: bool = True) -> Verification:
    """Return a verdict."""
    return Verification(
        passed, "made up", "uniform_signed", 0, maximum / 8, maximum, 0.0, maximum, 1.0, 12.0
    )


def measurement(name: str, problem: Problem, share: float | None, **more: object) -> Measurement:
    """Return a measurement of a rung at a share of the library's speed; None: it was wrong."""
    kernel, speed = find(name), (share or 1.0) * LIBRARY_TFLOPS
    fields: dict[str, object] = {
        "seconds": problem.flops / (speed * 1e12),
        "rounds": (0.99, 1.0, 1.01),
        "verification": verification(),
        "number": kernel.number,
        "tile": kernel.tile,
        "architecture": 90,
        "conditions": Conditions(CLOCK_MHZ - 100, 400.0, 60.0, ("power",)),
    }
    return measured(name, problem, share, **(fields | more))  # type: ignore[arg-type]


def everything() -> Iterator[Measurement]:
    """Yield measurements for every chart of the report."""
    for size in SIZES:
        for name, share in SHARES.items():
            yield measurement(name, Problem(size, size, size), share)
    for m in MAP_SIZES:
        for n in MAP_SIZES:
            yield measurement("ptx_pipeline", Problem(m, n, MAP_K), 0.5 + m * n / 2**20)
    for k in DEPTHS:
        yield measurement(
            "naive", Problem(256, 256, k), 0.01, verification=verification(1.0 + k**0.25)
        )
    wrong = verification(99.0, passed=False)
    yield measurement("warp_tile", Problem(512, 512, 512), None, verification=wrong)
    tf32 = Problem(512, 512, 512)
    yield measured("cublas tf32", tf32, 1.0, seconds=tf32.flops / 300e12, baseline=None)


def trace() -> Trace:
    """Return a trace of ten seconds in which power and clock go up and down."""
    count = 101
    return Trace(
        "sustained",
        tuple(1.7e9 + 0.1 * i for i in range(count)),
        tuple(300.0 + 2 * i for i in range(count)),
        tuple(float("nan") if i == 0 else 1500.0 - i for i in range(count)),
        (2000.0,) * count,
        tuple(40.0 + 0.1 * i for i in range(count)),
        tuple("power cap+thermal" if i > 50 else "" for i in range(count)),
    )


def _cpu_results() -> tuple[list[Measurement], Environment]:
    """Return what the ladder leaves on the cpu machine: one size, NumPy as the baseline."""
    problem = Problem(128, 128, 128)
    environment = dataclasses.replace(gpu_environment(), gpus=(), device=None, cublas=None)
    library = problem.flops / 0.05e12
    how = {"machine": "cpu", "baseline": "numpy", "conditions": None, "protocol": "hot"}
    rungs = [
        measurement(name, problem, share, seconds=library / share, **how)
        for name, share in SHARES.items()
    ]
    numpy = measured("numpy", problem, 1.0, **how | {"baseline": None}, seconds=library, number=0)
    return [numpy, *rungs], environment


def write_gpu_results(path: Path) -> Path:
    """Write results of a GPU with data for every chart."""
    write(path, gpu_environment(), everything(), [trace()])
    return path


def write_cpu_results(path: Path) -> Path:
    """Write results of the cpu machine."""
    lines, environment = _cpu_results()
    write(path, environment, lines)
    return path


@functools.cache
def gpu_place() -> Place:
    """Return the GPU with data for every chart."""
    return place_of(everything(), gpu_environment(), [trace()])


@functools.cache
def cpu_place() -> Place:
    """Return the cpu machine with its results."""
    return place_of(*_cpu_results())
