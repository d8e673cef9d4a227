"""Files that users name to be written: what a name stands for, and how that is written to.

- A file is replaced whole, or not at all, and keeps owner and mode; a new one appears whole.
- Links are followed: what they lead to is replaced, or made.
- Devices and pipes are written into. ``-`` and /dev/stdout are standard output, and /dev/fd/3 is
  whatever the process was given as 3.
- Folders, and files that are read-only (also for a superuser), are refused.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, BinaryIO

from sgemm.bench.inputs import own_descriptor
from sgemm.errors import ArgumentError, MachineError
from sgemm.visible import visible

STANDARD_OUTPUT = "-"

MEASUREMENTS = (".jsonl", ".parquet")
"""How names of files of measurements end; others are known by their first line."""

BEGINNING = 2**16
"""Bytes in which such a line says what it is."""


@dataclasses.dataclass(frozen=True, slots=True)
class Output:
    """What a name stands for.

    Parameters
    ----------
    name : str
        As the user wrote it.
    place : Path
        The file, links being followed; what ``name`` says for a device or a pipe.
    is_file : bool
        Whether it is a file, or will be one, and not a device, a pipe or an open descriptor.
    descriptor : int or None
        Which open file of this process it is, if it is one.
    """

    name: str
    place: Path
    is_file: bool
    descriptor: int | None = None

    @property
    def is_standard_output(self) -> bool:
        """Whether it is where a command prints."""
        return self.descriptor == 1

    def is_same_as(self, file: Path) -> bool:
        """Tell whether it is a certain file, by whatever name."""
        try:
            status = self.place.stat() if self.descriptor is None else os.fstat(self.descriptor)
            return os.path.samestat(status, file.stat())
        except OSError:
            return False

    @property
    def holds_measurements(self) -> bool:
        """Whether it is a file that is there, with measurements in it."""
        if not self.is_file or not self.place.exists() or not self.place.stat().st_size:
            return False
        with self.place.open("rb") as file:
            first = file.readline(BEGINNING)
        is_record = b'"schema"' in first and b'"record"' in first
        return is_record or self.place.suffix in MEASUREMENTS


def find_output(path: str | os.PathLike[str]) -> Output:
    """Find out what is written to where a user names an output.

    Raises
    ------
    ArgumentError
        If it cannot be written to.
    """
    name, place = os.fspath(path), Path(path)
    if name == STANDARD_OUTPUT:
        return Output(name, place, False, 1)
    try:
        descriptor = own_descriptor(place)
        if descriptor is not None:
            return Output(name, place, False, descriptor)
        mode = place.stat().st_mode
    except FileNotFoundError:
        return _new_file(name, place)
    except OSError as error:
        raise ArgumentError(f"output = {name!r} cannot be written: {error.strerror}") from error
    if stat.S_ISDIR(mode):
        raise ArgumentError(f"output = {name!r} is a folder: name a file")
    if stat.S_ISSOCK(mode):
        raise ArgumentError(f"output = {name!r} is a socket: name a file")
    # A superuser may write to any file; one that nobody may write to is meant to stay as it is.
    if not mode & 0o222 or not os.access(place, os.W_OK):
        raise ArgumentError(f"output = {name!r} is read-only: name another file")
    if stat.S_ISREG(mode):
        return Output(name, Path(os.path.realpath(place)), True)
    return Output(name, place, False)


def _new_file(name: str, place: Path) -> Output:
    try:
        # What a dangling link leads to is made.
        return Output(name, Path(os.path.realpath(place)), True)
    except OSError as error:
        raise ArgumentError(f"output = {name!r} cannot be written: {error.strerror}") from error


def check_free(output: Output) -> None:
    """Find out whether nobody has the lock of an output that is a file.

    Raises
    ------
    MachineError
        If somebody has.
    """
    if not output.is_file or not output.place.exists():
        return
    with output.place.open("rb") as file:
        lock(file, output, fcntl.LOCK_SH)


def lock(file: IO[Any], output: Output, kind: int, waits: bool = False) -> None:
    """Lock an output that is a file, until it is closed.

    Parameters
    ----------
    output : Output
        Which one it is, for the message.
    kind : int
        ``LOCK_EX`` of :mod:`fcntl` to write, ``LOCK_SH`` to look.

    Raises
    ------
    MachineError
        If another process has the lock, unless this waits.
    """
    try:
        fcntl.flock(file, kind | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError as error:
        raise MachineError(
            f"output = {output.name!r} is being written by another process: wait until that ends, "
            "or name another file"
        ) from error


def check_folder(output: Output) -> None:
    """Find out, leaving no trace, whether an output that is a file can be written in its folder.

    Raises
    ------
    ArgumentError
        If it cannot.
    """
    obstacle = obstacle_to_writing(output.place.parent) if output.is_file else None
    if obstacle is not None:
        raise ArgumentError(f"output = {output.name!r}: no file can be written there: {obstacle}")


def obstacle_to_writing(folder: Path) -> str | None:
    """Say where and why no file can be written to a folder, which need not exist; None if one can.

    No trace is left.
    """
    place = folder
    try:
        place = folder.absolute()  # fails in a working folder that has been removed
        while not place.exists() and place != place.parent:
            place = place.parent
        with tempfile.TemporaryDirectory(prefix=".sgemm-", dir=place):
            return None
    except OSError as error:
        return f"{visible(place)}: {error.strerror}"


def write_outputs(contents: Mapping[Output, bytes]) -> None:
    """Write outputs. Folders are made where they are missing.

    Raises
    ------
    MachineError
        If one cannot be written; no file has then been replaced.
    OSError
        If that is standard output.
    """
    waiting: dict[Output, Path] = {}
    try:
        for output, content in contents.items():
            with told(output):
                if output.is_file:
                    waiting[output] = file_beside(output.place, content)
                else:
                    with stream_to(output) as stream:
                        write_all(stream, content)
        for output, temporary in waiting.items():
            with told(output):
                temporary.replace(output.place)
    finally:
        for temporary in waiting.values():
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def told(output: Output) -> Iterator[None]:
    """Say which output it is that cannot be written; failures of standard output stay as they are.

    Raises
    ------
    MachineError
    """
    try:
        yield
    except OSError as error:
        if output.is_standard_output:
            raise
        raise MachineError(
            f"output = {output.name!r} cannot be written: {error.strerror}"
        ) from error


@contextlib.contextmanager
def stream_to(output: Output) -> Iterator[BinaryIO]:
    """Open a device or a pipe, or what is open already; what is opened here is closed at the end.

    A named pipe opens when somebody reads it.
    """
    if output.is_standard_output:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    if output.descriptor is not None:
        descriptor = os.dup(output.descriptor)
    else:
        descriptor = os.open(output.place, os.O_WRONLY | os.O_NOCTTY)
    with os.fdopen(descriptor, "wb", buffering=0) as stream:
        yield stream


def write_all(stream: BinaryIO, content: bytes) -> None:
    """Write everything, for a system may take a part at a time."""
    rest = memoryview(content)
    while rest:
        rest = rest[stream.write(rest) :]
    stream.flush()


def file_beside(place: Path, content: bytes) -> Path:
    """Write a file beside the one that it is to replace, and return it; none is left on failure."""
    place.parent.mkdir(parents=True, exist_ok=True)
    temporary = place.with_name(f".sgemm-{secrets.token_hex(8)}")
    try:
        with temporary.open("xb", buffering=0) as file:
            with contextlib.suppress(FileNotFoundError):
                _take_after(file.fileno(), place.stat())
            write_all(file, content)
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _take_after(descriptor: int, before: os.stat_result) -> None:
    """Give a file the owner and the mode of the one that it will replace."""
    with contextlib.suppress(PermissionError):
        os.fchown(descriptor, before.st_uid, before.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(before.st_mode))
