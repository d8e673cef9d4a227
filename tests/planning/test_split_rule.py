"""The rules that choose from kernels on tensor cores, and the argument that stands for them."""

import csv
import gzip
import math
import operator
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from test_automatic import addresses, problems

from planning_target import Target
from sgemm.bench import fitting, parquet
from sgemm.bench.pairing import pairs
from sgemm.bench.result_set import ResultSet, load, load_part
from sgemm.errors import RequirementError
from sgemm.kernels.catalogue import FUSED, SPLIT, TENSOR_CORES, find
from sgemm.kernels.gpus import H100, H200
from sgemm.kernels.kernel import Alignment
from sgemm.planning import RULES, known, model, plan
from sgemm.planning.automatic import (
    KERNELS_OF,
    MARGIN,
    RULE_OF,
    plan_of,
    plan_of_gradients,
)
from sgemm.planning.candidates import TOO_LARGE, WORKSPACE_BYTES, candidates
from sgemm.problem import Problem
from sgemm.verify.awkward import as_stored
from split_rates import fitted

LARGE = Problem(16384, 16384, 16384)
microseconds = operator.attrgetter("microseconds")
ROOT = Path(__file__).parents[2]


@given(st.sampled_from(list(RULE_OF)), st.text())
def test_a_precision_chooses_the_rule_where_the_plan_is_auto(precision, text):
    rule = RULE_OF[precision]
    assert plan_of(precision, "auto") == rule
    for switch in ("machine_code=off", " machine_code = off", "bm=64:machine_code=off"):
        assert plan_of(precision, f"auto:{switch}") == f"{rule}:{switch}"
    # The error names what the caller gave.
    assert plan_of(precision, "auto:machine_codex=1") == "auto:machine_codex=1"
    others = "split_k:splits=2", "fp16x3", "two_kernel_rule", "auto:bm=64", f"x{text}"
    for plan_by_name in others:
        assert plan_of(precision, plan_by_name) == plan_by_name
    for each in (rule, f"{rule}:machine_code=off"):
        assert plan_of_gradients(each) == each
    assert rule in RULES


def test_without_rates_no_kernel_on_tensor_cores_is_chosen_and_the_reason_says_so():
    with fitted(()):
        chosen = plan(LARGE, Target(), "split")
        assert chosen.kernel == plan(LARGE, Target()).kernel
        assert all(f"not {name}: no rates were fitted" in chosen.reason for name in SPLIT)
        few_rows = plan(Problem(64, 4096, 4096, trans_b=True), Target(), "split")
        assert all(f"not {name}: no rates were fitted" in few_rows.reason for name in SPLIT)
        _, refused = candidates(LARGE, Target(), names=KERNELS_OF["split"])
    suited = set(SPLIT) - set(FUSED)  # which are for few rows
    reasons = {refusal.reasons for refusal in refused if refusal.kernel.name in suited}
    assert reasons == {("no rates were fitted to its times on a GPU yet",)}


def test_with_rates_they_are_chosen_where_a_split_is_asked_for():
    """Operands in parts may be larger than what partial sums may take."""
    with fitted():
        for name in ("split", "split_or_ieee"):
            chosen = plan(LARGE, Target(), name)
            assert (chosen.name, chosen.kernel.name) == (name, "fp16x3")
            assert chosen.workspace.nbytes > WORKSPACE_BYTES
            assert "rates" not in chosen.reason
        for name in ("auto", "two_kernel_rule"):
            assert plan(LARGE, Target(), name).kernel.name not in SPLIT


def test_partial_sums_have_a_limit_and_halves_of_operands_have_none():
    for problem, is_refused in (
        (Problem(600, 1024, 2**22, trans_b=True), True),
        (Problem(512, 512, 512, trans_b=True, batch=2048), False),
    ):
        found, refused = candidates(problem, Target(figures=H100), names=FUSED[:1])
        assert [each.reasons for each in refused] == ([(TOO_LARGE,)] * 4 if is_refused else [])
        assert bool(found) != is_refused


def test_operands_of_half_precision_are_named_where_no_kernel_reads_them():
    words = r"not gemv: m = 40 is above 32.*read float32 alone.*leave type_a and type_b out"
    with pytest.raises(RequirementError, match=words):
        plan(Problem(40, 200, 300, type_b="float16"), Target())


@pytest.mark.parametrize("architecture", [75, 80, 100, 120])
def test_other_architectures_have_none(architecture):
    target = Target(architecture)
    with fitted():
        words = rf"^precision = 'split': .* need sm_90, and this is sm_{architecture}: leave it out"
        words += ", or say 'split_or_ieee'"
        with pytest.raises(RequirementError, match=words) as caught:
            plan(LARGE, target, "split")
        assert "\n" not in str(caught.value)
        assert ("plan='fp16x3_mma'" in str(caught.value)) == (architecture >= 80)
        chosen, other = plan(LARGE, target, "split_or_ieee"), plan(LARGE, target)
    assert (chosen.kernel, chosen.schedule) == (other.kernel, other.schedule)
    assert f"not fp16x3: this is sm_{architecture}" in chosen.reason


def margin(kernel):
    return MARGIN if kernel.name in SPLIT else 1.0


@given(problems(), addresses, addresses)
@example(Problem(60, 4634, 947, trans_a=True), 0, 0)
def test_the_choice_has_the_least_predicted_time(problem, a, b):
    """A kernel on tensor cores counts with a margin: the example's would gain less."""
    alignment = Alignment(a, b)
    with fitted():
        found, _ = candidates(problem, Target(), alignment, KERNELS_OF["split"])
        times = [
            model.predict(problem, c.kernel, c.schedule, 132, alignment).total * margin(c.kernel)
            for c in found
        ]
        chosen = plan(problem, Target(), "split", alignment)
    assert (chosen.kernel, chosen.schedule) == tuple(found[times.index(min(times))])


def ratios(folder, parts, contender):
    """Return how many times as fast as cuBLAS a contender is estimated to be, by problem."""
    group = ResultSet("sets", tuple(f for part in parts for f in load_part(folder, part).files))
    found = (pair for pair in pairs(group, "cublas fp32") if pair.contender == contender)
    return {pair.setting.problem: pair.estimate for pair in found}


@pytest.mark.parametrize(
    ("gpu", "irregular", "least"),
    [(H200, "irregular_auto", 140), (H100, "irregular", 135)],
    ids=lambda value: getattr(value, "name", None),
)
def test_what_the_rule_takes_was_not_measured_to_be_slower_than_auto(gpu, irregular, least):
    """Beyond doubt: the sets were measured with precision="split" on another day than by auto.

    What another kernel was measured for then tells nothing.
    """
    folder = ROOT / "results" / gpu.name.split()[1].lower()
    measured = ratios(folder, ["split_sets"], "split")
    with_split = load_part(folder, "split_sets").measurements
    chosen = {one.problem: one.chosen for one in with_split if one.kernel == "split"}
    by_auto = ratios(folder, [irregular, "layers", "random"], "auto")
    taken = 0
    for problem in measured.keys() & by_auto.keys():
        name = plan(problem, Target(figures=gpu), "split").kernel.name
        if name in SPLIT and name == chosen[problem]:
            taken += 1
            assert measured[problem].high > by_auto[problem].value, problem
    assert taken > least


@pytest.mark.parametrize(("gpu", "near_margin"), [(H200, 49), (H100, 31)], ids=["H200", "H100"])
def test_all_that_is_predicted_to_gain_enough_was_measured_to_be_faster(gpu, near_margin):
    """Every tile that the rule may take, beside the fastest kernel without tensor cores."""
    folder, rates = ROOT / "results" / gpu.name.split()[1].lower(), known.base_for(gpu)
    others, tiles = {}, []
    # Those of sustained and of replays_by_size are not of a cold L2 cache.
    for path in parquet.files_in(folder / "bench.parquet"):
        is_cold = not path.name.startswith(("sustained", "replays_by_size"))
        for row in fitting.measurements(path) if is_cold else ():
            problem, kernel = row.problem, row.kernel
            if kernel.name in SPLIT:
                if not kernel.geometry.unsuited(problem, kernel.tile):
                    tiles.append(row)
            elif kernel.name not in TENSOR_CORES:
                others[problem] = min(row, others.get(problem, row), key=microseconds)
    gains = []
    for row in tiles:
        both = [each for each in (others.get(row.problem), row) if each]
        predicted = [
            fitting.predicted(
                each, model.rates_of(each.kernel, rates), gpu.multiprocessors, rates.speeds
            )
            for each in both
        ]
        if len(both) == 2 and (gain := predicted[0] / predicted[1] / margin(row.kernel)) > 1.0:
            gains.append((gain, both[0].microseconds / row.microseconds))
    assert len(gains) > 250 and min(measured for _, measured in gains) > 1.0
    near = [measured for gain, measured in gains if gain < 1.1]
    assert len(near) == near_margin and max(near) < 1.38


@pytest.mark.parametrize(
    ("problem", "bk", "words"),
    [
        (Problem(4096, 4096, 255), 64, "k = 255: promoted every 64 steps"),
        (Problem(4096, 4096, 63), 32, "k = 63: promoted every 32 steps"),
        (Problem(4096, 4095, 256), 64, "16773120 elements of C"),
        (Problem(1024, 1023, 2048), 32, "1047552 elements of C"),
        (Problem(1536, 1536, 1536, trans_a=True, trans_b=True), 32, "2359296 elements of C"),
        (Problem(255, 256, 512), 16, "65280 elements of C: below 65536"),
        (Problem(256, 256, 2049), 16, "k = 2049: above 2048"),
        (Problem(1000, 1000, 8193), 16, "k = 8193: above 8192"),
        (Problem(15, 10**6, 512), 16, "m = 15: below 16"),
        (Problem(127, 10**6, 512), 32, "m = 127: below 128"),
        (Problem(10**6, 127, 512), 64, "n = 127: below 128"),
        (Problem(1024, 1023, 768), 16, "k = 768: cuBLAS may be exact"),
        (Problem(1268, 20809, 1535, trans_a=True), 64, "k = 1535: cuBLAS may be exact"),
        (Problem(9000, 9000, 1536, trans_a=True), 32, "k = 1536: cuBLAS may be exact"),
    ],
)
def test_what_cublas_may_compute_with_a_smaller_error_is_left_to_multiply_adds(problem, bk, words):
    with fitted():
        _, refused = candidates(problem, Target(), names=KERNELS_OF["split"])
    reasons = {
        each.reasons for each in refused if each.kernel.name in SPLIT and each.kernel.tile.bk == bk
    }
    assert any(reason.startswith(words) for each in reasons for reason in each)


def uniform_errors(interval):
    """Return k and the simulated rms error of fp16x3 on sums of one sign."""
    sums = "scaled" if interval == 64 else "scaled, chunks"
    with gzip.open(ROOT / "results/split-errors.csv.gz", "rt") as file:
        rows = [
            (int(row["k"]), float(row["rms"]))
            for row in csv.DictReader(file)
            if (row["method"], row["sums"], row["interval"]) == ("fp16x3", sums, str(interval))
            and row["inputs"] == "uniform"
            and row["m"] not in ("256", "512")  # those for cuBLAS's own inputs
        ]
    return zip(*sorted(rows), strict=True)


# A chain of multiply-adds has these rms errors: of random signs, and of one sign by the root of k.
CHAIN, CHAIN_OF_ONE_SIGN = {"normal": 0.47, "uniform_signed": 0.40}, 0.2245


ESTIMATED_LOW = {16: 1.12, 32: 1.0, 64: 1.0}
"""By bk: how far the estimate may be below cuBLAS's error.

Measured it was 1.117 at 128x768x768 (nt), cut into nine, where it is estimated to be 0.96.
"""


def estimated_of_cublas(of, k):
    """Return cuBLAS's error on sums of one sign, from the one that it was measured with."""
    parts = max(1.0, CHAIN[of.input_class] / of.rms) ** 2
    # That of the parts, and that of adding them.
    adding = math.sqrt(parts) if parts > 1.2 else 0.0
    return CHAIN_OF_ONE_SIGN * math.hypot(math.sqrt(k) / parts, adding)


def errors_of_few_rows(most_parts):
    """Return the steps of a part of k, and the largest rms error of fp16x3_skinny with them.

    Of so many parts at most: one block adds up to 8 in large tiles and up to 16 in small ones, and
    a chain of 12 errs more than what has 3.
    """
    found = {}
    for row in parquet.read_lines(ROOT / "results/h200/split-errors.parquet"):
        parts = row["splits"]
        if (row["kernel"], row["inputs"]) == (FUSED[0], "uniform") and parts <= most_parts:
            steps = row["k"] / parts
            found[steps] = max(found.get(steps, 0.0), row["rms"])
    return zip(*sorted(found.items()), strict=True)


@pytest.mark.parametrize("gpu", [H200, H100], ids=lambda gpu: gpu.name)
def test_few_rows_err_less_than_what_cublas_was_measured_with_tells(gpu):
    """Of all products of the sets; a GPU compared the errors of others one by one."""
    few_parts, all_parts = (tuple(errors_of_few_rows(most)) for most in (8, 1000))
    taken = {}
    for one in load(ROOT / "results" / gpu.name.split()[1].lower()).measurements:
        of, problem = one.verification, one.problem
        if of is None or one.kernel != "cublas fp32" or of.input_class not in CHAIN:
            continue
        if problem not in taken:
            taken[problem] = plan(problem, Target(figures=gpu), "split")
        chosen = taken[problem]
        if chosen.kernel.name in FUSED:
            steps, errors = few_parts if chosen.schedule.splits <= 8 else all_parts
            each = math.log(problem.k / chosen.schedule.splits)
            ours = math.exp(np.interp(each, np.log(steps), np.log(errors)))
            assert ours < estimated_of_cublas(of, problem.k), problem
    rows = [p.m for p, chosen in taken.items() if chosen.kernel.name in FUSED]
    assert len(rows) > 30 and max(rows) > 200


def is_one_of_few(row, tile):
    """Whether a line is one of few whose product errs more than cuBLAS, and no more than FFMA."""
    if row["inputs"].startswith(("infinity", "nan")):
        return row["kernel"] not in FUSED  # the tile is computed by FFMA
    if row["inputs"] == "wide_1":  # in the maximum alone
        return (row["m"], row["n"], row["k"], tile.bk) == (256, 256, 256, 16)
    return row["k"] == 1000 and 16 in (tile.bm, tile.bn)


def test_kernels_on_tensor_cores_err_more_than_cublas_in_known_classes_alone():
    """On an H100: where cuBLAS cuts k, and the first half of k cancels the second.

    Others are few. None errs more than FFMA: lines have its error where it was computed, and else
    the test on a GPU holds that.
    """
    larger, left, held = set(), set(), Counter()
    for row in parquet.read_lines(ROOT / "results/h100/split-errors.parquet"):
        problem = as_stored(Problem(*(row[name] for name in "mnk")), row["layout"])
        (tile,) = (each for each in find(row["kernel"]).tiles if each.block_tile == row["tile"])
        names = (("rms", "cublas_rms"), ("maximum", "cublas_maximum"))
        # The file has four digits.
        is_larger = any(row[ours] > 1.001 * row[other] for ours, other in names)
        if find(row["kernel"]).geometry.unsuited(problem, tile):
            left |= {(row["kernel"], row["inputs"])} if is_larger else set()
            continue
        held[row["kernel"]] += 1
        ffma = [(row[name], row.get(f"ffma_{name}")) for name in ("rms", "maximum")]
        if ffma[0][1] is not None:
            assert all(ours <= 1.001 * error for ours, error in ffma), row
            continue
        is_other = is_larger and not is_one_of_few(row, tile)
        larger |= {(row["layout"], row["inputs"])} if is_other else set()
    assert larger == {(layout, "cancelling_halves") for layout in ("nn", "tn", "tt")}
    assert min(held[name] for name in FUSED) > 1500 and min(held[name] for name in SPLIT) > 400
    assert {(name, each) for name in FUSED for each in ("uniform", "wide_3", "subnormal")} < left
    assert ("fp16x3", "cancelling_halves") in left


@pytest.mark.parametrize("bk", [16, 32, 64])
def test_what_is_left_by_the_errors_that_cublas_was_measured_with(bk):
    """How far cuBLAS's error is below a chain's tells into how many parts it cuts k.

    With s parts sums of random signs err less by the root of s, and those of one sign by s.
    """
    kernel = next(find("fp16x3").specialised(tile=t) for t in find("fp16x3").tiles if t.bk == bk)
    lengths, errors = uniform_errors(bk)
    suited = unsuited = 0
    for one in load(ROOT / "results/h200").measurements:
        of, problem = one.verification, one.problem
        if of is None or one.kernel != "cublas fp32" or of.input_class not in CHAIN:
            continue
        of_cublas = estimated_of_cublas(of, problem.k)
        ours = math.exp(np.interp(math.log(max(1, problem.k)), np.log(lengths), np.log(errors)))
        if kernel.geometry.unsuited(problem, kernel.tile):
            unsuited += ours > of_cublas
        else:
            suited += 1
            assert ours < ESTIMATED_LOW[bk] * of_cublas, problem
    assert suited > 500
    assert unsuited > 100


@pytest.mark.parametrize("gpu", [H200, H100], ids=lambda gpu: gpu.name)
def test_no_tile_that_the_rule_may_take_was_measured_much_faster(gpu):
    """By the squares of the set `tensor_cores`, where `auto` was measured too.

    A row of `auto` or `split` has the plan of its day: it counts as a time of that plan alone.
    """
    times = {}
    folder = ROOT / "results" / gpu.name.split()[1].lower()
    for one in load_part(folder, "tensor_cores").measurements:
        if one.samples is None or one.tile is None:
            continue
        name = one.kernel.partition(":")[0]
        if name in (*SPLIT, "auto", "split"):
            row = name, one.chosen or name, one.tile, one.schedule
            times.setdefault(one.problem, {})[row] = one.samples.median
    assert len(times) == 6
    for problem, found in times.items():
        chosen = plan(problem, Target(figures=gpu), "split")
        of_it = chosen.kernel.name, chosen.kernel.tile, chosen.schedule
        by_row = {row[0]: time for row, time in found.items() if row[1:] == of_it}
        time = by_row.get(chosen.kernel.name, max(by_row.values()))
        for (name, _, tile, _), other in found.items():
            is_rule = name in ("auto", "split")
            if is_rule or not find(name).geometry.unsuited(problem, tile):
                assert time <= 1.03 * other, (problem, name, tile)
