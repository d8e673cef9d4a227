"""The text of a kernel: its source, its headers, and both as one stand-alone file.

A CUDA C++ kernel includes ``common.cuh`` and such by name. ``tile.cuh`` and ``constants.cuh`` exist
only in memory: they are generated from the catalogue entry. So every number that both Python and
CUDA C++ need is written down in one place.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import NamedTuple

import sgemm.kernels.kernel
from sgemm.errors import ArgumentError, CompileError
from sgemm.kernels.kernel import Kernel, Language, Operands, Parameters
from sgemm.toolchain.cache import digest

TILE_HEADER = "tile.cuh"
CONSTANTS_HEADER = "constants.cuh"

_KERNELS = Path(sgemm.kernels.kernel.__file__).parent
_OWN_FOLDERS = tuple(
    _KERNELS / name for name in ("library", "include", "library/tensor_cores", "ladder")
)
# Searched for from its first letter on, which takes a tenth of the time of a whole line.
_INCLUDE = re.compile(r'#[ \t]*include[ \t]*"([^"\n]+)".*')
_PRAGMA_ONCE = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once\b.*\n?", re.MULTILINE)


class Source(NamedTuple):
    """All texts that a kernel is compiled from, each read once."""

    file: str  # name for diagnostics: ``"shared_tile.cu"``
    text: str  # the kernel's own file
    headers: dict[str, str]  # all that it includes, directly or not, by name; none for PTX

    def digest(self) -> str:
        """Return the SHA-256 of all names and texts, as hexadecimal digits."""
        headers = [part for name in sorted(self.headers) for part in (name, self.headers[name])]
        return digest((self.file, self.text, *headers)).hex()


def read(kernel: Kernel) -> Source:
    """Read a kernel's file and every header that it includes.

    A header is looked for beside the kernel's file, then beside sgemm's own kernels.
    """
    file = kernel.source.name
    text = _read_text(kernel.source, file)
    if kernel.language is Language.PTX:
        return Source(file, text, {})
    headers = {TILE_HEADER: tile_header(kernel), CONSTANTS_HEADER: constants_header(kernel)}
    used: dict[str, str] = {}
    waiting = [(file, text)]
    while waiting:
        including, included_text = waiting.pop()
        for name, place in _includes(included_text):
            if name in used:
                continue
            if name not in headers:
                line = included_text.count("\n", 0, place) + 1
                headers[name] = _read_header(kernel, name, f"{including}:{line}")
            used[name] = headers[name]
            waiting.append((name, used[name]))
    return Source(file, text, used)


def tile_header(kernel: Kernel) -> str:
    """Return the text of ``tile.cuh``: struct Tile with the kernel's compile-time numbers.

    They are the tile's, its ``threads``, and ``trans_a`` and ``trans_b``: 1 where the layout has
    that operand transposed, else 0. As members of an enumeration they take no memory; static
    constants would each leave a word of global memory in the PTX.
    """
    numbers = vars(kernel.tile) | {
        "threads": kernel.tile.threads,
        "consumers": kernel.tile.consumers,
        "trans_a": int(kernel.layout[0] == "t"),
        "trans_b": int(kernel.layout[1] == "t"),
    }
    members = "".join(f"        {name} = {value},\n" for name, value in numbers.items())
    return (
        f"// Generated from the catalogue entry of {kernel.name}.\n"
        f"#pragma once\n\nstruct Tile {{\n    enum : int {{\n{members}    }};\n}};\n"
    )


def constants_header(kernel: Kernel) -> str:
    """Return the text of ``constants.cuh``: struct Constants, and what the preprocessor needs.

    ``SGEMM_ENTRY`` is the name of the entry point. ``SGEMM_TENSOR_MAPS`` is 1 where the kernel
    takes tensor maps, else 0; ``SGEMM_PRE_KERNEL`` is 1 where a pre-kernel is launched first.
    """
    constants = dict(kernel.geometry.constants(kernel.layout, kernel.tile))
    if kernel.parameters is Parameters.SPLIT or kernel.other_types:
        constants |= zip(("a_type", "b_type"), kernel.type_numbers, strict=True)
    members = "".join(f"        {name} = {int(value)},\n" for name, value in constants.items())
    return (
        f"// Generated from the catalogue entry of {kernel.name}.\n"
        "#pragma once\n\n"
        f"#define SGEMM_ENTRY {kernel.name}\n"
        f"#define SGEMM_TENSOR_MAPS {int(kernel.operands is Operands.TENSOR_MAPS)}\n"
        f"#define SGEMM_PRE_KERNEL {int(bool(kernel.geometry.before))}\n\n"
        f"struct Constants {{\n    enum : int {{\n{members}    }};\n}};\n"
    )


def translation_unit(kernel: Kernel) -> str:
    """Return a CUDA C++ kernel as one text that NVRTC or nvcc compiles by itself.

    Each header stands where it is first included, and nowhere else.
    """
    if kernel.language is not Language.CUDA:
        raise ArgumentError(f"kernel = {kernel.name!r}: it is written in PTX, not in CUDA C++")
    source = read(kernel)
    inlined: set[str] = set()

    def inline(include: re.Match[str]) -> str:
        name = include[1]
        if not _begins_line(include):
            return include[0]
        if name in inlined:
            return f"// {name}: above"
        inlined.add(name)
        text = _PRAGMA_ONCE.sub("", source.headers[name])
        return f"// ---- {name}\n{_INCLUDE.sub(inline, text).rstrip()}\n// ---- end of {name}"

    return _INCLUDE.sub(inline, source.text)


@functools.lru_cache(maxsize=256)
def _includes(text: str) -> tuple[tuple[str, int], ...]:
    """Return the names that a text includes, each with its place there."""
    found = filter(_begins_line, _INCLUDE.finditer(text))
    return tuple((each[1], each.start()) for each in found)


def _begins_line(found: re.Match[str]) -> bool:
    """Whether only blanks stand before what was found: else it is in a comment."""
    line = found.string.rfind("\n", 0, found.start()) + 1
    return not found.string[line : found.start()].strip(" \t")


def _read_header(kernel: Kernel, name: str, where: str) -> str:
    if not _is_own(kernel.source) and (kernel.source.parent / name).is_file():
        return _read_text(kernel.source.parent / name, name)
    text = _own_header(name)
    if text is not None:
        return text
    raise CompileError(
        f"{where}: includes {name!r}, which lies neither beside {kernel.source.name} nor among "
        f"sgemm's own headers; kernels must be free of CUDA headers"
    )


@functools.cache
def _is_own(source: Path) -> bool:
    """Whether a file is one of sgemm's own kernels."""
    return source.parent in _OWN_FOLDERS


@functools.cache  # those of the package stay as they are
def _own_header(name: str) -> str | None:
    """Read a header of sgemm's own, which is in one folder; None where there is none."""
    for folder in _OWN_FOLDERS:
        if (path := folder / name).is_file():
            return _read_text(path, name)
    return None


def _read_text(path: Path, name: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CompileError(f"{name} cannot be read: {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CompileError(f"{name} is not UTF-8 text: byte {error.start} of {path}") from error
