"""NVIDIA's programs: where they are, and running one on a file, with a time limit."""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from sgemm.errors import CompileError, MissingToolError

TIMEOUT_SECONDS = 300.0

# Where the wheels for CUDA 13 put their programs, below the package ``nvidia``.
_WHEEL_FOLDER = Path("cu13", "bin")


@dataclasses.dataclass(frozen=True, slots=True)
class Finished:
    """What a program left behind.

    Parameters
    ----------
    status : int
        Exit status.
    text : str
        Standard output.
    log : str
        Standard output and standard error, stripped.
    output : bytes or None
        The output file; None where it was not written.
    """

    status: int
    text: str
    log: str
    output: bytes | None


@functools.cache
def find(tool: str) -> Path | None:
    """Find one of NVIDIA's programs in its wheel, else on PATH; None where it is not installed.

    Parameters
    ----------
    tool : str
        ``"ptxas"`` or ``"nvdisasm"``.
    """
    wheels = importlib.util.find_spec("nvidia")
    for place in (wheels.submodule_search_locations if wheels else None) or ():
        program = Path(place) / _WHEEL_FOLDER / tool
        if os.access(program, os.X_OK):
            return program
    on_path = shutil.which(tool)
    return None if on_path is None else Path(on_path)


def require(tool: str, what: str, install: str) -> Path:
    """Find a program, as :func:`find` does.

    Parameters
    ----------
    tool : str
    what : str
        What it is, for the message: ``"the PTX assembler"``.
    install : str
        The command that installs it.

    Raises
    ------
    MissingToolError
        If it is not installed.
    """
    program = find(tool)
    if program is None:
        raise MissingToolError(f"{tool}, {what}, is not installed; install it with: {install}")
    return program


def run(
    program: Path,
    options: Sequence[str],
    file: str | None = None,
    content: bytes = b"",
    output: str = "output",
    timeout: float = TIMEOUT_SECONDS,
) -> Finished:
    """Run a program in a temporary folder, on a file there.

    Parameters
    ----------
    program : Path
    options : sequence of str
        Its arguments; the file's name follows them.
    file : str, optional
        Name of the input file, as the program's messages will have it.
    content : bytes
        What is in it.
    output : str
        Name of the file that the program is told to write, if any.
    timeout : float
        Seconds after which it is ended.

    Raises
    ------
    CompileError
        If it cannot be run, or does not end in time.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="sgemm-") as name:
            folder = Path(name)
            if file is not None:
                (folder / file).write_bytes(content)
            ended = subprocess.run(
                [program, *options, *([file] if file is not None else [])],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=timeout,
                check=False,
            )
            written = folder / output
            return Finished(
                status=ended.returncode,
                text=ended.stdout,
                log=(ended.stdout + ended.stderr).strip(),
                output=written.read_bytes() if written.is_file() else None,
            )
    except subprocess.TimeoutExpired as error:
        raise CompileError(f"{program} did not end within {timeout:g} s") from error
    except OSError as error:
        raise CompileError(f"{program} cannot be run: {error}") from error
