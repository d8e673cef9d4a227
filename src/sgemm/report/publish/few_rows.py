"""Products of few rows on tensor cores, beside cuBLAS FP32, the default, and what memory allows."""

from __future__ import annotations

import re
from pathlib import Path

from sgemm.bench.pairing import Pair
from sgemm.kernels.catalogue import FUSED
from sgemm.problem import Problem
from sgemm.report.places import Place, displayed, places_of_part
from sgemm.report.publish.split_sets import heading, seconds_of_memory
from sgemm.report.tables import ABSENT, markdown, significant

DEFAULT = "auto"
TILE = re.compile(rf"{FUSED[0]}:bm=(\d+)")


def few_rows(folder: Path) -> str:
    """Return a table of problems for each GPU, each with its fastest tile, if any was measured."""
    return "\n".join(filter(None, map(_table, places_of_part(folder, "few_rows"))))


def _table(place: Place) -> str:
    found: dict[Problem, dict[str, Pair]] = {}
    for pair in place.pairs:
        found.setdefault(pair.setting.problem, {})[pair.contender] = pair
    rows = []
    for problem, by_name in sorted(found.items(), key=_order):
        others = {name: pair for name, pair in by_name.items() if TILE.fullmatch(name)}
        if not others:
            continue
        best = min(others, key=lambda name: others[name].contender_seconds)
        bound = seconds_of_memory(problem, place)
        rows_of_tile = best.partition("=")[2]
        rows.append(
            (
                f"{problem.m} x {problem.n} x {problem.k}",
                _microseconds(others[best].baseline_seconds),
                *(_cell(by_name.get(name)) for name in (DEFAULT, best)),
                f"{rows_of_tile} rows",
                ABSENT if bound is None else significant(others[best].contender_seconds / bound),
            )
        )
    headers = (
        f">m x n x k | >{displayed(place.baseline)} | >`{DEFAULT}` | >`fp16x3_skinny` | >tile | "
        ">times the memory bound"
    )
    return markdown(headers, rows, heading(place)) if rows else ""


def _order(each: tuple[Problem, object]) -> tuple[int, int, int]:
    problem, _ = each
    return problem.n, problem.k, problem.m


def _cell(pair: Pair | None) -> str:
    if pair is None:
        return ABSENT
    return f"{_microseconds(pair.contender_seconds)} ({significant(pair.estimate.value)})"


def _microseconds(seconds: float) -> str:
    return significant(seconds * 1e6)
