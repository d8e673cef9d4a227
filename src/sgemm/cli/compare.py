"""``sgemm compare``: ratios of speeds in results, how sure they are, and what they come to."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from sgemm.bench.pairing import (
    Change,
    Pair,
    ResultSet,
    baseline_names,
    changes,
    contender_names,
    is_library,
    load,
    pairs,
    wrong,
)
from sgemm.bench.sets import SETS, set_of
from sgemm.bench.setting import Setting
from sgemm.bench.statistics import Estimate, Judgement, geometric_mean
from sgemm.bench.summary import Summary, leaders, summaries
from sgemm.cli.options import shared_options
from sgemm.cli.output import finite, print_json, print_table, print_text
from sgemm.errors import ArgumentError
from sgemm.report.tables import Column, Table, significant

SCHEMA = 1
"""Version of the document that ``--json`` prints."""

Wrong = tuple[Setting, str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """Which of the results count.

    Parameters
    ----------
    baseline : str or None
    kernels, sets : tuple of str
        None of them means all.
    """

    baseline: str | None
    kernels: tuple[str, ...]
    sets: tuple[str, ...]

    def takes(self, setting: Setting, contender: str) -> bool:
        """Tell whether a contender in a setting is asked for."""
        return (not self.kernels or contender in self.kernels) and (
            not self.sets or set_of(setting) in self.sets
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Compared:
    """All that was found."""

    baseline: str | None
    pairs: tuple[Pair, ...]
    summaries: tuple[Summary, ...]
    changes: tuple[Change, ...]
    wrong: tuple[Wrong, ...]


@click.command("compare")
@click.argument("results", nargs=-1, required=True, type=click.Path())
@click.option(
    "--baseline",
    metavar="NAME",
    help="What to compare with; by default what most contenders were measured beside.",
)
@click.option("--kernel", "kernels", multiple=True, metavar="NAME", help="Only this contender.")
@click.option("--set", "sets", multiple=True, type=click.Choice(SETS), help="Only this set.")
@click.option(
    "--fail-below",
    type=click.FloatRange(min=0.0),
    metavar="R",
    help="Exit with 1 if a set's geometric mean is below R, or a result of its leader is wrong.",
)
@click.option(
    "--fail-change-below",
    type=click.FloatRange(min=0.0),
    metavar="R",
    help="Exit with 1 if a contender's geometric mean over an earlier result set is below R.",
)
@click.option("--skip-damaged", is_flag=True, help="Leave damaged lines out, and say so.")
@shared_options
@click.pass_context
def command(
    context: click.Context,
    results: tuple[str, ...],
    baseline: str | None,
    kernels: tuple[str, ...],
    sets: tuple[str, ...],
    fail_below: float | None,
    fail_change_below: float | None,
    skip_damaged: bool,
    machine: str | None,
    as_json: bool,
) -> None:
    """Compare contenders within results, and results with each other.

    Each RESULTS is a file of results, or a folder of such files. In each, contenders are compared
    with the baseline. What several RESULTS have in common is compared with the first that has it:
    name the older ones first.

    A ratio is that of the median speeds, above 1 where the contender is the faster one, with its
    95% interval: the hull of the one that follows from the samples and the one that follows from
    the interleaved rounds. "No difference" means that the interval has 1 in it.

    Sets are recognised by their problems. A set's line is that of the contender measured on the
    most of its problems; among equals, of the one with the greatest mean.
    """
    groups = tuple(load(path, skip_damaged).on(machine) for path in results)
    found = _compared(groups, Request(baseline, kernels, sets))
    failures = _failures(found, sets, fail_below, fail_change_below)
    if as_json:
        print_json(_document(groups, found, failures))
    else:
        _print(groups, found, failures)
    context.exit(1 if failures else 0)


def _compared(groups: tuple[ResultSet, ...], request: Request) -> Compared:
    known = (*baseline_names(groups), *contender_names(groups))
    for name in (*request.kernels, *((request.baseline,) if request.baseline else ())):
        if name not in known:
            raise ArgumentError(
                f"{name!r} is not in these results; there are {', '.join(dict.fromkeys(known))}"
            )
    baseline = request.baseline or next(iter(baseline_names(groups)), None)
    # Where two result sets have the same, the later one is summed up.
    latest: dict[tuple[Setting, str], Pair] = {}
    for group in groups if baseline is not None else ():
        for pair in pairs(group, baseline or ""):
            if request.takes(pair.setting, pair.contender):
                latest[pair.setting, pair.contender] = pair
    ordered = tuple(sorted(latest.values(), key=lambda pair: pair.setting.order))
    changed = tuple(each for each in changes(groups) if request.takes(each.setting, each.contender))
    if not ordered and not changed:
        raise ArgumentError(
            "there is nothing to compare: no contender was timed "
            + ("beside a baseline" if baseline is None else f"where {baseline} was, as asked for")
        )
    mistakes = [each for group in groups for each in wrong(group)]
    return Compared(
        baseline,
        ordered,
        summaries(ordered),
        changed,
        tuple(each for each in mistakes if request.takes(each[0], each[1])),
    )


def _failures(
    found: Compared, sets: tuple[str, ...], below: float | None, change_below: float | None
) -> list[str]:
    """Say what does not hold of what was asked for."""
    leading = leaders(found.summaries)
    missing = [name for name in sets if name not in {summary.name for summary in leading}]
    if missing and not found.changes:
        raise ArgumentError(f"set = {missing[0]!r}: no comparison in these results belongs to it")
    failures = []
    if below is not None:
        if not leading:
            raise ArgumentError(f"fail_below = {below:g}: there is no set with a mean to check")
        for summary in leading:
            if summary.mean.value < below:
                failures.append(
                    f"{summary.name}: {summary.contender} has a geometric mean of "
                    f"{summary.mean.value:.4f}, below {below:g}"
                )
            failures += [
                f"{summary.name}: {summary.contender} is wrong at {setting}: {reason}"
                for setting, contender, reason in found.wrong
                if contender == summary.contender and set_of(setting) == summary.name
            ]
    if change_below is not None:
        means = _change_means(found.changes)
        if not means:
            raise ArgumentError(
                f"fail_change_below = {change_below:g}: the result sets have nothing in common"
            )
        failures += [
            f"{contender} changed by a geometric mean of {mean.value:.4f}, below {change_below:g}"
            for contender, (mean, _) in means.items()
            if mean.value < change_below
        ]
    return failures


def _change_means(found: tuple[Change, ...]) -> dict[str, tuple[Estimate, int]]:
    """Return geometric mean and count of the changes of each contender but the libraries."""
    groups: dict[str, list[Estimate]] = {}
    for change in found:
        if finite(change.estimate.value) and not is_library(change.contender):
            groups.setdefault(change.contender, []).append(change.estimate)
    return {name: (geometric_mean(each), len(each)) for name, each in groups.items()}


def _print(groups: tuple[ResultSet, ...], found: Compared, failures: list[str]) -> None:
    for group in groups:
        for words in group.skipped:
            print_text(f"skipped: {words}", style="yellow")
    if found.pairs:
        print_text(f"ratios to {found.baseline}", style="bold")
        print_table(_pairs_table(found.pairs))
    for setting, contender, reason in found.wrong:
        print_text(f"wrong, and not timed: {contender} at {setting}: {reason}", style="bold red")
    if found.changes:
        print_text()
        print_text("changes between result sets", style="bold")
        print_table(_changes_table(found.changes))
        for contender, (mean, count) in _change_means(found.changes).items():
            words = f"{mean.value:.3f} ({_interval(mean)}) over {count}"
            print_text(f"{contender}: geometric mean of the change {words}")
        if any(change.through is None for change in found.changes):
            print_text(
                "Where no baseline was measured in both, times of two runs are compared: how much "
                "the machine itself differed between them is not in the interval."
            )
    leading = leaders(found.summaries)
    if len(found.summaries) > len(leading):
        print_text()
        print_text("all contenders by set", style="bold")
        print_table(_sets_table(found.summaries))
    if leading:
        print_text()
        print_text("sets, each by its leading contender", style="bold")
        print_table(_sets_table(leading))
    for words in failures:
        print_text(f"does not hold: {words}", style="bold red")


def _pairs_table(found: tuple[Pair, ...]) -> Table:
    columns = (
        Column("problem"),
        Column("machine"),
        Column("protocol"),
        Column("contender"),
        Column("GFLOP/s", right=True),
        Column("baseline", right=True),
        Column("ratio", right=True),
        Column("95%"),
        Column("verdict"),
    )
    return Table(
        columns,
        tuple(
            (
                str(pair.setting),
                pair.setting.machine,
                pair.setting.protocol,
                pair.contender,
                _speed(pair.setting, pair.contender_seconds),
                _speed(pair.setting, pair.baseline_seconds),
                significant(pair.estimate.value, 4),
                _interval(pair.estimate),
                pair.estimate.judgement.value,
            )
            for pair in found
        ),
    )


def _changes_table(found: tuple[Change, ...]) -> Table:
    columns = (
        Column("problem"),
        Column("protocol"),
        Column("contender"),
        Column("before"),
        Column("after"),
        Column("change", right=True),
        Column("95%"),
        Column("verdict"),
        Column("through"),
    )
    return Table(
        columns,
        tuple(
            (
                str(change.setting),
                change.setting.protocol,
                change.contender,
                change.before,
                change.after,
                significant(change.estimate.value, 4),
                _interval(change.estimate),
                change.estimate.judgement.value,
                change.through or "-",
            )
            for change in found
        ),
    )


def _sets_table(found: tuple[Summary, ...]) -> Table:
    columns = (
        Column("set"),
        Column("protocol"),
        Column("contender"),
        Column("problems", right=True),
        Column("mean", right=True),
        Column("95%"),
        Column("worst", right=True),
        Column("at"),
        Column("faster", right=True),
        Column("slower", right=True),
        Column("same", right=True),
    )
    return Table(
        columns,
        tuple(
            (
                summary.name,
                f"{summary.machine}, {summary.protocol}",
                summary.contender,
                str(len(summary.pairs)),
                significant(summary.mean.value, 4),
                _interval(summary.mean),
                significant(summary.worst.estimate.value, 4),
                str(summary.worst.setting),
                str(summary.count(Judgement.FASTER)),
                str(summary.count(Judgement.SLOWER)),
                str(summary.count(Judgement.NO_DIFFERENCE)),
            )
            for summary in found
        ),
    )


def _document(
    groups: tuple[ResultSet, ...], found: Compared, failures: list[str]
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "command": "compare",
        "holds": not failures,
        "failures": failures,
        "baseline": found.baseline,
        "results": [
            {
                "name": group.name,
                "files": [str(path) for path, _ in group.files],
                "measurements": sum(len(each.measurements) for _, each in group.files),
                "skipped": group.skipped,
            }
            for group in groups
        ],
        "sets": [_summary_record(summary) for summary in leaders(found.summaries)],
        "contenders": [_summary_record(summary) for summary in found.summaries],
        "problems": [
            _setting_record(pair.setting)
            | {
                "contender": pair.contender,
                "baseline": pair.baseline,
                "contender_seconds": pair.contender_seconds,
                "baseline_seconds": pair.baseline_seconds,
                "interleaved": pair.interleaved,
            }
            | _estimate_record(pair.estimate)
            for pair in found.pairs
        ],
        "changes": [
            _setting_record(change.setting)
            | {
                "contender": change.contender,
                "before": change.before,
                "after": change.after,
                "through": change.through,
            }
            | _estimate_record(change.estimate)
            for change in found.changes
        ],
        "change_means": [
            {"contender": contender, "count": count, "geometric_mean": mean.value}
            | _interval_record(mean)
            for contender, (mean, count) in _change_means(found.changes).items()
        ],
        "wrong": [
            _setting_record(setting) | {"contender": contender, "reason": reason}
            for setting, contender, reason in found.wrong
        ],
    }


def _summary_record(summary: Summary) -> dict[str, Any]:
    worst, best = summary.worst, summary.best
    return {
        "name": summary.name,
        "contender": summary.contender,
        "baseline": summary.baseline,
        "machine": summary.machine,
        "protocol": summary.protocol,
        "count": len(summary.pairs),
        "geometric_mean": summary.mean.value,
        **_interval_record(summary.mean),
        "worst": worst.estimate.value,
        "worst_interval": [finite(worst.estimate.low), finite(worst.estimate.high)],
        "worst_problem": str(worst.setting),
        "best": best.estimate.value,
        "best_problem": str(best.setting),
        "verdicts": {each.value: summary.count(each) for each in Judgement},
    }


def _setting_record(setting: Setting) -> dict[str, Any]:
    return {
        "problem": setting.problem,
        "layout": setting.layout,
        "batch": setting.batch,
        "machine": setting.machine,
        "protocol": setting.protocol,
        "inputs": setting.inputs,
        "set": set_of(setting),
    }


def _estimate_record(estimate: Estimate) -> dict[str, Any]:
    verdict = estimate.judgement.value
    return {"ratio": finite(estimate.value), **_interval_record(estimate), "verdict": verdict}


def _interval_record(estimate: Estimate) -> dict[str, float | None]:
    known = estimate.is_bounded
    return {"low": estimate.low if known else None, "high": estimate.high if known else None}


def _interval(estimate: Estimate) -> str:
    if not estimate.is_bounded:
        return "-"
    return f"{significant(estimate.low, 4)} ... {significant(estimate.high, 4)}"


def _speed(setting: Setting, seconds: float) -> str:
    return significant(setting.flops / seconds / 1e9) if seconds else "-"
