"""Tiles and schedules can be forced, by the numbers that kernels ship in."""

from __future__ import annotations

import pytest

from sgemm.bench.entrants import KernelEntrant, kernels_of
from sgemm.bench.forcing import Forced, parse_forced
from sgemm.bench.rig import open_rig
from sgemm.bench.stock import Stock
from sgemm.bench.task import make_task
from sgemm.errors import ArgumentError
from sgemm.kernels.catalogue import find
from sgemm.kernels.schedule import Schedule
from sgemm.machines.cpu import CpuMachine

SPLIT = find("split_k")


@pytest.fixture(scope="module")
def machine():
    return CpuMachine(threads=1)


def test_parsing():
    assert parse_forced("7") == ("7", Forced())
    name, forced = parse_forced("split_k:bm=64: splits=4 :bn=32")
    assert name == "split_k"
    assert forced == Forced((("bm", 64), ("bn", 32)), (("splits", 4),))
    assert str(forced) == ":bm=64:bn=32:splits=4"
    assert forced.schedule_over(Schedule(5, 2, 0)) == Schedule(5, 4, 0)


@pytest.mark.parametrize("text", ["a:", "a:bm", "a:bm=-1", "a:bm=x", "a:colour=3", "a:bm=1.5"])
def test_what_cannot_be_parsed(text):
    with pytest.raises(ArgumentError, match=r"is not NAME=NUMBER with a number of a tile \(bm"):
        parse_forced(text)


def test_every_tile_can_be_forced():
    for tile in SPLIT.tiles:
        numbers = tuple((name, getattr(tile, name)) for name in type(tile).__dataclass_fields__)
        assert Forced(numbers).tile_of(SPLIT) == tile
    assert Forced().tile_of(SPLIT) == SPLIT.tile


def test_tiles_that_do_not_ship():
    with pytest.raises(ArgumentError, match="tile = 'bm=7': split_k ships in no such tile: "):
        Forced((("bm", 7),)).tile_of(SPLIT)
    sizes = [tile.bk for tile in SPLIT.tiles if tile != SPLIT.tile]
    shared = next((bk for bk in sizes if sizes.count(bk) > 1 and bk != SPLIT.tile.bk), None)
    if shared is not None:
        with pytest.raises(ArgumentError, match="several such tiles: "):
            Forced((("bk", shared),)).tile_of(SPLIT)


def test_a_forced_kernel_is_a_series_of_its_own(machine):
    other = next(tile for tile in SPLIT.tiles if tile != SPLIT.tile)
    numbers = tuple((name, getattr(other, name)) for name in type(other).__dataclass_fields__)
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
