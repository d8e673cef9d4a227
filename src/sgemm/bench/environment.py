"""What machine this is: all that a number depends on, and nothing that identifies its owner.

Host names, user names and paths are left out on purpose, because results are published.
"""

from __future__ import annotations

import dataclasses
import os
import platform
import re
import subprocess
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import numpy as np

from sgemm.bench.codec import LATER

NOT_LOCKED = "not locked"
"""Clock regime in which nothing was changed: the GPU chooses its clocks."""

DISTRIBUTIONS = (
    "sgemm",
    "numpy",
    "llvmlite",
    "nvidia-cuda-nvrtc",
    "cuda-bindings",
    "cuda-core",
    "nvidia-cublas",
    "nvidia-ml-py",
    "threadpoolctl",
)
"""Python packages whose versions belong to a measurement."""

FP32_VARIABLES = re.compile(
    r"NVIDIA_TF32_OVERRIDE|CUBLAS\w+|CUDA_(LAUNCH_BLOCKING|MODULE_LOADING|FORCE_PTX_JIT)|SGEMM_\w+"
    r"|(OMP|OPENBLAS|GOTO|MKL|BLIS)_(NUM_THREADS|DYNAMIC|CORETYPE|CBWR|ENABLE_INSTRUCTIONS|ARCH_TYPE)"
)
"""Environment variables that change how single precision is computed, or how fast."""

PLAIN_VALUE = re.compile(r"[\w.:,+-]{0,80}")
"""Values that can be published; anything else could be a path."""

PLACE_IN_CHECKOUT = "src/sgemm/"
"""Where this package lies in a checkout of sgemm; an installed one lies elsewhere."""

COMMIT_VARIABLE = "SGEMM_COMMIT"
COMMIT = re.compile(r"[0-9a-f]{7,40}\+?")
GIT_TIMEOUT_SECONDS = 10


@dataclasses.dataclass(frozen=True, slots=True)
class Blas:
    """The library of NumPy's matrix product.

    Parameters
    ----------
    name, version : str
        As NumPy was built with it.
    kernels : str or None
        The processor family whose kernels it chose on this machine, where it says.
    """

    name: str
    version: str
    kernels: str | None


@dataclasses.dataclass(frozen=True, slots=True)
class GpuIdentity:
    """A GPU, without its serial number.

    Parameters
    ----------
    architecture : int
        Compute capability times ten.
    """

    name: str
    architecture: int
    memory_bytes: int


@dataclasses.dataclass(frozen=True, slots=True)
class Device:
    """The GPU that was measured, as far as its speed depends on it.

    Parameters
    ----------
    clock_mhz : float
        Highest clock of the multiprocessors.
    l2_bytes : int
        Size of the L2 cache.
    memory_clock_mhz : float or None
        Highest clock of the memory.
    power_limit_watts : float or None
        The limit that was in force.
    peak_tflops : float or None
        Single-precision operations a second at the highest clock, where the number of lanes of a
        multiprocessor is known.
    """

    name: str
    multiprocessors: int
    clock_mhz: float
    l2_bytes: int
    memory_clock_mhz: float | None = None
    power_limit_watts: float | None = None
    peak_tflops: float | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Environment:
    """What a measurement was made with.

    Parameters
    ----------
    processor : str
        Model of the CPU.
    logical_cores, usable_cores : int
        Cores that the system has, and that this process may run on.
    system : str
        Operating system, processor architecture, distribution.
    python : str
        Implementation and version.
    packages : tuple of (str, str)
        Name and version of each package that matters and is installed.
    gpus : tuple of GpuIdentity
        Those that the driver shows; empty without one.
    cuda_driver : str or None
        Newest CUDA version that the driver supports.
    driver : str or None
        Version of the driver itself.
    commit : str or None
        Commit of the checkout that sgemm runs from, with a ``+`` after it if that has changes; None
        for an installed package.
    variables : tuple of (str, str)
        Environment variables that are set and change single precision or its speed.
    cublas : str or None
        Version of cuBLAS, where it was used.
    device : Device or None
        The GPU that was measured.
    clock_regime : str
        What was done to the clocks: ``"not locked"``, ``"locked at 1395 MHz"``.
    """

    processor: str
    logical_cores: int
    usable_cores: int
    system: str
    python: str
    packages: tuple[tuple[str, str], ...]
    blas: Blas
    gpus: tuple[GpuIdentity, ...]
    cuda_driver: str | None
    driver: str | None
    commit: str | None
    variables: tuple[tuple[str, str], ...]
    cublas: str | None = dataclasses.field(default=None, metadata=LATER)
    device: Device | None = dataclasses.field(default=None, metadata=LATER)
    clock_regime: str = dataclasses.field(default=NOT_LOCKED, metadata=LATER)


def describe_environment() -> Environment:
    """Find out what this machine is."""
    # Imported here: only this question needs the driver.
    from sgemm.machines.probe import driver_status

    status = driver_status()
    version = status.cuda_version
    return Environment(
        processor=_processor(),
        logical_cores=os.cpu_count() or 1,
        usable_cores=_usable_cores(),
        system=f"{platform.system()} {platform.machine()}, {_distribution()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        packages=_packages(),
        blas=_blas(),
        gpus=tuple(
            GpuIdentity(gpu.name, gpu.architecture, gpu.memory_bytes) for gpu in status.gpus
        ),
        cuda_driver=None if version is None else f"{version[0]}.{version[1]}",
        driver=_driver_version(),
        commit=_commit(Path(__file__).resolve().parents[1]),
        variables=fp32_variables(os.environ.items()),
    )


def fp32_variables(variables: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Select the environment variables that change single precision or its speed.

    Returns
    -------
    tuple of (str, str)
        Sorted by name. A value that could be a path is replaced by ``"(set)"``.
    """
    return tuple(
        (name, value if PLAIN_VALUE.fullmatch(value) else "(set)")
        for name, value in sorted(variables)
        if FP32_VARIABLES.fullmatch(name)
    )


def _processor() -> str:
    """Return the model of the CPU: Linux has it in one place, others through ``platform``."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    found = re.search(r"^(?:model name|Model|cpu model)\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else platform.processor() or platform.machine() or "unknown"


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown")
    except OSError:
        return "unknown"


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _packages() -> tuple[tuple[str, str], ...]:
    found = []
    for name in DISTRIBUTIONS:
        try:
            found.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            continue
    return tuple(found)


def _blas() -> Blas:
    built_with = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return Blas(
        name=str(built_with.get("name", "unknown")),
        version=str(built_with.get("version", "unknown")),
        kernels=_blas_kernels(),
    )


def _blas_kernels() -> str | None:
    # Imported here because it searches all libraries that are loaded.
    from threadpoolctl import ThreadpoolController

    for library in ThreadpoolController().select(user_api="blas").info():
        if library.get("architecture"):
            return str(library["architecture"])
    return None


def _driver_version() -> str | None:
    """Return the version of NVIDIA's kernel driver, as the kernel reports it."""
    for place in ("/sys/module/nvidia/version", "/proc/driver/nvidia/version"):
        try:
            text = Path(place).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        found = re.search(r"\b\d{3,}\.\d+(?:\.\d+)?\b", text)
        if found:
            return found[0]
    return None


def _commit(package: Path) -> str | None:
    """Return the commit of the checkout that a package lies in, or None for an installed one.

    Where git's folder is not at hand, a variable may name the commit.
    """
    named = os.environ.get(COMMIT_VARIABLE, "")
    if COMMIT.fullmatch(named):
        return named
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
