"""What the doctor looks at: one function for each thing that may be here or missing."""

from __future__ import annotations

import dataclasses
import importlib.util
from collections.abc import Callable, Iterator
from importlib import metadata

from sgemm.bench.environment import describe_environment
from sgemm.bench.outputs import obstacle_to_writing
from sgemm.errors import MissingToolError, SgemmError
from sgemm.kernels.catalogue import find
from sgemm.machines import first_use
from sgemm.machines.probe import driver_status
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.report.tables import format_bytes
from sgemm.toolchain import compiler, mainloop, nvrtc, ptxas, sass, tools
from sgemm.toolchain.cache import Cache
from sgemm.verify.check import verify_kernel

CACHES = (compiler.CACHE_NAME, "objects", sass.CACHE_NAME, first_use.CACHE_NAME)

TRIAL_KERNEL = "shared_tile"
TRIAL = Problem(65, 33, 17, beta=1.0)
"""Small, ragged, with blocks, barriers and shared memory."""

FEATURES = ("avx512f", "avx2", "fma", "neon", "sve")
"""Vector instructions of processors that change how fast the cpu machine is."""


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """One thing.

    Parameters
    ----------
    detail : str
        Version, size or place; or why it is not here.
    limits : str
        What cannot be done without it; empty where it is here.
    """

    name: str
    present: bool
    detail: str
    limits: str = ""


def examine() -> Iterator[Finding]:
    """Look at everything but the machines, cheapest first."""
    yield from _gpus()
    yield from _processor()
    yield _tool("NVRTC", _nvrtc, "CUDA C++ cannot be compiled: only the PTX rungs run")
    yield _mainloop()
    yield _tool(
        "ptxas",
        lambda: ptxas.version(),
        "no registers and no machine code of the PTX rungs; they run all the same",
    )
    yield _tool("disassembler", _disassembler, "no `sgemm show --sass`")
    yield _package("cuda-core", "cuda.core", "gpu", "no cuda machine")
    yield _package("cuBLAS", "nvidia.cublas", "gpu", "no baseline on a GPU", "nvidia-cublas")
    yield _package("Jinja2", "jinja2", "report", "no `sgemm report`")
    yield from map(_cache, CACHES)


def try_machine(name: str) -> Finding:
    """Run a small kernel on a machine and verify it.

    Parameters
    ----------
    name : str
        ``"cpu"`` or ``"cuda"``.
    """
    title = f"{name} machine"
    limits = f"nothing runs with --machine {name}"
    try:
        machine = select_machine(name)
        made = compiler.build(find(TRIAL_KERNEL), machine.architecture)
        verdict = verify_kernel(machine, machine.load(made), TRIAL)
    except (SgemmError, ImportError, OSError) as error:
        return Finding(title, False, _first_line(error), limits)
    if not verdict.passed:
        return Finding(title, False, f"{TRIAL_KERNEL} gives a wrong result: {verdict}", limits)
    return Finding(title, True, f"{machine.description}: ran {TRIAL_KERNEL}, and it was right")


def _gpus() -> Iterator[Finding]:
    status = driver_status()
    version = status.cuda_version
    if version is not None:
        yield Finding("driver", True, f"for CUDA up to {version[0]}.{version[1]}")
    if status.reason is not None:
        yield Finding("GPU", False, status.reason, "no cuda machine; the cpu machine does all")
    for gpu in status.gpus:
        memory = format_bytes(gpu.memory_bytes)
        yield Finding("GPU", True, f"{gpu.ordinal}: {gpu.name}, sm_{gpu.architecture}, {memory}")


def _processor() -> Iterator[Finding]:
    environment = describe_environment()
    cores = f"{environment.usable_cores} of {environment.logical_cores} processors usable"
    yield Finding("CPU", True, f"{environment.processor}, {cores}")
    yield _tool("LLVM", _llvm, "no cpu machine")
    blas = environment.blas
    kernels = f", kernels for {blas.kernels}" if blas.kernels else ""
    yield Finding("NumPy's BLAS", True, f"{blas.name} {blas.version}{kernels}")


def _llvm() -> str:
    import llvmlite
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    known = [name for name in FEATURES if features.get(name)]
    version = ".".join(map(str, llvm.llvm_version_info))
    words = ", ".join(known) or "no vector instructions that are known here"
    return f"{version} (llvmlite {llvmlite.__version__}) for {llvm.get_host_cpu_name()}: {words}"


def _nvrtc() -> str:
    nvrtc.load()
    known = compiler.architectures()
    return f"{nvrtc.version()}, compiles for sm_{known[0]} ... sm_{known[-1]}"


def _mainloop() -> Finding:
    title = "patched mainloop"
    tried = f"tried with NVRTC {', '.join(mainloop.TRIED)}"
    if not mainloop.is_on():
        return Finding(
            title, False, f"{mainloop.VARIABLE} is off", "GPUs of sm_90 are some % slower"
        )
    try:
        compiler_name = f"NVRTC {nvrtc.version()}"
    except MissingToolError:
        return Finding(title, True, tried)
    words = "" if mainloop.is_tried(compiler_name) else f", not with {compiler_name}"
    return Finding(title, True, f"on (sm_90); {tried}{words}")


def _disassembler() -> str:
    return str(tools.require("nvdisasm", "the disassembler", "pip install 'sgemm[tools]'"))


def _tool(name: str, ask: Callable[[], str], limits: str) -> Finding:
    try:
        return Finding(name, True, ask())
    except (SgemmError, ImportError, OSError) as error:
        return Finding(name, False, _first_line(error), limits)


def _package(
    name: str, module: str, extra: str, limits: str, distribution: str | None = None
) -> Finding:
    """Look for a package without importing it: some take long, and some want a GPU."""

    def ask() -> str:
        missing = f"it is not installed; install it with: pip install 'sgemm[{extra}]'"
        try:
            if distribution is not None:
                return f"{distribution} {metadata.version(distribution)}"
            if importlib.util.find_spec(module) is None:
                raise MissingToolError(missing)
            return metadata.version(module.replace(".", "-"))
        except (metadata.PackageNotFoundError, ModuleNotFoundError) as error:
            raise MissingToolError(missing) from error

    return _tool(name, ask, limits)


def _cache(name: str) -> Finding:
    info = Cache(name).info()
    title = f"cache: {name}"
    if not info.enabled:
        return Finding(title, False, "turned off, or no home directory", "each run compiles again")
    if info.objection is not None:
        words = f"{info.path} is not used: {info.objection}"
        return Finding(title, False, words, "each run compiles again")
    obstacle = obstacle_to_writing(info.path) if info.path is not None else None
    if obstacle is not None:
        words = f"nothing can be kept in {info.path}: {obstacle}"
        return Finding(title, False, words, "each run compiles again what is not in it")
    size = f"{format_bytes(info.nbytes)} of {format_bytes(info.limit_bytes)}"
    return Finding(title, True, f"{info.path}, {info.entries} entries, {size}")


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).partition("\n")[0]
