"""Prebuilt kernels: machine code from the wheel ``sgemm-kernels``, which comes before the cache.

The wheel's package has a folder for each architecture, such as ``sm_90``: entries of a cache, under
the same keys and with the same checksums, and a manifest. That names the compiler, its options, and
the SHA-256 of the sources of each kernel. All three are parts of the keys as well, so that no entry
is found which was made of anything else; the manifest is there to say why.

The compiler is the one of the manifest, and not the one that is installed here: machine code needs
none. It has to be one that the library was tried with, or the installed one.

A package in ``sys.path`` is trusted as code is: nobody asks to whom its files belong.

``SGEMM_PREBUILT=off`` turns prebuilt kernels off. It is read when a kernel is built.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sgemm.errors import CompileError
from sgemm.toolchain import mainloop, nvrtc
from sgemm.toolchain.cache import Key, is_entry, read_entry, write_entry
from sgemm.toolchain.switches import is_on

MODULE = "sgemm_kernels"  # the package that the wheel installs

VARIABLE = "SGEMM_PREBUILT"
MANIFEST = "manifest.json"

_ENTRIES = "builds"
_FORMAT = 2  # 1 had entries that were not deflated
# What content that is not as it should be is found by.
_DAMAGES = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


class Prebuilt(NamedTuple):
    """The prebuilt kernels of one architecture."""

    folder: Path
    architecture: int
    compiler: str  # version of NVRTC
    options: str  # how it was used, and what was done with the machine code
    sources: Mapping[str, str]  # name of a kernel with layout and tile -> SHA-256 of its sources

    def objection(self, options: str) -> str | None:
        """Say why they are not used by a library with such options; None where they are."""
        if self.options != options:
            return f"they were made with {self.options!r}, and this sgemm makes kernels {options!r}"
        name = f"NVRTC {self.compiler}"
        if mainloop.is_tried(name) or self.compiler == nvrtc.installed_version():
            return None
        return (
            f"they were made by {name}, which is not installed here, and this sgemm was tried with "
            f"NVRTC {', '.join(mainloop.TRIED)}"
        )

    def has(self, name: str, sources: str) -> bool:
        """Whether a kernel is there; a warning says so where its sources are others."""
        found = self.sources.get(name)
        if found not in (None, sources):
            self._warn(name, "it was made from other sources than those of this sgemm")
        return found == sources

    def load(self, name: str, key: Key) -> bytes | None:
        """Return an entry of a kernel; None, with a warning, where it is missing or damaged."""
        try:
            payload = read_entry(self.folder / _ENTRIES, key)
        except OSError as error:
            self._warn(name, f"its file cannot be read ({error.strerror})")
            return None
        if payload is None:
            self._warn(name, "its file is damaged: the checksum is another")
        return payload

    def _warn(self, name: str, reason: str) -> None:
        mainloop.warn_once(
            f"prebuilt {name}",
            f"the prebuilt {name} in {self.folder} is not used: {reason}; {_NOW}",
        )


_NOW = (
    "what is not in the cache is compiled here; `make kernels` makes prebuilt kernels again, and "
    f"{VARIABLE}=off does without and says nothing"
)


def find(architecture: int, options: str) -> Prebuilt | None:
    """Return the prebuilt kernels of an architecture; None where there are none to be used.

    A warning says why those that are there are not used. They are looked for once in a process.
    """
    return _find(architecture, options) if is_on(VARIABLE) else None


def installed() -> list[Prebuilt | CompileError]:
    """Return the prebuilt kernels of all architectures, or what is wrong with them."""
    folders = [folder for place in _places() for folder in sorted(place.glob("sm_*"))]
    return [_read_or_error(folder) for folder in folders if re.fullmatch(r"sm_\d+", folder.name)]


def write(made: Prebuilt, entries: Mapping[Key, bytes]) -> int:
    """Write prebuilt kernels, entries by their keys, and return the bytes of all files.

    What was in the folder goes. The manifest goes first and comes last: without one nothing is
    used. Raises CompileError where the folder keeps no files.
    """
    place, manifest = made.folder / _ENTRIES, made.folder / MANIFEST
    about = {"format": _FORMAT} | made._asdict()
    del about["folder"]
    try:
        place.mkdir(parents=True, exist_ok=True)
        manifest.unlink(missing_ok=True)
        for former in filter(is_entry, place.iterdir()):
            former.unlink()
        written = [write_entry(place, *entry) for entry in entries.items()]
        manifest.write_text(json.dumps(about, indent=1) + "\n")
        return manifest.stat().st_size + sum(written)
    except OSError as error:
        raise CompileError(f"{made.folder} cannot be written: {error}") from error


@functools.cache
def _find(architecture: int, options: str) -> Prebuilt | None:
    for place in _places():
        folder = place / f"sm_{architecture}"
        if not folder.is_dir():
            continue
        found = _read_or_error(folder)
        reason = str(found) if isinstance(found, CompileError) else found.objection(options)
        if isinstance(found, Prebuilt) and reason is None:
            return found
        text = f"prebuilt kernels in {folder} are not used: {reason}; {_NOW}"
        mainloop.warn_once(f"prebuilt {folder}", text)
    return None


def _places() -> list[Path]:
    """Return the folders of the installed package: one, or none."""
    with contextlib.suppress(ImportError, ValueError):
        spec = importlib.util.find_spec(MODULE)
        if spec is not None:
            return [Path(each) for each in spec.submodule_search_locations or ()]
    return []


def _read_or_error(folder: Path) -> Prebuilt | CompileError:
    try:
        about = json.loads((folder / MANIFEST).read_text())
        if about["format"] != _FORMAT:
            return CompileError(f"{MANIFEST} is of format {about['format']!r}, not {_FORMAT}")
        if folder.name != f"sm_{about['architecture']}":
            return CompileError(f"{MANIFEST} is for sm_{about['architecture']}")
        return Prebuilt(
            folder,
            int(about["architecture"]),
            str(about["compiler"]),
            str(about["options"]),
            {str(name): str(hashed) for name, hashed in about["sources"].items()},
        )
    except OSError as error:
        return CompileError(f"{MANIFEST} cannot be read ({error.strerror})")
    except _DAMAGES as error:
        return CompileError(f"{MANIFEST} is damaged ({type(error).__name__}: {error})")
