"""Rates from few measurements: those that are known already, moved as a whole and then in parts.

``sgemm tune`` measures some thousand times; the surveys that rates which ship are fitted to have
sixty thousand. So no rate is fitted by itself. Each kind of rate (launch, step and so on) has one
factor for all kernels, then one for each kernel, for each of its tiles, and for each layout of a
tile. Every factor is fitted to the times of what it is for and held to 1, so that what was not
measured moves with what is like it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sgemm.bench.fitting import (
    FIELDS,
    LEAST,
    LEAST_MOVED,
    Point,
    Row,
    Vector,
    best_times,
    errors,
    is_persistent,
    least_squares,
    point_of,
)
from sgemm.kernels.catalogue import LIBRARY, find
from sgemm.kernels.kernel import Kernel
from sgemm.planning.model import rates_of
from sgemm.planning.rates import Rates, RateTable, rates_key

HELD = 0.1  # squared errors per factor of e, as in fitting.py: from what was known before
FACTORS = tuple(name for name in FIELDS if name != "resident")

Key = Callable[[Kernel], Hashable]

STAGES: tuple[tuple[Key, int], ...] = (
    (lambda kernel: "all", 1),
    (lambda kernel: kernel.name, 1),
    (lambda kernel: (kernel.name, kernel.tile), 1),
    (lambda kernel: (kernel.name, kernel.tile, kernel.layout), LEAST - 2),
)
"""What has factors of its own, from the whole to its parts, and the times that it takes."""
BLOCKS_STAGE = 2  # in which the blocks that a multiprocessor holds at once are found, too


class Group(NamedTuple):
    """A kernel in its tile and layout: what was measured of it, and its rates so far."""

    points: Sequence[Point]
    rates: Rates


def library(architecture: int) -> tuple[Kernel, ...]:
    """Return what ``auto`` chooses from on an architecture: each kernel, tile and layout."""
    every = (kernel for name in LIBRARY for kernel in find(name).specialisations())
    return tuple(kernel for kernel in every if kernel.runs_on(architecture))


def refitted(
    rows: Sequence[Row], kernels: Sequence[Kernel], known: RateTable, multiprocessors: int
) -> dict[str, Rates]:
    """Return the rates of kernels on a GPU, from what was known and what was measured there."""
    best = best_times(rows)
    points: dict[str, list[Point]] = defaultdict(list)
    for row in rows:
        point = point_of(row, best[row.problem], multiprocessors, known.speeds)
        points[rates_key(row.kernel)].append(point)
    rates = {rates_key(kernel): rates_of(kernel, known) for kernel in kernels}
    for stage, (key, least) in enumerate(STAGES):
        alike: dict[Hashable, list[Kernel]] = defaultdict(list)
        for kernel in kernels:
            alike[key(kernel)].append(kernel)
        for members in alike.values():
            names = list(map(rates_key, members))
            groups = [Group(points.get(name, ()), rates[name]) for name in names]
            count = sum(len(group.points) for group in groups)
            if count < least:
                continue
            # Kernels on tensor cores are compiled for as many blocks as a multiprocessor holds.
            is_known = is_persistent(members[0]) or members[0].products
            if stage == BLOCKS_STAGE and count >= LEAST and not is_known:
                groups = min(map(moved, _blocks_tried(groups)), key=_off)
            else:
                groups = moved(groups)
            rates |= dict(zip(names, (group.rates for group in groups), strict=True))
    return rates


def moved(groups: Sequence[Group]) -> list[Group]:
    """Fit a factor for each kind of rate, the same for all groups."""
    names = [name for name in FACTORS if all(getattr(each.rates, name) > 0 for each in groups)]

    def after(x: Vector) -> list[Group]:
        return [each._replace(rates=_times(each.rates, names, x)) for each in groups]

    def residuals(x: Vector) -> Vector:
        found = [errors(each.points, each.rates) for each in after(x) if each.points]
        return np.concatenate([*found, math.sqrt(HELD) * x])

    anywhere = np.full(len(names), math.inf)
    return after(least_squares(residuals, np.zeros(len(names)), -anywhere, anywhere))


def _times(rates: Rates, names: Sequence[str], logarithms: Vector) -> Rates:
    """Return rates times factors, within what they mean."""
    factors = np.exp(logarithms).tolist()
    values: dict[str, Any] = {
        name: getattr(rates, name) * factor for name, factor in zip(names, factors, strict=True)
    }
    if "overlap" in values:
        values["overlap"] = min(values["overlap"], 1.0)
    if "moved" in values:
        values["moved"] = max(values["moved"], min(LEAST_MOVED, rates.moved))
    return rates._replace(**values)


def _blocks_tried(groups: Sequence[Group]) -> list[list[Group]]:
    """Return the groups with other numbers of blocks held at once, the present one first."""
    now = groups[0].rates.resident
    numbers = dict.fromkeys((now, max(1, now - 1), now + 1, max(1, now // 2), 2 * now))
    return [
        [each._replace(rates=each.rates._replace(resident=number)) for each in groups]
        for number in numbers
    ]


def _off(groups: Sequence[Group]) -> float:
    found = (errors(each.points, each.rates) for each in groups if each.points)
    return sum(float(each @ each) for each in found)


def by_name(rates: Mapping[str, Rates], known: RateTable) -> RateTable:
    """Return rates as a table, in the place of those that were known."""
    return RateTable(lambda kernel: rates.get(rates_key(kernel)), known.speeds, known.source)
