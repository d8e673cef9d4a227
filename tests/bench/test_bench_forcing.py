"""Contenders with a tile or schedule forced: series of their own, planned as the library plans."""

from sgemm.bench.contenders import KernelContender
from sgemm.bench.kernel_pool import KernelPool
from sgemm.bench.peak import FP32_LANES, rates_of
from sgemm.bench.sizes import make_problem
from sgemm.kernels.catalogue import find
from sgemm.planning.forcing import TILE_NAMES, Forced

SPLIT = find("split_k")


def test_a_forced_kernel_is_a_series_of_its_own(machine):
    other = next(tile for tile in SPLIT.tiles if tile != SPLIT.tile)
    numbers = tuple((name, getattr(other, name)) for name in TILE_NAMES)
    contender = KernelContender(KernelPool(machine), SPLIT, Forced(numbers, (("splits", 3),)))
    assert contender.name.startswith("split_k:bm=") and contender.name.endswith(":splits=3")
    problem = make_problem((40, 50, 600), "tn", batch=2)
    assert contender.unsupported(problem) is None
    kernel = contender.planned(problem).kernel
    assert (kernel.name, kernel.layout, kernel.tile) == ("split_k", "tn", other)


def test_a_rule_that_may_take_tensor_cores_may_be_as_fast_as_they_are(fixture):
    found = fixture.contenders(["auto", "split", "split_or_ieee:machine_code=off"])
    plain, *others = (one.rates for one in found)
    assert plain == FP32_LANES
    assert all(rates == rates_of(find("fp16x3")) != FP32_LANES for rates in others)


def test_what_a_problem_cannot_have_is_an_objection_and_no_end_of_the_run(fixture):
    (contender,) = fixture.contenders(["stream_k_cp_async:stream_k_tiles=3"])
    assert "stream_k_tiles = 3: the problem has 1 tiles" in contender.unsupported(
        make_problem((64, 64, 64))
    )
    assert contender.unsupported(make_problem((1280, 1280, 1024))) is None
