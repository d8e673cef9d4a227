"""What is compared with what, in one result set and between several."""

import dataclasses
import json
from pathlib import Path

import pytest

from results_maker import ENVIRONMENT, judged, measured, write
from sgemm.bench.pairing import changes, pairs, wrong
from sgemm.bench.result_set import ResultSet, baseline_names, contender_names, is_library, load
from sgemm.bench.results import Results, to_parquet
from sgemm.bench.statistics import Judgement
from sgemm.bench.summary import leaders, summaries
from sgemm.errors import ArgumentError


def stored(path: Path, *measurements: object) -> ResultSet:
    write(path, ENVIRONMENT, measurements)
    return load(path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "one.jsonl"


def test_a_contender_and_the_baseline_beside_it(path: Path) -> None:
    group = stored(path, measured("naive", 2048, 0.5), measured("async_copy", 2048, 1.2))
    slow, fast = pairs(group, "cublas fp32")
    assert (slow.contender, slow.baseline, slow.interleaved) == ("naive", "cublas fp32", True)
    assert slow.estimate.value == pytest.approx(0.5)
    assert slow.baseline_seconds == pytest.approx(0.5e-3)
    assert slow.estimate.judgement is Judgement.SLOWER
    assert fast.estimate.judgement is Judgement.FASTER


def test_one_run_after_the_other_is_no_turns_and_has_no_interval(path: Path) -> None:
    one = measured("auto", 512, 1.1, protocol="sustained", rounds=(1.0,))
    (pair,) = pairs(stored(path, dataclasses.replace(one, seconds=1e-3)), "cublas fp32")
    assert (pair.interleaved, pair.estimate.value) == (False, 1.1)
    assert pair.estimate.judgement is Judgement.TOO_FEW


@pytest.mark.parametrize("baseline", ["coalesced", "cublas fp32"])
def test_what_was_measured_by_itself_serves_where_it_did_not_run_beside(
    path: Path, baseline: str
) -> None:
    alone = measured(baseline, 512, 1.0, baseline=None, seconds=2e-3)
    group = stored(path, alone, measured("naive", 512, 1.0, baseline=None))
    (pair,) = pairs(group, baseline)
    assert (pair.contender, pair.interleaved) == ("naive", False)
    assert pair.estimate.value == pytest.approx(2.0)


def test_settings_are_not_mixed(path: Path) -> None:
    group = stored(
        path,
        measured("naive", 512, 1.0, baseline=None),
        measured("a", 512, 1.0, baseline=None, protocol="hot"),
        measured("b", 512, 1.0, baseline=None, machine="cpu"),
        measured("c", 512, 1.0, baseline=None, layout="nt", leading=(512, 512, 512)),
        measured("d", 512, 1.0, baseline=None, verification=judged(True, "zeros")),
        measured("e", 513, 1.0, baseline=None),
    )
    assert pairs(group, "naive") == ()


@pytest.mark.parametrize(
    "late",
    [
        {"measured_at": "2026-02-01T00:00:00+00:00", "interrupted": True},
        # Two hours before that of the others.
        {"measured_at": "2026-01-02T04:04:05+03:00"},
    ],
)
def test_an_interrupted_line_or_one_of_an_earlier_moment_replaces_nothing(path, late) -> None:
    group = stored(path, measured("naive", 512, 0.5), measured("naive", 512, 0.7, **late))
    (pair,) = pairs(group, "cublas fp32")
    assert pair.estimate.value == pytest.approx(0.5)
    if "interrupted" in late:
        assert group.files[0][1].current == group.measurements[:1]


def test_what_counts_is_in_the_order_of_time(path: Path) -> None:
    again = measured("naive", 512, 0.7, measured_at="2026-02-01T00:00:00+00:00")
    other = measured("coalesced", 512, 0.6, measured_at="2026-01-20T00:00:00+00:00")
    group = stored(path, measured("naive", 512, 0.5), other, again)
    assert tuple(group.latest.values()) == (other, again)


def test_of_parquet_only_what_counts_needs_to_be_read(tmp_path: Path) -> None:
    gpu = dataclasses.replace(ENVIRONMENT.gpus[0], name="NVIDIA H100")
    elsewhere = dataclasses.replace(ENVIRONMENT, gpus=(gpu,))
    # Each is later than the one before, and has one thing more that may make it replace nothing.
    versions = [
        (ENVIRONMENT, {}),
        (ENVIRONMENT, {}),
        (ENVIRONMENT, {"interrupted": True}),
        (ENVIRONMENT, {"verification": judged(True, "zeros")}),
        (ENVIRONMENT, {"protocol": "hot"}),
        (elsewhere, {}),
    ]
    files = []
    for day, (environment, more) in enumerate(versions, 1):
        one = measured("naive", 512, 0.7, measured_at=f"2026-02-0{day}T00:00:00+00:00", **more)
        beside = measured("coalesced", 512 + day // 2, 0.5)
        files.append((f"{day}", Results(environment, (measured("naive", 64, 0.5), beside, one))))
    path = tmp_path / "all.parquet"
    path.write_bytes(to_parquet(files))
    group, whole = load(path, latest_only=True), load(path)
    assert group.environments == whole.environments
    parts, expected = group.by_hardware(), whole.by_hardware()
    assert len(parts) == 2 and parts.keys() == expected.keys()
    for place, part in parts.items():
        assert part.latest == expected[place].latest
    # Of the first file, what was replaced is read, too: it ran beside one that counts.
    assert [len(results.measurements) for _, results in group.files] == [3, 2, 2, 2, 3, 3]


def test_wrong_and_failed_results_are_not_compared(path: Path) -> None:
    group = stored(
        path,
        measured("naive", 512, None),
        measured("coalesced", 512, None, verification=judged(True), failure="it hung"),
        measured("vector_loads", 512, 1.0, verified_after=judged(False)),
        measured("shared_tile", 512, 0.5),
    )
    compared = {pair.contender for pair in pairs(group, "cublas fp32")}
    assert compared == {"shared_tile", "vector_loads"}
    assert [(name, reason) for _, name, reason in wrong(group)] == [
        ("naive", "off"), ("coalesced", "it hung"), ("vector_loads", "off"),
    ]  # fmt: skip


def test_a_protocol_with_a_figure_of_its_own(path: Path) -> None:
    line = measured("naive", 512, 0.8, protocol="replays-by-size, cold L2")
    other = measured("naive", 1024, 0.8, protocol="replays-by-size, cold L2")
    # Here the mean of the second half is twice the median.
    group = stored(path, line, dataclasses.replace(other, seconds=2e-3))
    plain, figured = pairs(group, "cublas fp32")
    assert plain.contender_seconds == pytest.approx(1e-3)
    assert figured.contender_seconds == pytest.approx(2e-3)
    assert figured.baseline_seconds == pytest.approx(1.6e-3)
    assert figured.estimate.value == pytest.approx(0.8)


def test_changes_go_through_the_baseline_where_both_have_one(tmp_path: Path) -> None:
    alone = {"baseline": None}
    before = stored(
        tmp_path / "before.jsonl",
        measured("naive", 512, 0.5, seconds=1e-3),
        measured("naive", 640, 1.0, **alone),
    )
    # The whole machine was twice as fast, and the kernel gained a tenth on the baseline.
    after = stored(
        tmp_path / "after.jsonl",
        measured("naive", 512, 0.55, seconds=0.5e-3),
        measured("naive", 640, 1.0, seconds=2e-3, **alone),
    )
    beside, plain = changes([before, after])
    assert (beside.through, plain.through) == ("cublas fp32", None)
    assert (beside.estimate.value, plain.estimate.value) == pytest.approx((1.1, 0.5))
    assert beside.estimate.judgement is Judgement.FASTER
    assert (beside.before, beside.after) == (before.name, after.name)
    assert changes([before]) == ()


def test_folders_pass_over_other_records_and_not_over_damage(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="has no results"):
        load(tmp_path)
    stored(tmp_path / "deep" / "a.jsonl", measured("naive", 512, 0.5))
    (tmp_path / "checks.jsonl").write_text(json.dumps({"part": "bits"}) + "\n")
    group = load(tmp_path)
    assert [file.name for file, _ in group.files] == ["a.jsonl"]
    (tmp_path / "damaged.jsonl").write_text("{\n")
    with pytest.raises(ArgumentError, match=r"damaged.jsonl:1: "):
        load(tmp_path)
    with pytest.raises(ArgumentError, match="has no schema version"):
        load(tmp_path / "checks.jsonl")


def test_names(path: Path) -> None:
    group = stored(
        path,
        measured("naive", 512, 0.5),
        measured("naive", 640, 0.5, baseline="numpy"),
        measured("coalesced", 640, 0.5),
    )
    assert baseline_names([group]) == ("cublas fp32", "numpy")
    assert contender_names([group]) == ("naive", "coalesced")
    assert is_library("cublas fp32 pedantic")
    assert is_library("numpy")
    assert not is_library("cublas_like")


def test_leaders_were_measured_everywhere(path: Path) -> None:
    group = stored(
        path,
        measured("even", 1024, 1.0),
        measured("even", 2048, 1.1),
        measured("better", 1024, 1.1),
        measured("better", 2048, 1.2),
        measured("chosen_places", 2048, 3.0),
        measured("cublas tf32", 1024, 9.0),
        measured("cublas tf32", 2048, 9.0),
        measured("better", 2048, 0.1, protocol="hot"),
        measured("better", 2048, 0.2, protocol="replays-by-size, cold L2"),
    )
    found = summaries(pairs(group, "cublas fp32"))
    (leader,) = leaders(found)
    assert leader.contender == "better"
    assert leader.mean.value == pytest.approx((1.1 * 1.2) ** 0.5)
    assert leader.worst.estimate.value == pytest.approx(1.1)
    assert leader.count(Judgement.FASTER) == 2
    assert [each.protocol for each in found[-2:]] == ["hot", "replays-by-size, cold L2"]
    assert [each.contender for each in found] == [
        "better", "even", "chosen_places", "cublas tf32", "better", "better",
    ]  # fmt: skip


def test_kernels_are_compared_with_what_they_were_called_before(tmp_path: Path) -> None:
    before = stored(
        tmp_path / "before",
        measured("tma_pipeline", 512, 1.0),
        measured("tma_pipeline", 1024, 1.0),
        measured("sliced_k", 1024, 1.0),
    )
    after = stored(
        tmp_path / "after", measured("stream_k_tma", 512, 1.1), measured("stream_k_tma", 1024, 1.1)
    )
    # Of 1024 two kernels of then are one today: neither of them alone is what it was.
    (change,) = changes((before, after))
    assert (change.contender, change.setting.shape) == ("stream_k_tma", (512, 512, 512))
    assert change.estimate.value == pytest.approx(1.1)
