"""Folders and files that nobody else can write, judged as SSH judges its own.

A folder must belong to this user or to root, and give write permission to nobody else; so must
every folder on the way to it, from the home folder, or from the root for what lies elsewhere. Only
on the way may one be writeable by all if it is sticky, as ``/tmp`` is: nobody can exchange there
what belongs to another. Each folder is opened below the one before, and judged as it was opened:
what was judged is what is used, whatever is renamed meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from sgemm.folders import home_folder

ROOT = 0
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
FOLDER = os.O_DIRECTORY | os.O_NOFOLLOW
READ_AT_ONCE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY
"""Neither a symbolic link is followed nor the writer of a named pipe waited for."""


class NotPrivateError(OSError):
    """Another user can write to a folder; the message says which, and why."""


def open_private_folder(path: Path, make: bool = False) -> int:
    """Open a folder to which nobody else can write; it and those on the way are made if asked for.

    Symbolic links on the way are resolved first. The caller closes the descriptor. Raises
    NotPrivateError if another user can write to it, or to one on the way.
    """
    real = Path(os.path.realpath(path))
    place = _start(real)
    names = real.relative_to(place).parts
    descriptor = os.open(place, FOLDER | (os.O_PATH if names else os.O_RDONLY))
    try:
        _judge(descriptor, place, is_last=not names)
        for position, name in enumerate(names, 1):
            is_last = position == len(names)
            if make:
                with contextlib.suppress(FileExistsError):  # whatever it is: opening it will show
                    os.mkdir(name, 0o700, dir_fd=descriptor)
            mode = os.O_RDONLY if is_last else os.O_PATH
            below = os.open(name, FOLDER | mode, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
            place /= name
            _judge(descriptor, place, is_last)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def read_private_file(name: str, folder: int) -> bytes:
    """Read a regular file in a private folder; NotPrivateError if another user can write to it."""
    descriptor = os.open(name, READ_AT_ONCE, dir_fd=folder)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{name} is no regular file")
        _judge(descriptor, Path(name), is_last=True)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)


def _start(real: Path) -> Path:
    """Return the first folder that is judged: how home folders are kept is the system's care."""
    home = home_folder()
    if home is not None:
        home = Path(os.path.realpath(home))
        if real.is_relative_to(home):
            return home
    return Path(real.anchor)


def _judge(descriptor: int, place: Path, is_last: bool) -> None:
    """Raise NotPrivateError if another user can write to what was opened."""
    status = os.fstat(descriptor)
    if status.st_uid not in (ROOT, os.geteuid()):
        raise NotPrivateError(f"{place} belongs to user {status.st_uid}")
    is_guarded = not is_last and status.st_mode & stat.S_ISVTX
    if status.st_mode & OTHERS_WRITE and not is_guarded:
        mode = stat.S_IMODE(status.st_mode)
        raise NotPrivateError(f"others can write to {place} (its mode is {mode:04o})")
