"""What machine this is: all that a number depends on, and nothing that identifies its owner.

Host names, user names and paths are left out on purpose, because results are published.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, ClassVar

from sgemm.errors import ArgumentError

LARGEST_FIGURE = 1e9  # of a clock, a power or a speed, in their units here
NOT_LOCKED = "not locked"  # clock regime in which nothing was changed: the GPU chooses its clocks
# Python packages whose versions belong to a measurement.
DISTRIBUTIONS = (
    "sgemm", "numpy", "llvmlite", "nvidia-cuda-nvrtc", "cuda-bindings", "cuda-core",
    "nvidia-cublas", "nvidia-ml-py", "threadpoolctl",
)  # fmt: skip

# Environment variables that change how single precision is computed, or how fast.
FP32_VARIABLES = re.compile(
    r"NVIDIA_TF32_OVERRIDE|CUBLAS\w+|CUDA_(LAUNCH_BLOCKING|MODULE_LOADING|FORCE_PTX_JIT)|SGEMM_\w+"
    r"|(OMP|OPENBLAS|GOTO|MKL|BLIS)_(NUM_THREADS|DYNAMIC|CORETYPE|CBWR|ENABLE_INSTRUCTIONS|ARCH_TYPE)"
)

PLAIN_VALUE = re.compile(r"[\w.:,+-]{0,80}")  # can be published; anything else could be a path
PLACE_IN_CHECKOUT = "src/sgemm/"  # an installed package lies elsewhere
COMMIT_VARIABLE = "SGEMM_COMMIT"
COMMIT = re.compile(r"[0-9a-f]{7,40}\+?")
GIT_TIMEOUT_SECONDS = 10
QUIET_LOAD = 0.5  # load average for each core from which on times may be disturbed


@dataclasses.dataclass(frozen=True, slots=True)
class Blas:
    """The library of NumPy's matrix product."""

    name: str  # as NumPy was built with it
    version: str
    kernels: str | None  # the processor family whose kernels it chose, where it says


@dataclasses.dataclass(frozen=True, slots=True)
class GpuIdentity:
    """A GPU, without its serial number."""

    name: str
    architecture: int  # compute capability times ten
    memory_bytes: int


@dataclasses.dataclass(frozen=True, slots=True)
class Device:
    """The GPU that was measured, as far as its speed depends on it."""

    name: str
    multiprocessors: int
    clock_mhz: float  # highest clock of the multiprocessors
    l2_bytes: int  # size of the L2 cache
    memory_clock_mhz: float | None = None  # highest clock of the memory
    power_limit_watts: float | None = None  # the limit that was in force
    peak_tflops: float | None = None  # at the highest clock, where known of the architecture

    def __post_init__(self) -> None:
        for name in ("clock_mhz", "memory_clock_mhz", "power_limit_watts", "peak_tflops"):
            value = getattr(self, name)
            if value is not None and not 0.0 <= value <= LARGEST_FIGURE:
                raise ArgumentError(
                    f"{name} = {value!r}: a figure of a GPU is from 0 to {LARGEST_FIGURE:.0e}"
                )


@dataclasses.dataclass(frozen=True, slots=True)
class Environment:
    """What a measurement was made with."""

    LATER: ClassVar = "cublas"  # as codec.later_fields has it
    processor: str  # model of the CPU
    logical_cores: int  # cores that the system has, and that this process may run on
    usable_cores: int
    system: str  # operating system, processor architecture, distribution
    python: str  # implementation and version
    packages: tuple[tuple[str, str], ...]  # name and version of what matters and is installed
    blas: Blas
    gpus: tuple[GpuIdentity, ...]  # those that the driver shows; empty without one
    cuda_driver: str | None  # newest CUDA version that the driver supports
    driver: str | None  # version of the driver itself
    commit: str | None  # of the checkout, with + if that has changes; None if installed
    variables: tuple[tuple[str, str], ...]  # those that change single precision or its speed
    cublas: str | None = None  # version of cuBLAS, where it was used
    device: Device | None = None  # the GPU that was measured
    clock_regime: str = NOT_LOCKED  # what was done to the clocks: "locked at 1395 MHz"

    @property
    def short_commit(self) -> str | None:
        """The commit in seven digits, as tables show it."""
        if self.commit is None:
            return None
        return self.commit.rstrip("+")[:7] + ("+" if self.commit.endswith("+") else "")


def host_is_busy() -> str | None:
    """Say how busy this computer is, if other work may disturb times; None where it is quiet."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load <= QUIET_LOAD * cores:
        return None
    return f"the load average of the last minute is {load:.1f} on {cores} cores"


def describe_environment(**more: Any) -> Environment:
    """Find out what this machine is; more fields are what a benchmark knows besides."""
    # Imported here: only this question needs NumPy and the driver.
    import numpy as np

    from sgemm.machines.probe import driver_status, driver_version, processor_name

    status = driver_status()
    version = status.cuda_version
    built_with = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return Environment(
        processor=processor_name(),
        logical_cores=os.cpu_count() or 1,
        usable_cores=len(os.sched_getaffinity(0)),
        system=f"{platform.system()} {platform.machine()}, {_distribution()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        packages=tuple(_packages()),
        blas=Blas(
            name=str(built_with.get("name", "unknown")),
            version=str(built_with.get("version", "unknown")),
            kernels=_blas_kernels(),
        ),
        gpus=tuple(
            GpuIdentity(gpu.name, gpu.architecture, gpu.memory_bytes) for gpu in status.gpus
        ),
        cuda_driver=None if version is None else f"{version[0]}.{version[1]}",
        driver=driver_version(),
        commit=_commit(Path(__file__).resolve().parents[1]),
        variables=fp32_variables(os.environ.items()),
        **more,
    )


def fp32_variables(variables: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Select what changes single precision, sorted; a value that could be a path is "(set)"."""
    return tuple(
        (name, value if PLAIN_VALUE.fullmatch(value) else "(set)")
        for name, value in sorted(variables)
        if FP32_VARIABLES.fullmatch(name)
    )


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown")
    except OSError:
        return "unknown"


def _packages() -> Iterator[tuple[str, str]]:
    for name in DISTRIBUTIONS:
        with contextlib.suppress(metadata.PackageNotFoundError):
            yield name, metadata.version(name)


def _blas_kernels() -> str | None:
    # Imported here because it searches all libraries that are loaded.
    from threadpoolctl import ThreadpoolController

    for library in ThreadpoolController().select(user_api="blas").info():
        if library.get("architecture"):
            return str(library["architecture"])
    return None


def _commit(package: Path) -> str | None:
    """Return the commit that a variable names, or that of the checkout a package lies in."""
    named = os.environ.get(COMMIT_VARIABLE, "")
    if COMMIT.fullmatch(named):
        return named
    if named:
        raise ArgumentError(
            f"{COMMIT_VARIABLE} = {named!r}: a commit is 7 to 40 hexadecimal digits in lower case, "
            "with a + at the end if there are changes"
        )
    # An installed package may lie in somebody else's tree, which may even track it.
    if _git(package, "rev-parse", "--show-prefix") != PLACE_IN_CHECKOUT:
        return None
    head = _git(package, "rev-parse", "--short=12", "HEAD")
    if not head or not _git(package, "ls-files", "--", "."):
        return None
    changes = _git(package, "status", "--porcelain", "--untracked-files=no")
    return head + ("+" if changes else "")


def _git(folder: Path, *arguments: str) -> str | None:
    """Return what git prints, or None where git is missing or refuses."""
    # Variables such as GIT_DIR, which git sets for its hooks, name another repository.
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ("git", "--no-optional-locks", "-C", str(folder), *arguments),
            capture_output=True,
            check=True,
            encoding="utf-8",
            env=variables,
            timeout=GIT_TIMEOUT_SECONDS,
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return done.stdout.strip()
