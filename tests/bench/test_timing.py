"""Timing by a clock that the tests turn, so that nothing depends on the machine's speed."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.bench.comparison import Comparison, Contender, compare, speed_ratio
from sgemm.bench.timing import Samples, host_timer, machine_timer, measure, sample
from sgemm.errors import ArgumentError


class TurnedClock:
    """Host and machine in one: time passes only while work runs."""

    def __init__(self, durations=(0.01,)) -> None:
        self.now = 100.0
        self.runs = 0
        self._durations = durations

    def read(self) -> float:
        return self.now

    def run(self) -> None:
        self.now += self._durations[min(self.runs, len(self._durations) - 1)]
        self.runs += 1

    def timer(self, run) -> float:
        start = self.now
        run()
        return self.now - start

    def sampled(self, **limits) -> Samples:
        return sample(self.timer, self.run, clock=self.read, **limits)


def test_stops_when_samples_and_seconds_suffice() -> None:
    clock = TurnedClock()
    samples = clock.sampled(
        minimum_samples=10, minimum_seconds=0.0, time_limit=99, warm_up_seconds=0
    )
    assert samples.complete and samples.count == 10 and clock.runs == 11
    clock = TurnedClock()
    samples = clock.sampled(
        minimum_samples=3, minimum_seconds=0.5, time_limit=99, warm_up_seconds=0
    )
    assert samples.complete and 49 <= samples.count <= 51


def test_warms_up_by_time_and_keeps_nothing_of_it() -> None:
    # 20 slow runs of 0.05 s fill one second; the fast ones come after.
    clock = TurnedClock([0.05] * 20 + [0.001])
    samples = clock.sampled(minimum_samples=5, minimum_seconds=0, time_limit=99, warm_up_seconds=1)
    assert samples.count == 5
    assert max(samples.seconds) < 0.02


def test_stops_at_the_time_limit_and_says_so() -> None:
    clock = TurnedClock([1.0])
    samples = clock.sampled(
        minimum_samples=100, minimum_seconds=0, time_limit=5, warm_up_seconds=0.5
    )
    assert not samples.complete
    assert samples.count == 4
    assert "time limit" in str(samples)


def test_one_sample_even_beyond_the_limit() -> None:
    samples = TurnedClock([60.0]).sampled(time_limit=1, warm_up_seconds=30)
    assert samples.count == 1 and not samples.complete
    assert samples.quartiles == (60.0, 60.0) == (samples.median,) * 2


@given(st.lists(st.floats(1e-9, 1e3), min_size=2, max_size=40))
def test_median_and_quartiles(seconds: list[float]) -> None:
    samples = Samples(tuple(seconds))
    lower, upper = samples.quartiles
    assert samples.median == statistics.median(seconds)
    assert min(seconds) <= lower <= samples.median <= upper <= max(seconds)
    assert samples.count == len(seconds)


def test_quartiles_of_five() -> None:
    assert Samples((5.0, 1.0, 4.0, 2.0, 3.0)).quartiles == (2.0, 4.0)


@pytest.mark.parametrize("seconds", [(), (1.0, -1.0), (math.nan,), (math.inf,)])
def test_impossible_samples_are_errors(seconds: tuple[float, ...]) -> None:
    with pytest.raises(ArgumentError, match="seconds"):
        Samples(seconds)


@pytest.mark.parametrize(
    "limits",
    [{"minimum_samples": 0}, {"minimum_seconds": -1.0}, {"time_limit": math.nan},
     {"warm_up_seconds": math.inf}],
)  # fmt: skip
def test_bad_limits_are_errors(limits: dict[str, float]) -> None:
    with pytest.raises(ArgumentError, match=next(iter(limits))):
        TurnedClock().sampled(**limits)


class EventMachine:
    """A machine whose own time is twice the host's; work is asynchronous until waited for."""

    def __init__(self, clock: TurnedClock) -> None:
        self.clock = clock
        self.waited = 0

    def record(self):
        machine, at = self, 2 * self.clock.now

        class Event:
            time = at

            def seconds_since(self, earlier) -> float:
                machine.waited += 1
                return self.time - earlier.time

        return Event()


def test_a_machine_is_timed_by_its_events() -> None:
    clock = TurnedClock([0.25])
    machine = EventMachine(clock)
    assert machine_timer(machine)(clock.run) == 0.5
    assert machine.waited == 1
    samples = measure(
        machine, clock.run, minimum_samples=3, minimum_seconds=0, time_limit=9, warm_up_seconds=0
    )
    assert samples.seconds == (0.5, 0.5, 0.5)


def test_host_timer_runs_once() -> None:
    runs = []
    assert host_timer(lambda: runs.append(1)) >= 0.0
    assert runs == [1]


def contenders(fast, slow):
    clock = TurnedClock()
    order: list[str] = []

    def contender(name: str, durations: list[float]) -> Contender:
        def run() -> None:
            clock.now += durations[min(order.count(name), len(durations) - 1)]
            order.append(name)

        return Contender(name, run, clock.timer)

    return contender("fast", fast), contender("slow", slow), order


LIMITS = {"minimum_samples": 2, "minimum_seconds": 0.0, "time_limit": 9.0, "warm_up_seconds": 0.0}


def test_rounds_are_interleaved_and_the_ratio_is_of_medians() -> None:
    fast, slow, order = contenders([0.5], [2.0])
    found = compare(fast, slow, rounds=3, **LIMITS)
    assert order == (["fast"] * 3 + ["slow"] * 3) * 3
    assert found.ratio == pytest.approx(4.0)
    assert found.round_ratios == pytest.approx((4.0,) * 3)
    assert found.contender_samples.count == found.baseline_samples.count == 6
    assert found.differs


def test_rounds_that_disagree_are_no_difference() -> None:
    one, two, three = Samples((1.0,)), Samples((2.0,)), Samples((4.0,))
    found = Comparison((one, three), (two, two))
    assert found.spread == (0.5, 2.0)
    assert found.ratio != 1.0 and not found.differs
    assert "no difference" in str(found)
    assert Comparison((one, one), (two, three)).differs


def test_one_slow_sample_does_not_move_the_ratio() -> None:
    steady, disturbed = Samples((2.0, 2.0, 2.0)), Samples((9.0, 1.0, 1.0))
    assert speed_ratio(disturbed, steady) == 2.0
    assert Comparison((disturbed,), (steady,)).ratio == 2.0


def test_an_incomplete_round_makes_the_whole_incomplete() -> None:
    done, cut = Samples((1.0,)), Samples((1.0,), complete=False)
    assert not Comparison((done, cut), (done, done)).contender_samples.complete
    assert Comparison((done, cut), (done, done)).baseline_samples.complete


def test_times_too_short_to_be_seen() -> None:
    nothing, something = Samples((0.0,)), Samples((1.0,))
    assert speed_ratio(nothing, something) == math.inf
    assert speed_ratio(something, nothing) == 0.0
    assert speed_ratio(nothing, nothing) == 1.0


def test_no_rounds_is_an_error() -> None:
    fast, slow, _ = contenders([1.0], [1.0])
    with pytest.raises(ArgumentError, match="rounds = 0"):
        compare(fast, slow, rounds=0)
