"""The table that a newcomer sees first: how fast, where not, how accurate, and measured when."""

from __future__ import annotations

from collections.abc import Sequence

from sgemm.bench.statistics import Judgement
from sgemm.report.places import Place, displayed
from sgemm.report.publish.ages import Age, age_of
from sgemm.report.set_words import SET_WORDS
from sgemm.report.tables import Column, Table, significant

UNKNOWN = "-"


def headline(places: Sequence[Place]) -> str:
    """Return, for each GPU, the speed and the error on each set as multiples of the baseline's."""
    return "\n".join(filter(None, map(_of_place, places)))


def _of_place(place: Place) -> str:
    if not place.is_gpu or place.baseline is None:
        return ""
    baseline = displayed(place.baseline)
    columns = (
        Column("problems"),
        Column("how many", right=True),
        Column(f"speed / {baseline}", right=True),
        Column("worst", right=True),
        Column("faster", right=True),
        Column("slower", right=True),
        Column(f"error / {baseline}", right=True),
        Column("measured (UTC)"),
        Column("commit"),
        Column("older", right=True),
    )
    errors = {(each.name, each.contender): each.mean_rms_ratio for each in place.errors}
    rows, found = [], []
    for summary in place.leaders:
        if summary.name not in SET_WORDS:
            continue
        age = age_of(place, summary.pairs)
        error = errors.get((summary.name, summary.contender))
        rows.append(
            (
                SET_WORDS[summary.name].replace("*", "\\*"),
                str(len(summary.pairs)),
                f"**{significant(summary.mean.value, 4)}**",
                significant(summary.worst.estimate.value, 4),
                str(summary.count(Judgement.FASTER)),
                str(summary.count(Judgement.SLOWER)),
                UNKNOWN if error is None else significant(error),
                age.when,
                age.commit,
                f"{age.older} of {age.problems}" if age.older else UNKNOWN,
            )
        )
        found.append((summary.contender, age))
    if not rows:
        return ""
    names = ", ".join(f"`{name}`" for name in dict.fromkeys(name for name, _ in found))
    words = (
        f"{names} on one {place.hardware}, beside {baseline} in the same process. Speed and error "
        "(root mean square against float64) are geometric means of ratios: above 1, the speed is "
        "higher than the baseline's; below 1, the error is smaller. Problems that are neither "
        "faster nor slower lie within the uncertainty of the measurement."
    )
    return f"{words}\n\n{Table(columns, tuple(rows)).to_markdown()}{_note([x for _, x in found])}"


def _note(found: Sequence[Age]) -> str:
    """Say what the last column means, where it says anything."""
    changes = {change for age in found for change in age.before}
    if not changes:
        return ""
    commits = ", ".join(each.commit for each in sorted(changes, key=lambda each: each.at))
    what = "measured before one of these commits changed its kernel, or when it is chosen"
    return f"\nOlder: {what}: {commits}.\n"
