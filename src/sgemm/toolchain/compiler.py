"""Kernel to Build: the one door of the toolchain, with its cache.

A build is made once and found in the cache from then on, without loading NVRTC, by all that it
depends on: kernel, compiler and version, options, architecture, and the text of every source.
Machine code that is wanted alone is looked for among prebuilt kernels before that.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import numbers
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sgemm import machine_code
from sgemm.errors import ArgumentError, CompileError, MissingToolError, RequirementError
from sgemm.importing import WHILE_IMPORTING
from sgemm.kernels.kernel import Kernel, Language
from sgemm.toolchain import mainloop, nvrtc, prebuilt, source, waiting
from sgemm.toolchain.build import PATCHED, Build, Resources, name_of, plain_of
from sgemm.toolchain.cache import Cache, Key

CACHE_NAME = "builds"

# A part of every key: change it when the form of the entries changes.
_FORMAT = "build 3"
# More than all rungs for a few architectures; a tuner's variants are let go of again.
_BUILDS_IN_MEMORY = 256


class _Artefact(NamedTuple):
    """What one run of a compiler made."""

    data: bytes
    resources: Resources | None = None
    loop: str | None = None
    compiler: str = ""  # filled in when it is kept


def build(kernel: Kernel, architecture: int, *, ptx: bool = True, cubin: bool = True) -> Build:
    """Compile a kernel for one architecture (90 for sm_90), or find it compiled.

    A process reads a kernel's sources once: change them, and the next process sees it. Machine code
    and resources come with ``cubin``; those of a kernel written in PTX need ptxas: where that is
    not installed they are None, and the driver compiles the PTX when it loads it. Without ``ptx``
    they may be prebuilt. A mainloop that would be patched stays as the compiler made it for a
    kernel that says so, and where ``SGEMM_MACHINE_CODE`` is off.
    """
    if not isinstance(architecture, numbers.Integral) or isinstance(architecture, bool):
        raise ArgumentError(
            f"architecture = {architecture!r}: it is a compute capability times ten, such as 90"
        )
    if not ptx and not cubin:
        raise ArgumentError("ptx = False, cubin = False: one of them is to be made")
    if not kernel.has_instructions(architecture):
        later = "" if kernel.architecture_specific else " or later"
        raise RequirementError(
            f"{kernel.name} needs sm_{kernel.architecture}{later}, not sm_{architecture}"
        )
    made = _build(kernel, int(architecture), bool(ptx), bool(cubin), _is_to_be_patched(kernel))
    mainloop.warn_about(made)
    return made


def architectures() -> tuple[int, ...]:
    """Return the compute capabilities, times ten, that NVRTC compiles for, ascending."""
    key = (_FORMAT, "architectures")
    (made,) = _by_nvrtc([key], lambda: {key: _Artefact(json.dumps(nvrtc.architectures()).encode())})
    return tuple(json.loads(made.data))


def is_kept(kernel: Kernel, architecture: int) -> bool:
    """Whether the machine code of a kernel in CUDA C++ is prebuilt, or in the cache."""
    texts = source.read(kernel)
    is_prebuilt = _prebuilt(kernel, texts, architecture, _is_to_be_patched(kernel)) is not None
    return is_prebuilt or kept(kernel, architecture) is not None


def kept(kernel: Kernel, architecture: int) -> dict[Key, bytes] | None:
    """Return the machine code of a kernel in CUDA C++ from the cache, as prebuilt entries.

    None if something is missing.
    """
    cache = Cache(CACHE_NAME)
    key: Key = (*_keys(kernel, source.read(kernel).digest(), architecture)[1], nvrtc.version())
    compiled = cache.load(key)
    if compiled is None:
        return None
    if not _is_to_be_patched(kernel):
        return {key: compiled}
    plain = _unpacked(compiled)
    patched = cache.load(key_of_patched(kernel, plain.data))
    if patched is None:
        return None
    whole = _with_loop(plain, patched)
    return {key: compiled, _key_of_loop(kernel, key): _packed(whole, whole.compiler)}


def options() -> str:
    """Return how machine code is made, in words that change with it."""
    used = " ".join(nvrtc.CUBIN_OPTIONS)
    return f"{_FORMAT}, {used}, loop {machine_code.revision()}"


@functools.lru_cache(maxsize=_BUILDS_IN_MEMORY)
def _build(
    kernel: Kernel, architecture: int, ptx: bool, cubin: bool, is_to_be_patched: bool
) -> Build:
    texts = source.read(kernel)
    text: str | None = None
    code: _Artefact | None = None
    if kernel.language is Language.PTX:
        check_architecture(architecture, needs_nvrtc=False)
        text, compiler = texts.text, "written by hand"
        _check_entry(text, texts.file, kernel.name)
        if cubin:
            code = _assembled(kernel, texts, architecture)
    else:
        if not ptx:
            code = _prebuilt(kernel, texts, architecture, is_to_be_patched)
        if code is None and is_to_be_patched:
            plain = _build(plain_of(kernel), architecture, ptx, cubin, False)
            text, compiler = plain.ptx, plain.compiler
            code = _patched(kernel, plain) if plain.cubin is not None else None
        elif code is None:
            of_ptx, code = _compiled(kernel, texts, architecture, ptx, cubin)
            if of_ptx is not None:
                text, compiler = of_ptx.data.decode(), of_ptx.compiler
    return Build(
        kernel=kernel,
        architecture=architecture,
        entry=kernel.name,
        ptx=text,
        cubin=code.data if code else None,
        resources=code.resources if code else None,
        compiler=code.compiler if code else compiler,
        loop=code.loop if code else None,
    )


def _is_to_be_patched(kernel: Kernel) -> bool:
    # The switch is read first: a value that is neither on nor off is an error of every build.
    return mainloop.is_on() and bool(kernel.tile.loop_registers) and not kernel.as_compiled


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


def _compiled(
    kernel: Kernel, texts: source.Source, architecture: int, ptx: bool, cubin: bool
) -> tuple[_Artefact | None, _Artefact | None]:
    """Return PTX and cubin, those that are wanted, the loop as compiled.

    One run of NVRTC makes both where a cubin is wanted.
    """
    key_of_ptx, key_of_cubin = _keys(kernel, texts.digest(), architecture)

    def make() -> dict[Key, _Artefact]:
        with WHILE_IMPORTING:
            from sgemm.toolchain import resources  # what is found compiled does without

        check_architecture(architecture)
        waiting.begin_compiling()
        sources = texts.text, texts.file, texts.headers, _target(kernel, architecture)
        if not cubin:
            text = nvrtc.to_ptx(*sources)
            _check_entry(text, texts.file, kernel.name)
            return {key_of_ptx: _Artefact(text.encode())}
        made = nvrtc.to_cubin(*sources)
        _check_entry(made.ptx, texts.file, kernel.name)
        known = resources.parse(made.log, kernel.name)
        return {
            key_of_ptx: _Artefact(made.ptx.encode()),
            key_of_cubin: _Artefact(made.cubin, known),
        }

    wanted = [key_of_ptx] * ptx + [key_of_cubin] * cubin
    found = dict(zip(wanted, _by_nvrtc(wanted, make), strict=True))
    return found.get(key_of_ptx), found.get(key_of_cubin)


def _prebuilt(
    kernel: Kernel, texts: source.Source, architecture: int, is_to_be_patched: bool
) -> _Artefact | None:
    """Return machine code that is prebuilt, its loop patched where it is to be."""
    found = prebuilt.find(architecture, options())
    if found is None:
        return None
    name, sources = name_of(kernel), texts.digest()
    if not found.has(name, sources):
        return None
    _, of_cubin = _keys(kernel, sources, architecture)
    key: Key = (*of_cubin, found.compiler)
    payload = found.load(name, _key_of_loop(kernel, key) if is_to_be_patched else key)
    return None if payload is None else _unpacked(payload)


def _patched(kernel: Kernel, plain: Build) -> _Artefact:
    """Return a cubin with its loop patched where that can be done, and what was done.

    It is kept by the bytes of the compiled one: what has been validated for these is not
    validated again, whatever else has changed.
    """
    assert plain.cubin is not None
    compiled = _Artefact(plain.cubin, plain.resources, compiler=plain.compiler)
    key = key_of_patched(kernel, compiled.data)

    def make() -> bytes:
        # What is found in the cache does without this, and is found sooner.
        with WHILE_IMPORTING:
            from sgemm.machine_code.match import MismatchError
            from sgemm.machine_code.patch import patch_mainloop
            from sgemm.toolchain.validated import is_validated

        try:
            code = patch_mainloop(
                compiled.data,
                kernel.name,
                is_validated=is_validated(key),
                **numbers_of_patch(kernel),
            )
        except MismatchError as error:
            return _packed(_Artefact(compiled.data, loop=f"as compiled: {error}"), "")
        return _packed(_Artefact(code, loop=PATCHED), "")

    return _with_loop(compiled, Cache(CACHE_NAME).fetch(key, make))


def _with_loop(compiled: _Artefact, payload: bytes) -> _Artefact:
    """Return what was compiled with the loop of an entry."""
    made = _unpacked(payload)
    return compiled._replace(data=made.data, loop=made.loop)


def numbers_of_patch(kernel: Kernel) -> dict[str, int]:
    """Return what a patch depends on besides the cubin."""
    tile = kernel.tile
    return {
        "accumulators": tile.tm * tile.tn,
        "steps": tile.steps,
        "known": tile.consumer_registers,
        "registers": tile.loop_registers,
    }


def key_of_patched(kernel: Kernel, cubin: bytes) -> Key:
    """Return what decides how a compiled cubin's loop is patched, and whether it is validated."""
    numbers = json.dumps(numbers_of_patch(kernel))
    return (_FORMAT, f"loop {machine_code.revision()}", kernel.name, numbers, cubin)


def _key_of_loop(kernel: Kernel, key: Key) -> Key:
    """Return the key of a prebuilt cubin with its loop patched, by that of the compiled one.

    So it is found without that.
    """
    return (*key, f"loop {machine_code.revision()}", json.dumps(numbers_of_patch(kernel)))


def _assembled(kernel: Kernel, texts: source.Source, architecture: int) -> _Artefact | None:
    """Return machine code of a kernel in PTX; None where ptxas is not installed."""
    with WHILE_IMPORTING:
        from sgemm.toolchain import ptxas  # what is written in CUDA C++ does without

    if not ptxas.available():
        return None

    def make() -> bytes:
        with WHILE_IMPORTING:
            from sgemm.toolchain import resources

        code, log = ptxas.to_cubin(texts.text, texts.file, architecture)
        return _packed(_Artefact(code, resources.parse(log, kernel.name)), compiler)

    compiler = f"ptxas {ptxas.version()}"
    key = _key("cubin", kernel, texts.digest(), architecture, ptxas.OPTIONS)
    return _unpacked(Cache(CACHE_NAME).fetch((*key, compiler), make))


def _by_nvrtc(keys: Sequence[Key], make: Callable[[], dict[Key, _Artefact]]) -> list[_Artefact]:
    """Find what NVRTC made, all of it, else let it make it, and keep all that it made.

    Its version is asked twice: a process may have been given another NVRTC than the installed
    one, which only the loaded library tells.
    """
    found = _kept(keys, nvrtc.version())
    if found is None:
        nvrtc.load()
        version = nvrtc.version()
        found = _kept(keys, version)
        if found is None:
            compiler = f"NVRTC {version}"
            made = {key: each._replace(compiler=compiler) for key, each in make().items()}
            for key, artefact in made.items():
                Cache(CACHE_NAME).store((*key, version), _packed(artefact, compiler))
            found = [made[key] for key in keys]
    return found


def _kept(keys: Sequence[Key], version: str) -> list[_Artefact] | None:
    """Return the entries of some keys for a version of NVRTC, if the cache has all of them."""
    found = []
    for key in keys:
        payload = Cache(CACHE_NAME).load((*key, version))
        if payload is None:
            return None
        found.append(_unpacked(payload))
    return found


def _keys(kernel: Kernel, sources: str, architecture: int) -> tuple[Key, Key]:
    """Return the keys of PTX and cubin, by the digest of all texts."""
    return (
        _key("ptx", kernel, sources, architecture, nvrtc.PTX_OPTIONS),
        _key("cubin", kernel, sources, architecture, nvrtc.CUBIN_OPTIONS),
    )


def _key(what: str, kernel: Kernel, sources: str, architecture: int, used: Sequence[str]) -> Key:
    return (_FORMAT, what, kernel.name, _target(kernel, architecture), " ".join(used), sources)


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
    return _Artefact(data, known, about["loop"], compiler=about["compiler"])
