"""The machine code of a build as text: SASS, from NVIDIA's disassembler."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sgemm.errors import ArgumentError, CompileError
from sgemm.kernels.kernel import Language
from sgemm.toolchain import ptxas, tools
from sgemm.toolchain.build import Build
from sgemm.toolchain.cache import Cache

CACHE_NAME = "listings"

_INSTRUCTION = re.compile(r"\s*/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;")
_LABEL = re.compile(r"([.$\w]+):$")
_SECTION = re.compile(r"//-+ (\S+) ")


def disassemble(build: Build) -> str:
    """Return the machine code of a build as text: labels, and one instruction a line."""
    name = f"{build.kernel.name} for sm_{build.architecture}"
    if build.cubin is None:
        if build.kernel.language is Language.PTX:
            ptxas.version()
        raise ArgumentError(f"build = {name}: it has no machine code; make it with cubin=True")
    program = tools.require("nvdisasm", "the disassembler", "pip install 'sgemm[tools]'")
    listing = _listing(program, name, build.kernel.name, build.cubin)
    lines = list(_clean(listing, f".text.{build.entry}"))
    if not lines:
        raise CompileError(f"{name}: nvdisasm shows no code of {build.entry!r}:\n{listing}")
    return "\n".join(lines) + "\n"


def _listing(program: Path, name: str, kernel: str, cubin: bytes) -> str:
    """Return what the disassembler prints; it takes a third of a second, and is kept on disk."""

    def make() -> bytes:
        ended = tools.run(program, ["--print-code"], f"{kernel}.cubin", cubin)
        if ended.status != 0:
            raise CompileError(f"{name}: nvdisasm failed:\n{ended.log}")
        return ended.text.encode()

    file = program.stat()
    key = ("listing 1", f"{program} {file.st_size} {file.st_mtime_ns}", cubin)
    return Cache(CACHE_NAME).fetch(key, make).decode()


def _clean(listing: str, wanted: str) -> Iterator[str]:
    """Yield the labels and instructions of one section, without assembler directives."""
    section = ""
    for line in listing.splitlines():
        if start := _SECTION.match(line):
            section = start[1]
        elif section != wanted:
            continue
        elif instruction := _INSTRUCTION.match(line):
            yield f"    {instruction[1]}"
        elif (label := _LABEL.match(line)) and label[1] != section:
            yield line
