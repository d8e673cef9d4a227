"""Files that users name to be read: with limits, so that none is read without an end."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from sgemm.errors import ArgumentError
from sgemm.visible import visible

LONGEST_LINE = 2**26
"""Bytes: more than all samples of a measurement take."""

LARGEST_FILE = 2**30
"""Bytes: more than a GPU fills in weeks."""

MIB = 2**20

MOST_LINKS = 40
"""So many links in a row are followed, as Linux does."""


def lines_of(path: Path) -> Iterator[bytes]:
    """Read a file line by line.

    Parameters
    ----------
    path : Path
        A file, or a pipe that the process was given, as a shell does for ``<(zcat results.gz)``.

    Yields
    ------
    bytes
        A line with its end, which the last one may lack.

    Raises
    ------
    ArgumentError
        If there is no such file, it cannot be read or is too long, or it is none: whoever opens a
        named pipe waits for a writer, and a device need not end.
    """
    try:
        mode = path.stat().st_mode
        is_handed_over = stat.S_ISFIFO(mode) and own_descriptor(path) is not None
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or is_handed_over):
            raise ArgumentError(f"{visible(path)} is a pipe or a device: name a file")
        left = LARGEST_FILE
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE + 1):
                left -= len(line)
                if len(line) > LONGEST_LINE:
                    raise ArgumentError(
                        f"{visible(path)} has a line of more than {LONGEST_LINE // MIB} MiB"
                    )
                if left < 0:
                    raise ArgumentError(
                        f"{visible(path)} has more than {LARGEST_FILE // MIB} MiB: cut it in parts"
                    )
                yield line
    except OSError as error:
        raise ArgumentError(f"{visible(path)} cannot be read: {error.strerror}") from error


def check_size(path: Path) -> None:
    """Check that a path is a file, and of a size that is read at once.

    Raises
    ------
    ArgumentError
    """
    try:
        found = path.stat()
    except OSError as error:
        raise ArgumentError(f"{visible(path)} cannot be read: {error.strerror}") from error
    if not stat.S_ISREG(found.st_mode):
        raise ArgumentError(f"{visible(path)} is no file: Parquet is read from files alone")
    if found.st_size > LARGEST_FILE:
        raise ArgumentError(
            f"{visible(path)} has more than {LARGEST_FILE // MIB} MiB: cut it in parts"
        )


def own_descriptor(path: Path) -> int | None:
    """Return which open file of this process a name such as /dev/stdout or /dev/fd/3 stands for."""
    folders = (Path("/proc/self/fd").resolve(), Path("/dev/fd"))
    for _ in range(MOST_LINKS):
        # Path.resolve raises where links go in circles.
        folder = Path(os.path.realpath(path.parent))
        if folder in folders and path.name.isdecimal():
            return int(path.name)
        try:
            path = folder / (folder / path.name).readlink()
        except OSError:
            return None
    return None
