"""``sgemm fit``: numbers for the planner from surveys."""

import dataclasses
import json
from pathlib import Path

import pytest

from results_maker import ENVIRONMENT, measured, write
from sgemm.bench.environment import Device
from sgemm.kernels.catalogue import FUSED, find
from sgemm.kernels.gpus import H100, H200
from sgemm.kernels.schedule import Schedule
from sgemm.planning import rates
from sgemm.planning.scaling import scaled
from sgemm.problem import Problem

LINE = {
    "kernel": "split_k", "layout": "tn", "schedule": {"splits": 3}, "microseconds": 7.5,
    "tile": {"bm": 64, "bn": 64, "bk": 16, "tm": 4, "tn": 8, "stages": 4},
    "m": 10, "n": 20, "k": 900, "batch": 2,
}  # fmt: skip


@pytest.fixture
def survey(tmp_path):
    path = tmp_path / "survey.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in ({"environment": {}}, LINE)))
    return path


def test_numbers_as_they_are_are_judged(call, document, survey, empty_folder):
    result = call("fit", "--dry-run", survey)
    assert "1 measurements of surveys: predictions off by" in result.stdout
    found = document("fit", "--dry-run", survey)
    assert (found["command"], found["measurements"], found["kept"]) == ("fit", 1, [])
    assert list(empty_folder.iterdir()) == []


def test_numbers_are_fitted_and_written_where_that_is_asked_for(call, survey, empty_folder):
    result = call("fit", survey)
    assert "no measurements of any_layout nn" in result.stdout
    assert list(empty_folder.iterdir()) == []
    call("fit", survey, "--kernel", "split_k", "--output", "rates.csv")
    found = rates.read(empty_folder / "rates.csv")
    shipped = rates.shipped_for(H200)
    assert set(found) == set(shipped)
    changed = {name for name in found if found[name] != shipped[name]}
    assert changed and all(name.startswith("split_k ") for name in changed)
    printed = call("fit", survey, "--output", "-").stdout
    assert printed.startswith("kernel,layout,tile,") and "predictions" not in printed


def of_gpu(path, name, problems=40, multiprocessors=132):
    """Write results of another GPU: some times of a kernel."""
    device = Device(name, multiprocessors, 1980.0, 50 * 2**20)
    environment = dataclasses.replace(ENVIRONMENT, device=device)
    kernel = find("split_k")
    how = {"baseline": None, "tile": kernel.tile, "schedule": Schedule()}
    rows = [
        measured("split_k", Problem(100, 200, k), 1.0, seconds=k * 1e-8, **how)
        for k in range(100, 100 * (1 + problems), 100)
    ]
    write(path, environment, rows)
    return path


def test_numbers_of_an_h100_begin_as_those_of_an_h200_scaled(call, empty_folder, tmp_path):
    path = of_gpu(tmp_path / "h100.jsonl", H100.name)
    call("fit", path, "--output", "h100.csv")
    found, start = rates.read(empty_folder / "h100.csv"), scaled(rates.SHIPPED, H200, H100)
    shipped = rates.shipped_for(H100)
    on_tensor_cores = [name for name in found if name.startswith("fp16x3")]
    assert on_tensor_cores and all(found[name] == shipped[name] for name in on_tensor_cores)
    for name in ("split_k", "skinny"):
        kernel = find(name)
        numbers, before = found[rates.rates_key(kernel)], start.find(kernel)
        assert numbers.resident == before.resident
        assert numbers.launch != pytest.approx(before.launch, rel=1e-3)
    judged = call("fit", path, "--dry-run").stdout
    assert "40 measurements of sgemm bench" in judged


def test_numbers_that_ship_can_be_moved_all_together(call, refused, empty_folder, tmp_path):
    """Also those of a kernel that was not measured, and of an H100, which are its own already."""
    for gpu in (H200, H100):
        path, output = of_gpu(tmp_path / f"{gpu.name}.jsonl", gpu.name), f"{gpu.name}.csv"
        assert call("fit", path, "--move", "--output", output).exit_code == 0
        found, before = rates.read(empty_folder / output), rates.shipped_for(gpu)
        assert set(found) == set(before)
        for name in map(rates.rates_key, (find("split_k"), find("skinny"))):
            assert found[name].launch != pytest.approx(before[name].launch, rel=1e-3)
            assert found[name].resident == before[name].resident
        kept = [name for name in found if name.startswith("fp16x3")]
        assert kept and all(found[name] == before[name] for name in kept)
    words = refused("fit", path, "--move", "--kernel", "split_k")
    assert "move all together" in words
    assert "40 are needed" in refused("fit", of_gpu(tmp_path / "few", H200.name, 39), "--move")


def test_kernels_on_tensor_cores_move_by_themselves_on_an_h100(call, refused, empty_folder):
    folder = Path(__file__).parents[2] / "results/h100"
    file = folder / "tiles_few_rows.parquet"
    parts = "few_rows", "few_columns", "split_sets"
    others = [folder / f"bench.parquet/{part}.jsonl" for part in parts]
    kernels = [word for name in FUSED for word in ("--kernel", name)]
    call("fit", file, *others, *kernels, "--output", "h100.csv")
    assert (empty_folder / "h100.csv").read_bytes() == rates.path_of(H100).read_bytes()
    words = refused("fit", file, "--kernel", "fp16x3")
    assert "3899 measurements of surveys" in call("fit", file, "--dry-run").stdout
    assert "the files have 0 problems of an NVIDIA H100 80GB HBM3: 40 are needed" in words


def test_files_of_other_gpus_are_refused(refused, survey, tmp_path):
    path = of_gpu(tmp_path / "h100.jsonl", H100.name)
    assert "of several GPUs, fit each alone: NVIDIA H100 80GB HBM3" in refused("fit", survey, path)
    words = refused("fit", path, "--kernel", "split_k")
    assert "--kernel split_k: the numbers of an NVIDIA H100 80GB HBM3 move all together" in words
    words = refused("fit", of_gpu(tmp_path / "a10.jsonl", "NVIDIA A10"))
    assert "the files are of an NVIDIA A10: rates ship for NVIDIA H200 and NVIDIA H100" in words
    cut = of_gpu(tmp_path / "cut.jsonl", H200.name, multiprocessors=99)
    assert "of an NVIDIA H200 with 99 multiprocessors: rates ship" in refused("fit", cut)
    few = of_gpu(tmp_path / "few.jsonl", H100.name, 39)
    assert "the files have 39 problems of an NVIDIA H100 80GB HBM3: 40" in refused("fit", few)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("survey --kernel naive", "kernel = 'naive': there are numbers of "),
        ("survey --dry-run --output x", "nothing is fitted, so nothing is written"),
        ("survey --dry-run --move", "one judges the numbers that the other changes"),
        ("survey --machine cpu", "--machine cpu: the model is of GPUs; leave it out"),
        ("empty", "the files hold no time of a kernel that has rates"),
    ],
)
def test_refusals(refused, survey, tmp_path, arguments, words):
    (tmp_path / "empty.jsonl").write_text("{}\n")
    name, *options = arguments.split()
    assert words in refused("fit", tmp_path / f"{name}.jsonl", *options)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        *(
            (json.dumps(LINE | {"microseconds": time}), "microseconds is")
            for time in (0, -3.0, "x", None, True)
        ),
        pytest.param(
            json.dumps(LINE | {"microseconds": 10**400}),
            "the line has too large a number",
            id="huge",
        ),
        ("bad", "the line is not JSON"),
        ('{"kernel": "split_k"}', "'layout'"),
    ],
)
def test_what_is_no_line_of_a_survey_is_refused(refused, tmp_path, line, words):
    path = tmp_path / "survey.jsonl"
    path.write_text(f"{line}\n")
    found = refused("fit", "--dry-run", path)
    assert "is neither a survey nor results of sgemm bench: " in found and words in found


def test_the_committed_surveys_can_be_named_one_by_one(document):
    surveys = Path(__file__).parents[2] / "results/h200/tiles.parquet"
    one, other = (
        document("fit", "--dry-run", surveys / name)["measurements"]
        for name in ("apart-1.jsonl", "apart-2.jsonl")
    )
    assert one > 0 and one != other
