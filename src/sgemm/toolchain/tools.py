"""NVIDIA's programs: where they are, and running one on a file, with a time limit."""

from __future__ import annotations

import functools
import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sgemm.errors import CompileError, MissingToolError

TIMEOUT_SECONDS = 300.0
OUTPUT = "output"  # the name of the file that a program writes, if any

# Where the wheels for CUDA 13 put their programs, below the package ``nvidia``.
_WHEEL_FOLDER = Path("cu13", "bin")


class Finished(NamedTuple):
    """What a program wrote, and how it ended."""

    status: int
    text: str  # standard output
    log: str  # standard output and standard error, stripped
    output: bytes | None  # the output file; None where it was not written


@functools.cache
def find(tool: str) -> Path | None:
    """Find one of NVIDIA's programs in its wheel, else on PATH; None where it is not installed."""
    wheels = importlib.util.find_spec("nvidia")
    for place in (wheels.submodule_search_locations if wheels else None) or ():
        program = Path(place) / _WHEEL_FOLDER / tool
        if os.access(program, os.X_OK):
            return program
    import shutil

    on_path = shutil.which(tool)
    return None if on_path is None else Path(on_path).absolute()  # it runs in another folder


def require(tool: str, what: str, install: str) -> Path:
    """Find a program, or raise MissingToolError with what it is and the command to install it."""
    program = find(tool)
    if program is None:
        raise MissingToolError(f"{tool}, {what}, is not installed; install it with: {install}")
    return program


def run(
    program: Path,
    options: Sequence[str],
    file: str | None = None,
    content: bytes = b"",
    timeout: float = TIMEOUT_SECONDS,
) -> Finished:
    """Run a program in a temporary folder, on a file there whose name follows the options."""
    # They take long to import, and most processes run no program.
    import subprocess
    import tempfile

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
            written = folder / OUTPUT
            output = written.read_bytes() if written.is_file() else None
            log = (ended.stdout + ended.stderr).strip()
            return Finished(ended.returncode, ended.stdout, log, output)
    except subprocess.TimeoutExpired as error:
        raise CompileError(f"{program} did not end within {timeout:g} s") from error
    except OSError as error:
        raise CompileError(f"{program} cannot be run: {error}") from error
