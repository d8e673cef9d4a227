"""``sgemm doctor``: what is here, what is missing, and what that limits."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from importlib import metadata

import click

import sgemm
from sgemm.bench.environment import describe_environment
from sgemm.bench.files import obstacle_to_writing
from sgemm.cli.options import shared_options
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.errors import MissingToolError, SgemmError, VerificationError
from sgemm.kernels.catalogue import find
from sgemm.machines import first_use
from sgemm.machines.probe import driver_status
from sgemm.machines.select import select_machine
from sgemm.problem import Problem
from sgemm.report.tables import format_bytes, table_of
from sgemm.toolchain import compiler, mainloop, nvrtc, prebuilt, ptxas, sass, switches, tools
from sgemm.toolchain.cache import Cache
from sgemm.verify.check import prepare, verify_case

CACHES = (compiler.CACHE_NAME, "objects", sass.CACHE_NAME, first_use.CACHE_NAME)

TRIAL_KERNEL = "shared_tile"
TRIAL = Problem(65, 33, 17, beta=1.0)  # small, ragged, with blocks, barriers and shared memory

FEATURES = ("avx512f", "avx2", "fma", "neon", "sve")
"""Vector instructions of processors that change how fast the cpu machine is."""


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """One thing that may be here or missing."""

    name: str
    present: bool
    detail: str  # version, size or place; or why it is not here
    limits: str = ""  # what cannot be done without it; empty where it is here


@click.command("doctor")
@shared_options
def command(machine: str | None, as_json: bool) -> int:
    """Tell what is here, what is missing, and what that limits.

    The exit status is 0 if the cpu machine, or the one named with --machine, runs a small kernel
    and the result is right.
    """
    tried = [machine or "cpu"]
    if machine is None and driver_status().available:
        tried.append("cuda")
    findings = list(_examine())
    trials = [_try_machine(name) for name in tried]
    healthy = trials[0].present
    findings += trials
    if as_json:
        about = {"command": "doctor", "healthy": healthy, "version": sgemm.__version__}
        print_json(about | {"findings": findings})
    else:
        print_text(f"sgemm {sgemm.__version__}")
        rows = [
            (
                finding.name,
                "yes" if finding.present else "NO" if finding in trials else "no",
                f"{finding.detail} ({finding.limits})" if finding.limits else finding.detail,
            )
            for finding in findings
        ]
        print_table(table_of(["", "here", "~what"], rows))
        words = "runs kernels: `sgemm ladder` is the next step."
        if not healthy:
            words = f"runs no kernels here: {trials[0].detail}"
        print_text(f"The {tried[0]} machine {words}")
    return 0 if healthy else 1


def _examine() -> Iterator[Finding]:
    """Look at everything but the machines, cheapest first."""
    status = driver_status()
    version = status.cuda_version
    if version is not None:
        yield Finding("driver", True, f"for CUDA up to {version[0]}.{version[1]}")
    if status.reason is not None:
        yield Finding("GPU", False, status.reason, "no cuda machine; the cpu machine does all")
    for gpu in status.gpus:
        memory = format_bytes(gpu.memory_bytes)
        yield Finding("GPU", True, f"{gpu.ordinal}: {gpu.name}, sm_{gpu.architecture}, {memory}")
    environment = describe_environment()
    cores = f"{environment.usable_cores} of {environment.logical_cores} processors usable"
    yield Finding("CPU", True, f"{environment.processor}, {cores}")
    yield _tool("LLVM", _llvm, "no cpu machine")
    blas = environment.blas
    kernels = f", kernels for {blas.kernels}" if blas.kernels else ""
    yield Finding("NumPy's BLAS", True, f"{blas.name} {blas.version}{kernels}")
    yield _tool("NVRTC", _nvrtc, "CUDA C++ cannot be compiled: only the PTX rungs run")
    yield _mainloop()
    limits = "no registers and no machine code of the PTX rungs; they run all the same"
    yield _tool("ptxas", lambda: ptxas.version(), limits)
    nvdisasm = ("nvdisasm", "the disassembler", "pip install 'sgemm[tools]'")
    yield _tool("disassembler", lambda: str(tools.require(*nvdisasm)), "no `sgemm show --sass`")
    cublas = "nvidia-cublas"
    yield _tool("cuBLAS", lambda: f"{cublas} {_version(cublas, 'gpu')}", "no baseline on a GPU")
    yield _tool("Jinja2", lambda: _version("jinja2", "report"), "no `sgemm report`")
    yield from _prebuilt()
    yield from map(_cache, CACHES)


def _try_machine(name: str) -> Finding:
    """Run a small kernel on a machine and verify it."""

    def tried() -> str:
        machine = select_machine(name)
        made = compiler.build(find(TRIAL_KERNEL), machine.architecture)
        verdict = verify_case(machine, machine.load(made), prepare(TRIAL))
        if not verdict.passed:
            raise VerificationError(f"{TRIAL_KERNEL} gives a wrong result: {verdict}")
        return f"{machine.description}: ran {TRIAL_KERNEL}, and it was right"

    return _tool(f"{name} machine", tried, f"nothing runs with --machine {name}")


def _llvm() -> str:
    import llvmlite
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    known = ", ".join(name for name in FEATURES if features.get(name))
    words = known or "no vector instructions that are known here"
    version = ".".join(map(str, llvm.llvm_version_info))
    return f"{version} (llvmlite {llvmlite.__version__}) for {llvm.get_host_cpu_name()}: {words}"


def _nvrtc() -> str:
    nvrtc.load()
    known = compiler.architectures()
    return f"{nvrtc.version()}, compiles for sm_{known[0]} ... sm_{known[-1]}"


def _mainloop() -> Finding:
    title, tried = "patched mainloop", f"tried with NVRTC {', '.join(mainloop.TRIED)}"
    if not mainloop.is_on():
        words = f"{mainloop.VARIABLE} is off"
        return Finding(title, False, words, "GPUs of sm_90 are up to a quarter slower")
    try:
        name = f"NVRTC {nvrtc.version()}"
    except MissingToolError:
        return Finding(title, True, tried)
    words = "" if mainloop.is_tried(name) else f", not with {name}"
    return Finding(title, True, f"on (sm_90); {tried}{words}")


def _prebuilt() -> Iterator[Finding]:
    """Look at the prebuilt kernels of each architecture."""
    title, limits = "prebuilt kernels", "first calls compile, or find what is in the cache"
    is_on = switches.is_on(prebuilt.VARIABLE)
    found = prebuilt.installed()
    if not found:
        yield Finding(title, False, "sgemm-kernels is not installed", limits)
    for each in found:
        if isinstance(each, SgemmError):
            yield Finding(title, False, str(each), limits)
            continue
        words = f"{each.folder}: {len(each.sources)}, made by NVRTC {each.compiler}"
        objection = each.objection(compiler.options())
        if not is_on:
            objection = f"{prebuilt.VARIABLE} is off"
        if objection is not None:
            words = f"{each.folder} is not used: {objection}"
        yield Finding(title, objection is None, words, limits if objection else "")


def _tool(name: str, ask: Callable[[], str], limits: str) -> Finding:
    try:
        return Finding(name, True, ask())
    except (SgemmError, ImportError, OSError) as error:
        why = (str(error) or type(error).__name__).partition("\n")[0]
        return Finding(name, False, why, limits)


def _version(package: str, extra: str) -> str:
    """Ask for a package without importing it: some take long, and some want a GPU."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError as error:
        raise MissingToolError(
            f"it is not installed; install it with: pip install 'sgemm[{extra}]'"
        ) from error


def _cache(name: str) -> Finding:
    info = Cache(name).info()
    title, limits = f"cache: {name}", "each run compiles again"
    if not info.enabled:
        return Finding(title, False, "off, or no home directory", limits)
    if info.objection is not None:
        return Finding(title, False, f"{info.path} is not used: {info.objection}", limits)
    obstacle = obstacle_to_writing(info.path) if info.path is not None else None
    if obstacle is not None:
        words = f"nothing can be kept in {info.path}: {obstacle}"
        return Finding(title, False, words, f"{limits} what is not in it")
    size = f"{format_bytes(info.nbytes)} of {format_bytes(info.limit_bytes)}"
    return Finding(title, True, f"{info.path}, {info.entries} entries, {size}")
