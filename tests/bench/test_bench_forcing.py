"""Contenders with a tile or schedule forced: series of their own, planned as the library plans."""

from __future__ import annotations

import pytest

from sgemm.bench.entrants import KernelEntrant, kernels_of
from sgemm.bench.rig import open_rig
from sgemm.bench.stock import Stock
from sgemm.bench.task import make_task
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.machines.cpu import CpuMachine
from sgemm.planning.forcing import TILE_NAMES, Forced, parse_forced

SPLIT = find("split_k")


@pytest.fixture(scope="module")
def machine():
    return CpuMachine(threads=1)


def test_a_forced_kernel_is_a_series_of_its_own(machine):
    other = next(tile for tile in SPLIT.tiles if tile != SPLIT.tile)
    numbers = tuple((name, getattr(other, name)) for name in TILE_NAMES)
    entrant = KernelEntrant(Stock(machine), SPLIT, Forced(numbers, (("splits", 3),)))
    assert entrant.name.startswith("split_k:bm=") and entrant.name.endswith(":splits=3")
    task = make_task((40, 50, 600), "tn", batch=2)
    assert entrant.objection(task) is None
    (kernel,) = kernels_of([entrant], task)
    assert (kernel.name, kernel.layout, kernel.tile) == ("split_k", "tn", other)


def test_contenders(machine):
    with open_rig(machine) as rig:
        names = ["numpy", "split_k:splits=2", "split_k"]
        assert [one.name for one in rig.entrants(names)] == names
        with pytest.raises(ArgumentError, match="no such tile"):
            rig.entrants(["split_k:bm=3"])
        with pytest.raises(ArgumentError, match="contender = 'nothing'"):
            rig.entrants(["nothing:splits=2"])
        with pytest.raises(ArgumentError, match="plan = 'naive:colour=2': 'colour=2' is not NAME="):
            rig.entrants(["naive:colour=2"])
        with pytest.raises(ArgumentError, match="splits=2: naive has one block for each tile"):
            rig.entrants(["naive:splits=2"])


def test_what_a_problem_cannot_have_is_an_objection_and_no_end_of_the_run(machine):
    _, forced = parse_forced("async_producer:streamed=3")
    entrant = KernelEntrant(Stock(machine), find("async_producer"), forced)
    assert "streamed = 3: the problem has 1 tiles" in entrant.objection(make_task((64, 64, 64)))
    assert entrant.objection(make_task((640, 640, 640))) is None
    assert list(kernels_of([entrant], make_task((64, 64, 64)))) == []


def test_layouts_of_basic_rungs(machine):
    naive = KernelEntrant(Stock(machine), find("naive"))
    assert "computes layout nn only, not tn" in naive.objection(make_task((8, 8, 8), "tn"))
    assert "batch" in naive.objection(make_task((8, 8, 8), batch=2))
    assert list(kernels_of([naive], make_task((8, 8, 8), "tn"))) == []


def test_stock_builds_each_once(machine, monkeypatch):
    from sgemm.bench import stock as module

    built = []
    real = module.build
    monkeypatch.setattr(
        module, "build", lambda kernel, *more: (built.append(kernel.name), real(kernel, *more))[1]
    )
    stock = Stock(machine)
    assert stock.prepare([find("naive"), find("naive"), SPLIT]) == 2
    assert stock.prepare([find("naive"), SPLIT.specialised("tt")]) == 1
    before = len(built)
    stock.loaded(find("naive"))
    stock.loaded(SPLIT.specialised("tt"))
    assert len(built) == before
