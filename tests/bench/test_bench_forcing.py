"""Contenders with a tile or schedule forced: series of their own, planned as the library plans."""

import pytest

from sgemm.bench.contenders import KernelContender
from sgemm.bench.fixture import open_fixture
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.peak import FP32_LANES, rates_of
from sgemm.bench.sizes import make_problem
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
    contender = KernelContender(KernelPool(machine), SPLIT, Forced(numbers, (("splits", 3),)))
    assert contender.name.startswith("split_k:bm=") and contender.name.endswith(":splits=3")
    problem = make_problem((40, 50, 600), "tn", batch=2)
    assert contender.unsupported(problem) is None
    kernel = contender.planned(problem).kernel
    assert (kernel.name, kernel.layout, kernel.tile) == ("split_k", "tn", other)


def test_contenders(machine):
    with open_fixture(machine) as fixture:
        names = ["numpy", "split_k:splits=2", "split_k"]
        assert [one.name for one in fixture.contenders(names)] == names
        with pytest.raises(ArgumentError, match="no such tile"):
            fixture.contenders(["split_k:bm=3"])
        with pytest.raises(ArgumentError, match="contender = 'nothing'"):
            fixture.contenders(["nothing:splits=2"])
        with pytest.raises(ArgumentError, match="plan = 'naive:colour=2': 'colour=2' is not NAME="):
            fixture.contenders(["naive:colour=2"])
        with pytest.raises(ArgumentError, match="splits=2: naive has one block for each tile"):
            fixture.contenders(["naive:splits=2"])


def test_a_rule_that_may_take_tensor_cores_may_be_as_fast_as_they_are(machine):
    with open_fixture(machine) as fixture:
        found = fixture.contenders(["auto", "split", "split_or_ieee:machine_code=off"])
    plain, *others = (one.rates for one in found)
    assert plain == FP32_LANES
    assert all(rates == rates_of(find("fp16x3")) != FP32_LANES for rates in others)


def test_what_a_problem_cannot_have_is_an_objection_and_no_end_of_the_run(machine):
    _, forced = parse_forced("stream_k_cp_async:stream_k_tiles=3")
    contender = KernelContender(KernelPool(machine), find("stream_k_cp_async"), forced)
    assert "stream_k_tiles = 3: the problem has 1 tiles" in contender.unsupported(
        make_problem((64, 64, 64))
    )
    assert contender.unsupported(make_problem((640, 640, 640))) is None


def test_layouts_of_basic_rungs(machine):
    naive = KernelContender(KernelPool(machine), find("naive"))
    assert "computes layout nn only, not tn" in naive.unsupported(make_problem((8, 8, 8), "tn"))
    assert "batch" in naive.unsupported(make_problem((8, 8, 8), batch=2))
