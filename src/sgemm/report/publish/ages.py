"""When results were measured, with which commit, and whether the code has changed since."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Iterable, Mapping, Sequence

from sgemm.bench.measurement import time_of
from sgemm.bench.pairing import Pair
from sgemm.bench.sets import OTHER
from sgemm.report.places import Place
from sgemm.report.publish.changes import Change
from sgemm.report.tables import Table, columns_of

NOT_RECORDED = "not recorded"
"""The commit of files that were measured outside of a repository."""

NOTHING_OLDER = "No set is older than a change of its kernels in `results/changes.txt`.\n"


@dataclasses.dataclass(frozen=True, slots=True)
class Age:
    """How old some comparisons are.

    Parameters
    ----------
    first, last : datetime
        When the first and the last one were measured, in UTC.
    commits : tuple of str or None
        Commits that were measured; one of them is None if any is unknown.
    problems : int
        How many comparisons there are.
    older : int
        How many of them ran a kernel that has changed since.
    before : mapping of Change to int
        How many of them are older than each change that concerns them, in the order of time.
    """

    first: datetime.datetime
    last: datetime.datetime
    commits: tuple[str | None, ...]
    problems: int
    older: int
    before: Mapping[Change, int]

    @property
    def when(self) -> str:
        """The time in words, to the minute: ``"2026-11-21 04:00"`` or from one to another."""
        first, last = minute(self.first), minute(self.last)
        if first == last:
            return first
        return f"{first} ... {last[11:] if first[:10] == last[:10] else last}"

    @property
    def day(self) -> str:
        """The same to the day."""
        first, last = minute(self.first)[:10], minute(self.last)[:10]
        return first if first == last else f"{first} ... {last}"

    @property
    def commit(self) -> str:
        """The commits in words."""
        known = [commit for commit in self.commits if commit is not None]
        if len(known) < len(self.commits):
            known.append(f"others {NOT_RECORDED}" if known else NOT_RECORDED)
        return ", ".join(known)


def age_of(place: Place, pairs: Iterable[Pair]) -> Age:
    """Return how old comparisons are.

    Parameters
    ----------
    place : Place
        Where they were measured.
    pairs : iterable of Pair
        At least one.

    Raises
    ------
    ArgumentError
        If a measurement does not say when it was made.
    """
    keys = [(pair.setting, pair.contender) for pair in pairs]
    measurements = [place.latest[key] for key in keys]
    times = [time_of(each.measured_at) for each in measurements]
    before: dict[Change, int] = {}
    for change in place.changes:
        if count := sum(map(change.concerns, measurements)):
            before[change] = count
    return Age(
        min(times),
        max(times),
        tuple(sorted({place.results.commits[key] for key in keys}, key=str)),
        len(keys),
        sum(any(change.concerns(each) for change in before) for each in measurements),
        before,
    )


def ages(places: Sequence[Place]) -> str:
    """Return the table of the changes of kernels, and of what was measured before each."""
    columns = columns_of(
        "committed (UTC) | commit | kernels | what it changed | measured before it"
    )
    found = [
        (f"{summary.name} ({place.short_name})", age_of(place, summary.pairs))
        for place in places
        if place.is_gpu
        for summary in place.leaders
        if summary.name != OTHER
    ]
    rows = []
    for change in dict.fromkeys(change for place in places for change in place.changes):
        older = [
            f"{name}: {age.before[change]} of {age.problems}"
            for name, age in found
            if change in age.before
        ]
        if older:
            names = ", ".join(f"`{name}`" for name in sorted(change.kernels))
            rows.append((minute(change.at), change.commit, names, change.words, ", ".join(older)))
    if rows:
        return Table(columns, tuple(rows)).to_markdown()
    return NOTHING_OLDER if found else ""


def minute(at: datetime.datetime) -> str:
    """Write a time in UTC to the minute: ``"2026-11-21 04:00"``."""
    return f"{at.astimezone(datetime.UTC):%Y-%m-%d %H:%M}"
