"""Result sets, and what can be compared in them: contenders of one set, and two sets.

A result set is a file, or all files of a folder and its subfolders that are results, as JSON Lines
(``.jsonl``) or Parquet (``.parquet``).
Where a set holds the same contender in the same setting twice, the later measurement counts.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from sgemm.bench import parquet
from sgemm.bench.measurement import Baseline, Conditions, Measurement
from sgemm.bench.results import Results, read_all
from sgemm.bench.setting import Setting
from sgemm.bench.statistics import Estimate, compare_samples
from sgemm.errors import ArgumentError
from sgemm.visible import visible

SUFFIXES = (".jsonl", parquet.SUFFIX)

LIBRARIES = ("cublas", "numpy")
"""First words of the names of contenders that are not this project's."""


@dataclasses.dataclass(frozen=True, slots=True)
class ResultSet:
    """Files of results that belong together.

    Parameters
    ----------
    name : str
        As the user wrote it.
    files : tuple of (Path, Results)
        In the order of their names.
    skipped : tuple of str
        Damaged lines that were left out on request.
    """

    name: str
    files: tuple[tuple[Path, Results], ...]
    skipped: tuple[str, ...] = ()

    @property
    def latest(self) -> dict[tuple[Setting, str], Measurement]:
        """The measurement that counts for each setting and contender, in the order of time."""
        every = [measurement for _, results in self.files for measurement in results.measurements]
        every.sort(key=lambda measurement: measurement.measured_at)
        return {(Setting.of(each), each.kernel): each for each in every}

    def on(self, machine: str | None) -> ResultSet:
        """Keep the measurements of one machine, ``"cuda"`` or ``"cpu"``; of all for None."""
        if machine is None:
            return self
        files = tuple(
            (
                path,
                dataclasses.replace(
                    results,
                    measurements=tuple(x for x in results.measurements if x.machine == machine),
                ),
            )
            for path, results in self.files
        )
        return dataclasses.replace(self, files=files)


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """A contender against a baseline, in one setting.

    Parameters
    ----------
    setting : Setting
    contender, baseline : str
        Names.
    contender_seconds, baseline_seconds : float
        Medians, or what the protocol takes instead.
    estimate : Estimate
        How many times as fast as the baseline the contender is.
    interleaved : bool
        Whether the two were measured in turns, so that drift hit both alike.
    conditions : Conditions or None
        Clock and power while the contender ran, where they are known.
    """

    setting: Setting
    contender: str
    baseline: str
    contender_seconds: float
    baseline_seconds: float
    estimate: Estimate
    interleaved: bool
    conditions: Conditions | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """A contender in two result sets, in one setting.

    Parameters
    ----------
    setting : Setting
    contender : str
    before, after : str
        Names of the result sets.
    estimate : Estimate
        How many times as fast it became.
    through : str or None
        The baseline that both sets measured beside it. The ratios to it are compared then, not the
        times, so that a difference between the two runs' clocks cancels. None where there is none.
    """

    setting: Setting
    contender: str
    before: str
    after: str
    estimate: Estimate
    through: str | None


def load(path: str | os.PathLike[str], skip_damaged: bool = False) -> ResultSet:
    """Read a result set.

    Parameters
    ----------
    path : path
        A file, or a folder with files of results in it or below it. There, files whose lines are
        of another kind are passed over.
    skip_damaged : bool
        Leave damaged lines out, and say so in the set, instead of raising.

    Returns
    -------
    ResultSet

    Raises
    ------
    ArgumentError
        If there is no such file, a folder has no results, or a line is damaged or of another
        schema.
    """
    skipped: list[str] = []
    found = tuple(
        each
        for file in files_of(Path(path))
        for each in read_all(file, skipped if skip_damaged else None)
    )
    return ResultSet(str(path), found, tuple(skipped))


def files_of(source: Path) -> tuple[Path, ...]:
    """Return the files that a path stands for, in the order of their names.

    Parameters
    ----------
    source : Path
        A file, or a folder, as in :func:`load`.

    Raises
    ------
    ArgumentError
        If a folder has no results.
    """
    if not source.is_dir():
        return (source,)
    files = tuple(file for file in candidates(source) if not parquet.is_other(file))
    if not files:
        endings = " or ".join(SUFFIXES)
        raise ArgumentError(f"{visible(source)} has no results: no {endings} file in it has any")
    return files


def candidates(source: Path) -> tuple[Path, ...]:
    """Return the files below a folder that may be results, in the order of their names."""
    found = [file for file in source.rglob("*") if file.suffix in SUFFIXES and not file.is_dir()]
    # As if each Parquet were a folder: irregular before irregular-auto.
    return tuple(sorted(found, key=lambda file: (file.with_suffix(""), file)))


def is_library(name: str) -> bool:
    """Tell whether a contender is a library that others are compared with."""
    return name.partition(" ")[0] in LIBRARIES


def baseline_names(sets: Iterable[ResultSet]) -> tuple[str, ...]:
    """Return the baselines beside which anything was measured, the most frequent first."""
    counts: dict[str, int] = {}
    for group in sets:
        for measurement in group.latest.values():
            if measurement.baseline is not None:
                name = measurement.baseline.name
                counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))


def contender_names(sets: Iterable[ResultSet]) -> tuple[str, ...]:
    """Return the names of all contenders, each once, in the order of the files."""
    return tuple(dict.fromkeys(kernel for group in sets for _, kernel in group.latest))


def pairs(group: ResultSet, baseline: str) -> tuple[Pair, ...]:
    """Compare every contender of a result set with a baseline.

    Parameters
    ----------
    group : ResultSet
    baseline : str
        The baseline beside which contenders were measured, or the name of another contender.

    Returns
    -------
    tuple of Pair
        Samples taken in turns with the contender's are preferred. Where there are none, and the
        baseline was measured by itself in the same setting, that is taken. Contenders that were not
        timed, and settings without the baseline, are left out.
    """
    latest = group.latest
    found = []
    for (setting, name), measurement in latest.items():
        if name == baseline or measurement.samples is None:
            continue
        beside, alone = measurement.baseline, latest.get((setting, baseline))
        own = typical_seconds(measurement)
        if beside is not None and beside.name == baseline:
            estimate = beside_estimate(measurement, beside)
            other = beside.samples.median if measurement.seconds is None else own * beside.ratio
        elif alone is not None and alone.samples is not None:
            estimate = compare_samples(measurement.samples.seconds, alone.samples.seconds)
            other = typical_seconds(alone)
        else:
            continue
        taken_in_turns = beside is not None and beside.name == baseline
        found.append(
            Pair(
                setting,
                name,
                baseline,
                own,
                other,
                estimate,
                taken_in_turns,
                measurement.conditions,
            )
        )
    return tuple(sorted(found, key=lambda pair: pair.setting.order))


def typical_seconds(measurement: Measurement) -> float:
    """Return the time that stands for a measurement, 0 where there is none."""
    return measurement.typical_seconds or 0.0


def beside_estimate(measurement: Measurement, beside: Baseline) -> Estimate:
    """Compare a contender that was timed with the baseline that was measured in turns with it.

    Parameters
    ----------
    measurement : Measurement
        With samples.
    beside : Baseline

    Returns
    -------
    Estimate
        Where the protocol takes another figure than the median, its ratio, in the interval of the
        medians widened to have that ratio in it.
    """
    assert measurement.samples is not None
    seconds, others = measurement.samples.seconds, beside.samples.seconds
    found = compare_samples(seconds, others, beside.round_ratios)
    if measurement.seconds is None:
        return found
    value = beside.ratio
    return Estimate(value, min(found.low, value), max(found.high, value))


def wrong(group: ResultSet) -> tuple[tuple[Setting, str, str], ...]:
    """Return setting, contender and reason of every result that was not right, or failed."""
    found = []
    for (setting, name), measurement in group.latest.items():
        for check in (measurement.verification, measurement.verified_after):
            if check is not None and not check.passed:
                found.append((setting, name, check.reason))
                break
        else:
            if measurement.failure is not None:
                found.append((setting, name, measurement.failure))
    return tuple(found)


def changes(sets: Sequence[ResultSet]) -> tuple[Change, ...]:
    """Compare what several result sets have in common, each with the first that has it.

    Parameters
    ----------
    sets : sequence of ResultSet

    Returns
    -------
    tuple of Change
    """
    first: dict[tuple[Setting, str], tuple[str, Measurement]] = {}
    found = []
    for group in sets:
        for key, measurement in group.latest.items():
            if measurement.samples is None:
                continue
            if key not in first:
                first[key] = (group.name, measurement)
                continue
            before, earlier = first[key]
            estimate, through = _change(earlier, measurement)
            found.append(Change(*key, before, group.name, estimate, through))
    return tuple(sorted(found, key=lambda change: change.setting.order))


def _change(earlier: Measurement, later: Measurement) -> tuple[Estimate, str | None]:
    old, new = earlier.samples, later.samples
    assert old is not None
    assert new is not None
    beside = (earlier.baseline, later.baseline)
    if beside[0] is None or beside[1] is None or beside[0].name != beside[1].name:
        return compare_samples(new.seconds, old.seconds), None
    then, now = beside_estimate(earlier, beside[0]), beside_estimate(later, beside[1])
    if not (then.is_bounded and now.is_bounded):
        return compare_samples(new.seconds, old.seconds), None
    return now.over(then), beside[0].name
