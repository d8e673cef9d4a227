"""Which rates hold for a GPU: tuned here, shipped for its model, or scaled from those of another.

A process keeps the rates that it found first: the same problem has the same plan in all of it.
"""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING

from sgemm.folders import tuned_folder
from sgemm.importing import import_module
from sgemm.kernels.gpus import H200, Figures, Target
from sgemm.kernels.kernel import Kernel
from sgemm.planning.rates import (
    FILES,
    SHIPPED,
    Rates,
    RateTable,
    rates_key,
    shipped_rates,
    source_of,
)
from sgemm.planning.scaling import scaled

if TYPE_CHECKING:
    from sgemm.planning.tuned import Tuned

ELSEWHERE = RateTable(
    SHIPPED.find, SHIPPED.speeds, f"{SHIPPED.source}; without a GPU, plans are made as for that one"
)
"""What a machine that is no GPU plans with."""


def rates_for(target: Target) -> RateTable:
    """Return the rates that plans on a target are made with: tuned ones, where there are.

    A wrong name of their folder is an error on a machine that has none, too.
    """
    figures = target.figures
    if figures is None:
        tuned_folder()
        return ELSEWHERE
    return _known(figures)


def untuned_rates_for(target: Target) -> RateTable:
    """Return the same without what was tuned here, for choices that tuning must not change."""
    figures = target.figures
    return ELSEWHERE if figures is None else base_for(figures)


@functools.lru_cache(maxsize=64)
def base_for(figures: Figures) -> RateTable:
    """Return the rates that ship for a GPU, or are scaled to it."""
    for gpu in FILES:
        if _model(gpu) == _model(figures):
            return _shipped(gpu)
    return scaled(SHIPPED, H200, figures)


def _model(figures: Figures) -> tuple[str, int, int]:
    return figures.name, figures.architecture, figures.multiprocessors


@functools.cache
def _shipped(gpu: Figures) -> RateTable:
    """Return the rates that ship for a GPU; kernels that it has none of have the H200's, scaled."""
    if gpu == H200:
        return SHIPPED
    base = scaled(SHIPPED, H200, gpu)
    return RateTable(
        lambda each: shipped_rates(gpu, each) or base.find(each), base.speeds, source_of(gpu)
    )


@functools.lru_cache(maxsize=64)
def _known(figures: Figures) -> RateTable:
    base = base_for(figures)
    if not _may_be_tuned():
        return base
    found, notes = import_module("sgemm.planning.tuned").find(figures)
    if found is not None:
        return table_of(found, base)
    return RateTable(base.find, base.speeds, "; ".join((base.source, *notes)))


def _may_be_tuned() -> bool:
    """Whether there is a folder of tuned rates; one that cannot be read is none."""
    folder = tuned_folder()
    with contextlib.suppress(OSError):
        return folder is not None and folder.is_dir()
    return False


def table_of(found: Tuned, base: RateTable) -> RateTable:
    """Return tuned rates as a table; kernels that they do not have keep those of another one."""

    def find(kernel: Kernel) -> Rates | None:
        return found.rates.get(rates_key(kernel)) or base.find(kernel)

    marks = f"; {'; '.join(found.marks)}" if found.marks else ""
    return RateTable(find, found.speeds, f"tuned here on {found.date}, {found.figures.name}{marks}")


def forget() -> None:
    """Let this process look again: for what tunes, and for tests."""
    _known.cache_clear()
