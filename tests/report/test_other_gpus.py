"""Rungs on other GPUs: the model says what was measured, and knows what a GPU has less of."""

import csv
import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgemm.kernels.catalogue import find
from sgemm.kernels.gpus import H200, Figures
from sgemm.problem import Problem
from sgemm.recorded.passes import in_shared_memory
from sgemm.report.devices import DEVICES
from sgemm.report.other_gpus import (
    Step,
    by_peak,
    crowded,
    peak,
    predicted,
    together,
    waiting,
)
from sgemm.report.places import read_places
from sgemm.report.publish.predictions import gflops, prediction_blocks, predictions, read_steps
from sgemm.report.publish.published import KERNELS, read_gpus, read_speeds

RESULTS = Path(__file__).parents[2] / "results"
STEPS = read_steps(RESULTS)
GPUS = read_gpus(RESULTS)
RUNGS = st.sampled_from(sorted({name for name, _ in STEPS}))


@pytest.fixture(scope="module")
def place():
    return next(each for each in read_places(RESULTS) if each.hardware == H200.name)


@given(RUNGS, st.integers(64, 9000), st.floats(1.0, 50.0))
def test_on_the_gpu_that_was_measured_it_predicts_what_was_measured(rung, size, slower):
    problem, kernel, step = Problem(size, size, size), find(rung), STEPS[rung, 90]
    seconds = slower * predicted(problem, kernel, H200, step, 0.0)
    cycles = waiting(problem, kernel, seconds, H200, step)
    assert predicted(problem, kernel, H200, step, cycles) == pytest.approx(seconds, rel=1e-6)
    assert waiting(problem, kernel, seconds / slower / 2.0, H200, step) < 1e-6


@given(RUNGS, st.integers(1024, 9000), st.floats(0.0, 1e4))
def test_more_clock_or_more_multiprocessors_are_never_slower(rung, size, cycles):
    problem, kernel, step = Problem(size, size, size), find(rung), STEPS[rung, 90]

    def seconds(**changes):
        return predicted(problem, kernel, H200._replace(**changes), step, cycles)

    now, half = seconds(), seconds(clock_mhz=H200.clock_mhz / 2.0)
    assert now < half < 2.0 * now
    assert seconds(multiprocessors=66) >= now


def test_what_a_multiprocessor_has_less_of():
    turing, ampere = GPUS["RTX 2080 Super"].high, GPUS["A10"].high
    bound_by_loads, bound_by_lanes = find("conflict_free"), find("double_buffer")
    assert crowded(bound_by_loads, ampere, STEPS["conflict_free", 86]) == 2176
    assert crowded(bound_by_loads, turing, STEPS["conflict_free", 75]) == 2 * 2176
    assert crowded(bound_by_lanes, ampere, STEPS["double_buffer", 86]) == 128 * 128 * 8 / 128
    assert crowded(bound_by_lanes, turing, STEPS["double_buffer", 75]) == 128 * 128 * 8 / 64
    # 1536 threads have room for one block of 1024; 65536 registers for two of 256 with 128 each.
    assert together(find("coalesced"), H200, STEPS["coalesced", 90]) == 2
    assert together(find("coalesced"), ampere, STEPS["coalesced", 86]) == 1
    assert together(bound_by_lanes, H200, Step(816, 129, 16384)) == 1
    assert together(bound_by_lanes, H200, Step(816, 128, 16384)) == 2
    assert together(bound_by_lanes, ampere, Step(816, 32, 49 * 1024)) == 2


def test_a_library_keeps_its_share_of_the_peak():
    a10 = GPUS["A10"].high
    assert peak(a10) == pytest.approx(31242, rel=1e-4)
    assert by_peak(1.0, H200, a10) == pytest.approx(peak(H200) / peak(a10), rel=1e-4)
    assert by_peak(1e-6, H200, a10) > 0.0


def test_every_published_speed_is_predicted(place):
    found = predictions(place, RESULTS)
    assert [each.published for each in found] == list(read_speeds(RESULTS))
    assert all(0.0 < each.low <= each.high for each in found)
    off = [math.log(each.factor) for each in found if each.kind == "alike"]
    assert sum(off) / len(off) < math.log(1.2), "what docs/other_gpus.md says of these"


def test_at_the_clock_in_the_table_a_kernel_is_predicted_as_fast_as_it_was(place):
    tables, _ = prediction_blocks([place], RESULTS)
    rows = re.findall(
        r"^\| ([^|(]+) \(.*?\) \| (Naive|128x128x8) \| (.*) \|$",
        tables["predicted-clocks"],
        re.MULTILINE,
    )
    sizes = (512, 1024, 1536, 2048, 4096)
    compared = 0
    for gpu, kernel, cells in rows:
        clocks = dict(zip(sizes, cells.split(" | "), strict=False))
        for each in read_speeds(RESULTS):
            if (each.gpu, each.kernel) == (gpu, kernel):
                figures = GPUS[gpu].high._replace(clock_mhz=float(clocks[each.size]))
                found = gflops(place, each.rung, each.size, figures, STEPS)
                assert found == pytest.approx(each.gflops, rel=2e-3)
                compared += 1
    assert compared == 7


# Warps of the documents' kernels that no rung is like: by lane, the word of each access to shared
# memory, and how often a step has it.
FOUR_BY_ONE = {
    "stores_shared": [
        *((4, lambda lane, i=i: lane // 8 * 32 + lane % 8 * 4 + i, 1) for i in range(4)),
        *((4, lambda lane, i=i: (lane % 8 * 4 + i) * 32 + lane // 8, 1) for i in range(4)),
    ],
    "loads_shared": [(16, lambda lane: lane % 8 * 4, 32), (4, lambda lane: lane // 8, 32)],
}
ACCESSES = {
    ("003", "Kernel 2"): {
        "stores_shared": [(4, lambda lane: lane * 32, 1), (4, lambda lane: lane, 1)],
        "loads_shared": [(16, lambda lane: lane * 32, 8), (16, lambda lane: 0, 8)],
    },
    ("003", "Kernel 5"): FOUR_BY_ONE,
    ("003", "Kernel 6"): FOUR_BY_ONE
    | {"stores_shared": [(16, lambda lane: lane * 4, 1), *FOUR_BY_ONE["stores_shared"][4:]]},
    ("001", "Register Tiled"): {
        "stores_shared": [(4, lambda lane: lane // 16 * 64 + lane % 16, 32)],
        "loads_shared": [
            (16, lambda lane: lane // 16 * 256, 64),  # four rows, and 16 times four steps of k
            (16, lambda lane: lane % 16 * 4, 64),
        ],
    },
}


@pytest.mark.parametrize("name", ACCESSES)
def test_what_was_counted_by_hand(name):
    with (RESULTS / KERNELS).open(encoding="utf-8", newline="") as file:
        row = next(row for row in csv.DictReader(file) if (row["document"], row["kernel"]) == name)
    for column, accesses in ACCESSES[name].items():
        counted = sum(
            times * in_shared_memory({lane: 4 * word(lane) for lane in range(32)}, nbytes)
            for nbytes, word, times in accesses
        )
        assert int(row[column]) == counted, column


@pytest.mark.parametrize(
    ("gpu", "driver_name"),
    [
        ("A10", "NVIDIA A10"),
        ("RTX 2080 Super", "NVIDIA GeForce RTX 2080 SUPER"),
        ("RTX 3090", "NVIDIA GeForce RTX 3090"),
    ],
)
def test_numbers_of_gpus_are_those_of_reports(gpu, driver_name):
    figures, model = GPUS[gpu].high, DEVICES[driver_name]
    found = (figures.multiprocessors, figures.has.fp32_lanes, figures.clock_mhz)
    assert (*found, figures.memory_gbytes) == tuple(model)


def test_nothing_is_predicted_without_an_instruction_of_the_rung(place):
    turing = GPUS["RTX 2080 Super"].high
    assert gflops(place, "async_copy", 4096, turing, STEPS) is None
    newer = Figures("", 120, 170, 2400.0, 1792.0, 96 << 20, "")
    assert gflops(place, "async_copy", 4096, newer, STEPS) > 0.0
