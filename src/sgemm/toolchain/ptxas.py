"""PTX to machine code with ptxas, for the kernels that are written in PTX by hand.

ptxas is optional: the cpu machine runs PTX itself, and a GPU's driver compiles it when loading.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

from sgemm.errors import CompileError
from sgemm.toolchain import tools

OPTIONS = ("-v",)


def available() -> bool:
    """Whether ptxas is installed."""
    return tools.find("ptxas") is not None


def version() -> str:
    """Return the version of ptxas: ``"13.5.37"``."""
    return _version(_program())


def to_cubin(ptx: str, file: str, architecture: int) -> tuple[bytes, str]:
    """Assemble PTX; return machine code and what ``ptxas -v`` says of its resources."""
    target = f"--gpu-name=sm_{architecture}"
    options = [*OPTIONS, target, "--output-file", tools.OUTPUT]
    ended = tools.run(_program(), options, file, ptx.encode())
    if ended.status != 0 or ended.output is None:
        log = ended.log or f"exit status {ended.status}"
        raise CompileError(_message(file, target, log))
    return ended.output, ended.log


def _program() -> Path:
    # The wheel's dependencies, 80 MB of them, are for nvcc: ptxas works alone.
    return tools.require(
        "ptxas", "the PTX assembler", "pip install --no-deps 'nvidia-cuda-nvcc>=13,<14'"
    )


@functools.cache
def _version(program: Path) -> str:
    said = tools.run(program, ["--version"]).log
    found = re.search(r"\bV(\d+(?:\.\d+)+)", said)
    if found is None:
        raise CompileError(f"{program} --version does not tell a version: {said!r}")
    return found[1]


def _message(file: str, target: str, log: str) -> str:
    """Start with one line that says it all: the first error, with file and line."""
    error = re.search(r"^ptxas (.+?), line (\d+); (.*)$", log, re.MULTILINE)
    if error:
        first = f"{error[1]}:{error[2]}: {' '.join(error[3].split())}"
    else:
        first = f"{file}: {log.splitlines()[0]}"
    return f"{first}\nptxas {version()}, {target}:\n{log}"
