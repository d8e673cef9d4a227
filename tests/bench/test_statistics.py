"""Intervals against brute force, published tables and simulation."""

import itertools
import math
import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgemm.bench.statistics import (
    CONFIDENCE,
    Estimate,
    Judgement,
    compare_samples,
    geometric_mean,
    interval_rank,
    resolution,
    student_interval,
    student_quantile,
)
from sgemm.errors import ArgumentError

times = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=40)
ratios = st.lists(st.floats(0.1, 10.0), max_size=6)


def coverage(count: int, rank: int) -> float:
    """How often the median lies between the rank-th smallest and largest, by trying all."""
    hits = 0
    for above in itertools.product((0, 1), repeat=count):
        # The rank-th smallest is below the median if at least rank samples are.
        below = count - sum(above)
        hits += below >= rank and count - below >= rank
    return hits / 2**count


@pytest.mark.parametrize("count", range(1, 15))
def test_rank_is_the_largest_safe_one_by_brute_force(count: int) -> None:
    rank = interval_rank(count)
    if rank is not None:
        assert coverage(count, rank) >= CONFIDENCE
    assert coverage(count, (rank or 0) + 1) < CONFIDENCE


@pytest.mark.parametrize("count", [1001, 1500, 4000])
def test_many_samples_have_nearly_the_exact_rank(count: int) -> None:
    found = interval_rank(count)
    exact, below = 0, 0
    # 2.5% on either side, in whole numbers.
    while (below := below + math.comb(count, exact)) * 40 <= 2**count:
        exact += 1
    assert found is not None
    assert exact - 1 <= found <= exact


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(1, 12.7062), (2, 4.30265), (3, 3.18245), (10, 2.22814), (29, 2.04523), (120, 1.97993),
     (5000, 1.96044)],
)  # fmt: skip
def test_student_as_in_tables(degrees: int, expected: float) -> None:
    assert student_quantile(degrees) == pytest.approx(expected, rel=1e-5)


def test_student_interval_by_hand() -> None:
    found = student_interval([1.0, 1.1, 1.21])
    step = math.log(1.1)
    # Logarithms 0, step, 2 step: mean and standard deviation are one step.
    half = 4.30265 * step / math.sqrt(3.0)
    assert found == pytest.approx((math.exp(step - half), math.exp(step + half)), rel=1e-5)
    assert student_interval([1.0]) is None
    assert student_interval([1.0, math.inf]) is None
    assert student_interval([1.0, 0.0]) is None


def test_ratio_is_of_speeds() -> None:
    fast, slow = [1.0, 1.01, 0.99] * 4, [2.0, 2.01, 1.99] * 4
    found = compare_samples(fast, slow)
    assert found.value == 2.0
    assert 1.9 < found.low < 2.0 < found.high < 2.1
    assert found.judgement is Judgement.FASTER
    assert compare_samples(slow, fast).judgement is Judgement.SLOWER
    assert compare_samples(fast, fast).judgement is Judgement.NO_DIFFERENCE
    assert compare_samples(fast[:5], slow).judgement is Judgement.TOO_FEW


def test_rounds_that_disagree_widen_the_interval() -> None:
    fast, slow = [1.0, 1.01, 0.99] * 4, [1.02, 1.03, 1.01] * 4
    alone = compare_samples(fast, slow)
    assert compare_samples(fast, slow, [1.02, 1.02, 1.02]) == alone
    disagreeing = compare_samples(fast, slow, [0.9, 1.02, 1.15])
    assert disagreeing.low < alone.low < alone.high < disagreeing.high
    assert disagreeing.judgement is Judgement.NO_DIFFERENCE
    # Of few samples there is no interval but that of the rounds.
    few = compare_samples([1.0] * 3, [2.0] * 3, [1.9, 2.0, 2.1])
    assert (few.low, few.high) == pytest.approx(student_interval([1.9, 2.0, 2.1]))


def test_samples_of_one_tick_each_are_as_uncertain_as_a_tick() -> None:
    one, next_one = [5.12e-6] * 40, [5.632e-6] * 40
    found = compare_samples(one, next_one, [1.1] * 6)
    assert found.value == pytest.approx(1.1)
    assert found.low < 1.04 and found.high > 1.16
    assert resolution([1e-6, 1e-6 + 1e-21, 1.1e-6, 2e-6]) == pytest.approx(1e-7)
    assert resolution([1.0, 1.5]) == 0.512e-6
    assert resolution([1.0, 1.0]) == 0.0


@pytest.mark.parametrize(
    ("own", "other", "value"), [(0.0, 1.0, math.inf), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)]
)
def test_times_too_short_to_see_have_no_interval(own: float, other: float, value: float) -> None:
    found = compare_samples([own] * 9, [other] * 9, [1.0, 1.0])
    assert (found.value, found.low, found.high) == (value, 0.0, math.inf)
    assert found.judgement.value == "too few samples"


@settings(max_examples=200, deadline=None)
@given(times, times, ratios)
def test_exchanged_contenders_have_the_inverse_ratio(
    own: list[float], other: list[float], rounds: list[float]
) -> None:
    one = compare_samples(own, other, rounds)
    two = compare_samples(other, own, [1.0 / ratio for ratio in rounds])
    assert one.low <= one.value <= one.high
    assert one.value == pytest.approx(1.0 / two.value)
    assert one.is_bounded == two.is_bounded
    if one.is_bounded:
        assert one.low == pytest.approx(1.0 / two.high)
        assert one.high == pytest.approx(1.0 / two.low)


@pytest.mark.parametrize("count", [8, 15, 60])
def test_the_truth_is_in_the_interval_as_often_as_promised(count: int) -> None:
    source = random.Random(count)

    def skewed() -> list[float]:
        return [1.0 + source.expovariate(20.0) for _ in range(count)]

    trials = 600
    hits = 0
    for _ in range(trials):
        found = compare_samples(skewed(), skewed())
        hits += found.low <= 1.0 <= found.high
    # 95% less three standard deviations of the simulation itself.
    assert hits / trials >= 0.95 - 3.0 * math.sqrt(0.95 * 0.05 / trials)


def test_drift_between_rounds_is_covered_by_rounds_and_not_by_samples() -> None:
    source = random.Random(3)
    alone = with_rounds = 0
    trials = 200
    for _ in range(trials):
        own, other, rounds = [], [], []
        for _ in range(4):
            lots = [[source.gauss(1.0, 0.03)] * 30 for _ in range(2)]
            one, two = ([x * source.gauss(1.0, 0.002) for x in lot] for lot in lots)
            own += one
            other += two
            rounds.append(statistics.median(two) / statistics.median(one))
        bare, full = compare_samples(own, other), compare_samples(own, other, rounds)
        alone += bare.low <= 1.0 <= bare.high
        with_rounds += full.low <= 1.0 <= full.high
    assert alone / trials < 0.9
    assert with_rounds / trials >= 0.93


def test_geometric_mean_by_hand() -> None:
    one = Estimate(2.0, 1.8, 2.2)
    found = geometric_mean([one] * 4)
    assert found.value == pytest.approx(2.0)
    # Four equal and independent ones: half the distances, on the logarithmic scale.
    assert found.low == pytest.approx(2.0 * math.sqrt(1.8 / 2.0))
    assert found.high == pytest.approx(2.0 * math.sqrt(2.2 / 2.0))
    assert geometric_mean([one, Estimate(0.5, 0.4, 0.6)]).value == pytest.approx(1.0)
    assert not geometric_mean([one, Estimate(1.0, 0.0, math.inf)]).is_bounded


@pytest.mark.parametrize("values", [[], [0.0], [math.inf]])
def test_means_that_do_not_exist(values: list[float]) -> None:
    with pytest.raises(ArgumentError):
        geometric_mean([Estimate(value, 0.0, math.inf) for value in values])
