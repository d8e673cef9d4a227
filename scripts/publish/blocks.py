"""The tables that pages can have, by the names that their markers use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from publish.ages import NOT_RECORDED, Age, age_of, minute
from publish.bounds import memory_bound
from publish.places import Place
from publish.tables import markdown
from sgemm.bench.error_pairs import ErrorSummary
from sgemm.bench.sets import OTHER
from sgemm.bench.statistics import Estimate
from sgemm.bench.summary import OWN_CHOICE, Summary
from sgemm.bench.targets import OF, attainment
from sgemm.kernels.catalogue import LADDER
from sgemm.report.compared import error_cells, summary_cells, target_cells
from sgemm.report.places import SET_WORDS, displayed
from sgemm.report.tables import ABSENT, interval, significant, text_of

NOTHING = "*No results of this kind are committed yet.*\n"
"""What a page says where results are missing."""

NOTHING_OLDER = "No set is older than a change of its kernels in `results/changes.txt`.\n"

STEP = 1024  # of the squares measured, tables have the multiples of this, and those of the ladder

RUNG_SIZES = (1024, 2048, 4096)  # at which a rung is compared with the one before it

IN_SHORT = {
    "squares_nn": "squares",
    "random": "random shapes",
}
"""Sets that say in a line how fast the library is, and what they are called there."""

Block = Callable[[Sequence[Place]], str]


def headline(place: Place) -> str:
    """Return the speed and the error on each set as multiples of the baseline's.

    This is what a newcomer sees first: how fast, where not, how accurate, and measured when.
    """
    errors = {(each.name, each.contender): each.mean_rms_ratio for each in place.errors}
    baseline = displayed(place.baseline)
    leaders = [each for each in place.leaders if each.name in SET_WORDS]
    rows, found = [], []
    for summary in leaders:
        age = age_of(place, summary.pairs)
        count, mean, _, worst, _, faster, slower, same = summary_cells(summary)
        if faster == slower == same == "0":  # too few samples of each
            faster = slower = ABSENT
        error = significant(errors.get((summary.name, summary.contender)))
        older = f"{age.older} of {age.problems}" if age.older else ABSENT
        words = SET_WORDS[summary.name].replace("*", "\\*")
        speeds = (f"**{mean}**", worst, faster, slower)
        rows.append((words, count, *speeds, error, age.when, age.commit, older))
        found.append(age)
    names = ", ".join(dict.fromkeys(f"`{summary.contender}`" for summary in leaders))
    words = (
        f"{names} on one {place.hardware}, beside {baseline} in the same process. Speed and error "
        "(root mean square against float64) are geometric means of ratios: above 1, the speed is "
        "higher than the baseline's; below 1, the error is smaller. Problems that are neither "
        "faster nor slower lie within the uncertainty of the measurement, or have too few samples "
        "to tell."
    )
    headers = (
        f"problems | >how many | >speed / {baseline} | >worst | >faster | >slower | "
        f">error / {baseline} | measured (UTC) | commit | >older"
    )
    return markdown(headers, rows, words) + _older(found)


def in_short(place: Place) -> str:
    """Return how fast the library's own choice is, in a line."""
    found = {each.name: each for each in place.leaders}
    parts: list[str] = []
    times = f" times as fast as {displayed(place.baseline)}"
    for name, words in IN_SHORT.items():
        if name in found:
            mean = summary_cells(found[name])[1]
            parts.append(f"**{mean}**{times} on {words}")
            times = ""
    if not parts:
        return ""
    return (
        f"**How much faster?** On one {place.hardware.removeprefix('NVIDIA ')}, in the mean: "
        f"{', '.join(parts)}.\n"
    )


def _older(found: Sequence[Age]) -> str:
    """Say what the last column means, where it says anything."""
    changes = {change for age in found for change in age.before}
    if not changes:
        return ""
    commits = ", ".join(each.commit for each in sorted(changes, key=lambda each: each.at))
    what = "measured before one of these commits changed its kernel, or when it is chosen"
    return f"\nOlder: {what}: {commits}.\n"


def _summaries(places: Sequence[Place]) -> Iterator[tuple[Place, Summary]]:
    """Yield the named sets of each GPU, each by its leading contender."""
    for place in places:
        if place.is_gpu:
            yield from ((place, each) for each in place.leaders if each.name != OTHER)


def environments(places: Sequence[Place]) -> str:
    """Return the table of what was measured where, and with which software."""
    rows = []
    for place in places:
        every = place.results.measurements
        days = sorted(measurement.measured_at[:10] for measurement in every)
        software = [
            {each.driver for each in place.results.environments if each.driver},
            {each.compiler for each in every if each.compiler is not None},
            {displayed(place.baseline)} if place.baseline is not None else set(),
            {each.short_commit or NOT_RECORDED for each in place.results.environments},
        ]
        words = (", ".join(sorted(each)) or ABSENT for each in software)
        rows.append((place.hardware, place.machine, str(len(every)), days[0], days[-1], *words))
    return markdown(
        "where | machine | >measurements | from | to | driver | compiler | baseline | commits", rows
    )


def sets(places: Sequence[Place]) -> str:
    """Return the table of the named sets, each by its leading contender."""
    rows = []
    for place, summary in _summaries(places):
        age = age_of(place, summary.pairs)
        where, name = f"{place.short_name}, {summary.protocol}", f"`{summary.contender}`"
        rows.append((summary.name, where, name, *summary_cells(summary), age.when, age.commit))
    return markdown(
        "set | where | contender | >problems | >geometric mean | 95% | >worst | at | "
        ">faster | >slower | >no difference | measured (UTC) | commit",
        rows,
    )


def ages(places: Sequence[Place]) -> str:
    """Return the table of the changes of kernels, and of what was measured before each."""
    found = [
        (f"{summary.name} ({place.short_name})", age_of(place, summary.pairs))
        for place, summary in _summaries(places)
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
    headers = "committed (UTC) | commit | kernels | what it changed | measured before it"
    return markdown(headers, rows) or (NOTHING_OLDER if found else "")


def targets(places: Sequence[Place]) -> str:
    """Return the table of the targets: what was set out to reach, and what was reached."""
    rows = []
    for place, summary in _summaries(places):
        reached = attainment(summary)
        if reached is not None and place.hardware == OF.name:
            start = (summary.name, place.short_name, str(reached.target), f"`{summary.contender}`")
            rows.append((*start, *target_cells(summary, reached), reached.words))
    return markdown(
        "set | where | target | contender | >problems | >geometric mean | >worst | >not "
        "below 1 | TFLOP/s | met",
        rows,
    )


def errors(places: Sequence[Place]) -> str:
    """Return the table of errors of each set's leading contender, and by class of inputs."""
    rows = []
    for place in places:
        leading = {each.name: each.contender for each in place.leaders}
        for each in place.errors if place.is_gpu else ():
            leader = leading.get(each.name) or _most_judged(place.errors, each.name)
            if each.name != OTHER and each.contender == leader:
                start = (each.name, place.short_name, f"`{each.contender}`")
                rows.append((*start, *error_cells(each)))
    return markdown(
        "set | where | contender | >problems | >rms: largest | >baseline | >ratio: mean | "
        ">worst | at | >max: largest | >baseline | >rms not worse | >worse beyond doubt",
        rows,
    )


def _most_judged(found: Sequence[ErrorSummary], name: str) -> str:
    """Return who was judged on the most problems; among equals the library's own choice."""
    among = [each for each in found if each.name == name]
    best = max(among, key=lambda each: (len(each.pairs), each.contender == OWN_CHOICE))
    return best.contender


def ladder(place: Place) -> str:
    """Return the table of the ladder: speed, and per cent of the baseline's."""
    unit, factor = ("TFLOP/s", 1.0) if place.is_gpu else ("GFLOP/s", 1e3)
    sizes, rows = place.ladder_sizes(), []
    for name in (None, *place.contenders()):
        cells = []
        for size in sizes:
            speed, ratio = place.tflops(name, size), place.ratio(name, size)
            words = significant(None if speed is None else speed * factor)
            if speed is not None and ratio is not None:
                words += f" ({100 * ratio:.{1 + (ratio < 0.01)}f}%)"
            cells.append(words)
        number, who = "0", displayed(place.baseline)
        if name is not None:
            number, who = text_of(place.number(name)), f"`{name}`"
        rows.append((number, who, *cells))
    return markdown(
        [">#", "contender", *(f">{size}" for size in sizes)],
        rows if sizes else (),
        f"{_heading(place)}: {unit} at m = n = k, and in brackets the speed in per cent of "
        f"{displayed(place.baseline)}.",
    )


def rungs(place: Place) -> str:
    """Return the table of what each rung gains or loses against the rung before it."""
    sizes = [size for size in RUNG_SIZES if size in place.ladder_sizes()]
    rows = []
    for before, name in zip((None, *LADDER), LADDER, strict=False):
        cells = []
        for size in sizes:
            speed = place.tflops(name, size)
            former = None if before is None else place.tflops(before, size)
            change = f" ({100 * (speed / former - 1):+.1f}%)" if speed and former else ""
            cells.append(f"{significant(speed)}{change}")
        rows.append((f"`{name}`", *cells))
    return markdown(
        ["rung", *(f">{size}" for size in sizes)],
        rows if sizes else (),
        f"{_heading(place)}: TFLOP/s at m = n = k, and in brackets the change against the rung "
        "before.",
    )


def squares(place: Place) -> str:
    """Return the table of square sizes: the baseline, the three leading contenders, the ratios."""
    names = place.leading(3)
    rows = []
    for size, pairs in place.squares.items():
        if size % STEP and size not in place.ladder_sizes():
            continue
        row = [str(size), significant(place.tflops(None, size))]
        for name in names:
            pair = pairs.get(name)
            speed = significant(place.tflops(name, size))
            row.append(f"{speed} ({_ratio(pair.estimate)})" if pair else ABSENT)
        rows.append(row)
    return markdown(
        [">m = n = k", f">{displayed(place.baseline)}", *(f">`{n}`" for n in names)],
        rows,
        f"{_heading(place)}: TFLOP/s, and in brackets the ratio with its 95% interval.",
    )


def irregular(place: Place) -> str:
    """Return the table of the irregular shapes by the contender that leads on them."""
    summary = next((each for each in place.leaders if each.name == "irregular"), None)
    if summary is None:
        return ""
    rows = [
        (
            ", ".join(map(str, pair.setting.shape)),
            significant(pair.setting.problem.flops / pair.baseline_seconds / 1e12),
            significant(pair.setting.problem.flops / pair.contender_seconds / 1e12),
            significant(pair.estimate.value),
            interval(pair.estimate, 3),
        )
        for pair in summary.pairs
    ]
    names = f">{displayed(summary.baseline)}: TFLOP/s | >`{summary.contender}`"
    return markdown(f"m, n, k | {names} | >ratio | 95%", rows, f"{_heading(place)}.")


def _heading(place: Place) -> str:
    return f"{place.hardware}, {place.protocol}"


def _ratio(estimate: Estimate) -> str:
    value = significant(estimate.value)
    return f"{value}: {interval(estimate, 3)}" if estimate.is_bounded else value


def _each(machine: str, table: Callable[[Place], str]) -> Block:
    """Return a block with the table of each place of a machine that has it."""
    return lambda places: "\n".join(
        filter(None, (table(place) for place in places if place.machine == machine))
    )


TABLES: dict[str, Block] = {
    "headline": _each("cuda", headline),
    "in-short": _each("cuda", in_short),
    "environments": environments,
    "sets": sets,
    "ages": ages,
    "targets": targets,
    "errors": errors,
    "rungs": _each("cuda", rungs),
    "ladder": _each("cuda", ladder),
    "ladder-cpu": _each("cpu", ladder),
    "squares": _each("cuda", squares),
    "irregular": _each("cuda", irregular),
    "memory-bound": _each("cuda", memory_bound),
}
"""Tables by name; each is empty where there is nothing to show."""
