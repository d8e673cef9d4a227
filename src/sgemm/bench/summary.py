"""A set of problems in one line: mean, worst case and counts of a contender."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence

from sgemm.bench.pairing import Pair
from sgemm.bench.result_set import is_library
from sgemm.bench.sets import SETS, set_of
from sgemm.bench.statistics import Estimate, Judgement, geometric_mean

OWN_CHOICE = "auto"  # the plan that the library uses where its user asks for none
PROTOCOLS = ("cold L2", "hot")  # which speak for a set that was measured by several, in this order


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """A contender on a set of problems."""

    name: str  # of the set
    contender: str
    baseline: str
    machine: str
    protocol: str
    mean: Estimate  # geometric mean of the ratios
    pairs: tuple[Pair, ...]  # what it is the mean of, in the order of size

    @property
    def worst(self) -> Pair:
        """The problem with the lowest ratio."""
        return min(self.pairs, key=lambda pair: pair.estimate.value)

    @property
    def best(self) -> Pair:
        """The problem with the highest ratio."""
        return max(self.pairs, key=lambda pair: pair.estimate.value)

    def count(self, judgement: Judgement) -> int:
        """Return on how many problems this was the judgement."""
        return sum(pair.estimate.judgement is judgement for pair in self.pairs)


def summaries(pairs: Iterable[Pair]) -> tuple[Summary, ...]:
    """Sum up pairs, all against one baseline, by set, machine, protocol and contender.

    Ratios that are 0 or infinite have no mean and are left out. Within a set the leading contender
    comes first: of those measured on the most problems, this project's before libraries, the
    library's own choice of a kernel, else the one with the greatest mean. So nobody leads by having
    been measured where it is good, and what users get speaks for a set where it was measured.
    """
    groups: dict[tuple[str, str, str, str], list[Pair]] = {}
    for pair in pairs:
        value, setting = pair.estimate.value, pair.setting
        if math.isfinite(value) and value > 0.0:
            key = (set_of(setting), setting.machine, setting.protocol, pair.contender)
            groups.setdefault(key, []).append(pair)
    found = [
        Summary(
            name,
            contender,
            members[0].baseline,
            machine,
            protocol,
            geometric_mean([pair.estimate for pair in members]),
            tuple(members),
        )
        for (name, machine, protocol, contender), members in groups.items()
    ]
    return tuple(sorted(found, key=_order))


def leaders(found: Sequence[Summary]) -> tuple[Summary, ...]:
    """Return the first summary of each set."""
    first: dict[str, Summary] = {}
    for summary in found:
        first.setdefault(summary.name, summary)
    return tuple(first.values())


def protocol_order(protocol: str) -> tuple[int, str]:
    """Return what to sort protocols by: those that speak for a set come first."""
    return (PROTOCOLS.index(protocol) if protocol in PROTOCOLS else len(PROTOCOLS)), protocol


def _order(summary: Summary) -> tuple[int, bool, tuple[int, str], bool, int, bool, float, str]:
    return (
        SETS.index(summary.name),
        summary.machine != "cuda",
        protocol_order(summary.protocol),
        is_library(summary.contender),
        -len(summary.pairs),
        summary.contender != OWN_CHOICE,
        -summary.mean.value,
        summary.contender,
    )
