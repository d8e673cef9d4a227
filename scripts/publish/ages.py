"""When results were measured, and which of them are older than a change of the code.

Results know when and mostly with which commit they were measured. What has changed since is known
to the history of the repository alone, which is not there wherever tables are made. So the changes
that move numbers are written down in ``results/changes.txt``, one a line::

    2026-11-21T08:43:34+00:00 30f4b63 split_k,skinny no division that a problem does not need

The time is that of the commit; then come its name, the kernels that it changed, by the names that
they had or have, and what it did. Empty lines, and lines that begin with ``#``, are passed over.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sgemm.bench.measurement import Measurement, time_of
from sgemm.bench.pairing import Pair
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import measured_kernel

if TYPE_CHECKING:
    from publish.places import Place

CHANGES = "changes.txt"  # the file, in the folder of the results; there may be none

LINE = re.compile(r"(?P<at>\S+)\s+(?P<commit>[0-9a-f]{7,40})\s+(?P<kernels>\S+)\s+(?P<words>\S.*)")

NOT_RECORDED = "not recorded"  # the commit of files that were measured outside of a repository


class Change(NamedTuple):
    """A change of what is measured."""

    at: datetime.datetime  # when it was committed
    commit: str
    kernels: frozenset[str]
    """Names of the kernels that it changed, as they are written, and as they are today."""
    words: str  # what it did

    def concerns(self, measurement: Measurement) -> bool:
        """Tell whether a measurement is of one of these kernels as it was before."""
        kernel = (measurement.chosen or measurement.kernel).partition(":")[0]  # in any tile
        return kernel in self.kernels and time_of(measurement.measured_at) < self.at


def read_changes(folder: Path) -> tuple[Change, ...]:
    """Read the changes of a folder of results, in the order of time; none without a file."""
    try:
        lines = (folder / CHANGES).read_text(encoding="utf-8").splitlines()
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
    kernels = match["kernels"].split(",")
    try:
        at = time_of(match["at"])
    except ArgumentError as error:
        what = f"{match['at']!r} is no time like 2026-11-21T08:25:16+00:00"
        raise ArgumentError(f"{place}: {what}") from error
    try:
        today = [measured_kernel(name).name for name in kernels]
    except ArgumentError as error:
        raise ArgumentError(f"{place}: {error}") from error
    return Change(at, match["commit"], frozenset(kernels + today), match["words"])


class Age(NamedTuple):
    """How old some comparisons are."""

    when: str  # their time in UTC to the minute: "2026-11-21 04:00", or from one to another
    day: str  # the same to the day
    commit: str  # the commits that were measured, as far as they are known
    problems: int  # how many comparisons there are
    older: int  # how many of them ran a kernel that has changed since
    before: Mapping[Change, int]
    """How many of them are older than each change that concerns them, in the order of time."""


def age_of(place: Place, pairs: Iterable[Pair]) -> Age:
    """Return how old comparisons are, of which there is at least one."""
    keys = [(pair.setting, pair.contender) for pair in pairs]
    measurements = [place.results.latest[key] for key in keys]
    times = [time_of(each.measured_at) for each in measurements]
    first, last = minute(min(times)), minute(max(times))
    same_day = first[:10] == last[:10]
    commits = {place.commits[key] for key in keys}
    known = sorted(commit for commit in commits if commit is not None)
    if None in commits:
        known.append(f"others {NOT_RECORDED}" if known else NOT_RECORDED)
    before = {each: sum(map(each.concerns, measurements)) for each in place.changes}
    return Age(
        first if first == last else f"{first} ... {last[11:] if same_day else last}",
        first[:10] if same_day else f"{first[:10]} ... {last[:10]}",
        ", ".join(known),
        len(keys),
        sum(any(change.concerns(each) for change in place.changes) for each in measurements),
        {change: count for change, count in before.items() if count},
    )


def heading(place: Place) -> str:
    """Say where and when the comparisons of a place were measured, and what has changed since."""
    age = age_of(place, place.pairs)
    words = f"{place.hardware}, {place.protocol}, measured {age.when} (UTC), commit {age.commit}"
    if age.before:
        commits = ", ".join(change.commit for change in age.before)
        words += f", before these commits changed some of the kernels: {commits}"
    return f"{words}."


def minute(at: datetime.datetime) -> str:
    """Write a time in UTC to the minute: ``"2026-11-21 04:00"``."""
    return f"{at.astimezone(datetime.UTC):%Y-%m-%d %H:%M}"
