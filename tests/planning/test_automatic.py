"""The automatic choice: legal, the same each time, and as good as the model says."""

import contextlib
import functools
import math
import re
import statistics
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from planning_target import Target
from sgemm.bench import fitting
from sgemm.bench.sets import problems_of
from sgemm.errors import RequirementError
from sgemm.kernels.catalogue import LIBRARY, SPLIT, find
from sgemm.kernels.gpus import H100, H200
from sgemm.kernels.kernel import Alignment
from sgemm.planning import RULES, model, plan
from sgemm.planning.automatic import chosen, fastest
from sgemm.planning.candidates import candidates, schedules, shipped
from sgemm.planning.known import base_for
from sgemm.planning.rates import SHIPPED, rates_key, shipped_lines
from sgemm.problem import Problem
from sgemm.verify.awkward import as_stored
from split_rates import fitted

ROOT = Path(__file__).parents[2]

SURVEYS = ROOT / "results/h200/tiles.parquet"


sizes = st.one_of(st.integers(0, 300), st.integers(300, 20000))


@st.composite
def problems(draw):
    """Draw problems of any layout, alignment and batch."""
    m, n, k = (draw(sizes) for _ in range(3))
    trans_a, trans_b = draw(st.booleans()), draw(st.booleans())
    lda = max(1, m if trans_a else k) + draw(st.integers(0, 5))
    ldb = max(1, k if trans_b else n) + draw(st.integers(0, 5))
    batch, beta = draw(st.sampled_from([1, 1, 2, 17])), draw(st.sampled_from([0.0, 0.0, 1.0]))
    rows = {"lda": lda, "ldb": ldb}
    return Problem(m, n, k, beta=beta, **rows, trans_a=trans_a, trans_b=trans_b, batch=batch)


addresses = st.sampled_from([0, 0, 4, 8, 12])


@given(problems(), st.sampled_from([75, 80, 90, 120]), addresses, addresses)
def test_every_candidate_can_be_launched_and_the_first_with_the_least_time_is_chosen(
    problem, architecture, a, b
):
    """What is not looked at could not have been chosen: all are looked at here."""
    target, alignment = Target(architecture), Alignment(a, b)
    found, refused = candidates(problem, target, alignment)
    assert all(refusal.reasons for refusal in refused)
    for candidate in found:
        assert candidate.kernel.launch(problem, alignment, candidate.schedule)
    # Tiles that differ in bk alone have different names too.
    assert len({(str(candidate), candidate.schedule) for candidate in found}) == len(found)
    times = [model.predict(problem, c.kernel, c.schedule, 132, alignment).total for c in found]
    assert all(0 < time < math.inf for time in times)
    chosen = plan(problem, target, alignment=alignment)
    best = found[times.index(min(times))]
    assert (chosen.name, chosen.kernel, chosen.schedule) == ("auto", *best)
    assert chosen.kernel.runs_on(architecture)
    assert chosen.workspace == best.kernel.workspace(problem, best.schedule)
    reason = f"{min(times):.1f} us predicted for {best}"
    others = [(time, c) for time, c in zip(times, found, strict=True) if c.kernel != best.kernel]
    if others:
        time, other = min(others, key=lambda pair: pair[0])
        reason += f", {time:.1f} for {other}"
    assert chosen.reason == reason


@pytest.mark.parametrize(
    ("names", "rates"), [(LIBRARY, contextlib.nullcontext), (SPLIT, fitted)], ids=["ieee", "split"]
)
@given(problem=problems(), multiprocessors=st.integers(1, 200))
@example(problem=Problem(1, 1, 12849), multiprocessors=95)
def test_no_schedule_is_predicted_below_the_least_time(names, rates, problem, multiprocessors):
    moved = model.traffic(problem)
    with rates():
        for kernel in shipped(problem.layout, names):
            tiled, numbers = model.tiling_of(kernel, problem, moved), model.rates_of(kernel)
            least = model.lower_bound(tiled, numbers, multiprocessors)
            assert model.compute_bound(problem, kernel, numbers, multiprocessors) <= least
            for schedule in schedules(kernel, problem, tiled, multiprocessors):
                predicted = model.predict(problem, kernel, schedule, multiprocessors).total
                assert least <= predicted


@pytest.mark.parametrize(
    ("name", "suited", "other", "why"),
    [
        ("slender", Problem(90_000, 20, 30), Problem(512, 100, 512), "n = 100 is more than 4, "),
        ("tiny_batched", Problem(64, 9, 64, batch=7), Problem(9, 9, 65), "k = 65 is more than"),
        ("tiny_batched_tma", Problem(5, 8, 5, batch=7), Problem(5, 5, 8), "k = 8: K-major rows"),
    ],
)
def test_what_is_for_some_problems_is_no_candidate_for_others(name, suited, other, why):
    found, _ = candidates(suited, Target())
    assert name in {candidate.kernel.name for candidate in found}
    found, refused = candidates(other, Target())
    assert name not in {candidate.kernel.name for candidate in found}
    reasons = [reason for each in refused if each.kernel.name == name for reason in each.reasons]
    assert any(reason.startswith(why) for reason in reasons), reasons


@pytest.mark.parametrize(("architecture", "names"), [(75, {"any_layout"}), (80, {"split_k"})])
def test_older_gpus_have_what_their_architecture_has(architecture, names):
    found, refused = candidates(Problem(512, 512, 512, trans_a=True), Target(architecture))
    assert names <= {candidate.kernel.name for candidate in found}
    assert "stream_k_tma" in {refusal.kernel.name for refusal in refused}


def test_nothing_legal_is_an_error():
    with pytest.raises(RequirementError, match="auto has no kernel"):
        plan(Problem(2**31 - 1, 2**31 - 1, 1, trans_a=True), Target(75))


@pytest.mark.parametrize("architecture", [52, 70, 74])
def test_a_gpu_that_is_too_old_for_every_kernel_gets_one_short_reason(architecture):
    with pytest.raises(RequirementError) as raised:
        plan(Problem(409, 409, 409), Target(architecture))
    text = str(raised.value)
    assert text.startswith(f"auto has no kernel for sm_{architecture}, which ")
    assert "sm_75 and newer" in text and "machine='cpu'" in text and len(text) < 200
    assert plan(Problem(409, 409, 409), Target(75)).kernel.name == "any_layout"


def test_the_automatic_choice_is_a_rule_beside_that_of_two_kernels():
    assert list(RULES) == ["auto", "split", "split_or_ieee", "two_kernel_rule"]


@functools.cache
def measured():
    """Read the committed surveys: for each problem what was predicted and measured."""
    shapes = {}
    for row in fitting.rows_in([SURVEYS]):
        predicted = model.predict(row.problem, row.kernel, row.schedule, 132).total
        shapes.setdefault(row.problem, []).append((predicted, row.microseconds))
    return shapes


def test_the_model_agrees_with_the_committed_measurements():
    """Predictions are off by less than 5% on the mean; the choice loses less than 2%."""
    shapes = measured()
    assert len(shapes) > 100
    errors = [
        abs(math.log(predicted / time)) for rows in shapes.values() for predicted, time in rows
    ]
    assert statistics.fmean(errors) < 0.05
    losses = [min(rows)[1] / min(time for _, time in rows) for rows in shapes.values()]
    assert statistics.geometric_mean(losses) < 1.02


def test_an_h100_has_rates_that_agree_with_what_was_measured_there():
    """With a fifth of the H200's measurements: off by less than 6%; the choice loses under 2%."""
    rows = fitting.rows_in([ROOT / "results/h100/tiles.parquet"])
    table = base_for(fitting.gpu_of(rows))
    of_h100 = {rates_key(row.kernel): table.find(row.kernel) for row in rows}
    off, loss, *_ = fitting.judged(rows, of_h100, H100.multiprocessors, table.speeds)
    assert float(re.search(r"off by (\S+)%", off)[1]) < 6.0
    assert float(re.search(r"takes (\S+) of", loss)[1]) < 1.02


def test_the_random_set_is_not_among_what_the_model_was_fitted_to():
    tried = {(p.m, p.n, p.k, p.batch, p.layout) for p in measured()}
    drawn = problems_of("random")
    assert drawn
    assert not any((p.m, p.n, p.k, p.batch, p.layout) in tried for p in drawn)


def test_a_kernel_without_rates_is_the_last_resort():
    """However large the tile: a step of it is not known to take longer."""
    known = "any_layout"
    table = SHIPPED._replace(
        find=lambda kernel: SHIPPED.find(kernel) if kernel.name == known else None
    )
    for size in (64, 1000, 20_000):
        best = fastest(Problem(size, size, size), Target(figures=H200), None, table=table)
        assert best[0].candidate.kernel.name == known
    others = tuple(name for name in LIBRARY if name != known)
    assert fastest(Problem(64, 64, 64), Target(figures=H200), None, others, table)


@pytest.mark.parametrize("name", LIBRARY)
def test_every_specialisation_of_the_library_was_fitted(name):
    """A kernel without rates is chosen only where nothing else is legal."""
    names = {rates_key(kernel) for kernel in find(name).specialisations()}
    assert names <= set(shipped_lines(H200))


def test_rows_of_b_in_the_same_bank_are_not_read_a_lane_each():
    def refusals(**sizes):
        _, refused = candidates(Problem(k=32, **sizes), Target(), names=("any_layout",))
        reasons = {each.kernel.tile.bm: each.reasons[0] for each in refused}
        return reasons.get(8, "")

    sizes = {"m": 256, "n": 256, "trans_b": True}
    assert refusals(**sizes) == (
        "ldb = 32: 32 rows of B begin in the same bank, and are read one after the other"
    )
    assert refusals(**sizes, ldb=48).startswith("ldb = 48: 16 rows of B")
    for suited in ({"ldb": 33}, {"ldb": 40}, {"m": 7}, {"n": 31}, {"trans_b": False}):
        assert not refusals(**(sizes | suited)), suited


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (
            Problem(5, 264, 2279),
            "n = 264 is above 192: with B MN-major, a tile",
        ),
        (
            Problem(264, 5, 2279, trans_a=True),
            "m = 264 is above 192: with A MN-major, a tile",
        ),
    ],
)
def test_tiles_of_one_row_or_column_are_not_for_many_that_are_mn_major(problem, words):
    _, refused = candidates(problem, Target(), names=("gemv",))
    assert sum(words in reason for each in refused for reason in each.reasons) == 5
    along = Problem(problem.m, problem.n, problem.k, trans_b=True)
    _, refused = candidates(along, Target(), names=("gemv",))
    assert not any(words in reason for each in refused for reason in each.reasons)


@pytest.mark.parametrize(
    ("layout", "shapes"),
    [("nn", {"column"}), ("tt", {"row"}), ("nt", {"row", "column"}), ("tn", {"row", "column"})],
)
def test_a_scalar_product_loads_the_k_major_operand_in_vectors(layout, shapes):
    problem = as_stored(Problem(1, 1, 100_000), layout)
    found, _ = candidates(problem, Target(), names=("gemv",))
    of_one = {each.kernel.tile for each in found if 1 in (each.kernel.tile.bm, each.kernel.tile.bn)}
    assert {"row" if tile.bm == 1 else "column" for tile in of_one} == shapes


@pytest.mark.parametrize(("k", "most"), [(2**16, 4), (2**16 + 1, 2)])
def test_few_tiles_of_several_vectors_read_the_same_part_for_long_k(k, most):
    def rows_of_tiles(m):
        found, _ = candidates(Problem(m, 64, k, trans_b=True), Target(), names=("gemv",))
        return {each.kernel.tile.bm for each in found if each.kernel.tile.bn > 8}

    assert 4 in rows_of_tiles(4 * most) - rows_of_tiles(4 * most + 1)


@pytest.mark.parametrize("of_rows", [True, False])
def test_elements_of_several_vectors_are_not_loaded_one_by_one(of_rows):
    """Where the matrix is K-major, and they are not; half precision has no other kernel."""
    sizes = {"m": 8, "n": 4096} if of_rows else {"m": 4096, "n": 8}
    along = {"trans_b": True} if of_rows else {"trans_b": True, "trans_a": False}
    across = along | ({"trans_a": True} if of_rows else {"trans_b": False})
    half = {"type_b" if of_rows else "type_a": "bfloat16"}
    for flags, types, is_refused in ((along, {}, False), (across, {}, True), (across, half, False)):
        _, refused = candidates(
            Problem(**sizes, k=512, **flags, **types), Target(), names=("gemv",)
        )
        reasons = [reason for each in refused for reason in each.reasons]
        words = f"{'A' if of_rows else 'B'} is MN-major: elements of its"
        assert any(words in reason for reason in reasons) == is_refused, flags


@pytest.mark.parametrize("rule", ["auto", "split"])
def test_half_precision_is_widened_where_that_is_predicted_to_be_faster(rule):
    """The products themselves would be slower than those of float32, or the copy costs little."""
    for problem, words in (
        (Problem(16, 16, 64, batch=10000, type_b="float16"), "for tiny_batched"),
        (Problem(8, 8192, 28672, type_a="bfloat16"), "for stream_k_tma"),
        (Problem(16, 8192, 28672, trans_b=True, type_a="bfloat16"), "for stream_k_swap_ab"),
    ):
        with pytest.raises(RequirementError, match=rf"if it is widened {words}.*leave type_a"):
            chosen(rule, problem, Target(figures=H200))
    for problem in (
        Problem(1, 4096, 4096, trans_b=True, type_a="bfloat16"),
        Problem(16, 8192, 28672, trans_b=True, type_b="bfloat16"),
        Problem(4, 8192, 28672, trans_b=True, type_a="float16"),
    ):
        assert chosen(rule, problem, Target(figures=H200)).kernel.name == "gemv", problem
    for extent, is_refused in ((32, False), (33, True)):
        problem = Problem(extent, 4096, 64, trans_b=True, type_b="float16")
        assert bool(candidates(problem, Target(), names=("gemv",))[0]) != is_refused


def test_what_evict_first_spares_are_bytes_that_are_moved():
    """A matrix of half precision has half of them, and one of all products has them once."""
    for types in ({}, {"type_b": "bfloat16"}, {"batch": 64, "stride_b": 0}):
        problem = Problem(1, 4096, 4096, trans_b=True, **types)
        moved = model.traffic(problem)
        nbytes = 4096 * 4096 * (2 if "type_b" in types else 4)
        assert 0.0 < moved.spared <= 0.4 * nbytes / moved.speeds.bytes_a_microsecond, types
