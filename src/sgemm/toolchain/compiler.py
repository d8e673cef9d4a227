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
from sgemm.toolchain import mainloop, nvrtc, ptxas, resources, source, waiting
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
    made = _build(kernel, int(architecture), bool(cubin), _is_to_be_patched(kernel))
    mainloop.warn_about(made)
    return made


def architectures() -> tuple[int, ...]:
    """Return the compute capabilities, times ten, that NVRTC compiles for, ascending."""
    (made,) = _by_nvrtc(
        [(_FORMAT, "architectures")],
        lambda: [_Artefact(json.dumps(nvrtc.architectures()).encode())],
    )
    return tuple(json.loads(made.data))


def is_kept(kernel: Kernel, architecture: int) -> bool:
    """Whether the cache has all that a build of a kernel in CUDA C++ takes, machine code too."""
    texts, version = source.read(kernel), nvrtc.version()
    kept = _kept(_keys(kernel, texts, architecture), version)
    if kept is None or not _is_to_be_patched(kernel):
        return kept is not None
    return Cache(CACHE_NAME).load(_key_of_patched(kernel, kept[1].data)) is not None


@functools.lru_cache(maxsize=_BUILDS_IN_MEMORY)
def _build(kernel: Kernel, architecture: int, cubin: bool, is_to_be_patched: bool) -> Build:
    by_hand = kernel.language is Language.PTX
    check_architecture(architecture, needs_nvrtc=not by_hand)
    texts = source.read(kernel)
    code: _Artefact | None = None
    if cubin and not by_hand:
        ptx, code = _compiled_to_both(kernel, texts, architecture)
    elif by_hand:
        ptx = _Artefact(texts.text.encode(), compiler="written by hand")
    else:
        ptx = _compiled_to_ptx(kernel, texts, architecture)
    text = ptx.data.decode()
    _check_entry(text, texts.file, kernel.name)
    if by_hand and cubin and ptxas.available():
        code = _assembled(kernel, texts, architecture)
    elif code is not None and is_to_be_patched:
        code = _patched(kernel, code)
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


def _is_to_be_patched(kernel: Kernel) -> bool:
    return bool(kernel.tile.loop_registers) and not kernel.as_compiled and mainloop.is_on()


def check_architecture(architecture: int, needs_nvrtc: bool = True) -> None:
    """Raise ArgumentError for an architecture that NVRTC, where needed or here, doesn't know."""
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
    def make() -> list[_Artefact]:
        target = _target(kernel, architecture)
        return [_Artefact(nvrtc.to_ptx(texts.text, texts.file, texts.headers, target).encode())]

    (ptx,) = _by_nvrtc(_keys(kernel, texts, architecture)[:1], make)
    return ptx


def _compiled_to_both(
    kernel: Kernel, texts: source.Source, architecture: int
) -> tuple[_Artefact, _Artefact]:
    """Return PTX and cubin, which one run of NVRTC makes, the loop as compiled."""

    def make() -> list[_Artefact]:
        target = _target(kernel, architecture)
        made = nvrtc.to_cubin(texts.text, texts.file, texts.headers, target)
        _check_entry(made.ptx, texts.file, kernel.name)
        known = resources.parse(made.log, kernel.name)
        return [_Artefact(made.ptx.encode()), _Artefact(made.cubin, known)]

    ptx, cubin = _by_nvrtc(_keys(kernel, texts, architecture), make)
    return ptx, cubin


def _patched(kernel: Kernel, compiled: _Artefact) -> _Artefact:
    """Return a cubin with its loop patched where that can be done, and what was done.

    It is kept by the bytes of the compiled one: what has been validated for these is not
    validated again, whatever else has changed.
    """

    def make() -> bytes:
        try:
            code = patch.patch_mainloop(compiled.data, kernel.name, **_numbers(kernel))
        except MismatchError as error:
            return _packed(_Artefact(compiled.data, loop=f"as compiled: {error}"), "")
        return _packed(_Artefact(code, loop=PATCHED), "")

    found = Cache(CACHE_NAME).fetch(_key_of_patched(kernel, compiled.data), make)
    made = _unpacked(found)
    return dataclasses.replace(compiled, data=made.data, loop=made.loop)


def _numbers(kernel: Kernel) -> dict[str, int]:
    """Return what a patch depends on besides the cubin."""
    tile = kernel.tile
    return {
        "accumulators": tile.tm * tile.tn,
        "steps": tile.steps,
        "known": tile.consumer_registers,
        "registers": tile.loop_registers,
    }


def _key_of_patched(kernel: Kernel, cubin: bytes) -> tuple[str | bytes, ...]:
    numbers = json.dumps(_numbers(kernel))
    return (_FORMAT, f"loop {patch.REVISION}", kernel.name, numbers, cubin)


def _assembled(kernel: Kernel, texts: source.Source, architecture: int) -> _Artefact:
    def make() -> bytes:
        code, log = ptxas.to_cubin(texts.text, texts.file, architecture)
        return _packed(_Artefact(code, resources.parse(log, kernel.name)), compiler)

    compiler = f"ptxas {ptxas.version()}"
    key = _key("cubin", kernel, texts, architecture, ptxas.OPTIONS)
    return _unpacked(Cache(CACHE_NAME).fetch((*key, compiler), make))


def _by_nvrtc(
    keys: Sequence[tuple[str, ...]], make: Callable[[], list[_Artefact]]
) -> list[_Artefact]:
    """Find what NVRTC made, all of it, else let it make it.

    Its version is asked twice: a process may have been given another NVRTC than the installed
    one, which only the loaded library tells.
    """
    found = _kept(keys, nvrtc.version())
    if found is None:
        nvrtc.load()
        version = nvrtc.version()
        found = _kept(keys, version)
        if found is None:
            waiting.begin_compiling()
            compiler = f"NVRTC {version}"
            found = [dataclasses.replace(each, compiler=compiler) for each in make()]
            for key, artefact in zip(keys, found, strict=True):
                Cache(CACHE_NAME).store((*key, version), _packed(artefact, compiler))
    return found


def _kept(keys: Sequence[tuple[str, ...]], version: str) -> list[_Artefact] | None:
    """Return the entries of some keys for a version of NVRTC, if the cache has all of them."""
    found = []
    for key in keys:
        payload = Cache(CACHE_NAME).load((*key, version))
        if payload is None:
            return None
        found.append(_unpacked(payload))
    return found


def _keys(
    kernel: Kernel, texts: source.Source, architecture: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys of PTX and cubin."""
    return (
        _key("ptx", kernel, texts, architecture, nvrtc.PTX_OPTIONS),
        _key("cubin", kernel, texts, architecture, nvrtc.CUBIN_OPTIONS),
    )


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
