"""``sgemm compare`` and ``sgemm export``."""

import csv
import dataclasses
import io
import json
import math

import pytest

from results_maker import ENVIRONMENT, judged, measured, write
from sgemm.bench.codec import SCHEMA
from sgemm.bench.environment import GpuIdentity
from sgemm.report.export import COLUMNS

SQUARES = [measured("async_copy", size, 1.05) for size in (1024, 2048, 4096)]
WORSE = [measured("naive", size, 0.5) for size in (1024, 2048, 4096)]


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "kept" / "results.jsonl"
    odd = measured("async_copy", 1000, 0.9)
    write(path, ENVIRONMENT, [*SQUARES, *WORSE, odd, measured("warp_tile", 512, None)])
    return path


def test_tables(call, results):
    result = call("compare", results)
    assert result.stderr == ""
    lines = [line.split() for line in result.stdout.splitlines()]
    row = next(line for line in lines if line[:1] == ["2048x2048x2048"] and "async_copy" in line)
    assert row[-1] == "faster"
    assert "1.050" in row
    assert "wrong, and not timed: warp_tile at 512x512x512: off" in result.stdout
    last = result.stdout.split("leading contender")[1]
    assert "squares_nn" in last
    assert "irregular" in last
    assert "naive" not in last


def test_more_lines_than_somebody_reads_are_counted_unless_asked_for(call, tmp_path):
    path = tmp_path / "many.jsonl"
    write(path, ENVIRONMENT, [measured("async_copy", size, 1.05) for size in range(512, 713)])
    short = call("compare", path)
    assert "201 ratios to cublas fp32: --each prints them" in short.stdout
    for asked in (("--each",), ("--kernel", "async_copy")):
        whole = call("compare", path, *asked)
        assert len(whole.stdout.splitlines()) == len(short.stdout.splitlines()) + 201 + 2
        assert "600x600x600" in whole.stdout


def test_former_names_of_kernels_are_left_out_where_todays_stand(call, tmp_path):
    """By today's name the same kernel was measured later; without it the former one stands."""
    old, new, other = "packed_operands", "stream_k_packed", "long_k"
    path = tmp_path / "renamed.jsonl"
    write(path, ENVIRONMENT, [measured(name, 1024, 1.05) for name in (old, new, other, "naive")])
    whole = call("compare", path).stdout.split("all contenders by set")[1]
    assert old not in whole and new in whole and other in whole
    assert "what has a kernel's former name is left out; --kernel shows it" in " ".join(
        whole.split()
    )
    assert old in call("compare", path, "--kernel", old).stdout


def test_what_has_another_baseline_is_named(call, tmp_path):
    path = tmp_path / "both.jsonl"
    on_cpu = measured("naive", 512, 1.0, baseline="numpy", machine="cpu")
    write(path, ENVIRONMENT, [*SQUARES, on_cpu])
    words = "compared with cublas fp32; --baseline 'numpy' compares with what else there is"
    assert words in call("compare", path).stdout
    assert "--baseline" not in call("compare", path, "--machine", "cuda").stdout


def test_document(document, results):
    found = document("compare", results.parent)
    assert found["results"][0]["measurements"] == 8
    assert found["holds"] is True
    assert found["baseline"] == "cublas fp32"
    assert [row["name"] for row in found["sets"]] == ["squares_nn", "irregular"]
    first = found["sets"][0]
    assert (first["contender"], first["count"]) == ("async_copy", 3)
    assert first["geometric_mean"] == pytest.approx(1.05)
    assert first["worst"] == pytest.approx(1.05)
    assert first["low"] < 1.05 < first["high"]
    assert first["verdicts"]["faster"] == 3
    assert (first["target_mean"], first["met"], first["missing"]) == (1.08, False, 90)
    assert first["misses"] == ["mean 1.050", "2.1 TFLOP/s at 1024"]
    assert {row["contender"] for row in found["contenders"]} == {"async_copy", "naive"}
    assert len(found["problems"]) == 7
    assert found["problems"][0]["problem"]["m"] == 1000
    assert [row["contender"] for row in found["wrong"]] == ["warp_tile"]


def test_a_part_of_the_results_and_another_baseline(document, results):
    found = document("compare", results, "--set", "squares_nn", "--kernel", "naive")
    assert [row["contender"] for row in found["sets"]] == ["naive"]
    assert len(found["problems"]) == 3
    found = document("compare", results, "--baseline", "naive")
    assert found["baseline"] == "naive"
    assert {row["contender"] for row in found["problems"]} == {"async_copy"}


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (("--fail-below", 0.8), 0),
        (("--fail-below", 1.0), 1),
        (("--fail-below", 1.04, "--set", "squares_nn"), 0),
        (("--fail-below", 1.06, "--set", "squares_nn"), 1),
        (("--fail-below", 0.8, "--kernel", "naive"), 1),
    ],
)
def test_fail_below(call, document, results, options, status):
    call("compare", results, *options, status=status)
    found = document("compare", results, *options, status=status)
    assert found["holds"] is (status == 0)
    assert bool(found["failures"]) is (status == 1)


@pytest.mark.parametrize("others", [SQUARES, [*SQUARES[:2], *WORSE]])
def test_a_wrong_result_fails_a_set_whoever_leads_it(call, said, tmp_path, others):
    """What is wrong has no times, and so fewer problems than another contender."""
    path = tmp_path / "results.jsonl"
    wrong = [measured(name, 1152, None) for name in ("async_copy", "cublas tf32")]
    write(path, ENVIRONMENT, [*others, *wrong])
    call("compare", path)
    words = said("compare", path, "--fail-below", 0.1, status=1)
    assert "async_copy is wrong at 1152x1152x1152" in words
    assert "cublas tf32 is wrong" not in words


@pytest.mark.parametrize("is_wrong_first", [False, True])
def test_what_has_become_wrong_fails_a_comparison(call, tmp_path, is_wrong_first):
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    write(whole, ENVIRONMENT, SQUARES)
    write(part, ENVIRONMENT, [*SQUARES[:2], measured("async_copy", 4096, None)])
    order = (part, whole) if is_wrong_first else (whole, part)
    call("compare", *order, "--fail-change-below", 0.9, status=int(not is_wrong_first))


def test_results_of_two_gpus_are_not_mixed(call, refused, tmp_path):
    other = dataclasses.replace(ENVIRONMENT, gpus=(GpuIdentity("NVIDIA A100", 80, 2**36),))
    for name, environment in (("h200", ENVIRONMENT), ("a100", other)):
        write(tmp_path / f"{name}.jsonl", environment, SQUARES)
    words = refused("compare", tmp_path)
    assert "they are of NVIDIA A100 and of NVIDIA H200: name those of one GPU" in words
    call("compare", tmp_path / "a100.jsonl", tmp_path / "h200.jsonl")


def test_results_of_two_processors_are_not_mixed(refused, tmp_path):
    line = measured("naive", 64, 1.0, machine="cpu")
    for name in ("one", "other"):
        environment = dataclasses.replace(ENVIRONMENT, processor=name)
        write(tmp_path / f"{name}.jsonl", environment, [line])
    words = refused("compare", tmp_path)
    assert "they are of one and of other: name those of one processor" in words


def test_parts_that_are_compared_alone_are_left_out_of_a_parquet_too(document, call, tmp_path):
    write(tmp_path / "layers.jsonl", ENVIRONMENT, SQUARES)
    write(tmp_path / "tensor_cores-2.jsonl", ENVIRONMENT, WORSE)
    call("export", tmp_path, "-o", "bench.parquet")
    assert len(document("compare", "bench.parquet")["problems"]) == len(SQUARES)
    assert len(document("compare", "bench.parquet/tensor_cores-2.jsonl")["problems"]) == len(WORSE)
    call("export", tmp_path / "tensor_cores-2.jsonl", "-o", "alone.parquet")
    assert len(document("compare", "alone.parquet")["problems"]) == len(WORSE)


def test_before_and_after(call, document, results, tmp_path):
    after = tmp_path / "after.jsonl"
    write(after, ENVIRONMENT, [measured("async_copy", 2048, 1.05 * 0.9)])
    found = document("compare", results, after)
    (change,) = found["changes"]
    assert change["ratio"] == pytest.approx(0.9)
    assert (change["verdict"], change["through"]) == ("slower", "cublas fp32")
    # The later result is the one that is summed up, once.
    assert found["sets"][0]["count"] == 3
    assert found["sets"][0]["worst"] == pytest.approx(1.05 * 0.9)
    text = call("compare", results, after).stdout
    assert "changes between result sets" in text
    call("compare", results, after, "--fail-change-below", 0.85)
    call("compare", results, after, "--fail-change-below", 0.95, status=1)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("compare --baseline no", "'no' is not in these results; there are cublas fp32"),
        ("compare --set random", "there is nothing to compare"),
        ("compare --set sustained --set squares_nn", "set = 'sustained'"),
        ("compare --fail-change-below 1", "have nothing in common"),
        ("compare --machine cpu", "there is nothing to compare"),
        ("export -o x --machine cpu", "no measurement of the cpu machine"),
    ],
)
def test_bad_requests_are_one_line(refused, results, asked, words):
    assert words in refused(*asked.split(), results)


readers = pytest.mark.parametrize(
    "command", [("compare",), ("export", "-o", "-"), ("report", "-o", "x.html")]
)


@readers
def test_damage_stops_unless_it_is_to_be_skipped(call, results, command):
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join([*lines[:3], b"{oh\n", *lines[3:]]))
    result = call(*command, results, status=2)
    assert "results.jsonl:4: the line is not JSON" in result.stderr
    assert result.stderr.count("\n") == 1
    skipping = call(*command, results, "--skip-damaged")
    assert "results.jsonl:4" in "".join(skipping.output.split())


@readers
def test_a_newer_schema_is_never_skipped(call, results, command, empty_folder):
    lines = results.read_text().splitlines()
    later = json.loads(lines[2]) | {"schema": SCHEMA + 1}
    results.write_text("\n".join([*lines[:2], json.dumps(later), *lines[3:]]) + "\n")
    result = call(*command, results, "--skip-damaged", status=2)
    assert f"results.jsonl:3: the line is of schema {SCHEMA + 1}" in result.stderr
    assert list(empty_folder.iterdir()) == []


def test_csv(call, document, results, empty_folder):
    call("export", results, "--format", "csv", "-o", "deep/out.csv")
    content = (empty_folder / "deep/out.csv").read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(content, newline="")))
    assert tuple(rows[0]) == tuple(COLUMNS)
    assert len(rows) == 8
    first, last = rows[0], rows[-1]
    assert (first["kernel"], first["m"], first["set"]) == ("async_copy", "1024", "squares_nn")
    assert float(first["median_seconds"]) == 1e-3
    assert float(first["gflops"]) == pytest.approx(2 * 1024**3 / 1e-3 / 1e9)
    assert float(first["ratio"]) == pytest.approx(1.05)
    assert float(first["ratio_low"]) < 1.05 < float(first["ratio_high"])
    assert (first["verified"], last["verified"]) == ("True", "False")
    assert (last["samples"], last["median_seconds"], last["ratio"]) == ("0", "", "")
    assert call("export", results, "-o", "-").stdout_bytes.decode() == content
    found = document("export", results, "-o", "other.csv")
    assert (found["measurements"], found["output"]) == (8, "other.csv")


NUMBER = int | float


def check_t4(found):
    """Check a document against the rules of version 1.0.0 of the schema, one by one."""
    assert found["schema_version"] == "1.0.0"
    for entry in found["results"]:
        for name, form in (
            ("timestamp", str), ("configuration", dict), ("objectives", list), ("times", dict),
            ("correctness", NUMBER),
        ):  # fmt: skip
            assert isinstance(entry[name], form), name
        assert isinstance(entry["times"]["runtimes"], list)
        assert entry["invalidity"] in {
            "timeout", "compile", "runtime", "correctness", "constraints", "correct",
        }  # fmt: skip
        for measurement in entry["measurements"]:
            assert isinstance(measurement["name"], str) and isinstance(measurement["unit"], str)
            assert isinstance(measurement["value"], NUMBER | str | list)
        # What Kernel Tuner itself keeps to beyond the schema.
        names = {measurement["name"] for measurement in entry["measurements"]}
        assert set(entry["objectives"]) <= names or entry["invalidity"] != "correct"


def test_t4(call, tmp_path, results, empty_folder):
    path = tmp_path / "more.jsonl"
    failed = measured("naive", 512, None, verification=judged(True), failure="no such image")
    strange = dataclasses.replace(judged(False), rms=math.nan)
    strange = measured("naive", 513, None, verification=strange)
    later = measured("naive", 514, 1.0, verified_after=judged(False))
    alone = measured("naive", 515, None, verification=judged(True))
    no_check = measured("naive", 516, None, verification=None, failure="no such image")
    write(path, ENVIRONMENT, [later, alone, no_check, failed, strange])
    call("export", results, path, "--format", "t4", "-o", "out.json")

    def refuse(word):
        raise AssertionError(word)

    found = json.loads((empty_folder / "out.json").read_text(), parse_constant=refuse)
    check_t4(found)
    entries = found["results"]
    assert len(entries) == 13
    first = entries[0]
    assert first["configuration"]["kernel"] == "async_copy"
    assert first["configuration"]["m"] == 1024
    assert sorted(first["times"]["runtimes"])[0] == pytest.approx(0.99)
    values = {each["name"]: each["value"] for each in first["measurements"]}
    assert values["time"] == pytest.approx(1.0)
    assert (first["invalidity"], first["correctness"]) == ("correct", 1)
    assert [(entry["invalidity"], entry["correctness"]) for entry in entries[-6:]] == [
        ("correctness", 0), ("correctness", 0), ("correct", 1), ("runtime", 0), ("runtime", 0),
        ("correctness", 0),
    ]  # fmt: skip
