"""A cache on disk that many processes and threads may share, and that never gets in the way.

An entry is found by the SHA-256 of the parts of its key, and is deflated (zlib). It is written to a
temporary file and renamed, so that a reader sees all of it or nothing; nobody waits for the disk.
Its checksum tells a damaged entry, which is then made again, such as one that a power failure has
cut short. A directory that cannot be read or written, or a full disk, means no caching: never an
error.

What lies in a cache is run as native code. It is used only where nobody else can have written it
(:mod:`sgemm.toolchain.private`): a directory that another user can write is not used, with a
warning, and such an entry is made again.

Environment variables:

- ``SGEMM_CACHE_DIR``: where the caches lie (else ``$XDG_CACHE_HOME/sgemm``, else
  ``~/.cache/sgemm``; a home directory that is no absolute path is none).
- ``SGEMM_CACHE_DISABLE``: ``1`` or ``on`` turns all caches off; ``0``, ``off`` or empty leave them
  on; another value is an error.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import time
import warnings
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sgemm.folders import user_folder
from sgemm.toolchain import waiting
from sgemm.toolchain.private import NotPrivateError, open_private_folder, read_private_file
from sgemm.toolchain.switches import is_on

Key = tuple[str | bytes, ...]  # what an entry is found by: its parts

DISABLE = "SGEMM_CACHE_DISABLE"

DEFAULT_LIMIT_BYTES = 256 * 2**20

_MAGIC = b"sgemm cache 2\n"
_LEVEL = 4  # of zlib: 6 makes machine code smaller by 7%, and takes three times as long
_HEADER_BYTES = len(_MAGIC) + hashlib.sha256().digest_size
_ENTRY_NAME = re.compile(r"[0-9a-f]{64}")
_TEMPORARY_PREFIX = "writing-"
# A temporary file of this age was left by a process that died.
_ABANDONED_NS = 3600 * 10**9


class CacheInfo(NamedTuple):
    """What lies in a cache."""

    path: Path | None
    """Its directory, which may not exist yet; None where there is no home directory."""
    enabled: bool  # false where SGEMM_CACHE_DISABLE is set, or there is no path
    entries: int
    nbytes: int  # size of all entries
    limit_bytes: int  # size above which the entries used longest ago are removed
    objection: str | None = None
    """Why the directory is not used though it is there: who else can write where."""


class Cache:
    """One named cache: a directory of entries, bounded in size.

    When all entries are larger than the limit, the ones used longest ago are removed; an entry
    larger than that is not kept. The environment decides where the caches lie, unless a root is
    given.
    """

    def __init__(
        self, name: str, limit_bytes: int = DEFAULT_LIMIT_BYTES, root: Path | None = None
    ) -> None:
        base = user_folder("SGEMM_CACHE_DIR", "XDG_CACHE_HOME", ".cache") if root is None else root
        self._path = None if base is None else base / name
        self._limit_bytes = limit_bytes
        self._enabled = base is not None and not is_on(DISABLE, default=False)

    def fetch(self, key_parts: Sequence[str | bytes], make: Callable[[], bytes]) -> bytes:
        """Return the entry of a key; make it, and keep it, where there is none.

        Several processes may make the same entry at the same time; each returns a whole one.
        """
        payload = self.load(key_parts)
        if payload is None:
            waiting.begin_compiling()
            payload = make()
            self.store(key_parts, payload)
        return payload

    def load(self, key_parts: Sequence[str | bytes]) -> bytes | None:
        """Return the entry of a key, or None where there is no undamaged one."""
        if not self._enabled:
            return None
        key = digest(key_parts)
        try:
            with self._opened() as folder:
                payload = _payload(key, read_private_file(key.hex(), folder))
                if payload is not None:
                    _mark_used(key.hex(), folder)
                return payload
        except OSError:
            return None

    def store(self, key_parts: Sequence[str | bytes], payload: bytes) -> None:
        """Keep an entry, in place of the key's former one, if that is possible."""
        if not self._enabled:
            return
        key = digest(key_parts)
        content = _content(key, payload)
        if len(content) > self._limit_bytes:
            return
        with contextlib.suppress(OSError), self._opened(make=True) as folder:
            _write_atomically(key.hex(), folder, content)
            _mark_used(key.hex(), folder)
            self._remove_oldest(folder)

    def info(self) -> CacheInfo:
        """Say where the cache lies and what is in it."""
        sizes: list[int] = []
        objection = None
        try:
            with self._opened(warn=False) as folder:
                sizes = [size for _, size, name in _files(folder) if _ENTRY_NAME.fullmatch(name)]
        except NotPrivateError as error:
            objection = str(error)
        except OSError:
            pass  # there is nothing, or nothing that can be read
        return CacheInfo(
            self._path, self._enabled, len(sizes), sum(sizes), self._limit_bytes, objection
        )

    def clear(self) -> int:
        """Remove all entries, and return how many there were."""
        removed = 0
        with contextlib.suppress(OSError), self._opened() as folder:
            for _, _, name in _files(folder):
                with contextlib.suppress(OSError):
                    os.unlink(name, dir_fd=folder)
                    removed += bool(_ENTRY_NAME.fullmatch(name))
        return removed

    @contextlib.contextmanager
    def _opened(self, make: bool = False, warn: bool = True) -> Iterator[int]:
        """Open the directory for a while; OSError where that cannot be, or others can write it."""
        if self._path is None:
            raise FileNotFoundError("there is no home directory")
        try:
            folder = open_private_folder(self._path, make)
        except NotPrivateError as error:
            if warn:
                # Python shows each text once.
                warnings.warn(
                    f"no cache is used in {self._path.parent}, and each process compiles again: "
                    f"{error}; let nobody else write there, or set SGEMM_CACHE_DIR to a directory "
                    "of yours",
                    RuntimeWarning,
                    stacklevel=1,
                )
            raise
        try:
            yield folder
        finally:
            os.close(folder)

    def _remove_oldest(self, folder: int) -> None:
        """Remove what was used longest ago until the rest is within the limit."""
        total = 0
        now = time.time_ns()
        for used, size, name in sorted(_files(folder), key=lambda file: file[0], reverse=True):
            if name.startswith(_TEMPORARY_PREFIX):
                superfluous = now - used > _ABANDONED_NS
            else:
                total += size
                superfluous = total > self._limit_bytes
            if superfluous:
                with contextlib.suppress(OSError):
                    os.unlink(name, dir_fd=folder)


def read_entry(folder: Path, key_parts: Sequence[str | bytes]) -> bytes | None:
    """Return an entry of a folder that is trusted whoever may write there; None where damaged.

    Raises OSError where there is none, or it cannot be read.
    """
    key = digest(key_parts)
    return _payload(key, (folder / key.hex()).read_bytes())


def write_entry(folder: Path, key_parts: Sequence[str | bytes], payload: bytes) -> int:
    """Write an entry to a folder that nobody reads yet, and return the size of its file."""
    key = digest(key_parts)
    return (folder / key.hex()).write_bytes(_content(key, payload))


def is_entry(path: Path) -> bool:
    """Whether a file is called as an entry is."""
    return _ENTRY_NAME.fullmatch(path.name) is not None


def _files(folder: int) -> Iterator[tuple[int, int, str]]:
    """Yield time of last use in ns, size and name of every file that a cache has written."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if not (_ENTRY_NAME.fullmatch(entry.name) or entry.name.startswith(_TEMPORARY_PREFIX)):
                continue
            # Another process may remove it in this moment.
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                yield status.st_mtime_ns, status.st_size, entry.name


def digest(parts: Sequence[str | bytes]) -> bytes:
    """Hash the parts of a key, each after its length, so that ("ab", "c") is not ("a", "bc")."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.digest()


def _content(key: bytes, payload: bytes) -> bytes:
    deflated = zlib.compress(payload, _LEVEL)
    return _header(key, deflated) + deflated


def _header(key: bytes, deflated: bytes) -> bytes:
    """Return what an entry starts with. The checksum covers the key: a renamed file is damage."""
    checksum = hashlib.sha256(key)
    checksum.update(deflated)
    return _MAGIC + checksum.digest()


def _payload(key: bytes, content: bytes) -> bytes | None:
    """Return what an entry holds, or None where it is damaged."""
    deflated = content[_HEADER_BYTES:]
    return zlib.decompress(deflated) if content[:_HEADER_BYTES] == _header(key, deflated) else None


def _mark_used(name: str, folder: int) -> None:
    """Set the time of last use, which decides what is removed first.

    It is given in ns because a file system's own clock ticks in ms: entries would tie.
    """
    now = time.time_ns()
    # A read-only cache keeps no such times, and another process may just have removed the entry.
    with contextlib.suppress(OSError):
        os.utime(name, ns=(now, now), dir_fd=folder)


def _write_atomically(name: str, folder: int, content: bytes) -> None:
    temporary = f"{_TEMPORARY_PREFIX}{os.urandom(8).hex()}"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
        raise
