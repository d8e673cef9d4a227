"""Kernel to Build: the one door of the toolchain, with its cache.

A build is made once and found in the cache from then on, without loading NVRTC, by all that it
depends on: kernel, compiler and version, options, architecture, and the text of every source.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import numbers
import re
from collections.abc import Callable, Sequence

from sgemm.errors import ArgumentError, CompileError, MissingToolError, RequirementError
from sgemm.kernels.kernel import Kernel, Language
from sgemm.machine_code import patch
from sgemm.machine_code.match import MismatchError
from sgemm.toolchain import mainloop, nvrtc, ptxas, resources, source
from sgemm.toolchain.build import PATCHED, Build, Resources
from sgemm.toolchain.cache import Cache

CACHE_NAME = "builds"

# A part of every key: change it when the form of the entries changes.
_FORMAT = "build 2"
# More than all rungs for a few architectures; a tuner's variants are let go of again.
_BUILDS_IN_MEMORY = 256


@dataclasses.dataclass(frozen=True, slots=True)
class _Artefact:
    """What one run of a compiler made."""

    data: bytes
    resources: Resources | None = None
    loop: str | None = None
    compiler: str = ""  # filled in when it is kept


def build(kernel: Kernel, architecture: int, *, cubin: bool = True) -> Build:
    """Compile a kernel for one architecture (90 for sm_90), or find it compiled.

    A process reads a kernel's sources once: change them, and the next process sees it. Machine code
    and resources come with ``cubin``; those of a kernel written in PTX need ptxas: where that is
    not installed they are None, and the driver compiles the PTX when it loads it. A mainloop that
    would be patched stays as the compiler made it for a kernel that says so, and where
    ``SGEMM_MACHINE_CODE`` is off.
    """
    if not isinstance(architecture, numbers.Integral) or isinstance(architecture, bool):
        raise ArgumentError(
            f"architecture = {architecture!r}: it is a compute capability times ten, such as 90"
        )
    if not kernel.runs_on(architecture):
        later = "" if kernel.architecture_specific else " or later"
        raise RequirementError(
            f"{kernel.name} needs sm_{kernel.architecture}{later}, not sm_{architecture}"
        )
    stays = kernel.as_compiled or not mainloop.is_on()
    made = _build(kernel, int(architecture), bool(cubin), stays)
    mainloop.warn_about(made)
    return made


def architectures() -> tuple[int, ...]:
    """Return the compute capabilities, times ten, that NVRTC compiles for, ascending."""
    made = _by_nvrtc(
        (_FORMAT, "architectures"), lambda: _Artefact(json.dumps(nvrtc.architectures()).encode())
    )
    return tuple(json.loads(made.data))


@functools.lru_cache(maxsize=_BUILDS_IN_MEMORY)
def _build(kernel: Kernel, architecture: int, cubin: bool, as_compiled: bool) -> Build:
    by_hand = kernel.language is Language.PTX
    _check_architecture(architecture, needs_nvrtc=not by_hand)
    texts = source.read(kernel)
    if by_hand:
        ptx = _Artefact(texts.text.encode(), compiler="written by hand")
    else:
        ptx = _compiled_to_ptx(kernel, texts, architecture)
    text = ptx.data.decode()
    _check_entry(text, texts.file, kernel.name)
    code: _Artefact | None = None
    if cubin and not by_hand:
        code = _compiled_to_cubin(kernel, texts, architecture, as_compiled)
    elif cubin and ptxas.available():
        code = _assembled(kernel, texts, architecture)
    return Build(
        kernel=kernel,
        architecture=architecture,
        entry=kernel.name,
        ptx=text,
        cubin=code.data if code else None,
        resources=code.resources if code else None,
        compiler=code.compiler if code else ptx.compiler,
        loop=code.loop if code else None,
    )


def _check_architecture(architecture: int, needs_nvrtc: bool) -> None:
    try:
        known = architectures()
    except MissingToolError:
        if needs_nvrtc:
            raise
        return
    if architecture not in known:
        raise ArgumentError(
            f"architecture = {architecture}: NVRTC {nvrtc.version()} compiles for "
            f"{', '.join(map(str, known))}"
        )


def _check_entry(ptx: str, file: str, entry: str) -> None:
    if not re.search(rf"\.entry\s+{re.escape(entry)}\b", ptx):
        raise CompileError(
            f"{file}: no entry point is named {entry!r}; "
            f'in CUDA C++ it is declared extern "C" __global__'
        )


def _compiled_to_ptx(kernel: Kernel, texts: source.Source, architecture: int) -> _Artefact:
    def make() -> _Artefact:
        target = _target(kernel, architecture)
        return _Artefact(nvrtc.to_ptx(texts.text, texts.file, texts.headers, target).encode())

    return _by_nvrtc(_key("ptx", kernel, texts, architecture, nvrtc.PTX_OPTIONS), make)


def _compiled_to_cubin(
    kernel: Kernel, texts: source.Source, architecture: int, as_compiled: bool
) -> _Artefact:
    def make() -> _Artefact:
        target = _target(kernel, architecture)
        code, log = nvrtc.to_cubin(texts.text, texts.file, texts.headers, target)
        return _Artefact(code, resources.parse(log, kernel.name))

    def make_patched() -> _Artefact:
        # Kept as compiled too: to compare the two, or after a change of what is written, nothing
        # is compiled again, and writing takes far less time than compiling.
        compiled = _compiled_to_cubin(kernel, texts, architecture, as_compiled=True)
        code, loop = _patched(kernel, compiled.data)
        return _Artefact(code, compiled.resources, loop)

    options: tuple[str, ...] = nvrtc.CUBIN_OPTIONS
    if not kernel.tile.loop_registers or as_compiled:
        return _by_nvrtc(_key("cubin", kernel, texts, architecture, options), make)
    options = (*options, f"loop {patch.REVISION}")
    return _by_nvrtc(_key("cubin", kernel, texts, architecture, options), make_patched)


def _patched(kernel: Kernel, cubin: bytes) -> tuple[bytes, str]:
    """Return a cubin with its loop patched where that can be done, and what was done."""
    tile = kernel.tile
    try:
        code = patch.patch_mainloop(
            cubin,
            kernel.name,
            accumulators=tile.tm * tile.tn,
            steps=tile.steps,
            known=tile.consumer_registers,
            registers=tile.loop_registers,
        )
    except MismatchError as error:
        return cubin, f"as compiled: {error}"
    return code, PATCHED


def _assembled(kernel: Kernel, texts: source.Source, architecture: int) -> _Artefact:
    def make() -> bytes:
        code, log = ptxas.to_cubin(texts.text, texts.file, architecture)
        return _packed(_Artefact(code, resources.parse(log, kernel.name)), compiler)

    compiler = f"ptxas {ptxas.version()}"
    key = _key("cubin", kernel, texts, architecture, ptxas.OPTIONS)
    return _unpacked(Cache(CACHE_NAME).fetch((*key, compiler), make))


def _by_nvrtc(key: tuple[str, ...], make: Callable[[], _Artefact]) -> _Artefact:
    """Find what NVRTC made, else let it make it.

    Its version is asked twice: a process may have been given another NVRTC than the installed
    one, which only the loaded library tells.
    """
    cache = Cache(CACHE_NAME)
    payload = cache.load((*key, nvrtc.version()))
    if payload is None:
        nvrtc.load()
        version = nvrtc.version()
        payload = cache.fetch((*key, version), lambda: _packed(make(), f"NVRTC {version}"))
    return _unpacked(payload)


def _key(
    what: str, kernel: Kernel, texts: source.Source, architecture: int, options: Sequence[str]
) -> tuple[str, ...]:
    headers = [part for name in sorted(texts.headers) for part in (name, texts.headers[name])]
    target = _target(kernel, architecture)
    return (_FORMAT, what, kernel.name, target, " ".join(options), texts.file, texts.text, *headers)


def _target(kernel: Kernel, architecture: int) -> str:
    return f"{architecture}a" if kernel.architecture_specific else str(architecture)


def _packed(artefact: _Artefact, compiler: str) -> bytes:
    """Write an artefact as one line of JSON, then its data."""
    found = artefact.resources
    about = {
        "compiler": compiler,
        "resources": None if found is None else dataclasses.asdict(found),
        "loop": artefact.loop,
    }
    return json.dumps(about).encode() + b"\n" + artefact.data


def _unpacked(payload: bytes) -> _Artefact:
    line, _, data = payload.partition(b"\n")
    about = json.loads(line)
    found = about["resources"]
    known = None if found is None else Resources(**found)
    return _Artefact(data, known, about["loop"], about["compiler"])
