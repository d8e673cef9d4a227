"""A cache on disk that many processes and threads may share, and that never gets in the way.

An entry is found by the SHA-256 of the parts of its key. It is written to a temporary file, synced
and renamed, so that a reader sees all of it or nothing; its checksum tells a damaged entry, which
is then made again. A directory that cannot be read or written, or a full disk, means no caching:
never an error.

Environment variables:

- ``SGEMM_CACHE_DIR``: where the caches lie (else ``$XDG_CACHE_HOME/sgemm``, else
  ``~/.cache/sgemm``).
- ``SGEMM_CACHE_DISABLE``: anything but empty or ``0`` turns all caches off.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sgemm.errors import ArgumentError

DEFAULT_LIMIT_BYTES = 256 * 2**20

_MAGIC = b"sgemm cache 1\n"
_HEADER_BYTES = len(_MAGIC) + hashlib.sha256().digest_size
_ENTRY_NAME = re.compile(r"[0-9a-f]{64}")
_TEMPORARY_PREFIX = "writing-"
# A temporary file of this age was left behind by a process that died.
_ABANDONED_NS = 3600 * 10**9


@dataclasses.dataclass(frozen=True, slots=True)
class CacheInfo:
    """What lies in a cache.

    Parameters
    ----------
    path : Path or None
        Its directory, which may not exist yet; None where there is no home directory.
    enabled : bool
        False where SGEMM_CACHE_DISABLE is set, or there is no path.
    entries : int
    nbytes : int
        Size of all entries.
    limit_bytes : int
        Size above which the entries used longest ago are removed.
    """

    path: Path | None
    enabled: bool
    entries: int
    nbytes: int
    limit_bytes: int


class Cache:
    """One named cache: a directory of entries, bounded in size.

    Parameters
    ----------
    name : str
        Name of its directory below the root: letters, digits, ``-`` and ``_``.
    limit_bytes : int
        Size of all entries above which the ones used longest ago are removed. An entry larger
        than that is not kept.
    root : Path, optional
        Where the caches lie; the environment decides by default (see the module).

    Raises
    ------
    ArgumentError
        If the name cannot be a directory's, or the limit is negative.
    """

    def __init__(
        self, name: str, limit_bytes: int = DEFAULT_LIMIT_BYTES, root: Path | None = None
    ) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
            raise ArgumentError(
                f"name = {name!r}: a cache's name has letters, digits, '-' and '_' only"
            )
        if limit_bytes < 0:
            raise ArgumentError(f"limit_bytes = {limit_bytes}: a size is at least 0")
        base = _default_root() if root is None else root
        self._path = None if base is None else base / name
        self._limit_bytes = limit_bytes
        self._enabled = base is not None and os.environ.get("SGEMM_CACHE_DISABLE", "") in ("", "0")

    def fetch(self, key_parts: Sequence[str | bytes], make: Callable[[], bytes]) -> bytes:
        """Return the entry of a key; make it, and keep it, where there is none.

        Several processes may make the same entry at the same time; each returns a whole one.

        Parameters
        ----------
        key_parts : sequence of str or bytes
            All that the entry depends on. Where one part ends and the next begins counts.
        make : callable
            () -> bytes; its errors are passed on.

        Returns
        -------
        bytes
        """
        payload = self.load(key_parts)
        if payload is None:
            payload = make()
            self.store(key_parts, payload)
        return payload

    def load(self, key_parts: Sequence[str | bytes]) -> bytes | None:
        """Return the entry of a key, or None where there is no undamaged one."""
        key = _digest(key_parts)
        path = self._entry(key)
        if path is None:
            return None
        try:
            content = path.read_bytes()
        except OSError:
            return None
        payload = content[_HEADER_BYTES:]
        if content[:_HEADER_BYTES] != _header(key, payload):
            return None
        _mark_used(path)
        return payload

    def store(self, key_parts: Sequence[str | bytes], payload: bytes) -> None:
        """Keep an entry, in place of the key's former one, if that is possible."""
        key = _digest(key_parts)
        path = self._entry(key)
        if path is None or _HEADER_BYTES + len(payload) > self._limit_bytes:
            return
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_atomically(path, _header(key, payload) + payload)
            _mark_used(path)
            self._remove_oldest()

    def info(self) -> CacheInfo:
        """Say where the cache lies and what is in it."""
        sizes = [size for _, size, path in self._files() if _ENTRY_NAME.fullmatch(path.name)]
        return CacheInfo(self._path, self._enabled, len(sizes), sum(sizes), self._limit_bytes)

    def clear(self) -> int:
        """Remove all entries, and return how many there were."""
        removed = 0
        for _, _, path in self._files():
            with contextlib.suppress(OSError):
                path.unlink()
                removed += bool(_ENTRY_NAME.fullmatch(path.name))
        return removed

    def _entry(self, key: bytes) -> Path | None:
        return self._path / key.hex() if self._enabled and self._path is not None else None

    def _files(self) -> Iterator[tuple[int, int, Path]]:
        """Yield time of last use in ns, size and path of every file that a cache has written."""
        if self._path is None:
            return
        try:
            entries = list(os.scandir(self._path))
        except OSError:
            return
        for entry in entries:
            if not (_ENTRY_NAME.fullmatch(entry.name) or entry.name.startswith(_TEMPORARY_PREFIX)):
                continue
            # Another process may remove it in this moment.
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                yield status.st_mtime_ns, status.st_size, Path(entry.path)

    def _remove_oldest(self) -> None:
        """Remove what was used longest ago until the rest is within the limit."""
        total = 0
        now = time.time_ns()
        for used, size, path in sorted(self._files(), key=lambda file: file[0], reverse=True):
            if path.name.startswith(_TEMPORARY_PREFIX):
                superfluous = now - used > _ABANDONED_NS
            else:
                total += size
                superfluous = total > self._limit_bytes
            if superfluous:
                with contextlib.suppress(OSError):
                    path.unlink()


def _default_root() -> Path | None:
    chosen = os.environ.get("SGEMM_CACHE_DIR")
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        if chosen:
            return Path(chosen).expanduser()
        # The XDG rules: a relative path is not valid and is ignored.
        return (base if base.is_absolute() else Path.home() / ".cache") / "sgemm"
    except RuntimeError:
        return None


def _digest(parts: Sequence[str | bytes]) -> bytes:
    """Hash the parts of a key, each after its length, so that ("ab", "c") is not ("a", "bc")."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.digest()


def _header(key: bytes, payload: bytes) -> bytes:
    """Return what an entry starts with. The checksum covers the key: a renamed file is damage."""
    checksum = hashlib.sha256(key)
    checksum.update(payload)
    return _MAGIC + checksum.digest()


def _mark_used(path: Path) -> None:
    """Set the time of last use, which decides what is removed first.

    It is given in ns because a file system's own clock ticks in ms: entries would tie.
    """
    now = time.time_ns()
    # A read-only cache keeps no such times, and another process may just have removed the entry.
    with contextlib.suppress(OSError):
        os.utime(path, ns=(now, now))


def _write_atomically(path: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=_TEMPORARY_PREFIX, dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
