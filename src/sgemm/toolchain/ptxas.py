"""PTX to machine code with ptxas, for the kernels that are written in PTX by hand.

ptxas is optional: the cpu machine runs PTX itself, and a GPU's driver compiles it when loading.
"""

from __future__ import annotations

import functools
import re
import tempfile
from pathlib import Path

from sgemm.errors import CompileError, MissingToolError
from sgemm.toolchain import tools

OPTIONS = ("-v",)


def available() -> bool:
    """Whether ptxas is installed."""
    return tools.find("ptxas") is not None


def version() -> str:
    """Return the version of ptxas: ``"13.0.88"``.

    Raises
    ------
    MissingToolError
        If ptxas is not installed.
    """
    return _version(_program())


def to_cubin(ptx: str, file: str, architecture: int) -> tuple[bytes, str]:
    """Assemble PTX.

    Parameters
    ----------
    ptx : str
        PTX text.
    file : str
        Its name in diagnostics.
    architecture : int
        Compute capability times ten.

    Returns
    -------
    cubin : bytes
        The machine code, an ELF file.
    log : str
        What ptxas -v says of its resources.

    Raises
    ------
    CompileError
        If the text is wrong, ptxas does not know the architecture, or it does not end in time;
        the message carries the log.
    MissingToolError
        If ptxas is not installed.
    """
    program = _program()
    target = f"--gpu-name=sm_{architecture}"
    with tempfile.TemporaryDirectory(prefix="sgemm-") as name:
        folder = Path(name)
        (folder / file).write_text(ptx, encoding="utf-8")
        result = tools.run([program, *OPTIONS, target, "--output-file", "out.cubin", file], folder)
        log = (result.stdout + result.stderr).strip()
        if result.returncode != 0:
            raise CompileError(_message(file, target, log or f"exit status {result.returncode}"))
        return (folder / "out.cubin").read_bytes(), log


def _program() -> Path:
    program = tools.find("ptxas")
    if program is None:
        raise MissingToolError(
            "ptxas, the PTX assembler, is not installed; "
            "install it with: pip install --no-deps nvidia-cuda-nvcc"
        )
    return program


@functools.cache
def _version(program: Path) -> str:
    output = tools.run([program, "--version"], program.parent).stdout
    found = re.search(r"\bV(\d+(?:\.\d+)+)", output)
    if found is None:
        raise CompileError(f"{program} --version does not tell its version: {output.strip()!r}")
    return found[1]


def _message(file: str, target: str, log: str) -> str:
    """Start with one line that says it all: the first error, with file and line."""
    error = re.search(r"^ptxas (.+?), line (\d+); (.*)$", log, re.MULTILINE)
    first = f"{error[1]}:{error[2]}: {error[3]}" if error else f"{file}: {log.splitlines()[0]}"
    return f"{first}\nptxas {version()}, {target}:\n{log}"
