"""Rates that were tuned on this computer's GPUs, in the user's folder for data.

There is one file for each model of GPU, version of its driver and version of sgemm, because rates
of another one are not right. It is written whole and renamed, so that a reader sees all of it or
nothing. A checksum tells a damaged one, which is set aside. Files of other versions of sgemm may
have another form: they are never damaged. Files with other names are a user's own, and stay.

The folder is ``SGEMM_DATA_DIR``, else ``$XDG_DATA_HOME/sgemm``, else ``~/.local/share/sgemm``.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import math
import os
import re
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgemm.errors import MachineError
from sgemm.folders import tuned_folder
from sgemm.kernels.gpus import Figures
from sgemm.planning.rates import Rates, Speeds
from sgemm.version import __version__
from sgemm.visible import visible

FORMAT = "sgemm tuned rates 1"
SUFFIX = ".json"
MEASURED = ".jsonl"  # of the results that rates are fitted to
DAMAGED = ".damaged"  # what a file that was set aside ends in
MOST_NOTES = 2  # of rates that are not used, in the line that says which ones are
LARGEST = 1e6  # of a rate: a second, where it is in microseconds

ANOTHER = (
    "another sgemm tune measures this model of GPU now: wait until it ends; its rates hold for all "
    "later processes"
)

_THIS = f"sgemm {__version__}"

# A file of one of these endings that is named as place_of names it: a model of GPU and its
# multiprocessors, the driver, and the version of sgemm.
_NAME = re.compile(
    r"(?P<model>[A-Za-z0-9.-]+)_(?P<multiprocessors>[0-9]+)_([0-9]+(\.[0-9]+)+|unknown)"
    r"_(?P<version>[0-9]+(\.[A-Za-z0-9-]+)+?)"
    rf"({re.escape(SUFFIX)}({re.escape(DAMAGED)})?|{re.escape(MEASURED)})"
)

# What content that is not as it should be is found by.
_DAMAGES = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


class Tuned(NamedTuple):
    """Rates with what they belong to, and what is to be known of them."""

    figures: Figures  # of the GPU
    version: str  # of sgemm
    date: str  # when they were fitted: ``"2026-11-24"``
    problems: int  # how many were measured, and how many times there are
    times: int
    marks: tuple[str, ...]  # what disturbed the measurement, in words
    speeds: Speeds
    rates: Mapping[str, Rates]

    def objection(self, figures: Figures) -> str | None:
        """Say why they are not used for a GPU here and now; None where they are."""
        own = self.figures
        if (own.name, own.multiprocessors) != (figures.name, figures.multiprocessors):
            one = f"for an {own.name} with {own.multiprocessors} multiprocessors"
            other = f"an {figures.name} with {figures.multiprocessors}"
        elif own.driver != figures.driver:
            one, other = f"with driver {own.driver}", f"driver {figures.driver}"
        elif self.version != __version__:
            one, other = f"by sgemm {self.version}", _THIS
        else:
            return None
        return f"those tuned {one} are not used, as this is {other}"


class Found(NamedTuple):
    """What the folder has for a GPU: its rates, and what to say of others, if anything."""

    tuned: Tuned | None
    notes: tuple[str, ...] = ()


def place_of(figures: Figures) -> Path | None:
    """Return the file that is for a GPU here and now."""
    where = tuned_folder()
    name = _joined(figures.name, str(figures.multiprocessors), figures.driver, __version__)
    return None if where is None else where / f"{name}{SUFFIX}"


def measured_beside(place: Path) -> Path:
    """Return the file of results that rates are fitted to."""
    return place.with_suffix(MEASURED)


def forget(figures: Figures | None = None) -> list[Path]:
    """Remove all that is kept for a model of GPU, or for all; return which files these were.

    What is named otherwise is not of sgemm, and stays. While a tuning measures or fits, nothing is
    removed, and MachineError is raised.
    """
    begin = "" if figures is None else _begin(figures)
    removed = [path for path in _named("") if path.name.startswith(begin)]
    with contextlib.ExitStack() as stack:
        for path in removed:
            if path.suffix == MEASURED:
                stack.enter_context(locked(path))
        for path in removed:
            path.unlink(missing_ok=True)
    return removed


def model_of(path: Path) -> str:
    """Return the model of GPU that a file is of, as its name has it."""
    named = _NAME.fullmatch(path.name)
    assert named is not None, path
    return f"{named['model']} with {named['multiprocessors']} multiprocessors"


@contextlib.contextmanager
def locked(measured: Path) -> Iterator[None]:
    """Have the lock of a file of results, if it is there; MachineError where another has it."""
    with contextlib.ExitStack() as stack:
        try:
            # Over NFS a lock of one process alone takes a file that was opened to be written.
            mode = "r+b" if os.access(measured, os.W_OK) else "rb"
            file = stack.enter_context(measured.open(mode))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:
            pass
        except BlockingIOError as error:
            raise MachineError(ANOTHER) from error
        yield


def _begin(figures: Figures) -> str:
    """Return what the names of all files of a model of GPU begin with."""
    return _joined(figures.name, str(figures.multiprocessors), "")


def _joined(*parts: str) -> str:
    return "_".join(re.sub(r"[^A-Za-z0-9.]+", "-", part) for part in parts)


def find(figures: Figures) -> Found:
    """Return the rates that were tuned for a GPU here and now, if there are."""
    with contextlib.suppress(OSError):  # a folder that cannot be read is none
        return _found(figures)
    return Found(None)


def _found(figures: Figures) -> Found:
    place = place_of(figures)
    if place is None:
        return Found(None)
    notes = []
    # Those of this model first: that its driver has changed is news, that there are others is not.
    for path in sorted(files(), key=lambda each: not each.name.startswith(_begin(figures))):
        read = read_or_set_aside(path)
        objection = read.objection(figures) if isinstance(read, Tuned) else read
        if objection is not None:
            notes.append(objection)
        elif isinstance(read, Tuned):
            return Found(read)
    if set_aside(place).exists():
        notes.insert(0, "those tuned here were damaged: sgemm tune makes them again")
    notes = list(dict.fromkeys(notes))  # a file that was copied under another name says the same
    if len(notes) > MOST_NOTES:
        count = len(notes) - MOST_NOTES
        notes[MOST_NOTES:] = ["nor is one other" if count == 1 else f"nor are {count} others"]
    return Found(None, tuple(notes))


def files() -> Iterator[Path]:
    """Yield the files of tuned rates, in the order of their names."""
    yield from _named(SUFFIX)


def damaged(figures: Figures | None = None) -> Iterator[Path]:
    """Yield the files that were set aside: of rates for a GPU here and now, or all of them."""
    own = None if figures is None else place_of(figures)
    for path in _named(SUFFIX + DAMAGED):
        if own is None or path == set_aside(own):
            yield path


def _named(suffix: str) -> Iterator[Path]:
    """Yield the files that are named as those of sgemm are, and end in this."""
    where = tuned_folder()
    if where is not None and where.is_dir():
        for path in sorted(where.glob(f"*{suffix}")):
            if _NAME.fullmatch(path.name) and path.is_file():
                yield path


def set_aside(path: Path) -> Path:
    """Return where a damaged file goes."""
    return path.with_name(path.name + DAMAGED)


def read_or_set_aside(path: Path) -> Tuned | str | None:
    """Read a file of tuned rates; rename it where it is damaged, and say so in a line.

    Of another version of sgemm, whose files may have another form, return why it is not used.
    """
    try:
        return parsed(path.read_bytes())
    except OSError:
        return None  # nothing that can be read: as if there were none
    except _DAMAGES as error:
        reason = str(error)
    named = _NAME.fullmatch(path.name)
    if named is not None and named["version"] != _joined(__version__):
        return f"those tuned by sgemm {named['version']} are not used, as this is {_THIS}"
    aside = set_aside(path)
    try:
        path.replace(aside)
        words = f"set aside as {visible(aside)}"
        with contextlib.suppress(*_DAMAGES):
            made_again = parsed(aside.read_bytes())  # by another process, after the first look
            aside.replace(path)
            return made_again
    except OSError:
        words = "not used"
    warnings.warn(
        f"tuned rates are damaged ({visible(reason)}) and were {words}; sgemm tune makes "
        "them again",
        RuntimeWarning,
        stacklevel=2,
    )
    return None


def content_of(tuned: Tuned) -> bytes:
    """Return what a file of tuned rates has in it."""
    fields = tuned._asdict() | {"format": FORMAT, "rates": dict(sorted(tuned.rates.items()))}
    return json.dumps(fields | {"checksum": _checksum(fields)}, indent=1).encode() + b"\n"


def parsed(content: bytes) -> Tuned:
    """Read such content; one of ``_DAMAGES`` where anything is not as it should be.

    The checksum tells what a disk has done; the ranges what people have.
    """
    fields = json.loads(content)
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT!r}")
    checksum = fields.pop("checksum", None)
    if checksum != _checksum(fields):
        raise ValueError("its checksum is another one")
    fields.pop("format")
    fields["figures"] = Figures(*fields["figures"])
    fields["speeds"] = Speeds(*map(_positive, fields["speeds"]))
    fields["rates"] = {name: _rates(numbers) for name, numbers in fields["rates"].items()}
    fields["marks"] = tuple(map(str, fields["marks"]))
    return Tuned(**fields)


def _checksum(fields: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def _rates(numbers: list[Any]) -> Rates:
    *others, resident = numbers
    if not all(_is_number(each) and 0.0 <= each <= LARGEST for each in others) or not any(others):
        raise ValueError(f"rates {others} are not all from 0 to {LARGEST:.0e}, or all 0")
    if not isinstance(resident, int) or isinstance(resident, bool) or not 1 <= resident <= 64:
        raise ValueError(f"resident = {resident}: 1 to 64 blocks are held at once")
    return Rates._make([*map(float, others), resident])


def _positive(number: Any) -> float:
    if not _is_number(number) or not 0.0 < float(number) < math.inf:
        raise ValueError(f"a speed is {number}")
    return float(number)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
