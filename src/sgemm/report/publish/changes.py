"""Changes of the code after which older results are told to be older: ``results/changes.txt``.

Results know when and mostly with which commit they were measured. What has changed since is known
to the history of the repository alone, which is not there wherever tables are made. So the changes
that move numbers are written down, one a line::

    2026-11-21T08:25:16+00:00 011e64e 16-17 the loop in machine code

The time is that of the commit; then come its name, the rungs whose kernels it changed (``16-17``,
``18,20``) and what it did. Empty lines, and lines that begin with ``#``, are passed over.
"""

from __future__ import annotations

import dataclasses
import datetime
import re
from pathlib import Path

from sgemm.bench.measurement import Measurement, time_of
from sgemm.errors import ArgumentError

CHANGES = "changes.txt"
"""The file, in the folder of the results; there may be none."""

LINE = re.compile(r"(?P<at>\S+)\s+(?P<commit>[0-9a-f]{7,40})\s+(?P<rungs>\S+)\s+(?P<words>\S.*)")
SPAN = re.compile(r"(?P<first>\d{1,3})(?:-(?P<last>\d{1,3}))?")


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """A change of what is measured.

    Parameters
    ----------
    at : datetime
        When it was committed.
    commit : str
    rungs : frozenset of int
        Places on the ladder of the kernels that it changed.
    words : str
        What it did.
    """

    at: datetime.datetime
    commit: str
    rungs: frozenset[int]
    words: str

    def concerns(self, measurement: Measurement) -> bool:
        """Tell whether a measurement is of one of these kernels as it was before."""
        return measurement.number in self.rungs and time_of(measurement.measured_at) < self.at


def read_changes(folder: Path) -> tuple[Change, ...]:
    """Read the changes of a folder of results.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    tuple of Change
        In the order of time; none where there is no file.

    Raises
    ------
    ArgumentError
        If a line is not of the form above.
    """
    source = folder / CHANGES
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return ()
    found = [
        _change(line.strip(), f"{CHANGES}:{number}")
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.strip().startswith("#")
    ]
    return tuple(sorted(found, key=lambda change: change.at))


def _change(line: str, place: str) -> Change:
    match = LINE.fullmatch(line)
    if match is None:
        raise ArgumentError(f"{place}: {line!r} should be a time, a commit, rungs and words")
    try:
        at = time_of(match["at"])
    except ArgumentError as error:
        raise ArgumentError(
            f"{place}: {match['at']!r} is no time like 2026-11-21T08:25:16+00:00"
        ) from error
    rungs: set[int] = set()
    for part in match["rungs"].split(","):
        span = SPAN.fullmatch(part)
        first, last = (0, -1) if span is None else (int(x or span["first"]) for x in span.groups())
        if first > last:
            raise ArgumentError(f"{place}: {part!r} is neither a rung nor a range of rungs")
        rungs |= set(range(first, last + 1))
    return Change(at, match["commit"], frozenset(rungs), match["words"])
