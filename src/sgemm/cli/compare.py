"""``sgemm compare``: ratios of speeds in results, how sure they are, and what they come to."""

from __future__ import annotations

import dataclasses

import click

from sgemm.bench.error_pairs import ErrorPair, error_pairs, error_summaries
from sgemm.bench.pairing import Pair, changes, pairs, wrong
from sgemm.bench.result_set import ResultSet, baseline_names, contender_names, is_library, load
from sgemm.bench.sets import SETS, set_of
from sgemm.bench.setting import Setting
from sgemm.bench.summary import leaders, summaries
from sgemm.bench.targets import TARGETS
from sgemm.cli.options import FiniteRange, results_options
from sgemm.cli.output import print_json, print_table, print_text
from sgemm.errors import ArgumentError
from sgemm.report.attained import errors_table, targets_table
from sgemm.report.compared import (
    Compared,
    change_means,
    changes_table,
    compare_document,
    interval_words,
    pairs_table,
    sets_table,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """Which of the results count.

    Parameters
    ----------
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
    type=FiniteRange(min=0.0),
    metavar="R",
    help="Exit with 1 if a set's geometric mean is below R, or a result of its leader is wrong.",
)
@click.option(
    "--fail-change-below",
    type=FiniteRange(min=0.0),
    metavar="R",
    help="Exit with 1 if a contender's geometric mean over an earlier result set is below R.",
)
@click.option("--skip-damaged", is_flag=True, help="Leave damaged lines out, and say so.")
@results_options
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
        print_json(compare_document(groups, found, failures))
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
    libraries = tuple(name for name in contender_names(groups) if is_library(name))
    # Where nothing was timed, as in measurements of errors alone, any library is the one beside.
    beside = (*baseline_names(groups), *libraries)
    baseline = request.baseline or next(iter(beside), None)
    # Where two result sets have the same, the later one is summed up.
    latest: dict[tuple[Setting, str], Pair] = {}
    for group in groups if baseline is not None else ():
        for pair in pairs(group, baseline or ""):
            if request.takes(pair.setting, pair.contender):
                latest[pair.setting, pair.contender] = pair
    ordered = tuple(sorted(latest.values(), key=lambda pair: pair.setting.order))
    errors: dict[tuple[Setting, str], ErrorPair] = {}
    for group in groups if baseline is not None else ():
        for each in error_pairs(group, baseline or ""):
            if request.takes(each.setting, each.contender):
                errors[each.setting, each.contender] = each
    changed = tuple(each for each in changes(groups) if request.takes(each.setting, each.contender))
    if not ordered and not changed and not errors:
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
        error_summaries(errors.values()),
    )


def _failures(
    found: Compared, sets: tuple[str, ...], below: float | None, change_below: float | None
) -> list[str]:
    """Say what does not hold of what was asked for."""
    leading = leaders(found.summaries)
    missing = [name for name in sets if name not in {summary.name for summary in leading}]
    compared = {summary.name.partition(",")[0] for summary in found.errors}
    missing = [name for name in missing if name not in compared]
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
        means = change_means(found.changes)
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


def _print(groups: tuple[ResultSet, ...], found: Compared, failures: list[str]) -> None:
    for group in groups:
        for words in group.skipped:
            print_text(f"skipped: {words}", style="yellow")
    if found.pairs:
        print_text(f"ratios to {found.baseline}", style="bold")
        print_table(pairs_table(found.pairs))
    for setting, contender, reason in found.wrong:
        print_text(f"wrong, and not timed: {contender} at {setting}: {reason}", style="bold red")
    if found.changes:
        print_text()
        print_text("changes between result sets", style="bold")
        print_table(changes_table(found.changes))
        for contender, (mean, count) in change_means(found.changes).items():
            words = f"{mean.value:.3f} ({interval_words(mean)}) over {count}"
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
        print_table(sets_table(found.summaries))
    if leading:
        print_text()
        print_text("sets, each by its leading contender", style="bold")
        print_table(sets_table(leading))
    if any(summary.name in TARGETS for summary in leading):
        print_text()
        print_text("targets", style="bold")
        print_table(targets_table(found.summaries))
    if found.errors:
        print_text()
        print_text(f"errors, in units of 2^-24 |A||B|, beside {found.baseline}", style="bold")
        print_table(errors_table(found.errors))
    for words in failures:
        print_text(f"does not hold: {words}", style="bold red")
