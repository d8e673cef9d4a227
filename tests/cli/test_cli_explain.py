"""``sgemm explain``: the comparison that a plan comes from."""

import pytest

from sgemm.bench.codec import encode
from sgemm.kernels.catalogue import FUSED, SPLIT
from sgemm.machines.cpu import CpuMachine
from sgemm.planning import plan
from sgemm.problem import Problem
from split_rates import fitted

CPU = ("--machine", "cpu")


def test_json_has_the_choice_all_candidates_and_refusals(document):
    found = document("explain", 200, 301, 150, *CPU)
    chosen = plan(Problem(200, 301, 150), CpuMachine())
    assert found["chosen"]["kernel"] == chosen.kernel.name
    times = [candidate["total"] for candidate in found["candidates"]]
    assert times == sorted(times)
    assert found["candidates"][0]["schedule"] == found["chosen"]["schedule"]
    assert found["candidates"][0]["plan"] == found["chosen"]["plan"]
    for each in (*found["candidates"], found["chosen"]):
        forced = plan(Problem(200, 301, 150), CpuMachine(), each["plan"])
        assert encode(forced.kernel.tile) == each["tile"]
        assert encode(forced.schedule) == each["schedule"]
    assert {refusal["kernel"] for refusal in found["refused"]} >= {"stream_k_tma"}
    assert all(refusal["reasons"] for refusal in found["refused"])


def test_the_table_has_predictions_refusals_and_the_reason(call):
    result = call("explain", 1000, 1023, 700, *CPU)
    for part in ("launch", "memory", "parts", "ldb = 1023 is not a multiple of 4", "us predicted"):
        assert part in result.stdout
    assert call("explain", 1000, 1023, 700, "--plan", *CPU).stdout == result.stdout  # once needed


def test_a_precision_adds_the_kernels_on_tensor_cores(document, refused):
    size = (4096, 4096, 512)
    with fitted():
        found = document("explain", *size, *CPU, "--precision", "split")
        assert found["chosen"]["kernel"] in SPLIT
        assert found["candidates"][0]["plan"] == found["chosen"]["plan"]
        by_default = document("explain", *size, *CPU)
    assert not {each["kernel"] for each in by_default["candidates"]} & set(SPLIT)
    with fitted(()):
        found = document("explain", *size, *CPU, "--precision", "split_or_ieee")
    assert set(SPLIT) - set(FUSED) <= {each["kernel"] for each in found["refused"]}
    assert "--precision" in refused("explain", *size, *CPU, "--precision", "fp16")


@pytest.mark.parametrize("layout", ["nn", "nt", "tn", "tt"])
def test_layouts_batches_beta_and_leading_dimensions_are_taken(document, layout):
    more = ("--layout", layout, "--batch", 5, "--lda", 99, "--ldb", 77, "--beta", -0.5)
    flags = {"trans_a": layout[0] == "t", "trans_b": layout[1] == "t"}
    problem = Problem(64, 48, 32, beta=-0.5, lda=99, ldb=77, batch=5, **flags)
    assert document("explain", 64, 48, 32, *more, *CPU)["problem"] == str(problem)


def test_forced_plans_stand_beside_the_choice(call, document):
    options = ("--force", "split_k:bm=48:splits=3", "--force", "naive")
    found = document("explain", 200, 301, 600, *options, *CPU)
    split, naive = found["forced"]
    assert split["plan"] == "split_k:bm=48:splits=3"
    assert (split["tile"]["bm"], split["schedule"]["splits"]) == (48, 3)
    assert split["total"] >= found["candidates"][0]["total"] > 0
    assert naive["kernel"] == "naive"
    assert naive["total"] is None
    text = call("explain", 200, 301, 600, *options, *CPU).stdout
    words = " ".join(text.split())
    assert "forced: split_k" in words
    assert "split_k:bm=48:splits=3: asked for by name, with" in words
    assert "no mainloop that is patched" in words
    forcing = f"force it with plan={found['chosen']['plan']}"
    order = "200x301x600", "rates: ", forcing, "kernel ", "not "
    lines = iter(text.splitlines())
    assert all(any(line.startswith(words) for line in lines) for words in order), "the choice first"


@pytest.mark.parametrize("sizes", [(1, 2**31 - 1, 2**31 - 1), (2**31 - 1, 5, 7)])
def test_the_largest_sizes_are_planned_without_a_word_of_what_nobody_gave(document, sizes):
    found = document("explain", *sizes, *CPU)
    reasons = {words for one in found["refused"] for words in one["reasons"]}
    assert any(words.endswith("is more than 2147483616, which can be packed") for words in reasons)
    assert found["chosen"]["kernel"] != "stream_k_packed"
