"""Rungs on other GPUs: the model says what was measured, and knows what a GPU has less of."""

import csv
import math
from pathlib import Path

import pytest
from publish.other_gpus import by_peak, peak
from publish.places import read_places
from publish.predictions import gflops, predictions, read_steps
from publish.published import KERNELS, read_gpus, read_speeds
from publish.recorded.passes import in_shared_memory

from sgemm.kernels.gpus import H200, MODELS, Figures

RESULTS = Path(__file__).parents[3] / "results"
STEPS = read_steps(RESULTS)
GPUS = read_gpus(RESULTS)


@pytest.fixture(scope="module")
def place():
    return next(each for each in read_places(RESULTS) if each.hardware == H200.name)


def test_a_library_keeps_its_share_of_the_peak():
    a10 = GPUS["A10"].high
    assert by_peak(1.0, H200, a10) == pytest.approx(peak(H200) / peak(a10), rel=1e-4)
    assert by_peak(1e-6, H200, a10) > 0.0


def test_every_published_speed_is_predicted(place):
    found = predictions(place, RESULTS)
    assert [each.published for each in found] == list(read_speeds(RESULTS))
    assert all(0.0 < each.low <= each.high for each in found)
    off = [math.log(each.factor) for each in found if each.kind == "alike"]
    assert sum(off) / len(off) < math.log(1.2), "what docs/other_gpus.md says of these"


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
    figures, model = GPUS[gpu].high, MODELS[driver_name]
    found = (figures.architecture, figures.multiprocessors, figures.clock_mhz)
    assert (*found, figures.memory_gbytes) == model[:4]


def test_nothing_is_predicted_without_an_instruction_of_the_rung(place):
    turing = GPUS["RTX 2080 Super"].high
    assert gflops(place, "async_copy", 4096, turing, STEPS) is None
    newer = Figures("", 120, 170, 2400.0, 1792.0, 96 << 20, "")
    assert gflops(place, "async_copy", 4096, newer, STEPS) > 0.0
