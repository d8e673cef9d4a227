"""CUDA C++ to PTX and machine code with NVRTC, NVIDIA's compiler as a library.

Neither a driver nor a CUDA toolkit is needed, and no driver function is ever called. The library
is loaded on the first compilation only: it is large, and a warm cache does without it.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgemm.errors import CompileError, MissingToolError
from sgemm.importing import WHILE_IMPORTING

DISTRIBUTION = "nvidia-cuda-nvrtc"

PTX_OPTIONS = ("--std=c++17",)
# Where there is a driver, NVRTC keeps a cache of its own, and what comes from there has no log:
# no registers, no shared memory. Ours keeps both.
CUBIN_OPTIONS = ("--std=c++17", "--ptxas-options=-v", "--no-cache")

_loaded: Any = None


class Compiled(NamedTuple):
    """What one run of NVRTC makes of a kernel."""

    cubin: bytes
    ptx: str
    log: str  # what ``ptxas -v`` says of its resources, after warnings


def version() -> str:
    """Return NVRTC's version: ``"13.5.37"``, or ``"13.5"`` where only the library tells it.

    Until the library is loaded this is what the installed distribution says, so that a look into
    the cache needs no library. Once it is loaded, the library has the last word: the process may
    have been given another one.
    """
    installed = installed_version()
    if installed is not None and _loaded is None:
        return installed
    major, minor = _values(load().nvrtcVersion())
    own = f"{major}.{minor}"
    return installed if installed is not None and f"{installed}.".startswith(f"{own}.") else own


def load() -> Any:
    """Load NVRTC, once, and return its bindings."""
    global _loaded
    # Two threads may both come here, and load the same library twice: no harm.
    if _loaded is None:
        try:
            with WHILE_IMPORTING:
                from cuda.bindings import nvrtc

                nvrtc.nvrtcVersion()
        except (ImportError, RuntimeError) as error:
            reason = str(error).strip().splitlines()
            raise MissingToolError(
                f"NVRTC, the CUDA C++ compiler, cannot be loaded "
                f"({reason[0] if reason else type(error).__name__}); "
                f"install it with: pip install cuda-bindings {DISTRIBUTION}"
            ) from error
        _loaded = nvrtc
    return _loaded


def architectures() -> tuple[int, ...]:
    """Return the compute capabilities, times ten, that this NVRTC compiles for, ascending."""
    (known,) = _values(load().nvrtcGetSupportedArchs())
    return tuple(sorted(known))


def to_ptx(source: str, file: str, headers: Mapping[str, str], target: str) -> str:
    """Compile CUDA C++, with texts of headers by name, to PTX for a target such as "80", "90a"."""
    options = (*PTX_OPTIONS, f"--gpu-architecture=compute_{target}")
    _, ptx = _compile(source, file, headers, options, "PTX")
    return _text(ptx)


def to_cubin(source: str, file: str, headers: Mapping[str, str], target: str) -> Compiled:
    """Compile CUDA C++ to machine code, with the PTX that it is made of: what to_ptx returns."""
    options = (*CUBIN_OPTIONS, f"--gpu-architecture=sm_{target}")
    log, ptx, cubin = _compile(source, file, headers, options, "PTX", "CUBIN")
    return Compiled(cubin, _text(ptx), log)


def _compile(
    source: str, file: str, headers: Mapping[str, str], options: tuple[str, ...], *outputs: str
) -> tuple[Any, ...]:
    """Return the log and some outputs."""
    nvrtc = load()
    (program,) = _values(
        nvrtc.nvrtcCreateProgram(
            source.encode(),
            file.encode(),
            len(headers),
            [text.encode() for text in headers.values()],
            [name.encode() for name in headers],
        )
    )
    try:
        (status,) = nvrtc.nvrtcCompileProgram(
            program, len(options), [option.encode() for option in options]
        )
        log = _read(program, "ProgramLog").rstrip(b"\0").decode(errors="replace").strip()
        if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
            raise CompileError(_message(file, options[-1], log or status.name))
        return (log, *(_read(program, output) for output in outputs))
    finally:
        nvrtc.nvrtcDestroyProgram(program)


def _message(file: str, target: str, log: str) -> str:
    """Start with one line that says it all: the first error, with file and line."""
    error = re.search(r"^(.+?)\((\d+)\): (.*\berror\b.*)$", log, re.MULTILINE)
    first = f"{error[1]}:{error[2]}: {error[3]}" if error else f"{file}: {log.splitlines()[0]}"
    return f"{first}\nNVRTC {version()}, {target}:\n{log}"


def _text(ptx: bytes) -> str:
    return ptx.rstrip(b"\0").decode()


def _read(program: Any, what: str) -> bytes:
    """Fetch one of a program's texts: the bindings fill a buffer of the size they name."""
    nvrtc = load()
    (size,) = _values(getattr(nvrtc, f"nvrtcGet{what}Size")(program))
    buffer = bytearray(size)
    _values(getattr(nvrtc, f"nvrtcGet{what}")(program, buffer))
    return bytes(buffer)


def _values(result: tuple[Any, ...]) -> tuple[Any, ...]:
    """Check the status that every function of the bindings returns first; return the rest."""
    status, *values = result
    if status != load().nvrtcResult.NVRTC_SUCCESS:
        raise CompileError(f"NVRTC failed: {status.name}")
    return tuple(values)


@functools.cache
def installed_version() -> str | None:
    """Read the version off the name of the distribution's folder.

    importlib.metadata would say the same, but importing it takes far longer than a warm build.
    """
    prefix, suffix = DISTRIBUTION.replace("-", "_") + "-", ".dist-info"
    for place in sys.path:
        for folder in Path(place or ".").glob(f"{prefix}*{suffix}"):
            return folder.name.removeprefix(prefix).removesuffix(suffix)
    return None
