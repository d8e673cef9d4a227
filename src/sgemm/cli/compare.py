"""``sgemm compare``: ratios of speeds in results, how sure they are, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from sgemm.bench.error_pairs import ErrorPair, ErrorSummary, error_pairs, error_summaries
from sgemm.bench.pairing import Pair, changes, pairs, wrong
from sgemm.bench.result_set import (
    SEPARATE,
    ResultSet,
    baseline_names,
    contender_names,
    is_library,
    load_sets,
)
from sgemm.bench.sets import SETS, Setting, set_of
from sgemm.bench.summary import Summary, leaders, summaries
from sgemm.bench.targets import OF, TARGETS
from sgemm.cli.options import FiniteRange, results_argument, results_options, skip_option
from sgemm.cli.output import print_json, print_skipped, print_table, print_text
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import FORMER_NAMES
from sgemm.report.compared import (
    Compared,
    change_means,
    changes_table,
    compare_document,
    errors_table,
    pairs_table,
    sets_table,
    targets_table,
)
from sgemm.report.tables import Table, interval
from sgemm.visible import visible

Line = TypeVar("Line")
Summed = TypeVar("Summed", Summary, ErrorSummary)
Takes = Callable[[Setting, str], bool]  # whether a contender in a setting is asked for

MOST_LINES = 200
"""Lines of a table that somebody reads without having asked for them."""


@click.command("compare")
@results_argument
@click.option(
    "--baseline",
    metavar="NAME",
    help="What to compare with; by default the one that most contenders were measured beside.",
)
@click.option("--kernel", "kernels", multiple=True, metavar="NAME", help="Only this contender.")
@click.option("--set", "sets", multiple=True, type=click.Choice(SETS), help="Only this set.")
@click.option(
    "--each",
    is_flag=True,
    help=f"Print a line for each problem. Without it, lines are printed only if there are at most "
    f"{MOST_LINES}, or with --set or --kernel.",
)
@click.option(
    "--fail-below",
    type=FiniteRange(min=0.0),
    metavar="R",
    help="Exit with 1 if a set's geometric mean is below R, or a result in it is wrong, a "
    "library's aside.",
)
@click.option(
    "--fail-change-below",
    type=FiniteRange(min=0.0),
    metavar="R",
    help="Exit with 1 if a contender's geometric mean over an earlier result set is below R, or a "
    "result of it in the last one is wrong.",
)
@skip_option
@results_options
def command(
    results: tuple[str, ...],
    baseline: str | None,
    kernels: tuple[str, ...],
    sets: tuple[str, ...],
    each: bool,
    fail_below: float | None,
    fail_change_below: float | None,
    skip_damaged: bool,
    machine: str | None,
    as_json: bool,
) -> int:
    """Compare contenders within results, and results with each other.

    Each RESULTS is a file of results, or a folder of such files. In each, contenders are compared
    with the baseline. What several RESULTS have in common is compared with the first of them that
    has it: name the older ones first. In a folder, or a Parquet of several files, the parts
    tensor_cores, split_sets, few_rows, few_columns and sustained_split of scripts/gpu_bench.sh are
    left out: name their files to compare them. Each RESULTS is of one GPU.

    A ratio is that of the median speeds: above 1, the contender is the faster one. It has a 95%
    interval, which covers two intervals: that of the samples, and that of the interleaved rounds.
    "No difference" means that the interval contains 1.

    Sets are recognised by their problems. The line of a set is that of the contender that was
    measured on the largest number of its problems; among equals, of the one with the greatest mean.
    """

    def takes(setting: Setting, contender: str) -> bool:
        return contender in (kernels or (contender,)) and (not sets or set_of(setting) in sets)

    groups = tuple(load_sets(path, skip_damaged).on(machine) for path in results)
    for group in groups:
        _refuse_several_places(group)
    known = dict.fromkeys((*baseline_names(groups), *contender_names(groups)))
    for name in (*kernels, *((baseline,) if baseline else ())):
        if name not in known:
            raise ArgumentError(f"{name!r} is not in these results; there are {', '.join(known)}")
    found = _compared(groups, baseline, takes)
    last = [one for one in wrong(groups[-1]) if takes(*one[:2])]
    failures = _failures(found, last, sets, fail_below, fail_change_below)
    if as_json:
        print_json(compare_document(groups, found, failures))
    else:
        _print(groups, found, failures, each or bool(sets or kernels))
    return 1 if failures else 0


def _refuse_several_places(group: ResultSet) -> None:
    """Refuse results in which those of one GPU or processor would take the place of another's."""
    places = tuple(group.by_hardware())
    for kind, which in (("cuda", "GPU"), ("cpu", "processor")):
        names = [name for machine, name in places if machine == kind]
        if len(names) > 1:
            raise ArgumentError(
                f"results = {visible(group.name)}: they are of {' and of '.join(names)}: name "
                f"those of one {which}; of several RESULTS each may be of another"
            )


def _compared(groups: tuple[ResultSet, ...], baseline: str | None, takes: Takes) -> Compared:
    # Where nothing was timed, as in measurements of errors alone, any library is the one beside.
    libraries = (name for name in contender_names(groups) if is_library(name))
    baseline = baseline or next(iter((*baseline_names(groups), *libraries)), None)
    latest: dict[tuple[Setting, str], Pair] = {}
    errors: dict[tuple[Setting, str], ErrorPair] = {}
    # Where two result sets have the same, the later one is summed up.
    for group in groups:
        if baseline is not None:
            latest |= {(one.setting, one.contender): one for one in pairs(group, baseline)}
            errors |= {(one.setting, one.contender): one for one in error_pairs(group, baseline)}
    taken = (pair for key, pair in latest.items() if takes(*key))
    ordered = tuple(sorted(taken, key=lambda pair: pair.setting.order))
    summed = error_summaries(pair for key, pair in errors.items() if takes(*key))
    changed = tuple(each for each in changes(groups) if takes(each.setting, each.contender))
    if not ordered and not changed and not summed:
        why = "beside a baseline" if baseline is None else f"where {baseline} was, as asked for"
        raise ArgumentError(
            f"there is nothing to compare: no contender was timed {why}; of a folder, or a Parquet "
            f"of several files, {', '.join(SEPARATE)} are left out"
        )
    mistakes = tuple(each for group in groups for each in wrong(group) if takes(*each[:2]))
    return Compared(baseline, ordered, summaries(ordered), changed, mistakes, summed)


def _print_lines(
    found: tuple[Line, ...], table: Callable[[tuple[Line, ...]], Table], heading: str, each: bool
) -> None:
    """Print a table of a line for each problem, or how many lines it would have."""
    if each or len(found) <= MOST_LINES:
        print_table(table(found), heading)
    else:
        print_text(f"{len(found):,} {heading}: --each prints them, --set and --kernel choose")


def _failures(
    found: Compared,
    last_wrong: Iterable[tuple[Setting, str, str]],
    sets: tuple[str, ...],
    below: float | None,
    change_below: float | None,
) -> list[str]:
    """Say what does not hold of what was asked for."""
    leading = leaders(found.summaries)
    compared = {each.name for each in leading}
    compared |= {each.name.partition(",")[0] for each in found.errors}
    missing = [name for name in sets if name not in compared]
    if missing and not found.changes:
        raise ArgumentError(f"set = {missing[0]!r}: no comparison in these results belongs to it")
    failures = []
    if below is not None:
        if not leading:
            raise ArgumentError(f"fail_below = {below:g}: there is no set with a mean to check")
        for summary in leading:
            name = f"{summary.name}: {summary.contender}"
            if summary.mean.value < below:
                mean = f"{summary.mean.value:.4f}, below {below:g}"
                failures.append(f"{name} has a geometric mean of {mean}")
        # Whoever is wrong was timed on fewer problems, and does not lead: all count.
        names = {summary.name for summary in leading}
        failures += [
            f"{set_of(setting)}: {contender} is wrong at {setting}: {reason}"
            for setting, contender, reason in found.wrong
            if set_of(setting) in names and not is_library(contender)
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
        failures += [
            f"{contender} is wrong at {setting}: {reason}"
            for setting, contender, reason in last_wrong
            if contender in means
        ]
    return failures


def _by_todays_names(found: tuple[Summed, ...]) -> tuple[Summed, ...]:
    """Leave out what has a former name, where the set has the kernel by today's name, too."""
    names = {(each.name, each.contender) for each in found}
    return tuple(
        each for each in found if (each.name, FORMER_NAMES.get(each.contender)) not in names
    )


def _print(groups: tuple[ResultSet, ...], found: Compared, failures: list[str], each: bool) -> None:
    print_skipped(words for group in groups for words in group.skipped)
    if found.pairs:
        _print_lines(found.pairs, pairs_table, f"ratios to {found.baseline}", each)
    others = [name for name in baseline_names(groups) if name != found.baseline]
    if others:
        asked = " or ".join(f"--baseline {name!r}" for name in others)
        print_text(f"compared with {found.baseline}; {asked} compares with what else there is")
    for setting, contender, reason in found.wrong:
        print_text(f"wrong, and not timed: {contender} at {setting}: {reason}", style="bold red")
    if found.changes:
        print_text()
        _print_lines(found.changes, changes_table, "changes between result sets", each)
        for contender, (mean, count) in change_means(found.changes).items():
            words = f"{mean.value:.3f} ({interval(mean)}) over {count}"
            print_text(f"{contender}: geometric mean of the change {words}")
        if any(change.through is None for change in found.changes):
            print_text(
                "Where no baseline was measured in both, times of two runs are compared: how much "
                "the machine itself differed between them is not in the interval."
            )
    leading = leaders(found.summaries)
    if len(found.summaries) > len(leading):
        print_text()
        shown = _by_todays_names(found.summaries)
        print_table(sets_table(shown), "all contenders by set")
        if len(shown) < len(found.summaries):
            print_text("what has a kernel's former name is left out; --kernel shows it")
    if leading:
        print_text()
        print_table(sets_table(leading), "sets, each by its leading contender")
    if any(summary.name in TARGETS for summary in leading):
        print_text()
        print_table(targets_table(found.summaries), f"targets, for an {OF.name}")
    if found.errors:
        print_text()
        heading = f"errors, in units of 2^-24 |A||B|, beside {found.baseline}"
        print_table(errors_table(_by_todays_names(found.errors)), heading)
    for words in failures:
        print_text(f"does not hold: {words}", style="bold red")
