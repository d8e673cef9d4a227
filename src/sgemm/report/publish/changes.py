"""Changes of the code after which older results are told to be older: ``results/changes.txt``.

Results know when and mostly with which commit they were measured. What has changed since is known
to the history of the repository alone, which is not there wherever tables are made. So the changes
that move numbers are written down, one a line::

    2026-11-21T08:43:34+00:00 30f4b63 split_k,skinny no division that a problem does not need

The time is that of the commit; then come its name, the kernels that it changed, by the names that
they had or have, and what it did. Empty lines, and lines that begin with ``#``, are passed over.
"""

from __future__ import annotations

import dataclasses
import datetime
import re
from pathlib import Path

from sgemm.bench.measurement import Measurement, time_of
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find

CHANGES = "changes.txt"
"""The file, in the folder of the results; there may be none."""

LINE = re.compile(r"(?P<at>\S+)\s+(?P<commit>[0-9a-f]{7,40})\s+(?P<kernels>\S+)\s+(?P<words>\S.*)")


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """A change of what is measured.

    Parameters
    ----------
    at : datetime
        When it was committed.
    kernels : frozenset of str
        Names of the kernels that it changed, as they are written, and as they are today.
    words : str
        What it did.
    """

    at: datetime.datetime
    commit: str
    kernels: frozenset[str]
    words: str

    def concerns(self, measurement: Measurement) -> bool:
        """Tell whether a measurement is of one of these kernels as it was before."""
        kernel = measurement.chosen or measurement.kernel
        return kernel in self.kernels and time_of(measurement.measured_at) < self.at


def read_changes(folder: Path) -> tuple[Change, ...]:
    """Read the changes of a folder of results.

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
        raise ArgumentError(f"{place}: {line!r} should be a time, a commit, kernels and words")
    try:
        at = time_of(match["at"])
    except ArgumentError as error:
        raise ArgumentError(
            f"{place}: {match['at']!r} is no time like 2026-11-21T08:25:16+00:00"
        ) from error
    kernels = match["kernels"].split(",")
    try:
        today = [find(name).name for name in kernels]
    except ArgumentError as error:
        raise ArgumentError(f"{place}: {error}") from error
    return Change(at, match["commit"], frozenset(kernels + today), match["words"])
