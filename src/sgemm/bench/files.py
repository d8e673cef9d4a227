"""Files that users name: read with limits, and written to as what a name stands for.

- Reading has limits, so that nothing is read without an end.
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

from sgemm.errors import ArgumentError, MachineError
from sgemm.visible import visible

LONGEST_LINE = 2**26  # bytes: more than all samples of a measurement take
LARGEST_FILE = 2**30  # bytes: more than a GPU fills in weeks
MIB = 2**20

MOST_LINKS = 40  # so many links in a row are followed, as Linux does

STANDARD_OUTPUT = "-"

MEASUREMENTS = (".jsonl", ".parquet")  # endings of such files; others are known by their first line
BEGINNING = 2**16  # bytes in which such a line says what it is


@dataclasses.dataclass(frozen=True, slots=True)
class Output:
    """What a name stands for."""

    name: str  # as the user wrote it
    place: Path  # the file, links being followed; what name says for a device or a pipe
    is_file: bool  # or will be one; no device, pipe or open descriptor
    descriptor: int | None = None  # which open file of this process it is, if it is one

    @property
    def is_standard_output(self) -> bool:
        """Whether it is where a command prints."""
        return self.descriptor == 1

    def is_same_as(self, file: Path) -> bool:
        """Tell whether it is a certain file, by whatever name, or the Parquet that has the file."""
        try:
            status = self.place.stat() if self.descriptor is None else os.fstat(self.descriptor)
            holder = file.parent if file.parent.is_file() else file
            return os.path.samestat(status, holder.stat())
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
    """Find out what is written to where a user names an output."""
    name, place = os.fspath(path), Path(path)
    if name == STANDARD_OUTPUT:
        return Output(name, place, False, 1)
    try:
        descriptor = own_descriptor(place)
        if descriptor is not None:
            return Output(name, place, False, descriptor)
        real = Path(os.path.realpath(place))
        try:
            mode = place.stat().st_mode
        except FileNotFoundError:  # what a dangling link leads to is made
            return Output(name, real, True)
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
        return Output(name, real, True)
    return Output(name, place, False)


def check_free(output: Output) -> None:
    """Find out whether nobody has the lock of an output that is a file."""
    if not output.is_file or not output.place.exists():
        return
    with output.place.open("rb") as file:
        lock(file, output, fcntl.LOCK_SH)


def lock(file: IO[Any], output: Output, kind: int) -> None:
    """Lock a file until it is closed: LOCK_EX of :mod:`fcntl` to write, LOCK_SH to look."""
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise MachineError(
            f"output = {output.name!r} is being written by another process: wait until that ends, "
            "or name another file"
        ) from error


def check_folder(output: Output) -> None:
    """Find out, leaving no trace, whether an output that is a file can be written in its folder."""
    obstacle = obstacle_to_writing(output.place.parent) if output.is_file else None
    if obstacle is not None:
        raise ArgumentError(f"output = {output.name!r}: no file can be written there: {obstacle}")


def obstacle_to_writing(folder: Path) -> str | None:
    """Say, leaving no trace, why no file can be written to a folder, which need not exist."""
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
    """Write outputs. Folders are made where they are missing."""
    waiting: dict[Output, Path] = {}
    try:
        for output, content in contents.items():
            with naming(output):
                if output.is_file:
                    waiting[output] = file_beside(output.place, content)
                else:
                    with stream_to(output) as stream:
                        write_all(stream, content)
        for output, temporary in waiting.items():
            with naming(output):
                temporary.replace(output.place)
    finally:
        for temporary in waiting.values():
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def naming(output: Output) -> Iterator[None]:
    """Say which output cannot be written; failures of standard output stay as they are."""
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
    """Open a device, a pipe when somebody reads it, or what is open and stays so."""
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
    """Write a file beside the one whose place, owner and mode it is to take; none on failure."""
    place.parent.mkdir(parents=True, exist_ok=True)
    temporary = place.with_name(f".sgemm-{secrets.token_hex(8)}")
    try:
        with temporary.open("xb", buffering=0) as file:
            with contextlib.suppress(FileNotFoundError):
                before = place.stat()
                with contextlib.suppress(PermissionError):
                    os.fchown(file.fileno(), before.st_uid, before.st_gid)
                os.fchmod(file.fileno(), stat.S_IMODE(before.st_mode))
            write_all(file, content)
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def lines_of(path: Path) -> Iterator[bytes]:
    """Read line by line: a file, or a pipe that the process was given, as for ``<(zcat x.gz)``.

    Nothing else is opened: a named pipe waits for a writer, and a device need not end.
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
    """Check that a path is a file, and of a size that is read at once."""
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
