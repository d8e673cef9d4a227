"""NVIDIA's programs: where they are, and running them with a time limit."""

from __future__ import annotations

import functools
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from sgemm.errors import CompileError

TIMEOUT_SECONDS = 300.0


@functools.cache
def find(tool: str) -> Path | None:
    """Find a program of NVIDIA's: in its wheel, a conda environment or a toolkit, else on PATH.

    Parameters
    ----------
    tool : str
        ``"ptxas"``, ``"nvdisasm"``.

    Returns
    -------
    Path or None
        None where it is not installed.
    """
    try:
        from cuda.pathfinder import find_nvidia_binary_utility
    except ImportError:
        found = None
    else:
        found = find_nvidia_binary_utility(tool)
    found = found or shutil.which(tool)
    return None if found is None else Path(found)


def run(
    command: Sequence[str | Path], folder: Path, timeout: float = TIMEOUT_SECONDS
) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder and return its exit status and output.

    Raises
    ------
    CompileError
        If it cannot be started or does not end in time.
    """
    try:
        return subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise CompileError(f"{command[0]} did not end within {timeout:g} s") from error
    except OSError as error:
        raise CompileError(f"{command[0]} cannot be run: {error.strerror}") from error
