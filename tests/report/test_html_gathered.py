"""Results sorted for a report."""

import dataclasses
import math

import pytest

import synthetic_results as synthetic
from results_maker import ENVIRONMENT, place_of, samples, write
from sgemm.bench.measurement import Measurement
from sgemm.errors import ArgumentError
from sgemm.problem import Problem
from sgemm.report.devices import limits_of
from sgemm.report.places import gather
from sgemm.report.speeds import is_right, order, regime_of, remarks

CUBE = Problem(512, 512, 512)


def test_speeds_are_of_the_medians_and_baselines_are_among_them():
    place = synthetic.gpu_place()
    assert (place.identifier, place.hardware, place.is_gpu) == ("cuda-1", synthetic.GPU, True)
    assert place.regime == "cold L2"
    assert place.unit == ("TFLOP/s", 1e3)
    speeds = {(s.name, s.problem): s for s in place.usual}
    fast = speeds["ptx_pipeline", CUBE]
    assert math.isclose(fast.gflops, 52500.0)
    assert math.isclose(fast.ratio or 0, 1.05)
    assert fast.low < fast.gflops < fast.high
    library = speeds[synthetic.BASELINE, CUBE]
    assert library.library and math.isclose(library.gflops, 50000.0)
    assert library.samples == 12 * len(synthetic.SHARES)
    assert ("warp_tile", CUBE) not in speeds, "a wrong rung has no speed"
    assert place.main_size == Problem(4096, 4096, 4096)


def test_places_are_separate_and_gpus_come_first(tmp_path):
    synthetic.write_cpu_results(tmp_path / "deep" / "down" / "cpu.jsonl")
    gpu = synthetic.write_gpu_results(tmp_path / "gpu.jsonl")
    (tmp_path / "checks.jsonl").write_text('{"part": "bits"}\n')
    places = gather([tmp_path, gpu])
    assert [place.machine for place in places] == ["cuda", "cpu"]
    assert [len(place.traces) for place in places] == [1, 0]
    assert places[1].unit == ("GFLOP/s", 1.0)
    assert gather([tmp_path]) == places, "a file that is named twice counts once"


def test_surveys_are_no_part_of_a_place(tmp_path):
    path = synthetic.write_gpu_results(tmp_path / "gpu.jsonl")
    (before,) = gather([path])
    survey = synthetic.measurement("skinny", CUBE, 0.5, protocol="survey, cold L2")
    write(tmp_path / "tiles.jsonl", before.results.environments[-1], [survey])
    assert [place.measurements for place in gather([tmp_path])] == [before.measurements]


def test_a_protocol_may_say_which_time_counts():
    slow = CUBE.flops / 1e12
    line = dataclasses.replace(synthetic.measurement("naive", CUBE, 0.01), seconds=slow)
    speed = next(each for each in place_of([line]).speeds if each.name == "naive")
    assert math.isclose(speed.gflops, 1000.0)


def test_regimes_name_what_is_unusual():
    def regime(problem, **more):
        return regime_of(synthetic.measurement("naive", problem, 0.5, **more))

    assert regime(CUBE) == "cold L2"
    assert regime(Problem(8, 8, 8, beta=1.0), protocol="hot") == "hot, alpha 1, beta 1"
    assert regime(Problem(8, 8, 8, lda=16)) == "cold L2, padded rows"
    assert regime(Problem(8, 8, 8), layout="tn", leading=(8, 8, 8)) == "cold L2, layout tn"


def test_a_result_is_right_if_every_check_says_so():
    right, wrong = synthetic.verification(), synthetic.verification(99.0, passed=False)

    def made(**more):
        return synthetic.measurement("naive", CUBE, 0.5, **more)

    assert is_right(made(verification=None)) is None
    assert is_right(made()) is True
    assert is_right(made(verified_after=right)) is True
    assert is_right(made(verified_after=wrong)) is False
    assert is_right(made(verification=wrong)) is False
    failed = made(failure="faster than the peak", warnings=("slow",), verified_after=right)
    assert is_right(failed) is False
    assert remarks(failed) == "made up; faster than the peak; slow"
    assert remarks(made(interrupted=True)) == "made up; interrupted"


def test_names_are_in_the_order_of_the_ladder():
    names = ["cublas fp32", "naive", "coalesced", "ptx_naive", "two_kernel_rule"]
    assert sorted(set(names), key=order) == names


def test_problems_without_operations_and_times_of_zero_have_no_speed():
    timed = samples(CUBE.flops / 1e12)
    unseen = dataclasses.replace(timed, seconds=(0.0, 0.0))
    place = place_of(
        [
            Measurement(Problem(0, 8, 8), "naive", "cpu", timed, None),
            Measurement(CUBE, "naive", "cpu", unseen, None),
        ]
    )
    assert place.speeds == ()
    assert place.main_size is None


def test_results_without_measurements_are_an_error(tmp_path):
    write(tmp_path / "a.jsonl", ENVIRONMENT, [])
    with pytest.raises(ArgumentError, match="no measurement"):
        gather([tmp_path])


def test_limits_come_from_the_user_then_the_results_then_the_maker():
    environment = synthetic.gpu_environment()
    assert limits_of(synthetic.GPU, [environment], 1.5).peak_gflops == 1500.0
    assert limits_of(synthetic.GPU, [environment]).peak_gflops == 1e3 * synthetic.PEAK_TFLOPS
    known = limits_of("NVIDIA H200")
    assert math.isclose(known.peak_gflops, 66908.2, abs_tol=0.1)
    assert known.memory_gbytes == 4800
    assert limits_of("NVIDIA H200", bandwidth=1.0).memory_gbytes == 1.0
    unknown = limits_of("something else")
    assert unknown.peak_gflops is None and unknown.memory_gbytes is None
